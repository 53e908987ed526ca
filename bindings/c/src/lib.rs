//! The C interface of `betza`: what `include/betza.h` declares. That header is made from this crate, and the
//! documentation of its functions is what stands here.
//!
//! - `handle.rs`: handles, which are found out when they are freed, foreign or null.
//! - `error.rs`: status codes and errors; every function's body runs in `error::run`, so that no panic leaves it.
//! - `text.rs`: strings that come in and go out.
//! - `piece.rs`, `tables.rs`: pieces and their tables, for engines with bitboards of their own; `cache.rs`: tables that
//!   are kept; `lookup.rs`: tables that are asked without checks.
//! - `game.rs`, `position.rs`, `moves.rs`, `outcome.rs`: whole games.
//! - `version.rs`: what a program asks first.

mod cache;
mod error;
mod game;
mod handle;
mod lookup;
mod moves;
mod outcome;
mod piece;
mod position;
mod tables;
mod text;
mod version;

pub use cache::*;
pub use error::*;
pub use game::*;
pub use lookup::*;
pub use moves::*;
pub use outcome::*;
pub use piece::*;
pub use position::*;
pub use tables::*;
pub use text::BETZA_NUL;
pub use version::*;
