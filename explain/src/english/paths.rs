//! Where the paths of a chain lead, on a board without edges and without other pieces.

use betza_ir::geometry::Vector;
use betza_ir::{Chain, Course, Effect, Group, Leg, Move, Part, Sectors, Span, Steps};
use std::collections::BTreeSet;

/// Rides and repetitions are followed for this many steps. After that only the length changes.
const REPEATS: u16 = 4;

/// With more places than this together, nothing is known of the paths. Long moves would otherwise take seconds.
const PLACE_LIMIT: usize = 1 << 13;

/// A partial path, as far as it matters to what follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    /// The last step.
    heading: Option<Vector>,
    /// The way from the start.
    pub way: Vector,
    /// The first step that leads away.
    pub first: Option<Vector>,
    /// How many steps the leg before took.
    steps: u16,
    /// How many King's steps the leg before took.
    king_steps: u16,
}

impl Place {
    fn is_home(&self) -> bool {
        self.way == Vector::ZERO
    }

    /// Whether the sectors let a path end here; a path back to its origin goes by its first step (E2), if it has one.
    pub(super) fn is_within(&self, sectors: Sectors) -> bool {
        let judged = if self.is_home() { self.first } else { Some(self.way) };
        sectors == Sectors::ALL || judged.is_none_or(|v| sectors.contains(v))
    }
}

/// Whether paths come back to where they started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Home {
    Never,
    Sometimes,
    Always,
}

impl Home {
    fn of(places: &BTreeSet<Place>) -> Home {
        match places.iter().filter(|p| p.is_home()).count() {
            0 => Home::Never,
            n if n == places.len() => Home::Always,
            _ => Home::Sometimes,
        }
    }
}

/// Where paths of a move may be.
pub(super) struct Paths {
    /// Where they may end, whatever directions the move as a whole must have.
    pub ends: BTreeSet<Place>,
    /// Whether they are back at the start behind each link.
    pub behind: Vec<Home>,
}

impl Paths {
    /// Follows a move; `None` if there are too many places, or if they depend on other pieces.
    pub(super) fn of(m: &Move) -> Option<Paths> {
        let mut behind = Vec::new();
        let last = m.chain.links.len() - 1;
        let mut places = BTreeSet::from([Place::default()]);
        let mut walk = Walk { ends: BTreeSet::new(), left: PLACE_LIMIT };
        for (i, link) in m.chain.links.iter().enumerate() {
            places = walk.part(&link.part, places)?;
            if link.joint.stop.is_some() {
                walk.ends.extend(places.iter().copied());
            }
            if i == last {
                places.retain(|p| p.is_within(m.sectors));
            }
            behind.push(Home::of(&places));
        }
        Some(Paths { ends: walk.ends, behind })
    }

    /// Whether the move ends where it started.
    pub(super) fn home(&self, sectors: Sectors) -> Home {
        Home::of(&self.ends.iter().copied().filter(|p| p.is_within(sectors)).collect())
    }
}

/// Paths that are being followed.
struct Walk {
    /// Where they may stop, as far as they have been followed.
    ends: BTreeSet<Place>,
    /// How many more places are looked at.
    left: usize,
}

impl Walk {
    /// The places behind a chain.
    fn follow(&mut self, chain: &Chain, start: BTreeSet<Place>) -> Option<BTreeSet<Place>> {
        let mut places = start;
        for link in &chain.links {
            places = self.part(&link.part, places)?;
            if link.joint.stop.is_some() {
                self.ends.extend(places.iter().copied());
            }
        }
        Some(places)
    }

    fn part(&mut self, part: &Part, places: BTreeSet<Place>) -> Option<BTreeSet<Place>> {
        Some(match part {
            Part::Leg(leg) if leg.steps == Steps::Anywhere => return None,
            Part::Leg(leg) => {
                let mut all = BTreeSet::new();
                for place in &places {
                    let walked = walked(leg, place);
                    self.left = self.left.checked_sub(walked.len())?;
                    all.extend(walked);
                }
                all
            }
            Part::Group(group) => self.repeat(group, places)?,
            Part::Choice(chains) => {
                let mut all = BTreeSet::new();
                for chain in chains {
                    self.left = self.left.checked_sub(places.len())?;
                    all.extend(self.follow(chain, places.clone())?);
                }
                all
            }
            Part::Effect(Effect::SwapPlaces(_) | Effect::Imitate | Effect::Vanish) => return None,
            Part::Effect(Effect::Return) => places.iter().map(|p| Place { way: Vector::ZERO, ..*p }).collect(),
            Part::Effect(_) => places,
        })
    }

    fn repeat(&mut self, group: &Group, start: BTreeSet<Place>) -> Option<BTreeSet<Place>> {
        let most = group.count.max.unwrap_or(REPEATS).min(REPEATS.max(group.count.min));
        let mut all = BTreeSet::new();
        let mut places = start;
        for copy in 1..=most {
            places = self.follow(&group.body, places)?;
            if copy >= group.count.min {
                all.extend(places.iter().copied());
            }
            if group.between.stop.is_some() {
                self.ends.extend(places.iter().copied());
            }
        }
        Some(all)
    }
}

fn walked(leg: &Leg, from: &Place) -> Vec<Place> {
    let longest = leg.count.max.unwrap_or(REPEATS).min(REPEATS.max(leg.count.min));
    let ride = |course: &Course, n: u16| {
        let start = Place { steps: n, king_steps: 0, ..*from };
        (0..n).map(|i| course.step(i.into())).fold(start, |place, step| Place {
            heading: if step == Vector::ZERO { place.heading } else { Some(step) },
            way: place.way + step,
            first: place.first.or((step != Vector::ZERO).then_some(step)),
            king_steps: place.king_steps + step.king_steps(),
            steps: n,
        })
    };
    let fits = |to: &Place| match leg.span {
        Span::Free => true,
        Span::SameSteps => to.steps == from.steps,
        Span::SameKingSteps => to.king_steps == from.king_steps,
    };
    let courses = leg.steps.courses(from.heading);
    let all = courses.iter().flat_map(|c| (leg.count.min..=longest).map(move |n| ride(c, n)));
    all.filter(fits).filter(|to| !(leg.avoids_origin && leg.is_ride() && to.is_home())).collect()
}
