//! Who captures en passant, and where: `enPassantTypes` and `enPassantRegion`.
//!
//! Fairy-Stockfish lets its own pawns capture so at all times, and of other pieces those of the types that are named
//! here or have an `e` in their notation, by moves that only capture. Who can be captured so is another matter:
//! whatever has made a first move over squares. Source: `generate_moves` and `do_move` of Fairy-Stockfish.

use super::model::Model;
use super::notation::in_named_dialect;
use super::values::Reader;
use crate::section::Scope;
use betza_game::variant::{BySide, KindId, Region};
use betza_ir::geometry::Side;
use betza_ir::{Landing, Modes, Part, Piece};
use betza_notation::Dialect;

pub(super) fn rules(model: &mut Model<'_>, reader: Reader<'_>) {
    let keyed = model.entries.iter().any(|e| e.key.starts_with("enPassant"));
    let doubled = model.bool("doubleStep", reader) == Some(true);
    let changed = doubled || model.entries.iter().any(|e| e.key.starts_with("customPiece"));
    let old = model.variant.en_passant.take();
    if old.is_none() && !keyed && !changed && !model.from_nothing {
        return;
    }
    if keyed || changed {
        let captors = captors(model, reader);
        for i in 0..model.variant.kinds.len() {
            // What Fairy-Stockfish does not have goes on as it did.
            if !model.types[i].is_empty() {
                let may = [0, 1].map(|side: usize| captors[side].contains(&KindId::from_index(i)));
                take_en_passant(model, i, may);
            }
        }
    }
    let scope = Scope { findings: reader.findings, board: reader.board, ids: &[] };
    let Some(mut rule) = crate::rules::en_passant(scope, None, &model.variant.kinds) else { return };
    if model.en_passant_off {
        rule.region = [Region::EMPTY; 2];
    }
    if let Some(old) = old {
        rule.region = old.region;
    }
    for (side, region) in model.sides("enPassantRegion", |e| reader.region(e)).into_iter().enumerate() {
        if let Some(region) = region {
            rule.region[side] = region;
        }
    }
    model.variant.en_passant = rule.region.iter().any(|region| !region.is_empty()).then_some(rule);
}

/// The kinds of each side that may capture en passant. Each section says anew who does, after its own pieces with an
/// `e` have come to those of its parent.
fn captors(model: &Model<'_>, reader: Reader<'_>) -> BySide<Vec<KindId>> {
    let inherited: Vec<KindId> = model.en_passant_types.iter().flat_map(|name| model.of_type(name)).collect();
    let mut captors = [inherited.clone(), inherited];
    for level in 1..=model.level {
        let entries = || model.entries.iter().filter(|e| e.level == level);
        for entry in entries().filter(|e| e.key.starts_with("customPiece") && e.value.contains(':')) {
            let own = entry.value.get(2..).filter(|notation| in_named_dialect(notation).is_none());
            if own.is_some_and(|notation| notation.contains('e')) {
                captors.iter_mut().for_each(|kinds| kinds.extend(model.of_type(entry.key)));
            }
        }
        for entry in entries().filter(|e| e.key.starts_with("enPassantTypes")) {
            let Some(named) = model.listed(entry, reader) else { continue };
            for side in Side::BOTH.into_iter().filter(|&side| entry.gives("enPassantTypes", side)) {
                captors[side.index()].clone_from(&named);
            }
        }
    }
    captors.iter_mut().for_each(|kinds| kinds.extend(model.of_type("pawn")));
    captors
}

/// Lets the captures of a kind also capture en passant, for each side or not, and writes its notation so.
fn take_en_passant(model: &mut Model<'_>, kind: usize, may: BySide<bool>) {
    let kind = &mut model.variant.kinds[kind];
    for (side, may) in may.into_iter().enumerate() {
        let mut piece = kind.moves[side].clone();
        stops(&mut piece, |stop| {
            let only_captures = stop.modes.contains(Modes::CAPTURE) && !stop.modes.contains(Modes::MOVE);
            stop.modes.set(Modes::EN_PASSANT, may && only_captures);
        });
        if piece == kind.moves[side] {
            continue;
        }
        if let Some(text) = written(&piece, kind.dialect) {
            kind.notation[side] = text;
        }
        kind.moves[side] = piece;
    }
}

/// The notation of a piece in a dialect, if it has one that says the same.
fn written(piece: &Piece, dialect: Dialect) -> Option<String> {
    betza_notation::write(piece, dialect).ok()
}

/// Calls `change` for each way to land by a move of one leg.
fn stops(piece: &mut Piece, change: impl FnMut(&mut Landing)) {
    let links = piece.moves.iter_mut().flat_map(|m| &mut m.chain.links);
    links.filter(|l| matches!(l.part, Part::Leg(_))).filter_map(|l| l.joint.stop.as_mut()).for_each(change);
}
