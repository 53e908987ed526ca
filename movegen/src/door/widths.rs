//! The widths of boards: all that is written once for each of them stands in this file.

use crate::compile::error::CompileError;
use crate::compile::game::{Entries, Game};
use crate::compile::processor::Processor;
use crate::generate::legal::{count_moves, list_moves};
use crate::play::past::Past;
use crate::position::board::Position;
use crate::position::list::Listed;
use crate::position::moves::Move;
use crate::position::undo::Undo;
use betza_game::setup::Setup;
use betza_game::variant::Variant;
use betza_ir::bitboard::words;
use std::sync::{Arc, OnceLock};

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
#[derive(Clone, Debug)]
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

/// What was played to come to a position of any width.
#[derive(Clone)]
pub enum AnyPast {
    /// At most 64 squares.
    One(Past<1>),
    /// At most 128 squares.
    Two(Past<2>),
    /// At most 192 squares.
    Three(Past<3>),
    /// At most 256 squares.
    Four(Past<4>),
}

/// Runs code on the game or position inside an [`AnyGame`] or
/// [`AnyPosition`]. The code is compiled once for each width.
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

/// Runs code on what is inside an enum of the four widths.
macro_rules! inside {
    ($any:ident, $value:expr, |$inner:ident| $body:expr) => {
        match $value {
            $any::One($inner) => $body,
            $any::Two($inner) => $body,
            $any::Three($inner) => $body,
            $any::Four($inner) => $body,
        }
    };
}
pub(super) use inside;

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

            /// Returns what was played before a position that is set up: nothing.
            #[must_use]
            pub fn no_past(&self) -> AnyPast {
                match self {
                    $(AnyGame::$name(_) => AnyPast::$name(Past::default()),)*
                }
            }

            /// Plays a legal move: [`Game::play`].
            pub fn play(
                &self,
                position: &mut AnyPosition,
                past: &mut AnyPast,
                m: Move,
                listed: OnceLock<Arc<Listed>>,
            ) {
                match (self, position, past) {
                    $((AnyGame::$name(game), AnyPosition::$name(position), AnyPast::$name(past)) => {
                        game.play(position, past, m, listed);
                    })*
                    _ => differ(),
                }
            }

            /// Plays the null move: [`Game::play_null`].
            pub fn play_null(&self, position: &mut AnyPosition, past: &mut AnyPast, listed: OnceLock<Arc<Listed>>) {
                match (self, position, past) {
                    $((AnyGame::$name(game), AnyPosition::$name(position), AnyPast::$name(past)) => {
                        game.play_null(position, past, listed);
                    })*
                    _ => differ(),
                }
            }

            /// Takes back what was played last: [`Game::undo`].
            pub fn undo(
                &self,
                position: &mut AnyPosition,
                past: &mut AnyPast,
                listed: &mut OnceLock<Arc<Listed>>,
            ) -> Option<Option<Move>> {
                match (self, position, past) {
                    $((AnyGame::$name(game), AnyPosition::$name(position), AnyPast::$name(past)) => {
                        game.undo(position, past, listed)
                    })*
                    _ => differ(),
                }
            }

            /// Returns the positions that led to one: [`Game::last_positions`].
            #[must_use]
            pub fn last_positions(&self, position: &AnyPosition, past: &AnyPast, plies: usize) -> Vec<AnyPosition> {
                match (self, position, past) {
                    $((AnyGame::$name(game), AnyPosition::$name(position), AnyPast::$name(past)) => {
                        game.last_positions(position, past, plies).into_iter().map(AnyPosition::$name).collect()
                    })*
                    _ => differ(),
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

impl AnyPast {
    /// Returns the number of plies.
    #[must_use]
    pub fn plies(&self) -> usize {
        inside!(AnyPast, self, |past| past.plies())
    }

    /// Returns the last moves: [`Past::moves`].
    #[must_use]
    pub fn moves(&self, plies: usize) -> Vec<Option<Move>> {
        inside!(AnyPast, self, |past| past.moves(plies))
    }
}

widths!(One: 1, Two: 2, Three: 3, Four: 4);

/// Returns the generator's functions for a width.
fn entries<const N: usize>() -> Entries<N> {
    Entries { list: list_moves, count: count_moves }
}
