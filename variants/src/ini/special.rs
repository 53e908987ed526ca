//! Moves that some pieces have besides their own: triple steps, those along the diagonals of palaces, leaps of unmoved
//! pieces.

use super::model::Model;
use super::pieces::moves;
use super::values::{Reader, place};
use crate::problem::ProblemCode;
use betza_game::variant::{BySide, Inside, Kind, KindId, Region};
use betza_ir::geometry::Side;
use betza_ir::{Condition, Piece};
use betza_notation::Dialect;

pub(super) fn rules(model: &mut Model<'_>, reader: Reader<'_>) {
    triple_steps(model, reader);
    diagonals(model, reader);
    leaps(model, reader);
}

/// Moves in a region, by a notation of Fairy-Stockfish's.
fn inside(region: BySide<Region>, notation: &str, leaves: bool) -> Inside {
    let moves = moves(notation);
    Inside { region, notation: [notation.to_owned(), notation.to_owned()], moves: [moves.clone(), moves], leaves }
}

/// A step of three squares over empty ones.
const TRIPLE: &str = "ifmnH";

/// `tripleStepRegion...`: pawns alone have such steps.
fn triple_steps(model: &mut Model<'_>, reader: Reader<'_>) {
    let given = model.sides("tripleStepRegion", |e| reader.region(e));
    if given.iter().all(Option::is_none) {
        return;
    }
    let pieces = model.variant.kinds.iter_mut().zip(&model.types);
    for (kind, _) in pieces.filter(|(_, name)| *name == "pawn") {
        let old = kind.inside.iter().position(|i| i.notation[0] == TRIPLE).map(|i| kind.inside.remove(i).region);
        let old = old.unwrap_or([Region::EMPTY; 2]);
        let region = [0, 1].map(|side: usize| given[side].unwrap_or(old[side]));
        if region.iter().any(|r| !r.is_empty()) {
            in_dialect(kind, Dialect::Fsf);
            kind.inside.push(inside(region, TRIPLE, true));
        }
    }
}

/// Lets a piece's notation stand in this dialect, if it means the same there.
fn in_dialect(kind: &mut Kind, dialect: Dialect) -> bool {
    let means = |text: &String| match text.is_empty() {
        true => Ok(Piece::default()),
        false => betza_notation::read(text, dialect).map(|reading| reading.piece),
    };
    let same = [0, 1].map(|side: usize| means(&kind.notation[side]).is_ok_and(|piece| piece == kind.moves[side]));
    if same == [true, true] {
        kind.dialect = dialect;
    }
    kind.dialect == dialect
}

/// What moves along the diagonals of palaces, and how.
const PALACE: [(&str, &str); 4] = [("wazir", "F"), ("soldier", "fF"), ("rook", "B"), ("janggiCannon", "pB")];

/// `diagonalLines`: the squares of the diagonals on which Janggi's pieces go. A region that a parent has is that of the
/// pieces that a section gives, too.
fn diagonals(model: &mut Model<'_>, reader: Reader<'_>) {
    let is_palace = |i: &Inside| PALACE.iter().any(|(_, along)| moves(along).moves == i.moves[0].moves);
    let inherited =
        model.variant.kinds.iter().flat_map(|kind| &kind.inside).find(|i| is_palace(i)).map(|i| i.region[0]);
    let given = model.last("diagonalLines").and_then(|e| reader.region(e));
    let Some(region) = given.or(inherited) else { return };
    // A king moves as a Wazir does, palaces included, only as a game of Fairy-Stockfish's own has it: none that a
    // section gives.
    let has_own_king = model.last("king").is_none();
    for (kind, name) in model.variant.kinds.iter_mut().zip(&model.types) {
        kind.inside.retain(|i| !is_palace(i));
        let name = match &name[..] {
            "king" if has_own_king && kind.moves[0].moves == moves("W").moves => "wazir",
            name => name,
        };
        if let Some((_, along)) = PALACE.iter().find(|(piece, _)| name == *piece && !region.is_empty()) {
            kind.inside.push(inside([region; 2], along, false));
        }
    }
}

/// `cambodianMoves`: leaps of unmoved Kings and Fers, which the castling field names.
fn leaps(model: &mut Model<'_>, reader: Reader<'_>) {
    let Some(on) = model.bool("cambodianMoves", reader) else { return };
    let Some(entry) = model.last("cambodianMoves").cloned() else { return };
    let has_field =
        model.bool("gating", reader).unwrap_or(model.variant.unmoved_field || model.variant.gating.is_some());
    if on && !has_field {
        let message = "without 'gating = true' no piece is known to be unmoved";
        reader.findings.warning(ProblemCode::NoEffect, &place(&entry), message, "write 'gating = true' too");
        return;
    }
    if !on && !model.variant.unmoved_field {
        return;
    }
    model.variant.unmoved_field = on;
    let rooks: Vec<KindId> = model.of_type("rook").collect();
    model.variant.royalty.first_moves_in_check = !on;
    model.variant.royalty.first_moves_lost_to = if on { rooks } else { Vec::new() };
    for (kind, name) in model.variant.kinds.iter_mut().zip(&model.types) {
        if !on {
            kind.moves.iter_mut().for_each(|p| p.moves.retain(|m| !m.condition.contains(Condition::UNMOVED)));
            continue;
        }
        let leap = match &name[..] {
            "king" => "imfsN",
            "fers" => "ifmD",
            _ => continue,
        };
        let fits = !has_leaps(kind) && in_dialect(kind, Dialect::Xbetza);
        for side in Side::BOTH.into_iter().filter(|_| fits).map(Side::index) {
            kind.notation[side] += leap;
            if let Ok(reading) = betza_notation::read(&kind.notation[side], Dialect::Xbetza) {
                kind.moves[side] = reading.piece;
            }
        }
        if !fits && !has_leaps(kind) {
            let message = format!("the leap of '{}' is not known here beside its other moves", kind.id);
            reader.findings.error(ProblemCode::Unsupported, &place(&entry), message, "leave it out");
        }
    }
}

/// Whether a piece leaps as long as it is unmoved.
fn has_leaps(kind: &Kind) -> bool {
    kind.moves.iter().flat_map(|p| &p.moves).any(|m| m.condition.contains(Condition::UNMOVED))
}
