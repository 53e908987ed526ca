//! From the tree to ways: alternatives are multiplied out, and modifiers find their legs.

use super::super::atoms::Bend;
use super::super::numbers::{MOVES_LIMIT, PARTS_LIMIT, within};
use super::super::{Code, Diagnostic};
use super::draft::{by_size, finish};
use super::syntax::{Base, Capture, Choice, Component, Exotic, Join, Notation, Prefix, Sequence};
use super::way::{
    Item, Spec, Way, each_leg, first_leg, hurdles, is_king_step, joins, last_leg, leap_joints, number_copies, parts,
    spread, spreads,
};
use crate::geometry::Vector;
use crate::ir::{Count, Effect, Footing, Modes, Move, Part, Pass, Piece, Transit};
use std::ops::Range;

type Lowered<T> = Result<T, Diagnostic>;

pub(super) fn lower(notation: Notation) -> Result<(Piece, Vec<Diagnostic>), Diagnostic> {
    let mut lowering = Lowering { hurdled: 0, immobilizes: Vec::new(), warnings: notation.warnings };
    let moves = lowering.moves(&notation.choice)?;
    let mut piece = Piece::of(moves);
    piece.royal = notation.royal;
    piece.promotions = notation.promotions;
    piece.immobilizes = Piece::of(lowering.immobilizes).moves;
    Ok((piece, lowering.warnings))
}

struct Lowering {
    /// How many times `j` or `p` has asked for one piece between legs.
    hurdled: usize,
    immobilizes: Vec<Move>,
    warnings: Vec<Diagnostic>,
}

impl Lowering {
    fn moves(&mut self, choice: &Choice) -> Lowered<Vec<Move>> {
        let ways = self.choice(choice)?;
        let number = ways.iter().map(|way| spreads(&way.items)).fold(0, usize::saturating_add);
        let spans = || choice.sequences.iter().flat_map(|sequence| &sequence.parts).map(|(_, part)| &part.span);
        let start = spans().map(|span| span.start).min().unwrap_or(0);
        let end = spans().map(|span| span.end).max().unwrap_or(start);
        within(number, MOVES_LIMIT, "moves", &(start..end))?;
        let mut moves = Vec::new();
        for way in ways.into_iter().filter(|way| !way.items.is_empty()) {
            check_effects(&way.items)?;
            for mut way in by_size(way) {
                number_copies(&mut way.items);
                moves.extend(spread(&way.items).iter().map(|items| finish(items, way.unmoved)));
            }
        }
        Ok(moves)
    }

    fn choice(&mut self, choice: &Choice) -> Lowered<Vec<Way>> {
        let mut ways = Vec::new();
        for sequence in &choice.sequences {
            ways.extend(self.sequence(sequence)?);
            within(ways.len(), MOVES_LIMIT, "moves", &sequence.parts[0].1.span)?;
        }
        Ok(ways)
    }

    fn sequence(&mut self, sequence: &Sequence) -> Lowered<Vec<Way>> {
        let mut ways = vec![Way::default()];
        for (join, component) in &sequence.parts {
            let next = self.component(component)?;
            within(ways.len() * next.len(), MOVES_LIMIT, "moves", &component.span)?;
            let mut longer = Vec::with_capacity(ways.len() * next.len());
            for way in &ways {
                for more in &next {
                    let mut way = way.clone();
                    let mut items = more.items.clone();
                    if let Some(leg) = first_leg(&mut items) {
                        leg.join = *join;
                    }
                    check_joint(&way.items, &items, *join)?;
                    way.items.extend(items);
                    way.unmoved |= more.unmoved;
                    within(parts(&way.items), PARTS_LIMIT, "legs in one move", &component.span)?;
                    longer.push(way);
                }
            }
            ways = longer;
        }
        Ok(ways)
    }

