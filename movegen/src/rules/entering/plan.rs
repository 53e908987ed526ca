//! The squares on which pieces may enter, found for all squares at once.
//!
//! Sources: the rules of Reversi, Ataxx and Connect Four; in details, and for the others, Fairy-Stockfish
//! (`enclosing...`).

use crate::compile::beside::{Beside, DIRECTIONS};
use betza_game::narrow;
use betza_game::variant::Variant;
use betza_game::variant::{EnteringPlace, EnteringRule};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Square};

/// The rule, compiled.
pub(crate) struct EnteringPlan<const N: usize> {
    rule: EnteringRule,
    /// The rule's opening.
    opening: Bitboard<N>,
    /// A step in each of [`DIRECTIONS`].
    beside: [Beside<N>; 8],
    /// Each file and rank, for [`EnteringPlace::Edges`]; empty for other places.
    lines: Vec<Line<N>>,
}

/// A file or rank along which pieces are pushed.
struct Line<const N: usize> {
    /// Its squares.
    squares: Bitboard<N>,
    /// Its two ends: the square by which a piece comes in, which must be empty.
    entries: [Bitboard<N>; 2],
    /// The direction in which a piece goes that comes in by each of the ends, as an index into [`DIRECTIONS`].
    directions: [usize; 2],
}

impl<const N: usize> EnteringPlan<N> {
    /// Compiles the rule of a game; `None` if it has none.
    #[inline(never)]
    pub fn new(variant: &Variant) -> Option<EnteringPlan<N>> {
        let board = &variant.board;
        let rule = variant.entering?;
        let lines = if rule.place == EnteringPlace::Edges { lines(board) } else { Vec::new() };
        Some(EnteringPlan {
            rule,
            opening: narrow(&rule.opening),
            beside: DIRECTIONS.map(|direction| Beside::new(board, direction)),
            lines,
        })
    }

    /// Returns the squares of `empty` on which the board lets a side's pieces enter.
    #[inline(never)]
    pub fn open(&self, own: Bitboard<N>, enemies: Bitboard<N>, empty: Bitboard<N>) -> Bitboard<N> {
        let opening = self.opening & empty;
        if !opening.is_empty() {
            return opening;
        }
        let next_to = |set: Bitboard<N>, directions: &[Beside<N>]| {
            directions.iter().fold(Bitboard::EMPTY, |all, beside| all | beside.of(set))
        };
        match self.rule.place {
            EnteringPlace::Enclosing => {
                let ends = |beside: &Beside<N>| beside.of(beside.run(own, enemies));
                self.beside.iter().fold(Bitboard::EMPTY, |all, beside| all | ends(beside)) & empty
            }
            EnteringPlace::BesideOwn => next_to(own, &self.beside) & empty,
            EnteringPlace::Apart => empty.without(next_to(enemies, &self.beside[..4])),
            EnteringPlace::Edges => {
                self.lines.iter().fold(Bitboard::EMPTY, |all, line| all | line.open(&self.beside, empty))
            }
            // `beside[2]` is the step up the board.
            EnteringPlace::Top => empty.without(self.beside[2].of(empty)),
        }
    }
}

impl<const N: usize> Line<N> {
    /// Returns the squares on which pieces stop that are pushed along the line.
    fn open(&self, beside: &[Beside<N>; 8], empty: Bitboard<N>) -> Bitboard<N> {
        let free = self.squares & empty;
        let mut found = Bitboard::EMPTY;
        for (entry, direction) in self.entries.iter().zip(self.directions) {
            // A piece goes on from the squares that the opposite step reaches from empty ones. It stops on the other
            // empty squares.
            let goes_on = beside[direction ^ 1].of(free);
            let stops = free.without(goes_on);
            if entry.is_subset(&free)
                && let Some(stop) = stops.first()
            {
                found.insert(stop);
            }
        }
        found
    }
}

/// Returns the files and ranks of a board. One that has a hole at an end cannot be entered there.
fn lines<const N: usize>(board: &Board) -> Vec<Line<N>> {
    let (last_file, last_rank) = (board.files() as i32 - 1, board.ranks() as i32 - 1);
    let line = |directions: [usize; 2], ends: [(i32, i32); 2], is_on: &dyn Fn(Square) -> bool| Line {
        squares: board.squares().filter(|&s| is_on(s)).collect(),
        entries: ends.map(|(file, rank)| board.at(file, rank).map_or(Bitboard::FULL, Bitboard::of)),
        directions,
    };
    let file = |f| line([2, 3], [(f, 0), (f, last_rank)], &|s| board.file(s) == f);
    let rank = |r| line([0, 1], [(0, r), (last_file, r)], &|s| board.rank(s) == r);
    (0..=last_file).map(file).chain((0..=last_rank).map(rank)).collect()
}
