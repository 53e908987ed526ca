//! Promotion as in Shogi: `promotedPieceType`, its limits, and pieces that turn back.

use super::model::Model;
use super::usual::{default_zone, in_shogi_style, pawns_promotion, plain_promotion, promoted_forms};
use super::values::{Reader, leading_number, place};
use crate::problem::{Place, ProblemCode};
use crate::section::Findings;
use betza_game::variant::{EndRule, Forced, Kind, KindId, Promotion};
use std::collections::BTreeMap;

/// The limits of all sections, a later one over an earlier; 0 is none.
pub(super) fn limits(model: &Model<'_>, reader: Reader<'_>) -> Vec<(KindId, u8)> {
    let mut limits = Vec::new();
    for entry in model.entries.iter().filter(|e| e.key == "promotionLimit") {
        for (letter, number) in reader.pairs(entry) {
            let Some(number) = leading_number(number) else { break };
            match model.named_in(entry, letter) {
                Some(kind) => limits.push((kind, number)),
                None => {
                    let message = format!("'{letter}:{number}' is no piece with a number, and the list ends there");
                    let remedy = "write pieces and numbers, as in q:1 r:2";
                    reader.findings.warning(ProblemCode::BadValue, &place(entry), message, remedy);
                    break;
                }
            }
        }
    }
    limits
}

/// What promotes to what by `promotedPieceType` in all sections, a later one over an earlier, with the entry that says
/// so.
fn promoted_pairs(model: &Model<'_>, reader: Reader<'_>) -> Vec<(KindId, Option<KindId>, Place)> {
    let mut all: Vec<(KindId, Option<KindId>, Place)> = Vec::new();
    for entry in model.entries.iter().filter(|e| e.key == "promotedPieceType") {
        for (from, to) in reader.pairs(entry) {
            let to_letter = to.chars().next().map(|c| c.to_ascii_lowercase());
            let target = to_letter.filter(|c| *c != '-').and_then(|c| model.named_in(entry, c));
            let named = |letter| model.rosters[entry.level].iter().any(|(c, _)| *c == letter);
            if !named(from) || to_letter.is_some_and(|c| c != '-' && !named(c)) {
                let message =
                    format!("'{from}:{to}' names a piece that the game does not have, and the list ends there");
                let remedy = "name pieces by their letters";
                reader.findings.warning(ProblemCode::UnknownPiece, &place(entry), message, remedy);
                break;
            }
            if let Some(origin) = model.named_in(entry, from) {
                all.retain(|(kind, ..)| *kind != origin);
                all.push((origin, target, place(entry)));
            }
        }
    }
    all
}

/// `p:g`: a kind `+P` that moves as G, and the promotion to it.
pub(super) fn promoted_types(model: &mut Model<'_>, reader: Reader<'_>) {
    let inherited_immobility = model.immobility_illegal;
    let (mandatory, immobile) =
        (model.bool("mandatoryPiecePromotion", reader), model.bool("immobilityIllegal", reader));
    let forced = match (mandatory, immobile.or(Some(inherited_immobility))) {
        (Some(true), _) => Some(Forced::Always),
        (Some(false), Some(true)) => Some(Forced::WhenStuck),
        (Some(false), _) => Some(Forced::No),
        (None, _) => None,
    };
    let by_capture = model.bool("piecePromotionOnCapture", reader);
    let keyed = model.last("promotedPieceType").is_some();
    // What a parent's promoted pieces do, those that a section gives do, too.
    let inherited_demotion = model.variant.kinds.iter().any(turns_back).then_some(true);
    let demotion = model.bool("pieceDemotion", reader).or(inherited_demotion.filter(|_| keyed));
    let pairs = promoted_pairs(model, reader);
    let zones = model.sides("promotionRegion", |e| reader.region(e));
    let inherited = model.variant.kinds.iter().find_map(|k| k.promotion.as_ref().map(|p| p.zone));
    let inherited = inherited.unwrap_or_else(|| default_zone(&model.variant));
    let zone = [zones[0].unwrap_or(inherited[0]), zones[1].unwrap_or(inherited[1])];
    let mut as_pawns: Vec<(KindId, Promotion)> = Vec::new();
    for (origin, like, _) in &pairs {
        let promotion = &mut model.variant.kinds[origin.index()].promotion;
        let as_pawn = promotion.take_if(|p| !p.from_zone_too && p.to.iter().any(|to| !to.is_empty()));
        as_pawns.extend(as_pawn.map(|p| (*origin, p)));
        let Some(like) = like else {
            model.variant.kinds[origin.index()].promotion = None;
            continue;
        };
        let target = model.promoted_form(*origin, *like);
        // As the parent's pieces promote, if they do so in this way.
        let template = model.variant.kinds.iter().filter_map(|k| k.promotion.as_ref()).find(|p| p.from_zone_too);
        let usual = if inherited_immobility { Forced::WhenStuck } else { Forced::No };
        let (forced, by_capture) = template.map_or((usual, false), |p| (p.forced, p.by_capture));
        let promotion = Promotion {
            from_zone_too: true,
            by_capture,
            ..plain_promotion(zone, [vec![target], vec![target]], forced)
        };
        model.variant.kinds[origin.index()].promotion = Some(promotion);
    }
    limit_promoted_forms(model, &limits(model, reader));
    demotions(model, demotion);
    promoted_again(model, &pairs, demotion == Some(true), reader.findings);
    if let Some(entry) = model.last("pieceDemotion").filter(|_| demotion == Some(true)) {
        if pawns_promotion(&model.variant).is_some() {
            let message =
                "Fairy-Stockfish leaves a wall where a promoted pawn is demoted; here promoted pawns are not demoted";
            let remedy = "leave it out, or let pieces promote by promotedPieceType alone";
            reader.findings.warning(ProblemCode::ReadDifferently, &place(entry), message, remedy);
        } else if !promoted_forms(&model.variant).contains(&true) {
            let message = "no piece of the game promotes as in Shogi, so that none is demoted";
            reader.findings.warning(ProblemCode::NoEffect, &place(entry), message, "leave it out");
        }
    }
    for kind in &mut model.variant.kinds {
        let Some(promotion) = kind.promotion.as_mut().filter(|p| p.from_zone_too) else { continue };
        match (forced, immobile) {
            (Some(forced), _) => promotion.forced = forced,
            // What must promote at all goes on to do so.
            (None, Some(illegal)) if promotion.forced != Forced::Always => {
                promotion.forced = if illegal { Forced::WhenStuck } else { Forced::No };
            }
            _ => {}
        }
        if let Some(by_capture) = by_capture {
            promotion.by_capture = by_capture;
        }
    }
    // The rules of pawns' promotions are not those of promotions as in Shogi, and follow.
    for (kind, as_pawn) in as_pawns {
        let in_shogi_style = model.variant.kinds[kind.index()].promotion.replace(as_pawn);
        model.promotes_both_ways.extend(in_shogi_style.map(|p| (kind, p)));
    }
}

