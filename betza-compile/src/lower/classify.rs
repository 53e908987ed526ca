//! Chooses the cheapest exact lookups for sets of fixed paths.

use super::rays::{Order, Ray};
use super::reach::{Lookup, Path, Rays, Reach, Ride, RideNode, Ways};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;
use betza_ir::hash::QuickSet;
use betza_ir::sorted;
use std::borrow::Borrow;
use std::cmp::Reverse;
use std::sync::Arc;

/// More rays from one square than this are kept as single ways.
const MAX_RAYS: usize = 24;

/// One path, from end to end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct FixedPath<const N: usize> {
    pub from: Square,
    pub to: Square,
    pub needs: Path<N>,
    /// The squares that must be empty, in the order in which the path meets them; none if the path lies on a ray.
    pub way: Vec<Square>,
}

impl<const N: usize> FixedPath<N> {
    fn turned(self) -> FixedPath<N> {
        let way = self.way.into_iter().rev().collect();
        FixedPath { from: self.to, to: self.from, needs: self.needs, way }
    }
}

/// The kinds of lookup, cheapest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum LookupKind {
    Leap,
    Slide,
    Hop,
    HopOnto,
    Ride,
    Ways,
}

impl LookupKind {
    /// All of them, in order.
    const ALL: [LookupKind; 6] =
        [LookupKind::Leap, LookupKind::Slide, LookupKind::Hop, LookupKind::HopOnto, LookupKind::Ride, LookupKind::Ways];
}

/// Tables that are kept once and shared.
#[derive(Debug, Default)]
pub(super) struct Shared<const N: usize> {
    masks: QuickSet<Arc<[Bitboard<N>]>>,
    rays: QuickSet<Arc<[Ray<N>]>>,
    rides: QuickSet<Arc<Ride>>,
    ways: QuickSet<Arc<Ways<N>>>,
}

impl<const N: usize> Shared<N> {
    /// Returns the bytes that all tables take.
    pub fn bytes(&self) -> usize {
        let masks: usize = self.masks.iter().map(|t| size_of_val(&**t)).sum();
        let rays: usize = self.rays.iter().map(|t| size_of_val(&**t)).sum();
        let rides: usize = self.rides.iter().map(|t| t.bytes()).sum();
        let ways: usize = self.ways.iter().map(|t| t.bytes()).sum();
        masks + rays + rides + ways
    }
}

fn intern<T: ?Sized + std::hash::Hash + Eq>(all: &mut QuickSet<Arc<T>>, table: Arc<T>) -> Arc<T> {
    if let Some(known) = all.get(&table) {
        return known.clone();
    }
    all.insert(table.clone());
    table
}

/// The paths of one first course of a move, or its leaps together, by the kind of lookup that fits them.
#[derive(Debug)]
pub(super) struct Component<const N: usize>(Vec<OneKind<N>>);

/// The paths of a component with one kind of lookup.
#[derive(Debug)]
struct OneKind<const N: usize> {
    kind: LookupKind,
    ahead: Lines<N>,
    back: Vec<(LookupKind, Lines<N>)>,
    /// For each square: where paths from it end, where those that end on it begin, and what paths from it depend on.
    may_reach: Vec<Bitboard<N>>,
    may_come_from: Vec<Bitboard<N>>,
    depends_on: Vec<Bitboard<N>>,
}

/// Paths, and the tables of the rays on which they lie.
#[derive(Debug)]
struct Lines<const N: usize> {
    paths: Vec<FixedPath<N>>,
    rays: Rays<N>,
}

impl<const N: usize> Component<N> {
    pub fn new(paths: Vec<FixedPath<N>>, area: usize, shared: &mut Shared<N>) -> Component<N> {
        let mut kinds = Vec::new();
        for (kind, part) in split(paths, area) {
            let mut may_reach = vec![Bitboard::EMPTY; area];
            let mut may_come_from = vec![Bitboard::EMPTY; area];
            let mut depends_on = vec![Bitboard::EMPTY; area];
            for p in &part.paths {
                may_reach[p.from.index()].insert(p.to);
                may_come_from[p.to.index()].insert(p.from);
                depends_on[p.from.index()] |= p.needs.squares() | Bitboard::of(p.to);
            }
            let turned = split(part.paths.iter().cloned().map(FixedPath::turned).collect(), area);
            let back = turned.into_iter().map(|(kind, part)| (kind, part.lines(shared))).collect();
            let ahead = part.lines(shared);
            kinds.push(OneKind { kind, ahead, back, may_reach, may_come_from, depends_on });
        }
        Component(kinds)
    }
}

