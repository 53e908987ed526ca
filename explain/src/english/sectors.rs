//! The directions of a whole move (docs/notation, E2), if they exclude some of its paths.

use super::leg::directions;
use super::paths::{Paths, Place};
use super::words::either;
use betza_ir::geometry::Vector;
use betza_ir::{Move, Sectors};

/// More parts than this are listed one below the other.
const FEW: usize = 2;

/// What the directions of the whole move exclude, in words.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Narrowed {
    /// Clauses that begin with `only`.
    pub clauses: Vec<String>,
    /// Sentences, where there is too much to say in a clause.
    pub sentences: Vec<String>,
}

/// What the directions that the move as a whole must have exclude of its paths.
pub(super) fn narrowed(m: &Move, paths: Option<&Paths>) -> Narrowed {
    let mut narrowed = Narrowed::default();
    if m.sectors == Sectors::ALL {
        return narrowed;
    }
    let (home, away): (Vec<Place>, Vec<Place>) =
        paths.iter().flat_map(|p| p.ends.iter().copied()).partition(|p| p.way == Vector::ZERO);
    let sectors_of = |places: &[Place]| places.iter().filter_map(|p| Sectors::of(p.way)).fold(0, |all, s| all | s.0);
    let open = if paths.is_some() { sectors_of(&away) } else { Sectors::ALL.0 };
    let chosen = m.sectors.0 & open;
    if chosen != open && chosen != 0 {
        match squares(chosen, open) {
            Some(which) => narrowed.clauses.push(format!("only to squares {which}")),
            None => {
                let rays = (0..16).filter(|i| chosen & (1 << i) != 0).map(|i| {
                    let (_, which) = REGIONS.iter().find(|(set, _)| *set == 1 << i).expect("every ray has a name");
                    which.to_string()
                });
                let rays: Vec<String> = rays.collect();
                narrowed.sentences.extend(rays.chunks(FEW).map(|few| format!("It may end {}.", either(few))));
            }
        }
    } else if chosen == 0 && open != 0 {
        let whether = if home.iter().any(|p| p.is_within(m.sectors)) { "only where it started" } else { "never" };
        narrowed.clauses.push(if whether == "never" {
            "only to squares that it cannot reach".into()
        } else {
            whether.into()
        });
    }
    let kept: Vec<Vector> = home.iter().filter(|p| p.is_within(m.sectors)).filter_map(|p| p.first).collect();
    if !kept.is_empty() && kept.len() < home.len() {
        let ways = directions(&kept);
        let back = if away.is_empty() { "only" } else { "back to its own square only" };
        if ways.len() <= FEW {
            narrowed.clauses.push(format!("{back} if its first step is {}", either(&ways)));
        } else {
            let back = if away.is_empty() { "It may end there" } else { "It may come back to its own square" };
            narrowed
                .sentences
                .extend(ways.chunks(FEW).map(|few| format!("{back} if its first step is {}.", either(few))));
        }
    }
    narrowed
}

/// The squares whose direction lies in `chosen`, if there are words for them; of directions that are not `open` nothing
/// is said.
fn squares(chosen: u16, open: u16) -> Option<String> {
    let fits = |set: u16| set & open == chosen;
    if let Some((_, words)) = REGIONS.iter().find(|(set, _)| fits(*set)) {
        return Some((*words).to_owned());
    }
    // Two regions that together are all, the larger ones first.
    let within: Vec<_> = REGIONS.iter().filter(|(set, _)| set & open & !chosen == 0 && set & open != 0).collect();
    within.iter().enumerate().find_map(|(i, (a, first))| {
        let (_, second) = within[i + 1..].iter().find(|(b, _)| fits(a | b))?;
        Some(format!("{first} or {second}"))
    })
}

