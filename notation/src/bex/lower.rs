//! What the units of `bex` mean: which legs prefixes are for, what brackets do, what a repetition repeats.

use super::hurdles::{ask_one, each_leg, joins, leap_joints, number_copies, spread, spreads};
use super::syntax::Notation;
use crate::atoms::{Atom, Bend, pass_that_captures};
use crate::numbers::{MOVES_LIMIT, PARTS_LIMIT, within};
use crate::surface::draft::draft;
use crate::surface::legs::{Alternative, Item, ItemKind, LegSpec, Modality, first_leg, last_leg, parts};
use crate::surface::lower::{Lower, finish, twice};
use crate::surface::{Base, Bracket, Capture, Choice, Join, Prefix, Read, Unit};
use crate::{Code, Diagnostic, Dialect};
use betza_ir::{Acts, Count, Effect, Footing, Move, Part, Pass, Piece, Transit};
use std::ops::Range;

/// What the square between legs may hold where neither `m` nor `c` is written (X1).
const DEFAULT_TRANSIT: Transit = Transit::new(Acts::PASS, Acts::empty(), Acts::TAKE);

pub(super) fn lower(notation: Notation) -> Read<(Piece, Vec<Diagnostic>)> {
    let mut lowering = Lowering { hurdled: 0, immobilizes: Vec::new(), warnings: notation.warnings };
    let moves = lowering.moves(&notation.choice)?;
    let mut piece = Piece::of(moves);
    piece.royal = notation.royal;
    piece.promotions = notation.promotions;
    piece.immobilizes = Piece::of(lowering.immobilizes).moves;
    Ok((piece, lowering.warnings))
}

struct Lowering {
    /// The number of `j` and `p` over several legs so far, which numbers their sets of squares.
    hurdled: usize,
    immobilizes: Vec<Move>,
    warnings: Vec<Diagnostic>,
}

impl Lower for Lowering {
    const DIALECT: Dialect = Dialect::Bex;

    fn notice(&mut self, warning: Option<Diagnostic>) {
        self.warnings.extend(warning.filter(|w| !self.warnings.contains(w)));
    }

