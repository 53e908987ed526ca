//! Rules for rides: crooked and circular ones, lengths taken from an earlier leg, squares passed whatever they hold,
//! and repeated groups.

use super::{
    Rule, draft, ends_straight, first_vectors, one_leap, plain, simple, starting, step_by_step, turning, with_chain,
};
use betza_ir::draft::resolve;
use betza_ir::geometry::Vector;
use betza_ir::sorted::{self, distinct};
use betza_ir::{
    Chain, Count, Course, Footing, Group, Joint, Leg, Link, Move, Part, Pass, Span, Steps, Transit, Turn, Wrap,
};
use std::collections::{BTreeMap, BTreeSet};

/// The rules of this file, in the order in which they are tried.
pub(super) const RULES: &[Rule] = &[
    same_length,
    up_to_piece,
    over_first,
    over_anything,
    of_anything,
    endless_circle,
    zigzag_of_group,
    circle_as_turns,
    one_turning,
    zigzag_as_group,
    zigzag_in_pairs,
    frozen_as_turning,
    turning_as_frozen,
    lame_ride_as_group,
    group_as_lame_ride,
];

/// What is tried where nothing shorter is found.
pub(super) const WRITTEN_OUT: &[Rule] = &[copies_in_one_chain, copy_by_copy];

/// Legs of the same step count their lengths alike in steps and in King's steps: `RxebR` is `caibR`.
fn same_length(m: &Move) -> Option<Vec<Move>> {
    let links = &m.chain.links;
    let at = links.iter().position(|l| matches!(&l.part, Part::Leg(leg) if leg.span != Span::Free))?;
    let (Part::Leg(before), Part::Leg(leg)) = (&links.get(at.checked_sub(1)?)?.part, &links[at].part) else {
        return None;
    };
    let length = |leg: &Leg| -> Option<u16> {
        let found = distinct(ends_straight(leg)?.into_iter().map(Vector::king_steps));
        (found.len() == 1).then(|| found.first().copied())?
    };
    if length(before)? != length(leg)? {
        return None;
    }
    let span = if leg.span == Span::SameSteps { Span::SameKingSteps } else { Span::SameSteps };
    let mut links = links.clone();
    links[at].part = Part::Leg(Leg { span, ..leg.clone() });
    // Going round between the two ways of saying it would not end.
    if matches!(span, Span::SameKingSteps) && links.iter().any(|l| matches!(&l.part, Part::Leg(leg) if leg.unloads)) {
        return None;
    }
    Some(vec![with_chain(m, links)])
}

/// Halves of crooked and circular rides put together: `(FtlF)r0(FtrF)l0` is `zB`, `Nrf7Nlf7` is `qN`.
pub(super) fn whole_rounds(moves: &[Move]) -> Vec<Move> {
    let one = |rule: Rule, m: Move| match rule(&m).as_deref() {
        Some([one]) => one.clone(),
        _ => m,
    };
    let rides: Vec<Move> = moves.iter().map(|m| one(zigzag_of_group, m.clone())).collect();
    let bends = |m: &Move| bent(m).is_some();
    let merged = super::merge::merged(&rides, &|a, b, _| bends(a) && bends(b));
    merged.into_iter().map(|m| one(endless_circle, m)).collect()
}

fn back(v: Vector) -> Vector {
    Vector::new(-v.dx, -v.dy)
}

