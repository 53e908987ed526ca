//! One leg in words: how far, where to, over what.

use super::words::{bend, either, leap_name, number, onward, spelt, squares, towards, words};
use betza_ir::geometry::Vector;
use betza_ir::sorted::distinct;
use betza_ir::{Count, Course, Footing, Leg, Pass, Span, Steps, Turn, Wrap};

/// How far and where a leg goes; without a verb.
pub(super) struct Route {
    /// In one phrase. If there is a list, it says no more than `in one of these ways`.
    pub text: String,
    /// The ways one by one, where one phrase would be too long.
    pub list: Vec<String>,
    /// What the leg needs of the squares on its way.
    pub clauses: Vec<String>,
}

/// Whether the leg stays where it is.
pub(super) fn is_pause(leg: &Leg) -> bool {
    let Steps::Turns(turns) = &leg.steps else { return false };
    let mut courses = turns.iter().flat_map(|t| &t.courses).peekable();
    courses.peek().is_some() && courses.all(|c| c.0.iter().all(|v| *v == Vector::ZERO))
}

/// Phrases with more words than this become lists.
const PHRASE: usize = 24;

/// A leg in words.
pub(super) fn leg(leg: &Leg) -> Route {
    let Path { ways: mut list, at_first } = path(leg);
    let text = match &list[..] {
        [one] => one.clone(),
        many if words(&either(many)) <= PHRASE => either(many),
        _ => "in one of these ways".into(),
    };
    if list.len() == 1 || text != "in one of these ways" {
        list.clear();
    }
    Route { text, list, clauses: at_first.into_iter().chain(clauses(leg)).collect() }
}

/// How far a leg goes and where.
struct Path {
    /// One phrase, or several of which each is a way to go.
    ways: Vec<String>,
    /// Where its first step goes, if that would make the phrase long.
    at_first: Option<String>,
}

impl From<Vec<String>> for Path {
    fn from(ways: Vec<String>) -> Path {
        Path { ways, at_first: None }
    }
}

/// How far and where, without conditions on the squares passed.
fn path(leg: &Leg) -> Path {
    let Steps::Turns(turns) = &leg.steps else { return vec!["to any other square of the board".into()].into() };
    let courses: Vec<&Course> = turns.iter().flat_map(|t| &t.courses).collect();
    if courses.is_empty() {
        return vec!["nowhere (no step is left in any direction)".into()].into();
    }
    if courses.iter().any(|c| c.0.len() > 1) {
        return winding(leg, turns, &courses);
    }
    straight(leg, turns).into()
}

/// Courses of one vector.
fn straight(leg: &Leg, turns: &[Turn]) -> Vec<String> {
    let first: Vec<&Turn> = turns.iter().filter(|t| t.heading.is_none()).collect();
    let later: Vec<&Turn> = turns.iter().filter(|t| t.heading.is_some()).collect();
    match (&first[..], &later[..]) {
        ([turn], []) => from_start(leg, &heads(turn)),
        ([], later) => from_step(leg, later),
        (first, later) => {
            let start: Vec<Vector> = first.iter().flat_map(|t| heads(t)).collect();
            let (start, on) = (from_start(leg, &start), from_step(leg, later));
            let phrase = format!("at first {}; later {}", either(&start), either(&on));
            if words(&phrase) <= PHRASE {
                return vec![phrase];
            }
            let start = start.iter().map(|way| format!("at first {way}"));
            start.chain(on.iter().map(|way| format!("later {way}"))).collect()
        }
    }
}

/// Where these vectors lead from the start of a move: one phrase for each size, or more where one would be long.
pub(super) fn directions(vectors: &[Vector]) -> Vec<String> {
    by_size(vectors).iter().flat_map(|(_, set)| one_by_one(set, &towards)).collect()
}

/// A phrase for all these vectors, or one for each if that would be long.
fn one_by_one(vectors: &[Vector], phrase: &dyn Fn(&[Vector]) -> String) -> Vec<String> {
    let all = phrase(vectors);
    if words(&all) <= PHRASE { vec![all] } else { vectors.iter().map(|v| phrase(&[*v])).collect() }
}

