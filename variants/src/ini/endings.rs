//! Ends, royalty by numbers, blasts.

use super::model::Model;
use super::values::{Letters, Reader, place};
use crate::game::placed;
use crate::problem::{Place, ProblemCode};
use betza_game::variant::{EndRule, ExplosionRule, KindId, PassRule, Promotion, Region, SeveralRoyals, Variant, Worth};
use betza_ir::geometry::Side;

pub(super) fn rules(model: &mut Model<'_>, header: &Place, reader: Reader<'_>) {
    blasts(model, reader);
    extinction(model, header, reader);
    flags(model, reader);
    checks(model, reader);
    doubts(model, reader);
    castlings(model, reader);
    if let Some(bikjang) = model.bool("bikjangRule", reader) {
        model.variant.ends.retain(|e| *e != EndRule::Bikjang);
        if bikjang {
            model.variant.ends.push(EndRule::Bikjang);
        }
    }
    duple_check(model, reader);
}

/// A check of all pseudo-royal pieces together. Where the last of one kind is royal, these are royal of which one must
/// be safe.
fn duple_check(model: &mut Model<'_>, reader: Reader<'_>) {
    let keyed = model.bool("dupleCheck", reader);
    let Some(duple) = keyed.or(model.parents_duple.then_some(true)) else { return };
    let variant = &mut model.variant;
    let royalty = &mut variant.royalty;
    if !duple || royalty.several == SeveralRoyals::One {
        royalty.several = if duple { SeveralRoyals::One } else { SeveralRoyals::All };
        return;
    }
    let mixed = variant.kinds.iter().any(|k| k.royal) && !royalty.pseudo.is_empty();
    let one_type = royalty.pseudo_groups().count() < 2;
    if mixed || !one_type || royalty.pseudo_count != 1 {
        let pseudo = royalty.pseudo.clone();
        if Side::BOTH.into_iter().all(|side| has_one_at_most(variant, side, &pseudo)) {
            // The only one is royal by itself.
            return;
        }
        if let Some(entry) = model.last("dupleCheck") {
            let message =
                "a check of all pseudo-royal pieces together is known here only where the last of one kind is royal";
            let remedy = "leave it out, or the kings and all other extinctionPieceTypes";
            reader.findings.error(ProblemCode::Unsupported, &place(entry), message, remedy);
        }
        return;
    }
    royalty.pseudo_together.clear();
    // Without pseudo-royal pieces it says nothing.
    for kind in std::mem::take(&mut royalty.pseudo) {
        variant.kinds[kind.index()].royal = true;
        royalty.several = SeveralRoyals::One;
    }
}

/// What Fairy-Stockfish itself warns of, or does otherwise than it says.
fn doubts(model: &Model<'_>, reader: Reader<'_>) {
    let told = |key: &str, message: &str, remedy: &str| {
        if let Some(entry) = model.last(key) {
            reader.findings.warning(ProblemCode::ReadDifferently, &place(entry), message, remedy);
        }
    };
    let variant = &model.variant;
    let has_king = model.of_type("king").any(|k| variant.kinds[k.index()].royal);
    if variant.explosion.is_some() && has_king {
        told(
            "blastOnCapture",
            "Fairy-Stockfish does not promise anything of kings where captures explode",
            "write 'king = -', 'commoner = k' and extinctionPieceTypes = k with extinctionPseudoRoyal = true",
        );
    }
    if variant.explosion.is_some() && !variant.petrifies.is_empty() {
        told(
            "petrifyOnCaptureTypes",
            "where captures explode, Fairy-Stockfish asks whether royal pieces are safe as if no wall came where the captor stands",
            "nothing needs to be done; few positions differ",
        );
    }
    let pseudo = &variant.royalty.pseudo;
    if !pseudo.is_empty() && model.of_type("janggiCannon").next().is_some() {
        told(
            "extinctionPseudoRoyal",
            "Fairy-Stockfish asks whether pseudo-royal pieces are safe as if cannons could leap over a cannon that has just moved",
            "nothing needs to be done; few positions differ",
        );
    }
    let dropped = variant.hands.as_ref().is_some_and(|h| h.drops) && !pseudo.is_empty();
    if dropped {
        told(
            "extinctionPseudoRoyal",
            "Fairy-Stockfish judges a drop of one of the extinctionPieceTypes as if the piece were royal, however many there are; here it is not",
            "leave such pieces out of the hands",
        );
    }
}

