//! Writes the IR in extended notation.
//!
//! A move of one leg is written with prefixes. A chain is written link by link, each leg with letters that select its
//! vectors in every heading in which it is entered. The result is read back, and is an error if it means something
//! else.

use super::is_oblique;
use super::syntax::Operator;
use crate::atoms;
use crate::letters::{Alphabet, Selection, Unlettered, ahead, all, find, selections, side_first};
use crate::single::{Single, Term, join_terms, modality};
use crate::writing;
use crate::{Diagnostic, Dialect};
use betza_ir::geometry::{Vector, orbit};
use betza_ir::{
    Acts, Chain, Condition, Count, Course, Effect, Footing, Group, Joint, Landing, Leg, Link, Move, Part, Pass, Piece,
    Sectors, Span, Steps, Transit, Turn, Wrap,
};

/// Letters as `extended` reads them.
const ALPHABET: Alphabet<'static> = Alphabet { has_a: true, has_h: true, shortens: true, apart: &[], extra: &[] };

pub(in super::super) fn write(piece: &Piece) -> Result<String, Diagnostic> {
    let marks = [
        (piece.promotions.is_some(), "what the piece promotes to"),
        (!piece.immobilizes.is_empty(), "that the piece immobilises others"),
        (!piece.castlings.is_empty(), "castling"),
        (!piece.drops.is_empty(), "drops"),
        (piece.moves.is_empty(), "a piece without moves"),
    ];
    if let Some((_, what)) = marks.iter().find(|m| m.0) {
        return Err(cannot(what));
    }
    let terms: Vec<Term> = piece.moves.iter().map(term).collect::<Result<_, _>>()?;
    let royal = if piece.royal { "k" } else { "" };
    Ok(format!("{royal}{}", join_terms(terms)))
}

fn cannot(what: &str) -> Diagnostic {
    writing::cannot(Dialect::Extended, what)
}

fn term(m: &Move) -> Result<Term, Diagnostic> {
    let unmoved = match m.condition {
        c if c.is_empty() => "",
        Condition::UNMOVED => "i",
        _ => return Err(cannot("conditions other than that the piece has not moved")),
    };
    if m.leaves_en_passant {
        return Err(cannot("that a double step can be captured en passant"));
    }
    let landing = m.chain.links.last().and_then(|last| last.joint.stop);
    let landing = landing.ok_or_else(|| cannot("a move that ends with an effect"))?;
    let modes = modality(landing).ok_or_else(|| cannot(writing::ending(landing)))?;
    let written = match Single::find(m) {
        Some(single) => one_leg(&single, m.sectors)?,
        None => path(m, landing)?,
    };
    Ok(Term { before: format!("{unmoved}{}{modes}{}", written.letters, written.prefixes), ..written.term })
}

/// What stands for a move, without its condition and modality.
struct Written {
    letters: String,
    prefixes: String,
    /// The base and what follows it.
    term: Term,
}

fn one_leg(single: &Single, sectors: Sectors) -> Result<Written, Diagnostic> {
    let mut letters =
        single.letters(&ALPHABET, is_oblique(single.size)).ok_or_else(|| cannot("this choice of directions"))?;
    if sectors != Sectors::ALL {
        if !letters.is_empty() {
            return Err(cannot("directions of the first step beside those of the whole path"));
        }
        letters = path_letters(sectors)?;
    } else if single.bend.is_some() && !letters.is_empty() {
        return Err(cannot("directions of the first step of a bent ride"));
    }
    let is_leap = single.count.max == Some(1);
    let pass = match single.pass {
        Pass::Clear => "",
        Pass::Hop => "j",
        Pass::HopOnto => "g",
        Pass::Any if !is_leap => "jj",
        Pass::TakeApart => return Err(cannot("captures of what a ride passes, no two side by side")),
        _ => return Err(cannot("captures of what a ride passes, in one leg")),
    };
    let bend = match single.bend {
        None => "",
        Some(atoms::Bend::Zigzag) => "z",
        Some(atoms::Bend::Circle) => "q",
        Some(atoms::Bend::Alternating(_)) => {
            return Err(cannot("a crooked ride of two leaps that ends nowhere near its origin"));
        }
    };
    // Without a number a bent ride of a single leap goes on without limit by itself (B7).
    let (base, after) = match (single.bend, single.count) {
        (Some(_), Count::UNLIMITED) if !matches!(single.size, (1, 0) | (1, 1)) => (name(single.size), String::new()),
        _ => counted(&name(single.size), single.count)?,
    };
    let lame = if single.lame { "n" } else { "" };
    let cylinder = if single.cylinder { "o" } else { "" };
    let term = Term { before: String::new(), base, after };
    Ok(Written { letters, prefixes: format!("{lame}{pass}{cylinder}{bend}"), term })
}

