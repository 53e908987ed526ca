//! What the units of `betza2` mean: which legs prefixes are for, which alternatives erupt together, what a last leg's
//! letters say.

use super::copies::{ahead, erupts, is_plain, modality, repeated_eruption, several_first, unrepeatable};
use super::unroll::unrolled;
use crate::atoms::{Atom, pass_that_captures};
use crate::letters;
use crate::surface::draft::{choose, draft};
use crate::surface::legs::{
    Alternative, Item, ItemKind, LegSpec, Modality, first_leg, first_spec, last_leg, last_modality,
};
use crate::surface::lower::{Lower, finish, twice};
use crate::surface::{Base, Choice, Eruption, Prefix, Read, Repeat, Unit};
use crate::{Code, Diagnostic, Dialect};
use betza_ir::draft::{Draft, DraftLink, DraftPart};
use betza_ir::{Acts, Count, Effect, Footing, Joint, Landing, Modes, Move, Pass, Piece, Transit};
use std::ops::Range;

pub(super) fn lower((choice, warnings): (Choice, Vec<Diagnostic>)) -> Result<(Piece, Vec<Diagnostic>), Diagnostic> {
    let mut lowering = Lowering { warnings, keys: 0 };
    let alternatives = lowering.choice(&choice)?;
    let mut moves: Vec<Move> = Vec::new();
    let mut done = vec![false; alternatives.len()];
    for i in 0..alternatives.len() {
        if done[i] {
            continue;
        }
        // Alternatives that differ only in the fragments of one eruption are one move.
        let shared = shared_with(&alternatives[i])?;
        let mut together = Vec::new();
        for (j, alternative) in alternatives.iter().enumerate().skip(i) {
            if j == i || (shared.is_some() && shared_with(alternative)? == shared) {
                done[j] = true;
                together.push(alternative);
            }
        }
        lowering.finish_together(&together, &mut moves)?;
    }
    Ok((Piece::of(moves), lowering.warnings))
}

/// What alternatives have in common if their fragments fly together: the items before the eruption, and the eruption
/// itself.
fn shared_with(alternative: &Alternative) -> Read<Option<(Vec<usize>, Eruption)>> {
    let mut found = None;
    for (i, item) in alternative.items.iter().enumerate() {
        let eruption = match &item.kind {
            ItemKind::Leg(spec) => spec.eruption.clone(),
            ItemKind::Group { .. } | ItemKind::Choice(_) | ItemKind::Effect(..) => match erupts(item) {
                Some(inner) => {
                    return Err(repeated_eruption(inner));
                }
                None => None,
            },
        };
        if let Some(eruption) = eruption {
            if found.is_some() {
                return Err(Diagnostic::error(
                    Code::Conflict,
                    eruption.span,
                    "a chain erupts at most once",
                    "keep the first `x` of the chain",
                ));
            }
            found = Some((alternative.items[..i].iter().map(|item| item.key).collect(), eruption));
        }
    }
    Ok(found)
}

pub(super) struct Lowering {
    warnings: Vec<Diagnostic>,
    keys: usize,
}

impl Lower for Lowering {
    const DIALECT: Dialect = Dialect::Betza2;

    fn notice(&mut self, warning: Option<Diagnostic>) {
        self.warnings.extend(warning.filter(|w| !self.warnings.contains(w)));
    }

    fn item(&mut self, kind: ItemKind) -> Item {
        self.keys += 1;
        Item { key: self.keys, ..Item::new(kind) }
    }

    fn check_prefix(prefix: &Prefix) -> Read<()> {
        match (prefix.has('n'), prefix.span_of('j')) {
            (true, Some(span)) => Err(Diagnostic::error(
                Code::Conflict,
                span,
                "`j` asks for a piece on the path, and `n` for none",
                "keep one of them",
            )),
            _ => Ok(()),
        }
    }

    fn leg(&mut self, atom: &Atom, unit: &Unit) -> Item {
        let mut spec = LegSpec::of(atom, unit.span.clone());
        if let Some(repeat) = ride(atom, unit) {
            spec.count = repeat.count;
        }
        self.item(ItemKind::Leg(Box::new(spec)))
    }