fn heads(turn: &Turn) -> Vec<Vector> {
    turn.courses.iter().map(|c| c.step(0)).collect()
}

/// The vectors by the size of their leap, in order of size.
fn by_size(vectors: &[Vector]) -> Vec<((u16, u16), Vec<Vector>)> {
    let sizes = distinct(vectors.iter().map(|v| v.size()));
    let of = |size| distinct(vectors.iter().copied().filter(|v| v.size() == size));
    sizes.into_iter().map(|s| (s, of(s))).collect()
}

/// A leg at the start of a move: directions are absolute.
fn from_start(leg: &Leg, vectors: &[Vector]) -> Vec<String> {
    let groups = by_size(vectors);
    // A King's steps, or a Queen's ride: both sizes in one phrase.
    if let [((1, 0), w), ((1, 1), f)] = &groups[..] {
        let where_to = match (w.len(), f.len()) {
            (4, 4) => "in any direction".to_owned(),
            (4, _) => format!("{} or in any orthogonal direction", towards(f)),
            (_, 4) => format!("{} or in any diagonal direction", towards(w)),
            _ => format!("{} or {}", towards(w), towards(f)),
        };
        return vec![format!("{} {where_to}", distance(leg, (1, 0)))];
    }
    groups.iter().flat_map(|(size, set)| one_by_one(set, &|set| one_size(leg, *size, set))).collect()
}

/// Steps of one size from the start of a move.
fn one_size(leg: &Leg, size: (u16, u16), vectors: &[Vector]) -> String {
    match size {
        (0, 0) => "where it stands".into(),
        (1, _) => format!("{} {}", distance(leg, size), towards(vectors)),
        (long, short) if short == 0 || short == long => {
            if leg.is_ride() {
                format!("{} {}", distance(leg, size), towards(vectors))
            } else {
                format!("{} {}", squares(long), towards(vectors))
            }
        }
        _ => match (leg.is_ride(), vectors.len()) {
            (false, 8) => format!("{} ({})", leap_name(size), towards(vectors)),
            (false, _) => format!("{}: {}", leap_name(size), towards(vectors)),
            (true, 8) => distance(leg, size),
            (true, _) => format!("{}, each {}", distance(leg, size), towards(vectors)),
        },
    }
}

/// The length of a ride that depends on an earlier leg.
const AS_BEFORE: &str = "as many squares as the part before,";

/// Whether the part before alone says how far a ride of single steps goes.
fn as_before(leg: &Leg, size: (u16, u16)) -> bool {
    size.0 == 1 && leg.span != Span::Free && leg.count == Count::UNLIMITED
}

/// How far a leg goes, in squares or in leaps.
fn distance(leg: &Leg, size: (u16, u16)) -> String {
    let (least, most) = (leg.count.min, leg.count.max);
    if as_before(leg, size) {
        return AS_BEFORE.to_owned();
    }
    if size.0 == 1 {
        return match (least, most) {
            _ if hops_over_one_square(leg) => squares(2),
            (1, None) => "any number of squares".into(),
            (least, None) => format!("{} or more", squares(least)),
            (least, Some(most)) if least == most => {
                if most == 1 {
                    squares(1)
                } else {
                    format!("exactly {}", squares(most))
                }
            }
            (1, Some(most)) => format!("up to {}", squares(most)),
            (least, Some(most)) => format!("{} to {}", number(least), squares(most)),
        };
    }
    let leaps = match size {
        (a, b) if b == 0 || b == a => format!("leaps of {}", squares(a)),
        (2, 1) => "Knight's leaps".into(),
        (3, 1) => "Camel's leaps".into(),
        (3, 2) => "Zebra's leaps".into(),
        (a, b) => format!("({a},{b}) leaps"),
    };
    let how_many = match (least, most) {
        (1, None) => "any number of".to_owned(),
        (least, None) => format!("{} or more", number(least)),
        (least, Some(most)) if least == most => format!("exactly {}", number(most)),
        (1, Some(most)) => format!("up to {}", number(most)),
        (least, Some(most)) => format!("{} to {}", number(least), number(most)),
    };
    format!("{how_many} {leaps} in a line")
}