/// Returns the lookups for several components, one for each kind that occurs, each with its reverse.
pub(super) fn reaches<'a, const N: usize>(
    components: impl Iterator<Item = &'a Component<N>>,
    area: usize,
    shared: &mut Shared<N>,
) -> Vec<Reach<N>> {
    let all: Vec<&OneKind<N>> = components.flat_map(|component| &component.0).collect();
    let mut found = Vec::new();
    for kind in LookupKind::ALL {
        let parts: Vec<&OneKind<N>> = all.iter().filter(|part| part.kind == kind).copied().collect();
        if parts.is_empty() {
            continue;
        }
        let mut back = Vec::new();
        for kind in LookupKind::ALL {
            let turned = parts.iter().flat_map(|part| &part.back).filter(|(other, _)| *other == kind);
            let lines: Vec<&Lines<N>> = turned.map(|(_, lines)| lines).collect();
            if !lines.is_empty() {
                back.push(table(kind, &lines, area, shared));
            }
        }
        let ahead: Vec<&Lines<N>> = parts.iter().map(|part| &part.ahead).collect();
        let ahead = table(kind, &ahead, area, shared);
        let mut union = |of: fn(&OneKind<N>) -> &Vec<Bitboard<N>>| {
            let mut all = vec![Bitboard::EMPTY; area];
            for part in &parts {
                all.iter_mut().zip(of(part)).for_each(|(all, some)| *all |= *some);
            }
            intern(&mut shared.masks, all.into())
        };
        let may_reach = union(|part| &part.may_reach);
        let may_come_from = union(|part| &part.may_come_from);
        let depends_on = union(|part| &part.depends_on);
        found.push(Reach { ahead, back, may_reach, may_come_from, depends_on });
    }
    found
}

/// Splits paths into those of each origin.
fn by_origin<const N: usize, P: Borrow<FixedPath<N>>>(paths: Vec<P>, area: usize) -> Vec<Vec<P>> {
    let mut counts = vec![0; area];
    paths.iter().for_each(|p| counts[p.borrow().from.index()] += 1);
    let mut origins: Vec<Vec<P>> = counts.into_iter().map(Vec::with_capacity).collect();
    for p in paths {
        origins[p.borrow().from.index()].push(p);
    }
    origins
}

/// Paths with one kind of lookup.
struct Part<const N: usize> {
    paths: Vec<FixedPath<N>>,
    /// The rays on which they lie, by origin, if that is the kind.
    rays: Vec<Vec<(Order, Ray<N>)>>,
}

impl<const N: usize> Part<N> {
    fn new(paths: usize, area: usize) -> Part<N> {
        Part { paths: Vec::with_capacity(paths), rays: vec![Vec::new(); area] }
    }

    /// Puts the rays into tables: one table has the first rays of all squares in one order, another the second ones,
    /// and so on.
    fn lines(self, shared: &mut Shared<N>) -> Lines<N> {
        let mut all = Rays::default();
        for (order, tables) in [(Order::Ascending, &mut all.ascending), (Order::Descending, &mut all.descending)] {
            let of = |rays: &Vec<(Order, Ray<N>)>| -> Vec<Ray<N>> {
                rays.iter().filter(|r| r.0 == order).map(|r| r.1).collect()
            };
            let rays: Vec<Vec<Ray<N>>> = self.rays.iter().map(of).collect();
            for i in 0..rays.iter().map(Vec::len).max().unwrap_or(0) {
                let table: Vec<Ray<N>> = rays.iter().map(|r| r.get(i).copied().unwrap_or_default()).collect();
                tables.push(intern(&mut shared.rays, table.into()));
            }
        }
        Lines { paths: self.paths, rays: all }
    }
}