    fn modify(&mut self, alternative: &mut Alternative, unit: &Unit) -> Read<()> {
        match (&unit.base, &mut alternative.items[..]) {
            (Base::Atom(_), [Item { kind: ItemKind::Leg(spec), .. }]) => {
                alternative.unmoved = unit.prefix.unmoved;
                self.modify_leg(spec, &unit.prefix)
            }
            _ if unit.repeat.is_some() => Ok(()),
            _ => self.modify_group(alternative, &unit.prefix),
        }
    }

    fn repeat(&mut self, mut alternatives: Vec<Alternative>, unit: &Unit) -> Read<Vec<Alternative>> {
        let Some(repeat) = &unit.repeat else { return Ok(alternatives) };
        let Base::Atom(atom) = &unit.base else { return self.repeat_group(alternatives, unit, repeat) };
        if ride(atom, unit).is_none() {
            let own = &repeat.prefix.directions;
            let later = if own.is_empty() { ahead() } else { own.clone() };
            for alternative in &mut alternatives {
                let body = std::mem::take(&mut alternative.items);
                alternative.items = vec![self.group(body, repeat, Some(later.clone()))?];
            }
        }
        Ok(alternatives)
    }
}

/// The repetition of an atom, if its copies are just a ride.
fn ride<'a>(atom: &Atom, unit: &'a Unit) -> Option<&'a Repeat> {
    unit.repeat.as_ref().filter(|repeat| is_plain(&repeat.prefix, &[], &atom.sets()))
}

impl Lowering {
    /// Applies the prefixes of an atom.
    fn modify_leg(&mut self, spec: &mut LegSpec, prefix: &Prefix) -> Read<()> {
        let zero = spec.is_zero();
        let stray = prefix.letters.iter().find(|(c, _)| zero && "gejn".contains(*c)).map(|(_, span)| span.clone());
        if let Some(span) = stray.or((zero && !prefix.directions.is_empty()).then(|| prefix.span.clone())) {
            return Err(Diagnostic::error(
                Code::Misplaced,
                span,
                "a step of no length has no direction and passes nothing",
                "write `O` without it",
            ));
        }
        spec.directions.clone_from(&prefix.directions);
        spec.modality = modality(prefix);
        spec.eruption.clone_from(&prefix.eruption);
        if let Some(span) = prefix.span_of('e') {
            if spec.count == Count::ONCE {
                return Err(Diagnostic::error(
                    Code::Misplaced,
                    span,
                    "`e` gives a sliding leg its length, and this leg is a single step",
                    "write a ride, for example eR or eQ",
                ));
            }
            spec.same_length = Some(span);
        }
        if let Some(span) = prefix.span_of('n') {
            self.lame(spec, &span);
        }
        if let Some(span) = prefix.span_of('j') {
            Self::hurdle(spec, &span)?;
        }
        Ok(())
    }

    fn lame(&mut self, spec: &mut LegSpec, span: &Range<usize>) {
        if spec.is_king_step() {
            self.warnings.push(Diagnostic::warning(
                Code::NoEffect,
                span.clone(),
                "a single king step leaps over nothing, so `n` has no effect",
                "leave out the `n`",
            ));
        } else {
            spec.footing = Footing::Clear;
        }
    }

    /// `j`: on a ride of single steps one piece is passed, else every leap has one piece on its path (docs/notation,
    /// L1, L2).
    fn hurdle(spec: &mut LegSpec, span: &Range<usize>) -> Read<()> {
        if spec.is_king_step() && spec.count != Count::ONCE {
            spec.pass = Pass::Hop;
            return Ok(());
        }
        if spec.is_king_step() {
            return Err(Diagnostic::error(
                Code::NoSteps,
                span.clone(),
                "a single king step passes no square, so `j` leaves it no move",
                "leave out the `j`, or write a longer move",
            ));
        }
        spec.footing = Footing::Hurdle;
        Ok(())
    }

