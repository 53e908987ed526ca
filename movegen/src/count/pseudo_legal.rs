//! What the pieces of a side see, lookup by lookup, and on which squares that depends.

use crate::attack::watch::Watch;
use crate::compile::game::Game;
use crate::compile::landing::{Fits, Landing};
use crate::compile::program::{Program, Sort, Steps};
use crate::count::by_capture::Apart;
use crate::generate::sink::origin;
use crate::state::position::Position;
use arrayvec::ArrayVec;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};
use std::cell::Cell;

/// So many lookups at most are remembered: one for each bit of a word.
const SIGHTS: usize = 63;

/// The bit of the first late one.
const FIRST_LATE: u64 = 1 << 63;

/// What one piece sees by one lookup, or all of a kind by one vector.
struct Sight<const N: usize> {
    pieces: Bitboard<N>,
    sort: Sort,
    /// What it looks into: a table, or the place of the vector.
    place: u32,
    fits: Fits,
    /// Where they may go.
    targets: Bitboard<N>,
}

impl<const N: usize> Sight<N> {
    /// Where the pieces may go now.
    #[inline(always)]
    fn again(&self, game: &Game<N>, program: &Program<N>, ground: &Ground<'_, N>, landing: &Landing<N>) -> Bitboard<N> {
        let Some(from) = (self.pieces & ground.standing).first() else { return Bitboard::EMPTY };
        let seen = match self.sort {
            Sort::Shift => {
                let step = &program.shifts[self.place as usize];
                let pieces = step.pieces(ground.position, &ground.unmoved) & ground.standing;
                step.targets(pieces, &ground.landing.empty)
            }
            sort => program.look(&game.lookups, sort, self.place, from, &ground.occupied),
        };
        seen & landing.class(self.fits)
    }
}

/// A step of pieces some of whose moves may promote: counted when it is first asked for.
pub(crate) struct Late {
    pub sort: Sort,
    /// The place of the step among those of its sort that promote, or of the vector.
    pub place: u32,
    pub moves: Cell<Option<u64>>,
}

/// What decides where the pieces may go that are asked again.
pub(crate) struct Ground<'a, const N: usize> {
    pub position: &'a Position<N>,
    /// Pieces that may still make moves of unmoved pieces.
    pub unmoved: Bitboard<N>,
    /// The own pieces that may go wherever all may.
    pub standing: Bitboard<N>,
    pub occupied: Bitboard<N>,
    pub landing: Landing<N>,
    /// Where they may land so that the royal is safe.
    pub allow: Bitboard<N>,
}

/// What the pieces of the side that is not to move see.
pub(crate) struct Sights<const N: usize> {
    all: ArrayVec<Sight<N>, SIGHTS>,
    late: ArrayVec<Late, SIGHTS>,
    /// The first sight's bit is the lowest; the first late one's the highest.
    pub watch: Watch<N>,
    /// The moves of all sights.
    moves: u64,
    /// The same in two parts, where captures are counted apart.
    apart: Apart,
    /// Whose sights they are.
    pub own: Bitboard<N>,
    pub enemies: Bitboard<N>,
}

impl<const N: usize> Sights<N> {
    /// None as yet.
    #[inline(always)]
    pub fn new(position: &Position<N>, side: Side) -> Sights<N> {
        let (own, enemies) = (position.side(side), position.side(side.other()));
        let (all, late) = (ArrayVec::new(), ArrayVec::new());
        Sights { all, late, watch: Watch::new(), moves: 0, apart: Apart::default(), own, enemies }
    }

    /// Looks; false if there is more to see than can be remembered.
    #[inline(always)]
    pub fn find(&mut self, game: &Game<N>, position: &Position<N>, program: &Program<N>) -> bool {
        self.see_shifts(game, position, program)
            && self.see(game, position, program, &program.leaps, Sort::Leap)
            && self.see(game, position, program, &program.slots, Sort::Slot)
            && self.see(game, position, program, &program.rays, Sort::Ray)
    }

    /// Adds what moves by shifting the set of a kind; false if there is no room.
    #[inline(always)]
    fn see_shifts(&mut self, game: &Game<N>, position: &Position<N>, program: &Program<N>) -> bool {
        let empty = game.board.without(self.own | self.enemies);
        let landing = Landing { empty, enemies: self.enemies, friends: self.own };
        for (place, step) in program.shifts.iter().enumerate() {
            let pieces = step.pieces(position, &position.state.unmoved);
            let watched = step.watched(pieces);
            let (sort, place) = (Sort::Shift, place as u32);
            let has_room = if pieces.is_disjoint(&step.promoters) {
                let targets = step.targets(pieces, &empty) & landing.class(step.fits);
                self.add(Sight { pieces, sort, place, fits: step.fits, targets }, watched)
            } else {
                self.add_late(Late { sort, place, moves: Cell::new(None) }, watched)
            };
            if !has_room {
                return false;
            }
        }
        true
    }

    /// Adds a sight that depends on these squares; false if there is no room.
    #[inline(always)]
    fn add(&mut self, sight: Sight<N>, watched: Bitboard<N>) -> bool {
        self.moves += u64::from(sight.targets.count());
        let bit = 1 << self.all.len();
        self.watch.add(watched, bit);
        self.has_room() && self.all.try_push(sight).is_ok()
    }

    /// Adds a late one that depends on these squares; false if there is no room.
    #[inline(always)]
    fn add_late(&mut self, late: Late, watched: Bitboard<N>) -> bool {
        let bit = FIRST_LATE >> self.late.len();
        self.watch.add(watched, bit);
        self.has_room() && self.late.try_push(late).is_ok()
    }

