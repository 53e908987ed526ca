//! Programs: the moves of several kinds as steps, each the cheapest that is exact.
//!
//! The tables decide which steps are chosen. A part whose paths are the same few everywhere on the board moves all
//! pieces of the kind at once, by shifting their set (`Shift`). The other parts look up each piece alone.

use crate::compile::component::Component;
use crate::compile::landing::LandingClass;
use crate::compile::lookup::{Lookups, Targets};
use crate::compile::mover::Mover;
use crate::position::board::Position;
use crate::position::cell::Cell;
use crate::position::moves::MoveType;
use crate::rules::promotion::plan::PromotionPlan;
use arrayvec::ArrayVec;
use betza_compile::lower::Reach;
use betza_game::KindId;
use betza_game::variant::Variant;
use betza_ir::Modes;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square};
use betza_ir::sorted::{self, ListMap};
use std::sync::Arc;

/// The moves of several kinds as steps, in the order in which they are generated. No move comes from two steps.
pub(crate) struct Program<const N: usize> {
    /// Steps of all pieces of a kind at once.
    pub shifts: Vec<Shift<N>>,
    /// Steps by [`crate::compile::lookup::Lookups::leap`].
    pub leaps: Steps<N>,
    /// Steps by [`crate::compile::lookup::Lookups::slot`].
    pub slots: Steps<N>,
    /// Steps by rays; their tables are indices into `reaches`.
    pub rays: Steps<N>,
    /// The rays.
    pub reaches: Vec<Reach<N>>,
    /// The `hidden_dependencies` (`tables.rs`) of each of `reaches`, by origin.
    pub hidden_dependencies: Vec<Arc<[Bitboard<N>]>>,
    /// All steps are shifts or leaps.
    pub only_leaps: bool,
    /// The indices of movers whose parts overlap, have barriers or restrict their victims. For each piece of these
    /// the destinations of all parts are united, so that no move is generated twice.
    pub united: Vec<usize>,
    /// Those of `united` that never promote and may capture any victim. Their moves depend only on where pieces stand,
    /// and can be cached piece by piece.
    pub cacheable: Vec<usize>,
    /// The others of `united`.
    pub uncacheable: Vec<usize>,
}

/// A kind of tables, by which the destinations of a piece are found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Table {
    /// A mask for each origin.
    Leap,
    /// A table of destinations by what stands on some squares.
    Slot,
    /// Rays.
    Ray,
}

/// How the attacks of pieces are found.
#[derive(Clone, Copy)]
pub(crate) enum AttackMethod {
    /// By shifting the set of pieces.
    Shift,
    /// By a table.
    Table(Table),
    /// By the single paths of a piece with barriers.
    Barred,
}

/// Steps that look up each piece alone.
#[derive(Default)]
pub(crate) struct Steps<const N: usize> {
    /// Steps that never promote.
    pub plain: Vec<Step<N>>,
    /// Steps of kinds that may promote.
    pub promoting: Vec<Step<N>>,
}

impl<const N: usize> Steps<N> {
    /// Returns whether there are none.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.plain.is_empty() && self.promoting.is_empty()
    }
}

/// One lookup, shared by all kinds that have it.
#[derive(PartialEq, Eq)]
pub(crate) struct Step<const N: usize> {
    /// The cells (side and kind) of the pieces, filled up with [`Cell::EMPTY`].
    pub cells: [Cell; STEP_CELLS],
    /// The offset of the table, or the index of the rays.
    pub table: u32,
    /// Where it may land.
    pub class: LandingClass,
    pub move_type: MoveType,
    /// Only pieces that have not moved take it.
    pub unmoved: bool,
    /// The index of the mover, if it may promote.
    pub promotion: Option<u16>,
    /// The squares from which it may be taken.
    pub origins: Bitboard<N>,
    /// The squares from which it may promote.
    pub promoters: Bitboard<N>,
}

impl<const N: usize> Step<N> {
    /// Returns the pieces that take the step. `unmoved` are those that may make moves of unmoved pieces.
    #[inline(always)]
    pub fn pieces(&self, position: &Position<N>, unmoved: &Bitboard<N>) -> Bitboard<N> {
        let [first, second, third] = self.cells.map(|cell| position.sets[cell]);
        self.applicable(first | second | third, unmoved)
    }

    /// Returns those of `pieces`, which are of its kinds, that take the step.
    #[inline(always)]
    pub fn applicable(&self, pieces: Bitboard<N>, unmoved: &Bitboard<N>) -> Bitboard<N> {
        let pieces = pieces & self.origins;
        if self.unmoved { pieces & *unmoved } else { pieces }
    }
}

