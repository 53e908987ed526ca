//! Chess variants for engines, GUIs and servers: any game whose pieces are given by notation.
//!
//! ```
//! let game = betza::Game::builtin("capablanca")?;
//! let mut position = game.start();
//! for m in position.legal_moves() {
//!     println!("{}", position.text(m, betza::Style::Uci));
//! }
//! position.play(position.read_move("e2e4")?)?;
//! assert_eq!(position.turn(), betza::Side::Black);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - A [`Game`] is one of the built-in games, or is read from TOML or from Fairy-Stockfish's `variants.ini`. It is
//!   compiled once; clones share it.
//! - A [`Position`] belongs to a game and knows the moves that led to it. It lists, tests, writes, reads, plays and
//!   takes back moves.
//! - A [`Deal`] is what a referee knows of covered pieces.
//! - A [`Piece`] is a notation by itself: its moves, its English, its picture, and its tables ([`Attacks`]) for engines
//!   with bitboards of their own.
//!
//! Boards have up to 36 files and 36 ranks; no type here depends on their size. Everything is owned, `Send` and `Sync`.
//!
//! # Errors
//!
//! Nothing here panics, whatever is given. A function with a [`Result`] gives an error, whose `code()` is stable and
//! whose text says what is wrong and what to do. A function without one gives an empty answer (`""`, `false`, no
//! squares) to a move that is not legal in the position, to a square off the board, and to a slice that is too short.
//!
//! # Below
//!
//! [`movegen`] is the generator itself, generic over the width of its bitboards, for engines that search.
//! [`with_width!`] leads from here into such code.

#![forbid(unsafe_code)]

mod attacks;
pub mod bughouse;
mod cache;
mod changes;
mod check;
mod deal;
mod error;
mod fog;
mod game;
pub mod kifu;
mod kind;
mod lenient;
pub mod pgn;
mod piece;
mod places;
mod position;
mod reach;
pub mod readings;
mod record;
mod refusal;
mod svg;
mod text;
pub mod wxf;

pub use attacks::{Asked, Attacks, Mobility};
pub use betza_game::variant::{Counted, KindId};
pub use betza_ir::geometry::{Side, Square};
pub use betza_movegen as movegen;
pub use betza_movegen::moves::{Move, MoveType};
pub use betza_movegen::{Outcome, Reason};
pub use betza_notation::{Code, Diagnostic, Dialect, Fix, Severity, fixes};
pub use cache::TableCache;
pub use changes::Change;
pub use check::{CheckLimits, Checked, CheckedSection, Finding, PlayCost, Summary, check_ini};
pub use deal::Deal;
pub use error::{
    CompileError, DealError, IllegalMove, LoadError, MoveTextError, NotationError, PositionError, SquareError,
};
pub use game::Game;
pub use kind::KindInfo;
pub use piece::{Men, Piece, PieceMove};
pub use places::Places;
pub use position::{Played, Position};
pub use reach::Premove;
pub use text::{Style, style_name, style_named, style_names};

/// The program in the README runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// So do those in the pages about it.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Workspace;

#[cfg(doctest)]
#[doc = include_str!("../../docs/first-variant.md")]
struct FirstVariant;

#[cfg(doctest)]
#[doc = include_str!("../../docs/engine.md")]
struct Engine;

#[cfg(doctest)]
#[doc = include_str!("../../docs/linking.md")]
struct Linking;

/// Runs code that is generic over the width on the game, or on the game and the position, inside a [`Game`] and a
/// [`Position`]. The code is compiled once for each of the five widths.
///
/// ```
/// use betza::movegen::game::Game;
/// use betza::movegen::position::Position;
///
/// fn squares<const N: usize>(game: &Game<N>) -> u32 {
///     game.board().count()
/// }
///
/// fn mobility<const N: usize>(game: &Game<N>, position: &Position<N>) -> u64 {
///     game.count_moves(position)
/// }
///
/// let game = betza::Game::builtin("shogi")?;
/// let position = game.start();
/// assert_eq!(betza::with_width!(game, |game| squares(game)), 81);
/// assert_eq!(betza::with_width!(game, position, |game, position| mobility(game, position)), 30);
/// # Ok::<(), betza::LoadError>(())
/// ```
///
/// # Panics
/// If the position is of a game with a board of another width.
#[macro_export]
macro_rules! with_width {
    ($game:expr, |$g:ident| $body:expr) => {
        $crate::movegen::with_width!($crate::Game::any(&$game), |$g| $body)
    };
    ($game:expr, $position:expr, |$g:ident, $p:ident| $body:expr) => {
        $crate::movegen::with_width!($crate::Game::any(&$game), $crate::Position::any(&$position), |$g, $p| $body)
    };
}
