//! Writes the IR in `bex`.

use super::hurdles::Hurdled;
use crate::atoms::Bend;
use crate::letters::{ahead, all};
use crate::single::{Term, merge_kings, merge_shortcuts};
use crate::strides::Strides;
use crate::surface::write::{ALPHABET, SPARSE, Written, copies, reads_as_both, refuse, unmoved};
use crate::{Diagnostic, Dialect, writing};
use betza_ir::{
    Acts, Chain, Count, Effect, Footing, Group, Joint, Landing, Leg, Link, Modes, Move, Part, Pass, Piece, Span,
    Transit, Wrap,
};

pub(in super::super) fn write(piece: &Piece) -> Written<String> {
    let marks = [
        (!piece.castlings.is_empty(), "castling"),
        (!piece.drops.is_empty(), "drops"),
        (piece.moves.is_empty() && piece.immobilizes.is_empty(), "a piece without moves"),
    ];
    refuse(&marks, Dialect::Bex)?;
    let mut terms = moves(&piece.moves)?;
    if !piece.immobilizes.is_empty() {
        terms.push(format!("[xi{}]", moves(&piece.immobilizes)?.join("+")));
    }
    let royal = if piece.royal { "y" } else { "" };
    let promotions = piece.promotions.as_ref().map_or(String::new(), |p| format!("={}", p.join(",")));
    Ok(format!("{royal}{}{promotions}", terms.join("+")))
}

pub(super) fn cannot(what: &str) -> Diagnostic {
    writing::cannot(Dialect::Bex, what)
}

/// The moves, as terms that `+` may join.
fn moves(moves: &[Move]) -> Written<Vec<String>> {
    let terms = moves.iter().map(term).collect::<Written<Vec<Term>>>()?;
    let terms = merge_kings(merge_shortcuts(terms), &|both, two| reads_as_both(both, two, Dialect::Bex));
    Ok(terms.iter().map(Term::text).collect())
}

fn term(m: &Move) -> Written<Term> {
    let unmoved = if unmoved(m, Dialect::Bex)? { "i" } else { "" };
    if let [Link { part: Part::Leg(leg), joint }] = &m.chain.links[..] {
        let mut term = self::leg(leg, "", &modes(joint, leg)?, LegPosition::First)?.1;
        term.before.insert_str(0, unmoved);
        return Ok(term);
    }
    let base = sequence(&m.chain, None, LegPosition::First)?;
    Ok(Term { before: unmoved.to_owned(), base, after: String::new() })
}

/// More letters than a leg has: what the source does not show is written only where nothing else can be.
const ALPHABET_SIZE: usize = 26;

/// The joint behind an effect with more to come.
const ON: Joint = Joint::on(Transit::EMPTY);

/// What stands before a component.
type Join = &'static str;

pub(super) const CHOICE: &str = "a choice of paths that are repeated together";

/// Where a component stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LegPosition {
    /// No leg stands before it.
    First,
    /// A bracket stands before it, so that only `--` joins it.
    AfterBracket,
    Later,
}

/// What the square after a component holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SquareBetween {
    /// As the component's own letters say.
    Own,
    /// Anything: `e`.
    Any,
    /// A piece: `j`.
    Occupied,
    /// Of all squares with this number exactly one holds a piece: `j` over several.
    OneOf(usize),
}

