//! Finds the moves that might end the game, for counting replies.

use crate::compile::game::Game;
use crate::position::board::Position;
use crate::rules::ends::plan::EndPlan;
use crate::rules::ends::position::{has, pieces_of};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Side;
use betza_ir::geometry::Square;

/// The plain moves of a side that might end the game. No other move by which a piece keeps its kind ends it.
pub(crate) struct EndingMoves<const N: usize> {
    /// Those from or to these squares.
    pub touching: Bitboard<N>,
    /// Those from these squares to a square of `to`.
    pub from: Bitboard<N>,
    /// The destinations of those from a square of `from`.
    pub to: Bitboard<N>,
    /// Captures on these squares, which are in `touching` too, end the game for sure.
    pub captures: Bitboard<N>,
}

impl<const N: usize> EndingMoves<N> {
    /// No moves.
    pub const NONE: EndingMoves<N> = EndingMoves {
        touching: Bitboard::EMPTY,
        from: Bitboard::EMPTY,
        to: Bitboard::EMPTY,
        captures: Bitboard::EMPTY,
    };

    /// Returns whether a move may be one of them.
    #[inline(always)]
    pub fn has(&self, from: Square, to: Square) -> bool {
        self.touching.contains(from) || self.touching.contains(to) || self.from.contains(from) && self.to.contains(to)
    }
}

impl<const N: usize> Game<N> {
    /// Returns the plain moves of a side that might end the game, if they are made.
    #[inline(always)]
    pub(crate) fn ending_moves(&self, position: &Position<N>, side: Side) -> EndingMoves<N> {
        if self.rules.ends.plans.is_empty() { EndingMoves::NONE } else { self.moves_of_ends(position, side) }
    }

    /// Does [`Game::ending_moves`] in games that have ends.
    #[inline(never)]
    fn moves_of_ends(&self, position: &Position<N>, side: Side) -> EndingMoves<N> {
        let mut moves = EndingMoves::NONE;
        for end in &self.rules.ends.plans {
            match end {
                EndPlan::Extinct { kinds, count, opponent, reply, .. } => {
                    let has_few = |side: Side| !has(position, side, kinds, count + 1);
                    if has_few(Side::White) || has_few(Side::Black) {
                        // Few enough pieces are left: the end depends on what the other side gains, or on the reply.
                        moves.touching |= if *reply { Bitboard::FULL } else { position.side(side.other()) };
                    } else if !has(position, side.other(), kinds, count + 2) {
                        let last = pieces_of(position, side.other(), kinds);
                        moves.touching |= last;
                        if *opponent == 0 && !*reply && self.rules.strategy.moves_singly {
                            moves.captures |= last;
                        }
                    }
                }
                EndPlan::Reached { kinds, region, reply, safe, blocked: false, .. } if !(*reply && *safe) => {
                    let pieces = |side: Side| pieces_of(position, side, &kinds[side.index()]);
                    let there = |side: Side| !pieces(side).is_disjoint(&region[side.index()]);
                    // A side has arrived and waits for the reply, which may be any move, or for the end of an attack.
                    let waits = match *reply || *safe {
                        true => there(Side::White) || there(Side::Black),
                        false => end.has_reached(self, position, side),
                    };
                    if waits {
                        moves.touching = Bitboard::FULL;
                    }
                    moves.from |= pieces(side);
                    moves.to |= region[side.index()];
                    if self.may_drop_as(position, side, &kinds[side.index()]) {
                        moves.touching |= region[side.index()];
                    }
                }
                // Only a move that gives check uses up a check, and such moves are made. The ends on the next line
                // count passes alone.
                EndPlan::Checks if position.state.checks_left[side.index()] > 0 => {}
                EndPlan::Bikjang | EndPlan::Passes => {}
                EndPlan::Checks
                | EndPlan::Reached { .. }
                | EndPlan::Castled(_)
                | EndPlan::Connected(_)
                | EndPlan::FullBoard => moves.touching = Bitboard::FULL,
            }
        }
        moves
    }

    /// Returns whether a piece that becomes another kind may bring about an end.
    pub(crate) fn ends_by_kinds(&self) -> bool {
        self.rules.ends.by_kinds
    }
}
