//! Captures that explode, each judged by what its explosion leaves; and counting replies where there are such.

use super::Node;
use super::sights::{Ground, Sights};
use super::zone::Zone;
use crate::blast::BlastPlan;
use crate::game::Game;
use crate::plan::Program;
use crate::position::{Cell, Position};
use crate::rules::KindId;
use crate::sink::Counter;
use crate::threats::Threats;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;

/// What explosions are asked in one position.
pub(super) struct Explosions<'a, const N: usize> {
    pub position: &'a Position<N>,
    pub plan: &'a BlastPlan<N>,
    /// What the enemy threatens.
    pub threats: &'a Threats<N>,
    pub occupied: Bitboard<N>,
    pub spared: Bitboard<N>,
    /// Squares of the position on which its pieces do not stand any more.
    pub left: Bitboard<N>,
    /// The enemy's royal.
    pub theirs: Option<Square>,
    /// Where the own royal is safe because that one stands beside it.
    pub touching: Bitboard<N>,
    /// The own royal, if it must be safe.
    pub royal: Option<Square>,
}

impl<const N: usize> Explosions<'_, N> {
    /// Whether a capture leaves the own royal alive and safe, or the enemy's dead.
    #[inline]
    pub fn survives(&self, kind: KindId, from: Square, to: Square, captured: Square) -> bool {
        let plan = self.plan;
        let Some(royal) = self.royal else { return true };
        let around = plan.ring[to.index()].without(self.spared | Bitboard::of(from));
        let mut blasted = (around & self.occupied) | Bitboard::of(captured);
        if plan.destroys_captor(kind) {
            blasted.insert(from);
        }
        if blasted.contains(royal) {
            return false;
        }
        let royal = if from == royal { to } else { royal };
        let mut after = self.occupied.without(blasted);
        after.remove(from);
        if !plan.destroys_captor(kind) {
            after.insert(to);
        }
        match self.theirs {
            Some(theirs) if blasted.contains(theirs) => true,
            _ if self.touching.contains(royal) => true,
            _ => !self.threats.attacks(self.position, royal, &after, &(blasted | self.left)),
        }
    }

    /// The captures by sights that are legal, these being stale.
    #[inline(always)]
    fn count(
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

impl<const N: usize> BlastPlan<N> {
    /// The squares such that a plain move between others neither explodes nor changes what touches the zone's royal; all where enemies stand
    /// too near to it.
    pub(super) fn disturbing(&self, game: &Game<N>, position: &Position<N>, zone: &Zone<N>) -> Bitboard<N> {
        let us = position.turn();
        let royals = game.royals(position, us);
        let near = royals.into_iter().fold(position.side(us), |near, royal| near | self.ring[royal.index()]);
        if zone.royal().is_none() || royals.has_several() || zone.depends_on(&near) {
            return Bitboard::FULL;
        }
        royals | position.side(us.other())
    }
}

impl<const N: usize> Game<N> {
    /// The legal captures by sights after a move that is not made and disturbs nothing, of a piece like this; `None` if it must be made to know
    /// them.
    pub(super) fn explosions_unmade(
        &self,
        sights: &Sights<N>,
        zone: &Zone<N>,
        stale: u64,
        ground: &Ground<'_, N>,
        (piece, from, to): (Cell, Square, Square),
    ) -> Option<u64> {
        let (plan, royal) = (self.blast.as_ref()?, zone.royal()?);
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
    /// What explosions are asked here.
    pub(super) fn explosions<'a>(&'a self, plan: &'a BlastPlan<N>) -> Explosions<'a, N> {
        let theirs = self.game.royals(self.position, self.us.other());
        Explosions {
            position: self.position,
            plan,
            threats: self.threats(),
            occupied: self.occupied,
            spared: plan.spared(self.position),
            left: Bitboard::EMPTY,
            theirs: theirs.first(),
            touching: plan.touching(theirs, self.position),
            royal: self.safety.royal,
        }
    }

    /// Counts all moves; false if there is more to ask than sights know.
    #[inline(always)]
    pub(super) fn explosions_by_sight(
        &mut self,
        sights: &Sights<N>,
        zone: Option<&Zone<N>>,
        changed: Bitboard<N>,
        counter: &mut Counter,
    ) -> bool {
        let (movers, royals) = (self.plan(), self.game.royals(self.position, self.us.other()));
        let Some(plan) = self.game.blast.as_ref() else { return false };
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
        self.drops_and_pass(counter);
        true
    }
}
