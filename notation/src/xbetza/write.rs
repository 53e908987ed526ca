//! Writes the IR in `xbetza` and `fsf`: pieces and terms. The result is read back, and is an error if it means
//! something else.

use super::atom::{LEAPERS, SUFFIXES};
use super::modifiers::{Directions, Modifiers, is_right_handed};
use super::term::quarters;
use super::{Flavor, read, write_legs};
use crate::direction::{arrange, group};
use crate::letters::{self, Alphabet, Selection, Unlettered};
use crate::single::Term;
use crate::single::counted;
use crate::{Diagnostic, writing};
use betza_ir::geometry::{Vector, orbit};
use betza_ir::sorted::{self, distinct};
use betza_ir::{
    Castling, Chain, Condition, Drop, Effect, Footing, Joint, Landing, Leg, Link, Modes, Move, Part, Pass, Piece,
    Sectors, Span, Steps, Victims, Wrap,
};
use std::collections::BTreeSet;

/// Writes a piece.
pub(in super::super) fn write(piece: &Piece, flavor: Flavor) -> Result<String, Diagnostic> {
    let writer = Writer { flavor };
    let marks = [
        (piece.royal, "that the piece is royal"),
        (piece.promotions.is_some(), "what the piece promotes to"),
        (!piece.immobilizes.is_empty(), "that the piece immobilises others"),
        (piece.moves.is_empty() && piece.castlings.is_empty() && piece.drops.is_empty(), "a piece without moves"),
    ];
    if let Some((_, what)) = marks.iter().find(|m| m.0) {
        return Err(writer.cannot(what));
    }
    let mut terms = Vec::new();
    for m in &piece.moves {
        terms.push(writer.term(m)?);
    }
    let mut text = join(terms);
    for castling in &piece.castlings {
        text.push_str(&writer.castling(castling)?);
    }
    for drop in &piece.drops {
        text.push_str(&dropping(drop).ok_or_else(|| writer.cannot("these limits of drops"))?);
    }
    Ok(text)
}

/// Joins terms: neighbours that `K` or `Q` stands for are written so, and a capital that would read as the double of
/// the one before it gets the letters `mc`, which every such term may have.
fn join(terms: Vec<Term>) -> String {
    let mut joined: Vec<Term> = Vec::new();
    for term in terms {
        if let Some(last) = joined.last_mut() {
            let shortcut = match (last.base.as_str(), term.base.as_str()) {
                ("W", "F") => "K",
                ("R", "B") => "Q",
                _ => "",
            };
            let has_directions = term.before.contains(|c| "fblrvsh".contains(c));
            if !shortcut.is_empty() && !has_directions && last.before == term.before && last.after == term.after {
                shortcut.clone_into(&mut last.base);
                continue;
            }
        }
        joined.push(term);
    }
    let mut text = String::new();
    for term in joined {
        let whole = term.text();
        let doubles = whole.chars().next().is_some_and(|c| c.is_ascii_uppercase() && text.ends_with(c));
        if doubles {
            text.push_str("mc");
        }
        text.push_str(&whole);
    }
    text
}

/// Writes one move after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Writer {
    pub flavor: Flavor,
}

impl Writer {
    pub fn cannot(self, what: &str) -> Diagnostic {
        writing::cannot(self.flavor.dialect(), what)
    }

    fn castling(self, castling: &Castling) -> Result<String, Diagnostic> {
        let sides = match (castling.left, castling.right) {
            (true, true) => "s",
            (true, false) => "l",
            (false, true) => "r",
            (false, false) => return Err(self.cannot("a castling to no side")),
        };
        let inset = match castling.inset {
            0 => "",
            1 => "j",
            _ => return Err(self.cannot("a castling partner two squares in from the edge")),
        };
        let condition = Writer { flavor: Flavor::Xbetza }.condition(castling.condition)?;
        Ok(format!("{condition}{sides}{inset}O{}", castling.steps))
    }

