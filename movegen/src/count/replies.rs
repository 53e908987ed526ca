//! Counting the replies to every move of a position: what the other side's pieces see is looked up once, and after a move again only
//! for the pieces that see a square which it changed.
//!
//! Most moves change two squares, which few pieces see. What comes from the hands is generated after each move as ever; so is everything where moves have to
//! be tested.

use crate::compile::game::Game;
use crate::compile::processor::Work;
use crate::compile::program::Method;
use crate::compile::side::SidePlan;
use crate::count::pseudo_legal::{Context, Deferred, PseudoLegal};
use crate::count::without_making::WithoutMaking;
use crate::count::zone::RoyalZone;
use crate::generate::Node;
use crate::generate::pieces::promotion;
use crate::generate::sink::{Counter, MoveList};
use crate::rules::asks::Asks;
use crate::state::position::Position;
use betza_compile::bitboard::Bitboard;

/// Replies to fewer moves than this are counted one by one: remembering costs about as much as generating once.
const FEW_MOVES: usize = 3;

/// The replies to some moves of a position.
struct Replies<'a, const N: usize> {
    game: &'a Game<N>,
    position: &'a mut Position<N>,
    moves: &'a MoveList,
}

impl<const N: usize> Work for Replies<'_, N> {
    type Output = u64;

    #[inline(always)]
    fn run<const TABLES: bool>(self) -> u64 {
        self.game.count_all_replies::<TABLES>(self.position, self.moves)
    }
}

impl<const N: usize> Game<N> {
    /// The number of legal replies to all these moves together, which are legal ones of the position. The position is left as it was.
    #[must_use]
    pub fn count_replies(&self, position: &mut Position<N>, moves: &MoveList) -> u64 {
        self.processor.run(Replies { game: self, position, moves })
    }

    /// PERF: `TABLES` is that of [`Work::run`].
    #[inline(always)]
    pub(crate) fn count_all_replies<const TABLES: bool>(&self, position: &mut Position<N>, moves: &MoveList) -> u64 {
        let mut counter = Counter::default();
        let worth_it = self.rules.strategy.counts_together && moves.len() >= FEW_MOVES;
        let side = position.turn().other();
        // PERF: it is made where it stays; 2 kB handed out are copied.
        let mut pseudo_legal = PseudoLegal::new(position, side);
        let program = &self.sides[side.index()].program;
        let together = worth_it
            && pseudo_legal.find(self, position, program)
            && (self.rules.strategy.told_apart.is_none() || pseudo_legal.split_captures(program));
        let mut zone = RoyalZone::new();
        let has_zone = together && zone.find(self, position, side);
        let without_making = if has_zone { self.without_making(position, &zone) } else { WithoutMaking::none() };
        for &m in moves.iter() {
            if let Some(replies) = self.count_without_making(position, &pseudo_legal, &zone, &without_making, m) {
                counter.0 += replies;
                continue;
            }
            let undo = self.make_unhashed(position, m, &moves.effects);
            if together {
                let touched = Bitboard::of(m.from()) | Bitboard::of(m.to());
                self.count_after::<TABLES>(position, &pseudo_legal, has_zone.then_some(&zone), touched, &mut counter);
            } else {
                self.generate(position, &mut counter);
            }
            self.unmake(position, m, &undo);
        }
        counter.0
    }

    /// Counts the moves of a position one move away from that of the pseudo_legal, by a move that touched these squares.
    #[inline(always)]
    pub(crate) fn count_after<const TABLES: bool>(
        &self,
        position: &Position<N>,
        pseudo_legal: &PseudoLegal<N>,
        zone: Option<&RoyalZone<N>>,
        touched: Bitboard<N>,
        counter: &mut Counter,
    ) {
        if !self.rules.ends.plans.is_empty() && self.has_ended(position) {
            return;
        }
        if let Some(rule) = self.rules.strategy.told_apart {
            return self.count_told_apart::<TABLES>(rule, position, pseudo_legal, zone, touched, counter);
        }
        if self.rules.strategy.asks.contains(Asks::PARTS_ROYALS) && self.royals_face(position) {
            return self.generate_on(position, counter);
        }
        self.with_node(position, |node| {
            let changed = node.changed(pseudo_legal, touched);
            let free = |node: &Node<'_, N>, plan: &SidePlan<N>, counter: &mut Counter| {
                let stale = node.stale(pseudo_legal, changed);
                counter.0 += pseudo_legal.count(node.game, &plan.program, stale, &node.context());
                node.deferred_moves(plan, pseudo_legal, stale, counter);
            };
            let royal = |node: &Node<'_, N>, plan: &SidePlan<N>, counter: &mut Counter| match zone {
                Some(zone) => node.count_in_zone(plan, zone, changed, counter),
                None => node.safe_royal_moves(plan, counter),
            };
            node.board_moves_by(counter, free, royal);
            if zone.is_none() || node.safety.royal.is_none() {
                node.castling_moves(counter);
            }
            node.hand_moves_and_pass(counter);
        });
    }
}