/// Limits how many pieces of a type there may be by promotion as in Shogi. What has promoted to a type is counted with
/// it.
fn limit_promoted_forms(model: &mut Model<'_>, limits: &[(KindId, u8)]) {
    let is_form = |kind: &Kind| kind.id.starts_with('+');
    let like = |form: KindId| {
        let name = &model.types[form.index()];
        let mut lettered = model.of_type(name).filter(|&kind| !is_form(&model.variant.kinds[kind.index()]));
        lettered.find(|kind| limits.iter().any(|(limited, _)| limited == kind))
    };
    let forms = model.variant.kind_ids().filter(|&kind| is_form(&model.variant.kinds[kind.index()]));
    let forms: Vec<(KindId, KindId)> = forms.filter_map(|form| Some((form, like(form)?))).collect();
    for promotion in model.variant.kinds.iter_mut().filter_map(|k| k.promotion.as_mut()) {
        let likes = forms.iter().filter(|(form, _)| promotion.from_zone_too && promotion.to.concat().contains(form));
        let last = |like: KindId| limits.iter().rev().find(|(kind, _)| *kind == like).filter(|(_, n)| *n > 0).copied();
        let found: BTreeMap<KindId, u8> = likes.filter_map(|&(_, like)| last(like)).collect();
        if !found.is_empty() {
            promotion.limits = found.into_iter().collect();
            promotion.counted_as.clone_from(&forms);
        }
    }
}

/// Joins the promotions of pieces that promote as pawns and as in Shogi too: to the pieces of pawns only by reaching
/// the zone.
pub(super) fn both_ways(model: &mut Model<'_>, header: &Place, findings: &Findings) {
    for (kind, shogi) in std::mem::take(&mut model.promotes_both_ways) {
        let kind = &mut model.variant.kinds[kind.index()];
        let Some(pawn) = &mut kind.promotion else {
            kind.promotion = Some(shogi);
            continue;
        };
        if shogi.by_capture || pawn.by_capture {
            let message = format!(
                "'{}' promotes as a pawn, and as in Shogi by capturing, which is not known here",
                kind.id.to_lowercase()
            );
            let remedy = "leave out piecePromotionOnCapture, promotedPieceType or promotionPieceTypes";
            findings.error(ProblemCode::Unsupported, header, message, remedy);
            continue;
        }
        let mut in_zone: Vec<KindId> = pawn.to.concat();
        in_zone.sort_unstable();
        in_zone.dedup();
        in_zone.retain(|to| pawn.only.iter().all(|(kind, _)| kind != to));
        pawn.only.extend(in_zone.into_iter().map(|to| (to, pawn.zone)));
        for (all, further) in pawn.to.iter_mut().zip(shogi.to) {
            all.extend(further);
        }
        pawn.limits.extend(shogi.limits);
        pawn.counted_as.extend(shogi.counted_as);
        pawn.from_zone_too = true;
        let forced_in = std::mem::replace(&mut pawn.zone, shogi.zone);
        pawn.forced = match (shogi.forced, &pawn.forced) {
            (Forced::Always, _) => Forced::Always,
            (_, Forced::Always) => Forced::OnRegion(forced_in),
            (_, Forced::OnRegion(squares)) => Forced::OnRegion(*squares),
            (forced, _) => forced,
        };
    }
}

