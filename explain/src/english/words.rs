//! Words for numbers, lists and directions.

use betza_ir::geometry::{Vector, orbit};
use betza_ir::sorted::{self, distinct};
use betza_ir::{Course, Turn};
use betza_notation::direction::{arrange, straight_on};

/// A small number in words.
pub(super) fn number(n: u16) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(usize::from(n)).map_or_else(|| n.to_string(), |w| (*w).to_owned())
}

/// `one square`, `three squares`.
pub(super) fn squares(n: u16) -> String {
    format!("{} square{}", number(n), if n == 1 { "" } else { "s" })
}

/// No sentence has more words than this.
pub(super) const SENTENCE: usize = 40;

/// The number of words.
pub(super) fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Whether a text begins with a sentence that is not too long.
pub(super) fn begins_short(text: &str) -> bool {
    text.split(". ").next().is_none_or(|first| words(first) <= SENTENCE)
}

/// One sentence that names all ways, or one for each if that would be long.
pub(super) fn in_sentences(start: &str, ways: &[String]) -> String {
    let whole = format!("{start} {}.", either(ways));
    if words(&whole) <= SENTENCE {
        return whole;
    }
    ways.iter().map(|way| format!("{start} {way}.")).collect::<Vec<_>>().join(" ")
}

/// `a`, `a or b`, `a, b or c`.
pub(super) fn either(parts: &[String]) -> String {
    join(parts, "or")
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn both(parts: &[String]) -> String {
    join(parts, "and")
}

fn join(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

/// The text with its first letter large.
pub(super) fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

/// Where vectors of one size lead, as the owner sees them from the start of a move.
pub(super) fn towards(vectors: &[Vector]) -> String {
    let Some(size) = vectors.first().map(|v| v.size()) else { return "nowhere".into() };
    let all = orbit(size.0, size.1).len() == vectors.len();
    match (size.0 > 0, size.1) {
        (false, _) => "where it stands".into(),
        (true, 0) if all => "orthogonally".into(),
        (true, 0) => orthogonal(vectors),
        (true, short) if short == size.0 => {
            if all {
                "diagonally".into()
            } else {
                format!("diagonally {}", signs(vectors, |v| (ahead(v), aside(v)), " "))
            }
        }
        (true, _) => oblique(vectors, size),
    }
}

fn ahead(v: &Vector) -> i16 {
    v.dy.signum()
}

fn aside(v: &Vector) -> i16 {
    v.dx.signum()
}

fn orthogonal(vectors: &[Vector]) -> String {
    let has = |dx, dy| vectors.iter().any(|v| (aside(v), ahead(v)) == (dx, dy));
    let mut parts = Vec::new();
    match (has(0, 1), has(0, -1)) {
        (true, true) => parts.push("straight forward or backward".to_owned()),
        (true, false) => parts.push("straight forward".into()),
        (false, true) => parts.push("straight backward".into()),
        (false, false) => {}
    }
    match (has(-1, 0), has(1, 0)) {
        (true, true) => parts.push("sideways".into()),
        (true, false) => parts.push("to the left".into()),
        (false, true) => parts.push("to the right".into()),
        (false, false) => {}
    }
    either(&parts)
}

/// Pairs of signs (ahead, aside) as words: a full product in one phrase, else one by one.
fn signs(vectors: &[Vector], of: impl Fn(&Vector) -> (i16, i16), glue: &str) -> String {
    let pairs = distinct(vectors.iter().map(of));
    let lengthwise = distinct(pairs.iter().map(|p| p.0));
    let crosswise = distinct(pairs.iter().map(|p| p.1));
    let both_ways = |s: &[i16]| s.len() == 2;
    if pairs.len() == lengthwise.len() * crosswise.len() {
        return match (both_ways(&lengthwise), both_ways(&crosswise)) {
            (true, true) => format!("forward or backward{glue}to either side"),
            (true, false) => lateral(crosswise.first().copied().unwrap_or(0)).to_owned(),
            (false, true) => lengthways(lengthwise.first().copied().unwrap_or(0)).to_owned(),
            (false, false) => pair(*pairs.first().unwrap_or(&(1, 1)), glue),
        };
    }
    either(&pairs.iter().rev().map(|&p| pair(p, glue)).collect::<Vec<_>>())
}

fn pair((ahead, aside): (i16, i16), glue: &str) -> String {
    format!("{}{glue}{}", lengthways(ahead), lateral(aside))
}

fn lengthways(sign: i16) -> &'static str {
    if sign > 0 { "forward" } else { "backward" }
}

fn lateral(sign: i16) -> &'static str {
    if sign > 0 { "to the right" } else { "to the left" }
}