impl<const N: usize> Node<'_, N> {
    /// The squares that are not as they were, by a move that touched these.
    #[inline(always)]
    pub(crate) fn changed(&self, pseudo_legal: &PseudoLegal<N>, touched: Bitboard<N>) -> Bitboard<N> {
        touched | (self.own ^ pseudo_legal.own) | (self.enemies ^ pseudo_legal.enemies)
    }

    /// The own pieces that may go wherever all may.
    #[inline(always)]
    pub(crate) fn unpinned(&self) -> Bitboard<N> {
        (self.own & self.free).without(self.safety.pinned)
    }

    #[inline(always)]
    pub(crate) fn context(&self) -> Context<'_, N> {
        Context {
            position: self.position,
            unmoved: self.unmoved,
            unpinned: self.unpinned(),
            occupied: self.occupied,
            landing: self.landing,
            check_mask: self.safety.check_mask,
        }
    }

    /// The pseudo_legal that may not be as they were after a move that changed these squares.
    #[inline(always)]
    pub(crate) fn stale(&self, pseudo_legal: &PseudoLegal<N>, changed: Bitboard<N>) -> u64 {
        // What watches the square of a piece watches for more, too: there is no harm in looking once more.
        pseudo_legal.watch.of(changed | self.safety.pinned)
    }

    /// The moves that are no pseudo_legal'.
    #[inline(always)]
    pub(crate) fn deferred_moves(
        &self,
        plan: &SidePlan<N>,
        pseudo_legal: &PseudoLegal<N>,
        stale: u64,
        counter: &mut Counter,
    ) {
        for (deferred, is_stale) in pseudo_legal.deferred(stale) {
            let is_fresh = !is_stale && self.safety.check_mask == Bitboard::FULL;
            if is_fresh && let Some(known) = deferred.moves.get() {
                counter.0 += known;
                continue;
            }
            let before = counter.0;
            let is_reusable = self.deferred_step(plan, deferred, counter);
            if is_fresh && is_reusable {
                deferred.moves.set(Some(counter.0 - before));
            }
        }
        let (program, movers) = (&plan.program, &plan.movers[..]);
        if !program.united.is_empty() {
            self.all_united_moves(program, movers, self.unpinned(), counter);
        }
    }

    /// The moves of a deferred one; false if they depend on more than who stands where.
    #[inline(never)]
    pub(crate) fn deferred_step(&self, plan: &SidePlan<N>, deferred: &Deferred, counter: &mut Counter) -> bool {
        let (program, movers) = (&plan.program, &plan.movers[..]);
        let free = self.unpinned();
        let landing = self.landing.within(&self.safety.check_mask).classes();
        let index = deferred.index as usize;
        let steps = match deferred.method {
            Method::Shift => {
                self.shifted_moves(&program.shifts[index], movers, free, &landing, counter);
                return promotion(program.shifts[index].promotion, movers).is_none_or(|plan| plan.limits.is_empty());
            }
            Method::Leap => &program.leaps,
            Method::Slot => &program.slots,
            Method::Ray | Method::Barred => &program.rays,
        };
        let step = &steps.promoting[index];
        let pieces = step.pieces(self.position, &self.unmoved) & free & step.promoters;
        let look = |table, from| program.look(&self.game.lookups, deferred.method, table, from, &self.occupied);
        self.promoting_step(step, movers, pieces, landing[step.class.index()], counter, look);
        promotion(step.promotion, movers).is_none_or(|plan| plan.limits.is_empty())
    }
}
