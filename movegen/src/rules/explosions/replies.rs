//! Counting replies, without making moves, where captures explode.

use crate::compile::game::Game;
use crate::compile::program::Program;
use crate::count::pseudo_legal::{Ground, Sights};
use crate::count::zone::Zone;
use crate::generate::Node;
use crate::generate::sink::Counter;
use crate::rules::explosions::moves::Explosions;
use crate::state::cell::Cell;
use crate::state::position::Position;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;

impl<const N: usize> Explosions<'_, N> {
    /// The captures by sights that are legal, these being stale.
    #[inline(always)]
    pub(crate) fn count(
        &self,
        game: &Game<N>,
        program: &Program<N>,
        sights: &Sights<N>,
        stale: u64,
        ground: &Ground<'_, N>,
    ) -> u64 {
        let mut legal = 0;
        sights.each(game, program, stale, ground, |from, targets| {
            let kind = self.position.cell(from).kind();
            (targets & self.occupied).for_each(|to| legal += u64::from(self.survives(kind, from, to, to)));
        });
        legal
    }
}

impl<const N: usize> Game<N> {
    /// The squares such that a plain move between others neither explodes nor changes what touches the zone's royal; all where enemies stand
    /// too near to it, none where captures do not explode.
    #[inline(always)]
    pub(crate) fn disturbing_squares(&self, position: &Position<N>, zone: &Zone<N>) -> Bitboard<N> {
        let Some(plan) = &self.rules.explosions else { return Bitboard::EMPTY };
        let us = position.turn();
        let royals = self.royals(position, us);
        let near = royals.into_iter().fold(position.side(us), |near, royal| near | plan.ring[royal.index()]);
        if zone.royal().is_none() || royals.has_several() || zone.depends_on(&near) {
            return Bitboard::FULL;
        }
        royals | position.side(us.other())
    }

    /// The legal captures by sights after a move that is not made and disturbs nothing, of a piece like this; `None` if it must be made to know
    /// them.
    pub(crate) fn judged_captures_unmade(
        &self,
        sights: &Sights<N>,
        zone: &Zone<N>,
        stale: u64,
        ground: &Ground<'_, N>,
        (piece, from, to): (Cell, Square, Square),
    ) -> Option<u64> {
        let (plan, royal) = (self.rules.explosions.as_ref()?, zone.royal()?);
        let threats = &self.sides[piece.side().index()].threats;
        // It may attack the royal once something has exploded.
        if threats.toward[royal.index()].contains(to) {
            return None;
        }
        let left = Bitboard::of(from);
        let mut spared = plan.spared(ground.position).without(left);
        if plan.spares(piece.kind()) {
            spared.insert(to);
        }
        let theirs = self.royals(ground.position, piece.side());
        let explosions = Explosions {
            position: ground.position,
            plan,
            threats,
            occupied: ground.occupied,
            spared,
            left,
            theirs: theirs.first(),
            touching: plan.touching(theirs, ground.position),
            royal: Some(royal),
        };
        let program = &self.sides[piece.side().other().index()].program;
        Some(explosions.count(self, program, sights, stale, ground))
    }
}

impl<const N: usize> Node<'_, N> {
    /// Counts all moves; false if there is more to ask than sights know.
    #[inline(always)]
    pub(crate) fn captures_apart_by_sight(
        &mut self,
        sights: &Sights<N>,
        zone: Option<&Zone<N>>,
        changed: Bitboard<N>,
        counter: &mut Counter,
    ) -> bool {
        let (movers, royals) = (self.plan(), self.game.royals(self.position, self.us.other()));
        let Some(plan) = self.game.rules.explosions.as_ref() else { return false };
        if self.safety.royal.is_none() || self.tests_moves() || royals.has_several() {
            return false;
        }
        // Neither checks nor pins forbid captures.
        let ground = Ground { standing: self.own & self.free, allow: Bitboard::FULL, ..self.ground() };
        let stale = sights.watch.of(changed);
        let apart = sights.count_apart(self.game, &movers.program, stale, &ground);
        if !self.en_passant.is_empty() || zone.is_none_or(|zone| zone.depends_on(&self.enemies)) {
            self.exploding_captures(plan, counter);
        } else if apart.captures > 0 {
            counter.0 += self.explosions(plan).count(self.game, &movers.program, sights, stale, &ground);
        }
        self.end_explosions();
        if self.safety.allow == Bitboard::FULL && self.safety.hurdles.is_empty() {
            counter.0 += apart.others;
        } else {
            counter.0 += self.apart(sights, changed).others;
            self.hurdle_moves(counter);
        }
        let untouched = zone.filter(|zone| !zone.depends_on(&self.immune));
        if let Some(moves) = untouched.and_then(|zone| self.moves_in_zone(zone, changed)) {
            counter.0 += moves;
        } else {
            self.steps_of_royals(counter);
            self.castling_moves(counter);
        }
        self.hand_moves_and_pass(counter);
        true
    }
}
