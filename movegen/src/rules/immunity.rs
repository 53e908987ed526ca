//! Immunity: pieces that some other pieces may not capture.
//!
//! In atomar, a piece may not capture an enemy of its own kind ([`betza_game::variant::Variant::mutually_immune`]). In
//! janggi, a cannon may neither capture nor hop over a cannon ([`betza_game::variant::Kind::barriers`]):
//! `compile/mover.rs` removes such targets from its moves.

use crate::compile::game::Game;
use crate::generate::Node;
use crate::position::board::Position;
use betza_game::KindId;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square};

impl<const N: usize> Node<'_, N> {
    /// Returns the enemies that a piece of a kind may not capture because they are of the same kind.
    pub(crate) fn immune_to(&self, kind: KindId) -> Bitboard<N> {
        if self.game.variant.mutually_immune.contains(&kind) {
            self.position.pieces(self.us.other(), kind)
        } else {
            Bitboard::EMPTY
        }
    }
}

impl<const N: usize> Game<N> {
    /// Returns whether an enemy can capture the piece on a square: one that attacks it, and to which it is not immune. A
    /// general can capture only by its own moves what it faces.
    pub(crate) fn can_be_captured(&self, position: &Position<N>, square: Square) -> bool {
        let victim = position.cell(square);
        if self.may_be_spared(victim.kind()) {
            !self.captors(position, square).is_empty()
        } else {
            self.is_attacked(position, square, victim.side().other())
        }
    }

    /// Returns whether some pieces that attack one of a kind may not capture it.
    pub(crate) fn may_be_spared(&self, kind: KindId) -> bool {
        self.variant.mutually_immune.contains(&kind)
            || self.rules.barriers[kind.index()]
            || !self.variant.flying_generals.is_empty()
    }

    /// Returns the enemies of the piece on a square that can capture it.
    pub(crate) fn captors(&self, position: &Position<N>, square: Square) -> Bitboard<N> {
        let victim = position.cell(square);
        let (by, kind) = (victim.side().other(), victim.kind());
        let among_kin = self.variant.mutually_immune.contains(&kind);
        let generals = &self.variant.flying_generals;
        let may_capture = |from: &Square| {
            let captor = position.cell(*from).kind();
            let spares_kin = among_kin && captor == kind;
            let is_barred = self.variant.kinds[captor.index()].barriers.contains(&kind);
            let only_faces = || generals.contains(&captor) && !self.attacks_with(position, *from, &[]).contains(square);
            !spares_kin && !is_barred && !only_faces()
        };
        self.attackers_to(position, square, by).into_iter().filter(may_capture).collect()
    }

    /// Returns whether a side has a piece that might capture an enemy that is immune to it, if nothing stood between.
    pub(crate) fn may_meet_immune(&self, position: &Position<N>, side: Side) -> bool {
        self.variant.mutually_immune.iter().any(|&kind| {
            let theirs = position.pieces(side.other(), kind);
            let tables = &self.sides[side.index()].tables[kind.index()];
            !theirs.is_empty()
                && position.pieces(side, kind).into_iter().any(|from| !tables.may_reach(from).is_disjoint(&theirs))
        })
    }
}
