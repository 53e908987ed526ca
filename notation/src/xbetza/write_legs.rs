//! Writes moves of several legs: with `a` if all legs have one atom, else in brackets.

use super::atom::Atom;
use super::bracket::{Path, chooses, judged};
use super::leg::{self, all_but_back, own_but_back};
use super::modifiers::{Directions, Modifiers};
use super::write::{Writer, cover, first_sizes, manners, modes, name, numbered, sets_of, words};
use super::{Flavor, PATH_LIMIT};
use crate::direction::arrange;
use crate::letters::{self, Unlettered};
use crate::single::Term;
use betza_ir::geometry::Vector;
use betza_ir::sorted::{self, distinct};
use betza_ir::{Count, Course, Joint, Leg, Link, Move, Part, Span, Steps, Transit, Turn};
use std::collections::BTreeSet;

/// The legs and joints of a chain of legs.
fn links(m: &Move) -> Option<Vec<(&Leg, &Joint)>> {
    let leg = |link: &'_ Link| matches!(link.part, Part::Leg(_));
    m.chain.links.iter().all(leg).then(|| {
        m.chain
            .links
            .iter()
            .filter_map(|l| match &l.part {
                Part::Leg(leg) => Some((leg, &l.joint)),
                _ => None,
            })
            .collect()
    })
}

/// The letters that pass a square in this way and leave what follows as it is, or exchange its step and slide.
fn onward_letters(transit: Transit, exchanges: bool) -> Option<String> {
    let letters: &[char] = if exchanges { &['g', 'y', 't'] } else { &['m', 'c', 'd', 'p', 't', 'k'] };
    subsets(letters).into_iter().find(|text| {
        let ways = leg::onward(&modifiers(text));
        matches!(ways[..], [way] if way.transit == transit && way.exchanges == exchanges)
            && (!text.contains('t') || text.contains(['p', 'g']))
            && (!text.contains('k') || text.contains(['c', 'd']))
    })
}

/// Whether letters say what a square between legs must hold.
pub(super) fn can_go_on(transit: Transit) -> bool {
    [false, true].into_iter().any(|exchanges| onward_letters(transit, exchanges).is_some())
}

fn modifiers(text: &str) -> Modifiers {
    Modifiers::of_leg(text, 0, &mut Vec::new())
}

/// All subsets as texts, the shorter ones first.
fn subsets(letters: &[char]) -> Vec<String> {
    let mut all: Vec<String> = (0..1u32 << letters.len())
        .map(|bits| (0..letters.len()).filter(|i| bits >> i & 1 == 1).map(|i| letters[i]).collect())
        .collect();
    sorted::sort_by_key(&mut all, String::len);
    all
}

fn span_letter(leg: &Leg) -> &'static str {
    if leg.span == Span::SameSteps { "i" } else { "" }
}

/// `mafsW` and the like.
pub(super) fn with_a(writer: Writer, m: &Move, condition: &str) -> Option<Term> {
    let legs = links(m)?;
    if legs[..legs.len() - 1].iter().any(|(_, joint)| joint.stop.is_some()) {
        return None;
    }
    capitals(legs[0].0).into_iter().find_map(|(base, after)| {
        let atom = parse(&base, &after)?;
        let exchanges = exchanges(&atom, &legs)?;
        let mut before = condition.to_owned();
        for (i, (leg, joint)) in legs.iter().enumerate() {
            if i > 0 {
                before.push('a');
            }
            // As the `i` of a first leg, before the directions.
            before.push_str(span_letter(leg));
            before.push_str(&if leg.steps == Steps::Anywhere {
                String::new()
            } else if i == 0 {
                writer.directions(&leg.steps, &[atom.vectors()], letters::all)?
            } else {
                let default: Unlettered = if atom.is_eightfold() { all_but_back } else { own_but_back };
                writer.directions(&leg.steps, &[atom.ring()], default)?
            });
            before.push_str(&match joint.stop {
                Some(landing) => modes(landing),
                None => onward_letters(joint.onward, exchanges[i])?,
            });
            before.push_str(manners(leg, false).first()?);
        }
        let term = Term { before, base, after };
        writer.reads_as(&term, m).then_some(term)
    })
}