/// Up to the last square before a piece: on to the piece, and one step back. `RyaK` is `R-pW-bW-aK`.
fn up_to_piece(m: &Move) -> Option<Vec<Move>> {
    let links = &m.chain.links;
    let at = links.iter().position(|l| matches!(&l.part, Part::Leg(Leg { pass: Pass::UpToPiece, .. })))?;
    let Part::Leg(leg) = &links[at].part else { return None };
    // A length that is that of this ride would be that of the step back.
    let measures = |link: &Link| !matches!(&link.part, Part::Leg(leg) if leg.span == Span::Free);
    if links.get(at + 1).is_some_and(measures) {
        return None;
    }
    let vectors = ends_straight(leg)?;
    // Whether the way up to the piece must be clear, too, is not said.
    if leg.footing != Footing::Leap && vectors.iter().any(|v| v.king_steps() > 1) {
        return None;
    }
    let count = match leg.count.max {
        None => leg.count,
        Some(n) => Count { max: Some(n.checked_sub(1).filter(|&n| n >= leg.count.min)?), ..leg.count },
    };
    let mut out = links[..at].to_vec();
    let step = |pairs: Vec<(Vector, Vector)>, joint| {
        let leap = Leg { wrap: leg.wrap, ..Leg::leap(turning(pairs.into_iter())) };
        Link { part: Part::Leg(leap), joint }
    };
    out.push(Link {
        part: Part::Leg(Leg { pass: Pass::Clear, count, ..leg.clone() }),
        joint: Joint::on(Transit::EMPTY),
    });
    out.push(step(vectors.iter().map(|&v| (v, v)).collect(), Joint::on(Transit::OCCUPIED)));
    out.push(step(vectors.iter().map(|&v| (v, back(v))).collect(), links[at].joint));
    // What follows is entered in the opposite heading now.
    if let Some(next) = links.get(at + 1) {
        let mut next = next.clone();
        let Part::Leg(leg) = &mut next.part else { return None };
        let Steps::Turns(turns) = &mut leg.steps else { return None };
        turns.iter_mut().for_each(|t| t.heading = t.heading.map(back));
        sorted::sort_by_key(turns, |t| t.heading);
        out.push(next);
        out.extend(links[at + 2..].iter().cloned());
    }
    Some(vec![with_chain(m, out)])
}

/// A first square that is passed whatever it holds is a leg of its own: `jR` of `xbetza` is `mpW-R`.
fn over_first(m: &Move) -> Option<Vec<Move>> {
    let [before @ .., link] = &m.chain.links[..] else { return None };
    let Part::Leg(leg) = &link.part else { return None };
    let vectors = ends_straight(leg)?;
    if !leg.skips_first || leg.span != Span::Free || leg.wrap != Wrap::None || leg.unloads {
        return None;
    }
    let count = Count { min: 1, max: leg.count.max.map(|n| n - 1) };
    if count.max == Some(0) || leg.count.min != 1 {
        return None;
    }
    let first = Leg { skips_first: false, count: Count::ONCE, pass: Pass::Clear, ..leg.clone() };
    let rest = Leg { skips_first: false, count, steps: turning(vectors.iter().map(|&v| (v, v))), ..leg.clone() };
    let mut links = before.to_vec();
    links.push(Link { part: Part::Leg(first), joint: Joint::on(Transit::ANY) });
    links.push(Link { part: Part::Leg(rest), joint: link.joint });
    Some(vec![with_chain(m, links)])
}

/// A ride over any pieces is a step repeated over squares that hold anything: `jjR` is `Wmp0`.
fn over_anything(m: &Move) -> Option<Vec<Move>> {
    let [link] = &m.chain.links[..] else { return None };
    let (leg, joint) = plain(link)?;
    if leg.pass != Pass::Any {
        return None;
    }
    let vectors = first_vectors(leg)?;
    let turns = vectors.iter().map(|&v| (Some(v), vec![v]));
    let steps = by_heading(turns.chain([(None, vectors.clone())]));
    let body = Leg { steps, pass: Pass::Clear, count: Count::ONCE, ..leg.clone() };
    Some(vec![repeated(m, vec![Link { part: Part::Leg(body), joint: Joint::NONE }], leg.count, Transit::ANY, *joint)])
}

