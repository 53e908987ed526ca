//! Translation: rewrites a piece in terms that a dialect can express, where it cannot express the piece as it is.
//!
//! [`write`](super::write) gives a notation that reads back as the same IR. [`translate`] promises less, the same moves
//! on every board. A move that the dialect cannot express is rewritten by [`rules`], each of which keeps the set of
//! paths. For example, a leg where the move may end or continue becomes two moves (`FtR` is `F` and `F-R`), a Queen in
//! a first leg becomes a Rook and a Bishop, a grasshopper's hop becomes a ride to a piece and a step over it, and the
//! Xiangqi horse becomes `W-F`.

mod effects;
mod merge;
mod paths;
mod rides;
mod tries;

use super::{Diagnostic, Dialect, write};
use betza_ir::draft::{Draft, DraftLink, DraftPart, resolve};
use betza_ir::geometry::Vector;
use betza_ir::sorted::{self, distinct};
use betza_ir::{
    Acts, Chain, Condition, Count, Course, Effect, Footing, Joint, Leg, Link, Move, Part, Pass, Piece, Sectors, Span,
    Steps, Transit, Turn, Victims, Wrap,
};
use std::collections::BTreeMap;
use std::rc::Rc;
use tries::{MERGED, Tries};

/// Pieces of more legs together are written as they are or not at all, since all ways to restate them take seconds.
const LONGEST: usize = 256;

/// Writes a piece in a dialect, in the shortest notation that is found and has the same moves on every board: one that
/// reads as the same IR, or one whose moves are rewritten.
///
/// # Errors
/// A [`Code::CannotSay`](super::Code::CannotSay) diagnostic that names what the dialect cannot express; its span is
/// empty.
pub fn translate(piece: &Piece, dialect: Dialect) -> Result<String, Diagnostic> {
    let piece = &first_moves(piece, dialect);
    let first = write(piece, dialect);
    if legs(piece) > LONGEST {
        return first;
    }
    let mut found: Vec<String> = first.iter().cloned().collect();
    let mut error = first.err();
    let own = error.clone();
    let apart = merge::apart(&piece.moves);
    let mut ways = vec![piece.moves.clone(), joined(&piece.moves), rides::whole_rounds(&piece.moves)];
    if apart.len() <= MERGED {
        ways.push(merge::merged(&apart, &|_, _, _| true));
        ways.push(apart);
    }
    if dialect == Dialect::Xbetza {
        let back_apart: Vec<_> = ways.iter().map(|moves| paths::back_apart(moves)).collect();
        ways.extend(back_apart);
    }
    ways.dedup();
    let tries = Tries::new(dialect);
    for moves in ways {
        match tries.restated(&moves) {
            Ok(moves) => {
                let moves = Piece::of(tries.side_by_side(tries.merged(&moves))).moves;
                match write(&Piece { moves, ..piece.clone() }, dialect) {
                    Ok(text) => found.push(text),
                    // Each move can be expressed by itself, so the error is that of the whole piece.
                    Err(_) => error.clone_from(&own),
                }
            }
            // The first way of taking the piece apart is the one that its text shows.
            Err(inner) if error == own => error = error.map(|_| inner),
            Err(_) => {}
        }
    }
    // Of equally short ones the first is taken, which reads as the same IR if one does.
    match (found.into_iter().min_by_key(|text| awkwardness(text, dialect)), error) {
        (Some(text), _) => Ok(text),
        (None, Some(error)) => Err(error),
        (None, None) => Err(super::writing::cannot(dialect, "this piece")),
    }
}

/// How many links the chains of a piece have together.
pub(super) fn legs(piece: &Piece) -> usize {
    piece.moves.iter().map(|m| m.chain.links.len()).sum()
}

/// The piece with its first moves as the dialect has them: `i` of `fsf` holds in the region of double steps, that of
/// other dialects of a piece that has not moved. Outside of a game both hold of the same pieces (docs/notation, S11).
fn first_moves(piece: &Piece, dialect: Dialect) -> Piece {
    let (other, own) = match dialect {
        Dialect::Fsf => (Condition::UNMOVED, Condition::IN_DOUBLE_STEP_REGION),
        _ => (Condition::IN_DOUBLE_STEP_REGION, Condition::UNMOVED),
    };
    let mut piece = piece.clone();
    for m in piece.moves.iter_mut().filter(|m| m.condition == other) {
        m.condition = own;
    }
    piece
}