/// Returns the paths by the kind of lookup that fits them, in the order of kinds.
fn split<const N: usize>(paths: Vec<FixedPath<N>>, area: usize) -> Vec<(LookupKind, Part<N>)> {
    let mut kinds: [Option<Part<N>>; LookupKind::ALL.len()] = Default::default();
    let total = paths.len();
    let fresh = || Part::new(total, area);
    for paths in by_origin(paths, area) {
        let paths = without_detours(paths);
        let fits: Vec<Option<LookupKind>> = paths.iter().map(ray_kind).collect();
        let mut found = Vec::with_capacity(fits.len());
        for kind in [LookupKind::Slide, LookupKind::Hop, LookupKind::HopOnto] {
            let members = || paths.iter().zip(&fits).filter(move |(_, fit)| **fit == Some(kind)).map(|(p, _)| p);
            if members().next().is_some() {
                let rays = rays(members());
                let is_exact = kind != LookupKind::HopOnto || rays.iter().all(lands_right_behind);
                let fits = rays.len() <= MAX_RAYS && is_exact;
                found.push((kind, if fits { kind } else { LookupKind::Ways }));
                if fits && let Some(p) = members().next() {
                    kinds[kind as usize].get_or_insert_with(fresh).rays[p.from.index()] = rays;
                }
            }
        }
        for (p, fits) in paths.into_iter().zip(fits) {
            let on_rays = found.iter().find(|(kind, _)| Some(*kind) == fits).map(|(_, found)| *found);
            let kind = on_rays.unwrap_or_else(|| {
                let in_ride = p.needs.occupied.is_empty() && p.needs.one_of.is_empty() && !p.way.contains(&p.to);
                if in_ride && p.way.len() > 2 { LookupKind::Ride } else { LookupKind::Ways }
            });
            kinds[kind as usize].get_or_insert_with(fresh).paths.push(p);
        }
    }
    // Rays without blockers are leaps.
    let is_leap = |slides: &mut Part<N>| slides.paths.iter().all(|p| p.needs.is_free());
    if let Some(leaps) = kinds[LookupKind::Slide as usize].take_if(is_leap) {
        kinds[LookupKind::Leap as usize] = Some(leaps);
    }
    LookupKind::ALL.into_iter().zip(kinds).filter_map(|(kind, part)| Some((kind, part?))).collect()
}

/// Drops detours: paths to a square that another path reaches with fewer needs.
fn without_detours<const N: usize>(mut paths: Vec<FixedPath<N>>) -> Vec<FixedPath<N>> {
    sorted::sort_by_key(&mut paths, |p| (p.to, p.needs.occupied, p.needs.one_of, p.needs.empty.count()));
    let mut kept: Vec<FixedPath<N>> = Vec::with_capacity(paths.len());
    for p in paths {
        let same = |q: &&FixedPath<N>| {
            q.to == p.to && q.needs.occupied == p.needs.occupied && q.needs.one_of == p.needs.one_of
        };
        if !kept.iter().rev().take_while(same).any(|q| q.needs.empty.is_subset(&p.needs.empty)) {
            kept.push(p);
        }
    }
    kept
}

/// Returns whether a path without hurdles lies on a ray in both directions.
pub(super) fn lies_on_rays<const N: usize>(from: Square, to: Square, needs: &Path<N>) -> bool {
    needs.occupied.is_empty() && order_of(&needs.empty, to).is_some() && order_of(&needs.empty, from).is_some()
}

/// Returns the kind of ray on which a path may lie.
fn ray_kind<const N: usize>(p: &FixedPath<N>) -> Option<LookupKind> {
    let (kind, blockers) = blockers(&p.needs)?;
    let order = order_of(&blockers, p.to)?;
    // The hurdle is the last square before the end; on the reversed path it is the first.
    let is_onto = kind != LookupKind::HopOnto || order.last(&blockers).map(Bitboard::of) == Some(p.needs.occupied);
    is_onto.then_some(kind)
}

/// Returns the kind of ray for a path, and the squares whose occupancy matters.
fn blockers<const N: usize>(needs: &Path<N>) -> Option<(LookupKind, Bitboard<N>)> {
    let Path { empty, occupied, one_of } = *needs;
    if occupied.is_empty() && one_of.is_empty() {
        Some((LookupKind::Slide, empty))
    } else if occupied.is_empty() && empty.is_empty() {
        Some((LookupKind::Hop, one_of))
    } else if one_of.is_empty() && occupied.count() == 1 {
        Some((LookupKind::HopOnto, empty | occupied))
    } else {
        None
    }
}

/// Returns the order in which all blockers come before the end; `None` if they lie on both sides of it. No blockers:
/// ascending.
fn order_of<const N: usize>(blockers: &Bitboard<N>, end: Square) -> Option<Order> {
    Order::BOTH.into_iter().find(|order| blockers.is_subset(&order.before(end)))
}

/// Returns whether [`Ray::hop_onto`] is exact for these paths: each end is the first one beyond its last blocker, and
/// each blocker is the last one of the first end beyond it.
fn lands_right_behind<const N: usize>((order, ray): &(Order, Ray<N>)) -> bool {
    let last_before = |end: Square| order.last(&(ray.blockers & order.before(end)));
    let first_beyond =
        |blocker: Square| order.first(&ray.ends.without(order.before(blocker)).without(Bitboard::of(blocker)));
    ray.blockers.into_iter().all(|b| first_beyond(b).is_none_or(|end| last_before(end) == Some(b)))
        && ray.ends.into_iter().all(|end| last_before(end).and_then(first_beyond) == Some(end))
}

