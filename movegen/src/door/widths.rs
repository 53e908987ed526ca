//! The widths of boards: all that is written once for each of them stands in this file.
//!
//! In WebAssembly, which is loaded from afar, boards of three words have four: each width takes a sixth of its bytes.

use crate::compile::error::CompileError;
use crate::compile::game::{Entries, Game};
use crate::compile::processor::Processor;
use crate::generate::legal::{count_moves, list_moves};
use crate::generate::single::has_move;
use crate::play::line::Line;
#[cfg(doc)]
use crate::play::past::Past;
use crate::position::board::Position;
use crate::position::list::{Gen, Listed};
use crate::position::moves::Move;
use crate::position::undo::Undo;
use crate::units::SQUARE_LIMIT;
use betza_game::setup::Setup;
use betza_game::variant::Variant;
use betza_ir::bitboard::{LARGE, words};

/// A game of any width.
#[allow(clippy::large_enum_variant, reason = "there are few games, and each is large")]
pub enum AnyGame {
    /// At most 64 squares.
    One(Game<1>),
    /// At most 128 squares.
    Two(Game<2>),
    /// At most 192 squares.
    #[cfg(not(target_family = "wasm"))]
    Three(Game<3>),
    /// At most 256 squares.
    Four(Game<4>),
    /// More than 256 squares.
    Large(Game<LARGE>),
}

/// A position of a game of any width.
///
/// PERF: each width is in memory of its own, so that a copy copies no more than the board needs: 3 kB for 64 squares,
/// 10 kB for 256, and several 100 kB for large boards.
#[derive(Clone, PartialEq, Eq)]
pub enum AnyPosition {
    /// At most 64 squares.
    One(Box<Position<1>>),
    /// At most 128 squares.
    Two(Box<Position<2>>),
    /// At most 192 squares.
    #[cfg(not(target_family = "wasm"))]
    Three(Box<Position<3>>),
    /// At most 256 squares.
    Four(Box<Position<4>>),
    /// More than 256 squares.
    Large(Box<Position<LARGE>>),
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
    #[cfg(not(target_family = "wasm"))]
    Three(Undo<3>),
    /// At most 256 squares.
    Four(Undo<4>),
    /// More than 256 squares.
    Large(Undo<LARGE>),
}

/// What is kept beside a position of any width: what was played to come to it, and its legal moves once they are
/// listed.
#[derive(Clone)]
pub enum AnyLine {
    /// At most 64 squares.
    One(Line<1>),
    /// At most 128 squares.
    Two(Line<2>),
    /// At most 192 squares.
    #[cfg(not(target_family = "wasm"))]
    Three(Line<3>),
    /// At most 256 squares.
    Four(Line<4>),
    /// More than 256 squares.
    Large(Line<LARGE>),
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
            #[cfg(not(target_family = "wasm"))]
            $crate::door::AnyGame::Three($g) => $body,
            $crate::door::AnyGame::Four($g) => $body,
            $crate::door::AnyGame::Large($g) => $body,
        }
    };
    ($game:expr, $position:expr, |$g:ident, $p:ident| $body:expr) => {
        match ($game, $position) {
            ($crate::door::AnyGame::One($g), $crate::door::AnyPosition::One($p)) => $body,
            ($crate::door::AnyGame::Two($g), $crate::door::AnyPosition::Two($p)) => $body,
            #[cfg(not(target_family = "wasm"))]
            ($crate::door::AnyGame::Three($g), $crate::door::AnyPosition::Three($p)) => $body,
            ($crate::door::AnyGame::Four($g), $crate::door::AnyPosition::Four($p)) => $body,
            ($crate::door::AnyGame::Large($g), $crate::door::AnyPosition::Large($p)) => $body,
            _ => $crate::door::differ(),
        }
    };
}

