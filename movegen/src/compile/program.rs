//! How the moves of several kinds are generated: each table as the cheapest step that is exact.
//!
//! What is chosen follows from the tables' properties. A part whose paths are the same few everywhere on the board moves all pieces of
//! the kind at once, by shifting their set (`Shift`); the other parts take each piece alone.

use crate::compile::component::Component;
use crate::compile::landing::LandingClass;
use crate::compile::lookup::{Lookups, Targets};
use crate::compile::mover::Mover;
use crate::compile::tables::hidden_dependencies_by_square;
use crate::rules::promotion::plan::PromotionPlan;
use crate::state::cell::Cell;
use crate::state::moves::MoveType;
use crate::state::position::Position;
use crate::units::KindId;
use crate::variant::Variant;
use arrayvec::ArrayVec;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};
use betza_compile::ir::Modes;
use betza_compile::lower::Reach;
use std::collections::BTreeMap;

/// The moves of several kinds in the order in which they are generated: steps of which each does one thing, for all pieces that do it.
/// No move comes from two steps.
pub(crate) struct Program<const N: usize> {
    pub shifts: Vec<Shift<N>>,
    /// Those that look into [`crate::compile::lookup::Lookups::leap`], into [`crate::compile::lookup::Lookups::slot`], and into `reaches`.
    pub leaps: Steps<N>,
    pub slots: Steps<N>,
    pub rays: Steps<N>,
    pub reaches: Vec<Reach<N>>,
    /// Of each of them the squares on which its destinations from each square depend besides themselves.
    pub hidden_dependencies: Vec<Box<[Bitboard<N>]>>,
    /// It has nothing but leaps and vectors.
    pub only_leaps: bool,
    /// Movers, by index, some of whose parts lead to the same squares or ask more of their victims: united for each piece.
    pub united: Vec<usize>,
}

/// How the targets of a step are found.
#[derive(Clone, Copy)]
pub(crate) enum Method {
    Shift,
    Leap,
    Slot,
    Ray,
    /// By the paths of a piece to which others are walls; no program has it.
    Barred,
}

/// Steps that look up each piece alone.
#[derive(Default)]
pub(crate) struct Steps<const N: usize> {
    pub plain: Vec<Step<N>>,
    pub promoting: Vec<Step<N>>,
}

/// One lookup, for all pieces of the kinds that have it.
#[derive(PartialEq, Eq)]
pub(crate) struct Step<const N: usize> {
    /// The pieces; [`Cell::EMPTY`] after the last.
    pub cells: [Cell; STEP_CELLS],
    /// Where its table starts.
    pub table: u32,
    pub class: LandingClass,
    pub move_type: MoveType,
    pub unmoved: bool,
    /// The mover, by index, if it may promote.
    pub promotion: Option<u16>,
    /// Squares from which it counts.
    pub origins: Bitboard<N>,
    /// Squares from which it may promote.
    pub promoters: Bitboard<N>,
}

impl<const N: usize> Step<N> {
    /// The pieces for which it counts, `unmoved` being those that may make moves of unmoved pieces.
    #[inline(always)]
    pub fn pieces(&self, position: &Position<N>, unmoved: &Bitboard<N>) -> Bitboard<N> {
        let [first, second, third] = self.cells.map(|cell| position.sets[cell.index()]);
        self.applicable(first | second | third, unmoved)
    }

    /// Those of its pieces for which it counts.
    #[inline(always)]
    pub fn applicable(&self, pieces: Bitboard<N>, unmoved: &Bitboard<N>) -> Bitboard<N> {
        let pieces = pieces & self.origins;
        if self.unmoved { pieces & *unmoved } else { pieces }
    }

    /// The same with its table.
    #[inline(always)]
    pub fn pieces_and_table(&self, pieces: Bitboard<N>, unmoved: &Bitboard<N>) -> (Bitboard<N>, u32) {
        (self.applicable(pieces, unmoved), self.table)
    }
}

impl<const N: usize> Shift<N> {
    /// The pieces for which it counts, `unmoved` being those that may make moves of unmoved pieces.
    #[inline(always)]
    pub fn pieces(&self, position: &Position<N>, unmoved: &Bitboard<N>) -> Bitboard<N> {
        self.applicable(position.sets[self.cell.index()], unmoved)
    }

    /// Those of its pieces for which it counts.
    #[inline(always)]
    pub fn applicable(&self, pieces: Bitboard<N>, unmoved: &Bitboard<N>) -> Bitboard<N> {
        let pieces = pieces & self.sources;
        if self.unmoved { pieces & *unmoved } else { pieces }
    }

    /// Where these pieces come to, whatever stands there, with these squares empty.
    #[inline(always)]
    pub fn targets(&self, pieces: Bitboard<N>, empty: &Bitboard<N>) -> Bitboard<N> {
        let mut targets = shift(pieces, self.by);
        for &offset in &self.must_be_empty {
            targets &= shift(*empty, i32::from(offset));
        }
        targets
    }