/// Two squares forward and one to either side.
fn oblique(vectors: &[Vector], (long, short): (u16, u16)) -> String {
    let tall: Vec<Vector> = vectors.iter().copied().filter(|v| v.dy.unsigned_abs() == long).collect();
    let broad: Vec<Vector> = vectors.iter().copied().filter(|v| v.dy.unsigned_abs() != long).collect();
    if tall.len() + broad.len() == 8 {
        return format!("{} one way and {} across", squares(long), number(short));
    }
    let mut parts = Vec::new();
    for (set, first, second) in [(tall, long, short), (broad, short, long)] {
        let by_ahead = distinct(set.iter().map(ahead));
        let rows: Vec<(i16, Vec<i16>)> =
            by_ahead.into_iter().map(|a| (a, distinct(set.iter().filter(|v| ahead(v) == a).map(aside)))).collect();
        let sides = |s: &[i16]| match s.len() {
            2 => "to either side",
            _ => lateral(s.first().copied().unwrap_or(1)),
        };
        let phrase = |ways: &str, s: &[i16]| {
            if first == long {
                format!("{} {ways} and {} {}", squares(long), number(second), sides(s))
            } else {
                format!("{} {} and {} {ways}", squares(long), sides(s), number(short))
            }
        };
        match &rows[..] {
            [(_, a), (_, b)] if a == b => parts.push(phrase("forward or backward", a)),
            rows => parts.extend(rows.iter().rev().map(|(a, s)| phrase(lengthways(*a), s))),
        }
    }
    parts.join(", or ")
}

/// A name for the leap of this size, as `a Knight's leap`.
pub(super) fn leap_name(size: (u16, u16)) -> String {
    match size {
        (2, 1) => "a Knight's leap".into(),
        (3, 1) => "a Camel's leap".into(),
        (3, 2) => "a Zebra's leap".into(),
        (4, 1) => "a Giraffe's leap".into(),
        (a, b) => format!("a ({a},{b}) leap"),
    }
}

/// The ways in which a later leg leads, seen from the step before, if they are the same for all headings.
pub(super) fn onward(turns: &[&Turn]) -> Option<Vec<String>> {
    let firsts = |t: &Turn| -> Vec<Vector> { distinct(t.courses.iter().map(|c| c.step(0))) };
    let (first, rest) = turns.split_first()?;
    let whole = |t: &Turn| {
        let vectors = firsts(t);
        let sizes = distinct(vectors.iter().map(|v| v.size()));
        vectors.len() == sizes.iter().map(|s| orbit(s.0, s.1).len()).sum::<usize>()
    };
    if turns.iter().all(|t| whole(t)) {
        return Some(vec!["in any direction".into()]);
    }
    let all_but_back = |t: &Turn| {
        let vectors = firsts(t);
        vectors.len() == 7
            && t.heading.is_some_and(|h| {
                let set = orbit(h.size().0, h.size().1);
                set.len() == 8 && set.iter().all(|v| vectors.contains(v) != (*v + h == Vector::ZERO))
            })
    };
    if turns.iter().all(|t| all_but_back(t)) {
        return Some(vec!["in any direction but straight back".into()]);
    }
    let angles = |t: &Turn| -> Option<Vec<i32>> {
        let heading = t.heading?;
        Some(distinct(firsts(t).into_iter().map(|v| angle(heading, v))))
    };
    let set = angles(first)?;
    if rest.iter().all(|t| angles(t).as_ref() == Some(&set)) {
        return Some(turned(&set));
    }
    let nearest = |t: &Turn| {
        let vectors = firsts(t);
        let size = vectors.first().map_or((0, 0), |v| v.size());
        t.heading.is_some_and(|h| {
            let mut straight = straight_on(&orbit(size.0, size.1), h);
            sorted::sort(&mut straight);
            straight == vectors
        })
    };
    if turns.iter().all(|t| nearest(t)) {
        return Some(vec!["outward, as nearly as it can in the direction of the step before".into()]);
    }
    places(turns, &firsts)
}

