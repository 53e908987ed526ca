//! Castling (`O`) and drops (`@`).

use super::leg::condition;
use super::modifiers::Modifiers;
use super::{Flavor, NUMBER_LIMIT, Reader};
use crate::Code;
use crate::direction::{Letter, LetterGroup};
use betza_ir::{Castling, Drop};
use std::ops::Range;

impl Reader<'_> {
    /// `O` and its number; the cursor stands behind the capital.
    pub(super) fn castling(&mut self, prefix: &str, start: usize) {
        let modifiers = Modifiers::read(prefix, start, &['i'], &mut self.found);
        let capital = self.cursor.offset() - 1;
        self.only(&modifiers, "ij", "a castling", "only i, ii, j, l, r and s stand before O");
        let (mut left, mut right) = (false, false);
        let mut wrong = modifiers.directions.is_handed();
        for group in &modifiers.directions.groups {
            match group {
                LetterGroup::Single(Letter::L) => left = true,
                LetterGroup::Single(Letter::R) => right = true,
                LetterGroup::Single(Letter::S) => (left, right) = (true, true),
                _ => wrong = true,
            }
        }
        if wrong {
            let span = modifiers.directions.span.clone();
            self.error(
                Code::Misplaced,
                span,
                "a castling goes to the left or to the right",
                "write l, r or s before O",
            );
        }
        if modifiers.directions.is_empty() {
            (left, right) = (true, true);
        }
        let number = self.number();
        let span = self.cursor.since(capital);
        self.warn_special('O', span.clone());
        match number {
            None => self.error(
                Code::BadRange,
                span,
                "`O` needs the number of squares that the king goes",
                "write it, for example O2",
            ),
            Some(0) => self.error(Code::BadRange, span, "a castling of 0 squares is no move", "write 1 or more"),
            Some(steps) => {
                // The `i` of a castling means an unmoved king in both dialects; a region of double steps concerns pawns
                // only.
                let condition = condition(&modifiers, Flavor::Xbetza);
                let inset = u8::from(modifiers.has('j'));
                let castling = Castling { steps: steps as u8, left, right, inset, condition };
                if self.piece.castlings.contains(&castling) {
                    self.warn_repeated(start..span.end);
                }
                self.piece.castlings.push(castling);
            }
        }
    }

    /// `@` and its number; the cursor stands behind the sign.
    pub(super) fn drop(&mut self, prefix: &str, start: usize) {
        let count = |c: char| prefix.matches(c).count();
        for (i, c) in prefix.char_indices() {
            let place = start + i..start + i + 1;
            if !"fsbj".contains(c) {
                let remedy = "only j, f, s and b (f, s, b once or twice) stand before @";
                self.error(Code::Misplaced, place, format!("`{c}` says nothing of a drop"), remedy);
            } else if prefix[..i].matches(c).count() >= if c == 'j' { 1 } else { 2 } {
                self.error(
                    Code::Conflict,
                    place,
                    format!("`{c}` is written too often before `@`"),
                    "write it once, or twice at most",
                );
            }
        }
        let sign = self.cursor.offset() - 1;
        let number = self.number();
        self.warn_special('@', self.cursor.since(sign));
        if number == Some(0) {
            let span = self.cursor.since(sign);
            self.error(
                Code::BadRange,
                span,
                "a zone of 0 ranks allows no drop",
                "write the depth of the zone in ranks, or no number for the whole board",
            );
        }
        let limit = |c: char| Some(count(c) as u8).filter(|&n| n > 0);
        let drop = Drop {
            ranks: number.map(|n| n as u8),
            spares_back_rank: prefix.contains('j'),
            file_limit: limit('f'),
            colour_limit: limit('s'),
            board_limit: limit('b'),
        };
        if self.piece.drops.contains(&drop) {
            self.warn_repeated(self.cursor.since(start));
        }
        self.piece.drops.push(drop);
    }

    fn warn_repeated(&mut self, span: Range<usize>) {
        self.warn(Code::NoEffect, span, "this is said twice", "write it once");
    }

    /// Digits, if there are some. A number that is too large is an error and read as the limit.
    pub(super) fn number(&mut self) -> Option<u16> {
        let start = self.cursor.offset();
        let digits = self.cursor.eat_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return None;
        }
        let span = self.cursor.since(start);
        if digits.len() > 1 && digits.starts_with('0') {
            let (message, remedy) = match self.flavor {
                Flavor::Xbetza => (
                    "a 0 before a number means nothing here; in `betza2` it is an exact number of steps",
                    "leave it out",
                ),
                Flavor::Fsf => ("Fairy-Stockfish reads one digit, here 0, which is unlimited", "leave the 0 out"),
            };
            self.warn(Code::ReadDifferently, span.clone(), message, remedy);
        } else if digits.len() > 1 && self.flavor == Flavor::Fsf {
            let message = format!("Fairy-Stockfish reads one digit, here {}", &digits[..1]);
            self.warn(
                Code::ReadDifferently,
                span.clone(),
                message,
                "write a number below 10, or 0 for an unlimited ride",
            );
        }
        let value = digits.parse().unwrap_or(u16::MAX);
        if value > NUMBER_LIMIT {
            self.error(
                Code::BadRange,
                span,
                format!("{digits} is over the limit of {NUMBER_LIMIT}"),
                "write a smaller number, or 0 for an unlimited ride",
            );
            return Some(NUMBER_LIMIT);
        }
        Some(value)
    }

    /// Errors for letters that are not among the allowed ones.
    pub(super) fn only(&mut self, modifiers: &Modifiers, allowed: &str, what: &str, remedy: &str) {
        for (c, at) in modifiers.letters() {
            if !allowed.contains(c) {
                self.error(Code::Misplaced, at..at + 1, format!("`{c}` says nothing of {what}"), remedy);
            }
        }
    }
}