/// The letters that select displacements (docs/notation, E2).
fn path_letters(sectors: Sectors) -> Result<String, Diagnostic> {
    if sectors == Sectors::ALL {
        return Ok(String::new());
    }
    let selection = |(a, b)| {
        let set = orbit(a, b);
        let wanted: Vec<Vector> = set.iter().copied().filter(|&v| sectors.contains(v)).collect();
        let selection = Selection::new(&set, None, &wanted, all)?;
        Some(Selection { side_pairs: is_oblique((a, b)), ..selection })
    };
    let selections: Option<Vec<Selection>> = [(1, 0), (1, 1), (2, 1)].into_iter().map(selection).collect();
    selections.and_then(|s| find(&s, &ALPHABET)).ok_or_else(|| cannot("this choice of directions"))
}

/// The capital of a leap, or its numbers.
fn name(size: (u16, u16)) -> String {
    match size {
        (0, 0) => "O".to_owned(),
        (a, b) => atoms::letter(size).map_or_else(|| format!("({a},{b})"), String::from),
    }
}

/// A capital and its exponent, `R B Q` where they say it.
fn counted(name: &str, count: Count) -> Result<(String, String), Diagnostic> {
    let rider = match name {
        "W" => "R",
        "F" => "B",
        "K" => "Q",
        _ => "",
    };
    Ok(match count {
        Count::ONCE => (name.to_owned(), String::new()),
        Count::UNLIMITED if !rider.is_empty() => (rider.to_owned(), String::new()),
        count => (name.to_owned(), exponent("", "", count)?),
    })
}

/// An exponent of an operator, none for `t`, and letters.
fn exponent(operator: &str, letters: &str, count: Count) -> Result<String, Diagnostic> {
    match (operator, count) {
        (_, Count { min: 1, max: None }) => Ok(format!("{operator}{letters}0")),
        ("", Count { min: 1, max: Some(n) }) => Ok(format!("{letters}{n}")),
        (_, Count { min, max: Some(n) }) if min == n => {
            let operator = if operator.is_empty() { "-" } else { operator };
            Ok(format!("{operator}{letters}{n}"))
        }
        _ => Err(cannot("a repetition with a lower limit")),
    }
}

/// A move of several legs or of one that an exponent bends.
fn path(m: &Move, landing: Landing) -> Result<Written, Diagnostic> {
    let chain = &m.chain;
    let lame = if is_lame_throughout(chain) { "n" } else { "" };
    let cylinder = if chain.any_leg(&|leg| leg.wrap == Wrap::Cylinder) { "o" } else { "" };
    let (start, _, mut text) = links(&chain.links, true, landing)?;
    if !lame.is_empty() {
        text.rest = text.rest.replace('n', "");
    }
    let letters = path_letters(m.sectors)?;
    let term = Term { before: String::new(), base: text.join(start.as_deref().unwrap_or("")), after: String::new() };
    Ok(Written { letters, prefixes: format!("{lame}{cylinder}"), term })
}

