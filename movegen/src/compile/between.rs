//! Single paths between two squares: what lies on them, and what it must be for them to be open.

use crate::compile::component::Component;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Board, Square};
use betza_compile::lower::Path;

/// The squares strictly between two squares on a path, for all pairs of some set of paths.
pub(crate) struct Between<const N: usize> {
    masks: Vec<Bitboard<N>>,
    has_path: Vec<bool>,
    area: usize,
}

impl<const N: usize> Between<N> {
    pub fn new(area: usize) -> Between<N> {
        Between { masks: vec![Bitboard::EMPTY; area * area], has_path: vec![false; area * area], area }
    }

    #[inline]
    fn index(&self, from: Square, to: Square) -> usize {
        to.index() * self.area + from.index()
    }

    #[inline]
    pub fn get(&self, from: Square, to: Square) -> Bitboard<N> {
        self.masks[self.index(from, to)]
    }

    /// Whether a path joins them.
    fn has(&self, from: Square, to: Square) -> bool {
        self.has_path[self.index(from, to)]
    }

    /// Whether it is of no pair: the game has no such paths.
    pub fn is_empty(&self) -> bool {
        self.masks.is_empty()
    }

    pub fn memory_usage(&self) -> usize {
        size_of_val(&*self.masks) + size_of_val(&*self.has_path)
    }

    /// Adds paths if they do not contradict those that are there.
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

/// What a single path needs of the squares between its ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// All are empty.
    Clear,
    /// Exactly one is occupied.
    Hop,
    /// Exactly one is occupied, and that one is next to the end.
    FixedHurdle,
}

impl Form {
    /// Whether such a path between squares is open. `onto` is the square next to the end.
    #[inline]
    pub fn is_open<const N: usize>(self, on_path: Bitboard<N>, hurdle: impl FnOnce() -> Bitboard<N>) -> bool {
        match self {
            Form::Clear => on_path.is_empty(),
            Form::Hop => on_path.count() == 1,
            Form::FixedHurdle => !on_path.is_empty() && on_path == hurdle(),
        }
    }
}

/// A part between any two squares of which leads at most one path, all of one form.
pub(crate) struct Singles<const N: usize> {
    pub form: Form,
    between: Between<N>,
    /// The squares next to the ends, where the form asks for them.
    hurdles: Between<N>,
}

impl<const N: usize> Singles<N> {
    /// Those of a part; `None` if it is no such thing.
    pub fn new(part: &Component<N>, board: &Board) -> Option<Singles<N>> {
        let (squares, area) = (board.squares().collect::<Vec<Square>>(), board.area());
        let PathShape::Single { form, paths, hurdles } = path_shape(part, &squares) else { return None };
        let mut all = Singles { form, between: Between::new(area), hurdles: Between::new(area) };
        (all.between.try_add(&paths) && (form != Form::FixedHurdle || all.hurdles.try_add(&hurdles))).then_some(all)
    }

    /// The bytes that they take.
    pub fn memory_usage(&self) -> usize {
        self.between.memory_usage() + self.hurdles.memory_usage()
    }

    /// What lies between two squares that a path joins.
    #[inline]
    pub fn between(&self, from: Square, to: Square) -> Bitboard<N> {
        self.between.get(from, to)
    }

    /// Whether an open path joins two squares.
    #[inline]
    pub fn joins(&self, from: Square, to: Square, occupied: &Bitboard<N>) -> bool {
        self.between.has(from, to) && self.is_open(from, to, occupied)
    }

    /// Whether the path between two squares that one joins is open.
    #[inline]
    pub fn is_open(&self, from: Square, to: Square, occupied: &Bitboard<N>) -> bool {
        self.form.is_open(self.between(from, to) & *occupied, || self.hurdles.get(from, to))
    }
}

/// The place of a table that holds these paths; a new one where they contradict all others.
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

/// How a part's paths look as a whole.
pub(crate) enum PathShape<const N: usize> {
    /// No path has anything on it.
    Leap,
    /// At most one path between two squares, and all need the same number of pieces.
    Single {
        form: Form,
        paths: Vec<(Square, Square, Bitboard<N>)>,
        hurdles: Vec<(Square, Square, Bitboard<N>)>,
    },
    Other,
}

pub(crate) fn path_shape<const N: usize>(part: &Component<N>, squares: &[Square]) -> PathShape<N> {
    let (mut all, mut hurdles) = (Vec::new(), Vec::new());
    // Forms that fit all paths so far: a hop over the only square between is both kinds of hop.
    let mut forms = vec![Form::Clear, Form::Hop, Form::FixedHurdle];
    let mut leaps = true;
    for &from in squares {
        for to in *part.table.reach.may_reach(from) {
            let mut paths = part.table.reach.paths(from, to);
            let (Some(path), None) = (paths.next(), paths.next()) else { return PathShape::Other };
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
