//! What is placed on the board: walls, pieces that enter and turn others, and those that stand together.

use super::Entry;
use super::model::Model;
use super::values::{Reader, place};
use crate::keys::words::{ENTERING_PLACES, TURNINGS, WALL_PLACES};
use crate::problem::ProblemCode;
use crate::region;
use betza_game::variant::{
    Connection, Directions, EndRule, EnteringPlace, EnteringRule, KindId, Region, Shape, Walling, Worth,
};

pub(super) fn rules(model: &mut Model<'_>, reader: Reader<'_>) {
    walls(model, reader);
    entering(model, reader);
    connections(model, reader);
}

/// `enclosingDrop` and what belongs to it; `flipEnclosedPieces`. `dropOnTop` is an old word for one value of the first.
fn entering(model: &mut Model<'_>, reader: Reader<'_>) {
    let words: Vec<_> =
        ENTERING_PLACES.iter().zip(ENTERING_WORDS).map(|(known, word)| (word, Some(known.value))).collect();
    let words: Vec<_> = words.into_iter().chain([("none", None)]).collect();
    let on_top = model.bool("dropOnTop", reader).filter(|on| *on).map(|_| Some(EnteringPlace::Top));
    let place_given = model.last("enclosingDrop").map(|e| word_or_none(reader, e, &words)).or(on_top);
    let opening = model.last("enclosingDropStart").and_then(|e| reader.region(e));
    match place_given {
        Some(None) => model.variant.entering = None,
        Some(Some(place)) => {
            let rule = model.variant.entering.get_or_insert(EnteringRule { place, opening: Region::EMPTY });
            rule.place = place;
        }
        None => {}
    }
    match (&mut model.variant.entering, opening) {
        (Some(rule), Some(opening)) => rule.opening = opening,
        (None, Some(opening)) if !opening.is_empty() => {
            if let Some(entry) = model.last("enclosingDropStart") {
                let message = "without an enclosingDrop 'enclosingDropStart' has no effect";
                reader.findings.warning(ProblemCode::NoEffect, &place(entry), message, "give an enclosingDrop, too");
            }
        }
        _ => {}
    }
    let turnings: Vec<_> = TURNINGS.iter().zip(TURNING_WORDS).map(|(known, word)| (word, Some(known.value))).collect();
    let turnings: Vec<_> = turnings.into_iter().chain([("none", None)]).collect();
    if let Some(turning) = model.last("flipEnclosedPieces").map(|e| word_or_none(reader, e, &turnings)) {
        model.variant.turning = turning;
    }
}

/// One of some words. Another one is none to Fairy-Stockfish, and here.
fn word_or_none<T: Copy>(reader: Reader<'_>, entry: &Entry<'_>, words: &[(&str, Option<T>)]) -> Option<T> {
    if let Some((_, value)) = words.iter().find(|(word, _)| *word == entry.value) {
        return *value;
    }
    let list: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    let message = format!("'{}' is no value of {}: Fairy-Stockfish takes it for none", entry.value, entry.key);
    let remedy = format!("write {}", list.join(" or "));
    reader.findings.warning(ProblemCode::ReadDifferently, &place(entry), message, remedy);
    None
}

/// The words of `enclosingDrop` for [`ENTERING_PLACES`].
pub(crate) const ENTERING_WORDS: [&str; 5] = ["reversi", "ataxx", "snort", "anyside", "top"];

/// The words of `flipEnclosedPieces` for [`TURNINGS`].
pub(crate) const TURNING_WORDS: [&str; 3] = ["reversi", "ataxx", "quadwrangle"];