/// A chain; `end` is the joint that its last component has, if not its own.
fn sequence(chain: &Chain, end: Option<&Joint>, mut place: LegPosition) -> Written<String> {
    let Hurdled { chain, sets } = Hurdled::of(chain)?;
    let mut components: Vec<(Join, String, SquareBetween)> = Vec::new();
    let mut links = chain.links.iter().enumerate().peekable();
    while let Some((i, link)) = links.next() {
        let last = i + 1 == chain.links.len();
        let joint = if last { end.unwrap_or(&link.joint) } else { &link.joint };
        let set = sets.iter().position(|set| set.contains(&i));
        let square = match joint.onward {
            _ if set.is_some() => set.map_or(SquareBetween::Own, SquareBetween::OneOf),
            Transit::ANY if !last => SquareBetween::Any,
            Transit::OCCUPIED if !last => SquareBetween::Occupied,
            _ => SquareBetween::Own,
        };
        let (join, text) = match &link.part {
            Part::Leg(leg) => {
                let next = links.peek().map(|(_, next)| &next.part);
                let beside = match next {
                    Some(Part::Effect(Effect::Approach)) => "[ca]",
                    Some(Part::Effect(Effect::Withdraw)) => "[cw]",
                    _ => "",
                };
                let modes = match square {
                    _ if !beside.is_empty() && joint.onward == Transit::EMPTY && joint.stop.is_none() => String::new(),
                    _ if !beside.is_empty() => {
                        return Err(cannot("a capture beside a move that ends on another piece"));
                    }
                    // Behind the group that it ends, an `e` or `j` around the group says it.
                    SquareBetween::Own if last && matches!(joint.onward, Transit::ANY | Transit::OCCUPIED) => {
                        String::new()
                    }
                    SquareBetween::Own => modes(joint, leg)?,
                    _ => String::new(),
                };
                let (join, term) = self::leg(leg, beside, &modes, place)?;
                (join, term.text())
            }
            Part::Group(group) => self::group(group, joint, place)?,
            Part::Choice(_) => return Err(cannot(CHOICE)),
            Part::Effect(Effect::Approach | Effect::Withdraw) => {
                // Written before the leg that it follows.
                let follows_leg = i > 0 && matches!(chain.links[i - 1].part, Part::Leg(_));
                let ends_group = last && end.is_some();
                let goes_on = ends_group || joint.onward == Transit::EMPTY || joint.stop == Some(Landing::MOVE);
                if !follows_leg || !goes_on {
                    return Err(cannot("a capture beside a move of several legs"));
                }
                continue;
            }
            // Behind the group that it ends, the group's own joint holds.
            Part::Effect(effect) => ("--", self::effect(effect, if last && end.is_some() { &ON } else { joint })?),
        };
        place = match link.part {
            _ if place == LegPosition::First && !has_leg(&link.part) => place,
            Part::Effect(_) => LegPosition::AfterBracket,
            _ => LegPosition::Later,
        };
        components.push((if components.is_empty() { "" } else { join }, text, square));
    }
    Ok(joined(&components))
}

fn has_leg(part: &Part) -> bool {
    match part {
        Part::Leg(_) => true,
        Part::Group(group) => group.body.links.iter().any(|link| has_leg(&link.part)),
        Part::Choice(chains) => chains.iter().flat_map(|chain| &chain.links).any(|link| has_leg(&link.part)),
        Part::Effect(_) => false,
    }
}

/// Joins components, those with a hop or a leap between them inside `j(..)` and `e(..)`.
fn joined(components: &[(Join, String, SquareBetween)]) -> String {
    let Some((_, first, _)) = components.first() else { return String::new() };
    let (mut text, mut run) = (String::new(), first.clone());
    let mut at = 0;
    while at + 1 < components.len() {
        let (join, next, _) = &components[at + 1];
        let square = components[at].2;
        at += 1;
        run = match square {
            SquareBetween::Own => {
                text.push_str(&run);
                text.push_str(join);
                next.clone()
            }
            SquareBetween::Any => format!("e({run}{join}{next})"),
            SquareBetween::Occupied => format!("j({run}{join}{next})"),
            SquareBetween::OneOf(_) => {
                // What lies between two of these squares is joined by itself.
                while let Some(more) = components[at..].iter().position(|component| component.2 == square) {
                    run = format!("{run}{}{}", components[at].0, joined(&components[at..=at + more]));
                    at += more + 1;
                }
                format!("j({run}{}{})", components[at].0, components[at].1)
            }
        };
    }
    text + &run
}

/// The letters `m` and `c` of the square after a leg.
fn modes(joint: &Joint, leg: &Leg) -> Written<String> {
    let (passes, stops) = (!joint.onward.is_closed(), joint.stop.is_some());
    let text = match (joint.stop, joint.onward) {
        _ if passes == stops => return Err(cannot("a leg where the move may end or go on")),
        (Some(Landing::MOVE_OR_CAPTURE), _) => "",
        (Some(Landing::MOVE), _) => "m",
        (Some(Landing::CAPTURE), _) => "c",
        (None, Transit::EMPTY) => "m",
        (None, Transit::TAKE_FOE) => "c",
        (None, onward) if onward == Transit::new(Acts::PASS, Acts::empty(), Acts::TAKE) => "",
        (None, onward) => return Err(cannot(writing::between(onward))),
        (Some(landing), _) => return Err(cannot(writing::ending(landing))),
    };
    // These captures end on an empty square by themselves.
    let text = if text == "m" && matches!(leg.pass, Pass::TakeOne | Pass::TakeApart) { "" } else { text };
    Ok(text.to_owned())
}

