//! Single paths between two squares: the squares on them, and when they are open.

use crate::compile::component::Component;
use betza_compile::lower::Path;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Square};

/// For pairs of squares that a path of some set joins, the squares strictly between them on that path.
pub(crate) struct Between<const N: usize> {
    /// By [`Between::index`]; empty if no path joins the pair.
    masks: Vec<Bitboard<N>>,
    /// By [`Between::index`], whether a path joins the pair.
    has_path: Vec<bool>,
    /// By [`Between::index`], whether the path is straight, once that has been found.
    straight: Vec<bool>,
    /// The number of squares of the board.
    area: usize,
}

impl<const N: usize> Between<N> {
    /// Returns a table without paths, for a board of `area` squares.
    pub fn new(area: usize) -> Between<N> {
        Between {
            masks: vec![Bitboard::EMPTY; area * area],
            has_path: vec![false; area * area],
            straight: vec![false; area * area],
            area,
        }
    }

    #[inline]
    fn index(&self, from: Square, to: Square) -> usize {
        to.index() * self.area + from.index()
    }

    /// Returns the squares between `from` and `to`; none if no path joins them.
    #[inline]
    pub fn get(&self, from: Square, to: Square) -> Bitboard<N> {
        self.masks[self.index(from, to)]
    }

    /// Returns whether a path joins the two squares.
    fn has(&self, from: Square, to: Square) -> bool {
        self.has_path[self.index(from, to)]
    }

    /// Returns whether the table has no entries at all, because the game has no such paths.
    pub fn is_empty(&self) -> bool {
        self.masks.is_empty()
    }

    /// Finds the paths that pass over every square straight between their ends, and over no other
    /// ([`Between::is_straight`]).
    pub fn find_straight(&mut self, board: &Board) {
        for from in board.squares() {
            for to in board.squares() {
                let index = self.index(from, to);
                self.straight[index] =
                    self.has_path[index] && self.masks[index] == straight_between(board, from, to).collect();
            }
        }
    }

    /// Returns whether the path between two squares passes over every square straight between them, and over no other.
    /// A crooked rider's path leaves that line, and an alfil rider's skips squares of it.
    #[inline]
    pub fn is_straight(&self, from: Square, to: Square) -> bool {
        self.straight[self.index(from, to)]
    }

    /// Returns the bytes that it takes.
    pub fn memory_usage(&self) -> usize {
        size_of_val(&*self.masks) + size_of_val(&*self.has_path) + size_of_val(&*self.straight)
    }

    /// Adds paths, each as origin, destination and the squares between. Adds none and returns false if one of them
    /// differs from a path that is already there.
    fn try_add(&mut self, paths: &[(Square, Square, Bitboard<N>)]) -> bool {
        let contradicts =
            |&(from, to, mask): &(Square, Square, Bitboard<N>)| self.has(from, to) && self.get(from, to) != mask;
        if paths.iter().any(contradicts) {
            return false;
        }
        for &(from, to, mask) in paths {
            let index = self.index(from, to);
            self.masks[index] = mask;
            self.has_path[index] = true;
        }
        true
    }
}

/// Returns the squares between two others, along the shortest vector that leads from one to the other in whole steps.
pub(crate) fn straight_between(board: &Board, from: Square, to: Square) -> impl Iterator<Item = Square> {
    let step = board.vector(from, to).reduced();
    let squares = std::iter::successors(board.step(from, step), move |square| board.step(*square, step));
    squares.take_while(move |square| *square != to && *square != from)
}

/// When a path is open, by its squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// All squares are empty.
    Clear,
    /// Exactly one square is occupied.
    Hop,
    /// Exactly one square is occupied, a fixed one of the path (for a grasshopper the one next to the end).
    FixedHurdle,
}

impl Form {
    /// Returns whether a path whose occupied squares are `on_path` is open. `hurdle` gives its hurdle square.
    #[inline]
    pub fn is_open<const N: usize>(self, on_path: Bitboard<N>, hurdle: impl FnOnce() -> Bitboard<N>) -> bool {
        match self {
            Form::Clear => on_path.is_empty(),
            Form::Hop => on_path.count() == 1,
            Form::FixedHurdle => !on_path.is_empty() && on_path == hurdle(),
        }
    }
}

