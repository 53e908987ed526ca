//! The pseudo-legal moves of the side that replies, cached lookup by lookup, with the squares on which each lookup
//! depends.

use crate::attack::watch::Watch;
use crate::compile::game::Game;
use crate::compile::landing::{Landing, LandingClass};
use crate::compile::program::{Program, Steps, Table};
use crate::count::context::Context;
use crate::count::whole_pieces::{Deferred, count_deferred};
use crate::generate::sink::origin;
use crate::position::board::Position;
use crate::units::each_square;
use arrayvec::ArrayVec;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square};

/// The most lookups that are cached, deferred ones included. Each has one bit of a word.
const ENTRIES: usize = 63;

/// The bit of the first deferred lookup. Each further one has the bit below.
const FIRST_DEFERRED: u64 = 1 << 63;

/// A number of moves, captures and quiets counted separately.
#[derive(Clone, Copy, Default)]
pub(crate) struct ByCapture {
    /// The number of captures.
    pub captures: u64,
    /// The number of moves to empty squares.
    pub quiets: u64,
}

/// How the moves of a cached lookup are found.
#[derive(Clone, Copy)]
enum CachedMethod {
    /// By shifting the set of pieces.
    Shift,
    /// By a table.
    Table(Table),
    /// By all parts of a mover, united.
    United,
}

/// A cached lookup: the moves of one piece by one table, or of all pieces of a kind by one shift.
struct Entry<const N: usize> {
    /// The piece, or all pieces that make the shift.
    pieces: Bitboard<N>,
    method: CachedMethod,
    /// The table, or the number of the shift in the program or of the mover.
    index: u32,
    /// Where the pieces may land.
    class: LandingClass,
    /// The destinations before the move.
    targets: Bitboard<N>,
}

impl<const N: usize> Entry<N> {
    /// Returns how many pieces may be placed by each of the moves, with sets of squares and how many each of them lets
    /// place; 0 for shifts, whose pieces are not all on the same squares.
    #[inline(always)]
    fn placed(&self, placings: &[(Bitboard<N>, u64)]) -> u64 {
        if matches!(self.method, CachedMethod::Shift) {
            return 0;
        }
        placings.iter().filter(|(origins, _)| self.pieces.is_subset(origins)).map(|(_, pieces)| pieces).sum()
    }

    /// Returns the destinations after the move. `context` is the position then, and `landing` where moves may land.
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
            CachedMethod::United => game.united_cached(self.index, from, Context { landing: *landing, ..*context }),
            CachedMethod::Shift => {
                let step = &program.shifts[self.index as usize];
                let pieces = step.pieces(context.position, &context.unmoved) & context.unpinned;
                step.targets(pieces, &context.landing.empty)
            }
            CachedMethod::Table(table) => program.look(&game.lookups, table, self.index, from, &context.occupied),
        };
        seen & landing.squares(self.class)
    }
}

/// The pseudo-legal moves of the side that is not to move, found once for a position. After each move of the position
/// only the lookups that depend on a changed square are stale and have to be repeated.
pub(crate) struct PseudoLegal<const N: usize> {
    entries: ArrayVec<Entry<N>, ENTRIES>,
    deferred: ArrayVec<Deferred, ENTRIES>,
    /// Which lookups depend on which squares. Entry `i` has bit `i` (the lowest first), deferred lookup `i` has bit
    /// `63 - i`.
    pub watch: Watch<N>,
    /// The number of moves of all entries.
    moves: u64,
    /// The same number, captures and quiets separately; set by [`PseudoLegal::split_captures`].
    by_capture: ByCapture,
    /// The pieces of the side that replies.
    pub own: Bitboard<N>,
    /// The pieces of the side to move.
    pub enemies: Bitboard<N>,
    /// The walls.
    pub walls: Bitboard<N>,
    /// The squares from which a move may also place a piece on the square that it leaves, with the number of pieces to
    /// choose from.
    pub placings: ArrayVec<(Bitboard<N>, u64), PLACINGS>,
    /// The entries of pieces on these squares, as bits: those of one piece, and those of all pieces that make a shift,
    /// which are not all on these squares.
    placers: u64,
    stepping_placers: u64,
    /// The number of moves of `placers` that also place a piece.
    placing: u64,
    /// Used where captures are judged one by one: the number of quiets before the move that are illegal because of a
    /// pin, and the lookups that depend on the squares of pinned pieces, as bits. After a move that is made, pins are
    /// found anew.
    pub illegal_quiets: (u64, u64),
    /// The entries that lack the moves of pinned pieces, as bits. They are looked up again after each move that is
    /// made.
    pub without_pinned: u64,
}

