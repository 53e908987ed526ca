//! Rules for the directions of whole paths: which of them a path of several legs has, said by letters before it or by
//! those of its legs.

use super::{Rule, by_size_of, first_vectors, plain, starting, turning, with_chain};
use crate::direction::{Letter, LetterGroup, sectors, straight_on};
use betza_ir::geometry::{MAX_SIDE, Vector};
use betza_ir::sorted::distinct;
use betza_ir::{Count, Course, Joint, Leg, Link, Move, Part, Sectors, Steps, Transit};
use std::collections::{BTreeMap, BTreeSet};

/// The rules that are tried before a move is split in other ways.
pub(super) const RULES_OF_WHOLES: &[Rule] = &[as_whole, by_displacement];
/// The rule that is tried where nothing else helps.
pub(super) const RULES_OF_STARTS: &[Rule] = &[by_start];

/// The most paths that are looked at one by one.
const PATHS: usize = 512;

/// A path of single vectors, and how often one of them may be repeated at least and at most.
type Path = Vec<Vector>;

/// The moves whose last leg goes to all sides or straight back, each as two moves: `caK` and `cabK` of `xbetza`, whose
/// legs without letters do not go back.
pub(super) fn back_apart(moves: &[Move]) -> Vec<Move> {
    let apart = |m: &Move| {
        let [before @ .., Link { part: Part::Leg(leg), .. }] = &m.chain.links[..] else { return vec![m.clone()] };
        let Steps::Turns(turns) = &leg.steps else { return vec![m.clone()] };
        let goes_back = |turn: &betza_ir::Turn| {
            let back = turn.heading.map(|h| Course::straight(Vector::new(-h.dx, -h.dy)));
            turn.courses.len() > 1 && back.is_some_and(|back| turn.courses.contains(&back))
        };
        if before.is_empty() || !turns.iter().all(goes_back) {
            return vec![m.clone()];
        }
        let of = |back: bool| {
            let is_kept = |heading: Vector, v: Vector| (v == Vector::new(-heading.dx, -heading.dy)) == back;
            let kept = turns.iter().flat_map(|turn| {
                let heading = turn.heading.unwrap_or(Vector::FORWARD);
                turn.courses.iter().map(move |c| (heading, c.0[0])).filter(move |&(h, v)| is_kept(h, v))
            });
            let mut one = m.clone();
            if let Some(Link { part: Part::Leg(leg), .. }) = one.chain.links.last_mut() {
                leg.steps = turning(kept);
            }
            one
        };
        // Bent courses are no single vectors.
        if turns.iter().flat_map(|turn| &turn.courses).any(|c| c.0.len() > 1) {
            return vec![m.clone()];
        }
        vec![of(false), of(true)]
    };
    moves.iter().flat_map(apart).collect()
}

/// Directions of a whole path are those of its steps: `fW-F` is `fW-F` forward and the sides' outer ones, `fFtR` is
/// `fF` and the forward ones of `F-R`.
fn by_displacement(m: &Move) -> Option<Vec<Move>> {
    if m.sectors == Sectors::ALL {
        return None;
    }
    let legs: Vec<(&Leg, &Joint)> = m.chain.links.iter().map(plain).collect::<Option<_>>()?;
    let rides: Vec<usize> = (0..legs.len()).filter(|&i| legs[i].0.count != Count::ONCE).collect();
    if rides.len() > 1 || legs.len() < 2 {
        return None;
    }
    let paths = all_paths(&legs)?;
    let sum = |path: &[Vector], ride: Option<usize>, times: i16| {
        path.iter().enumerate().fold(Vector::ZERO, |at, (i, v)| {
            let by = if Some(i) == ride { times } else { 1 };
            Vector::new(at.dx + v.dx * by, at.dy + v.dy * by)
        })
    };
    let chosen = |path: &[Vector], ride, times| {
        let sum = sum(path, ride, times);
        // A path that returns to its origin is judged by its first step (docs/notation, E2).
        m.sectors.contains(if sum == Vector::ZERO { path[0] } else { sum })
    };
    // With the stops where the paths that are kept pass by, it stays one move.
    let whole: BTreeSet<Path> = paths.iter().filter(|p| chosen(p, None, 1)).cloned().collect();
    let last = legs.len() - 1;
    let kept = |i: usize| {
        let count = rides.first().filter(|&&r| r <= i).map_or(Count::ONCE, |&r| legs[r].0.count);
        let ride = rides.first().copied().filter(|&r| r <= i);
        distinct(paths.iter().map(|p| p[..=i].to_vec())).iter().all(|path| {
            let wanted = whole.iter().any(|p| p[..=i] == path[..]);
            let found = runs(count, &|n| chosen(path, ride, n));
            if wanted { found == [(count.min, count.max)] } else { found.is_empty() }
        })
    };
    if !whole.is_empty() && (0..=last).filter(|&i| legs[i].1.stop.is_some()).all(kept) {
        let end = *legs[last].1;
        let mut one = of_paths(m, &m.chain.links, &whole, None, end);
        if let Some(one) = &mut one {
            one.chain.links.iter_mut().zip(&m.chain.links).for_each(|(link, old)| link.joint = old.joint);
            return Some(vec![one.clone()]);
        }
    }
    let mut parts: Vec<Move> = Vec::new();
    for (i, (_, joint)) in legs.iter().enumerate().filter(|(_, (_, joint))| joint.stop.is_some()) {
        let upto = &legs[..=i];
        let ride = rides.first().copied().filter(|&r| r <= i);
        let landing = joint.stop?;
        let mut by_count: BTreeMap<Vec<(u16, Option<u16>)>, BTreeSet<Path>> = BTreeMap::new();
        for path in distinct(paths.iter().map(|p| p[..=i].to_vec())) {
            let count = ride.map_or(Count::ONCE, |r| upto[r].0.count);
            let runs = runs(count, &|n| chosen(&path, ride, n));
            if !runs.is_empty() {
                by_count.entry(runs).or_default().insert(path);
            }
        }
        for (runs, paths) in by_count {
            for run in runs {
                parts.push(of_paths(m, &m.chain.links[..=i], &paths, ride.map(|r| (r, run)), Joint::end(landing))?);
            }
        }
    }
    (!parts.is_empty()).then_some(parts)
}

