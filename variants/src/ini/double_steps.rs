//! Double steps: `doubleStep`, `doubleStepRegionWhite` and `doubleStepRegionBlack`.
//!
//! A game without double steps has no region for them, so its heirs need both to have some: `doubleStep = true` and a
//! region. Source: `Variant::conclude` of Fairy-Stockfish, which ends the reading of each section.

use super::model::Model;
use super::pieces::{PAWN, moves};
use super::values::{Reader, place};
use crate::piece::steps_from_region;
use crate::problem::ProblemCode;
use crate::region;
use betza_game::variant::{KindId, Region};
use betza_ir::geometry::Side;
use betza_notation::Dialect;

pub(super) fn rules(model: &mut Model<'_>, reader: Reader<'_>) {
    if !model.entries.iter().any(|e| e.key.starts_with("doubleStep")) {
        return;
    }
    let mut has_steps = model.from_nothing || has_region(model) || model.of_type("pawn").next().is_none();
    if has_steps && !has_region(model) {
        let rank = |text| region::read(&model.variant.board, text).unwrap_or(Region::EMPTY);
        let usual = [rank("*2"), rank("*7")];
        model.variant.kinds.iter_mut().for_each(|kind| kind.double_step_region = usual);
    }
    for level in 1..=model.level {
        let entries: Vec<_> = model.entries.iter().filter(|e| e.level == level).collect();
        for side in Side::BOTH {
            let named = entries.iter().rev().find(|e| e.gives("doubleStepRegion", side));
            if let Some(region) = named.and_then(|e| reader.region(e)) {
                model.variant.kinds.iter_mut().for_each(|kind| kind.double_step_region[side.index()] = region);
            }
        }
        let switch = entries.iter().rev().find(|e| e.key == "doubleStep");
        let on = switch.and_then(|e| reader.bool(e)).unwrap_or(has_steps);
        if !on {
            model.variant.kinds.iter_mut().for_each(|kind| kind.double_step_region = [Region::EMPTY; 2]);
        } else if !has_region(model)
            && let Some(entry) = switch
        {
            let message = "the game that this one starts from has no double steps, and so no region for them";
            let remedy = "write the regions too: 'doubleStepRegionWhite = *2' and 'doubleStepRegionBlack = *7'";
            reader.findings.warning(ProblemCode::NoEffect, &place(entry), message, remedy);
        }
        has_steps = on && has_region(model);
    }
    if has_steps && model.last("doubleStep").is_some() {
        give_steps(model);
    }
}

/// Returns whether there is a square from which a piece may make a double step.
fn has_region(model: &Model<'_>) -> bool {
    model.variant.kinds.iter().any(|kind| kind.double_step_region.iter().any(|region| !region.is_empty()))
}

/// Gives the parent's pawns double steps if they have none.
fn give_steps(model: &mut Model<'_>) {
    let pawns: Vec<KindId> = model.of_type("pawn").collect();
    for kind in pawns.into_iter().map(KindId::index) {
        let kind = &mut model.variant.kinds[kind];
        if !kind.moves.iter().any(steps_from_region) {
            kind.moves = [moves(PAWN), moves(PAWN)];
            kind.notation = [PAWN.to_owned(), PAWN.to_owned()];
            kind.dialect = Dialect::Fsf;
        }
    }
}
