//! Lowering: `IR x board x side -> tables`. The tables give the same moves as the walk, and fast.
//!
//! A [`Lowering`] compiles pieces for one board. A move becomes part of a [`MoveTable`] if its paths are fixed, open by
//! occupancy alone, and not too many. Every other move becomes a [`ChainTable`]. The choice follows from the properties
//! of the IR. On large boards, of more than 256 squares, every move is a [`ChainTable`]: a set of squares for each
//! square would take 200 kB there, and a game has hundreds of pieces.
//!
//! - A [`MoveTable`] has a [`Reach`], which leads from a square and an occupancy to the squares where paths end. The
//!   caller masks these by the table's [`Modes`]. All leaps of a piece with the same modes share one table, and so do
//!   all slides, all hops and so on ([`Lookup`] lists the kinds). [`Reach::sources`] looks up the other way, from
//!   destination to origins, for asymmetric pieces too.
//! - A [`ChainTable`] is a small program that is run from any origin. It gives [`ChainMoves`]: sets of destinations,
//!   grouped by the side effects of the moves. [`ChainTable::may_capture_from`] is an upper bound of the squares from
//!   which a capture could come; generating the moves tells which of them do.
//! - A `Lowering` keeps equal tables once. Pieces, sides and both directions of lookup share them.
//!
//! A move is first flattened into a program (`program.rs`). One machine (`machine.rs`) runs programs over two kinds of
//! board: one whose occupancy is unknown, which gives the fixed paths (`fixed.rs`), and a position, which gives moves
//! (`chain.rs`). `bounds.rs` explores a program over all positions at once, for upper bounds.

mod bounds;
mod chain;
mod classify;
mod coords;
mod effect;
mod effort;
mod ends;
mod error;
mod fixed;
mod lame;
mod lists;
mod machine;
mod moves;
mod narrow;
mod piece;
mod plain;
mod program;
pub mod rays;
pub mod reach;
mod report;
mod ride;
mod square_sets;
mod stopwatch;
#[cfg(test)]
mod tests;
mod two_legs;

use betza_ir::bitboard::{Bitboard, LARGE, is_large};
use betza_ir::geometry::{Board, Side, Square};
use betza_ir::hash::QuickMap;
use betza_ir::sorted::{self, ListMap};
use betza_ir::{Condition, Landing, Modes, Move, Piece, Victims};
pub use chain::{ChainScratch, ChainTable, Kinds, STEP_LIMIT, View};
use classify::{Component, Shared};
use effort::Effort;
pub use ends::End;
pub use error::{ChainError, LowerError};
use fixed::Ended;
pub use moves::{ChainMoves, MoveGroup};
pub use piece::{MoveTable, PieceTables};
use plain::PlainLeg;
use program::Program;
pub use program::{MAX_NESTING, MAX_OPS};
pub use reach::{Lookup, Path, Reach};
pub use report::TableReport;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use stopwatch::Stopwatch;
use two_legs::TwoLegs;

/// Compiles pieces for one board; equal tables are kept once.
#[derive(Debug)]
pub struct Lowering<const N: usize> {
    board: Arc<Board>,
    shared: Shared<N>,
    counts_paths: bool,
    /// What the piece may still cost that is being compiled.
    effort: Effort,
    /// What has been compiled, by the moves in the frame of White's board. Pieces that move alike, and both sides of a
    /// piece that moves alike ahead and back, are compiled once.
    known: QuickMap<Vec<Move>, PieceTables<N>>,
    /// The fixed paths of moves with one first course; `None` if there are too many.
    fixed: QuickMap<Move, Option<FixedParts<N>>>,
}

/// Fixed paths of one move with one landing.
#[derive(Debug)]
struct FixedPart<const N: usize> {
    landing: Landing,
    /// The paths lead back to the origin.
    is_pass: bool,
    component: Component<N>,
    /// The number of paths.
    count: usize,
    /// What the paths pass, if the move leaves en-passant rights.
    passed: Vec<Passed>,
}

type FixedParts<const N: usize> = Arc<[FixedPart<N>]>;

/// From, to, and the squares passed.
type Passed = (Square, Square, Vec<Square>);

/// What two moves must have in common to share a table: modes, victims, condition, en passant, and whether they are
/// turn passes.
type TableKey = (u8, u8, u8, bool, bool);

