//! The rule by which direction letters choose vectors (docs/notation, D1 to D7). All dialects share it.
//!
//! The four or eight vectors of an atom are sorted clockwise by their angle from the heading. If one is strictly
//! nearest to the heading, the set is *aligned*; if two are equally near, it is *straddling* ([`Arrangement`]). The
//! kind determines what each group of letters selects ([`LetterGroup::places`]).

pub use betza_ir::Sectors;
use betza_ir::geometry::{Vector, orbit};
use std::cmp::Ordering;

/// A direction letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Letter {
    /// `f`: forward.
    F,
    /// `r`: right.
    R,
    /// `b`: backward.
    B,
    /// `l`: left.
    L,
    /// `v`: forward and backward.
    V,
    /// `s`: left and right.
    S,
}

impl Letter {
    /// All letters.
    pub const ALL: [Letter; 6] = [Letter::F, Letter::R, Letter::B, Letter::L, Letter::V, Letter::S];

    /// The letter written as `c`, if it is one of `f b l r v s`.
    #[must_use]
    pub fn from_char(c: char) -> Option<Letter> {
        Some(match c {
            'f' => Letter::F,
            'r' => Letter::R,
            'b' => Letter::B,
            'l' => Letter::L,
            'v' => Letter::V,
            's' => Letter::S,
            _ => return None,
        })
    }

    /// The letter as it is written.
    #[must_use]
    pub fn to_char(self) -> char {
        match self {
            Letter::F => 'f',
            Letter::R => 'r',
            Letter::B => 'b',
            Letter::L => 'l',
            Letter::V => 'v',
            Letter::S => 's',
        }
    }

    fn is_lengthwise(self) -> bool {
        matches!(self, Letter::F | Letter::B | Letter::V)
    }

    /// The quarters that the letter names, clockwise from forward: 0 forward, 1 right, 2 backward, 3 left.
    fn quarters(self) -> &'static [u8] {
        match self {
            Letter::F => &[0],
            Letter::R => &[1],
            Letter::B => &[2],
            Letter::L => &[3],
            Letter::V => &[0, 2],
            Letter::S => &[1, 3],
        }
    }
}

/// Letters that select together (D3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LetterGroup {
    /// One letter, or a doubled one: `f`, `ff`.
    Single(Letter),
    /// A letter with `h`: `fh`.
    Half(Letter),
    /// Two letters on crossing axes, in the order written: `fl`, `lf`.
    Pair(Letter, Letter),
    /// `a`: all.
    All,
}

/// How a set of vectors lies around a heading (D2, D4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// Four vectors, one of them nearest to the heading: W after nothing.
    Aligned4,
    /// Four vectors, two equally near: F after nothing.
    Straddling4,
    /// Eight vectors, one nearest: N after N; K seen as one atom.
    Aligned8,
    /// Eight vectors, two equally near: N after nothing.
    Straddling8,
    /// Anything else (the zero step): letters select all of it.
    Other,
}

impl LetterGroup {
    /// The places that the group selects in a set of this kind, as bits counted clockwise from the heading
    /// (D4). In a straddling set place 0 is the vector just right of the heading.
    #[must_use]
    pub fn places(self, kind: Arrangement) -> u8 {
        let wide = |l| quarters(l, |q| wide(kind, q));
        let narrow = |l| quarters(l, |q| narrow(kind, q));
        match (self, kind) {
            (LetterGroup::All, _) | (_, Arrangement::Other) => 0xff,
            (LetterGroup::Single(l), _) => narrow(l),
            (LetterGroup::Half(l), _) => wide(l),
            (LetterGroup::Pair(x, y), Arrangement::Aligned4) => narrow(x) | narrow(y),
            (LetterGroup::Pair(x, y), Arrangement::Straddling4) => narrow(x) & narrow(y),
            (LetterGroup::Pair(x, y), Arrangement::Straddling8) => wide(x) & narrow(y),
            (LetterGroup::Pair(x, y), Arrangement::Aligned8) => wide(x) & wide(y),
        }
    }
}

fn quarters(letter: Letter, f: impl Fn(u8) -> u8) -> u8 {
    letter.quarters().iter().fold(0, |bits, &q| bits | f(q))
}

fn narrow(kind: Arrangement, quarter: u8) -> u8 {
    match kind {
        Arrangement::Aligned4 => 1 << quarter,
        Arrangement::Straddling4 => around4(quarter),
        Arrangement::Aligned8 => 1 << (2 * quarter),
        // Places 7 and 0 lie around forward, 1 and 2 around right, and so on.
        Arrangement::Straddling8 => bit8(2 * quarter + 7) | bit8(2 * quarter),
        Arrangement::Other => 0xff,
    }
}

