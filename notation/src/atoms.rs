//! The capitals that `betza`, `extended`, `bex` and `betza2` share, and bent rides (`z`, `q`).

use crate::bend;
use crate::direction::straight_on;
use crate::{Code, Diagnostic, Dialect};
use betza_ir::Course;
use betza_ir::geometry::{Vector, orbit};
use std::ops::Range;

/// What a capital stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The sizes of its leaps: two for `K` and `Q`.
    pub sizes: Vec<(u16, u16)>,
    /// It rides without a number (`R B Q`).
    pub rides: bool,
}

impl Atom {
    /// The atom of one leap, given in either order.
    #[must_use]
    pub fn leap(a: u16, b: u16) -> Atom {
        Atom { sizes: vec![(a.max(b), a.min(b))], rides: false }
    }

    /// The vectors of each size.
    #[must_use]
    pub fn sets(&self) -> Vec<Vec<Vector>> {
        self.sizes.iter().map(|&(a, b)| orbit(a, b)).collect()
    }

    /// Whether it is the null leap (0,0).
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.sizes == [(0, 0)]
    }
}

/// The warning for an `O` that only captures.
#[must_use]
pub fn pass_that_captures(span: Range<usize>) -> Diagnostic {
    Diagnostic::warning(
        Code::NoEffect,
        span,
        "a pass that must capture can never be made",
        "write `O` without the letters of a capture",
    )
}

/// The warning for a `K` or `Q` without directions behind another leg: as one set of eight it goes straight on, where
/// its parts written out would spread (D5).
#[must_use]
pub fn king_goes_straight_on(atom: &Atom, span: Range<usize>, dialect: Dialect) -> Option<Diagnostic> {
    if atom.sizes.len() < 2 {
        return None;
    }
    let capital = if atom.rides { 'Q' } else { 'K' };
    let parts = match (atom.rides, dialect) {
        (false, Dialect::Bex) => "(W+F)",
        (false, _) => "(WF)",
        (true, Dialect::Bex) => "(R+B)",
        (true, _) => "(RB)",
    };
    let anywhere = if dialect == Dialect::Bex { format!("--{capital}") } else { format!("a{capital}") };
    Some(Diagnostic::warning(
        Code::ReadDifferently,
        span,
        format!("a later `{capital}` is one set of eight directions, and goes straight on here"),
        format!(
            "write `f{capital}` to say so, `{parts}` for each part going on by itself, `{anywhere}` for any direction"
        ),
    ))
}

/// The leaps with letters, the first name of each the one that is written. `C` and `Z` are common synonyms
/// (docs/notation, B1).
const LEAPS: [(char, (u16, u16)); 11] = [
    ('W', (1, 0)),
    ('F', (1, 1)),
    ('D', (2, 0)),
    ('N', (2, 1)),
    ('A', (2, 2)),
    ('H', (3, 0)),
    ('L', (3, 1)),
    ('J', (3, 2)),
    ('G', (3, 3)),
    ('C', (3, 1)),
    ('Z', (3, 2)),
];

/// The atom of a capital, if the classic notations have it.
#[must_use]
pub fn atom(capital: char) -> Option<Atom> {
    let (sizes, rides) = match capital {
        'K' => (vec![(1, 0), (1, 1)], false),
        'R' => (vec![(1, 0)], true),
        'B' => (vec![(1, 1)], true),
        'Q' => (vec![(1, 0), (1, 1)], true),
        _ => (vec![leap(capital)?], false),
    };
    Some(Atom { sizes, rides })
}

/// The size of the leap with this letter.
#[must_use]
pub fn leap(capital: char) -> Option<(u16, u16)> {
    LEAPS.iter().find(|(c, _)| *c == capital).map(|l| l.1)
}

/// The letter of a leap of this size, longer coordinate first.
#[must_use]
pub fn letter(size: (u16, u16)) -> Option<char> {
    LEAPS.iter().find(|(_, s)| *s == size).map(|l| l.0)
}

/// How a ride turns from step to step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bend {
    /// To the neighbouring vector on one side and back (`z`, B7).
    Zigzag,
    /// On to the next vector on the same side, all round (`q`, B8).
    Circle,
    /// Outward to a leap of this size, and back to the first vector (`z[WF]`, B9).
    Alternating((u16, u16)),
}

impl Bend {
    /// The courses that begin with `first`: for [`Bend::Zigzag`] and [`Bend::Circle`] the one that turns within `set`
    /// to the right first, and the one to the left first.
    #[must_use]
    pub fn courses(self, first: Vector, set: &[Vector]) -> Vec<Course> {
        match self {
            Bend::Zigzag => bend::crooked(set, first),
            Bend::Circle => bend::circular(set, first),
            Bend::Alternating((a, b)) => {
                straight_on(&orbit(a, b), first).into_iter().map(|second| Course(vec![first, second])).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// B9: each pair outward.
    #[test]
    fn alternating_rides_go_outward() {
        let v = Vector::new;
        let rhino = Bend::Alternating((1, 1)).courses(v(0, 1), &orbit(1, 0));
        assert_eq!(rhino.len(), 2);
        assert!(rhino.contains(&Course(vec![v(0, 1), v(1, 1)])) && rhino.contains(&Course(vec![v(0, 1), v(-1, 1)])));
    }
}
