//! The meaning of the letters of one leg: how it is walked, and what the square where it ends must hold.

use super::Flavor;
use super::atom::Atom;
use super::modifiers::{Directions, Modifiers};
use crate::bend;
use crate::letters::{self, Unlettered};
use crate::{Code, Diagnostic};
use betza_ir::draft::Courses;
use betza_ir::geometry::Vector;
use betza_ir::{
    Acts, Condition, Count, Course, Footing, Landing, Leg, Modes, Pass, Span, Steps, Transit, Victims, Wrap,
};
use std::rc::Rc;

/// Where a leg stands in its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LegPosition {
    /// No leg comes before it.
    pub first: bool,
    /// No leg comes after it.
    pub last: bool,
    /// It is the whole move.
    pub alone: bool,
    /// How many exchanges of step and slide come before it.
    pub exchanges: usize,
}

/// The letters that say how a leg ends.
const MODES: [(char, Modes); 4] =
    [('m', Modes::MOVE), ('c', Modes::CAPTURE), ('d', Modes::DESTROY), ('e', Modes::EN_PASSANT)];

/// The landing that the letters name; `None` if they name none.
pub(super) fn landing(modifiers: &Modifiers) -> Option<Landing> {
    if !modifiers.has_any("mcdekt") {
        return None;
    }
    let named = MODES.iter().filter(|m| modifiers.has(m.0)).fold(Modes::empty(), |all, m| all | m.1);
    let modes = if named.is_empty() { Landing::MOVE_OR_CAPTURE.modes } else { named };
    Some(limited(modes, modifiers))
}

/// A landing that takes only whom `limits` name.
fn limited(modes: Modes, limits: &Modifiers) -> Landing {
    // A move to an empty square has no victim.
    let victims = if modes == Modes::MOVE { Victims::empty() } else { victims(limits) };
    Landing { modes, victims }
}

/// How a move may end at a leg of a bracket before which `outer` stands. `k` and `t` leave the mode as it is, so a leg
/// that has only them still takes the mode that stands before the bracket. The limits on victims that stand there go to
/// the last leg and to those without a mode of their own.
pub(super) fn landing_within(own: &Modifiers, outer: &Modifiers, last: bool) -> Landing {
    let has_mode = own.has_any("mcde");
    let modes = landing(if has_mode { own } else { outer }).unwrap_or(Landing::MOVE_OR_CAPTURE).modes;
    let limits = if own.has_any("kt") || has_mode && !last { own } else { outer };
    limited(modes, limits)
}

fn victims(modifiers: &Modifiers) -> Victims {
    let mut victims = Victims::empty();
    victims.set(Victims::ROYAL, modifiers.has('k'));
    victims.set(Victims::NOT_ROYAL, modifiers.has('t'));
    victims
}

/// One way to pass the square where a leg ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Onward {
    pub transit: Transit,
    /// What follows exchanges step and slide.
    pub exchanges: bool,
}

/// The ways to continue after a leg that is not the last: first those that keep what follows as it is, then those that
/// exchange step and slide.
pub(super) fn onward(modifiers: &Modifiers) -> Vec<Onward> {
    let has = |c| modifiers.has(c);
    let if_so = |so: bool, acts: Acts| if so { acts } else { Acts::empty() };
    let foe = if_so(!has('t'), Acts::PASS);
    let mut ways = Vec::new();
    let plain = !modifiers.has_any("mcdpgy");
    if plain || modifiers.has_any("mcdp") {
        let mut transit = Transit::new(
            if_so(plain || has('m'), Acts::PASS),
            if_so(has('p'), Acts::PASS) | if_so(has('d'), Acts::TAKE),
            if_so(has('p'), foe) | if_so(has('c'), Acts::TAKE),
        );
        transit.victims.set(Victims::ROYAL, has('k'));
        ways.push(Onward { transit, exchanges: false });
    }
    if modifiers.has_any("gy") {
        let transit = Transit::new(if_so(has('y'), Acts::PASS), if_so(has('g'), Acts::PASS), if_so(has('g'), foe));
        ways.push(Onward { transit, exchanges: true });
    }
    ways
}

/// What must hold of the mover, by the `i` of a first leg.
pub(super) fn condition(modifiers: &Modifiers, flavor: Flavor) -> Condition {
    match (modifiers.times('i'), flavor) {
        (0, _) => Condition::empty(),
        (1, Flavor::Xbetza) => Condition::UNMOVED,
        (1, Flavor::Fsf) => Condition::IN_DOUBLE_STEP_REGION,
        _ => Condition::ON_START,
    }
}