    /// What is late, and whether it is stale.
    #[inline(always)]
    pub fn late(&self, stale: u64) -> impl Iterator<Item = (&Late, bool)> {
        self.late.iter().enumerate().map(move |(i, late)| (late, stale & FIRST_LATE >> i != 0))
    }

    /// The moves of all that is late; `None` if some of it is stale, or has not been counted yet.
    #[inline(always)]
    pub fn late_moves(&self, stale: u64) -> Option<u64> {
        let add = |sum, (late, is_stale): (&Late, bool)| if is_stale { None } else { Some(sum + late.moves.get()?) };
        self.late(stale).try_fold(0, add)
    }

    #[inline(always)]
    fn has_room(&self) -> bool {
        self.all.len() + self.late.len() < SIGHTS
    }

    /// The moves of all sights, these being stale.
    #[inline(always)]
    pub fn count(&self, game: &Game<N>, program: &Program<N>, mut stale: u64, ground: &Ground<'_, N>) -> u64 {
        let allow = ground.allow;
        let mut moves = self.moves;
        if allow != Bitboard::FULL {
            moves = self.all.iter().map(|sight| u64::from((sight.targets & allow).count())).sum();
        }
        let landing = ground.landing.within(&allow);
        while let Some(sight) = self.all.get(stale.trailing_zeros() as usize) {
            stale &= stale - 1;
            moves -= u64::from((sight.targets & allow).count());
            moves += u64::from(sight.again(game, program, ground, &landing).count());
        }
        moves
    }

    /// Counts captures apart from other moves from now on; false if not all moves are those of sights.
    #[inline(always)]
    pub fn tell_apart(&mut self, program: &Program<N>) -> bool {
        let occupied = self.own | self.enemies;
        self.apart.captures = self.all.iter().map(|sight| u64::from((sight.targets & occupied).count())).sum();
        self.apart.others = self.moves - self.apart.captures;
        self.late.is_empty() && program.united.is_empty()
    }

    /// The moves of all sights, told apart, these being stale. What may be captured does not depend on what is allowed.
    #[inline(always)]
    pub fn count_apart(&self, game: &Game<N>, program: &Program<N>, mut stale: u64, ground: &Ground<'_, N>) -> Apart {
        let occupied = self.own | self.enemies;
        let quiet = ground.allow.without(occupied);
        let mut apart = self.apart;
        if ground.allow != Bitboard::FULL {
            apart.others = self.all.iter().map(|sight| u64::from((sight.targets & quiet).count())).sum();
        }
        while let Some(sight) = self.all.get(stale.trailing_zeros() as usize) {
            stale &= stale - 1;
            apart.captures -= u64::from((sight.targets & occupied).count());
            apart.others -= u64::from((sight.targets & quiet).count());
            let targets = sight.again(game, program, ground, &ground.landing);
            apart.captures += u64::from((targets & ground.occupied).count());
            apart.others += u64::from((targets & ground.allow).without(ground.occupied).count());
        }
        apart
    }

    /// Gives each square from which these sights lead and the squares where they lead, these being stale; several times if by several sights.
    #[inline(always)]
    pub fn each(
        &self,
        game: &Game<N>,
        program: &Program<N>,
        stale: u64,
        ground: &Ground<'_, N>,
        mut give: impl FnMut(Square, Bitboard<N>),
    ) {
        for (number, sight) in self.all.iter().enumerate() {
            let targets = match stale >> number & 1 {
                0 => sight.targets,
                _ => sight.again(game, program, ground, &ground.landing),
            };
            if let Sort::Shift = sight.sort {
                let by = program.shifts[sight.place as usize].by;
                targets.for_each(|to| give(origin(to, by), Bitboard::of(to)));
            } else if let Some(from) = sight.pieces.first() {
                give(from, targets);
            }
        }
    }

    /// Adds the steps of one sort; false if there is no room.
    #[inline(always)]
    fn see(
        &mut self,
        game: &Game<N>,
        position: &Position<N>,
        program: &Program<N>,
        steps: &Steps<N>,
        sort: Sort,
    ) -> bool {
        let occupied = self.own | self.enemies;
        let landing = Landing { empty: game.board.without(occupied), enemies: self.enemies, friends: self.own };
        for step in steps.plain.iter().chain(&steps.promoting) {
            let landing = landing.class(step.fits);
            for from in step.pieces(position, &position.state.unmoved).without(step.promoters) {
                let seen = program.look(&game.lookups, sort, step.table, from, &occupied);
                let pieces = Bitboard::of(from);
                let sight = Sight { pieces, sort, place: step.table, fits: step.fits, targets: seen & landing };
                if !self.add(sight, seen | pieces | program.depends_besides(&game.lookups, sort, step.table, from)) {
                    return false;
                }
            }
        }
        for (place, step) in steps.promoting.iter().enumerate() {
            let pieces = step.pieces(position, &position.state.unmoved) & step.promoters;
            if pieces.is_empty() {
                continue;
            }
            let mut watched = pieces;
            pieces.for_each(|from| {
                let seen = program.look(&game.lookups, sort, step.table, from, &occupied);
                watched |= seen | program.depends_besides(&game.lookups, sort, step.table, from);
            });
            if !self.add_late(Late { sort, place: place as u32, moves: Cell::new(None) }, watched) {
                return false;
            }
        }
        true
    }
}
