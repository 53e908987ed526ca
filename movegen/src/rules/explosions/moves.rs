//! Moves of games in which captures explode.
//!
//! Quiet moves obey the ordinary masks of pins and checks, except that a royal next to the enemy's is never in check. A
//! capture changes too many squares for these masks. It is judged by the occupancy after the explosion.

use crate::attack::safety::Safety;
use crate::compile::game::Game;
use crate::compile::mover::Mover;
use crate::compile::processor::for_processor;
use crate::compile::threats::Threats;
use crate::generate::Node;
use crate::generate::sink::{Forward, Sink};
use crate::position::board::Position;
use crate::position::cell::Cell;
use crate::position::effects::{Effect, Effects};
use crate::position::moves::{Move, MoveType};
use crate::position::trace::Trace;
use crate::position::undo::Record;
use crate::rules::explosions::plan::ExplosionPlan;
use crate::rules::judge::Judge;
use arrayvec::ArrayVec;
use betza_game::KindId;
use betza_game::needs::Needs;
use betza_game::rules::royalty::SeveralRoyals;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square};

/// What deciding about captures needs in one position.
pub(crate) struct Explosions<'a, const N: usize> {
    /// The position before the capture.
    pub position: &'a Position<N>,
    pub plan: &'a ExplosionPlan<N>,
    /// The threats of the enemy.
    pub threats: &'a Threats<N>,
    /// The occupancy before the capture.
    pub occupied: Bitboard<N>,
    /// The pieces that explosions next to them do not destroy.
    pub spared: Bitboard<N>,
    /// Squares that pieces have left since `position`, where replies are counted to a move that was not made.
    pub vacated: Bitboard<N>,
    /// The enemy's royal.
    pub theirs: Option<Square>,
    /// The squares next to the enemy's royal, where the own royal is safe.
    pub touching: Bitboard<N>,
    /// The own royal; `None` if nothing needs to be safe.
    pub royal: Option<Square>,
}

impl<const N: usize> Explosions<'_, N> {
    /// Returns whether a capture by a piece of this kind is legal: the own royal survives, and it is safe or the
    /// enemy's royal is destroyed. `captured` is `to` except en passant.
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
        if plan.petrifies {
            after |= (around & self.occupied).without(Bitboard::of(captured));
        }
        match self.theirs {
            Some(theirs) if blasted.contains(theirs) => true,
            _ if self.touching.contains(royal) => true,
            _ => !self.threats.attacks(self.position, royal, &after, &(blasted | self.vacated)),
        }
    }
}

impl<const N: usize> Node<'_, N> {
    /// Collects what deciding about captures needs in this position.
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

/// A sink that forwards the legal ones of the captures that it is given.
struct Exploding<'a, 'n, const N: usize> {
    node: &'a Node<'n, N>,
    explosions: &'a Explosions<'a, N>,
    sink: &'a mut dyn Sink<N>,
}

impl<const N: usize> Exploding<'_, '_, N> {
    /// Returns the squares of a set on which a piece from `from` may capture.
    fn legal(&self, from: Square, targets: Bitboard<N>) -> Bitboard<N> {
        let kind = self.node.position.cell(from).kind_on::<N>();
        let targets = targets.without(self.node.immune_to(kind));
        targets.into_iter().filter(|&to| self.explosions.survives(kind, from, to, to)).collect()
    }

    /// Gives the inner sink the legal en-passant captures of a kind.
    fn en_passant(&mut self, mover: &Mover<N>) {
        let node = self.node;
        let passer = node.position.state.passer();
        if node.immune_to(mover.kind).contains(passer) {
            return;
        }
        for to in node.en_passant {
            for from in node.captors_en_passant(mover, node.position.pieces(node.us, mover.kind), to) {
                if self.explosions.survives(mover.kind, from, to, passer) {
                    self.sink.single(Move::of::<N>(MoveType::EnPassant, from, to));
                }
            }
        }
    }
}

impl<const N: usize> Sink<N> for Exploding<'_, '_, N> {
    fn given(&self) -> u64 {
        self.sink.given()
    }
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

    fn drops(&mut self, _: KindId, _: Bitboard<N>) {
        unreachable!("what comes from outside captures nothing")
    }

    fn single(&mut self, m: Move) {
        self.sink.single(m);
    }

    fn chain(&mut self, _: Square, _: Bitboard<N>, _: Option<KindId>, _: &[Effect]) {
        unreachable!("where pieces move by chains, moves are judged one by one")
    }
}

for_processor! {
    /// Gives all captures of a node to the sink, which leaves out the illegal ones.
    fn pseudo_legal_captures[const N: usize](exploding: &mut Exploding<'_, '_, N>) => exploding.node.game.processor;
    {
        let node = exploding.node;
        let movers = node.plan();
        let mut sink = Forward(exploding);
        node.free_moves(&movers.program, &movers.movers, &mut sink);
        node.free_moves(&movers.royal_program, &movers.royals, &mut sink);
    }
}