    pub fn condition(self, condition: Condition) -> Result<&'static str, Diagnostic> {
        match (condition, self.flavor) {
            (c, _) if c.is_empty() => Ok(""),
            (Condition::UNMOVED, Flavor::Xbetza) | (Condition::IN_DOUBLE_STEP_REGION, Flavor::Fsf) => Ok("i"),
            (Condition::ON_START, _) => Ok("ii"),
            (Condition::UNMOVED, Flavor::Fsf) => {
                Err(self.cannot("that the piece has not moved: its `i` is the region of double steps"))
            }
            (Condition::IN_DOUBLE_STEP_REGION, Flavor::Xbetza) => Err(self.cannot("the region of double steps")),
            _ => Err(self.cannot("several conditions of one move")),
        }
    }

    /// One move as one term.
    fn term(self, m: &Move) -> Result<Term, Diagnostic> {
        self.expressible(&m.chain)?;
        let condition = self.condition(m.condition)?;
        if let [Link { part: Part::Leg(leg), joint: Joint { stop: Some(landing), .. } }] = &m.chain.links[..] {
            return self.single(m, leg, *landing, condition);
        }
        if m.sectors != Sectors::ALL {
            return Err(self.cannot("directions of a whole path but before a bracket"));
        }
        let with_a = (self.flavor == Flavor::Xbetza).then(|| write_legs::with_a(self, m, condition)).flatten();
        with_a
            .or_else(|| write_legs::bracket(self, m, condition))
            .ok_or_else(|| self.cannot("these legs, or the directions that they take"))
    }

    /// Whether the term reads back as exactly this move.
    pub fn reads_as(self, term: &Term, m: &Move) -> bool {
        read(&term.text(), self.flavor).is_ok_and(|reading| reading.piece == Piece::of(vec![m.clone()]))
    }

    /// The error for what no term of these dialects can express.
    fn expressible(self, chain: &Chain) -> Result<(), Diagnostic> {
        for link in &chain.links {
            let leg = match &link.part {
                Part::Leg(leg) => leg,
                Part::Group(_) => return Err(self.cannot("several legs repeated together")),
                Part::Choice(_) => return Err(self.cannot("a choice of paths within a path")),
                Part::Effect(effect) => return Err(self.cannot(effect_name(effect))),
            };
            if link.joint.stop.is_none() && !write_legs::can_go_on(link.joint.onward) {
                return Err(self.cannot(writing::between(link.joint.onward)));
            }
            if let Some(what) = inexpressible_leg(leg).or_else(|| inexpressible_landing(link.joint.stop)) {
                return Err(self.cannot(what));
            }
        }
        Ok(())
    }

    fn single(self, m: &Move, leg: &Leg, landing: Landing, condition: &str) -> Result<Term, Diagnostic> {
        let modes = modes(landing);
        if leg.steps == Steps::Anywhere {
            let directions = quarter_letters(m.sectors).ok_or_else(|| self.cannot("these directions of U"))?;
            let before = format!("{condition}{directions}{modes}{}", if leg.unloads { "u" } else { "" });
            let term = Term { before, base: "U".to_owned(), after: String::new() };
            return if self.reads_as(&term, m) {
                Ok(term)
            } else {
                Err(self.cannot("conditions of a leap to any square"))
            };
        }
        if m.sectors != Sectors::ALL {
            return Err(self.cannot("directions of a whole path but before a bracket"));
        }
        let sizes = first_sizes(&leg.steps);
        let is_bent = leg.avoids_origin;
        let mut atoms: Vec<String> = sizes.first().and_then(|&s| name(s)).into_iter().collect();
        if sizes.iter().all(|s| s.0 == 1) {
            atoms.push("K".to_owned());
        }
        for atom in atoms {
            let sets = sets_of(&atom, self.flavor == Flavor::Fsf);
            let Some(directions) = self.directions(&leg.steps, &sets, letters::all) else { continue };
            let Some((base, after)) = (if is_bent { bent_name(&atom, leg) } else { numbered(&atom, leg) }) else {
                continue;
            };
            for manner in manners(leg, m.leaves_en_passant) {
                // As in `ucQ`, where what is put down comes first.
                let (unloads, manner) = manner.strip_prefix('u').map_or(("", &manner[..]), |rest| ("u", rest));
                let before = format!("{condition}{directions}{unloads}{modes}{manner}");
                let term = Term { before, base: base.clone(), after: after.clone() };
                if self.reads_as(&term, m) {
                    return Ok(term);
                }
            }
        }
        Err(self.cannot(doubtful(leg, m)))
    }

    /// The letters that choose exactly these steps (the first ones of bent courses) of an atom's sets.
    pub fn directions(self, steps: &Steps, sets: &[Vec<Vector>], default: Unlettered) -> Option<String> {
        let Steps::Turns(turns) = steps else { return None };
        let mut selections = Vec::new();
        let (mut right, mut left) = (Vec::new(), Vec::new());
        for turn in turns {
            let wanted: Vec<Vector> = turn.courses.iter().map(|c| c.0[0]).collect();
            if !wanted.iter().all(|v| sets.iter().any(|s| s.contains(v))) {
                return None;
            }
            for set in sets {
                let own: Vec<Vector> = wanted.iter().copied().filter(|v| set.contains(v)).collect();
                selections.push(Selection::new(set, turn.heading, &own, default)?);
                let (_, sorted) = arrange(set, turn.heading.unwrap_or(Vector::FORWARD));
                let places = |hand: bool| {
                    let is_so = |i: &usize| sorted[*i].is_oblique() && is_right_handed(sorted[*i]) == hand;
                    (0..sorted.len()).filter(is_so).fold(0, |bits, i| bits | 1 << i)
                };
                right.push(places(true));
                left.push(places(false));
            }
        }
        let extra = [("hr", right), ("hl", left)];
        letters::find(&selections, &Alphabet { has_a: false, has_h: true, shortens: false, apart: &[], extra: &extra })
    }
}

