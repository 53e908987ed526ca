//! How a kind's moves are generated: each table as the cheapest step that is exact.
//!
//! What is chosen follows from the tables' properties. A part whose paths are the same few everywhere on the board moves all pieces of
//! the kind at once, by shifting their set (`Shift`); the other parts take each piece alone.

use crate::game::Part;
use crate::lookup::Targets;
use crate::moves::MoveType;
use crate::position::Cell;
use crate::promotion::PromotionPlan;
use crate::rules::{KindId, Variant};
use arrayvec::ArrayVec;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};
use betza_compile::ir::{Modes, Victims};
use betza_compile::lower::Reach;
use std::collections::BTreeMap;

/// The moves of one kind.
pub(crate) struct Mover<const N: usize> {
    pub kind: KindId,
    /// All tables, for a piece alone.
    pub parts: Vec<Part<N>>,
    /// Parts with en passant captures, by index.
    pub en_passant: Vec<usize>,
    pub promotion: Option<PromotionPlan<N>>,
    /// Pieces of these kinds are walls to it.
    pub spurns: Vec<KindId>,
    /// No two parts give the same move, so they need not be united.
    pub disjoint: bool,
}

/// The moves of several kinds in the order in which they are generated: steps of which each does one thing, for all pieces that do it.
/// No move comes from two steps.
pub(crate) struct Program<const N: usize> {
    pub shifts: Vec<Shift<N>>,
    /// Those that look into [`crate::lookup::Lookups::leap`], into [`crate::lookup::Lookups::slot`], and into `reaches`.
    pub leaps: Steps<N>,
    pub slots: Steps<N>,
    pub rays: Steps<N>,
    pub reaches: Vec<Reach<N>>,
    /// Movers, by index, some of whose parts lead to the same squares or ask more of their victims: united for each piece.
    pub united: Vec<usize>,
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
    pub cells: ArrayVec<Cell, 7>,
    /// Where its table starts.
    pub table: u32,
    pub fits: Fits,
    pub move_type: MoveType,
    pub unmoved: bool,
    /// The mover, by index, if it may promote.
    pub promotion: Option<u16>,
    /// Squares from which it counts.
    pub origins: Bitboard<N>,
}

/// One vector for all pieces of a kind.
pub(crate) struct Shift<const N: usize> {
    pub cell: Cell,
    /// The mover, by index, if it may promote.
    pub promotion: Option<u16>,
    /// Added to the index of the square.
    pub by: i32,
    /// The pieces for which the step stays on the board.
    pub sources: Bitboard<N>,
    /// Of each square that must be empty on the way: the destination's index less the square's.
    pub way: ArrayVec<i16, 5>,
    pub fits: Fits,
    pub unmoved: bool,
    pub move_type: MoveType,
}

/// A class of squares on which a part may land: an index into a node's table of such sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fits(u8);

impl Fits {
    /// How many classes there are: every union of empty squares, enemies and friends.
    pub const CLASSES: usize = 8;

    /// The class of plain modes; `None` if victims are restricted.
    pub fn new(modes: Modes, victims: Victims) -> Option<Fits> {
        victims.is_empty().then_some(Fits((modes & (Modes::MOVE | Modes::CAPTURE | Modes::DESTROY)).bits()))
    }

    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0) % Fits::CLASSES
    }

    /// The sets of all classes.
    #[inline(always)]
    pub fn table<const N: usize>(
        empty: Bitboard<N>,
        enemies: Bitboard<N>,
        friends: Bitboard<N>,
    ) -> [Bitboard<N>; Fits::CLASSES] {
        let mut table = [Bitboard::EMPTY; Fits::CLASSES];
        for (class, set) in table.iter_mut().enumerate() {
            let modes = Modes::from_bits_truncate(class as u8);
            for (mode, part) in [(Modes::MOVE, empty), (Modes::CAPTURE, enemies), (Modes::DESTROY, friends)] {
                if modes.contains(mode) {
                    *set |= part;
                }
            }
        }
        table
    }
}

/// More vectors than this are looked up for each piece alone.
const SHIFT_LIMIT: usize = 3;

impl<const N: usize> Mover<N> {
    /// A kind's moves with all that they need.
    pub fn new(variant: &Variant, kind: KindId, parts: Vec<Part<N>>, promotion: Option<PromotionPlan<N>>) -> Mover<N> {
        let with_en_passant = |(_, p): &(usize, &Part<N>)| p.table.modes.contains(Modes::EN_PASSANT);
        let en_passant = parts.iter().enumerate().filter(with_en_passant).map(|(i, _)| i).collect();
        let spurns = variant.kinds[kind.index()].spurns.clone();
        let disjoint = spurns.is_empty() && are_disjoint(&parts, variant);
        Mover { kind, en_passant, promotion, spurns, disjoint, parts }
    }
}