/// A leg after another one: directions are seen from the step before.
fn from_step(leg: &Leg, turns: &[&Turn]) -> Vec<String> {
    let vectors: Vec<Vector> = turns.iter().flat_map(|t| heads(t)).collect();
    let sizes: Vec<(u16, u16)> = by_size(&vectors).into_iter().map(|(s, _)| s).collect();
    let how_far = match &sizes[..] {
        [(0, 0)] => return vec!["it stays there".into()],
        [(1, 0)] => format!("{} orthogonally", distance(leg, (1, 0))),
        [(1, 1)] => format!("{} diagonally", distance(leg, (1, 1))),
        [(1, 0), (1, 1)] => distance(leg, (1, 0)),
        [size @ (long, short)] if !leg.is_ride() => match *short {
            0 => format!("{} orthogonally", squares(*long)),
            short if short == *long => format!("{} diagonally", squares(*long)),
            _ => leap_name(*size),
        },
        [size] => distance(leg, *size),
        many => either(
            &many.iter().map(|&s| if leg.is_ride() { distance(leg, s) } else { leap_name(s) }).collect::<Vec<_>>(),
        ),
    };
    // The same step straight on needs no other word for its direction.
    let goes_on = turns.iter().all(|t| matches!((&heads(t)[..], t.heading), ([v], Some(h)) if *v == h));
    if goes_on {
        return vec![match leg.is_ride() {
            false if sizes.iter().all(|s| s.0 == 1) => "one square more, straight on".into(),
            false => "the same leap once more, straight on".into(),
            true => format!("{}, straight on", how_far.trim_end_matches(',')),
        }];
    }
    let how_far = how_far.trim_end_matches(',');
    if let Some(ways) = onward(turns) {
        let phrase = format!("{how_far}, {}", either(&ways));
        let is_short = words(&phrase) <= PHRASE;
        return if is_short { vec![phrase] } else { ways.iter().map(|way| format!("{how_far}, {way}")).collect() };
    }
    // Headings of one size behind which the same steps follow are named together.
    let mut ways: Vec<(Vec<Vector>, &[Course])> = Vec::new();
    for t in turns {
        let Some(heading) = t.heading else { continue };
        let same = |(headings, courses): &&mut (Vec<Vector>, &[Course])| {
            headings[0].size() == heading.size() && *courses == &t.courses[..]
        };
        match ways.iter_mut().find(same) {
            Some((headings, _)) => headings.push(heading),
            None => ways.push((vec![heading], &t.courses)),
        }
    }
    let way = |(headings, courses): &(Vec<Vector>, &[Course])| {
        let on: Vec<Vector> = courses.iter().map(|c| c.step(0)).collect();
        let on = directions(&on);
        let after = |headings: &[Vector]| format!("after a step {}", towards(headings));
        let phrase = format!("{}: {}", after(headings), either(&on));
        if words(&phrase) <= PHRASE {
            return vec![phrase];
        }
        let after = one_by_one(headings, &after);
        after.iter().flat_map(|after| on.iter().map(move |on| format!("{after}: {on}"))).collect()
    };
    let ways: Vec<String> = ways.iter().flat_map(way).collect();
    let phrase = format!("{how_far} ({})", ways.join("; "));
    if words(&phrase) <= PHRASE {
        return vec![phrase];
    }
    ways.iter().map(|way| format!("{how_far}, {way}")).collect()
}