/// Capitals and numbers that the atom of a chain with this first leg may have.
fn capitals(first: &Leg) -> Vec<(String, String)> {
    if first.steps == Steps::Anywhere {
        return vec![("U".to_owned(), String::new())];
    }
    let sizes = first_sizes(&first.steps);
    let mut atoms: Vec<String> = Vec::new();
    if let [size] = sizes[..] {
        atoms.extend(name(size));
    }
    if sizes.iter().all(|s| s.0 == 1) {
        atoms.push("K".to_owned());
    }
    let mut all = Vec::new();
    for atom in atoms {
        all.extend(numbered(&atom, first));
        if first.count == Count::UNLIMITED {
            all.push((atom, "0".to_owned()));
        } else if first.count == Count::ONCE {
            all.push((atom, "1".to_owned()));
        }
    }
    all
}

/// The atom of a capital with its number.
fn parse(base: &str, after: &str) -> Option<Atom> {
    super::term::lone_atom(&format!("{base}{after}"))
}

/// The smallest set of legs after which step and slide must be exchanged so that every leg has its count.
fn exchanges(atom: &Atom, legs: &[(&Leg, &Joint)]) -> Option<Vec<bool>> {
    fn search(atom: &Atom, legs: &[(&Leg, &Joint)], at: usize, before: usize, chosen: &mut Vec<bool>) -> bool {
        if atom.count(before) != legs[at].0.count {
            return false;
        }
        if at + 1 == legs.len() {
            chosen.push(false);
            return true;
        }
        for exchange in [false, true] {
            if exchange && onward_letters(legs[at].1.onward, true).is_none() {
                continue;
            }
            chosen.push(exchange);
            if search(atom, legs, at + 1, before + usize::from(exchange), chosen) {
                return true;
            }
            chosen.pop();
        }
        false
    }
    if legs.len() > super::LEG_LIMIT {
        return None;
    }
    let mut chosen = Vec::new();
    search(atom, legs, 0, 0, &mut chosen).then_some(chosen)
}

/// `[F?R]` and the like.
pub(super) fn bracket(writer: Writer, m: &Move, condition: &str) -> Option<Term> {
    let legs = links(m)?;
    let mut outer: Vec<String> = vec![String::new()];
    outer.extend(legs.iter().filter_map(|(_, joint)| joint.stop).map(modes));
    sorted::sort_by_key(&mut outer, String::len);
    outer.dedup();
    let plain: Option<Vec<Member>> = members(writer, &legs);
    let inside = |outer: &str, members: &[Member], directions: &str| {
        let base = between(&legs, members, outer)?;
        let term = Term { before: format!("{condition}{directions}{outer}"), base, after: String::new() };
        writer.reads_as(&term, m).then_some(term)
    };
    let direct = plain.and_then(|members| outer.iter().find_map(|o| inside(o, &members, "")));
    direct.or_else(|| {
        let (members, directions) = chosen_before(writer, &legs)?;
        outer.iter().find_map(|o| inside(o, &members, &directions))
    })
}

/// A leg of a bracket: its direction letters, capital and number.
struct Member {
    directions: String,
    base: String,
    after: String,
}

/// The capitals of a leg: of its one size, or `K`.
fn atoms_of(steps: &Steps) -> Vec<String> {
    let sizes = first_sizes(steps);
    let mut atoms: Vec<String> = Vec::new();
    if let [size] = sizes[..] {
        atoms.extend(name(size));
    }
    if !sizes.is_empty() && sizes.iter().all(|s| s.0 == 1) {
        atoms.push("K".to_owned());
    }
    atoms
}

fn default_of(place: usize) -> Unlettered {
    if place == 0 { letters::all } else { letters::ahead }
}

/// The legs with letters that choose exactly their steps.
fn members(writer: Writer, legs: &[(&Leg, &Joint)]) -> Option<Vec<Member>> {
    let member = |(i, (leg, _)): (usize, &(&Leg, &Joint))| {
        if leg.steps == Steps::Anywhere {
            return Some(Member { directions: String::new(), base: "U".to_owned(), after: String::new() });
        }
        atoms_of(&leg.steps).into_iter().find_map(|atom| {
            let sets = sets_of(&atom, writer.flavor == Flavor::Fsf && i == 0);
            let directions = writer.directions(&leg.steps, &sets, default_of(i))?;
            let (base, after) = numbered(&atom, leg)?;
            Some(Member { directions, base, after })
        })
    };
    legs.iter().enumerate().map(member).collect()
}