/// The length of a text, and more for what the dialect's source does not show.
fn awkwardness(text: &str, dialect: Dialect) -> usize {
    let rides_over = |c: char| text.contains(&format!("j{c}")) || text.contains(&format!("jc{c}"));
    // Where there are exact numbers, `W03` says it.
    let lame = text.contains("nH") || text.contains("nG");
    let strange = match dialect {
        Dialect::Betza2 => "RBQ".chars().any(rides_over) || lame,
        Dialect::Xbetza => text.contains('h') && !text.contains("hrN") && !text.contains("hlN"),
        Dialect::Bex => (text.contains(['a', 'h']) && !text.contains("[ca]")) || lame,
        _ => false,
    };
    text.len() + if strange { 8 } else { 0 }
}

/// Rules whose result is the simpler way to say a move, where the dialect has words for it.
const SIMPLER: &[Rule] = &[one_leap, one_ride, over_the_hurdle, rides::endless_circle, rides::zigzag_of_group];

/// Rewrites a move; `None` where the rule does not apply.
type Rule = fn(&Move) -> Option<Vec<Move>>;

/// Every rule for a dialect, in the order in which they are tried, and whether it takes a move apart, so that what a
/// part lacks is what the move lacks. The moves that come out are together the one that went in.
fn rules(dialect: Dialect) -> impl Iterator<Item = (Rule, bool)> {
    let effects = if dialect == Dialect::Bex { effects::FROM_LEGS } else { effects::TO_LEGS };
    let own = match dialect {
        Dialect::Betza2 => effects::FOR_BETZA2,
        Dialect::Xbetza | Dialect::Fsf => effects::FOR_XBETZA,
        _ => &[],
    };
    let all: [(&[Rule], bool); 10] = [
        (&[one_leap, one_ride], false),
        (effects, true),
        (own, true),
        (effects::TAKEN_APART, false),
        (rides::RULES, false),
        (paths::RULES_OF_WHOLES, false),
        (&[stop_or_go, by_size, by_act, by_side], true),
        (&[over_the_hurdle, step_by_step], false),
        (paths::RULES_OF_STARTS, false),
        (rides::WRITTEN_OUT, false),
    ];
    all.into_iter().flat_map(|(rules, splits)| rules.iter().map(move |&rule| (rule, splits)))
}

/// The same conditions on another chain.
fn with_chain(m: &Move, links: Vec<Link>) -> Move {
    Move { chain: Chain { links }, ..m.clone() }
}

/// The leg and joint of a link that is a leg with nothing special but count, footing and pass.
fn plain(link: &Link) -> Option<(&Leg, &Joint)> {
    let Part::Leg(leg) = &link.part else { return None };
    let is_plain = leg.span == Span::Free
        && leg.wrap == Wrap::None
        && !(leg.skips_first || leg.avoids_origin || leg.unloads)
        && leg.steps != Steps::Anywhere;
    is_plain.then_some((leg, &link.joint))
}

/// A plain leg that passes empty squares only and whose steps are leaps.
fn simple(link: &Link) -> Option<(&Leg, &Joint)> {
    plain(link).filter(|(leg, _)| leg.footing == Footing::Leap && leg.pass == Pass::Clear)
}

/// The vectors of a leg that starts a move, all straight.
fn first_vectors(leg: &Leg) -> Option<Vec<Vector>> {
    let courses = leg.steps.courses(None);
    courses.iter().map(|c| (c.0.len() == 1).then(|| c.0[0])).collect()
}

/// The vectors of a leg in all its headings, if all its courses are straight and none stays where it is.
fn ends_straight(leg: &Leg) -> Option<Vec<Vector>> {
    let Steps::Turns(turns) = &leg.steps else { return None };
    let courses = turns.iter().flat_map(|t| &t.courses);
    let found: Option<Vec<Vector>> = courses.map(|c| (c.0.len() == 1).then(|| c.0[0])).collect();
    found.filter(|all| !all.contains(&Vector::ZERO)).map(distinct)
}

/// The same move, its first leg along these courses alone.
fn by_size_of(m: &Move, keep: &dyn Fn(&Course) -> bool) -> Move {
    let mut chain = m.chain.clone();
    if let Some(Link { part: Part::Leg(Leg { steps: Steps::Turns(turns), .. }), .. }) = chain.links.first_mut() {
        turns.iter_mut().for_each(|turn| turn.courses.retain(keep));
    }
    with_chain(m, resolve(&draft(&chain)).links)
}

/// Whether a later leg goes straight on, whichever of these steps came before.
fn goes_straight_on(leg: &Leg, before: &[Vector]) -> bool {
    before.iter().all(|&v| v != Vector::ZERO && leg.steps.courses(Some(v)) == [Course::straight(v)])
}

