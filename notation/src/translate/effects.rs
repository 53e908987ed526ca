//! Rules for the exotic captures and effects of `bex`: the same moves as legs that go to the victim and back.

use super::{Rule, ends_straight as ends, first_vectors, simple, starting, turning, with_chain};
use betza_ir::geometry::Vector;
use betza_ir::{
    Acts, Chain, Count, Course, Effect, Group, Joint, Landing, Leg, Link, Modes, Move, Part, Pass, Piece, Span, Steps,
    Transit, Turn,
};

/// From effects to legs, in the order in which they are tried.
pub(super) const TO_LEGS: &[Rule] = &[approach, withdraw, ranged, swapped_in_one, swapped, returned];

/// Captures on the way of one leg as several legs.
pub(super) const TAKEN_APART: &[Rule] = &[taken_on_the_way, taken_apart];

/// For `betza2`, which has explosions, and puts down what was captured where a leg ends.
pub(super) const FOR_BETZA2: &[Rule] = &[vanished, as_swap];

/// For `xbetza` and `fsf`, where one leg may put down what it captured.
pub(super) const FOR_XBETZA: &[Rule] = &[in_one_leg];

/// From legs to effects, for `bex`.
pub(super) const FROM_LEGS: &[Rule] = &[as_vanished, as_ranged, in_one_leg, as_swap];

/// The unit of a direction: the vector by its lowest terms.
fn unit(v: Vector) -> Vector {
    let (mut a, mut b) = (v.dx.unsigned_abs(), v.dy.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let by = i16::try_from(a.max(1)).unwrap_or(1);
    Vector::new(v.dx / by, v.dy / by)
}

fn back(v: Vector) -> Vector {
    Vector::new(-v.dx, -v.dy)
}

fn leap(steps: Steps, joint: Joint) -> Link {
    Link { part: Part::Leg(Leg::leap(steps)), joint }
}

/// Capture by approach: on to the victim, and back to where the move ends. `[ca]R` is `mR-WxbW`.
fn approach(m: &Move) -> Option<Vec<Move>> {
    let [before @ .., last, effect] = &m.chain.links[..] else { return None };
    if effect.part != Part::Effect(Effect::Approach) || last.joint != Joint::on(Transit::EMPTY) {
        return None;
    }
    let Part::Leg(leg) = &last.part else { return None };
    let vectors = ends(leg)?;
    let mut links = before.to_vec();
    links.push(last.clone());
    links.push(leap(turning(vectors.iter().map(|&v| (v, unit(v)))), Joint::on(Transit::TAKE_FOE)));
    links.push(leap(turning(vectors.iter().map(|&v| (unit(v), back(unit(v))))), effect.joint));
    Some(vec![with_chain(m, links)])
}

/// Capture by withdrawal: to the victim, back to the origin, and straight on. `[cw]Q` is `mKxbK-Q`.
fn withdraw(m: &Move) -> Option<Vec<Move>> {
    let [first, effect] = &m.chain.links[..] else { return None };
    if effect.part != Part::Effect(Effect::Withdraw) || first.joint != Joint::on(Transit::EMPTY) {
        return None;
    }
    let Part::Leg(leg) = &first.part else { return None };
    let vectors = ends(leg)?;
    let steps = starting(vectors.iter().map(|&v| Course::straight(back(unit(v)))).collect());
    let on = Leg { steps: turning(vectors.iter().map(|&v| (unit(v), v))), ..leg.clone() };
    let links = vec![
        leap(steps, Joint::on(Transit::TAKE_FOE)),
        leap(turning(vectors.iter().map(|&v| (back(unit(v)), unit(v)))), Joint::on(Transit::EMPTY)),
        Link { part: Part::Leg(on), joint: effect.joint },
    ];
    Some(vec![with_chain(m, links)])
}

/// A leg back over the way that a leg has come.
fn return_leg(leg: &Leg) -> Option<Leg> {
    let vectors = ends(leg)?;
    let steps = turning(vectors.iter().map(|&v| (v, back(v))));
    let span = if leg.is_ride() { Span::SameKingSteps } else { Span::Free };
    let count = if leg.is_ride() { Count::UNLIMITED } else { leg.count };
    Some(Leg { steps, span, count, ..leg.clone() })
}

/// The one leg of a move that a bracket names, in the directions that it has after these headings. Headings do not turn
/// it.
fn named(m: &Move, headings: Option<&[Vector]>) -> Option<(Leg, Landing)> {
    let [link] = &m.chain.links[..] else { return None };
    let (leg, joint) = simple(link)?;
    let vectors = first_vectors(leg)?;
    let landing = joint.stop?;
    let is_plain = m.condition.is_empty() && m.sectors == betza_ir::Sectors::ALL && landing.victims.is_empty();
    if !is_plain || vectors.contains(&Vector::ZERO) {
        return None;
    }
    let steps = match headings {
        None => leg.steps.clone(),
        Some(headings) => turning(headings.iter().flat_map(|&h| vectors.iter().map(move |&v| (h, v)))),
    };
    Some((Leg { steps, ..leg.clone() }, landing))
}

/// The end of a move on a square that its mover has left: it is empty, so that `m` need not be said.
const HOME: Joint = Joint::end(Landing::MOVE_OR_CAPTURE);

/// The end of a part behind which an effect follows.
const ON: Joint = Joint::on(Transit::EMPTY);

/// What stands around an effect of a move.
struct Around<'a> {
    before: &'a [Link],
    effect: &'a Link,
    /// Effects only.
    after: &'a [Link],
    /// The headings in which the effect is met; `None` at the start of a move.
    headings: Option<Vec<Vector>>,
}

