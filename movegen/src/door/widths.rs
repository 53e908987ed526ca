//! The widths of boards: all that is written once for each of them stands in this file.

use crate::compile::error::CompileError;
use crate::compile::game::{Entries, Game};
use crate::compile::processor::Processor;
use crate::generate::legal::{count_moves, list_moves};
use crate::position::board::Position;
use crate::position::undo::Undo;
use betza_game::setup::Setup;
use betza_game::variant::Variant;
use betza_ir::bitboard::words;

/// A game of any width.
#[allow(clippy::large_enum_variant, reason = "there are few games, and each is large")]
pub enum AnyGame {
    /// At most 64 squares.
    One(Game<1>),
    /// At most 128 squares.
    Two(Game<2>),
    /// At most 192 squares.
    Three(Game<3>),
    /// At most 256 squares.
    Four(Game<4>),
}

/// A position of a game of any width.
#[derive(Clone, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "positions are flat memory, so that cloning one is a copy")]
pub enum AnyPosition {
    /// At most 64 squares.
    One(Position<1>),
    /// At most 128 squares.
    Two(Position<2>),
    /// At most 192 squares.
    Three(Position<3>),
    /// At most 256 squares.
    Four(Position<4>),
}

/// What unmaking a move needs, in a game of any width.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "it lives on the stack, between making a move and unmaking it")]
pub enum AnyUndo {
    /// At most 64 squares.
    One(Undo<1>),
    /// At most 128 squares.
    Two(Undo<2>),
    /// At most 192 squares.
    Three(Undo<3>),
    /// At most 256 squares.
    Four(Undo<4>),
}

/// Runs code on the game or position inside an [`AnyGame`](crate::door::AnyGame) or
/// [`AnyPosition`](crate::door::AnyPosition). The code is compiled once for each width.
///
/// ```
/// use betza_movegen::game::Game;
/// use betza_movegen::{AnyGame, AnyPosition};
/// use betza_movegen::with_width;
/// use betza_movegen::position::Position;
///
/// fn squares<const N: usize>(game: &Game<N>) -> u32 {
///     game.board().count()
/// }
///
/// fn mobility<const N: usize>(game: &Game<N>, position: &Position<N>) -> usize {
///     game.count_moves(position) as usize
/// }
///
/// fn both(game: &AnyGame, position: &AnyPosition) -> (u32, usize) {
///     let squares = with_width!(game, |game| squares(game));
///     // Panics if the game and the position have different widths.
///     (squares, with_width!(game, position, |game, position| mobility(game, position)))
/// }
/// ```
#[macro_export]
macro_rules! with_width {
    ($game:expr, |$g:ident| $body:expr) => {
        match $game {
            $crate::door::AnyGame::One($g) => $body,
            $crate::door::AnyGame::Two($g) => $body,
            $crate::door::AnyGame::Three($g) => $body,
            $crate::door::AnyGame::Four($g) => $body,
        }
    };
    ($game:expr, $position:expr, |$g:ident, $p:ident| $body:expr) => {
        match ($game, $position) {
            ($crate::door::AnyGame::One($g), $crate::door::AnyPosition::One($p)) => $body,
            ($crate::door::AnyGame::Two($g), $crate::door::AnyPosition::Two($p)) => $body,
            ($crate::door::AnyGame::Three($g), $crate::door::AnyPosition::Three($p)) => $body,
            ($crate::door::AnyGame::Four($g), $crate::door::AnyPosition::Four($p)) => $body,
            _ => $crate::door::differ(),
        }
    };
}

/// Panics: a position came with a game of another width.
#[doc(hidden)]
#[cold]
pub fn differ() -> ! {
    panic!("the position is not one of this game: their boards have different widths")
}

/// Converts the types of one width into the types for all.
macro_rules! widths {
    ($($name:ident: $width:literal),*) => {
        $(
            impl From<Game<$width>> for AnyGame {
                fn from(game: Game<$width>) -> AnyGame {
                    AnyGame::$name(game)
                }
            }

            impl From<Position<$width>> for AnyPosition {
                fn from(position: Position<$width>) -> AnyPosition {
                    AnyPosition::$name(position)
                }
            }

            impl From<Undo<$width>> for AnyUndo {
                fn from(undo: Undo<$width>) -> AnyUndo {
                    AnyUndo::$name(undo)
                }
            }
        )*

        impl AnyGame {
            /// Compiles a game for the width of its board.
            pub(super) fn of_its_width(
                processor: Processor,
                variant: &Variant,
                start: &Setup,
                seed: u64,
            ) -> Result<AnyGame, CompileError> {
                match words(&variant.board) {
                    $($width => Game::<$width>::compile(processor, entries(), variant, start, seed).map(AnyGame::$name),)*
                    words => Err(CompileError::Width { squares: variant.board.area(), limit: 64 * (words - 1) }),
                }
            }

            /// Unmakes the move that was made last: [`Game::unmake`].
            pub fn unmake(&self, position: &mut AnyPosition, undo: AnyUndo) {
                match (self, position, undo) {
                    $((AnyGame::$name(game), AnyPosition::$name(position), AnyUndo::$name(undo)) => {
                        game.unmake(position, undo);
                    })*
                    _ => differ(),
                }
            }
        }
    };
}

widths!(One: 1, Two: 2, Three: 3, Four: 4);

/// Returns the generator's functions for a width.
fn entries<const N: usize>() -> Entries<N> {
    Entries { list: list_moves, count: count_moves }
}

/// Runs code on the position inside.
macro_rules! inside {
    ($position:expr, |$p:ident| $body:expr) => {
        match $position {
            AnyPosition::One($p) => $body,
            AnyPosition::Two($p) => $body,
            AnyPosition::Three($p) => $body,
            AnyPosition::Four($p) => $body,
        }
    };
}
pub(super) use inside;