/// The bracket, with mode letters where `outer` does not say them.
fn between(legs: &[(&Leg, &Joint)], members: &[Member], outer: &str) -> Option<String> {
    let shared = modifiers(outer);
    let mut text = String::from("[");
    for (i, ((leg, joint), member)) in legs.iter().zip(members).enumerate() {
        let letters = member_letters(joint, &shared)?;
        let end = match joint {
            _ if i + 1 == legs.len() => ']',
            Joint { stop: Some(_), .. } => '?',
            _ => '-',
        };
        let Member { directions, base, after, .. } = member;
        let manner = manners(leg, false);
        text.push_str(&format!("{}{directions}{letters}{}{base}{after}{end}", span_letter(leg), manner.first()?));
    }
    Some(text)
}

/// The letters of a joint inside of a bracket, where `shared` stands before it.
fn member_letters(joint: &Joint, shared: &Modifiers) -> Option<String> {
    let Some(stop) = joint.stop else { return onward_letters(joint.onward, false) };
    let is_last = joint.onward.is_closed();
    let mut options = subsets(&['m', 'c', 'd', 'e', 'k', 't']);
    options.insert(1, "mc".to_owned());
    options.into_iter().find(|text| {
        let own = modifiers(text);
        let landing = leg::landing_within(&own, shared, is_last);
        let onward = leg::onward(&own);
        landing == stop && (is_last || matches!(onward[..], [way] if way.transit == joint.onward))
    })
}

/// How many ways to choose wider directions of the legs are tried, in all.
const TRIES: usize = 1024;

/// Legs with letters that choose at least their steps, and letters before the bracket that choose among the paths of
/// those.
fn chosen_before(writer: Writer, legs: &[(&Leg, &Joint)]) -> Option<(Vec<Member>, String)> {
    let steps: Vec<&Steps> = legs.iter().map(|(leg, _)| &leg.steps).collect();
    let wanted = paths(steps.len(), |i, heading| steps[i].courses(heading).iter().map(|c| c.0[0]).collect())?;
    let wanted: BTreeSet<Path> = wanted.into_iter().collect();
    let marks = distinct(wanted.iter().map(judged));
    let tries = |each: usize| each.checked_pow(u32::try_from(steps.len()).unwrap_or(u32::MAX));
    let each = (1..=TRIES).take_while(|&each| tries(each).is_some_and(|all| all <= TRIES)).last()?;
    let options: Vec<Vec<Wide>> = steps.iter().enumerate().map(|(i, steps)| wider(writer, i, steps, each)).collect();
    let mut tried: Vec<Vec<&Wide>> = vec![Vec::new()];
    for leg in &options {
        tried = leg.iter().flat_map(|w| tried.iter().map(move |t| [&t[..], &[w]].concat())).collect();
    }
    tried.into_iter().find_map(|wide| {
        let all = paths(steps.len(), |i, heading| wide[i].vectors(i, heading))?;
        // PERF: no words tell apart two paths that are judged alike, so that most choices need no words tried.
        if all.iter().any(|path| marks.contains(&judged(path)) && !wanted.contains(path)) {
            return None;
        }
        let first = sets_of(&wide[0].atom, writer.flavor == Flavor::Fsf);
        let chosen = |ds: &Directions| all.iter().filter(|p| chooses(ds, p, &first)).cloned().collect();
        let words = if all.len() == wanted.len() { String::new() } else { cover(&wanted, chosen)? };
        let member = |(w, (leg, _)): (&&Wide, &(&Leg, &Joint))| {
            let (base, after) = numbered(&w.atom, leg)?;
            Some(Member { directions: w.text.clone(), base, after })
        };
        Some((wide.iter().zip(legs).map(member).collect::<Option<_>>()?, words))
    })
}

