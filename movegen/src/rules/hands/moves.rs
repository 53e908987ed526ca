//! Generating and making drops, and changing the hands.

use crate::compile::game::Game;
use crate::generate::Node;
use crate::generate::sink::Sink;
use crate::position::board::Position;
use crate::position::cell::Cell;
use crate::position::moves::{Move, MoveType};
use crate::rules::hands::plan::DropPlan;
use betza_game::KindId;
use betza_game::needs::Needs;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square};

impl<const N: usize> Node<'_, N> {
    /// Gives the sink the legal drops of all kinds in hand.
    #[inline(always)]
    pub(crate) fn hand_moves<S: Sink<N>>(&self, sink: &mut S) {
        let hands = &self.game.rules.hands;
        for plan in &hands.drops[self.us.index()] {
            if hands.has(self.position, self.us, plan.held) {
                self.drops(plan, sink);
            }
        }
    }

    /// Gives the sink the legal drops that come before all other moves. Returns whether there are any.
    #[inline(never)]
    pub(crate) fn drops_first<S: Sink<N>>(&self, sink: &mut S) -> bool {
        let before = sink.given();
        let hands = &self.game.rules.hands;
        for plan in hands.drops[self.us.index()].iter().filter(|plan| plan.comes_first) {
            if hands.has(self.position, self.us, plan.held) && !self.of_pieces_only {
                self.drops(plan, sink);
            }
        }
        sink.given() > before
    }

    /// Returns the squares of `empty` on which a piece in hand may be dropped by a plan, regardless of check and mate.
    #[inline(always)]
    fn drop_targets(&self, plan: &DropPlan<N>, empty: Bitboard<N>) -> Bitboard<N> {
        let (position, us) = (self.position, self.us);
        self.game.rules.hands.targets(us, plan, |k| position.in_hand(us, k), |k| position.pieces(us, k), empty)
    }

    /// Gives the sink the legal drops of a kind in hand. A drop must leave the royals safe: it must land on the check
    /// mask, and where unusual attacks depend on a square, it is tested on the occupancy after it.
    #[inline(never)]
    pub(crate) fn drops<S: Sink<N>>(&self, plan: &DropPlan<N>, sink: &mut S) {
        if plan.changes_royals {
            return self.royal_drops(plan, sink);
        }
        let mut targets = self.drop_targets(plan, self.open_squares()) & self.safety.check_mask;
        if self.test_all || !self.safety.sensitive.is_empty() {
            let occupied = self.occupied;
            let suspect = if self.test_all { targets } else { targets & self.safety.sensitive };
            if plan.is_barrier {
                let drop = |to: Square| Move::of_piece::<N>(MoveType::Drop, to, to, plan.kind);
                targets = self.tested_by_making(targets, suspect, &drop);
                return self.give_drops(plan, targets, sink);
            }
            for to in suspect {
                let mut after = occupied;
                after.insert(to);
                if !self.all_safe(self.royals, &after, &Bitboard::EMPTY) {
                    targets.remove(to);
                }
            }
        }
        self.give_drops(plan, targets, sink);
    }

    /// Gives the sink the legal drops of a kind that is or may become royal. The drop decides which royals have to be
    /// safe, so each drop is tested by making it, unless it brings the only royal.
    #[inline(never)]
    pub(crate) fn royal_drops<S: Sink<N>>(&self, plan: &DropPlan<N>, sink: &mut S) {
        let mut targets = self.drop_targets(plan, self.open_squares());
        // Where every move is judged by making it, so are these.
        if self.game.rules.strategy.needs.contains(Needs::SAFETY_BY_MAKING) {
        } else if self.royals.is_empty()
            && self.game.brings_only_royal(plan)
            && let Some(attacked) = self.attacked_squares(&targets)
        {
            targets = targets.without(attacked.without(self.immune));
        } else {
            let drop = |to: Square| Move::of_piece::<N>(MoveType::Drop, to, to, plan.kind);
            targets = self.tested_by_making(targets, targets, &drop);
        }
        self.give_drops(plan, targets, sink);
    }

    /// Gives the sink drops on `targets`, without those that give mate if that is forbidden.
    pub(crate) fn give_drops<S: Sink<N>>(&self, plan: &DropPlan<N>, mut targets: Bitboard<N>, sink: &mut S) {
        if plan.no_mate && !self.mating_drops_too {
            targets = self.game.without_mates(self.position, plan.kind, targets);
        }
        sink.drops(plan.kind, targets);
    }

    /// Returns whether a move has priority over all others: it drops a piece that must be dropped first.
    pub(crate) fn must_come_first(&self, m: Move) -> bool {
        let rule = self.game.variant.hands.as_ref();
        let is_due = |kind| rule.is_some_and(|h| h.must_drop.contains(&self.game.held_as(kind)));
        m.enters() && m.piece_on::<N>().is_some_and(is_due)
    }
}