/// The most sets of squares in [`PseudoLegal::placings`].
const PLACINGS: usize = 4;

impl<const N: usize> PseudoLegal<N> {
    /// Returns a cache without lookups for the moves of `side`.
    #[inline(always)]
    pub fn new(position: &Position<N>, side: Side) -> PseudoLegal<N> {
        let (own, enemies) = (position.side(side), position.side(side.other()));
        PseudoLegal {
            entries: ArrayVec::new(),
            deferred: ArrayVec::new(),
            watch: Watch::new(),
            moves: 0,
            by_capture: ByCapture::default(),
            own,
            enemies,
            walls: position.walls(),
            placings: ArrayVec::new(),
            placers: 0,
            stepping_placers: 0,
            placing: 0,
            illegal_quiets: (0, 0),
            without_pinned: 0,
        }
    }

    /// Returns the occupied squares, walls included.
    #[inline(always)]
    fn occupied(&self) -> Bitboard<N> {
        self.own | self.enemies | self.walls
    }

    /// Returns where the moves may land.
    #[inline(always)]
    fn landing(&self, game: &Game<N>) -> Landing<N> {
        Landing { empty: game.board.without(self.occupied()), enemies: self.enemies, friends: self.own }
    }

    /// Looks up all moves of the side; returns false if there is no room for all lookups.
    #[inline(always)]
    pub fn find(&mut self, game: &Game<N>, position: &Position<N>, program: &Program<N>) -> bool {
        self.add_shifts(game, position, program)
            && (program.leaps.is_empty() || self.add_steps(game, position, program, &program.leaps, Table::Leap))
            && (program.slots.is_empty() || self.add_steps(game, position, program, &program.slots, Table::Slot))
            && (program.rays.is_empty() || self.add_steps(game, position, program, &program.rays, Table::Ray))
            && (program.cacheable.is_empty() || self.add_united(game, position, program))
    }

    /// Adds the shifts of the program; returns false if there is no room.
    #[inline(always)]
    fn add_shifts(&mut self, game: &Game<N>, position: &Position<N>, program: &Program<N>) -> bool {
        let landing = self.landing(game);
        for (index, step) in program.shifts.iter().enumerate() {
            let pieces = step.pieces(position, &position.state.unmoved);
            let watched = step.watched(pieces);
            let index = index as u32;
            let has_room = if pieces.is_disjoint(&step.promoters) {
                let targets = step.targets(pieces, &landing.empty) & landing.squares(step.class);
                self.add(Entry { pieces, method: CachedMethod::Shift, index, class: step.class, targets }, watched)
            } else {
                self.add_deferred(Deferred::new(None, index), watched)
            };
            if !has_room {
                return false;
            }
        }
        true
    }

    /// Adds the pieces whose parts are united; returns false if there is no room.
    #[inline(never)]
    fn add_united(&mut self, game: &Game<N>, position: &Position<N>, program: &Program<N>) -> bool {
        let (occupied, landing) = (self.occupied(), self.landing(game));
        let replying = position.turn().other();
        let (unmoved, unpinned, check_mask) = (position.state.unmoved, self.own, Bitboard::FULL);
        let context = Context { position, replying, unmoved, unpinned, occupied, landing, check_mask };
        program.cacheable.iter().all(|&number| {
            let mover = &game.sides[replying.index()].movers[number];
            position.pieces(replying, mover.kind).into_iter().all(|from| {
                let targets = game.united_cached(number as u32, from, context);
                let (pieces, method, index) = (Bitboard::of(from), CachedMethod::United, number as u32);
                let entry = Entry { pieces, method, index, class: LandingClass::ALL, targets };
                self.add(entry, game.squares_seen(mover, from, &occupied))
            })
        })
    }

