//! Immunity: pieces that some other pieces may not capture.
//!
//! In atomar, a piece may not capture an enemy of its own kind ([`betza_game::variant::Variant::mutually_immune`]). In
//! janggi, a cannon may neither capture nor hop over a cannon ([`betza_game::variant::Kind::barriers`]):
//! `compile/mover.rs` removes such targets from its moves. Pieces that capture nothing protected are in
//! [`protection`](crate::rules::protection).

use crate::compile::game::Game;
use crate::generate::Node;
use crate::position::board::Position;
use crate::position::list::MoveList;
use crate::position::moves::Move;
use crate::rules::protection::Protection;
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
    /// Returns whether an enemy can capture the piece on a square: one that attacks it, and to which it is not immune.
    /// A general can capture only by its own moves what it faces.
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

    /// Returns whether the piece on `captor` may not capture the royal on a square that it attacks: because the royal
    /// bars it, or is protected.
    pub(crate) fn spares_royal(&self, position: &Position<N>, captor: Square, royal: Square) -> bool {
        let (by, victim) = (position.cell(captor).kind_on::<N>(), position.cell(royal).kind_on::<N>());
        self.variant.kinds[by.index()].barriers.contains(&victim)
            || self.variant.spares_protected.contains(&by)
                && self.is_protected(position, captor, royal, Bitboard::EMPTY, &mut Protection::new())
    }

    /// Returns the enemies of the piece on a square that can capture it.
    pub(crate) fn captors(&self, position: &Position<N>, square: Square) -> Bitboard<N> {
        let victim = position.cell(square);
        let (by, kind) = (victim.side().other(), victim.kind_on::<N>());
        let among_kin = self.variant.mutually_immune.contains(&kind);
        let generals = &self.variant.flying_generals;
        let may_capture = |from: &Square| {
            let captor = position.cell(*from).kind_on::<N>();
            let spares_kin = among_kin && captor == kind;
            let is_barred = self.variant.kinds[captor.index()].barriers.contains(&kind);
            let only_faces = || generals.contains(&captor) && !self.attacks_with(position, *from, &[]).contains(square);
            !spares_kin && !is_barred && !only_faces()
        };
        let attackers = if self.rules.chooses_victims {
            self.takers(position, square)
        } else {
            self.attackers_to(position, square, by)
        };
        attackers.into_iter().filter(may_capture).collect()
    }

    /// Returns the enemies of the piece on a square whose own moves capture it, whether they leave a royal in check or
    /// not.
    fn takers(&self, position: &Position<N>, square: Square) -> Bitboard<N> {
        let mut theirs = position.clone();
        theirs.turn = position.cell(square).side().other();
        let mut node = Node::before_limits(self, &theirs);
        node.of_pieces_only = true;
        let mut list = MoveList::default();
        node.all_moves(&mut list);
        let MoveList { moves, effects } = &list;
        let takes = |m: &&Move| self.victims(&theirs, **m, &effects.of(**m)).contains(square);
        moves.iter().filter(takes).map(|m| m.origin_on::<N>()).collect()
    }

    /// Returns whether a side has a piece that might capture an enemy that is immune to it, if nothing stood between.
    /// One that can be captured en passant might be.
    pub(crate) fn may_meet_immune(&self, position: &Position<N>, side: Side) -> bool {
        self.variant.mutually_immune.iter().any(|&kind| {
            let theirs = position.pieces(side.other(), kind);
            let own = position.pieces(side, kind);
            let tables = &self.sides[side.index()].tables[kind.index()];
            let has_passed = !position.state.en_passant.is_empty() && theirs.contains(position.state.passer());
            !theirs.is_empty()
                && (has_passed && !own.is_empty()
                    || own.into_iter().any(|from| !tables.may_capture(from).is_disjoint(&theirs)))
        })
    }
}