fn blasts(model: &mut Model<'_>, reader: Reader<'_>) {
    let immune = model.last("blastImmuneTypes").and_then(|e| model.listed(e, reader));
    if let Some(on) = model.bool("blastOnCapture", reader) {
        let spares = model.of_type("pawn").collect();
        let petrifies = false;
        model.variant.explosion =
            on.then_some(ExplosionRule { spares, immune: Vec::new(), captor_too: true, petrifies });
    }
    if let (Some(explosion), Some(kinds)) = (&mut model.variant.explosion, immune) {
        explosion.immune = kinds;
    }
    match (model.bool("petrifyBlastPieces", reader), &mut model.variant.explosion) {
        (Some(on), Some(explosion)) => explosion.petrifies = on,
        (Some(true), None) => {
            if let Some(entry) = model.last("petrifyBlastPieces") {
                let message = "without 'blastOnCapture = true' no piece is petrified by a blast";
                let at = super::values::place(entry);
                reader.findings.warning(ProblemCode::NoEffect, &at, message, "write 'blastOnCapture = true' too");
            }
        }
        _ => {}
    }
    for (key, petrifies) in [("mutuallyImmuneTypes", false), ("petrifyOnCaptureTypes", true)] {
        if let Some(kinds) = model.last(key).and_then(|e| model.listed(e, reader)) {
            let list = if petrifies { &mut model.variant.petrifies } else { &mut model.variant.mutually_immune };
            *list = kinds;
        }
    }
}

/// The only piece of a pseudo-royal kind of which there cannot come to be more is royal like any other; so the
/// generator knows it where captures explode or turn their captors to stone.
pub(super) fn lone_royals(model: &mut Model<'_>) {
    let variant = &mut model.variant;
    let ([kind], 1) = (&variant.royalty.pseudo[..], variant.royalty.pseudo_count) else { return };
    if variant.explosion.is_none() && !variant.petrifies.contains(kind) {
        return;
    }
    let kind = *kind;
    let is_one = |side: Side| {
        let Some(start) = placed(variant) else { return false };
        let there = start.men.iter().flatten().filter(|man| man.side == side && man.kind == kind).count();
        there == 1 && start.hands[side.index()].get(kind.index()).is_none_or(|&n| n == 0)
    };
    let promotions = variant.kinds.iter().filter_map(|k| k.promotion.as_ref());
    let comes_about = promotions.flat_map(|p| p.to.iter().flatten()).any(|k| *k == kind);
    if !comes_about && Side::BOTH.into_iter().all(is_one) {
        variant.royalty.pseudo.clear();
        variant.kinds[kind.index()].royal = true;
        // It is no king by which a pass is written.
        variant.pass_from_first = variant.pass.iter().any(|rule| *rule != PassRule::Never);
    }
}

/// How many pieces of these kinds a side has at the start, on the board and in hand; `None` if it may get further ones.
fn most_of(variant: &Variant, side: Side, kinds: &[KindId]) -> Option<usize> {
    let start = placed(variant)?;
    let others = variant.kinds.iter().enumerate().filter(|(i, _)| !kinds.contains(&KindId::from_index(*i)));
    let mut promotions = others.filter_map(|(_, k)| k.promotion.as_ref());
    let comes_about = promotions.any(|p| p.to[side.index()].iter().any(|to| kinds.contains(to)));
    if comes_about || variant.hands.as_ref().is_some_and(|h| h.captures) {
        return None;
    }
    let there = start.men.iter().flatten().filter(|man| man.side == side && kinds.contains(&man.kind)).count();
    let held = |k: &KindId| start.hands[side.index()].get(k.index()).map_or(0, |&n| usize::from(n));
    Some(there + kinds.iter().map(held).sum::<usize>())
}

fn has_one_at_most(variant: &Variant, side: Side, kinds: &[KindId]) -> bool {
    most_of(variant, side, kinds).is_some_and(|most| most <= 1)
}

/// Generals of one side alone face nobody, whatever other royal pieces there are.
pub(super) fn idle_generals(model: &mut Model<'_>, reader: Reader<'_>) {
    let variant = &model.variant;
    let generals = &variant.flying_generals;
    let lacks = |side: Side| most_of(variant, side, generals) == Some(0);
    if generals.is_empty() || !Side::BOTH.into_iter().any(lacks) {
        return;
    }
    if let Some(entry) = model.last("flyingGeneral") {
        let message = "there are no generals that could face each other";
        reader.findings.warning(ProblemCode::NoEffect, &place(entry), message, "leave it out");
    }
    model.variant.flying_generals.clear();
}