/// The leg as it is walked, its steps still to be filled in.
pub(super) fn walked(atom: &Atom, modifiers: &Modifiers, place: LegPosition, flavor: Flavor) -> Leg {
    let has = |c| modifiers.has(c);
    let mut leg = Leg::leap(if atom.is_universal() { Steps::Anywhere } else { Steps::Turns(Vec::new()) });
    leg.count = atom.count(place.exchanges);
    if modifiers.has_any("zq") && !atom.slides && atom.number.is_none() {
        // docs/notation, B7: on a single-letter leaper atom `z` means an unlimited ride.
        leg.count = Count::UNLIMITED;
    }
    leg.avoids_origin = modifiers.has_any("zq");
    leg.wrap = match modifiers.times('o') {
        0 => Wrap::None,
        1 => Wrap::Cylinder,
        _ => Wrap::Torus,
    };
    leg.unloads = has('u');
    if has('i') && !place.first {
        leg.span = Span::SameSteps;
    }
    let is_step = atom.king_steps() == 1;
    if has('n') && !is_step {
        leg.footing = lame(atom, flavor);
    }
    if has('j') {
        if is_step { leg.skips_first = true } else { leg.footing = Footing::Hurdle }
    }
    if place.last {
        let leaps = !leg.is_ride() && !is_step;
        match (has('p'), has('g')) {
            // B3a: `p` on a leap is `j`.
            (true, _) if leaps => leg.footing = Footing::Hurdle,
            (_, true) if leaps => leg.footing = Footing::HurdleAtEnd,
            (true, _) => leg.pass = Pass::Hop,
            (_, true) => leg.pass = Pass::HopOnto,
            _ => {}
        }
        if leg.footing == Footing::HurdleAtEnd && atom.king_steps() == 2 {
            leg.footing = Footing::Hurdle;
        }
    }
    leg
}

/// `n` on a leap of several king steps.
fn lame(atom: &Atom, flavor: Flavor) -> Footing {
    let (long, short) = atom.size;
    let is_straight = short == 0 || long == short;
    if !is_straight && (flavor == Flavor::Fsf || atom.size == (2, 1)) {
        Footing::OrthogonalFirst
    } else {
        Footing::Clear
    }
}

/// Whether `n` means that the move leaves en-passant rights, as on a plain double step, or `nn` (docs/notation, S12).
pub(super) fn leaves_en_passant(atom: &Atom, modifiers: &Modifiers, leg: &Leg) -> bool {
    let (long, short) = atom.size;
    let straight = short == 0 || long == short;
    let only_moves = landing(modifiers).is_some_and(|l| l.modes == Modes::MOVE);
    let double = if long == 1 { leg.is_ride() } else { modifiers.has('i') || modifiers.times('n') == 2 };
    modifiers.has('n') && !modifiers.has_any("pg") && straight && only_moves && double
}

/// The courses of a first leg, or of a leg in brackets: D1 to D6 about the leg before.
pub(super) fn courses(atom: &Atom, modifiers: &Modifiers, distributes: bool, default: Unlettered) -> Courses {
    let directions = modifiers.directions.clone();
    let sets = atom.sets(distributes);
    let ring = atom.vectors();
    let turn = ['z', 'q'].into_iter().find(|&c| modifiers.has(c));
    Rc::new(move |heading| {
        let ahead = heading.unwrap_or(Vector::FORWARD);
        let chosen = sets.iter().flat_map(|set| directions.choose(set, ahead, default));
        match turn {
            Some('z') => chosen.flat_map(|v| bend::crooked(&ring, v)).collect(),
            Some(_) => chosen.flat_map(|v| bend::circular(&ring, v)).collect(),
            None => chosen.map(Course::straight).collect(),
        }
    })
}

/// The courses of a later leg after `a`: in the eightfold system about the leg before, where a direction that the atom
/// lacks turns it into its fellow.
pub(super) fn turned(atom: &Atom, directions: &Directions) -> Courses {
    let (ring, eightfold, directions) = (atom.ring(), atom.is_eightfold(), directions.clone());
    Rc::new(move |heading| {
        let heading = heading.unwrap_or(Vector::FORWARD);
        let default: Unlettered = if eightfold { all_but_back } else { own_but_back };
        directions.choose(&ring, heading, default).into_iter().map(Course::straight).collect()
    })
}

/// All directions except straight back.
pub(super) fn all_but_back(set: &[Vector], heading: Vector) -> Vec<Vector> {
    set.iter().copied().filter(|&v| v != -heading).collect()
}

/// The directions of the atom that the leg has become, except straight back.
pub(super) fn own_but_back(set: &[Vector], heading: Vector) -> Vec<Vector> {
    set.iter().copied().filter(|&v| v.size() == heading.size() && v != -heading).collect()
}