/// Steps of a first leg.
fn starting(courses: Vec<Course>) -> Steps {
    let mut courses = courses;
    sorted::sort(&mut courses);
    courses.dedup();
    Steps::Turns(vec![Turn { heading: None, courses }])
}

/// Steps of a later leg, by heading.
fn turning(pairs: impl Iterator<Item = (Vector, Vector)>) -> Steps {
    let mut turns: BTreeMap<Vector, Vec<Course>> = BTreeMap::new();
    for (heading, v) in pairs {
        turns.entry(heading).or_default().push(Course::straight(v));
    }
    let turn = |(heading, mut courses): (Vector, Vec<Course>)| {
        sorted::sort(&mut courses);
        courses.dedup();
        Turn { heading: Some(heading), courses }
    };
    Steps::Turns(turns.into_iter().map(turn).collect())
}

/// A ride to a piece and straight on over it is one leg: `pR-R` is `jR`, `pR-W` is `gR`.
fn one_ride(m: &Move) -> Option<Vec<Move>> {
    let [first, second] = &m.chain.links[..] else { return None };
    let ((ride, joint), (rest, end)) = (simple(first)?, simple(second)?);
    let straight = goes_straight_on(rest, &first_vectors(ride)?);
    if !straight || *joint != Joint::on(Transit::OCCUPIED) || ride.count.min != 1 {
        return None;
    }
    let (pass, count) = match (ride.count.max, rest.count) {
        (None, Count::UNLIMITED) => (Pass::Hop, Count::UNLIMITED),
        (max, Count::ONCE) => (Pass::HopOnto, Count { min: 1, max: max.map(|n| n.saturating_add(1)) }),
        _ => return None,
    };
    // With two squares in all, a piece on the first one is both hopped over and hopped right behind; the IR has one
    // form for it.
    let pass = if count.max == Some(2) { Pass::Hop } else { pass };
    let leg = Leg { pass, count, ..ride.clone() };
    Some(vec![with_chain(m, vec![Link { part: Part::Leg(leg), joint: *end }])])
}

/// Single steps straight on are a lame leap, or one over a piece: `W-W` is `nD`, `pW-W` is `jD`, and exactly three
/// steps of a Rook are `nH`; `W-F` is the leap of the Xiangqi horse.
fn one_leap(m: &Move) -> Option<Vec<Move>> {
    let legs: Option<Vec<(&Leg, &Joint)>> = m.chain.links.iter().map(simple).collect();
    let legs = legs?;
    let ((first, joint), (_, end)) = (*legs.first()?, *legs.last()?);
    let vectors = first_vectors(first)?;
    if vectors.is_empty() || vectors.iter().any(|v| v.size().0 != 1) {
        return None;
    }
    let leap = |vectors: Vec<Vector>, footing| {
        let steps = starting(vectors.into_iter().map(Course::straight).collect());
        let leg = Leg { footing, ..Leg::leap(steps) };
        Some(vec![with_chain(m, vec![Link { part: Part::Leg(leg), joint: *end }])])
    };
    let times = |n: u16| {
        let n = i16::try_from(n).ok()?;
        Some(vectors.iter().map(|v| Vector::new(v.dx * n, v.dy * n)).collect::<Vec<_>>())
    };
    if let [_] = legs[..] {
        let exact = first.count.max.filter(|&max| max == first.count.min && (2..=15).contains(&max))?;
        return leap(times(exact)?, Footing::Clear);
    }
    if legs.iter().any(|(leg, _)| leg.count != Count::ONCE) {
        return None;
    }
    let (later, between) = (&legs[1..], &legs[..legs.len() - 1]);
    if later.iter().all(|(leg, _)| goes_straight_on(leg, &vectors)) {
        let all_are = |onward| between.iter().all(|(_, joint)| **joint == Joint::on(onward));
        let footing = match legs.len() {
            _ if all_are(Transit::EMPTY) => Footing::Clear,
            2 if all_are(Transit::OCCUPIED) => Footing::Hurdle,
            _ => return None,
        };
        return leap(times(u16::try_from(legs.len()).ok()?)?, footing);
    }
    let [_, (second, _)] = legs[..] else { return None };
    if *joint != Joint::on(Transit::EMPTY) {
        return None;
    }
    let mut sums = Vec::new();
    for v in vectors {
        for course in second.steps.courses(Some(v)) {
            let w = *course.0.first().filter(|_| course.0.len() == 1)?;
            let sum = Vector::new(v.dx + w.dx, v.dy + w.dy);
            if v.size() != (1, 0) || w.size() != (1, 1) || sum.size() != (2, 1) {
                return None;
            }
            sums.push(sum);
        }
    }
    leap(sums, Footing::OrthogonalFirst)
}

