//! The types of values.

use super::Entry;
use crate::keys::words::WORTHS;
use crate::problem::{Place, ProblemCode};
use crate::region;
use crate::section::Findings;
use betza_game::variant::{Region, Worth};
use betza_ir::geometry::{Board, Square};

/// Reads values and tells what is wrong with them.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    pub findings: &'a Findings,
    pub board: &'a Board,
}

/// A set of pieces: letters, or all.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Letters {
    All,
    Some(Vec<char>),
}

pub(super) fn place(entry: &Entry<'_>) -> Place {
    Place { source: 0, span: entry.value_span.clone() }
}

/// The number that a text begins with.
pub(super) fn leading_number(text: &str) -> Option<u8> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..digits].parse().ok()
}

impl Reader<'_> {
    fn bad<T>(&self, entry: &Entry<'_>, what: &str) -> Option<T> {
        let message = format!("'{}' is no value of {}", entry.value, entry.key);
        self.findings.error(ProblemCode::BadValue, &place(entry), message, format!("write {what}"));
        None
    }

    /// What Fairy-Stockfish reads in spite of what is wrong.
    fn instead<T>(&self, entry: &Entry<'_>, instead: &str, what: &str, value: T) -> Option<T> {
        let blanks = if entry.blanks { " with a blank behind it" } else { "" };
        let message =
            format!("'{}'{blanks} is no value of {}: Fairy-Stockfish reads {instead}", entry.value, entry.key);
        self.findings.warning(ProblemCode::BadValue, &place(entry), message, format!("write {what}"));
        Some(value)
    }

    pub fn bool(&self, entry: &Entry<'_>) -> Option<bool> {
        match &*entry.value {
            "true" if !entry.blanks => Some(true),
            "false" => Some(false),
            _ => self.instead(entry, "false", "true or false", false),
        }
    }

    /// A number that the value begins with; -1 says what 0 says.
    pub fn number(&self, entry: &Entry<'_>) -> Option<u8> {
        match (leading_number(&entry.value), &*entry.value) {
            (Some(n), text) if text.bytes().all(|b| b.is_ascii_digit()) => Some(n),
            (Some(n), _) => self.instead(entry, &n.to_string(), "a number from 0 to 255", n),
            (None, text) if text.starts_with('-') && leading_number(&text[1..]).is_some() => Some(0),
            (None, text) if !text.starts_with(|c: char| c.is_ascii_digit()) => {
                self.instead(entry, "0", "a number from 0 to 255", 0)
            }
            _ => self.bad(entry, "a number from 0 to 255"),
        }
    }

    /// What an end is worth to a side.
    pub fn worth(&self, entry: &Entry<'_>) -> Option<Worth> {
        let found = WORTHS.iter().find(|word| word.word == entry.value && !entry.blanks).map(|word| word.value);
        found.or_else(|| self.bad(entry, "win, draw or loss"))
    }

    /// One of some words, of which the first says that there is no such rule.
    pub fn word<T: Copy>(&self, entry: &Entry<'_>, words: &[(&str, T)]) -> Option<T> {
        let list: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let found = words.iter().find(|(word, _)| *word == entry.value && !entry.blanks).map(|&(_, value)| value);
        found.or_else(|| self.instead(entry, list[0], &list.join(" or "), words[0].1))
    }

    /// A file: a letter, or a number from 1. From 0.
    pub fn file(&self, entry: &Entry<'_>) -> Option<u8> {
        let file = match entry.value.as_bytes() {
            [c @ b'a'..=b'p', ..] => Some(c - b'a'),
            _ => leading_number(&entry.value).filter(|n| (1..=16).contains(n)).map(|n| n - 1),
        };
        file.or_else(|| self.bad(entry, "a file, as in g or 7"))
    }

    /// A rank from 1. From 0.
    pub fn rank(&self, entry: &Entry<'_>) -> Option<u8> {
        let rank = leading_number(&entry.value).filter(|n| (1..=16).contains(n)).map(|n| n - 1);
        rank.or_else(|| self.bad(entry, "a rank, as in 8"))
    }

    /// Squares, `*8`, `a*`, up to a `-` or what is none of these. What lies beyond the board is left out, with a
    /// warning.
    pub fn region(&self, entry: &Entry<'_>) -> Option<Region> {
        let mut all = Region::EMPTY;
        let large = Board::new(16, 16).ok()?;
        for word in entry.value.split_ascii_whitespace().take_while(|w| *w != "-") {
            let whole = word.to_ascii_lowercase();
            let lower = line_or_square(&whole);
            if !lower.is_empty() && lower != whole {
                let message = format!("'{word}' is '{lower}' to Fairy-Stockfish, and is read so");
                let remedy = "write squares, and ranks and files as in *8 a*, with blanks between";
                self.findings.warning(ProblemCode::ReadDifferently, &place(entry), message, remedy);
            }
            match region::read(self.board, lower) {
                Ok(region) => all |= region,
                Err(_) if region::read(&large, lower).is_ok() => {
                    let message = format!("'{word}' lies beyond the board of {}", self.board);
                    self.findings.warning(ProblemCode::NoEffect, &place(entry), message, "leave it out");
                }
                Err(_) => {
                    let read = format!("no further than to '{word}'");
                    return self.instead(entry, &read, "squares and ranks, as in *8 d4, or -", all);
                }
            }
        }
        Some(all)
    }

    /// Letters of pieces without blanks, `*` for all, `-` for none.
    pub fn letters(&self, entry: &Entry<'_>) -> Letters {
        let letters: Vec<char> = entry.value.chars().filter(|c| !c.is_whitespace()).collect();
        match letters.first() {
            Some('*') => Letters::All,
            _ => Letters::Some(letters.into_iter().take_while(|c| *c != '-').map(|c| c.to_ascii_lowercase()).collect()),
        }
    }

    /// `p:g s:w`: letters with something after the colon, up to what is no such pair.
    pub fn pairs<'v>(&self, entry: &'v Entry<'_>) -> Vec<(char, &'v str)> {
        let mut pairs = Vec::new();
        for word in entry.value.split_ascii_whitespace().take_while(|w| *w != "-") {
            let pair = word.split_once(':').filter(|(letter, rest)| letter.chars().count() == 1 && !rest.is_empty());
            let Some((letter, rest)) = pair else {
                let read = format!("no further than to '{word}'");
                self.instead(entry, &read, "pairs, as in p:g s:g", ());
                break;
            };
            pairs.extend(letter.chars().next().map(|c| (c.to_ascii_lowercase(), rest)));
        }
        pairs
    }
}