fn wide(kind: Arrangement, quarter: u8) -> u8 {
    match kind {
        Arrangement::Aligned4 | Arrangement::Straddling4 | Arrangement::Other => narrow(kind, quarter),
        Arrangement::Aligned8 => bit8(2 * quarter + 7) | bit8(2 * quarter) | bit8(2 * quarter + 1),
        Arrangement::Straddling8 => (0..4).fold(0, |bits, i| bits | bit8(2 * quarter + 6 + i)),
    }
}

fn around4(quarter: u8) -> u8 {
    (1 << ((quarter + 3) % 4)) | (1 << quarter)
}

fn bit8(place: u8) -> u8 {
    1 << (place % 8)
}

/// The signed angle's order from `heading`, clockwise from straight ahead all the way round.
fn clockwise(heading: Vector, a: Vector, b: Vector) -> Ordering {
    // Compares the half plane first, then the cross product, which is exact in integers.
    let half = |v: Vector| {
        let (cross, dot) = (heading.cross(v), heading.dot(v));
        if cross < 0 || (cross == 0 && dot > 0) { 0 } else { 1 }
    };
    half(a).cmp(&half(b)).then_with(|| a.cross(b).cmp(&0))
}

/// Which of two vectors lies nearer to the heading, on whichever side.
fn nearness(heading: Vector, a: Vector, b: Vector) -> Ordering {
    let to_right =
        |v: Vector| if heading.cross(v) > 0 { mirrored(heading, v) } else { (i64::from(v.dx), i64::from(v.dy)) };
    let (a, b) = (to_right(a), to_right(b));
    // Both lie clockwise of the heading by at most half a turn; the nearer one has the other clockwise of it.
    (a.0 * b.1 - a.1 * b.0).cmp(&0).then_with(|| {
        let ahead = |v: (i64, i64)| v.0 * i64::from(heading.dx) + v.1 * i64::from(heading.dy) > 0;
        ahead(b).cmp(&ahead(a))
    })
}

/// The mirror image of `v` in the heading's line, times the heading's squared length (the factor keeps it in integers).
fn mirrored(heading: Vector, v: Vector) -> (i64, i64) {
    let (hx, hy) = (i64::from(heading.dx), i64::from(heading.dy));
    let (x, y) = (i64::from(v.dx), i64::from(v.dy));
    let twice_dot = 2 * (hx * x + hy * y);
    let square = hx * hx + hy * hy;
    (twice_dot * hx - square * x, twice_dot * hy - square * y)
}

/// Sorts the vectors clockwise from the heading, the nearest one first, and says how they lie (D2).
#[must_use]
pub fn arrange(set: &[Vector], heading: Vector) -> (Arrangement, Vec<Vector>) {
    let mut sorted = set.to_vec();
    if set.contains(&Vector::ZERO) {
        return (Arrangement::Other, sorted);
    }
    sorted.sort_by(|&a, &b| clockwise(heading, a, b));
    sorted.dedup();
    let Some(&nearest) = sorted.iter().min_by(|&&a, &&b| nearness(heading, a, b)) else {
        return (Arrangement::Other, sorted);
    };
    let ties: Vec<Vector> =
        sorted.iter().copied().filter(|&v| nearness(heading, v, nearest) == Ordering::Equal).collect();
    // Place 0 is the nearest; of two equally near ones, the one on the right, which the clockwise order has first.
    let first = sorted
        .iter()
        .position(|&v| ties.contains(&v) && heading.cross(v) <= 0)
        .or_else(|| sorted.iter().position(|&v| v == nearest));
    sorted.rotate_left(first.unwrap_or(0));
    let kind = match (sorted.len(), ties.len()) {
        (4, 1) => Arrangement::Aligned4,
        (4, 2) => Arrangement::Straddling4,
        (8, 1) => Arrangement::Aligned8,
        (8, 2) => Arrangement::Straddling8,
        _ => Arrangement::Other,
    };
    (kind, sorted)
}

/// The vectors of a set that the groups select, clockwise from the heading.
#[must_use]
pub fn select(groups: &[LetterGroup], set: &[Vector], heading: Vector) -> Vec<Vector> {
    let (kind, sorted) = arrange(set, heading);
    let places = groups.iter().fold(0, |bits, g| bits | g.places(kind));
    pick(&sorted, places)
}

