//! Writes the IR in `betza2`.

use crate::letters::{ahead, all, side_first};
use crate::single::{Term, beside, merge_kings, merge_shortcuts};
use crate::strides::Strides;
use crate::surface::write::{ALPHABET, Written, copies, reads_as_both, refuse, unmoved};
use crate::{Diagnostic, Dialect, writing};
use betza_ir::geometry::Vector;
use betza_ir::{
    Acts, Chain, Effect, Footing, Group, Joint, Landing, Leg, Link, Modes, Move, Part, Pass, Piece, Span, Steps,
    Transit, Victims, Wrap,
};

pub(in super::super) fn write(piece: &Piece) -> Written<String> {
    let marks = [
        (piece.royal, "that the piece is royal"),
        (piece.promotions.is_some(), "what the piece promotes to"),
        (!piece.immobilizes.is_empty(), "that the piece immobilises others"),
        (!piece.castlings.is_empty(), "castling other than as a chain of legs"),
        (!piece.drops.is_empty(), "drops"),
        (piece.moves.is_empty(), "a piece without moves"),
    ];
    refuse(&marks, Dialect::Betza2)?;
    let terms = piece.moves.iter().map(term).collect::<Written<Vec<Term>>>()?;
    let terms = merge_kings(merge_shortcuts(terms), &|both, two| reads_as_both(both, two, Dialect::Betza2));
    // Chains beside other moves have parentheses: a reader need not know that `-` binds closer than standing beside.
    let several = terms.len() > 1;
    let readable = |text: String| if several && is_chain(&text) { format!("({text})") } else { text };
    Ok(beside(terms.iter().map(|term| readable(term.text()))))
}

/// Whether a text has `-` outside of parentheses.
fn is_chain(text: &str) -> bool {
    let mut depth = 0_usize;
    text.chars().any(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == '-' && depth == 0
    })
}

fn cannot(what: &str) -> Diagnostic {
    writing::cannot(Dialect::Betza2, what)
}

fn term(m: &Move) -> Written<Term> {
    let unmoved = unmoved(m, Dialect::Betza2)?;
    let alone = |text| Term {
        before: String::new(),
        base: if unmoved { if_unmoved(text) } else { text },
        after: String::new(),
    };
    if let [Link { part: Part::Leg(leg), joint }] = &m.chain.links[..] {
        let leg = self::leg(leg, LegPosition::FIRST, &landing(joint, leg, false)?)?;
        // Letters before `K` choose among all eight steps here, so only terms without letters may be merged.
        if leg.directions.is_empty() && !unmoved {
            return Ok(Term { before: leg.prefix, base: leg.base, after: leg.number });
        }
        return Ok(alone(leg.text()));
    }
    let text = chain(&m.chain, LegPosition::FIRST, None, false)?;
    Ok(alone(hop_alone(&text, m).unwrap_or(text)))
}

/// The short forms of a hop: `pR` for `pR-cR`, `gR` for `pR-W` (T3).
fn hop_alone(text: &str, m: &Move) -> Option<String> {
    let (first, last) = text.split_once('-')?;
    if m.chain.links.len() != 2 || !first.contains('p') {
        return None;
    }
    let modes: String = last.chars().filter(|c| "mcd".contains(*c)).collect();
    let short = [first.to_owned(), format!("{modes}{}", first.replace('p', "g"))];
    let same = |text: &str| {
        crate::read(text, Dialect::Betza2).is_ok_and(|r| {
            r.piece.moves == [Move { condition: betza_ir::Condition::empty(), ..m.clone() }] && r.warnings.is_empty()
        })
    };
    short.into_iter().find(|short| same(short))
}

/// A move of an unmoved piece. An `i` next to `c` or `d` would belong to that letter, and a repeated group takes no
/// prefix, so both get parentheses.
fn if_unmoved(text: String) -> String {
    let group = text.strip_prefix('(').is_some_and(|inside| !inside.starts_with(|c: char| c.is_ascii_digit()));
    if group || text.starts_with(['c', 'd']) { format!("i({text})") } else { format!("i{text}") }
}