/// Runs code on what is inside an enum of the widths.
macro_rules! inside {
    ($any:ident, $value:expr, |$inner:ident| $body:expr) => {
        match $value {
            $any::One($inner) => $body,
            $any::Two($inner) => $body,
            #[cfg(not(target_family = "wasm"))]
            $any::Three($inner) => $body,
            $any::Four($inner) => $body,
            $any::Large($inner) => $body,
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
    ($($(#[$on:meta])? $name:ident: $width:tt),*) => {
        $(
            $(#[$on])?
            impl From<Game<$width>> for AnyGame {
                fn from(game: Game<$width>) -> AnyGame {
                    AnyGame::$name(game)
                }
            }

            $(#[$on])?
            impl From<Position<$width>> for AnyPosition {
                fn from(position: Position<$width>) -> AnyPosition {
                    AnyPosition::$name(Box::new(position))
                }
            }

            $(#[$on])?
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
                    $($(#[$on])? $width => Game::<$width>::compile(processor, entries(), variant, start, seed).map(AnyGame::$name),)*
                    _ => Err(CompileError::Width { squares: variant.board.area(), limit: SQUARE_LIMIT }),
                }
            }

            /// Returns the line of a position that is set up: nothing was played.
            #[must_use]
            pub fn new_line(&self) -> AnyLine {
                match self {
                    $($(#[$on])? AnyGame::$name(_) => AnyLine::$name(Line::default()),)*
                }
            }

            /// Returns the legal moves of a position, which are listed once.
            pub fn listed<'l>(&self, position: &AnyPosition, line: &'l AnyLine) -> &'l Listed {
                match (self, position, line) {
                    $($(#[$on])? (AnyGame::$name(game), AnyPosition::$name(position), AnyLine::$name(line)) => {
                        line.listed(|list| list_moves(game, position, Gen::All, list))
                    })*
                    _ => differ(),
                }
            }

            /// Plays the null move: [`Game::play_null`].
            pub fn play_null(&self, position: &mut AnyPosition, line: &mut AnyLine) {
                match (self, position, line) {
                    $($(#[$on])? (AnyGame::$name(game), AnyPosition::$name(position), AnyLine::$name(line)) => {
                        game.play_null(position, line);
                    })*
                    _ => differ(),
                }
            }

            /// Returns the position before the last plies: [`Game::before`].
            #[must_use]
            pub fn before(&self, position: &AnyPosition, line: &AnyLine, plies: usize) -> AnyPosition {
                match (self, position, line) {
                    $($(#[$on])? (AnyGame::$name(game), AnyPosition::$name(position), AnyLine::$name(line)) => {
                        game.before(position, line.past(), plies).into()
                    })*
                    _ => differ(),
                }
            }

            /// Returns whether the moves played may decide that the game is over: [`Game::past_matters`].
            #[must_use]
            pub fn past_matters(&self, position: &AnyPosition, line: &AnyLine) -> bool {
                match (self, position, line) {
                    $($(#[$on])? (AnyGame::$name(game), AnyPosition::$name(position), AnyLine::$name(line)) => {
                        game.past_matters(position, line.past())
                    })*
                    _ => differ(),
                }
            }

            /// Unmakes the move that was made last: [`Game::unmake`].
            pub fn unmake(&self, position: &mut AnyPosition, undo: AnyUndo) {
                match (self, position, undo) {
                    $($(#[$on])? (AnyGame::$name(game), AnyPosition::$name(position), AnyUndo::$name(undo)) => {
                        game.unmake(position, undo);
                    })*
                    _ => differ(),
                }
            }
        }
    };
}

/// Defines a function that calls the same on the game inside, with its position and line.
///
/// PERF: boards of one word are told first, and the others in a function of their own: a jump by the width, as a
/// `match` of five arms has it, took a tenth of playing a move of chess and taking it back.
macro_rules! narrow_first {
    ($(#[$attribute:meta])* $function:ident, $wider:ident, ($($argument:ident: $type:ty),*) -> $result:ty) => {
        $(#[$attribute])*
        pub fn $function(&self, position: &mut AnyPosition, line: &mut AnyLine $(, $argument: $type)*) -> $result {
            if let (AnyGame::One(game), AnyPosition::One(position), AnyLine::One(line)) =
                (self, &mut *position, &mut *line)
            {
                return game.$function(position, line $(, $argument)*);
            }
            self.$wider(position, line $(, $argument)*)
        }

        #[inline(never)]
        fn $wider(&self, position: &mut AnyPosition, line: &mut AnyLine $(, $argument: $type)*) -> $result {
            match (self, position, line) {
                (AnyGame::Two(game), AnyPosition::Two(position), AnyLine::Two(line)) => {
                    game.$function(position, line $(, $argument)*)
                }
                #[cfg(not(target_family = "wasm"))]
                (AnyGame::Three(game), AnyPosition::Three(position), AnyLine::Three(line)) => {
                    game.$function(position, line $(, $argument)*)
                }
                (AnyGame::Four(game), AnyPosition::Four(position), AnyLine::Four(line)) => {
                    game.$function(position, line $(, $argument)*)
                }
                (AnyGame::Large(game), AnyPosition::Large(position), AnyLine::Large(line)) => {
                    game.$function(position, line $(, $argument)*)
                }
                _ => differ(),
            }
        }
    };
}

impl AnyGame {
    /// Compiles a game for the width of large boards.
    pub(super) fn large(
        processor: Processor,
        variant: &Variant,
        start: &Setup,
        seed: u64,
    ) -> Result<AnyGame, CompileError> {
        Game::<LARGE>::compile(processor, entries(), variant, start, seed).map(AnyGame::Large)
    }

    narrow_first! {
        /// Plays a move, which may be any value, if it is legal. Returns whether it is: [`Game::play`].
        play, play_wider, (m: Move) -> bool
    }

    narrow_first! {
        /// Plays a legal move: [`Game::play_legal`].
        play_legal, play_legal_wider, (m: Move) -> ()
    }

    narrow_first! {
        /// Takes back what was played last: [`Game::undo`].
        undo, undo_wider, () -> Option<Option<Move>>
    }
}

impl AnyLine {
    /// Returns the number of plies.
    #[must_use]
    pub fn plies(&self) -> usize {
        inside!(AnyLine, self, |line| line.past().plies())
    }

    /// Returns the last moves: [`Past::moves`].
    #[must_use]
    pub fn moves(&self, plies: usize) -> Vec<Option<Move>> {
        inside!(AnyLine, self, |line| line.past().moves(plies))
    }

    /// Returns the legal moves if they were listed: [`Line::known`].
    #[must_use]
    pub fn known(&self) -> Option<&Listed> {
        inside!(AnyLine, self, |line| line.known())
    }

    /// Returns how many of the first plies were not taken back: [`Line::fewest`].
    #[must_use]
    pub fn fewest(&self) -> usize {
        inside!(AnyLine, self, |line| line.fewest())
    }

    /// Begins to note how many plies are not taken back: [`Line::note_plies`].
    pub fn note_plies(&self) {
        inside!(AnyLine, self, |line| line.note_plies());
    }
}

widths!(One: 1, Two: 2, #[cfg(not(target_family = "wasm"))] Three: 3, Four: 4, Large: LARGE);

/// Returns the generator's functions for a width.
fn entries<const N: usize>() -> Entries<N> {
    Entries { list: list_moves, count: count_moves, has: has_move }
}