/// The vectors at these places of an arranged set.
#[must_use]
pub fn pick(sorted: &[Vector], places: u8) -> Vec<Vector> {
    sorted.iter().enumerate().filter(|(i, _)| *i >= 8 || places & (1 << i) != 0).map(|(_, &v)| v).collect()
}

/// What a later leg without letters selects: the nearest vector, or the two equally near (D6).
#[must_use]
pub fn straight_on(set: &[Vector], heading: Vector) -> Vec<Vector> {
    select(&[LetterGroup::Single(Letter::F)], set, heading)
}

/// Why a run of letters cannot be read: the index of the letter at fault within the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DanglingHalf(pub usize);

/// The group of two letters side by side, if they join (D3).
#[must_use]
pub fn join(first: Letter, second: Letter) -> Option<LetterGroup> {
    if first == second {
        Some(LetterGroup::Single(first))
    } else {
        (first.is_lengthwise() != second.is_lengthwise()).then_some(LetterGroup::Pair(first, second))
    }
}

/// What `s` or `v` stands for in a run of three letters of which two opposite ones are side by side: `frl` is `fs`
/// (D3). `None` for all other runs.
#[must_use]
pub fn shortened(letters: &[char]) -> Option<[char; 2]> {
    let &[a, b, c] = letters else { return None };
    if ![a, b, c].iter().all(|&letter| Letter::from_char(letter).is_some()) {
        return None;
    }
    let short = |x, y| match (x, y) {
        ('r', 'l') | ('l', 'r') => Some('s'),
        ('f', 'b') | ('b', 'f') => Some('v'),
        _ => None,
    };
    short(a, b).map(|both| [both, c]).or_else(|| short(b, c).map(|both| [a, both]))
}

/// Joins letters as [`group`] does, after the short forms of three letters: `betza`, `extended`, `bex` and `betza2`
/// (D3).
///
/// # Errors
/// As [`group`].
pub fn group_in_documents(letters: &[char]) -> Result<Vec<LetterGroup>, DanglingHalf> {
    match shortened(letters) {
        Some(short) => group(&short),
        None => group(letters),
    }
}

/// Joins letters into groups from the left, as `xbetza` and `fsf` do with every run (D3). `letters` holds only
/// `f b l r v s h a`.
///
/// # Errors
/// [`DanglingHalf`] for an `h` that follows no letter it could halve.
pub fn group(letters: &[char]) -> Result<Vec<LetterGroup>, DanglingHalf> {
    let mut groups = Vec::new();
    let mut i = 0;
    while i < letters.len() {
        let Some(first) = Letter::from_char(letters[i]) else {
            if letters[i] == 'a' {
                groups.push(LetterGroup::All);
                i += 1;
                continue;
            }
            return Err(DanglingHalf(i));
        };
        let next = letters.get(i + 1).copied();
        let (group, used) = match next {
            Some('h') => (LetterGroup::Half(first), 2),
            _ => match next.and_then(Letter::from_char).and_then(|second| join(first, second)) {
                Some(group) => (group, 2),
                None => (LetterGroup::Single(first), 1),
            },
        };
        groups.push(group);
        i += used;
    }
    Ok(groups)
}