/// The letters that a leg cannot have at its place, each an error.
pub(super) fn check(
    atom: &Atom,
    modifiers: &Modifiers,
    place: LegPosition,
    flavor: Flavor,
    found: &mut Vec<Diagnostic>,
) {
    let mut wrong = |letter: char, code: Code, message: String, remedy: &str| {
        found.push(Diagnostic::error(code, modifiers.place(letter), message, remedy));
    };
    let has = |c| modifiers.has(c);
    for (c, _) in modifiers.letters() {
        let (message, remedy) = match c {
            'y' if place.last => (
                "`y` exchanges step and slide of what follows, and the move may end here",
                "leave it out, or let another leg follow",
            ),
            'e' if !place.last => ("`e` is a way to end a move, and another leg follows", "write it on the last leg"),
            'k' if !place.last && !modifiers.has_any("cd") => (
                "`k` says whom a capture may take, and this leg captures nothing",
                "add c or d to the leg, or write k on the last leg",
            ),
            't' if !place.last && !modifiers.has_any("pg") => (
                "`t` before another leg limits p and g to friends, and this leg has neither",
                "add p or g to the leg, or write t on the last leg",
            ),
            'z' | 'q' if !place.alone => {
                ("`z` and `q` bend a move of one leg only", "write the bends as legs, or the move as one leg")
            }
            'n' | 'j' | 'p' | 'g' | 'z' | 'q' | 'o' if atom.is_universal() && (place.last || !"pg".contains(c)) => {
                ("`U` has no path that this letter could speak of", "leave the letter out")
            }
            _ => continue,
        };
        wrong(c, Code::Misplaced, message.to_owned(), remedy);
    }
    if modifiers.times('i') == 2 && !place.first {
        wrong(
            'i',
            Code::Misplaced,
            "`ii` speaks of the mover's square before the move".to_owned(),
            "write it on the first leg",
        );
    }
    let leaves = || place.alone && leaves_en_passant(atom, modifiers, &walked(atom, modifiers, place, flavor));
    if modifiers.times('n') == 2 && !(flavor == Flavor::Xbetza && leaves()) {
        wrong(
            'n',
            Code::Conflict,
            "`nn` leaves the right of en passant capture, in `xbetza`, on straight moves of one leg that only move"
                .to_owned(),
            "write it once",
        );
    }
    let pairs: &[(char, char)] = if place.last { &[('p', 'g'), ('k', 't'), ('z', 'q')] } else { &[('z', 'q')] };
    for &(a, b) in pairs {
        if has(a) && has(b) {
            wrong(
                b,
                Code::Conflict,
                format!("`{a}` and `{b}` exclude each other in one leg"),
                "write them in two moves",
            );
        }
    }
}

/// Two letters that ask different things of what lies under a leap. Those before it may have made a ride of it, or of a
/// ride a leap.
pub(super) fn asks_twice(atom: &Atom, modifiers: &Modifiers, place: LegPosition) -> Option<Diagnostic> {
    let single = atom.count(place.exchanges) == Count::ONCE && !modifiers.has_any("zq");
    let speaks = |c: char| modifiers.has(c) && (!"pg".contains(c) || (single && place.last));
    let mut asks = ['n', 'j', 'p', 'g'].into_iter().filter(|&c| speaks(c));
    let (a, b) = (asks.next()?, asks.next()?);
    let message = format!("`{a}` and `{b}` ask different things of the squares under one leap");
    let told = Diagnostic::error(Code::Conflict, modifiers.place(b), message, "write them in two moves");
    (atom.king_steps() > 1).then_some(told)
}

/// What is read but has no effect, each a warning.
pub(super) fn no_effects(
    atom: &Atom,
    modifiers: &Modifiers,
    place: LegPosition,
    flavor: Flavor,
    found: &mut Vec<Diagnostic>,
) {
    let mut no_effect = |letter: char, message: String, remedy: &str| {
        found.push(Diagnostic::warning(Code::NoEffect, modifiers.place(letter), message, remedy));
    };
    let leg = walked(atom, modifiers, place, flavor);
    let single_step = atom.king_steps() == 1 && !leg.is_ride() && !atom.is_universal();
    for c in ['p', 'g', 'j'] {
        if modifiers.has(c) && single_step && (place.last || c == 'j') {
            no_effect(
                c,
                format!("`{c}` passes a square, and a single step passes none: there are no such moves"),
                "write a number or 0 after the capital, or an atom that rides",
            );
        }
    }
    if place.last && modifiers.has_any("kt") && landing(modifiers).is_some_and(|l| l.modes == Modes::MOVE) {
        let c = if modifiers.has('k') { 'k' } else { 't' };
        no_effect(c, format!("`{c}` says whom a capture may take, and this leg only moves"), "leave it out, or add c");
    }
    if place.alone && modifiers.has('u') && landing(modifiers).is_some_and(|l| l.modes == Modes::MOVE) {
        no_effect(
            'u',
            "`u` puts down what the move captures, and it captures nothing".to_owned(),
            "leave it out, or add c",
        );
    }
    if modifiers.has('n') && atom.king_steps() == 1 && !leaves_en_passant(atom, modifiers, &leg) {
        no_effect('n', "`n` changes nothing on single steps".to_owned(), "leave it out");
    }
}

/// Empty courses, for a leg with [`Steps::Anywhere`].
pub(super) fn no_courses() -> Courses {
    letters::courses(Vec::new(), Vec::new(), letters::all)
}
