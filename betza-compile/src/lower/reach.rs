//! Where fixed paths lead: the kinds of lookup, forwards and backwards.
//!
//! Occupancy alone decides whether a fixed [`Path`] is open. The paths of a piece with the same modes are kept in the
//! cheapest [`Lookup`] that is exact for them.

use super::rays::{Order, Ray};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;
use betza_ir::sorted;
use std::sync::Arc;

/// What a path needs of the squares on its way. The origin counts as empty and is never included. The end is included
/// only if the path has passed it before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Path<const N: usize> {
    /// All of these are empty.
    pub empty: Bitboard<N>,
    /// All of these are occupied.
    pub occupied: Bitboard<N>,
    /// Exactly one of these is occupied, if there are any.
    pub one_of: Bitboard<N>,
}

impl<const N: usize> Path<N> {
    /// Returns whether the path is open with this occupancy.
    #[inline]
    #[must_use]
    pub fn is_open(&self, occupied: &Bitboard<N>) -> bool {
        self.empty.is_disjoint(occupied)
            && self.occupied.is_subset(occupied)
            && (self.one_of.is_empty() || (self.one_of & *occupied).count() == 1)
    }

    /// Returns the squares whose occupancy matters to it.
    #[inline]
    #[must_use]
    pub fn squares(&self) -> Bitboard<N> {
        self.empty | self.occupied | self.one_of
    }

    /// Returns whether it is always open.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.squares().is_empty()
    }
}

/// Tables of rays, one table for each vector (or turn of the path), by order. A table has one ray for each square of
/// the board and is shared by all pieces that ride it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Rays<const N: usize> {
    /// Rays whose squares come in ascending order of index.
    pub ascending: Vec<Arc<[Ray<N>]>>,
    /// Rays whose squares come in descending order of index.
    pub descending: Vec<Arc<[Ray<N>]>>,
}

impl<const N: usize> Rays<N> {
    #[inline(always)]
    fn union(&self, from: Square, by: impl Fn(&Ray<N>, Order) -> Bitboard<N>) -> Bitboard<N> {
        let mut all = Bitboard::EMPTY;
        for table in &self.ascending {
            all |= by(&table[from.index()], Order::Ascending);
        }
        for table in &self.descending {
            all |= by(&table[from.index()], Order::Descending);
        }
        all
    }

    fn nth(&self, n: usize) -> Option<(&[Ray<N>], Order)> {
        let ascending = self.ascending.get(n).map(|t| (&**t, Order::Ascending));
        ascending.or_else(|| Some((&**self.descending.get(n - self.ascending.len())?, Order::Descending)))
    }

    /// Returns the rays of one square, with their order.
    pub fn of(&self, from: Square) -> impl Iterator<Item = (&Ray<N>, Order)> {
        (0..).map_while(move |n| self.nth(n)).map(move |(table, order)| (&table[from.index()], order))
    }
}

/// One square of a [`Ride`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RideNode {
    /// The square.
    pub square: Square,
    /// The ride may end here.
    pub is_end: bool,
    /// How many nodes to go on by if the square is occupied (1: its occupancy does not matter).
    pub skip: u16,
    /// How many nodes back the square before this one is; 0: none, the ride starts here.
    pub back: u16,
}

/// Rides in any order of squares: bent, crooked, circular, round the edges. For each origin the tree of squares met, in
/// preorder; an occupied square cuts off what grows from it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Ride {
    /// All nodes, by origin.
    pub nodes: Vec<RideNode>,
    /// Where the nodes of each origin start; one more at the end.
    pub starts: Vec<u32>,
}

impl Ride {
    /// Returns the bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.nodes) + size_of_val(&*self.starts)
    }

    #[inline]
    fn of(&self, from: Square) -> &[RideNode] {
        &self.nodes[self.starts[from.index()] as usize..self.starts[from.index() + 1] as usize]
    }
}