/// A straight step repeated over squares that hold anything is a ride over any pieces: `Wmp0` is `jjR`.
pub(super) fn of_anything(m: &Move) -> Option<Vec<Move>> {
    let [Link { part: Part::Group(group), joint }] = &m.chain.links[..] else { return None };
    let [step] = &group.body.links[..] else { return None };
    let (leg, _) = simple_step(step)?;
    let vectors = first_vectors(leg)?;
    let straight = vectors.iter().all(|&v| leg.steps.courses(Some(v)) == [Course::straight(v)]);
    if group.frozen || group.between != Joint::on(Transit::ANY) || !straight {
        return None;
    }
    let courses = vectors.into_iter().map(Course::straight).collect();
    let ride = Leg { pass: Pass::Any, count: group.count, ..leg.clone() };
    Some(vec![of_courses(m, ride, courses, *joint)])
}

/// Steps by heading.
fn by_heading(turns: impl Iterator<Item = (Option<Vector>, Vec<Vector>)>) -> Steps {
    let mut all: BTreeMap<Option<Vector>, BTreeSet<Vector>> = BTreeMap::new();
    for (heading, vectors) in turns {
        all.entry(heading).or_default().extend(vectors);
    }
    let turn = |(heading, vectors): (_, BTreeSet<Vector>)| Turn {
        heading,
        courses: vectors.into_iter().map(Course::straight).collect(),
    };
    Steps::Turns(all.into_iter().map(turn).collect())
}

fn repeated(m: &Move, links: Vec<Link>, count: Count, between: Transit, end: Joint) -> Move {
    let group = Group { body: Chain { links }, count, between: Joint::on(between), frozen: false };
    with_chain(m, vec![Link { part: Part::Group(group), joint: end }])
}

/// The leg of a move of one leg that starts it, all whose courses bend, and the length of these.
fn bent(m: &Move) -> Option<(&Leg, Joint, usize)> {
    let [Link { part: Part::Leg(leg), joint }] = &m.chain.links[..] else { return None };
    let courses = leg.steps.courses(None);
    let length = courses.first()?.0.len();
    let plain = leg.span == Span::Free && leg.wrap == Wrap::None && leg.pass == Pass::Clear && !leg.unloads;
    (plain && length > 1 && courses.iter().all(|c| c.0.len() == length)).then_some((leg, *joint, length))
}

/// Whether a course comes back to its start when it is used up, and not before.
fn closes(course: &Course) -> bool {
    let mut at = Vector::ZERO;
    let visited: Vec<Vector> = course
        .0
        .iter()
        .map(|v| {
            at = Vector::new(at.dx + v.dx, at.dy + v.dy);
            at
        })
        .collect();
    visited.iter().position(|&v| v == Vector::ZERO) == Some(course.0.len() - 1)
}

fn of_courses(m: &Move, leg: Leg, courses: Vec<Course>, joint: Joint) -> Move {
    with_chain(m, vec![Link { part: Part::Leg(Leg { steps: starting(courses), ..leg }), joint }])
}

/// A circle that is not closed never meets its origin: `Nrf7Nlf7` is `qN`.
pub(super) fn endless_circle(m: &Move) -> Option<Vec<Move>> {
    let (leg, joint, length) = bent(m)?;
    let courses = leg.steps.courses(None);
    let max = usize::from(leg.count.max?);
    if length < 3 || leg.avoids_origin || max >= length || !courses.iter().all(closes) || leg.count.min != 1 {
        return None;
    }
    let max = if max == length - 1 { None } else { leg.count.max };
    let leg = Leg { avoids_origin: true, count: Count { min: 1, max }, ..leg.clone() };
    Some(vec![of_courses(m, leg.clone(), courses.to_vec(), joint)])
}

/// Whether a course turns to the right first.
fn turns_right(course: &Course) -> bool {
    course.0[0].cross(course.0[1]) < 0
}