/// Where a leg stands in a move, and what has to be written before it.
#[derive(Clone, Copy)]
struct LegPosition<'a> {
    /// It is the first leg of the move.
    first: bool,
    /// `x` or `xx`, before the first leg of fragments.
    fragment: &'a str,
}

impl LegPosition<'_> {
    const FIRST: LegPosition<'static> = LegPosition { first: true, fragment: "" };
    const LATER: LegPosition<'static> = LegPosition { first: false, fragment: "" };
}

/// The end of a chain that is the body of a repeated group.
#[derive(Clone, Copy)]
struct End<'a> {
    joint: &'a Joint,
    /// An eruption follows.
    erupts: bool,
}

/// A chain; `end` holds behind its last part, if not that part's own joint.
fn chain(chain: &Chain, place: LegPosition<'_>, end: Option<End<'_>>, in_fragment: bool) -> Written<String> {
    let mut parts: Vec<String> = Vec::new();
    for (i, link) in chain.links.iter().enumerate() {
        let last = i + 1 == chain.links.len();
        let end = end.filter(|_| last);
        let joint = end.map_or(&link.joint, |end| end.joint);
        let place = if i == 0 { place } else { LegPosition::LATER };
        let next_erupts = matches!(chain.links.get(i + 1), Some(Link { part: Part::Effect(Effect::Erupt { .. }), .. }));
        let erupts = next_erupts || end.is_some_and(|end| end.erupts);
        parts.push(match &link.part {
            Part::Leg(leg) => {
                let modality = modality(joint, leg, erupts, in_fragment)?;
                self::leg(leg, place, &modality)?.text()
            }
            Part::Group(group) => self::group(group, joint, place, erupts)?,
            Part::Effect(Effect::Erupt { fragments, explodes }) => {
                if !last || *joint != Joint::end(Landing::MOVE) {
                    return Err(cannot("what happens after an eruption"));
                }
                erupt(fragments, if *explodes { "xx" } else { "x" }, place)?
            }
            Part::Effect(effect) => return Err(cannot(unknown(effect))),
            Part::Choice(_) => return Err(cannot("a group of alternatives repeated without limit")),
        });
    }
    Ok(parts.join("-"))
}

fn unknown(effect: &Effect) -> &'static str {
    match effect {
        Effect::Approach | Effect::Withdraw => "captures before or behind a move",
        Effect::Ranged(_) => "captures at a distance",
        Effect::Custodial(_) => "captures between the mover and a friend",
        Effect::SwapPlaces(_) => "that pieces swap places",
        Effect::Return => "that the mover goes back to its origin",
        Effect::Vanish => "that the mover is removed, other than by an explosion",
        Effect::Imitate => "captures as the victim captures",
        Effect::Erupt { .. } => "this eruption",
    }
}

fn erupt(fragments: &[Chain], letters: &str, place: LegPosition<'_>) -> Written<String> {
    let inside = if fragments.len() == 1 { letters } else { "" };
    let place = LegPosition { fragment: inside, ..place };
    let texts = fragments.iter().map(|f| chain(f, place, None, true)).collect::<Written<Vec<String>>>()?;
    match &texts[..] {
        [one] => Ok(one.clone()),
        _ => Ok(format!("{letters}({})", beside(texts.into_iter()))),
    }
}

/// The letters of the square where a leg ends.
fn modality(joint: &Joint, leg: &Leg, erupts: bool, in_fragment: bool) -> Written<String> {
    match (joint.stop, joint.onward.is_closed()) {
        (Some(_), true) => landing(joint, leg, in_fragment),
        (None, false) if erupts => arrival(joint.onward, leg),
        (None, false) => transit(joint.onward),
        _ => Err(cannot("a leg where the move may end or go on")),
    }
}

