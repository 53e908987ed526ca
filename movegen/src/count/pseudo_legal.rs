//! What the pieces of a side see, lookup by lookup, and on which squares that depends.

use crate::attack::watch::Watch;
use crate::compile::game::Game;
use crate::compile::landing::{Landing, LandingClass};
use crate::compile::program::{Method, Program, Steps};
use crate::count::by_capture::ByCapture;
use crate::generate::sink::origin;
use crate::state::position::Position;
use arrayvec::ArrayVec;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};
use std::cell::Cell;

/// So many lookups at most are remembered: one for each bit of a word.
const ENTRIES: usize = 63;

/// The bit of the first deferred one.
const FIRST_DEFERRED: u64 = 1 << 63;

/// What one piece sees by one lookup, or all of a kind by one vector.
struct Entry<const N: usize> {
    pieces: Bitboard<N>,
    method: Method,
    /// What it looks into: a table, or the place of the vector.
    index: u32,
    class: LandingClass,
    /// Where they may go.
    targets: Bitboard<N>,
}

impl<const N: usize> Entry<N> {
    /// Where the pieces may go now.
    #[inline(always)]
    fn targets_now(
        &self,
        game: &Game<N>,
        program: &Program<N>,
        context: &Context<'_, N>,
        landing: &Landing<N>,
    ) -> Bitboard<N> {
        let Some(from) = (self.pieces & context.unpinned).first() else { return Bitboard::EMPTY };
        let seen = match self.method {
            Method::Shift => {
                let step = &program.shifts[self.index as usize];
                let pieces = step.pieces(context.position, &context.unmoved) & context.unpinned;
                step.targets(pieces, &context.landing.empty)
            }
            method => program.look(&game.lookups, method, self.index, from, &context.occupied),
        };
        seen & landing.squares(self.class)
    }
}

/// A step of pieces some of whose moves may promote: counted when it is first asked for.
pub(crate) struct Deferred {
    pub method: Method,
    /// The place of the step among those of its sort that promote, or of the vector.
    pub index: u32,
    pub moves: Cell<Option<u64>>,
}

/// What decides where the pieces may go that are asked again.
pub(crate) struct Context<'a, const N: usize> {
    pub position: &'a Position<N>,
    /// Pieces that may still make moves of unmoved pieces.
    pub unmoved: Bitboard<N>,
    /// The own pieces that may go wherever all may.
    pub unpinned: Bitboard<N>,
    pub occupied: Bitboard<N>,
    pub landing: Landing<N>,
    /// Where they may land so that the royal is safe.
    pub check_mask: Bitboard<N>,
}

/// What the pieces of the side that is not to move see.
pub(crate) struct PseudoLegal<const N: usize> {
    entries: ArrayVec<Entry<N>, ENTRIES>,
    deferred: ArrayVec<Deferred, ENTRIES>,
    /// The first entry's bit is the lowest; the first deferred one's the highest.
    pub watch: Watch<N>,
    /// The moves of all pseudo_legal.
    moves: u64,
    /// The same in two parts, where captures are counted apart.
    by_capture: ByCapture,
    /// Whose pseudo_legal they are.
    pub own: Bitboard<N>,
    pub enemies: Bitboard<N>,
}

impl<const N: usize> PseudoLegal<N> {
    /// None as yet.
    #[inline(always)]
    pub fn new(position: &Position<N>, side: Side) -> PseudoLegal<N> {
        let (own, enemies) = (position.side(side), position.side(side.other()));
        let (entries, deferred) = (ArrayVec::new(), ArrayVec::new());
        PseudoLegal { entries, deferred, watch: Watch::new(), moves: 0, by_capture: ByCapture::default(), own, enemies }
    }

    /// Looks; false if there is more to see than can be remembered.
    #[inline(always)]
    pub fn find(&mut self, game: &Game<N>, position: &Position<N>, program: &Program<N>) -> bool {
        self.add_shifts(game, position, program)
            && self.add_steps(game, position, program, &program.leaps, Method::Leap)
            && self.add_steps(game, position, program, &program.slots, Method::Slot)
            && self.add_steps(game, position, program, &program.rays, Method::Ray)
    }

    /// Adds what moves by shifting the set of a kind; false if there is no room.
    #[inline(always)]
    fn add_shifts(&mut self, game: &Game<N>, position: &Position<N>, program: &Program<N>) -> bool {
        let empty = game.board.without(self.own | self.enemies);
        let landing = Landing { empty, enemies: self.enemies, friends: self.own };
        for (index, step) in program.shifts.iter().enumerate() {
            let pieces = step.pieces(position, &position.state.unmoved);
            let watched = step.watched(pieces);
            let (method, index) = (Method::Shift, index as u32);
            let has_room = if pieces.is_disjoint(&step.promoters) {
                let targets = step.targets(pieces, &empty) & landing.squares(step.class);
                self.add(Entry { pieces, method, index, class: step.class, targets }, watched)
            } else {
                self.add_deferred(Deferred { method, index, moves: Cell::new(None) }, watched)
            };
            if !has_room {
                return false;
            }
        }
        true
    }

    /// Adds a entry that depends on these squares; false if there is no room.
    #[inline(always)]
    fn add(&mut self, entry: Entry<N>, watched: Bitboard<N>) -> bool {
        self.moves += u64::from(entry.targets.count());
        let bit = 1 << self.entries.len();
        self.watch.add(watched, bit);
        self.has_room() && self.entries.try_push(entry).is_ok()
    }

    /// Adds a deferred one that depends on these squares; false if there is no room.
    #[inline(always)]
    fn add_deferred(&mut self, deferred: Deferred, watched: Bitboard<N>) -> bool {
        let bit = FIRST_DEFERRED >> self.deferred.len();
        self.watch.add(watched, bit);
        self.has_room() && self.deferred.try_push(deferred).is_ok()
    }

