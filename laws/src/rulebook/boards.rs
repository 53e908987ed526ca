//! Alice chess: two boards, between which pieces go over by moving.

use super::{Deed, Ruled};
use betza_game::setup::{CastlingRight, Placed, Setup};
use betza_ir::geometry::Square;

impl Ruled<'_> {
    /// One of the two boards by itself.
    pub(super) fn alone(&self, setup: &Setup, second: bool) -> Setup {
        let mut alone = setup.clone();
        for place in &mut alone.men {
            *place = place.filter(|man| self.variant.is_on_second(man.kind) == second);
        }
        alone
    }

    /// What the side to move may do on each board as if it were the only one, gone over to the other one. None in games
    /// with one board.
    pub(super) fn of_both_boards(&self, setup: &Setup) -> Vec<(Deed, Setup)> {
        if self.variant.second_board.is_empty() {
            return Vec::new();
        }
        let mut moves: Vec<(Deed, Setup)> =
            [false, true].into_iter().flat_map(|second| self.of_board(setup, second)).collect();
        // Castling is found by the king and by its partner.
        moves.sort_by(|a, b| a.0.cmp(&b.0));
        moves.dedup_by(|a, b| a.0 == b.0);
        moves
    }

    fn of_board(&self, setup: &Setup, second: bool) -> Vec<(Deed, Setup)> {
        let (here, there) = (self.alone(setup, second), self.alone(setup, !second));
        let mut moves = self.steps(&here, setup.turn);
        moves.extend(self.castlings(&here, setup.turn));
        moves.retain(|(deed, after)| self.is_lawful(&here, deed, after));
        let goes_over = |(deed, mut after): (Deed, Setup)| {
            for square in self.variant.board.squares() {
                let came = after.at(square).filter(|man| man.side == setup.turn && here.at(square) != Some(*man));
                match (came, there.at(square)) {
                    (Some(_), Some(_)) => return None,
                    (Some(man), None) => after.men[square.index()] = Some(self.on_board(man, !second)),
                    (None, Some(other)) => after.men[square.index()] = Some(other),
                    (None, None) => {}
                }
            }
            // The board of the move may lack the king who has a right, and checks are counted on both.
            let stays = |square: Square| after.at(square) == setup.at(square);
            let keeps = |right: &CastlingRight| {
                stays(right.partner) && self.castling_king(setup, right.side).is_some_and(stays)
            };
            after.castling = setup.castling.iter().copied().filter(keeps).collect();
            self.count_check(&mut after, setup);
            Some((deed, after))
        };
        moves.into_iter().filter_map(goes_over).collect()
    }

    /// A piece as it is on a board.
    fn on_board(&self, man: Placed, second: bool) -> Placed {
        match self.variant.is_on_second(man.kind) == second {
            true => man,
            false => Placed { kind: self.variant.twin(man.kind).expect("each kind has a twin"), ..man },
        }
    }
}
