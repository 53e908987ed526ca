//! Generating, making and counting drops, and changing the hands.

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
    /// Gives the legal drops of all kinds in hand to the sink.
    #[inline(always)]
    pub(crate) fn hand_moves<S: Sink<N>>(&self, sink: &mut S) {
        for plan in &self.game.rules.hands.drops[self.us.index()] {
            if self.position.in_hand(self.us, plan.held) > 0 && !self.on_board_only {
                self.drops(plan, sink);
            }
        }
    }

    /// Gives the legal drops of a kind in hand to the sink. A drop must leave the royals safe: it must land on the
    /// check mask, and where unusual attacks depend on a square, it is tested on the occupancy after it.
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

    /// Gives the legal drops of a kind that is or may become royal to the sink. The drop decides which royals have to
    /// be safe, so each drop is tested by making it.
    #[inline(never)]
    pub(crate) fn royal_drops<S: Sink<N>>(&self, plan: &DropPlan<N>, sink: &mut S) {
        let mut targets = plan.targets(self.position.pieces(self.us, plan.held), self.empty);
        // Where every move is judged by making it, so are these.
        if !self.game.rules.strategy.asks.contains(Asks::SAFETY_BY_MAKING) {
            let drop = |to: Square| Move::with_piece(MoveType::Drop, to, to, plan.kind);
            targets = self.tested_by_making(targets, targets.without(self.immune), drop);
        }
        self.give_drops(plan, targets, sink);
    }

    /// Gives drops on `targets` to the sink, without those that give mate if that is forbidden.
    pub(crate) fn give_drops<S: Sink<N>>(&self, plan: &DropPlan<N>, mut targets: Bitboard<N>, sink: &mut S) {
        if plan.no_mate {
            targets = self.game.without_mates(self.position, plan.kind, targets);
        }
        sink.enter(plan.kind, targets);
    }

    /// Whether a move has priority over all others: it drops a piece that must be dropped first.
    pub(crate) fn must_come_first(&self, m: Move) -> bool {
        let rule = self.game.variant.hands.as_ref();
        m.enters() && rule.is_some_and(|h| m.piece().is_some_and(|k| h.must_drop.contains(&k)))
    }

    /// Whether, after a drop, the pieces that must be divided evenly between squares of both colours still can be
    /// ([`crate::variant::HandRule::opposite_coloured`]).
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
        // Only a drop that gives check can mate. Without hoppers and other unusual threats a dropped piece gives check
        // only by itself, so only its own checking squares need a test.
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

    /// Whether a move gives mate.
    pub(crate) fn mates(&self, position: &Position<N>, m: Move) -> bool {
        let mut after = position.clone();
        let _ = self.make_as::<false>(&mut after, m, Effects::NONE);
        // `has_no_replies` ignores the game's own ends: a game that has ended by the number of checks is not mate.
        self.in_check(&after) && self.has_no_replies(&after)
    }

    /// The kind that comes to a hand when this piece is captured; `None` if none does. `was_promoted` says that the
    /// board remembers its promotion.
    #[inline]
    pub(crate) fn held_when_captured(&self, captured: Cell, was_promoted: bool) -> Option<KindId> {
        let gain = self.rules.hands.gain.as_ref()?;
        let loses_rank = was_promoted && !gain.keeps_promoted;
        if loses_rank { self.rules.promoted.from } else { Some(gain.kinds[captured.kind().index()]) }
    }

    /// The kind that leaves the hand when a piece of this kind is dropped.
    #[inline]
    pub(crate) fn held_as(&self, dropped: KindId) -> KindId {
        self.rules.hands.held_as[dropped.index()]
    }

    /// The side to whose hand captures by `captor` come.
    #[inline]
    pub(crate) fn hand_owner(&self, captor: Side) -> Side {
        match &self.rules.hands.gain {
            Some(gain) if gain.returns => captor.other(),
            _ => captor,
        }
    }

    /// Adds `by` pieces of a kind to a side's hand.
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
        p.state.halfmoves = 0;
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

/// The most kinds of drops for which replies are counted without making moves.
const HELD: usize = 16;

/// The drops of a side in reply to any move of the other side.
pub(crate) struct HandReplies<'a, const N: usize>(ArrayVec<&'a DropPlan<N>, HELD>);

impl<'a, const N: usize> HandReplies<'a, N> {
    /// No drops.
    pub fn none() -> Self {
        HandReplies(ArrayVec::new())
    }

    /// The drops of a side; `None` where their legality depends on more than the occupancy, or where there are too many
    /// kinds.
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

    /// The number of drops on squares of `empty`. `own` has the squares on which the side's pieces still stand.
    #[inline(always)]
    pub fn count(&self, position: &Position<N>, side: Side, own: Bitboard<N>, empty: Bitboard<N>) -> u64 {
        let squares = |plan: &&DropPlan<N>| plan.targets(position.pieces(side, plan.held) & own, empty).count();
        u64::from(self.0.iter().map(squares).sum::<u32>())
    }
}