    /// The squares on which the targets of these pieces depend, the targets themselves included.
    #[inline(always)]
    pub fn watched(&self, pieces: Bitboard<N>) -> Bitboard<N> {
        let ends = shift(pieces, self.by);
        self.must_be_empty.iter().fold(pieces | ends, |all, &offset| all | shift(ends, -i32::from(offset)))
    }
}

/// So many kinds at most share a step.
const STEP_CELLS: usize = 3;

/// One vector for all pieces of a kind.
pub(crate) struct Shift<const N: usize> {
    pub cell: Cell,
    /// The mover, by index, if it may promote.
    pub promotion: Option<u16>,
    /// Added to the index of the square.
    pub by: i32,
    /// The pieces for which the step stays on the board.
    pub sources: Bitboard<N>,
    /// Those of them that may promote by it.
    pub promoters: Bitboard<N>,
    /// Of each square that must be empty on the way: the destination's index less the square's.
    pub must_be_empty: ArrayVec<i16, 5>,
    pub class: LandingClass,
    pub unmoved: bool,
    pub move_type: MoveType,
}

/// More vectors than this are looked up for each piece alone.
const SHIFT_LIMIT: usize = 3;

impl<const N: usize> Program<N> {
    /// Plans the moves of a side's kinds. `starts` has the squares where pieces of each kind start.
    pub fn new(
        variant: &Variant,
        side: Side,
        movers: &[Mover<N>],
        starts: impl Fn(KindId) -> Bitboard<N>,
    ) -> Program<N> {
        let mut program = Program::empty();
        for (number, mover) in movers.iter().enumerate() {
            let moving = |p: &&Component<N>| p.table.modes.intersects(Modes::MOVE | Modes::CAPTURE | Modes::DESTROY);
            let parts: Vec<&Component<N>> = mover.components.iter().filter(moving).collect();
            if !mover.disjoint || parts.iter().any(|p| p.class.is_none()) {
                program.united.push(number);
                continue;
            }
            let promoting = mover.promotion.as_ref().filter(|plan| !plan.in_place).map(|plan| (number as u16, plan));
            let count = starts(mover.kind).count() as usize;
            for (part, class) in parts.into_iter().filter_map(|p| Some((p, p.class?))) {
                let piece = Planned { cell: Cell::new(side, mover.kind), part, class, promoting };
                program.add(&piece, count, variant);
            }
        }
        program.set_only_leaps();
        program
    }

    /// The destinations by one lookup.
    #[inline(always)]
    pub fn look(
        &self,
        lookups: &Lookups<N>,
        method: Method,
        table: u32,
        from: Square,
        occupied: &Bitboard<N>,
    ) -> Bitboard<N> {
        match method {
            Method::Shift | Method::Barred => Bitboard::EMPTY,
            Method::Leap => lookups.leap(table, from),
            Method::Slot => lookups.slot(table, from, occupied),
            Method::Ray => self.reaches[table as usize].targets(from, occupied),
        }
    }

    /// The squares on which the destinations by one lookup depend besides themselves.
    #[inline(always)]
    pub fn hidden_dependencies(&self, lookups: &Lookups<N>, method: Method, table: u32, from: Square) -> Bitboard<N> {
        match method {
            Method::Shift | Method::Leap | Method::Barred => Bitboard::EMPTY,
            Method::Slot => lookups.hidden_dependencies(table, from),
            Method::Ray => self.hidden_dependencies[table as usize][from.index()],
        }
    }

    /// Of each kind the steps that are its own, by their places among those of their sort; only plain ones.
    pub fn by_kind(&self, kinds: usize) -> Vec<Vec<(Method, u32)>> {
        let mut found = vec![Vec::new(); kinds];
        for (index, shift) in self.shifts.iter().enumerate() {
            found[shift.cell.kind().index()].push((Method::Shift, index as u32));
        }
        for (method, steps) in [(Method::Leap, &self.leaps), (Method::Slot, &self.slots), (Method::Ray, &self.rays)] {
            for (index, step) in steps.plain.iter().enumerate() {
                for cell in step.cells.iter().filter(|cell| cell.is_piece()) {
                    found[cell.kind().index()].push((method, index as u32));
                }
            }
        }
        found
    }

    /// Notes what it has not.
    fn set_only_leaps(&mut self) {
        let slots = &self.slots;
        let no_slots = slots.plain.is_empty() && slots.promoting.is_empty();
        self.only_leaps = no_slots && self.reaches.is_empty() && self.united.is_empty();
    }