/// The first effect of a move of legs and effects.
fn around(m: &Move) -> Option<Around<'_>> {
    let links = &m.chain.links;
    let at = links.iter().position(|l| matches!(l.part, Part::Effect(_)))?;
    let (before, effect, after) = (&links[..at], &links[at], &links[at + 1..]);
    let sound = effect.joint == Joint::end(Landing::MOVE) || effect.joint == Joint::on(Transit::EMPTY);
    let headings = match before.last() {
        None => None,
        Some(Link { part: Part::Leg(leg), .. }) => Some(ends(leg)?),
        Some(_) => return None,
    };
    let effects = after.iter().all(|l| matches!(l.part, Part::Effect(_)));
    (sound && effects).then_some(Around { before, effect, after, headings })
}

/// A capture at a distance: to the victim and back. `[crK]` is `KxbK`, `[crR]` is `RxebR`.
fn ranged(m: &Move) -> Option<Vec<Move>> {
    let Around { before, effect, after, headings } = around(m)?;
    let Part::Effect(Effect::Ranged(named_moves)) = &effect.part else { return None };
    let mut all = Vec::new();
    for inner in named_moves {
        let (leg, landing) = named(inner, headings.as_deref())?;
        if !landing.modes.contains(Modes::CAPTURE) {
            continue;
        }
        let home = return_leg(&leg)?;
        let mut links = before.to_vec();
        links.push(Link { part: Part::Leg(leg), joint: Joint::on(Transit::TAKE_FOE) });
        links.push(Link { part: Part::Leg(home), joint: if after.is_empty() { HOME } else { effect.joint } });
        links.extend(after.iter().cloned());
        all.push(with_chain(m, links));
    }
    (!all.is_empty()).then_some(all)
}

/// A swap of places as one leg that puts its victim down where it started (`u` in `xbetza`): `[xwQ]` is `ucQ`.
fn swapped_in_one(m: &Move) -> Option<Vec<Move>> {
    swaps(m, &|leg| {
        let leg = Leg { unloads: true, ..leg };
        Some(vec![Link { part: Part::Leg(leg), joint: Joint::end(Landing::CAPTURE) }])
    })
}