/// Whether every leap of a chain that can be blocked is, so that one `n` before the path says it.
fn is_lame_throughout(chain: &Chain) -> bool {
    let leaps = |leg: &Leg| match &leg.steps {
        Steps::Turns(turns) => turns.iter().flat_map(|t| &t.courses).flat_map(|c| &c.0).any(|v| v.king_steps() > 1),
        Steps::Anywhere => true,
    };
    chain.any_leg(&|leg| leg.footing == Footing::Clear)
        && !chain.any_leg(&|leg| leg.footing != Footing::Clear && leaps(leg))
}

/// What a later leg passes (E18).
fn manner(leg: &Leg) -> &'static str {
    match (leg.footing, leg.pass) {
        (Footing::Clear, Pass::Clear) => "n",
        (Footing::Hurdle, Pass::Clear) | (Footing::Leap, Pass::Hop) => "j",
        (Footing::HurdleAtEnd, Pass::Clear) | (Footing::Leap, Pass::HopOnto) => "g",
        (Footing::Leap, Pass::Any) => "jj",
        _ => "",
    }
}

/// The text of a path in two parts, because letters of its first leg need a group of their own at the start of a move.
struct Text {
    first: String,
    rest: String,
}

impl Text {
    fn join(&self, letters: &str) -> String {
        match (letters, &self.rest[..]) {
            ("", rest) => format!("{}{rest}", self.first),
            // Letters before a group would select by the overall displacement; with an exponent the group is part of a
            // path and they do not.
            (_, "") => format!("({letters}{})1", self.first),
            (_, rest) => format!("({letters}{}){rest}", self.first),
        }
    }
}

/// A unit: its letters at the start of a move, those in a heading, and the rest.
struct Unit {
    start: Option<String>,
    on: Option<String>,
    text: String,
}

type Path = (Option<String>, Option<String>, Text);

fn links(links: &[Link], first: bool, landing: Landing) -> Result<Path, Diagnostic> {
    let mut path: Option<Path> = None;
    for (i, link) in links.iter().enumerate() {
        let unit = unit(&link.part, first && i == 0, landing)?;
        let splits = matches!(&link.part, Part::Leg(Leg { pass: Pass::UpToPiece, .. }));
        let operator =
            if i + 1 < links.len() { operator(&link.joint, splits, landing)?.to_string() } else { String::new() };
        let equal = matches!(&link.part, Part::Leg(Leg { span: Span::SameKingSteps, .. }));
        match &mut path {
            None if equal => return Err(cannot("the length of an earlier leg in the first one")),
            None => path = Some((unit.start, unit.on, Text { first: unit.text, rest: operator })),
            Some((_, _, text)) => {
                let letters = unit.on.unwrap_or_default();
                let equal = if equal { "e" } else { "" };
                let manner = if let Part::Leg(leg) = &link.part { manner(leg) } else { "" };
                text.rest.push_str(&format!("{equal}{letters}{manner}{}{operator}", unit.text));
            }
        }
    }
    path.ok_or_else(|| cannot("an empty path"))
}

/// The operator of a connection square.
fn operator(joint: &Joint, splits: bool, landing: Landing) -> Result<char, Diagnostic> {
    let found = match (joint.stop, joint.onward) {
        (Some(stop), Transit::EMPTY) if stop == landing => Operator::Then,
        (None, Transit::EMPTY) if splits => Operator::Split,
        (None, Transit::EMPTY) => Operator::Block,
        (None, Transit::OCCUPIED) => Operator::Hop,
        (None, Transit::FRIEND) => Operator::Own,
        (None, Transit::FOE) => Operator::Foe,
        (None, Transit::TAKE_FOE) => Operator::Capture,
        (None, Transit::TAKE_ANY) => Operator::Destroy,
        (_, Transit { friend: Acts::TAKE, foe, .. }) if foe != Acts::TAKE => {
            return Err(cannot("that friends are captured between two legs, and enemies are not"));
        }
        (_, onward) => return Err(cannot(writing::between(onward))),
    };
    let entry = Operator::ALL.iter().find(|o| o.1 == found);
    entry.map(|o| o.0).ok_or_else(|| cannot(writing::between(joint.onward)))
}

