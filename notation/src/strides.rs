//! For writers of dialects that join legs: finds the atom, the bend, the letters and the number that a leg's steps can
//! be written with.

use crate::atoms::{Bend, letter};
use crate::letters::{self, Alphabet, Unlettered};
use betza_ir::geometry::{Vector, orbit};
use betza_ir::sorted;
use betza_ir::{Count, Course, Steps, Turn};

/// The sizes of the leaps of `K` and `Q`.
const KING: [(u16, u16); 2] = [(1, 0), (1, 1)];

/// What a leg's steps are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strides {
    /// The sizes of the atom's leaps: one, or the two of `K`.
    pub sizes: Vec<(u16, u16)>,
    /// How the ride turns.
    pub bend: Option<Bend>,
    /// The first steps, as straight courses, by heading.
    firsts: Steps,
    /// All courses by heading, as the leg has them.
    turns: Vec<Turn>,
}

impl Strides {
    /// Takes steps apart, seen as those of the smallest atom that has them; `None` if no atom does.
    fn of(steps: &Steps) -> Option<Strides> {
        let Steps::Turns(turns) = steps else { return None };
        let courses = || turns.iter().flat_map(|t| &t.courses);
        let mut sizes: Vec<(u16, u16)> = courses().map(|c| c.0[0].size()).collect();
        sizes.sort_unstable();
        sizes.dedup();
        if sizes.len() > 1 && sizes != KING {
            return None;
        }
        let bend = match courses().next()?.0.len() {
            1 => None,
            2 => Some(Bend::Zigzag),
            _ => Some(Bend::Circle),
        };
        let mut firsts = Vec::new();
        for turn in turns {
            let mut first: Vec<Vector> = turn.courses.iter().map(|c| c.0[0]).collect();
            first.dedup();
            firsts.push(Turn { heading: turn.heading, courses: first.into_iter().map(Course::straight).collect() });
        }
        Some(Strides { sizes, bend, firsts: Steps::Turns(firsts), turns: turns.clone() })
    }

    /// The atoms that these steps may be written with: the one of their size, and `K` if that has them too.
    #[must_use]
    pub fn candidates(steps: &Steps) -> Vec<Strides> {
        let own = Strides::of(steps);
        let king = own.as_ref().and_then(Strides::as_king);
        own.into_iter().chain(king).filter(Strides::bends_within_its_atom).collect()
    }

    /// Whether the courses are exactly those that the bend makes of the first steps among the atom's leaps.
    fn bends_within_its_atom(&self) -> bool {
        let set = self.set();
        let Steps::Turns(firsts) = &self.firsts else { return false };
        firsts.iter().zip(&self.turns).all(|(first, turn)| {
            let bent = |c: &Course| self.bend.map_or_else(|| vec![c.clone()], |b| b.courses(c.0[0], &set));
            let mut courses: Vec<Course> = first.courses.iter().flat_map(bent).collect();
            sorted::sort(&mut courses);
            courses.dedup();
            courses == turn.courses
        })
    }

    fn set(&self) -> Vec<Vector> {
        self.sizes.iter().flat_map(|&(a, b)| orbit(a, b)).collect()
    }

    /// The same steps as a selection from the steps of a `K`, if they are one.
    fn as_king(&self) -> Option<Strides> {
        let fits = self.sizes.iter().all(|size| KING.contains(size));
        (fits && self.sizes.len() < 2).then(|| Strides { sizes: KING.to_vec(), ..self.clone() })
    }

    /// The letters that choose the first steps of the atom seen as one set, in every heading for which `counts` holds;
    /// `None` if none do.
    #[must_use]
    pub fn letters(
        &self,
        default: Unlettered,
        alphabet: &Alphabet<'_>,
        counts: &dyn Fn(Option<Vector>) -> bool,
    ) -> Option<String> {
        let Steps::Turns(turns) = &self.firsts else { return None };
        let turns = turns.iter().filter(|t| counts(t.heading)).cloned().collect();
        letters::find(&letters::selections(&Steps::Turns(turns), &[self.set()], default)?, alphabet)
    }

    /// The capital or numeric atom of a single leap.
    #[must_use]
    pub fn leap(&self) -> String {
        match self.sizes[..] {
            [(0, 0)] => "O".to_owned(),
            [(a, b)] => letter((a, b)).map_or_else(|| format!("({b},{a})"), String::from),
            _ => "K".to_owned(),
        }
    }

    /// The capital that rides without a number: `R B Q`.
    #[must_use]
    pub fn ride(&self) -> Option<&'static str> {
        match self.sizes[..] {
            [(1, 0)] => Some("R"),
            [(1, 1)] => Some("B"),
            [_] => None,
            _ => Some("Q"),
        }
    }

    /// The base with its number: `endless` stands behind a leap that is ridden without limit. `None` for a number of
    /// steps that is neither exact nor only limited.
    #[must_use]
    pub fn counted(&self, count: Count, endless: &str) -> Option<(String, String)> {
        Some(match count {
            Count::ONCE => (self.leap(), String::new()),
            Count::UNLIMITED => match self.ride() {
                Some(ride) => (ride.to_owned(), String::new()),
                None => (self.leap(), endless.to_owned()),
            },
            Count { min: 1, max: Some(n) } => (self.leap(), n.to_string()),
            Count { min, max: Some(n) } if min == n => (self.leap(), format!("0{n}")),
            _ => return None,
        })
    }
}
