//! Generates the moves of royals: of the only royal, or of several royals whose limits are masks.

use crate::attack::several::GuardTest;
use crate::compile::mover::Mover;
use crate::compile::processor::for_processor;
use crate::compile::program::Steps;
use crate::compile::side::SidePlan;
use crate::generate::Node;
use crate::generate::pieces::promotion;
use crate::generate::sink::{Forward, Sink};
use crate::position::moves::MoveType;
use crate::rules::promotion::plan::PromotionPlan;
use crate::units::each_square;
use betza_game::needs::Needs;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;

impl<const N: usize> Node<'_, N> {
    /// Generates the safe moves of the only royal, and castling moves.
    #[inline(never)]
    pub(crate) fn royal_and_castlings<S: Sink<N>>(&self, plan: &SidePlan<N>, sink: &mut S) {
        self.safe_royal_moves(plan, sink);
        self.castling_moves(sink);
    }

    /// Generates the safe moves of the only royal.
    #[inline(always)]
    pub(crate) fn safe_royal_moves<S: Sink<N>>(&self, plan: &SidePlan<N>, sink: &mut S) {
        let lookups = &self.game.lookups;
        self.safe_steps(&plan.royal_program.leaps, plan, sink, |table, from| lookups.leap(table, from));
        if !plan.royal_program.only_leaps {
            royal_rides(self, plan, Forward(sink));
        }
    }

    /// Generates the safe moves of the only royal by steps that share one kind of table. `look` returns a table's
    /// destinations from an origin.
    #[inline(always)]
    pub(crate) fn safe_steps<S: Sink<N>>(
        &self,
        steps: &Steps<N>,
        plan: &SidePlan<N>,
        sink: &mut S,
        look: impl Fn(u32, Square) -> Bitboard<N>,
    ) {
        for steps in [&steps.plain, &steps.promoting] {
            for step in steps {
                let landing = self.landing.squares(step.class);
                let pieces = step.pieces(self.position, &self.unmoved) & self.free;
                each_square!(pieces, |from| {
                    let targets = look(step.table, from) & landing;
                    if !targets.is_empty() {
                        self.emit_safe(step.move_type, from, targets, promotion(step.promotion, &plan.royals), sink);
                    }
                });
            }
        }
    }

    /// Gives the sink the moves of the only royal to those of `targets` that are safe and where the rules let it land.
    #[inline(always)]
    pub(crate) fn emit_safe<S: Sink<N>>(
        &self,
        kind: MoveType,
        from: Square,
        targets: Bitboard<N>,
        promotion: Option<&PromotionPlan<N>>,
        sink: &mut S,
    ) {
        if !targets.is_empty() {
            let targets = targets & self.landing_of_royals(from);
            self.emit(kind, from, self.safe_targets(from, targets), promotion, sink);
        }
    }

    /// Returns the squares where the rules let a royal land, attacked or not: some games limit an unmoved royal.
    #[inline(always)]
    fn landing_of_royals(&self, from: Square) -> Bitboard<N> {
        if !self.game.rules.strategy.needs.contains(Needs::FIRST_MOVES_ONLY) || self.safety.in_check {
            return Bitboard::FULL;
        }
        self.game.first_landing(self.position, from, &self.occupied, &self.enemies)
    }

    /// Returns the destinations of one of several royals, on `from`, that its moves and the rules allow, attacked or
    /// not.
    pub(crate) fn royal_targets(&self, mover: &Mover<N>, from: Square) -> Bitboard<N> {
        let (plain, double_steps) = self.united_targets(mover, from);
        (plain | double_steps) & self.landing_of_royals(from)
    }

    /// Generates the moves of several royals whose limits are masks.
    #[inline(never)]
    pub(crate) fn guarded_royal_moves<S: Sink<N>>(&self, sink: &mut S) {
        let guards = self.safety.guards(self.game, self.position, self.occupied);
        for guard in guards.iter().filter(|guard| self.free.contains(guard.royal)) {
            let from = guard.royal;
            let Some(mover) = self.game.mover(self.us, self.position.cell(from).kind_on::<N>()) else { continue };
            let allowed = guard.allowed & self.landing_of_royals(from);
            let (plain, double_steps) = self.united_targets(mover, from);
            for (kind, targets) in [(MoveType::Plain, plain), (MoveType::DoubleStep, double_steps)] {
                let targets = targets & allowed;
                if targets.is_empty() {
                    continue;
                }
                let targets = match guard.test {
                    GuardTest::Nothing => targets,
                    GuardTest::Attacks => self.safe_targets_of_one(from, self.tested(from, targets)),
                    GuardTest::Each => self.each_tested(from, targets),
                };
                self.emit(kind, from, targets, mover.promotion.as_ref(), sink);
            }
        }
    }
}

for_processor! {
    /// Generates the safe moves of the only royal beyond leaps: by occupancy tables, by rays, and by united parts. Most
    /// royals are leapers and need none of these.
    fn royal_rides[const N: usize](node: &Node<'_, N>, plan: &SidePlan<N>, sink: Forward<'_, N>)
        => node.game.processor;
    {
        let mut sink = sink;
        let (program, lookups) = (&plan.royal_program, &node.game.lookups);
        node.safe_steps(&program.slots, plan, &mut sink, |table, from| lookups.slot(table, from, &node.occupied));
        node.safe_steps(&program.rays, plan, &mut sink, |table, from| {
            program.reaches[table as usize].targets(from, &node.occupied)
        });
        for &number in &program.united {
            let mover = &plan.royals[number];
            for from in node.position.pieces(node.us, mover.kind) & node.free {
                let (plain, double_steps) = node.united_targets(mover, from);
                for (kind, targets) in [(MoveType::Plain, plain), (MoveType::DoubleStep, double_steps)] {
                    node.emit_safe(kind, from, targets, mover.promotion.as_ref(), &mut sink);
                }
            }
        }
    }
}
