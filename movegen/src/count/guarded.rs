//! Counts the replies of several royals, or of one whose kind is royal only while few of its pieces are left, to moves
//! that are not made. Unlike [`super::zone`] it serves royals that move in any way, but only for moves that are not
//! made.

use crate::attack::several::{GUARDS, GuardTest};
use crate::compile::game::Game;
use crate::count::context::Context;
use crate::count::unmade::Unmade;
use crate::count::zone::{is_aimed_at, limits_of};
use crate::count::zone_attacks::Attacks;
use crate::generate::Node;
use crate::position::board::Position;
use arrayvec::ArrayVec;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square};

/// One of the royals.
struct GuardedZone<const N: usize> {
    royal: Square,
    /// Where it may go if nothing attacks it there.
    targets: Bitboard<N>,
    /// The enemy's attacks on these squares; `None` if it may go to attacked squares, or nowhere.
    attacks: Option<Attacks<N>>,
}

/// The royals of a side that is not to move, none of which is in check or limits the moves of the side.
pub(crate) struct GuardedZones<const N: usize> {
    zones: ArrayVec<GuardedZone<N>, GUARDS>,
    /// A move that changes one of these squares must be made.
    pub must_make: Bitboard<N>,
    /// The royals.
    pub royals: Bitboard<N>,
}

impl<const N: usize> GuardedZones<N> {
    /// Finds the royals of `side`, which is not to move; `None` if there is a check or a pin, or if the royals' moves
    /// depend on more than occupied and attacked squares.
    #[inline(never)]
    pub fn find(game: &Game<N>, position: &mut Position<N>, side: Side) -> Option<Box<GuardedZones<N>>> {
        let us = std::mem::replace(&mut position.turn, side);
        let found = game.with_node(position, |node| node.guarded_zones());
        position.turn = us;
        found
    }

    /// Returns whether the moved piece checks a royal or pins a piece to it after the move.
    #[inline(always)]
    pub fn are_aimed_at(&self, game: &Game<N>, unmade: Unmade<'_, N>, context: Context<'_, N>) -> bool {
        self.zones.iter().any(|zone| is_aimed_at(game, zone.royal, unmade, &context))
    }

    /// Returns the number of the royals' moves after a move that is not made and changes no square of `must_make`.
    #[inline(always)]
    pub fn moves(&self, game: &Game<N>, position: &Position<N>, side: Side, unmade: Unmade<'_, N>) -> u64 {
        let mut moves = 0;
        for zone in &self.zones {
            let attacked = match &zone.attacks {
                Some(attacks) => {
                    let royal = Bitboard::of(zone.royal);
                    attacks.attacked_without_making(game, position, side.other(), unmade, royal)
                }
                None => Bitboard::EMPTY,
            };
            moves += u64::from(zone.targets.without(attacked).count());
        }
        moves
    }
}

impl<const N: usize> Node<'_, N> {
    /// Does [`GuardedZones::find`] for the side to move in this node.
    fn guarded_zones(&self) -> Option<Box<GuardedZones<N>>> {
        let safety = &self.safety;
        let is_free = safety.check_mask == Bitboard::FULL && !safety.in_check && !self.tests_moves();
        if safety.guarded.is_empty() || !is_free || safety.pinned != safety.guarded || self.free != Bitboard::FULL {
            return None;
        }
        let royals = safety.guarded;
        let may_become_royal = self.position.of_kinds(&self.game.variant.royalty.pseudo) & self.own;
        let mut found = Box::new(GuardedZones { zones: ArrayVec::new(), must_make: royals | may_become_royal, royals });
        for guard in &safety.guards(self.game, self.position, self.occupied) {
            if guard.allowed != Bitboard::FULL || guard.test == GuardTest::Each {
                return None;
            }
            let royal = guard.royal;
            let mover = self.game.mover(self.us, self.position.cell(royal).kind_on::<N>())?;
            let targets = self.royal_targets(mover, royal);
            let promotes = |targets| {
                let plan = mover.promotion.as_ref()?;
                (plan.in_place || plan.bears_on(royal, targets, self.enemies)).then_some(())
            };
            if promotes(targets).is_some() {
                return None;
            }
            let limits = limits_of(self.game, self.position, self.us, royal);
            if !limits.pinned.is_empty() {
                return None;
            }
            if !mover.barriers.is_empty() || mover.components.iter().any(|part| part.class.is_none()) {
                return None;
            }
            found.must_make |= limits.squares | self.game.squares_seen(mover, royal, &self.occupied);
            found.zones.push(GuardedZone { royal, targets, attacks: None });
            let zone = found.zones.last_mut()?;
            if guard.test == GuardTest::Attacks && !targets.is_empty() {
                let attacks = zone.attacks.insert(Attacks::new());
                if !attacks.find(self.game, self.position, self.us.other(), Bitboard::of(royal), targets) {
                    return None;
                }
            }
        }
        found.must_make |= self.squares_of_castling()?;
        Some(found)
    }

    /// Returns the squares of which a move must touch one to make castling possible or to end a castling right; `None`
    /// if the way of a castling is open now, or if the king may choose where to land.
    fn squares_of_castling(&self) -> Option<Bitboard<N>> {
        if self.position.castling_rights(self.us) == 0 {
            return Some(Bitboard::EMPTY);
        }
        self.game.variant.castling.as_ref().filter(|rule| !rule.has_choice())?;
        let mut squares = Bitboard::EMPTY;
        for plan in self.position.castlings_of(self.us) {
            if plan.must_be_empty.is_disjoint(&self.occupied) {
                return None;
            }
            squares |= plan.must_be_empty | Bitboard::of(plan.king) | Bitboard::of(plan.partner);
        }
        Some(squares)
    }
}
