//! Games as data.
//!
//! A game is one file: the native TOML (FORMAT.md), which [`read_toml`] makes a [`betza_game::variant::Variant`] of.
//! The files in games/ are built in, by name and by alias ([`find`]). Nothing here knows how pieces move: their
//! notations are read by `betza_notation`.

#![forbid(unsafe_code)]

mod builtin;
mod castling;
pub mod exchange;
mod game;
mod idle;
mod ini;
pub mod keys;
mod node;
pub mod outline;
mod piece;
mod placing;
pub mod problem;
mod reached;
pub mod region;
mod results;
pub mod rulebook;
mod rules;
mod section;
mod stuck;
mod writer;

pub use builtin::{FindError, find, names};
pub use game::{Loaded, read_toml};
pub use ini::{IniFile, check_ini, ini_sections, read_ini};
pub use writer::write_toml;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