impl<const N: usize> Shift<N> {
    /// Returns the pieces that take the step. `unmoved` are those that may make moves of unmoved pieces.
    #[inline(always)]
    pub fn pieces(&self, position: &Position<N>, unmoved: &Bitboard<N>) -> Bitboard<N> {
        self.applicable(position.sets[self.cell], unmoved)
    }

    /// Returns those of `pieces`, which are of its kind, that take the step.
    #[inline(always)]
    pub fn applicable(&self, pieces: Bitboard<N>, unmoved: &Bitboard<N>) -> Bitboard<N> {
        let pieces = pieces & self.sources;
        if self.unmoved { pieces & *unmoved } else { pieces }
    }

    /// Returns the destinations of these pieces with these squares empty, whatever stands on the destinations.
    #[inline(always)]
    pub fn targets(&self, pieces: Bitboard<N>, empty: &Bitboard<N>) -> Bitboard<N> {
        let mut targets = shift(pieces, self.by);
        for &offset in &self.must_be_empty {
            targets &= shift(*empty, i32::from(offset));
        }
        targets
    }

    /// Returns the squares on which the destinations of these pieces depend, including the pieces and the destinations.
    #[inline(always)]
    pub fn watched(&self, pieces: Bitboard<N>) -> Bitboard<N> {
        let ends = shift(pieces, self.by);
        self.must_be_empty.iter().fold(pieces | ends, |all, &offset| all | shift(ends, -i32::from(offset)))
    }
}

/// The most kinds that share a step.
const STEP_CELLS: usize = 3;

/// A step of all pieces of a kind by the same vector.
pub(crate) struct Shift<const N: usize> {
    /// The cell (side and kind) of the pieces.
    pub cell: Cell,
    /// The index of the mover, if it may promote.
    pub promotion: Option<u16>,
    /// The vector, as it is added to the index of a square.
    pub by: i32,
    /// The squares from which the step may be taken; it stays on the board from all of them.
    pub sources: Bitboard<N>,
    /// The squares of `sources` from which it may promote.
    pub promoters: Bitboard<N>,
    /// The squares that must be empty, each as the destination's index minus its own.
    pub must_be_empty: ArrayVec<i16, 5>,
    /// Where it may land.
    pub class: LandingClass,
    /// Only pieces that have not moved take it.
    pub unmoved: bool,
    pub move_type: MoveType,
}

/// The most shifts of a part. A part with more is looked up piece by piece.
const SHIFT_LIMIT: usize = 3;

