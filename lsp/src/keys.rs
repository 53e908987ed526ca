//! Which keys may stand at a place. It looks at lines and not at the whole file, which is broken while one types.

use betza_variants::keys::{self, Key, Values};
use betza_variants::outline;

/// What may be written at a place.
pub(crate) struct Expected {
    /// The beginning that is there already.
    pub begun: String,
    /// What it may become.
    pub keys: Vec<Key>,
    /// They are values, and not keys.
    pub are_values: bool,
}

/// The keys or values that may stand where a game file goes on, or the tables behind `[`. `None` in comments and where
/// anything may stand. `whole` is the file, which names the pieces.
pub(crate) fn in_toml(before: &str, whole: &str) -> Option<Expected> {
    let (above, line) = before.rsplit_once('\n').unwrap_or(("", before));
    if let Some(header) = line.trim_start().strip_prefix('[') {
        let table = |name: String| Key { meaning: format!("a table: {}", names(&keys::of_toml(&[&name]))), name };
        let piece = |key: Key| {
            if key.name == "pieces" {
                Key { meaning: "a table for each piece, `pieces.ID`".to_owned(), ..key }
            } else {
                key
            }
        };
        let tables = keys::toml_tables().into_iter().map(table).map(piece).collect();
        return Some(Expected { begun: header.trim_start_matches('[').to_owned(), keys: tables, are_values: false });
    }
    let mut path: Vec<String> = Vec::new();
    if let Some(header) = above.lines().rev().map(str::trim).find(|line| line.starts_with('[') && line.contains(']')) {
        let name = header.trim_start_matches('[').split(']').next().unwrap_or_default();
        path.extend(name.split('.').map(unquoted));
    }
    // What is open on the line itself: `promotion = { zone = "rank 8", `.
    let (mut open, mut from, mut quoted, mut lists) = (Vec::new(), 0, false, 0);
    for (i, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '#' => return None,
            '{' => {
                let key = line[from..i].trim().trim_end_matches('=').trim();
                open.push(key.to_owned());
                from = i + 1;
            }
            '}' => {
                open.pop()?;
                from = i + 1;
            }
            '[' => lists += 1,
            ']' => lists -= 1,
            ',' if !open.is_empty() && lists == 0 => from = i + 1,
            _ => {}
        }
    }
    let begun = line[from..].trim_start();
    path.extend(open.iter().flat_map(|key| key.split('.')).map(unquoted));
    if let Some((key, value)) = begun.split_once('=') {
        path.extend(key.split('.').map(unquoted));
        return values(path, value, quoted, whole);
    }
    if quoted || begun.contains(['[', ' ']) {
        return None;
    }
    // `promotion.zone = ...`
    let mut parts: Vec<&str> = begun.split('.').collect();
    let begun = parts.pop().unwrap_or_default();
    path.extend(parts.into_iter().map(unquoted));
    // Sides have no keys of their own.
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let keys = keys::of_toml(&path);
    (!keys.is_empty()).then(|| Expected { begun: begun.to_owned(), keys, are_values: false })
}

/// The values of the key that ends the path, where this much of its value is written.
fn values(mut path: Vec<String>, value: &str, quoted: bool, whole: &str) -> Option<Expected> {
    let mut key = path.pop()?;
    if ["white", "black"].contains(&&key[..]) {
        key = path.pop()?;
    }
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let begun = if quoted { value.rsplit('"').next() } else { value.rsplit(['[', ',', ' ', '=']).next() };
    let begun = begun.unwrap_or_default();
    let text = |key: Key| if quoted { key } else { Key { name: format!("\"{}\"", key.name), ..key } };
    let named = |(name, meaning): (String, String)| text(Key { name, meaning });
    let keys: Vec<Key> = match keys::values_of_toml(&path, &key)? {
        Values::Switch if quoted => return None,
        Values::Switch => ["true", "false"].map(|word| Key { name: word.to_owned(), meaning: String::new() }).into(),
        Values::Words(words) => words.into_iter().map(text).collect(),
        Values::Pieces => outline::pieces(whole).into_iter().map(named).collect(),
        Values::Games => betza_variants::names().map(|name| named((name.to_owned(), String::new()))).collect(),
    };
    Some(Expected { begun: begun.to_owned(), keys, are_values: true })
}

/// The keys that may stand where a `variants.ini` goes on. `None` in values, headers and comments, and outside of
/// sections.
pub(crate) fn in_ini(before: &str) -> Option<Expected> {
    let (above, line) = before.rsplit_once('\n').unwrap_or(("", before));
    let begun = line.trim_start();
    let in_section = above.lines().any(|line| line.trim_start().starts_with('['));
    let is_key = in_section && begun.chars().all(char::is_alphanumeric);
    is_key.then(|| Expected { begun: begun.to_owned(), keys: keys::of_ini(), are_values: false })
}

fn unquoted(part: &str) -> String {
    part.trim().trim_matches(['"', '\'']).to_owned()
}

fn names(keys: &[Key]) -> String {
    keys.iter().map(|key| format!("`{}`", key.name)).collect::<Vec<_>>().join(", ")
}
