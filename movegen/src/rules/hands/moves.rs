//! Drops: generating them, making them, and the hands that they come from.

use crate::compile::game::Game;
use crate::generate::Node;
use crate::generate::sink::Sink;
use crate::rules::asks::Asks;
use crate::rules::hands::plan::DropPlan;
use crate::state::cell::Cell;
use crate::state::effects::Effects;
use crate::state::moves::{Move, MoveType};
use crate::state::position::Position;
use crate::units::KindId;
use arrayvec::ArrayVec;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};

impl<const N: usize> Node<'_, N> {
    /// The drops of all kinds that are in hand.
    #[inline(always)]
    pub(crate) fn hand_moves<S: Sink<N>>(&self, sink: &mut S) {
        for plan in &self.game.rules.hands.drops[self.us.index()] {
            if self.position.in_hand(self.us, plan.held) > 0 && !self.on_board_only {
                self.drops(plan, sink);
            }
        }
    }

    /// The drops of a kind that is in hand.
    #[inline(never)]
    pub(crate) fn drops<S: Sink<N>>(&self, plan: &DropPlan<N>, sink: &mut S) {
        let there = self.position.pieces(self.us, plan.held);
        if plan.changes_royals {
            return self.royal_drops(plan, sink);
        }
        let mut targets = plan.targets(there, self.empty & self.safety.check_mask);
        if self.test_all || !self.safety.sensitive.is_empty() {
            let occupied = self.occupied;
            let suspect = if self.test_all { targets } else { targets & self.safety.sensitive };
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

    /// The drops of a kind that is or may be royal: which royals have to be safe is seen after the drop.
    #[inline(never)]
    pub(crate) fn royal_drops<S: Sink<N>>(&self, plan: &DropPlan<N>, sink: &mut S) {
        let mut targets = plan.targets(self.position.pieces(self.us, plan.held), self.empty);
        // Where moves are judged one by one, these are too.
        if !self.game.rules.strategy.asks.contains(Asks::SAFETY_BY_MAKING) {
            let drop = |to: Square| Move::with_piece(MoveType::Drop, to, to, plan.kind);
            targets = self.tested_by_making(targets, targets.without(self.immune), drop);
        }
        self.give_drops(plan, targets, sink);
    }

    pub(crate) fn give_drops<S: Sink<N>>(&self, plan: &DropPlan<N>, mut targets: Bitboard<N>, sink: &mut S) {
        if plan.no_mate {
            targets = self.game.without_mates(self.position, plan.kind, targets);
        }
        sink.enter(plan.kind, targets);
    }

    /// Whether a move must be made before others: a drop of a piece that has to be dropped first.
    pub(crate) fn must_come_first(&self, m: Move) -> bool {
        let rule = self.game.variant.hands.as_ref();
        m.enters() && rule.is_some_and(|h| m.piece().is_some_and(|k| h.must_drop.contains(&k)))
    }

    /// Whether after a drop the pieces that go on squares of both colours can still be divided evenly between them.
    pub(crate) fn leaves_colours(&self, m: Move) -> bool {
        let node = self;
        let Some(hands) = &node.game.variant.hands else { return true };
        let board = &node.game.variant.board;
        let dark: Bitboard<N> = board.squares().filter(|&s| board.is_dark(s)).collect();
        hands.opposite_coloured.iter().all(|&kind| {
            let there = node.position.pieces(node.us, kind);
            let all = there.count() + u32::from(node.position.in_hand(node.us, kind));
            if m.piece() == Some(kind) {
                let colour = if dark.contains(m.to()) { dark } else { !dark };
                return (there & colour).count() < all.div_ceil(2);
            }
            let plan = node.game.rules.hands.drops[node.us.index()].iter().find(|d| d.kind == kind);
            let open = plan.map_or(Bitboard::EMPTY, |d| d.region) & node.empty.without(Bitboard::of(m.to()));
            [dark, !dark].iter().all(|colour| ((there | open) & *colour).count() >= all / 2)
        })
    }
}

impl<const N: usize> Game<N> {
    /// The squares of `targets` on which a drop of this kind does not give mate.
    #[inline(never)]
    pub(crate) fn without_mates(&self, position: &Position<N>, kind: KindId, targets: Bitboard<N>) -> Bitboard<N> {
        let us = position.turn();
        let enemies = self.royals(position, us.other());
        // Only a drop that gives check can mate, and where nobody hops a dropped piece checks only by itself.
        let mut safe = targets;
        if self.sides[us.index()].threats.has_unusual() || self.variant.annan {
            let mates = |to: &Square| self.mates(position, Move::with_piece(MoveType::Drop, *to, *to, kind));
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
            if self.mates(position, Move::with_piece(MoveType::Drop, to, to, kind)) {
                safe.remove(to);
            }
        }
        safe
    }

    pub(crate) fn mates(&self, position: &Position<N>, m: Move) -> bool {
        let mut after = position.clone();
        self.make(&mut after, m, &Effects::new());
        // A game that has ended otherwise, by the number of checks say, has no moves but is not mate.
        self.in_check(&after) && self.has_no_replies(&after)
    }

    /// The kind that comes to a hand when this piece is captured.
    #[inline]
    pub(crate) fn held_when_captured(&self, captured: Cell, was_promoted: bool) -> Option<KindId> {
        let gain = self.rules.hands.gain.as_ref()?;
        let loses_rank = was_promoted && !gain.keeps_promoted;
        if loses_rank { self.rules.promoted.from } else { Some(gain.kinds[captured.kind().index()]) }
    }

    /// The kind that is in hand where this one is dropped.
    #[inline]
    pub(crate) fn held_as(&self, dropped: KindId) -> KindId {
        self.rules.hands.held_as[dropped.index()]
    }

    #[inline]
    pub(crate) fn hand_owner(&self, captor: Side) -> Side {
        match &self.rules.hands.gain {
            Some(gain) if gain.returns => captor.other(),
            _ => captor,
        }
    }

    #[inline]
    pub(crate) fn change_hands<const HASHED: bool>(&self, p: &mut Position<N>, side: Side, kind: KindId, by: i8) {
        let cell = Cell::new(side, kind);
        let before = p.hands[cell.index()];
        let after = before.wrapping_add_signed(by);
        p.hands[cell.index()] = after;
        if HASHED {
            p.state.hash ^= self.keys.held(cell, before) ^ self.keys.held(cell, after);
        }
    }
}

impl<const N: usize> Position<N> {
    /// How many pieces of a kind a side has in hand.
    #[inline]
    #[must_use]
    pub fn in_hand(&self, side: Side, kind: KindId) -> u8 {
        self.hands[Cell::new(side, kind).index()]
    }
}

impl<const N: usize> Game<N> {
    /// Makes a drop.
    #[inline(always)]
    pub(crate) fn make_drop<const HASHED: bool>(&self, p: &mut Position<N>, m: Move) {
        let kind = m.piece().expect("a drop names its piece");
        self.change_hands::<HASHED>(p, p.turn, self.held_as(kind), -1);
        p.put::<HASHED>(&self.keys, m.to(), Cell::new(p.turn, kind));
        if self.rules.hands.castles_placed {
            self.grant_by_placing::<HASHED>(p, m.to());
        }
    }

    /// Takes a drop back.
    #[inline(always)]
    pub(crate) fn unmake_drop(&self, p: &mut Position<N>, m: Move) {
        let kind = m.piece().expect("a drop names its piece");
        p.lift::<false>(&self.keys, m.to());
        self.change_hands::<false>(p, p.turn, self.held_as(kind), 1);
    }
}

/// So many kinds of pieces in hand at most are counted without making moves.
const HELD: usize = 16;

/// What a side may drop in reply to any move of the other.
pub(crate) struct HandReplies<'a, const N: usize>(ArrayVec<&'a DropPlan<N>, HELD>);

impl<'a, const N: usize> HandReplies<'a, N> {
    /// None.
    pub fn none() -> Self {
        HandReplies(ArrayVec::new())
    }

    /// Those of a side; `None` where they depend on more than who stands where.
    #[inline(always)]
    pub fn of(game: &'a Game<N>, position: &Position<N>, side: Side) -> Option<Self> {
        let mut replies = HandReplies::none();
        for plan in game.rules.hands.drops[side.index()].iter().filter(|plan| position.in_hand(side, plan.held) > 0) {
            if plan.no_mate || plan.changes_royals {
                return None;
            }
            replies.0.try_push(plan).ok()?;
        }
        Some(replies)
    }

    /// Their number with these squares empty, `own` being where the side's pieces are left.
    #[inline(always)]
    pub fn count(&self, position: &Position<N>, side: Side, own: Bitboard<N>, empty: Bitboard<N>) -> u64 {
        let squares = |plan: &&DropPlan<N>| plan.targets(position.pieces(side, plan.held) & own, empty).count();
        u64::from(self.0.iter().map(squares).sum::<u32>())
    }
}
