//! The types of values.

use super::Entry;
use crate::problem::{Place, ProblemCode};
use crate::region;
use crate::results::WORTHS;
use crate::section::Findings;
use betza_compile::geometry::Board;
use betza_movegen::variant::{Region, Worth};

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

impl Letters {
    pub fn contains(&self, letter: char) -> bool {
        match self {
            Letters::All => true,
            Letters::Some(list) => list.contains(&letter),
        }
    }
}

pub(super) fn place(entry: &Entry<'_>) -> Place {
    Place { source: 0, span: entry.value_span.clone() }
}

impl Reader<'_> {
    fn bad<T>(&self, entry: &Entry<'_>, what: &str) -> Option<T> {
        let message = format!("'{}' is no value of {}", entry.value, entry.key);
        self.findings.error(ProblemCode::BadValue, &place(entry), message, format!("write {what}"));
        None
    }

    pub fn bool(&self, entry: &Entry<'_>) -> Option<bool> {
        match entry.value {
            "true" => Some(true),
            "false" => Some(false),
            _ => self.bad(entry, "true or false"),
        }
    }

    pub fn number(&self, entry: &Entry<'_>) -> Option<u8> {
        entry.value.parse().ok().or_else(|| self.bad(entry, "a number from 0 to 255"))
    }

    /// What an end is worth to a side.
    pub fn worth(&self, entry: &Entry<'_>) -> Option<Worth> {
        let found = WORTHS.iter().find(|(word, _)| *word == entry.value).map(|&(_, worth)| worth);
        found.or_else(|| self.bad(entry, "win, draw or loss"))
    }

    /// One of some words.
    pub fn word<T: Copy>(&self, entry: &Entry<'_>, words: &[(&str, T)]) -> Option<T> {
        let list: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let found = words.iter().find(|(word, _)| *word == entry.value).map(|&(_, value)| value);
        found.or_else(|| self.bad(entry, &list.join(" or ")))
    }

    /// A file: a letter, or a number from 1. From 0.
    pub fn file(&self, entry: &Entry<'_>) -> Option<u8> {
        let file = match entry.value.as_bytes() {
            [c @ b'a'..=b'p'] => Some(c - b'a'),
            _ => entry.value.parse::<u8>().ok().filter(|n| (1..=16).contains(n)).map(|n| n - 1),
        };
        file.or_else(|| self.bad(entry, "a file, as in g or 7"))
    }

    /// A rank from 1. From 0.
    pub fn rank(&self, entry: &Entry<'_>) -> Option<u8> {
        let rank = entry.value.parse::<u8>().ok().filter(|n| (1..=16).contains(n)).map(|n| n - 1);
        rank.or_else(|| self.bad(entry, "a rank, as in 8"))
    }

    /// Squares, `*8`, `a*`; `-` for none. What lies beyond the board is left out, with a warning.
    pub fn region(&self, entry: &Entry<'_>) -> Option<Region> {
        let mut all = Region::EMPTY;
        let large = Board::new(16, 16).ok()?;
        for word in entry.value.split_ascii_whitespace().filter(|w| *w != "-") {
            match region::read(self.board, word) {
                Ok(region) => all |= region,
                Err(_) if word == "**" => all |= region::all(self.board),
                Err(_) if region::read(&large, word).is_ok() => {
                    let message = format!("'{word}' lies beyond the board of {}", self.board);
                    self.findings.warning(ProblemCode::NoEffect, &place(entry), message, "leave it out");
                }
                Err(_) => return self.bad(entry, "squares and ranks, as in *8 d4, or -"),
            }
        }
        Some(all)
    }

    /// Letters of pieces without blanks, `*` for all, `-` for none.
    pub fn letters(&self, entry: &Entry<'_>) -> Option<Letters> {
        match entry.value {
            "*" => Some(Letters::All),
            "-" | "" => Some(Letters::Some(Vec::new())),
            text => {
                let letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
                if letters.iter().all(char::is_ascii_alphabetic) {
                    return Some(Letters::Some(letters.iter().map(char::to_ascii_lowercase).collect()));
                }
                self.bad(entry, "letters of pieces, as in nbrq, or *, or -")
            }
        }
    }

    /// `p:g s:w`: letters with something after the colon.
    pub fn pairs<'v>(&self, entry: &Entry<'v>) -> Option<Vec<(char, &'v str)>> {
        let pair = |word: &'v str| {
            let (letter, rest) = word.split_once(':')?;
            let mut chars = letter.chars();
            let first = chars.next().filter(char::is_ascii_alphabetic)?;
            (chars.next().is_none() && !rest.is_empty()).then_some((first.to_ascii_lowercase(), rest))
        };
        let pairs: Option<Vec<_>> = entry.value.split_ascii_whitespace().filter(|w| *w != "-").map(pair).collect();
        pairs.or_else(|| self.bad(entry, "pairs, as in p:g s:g"))
    }
}