/// A leg, and how it is joined to what stands before it.
fn leg(leg: &Leg, beside: &str, modes: &str, place: LegPosition) -> Written<(Join, Term)> {
    let marks = [
        (leg.wrap != Wrap::None, "joined edges of the board"),
        (leg.skips_first, "a ride whose first square does not matter"),
        (leg.unloads, "that a captured piece is put down again"),
        (leg.span != Span::Free, "a leg as long as an earlier one"),
        (leg.footing == Footing::OrthogonalFirst, "a lame leap with a single path"),
        (leg.pass == Pass::UpToPiece, "a ride up to a piece"),
    ];
    refuse(&marks, Dialect::Bex)?;
    let seen = Strides::candidates(&leg.steps)
        .into_iter()
        .filter(|strides| place != LegPosition::First || strides.sizes.len() == 1);
    let joins: &[(Join, _)] =
        if place == LegPosition::Later { &[("-", ahead as _), ("--", all as _)] } else { &[("--", all as _)] };
    let found = seen.flat_map(|strides| {
        let lettered = |&(join, default): &(Join, _)| {
            let letters = strides.letters(default, &SPARSE, &|_| true);
            let letters = letters.or_else(|| strides.letters(default, &ALPHABET, &|_| true))?;
            Some((join, letters, strides.clone()))
        };
        joins.iter().filter_map(lettered).collect::<Vec<_>>()
    });
    let shortest = found.min_by_key(|(join, letters, _)| {
        join.len() + letters.len() + if letters.contains(['a', 'h']) { ALPHABET_SIZE } else { 0 }
    });
    let what = || cannot(writing::unusual(leg).unwrap_or("this choice of directions and leaps"));
    let (join, letters, strides) = shortest.ok_or_else(what)?;

    let bend = match strides.bend {
        None => "",
        Some(Bend::Zigzag) => "z",
        Some(_) => "q",
    };
    let counted = match (bend, leg.count) {
        ("", _) => strides.counted(leg.count, "*"),
        (_, Count::UNLIMITED) => Some((strides.ride().map_or_else(|| strides.leap(), str::to_owned), String::new())),
        _ => strides.counted(leg.count, "*").filter(|_| leg.count != Count::ONCE),
    };
    let (base, after) = counted.ok_or_else(|| cannot("this number of steps"))?;
    let pass = match leg.pass {
        Pass::Clear => "",
        Pass::Hop => "p",
        Pass::HopOnto => "g",
        Pass::Any => "e",
        Pass::TakeOne => "[cj]",
        Pass::TakeApart => "[cl]",
        Pass::UpToPiece => return Err(cannot("a ride up to a piece")),
    };
    let footing = match leg.footing {
        Footing::Clear => "n",
        Footing::Hurdle => "j",
        _ => "",
    };
    let (before, base, after) = if !pass.is_empty() && !footing.is_empty() {
        // `n` before a group applies to the legs inside, and `j` does not, so `n` stands outside.
        let (outer, inner) = if footing == "n" { (footing, pass) } else { (pass, footing) };
        (format!("{letters}{modes}{beside}{outer}"), format!("({inner}{bend}{base}{after})"), String::new())
    } else {
        (format!("{letters}{modes}{beside}{footing}{pass}{bend}"), base, after)
    };
    Ok((join, Term { before, base, after }))
}

fn group(group: &Group, joint: &Joint, place: LegPosition) -> Written<(Join, String)> {
    if !group.frozen {
        return Err(cannot("a repeated group whose copies turn"));
    }
    let leaps = group.between == Joint::on(Transit::ANY);
    if group.between != Joint::on(Transit::EMPTY) && !leaps {
        return Err(cannot("what stands between the copies of a group, other than nothing"));
    }
    if group.count == Count::ONCE {
        return Err(cannot("this number of copies of a group"));
    }
    let number = copies(group.count, "*", Dialect::Bex)?;
    let body = sequence(&group.body, Some(joint), place)?;
    let text = format!("({body}){number}");
    let text = if leaps { format!("e({text})") } else { text };
    // The first leg of the body says how it is joined, and brackets are joined by `--`.
    let join = match &Hurdled::of(&group.body)?.chain.links.first().map(|l| &l.part) {
        Some(Part::Leg(leg)) if place != LegPosition::First => self::leg(leg, "", "", place)?.0,
        Some(Part::Group(inner)) if place != LegPosition::First => {
            self::group(inner, &Joint::on(Transit::EMPTY), place)?.0
        }
        _ => "--",
    };
    Ok((join, text))
}

fn effect(effect: &Effect, joint: &Joint) -> Written<String> {
    if *joint != Joint::on(Transit::EMPTY) && *joint != Joint::end(Landing::new(Modes::MOVE)) {
        return Err(cannot("what may stand where an effect happens, other than the mover"));
    }
    let of = |name: &str, list: &[Move]| Ok(format!("[{name}{}]", moves(list)?.join("+")));
    match effect {
        Effect::Ranged(list) => of("cr", list),
        Effect::Custodial(list) => of("cc", list),
        Effect::SwapPlaces(list) => of("xw", list),
        Effect::Return => Ok("[xo]".to_owned()),
        Effect::Vanish => Ok("[cu]".to_owned()),
        Effect::Imitate => Ok("[ci]".to_owned()),
        Effect::Approach | Effect::Withdraw => Err(cannot("a capture beside a move of several legs")),
        Effect::Erupt { .. } => Err(cannot("eruptions")),
    }
}
