//! What a table of keys is made of.

use super::words::{Named, Word};

/// A table of a game file: which keys it may have.
#[derive(Debug)]
pub struct Table {
    /// Its name in messages.
    pub name: &'static str,
    /// Its keys, in the order in which they are listed and written.
    pub keys: &'static [Entry],
}

/// A key of a table.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// As it is written.
    pub name: &'static str,
    /// What its value is.
    pub of: Type,
    /// The sides may have different values: `{ white = ..., black = ... }`.
    pub by_side: bool,
    /// What holds where it is not written.
    pub default: Fallback,
    /// What it says, in one sentence that starts with a small letter and has no full stop. Of a switch: what holds
    /// where it is `true`.
    pub sentence: &'static str,
    /// What there is to know besides, in whole sentences; empty if nothing.
    pub more: &'static str,
}

/// What a value is.
#[derive(Clone, Copy, Debug)]
pub enum Type {
    /// `true` or `false`.
    Switch,
    /// A number from 0.
    Number,
    /// Any text.
    Text,
    /// A list of texts.
    Texts,
    /// One of these words.
    Word(fn() -> Vec<Named>),
    /// A list of some of these words.
    Words(fn() -> Vec<Named>),
    /// A piece's id.
    Piece,
    /// A list of pieces' ids.
    Pieces,
    /// Squares, not mirrored.
    Region,
    /// Squares, mirrored for Black.
    Regions,
    /// A rank from 1, as White counts.
    Rank,
    /// A file's letter.
    File,
    /// Something that no other type says, in words.
    Other(&'static str),
    /// A table of pieces' ids, each with a value, which is this in words.
    ByPiece(&'static str),
    /// A table.
    Table(&'static Table),
    /// A table for each piece, by its id.
    EachPiece(&'static Table),
    /// A table, or a list of such tables.
    Tables(&'static Table),
    /// A table, or one of these words.
    WordOrTable(fn() -> Vec<Named>, &'static Table),
    /// One of these words, on which the other keys of the table depend.
    Choice(fn() -> Vec<(Named, &'static Table)>),
}

/// What holds where a key is not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// It must be written.
    Needed,
    /// This.
    Switch(bool),
    /// This.
    Number(u8),
    /// This.
    Word(&'static str),
    /// No pieces, no squares, no such rule.
    Nothing,
    /// What depends on something else, in words.
    Said(&'static str),
}

impl Table {
    /// The key of this name.
    #[must_use]
    pub fn entry(&self, name: &str) -> Option<&'static Entry> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// What a key says, as [`Entry::sentence`]. Empty for keys that the table lacks.
    #[must_use]
    pub fn sentence(&self, name: &str) -> &'static str {
        debug_assert!(self.entry(name).is_some(), "{} has no key '{name}'", self.name);
        self.entry(name).map_or("", |key| key.sentence)
    }

    /// The default of a switch.
    #[must_use]
    pub fn switch(&self, name: &str) -> bool {
        let default = self.entry(name).map(|key| key.default);
        debug_assert!(matches!(default, Some(Fallback::Switch(_))), "{}.{name} is no switch", self.name);
        default == Some(Fallback::Switch(true))
    }

    /// The default of a number; `None` if it has none.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<u8> {
        match self.entry(name)?.default {
            Fallback::Number(n) => Some(n),
            _ => None,
        }
    }

    /// The default of a word; `None` if it has none.
    pub(crate) fn word<T: Clone>(&self, name: &str, words: &[Word<T>]) -> Option<T> {
        match self.entry(name)?.default {
            Fallback::Word(text) => words.iter().find(|word| word.word == text).map(|word| word.value.clone()),
            _ => None,
        }
    }
}

impl Entry {
    /// Returns the key with this said of it besides.
    pub(super) const fn more(self, more: &'static str) -> Entry {
        Entry { more, ..self }
    }

    /// Returns the key with a value for each side.
    pub(super) const fn by_side(self) -> Entry {
        Entry { by_side: true, ..self }
    }

    /// The words that its value may be.
    #[must_use]
    pub fn words(&self) -> Vec<Named> {
        match self.of {
            Type::Word(words) | Type::Words(words) | Type::WordOrTable(words, _) => words(),
            Type::Choice(cases) => cases().into_iter().map(|(word, _)| word).collect(),
            _ => Vec::new(),
        }
    }

    /// The tables that its value may be.
    #[must_use]
    pub fn tables(&self) -> Vec<&'static Table> {
        match self.of {
            Type::Table(table) | Type::EachPiece(table) | Type::Tables(table) | Type::WordOrTable(_, table) => {
                vec![table]
            }
            _ => Vec::new(),
        }
    }
}

/// A key.
pub(super) const fn key(name: &'static str, of: Type, default: Fallback, sentence: &'static str) -> Entry {
    Entry { name, of, by_side: false, default, sentence, more: "" }
}

/// A switch that is off where it is not written.
pub(super) const fn switch(name: &'static str, sentence: &'static str) -> Entry {
    key(name, Type::Switch, Fallback::Switch(false), sentence)
}

/// A switch that is on where it is not written.
pub(super) const fn on(name: &'static str, sentence: &'static str) -> Entry {
    key(name, Type::Switch, Fallback::Switch(true), sentence)
}

/// A list of pieces, which is empty where it is not written.
pub(super) const fn pieces(name: &'static str, sentence: &'static str) -> Entry {
    key(name, Type::Pieces, Fallback::Nothing, sentence)
}

/// A table of rules, which do not hold where it is not written.
pub(super) const fn rules(table: &'static Table, sentence: &'static str) -> Entry {
    key(table.name, Type::Table(table), Fallback::Nothing, sentence)
}