/// The part of a word of a region that Fairy-Stockfish reads: a letter or `*`, then `*` or digits. Empty if it is no
/// such word, as those that only native regions know.
fn line_or_square(word: &str) -> &str {
    let rest = word.strip_prefix(|c: char| c.is_ascii_lowercase() || c == '*').unwrap_or("");
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    match digits {
        0 if rest == "*" => word,
        0 => "",
        _ => &word[..=digits],
    }
}

/// The squares with `*` in the start, which are walls from the beginning to the end.
pub(super) fn starred(start: &str, board: &Board) -> Vec<Square> {
    let placement = start.split(['[', ' ']).next().unwrap_or("");
    let mut squares = Vec::new();
    for (i, row) in placement.split('/').enumerate().take(board.ranks()) {
        let rank = board.ranks() as i32 - 1 - i as i32;
        let (mut file, mut number) = (0_i32, 0_i32);
        for c in row.chars() {
            if let Some(digit) = c.to_digit(10) {
                number = number.saturating_mul(10).saturating_add(digit as i32);
                continue;
            }
            file = file.saturating_add(number);
            number = 0;
            match c {
                '*' => {
                    squares.extend(board.at(file, rank));
                    file = file.saturating_add(1);
                }
                '+' | '~' => {}
                _ => file = file.saturating_add(1),
            }
        }
    }
    squares
}
