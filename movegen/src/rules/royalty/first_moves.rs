//! Moves that only unmoved royals have (cambodian chess, ouk chatrang): when such a royal may make no others, and what
//! takes them away.

use crate::compile::component::Origins;
use crate::compile::game::Game;
use crate::position::board::Position;
use crate::position::keys::Aspect;
use crate::position::moves::{Move, MoveType};
use crate::position::undo::Record;
use crate::rules::judge::Judge;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;

impl<const N: usize> Game<N> {
    /// Returns where a royal may go that is on `from` and has not moved, if it goes to empty squares only by moves that
    /// unmoved pieces have ([`betza_game::variant::Royalty::first_moves_only`]).
    #[inline(never)]
    pub(crate) fn first_landing(
        &self,
        position: &Position<N>,
        from: Square,
        occupied: &Bitboard<N>,
        enemies: &Bitboard<N>,
    ) -> Bitboard<N> {
        let cell = position.cell(from);
        let mover = self.sides[cell.side().index()].royals.iter().find(|mover| mover.kind == cell.kind());
        let parts = mover.into_iter().flat_map(|mover| &mover.components);
        let mut first = parts.filter(|part| matches!(part.from, Origins::Unmoved)).peekable();
        if !position.state.unmoved.contains(from) || first.peek().is_none() {
            return Bitboard::FULL;
        }
        first.fold(*enemies, |all, part| all | self.lookups.targets(&part.targets, from, occupied))
    }
}

impl<const N: usize> Judge<'_, '_, N> {
    /// Returns whether a move obeys the rule that an unmoved royal goes to empty squares only by moves that unmoved
    /// pieces have ([`betza_game::variant::Royalty::first_moves_only`]).
    pub(crate) fn is_first_move(&self, m: Move) -> bool {
        let node = self.node;
        let effects = self.effects.of(m);
        let is_step = match m.kind {
            MoveType::Plain | MoveType::DoubleStep | MoveType::Promotion => true,
            // It may also place something.
            MoveType::Chain => node.game.castles_by(node.position, m, &effects).is_none(),
            _ => false,
        };
        if !is_step || !(node.royals & node.position.state.unmoved).contains(m.from()) {
            return true;
        }
        let captors = || node.game.captors_of_royal(node.position, m.from(), node.us);
        let captures = || !node.game.captured(node.position, m, &effects).is_empty();
        if captures() || node.game.variant.royalty.check && !captors().is_empty() {
            return true;
        }
        node.game.first_landing(node.position, m.from(), &node.occupied, &node.enemies).contains(m.to())
    }
}

impl<const N: usize> Game<N> {
    /// Takes the moves of unmoved pieces from enemy royals on the file or rank where the piece that has just moved
    /// stands, if its kind does so ([`betza_game::variant::Royalty::first_moves_lost_to`]; docs/rules.md, R47).
    #[inline(never)]
    pub(crate) fn end_first_moves<const HASHED: bool>(&self, p: &mut Position<N>, record: &Record<N>) {
        let (mover, to) = (record.mover(p.turn), record.destination());
        let takes = mover.is_piece() && self.variant.royalty.first_moves_lost_to.contains(&mover.kind());
        if !takes || !p.side(p.turn).contains(to) {
            return;
        }
        let (board, side) = (&self.variant.board, p.turn.other());
        let has_first = |p: &Position<N>, royal: Square| {
            self.variant.kinds[p.cell(royal).kind_on::<N>().index()].has_first_moves(side)
        };
        for royal in self.royals(p, side) & p.state.unmoved {
            if !has_first(p, royal) {
                continue;
            }
            if board.file(royal) == board.file(to) || board.rank(royal) == board.rank(to) {
                p.state.unmoved.remove(royal);
                if HASHED {
                    p.state.hash ^= self.keys.square(Aspect::Unmoved, royal);
                }
            }
        }
    }
}