/// Paths one by one: for each origin what paths need, and the squares where paths with these needs end.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Ways<const N: usize> {
    /// All paths, by origin.
    pub ways: Vec<(Path<N>, Bitboard<N>)>,
    /// Where those of each origin start; one more at the end.
    pub starts: Vec<u32>,
}

impl<const N: usize> Ways<N> {
    /// Returns the bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.ways) + size_of_val(&*self.starts)
    }

    #[inline]
    fn of(&self, from: Square) -> &[(Path<N>, Bitboard<N>)] {
        &self.ways[self.starts[from.index()] as usize..self.starts[from.index() + 1] as usize]
    }
}

/// From a square and an occupancy to the squares where a set of fixed paths ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lookup<const N: usize> {
    /// Leapers: one mask for each square, whatever stands between.
    Leap(Arc<[Bitboard<N>]>),
    /// The first blocker wins: straight rides of any vector and range, lame leaps, and what else comes in order of
    /// index.
    Slide(Rays<N>),
    /// Over exactly one piece anywhere on the way: cannons.
    Hop(Rays<N>),
    /// Over the first piece, onto the square right behind it: grasshoppers.
    HopOnto(Rays<N>),
    /// The first blocker wins, squares in any order.
    Ride(Arc<Ride>),
    /// Single leaps with few squares that must be empty (`n`) or hold exactly one piece (`j`), and every other finite
    /// set of paths.
    Ways(Arc<Ways<N>>),
}

impl<const N: usize> Lookup<N> {
    /// Returns the squares where a path from here ends, whatever stands on them. The square `from` counts as empty.
    #[inline]
    #[must_use]
    pub fn targets(&self, from: Square, occupied: &Bitboard<N>) -> Bitboard<N> {
        match self {
            Lookup::Leap(masks) => masks[from.index()],
            Lookup::Slide(rays) => rays.union(from, |ray, order| ray.slide(order, occupied)),
            Lookup::Hop(rays) => rays.union(from, |ray, order| ray.hop(order, occupied)),
            Lookup::HopOnto(rays) => rays.union(from, |ray, order| ray.hop_onto(order, occupied)),
            Lookup::Ride(ride) => {
                let nodes = ride.of(from);
                let mut all = Bitboard::EMPTY;
                let mut i = 0;
                while let Some(node) = nodes.get(i) {
                    if node.is_end {
                        all.insert(node.square);
                    }
                    i += if occupied.contains(node.square) { usize::from(node.skip) } else { 1 };
                }
                all
            }
            Lookup::Ways(ways) => {
                let mut all = Bitboard::EMPTY;
                for (path, ends) in ways.of(from) {
                    if path.is_open(occupied) {
                        all |= *ends;
                    }
                }
                all
            }
        }
    }

    /// Returns the path along a ray to one of its ends.
    fn along(&self, ray: &Ray<N>, order: Order, to: Square) -> Path<N> {
        let before = ray.blockers & order.before(to);
        match self {
            Lookup::Hop(_) => Path { one_of: before, ..Path::default() },
            Lookup::HopOnto(_) => {
                let occupied = order.last(&before).map_or(Bitboard::EMPTY, Bitboard::of);
                Path { empty: before.without(occupied), occupied, one_of: Bitboard::EMPTY }
            }
            _ => Path { empty: before, ..Path::default() },
        }
    }

    /// Returns the path with number `n` or a later one that leads from one square to the other, and the number after
    /// it.
    fn path_from(&self, from: Square, to: Square, n: usize) -> Option<(Path<N>, usize)> {
        match self {
            Lookup::Leap(masks) => (n == 0 && masks[from.index()].contains(to)).then(|| (Path::default(), 1)),
            Lookup::Slide(rays) | Lookup::Hop(rays) | Lookup::HopOnto(rays) => {
                let found = (n..).map_while(|i| rays.nth(i).map(|(table, order)| (i, &table[from.index()], order)));
                let (i, ray, order) = { found }.find(|(_, ray, _)| ray.ends.contains(to))?;
                Some((self.along(ray, order, to), i + 1))
            }
            Lookup::Ride(ride) => {
                let nodes = ride.of(from);
                let found = (n..nodes.len()).find(|&i| nodes[i].is_end && nodes[i].square == to)?;
                Some((ridden(nodes, found), found + 1))
            }
            Lookup::Ways(ways) => {
                let ways = ways.of(from);
                let found = (n..ways.len()).find(|&i| ways[i].1.contains(to))?;
                Some((ways[found].0, found + 1))
            }
        }
    }

