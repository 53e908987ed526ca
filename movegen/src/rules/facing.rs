//! Royals that see each other along an open line: Janggi's bikjang and the flying generals.

use crate::compile::game::Game;
use crate::rules::asks::Asks;
use crate::rules::ends::EndRule;
use crate::rules::room::Room;
use crate::rules::royalty::SeveralRoyals;
use crate::state::position::Position;
use betza_compile::geometry::Side;

impl<const N: usize> Game<N> {
    /// Whether royals of both sides see each other along an open file or rank.
    pub(crate) fn royals_face(&self, position: &Position<N>) -> bool {
        let Some(line) = &self.rules.facing_lines else { return false };
        let occupied = position.occupied();
        let theirs = self.royals(position, Side::Black);
        self.royals(position, Side::White).into_iter().any(|a| theirs.into_iter().any(|b| line.joins(a, b, &occupied)))
    }
}

/// Royals that face each other. The flying generals are threats like others; Janggi's bikjang asks each position.
pub(crate) const ROOM: Room = Room {
    asks: |variant| {
        if variant.ends.contains(&EndRule::Bikjang) { Asks::PARTS_ROYALS | Asks::RECORDS_FOR_REPLY } else { Asks::empty() }
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
                !generals.is_empty() && variant.royalty.several != SeveralRoyals::All,
                "flying generals where only one of several royals must be safe",
            ),
        ]
    },
    ..Room::NONE
};