/// A circular or crooked ride that never ends on its origin is one ride to the right and one to the left, of no more
/// steps than lead back: `qN` is `Nrf7Nlf7`.
fn circle_as_turns(m: &Move) -> Option<Vec<Move>> {
    let (leg, joint, length) = bent(m)?;
    let courses = leg.steps.courses(None);
    if length < 3 || !leg.avoids_origin || !courses.iter().all(closes) {
        return None;
    }
    let most = u16::try_from(length - 1).ok()?;
    let max = leg.count.max.map_or(most, |max| max.min(most));
    let leg = Leg { avoids_origin: false, count: Count { min: 1, max: Some(max) }, ..leg.clone() };
    let of = |right: bool| {
        let chosen: Vec<Course> = courses.iter().filter(|c| turns_right(c) == right).cloned().collect();
        (!chosen.is_empty()).then(|| of_courses(m, leg.clone(), chosen, joint))
    };
    Some([of(true), of(false)].into_iter().flatten().collect())
}

/// A ride that turns the same way at every step is its step repeated: `Nrf8`.
fn one_turning(m: &Move) -> Option<Vec<Move>> {
    let (leg, joint, length) = bent(m)?;
    let courses = leg.steps.courses(None);
    if length < 3 || leg.avoids_origin || leg.count == Count::ONCE {
        return None;
    }
    let mut next: BTreeMap<Vector, BTreeSet<Vector>> = BTreeMap::new();
    for course in courses {
        for i in 0..length {
            next.entry(course.step(i)).or_default().insert(course.step(i + 1));
        }
    }
    if next.values().any(|to| to.len() != 1) {
        return None;
    }
    let firsts = courses.iter().map(|c| c.0[0]).collect();
    let turns = next.into_iter().map(|(from, to)| (Some(from), to.into_iter().collect()));
    let body = Leg { count: Count::ONCE, steps: by_heading(turns.chain([(None, firsts)])), ..leg.clone() };
    Some(vec![repeated(m, vec![Link { part: Part::Leg(body), joint: Joint::NONE }], leg.count, Transit::EMPTY, joint)])
}

/// The legs of a crooked ride whose courses are these: one step each, the second by the first, the first again by the
/// second.
fn pair(leg: &Leg, courses: &[&Course]) -> (Leg, Leg) {
    let once = |steps| Leg { steps, count: Count::ONCE, avoids_origin: false, ..leg.clone() };
    let firsts = (None, courses.iter().map(|c| c.0[0]).collect());
    let again = courses.iter().map(|c| (Some(c.0[1]), vec![c.0[0]]));
    (once(by_heading(again.chain([firsts]))), once(turning(courses.iter().map(|c| (c.0[0], c.0[1])))))
}

/// The two directions in which a crooked ride may begin.
fn hands(leg: &Leg) -> Option<Vec<Vec<&Course>>> {
    let courses = leg.steps.courses(None);
    let never_back = |c: &&Course| Vector::new(c.0[0].dx + c.0[1].dx, c.0[0].dy + c.0[1].dy) != Vector::ZERO;
    if !courses.iter().all(|c| c.0.len() == 2) || !courses.iter().all(|c| never_back(&c)) {
        return None;
    }
    let of = |right| courses.iter().filter(|c| turns_right(c) == right).collect::<Vec<_>>();
    Some([of(false), of(true)].into_iter().filter(|some| !some.is_empty()).collect())
}

/// A crooked ride is two steps repeated, which may stop after each: `zB` is `(FtlF)r0(FtrF)l0`.
fn zigzag_as_group(m: &Move) -> Option<Vec<Move>> {
    let (leg, joint, _) = bent(m)?;
    let landing = joint.stop?;
    let hands = hands(leg)?;
    let of = |courses: &Vec<&Course>| {
        let (first, second) = pair(leg, courses);
        let links = vec![
            Link { part: Part::Leg(first), joint: Joint::on_or_stop(Transit::EMPTY, landing) },
            Link { part: Part::Leg(second), joint: Joint::NONE },
        ];
        match leg.count {
            Count::UNLIMITED => Some(repeated(m, links, Count::UNLIMITED, Transit::EMPTY, joint)),
            Count { min: 1, max: Some(n) } if n % 2 == 0 => {
                Some(repeated(m, links, Count::up_to(n / 2), Transit::EMPTY, joint))
            }
            _ => None,
        }
    };
    hands.iter().map(of).collect()
}

