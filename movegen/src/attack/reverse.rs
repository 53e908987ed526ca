//! Threats that need nothing but a piece in its place, or besides that a clear line: masks in one row for each square.
//!
//! Pieces that threaten alike make one class, so that a square is asked with one mask for each class. A line's class is its kind of
//! direction (orthogonal, diagonal, ...): a queen is in two.

use crate::state::cell::Cell;
use crate::state::position::Position;
use crate::units::KindId;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Board, Side, Square};
use std::collections::BTreeMap;

/// The most classes of a side. What more there is, is asked more slowly.
const CLASSES: usize = 64;

/// So many kinds at most share a class. More are in another one with the same masks.
const CLASS_CELLS: usize = 2;

/// The most kinds that leap.
pub(crate) const LEAPERS: usize = CLASSES - 16;

/// From where a kind could come to each square.
pub(crate) struct SimpleThreat<const N: usize> {
    pub kind: KindId,
    pub from: Box<[Bitboard<N>]>,
}

/// All such threats of a side.
pub(crate) struct ReverseAttacks<const N: usize> {
    /// The pieces of each class, [`Cell::EMPTY`] after the last: those of leaps, then those of lines.
    classes: Vec<[Cell; CLASS_CELLS]>,
    leaps: usize,
    /// For each square the masks of all classes.
    masks: Box<[Bitboard<N>]>,
    /// For each square and kind the same, united: of leaps, and of lines.
    by_kind: Box<[(Bitboard<N>, Bitboard<N>)]>,
    kinds: usize,
}

impl<const N: usize> ReverseAttacks<N> {
    /// The reverse of these threats, and the lines for which there was no room.
    pub fn new(
        board: &Board,
        side: Side,
        kinds: usize,
        leaps: Vec<SimpleThreat<N>>,
        lines: Vec<SimpleThreat<N>>,
    ) -> (ReverseAttacks<N>, Vec<SimpleThreat<N>>) {
        let mut classes: Vec<Class<N>> = Vec::new();
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
        let mut by_kind = vec![(Bitboard::EMPTY, Bitboard::EMPTY); board.area() * kinds];
        for (number, (cells, from)) in classes.iter().enumerate() {
            for cell in cells.iter().filter(|cell| cell.is_piece()) {
                for (to, from) in from.iter().enumerate() {
                    let (leapers, sliders) = &mut by_kind[to * kinds + cell.kind().index()];
                    *(if number < leaps { leapers } else { sliders }) |= *from;
                }
            }
        }
        let classes = classes.into_iter().map(|c| c.0).collect();
        (ReverseAttacks { masks, leaps, classes, by_kind: by_kind.into(), kinds }, left)
    }

    /// The bytes that they take.
    pub fn memory_usage(&self) -> usize {
        size_of_val(&*self.masks) + size_of_val(&*self.by_kind)
    }

    /// From where a piece of a kind would attack a square: by a leap, and by a line if it is clear.
    #[inline(always)]
    pub fn reaching(&self, kind: KindId, to: Square) -> (Bitboard<N>, Bitboard<N>) {
        self.by_kind[to.index() * self.kinds + kind.index()]
    }

    /// From where some piece might attack a square.
    pub fn sources(&self, to: Square) -> Bitboard<N> {
        let count = self.classes.len();
        let masks = &self.masks[to.index() * count..][..count];
        masks.iter().fold(Bitboard::EMPTY, |all, &mask| all | mask)
    }

    /// The pieces of a position that attack a square by leaps, and those that do so by lines if these are clear.
    #[inline(always)]
    pub fn attacking(&self, position: &Position<N>, to: Square) -> (Bitboard<N>, Bitboard<N>) {
        let count = self.classes.len();
        let row = &self.masks[to.index() * count..][..count];
        let of = |classes: &[[Cell; CLASS_CELLS]], masks: &[Bitboard<N>]| {
            let mut found = Bitboard::EMPTY;
            for (class, mask) in classes.iter().zip(masks) {
                let [first, second] = class.map(|cell| position.sets[cell.index()]);
                found |= (first | second) & *mask;
            }
            found
        };
        let leaps = self.leaps.min(count);
        (of(&self.classes[..leaps], &row[..leaps]), of(&self.classes[leaps..], &row[leaps..]))
    }
}

/// Pieces, and from where they could come to each square.
type Class<const N: usize> = ([Cell; CLASS_CELLS], Box<[Bitboard<N>]>);

/// Puts a piece into a class with these masks that has room, of those from `first` on.
fn enter<const N: usize>(classes: &mut Vec<Class<N>>, first: usize, cell: Cell, from: Box<[Bitboard<N>]>) {
    let room = |class: &mut Class<N>| class.1 == from && class.0.contains(&Cell::EMPTY);
    let free = classes[first..]
        .iter_mut()
        .find_map(|class| if room(class) { class.0.iter_mut().find(|c| **c == Cell::EMPTY) } else { None });
    match free {
        Some(free) => *free = cell,
        None => {
            let mut cells = [Cell::EMPTY; CLASS_CELLS];
            cells[0] = cell;
            classes.push((cells, from));
        }
    }
}

/// The masks divided by the kinds of direction from which pieces come.
fn by_direction<const N: usize>(board: &Board, from: &[Bitboard<N>]) -> Vec<Box<[Bitboard<N>]>> {
    let mut divided: BTreeMap<(u16, u16), Box<[Bitboard<N>]>> = BTreeMap::new();
    for to in board.squares() {
        for source in from[to.index()] {
            let kind = board.vector(source, to).reduced().size();
            let masks = divided.entry(kind).or_insert_with(|| vec![Bitboard::EMPTY; from.len()].into());
            masks[to.index()].insert(source);
        }
    }
    divided.into_values().collect()
}
