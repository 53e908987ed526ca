//! Reading: `text + dialect -> IR`, or diagnostics.
//!
//! Each dialect has a file or folder. `bex` and `betza2` share their surface tree, and all dialects share the
//! [`cursor`], the diagnostics and the direction rule ([`direction`]). The decisions about the meaning of each dialect
//! are in docs/notation. Text that cannot be read is an error with a place and a remedy; text that is read but probably
//! means something else to its author is a warning.
//!
//! ```
//! use betza_notation::{Dialect, read, write};
//!
//! let gryphon = read("FtR", Dialect::Extended).expect("a Gryphon").piece;
//! assert_eq!(write(&gryphon, Dialect::Xbetza).as_deref(), Ok("[F?R]"));
//!
//! // Errors have a place, a code and a remedy.
//! let errors = read("fW~", Dialect::Betza).unwrap_err();
//! assert_eq!(errors[0].span, 2..3);
//! ```

#![forbid(unsafe_code)]

pub mod atoms;
pub mod bend;
mod betza;
mod betza2;
mod bex;
pub mod cursor;
pub mod diagnostic;
pub mod direction;
mod extended;
mod fixes;
mod foreign;
pub mod letters;
pub mod line;
mod mend;
pub mod names;
pub mod numbers;
mod single;
mod strides;
mod surface;
mod translate;
mod writing;
mod wrong_dialect;
mod xbetza;

use betza_ir::Piece;
pub use diagnostic::{Code, Diagnostic, Severity};
pub use fixes::{Fix, fixes};
use std::fmt;
use std::str::FromStr;
pub use translate::translate;
use xbetza::Flavor;

/// A notation. A string is always read in one named dialect: the same letter means different things in different ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Dialect {
    /// Classic "funny notation" (Overby's page).
    Betza,
    /// Extended Betza notation (Muller's page).
    Extended,
    /// Betza Extended Notation (Howe).
    Bex,
    /// The Betza 2.0 quick reference (Muller).
    Betza2,
    /// The notation of the Interactive Diagram and of XBoard's `piece` command.
    Xbetza,
    /// The notation in Fairy-Stockfish's `variants.ini`.
    Fsf,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Dialect; 6] =
        [Dialect::Betza, Dialect::Extended, Dialect::Bex, Dialect::Betza2, Dialect::Xbetza, Dialect::Fsf];

    /// The id used on command lines and in files.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Dialect::Betza => "betza",
            Dialect::Extended => "extended",
            Dialect::Bex => "bex",
            Dialect::Betza2 => "betza2",
            Dialect::Xbetza => "xbetza",
            Dialect::Fsf => "fsf",
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// A text that names no dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownDialect(pub String);

impl fmt::Display for UnknownDialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ids = Dialect::ALL.map(Dialect::id).join(", ");
        write!(f, "'{}' is no dialect: it is one of {ids}", self.0)
    }
}

impl std::error::Error for UnknownDialect {}

impl FromStr for Dialect {
    type Err = UnknownDialect;
    fn from_str(text: &str) -> Result<Dialect, UnknownDialect> {
        Dialect::ALL.into_iter().find(|d| d.id() == text).ok_or_else(|| UnknownDialect(text.to_owned()))
    }
}

/// A notation that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// What it means.
    pub piece: Piece,
    /// Warnings about text that may mean something else to its author.
    pub warnings: Vec<Diagnostic>,
}

/// The longest notation that is read, in bytes.
pub const LENGTH_LIMIT: usize = 4096;

/// Reads a notation.
///
/// # Errors
/// All errors and warnings found, at least one of them an error.
pub fn read(text: &str, dialect: Dialect) -> Result<Reading, Vec<Diagnostic>> {
    if text.len() > LENGTH_LIMIT {
        return Err(vec![Diagnostic::error(
            Code::TooLarge,
            LENGTH_LIMIT..text.len(),
            format!("the notation has {} bytes, the limit is {LENGTH_LIMIT}", text.len()),
            "split it into pieces",
        )]);
    }
    let reads = |other| read_as(text, other).is_ok();
    let mut reading = read_as(text, dialect).map_err(|found| wrong_dialect::named(text, dialect, found))?;
    if let Some(warning) = wrong_dialect::warning(text, dialect, &reads) {
        // What does nothing here has a meaning there, and is not to be removed.
        reading.warnings.retain(|w| w.code != Code::NoEffect || w.span != warning.span);
        reading.warnings.push(warning);
    }
    Ok(reading)
}

/// Reads a notation, whatever dialect it may be from.
fn read_as(text: &str, dialect: Dialect) -> Result<Reading, Vec<Diagnostic>> {
    let reading = match dialect {
        Dialect::Betza => betza::read(text),
        Dialect::Extended => extended::read(text),
        Dialect::Bex => return bex::read(text).map_err(|found| mend::mended(text, dialect, found)),
        Dialect::Betza2 => betza2::read(text),
        Dialect::Xbetza => xbetza::read(text, Flavor::Xbetza),
        Dialect::Fsf => xbetza::fsf::read(text),
    };
    reading.map_err(|found| mend::mended(text, dialect, foreign::name_exotics(text, dialect, found)))
}

/// Writes a piece in a dialect. Reading the result in that dialect gives the same IR.
///
/// # Errors
/// A [`Code::CannotSay`] diagnostic that names what the dialect cannot express; its span is empty.
pub fn write(piece: &Piece, dialect: Dialect) -> Result<String, Diagnostic> {
    let text = match dialect {
        Dialect::Betza => betza::write(piece),
        Dialect::Extended => extended::write(piece),
        Dialect::Bex => bex::write(piece),
        Dialect::Betza2 => betza2::write(piece),
        Dialect::Xbetza => xbetza::write(piece, Flavor::Xbetza),
        Dialect::Fsf => xbetza::write(piece, Flavor::Fsf),
    }?;
    writing::checked(text, piece, dialect)
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