/// A swap of places as three legs: to the victim, back to put it down, and to its square. `[xwW]` is `cW-buW-bmW`.
fn swapped(m: &Move) -> Option<Vec<Move>> {
    swaps(m, &|leg| exchange(&leg))
}

/// To a victim, back to put it down, and to its square.
fn exchange(leg: &Leg) -> Option<Vec<Link>> {
    let home = return_leg(leg)?;
    let vectors = ends(leg)?;
    let again = Leg { steps: turning(vectors.iter().map(|&v| (back(v), v))), ..home.clone() };
    let put = Transit::new(Acts::SWAP, Acts::SWAP, Acts::SWAP);
    Some(vec![
        Link { part: Part::Leg(leg.clone()), joint: Joint::on(Transit::TAKE_FOE) },
        Link { part: Part::Leg(home), joint: Joint::on(put) },
        Link { part: Part::Leg(again), joint: Joint::end(Landing::MOVE) },
    ])
}

fn swaps(m: &Move, links: &dyn Fn(Leg) -> Option<Vec<Link>>) -> Option<Vec<Move>> {
    let Around { before, effect, after, .. } = around(m)?;
    let Part::Effect(Effect::SwapPlaces(named_moves)) = &effect.part else { return None };
    if !(before.is_empty() && after.is_empty()) {
        return None;
    }
    let mut all = Vec::new();
    for inner in named_moves {
        all.push(with_chain(m, links(named(inner, None)?.0)?));
    }
    Some(all)
}

/// A return to the origin after one leg: `cK--[xo]` is `KxbK`, `mK--[xo]` is `K-bK`.
fn returned(m: &Move) -> Option<Vec<Move>> {
    let Around { before: [first], effect, after: [], .. } = around(m)? else { return None };
    if effect.part != Part::Effect(Effect::Return) {
        return None;
    }
    let (leg, _) = simple(first)?;
    Some(vec![with_chain(m, vec![first.clone(), Link { part: Part::Leg(return_leg(leg)?), joint: HOME }])])
}

/// A capture by leaping over any pieces that stand apart: to the first, beyond it to an empty square and on to the
/// next, and on. `[cl]R` is `mRxR` and `mRx(W-R)x0xR`.
fn taken_apart(m: &Move) -> Option<Vec<Move>> {
    let [link] = &m.chain.links[..] else { return None };
    let Part::Leg(leg) = &link.part else { return None };
    let ride = Leg { pass: Pass::Clear, ..leg.clone() };
    let plain = simple(&Link { part: Part::Leg(ride.clone()), joint: link.joint }).is_some();
    let vectors = first_vectors(leg)?;
    let ends_well = plain && leg.count == Count::UNLIMITED && link.joint.stop == Some(Landing::MOVE);
    if leg.pass != Pass::TakeApart || !ends_well || vectors.iter().any(|&v| unit(v) != v) {
        return None;
    }
    let on = turning(vectors.iter().map(|&v| (v, v)));
    let take = Joint::on(Transit::TAKE_FOE);
    let part = |steps: &Steps, count, joint| Link {
        part: Part::Leg(Leg { steps: steps.clone(), count, ..ride.clone() }),
        joint,
    };
    let first = part(&ride.steps, Count::UNLIMITED, take);
    let last = part(&on, Count::UNLIMITED, link.joint);
    let body = vec![part(&on, Count::ONCE, Joint::on(Transit::EMPTY)), part(&on, Count::UNLIMITED, Joint::NONE)];
    let group = Group { body: Chain { links: body }, count: Count::UNLIMITED, between: take, frozen: false };
    let more = Link { part: Part::Group(group), joint: take };
    Some(vec![with_chain(m, vec![first.clone(), last.clone()]), with_chain(m, vec![first, more, last])])
}

