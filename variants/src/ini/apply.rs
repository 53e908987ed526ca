//! The entries of a section, applied to the rules: pawns and promotion, castling, and what is left to
//! [`super::endings`] and [`super::drops`].

use super::model::Model;
use super::pieces::moves;
use super::promoted::{both_ways, limits, promoted_types};
use super::usual::{default_zone, in_shogi_style, pawns_promotion, plain_promotion, promoted_forms, rank_regions};
use super::values::{Letters, Reader, place};
use super::{Entry, double_steps, drops, en_passant, endings, placing, results, special};
use crate::problem::{Place, ProblemCode};
use crate::region;
use betza_game::variant::{
    BySide, CastlingRule, EndRule, ForbiddenChecks, Forced, Inside, Kind, KindId, PassRule, Promotion, Region,
};
use betza_ir::geometry::Side;

pub(super) fn rules(model: &mut Model<'_>, header: &Place, reader: Reader<'_>) {
    let habits = drops::Habits::of(model);
    mobility(model, reader);
    soldiers(model, reader);
    pawns(model, header, reader);
    special::rules(model, reader);
    promoted_types(model, reader);
    en_passant::rules(model, reader);
    castling(model, reader);
    if let (Some(on), Some(rule)) = (model.bool("oppositeCastling", reader), &mut model.variant.castling) {
        rule.ends_opposite = on;
    }
    drops::rules(model, &habits, reader);
    drops::immobility(model, reader);
    endings::rules(model, header, reader);
    switches(model, reader);
    placing::rules(model, reader);
    results::rules(model, reader);
    endings::lone_royals(model);
    endings::idle_generals(model, reader);
    both_ways(model, header, reader.findings);
}

impl Model<'_> {
    /// The entry for a side: `keyWhite`, or `key` for both, whichever comes last.
    pub(super) fn for_side(&self, key: &str, side: Side) -> Option<&Entry<'_>> {
        self.entries.iter().rev().find(|e| e.gives(key, side))
    }

    pub(super) fn bool(&self, key: &str, reader: Reader<'_>) -> Option<bool> {
        self.last(key).and_then(|e| reader.bool(e))
    }

    pub(super) fn sides<T>(&self, key: &str, read: impl Fn(&Entry<'_>) -> Option<T>) -> BySide<Option<T>> {
        Side::BOTH.map(|side| self.for_side(key, side).and_then(&read))
    }

    /// The kinds of a letter's type, those promoted to it among them; `None` if the letter names nothing where the
    /// entry stands.
    fn lettered_in(&self, entry: &Entry<'_>, letter: char) -> Option<Vec<KindId>> {
        let roster = &self.rosters[entry.level];
        let name = roster.iter().find(|(known, _)| *known == letter).map(|(_, name)| name)?;
        if name.is_empty() {
            // A piece that Fairy-Stockfish does not have.
            return Some(self.variant.kind(&letter.to_ascii_uppercase().to_string()).into_iter().collect());
        }
        Some(self.of_type(name).collect())
    }

    /// The kinds that a value names, those promoted to them among them. A list names types, which stay the same when a
    /// later section gives them other letters. A letter that no piece has ends the list. To Fairy-Stockfish `*` is all
    /// pieces only where one may be of any type; elsewhere it is a type that no piece has.
    pub(super) fn listed(&self, entry: &Entry<'_>, reader: Reader<'_>) -> Option<Vec<KindId>> {
        let Letters::Some(letters) = reader.letters(entry) else {
            if ["flagPiece", "mustDropType", "extinctionPieceTypes", "blastImmuneTypes"]
                .iter()
                .any(|key| entry.key.starts_with(key))
            {
                return Some(self.variant.kind_ids().collect());
            }
            let message = format!("to Fairy-Stockfish '*' is no piece in {}", entry.key);
            reader.findings.warning(
                ProblemCode::ReadDifferently,
                &place(entry),
                message,
                "name pieces by their letters",
            );
            return Some(Vec::new());
        };
        let mut kinds = Vec::new();
        for letter in letters {
            let Some(found) = self.lettered_in(entry, letter) else {
                let known: Vec<String> = self.rosters[entry.level].iter().map(|(c, _)| c.to_string()).collect();
                let message = format!("the game has no piece '{letter}', where Fairy-Stockfish stops reading");
                let remedy = format!("its pieces are {}", known.join(" "));
                reader.findings.warning(ProblemCode::UnknownPiece, &place(entry), message, remedy);
                break;
            };
            kinds.extend(found.into_iter().filter(|k| !kinds.contains(k)).collect::<Vec<_>>());
        }
        Some(kinds)
    }

    /// The kinds of the last letter of a list that names a piece.
    pub(super) fn last_listed(&self, entry: &Entry<'_>, reader: Reader<'_>) -> Option<Vec<KindId>> {
        let Letters::Some(letters) = reader.letters(entry) else { return None };
        letters.into_iter().map_while(|c| self.lettered_in(entry, c)).last()
    }

    /// Whether a list names a type of which the game has no piece any more.
    pub(super) fn names_no_piece(&self, entry: &Entry<'_>, reader: Reader<'_>) -> bool {
        let Letters::Some(letters) = reader.letters(entry) else { return false };
        letters.into_iter().map_while(|c| self.lettered_in(entry, c)).any(|kinds| kinds.is_empty())
    }

    /// The same without promoted forms.
    pub(super) fn listed_plain(&self, entry: &Entry<'_>, reader: Reader<'_>) -> Option<Vec<KindId>> {
        let plain = |k: &KindId| self.variant.kinds[k.index()].id.len() == 1;
        self.listed(entry, reader).map(|kinds| kinds.into_iter().filter(plain).collect())
    }

    /// The kind that a letter of an entry names.
    pub(super) fn named_in(&self, entry: &Entry<'_>, letter: char) -> Option<KindId> {
        self.lettered_in(entry, letter)?.into_iter().find(|k| self.variant.kinds[k.index()].id.len() == 1)
    }
}

