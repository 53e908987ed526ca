//! The entries of a section, applied to the rules: pawns and promotion, castling, and what is left to [`super::endings`] and
//! [`super::drops`].

use super::model::Model;
use super::pieces::{moves, name_of};
use super::values::{Letters, Reader, place};
use super::{Entry, drops, endings, results};
use crate::problem::{Place, ProblemCode};
use crate::region;
use crate::section::Scope;
use betza_compile::geometry::Side;
use betza_movegen::variant::{
    BySide, CastlingRule, EndRule, ForbiddenChecks, Forced, Inside, Kind, KindId, PassRule, Promotion, Region, Variant,
};

pub(super) fn rules(model: &mut Model<'_>, header: &Place, reader: Reader<'_>) {
    let habits = drops::Habits::of(model);
    mobility(model, reader);
    soldiers(model, reader);
    pawns(model, header, reader);
    promoted_types(model, reader);
    en_passant(model, reader);
    castling(model, reader);
    drops::rules(model, &habits, reader);
    endings::rules(model, reader);
    switches(model, reader);
    results::rules(model, reader);
    endings::explosive_royals(model);
}

impl Model<'_> {
    /// The entry for a side: `keyWhite`, or `key` for both, whichever comes last.
    pub(super) fn for_side(&self, key: &str, side: Side) -> Option<&Entry<'_>> {
        let suffix = if side == Side::White { "White" } else { "Black" };
        self.entries.iter().rev().find(|e| e.key == key || e.key.strip_prefix(key) == Some(suffix))
    }

    pub(super) fn bool(&self, key: &str, reader: Reader<'_>) -> Option<bool> {
        self.last(key).and_then(|e| reader.bool(e))
    }

    pub(super) fn sides<T>(&self, key: &str, read: impl Fn(&Entry<'_>) -> Option<T>) -> BySide<Option<T>> {
        Side::BOTH.map(|side| self.for_side(key, side).and_then(&read))
    }

    /// The kinds with these letters; promoted ones (`+P`) only if all are meant.
    pub(super) fn kinds(&self, letters: &Letters) -> Vec<KindId> {
        let fits = |k: &Kind| match k.id.as_bytes() {
            [letter] => letters.contains((*letter as char).to_ascii_lowercase()),
            _ => *letters == Letters::All,
        };
        let all = self.variant.kinds.iter().enumerate();
        all.filter(|(_, k)| fits(k)).map(|(i, _)| KindId(i as u8)).collect()
    }

    /// The kinds that a value names; a letter that no piece has is an error.
    pub(super) fn listed(&self, entry: &Entry<'_>, reader: Reader<'_>) -> Option<Vec<KindId>> {
        let letters = reader.letters(entry)?;
        if let Letters::Some(list) = &letters {
            for letter in list {
                let id = letter.to_ascii_uppercase().to_string();
                if self.variant.kind(&id).is_none() {
                    let known: Vec<&str> = self.variant.kinds.iter().map(|k| k.id.as_str()).collect();
                    let message = format!("the game has no piece '{letter}'");
                    let remedy = format!("its pieces are {}", known.join(" "));
                    reader.findings.error(ProblemCode::UnknownPiece, &place(entry), message, remedy);
                    return None;
                }
            }
        }
        Some(self.kinds(&letters))
    }
}

/// A region of one rank as White counts, and its mirror image.
pub(super) fn rank_regions(model: &Model<'_>, rank: usize) -> BySide<Region> {
    let board = &model.variant.board;
    region::for_both(board, region::read(board, &format!("*{rank}")).unwrap_or(Region::EMPTY))
}

fn mobility(model: &mut Model<'_>, reader: Reader<'_>) {
    for entry in model.entries.clone() {
        let (side, name) =
            match (entry.key.strip_prefix("mobilityRegionWhite"), entry.key.strip_prefix("mobilityRegionBlack")) {
                (Some(name), _) => (Side::White, name),
                (_, Some(name)) => (Side::Black, name),
                _ => continue,
            };
        let lower = name.chars().next().map(|c| c.to_ascii_lowercase().to_string() + &name[1..]).unwrap_or_default();
        let Some(region) = reader.region(&entry) else { continue };
        let is = |k: &Kind| k.name == lower || name_of(k) == Some(lower.as_str());
        // A promoted piece that moves as another is that other to Fairy-Stockfish.
        let mut any = false;
        for kind in model.variant.kinds.iter_mut().filter(|k| is(k)) {
            kind.region[side.index()] = Some(region);
            any = true;
        }
        if !any {
            let message = format!("the game has no {lower} that could be confined");
            let remedy = "name a piece's key with a capital, as in mobilityRegionWhiteKing";
            reader.findings.error(ProblemCode::UnknownPiece, &place(&entry), message, remedy);
        }
    }
}