/// Lowering of pieces for one of the five widths of boards. It is compiled with this crate, and not again in every
/// crate that lowers pieces.
pub trait LowersPieces<const N: usize>: sealed::Sealed {
    /// Returns the tables of a piece of this side.
    ///
    /// # Errors
    /// [`LowerError`] where a limit is exceeded.
    fn piece(&mut self, piece: &Piece, side: Side) -> Result<PieceTables<N>, LowerError>;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! lowers_pieces {
    ($($words:tt)*) => {
        $(
            impl sealed::Sealed for Lowering<$words> {}

            impl LowersPieces<$words> for Lowering<$words> {
                #[inline(never)]
                fn piece(&mut self, piece: &Piece, side: Side) -> Result<PieceTables<$words>, LowerError> {
                    self.lower(piece, side)
                }
            }
        )*
    };
}

lowers_pieces!(1 2 3 4 LARGE);

impl<const N: usize> Lowering<N> {
    /// Returns a compiler for this board.
    ///
    /// # Errors
    /// [`LowerError::Board`] if `N` words do not hold the board's squares.
    pub fn new(board: &Board) -> Result<Lowering<N>, LowerError> {
        const { assert!(0 < N && (!is_large(N) || N == LARGE), "these are the widths of `words`") }
        if board.area() > 64 * N {
            return Err(LowerError::Board { given: board.area(), limit: 64 * N });
        }
        Ok(Lowering {
            board: Arc::new(board.clone()),
            shared: Shared::default(),
            counts_paths: false,
            effort: Effort::ONE_PIECE,
            known: QuickMap::default(),
            fixed: QuickMap::default(),
        })
    }

