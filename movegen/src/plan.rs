//! How a kind's moves are generated: each table as the cheapest step that is exact.
//!
//! What is chosen follows from the tables' properties. A part whose paths are the same few everywhere on the board moves all pieces of
//! the kind at once, by shifting their set (`Shift`); the other parts take each piece alone.

use crate::game::{Origins, Part};
use crate::moves::MoveType;
use crate::promotion::PromotionPlan;
use crate::rules::{KindId, Variant};
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;
use betza_compile::ir::{Modes, Victims};
use std::collections::BTreeMap;

/// The moves of one kind.
pub(crate) struct Mover<const N: usize> {
    pub kind: KindId,
    /// All tables, for a piece alone.
    pub parts: Vec<Part<N>>,
    /// Parts that take each piece alone, by index. Parts that only capture en passant are in neither list.
    pub singly: Vec<usize>,
    /// Parts that move all pieces at once.
    pub shifts: Vec<Shift<N>>,
    /// Parts with en passant captures, by index.
    pub en_passant: Vec<usize>,
    pub promotion: Option<PromotionPlan<N>>,
    /// Pieces of these kinds are walls to it.
    pub spurns: Vec<KindId>,
    /// No two parts give the same move, so they need not be united.
    pub disjoint: bool,
}

/// One vector for all pieces of a kind.
pub(crate) struct Shift<const N: usize> {
    /// Added to the index of the square.
    pub by: i32,
    /// The pieces for which the step stays on the board.
    pub sources: Bitboard<N>,
    /// Of each square that must be empty on the way: the destination's index less the square's.
    pub way: Vec<i32>,
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
    #[inline]
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
    /// Plans the moves of a kind of which `count` pieces stand on the board at the start.
    pub fn new(
        variant: &Variant,
        kind: KindId,
        parts: Vec<Part<N>>,
        promotion: Option<PromotionPlan<N>>,
        count: u32,
    ) -> Mover<N> {
        let spurns = variant.kinds[kind.index()].spurns.clone();
        let mut mover = Mover {
            kind,
            singly: Vec::new(),
            shifts: Vec::new(),
            en_passant: Vec::new(),
            promotion,
            disjoint: spurns.is_empty() && are_disjoint(&parts, variant),
            spurns,
            parts,
        };
        for (i, part) in mover.parts.iter().enumerate() {
            let modes = part.table.modes;
            if modes.contains(Modes::EN_PASSANT) {
                mover.en_passant.push(i);
            }
            if !modes.intersects(Modes::MOVE | Modes::CAPTURE | Modes::DESTROY) {
                continue;
            }
            match shifts(part, variant) {
                Some(shifts) if mover.disjoint && shifts.len() <= count as usize => mover.shifts.extend(shifts),
                _ => mover.singly.push(i),
            }
        }
        mover
    }
}

/// The part as a few vectors that hold wherever they stay on the board; `None` if it is no such thing.
fn shifts<const N: usize>(part: &Part<N>, variant: &Variant) -> Option<Vec<Shift<N>>> {
    let fits = Fits::new(part.table.modes, part.table.victims)?;
    let mut found: BTreeMap<(i32, Vec<i32>), Bitboard<N>> = BTreeMap::new();
    let offset = |from: Square, to: Square| to.index() as i32 - from.index() as i32;
    for from in variant.board.squares() {
        for to in *part.table.reach.may_reach(from) {
            let mut paths = part.table.reach.paths(from, to);
            let (Some(path), None) = (paths.next(), paths.next()) else { return None };
            if !path.occupied.is_empty() || !path.one_of.is_empty() {
                return None;
            }
            let way = path.empty.into_iter().map(|s| offset(s, to)).collect();
            found.entry((offset(from, to), way)).or_default().insert(from);
            if found.len() > SHIFT_LIMIT {
                return None;
            }
        }
    }
    let (origins, unmoved) = match &part.from {
        Origins::Any => (Bitboard::FULL, false),
        Origins::Unmoved => (Bitboard::FULL, true),
        Origins::On(mask) => (*mask, false),
    };
    let shift = |((by, way), sources): ((i32, Vec<i32>), Bitboard<N>)| Shift {
        by,
        sources: sources & origins,
        way,
        fits,
        unmoved,
        move_type: part.move_type(),
    };
    Some(found.into_iter().map(shift).collect())
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