    /// Modifiers that exclude each other on one base.
    fn check_prefix(prefix: &Prefix) -> Read<()> {
        for letters in ["enjpg", "zq"] {
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

    fn leg(&mut self, atom: &Atom, unit: &Unit) -> Item {
        let mut spec = LegSpec::of(atom, unit.span.clone());
        if let Some(repeat) = &unit.repeat {
            spec.count = repeat.count;
        }
        // A first leg without letters takes all its steps, in later copies of a repetition too.
        spec.join = Join::Any;
        Item::new(ItemKind::Leg(Box::new(spec)))
    }

    fn bracket(&mut self, bracket: &Bracket, span: &Range<usize>) -> Read<Vec<Item>> {
        let effect = match bracket {
            Bracket::Imitate => Effect::Imitate,
            Bracket::Vanish => Effect::Vanish,
            Bracket::Return => Effect::Return,
            Bracket::Ranged(choice) => Effect::Ranged(self.reach(choice, span)?),
            Bracket::Custodial(choice) => Effect::Custodial(self.reach(choice, span)?),
            Bracket::Swap(choice) => Effect::SwapPlaces(self.reach(choice, span)?),
            Bracket::Immobilize(choice) => {
                let moves = self.reach(choice, span)?;
                self.immobilizes.extend(moves);
                return Ok(Vec::new());
            }
            Bracket::Release => return Ok(Vec::new()),
        };
        Ok(vec![Item::new(ItemKind::Effect(effect, span.clone()))])
    }

    /// Applies the prefix to the alternative.
    fn modify(&mut self, alternative: &mut Alternative, unit: &Unit) -> Read<()> {
        let prefix = &unit.prefix;
        alternative.unmoved |= prefix.unmoved;
        if alternative.items.is_empty() {
            return Ok(());
        }
        if matches!(&alternative.items[..], [Item { kind: ItemKind::Leg(leg), .. }] if leg.is_zero()) {
            self.check_pass(prefix)?;
        }
        if !prefix.directions.is_empty() {
            let Some(leg) = first_leg(&mut alternative.items) else { return Err(no_leg(prefix)) };
            if !leg.directions.is_empty() {
                return Err(twice(prefix, "directions"));
            }
            if leg.is_zero() {
                return Err(goes_nowhere(prefix.span.clone()));
            }
            leg.directions.clone_from(&prefix.directions);
        }
        for (letter, bend) in [('z', Bend::Zigzag), ('q', Bend::Circle)] {
            if let Some(span) = prefix.span_of(letter) {
                let leg = only_leg(&mut alternative.items, letter, span.clone())?;
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
            let Some(leg) = last_leg(&mut alternative.items) else { return Err(no_leg(prefix)) };
            if !leg.modality.letters.is_empty() {
                return Err(twice(prefix, "`m` or `c`"));
            }
            leg.modality.letters = prefix.letters.iter().filter(|(c, _)| matches!(c, 'm' | 'c')).cloned().collect();
        }
        let passing = prefix.letters.iter().any(|(c, _)| "ejpg".contains(*c));
        let alone = matches!(alternative.items[..], [Item { kind: ItemKind::Leg(_), .. }]);
        let lame = prefix.has('n') || (alone && (prefix.has('j') || prefix.has('p')));
        let mut clash = false;
        each_leg(&mut alternative.items, &mut |leg| {
            clash |= (passing && alone && leg.pass != Pass::Clear) || (lame && leg.footing != Footing::Leap);
        });
        if clash {
            return Err(twice(prefix, "a rule for the squares passed"));
        }
        if prefix.has('n') {
            each_leg(&mut alternative.items, &mut |leg| {
                leg.footing = if leg.is_king_step() { Footing::Leap } else { Footing::Clear };
            });
        }
        if let Some(span) = prefix.span_of('g') {
            let leg = only_leg(&mut alternative.items, 'g', span.clone())?;
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
            self.leap_over(&mut alternative.items, &span);
        }
        if let Some((letter, span)) = prefix.letters.iter().find(|(c, _)| matches!(c, 'j' | 'p')) {
            self.hop(alternative, *letter, span)?;
        }
        if let Some((capture, span)) = &prefix.capture {
            self::capture(alternative, *capture, prefix, span)?;
        }
        Ok(())
    }

    fn repeat(&mut self, mut alternatives: Vec<Alternative>, unit: &Unit) -> Read<Vec<Alternative>> {
        if let (Some(repeat), false) = (&unit.repeat, matches!(unit.base, Base::Atom(_))) {
            for alternative in &mut alternatives {
                self::repeat(alternative, repeat.count, &unit.span)?;
            }
        }
        Ok(alternatives)
    }

    /// `-` needs a leg on both sides: brackets have no direction.
    fn check_join(before: &[Item], after: &[Item], join: Join) -> Read<()> {
        let before = at_edge(before, <[Item]>::last);
        let bracket = [before, at_edge(after, <[Item]>::first)].into_iter().flatten().find_map(|item| match item {
            ItemKind::Effect(_, span) => Some(span.clone()),
            _ => None,
        });
        match bracket {
            // An approach or a withdrawal belongs to the leg before it.
            Some(_)
                if join == Join::Ahead
                    && matches!(before, Some(ItemKind::Effect(Effect::Approach | Effect::Withdraw, _))) =>
            {
                Ok(())
            }
            Some(span) if join == Join::Ahead => Err(Diagnostic::error(
                Code::Misplaced,
                span,
                "`-` keeps a direction, and this bracket has none",
                "write `--` between a move and a bracket",
            )),
            _ => Ok(()),
        }
    }
}

impl Lowering {
    fn moves(&mut self, choice: &Choice) -> Read<Vec<Move>> {
        let alternatives = self.choice(choice)?;
        let number = alternatives.iter().map(|one| spreads(&one.items)).fold(0, usize::saturating_add);
        within(number, MOVES_LIMIT, "moves", &choice.span())?;
        let mut moves = Vec::new();
        for Alternative { items, unmoved } in alternatives.into_iter().filter(|one| !one.items.is_empty()) {
            check_effects(&items)?;
            for mut items in by_size(items) {
                number_copies(&mut items);
                for items in spread(&items) {
                    moves.push(finish(&draft(&items, true, DEFAULT_TRANSIT)?, unmoved));
                }
            }
        }
        Ok(moves)
    }

    /// The moves that a bracket names.
    fn reach(&mut self, choice: &Choice, span: &Range<usize>) -> Read<Vec<Move>> {
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
    fn check_pass(&mut self, prefix: &Prefix) -> Read<()> {
        let stray = prefix.letters.iter().find(|(c, _)| !matches!(c, 'm' | 'c' | 'i' | 'y'));
        let stray = stray.map(|(_, span)| span.clone()).or(prefix.capture.as_ref().map(|(_, span)| span.clone()));
        let directions = (!prefix.directions.is_empty()).then(|| prefix.span.clone());
        if let Some(span) = stray.or(directions) {
            return Err(goes_nowhere(span));
        }
        if prefix.has('c') && !prefix.has('m') {
            self.warnings.push(pass_that_captures(prefix.span_of('c').unwrap_or_default()));
        }
        Ok(())
    }

    /// `e`: the squares between legs are leapt over; of a ride alone, the squares it passes.
    fn leap_over(&mut self, items: &mut [Item], span: &Range<usize>) {
        if let [Item { kind: ItemKind::Leg(leg), .. }] = items {
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

    /// `j` and `p`: of the squares between legs exactly one is occupied; a leap alone is lame, a ride alone passes one
    /// piece.
    fn hop(&mut self, alternative: &mut Alternative, letter: char, span: &Range<usize>) -> Read<()> {
        if let [Item { kind: ItemKind::Leg(leg), .. }] = &mut alternative.items[..] {
            if leg.count != Count::ONCE && (leg.is_king_step() || letter == 'p') {
                leg.pass = Pass::Hop;
            } else {
                if leg.is_king_step() {
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
        if ask_one(&mut alternative.items, self.hurdled) {
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

/// `[ca] [cw] [cj] [cl]` on a single leg, which ends on an empty square.
fn capture(alternative: &mut Alternative, capture: Capture, prefix: &Prefix, span: &Range<usize>) -> Read<()> {
    if let Some(c) = prefix.span_of('c') {
        return Err(Diagnostic::error(
            Code::Conflict,
            c,
            "this capture ends on an empty square, so `c` cannot hold there",
            "leave out the `c`",
        ));
    }
    let [Item { kind: ItemKind::Leg(leg), .. }] = &mut alternative.items[..] else {
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
    if leg.modality.has('c') {
        return Err(twice(prefix, "a way to capture"));
    }
    leg.modality = Modality::letter('m', span.clone());
    match capture {
        Capture::Approach => alternative.items.push(Item::new(ItemKind::Effect(Effect::Approach, span.clone()))),
        Capture::Withdraw => alternative.items.push(Item::new(ItemKind::Effect(Effect::Withdraw, span.clone()))),
        Capture::LeapOne => leg.pass = Pass::TakeOne,
        Capture::LeapAny => leg.pass = Pass::TakeApart,
    }
    Ok(())
}

/// The first or the last of some items, inside repetitions too.
fn at_edge(items: &[Item], edge: fn(&[Item]) -> Option<&Item>) -> Option<&ItemKind> {
    match &edge(items)?.kind {
        ItemKind::Group { body, .. } => at_edge(body, edge),
        kind => Some(kind),
    }
}

/// `[ci]` is a move by itself, and `[ccM]` comes after one.
fn check_effects(items: &[Item]) -> Read<()> {
    if let [Item { kind: ItemKind::Effect(Effect::Custodial(_), span), .. }, ..] = items {
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

/// A removal of the mover before the end, or in a repetition.
fn vanishes_early(items: &[Item], at_end: bool) -> Option<Range<usize>> {
    items.iter().enumerate().find_map(|(i, item)| match &item.kind {
        ItemKind::Effect(Effect::Vanish, span) if !at_end || i + 1 < items.len() => Some(span.clone()),
        ItemKind::Group { body, .. } => vanishes_early(body, false),
        _ => None,
    })
}

fn imitation(item: &Item, alone: bool) -> Option<Range<usize>> {
    match &item.kind {
        ItemKind::Effect(Effect::Imitate, span) if !alone => Some(span.clone()),
        ItemKind::Group { body, .. } => body.iter().find_map(|item| imitation(item, false)),
        _ => None,
    }
}

fn only_leg(items: &mut [Item], letter: char, span: Range<usize>) -> Read<&mut LegSpec> {
    match items {
        [Item { kind: ItemKind::Leg(leg), .. }] => Ok(leg),
        _ => Err(Diagnostic::error(
            Code::Misplaced,
            span,
            format!("`{letter}` shapes a single leg, and this is more than one"),
            format!("write `{letter}` before the capital that it is for"),
        )),
    }
}

/// Repeats an alternative as a whole (docs/notation, X3).
fn repeat(alternative: &mut Alternative, count: Count, span: &Range<usize>) -> Read<()> {
    match &mut alternative.items[..] {
        [] => {}
        // A straight leap repeated is a ride, and a ride repeated is itself.
        [Item { kind: ItemKind::Leg(leg), .. }]
            if leg.count == Count::ONCE && leg.bend.is_none() && leg.pass == Pass::Clear =>
        {
            if leg.is_zero() {
                return Err(Diagnostic::error(
                    Code::BadRange,
                    span.clone(),
                    "a pass is not repeated",
                    "write `O` alone",
                ));
            }
            leg.count = count;
        }
        [Item { kind: ItemKind::Leg(leg), .. }]
            if leg.count == Count::UNLIMITED && leg.bend.is_none() && leg.pass == Pass::Clear && count.min == 1 => {}
        _ => {
            let body = std::mem::take(&mut alternative.items);
            let group = ItemKind::Group { body, count, between: Transit::EMPTY, later: None, frozen: true };
            alternative.items.push(Item::new(group));
        }
    }
    within(parts(&alternative.items), PARTS_LIMIT, "legs in one move", span)
}

/// A first `K` or `Q` stands for its parts (D5): one row for each.
fn by_size(mut items: Vec<Item>) -> Vec<Vec<Item>> {
    let Some(first) = first_leg(&mut items) else { return vec![items] };
    let sets = first.sets.clone();
    let part = |set| {
        let mut items = items.clone();
        if let Some(leg) = first_leg(&mut items) {
            leg.sets = vec![set];
        }
        items
    };
    sets.into_iter().map(part).collect()
}