fn unit(part: &Part, first: bool, landing: Landing) -> Result<Unit, Diagnostic> {
    match part {
        Part::Leg(leg) => leg_unit(leg, first),
        Part::Group(group) => group_unit(group, first, landing),
        Part::Choice(_) => Err(cannot("a choice of paths that is not repeated without limit")),
        Part::Effect(effect) => Err(cannot(match effect {
            Effect::Approach | Effect::Withdraw => "a capture beside a path that is no single straight leg",
            Effect::Ranged(_) => "this capture at a distance",
            Effect::Custodial(_) => "captures between the mover and a friend",
            Effect::SwapPlaces(_) => "that pieces swap places",
            Effect::Return => "that the mover goes back over several legs",
            Effect::Vanish => "that the mover is removed",
            Effect::Imitate => "captures as the victim captures",
            Effect::Erupt { .. } => "eruptions",
        })),
    }
}

fn group_unit(group: &Group, first: bool, landing: Landing) -> Result<Unit, Diagnostic> {
    if group.frozen {
        return Err(cannot("copies that keep the very directions of the first one"));
    }
    if group.between.stop.is_some() {
        return Err(cannot("a repetition in which the move may end otherwise than after it"));
    }
    let (start, on, inside) = match &group.body.links[..] {
        [Link { part: Part::Choice(chains), .. }] => alternatives(chains, first, landing)?,
        several => {
            let (start, on, text) = links(several, first, landing)?;
            let inside = format!("{}{}{}", start.as_deref().unwrap_or(""), text.first, text.rest);
            (start, on, inside)
        }
    };
    let between = operator(&group.between, false, landing)?.to_string();
    // Through empty squares an exponent without an operator stops at any copy; `-` is found in `exponent` where it does
    // not.
    let between = if between == "-" { "" } else { &between };
    let exponent = exponent(between, on.as_deref().unwrap_or(""), group.count)?;
    // A capital needs no parentheses where its exponent cannot be read as the limit or the bend of a ride.
    let is_bare = inside.len() == 1 && inside != "O" && exponent.starts_with(['+', '?', '!', 'x', 'd']);
    let text = if is_bare { format!("{inside}{exponent}") } else { format!("({inside}){exponent}") };
    Ok(Unit { start: start.map(|_| String::new()), on, text })
}

/// What the first legs of a path take where it is entered in a heading.
fn entered(links: &[Link], first: bool) -> Vec<Selection> {
    match links.first().map(|link| &link.part) {
        Some(Part::Leg(Leg { steps: Steps::Turns(turns), .. })) => {
            let mut sizes: Vec<_> = turns.iter().flat_map(|t| &t.courses).map(|c| c.0[0].size()).collect();
            sizes.sort_unstable();
            sizes.dedup();
            let orbits: Vec<Vec<Vector>> = sizes.iter().map(|&(a, b)| orbit(a, b)).collect();
            let sets = if sizes == [(1, 0), (1, 1)] { vec![orbits.concat()] } else { orbits };
            let later = Steps::Turns(first_steps(turns.iter().filter(|t| !(first && t.heading.is_none()))));
            seen(&later, &sets, ahead).unwrap_or_default()
        }
        Some(Part::Group(group)) => entered(&group.body.links, first),
        Some(Part::Choice(chains)) => chains.iter().flat_map(|chain| entered(&chain.links, first)).collect(),
        _ => Vec::new(),
    }
}