fn landing(joint: &Joint, leg: &Leg, in_fragment: bool) -> Written<String> {
    let Some(Landing { modes, victims }) = joint.stop.filter(|_| joint.onward.is_closed()) else {
        return Err(cannot("a leg where the move may end or go on"));
    };
    let wraps = match leg.wrap {
        Wrap::None => "",
        Wrap::Cylinder => "o",
        Wrap::Torus => return Err(cannot("a board whose top and bottom are joined")),
    };
    let both = Modes::MOVE | Modes::CAPTURE;
    let mut known = both | Modes::DESTROY;
    known.set(Modes::SWAP, in_fragment);
    if !known.contains(modes) {
        return Err(cannot("captures en passant, and what is exchanged at the end of a move"));
    }
    if modes == both && victims.is_empty() {
        return Ok(wraps.to_owned());
    }
    let has = |mode, letter: &str| if modes.contains(mode) { letter.to_owned() } else { String::new() };
    let letters = [
        wraps.to_owned(),
        has(Modes::MOVE, "m"),
        has(Modes::SWAP, "u"),
        taking(has(Modes::CAPTURE, "c"), victims, Victims::UNMOVED_FOE)?,
        taking(has(Modes::DESTROY, "d"), victims, Victims::UNMOVED_FRIEND)?,
    ];
    Ok(letters.concat())
}

/// `c` or `d`, with `i` if only unmoved victims are taken.
fn taking(letter: String, victims: Victims, unmoved: Victims) -> Written<String> {
    if !(Victims::UNMOVED_FOE | Victims::UNMOVED_FRIEND).contains(victims) {
        return Err(cannot("which victims are royal"));
    }
    Ok(if victims.contains(unmoved) && !letter.is_empty() { format!("i{letter}") } else { letter })
}

/// The letters of a last leg before an eruption.
fn arrival(onward: Transit, leg: &Leg) -> Written<String> {
    let mut modes = Modes::empty();
    modes.set(Modes::MOVE, onward.empty == Acts::PASS);
    modes.set(Modes::CAPTURE, onward.foe == Acts::TAKE);
    modes.set(Modes::DESTROY, onward.friend == Acts::TAKE);
    let acts = [
        (onward.empty, Acts::PASS),
        (onward.foe, Acts::TAKE),
        (onward.friend, Acts::TAKE),
        (onward.off, Acts::empty()),
    ];
    if acts.iter().any(|(found, act)| !act.contains(*found)) {
        return Err(cannot("such an arrival before an eruption"));
    }
    landing(&Joint::end(Landing { modes, victims: onward.victims }), leg, false)
}

/// The letters of a leg that is not the last (docs/notation, T2).
fn transit(onward: Transit) -> Written<String> {
    if onward == Transit::EMPTY {
        return Ok(String::new());
    }
    let has = |is: bool, letter: &str| if is { letter.to_owned() } else { String::new() };
    let (empty, friend, foe, off) = (onward.empty, onward.friend, onward.foe, onward.off);
    let swaps = empty.contains(Acts::SWAP);
    let hops = foe.contains(Acts::PASS);
    let same = friend.contains(Acts::SWAP) == swaps && foe.contains(Acts::SWAP) == swaps;
    if !same || empty.contains(Acts::TAKE) || off.intersects(Acts::TAKE | Acts::SWAP) {
        return Err(cannot(writing::between(onward)));
    }
    if hops && !friend.contains(Acts::PASS) {
        return Err(cannot("a hop over enemies only"));
    }
    let letters = [
        has(empty.contains(Acts::PASS), "m"),
        has(hops, "p"),
        has(friend.contains(Acts::PASS) && !hops, "t"),
        has(swaps, "u"),
        has(off.contains(Acts::PASS), "o"),
        taking(has(foe.contains(Acts::TAKE), "c"), onward.victims, Victims::UNMOVED_FOE)?,
        taking(has(friend.contains(Acts::TAKE), "d"), onward.victims, Victims::UNMOVED_FRIEND)?,
    ];
    Ok(letters.concat())
}

