//! Counting the replies to every move of a position: what the other side's pieces see is looked up once, and after a move again only
//! for the pieces that see a square which it changed.
//!
//! Most moves change two squares, which few pieces see. Royals, drops and castling are generated after each move as ever; so is everything
//! where moves have to be tested.

use super::Node;
use super::pieces::promotion;
use super::zone::Zone;
use crate::game::{Game, SidePlan};
use crate::plan::{Fits, Landing, Program, Sort, Steps};
use crate::position::Position;
use crate::sink::{Counter, MoveList};
use arrayvec::ArrayVec;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};
use std::cell::Cell;

/// So many lookups at most are remembered: one for each bit of a word.
const SIGHTS: usize = 63;

/// The bit of the first late one.
const FIRST_LATE: u64 = 1 << 63;

/// Replies to fewer moves than this are counted one by one: remembering costs about as much as generating once.
const FEW_MOVES: usize = 3;

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

/// A step of pieces some of whose moves may promote: counted when it is first asked for.
struct Late {
    sort: Sort,
    /// The place of the step among those of its sort that promote, or of the vector.
    place: u32,
    moves: Cell<Option<u64>>,
}

/// For each square what is to be looked up again once it changes, as bits.
pub(super) struct Watch<const N: usize>([[u64; 64]; N]);

impl<const N: usize> Watch<N> {
    #[inline(always)]
    pub fn new() -> Watch<N> {
        Watch([[0; 64]; N])
    }

    /// What has this bit depends on these squares.
    #[inline(always)]
    pub fn add(&mut self, squares: Bitboard<N>, bit: u64) {
        squares.for_each(|s| self.0[s.index() / 64][s.index() % 64] |= bit);
    }

    /// The bits of all that depends on some of these squares.
    #[inline(always)]
    pub fn of(&self, changed: Bitboard<N>) -> u64 {
        let mut bits = 0;
        changed.for_each(|s| bits |= self.0[s.index() / 64][s.index() % 64]);
        bits
    }
}

/// What decides where the pieces may go that are asked again.
pub(super) struct Ground<'a, const N: usize> {
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
pub(super) struct Sights<const N: usize> {
    all: ArrayVec<Sight<N>, SIGHTS>,
    late: ArrayVec<Late, SIGHTS>,
    /// The first sight's bit is the lowest; the first late one's the highest.
    pub watch: Watch<N>,
    /// The moves of all sights.
    moves: u64,
    /// Whose sights they are.
    pub own: Bitboard<N>,
    pub enemies: Bitboard<N>,
}

impl<const N: usize> Sights<N> {
    /// None as yet.
    #[inline(always)]
    fn new(position: &Position<N>, side: Side) -> Sights<N> {
        let (own, enemies) = (position.side(side), position.side(side.other()));
        Sights { all: ArrayVec::new(), late: ArrayVec::new(), watch: Watch::new(), moves: 0, own, enemies }
    }

    /// Looks; false if there is more to see than can be remembered.
    #[inline(always)]
    fn find(&mut self, game: &Game<N>, position: &Position<N>, program: &Program<N>) -> bool {
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

    /// The moves of all that is late; `None` if some of it is stale, or has not been counted yet.
    #[inline(always)]
    pub(super) fn late_moves(&self, stale: u64) -> Option<u64> {
        let mut moves = 0;
        for (i, late) in self.late.iter().enumerate() {
            if stale & FIRST_LATE >> i != 0 {
                return None;
            }
            moves += late.moves.get()?;
        }
        Some(moves)
    }

    #[inline(always)]
    fn has_room(&self) -> bool {
        self.all.len() + self.late.len() < SIGHTS
    }

    /// The moves of all sights, these being stale.
    #[inline(always)]
    pub(super) fn count(&self, game: &Game<N>, program: &Program<N>, mut stale: u64, ground: &Ground<'_, N>) -> u64 {
        let allow = ground.allow;
        let mut moves = self.moves;
        if allow != Bitboard::FULL {
            moves = self.all.iter().map(|sight| u64::from((sight.targets & allow).count())).sum();
        }
        let landing = ground.landing.within(&allow);
        while let Some(sight) = self.all.get(stale.trailing_zeros() as usize) {
            stale &= stale - 1;
            moves -= u64::from((sight.targets & allow).count());
            let Some(from) = (sight.pieces & ground.standing).first() else { continue };
            let seen = match sight.sort {
                Sort::Shift => {
                    let step = &program.shifts[sight.place as usize];
                    let pieces = step.pieces(ground.position, &ground.unmoved) & ground.standing;
                    step.targets(pieces, &ground.landing.empty)
                }
                sort => look(game, program, sort, sight.place, from, &ground.occupied),
            };
            moves += u64::from((seen & landing.class(sight.fits)).count());
        }
        moves
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
                let seen = look(game, program, sort, step.table, from, &occupied);
                let pieces = Bitboard::of(from);
                let sight = Sight { pieces, sort, place: step.table, fits: step.fits, targets: seen & landing };
                if !self.add(sight, seen | pieces | unseen(game, program, sort, step.table, from)) {
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
                let seen = look(game, program, sort, step.table, from, &occupied);
                watched |= seen | unseen(game, program, sort, step.table, from);
            });
            if !self.add_late(Late { sort, place: place as u32, moves: Cell::new(None) }, watched) {
                return false;
            }
        }
        true
    }
}

