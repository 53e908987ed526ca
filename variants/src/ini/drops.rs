//! Hands and drops.

use super::model::Model;
use super::pieces::is_piece_key;
use super::usual::{plain_promotion, rank_regions};
use super::values::{Reader, place};
use crate::problem::ProblemCode;
use crate::stuck::stuck_squares;
use betza_game::variant::{BySide, Forced, GatingRule, HandRule, Kind, KindId, Region};
use betza_ir::geometry::Side;

/// What a parent does with what comes to a hand.
pub(super) struct Habits {
    /// It has hands.
    hands: bool,
    /// Captured pieces come to hands.
    captures: bool,
}

impl Habits {
    /// Those of the parent's rules, before a section's are laid over them.
    pub(super) fn of(model: &Model<'_>) -> Habits {
        let hands = &model.variant.hands;
        let captures = hands.as_ref().is_some_and(|h| h.captures);
        Habits { hands: hands.is_some(), captures }
    }
}

pub(super) fn rules(model: &mut Model<'_>, habits: &Habits, reader: Reader<'_>) {
    let drops = model.bool("pieceDrops", reader);
    let captures = model.bool("capturesToHand", reader);
    model.variant.two_boards = model.bool("twoBoards", reader).unwrap_or(model.variant.two_boards);
    gates(model, reader);
    if drops == Some(true) || captures == Some(true) || model.variant.gating.is_some() {
        model.variant.hands.get_or_insert(HandRule {
            captures: false,
            captures_return: false,
            endless: false,
            drops: false,
            must_drop: Vec::new(),
            castling_by_drop: false,
            drop_promoted: false,
            drop_checks: true,
            keeps_promoted: false,
            opposite_coloured: Vec::new(),
        });
    }
    let must = model.bool("mustDrop", reader);
    let must_types = model.last("mustDropType").and_then(|e| model.listed(e, reader));
    let everything = model.variant.kind_ids().collect();
    let switches = [
        model.bool("dropChecks", reader),
        model.bool("dropPromoted", reader),
        model.bool("castlingDroppedPiece", reader),
        model.bool("dropOppositeColoredBishop", reader),
    ];
    let bishops: Vec<KindId> = model.of_type("bishop").collect();
    let promotes_in_shogi_style =
        model.variant.kinds.iter().any(|k| k.promotion.as_ref().is_some_and(|p| p.from_zone_too));
    let Some(hands) = &mut model.variant.hands else { return memory(model, reader, habits) };
    hands.drops = drops.unwrap_or(hands.drops);
    hands.captures = captures.unwrap_or(hands.captures);
    match (must, must_types) {
        (Some(false), _) => hands.must_drop.clear(),
        (Some(true), None) => hands.must_drop = everything,
        (Some(true), Some(types)) => hands.must_drop = types,
        (None, Some(types)) if !hands.must_drop.is_empty() => hands.must_drop = types,
        (None, _) => {}
    }
    let [checks, promoted, castles, opposite] = switches;
    hands.drop_checks = checks.unwrap_or(hands.drop_checks);
    // It is said of promotion as in Shogi; a pawn is never dropped as a Queen.
    hands.drop_promoted = promoted.map_or(hands.drop_promoted, |on| on && promotes_in_shogi_style);
    hands.castling_by_drop = castles.unwrap_or(hands.castling_by_drop);
    if let Some(opposite) = opposite {
        hands.opposite_coloured = if opposite { bishops } else { Vec::new() };
    }
    memory(model, reader, habits);
    regions(model, reader, habits);
    restrictions(model, reader);
    rooks(model, reader);
}

/// Pieces in hand that a first move leaves behind. `gating` alone keeps the field of FEN and has no moves.
fn gates(model: &mut Model<'_>, reader: Reader<'_>) {
    let field = model.bool("gating", reader);
    if field == Some(false) {
        model.variant.gating = None;
        if let Some(entry) = model.last("gating").filter(|_| model.variant.unmoved_field) {
            let message = "the parent's pieces have first moves that hang on this";
            reader.findings.error(ProblemCode::Unsupported, &place(entry), message, "leave it out");
        }
    }
    let has_field = field.unwrap_or(model.variant.gating.is_some() || model.variant.unmoved_field);
    match model.bool("seirawanGating", reader) {
        Some(true) if !has_field => {
            if let Some(entry) = model.last("seirawanGating") {
                let message = "without 'gating = true' nothing is left behind";
                reader.findings.warning(ProblemCode::NoEffect, &place(entry), message, "write 'gating = true' too");
            }
        }
        Some(true) => {
            let kinds = model.variant.kind_ids().collect();
            let last = model.variant.board.ranks() as u8 - 1;
            model.variant.gating = Some(GatingRule { kinds, rank: [0, last] });
        }
        Some(false) => model.variant.gating = None,
        None => {
            // Whatever comes to a hand may be left behind.
            let all = model.variant.kind_ids().collect();
            if let Some(gating) = &mut model.variant.gating {
                gating.kinds = all;
            }
        }
    }
}