/// A place where the move may end or go on makes two moves: `FtR` is `F` and `F-R`.
fn stop_or_go(m: &Move) -> Option<Vec<Move>> {
    if m.sectors != Sectors::ALL {
        return None;
    }
    let links = &m.chain.links;
    let at = links.iter().position(|link| link.joint.stop.is_some() && !link.joint.onward.is_closed())?;
    let changed = |joint: Joint, upto: usize| {
        let mut links = links[..upto].to_vec();
        links[at].joint = joint;
        with_chain(m, links)
    };
    let landing = links[at].joint.stop?;
    Some(vec![changed(Joint::end(landing), at + 1), changed(Joint::on(links[at].joint.onward), links.len())])
}

/// A first leg over vectors of several sizes (`Q`, `K`) makes a move for each.
fn by_size(m: &Move) -> Option<Vec<Move>> {
    let Part::Leg(Leg { steps: Steps::Turns(turns), .. }) = &m.chain.links.first()?.part else { return None };
    let courses: Vec<&Course> = turns.iter().flat_map(|t| &t.courses).collect();
    let mut sizes: Vec<(u16, u16)> = courses.iter().map(|c| c.0[0].size()).collect();
    sizes.sort_unstable();
    sizes.dedup();
    if sizes.len() < 2 || courses.iter().any(|c| c.0.len() > 1) {
        return None;
    }
    Some(sizes.into_iter().map(|size| by_size_of(m, &|c| c.0[0].size() == size)).collect())
}

/// The chain to be resolved anew: headings that no longer occur are dropped.
fn draft(chain: &Chain) -> Draft {
    let link = |link: &Link| {
        let part = match &link.part {
            Part::Leg(leg) => {
                let steps = leg.steps.clone();
                DraftPart::Leg(leg.clone(), Rc::new(move |heading| steps.courses(heading).to_vec()))
            }
            Part::Group(group) => DraftPart::Group(group.clone(), draft(&group.body)),
            Part::Choice(chains) => DraftPart::Choice(chains.iter().map(draft).collect()),
            Part::Effect(effect) => {
                let fragments = match effect {
                    Effect::Erupt { fragments, .. } => fragments.iter().map(draft).collect(),
                    _ => Vec::new(),
                };
                DraftPart::Effect(effect.clone(), fragments)
            }
        };
        DraftLink { part, joint: link.joint }
    };
    chain.links.iter().map(link).collect()
}

/// Each connecting square that does several things makes a move for each (`mcK-K` is `K-K` and `cK-K`).
fn by_act(m: &Move) -> Option<Vec<Move>> {
    let kinds = [Acts::PASS, Acts::TAKE, Acts::SWAP];
    let only = |t: &Transit, acts: Acts| Transit {
        empty: t.empty & acts,
        friend: t.friend & acts,
        foe: t.foe & acts,
        off: t.off & acts,
        victims: if acts == Acts::TAKE { t.victims } else { Victims::empty() },
    };
    split_joint(m, &|t| {
        let empty = Transit { empty: t.empty & Acts::PASS, ..Transit::default() };
        let off = Transit { off: t.off & Acts::PASS, ..Transit::default() };
        let without = Transit { empty: t.empty - Acts::PASS, off: t.off - Acts::PASS, ..*t };
        let rest = kinds.iter().map(|&acts| only(&without, acts));
        [empty, off].into_iter().chain(rest).collect()
    })
}

/// Each connecting square that does one thing to pieces of both sides makes a move for each.
fn by_side(m: &Move) -> Option<Vec<Move>> {
    split_joint(m, &|t| {
        if !t.empty.is_empty() || !t.off.is_empty() {
            return Vec::new();
        }
        vec![Transit { foe: Acts::empty(), ..*t }, Transit { friend: Acts::empty(), ..*t }]
    })
}

/// A move for each of several rules for the first connecting square that is more than one of them.
fn split_joint(m: &Move, rules: &dyn Fn(&Transit) -> Vec<Transit>) -> Option<Vec<Move>> {
    let links = &m.chain.links;
    for (i, link) in links.iter().enumerate().filter(|(_, link)| link.joint.stop.is_none()) {
        let mut parts = rules(&link.joint.onward);
        parts.retain(|part| !part.is_closed());
        if parts.len() > 1 {
            let part = |onward| {
                let mut links = links.clone();
                links[i].joint = Joint::on(onward);
                with_chain(m, links)
            };
            return Some(parts.into_iter().map(part).collect());
        }
    }
    None
}