/// The numbers of steps for which something holds, in runs of consecutive ones.
fn runs(count: Count, holds: &dyn Fn(i16) -> bool) -> Vec<(u16, Option<u16>)> {
    let most = count.max.map_or(u16::from(MAX_SIDE), |max| max.min(u16::from(MAX_SIDE)));
    let mut all: Vec<(u16, Option<u16>)> = Vec::new();
    let mut start = None;
    for n in count.min..=most {
        match (holds(i16::try_from(n).unwrap_or(i16::MAX)), start) {
            (true, None) => start = Some(n),
            (false, Some(first)) => {
                all.push((first, Some(n - 1)));
                start = None;
            }
            _ => {}
        }
    }
    if let Some(first) = start {
        all.push((first, count.max));
    }
    all
}

/// All paths of legs that start a move; `None` if there are too many or one bends.
fn all_paths(legs: &[(&Leg, &Joint)]) -> Option<Vec<Path>> {
    let mut paths: Vec<Path> = vec![Vec::new()];
    for (leg, _) in legs {
        let mut longer = Vec::new();
        for path in &paths {
            for course in leg.steps.courses(path.last().copied()) {
                longer.push([&path[..], &[*course.0.first().filter(|_| course.0.len() == 1)?]].concat());
            }
            if longer.len() > PATHS {
                return None;
            }
        }
        paths = longer;
    }
    paths.iter().all(|p| p.iter().all(|&v| v != Vector::ZERO)).then_some(paths)
}

/// The move along exactly these paths, its ride of so many steps.
fn of_paths(
    m: &Move,
    links: &[Link],
    paths: &BTreeSet<Path>,
    ride: Option<(usize, (u16, Option<u16>))>,
    end: Joint,
) -> Option<Move> {
    let mut out = Vec::new();
    for (i, link) in links.iter().enumerate() {
        let Part::Leg(leg) = &link.part else { return None };
        let steps = match i {
            0 => starting(paths.iter().map(|p| Course::straight(p[0])).collect()),
            i => turning(paths.iter().map(|p| (p[i - 1], p[i]))),
        };
        let joint = if i + 1 == links.len() { end } else { Joint::on(link.joint.onward) };
        let leg = Leg { steps, ..leg.clone() };
        match ride.filter(|&(at, _)| at == i) {
            // A ride that begins farther out is a number of exact steps and the rest of it.
            Some((_, (from @ 2.., max))) if max != Some(from) => {
                let on = turning(paths.iter().map(|p| (p[i], p[i])));
                let first = Leg { count: Count::exactly(from - 1), ..leg.clone() };
                out.push(Link { part: Part::Leg(first), joint: Joint::on(Transit::EMPTY) });
                let count = Count { min: 1, max: max.map(|max| max + 1 - from) };
                out.push(Link { part: Part::Leg(Leg { steps: on, count, ..leg }), joint });
            }
            Some((_, (min, max))) => {
                out.push(Link { part: Part::Leg(Leg { count: Count { min, max }, ..leg }), joint });
            }
            None => out.push(Link { part: Part::Leg(leg), joint }),
        }
    }
    let m = Move { sectors: Sectors::ALL, ..with_chain(m, out) };
    // Headings that two paths share would let one go on as the other.
    let legs: Vec<(&Leg, &Joint)> = m.chain.links.iter().map(plain).collect::<Option<_>>()?;
    let found = all_paths(&legs)?.len();
    (found == paths.len()).then_some(m)
}

