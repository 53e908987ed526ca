//! Explosions as masks: what a capture destroys, and what check means where captures explode.

use crate::state::position::Position;
use crate::units::KindId;
use crate::variant::Variant;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Vector;

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
