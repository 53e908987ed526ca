//! What a game has become by being written and read again, in the words of the native format.

use super::english::said;
use super::first_moves::goes_only_forward;
use crate::node::{Node, Value};
use crate::piece::dropped_on;
use crate::region;
use crate::stuck::stuck_squares;
use crate::writer::write_complete;
use betza_game::variant::{Forced, Kind, KindId, Region, Variant};
use betza_ir::geometry::Side;
use betza_ir::sorted;
use betza_ir::{Condition, Modes, Move};
use std::collections::BTreeMap;

/// Pieces of which what differs is told elsewhere or does not matter.
#[derive(Clone, Debug, Default)]
pub(super) struct Apart {
    /// Those of the game that are told as a whole.
    pub(super) left_out: Vec<KindId>,
    /// The ids of those that were made up for the text.
    pub(super) made: Vec<String>,
}

/// The name that a letter of chess stands for.
fn chessman(id: &str) -> Option<&'static str> {
    let men = [("P", "Pawn"), ("N", "Knight"), ("B", "Bishop"), ("R", "Rook"), ("Q", "Queen"), ("K", "King")];
    men.into_iter().find(|(letter, _)| *letter == id).map(|(_, name)| name)
}

/// What `game` has otherwise than what was read of its text, in English. Names, sources and notations that say the same
/// in other words do not matter.
pub(super) fn between(game: &Variant, mut read: Variant, apart: &Apart) -> Vec<String> {
    let mut game = game.clone();
    let mut letters: Vec<String> = Vec::new();
    for kind in &mut game.kinds {
        let letter = kind.letters[0].clone();
        if !letters.contains(&letter) {
            kind.id.clone_from(&letter);
            letters.push(letter);
        }
        kind.synonyms.clear();
    }
    if game.results.clock_kinds.is_none() && read.results.clock_kinds == Some(Side::BOTH.map(|_| resetting(&read))) {
        read.results.clock_kinds = None;
    }
    (game, read) = (without_idle(game), without_idle(read));
    let mut renamed = Vec::new();
    for kind in &mut read.kinds {
        let Some(same) = game.kinds.iter().find(|k| k.id == kind.id) else { continue };
        // Who sees a P knows that it is a Pawn.
        let is_known = kind.name == kind.id && chessman(&kind.id) == Some(&same.name);
        if !is_known && !kind.name.eq_ignore_ascii_case(&same.name) {
            renamed.push(format!("{} ({})", same.name, same.letters[0]));
        }
        kind.name.clone_from(&same.name);
        if kind.moves == same.moves {
            kind.notation.clone_from(&same.notation);
            kind.dialect = same.dialect;
        }
    }
    for variant in [&mut game, &mut read] {
        variant.sources.clear();
        variant.aliases.clear();
        "game".clone_into(&mut variant.name);
        "game".clone_into(&mut variant.title);
    }
    let (ours, theirs) = (lines(&game), lines(&read));
    let id_of = |key: &str| Some(key.strip_prefix("pieces.")?.split('.').next()?.to_owned());
    let left_out: Vec<String> = apart.left_out.iter().map(|kind| game.kinds[kind.index()].id.clone()).collect();
    let is_of = |ids: &[String], key: &str| id_of(key).is_some_and(|id| ids.contains(&id));
    let lost = ours.iter().filter(|(key, value)| theirs.get(*key) != Some(value) && !is_of(&left_out, key));
    // A table that is lost as a whole is told by its keys.
    let has_table = |key: &str| ours.keys().any(|k| k.strip_prefix(key).is_some_and(|rest| rest.starts_with('.')));
    let is_added = |key: &str| !ours.contains_key(key) && !has_table(key) && !is_of(&apart.made, key);
    let added = theirs.iter().filter(|(key, _)| is_added(key));
    let lost = lost.map(|(key, value)| said(key, value, &game));
    let names = (!renamed.is_empty()).then(|| format!("the names of pieces: {}", renamed.join(", ")));
    let lost = names.into_iter().chain(lost);
    lost.chain(added.map(|(key, value)| format!("that there is no such rule: {}", said(key, value, &read)))).collect()
}

/// The kinds whose moves begin the count of moves anew in a game that does not name them.
pub(super) fn resetting(variant: &Variant) -> Vec<KindId> {
    let resets = |kind: &Kind| {
        let leaves_rights = kind.moves.iter().flat_map(|piece| &piece.moves).any(|m| m.leaves_en_passant);
        let promotion = kind.promotion.as_ref();
        leaves_rights
            || promotion.is_some_and(|p| p.remembers)
            || (promotion.is_some() && kind.moves.iter().all(goes_only_forward))
    };
    (0..variant.kinds.len()).filter(|&i| resets(&variant.kinds[i])).map(KindId::from_index).collect()
}