    /// Returns the paths from one square to another.
    pub(super) fn paths(&self, from: Square, to: Square) -> impl Iterator<Item = Path<N>> + '_ {
        let mut n = 0;
        std::iter::from_fn(move || {
            let (path, next) = self.path_from(from, to, n)?;
            n = next;
            Some(path)
        })
    }

    /// Returns the paths from a square, by destination.
    pub(super) fn paths_from(&self, from: Square) -> Vec<(Square, Path<N>)> {
        let mut all = Vec::new();
        match self {
            Lookup::Leap(masks) => all.extend(masks[from.index()].into_iter().map(|to| (to, Path::default()))),
            Lookup::Slide(rays) | Lookup::Hop(rays) | Lookup::HopOnto(rays) => {
                let rays: Vec<_> = rays.of(from).collect();
                for to in rays.iter().fold(Bitboard::EMPTY, |all, (ray, _)| all | ray.ends) {
                    let leading = rays.iter().filter(|(ray, _)| ray.ends.contains(to));
                    all.extend(leading.map(|(ray, order)| (to, self.along(ray, *order, to))));
                }
                return all;
            }
            Lookup::Ride(ride) => {
                let nodes = ride.of(from);
                let ends = nodes.iter().enumerate().filter(|(_, node)| node.is_end);
                all.extend(ends.map(|(i, node)| (node.square, ridden(nodes, i))));
            }
            Lookup::Ways(ways) => {
                for (path, ends) in ways.of(from) {
                    all.extend(ends.into_iter().map(|to| (to, *path)));
                }
            }
        }
        sorted::sort_by_key(&mut all, |(to, _)| *to);
        all
    }

    fn is_shared_with(&self, other: &Lookup<N>) -> bool {
        fn same<T: ?Sized>(a: &[Arc<T>], b: &[Arc<T>]) -> bool {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| Arc::ptr_eq(a, b))
        }
        let rays = |a: &Rays<N>, b: &Rays<N>| same(&a.ascending, &b.ascending) && same(&a.descending, &b.descending);
        match (self, other) {
            (Lookup::Leap(a), Lookup::Leap(b)) => Arc::ptr_eq(a, b),
            (Lookup::Slide(a), Lookup::Slide(b))
            | (Lookup::Hop(a), Lookup::Hop(b))
            | (Lookup::HopOnto(a), Lookup::HopOnto(b)) => rays(a, b),
            (Lookup::Ride(a), Lookup::Ride(b)) => Arc::ptr_eq(a, b),
            (Lookup::Ways(a), Lookup::Ways(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// Its entries (a mask, a ray, a square of a ride, a path) and the bytes they take.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        let rays = |rays: &Rays<N>| {
            let tables = rays.ascending.iter().chain(&rays.descending);
            tables.fold((0, 0), |(entries, bytes), t| (entries + t.len(), bytes + size_of_val(&**t)))
        };
        match self {
            Lookup::Leap(masks) => (masks.len(), size_of_val(&**masks)),
            Lookup::Slide(r) | Lookup::Hop(r) | Lookup::HopOnto(r) => rays(r),
            Lookup::Ride(ride) => (ride.nodes.len(), ride.bytes()),
            Lookup::Ways(ways) => (ways.ways.len(), ways.bytes()),
        }
    }

    /// Returns the name of the kind.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Lookup::Leap(_) => "leap",
            Lookup::Slide(_) => "slide",
            Lookup::Hop(_) => "hop",
            Lookup::HopOnto(_) => "hop onto",
            Lookup::Ride(_) => "ride",
            Lookup::Ways(_) => "ways",
        }
    }
}

