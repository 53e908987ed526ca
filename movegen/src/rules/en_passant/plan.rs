//! The en-passant rights that double steps leave, as tables that are looked up while moves are made.

use crate::compile::between::straight_between;
use crate::compile::side::SidePlan;
use crate::position::board::Position;
use crate::position::by_index::ByIndex;
use crate::position::cell::Cell;
use betza_game::narrow;
use betza_game::variant::Variant;
use betza_ir::bitboard::{Bitboard, is_large};
use betza_ir::geometry::{Side, Square};

/// The squares that double steps pass, and the pieces that could capture on them.
pub(crate) struct DoubleSteps<const N: usize> {
    /// The number of squares of the board, holes included.
    area: usize,
    /// The index into `paths`, by `origin * area + destination`; 0 if the move leaves no rights. Empty if the game has
    /// no en passant.
    path_index: Box<[u16]>,
    /// What moves pass; the first entry passes nothing.
    paths: Vec<Path<N>>,
    /// The pieces that can be captured en passant, by [`Cell::index`].
    victims: ByIndex<bool, N>,
    /// The squares on which a side may capture en passant, by capturing side.
    region: [Bitboard<N>; 2],
    /// The pieces that may capture en passant, by side.
    captors: [Vec<Captor<N>>; 2],
}

/// What a double step passes.
struct Path<const N: usize> {
    /// The squares that it passes.
    squares: Vec<Square>,
    /// The squares from which some piece of a capturing side may capture on one of them, by that side.
    near: [Bitboard<N>; 2],
}

/// A piece that captures en passant.
struct Captor<const N: usize> {
    cell: Cell,
    /// For each square, the squares from which it may capture there under some occupancy.
    origins: Box<[Bitboard<N>]>,
}

impl<const N: usize> DoubleSteps<N> {
    /// Compiles the tables of a game.
    #[inline(never)]
    pub fn new(variant: &Variant, sides: &[SidePlan<N>; 2]) -> DoubleSteps<N> {
        let board = &variant.board;
        let area = board.area();
        let captors = Side::BOTH.map(|side| {
            let plan = &sides[side.index()];
            let captor = |mover: &crate::compile::mover::Mover<N>| {
                let mut origins = vec![Bitboard::EMPTY; area];
                for &i in &mover.en_passant {
                    for to in board.squares() {
                        origins[to.index()] |= *mover.components[i].table.reach.may_come_from(to);
                    }
                }
                if is_large(N) {
                    for from in board.squares() {
                        let ends = plan.tables[mover.kind.index()].may_end_en_passant(from);
                        ends.for_each(|to| origins[to.index()].insert(from));
                    }
                }
                Captor { cell: Cell::new(side, mover.kind), origins: origins.into() }
            };
            let captures = |m: &&crate::compile::mover::Mover<N>| match is_large(N) {
                true => variant.captures_en_passant(m.kind),
                false => !m.en_passant.is_empty(),
            };
            plan.movers.iter().chain(&plan.royals).filter(captures).map(captor).collect()
        });
        let region = [Bitboard::EMPTY; 2];
        let mut steps = DoubleSteps {
            area,
            path_index: Box::default(),
            paths: vec![Path { squares: Vec::new(), near: [Bitboard::EMPTY; 2] }],
            victims: ByIndex::of_cells(false),
            region,
            captors,
        };
        let Some(rule) = &variant.en_passant else { return steps };
        steps.region = [narrow(&rule.region[0]), narrow(&rule.region[1])];
        let mut path_index = vec![0; area * area];
        for side in Side::BOTH {
            for &kind in &rule.victims {
                steps.victims[Cell::new(side, kind)] = true;
            }
            let plan = &sides[side.index()];
            for part in plan.movers.iter().chain(&plan.royals).flat_map(|m| &m.components) {
                if !part.table.leaves_en_passant {
                    continue;
                }
                for from in board.squares() {
                    for to in *part.table.reach.may_reach(from) {
                        let index = &mut path_index[from.index() * area + to.index()];
                        if *index == 0 {
                            *index = steps.paths.len() as u16;
                            steps.paths.push(steps.path(straight_between(&variant.board, from, to).collect()));
                        }
                    }
                }
            }
        }
        steps.path_index = path_index.into();
        steps
    }

    /// Builds the path over these squares.
    fn path(&self, squares: Vec<Square>) -> Path<N> {
        let near = Side::BOTH.map(|side| {
            let open = squares.iter().filter(|&&s| self.region[side.index()].contains(s));
            let from = |&s: &Square| self.captors[side.index()].iter().map(move |c| c.origins[s.index()]);
            open.flat_map(from).fold(Bitboard::EMPTY, |all, origins| all | origins)
        });
        Path { squares, near }
    }

    /// Returns whether a side has a piece that might reach this square by an en-passant capture. Blockers and legality
    /// are not considered.
    #[inline]
    fn has_captor(&self, p: &Position<N>, side: Side, square: Square) -> bool {
        let can_come = |c: &Captor<N>| !p.sets[c.cell].is_disjoint(&c.origins[square.index()]);
        self.captors[side.index()].iter().any(can_come)
    }

    /// Returns whether a piece can be captured en passant; false for an empty square.
    #[inline]
    pub fn is_victim(&self, cell: Cell) -> bool {
        self.victims[cell]
    }

    /// Returns whether a square that was passed is open to capture by a side.
    #[inline]
    pub fn opens(&self, p: &Position<N>, square: Square, captors: Side) -> bool {
        self.region[captors.index()].contains(square) && self.has_captor(p, captors, square)
    }

    /// Returns the squares that a move of this piece opens to capture by `captors`: those it passes on which they have
    /// a piece that could use it.
    #[inline]
    pub fn opened(&self, p: &Position<N>, cell: Cell, from: Square, to: Square, captors: Side) -> Bitboard<N> {
        let mut opened = Bitboard::EMPTY;
        if !self.is_victim(cell) {
            return opened;
        }
        let index = self.path_index.get(from.index() * self.area + to.index()).copied().unwrap_or(0);
        let path = &self.paths[usize::from(index)];
        if p.side(captors).is_disjoint(&path.near[captors.index()]) {
            return opened;
        }
        for &square in &path.squares {
            if self.opens(p, square, captors) {
                opened.insert(square);
            }
        }
        opened
    }
}