/// What the groups select of orthogonal, diagonal and oblique displacements, each by its own picture (D4, E2).
#[must_use]
pub fn sectors(groups: &[LetterGroup]) -> Sectors {
    let all = [orbit(1, 0), orbit(1, 1), orbit(2, 1)];
    let chosen = all.iter().flat_map(|set| select(groups, set, Vector::FORWARD));
    Sectors(chosen.filter_map(Sectors::of).fold(0, |bits, s| bits | s.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vectors(letters: &str, set: &[Vector], heading: (i16, i16)) -> Vec<(i16, i16)> {
        let groups = group(&letters.chars().collect::<Vec<_>>()).unwrap();
        let mut v: Vec<_> =
            select(&groups, set, Vector::new(heading.0, heading.1)).iter().map(|v| (v.dx, v.dy)).collect();
        v.sort_unstable();
        v
    }

    /// What D4 selects of Knight, Ferz, Wazir and King steps, square by square.
    #[test]
    fn the_documents_pictures_hold() {
        let knight = orbit(1, 2);
        let up = (0, 1);
        for (letters, expected) in [
            ("lf", vec![(-1, 2)]),
            ("fl", vec![(-2, 1)]),
            ("f", vec![(-1, 2), (1, 2)]),
            ("ff", vec![(-1, 2), (1, 2)]),
            ("fs", vec![(-2, 1), (2, 1)]),
            ("lv", vec![(-1, -2), (-1, 2)]),
            ("l", vec![(-2, -1), (-2, 1)]),
            ("fh", vec![(-2, 1), (-1, 2), (1, 2), (2, 1)]),
            ("lh", vec![(-2, -1), (-2, 1), (-1, -2), (-1, 2)]),
            ("rb", vec![(1, -2)]),
            ("br", vec![(2, -1)]),
        ] {
            assert_eq!(vectors(letters, &knight, up), expected, "{letters}N");
        }
        let ferz = orbit(1, 1);
        assert_eq!(vectors("fl", &ferz, up), [(-1, 1)]);
        assert_eq!(vectors("lv", &ferz, up), [(-1, -1), (-1, 1)]);
        assert_eq!(vectors("l", &ferz, up), [(-1, -1), (-1, 1)]);
        let wazir = orbit(1, 0);
        assert_eq!(vectors("fl", &wazir, up), [(-1, 0), (0, 1)]);
        let king: Vec<_> = [wazir.clone(), ferz.clone()].concat();
        assert_eq!(vectors("f", &king, up), [(0, 1)]);
        assert_eq!(vectors("fr", &king, up), [(1, 1)]);
        assert_eq!(vectors("fs", &king, up), [(-1, 1), (1, 1)]);
        assert_eq!(vectors("rv", &king, up), [(1, -1), (1, 1)]);
    }

    /// D2: W after a diagonal straddles, F after a diagonal is aligned, N after N is aligned, W after N snaps.
    #[test]
    fn later_legs_read_in_the_heading() {
        assert_eq!(vectors("f", &orbit(1, 0), (1, 1)), [(0, 1), (1, 0)]);
        assert_eq!(vectors("f", &orbit(1, 1), (1, 1)), [(1, 1)]);
        assert_eq!(vectors("f", &orbit(1, 2), (1, 2)), [(1, 2)]);
        assert_eq!(vectors("rf", &orbit(1, 2), (1, 2)), [(2, 1)]);
        assert_eq!(vectors("f", &orbit(1, 0), (1, 2)), [(0, 1)]);
        assert_eq!(vectors("r", &orbit(1, 0), (1, 2)), [(1, 0)]);
        assert_eq!(vectors("b", &orbit(1, 0), (1, 0)), [(-1, 0)]);
        assert_eq!(vectors("f", &orbit(1, 2), (1, 0)), [(2, -1), (2, 1)]);
    }

    #[test]
    fn letters_group_from_the_left() {
        use Letter::{B, F, L, R, S};
        use LetterGroup::{Half, Pair, Single};
        let read = |s: &str| group(&s.chars().collect::<Vec<_>>());
        assert_eq!(read("frl").unwrap(), [Pair(F, R), Single(L)]);
        assert_eq!(read("ffrb").unwrap(), [Single(F), Pair(R, B)]);
        assert_eq!(read("rl").unwrap(), [Single(R), Single(L)]);
        assert_eq!(read("fhbs").unwrap(), [Half(F), Pair(B, S)]);
        assert_eq!(read("hf"), Err(DanglingHalf(0)));
    }

    /// D3: in a run of exactly three letters `rl` is `s` and `fb` is `v`, as the documents abbreviate them.
    #[test]
    fn opposite_letters_are_one_in_runs_of_three() {
        let same = |long: &str, short: &str| {
            let chars = |s: &str| s.chars().collect::<Vec<_>>();
            assert_eq!(group_in_documents(&chars(long)), group(&chars(short)), "{long}");
        };
        for (long, short) in [("frl", "fs"), ("rlf", "sf"), ("lrb", "sb"), ("rfb", "rv"), ("bfl", "vl"), ("flr", "fs")]
        {
            same(long, short);
        }
        // Two letters, four letters, letters that are not side by side, and `h` are read as before.
        for text in ["rl", "frlb", "lfr", "rlh", "ffr", "arl"] {
            same(text, text);
        }
    }

    #[test]
    fn letters_select_sectors() {
        let narrow = sectors(&[LetterGroup::Single(Letter::F)]);
        assert!(
            narrow.contains(Vector::new(0, 1))
                && narrow.contains(Vector::new(2, 2))
                && narrow.contains(Vector::new(1, 4))
        );
        assert!(!narrow.contains(Vector::new(4, 1)) && !narrow.contains(Vector::new(1, 0)));
    }
}