/// A choice: each path with its own letters for the start of a move, and the letters that all share in a heading.
fn alternatives(
    chains: &[Chain],
    first: bool,
    landing: Landing,
) -> Result<(Option<String>, Option<String>, String), Diagnostic> {
    let paths: Vec<Path> = chains.iter().map(|chain| links(&chain.links, first, landing)).collect::<Result<_, _>>()?;
    let mut turns: Vec<&String> = paths.iter().filter_map(|(_, on, _)| on.as_ref()).collect();
    turns.dedup();
    let shared = match &turns[..] {
        [] => None,
        [one] => Some((*one).clone()),
        _ => {
            let selections: Vec<Selection> = chains.iter().flat_map(|chain| entered(&chain.links, first)).collect();
            let found =
                find(&selections, &ALPHABET).ok_or_else(|| cannot("alternatives that turn each in its own way"))?;
            Some(found)
        }
    };
    let starts = paths.iter().any(|(start, _, _)| start.is_some()).then(String::new);
    let mut inside = String::new();
    for (start, _, text) in &paths {
        let path = format!("{}{}{}", start.as_deref().unwrap_or(""), text.first, text.rest);
        // Two equal capitals side by side would be a ride.
        let doubles = path.chars().next().is_some_and(|c| c.is_ascii_uppercase() && inside.ends_with(c));
        inside.push_str(&if doubles { format!("({path})") } else { path });
    }
    Ok((starts, shared, inside))
}

/// The courses of a leg by heading, without what follows their first steps.
fn first_steps<'a>(turns: impl Iterator<Item = &'a Turn>) -> Vec<Turn> {
    let first = |turn: &Turn| {
        let mut courses: Vec<Course> = turn.courses.iter().map(|c| Course::straight(c.0[0])).collect();
        courses.dedup();
        Turn { heading: turn.heading, courses }
    };
    turns.map(first).collect()
}

fn leg_unit(leg: &Leg, first: bool) -> Result<Unit, Diagnostic> {
    let said = Leg { steps: Steps::Anywhere, count: Count::ONCE, ..leg.clone() };
    let sayable =
        Leg { span: leg.span, footing: leg.footing, wrap: leg.wrap, pass: leg.pass, ..Leg::leap(Steps::Anywhere) };
    let plain = leg.footing == Footing::Leap && matches!(leg.pass, Pass::Clear | Pass::UpToPiece);
    let simple = (plain || leg.footing == Footing::Clear || !(first || manner(leg).is_empty()))
        && leg.wrap != Wrap::Torus
        && leg.span != Span::SameSteps;
    let Steps::Turns(turns) = &leg.steps else { return Err(cannot("a leap to any square")) };
    if said != sayable || !simple {
        return Err(cannot(writing::unusual(leg).unwrap_or("what is passed within one leg of several")));
    }
    let at_start = |turn: &&Turn| first && turn.heading.is_none();
    let start = Steps::Turns(first_steps(turns.iter().filter(at_start)));
    let on = Steps::Turns(first_steps(turns.iter().filter(|t| !at_start(t))));
    let mut sizes: Vec<(u16, u16)> =
        turns.iter().flat_map(|t| &t.courses).flat_map(|c| &c.0).map(|v| v.size()).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let each = |sizes: &[(u16, u16)]| sizes.iter().map(|&size| vec![size]).collect::<Vec<_>>();
    let mut ways = vec![vec![sizes.clone()], each(&sizes)];
    if sizes.iter().any(|size| size.0 == 1) {
        // A King's step that turns may have a single size in every heading.
        let others: Vec<(u16, u16)> = sizes.iter().copied().filter(|size| size.0 != 1).collect();
        let king = vec![(1, 0), (1, 1)];
        ways.push(std::iter::once(king).chain(each(&others)).collect());
    }
    let found = ways.iter().find_map(|capitals| match &capitals[..] {
        [sizes] => one_capital(leg, turns, sizes, &start, &on).ok().flatten(),
        capitals => several_capitals(leg, capitals, &start, &on).ok(),
    });
    found.ok_or_else(|| cannot("this choice of directions"))
}