    /// Returns the same, for games that count paths instead of moves. Moves of several legs then stay chains, because
    /// chains report their paths.
    #[must_use]
    pub fn counting_paths(mut self) -> Lowering<N> {
        self.counts_paths = true;
        self
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the bytes of the tables that the pieces compiled so far share: leaps, rays, rides and ways. The bytes of
    /// chains are in [`PieceTables::report`].
    #[must_use]
    pub fn memory_usage(&self) -> usize {
        self.shared.bytes()
    }

    /// Does [`LowersPieces::piece`], compiled where the width is known.
    pub(crate) fn lower(&mut self, piece: &Piece, side: Side) -> Result<PieceTables<N>, LowerError> {
        let started = Stopwatch::start();
        self.effort = Effort::ONE_PIECE;
        let mut tables = self.moves(piece.moves.iter().map(|m| m.for_side(side)).collect())?;
        if !piece.immobilizes.is_empty() {
            let capturing = piece.immobilizes.iter().map(|m| m.landing_only(Modes::CAPTURE).for_side(side));
            let mut capturing = self.moves(capturing.collect())?;
            capturing.side = side;
            tables.immobilizes = Some(Box::new(capturing));
        }
        tables.side = side;
        tables.castlings.clone_from(&piece.castlings);
        tables.build_time = started.elapsed();
        Ok(tables)
    }

    /// Returns the tables of moves in the frame of White's board.
    fn moves(&mut self, moves: Vec<Move>) -> Result<PieceTables<N>, LowerError> {
        if let Some(known) = self.known.get(&moves) {
            return Ok(known.clone());
        }
        let mut tables = self.fresh(&moves)?;
        if !is_large(N) {
            tables.two_legs = TwoLegs::of(&tables.chains, &self.board).map(Arc::new);
        }
        self.known.insert(moves, tables.clone());
        Ok(tables)
    }

    fn fresh(&mut self, moves: &[Move]) -> Result<PieceTables<N>, LowerError> {
        let mut modalities: ListMap<TableKey, (Duration, Vec<(usize, FixedParts<N>)>)> = ListMap::new();
        let mut tables = PieceTables::new(self.board.clone(), self.counts_paths);
        for m in moves {
            let started = Stopwatch::start();
            let Some(all) = self.fixed(m)? else {
                let mut program = self.program(m)?;
                if !is_large(N) {
                    program.find_finals(&self.board);
                }
                let (bounds, spent) = bounds::of(&program, &self.board);
                self.effort.spend(spent)?;
                let plain = if is_large(N) { PlainLeg::of(&program) } else { None };
                let (program, board) = (Arc::new(program), self.board.clone());
                let (imitates, must_capture) = (m.chain.imitates(), m.chain.must_capture());
                let build_time = started.elapsed();
                let ahead = Arc::new(OnceLock::new());
                tables.chains.push(ChainTable {
                    program,
                    board,
                    plain,
                    must_capture,
                    imitates,
                    bounds,
                    ahead,
                    build_time,
                });
                continue;
            };
            let mut time = started.elapsed();
            for parts in all {
                for (i, part) in parts.iter().enumerate() {
                    let key = table_key(m, part.landing, part.is_pass);
                    // A move with several modalities is walked once, and its time is booked on the first.
                    let (spent, known) = sorted::at_key(&mut modalities, key, Default::default);
                    *spent += std::mem::take(&mut time);
                    known.push((i, Arc::clone(&parts)));
                }
            }
        }
        for (key, (spent, parts)) in modalities {
            let started = Stopwatch::start();
            let (modes, victims, condition, leaves_en_passant, is_pass) = key;
            let parts = || parts.iter().map(|(i, parts)| &parts[*i]);
            let passed = passed(parts().flat_map(|part| &part.passed));
            let components = parts().map(|part| &part.component);
            let reaches = classify::reaches(components, self.board.area(), &mut self.shared);
            let mut build_time = started.elapsed() + spent;
            for reach in reaches {
                let table = MoveTable {
                    modes: Modes::from_bits_retain(modes),
                    victims: Victims::from_bits_retain(victims),
                    condition: Condition::from_bits_retain(condition),
                    leaves_en_passant,
                    reach,
                    passed: passed.clone(),
                    build_time: std::mem::take(&mut build_time),
                };
                if is_pass { tables.passes.push(table) } else { tables.parts.push(table) }
            }
        }
        Ok(tables)
    }

    fn program(&mut self, m: &Move) -> Result<Program<N>, LowerError> {
        Program::of(m, self.counts_paths, &mut |nested| self.moves(nested.to_vec()))
    }

    /// Returns the fixed paths of a move, one element for each first course; `None` if it has none, or too many.
    fn fixed(&mut self, m: &Move) -> Result<Option<Vec<FixedParts<N>>>, LowerError> {
        if is_large(N) || !Program::<N>::is_fixed(m) {
            return Ok(None);
        }
        let (mut all, mut total) = (Vec::new(), 0);
        // Pieces share the courses of their rides.
        let parts = if m.is_single_ride() { m.by_first_course() } else { vec![m.clone()] };
        for m in parts {
            if !self.fixed.contains_key(&m) {
                let program = self.program(&m)?;
                let paths = if self.counts_paths && !program.is_single_leg() {
                    None
                } else {
                    fixed::paths(&program, &self.board, &mut self.effort)?
                };
                let parts = paths.map(|paths| self.fixed_parts(&m, paths));
                self.fixed.insert(m.clone(), parts);
            }
            let Some(parts) = &self.fixed[&m] else { return Ok(None) };
            total += parts.iter().map(|part| part.count).sum::<usize>();
            if total > fixed::ALL_PATHS / N {
                return Ok(None);
            }
            all.push(Arc::clone(parts));
        }
        Ok(Some(all))
    }

    fn fixed_parts(&mut self, m: &Move, paths: fixed::Paths<N>) -> FixedParts<N> {
        let mut parts = Vec::new();
        for (landing, components) in paths {
            for component in components {
                let (home, away): (Vec<_>, Vec<_>) = component.into_iter().partition(|e| e.path.from == e.path.to);
                for (is_pass, ends) in [(false, away), (true, home)] {
                    if ends.is_empty() {
                        continue;
                    }
                    let (mut paths, mut passed) = (Vec::with_capacity(ends.len()), Vec::new());
                    for Ended { path, passed: squares } in ends {
                        if m.leaves_en_passant {
                            passed.push((path.from, path.to, squares));
                        }
                        paths.push(path);
                    }
                    let (count, paths) = (paths.len(), fixed::unite_hurdles(paths));
                    let component = Component::new(paths, self.board.area(), &mut self.shared);
                    parts.push(FixedPart { landing, is_pass, component, count, passed });
                }
            }
        }
        parts.into()
    }
}

fn table_key(m: &Move, landing: Landing, is_pass: bool) -> TableKey {
    (landing.modes.bits(), landing.victims.bits(), m.condition.bits(), m.leaves_en_passant, is_pass)
}

/// Returns the squares that each move passes. Of several paths between the same squares, the first in order of squares
/// counts.
fn passed<'a, const N: usize>(all: impl Iterator<Item = &'a Passed>) -> Vec<(Square, Square, Bitboard<N>)> {
    let mut first: BTreeMap<(Square, Square), &[Square]> = BTreeMap::new();
    for (from, to, squares) in all {
        let known = first.entry((*from, *to)).or_insert(squares);
        *known = (*known).min(squares);
    }
    first.into_iter().map(|((from, to), squares)| (from, to, squares.iter().copied().collect())).collect()
}