/// An atom and letters that choose at least the steps of a leg.
struct Wide {
    atom: String,
    sets: Vec<Vec<Vector>>,
    text: String,
    directions: Directions,
}

impl Wide {
    fn vectors(&self, place: usize, heading: Option<Vector>) -> Vec<Vector> {
        let heading = heading.unwrap_or(Vector::FORWARD);
        self.sets.iter().flat_map(|set| self.directions.choose(set, heading, default_of(place))).collect()
    }
}

/// Letters that choose at least these steps: those that choose little else first, and no letters.
fn wider(writer: Writer, place: usize, steps: &Steps, limit: usize) -> Vec<Wide> {
    let Steps::Turns(turns) = steps else { return Vec::new() };
    let mut found: Vec<(usize, Wide)> = Vec::new();
    for atom in atoms_of(steps) {
        let sets = sets_of(&atom, writer.flavor == Flavor::Fsf && place == 0);
        let like = writer.directions(&widened(steps, &sets), &sets, default_of(place));
        let words = words();
        let pairs = words.iter().flat_map(|a| words.iter().filter(move |b| *b > a).map(move |b| format!("{a}{b}")));
        for text in like.iter().cloned().chain([String::new()]).chain(words.iter().cloned()).chain(pairs) {
            let directions = modifiers(&text).directions;
            let wide = Wide { atom: atom.clone(), sets: sets.clone(), text, directions };
            let mut excess = 0;
            let covers = turns.iter().all(|turn| {
                let vectors = wide.vectors(place, turn.heading);
                excess += vectors.len().saturating_sub(turn.courses.len());
                turn.courses.iter().all(|c| vectors.contains(&c.0[0]))
            });
            if covers {
                let first = wide.text.is_empty() || like.as_ref() == Some(&wide.text);
                found.push((if first { 0 } else { excess }, wide));
            }
        }
    }
    sorted::sort_by_key(&mut found, |(excess, wide)| (*excess, wide.text.len()));
    let mut known = BTreeSet::new();
    let headings: Vec<Option<Vector>> =
        turns.iter().map(|t| t.heading).chain(sets_of("K", false).concat().into_iter().map(Some)).collect();
    // Letters that choose the same vectors are tried once.
    found.retain(|(_, wide)| {
        let headings = if place == 0 { &headings[..1] } else { &headings[..] };
        known.insert(headings.iter().map(|&h| wide.vectors(place, h)).collect::<Vec<_>>())
    });
    found.into_iter().map(|(_, wide)| wide).take(limit).collect()
}

/// All paths of so many steps; `None` if there are too many.
fn paths(legs: usize, steps: impl Fn(usize, Option<Vector>) -> Vec<Vector>) -> Option<Vec<Path>> {
    let mut paths: Vec<Path> = vec![Vec::new()];
    for i in 0..legs {
        let mut longer = Vec::new();
        for path in paths {
            longer.extend(steps(i, path.last().copied()).into_iter().map(|v| [&path[..], &[v]].concat()));
            if longer.len() > PATH_LIMIT {
                return None;
            }
        }
        paths = longer;
    }
    Some(paths)
}

/// The steps widened so that headings in which the sets lie alike have the same places: what letters on the leg can
/// say.
fn widened(steps: &Steps, sets: &[Vec<Vector>]) -> Steps {
    let Steps::Turns(turns) = steps else { return steps.clone() };
    let arranged = |turn: &Turn, set: &Vec<Vector>| arrange(set, turn.heading.unwrap_or(Vector::FORWARD));
    let wide = |turn: &Turn| {
        let mut courses = Vec::new();
        for set in sets {
            let (kind, sorted) = arranged(turn, set);
            let alike = turns.iter().map(|t| (t, arranged(t, set))).filter(|(_, (k, _))| *k == kind);
            let places = alike.flat_map(|(t, (_, other))| {
                t.courses.iter().filter_map(move |c| other.iter().position(|&v| v == c.0[0]))
            });
            courses.extend(distinct(places).into_iter().map(|i| Course::straight(sorted[i])));
        }
        Turn { heading: turn.heading, courses }
    };
    Steps::Turns(turns.iter().map(wide).collect())
}
