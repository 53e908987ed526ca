//! The keys of game files: a table for each table of the format, with each key's type, default and meaning.
//!
//! The reader and the writer work by it, the lists of FORMAT.md are made of it, rules in English take its sentences,
//! and editors are told of it.

#[cfg(test)]
mod document;
mod editors;
mod ends;
mod game;
mod placing;
mod results;
mod rules;
mod table;
pub mod words;

pub(crate) use editors::entry;
pub use editors::{Key, Values, of_ini, of_toml, toml_tables, values_of_toml};
pub use ends::{ENDS, WHENS, When};
pub use game::{DROP, FORCED_ON, GAME, INSIDE, PIECE, PROMOTION, SIDES};
pub use placing::{ENTERING, WALLING};
pub use results::{CHASE, COUNTING, MATERIAL, RESULTS, SHAK};
pub use rules::{AFTERMATH, BLAST, CASTLING, EN_PASSANT, GATING, HANDS, ROYALTY, SERIES, TRADING};
pub use table::{Entry, Fallback, Table, Type};
