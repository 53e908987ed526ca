//! Files of games in PGN, of any variant.
//!
//! A [`Reader`] reads a file game by game and plays each. It never holds more of the file than a line, a comment or a
//! game. As an
//! iterator it gives a [`GameRecord`] a game:
//!
//! ```
//! use betza::pgn::Reader;
//!
//! let text = "[Event \"?\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 {a pawn} Qxd5 (2... c6) 3. P@d4 *\n";
//! for game in Reader::new(text.as_bytes()) {
//!     let game = game?;
//!     assert!(game.faults.is_empty());
//!     assert_eq!(game.line.plies.len(), 5);
//!     assert_eq!(game.line.plies[2].comments, ["a pawn"]);
//! }
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! A [`Visitor`] is told what a game consists of while it is played, and nothing is kept. [`Events`] only cuts the
//! text into
//! its parts. [`write()`] writes games in the export format, in any style of moves.
//!
//! # What is read
//!
//! - The game is that of the tag `Variant`, by the names that programs write ([`Games`]); without the tag it is that
//!   of `GameType` (PDN: `20` is international draughts), or else chess.
//!   The tag `FEN` has the start position, whatever `SetUp` says.
//! - Moves may be in any style ([`crate::Position::read_move`]); `--` and `Z0` are null moves. Move numbers are not
//!   compared.
//! - A line that is not UTF-8 is read as Latin-1. A byte order mark, CRLF and lines that begin with `%` are passed
//!   over.
//! - A game begins with its tags. Where a game has no result, the next one begins at a tag at the start of a line.
//!   Inside of a
//!   comment or of tags it does so at a line `[Event ...` behind a blank line.
//!
//! What is wrong is a [`Fault`] of the game, with its place. A game goes on after it: moves behind an illegal one are
//! kept as
//! texts that were not played.

mod draughts;
mod events;
mod fault;
mod games;
mod lines;
pub(crate) mod parts;
mod reader;
mod record;
pub(crate) mod source;
mod writer;

pub use events::{Claimed, Event, Events};
pub use fault::{Fault, Place};
pub use games::Games;
pub(crate) use lines::Lines;
pub use reader::{Reader, Visitor};
pub use record::{GameRecord, Line, Ply};
pub use source::Source;
pub(crate) use source::{fault_of, played_as};
pub use writer::write;
pub(crate) use writer::{Wrapped, write_tag};
