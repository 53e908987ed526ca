//! Generates the moves of pieces by masks: a shift moves all pieces of a kind at once; a table or rays move one piece.

use crate::compile::component::Component;
use crate::compile::landing::{LandingClass, landings};
use crate::compile::mover::Mover;
use crate::compile::processor::for_processor;
use crate::compile::program::{Program, Shift, Step, Steps, shift};
use crate::generate::Node;
use crate::generate::sink::Sink;
use crate::position::moves::MoveType;
use crate::rules::promotion::plan::PromotionPlan;
use crate::units::each_square;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;

impl<const N: usize> Node<'_, N> {
    /// Generates the moves of all unpinned pieces. It is called when masks alone decide which moves are legal.
    #[inline(always)]
    pub(crate) fn free_moves<S: Sink<N>>(&self, program: &Program<N>, movers: &[Mover<N>], sink: &mut S) {
        let free = (self.own & self.free).without(self.safety.pinned);
        let landing = self.landing.within(&self.safety.check_mask).classes();
        for step in &program.shifts {
            self.shifted_moves(step, movers, free, &landing, sink);
        }
        let lookups = &self.game.lookups;
        self.steps(&program.leaps, movers, free, &landing, sink, |table, from| lookups.leap(table, from));
        self.steps(&program.slots, movers, free, &landing, sink, |table, from| {
            lookups.slot(table, from, &self.occupied)
        });
        if !program.reaches.is_empty() {
            self.ray_moves(program, movers, free, &landing, sink);
        }
        self.all_united_moves(&program.united, movers, free, sink);
    }

    /// Generates the moves of the movers with these indices, which are among [`Program::united`].
    #[inline(always)]
    pub(crate) fn all_united_moves<S: Sink<N>>(
        &self,
        united: &[usize],
        movers: &[Mover<N>],
        free: Bitboard<N>,
        sink: &mut S,
    ) {
        for &number in united {
            let mover = &movers[number];
            self.united_moves(mover, self.position.pieces(self.us, mover.kind) & free, sink);
        }
    }

    /// Generates the moves that are looked up by rays.
    #[inline(never)]
    pub(crate) fn ray_moves<S: Sink<N>>(
        &self,
        program: &Program<N>,
        movers: &[Mover<N>],
        free: Bitboard<N>,
        landing: &[Bitboard<N>; LandingClass::CLASSES],
        sink: &mut S,
    ) {
        self.steps(&program.rays, movers, free, landing, sink, |table, from| {
            program.reaches[table as usize].targets(from, &self.occupied)
        });
    }

    /// Generates the moves of steps that share one kind of table. `look` returns a table's destinations from an origin.
    #[inline(always)]
    pub(crate) fn steps<S: Sink<N>>(
        &self,
        steps: &Steps<N>,
        movers: &[Mover<N>],
        free: Bitboard<N>,
        landing: &[Bitboard<N>; LandingClass::CLASSES],
        sink: &mut S,
        look: impl Fn(u32, Square) -> Bitboard<N>,
    ) {
        for step in &steps.plain {
            let landing = landing[step.class.index()];
            let table = step.table;
            sink.each(step.move_type, step.pieces(self.position, &self.unmoved) & free, |from| {
                look(table, from) & landing
            });
        }
        for step in &steps.promoting {
            let pieces = step.pieces(self.position, &self.unmoved) & free;
            self.promoting_step(step, movers, pieces, landing[step.class.index()], sink, &look);
        }
    }

    /// Generates the moves of these pieces by one step, some of which may be promotions.
    #[inline(always)]
    pub(crate) fn promoting_step<S: Sink<N>>(
        &self,
        step: &Step<N>,
        movers: &[Mover<N>],
        pieces: Bitboard<N>,
        landing: Bitboard<N>,
        sink: &mut S,
        look: impl Fn(u32, Square) -> Bitboard<N>,
    ) {
        each_square!(N, pieces, |from| {
            let targets = look(step.table, from) & landing;
            match promotion(step.promotion, movers) {
                Some(plan) if step.promoters.contains(from) => {
                    self.emit_promoting(step.move_type, from, targets, plan, sink)
                }
                _ => sink.targets(step.move_type, from, targets),
            }
        });
    }

    /// Generates the moves of all pieces of a kind by one shift.
    #[inline(always)]
    pub(crate) fn shifted_moves<S: Sink<N>>(
        &self,
        step: &Shift<N>,
        movers: &[Mover<N>],
        free: Bitboard<N>,
        landing: &[Bitboard<N>; LandingClass::CLASSES],
        sink: &mut S,
    ) {
        let pieces = step.pieces(self.position, &self.unmoved) & free;
        let targets = step.targets(pieces, &self.empty) & landing[step.class.index()];
        if !pieces.is_disjoint(&step.promoters) {
            return self.shifted_promotions(step, movers, pieces, targets, sink);
        }
        sink.shifted(step.move_type, step.by, targets);
    }

    /// Generates the moves of these pieces by one shift, some of which may be promotions.
    #[inline(never)]
    pub(crate) fn shifted_promotions<S: Sink<N>>(
        &self,
        step: &Shift<N>,
        movers: &[Mover<N>],
        pieces: Bitboard<N>,
        targets: Bitboard<N>,
        sink: &mut S,
    ) {
        let Some(plan) = promotion(step.promotion, movers) else { return };
        let split = plan.split_set(pieces, |set| shift(set, step.by), targets, self.enemies);
        sink.shifted(step.move_type, step.by, split.plain);
        if !split.promoting.is_empty() {
            self.choices(plan, split.promoting, &mut |to, set| sink.shifted_promotions(step.by, set, to));
        }
    }

    /// Generates the moves of pinned pieces, and of hurdles that a constraint limits.
    #[inline(never)]
    pub(crate) fn pinned_moves<S: Sink<N>>(&self, sink: &mut S) {
        let plan = self.plan();
        for from in (self.safety.pinned & self.own & self.free).without(self.safety.guarded) {
            let kind = self.position.cell(from).kind_on::<N>();
            if let Some(mover) = plan.mover_of[kind.index()].map(|index| &plan.movers[index]) {
                self.united_moves(mover, Bitboard::of(from), sink);
            }
        }
    }

    /// Generates the moves of these pieces of a mover from the union of the destinations of all its parts. It is used
    /// for the movers in [`Program::united`], for pinned pieces, and when moves are tested.
    #[inline]
    pub(crate) fn united_moves<S: Sink<N>>(&self, mover: &Mover<N>, set: Bitboard<N>, sink: &mut S) {
        if !set.is_empty() {
            united_moves(self, mover, set, sink);
        }
    }

    /// Returns the destinations of the piece on `from` by all parts, in two sets: plain moves, and double steps. A
    /// double step leaves the squares that it passes open to en-passant capture.
    #[inline(always)]
    pub(crate) fn united_targets(&self, mover: &Mover<N>, from: Square) -> (Bitboard<N>, Bitboard<N>) {
        let (mut plain, mut double_steps) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for (number, part) in mover.components.iter().enumerate() {
            if part.origins(Bitboard::of(from), self.unmoved).is_empty() {
                continue;
            }
            let mut targets =
                self.game.lookups.targets(&part.targets, from, &self.occupied) & self.landing_squares(part);
            if !mover.barriers.is_empty() {
                targets = mover.without_barred(self.position, number, from, targets, &self.occupied);
            }
            if part.table.leaves_en_passant { double_steps |= targets } else { plain |= targets }
        }
        (plain.without(double_steps), double_steps)
    }

    /// Returns the squares on which the moves of a part may land.
    #[inline(always)]
    pub(crate) fn landing_squares(&self, part: &Component<N>) -> Bitboard<N> {
        match part.class {
            Some(class) => self.landing.squares(class),
            None => self.restricted_landing_squares(part),
        }
    }

    /// Returns the squares on which the moves of a part may land, for a part that may capture only some pieces.
    #[inline(never)]
    pub(crate) fn restricted_landing_squares(&self, part: &Component<N>) -> Bitboard<N> {
        let royals = self.royals | self.game.royals(self.position, self.us.other());
        landings(part.table.modes, part.table.victims, &self.landing, royals)
    }
}

for_processor! {
    /// Does the work of [`Node::united_moves`].
    fn united_moves[S: Sink<N>, const N: usize](node: &Node<'_, N>, mover: &Mover<N>, set: Bitboard<N>, sink: &mut S)
        => node.game.processor;
    {
        for from in set {
            let (plain, double_steps) = node.united_targets(mover, from);
            let allowed = node.safety.allowed(from);
            for (kind, targets) in [(MoveType::Plain, plain), (MoveType::DoubleStep, double_steps)] {
                let targets = node.tested(from, targets & allowed);
                node.emit(kind, from, targets, mover.promotion.as_ref(), sink);
            }
        }
    }
}

/// Returns the promotion of the mover with this index; `None` if it never promotes.
#[inline]
pub(crate) fn promotion<const N: usize>(number: Option<u16>, movers: &[Mover<N>]) -> Option<&PromotionPlan<N>> {
    number.and_then(|number| movers[usize::from(number)].promotion.as_ref())
}
