//! The keys of game files with their meaning, for editors: read from the documents of the two formats, so that nothing is said twice.

use crate::ini;

static FORMAT: &str = include_str!("../FORMAT.md");
static INI: &str = include_str!("../INI.md");

/// A key of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// As it is written.
    pub name: String,
    /// What it does, in Markdown.
    pub meaning: String,
}

/// The keys that a table of a native game file may have. `path` is the table's name, by its parts: `[]` is the game itself,
/// `["pieces", "Q", "drop"]` is where the queen may be dropped. Empty for tables that the format lacks.
#[must_use]
pub fn of_toml(path: &[&str]) -> Vec<Key> {
    match path {
        [] => of_columns(FORMAT, "## The game"),
        ["pieces", _] => of_columns(FORMAT, "## `[pieces.ID]`"),
        ["pieces", _, "inside"] => {
            let key = |name: &str, meaning: &str| Key { name: name.to_owned(), meaning: meaning.to_owned() };
            vec![
                key("region", "by side: the squares from and to which the moves go"),
                key("move", "by side: the notation"),
                key(
                    "leaves",
                    "the moves end anywhere, and `i` of dialect `fsf` holds in the region (default: `false`)",
                ),
            ]
        }
        ["pieces", _, part @ ("promotion" | "drop")] => of_columns(FORMAT, &format!("`{part}`")),
        [table] => of_prose(table),
        _ => Vec::new(),
    }
}

/// The names of the tables of a native game file.
#[must_use]
pub fn toml_tables() -> Vec<String> {
    let named = FORMAT.lines().filter_map(|line| line.strip_prefix("`["));
    let mut all = vec!["pieces".to_owned()];
    all.extend(named.filter_map(|rest| rest.split_once(']').map(|(name, _)| name.trim_start_matches('[').to_owned())));
    all
}

/// The keys of a section of `variants.ini`.
#[must_use]
pub fn of_ini() -> Vec<Key> {
    let documented = of_columns(INI, "# The keys");
    let sides = [("White", " (White's)"), ("Black", " (Black's)"), ("", "")];
    let meaning = |name: &str, effect: ini::KeyEffect| match effect {
        ini::KeyEffect::Reads => sides.iter().find_map(|(side, whose)| {
            let base = name.strip_suffix(side)?;
            let key = documented.iter().find(|key| key.name == base)?;
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

/// The rows of the first table behind a line that begins so.
fn of_columns(document: &str, heading: &str) -> Vec<Key> {
    let lines = document.lines().skip_while(|line| !line.starts_with(heading)).skip(1);
    let rows = lines.skip_while(|line| !line.starts_with("| `")).take_while(|line| line.starts_with("| `"));
    rows.filter_map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let name = cells.first()?.trim_matches('`').to_owned();
        let meaning = match cells.get(2) {
            Some(default) => format!("{} (default: {default})", cells.get(1)?),
            None => (*cells.get(1)?).to_owned(),
        };
        Some(Key { name, meaning })
    })
    .collect()
}

/// The keys of a table that is described in sentences: each with what follows until the next one. Rows below the sentences are preferred.
fn of_prose(table: &str) -> Vec<Key> {
    let starts = |line: &str| {
        line.strip_prefix("`[").is_some_and(|l| l.trim_start_matches('[').starts_with(&format!("{table}]")))
    };
    let lines = FORMAT.lines().skip_while(|line| !starts(line));
    // A list belongs to the sentence before it.
    let mut text = String::new();
    let mut after_blank = false;
    for line in lines {
        let is_item = line.starts_with("- ");
        if line.is_empty() {
            after_blank = true;
        } else if after_blank && line.starts_with("| key |") {
            return of_columns(FORMAT, &format!("`[{table}]"));
        } else if after_blank && !is_item {
            break;
        } else {
            after_blank = false;
            // Items are parts of the text as what stands between parentheses is not.
            text.push_str(line);
            text.push('\n');
        }
    }
    let Some((_, text)) = text.split_once("]`") else { return Vec::new() };
    // Where each key's name begins and ends.
    let mut names: Vec<(usize, usize)> = Vec::new();
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(c) = text[at..].chars().next() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '`' => {
                let Some(length) = text[at + 1..].find('`') else { break };
                let name = &text[at + 1..at + 1 + length];
                let is_key = name.len() > 1 && name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
                if depth == 0 && is_key && !names.iter().any(|&(from, to)| text[from..to] == *name) {
                    names.push((at + 1, at + 1 + length));
                }
                at += length + 1;
            }
            _ => {}
        }
        at += c.len_utf8();
    }
    let ends = names.iter().skip(1).map(|&(from, _)| from - 1).chain([text.len()]);
    let said: Vec<(&str, &str)> =
        names.iter().zip(ends).map(|(&(from, to), end)| (&text[from..to], text[to + 1..end].trim())).collect();
    let keys = said.iter().enumerate().map(|(i, (name, _))| {
        // "`king` and `partners` (by side)" is said of both.
        let of_both =
            said[i..].iter().map(|(_, meaning)| *meaning).find(|meaning| !meaning.is_empty() && *meaning != "and");
        let meaning = of_both.unwrap_or_default().trim_end_matches([',', ';', '.']).to_owned();
        // In the ways to end, keys stand in the middle of sentences, which are told whole.
        let item = text.lines().find(|line| line.starts_with("- ") && line.contains(&format!("`{name}`")));
        let meaning = item.map_or(meaning, |item| item[2..].trim_end_matches([';', '.']).to_owned());
        let whole = meaning.strip_prefix('(').and_then(|m| m.strip_suffix(')')).filter(|m| !m.contains(['(', ')']));
        Key { name: (*name).to_owned(), meaning: whole.map_or(meaning.clone(), str::to_owned) }
    });
    keys.collect()
}