/// The letters of the sizes of an atom's vectors.
pub(super) fn sets_of(atom: &str, distributes: bool) -> Vec<Vec<Vector>> {
    let king = [orbit(1, 0), orbit(1, 1)];
    match atom {
        "K" | "Q" if distributes => king.to_vec(),
        "K" | "Q" => vec![king.concat()],
        _ => size(atom).into_iter().map(|(a, b)| orbit(a, b)).collect(),
    }
}

/// Capital and suffix of a leap.
pub(super) fn name(size: (u16, u16)) -> Option<String> {
    let letter = |size| LEAPERS.iter().find(|l| l.1 == size).map(|l| l.0);
    let suffixed = || {
        SUFFIXES.iter().find_map(|&(suffix, (a, b))| {
            let base = (size.0.checked_sub(a)?, size.1.checked_sub(b)?);
            letter((base.0.max(base.1), base.0.min(base.1)))
                .filter(|_| base.0 >= base.1)
                .map(|l| format!("{l}{suffix}"))
        })
    };
    letter(size).map(String::from).or_else(suffixed)
}

fn size(atom: &str) -> Option<(u16, u16)> {
    let all = LEAPERS.iter().map(|l| l.1);
    let with = |more: (u16, u16)| LEAPERS.iter().map(move |l| (l.1.0 + more.0, l.1.1 + more.1));
    let known = all.chain(with(SUFFIXES[0].1)).chain(with(SUFFIXES[1].1));
    known.filter(|&s| s != (0, 0)).find(|&s| name(s).as_deref() == Some(atom))
}