fn mobility(model: &mut Model<'_>, reader: Reader<'_>) {
    for entry in model.entries.clone() {
        let (side, name) =
            match (entry.key.strip_prefix("mobilityRegionWhite"), entry.key.strip_prefix("mobilityRegionBlack")) {
                (Some(name), _) => (Side::White, name),
                (_, Some(name)) => (Side::Black, name),
                _ => continue,
            };
        let mut rest = name.chars();
        let first = rest.next().map(|c| c.to_ascii_lowercase());
        let lower: String = first.into_iter().chain(rest).collect();
        let Some(region) = reader.region(&entry) else { continue };
        // A promoted piece that moves as another is that other to Fairy-Stockfish.
        let kinds: Vec<KindId> = model.of_type(&lower).collect();
        for kind in &kinds {
            // An empty region is none.
            let regions = &mut model.variant.kinds[kind.index()].region;
            regions[side.index()] = Some(region).filter(|r| !r.is_empty());
            // Confined on one side, it is free on the other.
            if regions.iter().any(Option::is_some) {
                let all = region::all(reader.board);
                *regions = regions.map(|r| r.or(Some(all)));
            }
        }
        if kinds.is_empty() {
            let message = format!("the game has no {lower} that could be confined");
            let remedy = "name a piece's key with a capital, as in mobilityRegionWhiteKing";
            reader.findings.warning(ProblemCode::UnknownPiece, &place(&entry), message, remedy);
        }
    }
}

/// A soldier goes sideways from a rank on: the first, if nothing is said.
fn soldiers(model: &mut Model<'_>, reader: Reader<'_>) {
    let Some(rank) = model.last("soldierPromotionRank").and_then(|e| reader.rank(e)) else { return };
    let ranks = model.variant.board.ranks();
    let board = model.variant.board.clone();
    let beyond = region::read(&board, &format!("ranks {}-{ranks}", rank + 1)).unwrap_or(Region::EMPTY);
    for (kind, name) in model.variant.kinds.iter_mut().zip(&model.types) {
        if name == "soldier" {
            kind.moves = [moves("fW"), moves("fW")];
            kind.notation = ["fW".to_owned(), "fW".to_owned()];
            kind.inside = vec![Inside {
                region: region::for_both(&board, beyond),
                notation: ["sW".to_owned(), "sW".to_owned()],
                moves: [moves("sW"), moves("sW")],
                leaves: false,
            }];
        }
    }
}

