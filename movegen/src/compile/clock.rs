//! Which moves reset the half-move clock, besides captures and drops.

use crate::compile::side::SidePlan;
use crate::position::by_index::ByIndex;
use crate::position::cell::Cell;
use crate::rules::promotion::plan::Promoted;
use betza_game::variant::{Kind, Variant};
use betza_game::{BySide, KindId};
use betza_ir::bitboard::{Bitboard, is_large};
use betza_ir::geometry::{Side, Square};
use betza_ir::{Condition, Modes};

/// Which moves reset the half-move clock.
pub(crate) struct Clock<const N: usize> {
    /// What a move of each piece does, by [`Cell::index`]: [`NEVER`], [`ALWAYS`], or one more than the index of its
    /// `reach`: a move that cannot be taken back by another one resets the clock.
    resets: ByIndex<u16, N>,
    /// The squares to which a piece goes without capturing, from each square of an empty board.
    reach: Vec<Vec<Bitboard<N>>>,
    /// Promotions reset it: no piece can promote back.
    promotions: bool,
}

/// Which moves of a piece reset the clock.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Resets {
    Never,
    Always,
    /// Those that cannot be taken back by another move.
    OneWay,
}

/// The piece's moves never reset the clock.
const NEVER: u16 = 0;

/// All of the piece's moves reset the clock.
const ALWAYS: u16 = u16::MAX;

impl<const N: usize> Clock<N> {
    /// Compiles the rule of a game.
    #[inline(never)]
    pub fn new(variant: &Variant, sides: &BySide<SidePlan<N>>) -> Clock<N> {
        let mut clock = Clock { resets: ByIndex::of_cells(NEVER), reach: Vec::new(), promotions: are_final(variant) };
        for side in Side::BOTH {
            for (i, kind) in variant.kinds.iter().enumerate() {
                let id = KindId::from_index(i);
                let named = variant.results.clock_kinds.as_ref().map(|kinds| kinds[side.index()].contains(&id));
                if named == Some(false) || named.is_none() && kind.promotion.is_none() && !is_pawn(kind) {
                    continue;
                }
                let plan = &sides[side.index()];
                let back = goes_back(variant, plan, id);
                // A piece that can go back and promotes, such as a rook, is not a pawn.
                if back && named.is_none() && !is_pawn(kind) {
                    continue;
                }
                clock.resets[Cell::new(side, id)] = ALWAYS;
                if back {
                    clock.reach.push(reach(variant, plan, id));
                    clock.resets[Cell::new(side, id)] = clock.reach.len() as u16;
                }
            }
        }
        clock
    }

    /// Returns which moves of a piece reset the clock.
    #[inline(always)]
    pub fn of(&self, mover: Cell) -> Resets {
        match self.resets[mover] {
            NEVER => Resets::Never,
            ALWAYS => Resets::Always,
            _ => Resets::OneWay,
        }
    }

    /// Returns whether a move of a piece that does not capture resets the clock.
    #[inline(always)]
    pub fn resets(&self, mover: Cell, from: Square, to: Square) -> bool {
        match self.resets[mover] {
            NEVER => false,
            ALWAYS => true,
            one_way => !self.reach[usize::from(one_way) - 1][to.index()].contains(from),
        }
    }

    /// Returns whether promotions reset the clock, whatever promotes.
    #[inline]
    pub fn reset_by_promotions(&self) -> bool {
        self.promotions
    }
}

/// Returns whether a kind is a pawn in the wide sense: it leaves en-passant rights, or its promotion is remembered.
fn is_pawn(kind: &Kind) -> bool {
    let leaves_rights = kind.moves.iter().flat_map(|piece| &piece.moves).any(|m| m.leaves_en_passant);
    leaves_rights || Promoted::is_remembered(kind)
}

/// Returns whether no piece can become by promotions what it was.
fn are_final(variant: &Variant) -> bool {
    let to = |kind: usize| variant.kinds[kind].promotion.iter().flat_map(|p| p.to.iter().flatten()).map(|k| k.index());
    let comes_back = |start: usize| {
        let mut seen = vec![false; variant.kinds.len()];
        let mut next: Vec<usize> = to(start).collect();
        while let Some(kind) = next.pop() {
            if kind == start {
                return true;
            }
            if !std::mem::replace(&mut seen[kind], true) {
                next.extend(to(kind));
            }
        }
        false
    };
    !(0..variant.kinds.len()).any(comes_back)
        && variant.transformation.becomes.is_empty()
        && variant.transformation.contagion.is_empty()
}

/// Returns whether a piece of a kind can go somewhere and come back on an empty board.
fn goes_back<const N: usize>(variant: &Variant, side: &SidePlan<N>, kind: KindId) -> bool {
    let board = &variant.board;
    if is_large(N) {
        let moves = |from: Square| side.tables[kind.index()].on_empty_board(from);
        // Most pieces that can do so can do it in the middle.
        let middle = board.at(board.files() as i32 / 2, board.ranks() as i32 / 2);
        let mut squares = middle.into_iter().chain(board.squares());
        return squares.any(|square| moves(square).into_iter().any(|to| moves(to).contains(square)));
    }
    let reach = reach(variant, side, kind);
    board.squares().any(|s| reach[s.index()].into_iter().any(|to| reach[to.index()].contains(s)))
}

/// Returns the squares to which a piece of a kind goes without capturing, from each square of an empty board. Moves
/// that only unmoved pieces have, or only pieces on some squares, are left out.
fn reach<const N: usize>(variant: &Variant, side: &SidePlan<N>, kind: KindId) -> Vec<Bitboard<N>> {
    let mut reach = vec![Bitboard::EMPTY; variant.board.area()];
    for mover in side.movers.iter().chain(&side.royals).filter(|mover| mover.kind == kind) {
        for part in &mover.components {
            let special = Condition::UNMOVED | Condition::IN_DOUBLE_STEP_REGION | Condition::ON_START;
            if part.table.condition.intersects(special) || !part.table.modes.contains(Modes::MOVE) {
                continue;
            }
            for square in variant.board.squares() {
                reach[square.index()] |= part.table.reach.targets(square, &Bitboard::EMPTY);
            }
        }
    }
    if is_large(N) {
        for square in variant.board.squares() {
            reach[square.index()] |= side.tables[kind.index()].on_empty_board(square);
        }
    }
    reach
}