impl<const N: usize> Game<N> {
    /// Gives the sink the legal moves of a game in which captures explode
    /// ([`crate::compile::strategy::Generate::CapturesApart`]).
    #[inline(never)]
    pub(crate) fn moves_with_captures_apart(&self, position: &Position<N>, mut sink: Forward<'_, N>) {
        self.with_node(position, |node| node.moves_with_captures_apart(&mut sink));
    }
}

impl<const N: usize> Node<'_, N> {
    /// Gives the sink the legal moves of this node. Positions that masks cannot handle are judged move by move.
    pub(crate) fn moves_with_captures_apart(&mut self, sink: &mut Forward<'_, N>) {
        let Some(plan) = self.game.rules.explosions.as_ref() else { return };
        if self.test_all || self.game.royals(self.position, self.us.other()).has_several() {
            // The masks are about a single royal of each side.
            return self.judged_moves(Needs::JUDGED_BY_MAKING, false, true, sink);
        }
        self.exploding_moves(plan, sink);
    }

    /// Gives the sink the legal moves: captures first, then quiets by masks.
    fn exploding_moves(&mut self, plan: &ExplosionPlan<N>, sink: &mut Forward<'_, N>) {
        self.exploding_captures(plan, sink);
        self.restrict_to_quiets();
        self.non_royal_moves(self.plan(), sink);
        self.quiet_royal_moves(sink);
        self.other_moves(sink);
    }

    /// Gives the sink the legal captures.
    pub(crate) fn exploding_captures(&mut self, plan: &ExplosionPlan<N>, sink: &mut dyn Sink<N>) {
        let limits = self.safety.lift();
        self.landing.empty = Bitboard::EMPTY;
        let explosions = self.explosions(plan);
        let mut exploding = Exploding { node: self, explosions: &explosions, sink };
        pseudo_legal_captures(&mut exploding);
        if !self.en_passant.is_empty() {
            let movers = self.plan();
            movers.movers.iter().chain(&movers.royals).for_each(|m| exploding.en_passant(m));
        }
        self.safety.restore(limits);
    }

    /// Restricts this node to quiets. From now on pieces go to empty squares only, and a royal next to the enemy's is
    /// not in check.
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

    /// Returns the squares next to the enemy's royals, where an own royal cannot be captured without destroying one of
    /// them.
    pub(crate) fn immune_beside_enemy_royals(&self) -> Bitboard<N> {
        let Some(plan) = self.game.rules.explosions.as_ref() else { return Bitboard::EMPTY };
        plan.touching(self.game.royals(self.position, self.us.other()), self.position)
    }

    /// Gives the sink the legal moves of royals to empty squares.
    pub(crate) fn quiet_royal_moves<S: Sink<N>>(&self, sink: &mut S) {
        self.plan().royals.iter().for_each(|mover| self.quiet_moves_of_royal(mover, sink));
    }

    /// Gives the sink the legal moves of the royals of one kind to empty squares.
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
    /// Makes a capture that explodes. The explosion is around the destination, even if the captured piece stands
    /// elsewhere. A captor that leaves the board by its own move has no destination, and nothing explodes around it.
    /// `besides` has the effects of the move itself.
    #[inline(never)]
    pub(crate) fn explode<const HASHED: bool>(
        &self,
        plan: &ExplosionPlan<N>,
        position: &mut Position<N>,
        m: Move,
        besides: &[Effect],
        captured: Bitboard<N>,
        trace: &mut Trace<N>,
    ) {
        let leaves = besides.contains(&Effect::Vanish);
        let ring = if leaves { Bitboard::EMPTY } else { plan.ring[m.destination_on::<N>().index()] };
        let around = (ring & position.occupied()).without(plan.spared(position) | Bitboard::of(m.origin_on::<N>()));
        let stone = if plan.petrifies { around.without(captured | position.walls()) } else { Bitboard::EMPTY };
        let captor = position.cell(m.origin_on::<N>());
        // A captor that turns into a wall is not destroyed.
        let stays = besides.contains(&Effect::Petrify);
        let dies = plan.destroys_captor(captor.kind_on::<N>()) && !stays && !leaves;
        if self.rules.hands.gain.is_some() && dies {
            let promotes = m.promotion().is_some_and(|kind| self.remembers(captor.kind_on::<N>(), kind));
            let becomes = m.promotion().unwrap_or(captor.kind_on::<N>());
            trace.lost = (
                Cell::on::<N>(captor.side(), becomes),
                promotes || position.state.promoted.contains(m.origin_on::<N>()),
            );
            self.gain::<HASHED>(position, trace.lost.0, trace.lost.1, 1);
        }
        // At most the piece on the destination, eight around it that turn into walls, and the captor.
        let mut effects: ArrayVec<Effect, 18> = ArrayVec::new();
        let destroyed = (around | captured).without(besides.iter().filter_map(|e| e.captured()).collect());
        effects.extend(destroyed.into_iter().map(Effect::Capture));
        effects.extend(stone.into_iter().map(Effect::Wall));
        effects.extend(dies.then_some(Effect::Vanish));
        if besides.is_empty() {
            return self.carry_out::<HASHED>(position, m, &effects, trace);
        }
        let all: Vec<Effect> = besides.iter().copied().chain(effects).collect();
        self.carry_out::<HASHED>(position, m, &all, trace);
    }

    /// Returns those of a side's `royals` that the enemy may capture, as far as explosions decide it: a capture may not
    /// destroy a royal of its own side, or its last one where one is enough. In games without explosions, all of them.
    #[inline]
    pub(crate) fn capturable_royals(&self, position: &Position<N>, royals: Bitboard<N>, side: Side) -> Bitboard<N> {
        let Some(plan) = &self.rules.explosions else { return royals };
        let theirs = self.every_royal(position, side.other());
        if self.beside_royals_is_safe(plan, theirs) {
            return royals.without(plan.touching(theirs, position));
        }
        let is_capturable = |&to: &Square| {
            let captors = self.attackers_to(position, to, side.other());
            let may_take = |from: Square| self.spares_its_royals(plan, position, theirs, Some(from), to);
            captors.is_empty() && self.spares_its_royals(plan, position, theirs, None, to)
                || captors.into_iter().any(may_take)
        };
        royals.into_iter().filter(is_capturable).collect()
    }

    /// Returns the enemies of `side` that may capture its royal on a square: those that spare no piece there, and whose
    /// capture would not destroy their own royal.
    pub(crate) fn captors_of_royal(&self, position: &Position<N>, royal: Square, side: Side) -> Bitboard<N> {
        let mut captors = self.attackers_to(position, royal, side.other());
        if self.rules.may_spare_royals {
            captors = captors.into_iter().filter(|&captor| !self.spares_royal(position, captor, royal)).collect();
        }
        let Some(plan) = &self.rules.explosions else { return captors };
        let theirs = self.every_royal(position, side.other());
        if self.beside_royals_is_safe(plan, theirs) {
            let is_safe = plan.touching(theirs, position).contains(royal);
            return if is_safe { Bitboard::EMPTY } else { captors };
        }
        let may_take = |from: &Square| self.spares_its_royals(plan, position, theirs, Some(*from), royal);
        captors.into_iter().filter(may_take).collect()
    }

    /// Returns whether it is beside a side's `royals` that those of the other side cannot be captured, whoever the
    /// captor is.
    fn beside_royals_is_safe(&self, plan: &ExplosionPlan<N>, royals: Bitboard<N>) -> bool {
        plan.captor_too && !plan.spares_royals && self.needs_all(royals)
    }

    /// Returns whether a side with these royals may lose none of them.
    fn needs_all(&self, royals: Bitboard<N>) -> bool {
        self.variant.royalty.several == SeveralRoyals::All || !royals.has_several()
    }

    /// Returns whether a capture on `to` leaves the captor's side, with these `royals`, those that it must keep. `from`
    /// is the captor's square, `None` for a captor that is not royal. Generals may not face each other in any case.
    fn spares_its_royals(
        &self,
        plan: &ExplosionPlan<N>,
        position: &Position<N>,
        royals: Bitboard<N>,
        from: Option<Square>,
        to: Square,
    ) -> bool {
        let mut lost = (plan.ring[to.index()] & royals).without(plan.spared(position));
        if let Some(from) = from.filter(|&from| royals.contains(from)) {
            let (captor, board) = (Bitboard::of(from), &self.variant.board);
            let in_line = board.file(from) == board.file(to) || board.rank(from) == board.rank(to);
            if in_line && self.variant.flying_generals.contains(&position.cell(from).kind_on::<N>()) {
                return true;
            }
            let dies = plan.destroys_captor(position.cell(from).kind_on::<N>());
            lost = if dies { lost | captor } else { lost.without(captor) };
        }
        lost.is_empty() || !self.needs_all(royals) && lost != royals
    }

    /// Makes a move if it is a capture. Returns false, and does nothing, if it is not one or the game has no
    /// explosions.
    pub(crate) fn make_capture_apart<const HASHED: bool>(
        &self,
        p: &mut Position<N>,
        effects: &Effects,
        record: &mut Record<N>,
    ) -> bool {
        let m = record.m;
        let Some(plan) = &self.rules.explosions else { return false };
        let effects = effects.of(m);
        let captured = self.captured(p, m, &effects);
        if captured.is_empty() {
            return false;
        }
        self.explode::<HASHED>(plan, p, m, &effects, captured, record.trace.insert(Box::new(Trace::new())));
        true
    }
}

impl<const N: usize> Judge<'_, '_, N> {
    /// Returns whether a move is legal because of the royals that it destroyed; `None` if that does not decide it.
    /// `royals` has the own royals in the position `after` the move.
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