/// Returns the path of a ride to the node with this number.
fn ridden<const N: usize>(nodes: &[RideNode], node: usize) -> Path<N> {
    let mut empty = Bitboard::EMPTY;
    let mut at = node;
    while nodes[at].back != 0 {
        at -= usize::from(nodes[at].back);
        empty.insert(nodes[at].square);
    }
    Path { empty, ..Path::default() }
}

/// Where the paths of one part of a piece lead: forwards, backwards, and over all occupancies.
#[derive(Clone, Debug)]
pub struct Reach<const N: usize> {
    pub(super) ahead: Lookup<N>,
    pub(super) back: Vec<Lookup<N>>,
    pub(super) may_reach: Arc<[Bitboard<N>]>,
    pub(super) may_come_from: Arc<[Bitboard<N>]>,
    pub(super) depends_on: Arc<[Bitboard<N>]>,
}

impl<const N: usize> Reach<N> {
    /// Returns the squares where a path from here ends, whatever stands on them; the caller masks them by modes. The
    /// square `from` counts as empty.
    #[inline]
    #[must_use]
    pub fn targets(&self, from: Square, occupied: &Bitboard<N>) -> Bitboard<N> {
        self.ahead.targets(from, occupied)
    }

    /// Returns the squares from which a path ends here: `from` is in it if and only if `to` is in the targets of
    /// `from`. Whatever stands on such a square counts as the mover.
    #[inline]
    #[must_use]
    pub fn sources(&self, to: Square, occupied: &Bitboard<N>) -> Bitboard<N> {
        self.back.iter().fold(Bitboard::EMPTY, |all, lookup| all | lookup.targets(to, occupied))
    }

    /// Returns the squares that some occupancy lets it reach from here.
    #[inline]
    #[must_use]
    pub fn may_reach(&self, from: Square) -> &Bitboard<N> {
        &self.may_reach[from.index()]
    }

    /// Returns the squares from which some occupancy lets it come here.
    #[inline]
    #[must_use]
    pub fn may_come_from(&self, to: Square) -> &Bitboard<N> {
        &self.may_come_from[to.index()]
    }

    /// Returns the squares whose occupant matters to paths from here, ends included.
    #[inline]
    #[must_use]
    pub fn depends_on(&self, from: Square) -> &Bitboard<N> {
        &self.depends_on[from.index()]
    }

    /// Returns the paths from one square to another; usually there is one.
    pub fn paths(&self, from: Square, to: Square) -> impl Iterator<Item = Path<N>> + '_ {
        self.ahead.paths(from, to)
    }

    /// Returns all paths from a square, by destination.
    #[must_use]
    pub fn paths_from(&self, from: Square) -> Vec<(Square, Path<N>)> {
        self.ahead.paths_from(from)
    }

    /// Returns whether both share their tables, as pieces of one lowering do that move alike. If so, they give the same
    /// squares.
    #[must_use]
    pub fn is_shared_with(&self, other: &Reach<N>) -> bool {
        Arc::ptr_eq(&self.may_reach, &other.may_reach) && self.ahead.is_shared_with(&other.ahead)
    }

    /// Its entries and their bytes: forwards, backwards and bounds together, shared tables included.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        let bounds = [&self.may_reach, &self.may_come_from, &self.depends_on];
        let bounds = bounds.iter().map(|t| (t.len(), size_of_val(&***t)));
        let lookups = std::iter::once(&self.ahead).chain(&self.back).map(Lookup::size);
        lookups.chain(bounds).fold((0, 0), |all, some| (all.0 + some.0, all.1 + some.1))
    }

    /// Returns the lookup, by kind, for generators that treat kinds apart.
    #[must_use]
    pub fn lookup(&self) -> &Lookup<N> {
        &self.ahead
    }
}