/// Zigzags and circles: courses of more than one vector.
fn winding(leg: &Leg, turns: &[Turn], courses: &[&Course]) -> Path {
    let steps = match (leg.count.min, leg.count.max) {
        (1, None) => "any number of steps".to_owned(),
        (least, None) => format!("{} or more steps", number(least)),
        (least, Some(most)) if least == most => format!("exactly {} steps", number(most)),
        (1, Some(most)) => format!("up to {} steps", number(most)),
        (least, Some(most)) => format!("{} to {} steps", number(least), number(most)),
    };
    let sizes = distinct(courses.iter().flat_map(|c| c.0.iter().map(|v| v.size())));
    let step = |size: (u16, u16)| match size {
        (a, 0) => format!("{} orthogonally", squares(a)),
        (a, b) if a == b => format!("{} diagonally", squares(a)),
        size => leap_name(size),
    };
    let is_zigzag = courses.iter().all(|c| c.0.len() == 2);
    // A circle's steps are of one kind and come back to where they started.
    let comes_round =
        courses.iter().all(|c| c.0.len() > 2 && c.0.iter().fold(Vector::ZERO, |sum, &v| sum + v) == Vector::ZERO);
    let circle = if comes_round { bend(courses) } else { None };
    let back_and_forth = courses.iter().all(|c| c.0.len() == 2 && c.0[0] + c.0[1] == Vector::ZERO);
    // Steps along lines, orthogonal and diagonal in turn: of two of one kind, those of the other kind lie between them.
    let outward = || {
        let straight = |v: Vector| v.is_orthogonal() || v.size().0 == v.size().1;
        is_zigzag
            && courses.iter().all(|c| {
                straight(c.0[0])
                    && straight(c.0[1])
                    && c.0[0].is_orthogonal() != c.0[1].is_orthogonal()
                    && c.0[0].size() == courses[0].0[0].size()
                    && c.0[0].dot(c.0[1]) > 0
                    && courses.iter().filter(|d| d.0[0] == c.0[0]).count() == 2
            })
    };
    let sizes: Vec<(u16, u16)> = sizes.into_iter().collect();
    let shape = match &sizes[..] {
        [one] if back_and_forth => format!("{steps} to and fro, each {}, straight back after the first", step(*one)),
        [one] if is_zigzag => {
            format!("{steps} in a zigzag, each {}, turning alternately one way and back", step(*one))
        }
        [_, _] if outward() => {
            let [first, second] = [0, 1].map(|i| step(courses[0].0[i].size()));
            format!("{steps}, alternately {first} and {second} outward")
        }
        list => {
            if let Some(bend) = circle {
                let each = if let [one] = list { step(*one) } else { squares(1) };
                format!("{steps} in a circle, each {each}, {bend}")
            } else {
                return courses.iter().map(|c| format!("{steps}, in turn {}", spelt(c))).collect::<Vec<_>>().into();
            }
        }
    };
    let starts: Vec<Vector> = turns.iter().filter(|t| t.heading.is_none()).flat_map(heads).collect();
    let groups = by_size(&starts);
    let complete = groups.iter().all(|(s, set)| set.len() == betza_ir::geometry::orbit(s.0, s.1).len());
    if complete {
        return vec![shape].into();
    }
    let ways = directions(&starts);
    let phrase = format!("{shape}, the first step {}", either(&ways));
    match &ways[..] {
        _ if words(&phrase) <= PHRASE => vec![phrase].into(),
        [way] => Path { ways: vec![shape], at_first: Some(format!("at first {way}")) },
        ways => ways.iter().map(|way| format!("{shape}, the first step {way}")).collect::<Vec<_>>().into(),
    }
}

/// What the leg needs of the squares on its way.
fn clauses(leg: &Leg) -> Vec<String> {
    let mut clauses = Vec::new();
    clauses.extend(footing(leg));
    clauses.extend(pass(leg));
    if leg.skips_first {
        clauses.push("jumping the first square, whatever stands there, without ending on it".into());
    }
    match leg.span {
        Span::Free => {}
        // It is explained with the length.
        _ if !sizes(leg).is_empty() && sizes(leg).iter().all(|&size| as_before(leg, size)) => {}
        Span::SameKingSteps => clauses.push("exactly as many squares as the part before".into()),
        Span::SameSteps => clauses.push("exactly as many steps as the part before".into()),
    }
    match leg.wrap {
        Wrap::None => {}
        Wrap::Cylinder => clauses.push("across the left and right edges of the board as if they were joined".into()),
        Wrap::Torus => clauses.push("across all edges of the board as if opposite ones were joined".into()),
    }
    if leg.avoids_origin && leg.is_ride() {
        clauses.push("without coming back to where it started".into());
    }
    if leg.unloads {
        clauses.push("putting down the piece captured in this move on the square from which this part starts".into());
    }
    clauses
}