/// The sizes of the first steps, each once.
pub(super) fn first_sizes(steps: &Steps) -> Vec<(u16, u16)> {
    let Steps::Turns(turns) = steps else { return Vec::new() };
    let mut sizes: Vec<_> = turns.iter().flat_map(|t| &t.courses).map(|c| c.0[0].size()).collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// The capital and number of a straight leap or ride.
pub(super) fn numbered(atom: &str, leg: &Leg) -> Option<(String, String)> {
    match (atom, leg.count) {
        ("K", count) if count.max.is_none() && count.min == 1 => Some(("Q".to_owned(), String::new())),
        (_, count) => counted(atom, count),
    }
}

/// The capital and number of a crooked or circular ride.
fn bent_name(atom: &str, leg: &Leg) -> Option<(String, String)> {
    match (leg.count.min, leg.count.max, atom) {
        (1, None, "K" | "W" | "F") => numbered(atom, leg),
        (1, None, _) => Some((atom.to_owned(), String::new())),
        (1, Some(n), _) => Some((atom.to_owned(), n.to_string())),
        _ => None,
    }
}

/// The letters of a landing, `mc` as nothing.
pub(super) fn modes(landing: Landing) -> String {
    let all = [(Modes::MOVE, 'm'), (Modes::CAPTURE, 'c'), (Modes::DESTROY, 'd'), (Modes::EN_PASSANT, 'e')];
    let is_default = landing.modes == Landing::MOVE_OR_CAPTURE.modes;
    let mut text: String = all.iter().filter(|m| !is_default && landing.modes.contains(m.0)).map(|m| m.1).collect();
    if landing.victims.contains(Victims::ROYAL) {
        text.push('k');
    }
    if landing.victims.contains(Victims::NOT_ROYAL) {
        text.push('t');
    }
    text
}

/// The letters that say how a leg is walked: alternatives, the likelier one first.
pub(super) fn manners(leg: &Leg, leaves_en_passant: bool) -> Vec<String> {
    let mut common = String::new();
    match leg.wrap {
        Wrap::None => {}
        Wrap::Cylinder => common.push('o'),
        Wrap::Torus => common.push_str("oo"),
    }
    if leg.unloads {
        common.push('u');
    }
    if leg.skips_first {
        common.push('j');
    }
    if leg.avoids_origin {
        common.push(if is_circular(leg) { 'q' } else { 'z' });
    }
    match leg.pass {
        Pass::Hop => common.push('p'),
        Pass::HopOnto => common.push('g'),
        _ => {}
    }
    match leg.footing {
        Footing::Leap if leaves_en_passant => common.push('n'),
        Footing::Clear | Footing::OrthogonalFirst => common.push('n'),
        Footing::Hurdle => common.push('j'),
        Footing::HurdleAtEnd => common.push('g'),
        Footing::Leap => {}
    }
    // On a longer leap of a piece that may have moved (docs/notation, S12).
    let doubled = (leaves_en_passant && leg.footing == Footing::Clear).then(|| common.clone() + "n");
    std::iter::once(common).chain(doubled).collect()
}

fn is_circular(leg: &Leg) -> bool {
    matches!(&leg.steps, Steps::Turns(turns) if turns.iter().flat_map(|t| &t.courses).any(|c| c.0.len() > 2))
}

fn inexpressible_leg(leg: &Leg) -> Option<&'static str> {
    match leg {
        Leg { pass: Pass::Any, .. } => Some("a ride that passes any number of pieces"),
        Leg { pass: Pass::TakeOne | Pass::TakeApart, .. } => Some("captures of what a ride passes"),
        Leg { pass: Pass::UpToPiece, .. } => Some("a ride up to the last square before a piece"),
        Leg { span: Span::SameKingSteps, .. } => Some("a leg as long as an earlier one in squares"),
        Leg { count, .. } if count.min > 1 => Some("an exact number of steps"),
        _ => None,
    }
}

fn inexpressible_landing(landing: Option<Landing>) -> Option<&'static str> {
    let Landing { modes, victims } = landing?;
    if modes.contains(Modes::SWAP) {
        return Some("that a piece is exchanged with what stands on the destination");
    }
    victims.intersects(Victims::UNMOVED_FOE | Victims::UNMOVED_FRIEND).then_some("that a victim must not have moved")
}

fn effect_name(effect: &Effect) -> &'static str {
    match effect {
        Effect::Approach => "the capture of what stands beyond the destination",
        Effect::Withdraw => "the capture of what stands behind the origin",
        Effect::Ranged(_) => "a capture without moving there",
        Effect::Custodial(_) => "custodial captures",
        Effect::SwapPlaces(_) => "a swap of places",
        Effect::Return => "a return to the origin after capturing",
        Effect::Vanish => "that the mover is removed",
        Effect::Imitate => "captures as the victim captures",
        Effect::Erupt { .. } => "an eruption",
    }
}