/// A mover that is removed explodes, and its only fragment stays and does nothing (`xxO` in `betza2`).
fn vanished(m: &Move) -> Option<Vec<Move>> {
    let Around { before, effect, after: [], headings } = around(m)? else { return None };
    if effect.part != Part::Effect(Effect::Vanish) {
        return None;
    }
    let stay = match headings {
        None => starting(vec![Course::straight(Vector::ZERO)]),
        Some(headings) => turning(headings.into_iter().map(|h| (h, Vector::ZERO))),
    };
    let fragments = vec![Chain { links: vec![leap(stay, HOME)] }];
    let erupt = Effect::Erupt { fragments, explodes: true };
    let mut links = before.to_vec();
    links.push(Link { part: Part::Effect(erupt), joint: Joint::end(Landing::MOVE) });
    Some(vec![with_chain(m, links)])
}

/// The same the other way round: an explosion whose only fragment stays removes the mover and nothing else.
fn as_vanished(m: &Move) -> Option<Vec<Move>> {
    let [before @ .., last] = &m.chain.links[..] else { return None };
    let Part::Effect(Effect::Erupt { fragments, explodes: true }) = &last.part else { return None };
    let [Chain { links }] = &fragments[..] else { return None };
    let [Link { part: Part::Leg(leg), joint: HOME }] = &links[..] else { return None };
    let Steps::Turns(turns) = &leg.steps else { return None };
    if turns.iter().any(|turn| turn.courses != [Course::straight(Vector::ZERO)]) {
        return None;
    }
    let mut links = before.to_vec();
    links.push(Link { part: Part::Effect(Effect::Vanish), joint: last.joint });
    Some(vec![with_chain(m, links)])
}

/// A capture from which the mover comes back by the same way, or a step and back without one: `KxbK` is `[crK]`,
/// `R-ebR` is `mR--[xo]`.
fn as_ranged(m: &Move) -> Option<Vec<Move>> {
    let [first, second, rest @ ..] = &m.chain.links[..] else { return None };
    let ((leg, joint), Part::Leg(home)) = (simple(first)?, &second.part) else { return None };
    let only_effects = rest.iter().all(|link| matches!(link.part, Part::Effect(_)));
    let back_home = return_leg(leg)?;
    let span = |span| Leg { span, ..back_home.clone() };
    let steps = Leg { count: leg.count, ..span(Span::SameSteps) };
    let known = [back_home.clone(), span(Span::SameSteps), Leg { count: leg.count, ..back_home.clone() }, steps];
    let ends = if rest.is_empty() { [HOME, Joint::end(Landing::MOVE)] } else { [ON, ON] };
    if !known.contains(home) || !ends.contains(&second.joint) || !only_effects {
        return None;
    }
    let joint_after = if rest.is_empty() { Joint::end(Landing::MOVE) } else { ON };
    let effect = |effect| Link { part: Part::Effect(effect), joint: joint_after };
    let followed = |links: Vec<Link>| Some(vec![with_chain(m, [links, rest.to_vec()].concat())]);
    if *joint == Joint::on(Transit::TAKE_FOE) {
        let named = Link { joint: Joint::end(Landing::MOVE_OR_CAPTURE), ..first.clone() };
        let named = Move::new(Chain { links: vec![named] });
        return followed(vec![effect(Effect::Ranged(Piece::of(vec![named]).moves))]);
    }
    followed(vec![first.clone(), effect(Effect::Return)])
}

/// Three legs that change places, to the victim, back to put it down and there again, are one: `cR-ebuR-ebmR` is `ucR`.
fn in_one_leg(m: &Move) -> Option<Vec<Move>> {
    let [first, _, last] = &m.chain.links[..] else { return None };
    let (leg, _) = simple(first)?;
    // The square that the victim has left is empty, so that `m` need not be said.
    let ends = [HOME, Joint::end(Landing::MOVE)].contains(&last.joint);
    let expected = exchange(leg)?;
    let legs_are = |span| {
        expected.iter().zip(&m.chain.links).all(|(link, own)| match (&link.part, &own.part) {
            (Part::Leg(a), Part::Leg(b)) if a.span != Span::Free => Leg { span, ..a.clone() } == *b,
            (a, b) => a == b,
        })
    };
    let joints_are = expected[..2].iter().zip(&m.chain.links).all(|(link, own)| link.joint == own.joint);
    if !ends || !joints_are || ![Span::SameKingSteps, Span::SameSteps].into_iter().any(legs_are) {
        return None;
    }
    let leg = Leg { unloads: true, ..leg.clone() };
    Some(vec![with_chain(m, vec![Link { part: Part::Leg(leg), joint: Joint::end(Landing::CAPTURE) }])])
}