/// A group of capitals: each with its own letters, or in a heading with letters for all of them before the group.
fn several_capitals(leg: &Leg, capitals: &[Vec<(u16, u16)>], start: &Steps, on: &Steps) -> Result<Unit, Diagnostic> {
    let orbits = |sizes: &[(u16, u16)]| -> Vec<Vec<Vector>> { sizes.iter().map(|&(a, b)| orbit(a, b)).collect() };
    let whole: Vec<Vec<Vector>> = capitals.iter().map(|sizes| orbits(sizes).concat()).collect();
    let (common, own, unlettered): (_, _, Unlettered) = match letters(on, &whole, ahead) {
        Ok(common) => (common, start, all),
        Err(_) if *start == Steps::Turns(Vec::new()) => (Some(String::new()), on, ahead),
        Err(error) => return Err(error),
    };
    let mut text = String::new();
    for (sizes, whole) in capitals.iter().zip(&whole) {
        let sets = if own == start { orbits(sizes) } else { vec![whole.clone()] };
        let letters = letters(&only_sizes(own, sizes), &sets, unlettered)?.unwrap_or_default();
        let capital = if let [size] = sizes[..] { name(size) } else { "K".to_owned() };
        let (base, after) = counted(&capital, leg.count)?;
        text.push_str(&format!("{letters}{base}{after}"));
    }
    Ok(Unit { start: Some(String::new()), on: common, text: format!("({text})") })
}

/// A leg of a single capital, `K` and `Q` included; `None` if it is not.
fn one_capital(
    leg: &Leg,
    turns: &[Turn],
    sizes: &[(u16, u16)],
    start: &Steps,
    on: &Steps,
) -> Result<Option<Unit>, Diagnostic> {
    let capital = match sizes {
        [size] => name(*size),
        [(1, 0), (1, 1)] => "K".to_owned(),
        _ => return Ok(None),
    };
    let parts: Vec<Vec<Vector>> = sizes.iter().map(|&(a, b)| orbit(a, b)).collect();
    let whole = vec![parts.concat()];
    let (Ok(start), Ok(on)) = (letters(start, &parts, all), letters(on, &whole, ahead)) else { return Ok(None) };
    let courses = || turns.iter().flat_map(|t| &t.courses);
    let (base, after) = if courses().all(|c| c.0.len() == 1) {
        counted(&capital, leg.count)?
    } else {
        // Each step of a bent ride turns into the next one by the exponent's letters.
        let next = |c: &Course| {
            let pairs = (0..c.0.len()).map(|i| (c.step(i), c.step(i + 1)));
            pairs
                .map(|(from, to)| Turn { heading: Some(from), courses: vec![Course::straight(to)] })
                .collect::<Vec<_>>()
        };
        let turning = Steps::Turns(courses().flat_map(next).collect());
        let turn = letters(&turning, &whole, ahead)?.unwrap_or_default();
        (capital, exponent("", &side_first(turn), leg.count)?)
    };
    Ok(Some(Unit { start, on, text: format!("{base}{after}") }))
}

/// The steps of these sizes.
fn only_sizes(steps: &Steps, sizes: &[(u16, u16)]) -> Steps {
    let Steps::Turns(turns) = steps else { return steps.clone() };
    let only = |t: &Turn| {
        let courses = t.courses.iter().filter(|c| sizes.contains(&c.0[0].size())).cloned().collect();
        Turn { heading: t.heading, courses }
    };
    Steps::Turns(turns.iter().map(only).collect())
}

/// The letters of these steps; none if there are no headings.
fn letters(steps: &Steps, sets: &[Vec<Vector>], unlettered: Unlettered) -> Result<Option<String>, Diagnostic> {
    if matches!(steps, Steps::Turns(turns) if turns.is_empty()) {
        return Ok(None);
    }
    let selections = seen(steps, sets, unlettered).ok_or_else(|| cannot("this choice of directions"))?;
    find(&selections, &ALPHABET).map(Some).ok_or_else(|| cannot("this choice of directions"))
}

/// The selections of these steps, as letters are read in this dialect.
fn seen(steps: &Steps, sets: &[Vec<Vector>], unlettered: Unlettered) -> Option<Vec<Selection>> {
    let mut selections = selections(steps, sets, unlettered)?;
    for (selection, set) in selections.iter_mut().zip(sets.iter().cycle()) {
        selection.side_pairs = set.iter().all(|v| v.is_oblique());
    }
    Some(selections)
}
