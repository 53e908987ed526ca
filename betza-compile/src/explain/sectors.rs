//! The directions of a whole move (docs/notation, E2), if they exclude some of its paths.

use super::words::either;
use crate::geometry::Vector;
use crate::ir::{Chain, Course, Group, Move, Part, Sectors, Steps};
use crate::notation::direction::{Letter, LetterGroup};
use std::collections::BTreeSet;

/// The last step, and the way from the start.
type Place = (Option<Vector>, Vector);

/// Rides and repetitions are followed for this many steps. After that only the length changes.
const REPEATS: u16 = 4;

/// With more places than this, all directions are assumed to occur.
const PLACE_LIMIT: usize = 4096;

/// The directions that the move as a whole must have; `None` if that narrows nothing.
pub(super) fn narrowed(m: &Move) -> Option<String> {
    if m.sectors == Sectors::ALL {
        return None;
    }
    let open = possible(&m.chain).0;
    let chosen = m.sectors.0 & open;
    let named = [
        (LetterGroup::Single(Letter::F), "forward"),
        (LetterGroup::Single(Letter::B), "backward"),
        (LetterGroup::Single(Letter::L), "to the left"),
        (LetterGroup::Single(Letter::R), "to the right"),
        (LetterGroup::Single(Letter::V), "forward or backward"),
        (LetterGroup::Single(Letter::S), "sideways"),
        (LetterGroup::Half(Letter::F), "into the forward half"),
        (LetterGroup::Half(Letter::B), "into the backward half"),
        (LetterGroup::Half(Letter::L), "into the left half"),
        (LetterGroup::Half(Letter::R), "into the right half"),
    ];
    if chosen == open {
        return None;
    }
    if let Some((_, words)) = named.iter().find(|(letters, _)| Sectors::select(&[*letters]).0 & open == chosen) {
        return Some((*words).to_owned());
    }
    const COMPASS: [&str; 8] = [
        "straight forward",
        "diagonally forward to the right",
        "straight to the right",
        "diagonally backward to the right",
        "straight backward",
        "diagonally backward to the left",
        "straight to the left",
        "diagonally forward to the left",
    ];
    let part = |i: usize| match i % 2 {
        0 => COMPASS[i / 2].to_owned(),
        _ => format!("between {} and {}", COMPASS[i / 2], COMPASS[(i / 2 + 1) % 8]),
    };
    let named = |set: u16| (0..16).filter(|i| set & (1 << i) != 0).map(part).collect::<Vec<String>>();
    let (parts, others) = (named(chosen), named(open & !chosen));
    if others.len() < parts.len() {
        return Some(format!("anywhere but {}", either(&others)));
    }
    Some(if parts.is_empty() { "nowhere that it can".into() } else { either(&parts) })
}

/// The directions that paths of the chain may have from start to end, wherever they may end.
fn possible(chain: &Chain) -> Sectors {
    let mut ends = BTreeSet::new();
    let start = BTreeSet::from([(None, Vector::ZERO)]);
    if follow(chain, start, &mut ends).is_none() {
        return Sectors::ALL;
    }
    // A path back to its origin goes by its first step, which may be any.
    let home = ends.iter().any(|(_, way)| *way == Vector::ZERO);
    if home {
        return Sectors::ALL;
    }
    Sectors(ends.iter().filter_map(|(_, way)| Sectors::of(*way)).fold(0, |all, s| all | s.0))
}

/// The places at the end of a chain; those where it may stop are put into `ends`. `None` if there are too many.
fn follow(chain: &Chain, start: BTreeSet<Place>, ends: &mut BTreeSet<Place>) -> Option<BTreeSet<Place>> {
    let mut places = start;
    for link in &chain.links {
        places = match &link.part {
            Part::Leg(leg) => {
                let Steps::Turns(_) = &leg.steps else { return None };
                let longest = leg.count.max.unwrap_or(REPEATS).min(REPEATS.max(leg.count.min));
                let rides = |&(heading, way): &Place| {
                    let lengths = leg.count.min..=longest;
                    let ride = move |course: &Course, n: u16| {
                        (0..n).map(|i| course.step(i.into())).fold((heading, way), |(heading, way), step| {
                            (if step == Vector::ZERO { heading } else { Some(step) }, way + step)
                        })
                    };
                    leg.steps
                        .courses(heading)
                        .iter()
                        .flat_map(|c| lengths.clone().map(move |n| ride(c, n)))
                        .collect::<Vec<_>>()
                };
                places.iter().flat_map(rides).collect()
            }
            Part::Group(group) => repeat(group, places, ends)?,
            Part::Choice(chains) => {
                let mut all = BTreeSet::new();
                for chain in chains {
                    all.extend(follow(chain, places.clone(), ends)?);
                }
                all
            }
            Part::Effect(_) => places,
        };
        if places.len() > PLACE_LIMIT {
            return None;
        }
        if link.joint.stop.is_some() {
            ends.extend(places.iter().copied());
        }
    }
    Some(places)
}

fn repeat(group: &Group, start: BTreeSet<Place>, ends: &mut BTreeSet<Place>) -> Option<BTreeSet<Place>> {
    let most = group.count.max.unwrap_or(REPEATS).min(REPEATS.max(group.count.min));
    let mut all = BTreeSet::new();
    let mut places = start;
    for copy in 1..=most {
        places = follow(&group.body, places, ends)?;
        if copy >= group.count.min {
            all.extend(places.iter().copied());
        }
        if group.between.stop.is_some() {
            ends.extend(places.iter().copied());
        }
    }
    Some(all)
}