impl<const N: usize> Game<N> {
    /// Returns whether the board must remember that a piece of this kind has become another. It need not where the
    /// other kind always comes to a hand as this one.
    pub(crate) fn remembers(&self, kind: KindId, becomes: KindId) -> bool {
        let remembers = self.variant.kinds[kind.index()].promotion.as_ref().is_some_and(|rule| rule.remembers);
        remembers && self.variant.kinds[becomes.index()].in_hand != Some(kind)
    }

    /// Returns the squares of `targets` on which a drop of this kind does not give mate.
    #[inline(never)]
    pub(crate) fn without_mates(&self, position: &Position<N>, kind: KindId, targets: Bitboard<N>) -> Bitboard<N> {
        let us = position.turn();
        let enemies = self.royals(position, us.other());
        // Only a drop that gives check can mate. Without hoppers and other unusual threats a dropped piece gives check
        // only by itself, so only its own checking squares need a test.
        let mut safe = targets;
        // An explosion that took a royal may have left the enemy's own in check.
        let sees_all =
            self.sides[us.index()].threats.has_unusual() || self.variant.annan || self.rules.explosions.is_some();
        if sees_all || self.variant.turning.is_some() {
            let mates = |to: &Square| self.mates(position, Move::of_piece::<N>(MoveType::Drop, *to, *to, kind));
            return targets.into_iter().filter(|to| !mates(to)).collect();
        }
        let tables = &self.sides[us.index()].tables[kind.index()];
        let occupied = position.occupied();
        let mut checking = Bitboard::EMPTY;
        for royal in enemies {
            for part in &tables.parts {
                checking |= part.reach.sources(royal, &occupied);
            }
        }
        for to in targets & checking {
            if self.mates(position, Move::of_piece::<N>(MoveType::Drop, to, to, kind)) {
                safe.remove(to);
            }
        }
        safe
    }

    /// Returns whether a move gives mate.
    pub(crate) fn mates(&self, position: &Position<N>, m: Move) -> bool {
        let after = self.after_drop(position, m);
        // `has_no_replies` ignores the game's own ends: a game that has ended by the number of checks is not mate.
        self.is_check(&after) && self.has_no_replies(&after)
    }

    /// Returns the position after a drop.
    fn after_drop(&self, position: &Position<N>, drop: Move) -> Position<N> {
        let mut after = position.clone();
        let _ = self.make_as::<false>(&mut after, drop, None);
        after
    }

    /// Returns whether one of these legal moves is legal too if some drops may not give mate. Whether a drop mates
    /// depends on the drops that answer it, so those that need no look at answers come first, and one is enough.
    pub(crate) fn some_gives_no_forbidden_mate(&self, position: &Position<N>, moves: &[Move]) -> bool {
        let drops = &self.rules.hands.drops[position.turn().index()];
        let is_free =
            |m: &Move| !drops.iter().any(|plan| plan.no_mate && m.enters() && m.piece_on::<N>() == Some(plan.kind));
        moves.iter().any(is_free)
            || moves.iter().any(|&m| !self.is_check(&self.after_drop(position, m)))
            || moves.iter().any(|&m| !self.mates(position, m))
    }

    /// Returns the kind that comes to a hand when this piece is captured; `None` if none does. `was_promoted` says that
    /// the board remembers its promotion.
    #[inline]
    pub(crate) fn held_when_captured(&self, captured: Cell, was_promoted: bool) -> Option<KindId> {
        let gain = self.rules.hands.gain.as_ref()?;
        let loses_rank = was_promoted && !gain.keeps_promoted;
        if loses_rank { self.rules.promoted.from } else { Some(gain.kinds[captured.kind_on::<N>().index()]) }
    }

