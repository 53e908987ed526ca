//! Generating and making castling moves.

use crate::compile::game::Game;
use crate::generate::Node;
use crate::generate::sink::Sink;
use crate::position::board::Position;
use crate::position::castlings::CastlingSquares;
use crate::position::effects::Effect;
use crate::position::moves::{Move, MoveType};
use crate::position::undo::Record;
use betza_game::rules::castling::CastlingRule;
use betza_game::rules::royalty::SeveralRoyals;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;

impl<const N: usize> Node<'_, N> {
    /// Gives the sink the legal castling moves. Tests first whether the way of some castling is empty, which is rare.
    #[inline(always)]
    pub(crate) fn castling_moves<S: Sink<N>>(&self, sink: &mut S) {
        let wings = self.position.open_wings(self.us, &self.occupied);
        if wings != 0 {
            self.castlings(wings, sink);
        }
    }

    /// Gives the sink the legal castling moves to these wings, and those to further files
    /// ([`betza_game::variant::CastlingRule::also_to`]).
    #[inline(never)]
    fn castlings<S: Sink<N>>(&self, wings: u8, sink: &mut S) {
        let us = self.us;
        let Some(rule) = &self.game.variant.castling else { return };
        if self.safety.in_check && !rule.ignores_check && self.castler_is_the_royal() {
            return;
        }
        if self.game.rules.chooses_castling {
            for (king, king_to, effect) in self.chosen_castlings(rule, self.position.castling_rights(us)) {
                sink.chain(king, Bitboard::of(king_to), None, &[effect]);
            }
        }
        for wing in 0..2 {
            let Some(plan) = &self.position.castlings[2 * us.index() + wing] else { continue };
            if wings >> wing & 1 != 0 && self.game.rules.partners.is_none() && self.may_castle_by(plan) {
                sink.single(Move::of::<N>(MoveType::Castling, plan.king, plan.partner));
            }
        }
    }

    /// Returns whether the king that castles is the only royal. The one in check may be another.
    #[inline(never)]
    fn castler_is_the_royal(&self) -> bool {
        self.position.castlings_of(self.us).fold(Bitboard::EMPTY, |all, plan| all | Bitboard::of(plan.king))
            == self.royals
    }

    /// Returns the castlings among which the king chooses: from where it goes to where, and what happens to the
    /// partner.
    #[inline(never)]
    fn chosen_castlings(&self, rule: &CastlingRule, wings: u8) -> Vec<(Square, Square, Effect)> {
        let mut found = Vec::new();
        let mut add = |squares: &CastlingSquares<N>| {
            if self.occupied.is_disjoint(&squares.must_be_empty) && self.may_choose(squares) {
                let effect = Effect::Relocate(squares.partner, squares.partner_to);
                found.push((squares.king, squares.king_to, effect));
            }
        };
        for wing in (0..2).filter(|wing| wings >> wing & 1 != 0) {
            let number = 2 * self.us.index() + wing;
            if let Some(plan) = &self.game.rules.partners {
                let partners = self.game.partners_by(self.position, number);
                for squares in plan.castlings[number].iter().filter(|squares| partners.contains(squares.partner)) {
                    add(squares);
                }
            } else if let Some(usual) = &self.position.castlings[number] {
                for &file in &rule.also_to[self.us.index()][wing] {
                    if let Some(squares) = self.game.castling_to(usual.king, usual.partner, self.us, file) {
                        add(&squares);
                    }
                }
            }
        }
        found
    }

    /// Returns the squares on which attacks matter to castling, so that they are tested together with other squares.
    #[inline(always)]
    pub(crate) fn castling_path(&self) -> Bitboard<N> {
        if self.safety.in_check {
            return Bitboard::EMPTY;
        }
        match self.position.open_wings(self.us, &self.occupied) {
            0 => Bitboard::EMPTY,
            wings => self.position.castling_paths(self.us, wings),
        }
    }

    /// Returns whether castling to these squares is legal. The caller has tested that the side has the right, that the
    /// way is empty, and that the king is not in check or may castle out of it.
    #[inline(always)]
    fn may_castle_by(&self, plan: &CastlingSquares<N>) -> bool {
        if !self.free.contains(plan.king) || !self.free.contains(plan.partner) {
            return false;
        }
        let ignores_check = self.game.variant.castling.as_ref().is_some_and(|rule| rule.ignores_check);
        if !ignores_check
            && !self.beside_royals_is_unclear()
            && let Some(answer) = self.is_safe_by_masks(plan)
        {
            return answer;
        }
        self.may_castle_by_attacks(plan, ignores_check)
    }

    /// Does what `may_castle_by` does, for kings that choose. It is not inlined there.
    #[inline(never)]
    fn may_choose(&self, plan: &CastlingSquares<N>) -> bool {
        self.may_castle_by(plan)
    }

    /// Does what `may_castle_by` does where masks do not decide: tests each square by itself.
    #[inline(never)]
    fn may_castle_by_attacks(&self, plan: &CastlingSquares<N>, ignores_check: bool) -> bool {
        let both = Bitboard::of(plan.king) | Bitboard::of(plan.partner);
        let checked = self.game.variant.royalty.check && !self.royals.is_empty();
        let crosses_check = || {
            // A single royal that is not in check is safe where it stands; its square needs no test.
            let stands = if self.safety.royal == Some(plan.king) { plan.king } else { plan.king_to };
            let mut path = plan.king_path.without(self.immune);
            path.remove(plan.king_to);
            path.remove(stands);
            !ignores_check && self.royals.contains(plan.king) && self.is_attacked_on(plan.king, path)
        };
        let lands_in_check = || {
            let mut after = self.occupied.without(both);
            let mut royals = self.royals.without(both);
            for (from, to) in [(plan.king, plan.king_to), (plan.partner, plan.partner_to)] {
                after.insert(to);
                if self.royals.contains(from) {
                    royals.insert(to);
                }
            }
            let is_safe = |royal| {
                self.immune.contains(royal) || !self.threats().attacks(self.position, royal, &after, &Bitboard::EMPTY)
            };
            !self.as_safe_as_wanted(royals, is_safe)
        };
        // A wall that the move also places may shield the king where it lands, so that such moves are made to judge
        // that. But the position after them does not show the squares that the king has crossed.
        let variant = &self.game.variant;
        let may_be_shielded = variant.walling.is_some() && variant.walls_block_checks();
        // Castling may change which king is the first: such moves are made, too.
        let changes_first = variant.royalty.several == SeveralRoyals::First;
        let is_judged = may_be_shielded || changes_first || self.beside_royals_is_unclear();
        !checked || !(crosses_check() || !is_judged && lands_in_check())
    }

    /// Returns whether the king neither crosses nor reaches an attacked square; `None` where masks do not tell. They
    /// tell if there is a single royal, which is not in check, if only leapers and sliders threaten it, and if the
    /// partner does not shield it.
    #[inline(always)]
    pub(crate) fn is_safe_by_masks(&self, plan: &CastlingSquares<N>) -> Option<bool> {
        let is_simple = self.safety.royal == Some(plan.king) && !self.safety.in_check && !self.threats().has_unusual();
        if !is_simple {
            return None;
        }
        let danger = self.attacked_squares(&(plan.crossed | Bitboard::of(plan.king_to)))?.without(self.immune);
        plan.is_safe(&self.enemies, &danger)
    }

    /// Returns whether masks do not tell if a royal may be captured beside one of the other side, because captors
    /// survive explosions or royals those of others. Moves are judged by making them then.
    fn beside_royals_is_unclear(&self) -> bool {
        self.game.rules.explosions.as_ref().is_some_and(|plan| plan.spares_royals || !plan.captor_too)
    }

    /// Returns whether an enemy could capture the king if it stood on another square.
    #[inline(never)]
    fn is_capturable_on(&self, king: Square, square: Square) -> bool {
        let mut there = self.position.clone();
        let cell = there.lift::<false>(&self.game.keys, king);
        there.put::<false>(&self.game.keys, square, cell);
        !self.game.captors_of_royal(&there, square, self.us).is_empty()
    }

    /// Returns whether the king would be in check on one of the squares of `path`, its own square being empty.
    pub(crate) fn is_attacked_on(&self, king: Square, path: Bitboard<N>) -> bool {
        if self.safety.royal == Some(king)
            && let Some(danger) = self.attacked_squares(&path)
        {
            return !path.is_disjoint(&danger);
        }
        if self.beside_royals_is_unclear() {
            return path.into_iter().any(|square| self.is_capturable_on(king, square));
        }
        let mut occupied = self.occupied;
        occupied.remove(king);
        path.into_iter().any(|s| self.threats().attacks(self.position, s, &occupied, &Bitboard::EMPTY))
    }
}

