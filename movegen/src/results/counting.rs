//! The counts of makruk, Cambodian chess and ASEAN chess: a side that has the better of it must mate within a number
//! of moves.
//!
//! As in Fairy-Stockfish, the count begins by itself when its conditions are met, and either side may claim the draw
//! when it has run out. Board's honour is counted when no pawns are left, pieces' honour when a side has only its king;
//! then the pieces on the board are counted first.

use crate::compile::game::Game;
use crate::position::board::Position;
use crate::position::moves::{Move, MoveType};
use betza_game::rules::results::{Counted, CountingLaw, CountingRule};
use betza_ir::geometry::Side;

/// How far moves are counted, in plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    /// When the count has run out; 0 if nothing is counted.
    pub limit: u16,
    /// The plies counted.
    pub plies: u16,
    /// The number of pawns on the board, which tells whether a move has captured one.
    pawns: u16,
}

impl Count {
    /// Returns whether the count has run out.
    pub fn has_run_out(self) -> bool {
        self.limit > 0 && self.plies > self.limit
    }

    /// Returns the count as plain data; `None` if nothing is counted.
    pub fn counted(self) -> Option<Counted> {
        (self.limit > 0).then_some(Counted { limit: self.limit, plies: self.plies })
    }
}

impl<const N: usize> Game<N> {
    /// Returns the count in a position that is set up. `counted` is what its text says of the count.
    pub(crate) fn count_from(&self, position: &Position<N>, counted: Option<Counted>) -> Count {
        let Counted { limit, plies } = counted.unwrap_or(Counted { limit: 0, plies: 0 });
        Count { limit, plies, ..self.count_on(position, None, false, None) }
    }

    /// Returns the count after a move that led to a position.
    pub(crate) fn count_on(
        &self,
        position: &Position<N>,
        played: Option<Move>,
        captured: bool,
        before: Option<Count>,
    ) -> Count {
        let Some(rule) = &self.variant.results.counting else { return Count::default() };
        let pawns = rule.pawn.map_or(0, |pawn| position.of_kinds(&[pawn]).count() as u16);
        let (Some(m), Some(before)) = (played, before) else { return Count { pawns, ..Count::default() } };
        let mut count = Count { pawns, ..before };
        if count.limit > 0 {
            count.plies = count.plies.saturating_add(1);
        }
        let us = position.turn();
        let them = us.other();
        let pieces = |side: Side| position.side(side).count() as u16;
        let all = pieces(us) + pieces(them);
        let promotes = m.kind == MoveType::Promotion;
        let took_pawn = captured && before.pawns > pawns + u16::from(promotes);
        // A bare king that takes the last pawn begins the count at once, one ply before it is to move again.
        if rule.law != CountingLaw::Asean && took_pawn && pieces(them) == 1 && pawns == 0 {
            let limit = limit(rule, position, them);
            if limit > 0 {
                count = Count { limit: 2 * limit, plies: 2 * all - 1, pawns };
            }
        }
        if count.limit == 0 || (captured || promotes) && pieces(us) == 1 {
            let limit = limit(rule, position, us);
            if limit > 0 {
                let anew = rule.law == CountingLaw::Asean || pieces(us) > 1;
                count = Count { limit: 2 * limit, plies: if anew { 0 } else { 2 * all }, pawns };
            }
        }
        count
    }
}

/// Returns the number of full moves that the other side has if `side` counts; 0 if `side` may not count.
fn limit<const N: usize>(rule: &CountingRule, position: &Position<N>, side: Side) -> u16 {
    let own = position.side(side).count();
    let other = side.other();
    let [rooks, khons, knights] =
        [rule.rook, rule.khon, rule.knight].map(|kind| kind.map_or(0, |kind| position.pieces(other, kind).count()));
    let has_pawns = rule.pawn.is_some_and(|pawn| !position.of_kinds(&[pawn]).is_empty());
    let is_bare = position.side(other).count() == 1;
    let by_pieces = || match (rooks, khons, knights) {
        (2.., _, _) => 8,
        (1, _, _) => 16,
        (_, 2.., _) => 22,
        (_, _, 2..) => 32,
        (_, 1, _) => 44,
        _ => 64,
    };
    match rule.law {
        CountingLaw::Makruk if has_pawns || is_bare => 0,
        CountingLaw::Makruk if own > 1 => 64,
        CountingLaw::Makruk => by_pieces(),
        CountingLaw::Cambodian if own > 3 || is_bare => 0,
        CountingLaw::Cambodian if own > 1 => 63,
        CountingLaw::Cambodian if has_pawns => 0,
        CountingLaw::Cambodian => by_pieces() - 1,
        CountingLaw::Asean if has_pawns || own > 1 => 0,
        CountingLaw::Asean if rooks > 0 => 16,
        CountingLaw::Asean if khons > 0 => 44,
        CountingLaw::Asean if knights > 0 => 64,
        CountingLaw::Asean => 0,
    }
}
