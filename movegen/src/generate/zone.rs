//! The replies of a single royal to every move of a position. Most moves change neither who stands around it, nor which squares there are
//! attacked, nor anything on the way of a castling: after these its moves are as many as after each other.

use super::Node;
use super::attacks::Attacks;
use super::danger::{Danger, MANY};
use crate::game::{Game, SidePlan};
use crate::position::Position;
use crate::sink::Counter;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};
use std::cell::Cell;

/// The squares on which a royal's moves depend.
pub(super) struct Zone<const N: usize> {
    royal: Option<Square>,
    /// Where it might go, and what it would cross when it castles: whether the enemy attacks them matters.
    squares: Bitboard<N>,
    /// Who stands on these matters.
    depends: Bitboard<N>,
    /// The rights to castle.
    rights: u8,
    attacks: Attacks<N>,
    /// Its moves and castlings while nothing of this changes, once they have been counted.
    moves: Cell<Option<u64>>,
}

impl<const N: usize> Zone<N> {
    /// None as yet.
    #[inline(always)]
    pub fn new() -> Zone<N> {
        Zone {
            royal: None,
            squares: Bitboard::EMPTY,
            depends: Bitboard::EMPTY,
            rights: 0,
            attacks: Attacks::new(),
            moves: Cell::new(None),
        }
    }

    /// Finds the zone of the only royal of the side that is not to move; false if it has too few moves to be worth it, or if they depend on
    /// more.
    #[inline(always)]
    pub fn find(&mut self, game: &Game<N>, position: &Position<N>, side: Side) -> bool {
        let royals = game.royals(position, side);
        let royalty = &game.variant.royalty;
        let Some(royal) = royals.first().filter(|_| royalty.check && royalty.pseudo.is_empty()) else { return false };
        let program = &game.sides[side.index()].royal_program;
        if royals.has_several() || !program.only_leaps || !program.leaps.promoting.is_empty() {
            return false;
        }
        for step in program.leaps.plain.iter().filter(|step| !step.pieces(position, &royals).is_empty()) {
            if step.unmoved {
                return false;
            }
            self.squares |= game.lookups.leap(step.table, royal);
        }
        let occupied = position.occupied();
        let is_free = self.squares.without(position.side(side)).count() >= MANY;
        if !is_free && !position.may_castle(side, &occupied) {
            return false;
        }
        self.royal = Some(royal);
        self.depends = self.squares | royals;
        self.rights = position.castling_rights(side);
        if self.rights != 0 && !self.add_castlings(game, position, side, royal) {
            return false;
        }
        let by = side.other();
        self.attacks.find(game, position, by, royals, self.squares)
            && (self.rights == 0 || self.masks_tell(position, side, &occupied))
    }

    /// Adds what castling depends on; false if that is more than squares.
    #[inline(never)]
    fn add_castlings(&mut self, game: &Game<N>, position: &Position<N>, side: Side, royal: Square) -> bool {
        let Some(rule) = &game.variant.castling else { return false };
        if game.sides[side.other().index()].threats.has_unusual() || rule.also_to.iter().any(|files| !files.is_empty())
        {
            return false;
        }
        for plan in position.castlings_of(side) {
            if plan.king != royal {
                return false;
            }
            self.squares |= plan.crossed | Bitboard::of(plan.king_to);
            self.depends |= plan.must_be_empty | plan.uncovers | Bitboard::of(plan.partner);
        }
        true
    }

    /// Whether [`Node::is_safe_by_masks`] says of every castling that nothing is in the way of whether it is legal.
    #[inline(never)]
    fn masks_tell(&self, position: &Position<N>, side: Side, occupied: &Bitboard<N>) -> bool {
        let (enemies, danger) = (position.side(side.other()), self.attacks.all());
        position.castlings_of(side).all(|plan| {
            !occupied.is_disjoint(&plan.must_be_empty)
                || enemies.is_disjoint(&plan.uncovers)
                    && (!plan.crossed.is_disjoint(&danger) || !danger.contains(plan.king_to))
        })
    }
}

impl<const N: usize> Node<'_, N> {
    /// Counts the moves and castlings of a single royal after a move that changed these squares.
    #[inline(always)]
    pub(super) fn count_in_zone(
        &self,
        plan: &SidePlan<N>,
        zone: &Zone<N>,
        changed: Bitboard<N>,
        counter: &mut Counter,
    ) {
        if self.safety.royal != zone.royal {
            return self.royal_and_castlings(plan, counter);
        }
        let attacked = zone.attacks.after(self.game, self.position, self.us.other(), changed, self.royals);
        let is_same = !self.safety.in_check
            && changed.is_disjoint(&zone.depends)
            && attacked == zone.attacks.all()
            && self.position.castling_rights(self.us) == zone.rights;
        if is_same && let Some(known) = zone.moves.get() {
            counter.0 += known;
            return;
        }
        self.danger.set(Some(Danger { on: zone.squares, attacked }));
        let before = counter.0;
        self.royal_and_castlings(plan, counter);
        if is_same {
            zone.moves.set(Some(counter.0 - before));
        }
    }
}
