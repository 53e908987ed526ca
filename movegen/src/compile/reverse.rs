//! Reverse lookup of simple attacks, which are leaps and lines (paths that must be clear): for each square, masks of
//! the squares from which it is attacked.
//!
//! Kinds that attack alike share a class, so that the attackers of a square are found with one mask per class. A line
//! belongs to the class of its kind of direction (orthogonal, diagonal, ...): a queen is in two classes.

use crate::position::cell::Cell;
use arrayvec::ArrayVec;
use betza_game::KindId;
use betza_ir::bitboard::{Bitboard, is_large};
use betza_ir::geometry::{Board, Side, Square};
use betza_ir::sorted::{self, ListMap};

/// The most classes of a side. Attacks beyond this number are found more slowly, by [`super::threats`].
const CLASSES: usize = 64;

/// The most kinds in one class. Further kinds go into another class with the same masks.
pub(crate) const CLASS_CELLS: usize = 2;

/// The most kinds with leaps, so that some classes are left for lines.
pub(crate) const LEAPERS: usize = CLASSES - 16;

/// The leaps of a kind, or its lines.
pub(crate) struct SimpleThreat<const N: usize> {
    pub kind: KindId,
    /// The squares from which the kind attacks, by attacked square.
    pub from: Box<[Bitboard<N>]>,
}

/// The leaps and lines of a side, by attacked square.
pub(crate) struct ReverseAttacks<const N: usize> {
    /// The cells (side and kind) of each class, filled up with [`Cell::EMPTY`]. The classes of leaps come before
    /// those of lines.
    pub classes: Vec<[Cell; CLASS_CELLS]>,
    /// How many of the classes are of leaps.
    pub leaps: usize,
    /// The origins of each class: `masks[square * classes.len() + class]`.
    pub masks: Box<[Bitboard<N>]>,
    /// The origins of each kind, by leaps and by lines: `by_kind[square * kinds + kind]`. Empty on large boards, where
    /// every attack is a chain.
    by_kind: Box<[(Bitboard<N>, Bitboard<N>)]>,
    kinds: usize,
}

impl<const N: usize> ReverseAttacks<N> {
    /// Builds the tables of these leaps and lines. The lines for which no class was left are returned.
    #[inline(never)]
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
        let entries = if is_large(N) { 0 } else { board.area() * kinds };
        let mut by_kind = vec![(Bitboard::EMPTY, Bitboard::EMPTY); entries];
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

    /// Returns the bytes that the tables take.
    pub fn memory_usage(&self) -> usize {
        size_of_val(&*self.masks) + size_of_val(&*self.by_kind)
    }

    /// Returns the squares from which a piece of a kind attacks `to`: by a leap, and by a line if it is clear.
    #[inline(always)]
    pub fn reaching(&self, kind: KindId, to: Square) -> (Bitboard<N>, Bitboard<N>) {
        if is_large(N) {
            return (Bitboard::EMPTY, Bitboard::EMPTY);
        }
        self.by_kind[to.index() * self.kinds + kind.index()]
    }

    /// Returns the squares from which some piece of the side might attack `to`.
    pub fn sources(&self, to: Square) -> Bitboard<N> {
        let count = self.classes.len();
        let masks = &self.masks[to.index() * count..][..count];
        masks.iter().fold(Bitboard::EMPTY, |all, &mask| all | mask)
    }
}

/// The pieces of each class in a position.
pub(crate) type Classes<const N: usize> = ArrayVec<Bitboard<N>, CLASSES>;

/// The cells of a class, and its origin masks by attacked square.
type Class<const N: usize> = ([Cell; CLASS_CELLS], Box<[Bitboard<N>]>);

/// Adds a cell to a class with these masks that has room, or else to a new class. Only classes from `first` on are
/// considered.
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

/// Splits origin masks by the kind of direction from which the attackers come.
fn by_direction<const N: usize>(board: &Board, from: &[Bitboard<N>]) -> Vec<Box<[Bitboard<N>]>> {
    let mut divided: ListMap<(u16, u16), Box<[Bitboard<N>]>> = ListMap::new();
    for to in board.squares() {
        for source in from[to.index()] {
            let kind = board.vector(source, to).reduced().size();
            let masks = sorted::at_key(&mut divided, kind, || vec![Bitboard::EMPTY; from.len()].into());
            masks[to.index()].insert(source);
        }
    }
    divided.into_iter().map(|(_, masks)| masks).collect()
}