/// A crooked ride where a repetition may stop only between its copies: an even number of steps, or an odd one.
fn zigzag_in_pairs(m: &Move) -> Option<Vec<Move>> {
    let (leg, joint, _) = bent(m)?;
    let hands = hands(leg)?;
    let once =
        |steps: Vec<Course>| Leg { count: Count::ONCE, avoids_origin: false, steps: starting(steps), ..leg.clone() };
    let firsts = leg.steps.courses(None).iter().map(|c| Course::straight(c.0[0])).collect();
    let mut all = vec![with_chain(m, vec![Link { part: Part::Leg(once(firsts)), joint }])];
    for courses in &hands {
        let (first, second) = pair(leg, courses);
        let body = vec![
            Link { part: Part::Leg(first), joint: Joint::on(Transit::EMPTY) },
            Link { part: Part::Leg(second), joint: Joint::NONE },
        ];
        let (even, odd) = match leg.count {
            Count::UNLIMITED => (Count::UNLIMITED, Count::UNLIMITED),
            Count { min: 1, max: Some(n @ 2..) } => (Count::up_to(n / 2), Count::up_to((n - 1) / 2)),
            _ => return None,
        };
        let copies = |count, joint: Joint| {
            if count != Count::ONCE {
                return repeated(m, body.clone(), count, Transit::EMPTY, joint);
            }
            // One copy is no repetition, so its second step is entered from the first alone.
            let (first, second) = pair(leg, courses);
            let first = Leg { steps: starting(first.steps.courses(None).to_vec()), ..first };
            let links = vec![
                Link { part: Part::Leg(first), joint: Joint::on(Transit::EMPTY) },
                Link { part: Part::Leg(second), joint },
            ];
            with_chain(m, links)
        };
        all.push(copies(even, joint));
        if odd.max != Some(0) {
            let mut longer = copies(odd, Joint::on(Transit::EMPTY));
            let last = turning(courses.iter().map(|c| (c.0[1], c.0[0])));
            let last = Leg { count: Count::ONCE, avoids_origin: false, steps: last, ..leg.clone() };
            longer.chain.links.push(Link { part: Part::Leg(last), joint });
            all.push(longer);
        }
    }
    Some(all)
}

/// Two steps repeated that may stop after each are a crooked ride: `(FtlF)r0` is half of `zB`.
pub(super) fn zigzag_of_group(m: &Move) -> Option<Vec<Move>> {
    let [Link { part: Part::Group(group), joint }] = &m.chain.links[..] else { return None };
    let [first, second] = &group.body.links[..] else { return None };
    let ((a, inner), (b, _)) = (simple_step(first)?, simple_step(second)?);
    let landing = joint.stop?;
    let joins = group.between == Joint::on(Transit::EMPTY) && *inner == Joint::on_or_stop(Transit::EMPTY, landing);
    if group.frozen || !joins || !matches!(group.count, Count { min: 1, .. }) {
        return None;
    }
    let only = |leg: &Leg, heading: Option<Vector>| match leg.steps.courses(heading) {
        [one] => Some(one.0[0]),
        _ => None,
    };
    let mut courses = Vec::new();
    for v in first_vectors(a)? {
        let w = only(b, Some(v))?;
        if only(a, Some(w))? != v || Vector::new(v.dx + w.dx, v.dy + w.dy) == Vector::ZERO {
            return None;
        }
        courses.push(Course(vec![v, w]));
    }
    let count = Count { min: 1, max: group.count.max.map(|n| n * 2) };
    let leg = Leg { count, avoids_origin: true, ..a.clone() };
    Some(vec![of_courses(m, leg, courses, *joint)])
}

/// A leg of a single step, and its joint.
fn simple_step(link: &Link) -> Option<(&Leg, &Joint)> {
    simple(link).filter(|(leg, _)| leg.count == Count::ONCE)
}