/// A capture whose victim is put down where the mover started: `ucQ` is `[xwQ]`.
fn as_swap(m: &Move) -> Option<Vec<Move>> {
    let [Link { part: Part::Leg(leg), joint }] = &m.chain.links[..] else { return None };
    if !leg.unloads || *joint != Joint::end(Landing::CAPTURE) {
        return None;
    }
    let leg = Leg { unloads: false, ..leg.clone() };
    let named = Move::new(Chain { links: vec![Link { part: Part::Leg(leg), joint: HOME }] });
    let swap = Effect::SwapPlaces(Piece::of(vec![named]).moves);
    Some(vec![with_chain(m, vec![Link { part: Part::Effect(swap), joint: Joint::end(Landing::MOVE) }])])
}

/// How many squares a ride or leap that captures on its way may cross, if they are counted out.
const COUNTED_OUT: u16 = 8;

/// A capture by leaping over one piece: to the victim, and on. `[cj]Q` is `mQxQ`, `[cj]D` is `mWxW`.
fn taken_on_the_way(m: &Move) -> Option<Vec<Move>> {
    let [before @ .., link] = &m.chain.links[..] else { return None };
    let Part::Leg(leg) = &link.part else { return None };
    let plain = Leg { pass: Pass::Clear, ..leg.clone() };
    let probe = Link { part: Part::Leg(plain.clone()), joint: link.joint };
    if leg.pass != Pass::TakeOne || simple(&probe).is_none() || link.joint.stop != Some(Landing::MOVE) {
        return None;
    }
    let Steps::Turns(turns) = &leg.steps else { return None };
    let vectors = ends(leg)?;
    let length = |v: Vector| v.dx.unsigned_abs().max(v.dy.unsigned_abs()) / unit(v).king_steps().max(1);
    let squares = length(*vectors.first()?);
    if vectors.iter().any(|&v| length(v) != squares) {
        return None;
    }
    let small = Turn::clone;
    let to = Steps::Turns(
        turns
            .iter()
            .map(|t| {
                let courses = t.courses.iter().map(|c| Course::straight(unit(c.0[0]))).collect();
                Turn { courses, ..small(t) }
            })
            .collect(),
    );
    let on = turning(vectors.iter().map(|&v| (unit(v), unit(v))));
    let part = |steps: &Steps, count| Part::Leg(Leg { steps: steps.clone(), count, ..Leg::leap(Steps::Anywhere) });
    let path = |to_count, on_count| {
        let mut links = before.to_vec();
        links.push(Link { part: part(&to, to_count), joint: Joint::on(Transit::TAKE_FOE) });
        links.push(Link { part: part(&on, on_count), joint: link.joint });
        with_chain(m, links)
    };
    match (squares, leg.count) {
        (1, Count::UNLIMITED) => Some(vec![path(Count::UNLIMITED, Count::UNLIMITED)]),
        (1, Count { min: 1, max: Some(n @ 2..=COUNTED_OUT) }) => {
            Some((1..n).map(|i| path(Count::exactly(i), Count::up_to(n - i))).collect())
        }
        (n @ 2..=COUNTED_OUT, Count::ONCE) => {
            Some((1..n).map(|i| path(Count::exactly(i), Count::exactly(n - i))).collect())
        }
        _ => None,
    }
}