/// A leg's text in parts.
struct Spelt {
    directions: String,
    /// Everything before the base, the directions included.
    prefix: String,
    base: String,
    number: String,
}

impl Spelt {
    fn text(&self) -> String {
        format!("{}{}{}", self.prefix, self.base, self.number)
    }
}

fn leg(leg: &Leg, place: LegPosition<'_>, modality: &str) -> Written<Spelt> {
    let default = if place.first { all } else { ahead };
    let found = Strides::candidates(&leg.steps).into_iter().filter(|s| s.bend.is_none()).filter_map(|strides| {
        let letters = strides.letters(default, &ALPHABET, &|_| true)?;
        Some((letters, strides))
    });
    let (letters, strides) = found.min_by_key(|(letters, _)| letters.len()).ok_or_else(|| inexpressible(leg))?;
    spelt(leg, place, modality, letters, &strides)
}

fn inexpressible(leg: &Leg) -> Diagnostic {
    cannot(if leg.avoids_origin {
        "a ride that bends at every step, other than as a repeated group"
    } else {
        writing::unusual(leg).unwrap_or("this choice of directions and leaps")
    })
}

/// A leg with these letters for its directions.
fn spelt(leg: &Leg, place: LegPosition<'_>, modality: &str, letters: String, strides: &Strides) -> Written<Spelt> {
    let is_last_leap = leg.wrap != Wrap::None && !leg.is_ride() && !place.first;
    let marks = [
        (leg.avoids_origin && !is_last_leap, "a ride that never ends on its origin"),
        (is_last_leap && !leg.avoids_origin, "a leap across joined edges that may end on the origin"),
        (leg.skips_first, "a ride whose first square does not matter"),
        (leg.unloads, "that a captured piece is put down where a leg starts"),
        (leg.span == Span::SameSteps, "a leg of as many steps as the previous one"),
        (leg.footing == Footing::OrthogonalFirst, "a lame leap with a single path"),
        (matches!(leg.pass, Pass::Any), "a ride that passes any number of pieces"),
        (matches!(leg.pass, Pass::HopOnto), "a hop in one leg that lands right behind: it has two, pR-W"),
        (matches!(leg.pass, Pass::TakeOne | Pass::TakeApart), "captures on the way of a ride"),
        (matches!(leg.pass, Pass::UpToPiece), "a ride up to a piece"),
        (leg.steps == Steps::Anywhere, "a leap to any square"),
    ];
    refuse(&marks, Dialect::Betza2)?;
    let (base, number) = strides.counted(leg.count, "0").ok_or_else(|| cannot("this number of steps"))?;
    let same_length = if leg.span == Span::SameKingSteps { "e" } else { "" };
    let path = match (leg.footing, leg.pass) {
        (Footing::Clear, Pass::Clear) => "n",
        (Footing::Hurdle, Pass::Clear) | (Footing::Leap, Pass::Hop) => "j",
        (Footing::Clear | Footing::Hurdle, _) => return Err(cannot("a lame ride that passes a piece")),
        _ => "",
    };
    let prefix = format!("{}{same_length}{letters}{modality}{path}", place.fragment);
    Ok(Spelt { directions: letters, prefix, base, number })
}