/// Each way of starting makes a move of its own, where letters cannot turn all of them alike; with several, those that
/// are turned copies of each other stay together.
fn by_start(m: &Move) -> Option<Vec<Move>> {
    let [first, _, ..] = &m.chain.links[..] else { return None };
    let Part::Leg(leg) = &first.part else { return None };
    let vectors = first_vectors(leg)?;
    if vectors.len() < 2 || m.chain.links.iter().any(|link| plain(link).is_none()) {
        return None;
    }
    let only = |v: Vector| by_size_of(m, &|c| c.0[0] == v);
    Some(vectors.into_iter().map(only).collect())
}

/// Letters that may stand before a path.
fn words() -> Vec<Vec<LetterGroup>> {
    let mut all: Vec<Vec<LetterGroup>> = Letter::ALL.iter().map(|&l| vec![LetterGroup::Single(l)]).collect();
    let pair = |x, y| vec![LetterGroup::Pair(x, y)];
    for x in [Letter::F, Letter::B, Letter::V] {
        for y in [Letter::L, Letter::R, Letter::S] {
            all.extend([pair(x, y), pair(y, x)]);
        }
    }
    all.extend([Letter::F, Letter::B, Letter::L, Letter::R].map(|l| vec![LetterGroup::Half(l)]));
    all
}

/// Legs that all go straight on, and letters that choose among their paths: `v[F?R]` is `vFtR`.
fn as_whole(m: &Move) -> Option<Vec<Move>> {
    if m.sectors != Sectors::ALL || m.chain.links.len() < 2 {
        return None;
    }
    let legs: Vec<(&Leg, &Joint)> = m.chain.links.iter().map(plain).collect::<Option<_>>()?;
    let set = |leg: &Leg| -> Option<Vec<Vector>> {
        let Steps::Turns(turns) = &leg.steps else { return None };
        let sizes = distinct(turns.iter().flat_map(|t| &t.courses).map(|c| c.0[0].size()));
        Some(sizes.iter().flat_map(|&(a, b)| betza_ir::geometry::orbit(a, b)).collect())
    };
    let mut wide: Vec<Link> = Vec::new();
    let mut before: Vec<Vector> = Vec::new();
    for (i, (leg, joint)) in legs.iter().enumerate() {
        let set = set(leg)?;
        let (steps, after) = if i == 0 {
            (starting(set.iter().copied().map(Course::straight).collect()), set)
        } else {
            let pairs: Vec<(Vector, Vector)> =
                before.iter().flat_map(|&h| straight_on(&set, h).into_iter().map(move |v| (h, v))).collect();
            let after = distinct(pairs.iter().map(|p| p.1));
            (turning(pairs.into_iter()), after)
        };
        before = after;
        wide.push(Link { part: Part::Leg(Leg { steps, ..(*leg).clone() }), joint: **joint });
    }
    let key = |moves: Vec<Move>| distinct(moves.iter().flat_map(fixed));
    let own = key(stops_apart(m)?);
    words().into_iter().find_map(|word| {
        let whole = Move { sectors: sectors(&word), ..with_chain(m, wide.clone()) };
        let parts = by_displacement(&whole)?.iter().filter_map(stops_apart).flatten().collect();
        (key(parts) == own).then(|| vec![whole])
    })
}

/// A move for every place where it may stop.
fn stops_apart(m: &Move) -> Option<Vec<Move>> {
    let mut all = Vec::new();
    for (i, link) in m.chain.links.iter().enumerate() {
        let Some(landing) = link.joint.stop else { continue };
        let mut links = m.chain.links[..=i].to_vec();
        for earlier in &mut links[..i] {
            earlier.joint = Joint::on(earlier.joint.onward);
        }
        links[i].joint = Joint::end(landing);
        all.push(with_chain(m, links));
    }
    (!all.is_empty()).then_some(all)
}

/// The paths of a move that stops at its end alone, in a form that can be compared.
fn fixed(m: &Move) -> Vec<String> {
    let legs: Option<Vec<(&Leg, &Joint)>> = m.chain.links.iter().map(plain).collect();
    let Some(paths) = legs.and_then(|legs| all_paths(&legs)) else { return vec![format!("{m:?}")] };
    let rules: Vec<String> = m
        .chain
        .links
        .iter()
        .map(|link| match &link.part {
            Part::Leg(leg) => format!("{:?} {:?}", Leg { steps: Steps::Anywhere, ..leg.clone() }, link.joint),
            other => format!("{other:?}"),
        })
        .collect();
    paths.iter().map(|path| format!("{path:?} {rules:?}")).collect()
}
