//! `IR x board x side -> tables`: what the walk says, fast.
//!
//! A [`Lowering`] compiles pieces for one board. Each move becomes either part of a [`MoveTable`], if its paths are fixed and open or shut
//! by occupancy alone, or a chain. What is told apart is only what the IR says; no piece has a name here.
//!
//! - A [`MoveTable`] has a [`Reach`]: from a square and the occupied squares to the squares where paths end. The caller masks them by
//!   the table's [`Modes`]. All leaps with one modality fold into one table, and so do all slides, all hops and so on.
//! - Tables of equal content are kept once in a `Lowering` and shared by every piece, side and direction of asking.

mod classify;
mod fixed;
pub mod rays;
pub mod reach;
#[cfg(test)]
mod tests;

use crate::bitboard::Bitboard;
use crate::geometry::{Board, Side, Square};
use crate::ir::{Condition, Landing, Modes, Move, Piece, Victims};
use classify::{FixedPath, Shared};
pub use reach::{Lookup, Path, Reach};
use std::collections::BTreeMap;

/// Why a piece cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LowerError {
    /// The board has more squares than the bitboards hold.
    Board {
        /// The board's squares, holes included.
        given: usize,
        /// What the bitboards hold.
        limit: usize,
    },
    /// Not compiled yet: chains.
    Chain,
}

impl std::fmt::Display for LowerError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LowerError::Board { given, limit } => {
                write!(f, "a board of {given} squares does not fit bitboards of {limit}")
            }
            LowerError::Chain => f.write_str("chains are not compiled yet"),
        }
    }
}

impl std::error::Error for LowerError {}

/// The moves of one piece of one side on one board.
#[derive(Clone, Debug, Default)]
pub struct PieceTables<const N: usize> {
    /// The moves along fixed paths. Two parts may lead to the same square: unite what they give before counting (SEMANTICS M7). No
    /// part leads to the square where the mover stands.
    pub parts: Vec<MoveTable<N>>,
    /// Turn passes along fixed paths (SEMANTICS M8): what leads from a square to itself, and nowhere else.
    pub passes: Vec<MoveTable<N>>,
}

/// Fixed paths with one modality and one kind of lookup.
#[derive(Clone, Debug)]
pub struct MoveTable<const N: usize> {
    /// What the end of a path may hold.
    pub modes: Modes,
    /// Which pieces may be captured there.
    pub victims: Victims,
    /// What must hold of the mover.
    pub condition: Condition,
    /// The squares passed are open to en passant capture: [`MoveTable::passed`].
    pub leaves_en_passant: bool,
    /// Where paths lead.
    pub reach: Reach<N>,
    passed: Vec<(Square, Square, Bitboard<N>)>,
}

impl<const N: usize> MoveTable<N> {
    /// The squares that a move leaves open to en passant capture.
    #[must_use]
    pub fn passed(&self, from: Square, to: Square) -> Bitboard<N> {
        let found = self.passed.binary_search_by_key(&(from, to), |p| (p.0, p.1));
        found.map_or(Bitboard::EMPTY, |i| self.passed[i].2)
    }
}

/// Compiles pieces for one board; equal tables are kept once.
#[derive(Debug)]
pub struct Lowering<const N: usize> {
    board: Board,
    shared: Shared<N>,
}

/// What two moves must agree on to share a table.
type Modality = (u8, u8, u8, bool, bool);

impl<const N: usize> Lowering<N> {
    /// A compiler for this board.
    ///
    /// # Errors
    /// [`LowerError::Board`] if `N` words do not hold the board's squares.
    pub fn new(board: &Board) -> Result<Lowering<N>, LowerError> {
        if board.area() > 64 * N {
            return Err(LowerError::Board { given: board.area(), limit: 64 * N });
        }
        Ok(Lowering { board: board.clone(), shared: Shared::default() })
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The tables of a piece of this side.
    ///
    /// # Errors
    /// [`LowerError`] where a limit is exceeded.
    pub fn piece(&mut self, piece: &Piece, side: Side) -> Result<PieceTables<N>, LowerError> {
        let mut modalities: BTreeMap<Modality, Vec<Vec<FixedPath<N>>>> = BTreeMap::new();
        for m in &piece.moves {
            let fixed = fixed::paths(m, &self.board, side).ok_or(LowerError::Chain)?;
            for (landing, components) in fixed {
                for component in components {
                    let (home, away): (Vec<_>, Vec<_>) = component.into_iter().partition(|p| p.from == p.to);
                    for (is_pass, paths) in [(false, away), (true, home)] {
                        if !paths.is_empty() {
                            modalities.entry(modality(m, landing, is_pass)).or_default().push(paths);
                        }
                    }
                }
            }
        }
        let mut tables = PieceTables { parts: Vec::new(), passes: Vec::new() };
        for ((modes, victims, condition, leaves_en_passant, is_pass), components) in modalities {
            for (_, reach) in classify::reaches(components, self.board.area(), &mut self.shared) {
                let table = MoveTable {
                    modes: Modes::from_bits_retain(modes),
                    victims: Victims::from_bits_retain(victims),
                    condition: Condition::from_bits_retain(condition),
                    leaves_en_passant,
                    reach,
                    passed: Vec::new(),
                };
                if is_pass { tables.passes.push(table) } else { tables.parts.push(table) }
            }
        }
        Ok(tables)
    }
}

fn modality(m: &Move, landing: Landing, is_pass: bool) -> Modality {
    (landing.modes.bits(), landing.victims.bits(), m.condition.bits(), m.leaves_en_passant, is_pass)
}