/// A game without what has no effect: regions of moves that a piece does not have, moves from regions without squares,
/// drops of what is never in a hand, captures en passant in games without, the order of what may be chosen.
pub(super) fn without_idle(mut variant: Variant) -> Variant {
    let all = region::all(&variant.board);
    let nobody = Vec::new();
    let captors = variant.en_passant.as_ref().map_or(&nobody, |rule| &rule.captors).clone();
    let promoted_drops = variant.hands.as_ref().is_some_and(|hands| hands.drop_promoted);
    for (i, kind) in variant.kinds.iter_mut().enumerate() {
        let captures_so = captors.contains(&KindId::from_index(i));
        let nowhere = kind.double_step_region.iter().all(Region::is_empty);
        for piece in &mut kind.moves {
            let from_region = |m: &Move| m.condition.contains(Condition::IN_DOUBLE_STEP_REGION);
            piece.moves.retain(|m| !nowhere || !from_region(m));
            let links = piece.moves.iter_mut().flat_map(|m| &mut m.chain.links);
            let stops = links.filter_map(|link| link.joint.stop.as_mut());
            stops.filter(|_| !captures_so).for_each(|stop| stop.modes.remove(Modes::EN_PASSANT));
        }
        let from_region = |m: &Move| m.condition.contains(Condition::IN_DOUBLE_STEP_REGION);
        if !kind.moves.iter().flat_map(|piece| &piece.moves).any(from_region) {
            kind.double_step_region = [Region::EMPTY; 2];
        }
        // Where a piece would be stuck it is not dropped, or promotes, whichever way that is said.
        let only_promoted = kind.promotion.iter().flat_map(|promotion| &promotion.only_promoted);
        let matters = kind.drop.not_stuck || only_promoted.into_iter().any(|region| !region.is_empty());
        let stuck = if matters { stuck_squares(&variant.board, kind) } else { [Region::EMPTY; 2] };
        if std::mem::take(&mut kind.drop.not_stuck) {
            for (region, stuck) in kind.drop.region.iter_mut().zip(&stuck).filter(|_| !promoted_drops) {
                *region = region.without(*stuck);
            }
        }
        if let Some(promotion) = &mut kind.promotion {
            promotion.to.iter_mut().for_each(|to| to.sort_unstable());
            // Who is in the zone everywhere moves to it.
            promotion.from_zone_too &= promotion.zone != [all; 2];
            let promotes_there = match &promotion.forced {
                Forced::No => [Region::EMPTY; 2],
                Forced::Always | Forced::WhenStuck => promotion.zone,
                Forced::OnRegion(region) => *region,
            };
            if stuck.iter().zip(&promotes_there).all(|(stuck, there)| stuck.is_subset(there)) {
                promotion.only_promoted = [Region::EMPTY; 2];
            }
        }
        let never_held = variant.hands.is_none() || kind.royal || kind.id.starts_with('+') && !promoted_drops;
        if never_held {
            kind.drop = dropped_on([all; 2]);
        }
    }
    variant
}

/// The keys of a game's file, each with its tables before it, and their values, in which the order of pieces does not
/// matter.
fn lines(variant: &Variant) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let Ok(node) = Node::parse(0, &write_complete(variant)) else { return all };
    let ids: Vec<&str> = variant.kinds.iter().map(|kind| kind.id.as_str()).collect();
    collect("", &node, &ids, &mut all);
    all
}

fn collect(path: &str, node: &Node, ids: &[&str], all: &mut BTreeMap<String, String>) {
    // Tables within one key are a value.
    let is_table =
        path.matches('.').count() < 2 && (path.is_empty() || !path.contains('.') || path.starts_with("pieces."));
    match &node.value {
        Value::Table(entries) if is_table => {
            for (key, value) in entries {
                let path = if path.is_empty() { key.name.clone() } else { format!("{path}.{}", key.name) };
                collect(&path, value, ids, all);
            }
        }
        _ => {
            all.insert(path.to_owned(), text(node, ids));
        }
    }
}

/// A value as text, with the pieces of a list in alphabetical order.
fn text(node: &Node, ids: &[&str]) -> String {
    match &node.value {
        Value::Text(text) => format!("\"{text}\""),
        Value::Int(number) => number.to_string(),
        Value::Bool(value) => value.to_string(),
        Value::List(items) => {
            let is_kind = |item: &Node| matches!(&item.value, Value::Text(id) if ids.contains(&id.as_str()));
            let mut texts: Vec<String> = items.iter().map(|item| text(item, ids)).collect();
            if items.iter().all(is_kind) {
                sorted::sort(&mut texts);
            }
            format!("[{}]", texts.join(", "))
        }
        Value::Table(entries) => {
            let mut texts: Vec<String> =
                entries.iter().map(|(key, value)| format!("{} = {}", key.name, text(value, ids))).collect();
            sorted::sort(&mut texts);
            format!("{{ {} }}", texts.join(", "))
        }
        Value::Other => String::new(),
    }
}
