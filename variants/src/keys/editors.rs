//! What editors are told of keys.

use super::game::GAME;
use super::table::{Entry, Fallback, Table, Type};
use crate::ini;

static INI: &str = include_str!("../../INI.md");

/// A key of a table, for editors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// As it is written.
    pub name: String,
    /// What it does, in Markdown.
    pub meaning: String,
}

/// The keys that a table of a native game file may have. `path` is the table's name, by its parts: `[]` is the game
/// itself, `["pieces", "Q", "drop"]` is where the queen may be dropped. Empty for tables that the format lacks.
#[must_use]
pub fn of_toml(path: &[&str]) -> Vec<Key> {
    let mut keys: Vec<Key> = Vec::new();
    for entry in table_at(path).iter().flat_map(|table| table.keys) {
        keys.push(Key { name: entry.name.to_owned(), meaning: meaning(entry) });
        let Type::Choice(cases) = entry.of else { continue };
        // Which keys there are depends on the word, which may not be written yet: each is told with its word.
        for (word, table) in cases() {
            for entry in table.keys.iter().filter(|other| other.name != entry.name) {
                let said = format!("with `\"{}\"`: {}", word.word, meaning(entry));
                match keys.iter_mut().find(|key| key.name == entry.name) {
                    Some(key) => key.meaning = format!("{}; {said}", key.meaning),
                    None => keys.push(Key { name: entry.name.to_owned(), meaning: said }),
                }
            }
        }
    }
    keys
}

/// What the value of a key may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// These, as they are written without quotes, each with its meaning.
    Words(Vec<Key>),
    /// `true` or `false`.
    Switch,
    /// Ids of the game's pieces.
    Pieces,
    /// The name of a built-in game.
    Games,
}

/// What the value of a key may be, of a table as in [`of_toml`]. `None` where the format has no list of it.
#[must_use]
pub fn values_of_toml(path: &[&str], name: &str) -> Option<Values> {
    let table = table_at(path)?;
    let of_word = |entry: &Entry| match entry.of {
        Type::Choice(cases) => cases().into_iter().find_map(|(_, table)| table.entry(name)),
        _ => None,
    };
    let entry = table.entry(name).or_else(|| table.keys.iter().find_map(of_word))?;
    let words = entry.words();
    match entry.of {
        _ if path.is_empty() && name == "parent" => Some(Values::Games),
        Type::Switch => Some(Values::Switch),
        Type::Piece | Type::Pieces => Some(Values::Pieces),
        _ if words.is_empty() => None,
        _ => Some(Values::Words(
            words.into_iter().map(|w| Key { name: w.word.to_owned(), meaning: w.sentence.to_owned() }).collect(),
        )),
    }
}

/// The names of the tables of a native game file.
#[must_use]
pub fn toml_tables() -> Vec<String> {
    GAME.keys.iter().filter(|key| !key.tables().is_empty()).map(|key| key.name.to_owned()).collect()
}

/// The key of this name, of a table as in [`of_toml`].
pub(crate) fn entry(path: &[&str], name: &str) -> Option<&'static Entry> {
    table_at(path)?.entry(name)
}

/// The table of a path as in [`of_toml`].
fn table_at(path: &[&str]) -> Option<&'static Table> {
    let mut table = &GAME;
    let mut parts = path.iter();
    while let Some(part) = parts.next() {
        let entry = table.entry(part)?;
        if let Type::EachPiece(_) = entry.of {
            parts.next()?;
        }
        table = entry.tables().first()?;
    }
    Some(table)
}

fn meaning(entry: &Entry) -> String {
    let mut text = if entry.by_side { "by side: ".to_owned() } else { String::new() };
    text += entry.sentence;
    if !entry.more.is_empty() {
        text += &format!(". {}", entry.more.trim_end_matches('.'));
    }
    for word in entry.words().iter().filter(|word| !word.sentence.is_empty()) {
        text += &format!("; `\"{}\"`: {}", word.word, word.sentence);
    }
    match default(entry) {
        Some(default) => format!("{text} (default {default})"),
        None => format!("{text} (needed)"),
    }
}

/// The default of a key as people read it; `None` if the key must be written.
pub(super) fn default(entry: &Entry) -> Option<String> {
    Some(match entry.default {
        Fallback::Needed => return None,
        Fallback::Switch(on) => format!("`{on}`"),
        Fallback::Number(n) => n.to_string(),
        Fallback::Word(word) => format!("`\"{word}\"`"),
        Fallback::Nothing => "none".to_owned(),
        Fallback::Said(words) => words.to_owned(),
    })
}

/// The keys of a section of `variants.ini`.
#[must_use]
pub fn of_ini() -> Vec<Key> {
    let documented = documented(INI, "# The keys of variants.ini that are read");
    let sides = [("White", " (White's)"), ("Black", " (Black's)"), ("", "")];
    let meaning = |name: &str, effect: ini::KeyEffect| match effect {
        ini::KeyEffect::Reads => sides.iter().find_map(|(side, whose)| {
            let base = name.strip_suffix(side)?;
            let key = documented.iter().find(|key| key.name == name || key.name == base)?;
            Some(format!("{}{whose}", key.meaning))
        }),
        ini::KeyEffect::Idle => Some("neither moves nor results depend on it".to_owned()),
    };
    let mut all: Vec<Key> = ini::keys()
        .map(|(name, effect)| Key { name: name.to_owned(), meaning: meaning(name, effect).unwrap_or_default() })
        .collect();
    let piece = |(name, notation): &(&str, &str)| Key {
        name: (*name).to_owned(),
        meaning: format!("the letter of the piece that moves as `{notation}`, or `letter:notation`"),
    };
    all.extend(ini::NAMED.iter().map(piece));
    all.extend(documented.into_iter().filter(|key| ["customPiece", "mobilityRegion"].contains(&&key.name[..])));
    all
}

/// The keys of the first table behind a line. A row may be about several.
fn documented(document: &str, heading: &str) -> Vec<Key> {
    let lines = document.lines().skip_while(|line| *line != heading).skip_while(|line| !line.starts_with("| `"));
    let rows = lines.map_while(|row| row.strip_prefix("| `")?.strip_suffix(" |")?.split_once("` | "));
    let keys = |(names, meaning): (&str, &str)| -> Vec<Key> {
        names.split("`, `").map(|name| Key { name: name.to_owned(), meaning: meaning.to_owned() }).collect()
    };
    rows.flat_map(keys).collect()
}
