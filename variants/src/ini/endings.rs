//! Ends, royalty by numbers, blasts.

use super::model::Model;
use super::values::{Letters, Reader};
use crate::problem::ProblemCode;
use betza_compile::geometry::Side;
use betza_movegen::variant::{EndRule, ExplosionRule, KindId, Region, SeveralRoyals, Worth};

pub(super) fn rules(model: &mut Model<'_>, reader: Reader<'_>) {
    blasts(model, reader);
    extinction(model, reader);
    flags(model, reader);
    checks(model, reader);
    if let Some(bikjang) = model.bool("bikjangRule", reader) {
        model.variant.ends.retain(|e| *e != EndRule::Bikjang);
        if bikjang {
            model.variant.ends.push(EndRule::Bikjang);
        }
    }
    if let Some(duple) = model.bool("dupleCheck", reader) {
        let royalty = &model.variant.royalty;
        let mixed = royalty.pseudo.len() != 1 || model.variant.kinds.iter().any(|k| k.royal);
        if let Some(entry) =
            model.last("dupleCheck").filter(|_| duple && mixed && royalty.several != SeveralRoyals::One)
        {
            let message =
                "a check of all pseudo-royal pieces together is known here only where one kind of piece is royal";
            let remedy = "leave it out, or the kings and all other extinctionPieceTypes";
            reader.findings.error(ProblemCode::Unsupported, &super::values::place(entry), message, remedy);
        }
        model.variant.royalty.several = if duple { SeveralRoyals::One } else { SeveralRoyals::All };
    }
}

fn blasts(model: &mut Model<'_>, reader: Reader<'_>) {
    let immune = model.last("blastImmuneTypes").and_then(|e| model.listed(e, reader));
    if let Some(on) = model.bool("blastOnCapture", reader) {
        let pawns = model.variant.kinds.iter().enumerate().filter(|(_, k)| super::pieces::name_of(k) == Some("pawn"));
        let spares = pawns.map(|(i, _)| KindId(i as u8)).collect();
        model.variant.explosion = on.then_some(ExplosionRule { spares, immune: Vec::new(), captor_too: true });
    }
    if let (Some(explosion), Some(kinds)) = (&mut model.variant.explosion, immune) {
        explosion.immune = kinds;
    }
    for (key, petrifies) in [("mutuallyImmuneTypes", false), ("petrifyOnCaptureTypes", true)] {
        if let Some(kinds) = model.last(key).and_then(|e| model.listed(e, reader)) {
            let list = if petrifies { &mut model.variant.petrifies } else { &mut model.variant.mutually_immune };
            *list = kinds;
        }
    }
}

/// The only piece of a pseudo-royal kind of which there cannot come to be more is royal like any other; so the generator knows it where
/// captures explode.
pub(super) fn explosive_royals(model: &mut Model<'_>) {
    let variant = &mut model.variant;
    let ([kind], 1, true) = (&variant.royalty.pseudo[..], variant.royalty.pseudo_count, variant.explosion.is_some())
    else {
        return;
    };
    let kind = *kind;
    let is_one = |side: Side| {
        let Ok(start) = betza_movegen::fen::placement(variant) else { return false };
        let there = start.men.iter().flatten().filter(|man| man.side == side && man.kind == kind).count();
        there == 1 && start.hands[side.index()].get(kind.index()).is_none_or(|&n| n == 0)
    };
    let promotions = variant.kinds.iter().filter_map(|k| k.promotion.as_ref());
    let comes_about = promotions.flat_map(|p| p.to.iter().flatten()).any(|k| *k == kind);
    if !comes_about && Side::BOTH.into_iter().all(is_one) {
        variant.royalty.pseudo.clear();
        variant.kinds[kind.index()].royal = true;
    }
}