/// A soldier goes sideways from a rank on: the first, if nothing is said.
fn soldiers(model: &mut Model<'_>, reader: Reader<'_>) {
    let Some(rank) = model.last("soldierPromotionRank").and_then(|e| reader.rank(e)) else { return };
    let ranks = model.variant.board.ranks();
    let board = model.variant.board.clone();
    let beyond = region::read(&board, &format!("ranks {}-{ranks}", rank + 1)).unwrap_or(Region::EMPTY);
    for kind in &mut model.variant.kinds {
        if name_of(kind) == Some("soldier") || (kind.inside.len() == 1 && kind.moves[0] == moves("fW")) {
            kind.moves = [moves("fW"), moves("fW")];
            kind.notation = ["fW".to_owned(), "fW".to_owned()];
            kind.inside = vec![Inside {
                region: region::for_both(&board, beyond),
                notation: ["sW".to_owned(), "sW".to_owned()],
                moves: [moves("sW"), moves("sW")],
            }];
        }
    }
}

/// Where pieces promote if nothing is said, whatever the board: on the eighth rank of White's side, and the first.
fn default_zone(model: &Model<'_>) -> BySide<Region> {
    let rank = |text| region::read(&model.variant.board, text).unwrap_or(Region::EMPTY);
    [rank("*8"), rank("*1")]
}

/// How pawns promote in a game from nothing: in the usual zone, to whatever of n b r q there is.
fn default_promotion(model: &Model<'_>) -> Promotion {
    let to = model.kinds(&Letters::Some(vec!['n', 'b', 'r', 'q']));
    plain_promotion(default_zone(model), [to.clone(), to], Forced::Always)
}

/// Promotion by moves into a zone and nothing else.
fn plain_promotion(zone: BySide<Region>, to: BySide<Vec<KindId>>, forced: Forced) -> Promotion {
    Promotion {
        zone,
        from_zone_too: false,
        to,
        forced,
        starting_inside: None,
        by_capture: false,
        in_place: false,
        limits: Vec::new(),
        only: Vec::new(),
        from_captured: false,
        remembers: false,
    }
}

/// To the promoted form of the piece itself, rather than to others of the game; `promoted` tells which kinds are such forms.
fn in_shogi_style(promotion: &Promotion, promoted: &[bool]) -> bool {
    promotion.from_zone_too || promotion.to.iter().flatten().any(|k| promoted[k.index()])
}

/// Which kinds are promoted forms of others.
fn promoted_forms(variant: &Variant) -> Vec<bool> {
    variant.kinds.iter().map(|k| k.id.starts_with('+')).collect()
}

/// How the first kind promotes that does so as pawns do.
pub(super) fn pawns_promotion(variant: &Variant) -> Option<Promotion> {
    let promoted = promoted_forms(variant);
    let all = variant.kinds.iter().filter_map(|k| k.promotion.as_ref());
    all.into_iter().find(|p| !in_shogi_style(p, &promoted)).cloned()
}

