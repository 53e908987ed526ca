//! The surface tree that `bex` and `betza2` share: what a text says before anything is decided about legs and headings.
//!
//! Both dialects write alternatives ([`Choice`]) of chains of units. A [`Unit`] is a [`Prefix`], a [`Base`] and perhaps
//! a [`Repeat`]. Both go through the same stages, and each dialect supplies what is its own:
//!
//! 1. [`parser`] reads a text into the tree, by a dialect's [`Grammar`](parser::Grammar).
//! 2. [`lower`] multiplies the alternatives out. Each [`Alternative`](legs::Alternative) is a row of legs, repeated
//!    groups and effects ([`legs`]); a dialect's [`Lower`](lower::Lower) says what its prefixes do to the legs.
//! 3. [`draft`] turns an alternative into a draft of the IR, which resolves the directions.
//!
//! [`write`](mod@write) is the way back, as far as it is the same.

pub(super) mod draft;
pub(super) mod legs;
pub(super) mod lower;
pub(super) mod parser;
pub(super) mod write;

use super::Diagnostic;
use super::atoms::Atom;
use super::direction::LetterGroup;
use betza_ir::Count;
use std::ops::Range;

/// The result of a step of reading: the first error ends it.
pub(super) type Read<T> = Result<T, Diagnostic>;

/// Alternatives, one of which is chosen.
pub(super) struct Choice {
    /// The units of each chain; neither list is empty.
    pub chains: Vec<Vec<Unit>>,
}

impl Choice {
    /// From the first unit's start to the last unit's end.
    pub fn span(&self) -> Range<usize> {
        let spans = || self.chains.iter().flatten().map(|unit| &unit.span);
        let start = spans().map(|span| span.start).min().unwrap_or(0);
        start..spans().map(|span| span.end).max().unwrap_or(start)
    }
}

/// What stands before a unit of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Join {
    /// Nothing: it is the first of its chain.
    Start,
    /// `-`: without direction letters it goes straight on.
    Ahead,
    /// `--` in `bex`: without direction letters it goes anywhere.
    Any,
}

/// A prefix, what it stands before, and how often that is repeated.
pub(super) struct Unit {
    pub join: Join,
    pub prefix: Prefix,
    pub base: Base,
    pub repeat: Option<Repeat>,
    pub span: Range<usize>,
}

/// What a unit is about.
pub(super) enum Base {
    Atom(Atom),
    Group(Choice),
    /// A bracket that stands by itself (`bex`).
    Bracket(Bracket),
}

/// How often a base is repeated.
pub(super) struct Repeat {
    pub count: Count,
    /// The prefix of the copies after the first (`betza2`); empty in `bex`.
    pub prefix: Prefix,
    pub span: Range<usize>,
}

/// The small letters and brackets before a base.
#[derive(Default)]
pub(super) struct Prefix {
    pub directions: Vec<LetterGroup>,
    /// The other letters, each at most once; in `betza2` those without a field of their own.
    pub letters: Vec<(char, Range<usize>)>,
    /// `i`: only while the mover has not moved.
    pub unmoved: bool,
    /// `ic` in `betza2`: only an unmoved enemy is captured.
    pub unmoved_foe: bool,
    /// `id` in `betza2`: only an unmoved friend is captured.
    pub unmoved_friend: bool,
    /// `[ca] [cw] [cj] [cl]` in `bex`.
    pub capture: Option<(Capture, Range<usize>)>,
    /// `x` or `xx` in `betza2`.
    pub eruption: Option<Eruption>,
    pub span: Range<usize>,
}

impl Prefix {
    pub fn has(&self, letter: char) -> bool {
        self.span_of(letter).is_some()
    }

    pub fn span_of(&self, letter: char) -> Option<Range<usize>> {
        self.letters.iter().find(|(c, _)| *c == letter).map(|(_, span)| span.clone())
    }

    pub fn is_empty(&self) -> bool {
        self.span.is_empty()
    }
}

/// An exotic capture of `bex` that stands before a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Capture {
    Approach,
    Withdraw,
    LeapOne,
    LeapAny,
}

/// A bracket of `bex` that stands by itself.
pub(super) enum Bracket {
    Imitate,
    Vanish,
    Return,
    Ranged(Choice),
    Custodial(Choice),
    Swap(Choice),
    Immobilize(Choice),
    /// `[x!iM]`: M has been read, and has no effect (docs/notation, X6).
    Release,
}

/// `x` of `betza2`, or with `explodes` `xx`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Eruption {
    pub explodes: bool,
    pub span: Range<usize>,
}
