//! Moves of games in which captures explode. Other moves obey the ordinary masks, with the exploding meaning of check; a capture is
//! judged on the occupancy after the explosion.

use crate::attack::safety::Safety;
use crate::attack::threats::Threats;
use crate::compile::game::Game;
use crate::compile::mover::Mover;
use crate::generate::Node;
use crate::generate::sink::Sink;
use crate::rules::asks::Asks;
use crate::rules::explosions::plan::ExplosionPlan;
use crate::rules::judge::Judge;
use crate::rules::royalty::SeveralRoyals;
use crate::state::effects::{Effect, Effects};
use crate::state::make::Undo;
use crate::state::moves::{Move, MoveType};
use crate::state::position::Position;
use crate::units::KindId;
use arrayvec::ArrayVec;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};

/// What explosions are asked in one position.
pub(crate) struct Explosions<'a, const N: usize> {
    pub position: &'a Position<N>,
    pub plan: &'a ExplosionPlan<N>,
    /// What the enemy threatens.
    pub threats: &'a Threats<N>,
    pub occupied: Bitboard<N>,
    pub spared: Bitboard<N>,
    /// Squares of the position on which its pieces do not stand any more.
    pub vacated: Bitboard<N>,
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
            _ => !self.threats.attacks(self.position, royal, &after, &(blasted | self.vacated)),
        }
    }
}

impl<const N: usize> Node<'_, N> {
    /// What explosions are asked here.
    pub(crate) fn explosions<'a>(&'a self, plan: &'a ExplosionPlan<N>) -> Explosions<'a, N> {
        let theirs = self.game.royals(self.position, self.us.other());
        Explosions {
            position: self.position,
            plan,
            threats: self.threats(),
            occupied: self.occupied,
            spared: plan.spared(self.position),
            vacated: Bitboard::EMPTY,
            theirs: theirs.first(),
            touching: plan.touching(theirs, self.position),
            royal: self.safety.royal,
        }
    }
}

/// Passes on the captures that are legal. All moves that it is given are captures.
struct Exploding<'a, 'n, const N: usize> {
    node: &'a Node<'n, N>,
    explosions: &'a Explosions<'a, N>,
    sink: &'a mut dyn Sink<N>,
}

impl<const N: usize> Exploding<'_, '_, N> {
    /// The squares of a set on which a piece from `from` may capture.
    fn legal(&self, from: Square, targets: Bitboard<N>) -> Bitboard<N> {
        let kind = self.node.position.cell(from).kind();
        let targets = targets.without(self.node.immune_to(kind));
        targets.into_iter().filter(|&to| self.explosions.survives(kind, from, to, to)).collect()
    }

    /// The captures en passant of a kind.
    fn en_passant(&mut self, mover: &Mover<N>) {
        let node = self.node;
        let passer = node.position.state.passer;
        for to in node.en_passant {
            for from in node.captors_en_passant(mover, node.position.pieces(node.us, mover.kind), to) {
                if self.explosions.survives(mover.kind, from, to, passer) {
                    self.sink.single(Move::new(MoveType::EnPassant, from, to));
                }
            }
        }
    }
}

impl<const N: usize> Sink<N> for Exploding<'_, '_, N> {
    fn targets(&mut self, kind: MoveType, from: Square, targets: Bitboard<N>) {
        if !targets.is_empty() {
            let legal = self.legal(from, targets);
            self.sink.targets(kind, from, legal);
        }
    }

    fn promotions(&mut self, from: Square, targets: Bitboard<N>, to: &[KindId]) {
        let legal = self.legal(from, targets);
        self.sink.promotions(from, legal, to);
    }

    fn enter(&mut self, _: KindId, _: Bitboard<N>) {
        unreachable!("what comes from outside captures nothing")
    }

    fn single(&mut self, m: Move) {
        self.sink.single(m);
    }

    fn chain(&mut self, _: Square, _: Bitboard<N>, _: Option<KindId>, _: &[Effect]) {
        unreachable!("where pieces move by chains, moves are judged one by one")
    }
}

impl<const N: usize> Game<N> {
    /// The legal moves of a game in which captures explode.
    #[inline(never)]
    pub(crate) fn moves_with_captures_apart<S: Sink<N>>(&self, position: &Position<N>, sink: &mut S) {
        self.with_node(position, |node| node.moves_with_captures_apart(sink));
    }
}