/// `extinction...`: the game ends, or, if pseudo-royal, the last pieces of a kind may not be lost.
fn extinction(model: &mut Model<'_>, header: &Place, reader: Reader<'_>) {
    if !model.entries.iter().any(|e| e.key.starts_with("extinction")) && !model.lost {
        return;
    }
    let (mut kinds, mut together, mut count, mut opponent, mut reply) = (Vec::new(), false, 0, 0, false);
    let (mut worth, mut phantom) = (Worth::Loss, model.lost);
    if let Some(EndRule::Extinct { count: c, together: t, opponent: o, reply: r, worth: w, .. }) =
        &model.parents_extinction
    {
        (together, count, opponent, reply, worth) = (*t, *c, *o, *r, *w);
    }
    for end in &model.variant.ends {
        if let EndRule::Extinct { kinds: left, .. } = end {
            kinds.extend(left.iter().copied());
        }
    }
    let was_pseudo = model.parents_pseudo.is_some();
    let ended = was_pseudo || !kinds.is_empty() || model.lost;
    if let Some(most) = model.parents_pseudo {
        kinds.clone_from(&model.variant.royalty.pseudo);
        count = most.saturating_sub(1);
    }
    if let Some(entry) = model.last("extinctionPieceTypes") {
        together = reader.letters(entry) == Letters::All;
        kinds = model.listed(entry, reader).unwrap_or_default();
        phantom = model.names_no_piece(entry, reader);
    }
    count = model.last("extinctionPieceCount").and_then(|e| reader.number(e)).unwrap_or(count);
    reply = model.bool("extinctionClaim", reader).unwrap_or(reply);
    match model.last("extinctionOpponentPieceCount") {
        // The other side has more than so many, even with one to spare for a reply.
        Some(entry) if entry.value.parse::<i8>().is_ok_and(|n| n < 0) => (opponent, reply) = (0, false),
        Some(entry) => opponent = reader.number(entry).unwrap_or(opponent),
        None => {}
    }
    let pseudo = model.bool("extinctionPseudoRoyal", reader).unwrap_or(was_pseudo);
    let value = model.last("extinctionValue");
    let ends = value.map_or(ended, |e| e.value != "none");
    worth = value.filter(|_| ends).and_then(|e| reader.worth(e)).unwrap_or(worth);
    model.variant.ends.retain(|e| !matches!(e, EndRule::Extinct { .. }));
    model.variant.royalty.pseudo.clear();
    model.variant.royalty.pseudo_together.clear();
    // Neither side has the piece, so that none has more of it than the other.
    if phantom && ends && opponent == 0 && (!pseudo || model.variant.explosion.is_some()) {
        let at = model.last("extinctionPieceTypes").map_or_else(|| header.clone(), place);
        let message = "the game has none of a piece whose loss ends it, so that it has ended before the first move";
        let remedy = "name the pieces anew with extinctionPieceTypes";
        reader.findings.warning(ProblemCode::ReadDifferently, &at, message, remedy);
        let all = model.variant.kind_ids().collect();
        model.variant.ends.push(EndRule::Extinct { kinds: all, count: u8::MAX, together, opponent, reply, worth });
        return;
    }
    if kinds.is_empty() {
        return;
    }
    // Pieces of one type are counted together, those that have become it by promotion too.
    let mut groups: Vec<Vec<KindId>> = Vec::new();
    for &kind in &kinds {
        let same = |group: &&mut Vec<KindId>| {
            let name = &model.types[group[0].index()];
            !name.is_empty() && *name == model.types[kind.index()]
        };
        match groups.iter_mut().find(same) {
            Some(group) if group.contains(&kind) => {}
            Some(group) => group.push(kind),
            None => groups.push(vec![kind]),
        }
    }
    if together && pseudo {
        groups = vec![kinds.clone()];
    }
    if pseudo {
        let several = groups.iter().filter(|group| group.len() > 1);
        model.variant.royalty.pseudo_together = several.cloned().collect();
        // Fairy-Stockfish asks who is royal before a promotion as in Shogi, and after one of pawns.
        let promotions = || model.variant.kinds.iter().filter_map(|kind| kind.promotion.as_ref());
        let promotes = |as_in_shogi: bool| {
            let leads = |p: &Promotion| p.to.iter().flatten().any(|to| kinds.contains(to));
            promotions().any(|p| p.from_zone_too == as_in_shogi && leads(p))
        };
        let (as_in_shogi, as_pawn) = (promotes(true), promotes(false));
        if as_in_shogi && as_pawn {
            let at = model.last("extinctionPieceTypes").map_or_else(|| header.clone(), place);
            let message = "pieces promote to pseudo-royal types as in Shogi and as pawns do; who is royal is asked after \
                           all promotions here, and by Fairy-Stockfish before those as in Shogi";
            let remedy = "nothing needs to be done; few positions differ";
            reader.findings.warning(ProblemCode::ReadDifferently, &at, message, remedy);
        }
        model.variant.royalty.royal_at_once = !as_in_shogi || as_pawn;
        model.variant.royalty.pseudo.clone_from(&kinds);
        model.variant.royalty.pseudo_count = count.saturating_add(1);
        // A king that castles is asked what it crosses if it is royal in whatever way.
        if let Some(rule) = model.variant.castling.as_mut().filter(|rule| rule.king.iter().any(|k| kinds.contains(k))) {
            rule.ignores_check = false;
        }
    }
    if ends && (!pseudo || model.variant.explosion.is_some()) {
        let mut end = |kinds: Vec<KindId>, together| {
            if !kinds.is_empty() {
                model.variant.ends.push(EndRule::Extinct { kinds, count, together, opponent, reply, worth });
            }
        };
        if together {
            return end(kinds, true);
        }
        let (single, several): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| group.len() == 1);
        end(single.concat(), false);
        several.into_iter().for_each(|group| end(group, true));
    }
}