/// The paths of a part that has at most one path between two squares, all of one form.
pub(crate) struct Singles<const N: usize> {
    /// The form of all paths.
    pub form: Form,
    between: Between<N>,
    /// The hurdle square of each path; empty unless the form is [`Form::FixedHurdle`].
    hurdles: Between<N>,
}

impl<const N: usize> Singles<N> {
    /// Returns the single paths of a part; `None` if all its paths are leaps, or if they are not single paths of one
    /// form.
    #[inline(never)]
    pub fn new(part: &Component<N>, board: &Board) -> Option<Singles<N>> {
        let (squares, area) = (board.squares().collect::<Vec<Square>>(), board.area());
        let PathShape::Single { form, paths, hurdles } = path_shape(part, &squares) else { return None };
        let mut all = Singles { form, between: Between::new(area), hurdles: Between::new(area) };
        (all.between.try_add(&paths) && (form != Form::FixedHurdle || all.hurdles.try_add(&hurdles))).then_some(all)
    }

    /// Returns the bytes that the paths take.
    pub fn memory_usage(&self) -> usize {
        self.between.memory_usage() + self.hurdles.memory_usage()
    }

    /// Returns the squares between two squares that a path joins.
    #[inline]
    pub fn between(&self, from: Square, to: Square) -> Bitboard<N> {
        self.between.get(from, to)
    }

    /// Returns whether an open path joins two squares.
    #[inline]
    pub fn joins(&self, from: Square, to: Square, occupied: &Bitboard<N>) -> bool {
        self.between.has(from, to) && self.is_open(from, to, occupied)
    }

    /// Returns whether the path that joins two squares is open.
    #[inline]
    pub fn is_open(&self, from: Square, to: Square, occupied: &Bitboard<N>) -> bool {
        self.form.is_open(self.between(from, to) & *occupied, || self.hurdles.get(from, to))
    }
}

/// Adds paths to the first of the tables that they do not contradict, or to a new one. Returns the index of that
/// table.
pub(crate) fn add_paths<const N: usize>(
    tables: &mut Vec<Between<N>>,
    paths: &[(Square, Square, Bitboard<N>)],
    area: usize,
) -> usize {
    if let Some(index) = tables.iter_mut().position(|t| t.try_add(paths)) {
        return index;
    }
    let mut fresh = Between::new(area);
    fresh.try_add(paths);
    tables.push(fresh);
    tables.len() - 1
}

/// What the paths of a part have in common.
pub(crate) enum PathShape<const N: usize> {
    /// All paths are leaps: the squares between do not matter.
    Leap,
    /// At most one path joins two squares, and all paths have one form.
    Single {
        form: Form,
        /// Origin, destination and the squares between.
        paths: Vec<(Square, Square, Bitboard<N>)>,
        /// Origin, destination and the squares that may hold the hurdle.
        hurdles: Vec<(Square, Square, Bitboard<N>)>,
    },
    /// Anything else.
    Other,
}

/// Finds what the paths of a part have in common on a board with these squares.
pub(crate) fn path_shape<const N: usize>(part: &Component<N>, squares: &[Square]) -> PathShape<N> {
    let (mut all, mut hurdles) = (Vec::new(), Vec::new());
    // Forms that fit all paths so far: a hop over the only square between is both kinds of hop.
    let mut forms = vec![Form::Clear, Form::Hop, Form::FixedHurdle];
    let mut leaps = true;
    for &from in squares {
        let paths = part.table.reach.paths_from(from);
        // Two paths to one square are not a single path.
        if paths.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return PathShape::Other;
        }
        for (to, path) in paths {
            let Path { empty, occupied, one_of } = path;
            forms.retain(|form| match form {
                Form::Clear => occupied.is_empty() && one_of.is_empty(),
                Form::Hop => empty.is_empty() && (occupied.is_empty() != one_of.is_empty()) && !occupied.has_several(),
                Form::FixedHurdle => (occupied | one_of).count() == 1 && (occupied & one_of).is_empty(),
            });
            leaps &= path.is_free();
            all.push((from, to, path.squares()));
            hurdles.push((from, to, occupied | one_of));
        }
    }
    match forms.first() {
        _ if leaps => PathShape::Leap,
        Some(&form) => PathShape::Single { form, paths: all, hurdles },
        None => PathShape::Other,
    }
}