/// A ride that lands right behind the piece it passes is a ride to that piece and a step over it: `gR` is `pR-W`. One
/// that lands anywhere behind it goes on as a ride: `jR` is `pR-R`.
fn over_the_hurdle(m: &Move) -> Option<Vec<Move>> {
    let [before @ .., link] = &m.chain.links[..] else { return None };
    let (leg, end) = plain(link)?;
    let far = leg.pass == Pass::Hop && leg.count == Count::UNLIMITED;
    if !(far || leg.pass == Pass::HopOnto) || leg.footing != Footing::Leap || leg.count.min != 1 {
        return None;
    }
    let vectors = ends_straight(leg)?;
    let max = match leg.count.max {
        Some(max) => Some(max.checked_sub(1).filter(|&n| n > 0)?),
        None => None,
    };
    let ride = Leg { pass: Pass::Clear, count: Count { min: 1, max }, ..leg.clone() };
    let step =
        Leg::leap(turning(vectors.iter().map(|&v| (v, v)))).times(if far { Count::UNLIMITED } else { Count::ONCE });
    let two = [
        Link { part: Part::Leg(ride), joint: Joint::on(Transit::OCCUPIED) },
        Link { part: Part::Leg(step), joint: *end },
    ];
    Some(vec![with_chain(m, [before, &two].concat())])
}

/// A lame oblique leap is its single steps: the Xiangqi horse is `W-F`, `nN` is `W-F` and `F-W`.
fn step_by_step(m: &Move) -> Option<Vec<Move>> {
    let [link] = &m.chain.links[..] else { return None };
    let (leg, end) = plain(link)?;
    let vectors = first_vectors(leg)?;
    let oblique = vectors.iter().all(|v| matches!(v.size(), (a, b) if a > b && b > 0));
    if !oblique || vectors.is_empty() || leg.count != Count::ONCE || leg.pass != Pass::Clear {
        return None;
    }
    let steps = |v: Vector, diagonal_first: bool| {
        let (long, short) = v.size();
        let diagonal = Vector::new(v.dx.signum(), v.dy.signum());
        let along = if v.dx.abs() > v.dy.abs() { Vector::new(diagonal.dx, 0) } else { Vector::new(0, diagonal.dy) };
        let mut steps = vec![along; usize::from(long - short)];
        steps.extend(vec![diagonal; usize::from(short)]);
        if diagonal_first {
            steps.reverse();
        }
        steps
    };
    let walked = |diagonal_first: bool| {
        let paths: Vec<Vec<Vector>> = vectors.iter().map(|&v| steps(v, diagonal_first)).collect();
        let length = paths[0].len();
        let link = |i: usize| {
            let steps = match i {
                0 => starting(paths.iter().map(|p| Course::straight(p[0])).collect()),
                i => turning(paths.iter().map(|p| (p[i - 1], p[i]))),
            };
            let joint = if i + 1 == length { *end } else { Joint::on(Transit::EMPTY) };
            Link { part: Part::Leg(Leg::leap(steps)), joint }
        };
        with_chain(m, (0..length).map(link).collect())
    };
    match leg.footing {
        Footing::OrthogonalFirst if is_one_size(&vectors) => Some(vec![walked(false)]),
        Footing::Clear if vectors.iter().all(|v| v.size() == (2, 1)) => Some(vec![walked(false), walked(true)]),
        _ => None,
    }
}

fn is_one_size(vectors: &[Vector]) -> bool {
    vectors.windows(2).all(|pair| pair[0].size() == pair[1].size())
}

/// The moves with `F` and `F-R` put together as `FtR`.
fn joined(moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    let mut i = 0;
    while i < moves.len() {
        let short = moves[i].clone();
        let [Link { part, joint: Joint { onward, stop: Some(landing) } }] = &short.chain.links[..] else {
            i += 1;
            continue;
        };
        let goes_on = |m: &Move| {
            let [first, _, ..] = &m.chain.links[..] else { return false };
            first.part == *part
                && first.joint == Joint::on(Transit::EMPTY)
                && (m.condition, m.sectors, m.leaves_en_passant)
                    == (short.condition, short.sectors, short.leaves_en_passant)
        };
        match moves.iter().position(goes_on).filter(|_| onward.is_closed() && short.sectors == Sectors::ALL) {
            Some(long) => {
                moves[long].chain.links[0].joint = Joint::on_or_stop(Transit::EMPTY, *landing);
                moves.remove(i);
            }
            None => i += 1,
        }
    }
    moves
}