/// The same places among the eight directions of an atom, clockwise from the step before.
fn places(turns: &[&Turn], firsts: &dyn Fn(&Turn) -> Vec<Vector>) -> Option<Vec<String>> {
    let of = |t: &Turn| -> Option<Vec<usize>> {
        let vectors = firsts(t);
        let size = vectors.first()?.size();
        if vectors.iter().any(|v| v.size() != size) {
            return None;
        }
        let (_, sorted) = arrange(&orbit(size.0, size.1), t.heading?);
        let places: Option<Vec<usize>> = vectors.iter().map(|v| sorted.iter().position(|s| s == v)).collect();
        places.map(distinct)
    };
    let (first, rest) = turns.split_first()?;
    let set = of(first)?;
    if set.is_empty() || !rest.iter().all(|t| of(t).as_ref() == Some(&set)) {
        return None;
    }
    let one = |&p: &usize| match p {
        0 => "straight on".to_owned(),
        1 => "in the next of its directions to the right".into(),
        7 => "in the next of its directions to the left".into(),
        4 => "straight back".into(),
        p if p < 4 => format!("in the {} of its directions to the right", ordinal(p)),
        p => format!("in the {} of its directions to the left", ordinal(8 - p)),
    };
    Some(set.iter().map(one).collect())
}

fn ordinal(n: usize) -> &'static str {
    match n {
        2 => "second",
        _ => "third",
    }
}

/// Degrees from the heading, clockwise positive, from -179 to 180.
fn angle(heading: Vector, v: Vector) -> i32 {
    let degrees = |v: Vector| f64::from(v.dx).atan2(f64::from(v.dy)).to_degrees();
    let mut turn = (degrees(v) - degrees(heading)).round() as i32;
    if turn > 180 {
        turn -= 360;
    } else if turn <= -180 {
        turn += 360;
    }
    turn
}

fn turned(angles: &[i32]) -> Vec<String> {
    if angles.len() == 7 && angles.iter().all(|a| a % 45 == 0 && *a != 180) {
        return vec!["in any direction but straight back".into()];
    }
    let mut parts = Vec::new();
    if angles.contains(&0) {
        parts.push("straight on".to_owned());
    }
    let sizes = distinct(angles.iter().map(|a| a.abs()).filter(|a| *a != 0 && *a != 180));
    // Turns to one side are told together: `turned 45° or 135° to the left`.
    let mut turns: Vec<(&str, Vec<String>)> = Vec::new();
    for size in sizes {
        let way = match (angles.contains(&-size), angles.contains(&size)) {
            (true, true) => "to either side",
            (true, false) => "to the left",
            _ => "to the right",
        };
        let turn = if size == 90 { "at a right angle".to_owned() } else { format!("turned {size}°") };
        match turns.iter_mut().find(|(other, _)| *other == way) {
            Some((_, turns)) => turns.push(turn),
            None => turns.push((way, vec![turn])),
        }
    }
    parts.extend(turns.iter().map(|(way, turns)| format!("{} {way}", either(turns).replace("° or turned ", "° or "))));
    if angles.contains(&180) {
        parts.push("straight back".into());
    }
    parts
}

/// How a circle turns, if it turns alike at every step.
pub(super) fn bend(courses: &[&Course]) -> Option<String> {
    let pairs = |c: &Course| -> Vec<(Vector, Vector)> { (0..c.0.len()).map(|i| (c.step(i), c.step(i + 1))).collect() };
    let pairs: Vec<(Vector, Vector)> = courses.iter().flat_map(|c| pairs(c)).collect();
    let side = |rights: bool, lefts: bool| match (rights, lefts) {
        (true, false) => "to the right",
        (false, true) => "to the left",
        _ => "to the same side",
    };
    let angles = distinct(pairs.iter().map(|&(v, w)| angle(v, w)));
    if let Some(size) = angles.first().map(|a| a.abs()).filter(|size| angles.iter().all(|a| a.abs() == *size)) {
        let side = side(angles.contains(&size), angles.contains(&-size));
        let how = if size == 90 { "at a right angle".to_owned() } else { format!("by {size}°") };
        return Some(format!("turning each time {how} {side}"));
    }
    // Among the eight directions of an oblique leap the angles alternate, and places are counted.
    let places: Option<Vec<usize>> =
        pairs.iter().map(|&(v, w)| arrange(&orbit(v.size().0, v.size().1), v).1.iter().position(|s| *s == w)).collect();
    let places = distinct(places?);
    let near = distinct(places.iter().map(|&p| p.min(8 - p.min(8))));
    let which = match near[..] {
        [1] => "next",
        [n @ (2 | 3)] => ordinal(n),
        _ => return None,
    };
    let side = side(places.iter().any(|p| *p < 4), places.iter().any(|p| *p > 4));
    Some(format!("turning each time to the {which} of its directions {side}"))
}