impl<const N: usize> Program<N> {
    /// Plans the moves of a side's kinds. `starts` has the squares where pieces of each kind start.
    pub fn new(
        variant: &Variant,
        side: Side,
        movers: &[Mover<N>],
        starts: impl Fn(KindId) -> Bitboard<N>,
    ) -> Program<N> {
        let mut program = Program {
            shifts: Vec::new(),
            leaps: Steps::default(),
            slots: Steps::default(),
            rays: Steps::default(),
            reaches: Vec::new(),
            united: Vec::new(),
        };
        for (number, mover) in movers.iter().enumerate() {
            let moving = |p: &&Part<N>| p.table.modes.intersects(Modes::MOVE | Modes::CAPTURE | Modes::DESTROY);
            let parts: Vec<&Part<N>> = mover.parts.iter().filter(moving).collect();
            if !mover.disjoint || parts.iter().any(|p| p.fits.is_none()) {
                program.united.push(number);
                continue;
            }
            let cell = Cell::new(side, mover.kind);
            let promotion = mover.promotion.as_ref().map(|_| number as u16);
            let count = starts(mover.kind).count() as usize;
            for (part, fits) in parts.into_iter().filter_map(|p| Some((p, p.fits?))) {
                match shifts(part, fits, cell, promotion, variant) {
                    Some(shifts) if shifts.len() <= count => program.shifts.extend(shifts),
                    _ => program.add(part, fits, cell, promotion),
                }
            }
        }
        program
    }

    /// Adds the lookups of a part.
    fn add(&mut self, part: &Part<N>, fits: Fits, cell: Cell, promotion: Option<u16>) {
        let (steps, tables) = match &part.targets {
            Targets::Leap(start) => (&mut self.leaps, vec![*start]),
            Targets::Slots(slots) => (&mut self.slots, slots.to_vec()),
            Targets::Reach(reach) => {
                self.reaches.push((**reach).clone());
                (&mut self.rays, vec![self.reaches.len() as u32 - 1])
            }
        };
        let steps = if promotion.is_some() { &mut steps.promoting } else { &mut steps.plain };
        let (origins, unmoved) = part.from.narrowed();
        for table in tables {
            let move_type = part.move_type();
            let mut step = Step { cells: ArrayVec::new(), table, fits, move_type, unmoved, promotion, origins };
            // Kinds that do the same do it together.
            let known = steps.iter_mut().find(|s| {
                step.cells.clone_from(&s.cells);
                **s == step && !s.cells.is_full()
            });
            match known {
                Some(known) => known.cells.push(cell),
                None => {
                    step.cells = ArrayVec::from_iter([cell]);
                    steps.push(step);
                }
            }
        }
    }
}

/// The part as a few vectors that hold wherever they stay on the board; `None` if it is no such thing.
fn shifts<const N: usize>(
    part: &Part<N>,
    fits: Fits,
    cell: Cell,
    promotion: Option<u16>,
    variant: &Variant,
) -> Option<Vec<Shift<N>>> {
    let mut found: BTreeMap<(i32, Vec<i16>), Bitboard<N>> = BTreeMap::new();
    let offset = |from: Square, to: Square| to.index() as i32 - from.index() as i32;
    for from in variant.board.squares() {
        for to in *part.table.reach.may_reach(from) {
            let mut paths = part.table.reach.paths(from, to);
            let (Some(path), None) = (paths.next(), paths.next()) else { return None };
            if !path.occupied.is_empty() || !path.one_of.is_empty() {
                return None;
            }
            let way = path.empty.into_iter().map(|s| offset(s, to) as i16).collect();
            found.entry((offset(from, to), way)).or_default().insert(from);
            if found.len() > SHIFT_LIMIT {
                return None;
            }
        }
    }
    let (origins, unmoved) = part.from.narrowed();
    let shift = |((by, way), sources): ((i32, Vec<i16>), Bitboard<N>)| {
        Some(Shift {
            cell,
            promotion,
            by,
            sources: sources & origins,
            way: way.as_slice().try_into().ok()?,
            fits,
            unmoved,
            move_type: part.move_type(),
        })
    };
    found.into_iter().map(shift).collect()
}

/// Whether no two parts can lead from one square to another with the same effect.
fn are_disjoint<const N: usize>(parts: &[Part<N>], variant: &Variant) -> bool {
    parts.iter().enumerate().all(|(i, a)| {
        parts[..i].iter().all(|b| {
            let (a, b) = (&a.table, &b.table);
            !a.modes.intersects(b.modes)
                || variant.board.squares().all(|s| a.reach.may_reach(s).is_disjoint(b.reach.may_reach(s)))
        })
    })
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