/// The destinations by one lookup.
#[inline(always)]
pub(super) fn look<const N: usize>(
    game: &Game<N>,
    program: &Program<N>,
    sort: Sort,
    table: u32,
    from: Square,
    occupied: &Bitboard<N>,
) -> Bitboard<N> {
    match sort {
        Sort::Shift | Sort::Spurning => Bitboard::EMPTY,
        Sort::Leap => game.lookups.leap(table, from),
        Sort::Slot => game.lookups.slot(table, from, occupied),
        Sort::Ray => program.reaches[table as usize].targets(from, occupied),
    }
}

/// The squares on which the destinations by one lookup depend besides themselves.
#[inline(always)]
pub(super) fn unseen<const N: usize>(
    game: &Game<N>,
    program: &Program<N>,
    sort: Sort,
    table: u32,
    from: Square,
) -> Bitboard<N> {
    match sort {
        Sort::Shift | Sort::Leap | Sort::Spurning => Bitboard::EMPTY,
        Sort::Slot => game.lookups.unseen(table, from),
        Sort::Ray => program.unseen[table as usize][from.index()],
    }
}

impl<const N: usize> Game<N> {
    /// The number of legal replies to all these moves together, which are legal ones of the position. The position is left as it was.
    #[must_use]
    pub fn count_replies(&self, position: &mut Position<N>, moves: &MoveList) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if self.gathers_bits {
            // SAFETY: `gathers_bits` was asked of this processor when the game was compiled, and says that it has these features.
            return unsafe { self.count_replies_by_tables(position, moves) };
        }
        self.count_all_replies::<false>(position, moves)
    }

    /// The same, compiled for processors that count and gather bits, whatever the build is for.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
    fn count_replies_by_tables(&self, position: &mut Position<N>, moves: &MoveList) -> u64 {
        self.count_all_replies::<true>(position, moves)
    }

    /// PERF: `TABLES` says nothing but which of the two it is, so that each has closures of its own; shared ones are compiled for any processor.
    #[inline(always)]
    fn count_all_replies<const TABLES: bool>(&self, position: &mut Position<N>, moves: &MoveList) -> u64 {
        let mut counter = Counter::default();
        let worth_it = self.goes_by_sight && moves.len() >= FEW_MOVES;
        let side = position.turn().other();
        // PERF: it is made where it stays; 2 kB handed out are copied.
        let mut sights = Sights::new(position, side);
        let by_sight = worth_it && sights.find(self, position, &self.sides[side.index()].program);
        let mut zone = Zone::new();
        let has_zone = by_sight && zone.find(self, position, side);
        let made = if has_zone && self.may_leave_unmade(position, side) {
            zone.sensitive(self, position, side)
        } else {
            Bitboard::FULL
        };
        for &m in moves.iter() {
            if let Some(replies) = self.count_unmade(position, &sights, &zone, &made, m) {
                counter.0 += replies;
                continue;
            }
            let undo = self.make_unhashed(position, m, &moves.effects);
            if by_sight {
                let touched = Bitboard::of(m.from()) | Bitboard::of(m.to());
                self.count_by_sight::<TABLES>(position, &sights, has_zone.then_some(&zone), touched, &mut counter);
            } else {
                self.generate(position, &mut counter);
            }
            self.unmake(position, m, &undo);
        }
        counter.0
    }

    /// Counts the moves of a position one move away from that of the sights, by a move that touched these squares.
    #[inline(always)]
    fn count_by_sight<const TABLES: bool>(
        &self,
        position: &Position<N>,
        sights: &Sights<N>,
        zone: Option<&Zone<N>>,
        touched: Bitboard<N>,
        counter: &mut Counter,
    ) {
        if !self.ends.is_empty() && self.has_ended(position) {
            return;
        }
        if self.special.is_some() && self.royals_face(position) {
            return self.generate_on(position, counter);
        }
        self.with_node(position, |node| {
            let changed = touched | (node.own ^ sights.own) | (node.enemies ^ sights.enemies);
            let free = |node: &Node<'_, N>, plan: &SidePlan<N>, counter: &mut Counter| {
                let stale = node.stale(sights, changed);
                counter.0 += sights.count(node.game, &plan.program, stale, &node.ground());
                node.late_moves(plan, sights, stale, counter);
            };
            let royal = |node: &Node<'_, N>, plan: &SidePlan<N>, counter: &mut Counter| match zone {
                Some(zone) => node.count_in_zone(plan, zone, changed, counter),
                None => node.guarded_royal(plan, counter),
            };
            node.board_moves_by(counter, free, royal);
            if zone.is_none() || node.safety.royal.is_none() {
                node.castling_moves(counter);
            }
            node.drops_and_pass(counter);
        });
    }
}