/// The steps of one course as words, for courses that nothing shorter describes.
pub(super) fn spelt(course: &Course) -> String {
    let step = |v: &Vector| match v.size() {
        (0, 0) => "a pause".to_owned(),
        (_, 0) => format!("{} {}", squares(v.king_steps()), towards(&[*v])),
        (a, b) if a == b => format!("{} {}", squares(a), towards(&[*v])),
        _ => towards(&[*v]),
    };
    let steps: Vec<String> = course.0.iter().map(step).collect();
    // A long course is told in several sentences.
    steps.chunks(3).map(|few| few.join(", then ")).collect::<Vec<_>>().join(". Then ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vectors(list: &[(i16, i16)]) -> Vec<Vector> {
        list.iter().map(|&(dx, dy)| Vector::new(dx, dy)).collect()
    }

    #[test]
    fn directions_read_as_a_player_says_them() {
        for (list, words) in [
            (&[(0, 1)][..], "straight forward"),
            (&[(0, 1), (-1, 0), (1, 0)], "straight forward or sideways"),
            (&[(0, 1), (0, -1), (1, 0), (-1, 0)], "orthogonally"),
            (&[(-1, 1), (1, 1)], "diagonally forward"),
            (&[(-1, 1), (-1, -1)], "diagonally to the left"),
            (&[(-1, 1)], "diagonally forward to the left"),
            (&[(-1, 1), (1, -1)], "diagonally forward to the left or backward to the right"),
            (&[(-1, 2), (1, 2)], "two squares forward and one to either side"),
            (&[(-2, 1), (2, 1)], "two squares to either side and one forward"),
            (&[(1, 2), (1, -2)], "two squares forward or backward and one to the right"),
            (&[(2, 1), (2, -1)], "two squares to the right and one forward or backward"),
            (
                &[(1, 2), (-1, -2)],
                "two squares forward and one to the right, or two squares backward and one to the left",
            ),
        ] {
            assert_eq!(towards(&vectors(list)), words);
        }
    }

    #[test]
    fn later_directions_are_told_from_the_step_before() {
        let turn = |heading: (i16, i16), list: &[(i16, i16)]| Turn {
            heading: Some(Vector::new(heading.0, heading.1)),
            courses: vectors(list).into_iter().map(Course::straight).collect(),
        };
        let say = |turns: &[Turn]| onward(&turns.iter().collect::<Vec<_>>()).map(|ways| either(&ways));
        let diagonal_then_straight = [turn((1, 1), &[(0, 1), (1, 0)]), turn((-1, 1), &[(-1, 0), (0, 1)])];
        assert_eq!(say(&diagonal_then_straight).as_deref(), Some("turned 45° to either side"));
        assert_eq!(say(&[turn((1, 0), &[(1, 0)]), turn((0, 1), &[(0, 1)])]).as_deref(), Some("straight on"));
        assert_eq!(say(&[turn((1, 0), &[(-1, 0)])]).as_deref(), Some("straight back"));
        let knight_then_straight = [turn((1, 2), &[(0, 1)]), turn((2, 1), &[(1, 0)])];
        assert!(say(&knight_then_straight).unwrap().starts_with("outward"));
        // The Rose: each step the next Knight's direction clockwise, by 37 and 53 degrees in turn.
        let rose = [turn((1, 2), &[(2, 1)]), turn((2, 1), &[(2, -1)])];
        assert_eq!(say(&rose).as_deref(), Some("in the next of its directions to the right"));
    }
}