impl<const N: usize> Program<N> {
    /// Plans the moves of a side's movers. `starts` gives the squares where pieces of a kind start.
    #[inline(never)]
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
            let chooses_victims = parts.iter().any(|p| p.class.is_none());
            if !mover.disjoint || chooses_victims {
                let is_plain = !chooses_victims && mover.promotion.is_none();
                let also = if is_plain { &mut program.cacheable } else { &mut program.uncacheable };
                also.push(number);
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

    /// Returns the steps that use a kind of tables.
    #[inline(always)]
    pub fn steps(&self, kind: Table) -> &Steps<N> {
        match kind {
            Table::Leap => &self.leaps,
            Table::Slot => &self.slots,
            Table::Ray => &self.rays,
        }
    }

    /// Returns the destinations of a piece by one lookup.
    #[inline(always)]
    pub fn look(
        &self,
        lookups: &Lookups<N>,
        kind: Table,
        table: u32,
        from: Square,
        occupied: &Bitboard<N>,
    ) -> Bitboard<N> {
        match kind {
            Table::Leap => lookups.leap(table, from),
            Table::Slot => lookups.slot(table, from, occupied),
            Table::Ray => {
                // PERF: a copy, so that the caller's occupancy may stay in a register.
                let occupied = *occupied;
                self.reaches[table as usize].targets(from, &occupied)
            }
        }
    }

    /// Returns the `hidden_dependencies` (`tables.rs`) of one lookup.
    #[inline(always)]
    pub fn hidden_dependencies(&self, lookups: &Lookups<N>, kind: Table, table: u32, from: Square) -> Bitboard<N> {
        match kind {
            Table::Leap => Bitboard::EMPTY,
            Table::Slot => lookups.hidden_dependencies(table, from),
            Table::Ray => self.hidden_dependencies[table as usize][from.index()],
        }
    }

    /// Returns the steps of each kind, as method and number among the plain steps of that method.
    pub fn by_kind(&self, kinds: usize) -> Vec<Vec<(AttackMethod, u32)>> {
        let mut found = vec![Vec::new(); kinds];
        for (index, shift) in self.shifts.iter().enumerate() {
            found[shift.cell.kind().index()].push((AttackMethod::Shift, index as u32));
        }
        for (table, steps) in [(Table::Leap, &self.leaps), (Table::Slot, &self.slots), (Table::Ray, &self.rays)] {
            for (index, step) in steps.plain.iter().enumerate() {
                for cell in step.cells.iter().filter(|cell| cell.is_piece()) {
                    found[cell.kind().index()].push((AttackMethod::Table(table), index as u32));
                }
            }
        }
        found
    }

    /// Sets `only_leaps`.
    fn set_only_leaps(&mut self) {
        let slots = &self.slots;
        let no_slots = slots.plain.is_empty() && slots.promoting.is_empty();
        self.only_leaps = no_slots && self.reaches.is_empty() && self.united.is_empty();
    }

    /// Plans the captures of a side's movers that threaten royals. A capture may come from several steps, and
    /// promotions are left out.
    #[inline(never)]
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

    /// Returns a program without steps.
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
            cacheable: Vec::new(),
            uncacheable: Vec::new(),
        }
    }

    /// Adds the steps of a part. `count` is the number of such pieces at the start: shifts are used if there are no
    /// more of them than pieces.
    fn add(&mut self, piece: &Planned<'_, N>, count: usize, variant: &Variant) {
        match piece.shifts(variant) {
            Some(shifts) if shifts.len() <= count => self.shifts.extend(shifts),
            _ => self.add_lookups(piece, variant),
        }
    }

    /// Adds the steps of a part that look up each piece alone.
    fn add_lookups(&mut self, piece: &Planned<'_, N>, variant: &Variant) {
        let (part, cell) = (piece.part, piece.cell);
        let (steps, tables) = match &part.targets {
            Targets::Leap(start) => (&mut self.leaps, vec![*start]),
            Targets::Slots(slots) => (&mut self.slots, slots.to_vec()),
            Targets::Reach(by) => {
                self.reaches.push(by.reach.clone());
                self.hidden_dependencies.push(Arc::clone(&by.hidden_dependencies));
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
            // Kinds with the same step share it.
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

/// A part of a kind's moves, with what its steps have in common.
struct Planned<'a, const N: usize> {
    cell: Cell,
    part: &'a Component<N>,
    class: LandingClass,
    /// The index of the mover and how it promotes, if it may.
    promoting: Option<(u16, &'a PromotionPlan<N>)>,
}

impl<const N: usize> Planned<'_, N> {
    /// Returns the squares from which the rule of its promotion bears on its moves. `reached` gives the destinations
    /// from a square.
    fn promoters(&self, variant: &Variant, reached: impl Fn(Square) -> Bitboard<N>) -> Bitboard<N> {
        let Some((_, plan)) = self.promoting else { return Bitboard::EMPTY };
        let may = |from: &Square| plan.bears_on(*from, reached(*from), Bitboard::FULL);
        variant.board.squares().filter(may).collect()
    }

    /// Returns the part as at most [`SHIFT_LIMIT`] shifts that are exact from every square; `None` if it takes more or
    /// is not shifts.
    fn shifts(&self, variant: &Variant) -> Option<Vec<Shift<N>>> {
        let part = self.part;
        let mut found: ListMap<(i32, Vec<i16>), Bitboard<N>> = ListMap::new();
        let offset = |from: Square, to: Square| to.index() as i32 - from.index() as i32;
        for from in variant.board.squares() {
            for to in *part.table.reach.may_reach(from) {
                let mut paths = part.table.reach.paths(from, to);
                let (Some(path), None) = (paths.next(), paths.next()) else { return None };
                if !path.occupied.is_empty() || !path.one_of.is_empty() {
                    return None;
                }
                let must_be_empty = path.empty.into_iter().map(|s| offset(s, to) as i16).collect();
                sorted::at_key(&mut found, (offset(from, to), must_be_empty), Bitboard::default).insert(from);
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

/// Moves a set by an offset. This is exact for squares that stay on the board.
#[inline]
pub(crate) fn shift<const N: usize>(set: Bitboard<N>, by: i32) -> Bitboard<N> {
    if N == 1 {
        // A rotation wraps around only bits that leave the word, and squares that stay on the board do not.
        let mut words = set.0;
        words[0] = words[0].rotate_left(by as u32 & 63);
        Bitboard(words)
    } else {
        set.shifted(by)
    }
}