    /// Applies the prefixes of a group to one of its alternatives (T5a).
    fn modify_group(&mut self, alternative: &mut Alternative, prefix: &Prefix) -> Read<()> {
        alternative.unmoved |= prefix.unmoved;
        if let Some(span) = ['n', 'j', 'g'].into_iter().find_map(|c| prefix.span_of(c))
            && !matches!(alternative.items[..], [Item { kind: ItemKind::Leg(_), .. }])
        {
            return Err(Diagnostic::error(
                Code::Misplaced,
                span,
                "this prefix is for a single leg, and the group has more",
                "write it before the capital that it is for",
            ));
        }
        if let Some(first) = first_leg(&mut alternative.items) {
            if !prefix.directions.is_empty() {
                if !first.directions.is_empty() {
                    return Err(twice(prefix, "directions"));
                }
                first.directions.clone_from(&prefix.directions);
            }
            if let Some(eruption) = &prefix.eruption {
                if first.eruption.is_some() {
                    return Err(twice(prefix, "an `x`"));
                }
                first.eruption = Some(eruption.clone());
            }
            if let Some(span) = prefix.span_of('e') {
                if first.count == Count::ONCE {
                    return Err(Diagnostic::error(
                        Code::Misplaced,
                        span,
                        "`e` gives a sliding leg its length, and the group begins with a single step",
                        "write a ride, for example eR or eQ",
                    ));
                }
                first.same_length = Some(span);
            }
        }
        let says_first = !prefix.directions.is_empty() || prefix.eruption.is_some() || prefix.has('e');
        if says_first && first_leg(&mut alternative.items).is_none() {
            return Err(several_first(prefix.span.clone()));
        }
        let given = modality(prefix);
        if let (Some(Item { kind: ItemKind::Group { .. }, .. }), Some((c, span))) =
            (alternative.items.last(), given.find("ptuog"))
        {
            return Err(unrepeatable(c, span));
        }
        if let Some(last) = last_leg(&mut alternative.items).filter(|_| !given.letters.is_empty()) {
            if !last.modality.letters.is_empty() {
                return Err(twice(prefix, "a modality"));
            }
            last.modality = given;
        }
        if let [Item { kind: ItemKind::Leg(spec), .. }] = &mut alternative.items[..] {
            if let Some(span) = prefix.span_of('n') {
                self.lame(spec, &span);
            }
            if let Some(span) = prefix.span_of('j') {
                Self::hurdle(spec, &span)?;
            }
        }
        Ok(())
    }

    /// Makes the moves of alternatives that differ at most in the fragments of one eruption.
    fn finish_together(&mut self, alternatives: &[&Alternative], moves: &mut Vec<Move>) -> Read<()> {
        let Some(first) = alternatives.first() else { return Ok(()) };
        let erupts = first.items.iter().position(|item| matches!(&item.kind, ItemKind::Leg(s) if s.eruption.is_some()));
        let Some(at) = erupts else {
            if let [Item { kind: ItemKind::Leg(leg), .. }] = &first.items[..]
                && leg.is_zero()
                && !leg.modality.landing().modes.contains(Modes::MOVE)
            {
                self.notice(Some(pass_that_captures(leg.span.clone())));
            }
            for items in unrolled(&first.items, true)? {
                let items = self.with_last(items, false)?;
                for items in self.by_size(items) {
                    moves.push(finish(&draft(&items, true, Transit::EMPTY)?, first.unmoved));
                }
            }
            return Ok(());
        };
        let explodes = shared_with(first)?.is_some_and(|(_, eruption)| eruption.explodes);
        let mut fragments: Vec<Draft> = Vec::new();
        for alternative in alternatives {
            for items in unrolled(&alternative.items[at..], at == 0)? {
                let items = self.with_last(items, true)?;
                fragments.push(draft(&items, at == 0, Transit::EMPTY)?);
            }
        }
        let part = DraftPart::Effect(Effect::Erupt { fragments: Vec::new(), explodes }, fragments);
        let erupt = DraftLink { part, joint: Joint::end(Landing::MOVE) };
        let unmoved = alternatives.iter().any(|alternative| alternative.unmoved);
        if at == 0 {
            moves.push(finish(&[erupt], unmoved));
            return Ok(());
        }
        for items in unrolled(&first.items[..at], true)? {
            let items = self.with_last(items, false)?;
            for items in self.by_size(items) {
                let mut links = draft(&items, true, Transit::EMPTY)?;
                if let (Some(arrival), Some(item)) = (links.last_mut(), items.last()) {
                    arrival.joint = Joint::on(arrived(last_modality(item).landing()));
                }
                links.push(erupt.clone());
                moves.push(finish(&links, unmoved));
            }
        }
        Ok(())
    }