    fn component(&mut self, component: &Component) -> Lowered<Vec<Way>> {
        let prefix = &component.prefix;
        check_prefix(prefix)?;
        let mut ways = match &component.base {
            Base::Atom(atom) => {
                let count = if atom.rides { Count::UNLIMITED } else { Count::ONCE };
                vec![Way {
                    items: vec![Item::Leg(Spec {
                        sets: atom.sets(),
                        join: Join::Start,
                        directions: Vec::new(),
                        bend: None,
                        count: component.repeat.unwrap_or(count),
                        footing: Footing::Leap,
                        pass: Pass::Clear,
                        modes: None,
                        over: None,
                        same_as: None,
                    })],
                    unmoved: false,
                }]
            }
            Base::Group(choice) => self.choice(choice)?,
            Base::Exotic(exotic) => vec![Way { items: self.exotic(exotic, &component.span)?, unmoved: false }],
        };
        let mut modified = Vec::with_capacity(ways.len());
        for way in ways.drain(..) {
            modified.push(self.modify(way, prefix)?);
        }
        if let (Some(count), false) = (component.repeat, matches!(component.base, Base::Atom(_))) {
            for way in &mut modified {
                repeat(way, count, &component.span)?;
            }
        }
        Ok(modified)
    }

    fn exotic(&mut self, exotic: &Exotic, span: &Range<usize>) -> Lowered<Vec<Item>> {
        let effect = match exotic {
            Exotic::Imitate => Effect::Imitate,
            Exotic::Vanish => Effect::Vanish,
            Exotic::Return => Effect::Return,
            Exotic::Ranged(choice) => Effect::Ranged(self.reach(choice, span)?),
            Exotic::Custodial(choice) => Effect::Custodial(self.reach(choice, span)?),
            Exotic::Swap(choice) => Effect::SwapPlaces(self.reach(choice, span)?),
            Exotic::Immobilize(choice) => {
                let moves = self.reach(choice, span)?;
                self.immobilizes.extend(moves);
                return Ok(Vec::new());
            }
            Exotic::Release => return Ok(Vec::new()),
        };
        Ok(vec![Item::Effect(effect, span.clone())])
    }

    /// The moves that a bracket names.
    fn reach(&mut self, choice: &Choice, span: &Range<usize>) -> Lowered<Vec<Move>> {
        let standing = self.immobilizes.len();
        let moves = self.moves(choice)?;
        if self.immobilizes.len() > standing {
            return Err(Diagnostic::error(
                Code::Misplaced,
                span.clone(),
                "`[xiM]` is a standing effect, and no way to reach a square",
                "write it beside the other moves: mQ+[xiK]",
            ));
        }
        if moves.is_empty() {
            return Err(Diagnostic::error(
                Code::Empty,
                span.clone(),
                "what this bracket names makes no move",
                "write a move in it, for example [crK]",
            ));
        }
        if moves.iter().any(|m| m.chain.links.iter().any(|l| l.part == Part::Effect(Effect::Imitate))) {
            return Err(imitates_alone(span));
        }
        Ok(Piece::of(moves).moves)
    }

    /// A pass takes `m`, `c`, `i` and `y` only.
    fn check_pass(&mut self, prefix: &Prefix) -> Lowered<()> {
        let stray = prefix.letters.iter().find(|(c, _)| !matches!(c, 'm' | 'c' | 'i' | 'y'));
        let stray = stray.map(|(_, span)| span.clone()).or(prefix.capture.as_ref().map(|(_, span)| span.clone()));
        let directions = (!prefix.directions.is_empty()).then(|| prefix.span.clone());
        if let Some(span) = stray.or(directions) {
            return Err(goes_nowhere(span));
        }
        if prefix.has('c') && !prefix.has('m') {
            self.warnings.push(Diagnostic::warning(
                Code::NoEffect,
                prefix.span_of('c').unwrap_or_default(),
                "a pass that must capture can never be made",
                "write `O` without `c`",
            ));
        }
        Ok(())
    }