fn group(group: &Group, joint: &Joint, place: LegPosition<'_>, erupts: bool) -> Written<String> {
    if group.frozen {
        return Err(cannot("a repeated group whose copies go in the same directions as the first"));
    }
    if group.between.stop.is_some() {
        return Err(cannot("copies of a group that the move may end between"));
    }
    let end = Some(End { joint, erupts });
    let between = transit(group.between.onward)?;
    let number = copies(group.count, "0", Dialect::Betza2)?;
    let [first, ..] = &group.body.links[..] else { return Err(cannot("an empty group")) };
    let single = group.body.links.len() == 1;
    if let Part::Choice(chains) = &first.part {
        let texts = chains.iter().map(|chain| alternative(chain, joint, place, erupts));
        let inside = beside(texts.collect::<Written<Vec<String>>>()?.into_iter());
        return Ok(format!("({inside}){between}{number}"));
    }
    let Part::Leg(leg) = &first.part else {
        // A group or an eruption inside says its directions itself.
        let body = chain(&group.body, place, end, false)?;
        return Ok(format!("({body}){between}{number}"));
    };
    let modality = match single {
        true => modality(joint, leg, erupts, false)?,
        false => modality_inside(first, leg)?,
    };
    // At the start of a move the first copy has no heading, so it may have letters of its own.
    let is_first = |heading: Option<Vector>| heading.is_none();
    let found = Strides::candidates(&leg.steps).into_iter().filter(|s| s.bend.is_none()).filter_map(|strides| {
        if !place.first {
            let letters = strides.letters(ahead, &ALPHABET, &|_| true)?;
            return Some((letters.clone(), letters, strides));
        }
        let own = strides.letters(all, &ALPHABET, &is_first)?;
        let later = strides.letters(ahead, &ALPHABET, &|h| !is_first(h))?;
        Some((own, later, strides))
    });
    let (own, later, strides) =
        found.min_by_key(|(own, later, _)| own.len() + later.len()).ok_or_else(|| inexpressible(leg))?;
    let later = if single && own != later { side_first(later) } else { later };
    let spelt = spelt(leg, place, &modality, own.clone(), &strides)?;
    let ahead_or = |letters: &str| if letters.is_empty() { "f".to_owned() } else { letters.to_owned() };
    if single
        && (spelt.number.is_empty() && (place.first || own.is_empty()))
        && !(between.is_empty() && later.is_empty())
    {
        return Ok(format!("{}{later}{between}{number}", spelt.text()));
    }
    let rest = Chain { links: group.body.links[1..].to_vec() };
    let rest = if single { String::new() } else { format!("-{}", chain(&rest, LegPosition::LATER, end, false)?) };
    let later = if own == later { String::new() } else { ahead_or(&later) };
    Ok(format!("({}{rest}){later}{between}{number}", spelt.text()))
}

/// One of several chains that are repeated together: its letters are the same at the start of a move and behind a copy.
fn alternative(chain: &Chain, joint: &Joint, place: LegPosition<'_>, erupts: bool) -> Written<String> {
    let end = Some(End { joint, erupts });
    let [first, rest @ ..] = &chain.links[..] else { return Err(cannot("an empty group")) };
    let Part::Leg(leg) = &first.part else { return self::chain(chain, place, end, false) };
    if !place.first {
        return self::chain(chain, place, end, false);
    }
    let modality = if rest.is_empty() { modality(joint, leg, erupts, false)? } else { modality_inside(first, leg)? };
    let is_first = |heading: Option<Vector>| heading.is_none();
    let found = Strides::candidates(&leg.steps).into_iter().filter(|s| s.bend.is_none()).filter_map(|strides| {
        let own = strides.letters(all, &ALPHABET, &is_first)?;
        let later = strides.letters(ahead, &ALPHABET, &|h| !is_first(h))?;
        (own == later).then_some((own, strides))
    });
    let (letters, strides) = found.min_by_key(|(letters, _)| letters.len()).ok_or_else(|| inexpressible(leg))?;
    let text = spelt(leg, place, &modality, letters, &strides)?.text();
    if rest.is_empty() {
        return Ok(text);
    }
    let rest = Chain { links: rest.to_vec() };
    Ok(format!("{text}-{}", self::chain(&rest, LegPosition::LATER, end, false)?))
}

fn modality_inside(link: &Link, leg: &Leg) -> Written<String> {
    modality(&link.joint, leg, false, false)
}