/// Regions of the board as seen from the start, each as sectors ([`Sectors`]); the simplest first.
const REGIONS: [(u16, &str); 56] = [
    (0b1110_0000_0000_1111, "ahead of its start"),
    (0b0000_1111_1110_0000, "behind its start"),
    (0b1111_1110_0000_0000, "to the left of its start"),
    (0b0000_0000_1111_1110, "to the right of its start"),
    (0b1000_0000_0000_0011, "farther forward than sideways from its start"),
    (0b0000_0011_1000_0000, "farther backward than sideways from its start"),
    (0b0011_1000_0000_0000, "farther to the left than forward or backward from its start"),
    (0b0000_0000_0011_1000, "farther to the right than forward or backward from its start"),
    (0b1100_0000_0000_0111, "at least as far forward as sideways from its start"),
    (0b0000_0111_1100_0000, "at least as far backward as sideways from its start"),
    (0b0111_1100_0000_0000, "at least as far to the left as forward or backward from its start"),
    (0b0000_0000_0111_1100, "at least as far to the right as forward or backward from its start"),
    (0b1110_1111_1110_1111, "on another rank than its start"),
    (0b1111_1110_1111_1110, "on another file than its start"),
    (0b1000_0011_1000_0011, "farther forward or backward than sideways from its start"),
    (0b0011_1000_0011_1000, "farther sideways than forward or backward from its start"),
    (0b1100_0111_1100_0111, "at least as far forward or backward as sideways from its start"),
    (0b0111_1100_0111_1100, "at least as far sideways as forward or backward from its start"),
    (0b0001_0000_0001_0000, "on the rank of its start"),
    (0b0000_0001_0000_0001, "on the file of its start"),
    (0b0100_0100_0100_0100, "on a diagonal of its start"),
    (0b0001_0001_0001_0001, "in a straight line from its start"),
    (0b0101_0101_0101_0101, "in a straight or diagonal line from its start"),
    (0b1010_1010_1010_1010, "on no straight or diagonal line of its start"),
    (0b1110_0000_0000_0000, "ahead and to the left of its start"),
    (0b0000_0000_0000_1110, "ahead and to the right of its start"),
    (0b0000_0000_1110_0000, "behind and to the right of its start"),
    (0b0000_1110_0000_0000, "behind and to the left of its start"),
    (0b0110_0000_0000_1100, "ahead of its start, at least as far sideways as forward"),
    (0b0000_1100_0110_0000, "behind its start, at least as far sideways as backward"),
    (0b1100_0110_0000_0000, "to the left of its start, at least as far forward or backward as to the left"),
    (0b0000_0000_1100_0110, "to the right of its start, at least as far forward or backward as to the right"),
    (0b0110_0000_0000_0000, "ahead and to the left of its start, at least as far to the left as forward"),
    (0b0000_0000_0000_1100, "ahead and to the right of its start, at least as far to the right as forward"),
    (0b0000_0000_0110_0000, "behind and to the right of its start, at least as far to the right as backward"),
    (0b0000_1100_0000_0000, "behind and to the left of its start, at least as far to the left as backward"),
    (0b1100_0000_0000_0000, "ahead and to the left of its start, at least as far forward as to the left"),
    (0b0000_0000_0000_0110, "ahead and to the right of its start, at least as far forward as to the right"),
    (0b0000_0000_1100_0000, "behind and to the right of its start, at least as far backward as to the right"),
    (0b0000_0110_0000_0000, "behind and to the left of its start, at least as far backward as to the left"),
    (0b0000_0000_0000_0001, "straight ahead"),
    (0b0000_0000_0000_0010, "to the right but farther forward"),
    (0b0000_0000_0000_0100, "diagonally ahead to the right"),
    (0b0000_0000_0000_1000, "ahead but farther to the right"),
    (0b0000_0000_0001_0000, "straight to the right"),
    (0b0000_0000_0010_0000, "behind but farther to the right"),
    (0b0000_0000_0100_0000, "diagonally behind to the right"),
    (0b0000_0000_1000_0000, "to the right but farther backward"),
    (0b0000_0001_0000_0000, "straight behind"),
    (0b0000_0010_0000_0000, "to the left but farther backward"),
    (0b0000_0100_0000_0000, "diagonally behind to the left"),
    (0b0000_1000_0000_0000, "behind but farther to the left"),
    (0b0001_0000_0000_0000, "straight to the left"),
    (0b0010_0000_0000_0000, "ahead but farther to the left"),
    (0b0100_0000_0000_0000, "diagonally ahead to the left"),
    (0b1000_0000_0000_0000, "to the left but farther forward"),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Each region holds those of the 48 squares around its start that its words say, worked out from the words.
    #[test]
    fn regions_hold_what_their_words_say() {
        let says = |words: &str, dx: i16, dy: i16| -> bool {
            let (x, y) = (dx.abs(), dy.abs());
            match words {
                "ahead of its start" => dy > 0,
                "behind its start" => dy < 0,
                "to the left of its start" => dx < 0,
                "to the right of its start" => dx > 0,
                "farther forward than sideways from its start" => dy > x,
                "farther backward than sideways from its start" => -dy > x,
                "farther to the left than forward or backward from its start" => -dx > y,
                "farther to the right than forward or backward from its start" => dx > y,
                "at least as far forward as sideways from its start" => dy >= x,
                "at least as far backward as sideways from its start" => -dy >= x,
                "at least as far to the left as forward or backward from its start" => -dx >= y,
                "at least as far to the right as forward or backward from its start" => dx >= y,
                "on another rank than its start" => dy != 0,
                "on another file than its start" => dx != 0,
                "farther forward or backward than sideways from its start" => y > x,
                "farther sideways than forward or backward from its start" => x > y,
                "at least as far forward or backward as sideways from its start" => y >= x,
                "at least as far sideways as forward or backward from its start" => x >= y,
                "on the rank of its start" => dy == 0,
                "on the file of its start" => dx == 0,
                "on a diagonal of its start" => x == y,
                "in a straight line from its start" => dx == 0 || dy == 0,
                "in a straight or diagonal line from its start" => dx == 0 || dy == 0 || x == y,
                "on no straight or diagonal line of its start" => dx != 0 && dy != 0 && x != y,
                "ahead of its start, at least as far sideways as forward" => dy > 0 && x >= y,
                "behind its start, at least as far sideways as backward" => dy < 0 && x >= y,
                "to the left of its start, at least as far forward or backward as to the left" => dx < 0 && y >= x,
                "to the right of its start, at least as far forward or backward as to the right" => dx > 0 && y >= x,
                "straight ahead" => dx == 0 && dy > 0,
                "straight behind" => dx == 0 && dy < 0,
                "straight to the left" => dy == 0 && dx < 0,
                "straight to the right" => dy == 0 && dx > 0,
                words => {
                    let toward = |way: &str| match way {
                        "ahead" | "forward" => dy,
                        "behind" | "backward" => -dy,
                        "left" => -dx,
                        _ => dx,
                    };
                    let ways: Vec<&str> = words
                        .split([' ', ','])
                        .filter(|w| ["ahead", "behind", "left", "right", "forward", "backward"].contains(w))
                        .collect();
                    if words.starts_with("diagonally") {
                        x == y && ways.iter().all(|w| toward(w) > 0)
                    } else if words.contains("but farther") {
                        toward(ways[0]) > 0 && toward(ways[1]) > toward(ways[0])
                    } else {
                        let quarter = toward(ways[0]) > 0 && toward(ways[1]) > 0;
                        quarter && (ways.len() == 2 || toward(ways[2]) >= toward(ways[3]))
                    }
                }
            }
        };
        for (set, words) in REGIONS {
            for (dx, dy) in (-3..=3).flat_map(|dx| (-3..=3).map(move |dy| (dx, dy))).filter(|&p| p != (0, 0)) {
                let holds = Sectors(set).contains(Vector::new(dx, dy));
                assert_eq!(holds, says(words, dx, dy), "{words}: ({dx},{dy})");
            }
        }
    }
}