/// Sittuyin's Rooks are dropped on the first rank, or else where other pieces are.
fn rooks(model: &mut Model<'_>, reader: Reader<'_>) {
    let Some(first_rank_only) = model.bool("sittuyinRookDrop", reader) else { return };
    let first = rank_regions(&model.variant, 1);
    let Some(general) = model.variant.kinds.iter().find(|k| k.royal).map(|k| k.drop.region) else { return };
    let rooks: Vec<KindId> = model.of_type("rook").collect();
    for kind in rooks.into_iter().map(|k| k.index()) {
        model.variant.kinds[kind].drop.region =
            [0, 1].map(|side| if first_rank_only { general[side] & first[side] } else { general[side] });
    }
}

/// A pawn that has promoted comes to a hand as a pawn, unless the game is a loop. Where that is the partner's, what has
/// promoted is told apart in any case.
fn memory(model: &mut Model<'_>, reader: Reader<'_>, habits: &Habits) {
    let two_boards = model.variant.two_boards;
    let (captures, kept) = model.variant.hands.as_ref().map_or((false, false), |h| (h.captures, h.keeps_promoted));
    let inherited = model.variant.kinds.iter().any(|k| k.promotion.as_ref().is_some_and(|p| p.remembers));
    let given = model.bool("dropLoop", reader);
    let loops = given.unwrap_or(kept || (!inherited && habits.captures));
    let remembers = two_boards || (captures && !loops);
    if let Some(hands) = &mut model.variant.hands {
        hands.keeps_promoted = two_boards && loops;
    }
    for promotion in model.variant.kinds.iter_mut().filter_map(|k| k.promotion.as_mut()) {
        promotion.remembers = remembers && !promotion.from_zone_too;
    }
    if given != Some(true) {
        return;
    }
    // What has promoted as in Shogi comes to a hand as a piece of its type.
    let plain = |kind: usize| {
        let name = &model.types[kind];
        let same = model.of_type(name).find(|k| model.variant.kinds[k.index()].id.len() == 1);
        same.filter(|_| model.variant.kinds[kind].id.starts_with('+'))
    };
    let held: Vec<Option<KindId>> = (0..model.variant.kinds.len()).map(plain).collect();
    let captured = model.variant.hands.as_ref().is_some_and(|h| h.captures);
    let lacks = |(kind, held): &(&Kind, &Option<KindId>)| held.is_none() && kind.id.starts_with('+');
    if let Some((kind, _)) = model.variant.kinds.iter().zip(&held).find(lacks).filter(|_| captured)
        && let Some(entry) = model.last("dropLoop")
    {
        let message = format!("a captured '{}' would come to the hand as a piece that has no letter here", kind.id);
        reader.findings.error(
            ProblemCode::Unsupported,
            &place(entry),
            message,
            "give that piece a letter in this section",
        );
    }
    for (kind, held) in model.variant.kinds.iter_mut().zip(held) {
        kind.in_hand = held.or(kind.in_hand);
    }
}

impl Model<'_> {
    /// Where the game's pieces are dropped but for what it says of some: all squares, if it has no hands.
    pub(super) fn general_drops(&self) -> BySide<Region> {
        let all = self.variant.kinds.iter().zip(&self.types);
        // Kings are dropped anywhere where nobody says otherwise, since none is.
        let others: Vec<&Kind> =
            all.filter(|(kind, name)| *name != "pawn" && !kind.royal).map(|(kind, _)| kind).collect();
        if self.variant.hands.is_none() || others.is_empty() {
            return [crate::region::all(&self.variant.board); 2];
        }
        [0, 1].map(|side: usize| others.iter().fold(Region::EMPTY, |sum, k| sum | k.drop.region[side]))
    }
}

