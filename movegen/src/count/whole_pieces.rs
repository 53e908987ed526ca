//! Counts the cached lookups that take more than one table or shift: steps by which some pieces may promote, and pieces
//! whose parts are all united.

use crate::compile::game::Game;
use crate::compile::lookup::Targets;
use crate::compile::mover::Mover;
use crate::compile::processor::for_processor;
use crate::compile::program::{Table, shift};
use crate::count::context::Context;
use crate::generate::pieces::promotion;
use crate::rules::promotion::plan::{PromotionPlan, Split};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;
use std::cell::Cell;

/// A step of pieces of which some may promote. Its moves are counted when they are first needed.
pub(crate) struct Deferred {
    /// The tables of the step; `None` for a shift.
    pub table: Option<Table>,
    /// The number of the step among the promoting steps by these tables, or of the shift in the program.
    pub index: u32,
    /// The number of its moves while nothing that they depend on changes; `None` until they are counted.
    pub moves: Cell<Option<u64>>,
}

impl Deferred {
    /// Returns a step whose moves have not been counted.
    #[inline(always)]
    pub fn new(table: Option<Table>, index: u32) -> Deferred {
        Deferred { table, index, moves: Cell::new(None) }
    }
}

for_processor! {
    /// Counts the moves of a deferred step after a move. The number is kept if `is_fresh`, which says that the move
    /// changed nothing on which they depend.
    pub(crate) fn count_deferred[const N: usize](
        game: &Game<N>,
        deferred: &Deferred,
        is_fresh: bool,
        context: Context<'_, N>,
    ) -> u64 => game.processor;
    {
        let side = &game.sides[context.replying.index()];
        let (program, movers) = (&side.program, &side.movers[..]);
        let landing = context.landing.within(&context.check_mask);
        let enemies = context.landing.enemies;
        let Some(table) = deferred.table else {
            let step = &program.shifts[deferred.index as usize];
            let Some(plan) = promotion(step.promotion, movers) else { return 0 };
            let pieces = step.pieces(context.position, &context.unmoved) & context.unpinned;
            let targets = step.targets(pieces, &context.landing.empty) & landing.squares(step.class);
            let split = plan.split_set(pieces, |set| shift(set, step.by), targets, enemies);
            return context.keep(deferred, is_fresh, plan, context.split_moves(plan, split));
        };
        let step = &program.steps(table).promoting[deferred.index as usize];
        let Some(plan) = promotion(step.promotion, movers) else { return 0 };
        let pieces = step.pieces(context.position, &context.unmoved) & context.unpinned & step.promoters;
        let mut moves = 0;
        for from in pieces {
            let seen = program.look(&game.lookups, table, step.table, from, &context.occupied);
            let split = plan.split(from, seen & landing.squares(step.class), enemies);
            moves += context.split_moves(plan, split);
        }
        context.keep(deferred, is_fresh, plan, moves)
    }
}

impl<const N: usize> Context<'_, N> {
    /// Returns the number of moves to these destinations. A promotion counts once for each kind that may be chosen.
    #[inline(always)]
    fn split_moves(&self, plan: &PromotionPlan<N>, split: Split<N>) -> u64 {
        let plain = u64::from(split.plain.count());
        if plan.is_free() {
            return plain + u64::from(split.promoting.count()) * plan.to.len() as u64;
        }
        let own = |kind| (self.position.pieces(self.replying, kind) & self.landing.friends).count();
        let is_there = |kind| !plan.from_hand || self.position.in_hand(self.replying, kind) > 0;
        let kinds = plan.to.iter().filter(|kind| plan.has_room(**kind, own) && is_there(**kind));
        plain + kinds.map(|kind| u64::from((split.promoting & plan.squares_of(*kind)).count())).sum::<u64>()
    }

    /// Returns `moves`, the number of moves of a deferred step. Keeps it for the replies to other moves if it is fresh,
    /// unless it depends on how many pieces of a kind there are, or on the hand, to which a capture may bring one.
    #[inline(always)]
    fn keep(&self, deferred: &Deferred, is_fresh: bool, plan: &PromotionPlan<N>, moves: u64) -> u64 {
        if is_fresh && plan.limits.is_empty() && !plan.from_hand {
            deferred.moves.set(Some(moves));
        }
        moves
    }
}

for_processor! {
    /// Returns the destinations of a piece by all parts of its mover.
    fn united_targets[const N: usize](game: &Game<N>, mover: &Mover<N>, from: Square, context: Context<'_, N>)
        -> Bitboard<N>
        => game.processor;
    {
        let mut all = Bitboard::EMPTY;
        for (number, part) in mover.components.iter().enumerate() {
            let landing = part.class.map_or(Bitboard::EMPTY, |class| context.landing.squares(class));
            if part.origins(Bitboard::of(from), context.unmoved).is_empty() || landing.is_empty() {
                continue;
            }
            let targets = game.lookups.targets(&part.targets, from, &context.occupied) & landing;
            all |= match mover.barriers.is_empty() {
                true => targets,
                false => mover.without_barred(context.position, number, from, targets, &context.occupied),
            };
        }
        all
    }
}

impl<const N: usize> Game<N> {
    /// Returns the destinations of a piece of the mover with this index, all parts united.
    ///
    /// PERF: the context is a copy, for the reason given at [`Context`].
    #[inline(never)]
    pub(crate) fn united_cached(&self, mover: u32, from: Square, context: Context<'_, N>) -> Bitboard<N> {
        let mover = &self.sides[context.replying.index()].movers[mover as usize];
        united_targets(self, mover, from, context)
    }

    /// Returns the squares on whose occupants the moves of a piece of this mover depend.
    pub(crate) fn squares_seen(&self, mover: &Mover<N>, from: Square, occupied: &Bitboard<N>) -> Bitboard<N> {
        let mut seen = Bitboard::of(from);
        for part in &mover.components {
            seen |= self.lookups.targets(&part.targets, from, occupied);
            match &part.targets {
                Targets::Leap(_) => {}
                Targets::Slots(slots) => {
                    slots.iter().for_each(|&slot| seen |= self.lookups.hidden_dependencies(slot, from));
                }
                Targets::Reach(by) => seen |= by.hidden_dependencies[from.index()],
            }
        }
        seen
    }
}