    /// Adds an entry that depends on these squares; returns false if there is no room.
    #[inline(always)]
    fn add(&mut self, entry: Entry<N>, watched: Bitboard<N>) -> bool {
        self.moves += u64::from(entry.targets.count());
        let bit = 1 << self.entries.len();
        self.watch.add(watched, bit);
        self.has_room() && self.entries.try_push(entry).is_ok()
    }

    /// Adds a deferred lookup that depends on these squares; returns false if there is no room.
    #[inline(always)]
    fn add_deferred(&mut self, deferred: Deferred, watched: Bitboard<N>) -> bool {
        let bit = FIRST_DEFERRED >> self.deferred.len();
        self.watch.add(watched, bit);
        self.has_room() && self.deferred.try_push(deferred).is_ok()
    }

    /// Returns the number of moves of all deferred lookups after a move. Those whose bits are in `stale` are counted
    /// anew.
    #[inline(always)]
    pub fn count_deferred(&self, game: &Game<N>, stale: u64, context: &Context<'_, N>) -> u64 {
        let mut moves = 0;
        for (number, deferred) in self.deferred.iter().enumerate() {
            let is_fresh = stale & FIRST_DEFERRED >> number == 0 && context.check_mask == Bitboard::FULL;
            moves += match deferred.moves.get() {
                Some(known) if is_fresh => known,
                _ => count_deferred(game, deferred, is_fresh, *context),
            };
        }
        moves
    }

    /// Returns whether there is room for another lookup.
    #[inline(always)]
    fn has_room(&self) -> bool {
        self.entries.len() + self.deferred.len() < ENTRIES
    }

    /// Returns the number of moves of all entries after a move. The entries whose bits are in `stale` are looked up
    /// again.
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

    /// Counts captures and quiets separately from now on. Returns whether the entries hold all moves of the side:
    /// nothing is deferred, and the moves of all movers are cached.
    #[inline(always)]
    pub fn split_captures(&mut self, program: &Program<N>) -> bool {
        let occupied = self.own | self.enemies;
        self.by_capture.captures = self.entries.iter().map(|entry| u64::from((entry.targets & occupied).count())).sum();
        self.by_capture.quiets = self.moves - self.by_capture.captures;
        self.deferred.is_empty() && program.uncacheable.is_empty()
    }

    /// Counts the moves of all entries after a move, captures and quiets separately. The entries whose bits are in
    /// `stale` are looked up again. The check mask limits only quiets: the rules for which moves are counted so judge
    /// captures by themselves.
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

    /// Returns the number of quiets of some pieces before the move.
    pub fn quiets_of(&self, game: &Game<N>, program: &Program<N>, pieces: Bitboard<N>) -> u64 {
        let Landing { empty, .. } = self.landing(game);
        let targets = |entry: &Entry<N>| match entry.method {
            CachedMethod::Shift => {
                program.shifts[entry.index as usize].targets(entry.pieces & pieces, &empty) & entry.targets
            }
            _ if entry.pieces.is_disjoint(&pieces) => Bitboard::EMPTY,
            _ => entry.targets,
        };
        self.entries.iter().map(|entry| u64::from((targets(entry) & empty).count())).sum()
    }

    /// Leaves out the moves of these pinned pieces, which are counted apart.
    #[inline(never)]
    pub fn leave_out_pinned(&mut self, game: &Game<N>, program: &Program<N>, pinned: Bitboard<N>) {
        let landing = self.landing(game);
        for (number, entry) in self.entries.iter_mut().enumerate().filter(|(_, e)| !e.pieces.is_disjoint(&pinned)) {
            self.without_pinned |= 1 << number;
            let before = u64::from(entry.targets.count());
            self.moves -= before;
            entry.targets = match entry.method {
                CachedMethod::Shift => {
                    let step = &program.shifts[entry.index as usize];
                    step.targets(entry.pieces.without(pinned), &landing.empty) & landing.squares(entry.class)
                }
                _ => Bitboard::EMPTY,
            };
            let after = u64::from(entry.targets.count());
            self.moves += after;
            self.placing -= (before - after) * entry.placed(&self.placings);
        }
    }