    /// The captures of a side's kinds, as they threaten royals: moves may come from several steps, and promotions are none.
    pub fn of_threats<'a>(
        variant: &Variant,
        side: Side,
        movers: impl Iterator<Item = &'a Mover<N>>,
        starts: impl Fn(KindId) -> Bitboard<N>,
    ) -> Program<N> {
        let mut program = Program::empty();
        for mover in movers {
            let count = starts(mover.kind).count() as usize;
            for part in mover.components.iter().filter(|part| part.threatens()) {
                let class = LandingClass::CAPTURES;
                let piece = Planned { cell: Cell::new(side, mover.kind), part, class, promoting: None };
                program.add(&piece, count, variant);
            }
        }
        program
    }

    fn empty() -> Program<N> {
        Program {
            shifts: Vec::new(),
            leaps: Steps::default(),
            slots: Steps::default(),
            rays: Steps::default(),
            reaches: Vec::new(),
            hidden_dependencies: Vec::new(),
            only_leaps: false,
            united: Vec::new(),
        }
    }

    /// Adds the steps of a part, of whose pieces `count` are there at the start.
    fn add(&mut self, piece: &Planned<'_, N>, count: usize, variant: &Variant) {
        match piece.shifts(variant) {
            Some(shifts) if shifts.len() <= count => self.shifts.extend(shifts),
            _ => self.add_lookups(piece, variant),
        }
    }

    fn add_lookups(&mut self, piece: &Planned<'_, N>, variant: &Variant) {
        let (part, cell) = (piece.part, piece.cell);
        let (steps, tables) = match &part.targets {
            Targets::Leap(start) => (&mut self.leaps, vec![*start]),
            Targets::Slots(slots) => (&mut self.slots, slots.to_vec()),
            Targets::Reach(reach) => {
                self.reaches.push((**reach).clone());
                self.hidden_dependencies.push(hidden_dependencies_by_square(&variant.board, reach));
                (&mut self.rays, vec![self.reaches.len() as u32 - 1])
            }
        };
        let steps = if piece.promoting.is_some() { &mut steps.promoting } else { &mut steps.plain };
        let (origins, unmoved) = part.from.narrowed();
        for table in tables {
            let mut step = Step {
                cells: [Cell::EMPTY; STEP_CELLS],
                table,
                class: piece.class,
                move_type: part.move_type(),
                unmoved,
                promotion: piece.promoting.map(|(number, _)| number),
                origins,
                promoters: piece.promoters(variant, |from| *part.table.reach.may_reach(from)),
            };
            // Kinds that do the same do it together.
            let known = steps.iter_mut().find(|known| {
                step.cells = known.cells;
                **known == step && known.cells.contains(&Cell::EMPTY)
            });
            match known.and_then(|known| known.cells.iter_mut().find(|c| **c == Cell::EMPTY)) {
                Some(free) => *free = cell,
                None => {
                    step.cells = [Cell::EMPTY; STEP_CELLS];
                    step.cells[0] = cell;
                    steps.push(step);
                }
            }
        }
    }
}

/// A part of a kind's moves with what its steps have in common.
struct Planned<'a, const N: usize> {
    cell: Cell,
    part: &'a Component<N>,
    class: LandingClass,
    /// The mover's place, and how it promotes.
    promoting: Option<(u16, &'a PromotionPlan<N>)>,
}

impl<const N: usize> Planned<'_, N> {
    /// The squares from which it may promote, `reached` being where it can go.
    fn promoters(&self, variant: &Variant, reached: impl Fn(Square) -> Bitboard<N>) -> Bitboard<N> {
        let Some((_, plan)) = self.promoting else { return Bitboard::EMPTY };
        let may = |from: &Square| !plan.split(*from, reached(*from), Bitboard::FULL).promoting.is_empty();
        variant.board.squares().filter(may).collect()
    }

    /// The part as a few vectors that hold wherever they stay on the board; `None` if it is no such thing.
    fn shifts(&self, variant: &Variant) -> Option<Vec<Shift<N>>> {
        let part = self.part;
        let mut found: BTreeMap<(i32, Vec<i16>), Bitboard<N>> = BTreeMap::new();
        let offset = |from: Square, to: Square| to.index() as i32 - from.index() as i32;
        for from in variant.board.squares() {
            for to in *part.table.reach.may_reach(from) {
                let mut paths = part.table.reach.paths(from, to);
                let (Some(path), None) = (paths.next(), paths.next()) else { return None };
                if !path.occupied.is_empty() || !path.one_of.is_empty() {
                    return None;
                }
                let must_be_empty = path.empty.into_iter().map(|s| offset(s, to) as i16).collect();
                found.entry((offset(from, to), must_be_empty)).or_default().insert(from);
                if found.len() > SHIFT_LIMIT {
                    return None;
                }
            }
        }
        let (origins, unmoved) = part.from.narrowed();
        let planned = |((by, must_be_empty), sources): ((i32, Vec<i16>), Bitboard<N>)| {
            let sources = sources & origins;
            Some(Shift {
                cell: self.cell,
                promotion: self.promoting.map(|(number, _)| number),
                by,
                sources,
                promoters: sources & self.promoters(variant, |from| shift(Bitboard::of(from) & sources, by)),
                must_be_empty: must_be_empty.as_slice().try_into().ok()?,
                class: self.class,
                unmoved,
                move_type: part.move_type(),
            })
        };
        found.into_iter().map(planned).collect()
    }
}

/// A set moved by an offset whose sources are known to stay on the board.
#[inline]
pub(crate) fn shift<const N: usize>(set: Bitboard<N>, by: i32) -> Bitboard<N> {
    if N == 1 {
        // A rotation wraps round only what would leave the word, and the sources leave nothing of that.
        let mut words = set.0;
        words[0] = words[0].rotate_left(by as u32 & 63);
        Bitboard(words)
    } else {
        set.shifted(by)
    }
}