    /// Gives the last leg of a chain the meaning that its letters have there (T3).
    fn with_last(&mut self, mut items: Vec<Item>, in_fragment: bool) -> Read<Vec<Item>> {
        let Some(Item { kind: ItemKind::Leg(last), .. }) = items.last_mut() else { return Ok(items) };
        let modality = last.modality.clone();
        let refuse = |c: char, why: &str, remedy: &str| {
            let span = modality.find(&c.to_string()).map_or(last.span.clone(), |(_, span)| span);
            Err(Diagnostic::error(Code::Misplaced, span, why, remedy))
        };
        if modality.has('t') {
            return refuse('t', "`t` asks for a friend to hop over, so a leg must follow", "join another leg by `-`");
        }
        if modality.has('u') && !in_fragment {
            return refuse(
                'u',
                "`u` puts down a piece on the way, and here the mover itself arrives",
                "join the leg on which the mover goes on by `-`",
            );
        }
        let Some((hop, span)) = modality.find("pg") else {
            if modality.has('o') {
                last.wraps = true;
                last.modality = modality.without("o");
            }
            return Ok(items);
        };
        let others = if hop == 'p' { "mcduog" } else { "uo" };
        if let Some((other, _)) = modality.find(others) {
            return Err(Diagnostic::error(
                Code::Conflict,
                span,
                format!("on a last leg `{hop}` does not go together with `{other}`"),
                "write the hop out: pR-mR, pR-cR",
            ));
        }
        if last.footing == Footing::Hurdle || last.pass != Pass::Clear {
            return Err(Diagnostic::error(
                Code::Conflict,
                span,
                format!("`{hop}` and `j` both ask for a piece to hop over"),
                "keep one of them",
            ));
        }
        let mut second = last.clone();
        second.directions.clear();
        (second.same_length, second.eruption) = (None, None);
        let letter = |c| (c, span.clone());
        if hop == 'p' {
            second.modality = Modality { letters: vec![letter('c')], victims: modality.victims };
        } else {
            second.count = Count::ONCE;
            second.modality = modality.without("g");
        }
        last.modality = Modality::letter('p', span);
        let second = self.item(ItemKind::Leg(second));
        items.push(second);
        Ok(items)
    }

    /// Splits a first `K` or `Q` by the size of its steps, as its directions select them of the whole set (D5).
    fn by_size(&mut self, items: Vec<Item>) -> Vec<Vec<Item>> {
        self.warn_of_king(&items);
        let Some(Item { kind: ItemKind::Leg(first), .. }) = items.first() else { return vec![items] };
        if first.sets.len() < 2 {
            return vec![items];
        }
        let chosen = choose(first, true, None);
        let mut sizes: Vec<(u16, u16)> = chosen.iter().map(|v| v.size()).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let of = |size| {
            let mut items = items.clone();
            if let ItemKind::Leg(first) = &mut items[0].kind {
                first.only = Some(size);
            }
            items
        };
        sizes.into_iter().map(of).collect()
    }

    /// Other dialects let the letters before a first `K` or `Q` distribute (D5).
    fn warn_of_king(&mut self, items: &[Item]) {
        let Some(first) = items.first().and_then(first_spec) else { return };
        if first.sets.len() < 2 || first.directions.is_empty() {
            return;
        }
        let distributed = letters::chosen(&first.directions, &first.sets, letters::all, None);
        let chosen = choose(first, true, None);
        let warning = Diagnostic::warning(
            Code::ReadDifferently,
            first.span.clone(),
            format!("letters before `K` or `Q` choose among eight directions here: {}", count(chosen.len())),
            format!(
                "other dialects choose for `W` and `F` by themselves and take {}: write the two to mean that",
                distributed.len()
            ),
        );
        if distributed.len() != chosen.len() && !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }
}

fn count(n: usize) -> String {
    if n == 1 { "one is taken".to_owned() } else { format!("{n} are taken") }
}

/// What the square of arrival before an eruption may hold: that of a last leg.
fn arrived(landing: Landing) -> Transit {
    let of = |mode, act| if landing.modes.contains(mode) { act } else { Acts::empty() };
    let transit =
        Transit::new(of(Modes::MOVE, Acts::PASS), of(Modes::DESTROY, Acts::TAKE), of(Modes::CAPTURE, Acts::TAKE));
    Transit { victims: landing.victims, ..transit }
}