/// How pawns promote where neither the section nor its parents say it: in the usual zone, to nothing
/// (`promotionPieceTypes` of a section without a parent is empty).
fn default_promotion(model: &Model<'_>) -> Promotion {
    plain_promotion(default_zone(&model.variant), [Vec::new(), Vec::new()], Forced::Always)
}

fn pawns(model: &mut Model<'_>, header: &Place, reader: Reader<'_>) {
    double_steps::rules(model, reader);
    let promoted = promoted_forms(&model.variant);
    let by_pawn = |k: &Kind| k.promotion.as_ref().is_some_and(|p| !in_shogi_style(p, &promoted));
    let template = pawns_promotion(&model.variant).or_else(|| model.parents_pawns.clone());
    let mut template = template.unwrap_or_else(|| default_promotion(model));
    // Of pieces that get by this what pawns have, those are forced to promote that could not move on.
    if matches!(template.forced, Forced::OnRegion(_)) {
        template.forced = Forced::WhenStuck;
    }
    let list = |key: &str| Side::BOTH.map(|side| model.for_side(key, side).and_then(|e| model.listed_plain(e, reader)));
    let (named, types) = (list("promotionPawnTypes"), list("promotionPieceTypes"));
    let count = model.variant.kinds.len();
    // Sides whose pieces of a kind do not promote, the other's doing so.
    let mut barred = Vec::new();
    for i in 0..count {
        let kind = &model.variant.kinds[i];
        let was = by_pawn(kind) || (model.from_nothing && model.is(i, "pawn"));
        // Fairy-Stockfish's own pawns promote, whoever else is named.
        let always = was && model.is(i, "pawn");
        let is = [0, 1]
            .map(|s: usize| named[s].as_ref().map_or(was, |list| always || list.contains(&KindId::from_index(i))));
        let kind = &mut model.variant.kinds[i];
        if is == [false, false] {
            if was {
                kind.promotion = None;
            }
            continue;
        }
        let as_in_shogi = kind.promotion.take_if(|p| in_shogi_style(p, &promoted));
        let mut promotion = kind.promotion.take().unwrap_or_else(|| template.clone());
        model.promotes_both_ways.extend(as_in_shogi.map(|p| (KindId::from_index(i), p)));
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
    let limits = limits(model, reader);
    let mandatory = model.bool("mandatoryPawnPromotion", reader);
    let last = rank_regions(&model.variant, model.variant.board.ranks());
    let immobile = model.bool("immobilityIllegal", reader);
    let in_place = model.bool("sittuyinPromotion", reader);
    let pawn_kinds: Vec<KindId> = model.of_type("pawn").collect();
    for (i, kind) in model.variant.kinds.iter_mut().enumerate() {
        let is_pawn = pawn_kinds.contains(&KindId::from_index(i));
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
        for &(kind, number) in &limits {
            promotion.limits.retain(|(k, _)| *k != kind);
            if number > 0 {
                promotion.limits.push((kind, number));
            }
        }
        if let Some(on) = in_place.filter(|_| is_pawn) {
            promotion.in_place = on;
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
            let message = format!("'{}' has nothing to promote to, and so does not go to its zone", kind.id);
            let remedy = "name what there is with promotionPieceTypes, or write mandatoryPawnPromotion = false";
            reader.findings.warning(ProblemCode::NoEffect, header, message, remedy);
            continue;
        }
        kind.promotion = None;
    }
}

fn castling(model: &mut Model<'_>, reader: Reader<'_>) {
    let wanted = model.bool("castling", reader);
    if wanted == Some(false) {
        model.variant.castling = None;
        return;
    }
    let keyed = model.entries.iter().any(|e| e.key.starts_with("castling") || e.key == "chess960");
    if !keyed && !model.from_nothing {
        return;
    }
    let board = model.variant.board.clone();
    let last = board.files() as u8 - 1;
    let kept = model.variant.castling.take();
    let files = kept.clone().or_else(|| model.parents_castling.clone());
    let old = kept;
    let listed =
        |key: &str| Side::BOTH.map(|side| model.for_side(key, side).and_then(|e| model.listed_plain(e, reader)));
    // The plain piece of a type, whatever its letter.
    let typed = |name: &str| model.of_type(name).find(|k| model.variant.kinds[k.index()].id.len() == 1);
    let kings = listed("castlingKingPiece");
    let king = [0, 1].map(|s: usize| {
        let named = kings[s].as_ref().and_then(|k| k.first().copied());
        named.or_else(|| old.as_ref().map(|r| r.king[s])).or_else(|| typed("king"))
    });
    let rooks = listed("castlingRookPieces");
    let partners = [0, 1].map(|s: usize| {
        let inherited = || old.as_ref().map(|r| r.partners[s].clone()).filter(|p| !p.is_empty());
        rooks[s].clone().or_else(inherited).or_else(|| typed("rook").map(|r| vec![r]))
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
    let king_to = [
        file("castlingKingsideFile", old.map(|r| r.king_to[0][0]), 6),
        file("castlingQueensideFile", old.map(|r| r.king_to[0][1]), 2),
    ];
    let partner_file = [
        file("castlingRookKingsideFile", old.map(|r| r.partner_file[0][0]), last),
        file("castlingRookQueensideFile", old.map(|r| r.partner_file[0][1]), 0),
    ];
    let king_file = king_file.or(old.and_then(|r| r.king_file).map(|files| files[0])).unwrap_or(4.min(last));
    model.variant.castling = Some(CastlingRule {
        king: [white, black],
        partners: [white_partners, black_partners],
        rank: rank.map(|r| [r, top.saturating_sub(r)]).or(old.map(|r| r.rank)).unwrap_or([0, top]),
        // Both sides have the same files.
        king_file: (!any_files).then_some([king_file; 2]),
        also_to: Default::default(),
        further: None,
        king_to: [king_to; 2],
        partner_file: [partner_file; 2],
        any_files,
        ignores_check: ignores_check.unwrap_or(!royal(white) && !royal(black)),
        ends_opposite: old.is_some_and(|r| r.ends_opposite),
    });
}

/// What is on or off.
fn switches(model: &mut Model<'_>, reader: Reader<'_>) {
    if let Some(checking) = model.bool("checking", reader) {
        // Fairy-Stockfish means checks of kings.
        let kings = model.variant.kinds.iter().any(|k| k.royal);
        if let Some(entry) = model.last("checking").filter(|_| !checking && !model.variant.royalty.pseudo.is_empty()) {
            let message =
                "checks of pseudo-royal pieces are allowed all the same: Fairy-Stockfish forbids those of kings alone";
            let remedy = if kings { "of the kings both are forbidden here" } else { "leave it out" };
            reader.findings.warning(ProblemCode::ReadDifferently, &place(entry), message, remedy);
        }
        model.variant.forbidden_checks = (!checking && kings).then_some(ForbiddenChecks::Any);
    }
    // So it does of drops that give check.
    let kings = model.variant.kinds.iter().any(|k| k.royal);
    let pseudo = !model.variant.royalty.pseudo.is_empty();
    if pseudo && model.variant.hands.as_ref().is_some_and(|hands| !hands.drop_checks) {
        if let Some(entry) = model.last("dropChecks") {
            let message = "pseudo-royal pieces may be checked by drops all the same: Fairy-Stockfish forbids checks of \
                           kings alone";
            let remedy = if kings { "of the kings both are forbidden here" } else { "leave it out" };
            reader.findings.warning(ProblemCode::ReadDifferently, &place(entry), message, remedy);
        }
        if let Some(hands) = model.variant.hands.as_mut().filter(|_| !kings) {
            hands.drop_checks = true;
        }
    }
    if let Some(must) = model.bool("mustCapture", reader) {
        model.variant.must_capture = must;
    }
    if let Some(makpong) = model.bool("makpongRule", reader) {
        model.variant.royalty.stays_in_check = makpong;
    }
    for (key, rule) in [("passOnStalemate", PassRule::Stalemate), ("pass", PassRule::Always)] {
        for (side, on) in model.sides(key, |e| reader.bool(e)).into_iter().enumerate() {
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
        let kings = model.variant.kinds.iter().enumerate().filter(|(_, k)| k.royal).map(|(i, _)| KindId::from_index(i));
        model.variant.flying_generals = if flying { kings.collect() } else { Vec::new() };
    }
    for i in 0..model.variant.kinds.len() {
        if model.variant.kinds[i].name == "janggiCannon" {
            model.variant.kinds[i].barriers = vec![KindId::from_index(i)];
        }
    }
}