/// Returns the rays, few and long, on which these paths lie.
fn rays<'a, const N: usize>(paths: impl Iterator<Item = &'a FixedPath<N>>) -> Vec<(Order, Ray<N>)> {
    let mut paths: Vec<(Reverse<u32>, Bitboard<N>, &FixedPath<N>)> = paths
        .map(|p| {
            let blockers = blockers(&p.needs).map_or(Bitboard::EMPTY, |b| b.1);
            (Reverse(blockers.count()), blockers, p)
        })
        .collect();
    sorted::sort_by_key(&mut paths, |(count, _, p)| (*count, p.to));
    let mut rays: Vec<(Order, Ray<N>)> = Vec::new();
    for (_, blockers, p) in paths {
        let lies_on = |(order, ray): &&mut (Order, Ray<N>)| ray.blockers & order.before(p.to) == blockers;
        if let Some((_, ray)) = rays.iter_mut().find(lies_on) {
            ray.ends.insert(p.to);
        } else if let Some(order) = order_of(&blockers, p.to) {
            // Without blockers either order is right. The direction of the step keeps the rays of one ride in one
            // table.
            let order = match blockers.is_empty() {
                true if p.to < p.from => Order::Descending,
                _ => order,
            };
            rays.push((order, Ray { blockers, ends: Bitboard::of(p.to) }));
        }
    }
    rays
}

/// Returns one lookup for all of these paths, by component.
fn table<const N: usize>(kind: LookupKind, parts: &[&Lines<N>], area: usize, shared: &mut Shared<N>) -> Lookup<N> {
    let paths = || parts.iter().flat_map(|part| &part.paths);
    match kind {
        LookupKind::Leap => {
            let mut masks = vec![Bitboard::EMPTY; area];
            for p in paths() {
                masks[p.from.index()].insert(p.to);
            }
            Lookup::Leap(intern(&mut shared.masks, masks.into()))
        }
        LookupKind::Slide | LookupKind::Hop | LookupKind::HopOnto => {
            let mut all = Rays::default();
            for Lines { rays, .. } in parts {
                for (tables, more) in [(&mut all.ascending, &rays.ascending), (&mut all.descending, &rays.descending)] {
                    for table in more {
                        if !tables.contains(table) {
                            tables.push(Arc::clone(table));
                        }
                    }
                }
            }
            match kind {
                LookupKind::Hop => Lookup::Hop(all),
                LookupKind::HopOnto => Lookup::HopOnto(all),
                _ => Lookup::Slide(all),
            }
        }
        LookupKind::Ride => {
            let mut ride = Ride::default();
            for paths in by_origin(paths().collect(), area) {
                ride.starts.push(ride.nodes.len() as u32);
                let mut tree = Tree::default();
                for p in &paths {
                    tree.add(&p.way, p.to);
                }
                tree.write(&mut ride.nodes);
            }
            ride.starts.push(ride.nodes.len() as u32);
            Lookup::Ride(intern(&mut shared.rides, Arc::new(ride)))
        }
        LookupKind::Ways => {
            let mut ways = Ways::default();
            for mut paths in by_origin(paths().collect(), area) {
                let start = ways.ways.len();
                ways.starts.push(start as u32);
                sorted::sort_by_key(&mut paths, |p| p.needs);
                for p in paths {
                    match ways.ways[start..].last_mut() {
                        Some((needs, ends)) if *needs == p.needs => ends.insert(p.to),
                        _ => ways.ways.push((p.needs, Bitboard::of(p.to))),
                    }
                }
            }
            ways.starts.push(ways.ways.len() as u32);
            Lookup::Ways(intern(&mut shared.ways, Arc::new(ways)))
        }
    }
}

/// The squares of rides from one origin, as a tree.
#[derive(Default)]
struct Tree {
    children: Vec<(Square, bool, Tree)>,
}

impl Tree {
    fn add(&mut self, way: &[Square], end: Square) {
        let (square, rest, is_end) = match way.split_first() {
            Some((&first, rest)) => (first, Some(rest), false),
            None => (end, None, true),
        };
        let known = self.children.iter().position(|c| c.0 == square);
        let i = known.unwrap_or_else(|| {
            self.children.push((square, false, Tree::default()));
            self.children.len() - 1
        });
        self.children[i].1 |= is_end;
        if let Some(rest) = rest {
            self.children[i].2.add(rest, end);
        }
    }

    fn write(&self, nodes: &mut Vec<RideNode>) {
        let parent = None;
        self.write_under(parent, nodes);
    }

    fn write_under(&self, parent: Option<usize>, nodes: &mut Vec<RideNode>) {
        for (square, is_end, below) in &self.children {
            let at = nodes.len();
            let back = parent.map_or(0, |p| (at - p) as u16);
            nodes.push(RideNode { square: *square, is_end: *is_end, skip: 1, back });
            below.write_under(Some(at), nodes);
            nodes[at].skip = (nodes.len() - at) as u16;
        }
    }
}