    /// Applies what stands before a base.
    fn modify(&mut self, mut way: Way, prefix: &Prefix) -> Lowered<Way> {
        way.unmoved |= prefix.has('i');
        if way.items.is_empty() {
            return Ok(way);
        }
        let zero = |leg: &Spec| leg.sets.concat() == [Vector::ZERO];
        if matches!(&way.items[..], [Item::Leg(leg)] if zero(leg)) {
            self.check_pass(prefix)?;
        }
        if !prefix.directions.is_empty() {
            let Some(leg) = first_leg(&mut way.items) else { return Err(no_leg(prefix)) };
            if !leg.directions.is_empty() {
                return Err(twice(prefix, "directions"));
            }
            if zero(leg) {
                return Err(goes_nowhere(prefix.span.clone()));
            }
            leg.directions.clone_from(&prefix.directions);
        }
        for (letter, bend) in [('z', Bend::Zigzag), ('q', Bend::Circle)] {
            if let Some(span) = prefix.span_of(letter) {
                let leg = only_leg(&mut way.items, letter, span.clone())?;
                if leg.bend.is_some() {
                    return Err(twice(prefix, "`z` or `q`"));
                }
                leg.bend = Some(bend);
                if leg.count == Count::ONCE {
                    leg.count = Count::UNLIMITED;
                }
            }
        }
        if prefix.capture.is_none() && (prefix.has('m') || prefix.has('c')) {
            let Some(leg) = last_leg(&mut way.items) else { return Err(no_leg(prefix)) };
            if leg.modes.is_some() {
                return Err(twice(prefix, "`m` or `c`"));
            }
            let of = |letter, mode| if prefix.has(letter) { mode } else { Modes::empty() };
            leg.modes = Some(of('m', Modes::MOVE) | of('c', Modes::CAPTURE));
        }
        let passing = prefix.letters.iter().any(|(c, _)| "ejpg".contains(*c));
        let alone = matches!(way.items[..], [Item::Leg(_)]);
        let lame = prefix.has('n') || (alone && (prefix.has('j') || prefix.has('p')));
        let mut clash = false;
        each_leg(&mut way.items, &mut |leg| {
            clash |= (passing && alone && leg.pass != Pass::Clear) || (lame && leg.footing != Footing::Leap);
        });
        if clash {
            return Err(twice(prefix, "a rule for the squares passed"));
        }
        if prefix.has('n') {
            each_leg(&mut way.items, &mut |leg| {
                leg.footing = if is_king_step(&leg.sets) { Footing::Leap } else { Footing::Clear };
            });
        }
        if let Some(span) = prefix.span_of('g') {
            let leg = only_leg(&mut way.items, 'g', span.clone())?;
            if leg.count != Count::ONCE && leg.count != Count::UNLIMITED {
                return Err(Diagnostic::error(
                    Code::BadRange,
                    span,
                    "`g` takes no number in `bex`",
                    "write `j` before a leap to hop a fixed distance",
                ));
            }
            if leg.count == Count::ONCE {
                return Err(Diagnostic::error(
                    Code::Misplaced,
                    span,
                    "`g` hops at the end of a ride, and this is a single leap",
                    "write a ride, for example gR or gNN; write `j` for a leap over one piece",
                ));
            }
            leg.pass = Pass::HopOnto;
        }
        if let Some(span) = prefix.span_of('e') {
            self.leap_over(&mut way.items, &span);
        }
        if let Some((letter, span)) = prefix.letters.iter().find(|(c, _)| matches!(c, 'j' | 'p')) {
            self.hop(&mut way, *letter, span)?;
        }
        if let Some((capture, span)) = &prefix.capture {
            self::capture(&mut way, *capture, prefix, span)?;
        }
        Ok(way)
    }

    /// `e`: the squares between legs are leapt over; of a ride alone, the squares it passes.
    fn leap_over(&mut self, items: &mut [Item], span: &Range<usize>) {
        if let [Item::Leg(leg)] = items {
            if leg.count == Count::ONCE {
                self.warnings.push(Diagnostic::warning(
                    Code::NoEffect,
                    span.clone(),
                    "a single leap leaps already, so `e` has no effect",
                    "leave out the `e`",
                ));
            } else {
                leg.pass = Pass::Any;
            }
            return;
        }
        if !joins(items) {
            self.warnings.push(Diagnostic::warning(
                Code::NoEffect,
                span.clone(),
                "there is no square between legs, so `e` has no effect",
                "write `e` before a group of legs joined by `-` or `--`",
            ));
        }
        leap_joints(items);
    }