fn pawns(model: &mut Model<'_>, header: &Place, reader: Reader<'_>) {
    if model.bool("doubleStep", reader) == Some(false) {
        model.variant.kinds.iter_mut().for_each(|k| k.double_step_region = [Region::EMPTY; 2]);
    }
    for (side, region) in model.sides("doubleStepRegion", |e| reader.region(e)).into_iter().enumerate() {
        if let Some(region) = region {
            model.variant.kinds.iter_mut().for_each(|k| k.double_step_region[side] = region);
        }
    }
    let promoted = promoted_forms(&model.variant);
    let by_pawn = |k: &Kind| k.promotion.as_ref().is_some_and(|p| !in_shogi_style(p, &promoted));
    let template = pawns_promotion(&model.variant).or_else(|| model.parents_pawns.clone());
    let nothing = template.is_none() && !model.from_nothing;
    let mut template = template.unwrap_or_else(|| default_promotion(model));
    // Of pieces that get by this what pawns have, those are forced to promote that could not move on.
    if matches!(template.forced, Forced::OnRegion(_)) {
        template.forced = Forced::WhenStuck;
    }
    let key = if model.entries.iter().any(|e| e.key.starts_with("promotionPawnTypes")) {
        "promotionPawnTypes"
    } else {
        "pawnTypes"
    };
    let named = Side::BOTH.map(|side| model.for_side(key, side).and_then(|e| model.listed(e, reader)));
    let count = model.variant.kinds.len();
    // Sides whose pieces of a kind do not promote, the other's doing so.
    let mut barred = Vec::new();
    // Fairy-Stockfish then forbids such pieces to enter the zone, which nobody can mean.
    let pawns = model.entries.iter().rev().find(|e| e.key.starts_with("promotionPawnTypes") || e.key == "pawnTypes");
    if let Some(entry) = pawns.filter(|e| nothing && e.value != "-") {
        let to_what = |e: &Entry<'_>| e.key.starts_with("promotionPieceTypes") && e.value != "-";
        if !model.entries.iter().any(to_what) {
            let message = "the parent has no pieces to promote to";
            let remedy = "name them with promotionPieceTypes";
            reader.findings.error(ProblemCode::BadValue, &place(entry), message, remedy);
            return;
        }
    }
    for i in 0..count {
        let kind = &model.variant.kinds[i];
        let was = by_pawn(kind) || (model.from_nothing && kind.name == "pawn");
        let is = [0, 1].map(|s: usize| named[s].as_ref().map_or(was, |list| list.contains(&KindId(i as u8))));
        let kind = &mut model.variant.kinds[i];
        if is == [false, false] {
            if was {
                kind.promotion = None;
            }
            continue;
        }
        let mut promotion =
            kind.promotion.clone().filter(|p| !in_shogi_style(p, &promoted)).unwrap_or_else(|| template.clone());
        for (side, ((is, to), usual)) in is.into_iter().zip(&mut promotion.to).zip(&template.to).enumerate() {
            if !is {
                barred.push((i, side));
                to.clear();
            } else if to.is_empty() {
                to.clone_from(usual);
            }
        }
        kind.promotion = Some(promotion);
    }
    let zones = model.sides("promotionRegion", |e| reader.region(e));
    let types =
        Side::BOTH.map(|side| model.for_side("promotionPieceTypes", side).and_then(|e| model.listed(e, reader)));
    let limits = model.last("promotionLimit").and_then(|e| limits(model, e, reader));
    let mandatory = model.bool("mandatoryPawnPromotion", reader);
    let last = rank_regions(model, model.variant.board.ranks());
    let immobile = model.bool("immobilityIllegal", reader);
    for (i, kind) in model.variant.kinds.iter_mut().enumerate() {
        let Some(promotion) = &mut kind.promotion else { continue };
        for (side, zone) in zones.iter().enumerate() {
            if let Some(zone) = zone {
                promotion.zone[side] = *zone;
            }
        }
        if in_shogi_style(promotion, &promoted) {
            continue;
        }
        for (side, types) in types.iter().enumerate() {
            if let Some(types) = types.as_ref().filter(|_| !barred.contains(&(i, side))) {
                promotion.to[side].clone_from(types);
            }
        }
        for &(kind, number) in limits.iter().flatten() {
            promotion.limits.retain(|(k, _)| *k != kind);
            promotion.limits.push((kind, number));
        }
        match (mandatory, immobile) {
            (Some(true), _) => promotion.forced = Forced::Always,
            (Some(false), Some(true)) => promotion.forced = Forced::OnRegion(last),
            (Some(false), _) => promotion.forced = Forced::No,
            (None, _) => {}
        }
    }
    for (i, side) in barred {
        if let Some(promotion) = &mut model.variant.kinds[i].promotion {
            promotion.zone[side] = Region::EMPTY;
        }
    }
    for kind in &mut model.variant.kinds {
        let Some(promotion) = kind.promotion.as_ref().filter(|p| p.to.iter().all(Vec::is_empty)) else { continue };
        if promotion.forced == Forced::Always && !promotion.zone.iter().all(Region::is_empty) {
            let message = format!(
                "'{}' has nothing to promote to: Fairy-Stockfish keeps it out of its zone, here it goes there",
                kind.id
            );
            let remedy = "name what there is with promotionPieceTypes";
            reader.findings.warning(ProblemCode::ReadDifferently, header, message, remedy);
        }
        kind.promotion = None;
    }
}