/// Whether a promoted piece may become what it was.
fn turns_back(kind: &Kind) -> bool {
    kind.in_hand.is_some_and(|origin| kind.promotes_to(|to| *to == origin))
}

impl Model<'_> {
    /// Where a parent's pieces promote as in Shogi all over the board, moves from there promote too.
    pub(super) fn promotions_from_zones_too(&mut self) {
        let all = crate::region::all(&self.variant.board);
        let promoted = promoted_forms(&self.variant);
        for kind in &mut self.variant.kinds {
            let turns = turns_back(kind);
            let Some(promotion) = kind.promotion.as_mut().filter(|p| p.zone == [all; 2]) else { continue };
            promotion.from_zone_too |= turns || in_shogi_style(promotion, &promoted);
        }
    }

    /// The kind that a piece becomes by promoting to a piece like this one: to Fairy-Stockfish it is of that one's
    /// type, so what is said of the one holds for the other.
    fn promoted_form(&mut self, origin: KindId, like: KindId) -> KindId {
        let id = format!("+{}", self.variant.kinds[origin.index()].id);
        let mut promoted = self.variant.kinds[like.index()].clone();
        promoted.letters = [id.clone(), id.to_lowercase()];
        promoted.in_hand = Some(origin);
        promoted.promotion = None;
        promoted.id.clone_from(&id);
        let target = self.variant.kind(&id).unwrap_or(KindId::from_index(self.variant.kinds.len()));
        let kinds = &mut self.variant.kinds;
        let name = self.types[like.index()].clone();
        if target.index() == kinds.len() {
            kinds.push(promoted);
            self.types.push(name);
        } else {
            kinds[target.index()] = promoted;
            self.types[target.index()] = name;
        }
        let variant = &mut self.variant;
        let mut lists: Vec<&mut Vec<KindId>> = vec![&mut variant.petrifies, &mut variant.mutually_immune];
        lists.extend(variant.results.clock_kinds.iter_mut().flatten());
        lists.extend(variant.explosion.iter_mut().flat_map(|rule| [&mut rule.spares, &mut rule.immune]));
        for end in &mut variant.ends {
            if let EndRule::Reached { kinds, .. } = end {
                lists.extend(kinds);
            }
        }
        for list in lists.into_iter().filter(|list| list.contains(&like) && !list.contains(&target)) {
            list.push(target);
        }
        target
    }
}

/// What has promoted to a type that promotes goes on to what that one promotes to, as Fairy-Stockfish asks for the type
/// alone.
fn promoted_again(
    model: &mut Model<'_>,
    pairs: &[(KindId, Option<KindId>, Place)],
    demotes: bool,
    findings: &Findings,
) {
    for (origin, like, place) in pairs {
        let id = |kind: KindId| model.variant.kinds[kind.index()].id.as_str();
        let Some(form) = model.variant.kind(&format!("+{}", id(*origin))) else { continue };
        let Some(like) = *like else { continue };
        let further = model.variant.kinds[like.index()].promotion.clone().filter(|p| p.from_zone_too);
        if demotes && further.is_some() {
            let (from, to) = (id(*origin).to_lowercase(), id(like).to_lowercase());
            let message = format!(
                "'{from}' promotes to a piece that moves as '{to}' and turns back, but promotes no further here"
            );
            let remedy = "let pieces promote to those that do not promote";
            findings.warning(ProblemCode::ReadDifferently, place, message, remedy);
        } else if !demotes {
            model.variant.kinds[form.index()].promotion = further;
        }
    }
}

/// Promoted pieces that may turn back, where and when they might promote.
fn demotions(model: &mut Model<'_>, demotion: Option<bool>) {
    let Some(demotes) = demotion else { return };
    let promoted = promoted_forms(&model.variant);
    for i in 0..model.variant.kinds.len() {
        let Some(unpromoted) = model.variant.kinds[i].id.strip_prefix('+') else { continue };
        let Some(origin) = model.variant.kinds[i].in_hand.or_else(|| model.variant.kind(unpromoted)) else { continue };
        let back = model.variant.kinds[origin.index()].promotion.clone().filter(|p| in_shogi_style(p, &promoted));
        let to = [vec![origin], vec![origin]];
        let turned = back.filter(|_| demotes).map(|p| Promotion { to, from_zone_too: true, ..p });
        model.variant.kinds[i].promotion = turned;
    }
}
