//! Connections, compiled for one board width, and whether they hold.

use crate::compile::beside::Beside;
use crate::position::board::Position;
use betza_game::rules::results::Worth;
use betza_game::variant::{Connection, Directions, Shape};
use betza_game::{BySide, KindId, narrow};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Side};

/// [`Connection`], compiled.
pub(crate) struct ConnectionPlan<const N: usize> {
    /// The kinds that count, together.
    kinds: Vec<KindId>,
    /// How they must stand.
    shape: ShapePlan<N>,
    /// What it is worth to their side.
    pub worth: Worth,
}

/// [`Shape`], compiled.
enum ShapePlan<const N: usize> {
    /// At least so many in a row, in one of these directions.
    Row(u8, Vec<Beside<N>>),
    /// At least so many on one of these lines.
    Line(u32, Vec<Bitboard<N>>),
    /// On all squares of one of these sets.
    Block(Vec<Bitboard<N>>),
    /// In a chain of these steps from the first region to the second.
    Chain(BySide<[Bitboard<N>; 2]>, Vec<Beside<N>>),
}

/// One step in each of these directions: towards the last file, or else the last rank.
fn steps(directions: Directions) -> Vec<(i16, i16)> {
    let all = [
        (directions.horizontal, (1, 0)),
        (directions.vertical, (0, 1)),
        (directions.diagonal, (1, 1)),
        (directions.diagonal, (1, -1)),
    ];
    all.into_iter().filter(|step| step.0).map(|step| step.1).collect()
}

/// Returns all files, ranks and diagonals of a board in these directions.
fn lines<const N: usize>(board: &Board, directions: Directions) -> Vec<Bitboard<N>> {
    // A number that is the same for squares on one line. Holes do not split a line.
    let line = |(x, y): (i16, i16)| {
        let (x, y) = (i32::from(x), i32::from(y));
        let number = move |s| board.file(s) * y - board.rank(s) * x;
        let span = 2 * (board.files() + board.ranks()) as i32;
        (-span..=span).map(move |n| board.squares().filter(|&s| number(s) == n).collect())
    };
    steps(directions).into_iter().flat_map(line).filter(|line: &Bitboard<N>| !line.is_empty()).collect()
}

/// Returns all squares of `side` files and ranks on a board, without those that have holes.
fn blocks<const N: usize>(board: &Board, side: i32) -> Vec<Bitboard<N>> {
    let corners = (0..board.files() as i32).flat_map(|f| (0..board.ranks() as i32).map(move |r| (f, r)));
    let block =
        |(f, r)| (0..side).flat_map(|x| (0..side).map(move |y| (x, y))).map(|(x, y)| board.at(f + x, r + y)).collect();
    corners.filter_map(block).collect()
}

impl<const N: usize> ConnectionPlan<N> {
    /// Compiles a connection.
    #[inline(never)]
    pub fn new(board: &Board, rule: &Connection) -> ConnectionPlan<N> {
        let beside = |directions: Directions| steps(directions).into_iter().map(|step| Beside::new(board, step));
        let shape = match &rule.shape {
            Shape::Row(count, directions) => ShapePlan::Row(*count, beside(*directions).collect()),
            Shape::Line(count, directions) => ShapePlan::Line(u32::from(*count), lines(board, *directions)),
            Shape::Block(side) => ShapePlan::Block(blocks(board, i32::from(*side))),
            Shape::Chain { ends, directions, forward } => {
                let back =
                    steps(*directions).into_iter().filter(|_| !forward).map(|(x, y)| Beside::new(board, (-x, -y)));
                let ends = [0, 1].map(|side: usize| [narrow(&ends[0][side]), narrow(&ends[1][side])]);
                ShapePlan::Chain(ends, beside(*directions).chain(back).collect())
            }
        };
        ConnectionPlan { kinds: rule.kinds.clone(), shape, worth: rule.worth }
    }

    /// Returns whether the pieces of a side stand so.
    #[inline(never)]
    pub fn holds(&self, position: &Position<N>, side: Side) -> bool {
        let pieces = position.of_kinds(&self.kinds) & position.side(side);
        match &self.shape {
            ShapePlan::Row(count, directions) => directions.iter().any(|beside| {
                let last = (1..*count).fold(pieces, |rows, _| beside.of(rows) & pieces);
                !last.is_empty()
            }),
            ShapePlan::Line(count, lines) => lines.iter().any(|line| (pieces & *line).count() >= *count),
            ShapePlan::Block(blocks) => blocks.iter().any(|block| block.is_subset(&pieces)),
            ShapePlan::Chain(ends, steps) => {
                let [first, last] = ends[side.index()];
                let mut chain = pieces & first;
                if chain.is_empty() || pieces.is_disjoint(&last) {
                    return false;
                }
                // One piece alone is not a chain.
                let mut reached = Bitboard::EMPTY;
                loop {
                    let next = steps.iter().fold(reached, |all, beside| all | beside.of(chain | all) & pieces);
                    if !next.is_disjoint(&last) {
                        return true;
                    }
                    if next.is_subset(&(chain | reached)) {
                        return false;
                    }
                    reached = next;
                    chain |= next;
                }
            }
        }
    }
}