/// Copies that keep the vectors of the first turn alike at every joint: `(mW-F)*` is `(W-frF)lf0(W-flF)rf0`.
fn frozen_as_turning(m: &Move) -> Option<Vec<Move>> {
    let [Link { part: Part::Group(group), joint }] = &m.chain.links[..] else { return None };
    if !group.frozen {
        return None;
    }
    let legs: Vec<(&Leg, Joint)> =
        group.body.links.iter().map(|link| plain(link).map(|(leg, joint)| (leg, *joint))).collect::<Option<_>>()?;
    let mut paths: Vec<Vec<Vector>> = vec![Vec::new()];
    for (leg, _) in &legs {
        let mut longer = Vec::new();
        for path in &paths {
            for course in leg.steps.courses(path.last().copied()) {
                let v = *course.0.first().filter(|_| course.0.len() == 1)?;
                longer.push([&path[..], &[v]].concat());
            }
        }
        paths = longer;
    }
    // Paths that are turned copies of each other can have the same letters.
    let turned = |path: &[Vector]| path.iter().map(|v| Vector::new(v.dy, -v.dx)).collect::<Vec<_>>();
    let mut classes: Vec<Vec<Vec<Vector>>> = Vec::new();
    for path in paths {
        let same = classes.iter_mut().find(|class| {
            let mut other = class[0].clone();
            (0..3).any(|_| {
                other = turned(&other);
                other == path
            })
        });
        match same {
            Some(class) => class.push(path),
            None => classes.push(vec![path]),
        }
    }
    let of = |class: &Vec<Vec<Vector>>| {
        let link = |i: usize| {
            let (leg, joint) = legs[i];
            let last = legs.len() - 1;
            let turns = class.iter().flat_map(|path| {
                let heading = if i == 0 { path[last] } else { path[i - 1] };
                let start = (i == 0).then(|| (None, vec![path[0]]));
                [(Some(heading), vec![path[i]])].into_iter().chain(start)
            });
            let steps = by_heading(turns);
            // A heading that two paths share would let one go on as the other.
            let Steps::Turns(found) = &steps else { return None };
            found.iter().all(|t| t.heading.is_none() || t.courses.len() == 1).then(|| Link {
                part: Part::Leg(Leg { steps: steps.clone(), ..leg.clone() }),
                joint: if i == last { Joint::NONE } else { joint },
            })
        };
        let body = (0..legs.len()).map(link).collect::<Option<Vec<_>>>()?;
        let group = Group { body: Chain { links: body }, frozen: false, ..group.clone() };
        Some(with_chain(m, vec![Link { part: Part::Group(group), joint: *joint }]))
    };
    classes.iter().map(of).collect()
}

/// Copies in each of which nothing but the vectors of the first can follow keep these: `(W-frF)lf0` is half of
/// `(mW-F)*`.
fn turning_as_frozen(m: &Move) -> Option<Vec<Move>> {
    let links = &m.chain.links;
    let [Link { part: Part::Group(group), joint }, rest @ ..] = &links[..] else { return None };
    if group.frozen {
        return None;
    }
    let legs: Vec<&Leg> = group.body.links.iter().map(|link| plain(link).map(|(leg, _)| leg)).collect::<Option<_>>()?;
    let only = |leg: &Leg, heading: Vector| match leg.steps.courses(Some(heading)) {
        [Course(one)] if one.len() == 1 => Some(one[0]),
        _ => None,
    };
    let firsts = first_vectors(legs.first()?)?;
    for &first in &firsts {
        let last = legs[1..].iter().try_fold(first, |heading, leg| only(leg, heading))?;
        if only(legs[0], last)? != first {
            return None;
        }
    }
    let mut group = group.clone();
    group.frozen = true;
    let Part::Leg(leg) = &mut group.body.links.first_mut()?.part else { return None };
    leg.steps = starting(firsts.into_iter().map(Course::straight).collect());
    let first = Link { part: Part::Group(group), joint: *joint };
    Some(vec![with_chain(m, [&[first], rest].concat())])
}