impl<const N: usize> Node<'_, N> {
    pub(crate) fn moves_with_captures_apart<S: Sink<N>>(&mut self, sink: &mut S) {
        let Some(plan) = self.game.rules.explosions.as_ref() else { return };
        if self.test_all || self.game.royals(self.position, self.us.other()).has_several() {
            // The masks know one royal of each side.
            return self.judged_moves(Asks::JUDGED_BY_MAKING, false, true, sink);
        }
        self.exploding_moves(plan, sink);
    }

    pub(crate) fn exploding_moves<S: Sink<N>>(&mut self, plan: &ExplosionPlan<N>, sink: &mut S) {
        self.exploding_captures(plan, sink);
        self.restrict_to_quiets();
        self.moves_but_of_royals(self.plan(), sink, Node::free_plan_moves);
        self.quiet_royal_moves(sink);
        self.other_moves(sink);
    }

    /// The captures that are legal.
    pub(crate) fn exploding_captures<S: Sink<N>>(&mut self, plan: &ExplosionPlan<N>, sink: &mut S) {
        let movers = self.plan();
        let royal = self.safety.royal;
        let safety = std::mem::replace(&mut self.safety, Safety::free());
        self.landing.empty = Bitboard::EMPTY;
        let explosions = Explosions { royal, ..self.explosions(plan) };
        let mut exploding = Exploding { node: self, explosions: &explosions, sink };
        self.free_moves(&movers.program, &movers.movers, &mut exploding);
        self.free_moves(&movers.royal_program, &movers.royals, &mut exploding);
        if !self.en_passant.is_empty() {
            movers.movers.iter().chain(&movers.royals).for_each(|m| exploding.en_passant(m));
        }
        self.safety = safety;
    }

    /// From now on pieces go to empty squares only, and a royal next to the enemy's is safe from all.
    pub(crate) fn restrict_to_quiets(&mut self) {
        self.immune = self.immune_beside_enemy_royals();
        let royal = self.safety.royal;
        if self.royals.first().is_some_and(|r| self.immune.contains(r)) {
            self.safety = Safety::free();
            self.safety.royal = royal;
        }
        self.spare_enemies();
        self.en_passant = Bitboard::EMPTY;
    }

    /// The squares next to the enemy's royals, where no royal can be captured alone.
    pub(crate) fn immune_beside_enemy_royals(&self) -> Bitboard<N> {
        let Some(plan) = self.game.rules.explosions.as_ref() else { return Bitboard::EMPTY };
        plan.touching(self.game.royals(self.position, self.us.other()), self.position)
    }

    /// The moves of royals to empty squares.
    pub(crate) fn quiet_royal_moves<S: Sink<N>>(&self, sink: &mut S) {
        self.plan().royals.iter().for_each(|mover| self.quiet_moves_of_royal(mover, sink));
    }

    pub(crate) fn quiet_moves_of_royal<S: Sink<N>>(&self, mover: &Mover<N>, sink: &mut S) {
        for from in self.position.pieces(self.us, mover.kind) {
            let (plain, double_steps) = self.united_targets(mover, from);
            for (kind, targets) in [(MoveType::Plain, plain), (MoveType::DoubleStep, double_steps)] {
                if self.safety.royal.is_none() {
                    self.emit(kind, from, targets, mover.promotion.as_ref(), sink);
                    continue;
                }
                self.emit(kind, from, targets & self.immune, mover.promotion.as_ref(), sink);
                self.emit_safe(kind, from, targets.without(self.immune), mover.promotion.as_ref(), sink);
            }
        }
    }
}

impl<const N: usize> Game<N> {
    /// Makes a capture that explodes. What stands on the squares around the destination goes, whatever was captured where.
    #[inline(never)]
    pub(crate) fn explode<const HASHED: bool>(
        &self,
        plan: &ExplosionPlan<N>,
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
        let Some(plan) = &self.rules.explosions else { return royals };
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

    /// Makes a move if it is a capture, which explodes; false if it is none.
    pub(crate) fn make_capture_apart<const HASHED: bool>(
        &self,
        p: &mut Position<N>,
        m: Move,
        effects: &Effects,
        undo: &mut Undo<N>,
    ) -> bool {
        let Some(plan) = &self.rules.explosions else { return false };
        let captured = self.captured(p, m, effects.of(m));
        let Some(first) = captured.first() else { return false };
        undo.captured = p.cell(first);
        self.explode::<HASHED>(plan, p, m, effects.of(m), captured);
        true
    }

    /// Whether the move was a capture that exploded.
    pub(crate) fn was_capture_apart(&self, m: Move, undo: &Undo<N>) -> bool {
        self.rules.explosions.is_some() && undo.captured.is_piece() && m.kind != MoveType::Castling
    }
}

impl<const N: usize> Judge<'_, '_, N> {
    /// Whether a move is allowed because of what exploded, if that decides it; `royals` are those that are left.
    pub(crate) fn decided_by_capture_apart(&self, after: &Position<N>, royals: Bitboard<N>) -> Option<bool> {
        self.node.game.rules.explosions.as_ref()?;
        let (node, game) = (self.node, self.node.game);
        let them = node.us.other();
        let may_lose = game.variant.royalty.several == SeveralRoyals::One && !royals.is_empty();
        if royals.count() < node.royals.count() && !may_lose {
            return Some(false);
        }
        let has_won = game.royals(after, them).is_empty() && !game.royals(node.position, them).is_empty();
        has_won.then_some(true)
    }
}