    /// What is deferred, and whether it is stale.
    #[inline(always)]
    pub fn deferred(&self, stale: u64) -> impl Iterator<Item = (&Deferred, bool)> {
        self.deferred.iter().enumerate().map(move |(i, deferred)| (deferred, stale & FIRST_DEFERRED >> i != 0))
    }

    /// The moves of all that is deferred; `None` if some of it is stale, or has not been counted yet.
    #[inline(always)]
    pub fn deferred_moves(&self, stale: u64) -> Option<u64> {
        let add = |sum, (deferred, is_stale): (&Deferred, bool)| {
            if is_stale { None } else { Some(sum + deferred.moves.get()?) }
        };
        self.deferred(stale).try_fold(0, add)
    }

    #[inline(always)]
    fn has_room(&self) -> bool {
        self.entries.len() + self.deferred.len() < ENTRIES
    }

    /// The moves of all pseudo_legal, these being stale.
    #[inline(always)]
    pub fn count(&self, game: &Game<N>, program: &Program<N>, mut stale: u64, context: &Context<'_, N>) -> u64 {
        let check_mask = context.check_mask;
        let mut moves = self.moves;
        if check_mask != Bitboard::FULL {
            moves = self.entries.iter().map(|entry| u64::from((entry.targets & check_mask).count())).sum();
        }
        let landing = context.landing.within(&check_mask);
        while let Some(entry) = self.entries.get(stale.trailing_zeros() as usize) {
            stale &= stale - 1;
            moves -= u64::from((entry.targets & check_mask).count());
            moves += u64::from(entry.targets_now(game, program, context, &landing).count());
        }
        moves
    }

    /// Counts captures apart from other moves from now on; false if not all moves are those of pseudo_legal.
    #[inline(always)]
    pub fn split_captures(&mut self, program: &Program<N>) -> bool {
        let occupied = self.own | self.enemies;
        self.by_capture.captures = self.entries.iter().map(|entry| u64::from((entry.targets & occupied).count())).sum();
        self.by_capture.quiets = self.moves - self.by_capture.captures;
        self.deferred.is_empty() && program.united.is_empty()
    }

    /// The moves of all pseudo_legal, told apart, these being stale. What may be captured does not depend on what is allowed.
    #[inline(always)]
    pub fn count_by_capture(
        &self,
        game: &Game<N>,
        program: &Program<N>,
        mut stale: u64,
        context: &Context<'_, N>,
    ) -> ByCapture {
        let occupied = self.own | self.enemies;
        let quiet = context.check_mask.without(occupied);
        let mut counts = self.by_capture;
        if context.check_mask != Bitboard::FULL {
            counts.quiets = self.entries.iter().map(|entry| u64::from((entry.targets & quiet).count())).sum();
        }
        while let Some(entry) = self.entries.get(stale.trailing_zeros() as usize) {
            stale &= stale - 1;
            counts.captures -= u64::from((entry.targets & occupied).count());
            counts.quiets -= u64::from((entry.targets & quiet).count());
            let targets = entry.targets_now(game, program, context, &context.landing);
            counts.captures += u64::from((targets & context.occupied).count());
            counts.quiets += u64::from((targets & context.check_mask).without(context.occupied).count());
        }
        counts
    }

    /// Gives each square from which these pseudo_legal lead and the squares where they lead, these being stale; several times if by several pseudo_legal.
    #[inline(always)]
    pub fn each(
        &self,
        game: &Game<N>,
        program: &Program<N>,
        stale: u64,
        context: &Context<'_, N>,
        mut give: impl FnMut(Square, Bitboard<N>),
    ) {
        for (number, entry) in self.entries.iter().enumerate() {
            let targets = match stale >> number & 1 {
                0 => entry.targets,
                _ => entry.targets_now(game, program, context, &context.landing),
            };
            if let Method::Shift = entry.method {
                let by = program.shifts[entry.index as usize].by;
                targets.for_each(|to| give(origin(to, by), Bitboard::of(to)));
            } else if let Some(from) = entry.pieces.first() {
                give(from, targets);
            }
        }
    }

    /// Adds the steps of one sort; false if there is no room.
    #[inline(always)]
    fn add_steps(
        &mut self,
        game: &Game<N>,
        position: &Position<N>,
        program: &Program<N>,
        steps: &Steps<N>,
        method: Method,
    ) -> bool {
        let occupied = self.own | self.enemies;
        let landing = Landing { empty: game.board.without(occupied), enemies: self.enemies, friends: self.own };
        for step in steps.plain.iter().chain(&steps.promoting) {
            let landing = landing.squares(step.class);
            for from in step.pieces(position, &position.state.unmoved).without(step.promoters) {
                let seen = program.look(&game.lookups, method, step.table, from, &occupied);
                let pieces = Bitboard::of(from);
                let entry = Entry { pieces, method, index: step.table, class: step.class, targets: seen & landing };
                if !self
                    .add(entry, seen | pieces | program.hidden_dependencies(&game.lookups, method, step.table, from))
                {
                    return false;
                }
            }
        }
        for (index, step) in steps.promoting.iter().enumerate() {
            let pieces = step.pieces(position, &position.state.unmoved) & step.promoters;
            if pieces.is_empty() {
                continue;
            }
            let mut watched = pieces;
            pieces.for_each(|from| {
                let seen = program.look(&game.lookups, method, step.table, from, &occupied);
                watched |= seen | program.hidden_dependencies(&game.lookups, method, step.table, from);
            });
            if !self.add_deferred(Deferred { method, index: index as u32, moves: Cell::new(None) }, watched) {
                return false;
            }
        }
        true
    }
}