/// A ride of leaps with one path each is its steps, repeated with the same vectors: `nNN` of `xbetza` is `(mW-F)*` of
/// `bex`.
fn lame_ride_as_group(m: &Move) -> Option<Vec<Move>> {
    let [link] = &m.chain.links[..] else { return None };
    let (leg, end) = plain(link).filter(|(leg, _)| leg.is_ride() && leg.footing == Footing::OrthogonalFirst)?;
    if leg.pass != Pass::Clear {
        return None;
    }
    let once = Link { part: Part::Leg(Leg { count: Count::ONCE, ..leg.clone() }), joint: Joint::NONE };
    let body = match step_by_step(&with_chain(m, vec![once]))?.as_slice() {
        [one] => one.chain.clone(),
        _ => return None,
    };
    let group = Group { body, count: leg.count, between: Joint::on(Transit::EMPTY), frozen: true };
    Some(vec![with_chain(m, vec![Link { part: Part::Group(group), joint: *end }])])
}

/// The reverse of it.
fn group_as_lame_ride(m: &Move) -> Option<Vec<Move>> {
    let [Link { part: Part::Group(group), joint }] = &m.chain.links[..] else { return None };
    if !group.frozen || group.between != Joint::on(Transit::EMPTY) {
        return None;
    }
    let leap = one_leap(&with_chain(m, group.body.links.clone()))?;
    let [Move { chain: Chain { links }, .. }] = &leap[..] else { return None };
    let [Link { part: Part::Leg(leg), .. }] = &links[..] else { return None };
    let ride = Leg { count: group.count, ..leg.clone() };
    Some(vec![with_chain(m, vec![Link { part: Part::Leg(ride), joint: *joint }])])
}

/// The most legs of a repetition that is written out.
const LEGS_WRITTEN_OUT: usize = 8;

/// A repetition of few copies that ends the move is a chain that may stop after each of them: `Nrf3` is `[N?frN?frN]`.
fn copies_in_one_chain(m: &Move) -> Option<Vec<Move>> {
    let (Link { part: Part::Group(group), joint }, before) = m.chain.links.split_last()? else { return None };
    let max = group.count.max.map(usize::from).filter(|n| n * group.body.links.len() <= LEGS_WRITTEN_OUT)?;
    let landing = joint.stop.filter(|_| joint.onward.is_closed())?;
    if group.frozen || group.between.stop.is_some() || group.count.min != 1 {
        return None;
    }
    let mut chain = before.to_vec();
    for copy in 1..=max {
        chain.extend(group.body.links.iter().cloned());
        chain.last_mut()?.joint = if copy == max { *joint } else { Joint::on_or_stop(group.between.onward, landing) };
    }
    Some(vec![with_chain(m, resolve(&draft(&Chain { links: chain })).links)])
}

/// A repetition of few copies is a move for each number of them: `Wx3` is `WxWxW`, `Nrf2` is `N` and `N-rfN`.
fn copy_by_copy(m: &Move) -> Option<Vec<Move>> {
    let links = &m.chain.links;
    let at = links.iter().position(|l| matches!(l.part, Part::Group(_)))?;
    let Link { part: Part::Group(group), joint } = &links[at] else { return None };
    let max = group.count.max.map(usize::from).filter(|n| n * group.body.links.len() <= LEGS_WRITTEN_OUT)?;
    if group.frozen || group.between.stop.is_some() {
        return None;
    }
    let copies = |n: usize| {
        let mut chain = links[..at].to_vec();
        for copy in 1..=n {
            chain.extend(group.body.links.iter().cloned());
            chain.last_mut()?.joint = if copy == n { *joint } else { group.between };
        }
        chain.extend(links[at + 1..].iter().cloned());
        Some(with_chain(m, resolve(&draft(&Chain { links: chain })).links))
    };
    (group.count.min.into()..=max).map(copies).collect()
}