    /// `j` and `p`: of the squares between legs exactly one is occupied; a leap alone is lame, a ride alone passes one piece.
    fn hop(&mut self, way: &mut Way, letter: char, span: &Range<usize>) -> Lowered<()> {
        if let [Item::Leg(leg)] = &mut way.items[..] {
            if leg.count != Count::ONCE && (is_king_step(&leg.sets) || letter == 'p') {
                leg.pass = Pass::Hop;
            } else {
                if is_king_step(&leg.sets) {
                    return Err(Diagnostic::error(
                        Code::NoSteps,
                        span.clone(),
                        format!("a single step passes no square, so `{letter}` leaves it no move"),
                        format!("leave out the `{letter}`, or write a longer move"),
                    ));
                }
                leg.footing = Footing::Hurdle;
            }
            return Ok(());
        }
        self.hurdled += 1;
        if hurdles(&mut way.items, self.hurdled) {
            Ok(())
        } else {
            Err(Diagnostic::error(
                Code::Misplaced,
                span.clone(),
                format!("`{letter}` counts pieces between legs, and here is a repetition or no second leg"),
                format!("write `{letter}` before legs joined by `-` or `--`, and repeat them outside: j(W-F)*"),
            ))
        }
    }
}

fn twice(prefix: &Prefix, what: &str) -> Diagnostic {
    Diagnostic::error(
        Code::Conflict,
        prefix.span.clone(),
        format!("a leg inside the group has {what} of its own"),
        "write them in one place, inside or before the group",
    )
}

fn no_leg(prefix: &Prefix) -> Diagnostic {
    Diagnostic::error(
        Code::Misplaced,
        prefix.span.clone(),
        "these modifiers need a leg, and the group has none",
        "write modifiers inside the bracket, before the move that it names",
    )
}

fn goes_nowhere(span: Range<usize>) -> Diagnostic {
    Diagnostic::error(Code::Misplaced, span, "a pass goes nowhere, so this means nothing on it", "write `O` alone")
}

fn imitates_alone(span: &Range<usize>) -> Diagnostic {
    Diagnostic::error(
        Code::Misplaced,
        span.clone(),
        "`[ci]` is a whole move, and no part of another",
        "write it beside the other moves: mQ+[ci]",
    )
}

/// Modifiers that exclude each other on one base.
fn check_prefix(prefix: &Prefix) -> Lowered<()> {
    let ways = ["enjpg", "zq"];
    for letters in ways {
        let mut found = prefix.letters.iter().filter(|(c, _)| letters.contains(*c));
        if let (Some((first, _)), Some((second, span))) = (found.next(), found.next()) {
            return Err(Diagnostic::error(
                Code::Conflict,
                span.clone(),
                format!("`{second}` and `{first}` exclude each other"),
                "keep one of them",
            ));
        }
    }
    if let Some((capture, _)) = &prefix.capture {
        let passes = matches!(capture, Capture::LeapOne | Capture::LeapAny);
        let clash = prefix.letters.iter().find(|(c, _)| passes && "ejpgn".contains(*c));
        if let Some((c, span)) = clash {
            return Err(Diagnostic::error(
                Code::Conflict,
                span.clone(),
                format!("`{c}` and this capture both say what the squares passed hold"),
                "keep one of them",
            ));
        }
    }
    Ok(())
}

/// `[ca] [cw] [cj] [cl]` on a single leg, which ends on an empty square.
fn capture(way: &mut Way, capture: Capture, prefix: &Prefix, span: &Range<usize>) -> Lowered<()> {
    if let Some(c) = prefix.span_of('c') {
        return Err(Diagnostic::error(
            Code::Conflict,
            c,
            "this capture ends on an empty square, so `c` cannot hold there",
            "leave out the `c`",
        ));
    }
    let [Item::Leg(leg)] = &mut way.items[..] else {
        return Err(Diagnostic::error(
            Code::Misplaced,
            span.clone(),
            "this capture needs one straight leg, to know what lies before, behind or under it",
            "write it before a capital, or before the last leg of the chain",
        ));
    };
    let captures = matches!(leg.pass, Pass::TakeOne | Pass::TakeApart);
    if captures || (leg.pass != Pass::Clear && matches!(capture, Capture::LeapOne | Capture::LeapAny)) {
        return Err(twice(prefix, "a rule for the squares passed"));
    }
    if leg.modes.is_some_and(|m| m != Modes::MOVE) {
        return Err(twice(prefix, "a way to capture"));
    }
    leg.modes = Some(Modes::MOVE);
    match capture {
        Capture::Approach => way.items.push(Item::Effect(Effect::Approach, span.clone())),
        Capture::Withdraw => way.items.push(Item::Effect(Effect::Withdraw, span.clone())),
        Capture::LeapOne => leg.pass = Pass::TakeOne,
        Capture::LeapAny => leg.pass = Pass::TakeApart,
    }
    Ok(())
}

