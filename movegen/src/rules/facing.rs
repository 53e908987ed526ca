//! Royals that face each other: both stand on one file or rank with nothing between them.
//!
//! Xiangqi forbids a side to bring this about (flying generals). There each general attacks the other along the line,
//! and the attack is compiled with the other threats of the side (`attack/`). In janggi it may be brought about
//! (bikjang), and the reply must end it or pass, which ends the game ([`EndRule::Bikjang`]). That is what this room
//! asks of each position.

use crate::compile::game::Game;
use crate::rules::asks::Asks;
use crate::rules::ends::EndRule;
use crate::rules::room::Room;
use crate::rules::royalty::SeveralRoyals;
use crate::state::position::Position;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Side;

impl<const N: usize> Game<N> {
    /// Whether two royals of different sides see each other along an open file or rank.
    pub(crate) fn royals_face(&self, position: &Position<N>) -> bool {
        let Some(line) = &self.rules.facing_lines else { return false };
        let occupied = position.occupied();
        let theirs = self.royals(position, Side::Black);
        self.royals(position, Side::White).into_iter().any(|a| theirs.into_iter().any(|b| line.joins(a, b, &occupied)))
    }
}

impl<const N: usize> Game<N> {
    /// The squares that a plain move of a side must touch so that the royals face each other after it.
    pub(crate) fn squares_of_facing(&self, position: &Position<N>, side: Side) -> Bitboard<N> {
        let Some(line) = &self.rules.facing_lines else { return Bitboard::EMPTY };
        let (own, occupied) = (self.royals(position, side), position.occupied());
        let mut squares = own;
        for one in own {
            for other in self.royals(position, side.other()) {
                let between = line.between(one, other);
                if !(between & occupied).has_several() {
                    squares |= between;
                }
            }
        }
        squares
    }
}

/// Bikjang asks to judge moves where the royals face each other; passes in a row are counted with the ends. Flying
/// generals ask for nothing, because they are threats like others.
pub(crate) const ROOM: Room = Room {
    asks: |variant| {
        if variant.ends.contains(&EndRule::Bikjang) { Asks::PARTS_ROYALS } else { Asks::empty() }
    },
    refusals: |variant| {
        let generals = &variant.flying_generals;
        vec![
            (
                !generals.iter().all(|&k| variant.may_be_royal(k)) || !generals.is_empty() && !variant.royalty.check,
                "flying generals that are not royal",
            ),
            (
                !generals.is_empty() && !variant.royal_kinds().all(|k| generals.contains(&k)),
                "flying generals together with other royal pieces",
            ),
            (
                !variant.royalty.royal_at_once
                    && variant.kinds.iter().any(|k| k.promotes_to(|to| generals.contains(to))),
                "promotions to flying generals that are not royal at once",
            ),
            (
                !generals.is_empty() && variant.royalty.several != SeveralRoyals::All,
                "flying generals where only one of several royals must be safe",
            ),
        ]
    },
    ..Room::NONE
};
