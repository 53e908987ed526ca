//! A line of a game file in English, with the line behind, as what a form does not say is told.

use crate::keys::{Type, entry};
use betza_game::variant::Variant;

/// `these may not face each other on an open line: K (flying_generals = ["K"])`.
pub(super) fn said(key: &str, value: &str, game: &Variant) -> String {
    format!("{} ({key} = {value})", alone(key, value, game).unwrap_or_else(|| key.to_owned()))
}

/// The sentence alone; `None` for keys that the format lacks.
fn alone(key: &str, value: &str, game: &Variant) -> Option<String> {
    let path: Vec<&str> = key.split('.').collect();
    let (last, table) = path.split_last()?;
    let entry = entry(table, last)?;
    let plain: String = value.chars().filter(|c| !['"', '[', ']'].contains(c)).collect();
    let word = entry.words().into_iter().find(|word| word.word == plain && !word.sentence.is_empty());
    let said = match (entry.of, word, value) {
        (Type::Switch, _, "true") => entry.sentence.to_owned(),
        (Type::Switch, ..) => format!("it is not so that {}", entry.sentence),
        (_, Some(word), _) => word.sentence.to_owned(),
        // What stands in a table is told by the line.
        _ if value.starts_with('{') || plain.is_empty() => entry.sentence.to_owned(),
        _ => format!("{}: {plain}", entry.sentence),
    };
    let piece = match table {
        ["pieces", id, ..] => game.kinds.iter().find(|kind| kind.id == *id).map(|kind| kind.name.as_str()),
        _ => None,
    };
    Some(piece.map_or(said.clone(), |piece| format!("{piece}: {said}")))
}