/// The sizes of a leg's steps.
fn sizes(leg: &Leg) -> Vec<(u16, u16)> {
    let Steps::Turns(turns) = &leg.steps else { return Vec::new() };
    distinct(turns.iter().flat_map(|t| &t.courses).flat_map(|c| c.0.iter().map(|v| v.size())))
}

fn footing(leg: &Leg) -> Option<String> {
    let sizes = sizes(leg);
    let long = sizes.iter().map(|s| s.0).max().unwrap_or(0);
    let straight = sizes.iter().all(|s| s.1 == 0 || s.1 == s.0);
    let each = if leg.is_ride() { "on each leap " } else { "" };
    let over = |text: &str| Some(text.to_owned());
    match leg.footing {
        Footing::Hurdle | Footing::HurdleAtEnd if long <= 1 => {
            over("which cannot be, as no square lies between that a piece could stand on")
        }
        _ if long <= 1 => None,
        Footing::Leap if leg.is_ride() => over("leaping over what lies between"),
        Footing::Leap => over("leaping over whatever stands between"),
        Footing::Clear if straight && long == 2 => Some(format!("only if {each}the square between is empty")),
        Footing::Clear if straight => Some(format!("only if {each}all squares between are empty")),
        Footing::Clear => Some(format!("only if {each}some shortest way there in King's steps is empty")),
        Footing::Hurdle if straight && long == 2 => {
            Some(format!("{each}only over a piece of either side on the square between"))
        }
        Footing::Hurdle if straight => {
            Some(format!("{each}only over exactly one piece of either side on the squares between"))
        }
        Footing::Hurdle => {
            Some(format!("only if {each}some shortest way there in King's steps has exactly one piece on it"))
        }
        Footing::HurdleAtEnd if straight => Some(format!(
            "{each}only over a piece of either side right before the end, the other squares between being empty"
        )),
        Footing::HurdleAtEnd => Some(format!(
            "only if {each}some shortest way there in King's steps is empty but for a piece on its last square"
        )),
        Footing::OrthogonalFirst if straight => Some(format!("only if {each}the squares between are empty")),
        Footing::OrthogonalFirst if sizes.iter().all(|s| *s == (2, 1)) => {
            Some(format!("only if {each}the orthogonally adjacent square on its longer way is empty"))
        }
        Footing::OrthogonalFirst => {
            Some(format!("only if {each}the squares on its way, first orthogonally and then diagonally, are empty"))
        }
    }
}

/// Whether a ride over a piece has room for one square besides that where it ends: `gW2` is `jD`.
fn hops_over_one_square(leg: &Leg) -> bool {
    matches!(leg.pass, Pass::Hop | Pass::HopOnto) && leg.count.max == Some(2) && !leg.skips_first
}

fn pass(leg: &Leg) -> Option<String> {
    let leaps = sizes(leg).iter().any(|s| s.0 > 1);
    let text = match leg.pass {
        Pass::Clear if !leg.is_ride() => return None,
        Pass::Clear if leaps => "as long as the squares where it sets foot on the way are empty",
        Pass::Clear if leg.count.max.is_some_and(|n| n == 2) && leg.count.min == 2 => "if the square between is empty",
        Pass::Clear => "over empty squares",
        Pass::Hop | Pass::HopOnto if !leaps && hops_over_one_square(leg) => {
            "over a piece of either side on the square between"
        }
        Pass::Hop if leaps => "setting foot on exactly one occupied square on the way, a hurdle of either side",
        Pass::Hop => "over exactly one piece of either side anywhere on the way",
        Pass::HopOnto if leaps => {
            "the last square where it sets foot on the way, and no other, being occupied by a piece of either side"
        }
        Pass::HopOnto => "over the first piece of either side in its way, to the square right behind it",
        Pass::Any => "over any pieces on the way",
        Pass::TakeOne => "over exactly one enemy, who is captured, all other squares passed being empty",
        Pass::TakeApart => {
            "over one or more enemies, who are all captured, no two of them on neighbouring squares and no friend on the way"
        }
        Pass::UpToPiece => "over empty squares to the last one before the first piece in its way",
    };
    Some(text.into())
}