impl<const N: usize> Node<'_, N> {
    /// The own pieces that may go wherever all may.
    #[inline(always)]
    fn standing(&self) -> Bitboard<N> {
        (self.own & self.free).without(self.safety.hurdles)
    }

    #[inline(always)]
    fn ground(&self) -> Ground<'_, N> {
        Ground {
            position: self.position,
            unmoved: self.unmoved,
            standing: self.standing(),
            occupied: self.occupied,
            landing: self.landing,
            allow: self.safety.allow,
        }
    }

    /// The sights that may not be as they were after a move that changed these squares.
    #[inline(always)]
    fn stale(&self, sights: &Sights<N>, changed: Bitboard<N>) -> u64 {
        // What watches the square of a piece watches for more, too: there is no harm in looking once more.
        sights.watch.of(changed | self.safety.hurdles)
    }

    /// The moves that are no sights'.
    #[inline(always)]
    fn late_moves(&self, plan: &SidePlan<N>, sights: &Sights<N>, stale: u64, counter: &mut Counter) {
        for (i, late) in sights.late.iter().enumerate() {
            let is_fresh = stale & FIRST_LATE >> i == 0 && self.safety.allow == Bitboard::FULL;
            if is_fresh && let Some(known) = late.moves.get() {
                counter.0 += known;
                continue;
            }
            let before = counter.0;
            let keeps = self.late_step(plan, late, counter);
            if is_fresh && keeps {
                late.moves.set(Some(counter.0 - before));
            }
        }
        let (program, movers) = (&plan.program, &plan.movers[..]);
        if !program.united.is_empty() {
            self.all_united_moves(program, movers, self.standing(), counter);
        }
    }

    /// The moves of a late one; false if they depend on more than who stands where.
    #[inline(never)]
    fn late_step(&self, plan: &SidePlan<N>, late: &Late, counter: &mut Counter) -> bool {
        let (program, movers) = (&plan.program, &plan.movers[..]);
        let free = self.standing();
        let landing = self.landing.within(&self.safety.allow).classes();
        let place = late.place as usize;
        let steps = match late.sort {
            Sort::Shift => {
                self.shifted_moves(&program.shifts[place], movers, free, &landing, counter);
                return promotion(program.shifts[place].promotion, movers).is_none_or(|plan| plan.limits.is_empty());
            }
            Sort::Leap => &program.leaps,
            Sort::Slot => &program.slots,
            Sort::Ray | Sort::Spurning => &program.rays,
        };
        let step = &steps.promoting[place];
        let pieces = step.pieces(self.position, &self.unmoved) & free & step.promoters;
        let look = |table, from| look(self.game, program, late.sort, table, from, &self.occupied);
        self.promoting_step(step, movers, pieces, landing[step.fits.index()], counter, look);
        promotion(step.promotion, movers).is_none_or(|plan| plan.limits.is_empty())
    }
}