impl<const N: usize> Game<N> {
    /// Makes a castling move. `record.moved` becomes the king, `record.captured` the partner.
    #[inline(never)]
    pub(crate) fn castle<const HASHED: bool>(&self, p: &mut Position<N>, m: Move, record: &mut Record<N>) {
        let squares = p.castling_with(m.destination_on::<N>()).expect("a castling move has its right").clone();
        self.clear_marks::<HASHED>(p, m.origin_on::<N>());
        self.clear_marks::<HASHED>(p, m.destination_on::<N>());
        record.moved = p.lift::<HASHED>(&self.keys, squares.king);
        record.captured = p.lift::<HASHED>(&self.keys, squares.partner);
        p.put::<HASHED>(&self.keys, squares.king_to, record.moved);
        p.put::<HASHED>(&self.keys, squares.partner_to, record.captured);
        record.places = [squares.king_to, squares.partner_to];
    }
}

impl<const N: usize> Game<N> {
    /// Returns the number of the right by which a move castles, before it is made; `None` if it does not castle.
    pub(crate) fn castles_by(&self, p: &Position<N>, m: Move, effects: &[Effect]) -> Option<usize> {
        let partner = match m.kind {
            MoveType::Castling => m.destination_on::<N>(),
            // Castling that also places something, or that goes to a further file.
            MoveType::Chain => effects.iter().find_map(|e| match e {
                Effect::Relocate(partner, _) => Some(*partner),
                _ => None,
            })?,
            _ => return None,
        };
        let is_it = |right: &usize| {
            let is_king = || p.castlings[*right].as_ref().is_some_and(|c| c.king == m.origin_on::<N>());
            p.state.castling >> right & 1 != 0 && is_king() && self.partners_by(p, *right).contains(partner)
        };
        (2 * p.turn.index()..2 * p.turn.index() + 2).find(is_it)
    }

    /// Records that the side to move has castled by a right, and takes away what the other side loses by that.
    #[inline(never)]
    pub(crate) fn note_castling<const HASHED: bool>(&self, p: &mut Position<N>, right: usize) {
        let mut rights = p.state.castling;
        if self.variant.castling.as_ref().is_some_and(|rule| rule.ends_opposite) {
            rights &= !(1 << (right ^ 2));
        }
        if self.rules.ends.wins_by_castling >> right & 1 != 0 {
            rights |= 1 << (4 + right);
        }
        if HASHED {
            p.state.hash ^= self.keys.castling(p.state.castling) ^ self.keys.castling(rights);
        }
        p.state.castling = rights;
    }
}
