//! Immunity: pieces that some other pieces may not capture.
//!
//! In atomar, a piece may not capture an enemy of its own kind ([`betza_game::variant::Variant::mutually_immune`]). In
//! janggi, a cannon may neither capture nor hop over a cannon ([`betza_game::variant::Kind::barriers`]):
//! `compile/mover.rs` removes such targets from its moves. In tai shogi, the Emperor captures nothing that is protected
//! ([`betza_game::variant::Variant::spares_protected`]).

use crate::compile::game::Game;
use crate::generate::Node;
use crate::position::board::Position;
use crate::position::effects::Effects;
use crate::position::list::MoveList;
use crate::position::moves::Move;
use betza_game::KindId;
use betza_ir::bitboard::{Bitboard, is_large};
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

    /// Returns whether the side to move has a piece that captures nothing protected.
    pub(crate) fn might_spare_protected(&self) -> bool {
        !self.position.of_kinds(&self.game.variant.spares_protected).is_disjoint(&self.own)
    }

    /// Returns whether a move captures something protected with a piece that may not. `known` keeps what was found for
    /// the last such piece: its square, and squares that are protected from it.
    pub(crate) fn takes_protected(
        &self,
        m: Move,
        effects: &Effects,
        known: &mut Option<(Square, Bitboard<N>)>,
    ) -> bool {
        let (game, position, from) = (self.game, self.position, m.origin_on::<N>());
        let spares = || game.variant.spares_protected.contains(&position.cell(from).kind_on::<N>());
        if m.enters() || game.variant.spares_protected.is_empty() || !spares() {
            return false;
        }
        let victims = game.victims(position, m, &effects.of(m));
        if victims.is_empty() {
            return false;
        }
        let protected = match known {
            Some((square, protected)) if *square == from => protected,
            _ => &known.insert((from, game.surely_protected(position, from))).1,
        };
        !victims.is_disjoint(protected)
            || victims.into_iter().any(|on| game.is_protected(position, from, on, Bitboard::EMPTY))
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

    /// Returns squares on which an enemy could take the piece on `from` back if it captured there, and nothing on its
    /// way. There may be more: where it depends on what stands there, or on pieces that capture nothing protected
    /// themselves or capture by other moves than leaps and straight rides. There are none on boards whose pieces have
    /// tables.
    ///
    /// PERF: an Emperor of tai shogi reaches all of 180 enemies, most of which are protected; these are found at once.
    fn surely_protected(&self, p: &Position<N>, from: Square) -> Bitboard<N> {
        let them = p.cell(from).side().other();
        let is_plain = |square: &Square| !self.may_be_spared(p.cell(*square).kind_on::<N>());
        if !is_large(N) || !is_plain(&from) || self.rules.chooses_victims {
            return Bitboard::EMPTY;
        }
        let occupied = p.occupied().without(Bitboard::of(from));
        let protectors = p.side(them).without(p.of_kinds(&self.variant.spares_protected));
        let chains = &self.sides[them.index()].threats.chains;
        let attacks = |by| chains.plainly_attacked_from(p, p.cell(by).kind_on::<N>(), by, &occupied);
        let attacked = protectors.into_iter().fold(Bitboard::EMPTY, |all, by| all | attacks(by));
        (attacked & p.side(them)).into_iter().filter(is_plain).collect()
    }

    /// Returns whether an enemy could take the piece on `from` back if it captured on `on`, with `others` gone on the
    /// way. A protector counts even if it is one of them. One that may capture nothing protected counts if it may
    /// capture there.
    pub(crate) fn is_protected(&self, p: &Position<N>, from: Square, on: Square, others: Bitboard<N>) -> bool {
        let them = p.cell(from).side().other();
        let wary = p.of_kinds(&self.variant.spares_protected);
        // Who attacks a square may spare what stands there, and be barred by what stood there before.
        let is_plain = |square| !self.may_be_spared(p.cell(square).kind_on::<N>());
        let is_simple = !self.rules.chooses_victims && wary.is_disjoint(&others);
        if is_simple && is_plain(from) && is_plain(on) && wary.into_iter().all(is_plain) {
            return self.is_taken_back(p, on, them, others, Bitboard::of(from));
        }
        let captured = |gone: Bitboard<N>| {
            let mut after = p.clone();
            let captor = after.lift::<false>(&self.keys, from);
            gone.into_iter().chain([on]).for_each(|square| _ = after.lift::<false>(&self.keys, square));
            after.put::<false>(&self.keys, on, captor);
            after.state.unmoved.remove(on);
            after
        };
        let is_taken_by = |after: &Position<N>, captor: Square| {
            !wary.contains(captor) || !self.is_protected(after, captor, on, Bitboard::EMPTY)
        };
        let after = captured(others);
        self.captors(&after, on).into_iter().any(|captor| is_taken_by(&after, captor))
            || others.into_iter().any(|square| {
                let after = captured(others.without(Bitboard::of(square)));
                self.captors(&after, on).contains(square) && is_taken_by(&after, square)
            })
    }

    /// Returns whether side `by` could take what has captured on `on`, of pieces that spare nobody and are spared by
    /// nobody. Captors on `gone` have left the board or stand on `on`; nothing on the squares of `passed` is in the
    /// way.
    fn is_taken_back(&self, p: &Position<N>, on: Square, by: Side, passed: Bitboard<N>, gone: Bitboard<N>) -> bool {
        let occupied = p.occupied().without(passed | gone) | Bitboard::of(on);
        let wary = p.of_kinds(&self.variant.spares_protected) & p.side(by);
        let threats = &self.sides[by.index()].threats;
        if wary.is_empty() {
            return threats.attacks(p, on, &occupied, &gone);
        }
        let captors = threats.attackers(p, on, &occupied).without(gone);
        !captors.without(wary).is_empty()
            || captors
                .into_iter()
                .any(|captor| !self.is_taken_back(p, on, by.other(), passed, gone | Bitboard::of(captor)))
    }

    /// Returns whether the piece on `captor` may not capture the royal on a square that it attacks: because the royal
    /// bars it, or is protected.
    pub(crate) fn spares_royal(&self, position: &Position<N>, captor: Square, royal: Square) -> bool {
        let (by, victim) = (position.cell(captor).kind_on::<N>(), position.cell(royal).kind_on::<N>());
        self.variant.kinds[by.index()].barriers.contains(&victim)
            || self.variant.spares_protected.contains(&by)
                && self.is_protected(position, captor, royal, Bitboard::EMPTY)
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