    /// Returns the kind that leaves the hand when a piece of this kind is dropped.
    #[inline]
    pub(crate) fn held_as(&self, dropped: KindId) -> KindId {
        self.rules.hands.held_as[dropped.index()]
    }

    /// Returns the side to whose hand a piece comes that `captor` has captured.
    #[inline]
    pub(crate) fn hand_owner(&self, captor: Side, captured: Cell) -> Side {
        let Some(gain) = &self.rules.hands.gain else { return captor };
        let gainer = if gain.by_owner { captured.side().other() } else { captor };
        if gain.returns { gainer.other() } else { gainer }
    }

    /// Adds `by` pieces of a kind to a side's hand.
    #[inline]
    pub(crate) fn change_hands<const HASHED: bool>(&self, p: &mut Position<N>, side: Side, kind: KindId, by: i8) {
        if self.rules.hands.endless {
            return;
        }
        let cell = Cell::on::<N>(side, kind);
        let before = p.hands[cell];
        let after = before.wrapping_add_signed(by);
        p.hands[cell] = after;
        if HASHED {
            p.state.hash ^= self.keys.held(cell, before) ^ self.keys.held(cell, after);
        }
    }
}

impl<const N: usize> Game<N> {
    /// Returns whether a drop makes its piece the only royal of a side that has none.
    pub(crate) fn brings_only_royal(&self, plan: &DropPlan<N>) -> bool {
        plan.changes_royals && self.variant.royalty.pseudo.is_empty() && !self.variant.annan
    }

    /// Returns whether a side may ever drop a piece.
    pub(crate) fn has_drops(&self, side: Side) -> bool {
        !self.rules.hands.drops[side.index()].is_empty()
    }

    /// Returns whether a side holds a piece that may be dropped as one of these kinds.
    pub(crate) fn may_drop_as(&self, position: &Position<N>, side: Side, kinds: &[KindId]) -> bool {
        let hands = &self.rules.hands;
        let is_of_these = |plan: &DropPlan<N>| kinds.contains(&plan.kind);
        hands.drops[side.index()].iter().any(|plan| is_of_these(plan) && hands.has(position, side, plan.held))
    }

    /// Returns whether a side holds a piece that may be dropped.
    pub(crate) fn holds_some(&self, position: &Position<N>, side: Side) -> bool {
        let hands = &self.rules.hands;
        hands.drops[side.index()].iter().any(|plan| hands.has(position, side, plan.held))
    }
}

impl<const N: usize> Position<N> {
    /// Returns how many pieces of a kind a side has in hand.
    #[inline]
    #[must_use]
    pub fn in_hand(&self, side: Side, kind: KindId) -> u8 {
        self.hands[Cell::on::<N>(side, kind)]
    }
}

impl<const N: usize> Game<N> {
    /// Makes a drop.
    #[inline(always)]
    pub(crate) fn make_drop<const HASHED: bool>(&self, p: &mut Position<N>, m: Move) {
        let kind = m.piece_on::<N>().expect("a drop names its piece");
        self.change_hands::<HASHED>(p, p.turn, self.held_as(kind), -1);
        p.put::<HASHED>(&self.keys, m.destination_on::<N>(), Cell::on::<N>(p.turn, kind));
        p.state.halfmoves = 0;
        self.close_idle_gates::<HASHED>(p, p.turn);
        if self.rules.hands.castles_placed {
            self.grant_by_placing::<HASHED>(p, m.destination_on::<N>());
        }
    }

    /// Returns whether a drop takes a piece that is in hand to an empty square.
    pub(crate) fn drop_fits(&self, p: &Position<N>, m: Move) -> bool {
        m.piece_on::<N>().is_some_and(|kind| self.rules.hands.has(p, p.turn, self.held_as(kind)))
            && p.cell(m.destination_on::<N>()) == Cell::EMPTY
    }

    /// Takes a drop back.
    #[inline(always)]
    pub(crate) fn unmake_drop(&self, p: &mut Position<N>, m: Move) {
        let kind = m.piece_on::<N>().expect("a drop names its piece");
        p.lift::<false>(&self.keys, m.destination_on::<N>());
        self.change_hands::<false>(p, p.turn, self.held_as(kind), 1);
    }
}
