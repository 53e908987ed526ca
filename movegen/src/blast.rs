//! Captures that explode (atomic chess): what they destroy, making them, and what check means among them.
//!
//! A royal may not be blown up by its own side. Blowing up the enemy's ends the game, so that nothing else matters then; and as long as
//! the royals stand next to each other neither can be captured without the other, so there is no check. Sources: lichess.org/variant/atomic;
//! python-chess and Fairy-Stockfish agree.

use crate::effects::Effect;
use crate::game::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::{KindId, Variant};
use arrayvec::ArrayVec;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square, Vector};

/// The blast of a game, as masks.
pub(crate) struct BlastPlan<const N: usize> {
    /// The squares around each square.
    pub ring: Box<[Bitboard<N>]>,
    /// Kinds that stay when something explodes next to them.
    spared: Vec<KindId>,
    /// Kinds that survive their own captures, where the captor else does not.
    immune: Vec<KindId>,
    /// Captors are destroyed. Where they are not, a royal captures another beside it.
    pub captor_too: bool,
}

impl<const N: usize> BlastPlan<N> {
    pub fn new(variant: &Variant) -> Option<BlastPlan<N>> {
        let rule = variant.blast.as_ref()?;
        let board = &variant.board;
        let mut ring = vec![Bitboard::EMPTY; board.area()];
        for from in board.squares() {
            let steps = (-1..=1).flat_map(|x| (-1..=1).map(move |y| Vector::new(x, y)));
            ring[from.index()] = steps.filter_map(|v| board.step(from, v)).filter(|&s| s != from).collect();
        }
        let spared = rule.spares.iter().chain(&rule.immune).copied().collect();
        Some(BlastPlan { ring: ring.into(), spared, immune: rule.immune.clone(), captor_too: rule.captor_too })
    }

    /// The pieces that stay when something explodes next to them.
    pub fn spared(&self, position: &Position<N>) -> Bitboard<N> {
        position.of_kinds(&self.spared)
    }

    /// The squares next to these royals, where no royal of the other side can be captured without them. There are none if captors survive, and
    /// none next to a royal that stays when something explodes beside it.
    pub fn touching(&self, royals: Bitboard<N>, position: &Position<N>) -> Bitboard<N> {
        if !self.captor_too {
            return Bitboard::EMPTY;
        }
        let royals = royals.without(self.spared(position));
        royals.into_iter().fold(Bitboard::EMPTY, |touching, royal| touching | self.ring[royal.index()])
    }

    /// Whether pieces of a kind stay when something explodes next to them.
    pub fn spares(&self, kind: KindId) -> bool {
        self.spared.contains(&kind)
    }

    /// Whether a captor of this kind is destroyed by its capture.
    pub fn destroys_captor(&self, kind: KindId) -> bool {
        self.captor_too && !self.immune.contains(&kind)
    }
}

impl<const N: usize> Game<N> {
    /// Makes a capture that explodes. What stands on the squares around the destination goes, whatever was captured where.
    #[inline(never)]
    pub(crate) fn explode<const HASHED: bool>(
        &self,
        plan: &BlastPlan<N>,
        position: &mut Position<N>,
        m: Move,
        besides: &[Effect],
        captured: Bitboard<N>,
    ) {
        let around =
            (plan.ring[m.to().index()] & position.occupied()).without(plan.spared(position) | Bitboard::of(m.from()));
        let mut effects: ArrayVec<Effect, 10> = ArrayVec::new();
        effects.extend((around | captured).into_iter().map(Effect::Capture));
        // A captor that turns into a wall stays as one.
        let stays = besides.contains(&Effect::Petrify);
        if plan.destroys_captor(position.cell(m.from()).kind()) && !stays {
            effects.push(Effect::Vanish);
        }
        if besides.is_empty() {
            return self.carry_out::<HASHED>(position, m, &effects);
        }
        let all: Vec<Effect> = besides.iter().copied().chain(effects).collect();
        self.carry_out::<HASHED>(position, m, &all);
    }

    /// Of royals of a side those that can be captured without blowing up one of the other side's: where captures explode, two that stand next
    /// to each other are safe.
    /// But a royal that survives its captures may take the one beside it, if no other royal of its side stands there.
    #[inline]
    pub(crate) fn without_touching(&self, position: &Position<N>, royals: Bitboard<N>, side: Side) -> Bitboard<N> {
        let Some(plan) = &self.blast else { return royals };
        let theirs = self.royals(position, side.other());
        if plan.captor_too {
            return royals.without(plan.touching(theirs, position));
        }
        let is_taken_by = |to: Square, captor: Bitboard<N>| {
            !captor.has_several() && !self.attackers_to(position, to, side.other()).is_disjoint(&captor)
        };
        let can_be_taken = |to: &Square| {
            let beside = plan.ring[to.index()] & theirs;
            beside.is_empty() || is_taken_by(*to, beside)
        };
        royals.into_iter().filter(can_be_taken).collect()
    }
}