/// `-` needs a leg on both sides: brackets have no direction.
fn check_joint(before: &[Item], after: &[Item], join: Join) -> Lowered<()> {
    let before = at_edge(before, <[Item]>::last);
    let bracket = [before, at_edge(after, <[Item]>::first)].into_iter().flatten().find_map(|item| match item {
        Item::Effect(_, span) => Some(span.clone()),
        _ => None,
    });
    match bracket {
        // An approach or a withdrawal comes with its leg.
        Some(_)
            if join == Join::Same && matches!(before, Some(Item::Effect(Effect::Approach | Effect::Withdraw, _))) =>
        {
            Ok(())
        }
        Some(span) if join == Join::Same => Err(Diagnostic::error(
            Code::Misplaced,
            span,
            "`-` keeps a direction, and this bracket has none",
            "write `--` between a move and a bracket",
        )),
        _ => Ok(()),
    }
}

/// The first or the last of some items, inside repetitions too.
fn at_edge(items: &[Item], edge: fn(&[Item]) -> Option<&Item>) -> Option<&Item> {
    match edge(items)? {
        Item::Group { body, .. } => at_edge(body, edge),
        item => Some(item),
    }
}

/// `[ci]` is a move by itself, and `[ccM]` comes after one.
fn check_effects(items: &[Item]) -> Lowered<()> {
    if let [Item::Effect(Effect::Custodial(_), span), ..] = items {
        return Err(Diagnostic::error(
            Code::Misplaced,
            span.clone(),
            "`[ccM]` captures around a piece that has just moved",
            "write it after a move: mR--[ccD]",
        ));
    }
    if let Some(span) = vanishes_early(items, true) {
        return Err(Diagnostic::error(
            Code::Misplaced,
            span,
            "`[cu]` removes the mover, so nothing can follow",
            "write it at the end of the chain",
        ));
    }
    match items.iter().find_map(|item| imitation(item, items.len() == 1)) {
        Some(span) => Err(imitates_alone(&span)),
        None => Ok(()),
    }
}

/// A removal of the mover with more to come: in a repetition, or not at the end.
fn vanishes_early(items: &[Item], at_end: bool) -> Option<Range<usize>> {
    items.iter().enumerate().find_map(|(i, item)| match item {
        Item::Effect(Effect::Vanish, span) if !at_end || i + 1 < items.len() => Some(span.clone()),
        Item::Group { body, .. } => vanishes_early(body, false),
        _ => None,
    })
}

fn imitation(item: &Item, alone: bool) -> Option<Range<usize>> {
    match item {
        Item::Effect(Effect::Imitate, span) if !alone => Some(span.clone()),
        Item::Group { body, .. } => body.iter().find_map(|item| imitation(item, false)),
        _ => None,
    }
}

fn only_leg(items: &mut [Item], letter: char, span: Range<usize>) -> Lowered<&mut Spec> {
    match items {
        [Item::Leg(leg)] => Ok(leg),
        _ => Err(Diagnostic::error(
            Code::Misplaced,
            span,
            format!("`{letter}` shapes a single leg, and this is more than one"),
            format!("write `{letter}` before the capital that it is for"),
        )),
    }
}

/// Repeats a way as a whole (SEMANTICS X3).
fn repeat(way: &mut Way, count: Count, span: &Range<usize>) -> Lowered<()> {
    match &mut way.items[..] {
        [] => {}
        // A straight leap repeated is a ride, and a ride repeated is itself.
        [Item::Leg(leg)] if leg.count == Count::ONCE && leg.bend.is_none() && leg.pass == Pass::Clear => {
            if leg.sets.concat() == [Vector::ZERO] {
                return Err(Diagnostic::error(
                    Code::BadRange,
                    span.clone(),
                    "a pass is not repeated",
                    "write `O` alone",
                ));
            }
            leg.count = count;
        }
        [Item::Leg(leg)]
            if leg.count == Count::UNLIMITED && leg.bend.is_none() && leg.pass == Pass::Clear && count.min == 1 => {}
        _ => {
            let body = std::mem::take(&mut way.items);
            way.items.push(Item::Group { body, count, over: None, between: Transit::EMPTY });
        }
    }
    within(parts(&way.items), PARTS_LIMIT, "legs in one move", span)
}