fn flags(model: &mut Model<'_>, reader: Reader<'_>) {
    if !model.entries.iter().any(|e| e.key.starts_with("flag")) {
        return;
    }
    let all: Vec<KindId> = model.variant.kind_ids().collect();
    let old = model.variant.ends.iter().find_map(|end| match end {
        EndRule::Reached { kinds, region, reply, safe, count, blocked } => {
            Some((kinds.clone(), *region, [*reply, *safe, *blocked], *count))
        }
        _ => None,
    });
    let (mut kinds, mut region, switches, count) =
        old.unwrap_or(([all.clone(), all], [Region::EMPTY; 2], [false; 3], 1));
    let everything = || model.variant.kind_ids().collect();
    for side in Side::BOTH {
        if let Some(entry) = model.for_side("flagPiece", side) {
            // It is one type, the last that is named, or all where none is.
            let list = model.listed(entry, reader).filter(|list| !list.is_empty());
            let last = list.is_some().then(|| model.last_listed(entry, reader)).flatten();
            kinds[side.index()] = last.or(list).unwrap_or_else(everything);
        }
    }
    for (side, squares) in model.sides("flagRegion", |e| reader.region(e)).into_iter().enumerate() {
        region[side] = squares.unwrap_or(region[side]);
    }
    let keys = ["flagMove", "flagPieceSafe", "flagPieceBlockedWin"];
    let [reply, safe, blocked] = [0, 1, 2].map(|i: usize| model.bool(keys[i], reader).unwrap_or(switches[i]));
    // Without a number of them one piece is needed all the same.
    let count = model.last("flagPieceCount").and_then(|e| reader.number(e)).map_or(count, |n| n.max(1));
    model.variant.ends.retain(|e| !matches!(e, EndRule::Reached { .. }));
    if region.iter().any(|r| !r.is_empty()) {
        model.variant.ends.push(EndRule::Reached { kinds, region, reply, safe, count, blocked });
    }
}

/// Castling that wins, by the letters of the rights.
fn castlings(model: &mut Model<'_>, reader: Reader<'_>) {
    let Some(entry) = model.last("castlingWins") else { return };
    if !entry.value.chars().all(|c| "KQkq-".contains(c)) {
        let message = format!("'{}' is no value of castlingWins", entry.value);
        reader.findings.error(ProblemCode::BadValue, &super::values::place(entry), message, "write some of KQkq, or -");
        return;
    }
    let wings = ["KQ", "kq"].map(|letters| {
        let mut wings = letters.chars().map(|letter| entry.value.contains(letter));
        [wings.next() == Some(true), wings.next() == Some(true)]
    });
    model.variant.ends.retain(|end| !matches!(end, EndRule::Castled(_)));
    if wings.iter().flatten().any(|wing| *wing) {
        model.variant.ends.push(EndRule::Castled(wings));
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
