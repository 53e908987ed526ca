//! Warnings of `fsf`: notations that Fairy-Stockfish accepts and reads differently.
//!
//! They were found by comparing with Fairy-Stockfish; docs/notation/xbetza.md lists the main ones. A notation that it
//! reads as written gives no warning.

use super::atom::Atom;
use super::modifiers::Modifiers;
use super::{Flavor, Reader};
use crate::Code;
use crate::direction::{Letter, LetterGroup};
use betza_ir::Count;
use std::ops::Range;

/// Letters that Fairy-Stockfish skips.
const UNKNOWN: &str = "dkjzqotu";

impl Reader<'_> {
    fn reads_differently(&mut self, span: Range<usize>, message: String, remedy: &str) {
        self.warn(Code::ReadDifferently, span, message, remedy);
    }

    /// A warning for castlings and drops.
    pub(super) fn warn_special(&mut self, sign: char, span: Range<usize>) {
        if self.flavor == Flavor::Fsf {
            let message = format!("Fairy-Stockfish does not know `{sign}` and skips it");
            self.reads_differently(span, message, "leave it out: its variants have keys for castling and drops");
        }
    }

    /// Warnings for an atom and its letters. On a later leg `i` is a length.
    pub(super) fn warn_fsf(&mut self, atom: &Atom, modifiers: &Modifiers, is_first: bool) {
        let span = atom.span.clone();
        for (c, at) in modifiers.letters().filter(|(c, _)| UNKNOWN.contains(*c)) {
            let message = format!("Fairy-Stockfish does not know `{c}` and skips it");
            self.reads_differently(at..at + 1, message, "leave it out if the piece is for Fairy-Stockfish");
        }
        if is_first && modifiers.times('i') == 2 {
            let message = "Fairy-Stockfish knows one `i`: only in the region of double steps".to_owned();
            self.reads_differently(modifiers.place('i'), message, "write i once");
        }
        if is_first && modifiers.has('i') && (modifiers.has('c') || !modifiers.has('m')) {
            let message = "Fairy-Stockfish has no captures that only unmoved pieces make".to_owned();
            self.reads_differently(modifiers.place('i'), message, "write im if the piece is for Fairy-Stockfish");
        }
        if modifiers.has('e') && !modifiers.has('c') {
            let message = "Fairy-Stockfish skips `e`, and so what is left says that the piece also moves".to_owned();
            self.reads_differently(modifiers.place('e'), message, "write ce if the piece is for Fairy-Stockfish");
        }
        if atom.is_universal() {
            let message = "Fairy-Stockfish does not know `U` and skips it".to_owned();
            return self.reads_differently(span, message, "leave it out if the piece is for Fairy-Stockfish");
        }
        if atom.size != Atom::leap(atom.letter).map_or(atom.size, |(size, _)| size) {
            let message = format!("Fairy-Stockfish skips the suffix and reads `{}`", atom.letter);
            return self.reads_differently(span, message, "leave the atom out if the piece is for Fairy-Stockfish");
        }
        self.warn_ride(atom, modifiers);
        self.warn_directions(atom, modifiers);
    }

    /// Rides, hops and lame leaps for which Fairy-Stockfish generates no moves or other moves.
    fn warn_ride(&mut self, atom: &Atom, modifiers: &Modifiers) {
        let span = atom.span.clone();
        let is_step = atom.king_steps() == 1;
        let is_ride = atom.count(0) != Count::ONCE;
        let hop = ['p', 'g'].into_iter().find(|&c| modifiers.has(c));
        if let Some(c) = hop {
            let place = modifiers.place(c);
            if !is_step {
                self.reads_differently(
                    place,
                    format!("Fairy-Stockfish gives `{c}` no moves on leaps"),
                    "use it on W F K R B Q",
                );
            } else if !is_ride {
                let message = format!("Fairy-Stockfish reads `{c}` on a single step as on the whole line");
                self.reads_differently(place, message, "write R, B or Q if the line is meant");
            } else if c == 'g' && atom.number.is_some() && !atom.doubled {
                let message = "Fairy-Stockfish reads `g` with a number as `p`".to_owned();
                self.reads_differently(place, message, "leave the number out if the piece is for Fairy-Stockfish");
            }
        } else if (is_ride || atom.number.is_some()) && !is_step && atom.letter != 'N' {
            let message = format!("Fairy-Stockfish gives rides of `{}` no moves", atom.letter);
            self.reads_differently(span, message, "it rides on W F N K R B Q");
        }
        if modifiers.has('n') && hop.is_none() {
            let place = modifiers.place('n');
            if !is_ride && !matches!(atom.size, (2, _) | (3, 2)) {
                let message = format!("Fairy-Stockfish gives n{} no moves", atom.letter);
                self.reads_differently(place, message, "it knows nN, nZ, nA and nD");
            } else if is_ride && !is_step {
                self.reads_differently(place, "Fairy-Stockfish skips `n` on rides".to_owned(), "leave it out");
            }
        }
    }

    /// Direction letters that Fairy-Stockfish ignores or reads differently.
    fn warn_directions(&mut self, atom: &Atom, modifiers: &Modifiers) {
        let is_orthogonal = atom.size.1 == 0 && !atom.is_eightfold();
        if is_orthogonal {
            return;
        }
        let both = |l: Letter| matches!(l, Letter::V | Letter::S);
        let unknown = |group: &LetterGroup| match *group {
            LetterGroup::Pair(Letter::S | Letter::V, _) => true,
            LetterGroup::Pair(..) => atom.is_eightfold(),
            LetterGroup::Half(l) => both(l) || atom.is_eightfold(),
            _ => false,
        };
        if modifiers.directions.groups.iter().any(unknown) {
            let message = if atom.is_eightfold() {
                format!("Fairy-Stockfish reads direction pairs of `{}` otherwise", atom.letter)
            } else {
                "Fairy-Stockfish knows no direction pair that starts with v or s, nor vh and sh".to_owned()
            };
            self.reads_differently(
                modifiers.directions.span.clone(),
                message,
                "write the directions one by one, or the parts of K and Q apart",
            );
        }
    }

    /// Warnings for a bracket.
    pub(super) fn warn_bracket(&mut self, legs: &[(&Atom, &Modifiers)], span: Range<usize>) {
        let leaps_along_a_line = |atom: &Atom| {
            atom.count(0) == Count::ONCE && !atom.is_eightfold() && (atom.size.1 == 0 || atom.size.0 == atom.size.1)
        };
        let proposed = matches!(legs, [(a, _), (b, _)] if leaps_along_a_line(a) && matches!(b.letter, 'R' | 'B') && b.number.is_none());
        let (message, remedy) = if proposed {
            (
                "Fairy-Stockfish up to version 14 reads a bracket as the union of its atoms; only a version with the proposed brackets reads it as written",
                "check the version that is to read it",
            )
        } else {
            (
                "Fairy-Stockfish up to version 14 reads a bracket as the union of its atoms, and the brackets proposed for a later version are a leap along a line and then R or B",
                "leave it out if the piece is for Fairy-Stockfish",
            )
        };
        self.reads_differently(span, message.to_owned(), remedy);
        for (i, (atom, modifiers)) in legs.iter().enumerate() {
            self.warn_fsf(atom, modifiers, i == 0);
        }
    }
}