/// `extinction...`: the game ends, or, if pseudo-royal, the last pieces of a kind may not be lost.
fn extinction(model: &mut Model<'_>, reader: Reader<'_>) {
    if !model.entries.iter().any(|e| e.key.starts_with("extinction")) {
        return;
    }
    let (mut kinds, mut together, mut count, mut opponent, mut reply) = (Vec::new(), false, 0, 0, false);
    let mut worth = Worth::Loss;
    for end in &model.variant.ends {
        if let EndRule::Extinct { kinds: k, count: c, together: t, opponent: o, reply: r, worth: w } = end {
            kinds.extend(k.iter().copied());
            (together, count, opponent, reply, worth) = (*t, *c, *o, *r, *w);
        }
    }
    let was_pseudo = !model.variant.royalty.pseudo.is_empty();
    let ended = was_pseudo || !kinds.is_empty();
    if was_pseudo {
        kinds.clone_from(&model.variant.royalty.pseudo);
        count = model.variant.royalty.pseudo_count.saturating_sub(1);
    }
    if let Some(entry) = model.last("extinctionPieceTypes") {
        together = reader.letters(entry) == Some(Letters::All);
        kinds = model.listed(entry, reader).unwrap_or_default();
    }
    count = model.last("extinctionPieceCount").and_then(|e| reader.number(e)).unwrap_or(count);
    opponent = model.last("extinctionOpponentPieceCount").and_then(|e| reader.number(e)).unwrap_or(opponent);
    reply = model.bool("extinctionClaim", reader).unwrap_or(reply);
    let pseudo = model.bool("extinctionPseudoRoyal", reader).unwrap_or(was_pseudo);
    let value = model.last("extinctionValue");
    let ends = value.map_or(ended, |e| e.value != "none");
    worth = value.filter(|_| ends).and_then(|e| reader.worth(e)).unwrap_or(worth);
    model.variant.ends.retain(|e| !matches!(e, EndRule::Extinct { .. }));
    model.variant.royalty.pseudo.clear();
    if kinds.is_empty() {
        return;
    }
    if pseudo {
        model.variant.royalty.pseudo.clone_from(&kinds);
        model.variant.royalty.pseudo_count = count.saturating_add(1);
        // A king that castles is asked what it crosses if it is royal in whatever way.
        if let Some(rule) = model.variant.castling.as_mut().filter(|rule| rule.king.iter().any(|k| kinds.contains(k))) {
            rule.ignores_check = false;
        }
    }
    if ends && (!pseudo || model.variant.explosion.is_some()) {
        model.variant.ends.push(EndRule::Extinct { kinds, count, together, opponent, reply, worth });
    }
}

fn flags(model: &mut Model<'_>, reader: Reader<'_>) {
    if !model.entries.iter().any(|e| e.key.starts_with("flag")) {
        return;
    }
    let all: Vec<KindId> = (0..model.variant.kinds.len()).map(|i| KindId(i as u8)).collect();
    let old = model.variant.ends.iter().find_map(|end| match end {
        EndRule::Reached { kinds, region, reply, safe } => Some((kinds.clone(), *region, *reply, *safe)),
        _ => None,
    });
    let (mut kinds, mut region, reply, safe) = old.unwrap_or(([all.clone(), all], [Region::EMPTY; 2], false, false));
    for side in Side::BOTH {
        if let Some(list) = model.for_side("flagPiece", side).and_then(|e| model.listed(e, reader)) {
            kinds[side.index()] = list;
        }
    }
    for (side, squares) in model.sides("flagRegion", |e| reader.region(e)).into_iter().enumerate() {
        region[side] = squares.unwrap_or(region[side]);
    }
    let reply = model.bool("flagMove", reader).unwrap_or(reply);
    let safe = model.bool("flagPieceSafe", reader).unwrap_or(safe);
    model.variant.ends.retain(|e| !matches!(e, EndRule::Reached { .. }));
    if region.iter().any(|r| !r.is_empty()) {
        model.variant.ends.push(EndRule::Reached { kinds, region, reply, safe });
    }
}

/// The number of checks stands in the start (`3+3`); without it the first check wins.
fn checks(model: &mut Model<'_>, reader: Reader<'_>) {
    let Some(on) = model.bool("checkCounting", reader) else { return };
    let start = &model.variant.start;
    let left = start.split_ascii_whitespace().skip(1).find_map(|word| word.split_once('+')?.0.parse().ok());
    model.variant.ends.retain(|e| !matches!(e, EndRule::Checks(_)));
    if on {
        model.variant.ends.push(EndRule::Checks(left.unwrap_or(1)));
    }
}
