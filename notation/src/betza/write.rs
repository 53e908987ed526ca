//! Writes the IR in classic notation.

use crate::atoms::{self, Bend};
use crate::letters::{Alphabet, ahead, all, find, selections};
use crate::single::{Single, Term, counted, join_terms, modality};
use crate::writing;
use crate::{Diagnostic, Dialect};
use betza_ir::geometry::{Vector, orbit};
use betza_ir::{Condition, Footing, Joint, Leg, Link, Move, Part, Pass, Piece, Sectors, Steps, Transit, Wrap};

/// Letters as `betza` reads them.
const ALPHABET: Alphabet<'static> = Alphabet { has_a: false, has_h: true, shortens: true, apart: &[], extra: &[] };

pub(in super::super) fn write(piece: &Piece) -> Result<String, Diagnostic> {
    let marks = [
        (piece.royal, "that the piece is royal"),
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
    Ok(join_terms(terms))
}

fn cannot(what: &str) -> Diagnostic {
    writing::cannot(Dialect::Betza, what)
}

fn term(m: &Move) -> Result<Term, Diagnostic> {
    if m.condition != Condition::empty() {
        return Err(cannot("under which conditions a piece may move (`i`)"));
    }
    if m.sectors != Sectors::ALL {
        return Err(cannot("directions of a whole path of several legs"));
    }
    if m.leaves_en_passant {
        return Err(cannot("that a double step can be captured en passant"));
    }
    match &m.chain.links[..] {
        [Link { part: Part::Leg(leg), joint: Joint { stop: Some(landing), .. } }] => {
            let modes = modality(*landing).ok_or_else(|| cannot(writing::ending(*landing)))?;
            one_leg(m, leg, modes)
        }
        [
            Link { part: Part::Leg(x), joint: early },
            Link { part: Part::Leg(y), joint: Joint { stop: Some(landing), .. } },
        ] if *early == Joint::on_or_stop(Transit::EMPTY, *landing) => {
            let modes = modality(*landing).ok_or_else(|| cannot(writing::ending(*landing)))?;
            two_legs(x, y, modes)
        }
        _ => Err(cannot("moves of several legs, other than one that may be left out and goes straight on (`t[FR]`)")),
    }
}

fn one_leg(m: &Move, leg: &Leg, modes: &str) -> Result<Term, Diagnostic> {
    let what = || match leg {
        Leg { pass: Pass::TakeOne | Pass::TakeApart, .. } => cannot("captures on the way"),
        Leg { footing: Footing::OrthogonalFirst, .. } => cannot("a lame leap with a single path"),
        _ => cannot(writing::unusual(leg).unwrap_or("a ride that turns like this")),
    };
    let single = Single::find(m).ok_or_else(what)?;
    let pass = match single.pass {
        Pass::Clear => "",
        Pass::Hop if single.count.max == Some(1) => "j",
        Pass::Hop => "p",
        Pass::HopOnto => "g",
        Pass::Any if single.count.max != Some(1) => "pp",
        _ => return Err(what()),
    };
    let letters = single.letters(&ALPHABET, false).ok_or_else(|| cannot("this choice of directions"))?;
    let (bend, base) = match single.bend {
        None => ("", leaper(single.size)?),
        Some(Bend::Zigzag) => ("z", leaper(single.size)?),
        Some(Bend::Circle) => ("q", leaper(single.size)?),
        Some(Bend::Alternating(other)) => {
            let pair = [single.size, other].map(atoms::letter);
            let [Some(x), Some(y)] = pair else { return Err(cannot("a crooked ride with such long leaps")) };
            ("z", format!("[{x}{y}]"))
        }
    };
    let (base, after) = if single.bend.is_some() && single.count.max.is_none() && base.len() > 1 {
        (base, String::new())
    } else {
        counted(&base, single.count).ok_or_else(|| cannot("an exact number of steps"))?
    };
    let lame = if single.lame { "n" } else { "" };
    let cylinder = if single.cylinder { "o" } else { "" };
    Ok(Term { before: format!("{letters}{modes}{lame}{pass}{cylinder}{bend}"), base, after })
}

/// The capital of a leap, or the bracket whose longest sum it is.
fn leaper(size: (u16, u16)) -> Result<String, Diagnostic> {
    if let Some(c) = atoms::letter(size) {
        return Ok(c.to_string());
    }
    let all = "WFDNAHLJG";
    let pairs = all.chars().flat_map(|x| all.chars().map(move |y| (x, y)));
    let sum = |(x, y): (char, char)| Some(super::longest_sum(atoms::leap(x)?, atoms::leap(y)?));
    let mut found = pairs.filter(|&pair| sum(pair) == Some(size));
    let (x, y) = found.next().ok_or_else(|| match size {
        (0, 0) => cannot("a turn pass"),
        (a, b) => cannot(&format!("the leap ({a},{b})")),
    })?;
    Ok(format!("[{x}{y}]"))
}

/// `t[XY]`.
fn two_legs(x: &Leg, y: &Leg, modes: &str) -> Result<Term, Diagnostic> {
    let first: Vec<Vec<Vector>> = sizes(x).iter().map(|&(a, b)| orbit(a, b)).collect();
    let second = vec![sizes(y).iter().flat_map(|&(a, b)| orbit(a, b)).collect::<Vec<_>>()];
    let letters = selections(&x.steps, &first, all).and_then(|s| find(&s, &ALPHABET));
    let letters = letters.ok_or_else(|| cannot("this choice of directions"))?;
    if selections(&y.steps, &second, ahead).and_then(|s| find(&s, &ALPHABET)).is_none_or(|l| !l.is_empty()) {
        return Err(cannot("a second leg that does not go straight on"));
    }
    let lame = if [x, y].iter().any(|l| l.footing == Footing::Clear) { "n" } else { "" };
    let cylinder = if x.wrap == Wrap::Cylinder { "o" } else { "" };
    let (x, y) = (rider(x)?, rider(y)?);
    // A capital before its own double would read as the double before the capital; a number keeps them apart.
    let apart = if y == x.repeat(2) { "1" } else { "" };
    let base = format!("t[{x}{apart}{y}]");
    Ok(Term { before: format!("{letters}{modes}{lame}{cylinder}"), base, after: String::new() })
}

/// The sizes of the leaps that a leg takes, each once, in order.
fn sizes(leg: &Leg) -> Vec<(u16, u16)> {
    let Steps::Turns(turns) = &leg.steps else { return Vec::new() };
    let mut sizes: Vec<_> = turns.iter().flat_map(|t| &t.courses).map(|c| c.0[0].size()).collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

fn rider(leg: &Leg) -> Result<String, Diagnostic> {
    let name = match sizes(leg)[..] {
        [(1, 0), (1, 1)] => "K".to_owned(),
        [size] => atoms::letter(size).ok_or_else(|| cannot("such a long leap inside a bracket"))?.to_string(),
        _ => return Err(cannot("a leg of leaps of several sizes")),
    };
    let (base, after) = counted(&name, leg.count).ok_or_else(|| cannot("an exact number of steps"))?;
    Ok(if base == "KK" { "Q".to_owned() } else { base + &after })
}