    /// Lets moves from these squares also place one of `pieces` pieces there. Returns false if there is no room for
    /// more such squares.
    pub fn add_placing(&mut self, origins: Bitboard<N>, pieces: u64) -> bool {
        let placing = [(origins, pieces)];
        for (number, entry) in self.entries.iter().enumerate() {
            let bit = u64::from(!entry.pieces.is_disjoint(&origins)) << number;
            match entry.method {
                CachedMethod::Shift => self.stepping_placers |= bit,
                _ => self.placers |= bit,
            }
            self.placing += u64::from(entry.targets.count()) * entry.placed(&placing);
        }
        self.placings.try_push((origins, pieces)).is_ok()
    }

    /// Counts the moves of all entries after a move that also place a piece, each once for every piece that it may
    /// place.
    #[inline(always)]
    pub fn count_placing(&self, game: &Game<N>, program: &Program<N>, stale: u64, context: &Context<'_, N>) -> u64 {
        let check_mask = context.check_mask;
        let landing = context.landing.within(&check_mask);
        let mut placing = self.placing;
        if check_mask != Bitboard::FULL {
            let targets = |entry: &Entry<N>| u64::from((entry.targets & check_mask).count());
            placing = self.entries.iter().map(|entry| targets(entry) * entry.placed(&self.placings)).sum();
        }
        let mut stale = stale & self.placers;
        while let Some(entry) = self.entries.get(stale.trailing_zeros() as usize) {
            stale &= stale - 1;
            let placed = entry.placed(&self.placings);
            placing -= u64::from((entry.targets & check_mask).count()) * placed;
            placing += u64::from(entry.targets_now(game, program, context, &landing).count()) * placed;
        }
        let mut steppers = self.stepping_placers;
        while let Some(entry) = self.entries.get(steppers.trailing_zeros() as usize) {
            steppers &= steppers - 1;
            let step = &program.shifts[entry.index as usize];
            for (origins, pieces) in &self.placings {
                let from = entry.pieces & *origins & context.unpinned;
                let targets = step.targets(from, &context.landing.empty) & landing.squares(step.class);
                placing += u64::from(targets.count()) * pieces;
            }
        }
        placing
    }

    /// Calls `give` for each entry after a move, with its origin and its destinations in `within`, unless there are
    /// none. An origin may come several times. The entries whose bits are in `stale` are looked up again.
    #[inline(always)]
    pub fn each(
        &self,
        game: &Game<N>,
        program: &Program<N>,
        stale: u64,
        context: &Context<'_, N>,
        within: Bitboard<N>,
        mut give: impl FnMut(Square, Bitboard<N>),
    ) {
        for (number, entry) in self.entries.iter().enumerate() {
            let targets = match stale >> number & 1 {
                0 => entry.targets,
                _ => entry.targets_now(game, program, context, &context.landing),
            } & within;
            if targets.is_empty() {
                continue;
            }
            if let CachedMethod::Shift = entry.method {
                let by = program.shifts[entry.index as usize].by;
                targets.for_each(|to| give(origin(to, by), Bitboard::of(to)));
            } else if let Some(from) = entry.pieces.first() {
                give(from, targets);
            }
        }
    }

    /// Adds the steps of one method; returns false if there is no room.
    #[inline(always)]
    fn add_steps(
        &mut self,
        game: &Game<N>,
        position: &Position<N>,
        program: &Program<N>,
        steps: &Steps<N>,
        kind: Table,
    ) -> bool {
        let (occupied, landing) = (self.occupied(), self.landing(game));
        for step in steps.plain.iter().chain(&steps.promoting) {
            let landing = landing.squares(step.class);
            for from in step.pieces(position, &position.state.unmoved).without(step.promoters) {
                let seen = program.look(&game.lookups, kind, step.table, from, &occupied);
                let pieces = Bitboard::of(from);
                let method = CachedMethod::Table(kind);
                let entry = Entry { pieces, method, index: step.table, class: step.class, targets: seen & landing };
                if !self.add(entry, seen | pieces | program.hidden_dependencies(&game.lookups, kind, step.table, from))
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
            each_square!(pieces, |from| {
                let seen = program.look(&game.lookups, kind, step.table, from, &occupied);
                watched |= seen | program.hidden_dependencies(&game.lookups, kind, step.table, from);
            });
            if !self.add_deferred(Deferred::new(Some(kind), index as u32), watched) {
                return false;
            }
        }
        true
    }
}