fn limits(model: &Model<'_>, entry: &Entry<'_>, reader: Reader<'_>) -> Option<Vec<(KindId, u8)>> {
    let mut limits = Vec::new();
    for (letter, number) in reader.pairs(entry)? {
        match (model.variant.kind(&letter.to_ascii_uppercase().to_string()), number.parse()) {
            (Some(kind), Ok(number)) => limits.push((kind, number)),
            _ => {
                let message = format!("'{letter}:{number}' is no piece with a number");
                reader.findings.error(
                    ProblemCode::BadValue,
                    &place(entry),
                    message,
                    "write pieces and numbers, as in q:1 r:2",
                );
            }
        }
    }
    Some(limits)
}

/// `p:g`: a kind `+P` that moves as G, and the promotion to it.
fn promoted_types(model: &mut Model<'_>, reader: Reader<'_>) {
    let inherited_immobility = model.variant.kinds.iter().any(|k| k.drop.not_stuck);
    let (mandatory, immobile) =
        (model.bool("mandatoryPiecePromotion", reader), model.bool("immobilityIllegal", reader));
    let forced = match (mandatory, immobile.or(Some(inherited_immobility))) {
        (Some(true), _) => Some(Forced::Always),
        (Some(false), Some(true)) => Some(Forced::WhenStuck),
        (Some(false), _) => Some(Forced::No),
        (None, _) => None,
    };
    let by_capture = model.bool("piecePromotionOnCapture", reader);
    let demotion = model.bool("pieceDemotion", reader);
    if let Some(entry) = model.last("promotedPieceType").cloned() {
        let Some(pairs) = reader.pairs(&entry) else { return };
        let zones = model.sides("promotionRegion", |e| reader.region(e));
        let inherited = model.variant.kinds.iter().find_map(|k| k.promotion.as_ref().map(|p| p.zone));
        let inherited = inherited.unwrap_or_else(|| default_zone(model));
        let zone = [zones[0].unwrap_or(inherited[0]), zones[1].unwrap_or(inherited[1])];
        for (from, to) in pairs {
            let find = |letter: &str| model.variant.kind(&letter.to_ascii_uppercase());
            let (Some(origin), Some(like)) = (find(&from.to_string()), find(to)) else {
                let message = format!("'{from}:{to}' names a piece that the game does not have");
                reader.findings.error(
                    ProblemCode::UnknownPiece,
                    &place(&entry),
                    message,
                    "name pieces by their letters",
                );
                continue;
            };
            let id = format!("+{}", from.to_ascii_uppercase());
            let mut promoted = model.variant.kinds[like.index()].clone();
            promoted.letters = [id.clone(), id.to_lowercase()];
            promoted.in_hand = Some(origin);
            promoted.promotion = None;
            promoted.id.clone_from(&id);
            let target = match model.variant.kind(&id) {
                Some(kind) => {
                    model.variant.kinds[kind.index()] = promoted;
                    kind
                }
                None => {
                    model.variant.kinds.push(promoted);
                    KindId((model.variant.kinds.len() - 1) as u8)
                }
            };
            // As the parent's pieces promote, if they do so in this way.
            let template = model.variant.kinds.iter().filter_map(|k| k.promotion.as_ref()).find(|p| p.from_zone_too);
            let usual = if inherited_immobility { Forced::WhenStuck } else { Forced::No };
            let (forced, by_capture) = template.map_or((usual, false), |p| (p.forced, p.by_capture));
            let promotion = |to: KindId| Promotion {
                from_zone_too: true,
                by_capture,
                ..plain_promotion(zone, [vec![to], vec![to]], forced)
            };
            let pawn = model.variant.kinds[origin.index()].promotion.as_ref();
            if pawn.is_some_and(|p| !p.from_zone_too && p.to.iter().any(|to| !to.is_empty())) {
                let message = format!("'{from}' promotes as a pawn and as in Shogi, which is not known here");
                let remedy = "leave it out here, or give promotionPieceTypes = -";
                reader.findings.error(ProblemCode::Unsupported, &place(&entry), message, remedy);
                continue;
            }
            model.variant.kinds[origin.index()].promotion = Some(promotion(target));
        }
    }
    if let Some(entry) = model.last("promotedPieceType") {
        for (from, to) in reader.pairs(entry).unwrap_or_default() {
            let like = model.variant.kind(&to.to_ascii_uppercase()).map(|k| &model.variant.kinds[k.index()]);
            if like.and_then(|k| k.promotion.as_ref()).is_some_and(|p| p.from_zone_too) {
                let message = format!("'{from}' promotes to a piece that moves as '{to}' and promotes no further here");
                let remedy = "let pieces promote to those that do not promote";
                reader.findings.warning(ProblemCode::ReadDifferently, &place(entry), message, remedy);
            }
        }
    }
    demotions(model, demotion);
    if let Some(entry) = model.last("pieceDemotion").filter(|_| demotion == Some(true)) {
        if pawns_promotion(&model.variant).is_some() {
            let message = "that pawns which have promoted are demoted is not known here";
            let remedy = "leave it out, or let pieces promote by promotedPieceType alone";
            reader.findings.error(ProblemCode::Unsupported, &place(entry), message, remedy);
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
}

/// Promoted pieces that may turn back, where and when they might promote.
fn demotions(model: &mut Model<'_>, demotion: Option<bool>) {
    let Some(demotes) = demotion else { return };
    for i in 0..model.variant.kinds.len() {
        let kind = &model.variant.kinds[i];
        let Some(origin) = kind.in_hand.filter(|_| kind.id.starts_with('+')) else { continue };
        let back = model.variant.kinds[origin.index()].promotion.clone().filter(|p| p.from_zone_too);
        let to = [vec![origin], vec![origin]];
        model.variant.kinds[i].promotion = back.filter(|_| demotes).map(|p| Promotion { to, ..p });
    }
}

fn en_passant(model: &mut Model<'_>, reader: Reader<'_>) {
    let keyed = model.entries.iter().any(|e| e.key.starts_with("enPassant") || e.key == "pawnTypes");
    let changed = model.entries.iter().any(|e| e.key.starts_with("customPiece"));
    let old = model.variant.en_passant.take();
    if old.is_none() && !keyed && !changed && !model.from_nothing {
        return;
    }
    let scope = Scope { findings: reader.findings, board: reader.board, ids: &[] };
    let Some(mut rule) = crate::rules::en_passant(scope, None, &model.variant.kinds) else { return };
    if let Some(old) = old {
        rule.region = old.region;
    }
    let key =
        if model.entries.iter().any(|e| e.key.starts_with("enPassantTypes")) { "enPassantTypes" } else { "pawnTypes" };
    let types = Side::BOTH.map(|side| model.for_side(key, side).and_then(|e| model.listed(e, reader)));
    if types.iter().any(Option::is_some) {
        // A side of which nothing is said keeps what it has.
        let named = |k: &KindId| types.iter().any(|list| list.as_ref().is_none_or(|list| list.contains(k)));
        rule.captors.retain(named);
        rule.victims.retain(named);
    }
    for (side, region) in model.sides("enPassantRegion", |e| reader.region(e)).into_iter().enumerate() {
        if let Some(region) = region {
            rule.region[side] = region;
        }
    }
    model.variant.en_passant = (!rule.captors.is_empty() && !rule.victims.is_empty()).then_some(rule);
}

fn castling(model: &mut Model<'_>, reader: Reader<'_>) {
    let wanted = model.bool("castling", reader);
    if wanted == Some(false) {
        model.variant.castling = None;
        return;
    }
    let keyed = model.entries.iter().any(|e| e.key.starts_with("castling") || e.key == "chess960");
    if !keyed && !model.from_nothing && model.variant.castling.is_some() {
        return;
    }
    if !keyed && !model.from_nothing {
        return;
    }
    let board = model.variant.board.clone();
    let last = board.files() as u8 - 1;
    let kept = model.variant.castling.take();
    let files = kept.clone().or_else(|| model.parents_castling.clone());
    let old = kept;
    let listed = |key: &str| Side::BOTH.map(|side| model.for_side(key, side).and_then(|e| model.listed(e, reader)));
    let default = |id: &str, old: Option<KindId>| old.or_else(|| model.variant.kind(id));
    let kings = listed("castlingKingPiece");
    let king = [0, 1].map(|s: usize| {
        kings[s].as_ref().and_then(|k| k.first().copied()).or_else(|| default("K", old.as_ref().map(|r| r.king[s])))
    });
    let rooks = listed("castlingRookPieces");
    let partners = [0, 1].map(|s: usize| {
        let inherited = || old.as_ref().map(|r| r.partners[s].clone()).filter(|p| !p.is_empty());
        rooks[s].clone().or_else(inherited).or_else(|| model.variant.kind("R").map(|r| vec![r]))
    });
    let ([Some(white), Some(black)], [Some(white_partners), Some(black_partners)]) = (king, partners) else { return };
    let file = |key: &str, old: Option<u8>, default: u8| {
        model.last(key).and_then(|e| reader.file(e)).or(old).unwrap_or(default).min(last)
    };
    let rank = model.last("castlingRank").and_then(|e| reader.rank(e));
    let top = board.ranks() as u8 - 1;
    let ignores_check = old.as_ref().map(|r| r.ignores_check);
    // Where the parent's kings castled, others do now.
    let old = files.as_ref();
    let any_files = model.bool("chess960", reader).or(old.map(|r| r.any_files)).unwrap_or(false);
    let king_file = model.last("castlingKingFile").and_then(|e| reader.file(e));
    let royal = |k: KindId| model.variant.kinds[k.index()].royal || model.variant.royalty.pseudo.contains(&k);
    model.variant.castling = Some(CastlingRule {
        king: [white, black],
        partners: [white_partners, black_partners],
        rank: rank.map(|r| [r, top.saturating_sub(r)]).or(old.map(|r| r.rank)).unwrap_or([0, top]),
        king_file: if any_files { None } else { king_file.or(old.and_then(|r| r.king_file)).or(Some(4.min(last))) },
        also_to: [Vec::new(), Vec::new()],
        king_to: [
            file("castlingKingsideFile", old.map(|r| r.king_to[0]), 6),
            file("castlingQueensideFile", old.map(|r| r.king_to[1]), 2),
        ],
        partner_file: [
            file("castlingRookKingsideFile", old.map(|r| r.partner_file[0]), last),
            file("castlingRookQueensideFile", old.map(|r| r.partner_file[1]), 0),
        ],
        any_files,
        ignores_check: ignores_check.unwrap_or(!royal(white) && !royal(black)),
    });
}

/// What is on or off.
fn switches(model: &mut Model<'_>, reader: Reader<'_>) {
    if let Some(checking) = model.bool("checking", reader) {
        model.variant.forbidden_checks = (!checking).then_some(ForbiddenChecks::Any);
    }
    if let Some(must) = model.bool("mustCapture", reader) {
        model.variant.must_capture = must;
    }
    if let Some(makpong) = model.bool("makpongRule", reader) {
        model.variant.royalty.stays_in_check = makpong;
    }
    for (key, rule) in [("passOnStalemate", PassRule::Stalemate), ("pass", PassRule::Always)] {
        let sides = Side::BOTH.map(|side| {
            let suffix = if side == Side::White { "White" } else { "Black" };
            let name = [key.to_owned(), format!("{key}{suffix}")];
            model.entries.iter().rev().find(|e| name.contains(&e.key.to_owned())).and_then(|e| reader.bool(e))
        });
        for (side, on) in sides.into_iter().enumerate() {
            match on {
                Some(true) => model.variant.pass[side] = rule,
                Some(false) if model.variant.pass[side] == rule => model.variant.pass[side] = PassRule::Never,
                _ => {}
            }
        }
    }
    // Two passes in a row end every game that has passes.
    model.variant.ends.retain(|e| *e != EndRule::Passes);
    if model.variant.pass.iter().any(|p| *p != PassRule::Never) {
        model.variant.ends.push(EndRule::Passes);
    }
    if let Some(flying) = model.bool("flyingGeneral", reader) {
        let kings = model.variant.kinds.iter().enumerate().filter(|(_, k)| k.royal).map(|(i, _)| KindId(i as u8));
        model.variant.flying_generals = if flying { kings.collect() } else { Vec::new() };
    }
    for i in 0..model.variant.kinds.len() {
        if model.variant.kinds[i].name == "janggiCannon" {
            model.variant.kinds[i].barriers = vec![KindId(i as u8)];
        }
    }
}
