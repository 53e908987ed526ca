//! Threats that need nothing but a piece in its place, or besides that a clear line: masks in one row for each square.
//!
//! Pieces that threaten alike make one class, so that for a position their sets are united once and a square is asked with one mask for
//! each class. A line's class is its kind of direction (orthogonal, diagonal, ...): a queen is in two.

use crate::position::{Cell, Position};
use crate::rules::KindId;
use arrayvec::ArrayVec;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Board, Side, Square, Vector};
use std::collections::BTreeMap;

/// The most classes of a side. What more there is, is asked more slowly.
const CLASSES: usize = 64;

/// The most kinds that leap.
pub(crate) const LEAPERS: usize = CLASSES - 16;

/// From where a kind could come to each square.
pub(crate) struct Simple<const N: usize> {
    pub kind: KindId,
    pub from: Box<[Bitboard<N>]>,
}

/// All such threats of a side.
pub(crate) struct Rows<const N: usize> {
    /// The pieces of each class: those of leaps, then those of lines.
    classes: Vec<Vec<Cell>>,
    leaps: usize,
    /// For each square the masks of all classes.
    masks: Box<[Bitboard<N>]>,
}

/// The pieces of a side in one position, by class.
pub(crate) struct Attackers<const N: usize>(ArrayVec<Bitboard<N>, CLASSES>);

impl<const N: usize> Attackers<N> {
    /// None.
    pub const fn none() -> Attackers<N> {
        Attackers(ArrayVec::new_const())
    }
}

impl<const N: usize> Rows<N> {
    /// The rows of these threats, and the lines for which there was no room.
    pub fn new(board: &Board, side: Side, leaps: Vec<Simple<N>>, lines: Vec<Simple<N>>) -> (Rows<N>, Vec<Simple<N>>) {
        let mut classes: Vec<(Vec<Cell>, Box<[Bitboard<N>]>)> = Vec::new();
        for leap in leaps {
            enter(&mut classes, 0, Cell::new(side, leap.kind), leap.from);
        }
        let leaps = classes.len();
        let mut left = Vec::new();
        for line in lines {
            let divided = by_direction(board, &line.from);
            if classes.len() + divided.len() > CLASSES {
                left.push(line);
                continue;
            }
            for from in divided {
                enter(&mut classes, leaps, Cell::new(side, line.kind), from);
            }
        }
        let row = |s: usize| classes.iter().map(move |c| c.1[s]);
        let masks = (0..board.area()).flat_map(row).collect();
        (Rows { masks, leaps, classes: classes.into_iter().map(|c| c.0).collect() }, left)
    }

    /// The bytes that they take.
    pub fn memory_usage(&self) -> usize {
        size_of_val(&*self.masks)
    }

    /// The pieces of a position by class.
    pub fn attackers(&self, position: &Position<N>) -> Attackers<N> {
        let mut attackers = Attackers::none();
        self.find(position, &mut attackers);
        attackers
    }

    /// The same, put where there are none yet.
    #[inline(always)]
    pub fn find(&self, position: &Position<N>, attackers: &mut Attackers<N>) {
        for class in &self.classes {
            let of = |all: Bitboard<N>, cell: &Cell| all | position.sets[cell.index()];
            attackers.0.push(class.iter().fold(Bitboard::EMPTY, of));
        }
    }

    /// The pieces that attack a square by leaps, and those that do so by lines if these are clear.
    #[inline(always)]
    pub fn attacking(&self, attackers: &Attackers<N>, to: Square) -> (Bitboard<N>, Bitboard<N>) {
        let count = self.classes.len();
        let row = &self.masks[to.index() * count..][..count];
        let (near, far) = row.split_at(self.leaps.min(count));
        let mut sets = attackers.0.iter();
        let mut of = |masks: &[Bitboard<N>]| {
            let mut found = Bitboard::EMPTY;
            for (mask, set) in masks.iter().zip(&mut sets) {
                found |= *mask & *set;
            }
            found
        };
        (of(near), of(far))
    }
}

/// Puts a piece into the class with these masks, of those from `first` on.
fn enter<const N: usize>(
    classes: &mut Vec<(Vec<Cell>, Box<[Bitboard<N>]>)>,
    first: usize,
    cell: Cell,
    from: Box<[Bitboard<N>]>,
) {
    match classes[first..].iter_mut().find(|c| c.1 == from) {
        Some(class) => class.0.push(cell),
        None => classes.push((vec![cell], from)),
    }
}

/// The masks divided by the kinds of direction from which pieces come.
fn by_direction<const N: usize>(board: &Board, from: &[Bitboard<N>]) -> Vec<Box<[Bitboard<N>]>> {
    let mut divided: BTreeMap<(u16, u16), Box<[Bitboard<N>]>> = BTreeMap::new();
    for to in board.squares() {
        for source in from[to.index()] {
            let way =
                Vector::new((board.file(to) - board.file(source)) as i16, (board.rank(to) - board.rank(source)) as i16);
            let kind = way.reduced().size();
            let masks = divided.entry(kind).or_insert_with(|| vec![Bitboard::EMPTY; from.len()].into());
            masks[to.index()].insert(source);
        }
    }
    divided.into_values().collect()
}