fn regions(model: &mut Model<'_>, reader: Reader<'_>, habits: &Habits) {
    let captures = model.variant.hands.as_ref().is_some_and(|h| h.captures);
    let comes_to_capture = captures && !habits.captures;
    let keyed = model.entries.iter().any(|e| {
        let named = ["firstRankPawnDrops", "promotionZonePawnDrops"].contains(&e.key);
        named || e.key.starts_with("dropRegion") || e.key.starts_with("promotionRegion")
    });
    let fresh = model.entries.iter().any(|e| is_piece_key(e.key));
    // What a parent says of its Pawns' drops tells nothing where they never come to a hand.
    if habits.captures && !keyed && !fresh && !comes_to_capture {
        return;
    }
    let everywhere = if habits.hands { model.general_drops() } else { [crate::region::all(&model.variant.board); 2] };
    let given = model.sides("dropRegion", |e| reader.region(e));
    let first = rank_regions(&model.variant, 1);
    let on_first = model.bool("firstRankPawnDrops", reader).unwrap_or(model.pawn_drops.first_rank);
    let in_zone = model.bool("promotionZonePawnDrops", reader).unwrap_or(model.pawn_drops.zone);
    for (kind, name) in model.variant.kinds.iter_mut().zip(&model.types) {
        let is_pawn = name == "pawn";
        let zone = kind.promotion.as_ref().map_or([Region::EMPTY; 2], |p| p.zone);
        for side in Side::BOTH.map(Side::index) {
            let old = kind.drop.region[side];
            let only_first = name == "rook"
                && old.without(first[side]).is_empty()
                && !everywhere[side].without(first[side]).is_empty();
            let given = given[side].map(|r| if only_first { r & first[side] } else { r });
            let mut region = given.unwrap_or(if habits.hands && !is_pawn { old } else { everywhere[side] });
            if is_pawn {
                if !on_first {
                    region = region.without(first[side]);
                }
                if !in_zone {
                    region = region.without(zone[side]);
                }
            }
            kind.drop.region[side] = region;
        }
    }
}

fn restrictions(model: &mut Model<'_>, reader: Reader<'_>) {
    if let Some(kinds) = model.last("dropNoDoubled").and_then(|e| model.listed(e, reader)) {
        let count = model.variant.kinds.iter().find_map(|kind| kind.drop.per_file).unwrap_or(1);
        for (i, kind) in model.variant.kinds.iter_mut().enumerate() {
            kind.drop.per_file = kinds.contains(&KindId::from_index(i)).then_some(count);
        }
    }
    if let Some(count) = model.last("dropNoDoubledCount").and_then(|e| reader.number(e)) {
        for kind in model.variant.kinds.iter_mut().filter(|k| k.drop.per_file.is_some()) {
            kind.drop.per_file = Some(count);
        }
    }
    if let Some(illegal) = model.bool("shogiPawnDropMateIllegal", reader) {
        let pawns: Vec<KindId> = model.of_type("shogiPawn").collect();
        pawns.into_iter().for_each(|k| model.variant.kinds[k.index()].drop.no_mate = illegal);
    }
}

/// `immobilityIllegal`: no piece is dropped or moves to where it could never move again, but for one that promotes
/// there. What a parent says of this holds for the pieces that a section gives, too.
pub(super) fn immobility(model: &mut Model<'_>, reader: Reader<'_>) {
    let given = model.bool("immobilityIllegal", reader);
    if let Some(illegal) = given.or(model.immobility_illegal.then_some(true)) {
        model.variant.kinds.iter_mut().for_each(|k| k.drop.not_stuck = illegal);
    }
    let drops_promoted = model.variant.hands.as_ref().is_some_and(|hands| hands.drop_promoted);
    for i in 0..model.variant.kinds.len() {
        let kind = &model.variant.kinds[i];
        // Fairy-Stockfish takes every king for one that moves as that of chess.
        if !kind.drop.not_stuck || model.is(i, "king") {
            continue;
        }
        let stuck = stuck_squares(&model.variant.board, kind);
        if stuck.iter().all(Region::is_empty) {
            continue;
        }
        let nothing = || plain_promotion(stuck, [Vec::new(), Vec::new()], Forced::Always);
        let kind = &mut model.variant.kinds[i];
        kind.promotion.get_or_insert_with(nothing).only_promoted = stuck;
        // Its region is that of its promoted forms, too, which are not stuck there.
        if !drops_promoted {
            for (region, stuck) in kind.drop.region.iter_mut().zip(stuck) {
                *region = region.without(stuck);
            }
        }
    }
}
