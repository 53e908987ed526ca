//! Tests single moves for legality, on the occupancy that they leave.

use crate::generate::Node;
use crate::position::board::Position;
use crate::position::moves::{Move, MoveType};
use betza_game::rules::royalty::SeveralRoyals;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;

impl<const N: usize> Node<'_, N> {
    /// Returns the squares of `targets` to which the mover may go and leave the royals safe. Only moves that masks
    /// cannot judge are tested.
    #[inline]
    pub(crate) fn tested(&self, from: Square, targets: Bitboard<N>) -> Bitboard<N> {
        if targets.is_empty() || (!self.test_all && self.safety.sensitive.is_empty()) {
            return targets;
        }
        let suspect = if self.test_all || self.safety.sensitive.contains(from) {
            targets
        } else {
            targets & self.safety.sensitive
        };
        if self.game.rules.barriers[self.position.cell(from).kind_on::<N>().index()] {
            return self.tested_by_making(targets, suspect, &|to| Move::of::<N>(MoveType::Plain, from, to));
        }
        targets.without(suspect.without(self.each_tested(from, suspect)))
    }

    /// Returns the squares of `targets` to which the mover may go and leave the royals safe. Each move is tested on the
    /// occupancy after it.
    pub(crate) fn each_tested(&self, from: Square, targets: Bitboard<N>) -> Bitboard<N> {
        let is_safe = |to: &Square| {
            let mut after = self.occupied;
            after.remove(from);
            after.insert(*to);
            let gone = Bitboard::of(*to);
            let mut royals = self.royals;
            if royals.contains(from) {
                royals.remove(from);
                royals.insert(*to);
            }
            self.all_safe(royals, &after, &gone)
        };
        targets.into_iter().filter(is_safe).collect()
    }

    /// Returns the squares of `targets` to which the mover may go and leave the royals safe, where safety depends on
    /// more than occupancy. The moves to `suspect` squares are made for the test; the others count as safe.
    #[inline(never)]
    pub(crate) fn tested_by_making(
        &self,
        targets: Bitboard<N>,
        suspect: Bitboard<N>,
        move_to: &dyn Fn(Square) -> Move,
    ) -> Bitboard<N> {
        let mut after = self.position.clone();
        let mut safe = targets;
        for to in suspect {
            let m = move_to(to);
            let undo = self.game.make_as::<false>(&mut after, m, None);
            if !self.is_safe_after(&after) {
                safe.remove(to);
            }
            self.game.unmake(&mut after, undo);
        }
        safe
    }

    /// Returns whether the royals are as safe as the variant requires, with this occupancy and without the enemies on
    /// `gone`.
    pub(crate) fn all_safe(&self, royals: Bitboard<N>, occupied: &Bitboard<N>, gone: &Bitboard<N>) -> bool {
        self.as_safe_as_wanted(royals, |royal| !self.threats().attacks(self.position, royal, occupied, gone))
    }

    /// Returns whether the royals of the side to move in this node are as safe as the variant requires in the position
    /// after a move.
    pub(crate) fn is_safe_after(&self, after: &Position<N>) -> bool {
        let royals = self.royals_at_risk(after, self.game.royals(after, self.us));
        royals.is_empty() || self.all_safe_in(after, royals, &after.occupied())
    }

    /// Returns those of the side's `royals` in the position after a move whose safety matters, as far as explosions
    /// decide it: none where the enemy may not capture one, and one safe royal is enough.
    pub(crate) fn royals_at_risk(&self, after: &Position<N>, royals: Bitboard<N>) -> Bitboard<N> {
        let capturable = self.game.capturable_royals(after, royals, self.us);
        let one_is_spared = capturable != royals && self.game.variant.royalty.several == SeveralRoyals::One;
        if one_is_spared { Bitboard::EMPTY } else { capturable }
    }

    /// Returns the royal of the side to move in this node that the enemy could capture en passant in the position after
    /// a move.
    pub(crate) fn passing_royal(&self, after: &Position<N>) -> Bitboard<N> {
        let may_be_taken = self.game.rules.royals_may_pass && !after.state.en_passant.is_empty();
        if may_be_taken { Bitboard::of(after.state.passer()) } else { Bitboard::EMPTY }
    }

    /// Returns whether the royals of the side to move in this node are as safe as the variant requires in another
    /// position.
    pub(crate) fn all_safe_in(&self, position: &Position<N>, royals: Bitboard<N>, occupied: &Bitboard<N>) -> bool {
        let them = self.us.other();
        let threats = &self.game.sides[them.index()].threats;
        let passing = self.passing_royal(position);
        self.as_safe_as_wanted(royals, |royal| {
            !passing.contains(royal) && !threats.attacks(position, royal, occupied, &Bitboard::EMPTY)
        })
    }

    /// Returns whether enough royals are safe: all of them, or one if the variant requires no more.
    #[inline]
    pub(crate) fn as_safe_as_wanted(&self, royals: Bitboard<N>, is_safe: impl FnMut(Square) -> bool) -> bool {
        let mut royals = royals.into_iter();
        match self.game.variant.royalty.several {
            SeveralRoyals::All | SeveralRoyals::First => royals.all(is_safe),
            SeveralRoyals::One => royals.any(is_safe),
        }
    }
}