/// `connect...` and `collinearN`, which have pieces, directions and value in common.
fn connections(model: &mut Model<'_>, reader: Reader<'_>) {
    if !model.entries.iter().any(|e| e.key.starts_with("connect") || e.key == "collinearN") {
        return;
    }
    let (mut row, mut line, mut block) = (0, 0, 0);
    let mut regions = [[Region::EMPTY; 2]; 2];
    let mut directions = Directions::ALL;
    let mut worth = Worth::Win;
    let mut kinds: Vec<KindId> = model.variant.kind_ids().collect();
    for end in &model.variant.ends {
        let EndRule::Connected(rule) = end else { continue };
        kinds.clone_from(&rule.kinds);
        worth = rule.worth;
        match &rule.shape {
            Shape::Row(n, d) => (row, directions) = (*n, *d),
            Shape::Line(n, d) => (line, directions) = (*n, *d),
            Shape::Block(n) => block = *n,
            Shape::Chain { ends, directions: d, .. } => (regions, directions) = (*ends, *d),
        }
    }
    let number = |key: &str, old: u8| model.last(key).and_then(|e| reader.number(e)).unwrap_or(old);
    (row, line, block) = (number("connectN", row), number("collinearN", line), number("connectNxN", block));
    let switch = |key: &str, old: bool| model.bool(key, reader).unwrap_or(old);
    directions = Directions {
        horizontal: switch("connectHorizontal", directions.horizontal),
        vertical: switch("connectVertical", directions.vertical),
        diagonal: switch("connectDiagonal", directions.diagonal),
    };
    worth = model.last("connectValue").and_then(|e| reader.worth(e)).unwrap_or(worth);
    kinds = model.last("connectPieceTypes").and_then(|e| model.listed(e, reader)).unwrap_or(kinds);
    for (which, region) in regions.iter_mut().enumerate() {
        for (side, name) in ["White", "Black"].into_iter().enumerate() {
            let key = format!("connectRegion{}{name}", which + 1);
            region[side] = model.last(&key).and_then(|e| reader.region(e)).unwrap_or(region[side]);
        }
    }
    model.variant.ends.retain(|end| !matches!(end, EndRule::Connected(_)));
    let joins = |side: usize| regions.iter().all(|region| !region[side].is_empty());
    // Fairy-Stockfish follows a chain by steps to the right and up alone, and diagonally to the right.
    let shapes = [
        (row > 0).then_some(Shape::Row(row, directions)),
        (joins(0) || joins(1)).then_some(Shape::Chain { ends: regions, directions, forward: true }),
        (block > 0).then_some(Shape::Block(block)),
        (line > 0).then_some(Shape::Line(line, directions)),
    ];
    for shape in shapes.into_iter().flatten() {
        let is_chain = matches!(shape, Shape::Chain { .. });
        model.variant.ends.push(EndRule::Connected(Connection { kinds: kinds.clone(), shape, worth }));
        if let Some(entry) = model.entries.iter().find(|e| is_chain && e.key.starts_with("connectRegion")) {
            let message = "Fairy-Stockfish sees a chain only if it never turns back to the left or down; so it is here";
            let remedy = "a game file has chains that may turn: when = \"in-a-chain\"";
            reader.findings.warning(ProblemCode::ReadDifferently, &place(entry), message, remedy);
        }
    }
}

/// `wallingRule` and what belongs to it. A pass that places a wall is no pass for the end by two of them.
fn walls(model: &mut Model<'_>, reader: Reader<'_>) {
    let words: Vec<_> =
        WALL_PLACES.iter().map(|known| (known.word, Some(known.value))).chain([("none", None)]).collect();
    let regions = model.sides("wallingRegion", |e| reader.region(e));
    let instead = model.bool("wallOrMove", reader);
    match model.last("wallingRule").map(|e| word_or_none(reader, e, &words)) {
        Some(None) => model.variant.walling = None,
        Some(Some(place)) => {
            let everywhere = [region::all(reader.board); 2];
            let rule = model.variant.walling.get_or_insert(Walling { place, region: everywhere, instead: false });
            rule.place = place;
        }
        None => {}
    }
    let Some(rule) = &mut model.variant.walling else {
        for key in ["wallingRegion", "wallingRegionWhite", "wallingRegionBlack", "wallOrMove"] {
            if let Some(entry) = model.last(key).filter(|e| !["-", "false"].contains(&&*e.value)) {
                let message = format!("without a wallingRule '{key}' has no effect");
                reader.findings.warning(ProblemCode::NoEffect, &place(entry), message, "give a wallingRule, too");
            }
        }
        return;
    };
    for (old, new) in rule.region.iter_mut().zip(regions) {
        *old = new.unwrap_or(*old);
    }
    rule.instead = instead.unwrap_or(rule.instead);
    if rule.instead {
        model.variant.ends.retain(|end| *end != EndRule::Passes);
    }
}
