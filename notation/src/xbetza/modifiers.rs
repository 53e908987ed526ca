//! The small letters before a capital or bracket, a leg at a time.

use crate::direction::{DanglingHalf, LetterGroup, group, select};
use crate::letters::Unlettered;
use crate::{Code, Diagnostic};
use betza_ir::geometry::Vector;
use std::ops::Range;

/// Direction letters of one leg.
#[derive(Clone, Debug, Default)]
pub(super) struct Directions {
    pub groups: Vec<LetterGroup>,
    /// `hr`: the right-handed four of an oblique atom.
    pub right_handed: bool,
    /// `hl`: the others.
    pub left_handed: bool,
    /// Where they stand, from the first to the last.
    pub span: Range<usize>,
}

impl Directions {
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty() && !self.is_handed()
    }

    pub fn is_handed(&self) -> bool {
        self.right_handed || self.left_handed
    }

    /// The vectors of a set that they choose in a heading; without letters those of the default.
    pub fn choose(&self, set: &[Vector], heading: Vector, default: Unlettered) -> Vec<Vector> {
        if self.is_empty() {
            return default(set, heading);
        }
        let mut chosen = if self.groups.is_empty() { Vec::new() } else { select(&self.groups, set, heading) };
        let handed =
            |v: &&Vector| v.is_oblique() && if is_right_handed(**v) { self.right_handed } else { self.left_handed };
        chosen.extend(set.iter().filter(handed));
        chosen.sort_unstable();
        chosen.dedup();
        chosen
    }
}

/// Whether an oblique vector belongs to `hr`: (1,2), (2,-1), (-1,-2), (-2,1) and their like.
pub(super) fn is_right_handed(v: Vector) -> bool {
    (v.dy.abs() > v.dx.abs()) == ((v.dx > 0) == (v.dy > 0))
}

/// The letters of one leg: how often each is written, and where first.
#[derive(Clone, Debug, Default)]
pub(super) struct Modifiers {
    letters: Vec<(char, usize, u8)>,
    pub directions: Directions,
    pub span: Range<usize>,
}

/// Letters that mean something more when written twice.
const DOUBLED: [char; 3] = ['i', 'n', 'o'];

impl Modifiers {
    /// Sorts the letters of a leg. `twice` names letters that may be doubled; others that are repeated are errors.
    pub fn read(text: &str, offset: usize, twice: &[char], errors: &mut Vec<Diagnostic>) -> Modifiers {
        let mut modifiers = Modifiers { span: offset..offset + text.len(), ..Modifiers::default() };
        let mut directions = Vec::new();
        for (at, c) in text.char_indices().map(|(i, c)| (offset + i, c)) {
            if "fblrvsh".contains(c) {
                directions.push((c, at));
                continue;
            }
            let limit = 1 + u8::from(twice.contains(&c));
            match modifiers.letters.iter_mut().find(|l| l.0 == c) {
                Some(known) if known.2 < limit => known.2 += 1,
                Some(_) => errors.push(Diagnostic::error(
                    Code::Conflict,
                    at..at + 1,
                    format!("`{c}` is written too often in one leg"),
                    match (limit, c) {
                        (1, 'p') => "write it once; `betza` has `pp` and `extended` `jj` for any number of pieces",
                        (1, _) => "write it once",
                        _ => "write it once, or twice at most",
                    },
                )),
                None => modifiers.letters.push((c, at, 1)),
            }
        }
        modifiers.directions = read_directions(&directions, errors);
        modifiers
    }

    /// As [`Modifiers::read`], for letters that walk.
    pub fn of_leg(text: &str, offset: usize, errors: &mut Vec<Diagnostic>) -> Modifiers {
        Modifiers::read(text, offset, &DOUBLED, errors)
    }

    /// Adds a letter that is written elsewhere for this leg too.
    pub fn add(&mut self, letter: char, times: u8, place: Range<usize>) {
        self.letters.push((letter, place.start, times));
    }

    pub fn has(&self, letter: char) -> bool {
        self.times(letter) > 0
    }

    pub fn has_any(&self, letters: &str) -> bool {
        letters.chars().any(|c| self.has(c))
    }

    pub fn times(&self, letter: char) -> u8 {
        self.letters.iter().find(|l| l.0 == letter).map_or(0, |l| l.2)
    }

    /// The letters other than directions, each once, with the place where it is first written.
    pub fn letters(&self) -> impl Iterator<Item = (char, usize)> + '_ {
        self.letters.iter().map(|l| (l.0, l.1))
    }

    /// Where a letter is written.
    pub fn place(&self, letter: char) -> Range<usize> {
        self.letters.iter().find(|l| l.0 == letter).map_or(self.span.clone(), |l| l.1..l.1 + 1)
    }
}

/// Joins the letters (docs/notation, D3), with `hr` and `hl` where an `h` has no letter before it to halve.
fn read_directions(letters: &[(char, usize)], errors: &mut Vec<Diagnostic>) -> Directions {
    let mut directions = Directions::default();
    if let (Some(first), Some(last)) = (letters.first(), letters.last()) {
        directions.span = first.1..last.1 + 1;
    }
    let chars: Vec<char> = letters.iter().map(|l| l.0).collect();
    let mut start = 0;
    while start < chars.len() {
        let half = match group(&chars[start..]) {
            Ok(groups) => {
                directions.groups.extend(groups);
                return directions;
            }
            Err(DanglingHalf(i)) => start + i,
        };
        directions.groups.extend(group(&chars[start..half]).unwrap_or_default());
        match chars.get(half + 1) {
            Some('r') => directions.right_handed = true,
            Some('l') => directions.left_handed = true,
            _ => {
                errors.push(Diagnostic::error(
                    Code::DanglingHalf,
                    letters[half].1..letters[half].1 + 1,
                    "`h` follows no direction letter that it could widen",
                    "write it after one (fh, rh), or before r or l for the right- or left-handed half of an oblique atom (hr, hl)",
                ));
                return directions;
            }
        }
        start = half + 2;
    }
    directions
}