/// The likeliest reason why a single leg cannot be expressed.
fn doubtful(leg: &Leg, m: &Move) -> &'static str {
    match leg {
        _ if first_sizes(&leg.steps).contains(&(0, 0)) => "a turn pass",
        _ if first_sizes(&leg.steps).iter().any(|&s| name(s).is_none()) => "a leap of this size",
        Leg { footing: Footing::Clear, .. } => "a lame leap over any of its shortest paths",
        Leg { footing: Footing::OrthogonalFirst, .. } => "a lame leap over one path",
        _ if m.leaves_en_passant => "which squares this move leaves open to en passant capture",
        Leg { avoids_origin: true, .. } => "a ride that turns like this",
        _ if leg.steps.bends() => "a ride that turns like this",
        _ => "this leg, or the directions that it takes",
    }
}

/// The letters before `U` that choose these sectors.
fn quarter_letters(sectors: Sectors) -> Option<String> {
    let bits = |s: Sectors| (0..16).filter(|i| s.0 >> i & 1 == 1).collect::<BTreeSet<u16>>();
    if sectors == Sectors::ALL {
        return Some(String::new());
    }
    cover(&bits(sectors), |directions| bits(quarters(directions)))
}

/// The words of which direction letters are made, two letters each, so that none joins the next.
pub(super) fn words() -> Vec<String> {
    let letters = ['f', 'b', 'v', 'l', 'r', 's'];
    let pairs = letters.iter().flat_map(|x| letters.iter().map(move |y| format!("{x}{y}")));
    let joined = pairs.filter(|p| group(&p.chars().collect::<Vec<_>>()).is_ok_and(|g| g.len() == 1));
    let halves = letters.iter().map(|x| format!("{x}h"));
    joined.chain(halves).chain(["hr".to_owned(), "hl".to_owned()]).collect()
}

/// The fewest words of direction letters that choose exactly what is wanted; `chosen` says what a word chooses.
pub(super) fn cover<T: Ord + Clone>(
    wanted: &BTreeSet<T>,
    chosen: impl Fn(&Directions) -> BTreeSet<T>,
) -> Option<String> {
    let meant = words().into_iter().map(|w| (w.clone(), chosen(&Modifiers::of_leg(&w, 0, &mut Vec::new()).directions)));
    let mut kept: Vec<(String, BTreeSet<T>)> = meant.filter(|(_, c)| !c.is_empty() && c.is_subset(wanted)).collect();
    let covers = |kept: &[(String, BTreeSet<T>)]| distinct(kept.iter().flat_map(|(_, c)| c)).len() == wanted.len();
    if !covers(&kept) {
        return None;
    }
    // Those in front are left out first. Of words that choose the same, a doubled letter is kept: alone it is written
    // once.
    let is_doubled = |word: &str| word.as_bytes()[0] == word.as_bytes()[1];
    sorted::sort_by_key(&mut kept, |(word, c)| (c.len(), is_doubled(word)));
    let mut i = 0;
    while i < kept.len() {
        let mut fewer = kept.clone();
        fewer.remove(i);
        if covers(&fewer) { kept = fewer } else { i += 1 }
    }
    match &kept[..] {
        // A letter that stands alone need not be doubled.
        [(word, _)] if is_doubled(word) => Some(word[..1].to_owned()),
        _ => Some(kept.iter().map(|(w, _)| w.as_str()).collect()),
    }
}

fn dropping(drop: &Drop) -> Option<String> {
    let mut text = String::new();
    if drop.spares_back_rank {
        text.push('j');
    }
    for (c, limit) in [('f', drop.file_limit), ('s', drop.colour_limit), ('b', drop.board_limit)] {
        match limit {
            None => {}
            Some(n @ 1..=2) => (0..n).for_each(|_| text.push(c)),
            Some(_) => return None,
        }
    }
    text.push('@');
    if let Some(ranks) = drop.ranks {
        text.push_str(&ranks.to_string());
    }
    Some(text)
}
