//! Which keys may stand at a place. It looks at lines and not at the whole file, which is broken while one types.

use betza_variants::keys::{self, Key};

/// What may be written at a place.
pub(crate) struct Expected {
    /// The beginning that is there already.
    pub begun: String,
    /// What it may become.
    pub keys: Vec<Key>,
}

/// The keys that may stand where a game file goes on, or the tables behind `[`. `None` in values and comments.
pub(crate) fn in_toml(before: &str) -> Option<Expected> {
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
        return Some(Expected { begun: header.trim_start_matches('[').to_owned(), keys: tables });
    }
    let mut path: Vec<String> = Vec::new();
    if let Some(header) = above.lines().rev().map(str::trim).find(|line| line.starts_with('[') && line.contains(']')) {
        let name = header.trim_start_matches('[').split(']').next().unwrap_or_default();
        path.extend(name.split('.').map(unquoted));
    }
    // What is open on the line itself: `promotion = { zone = "rank 8", `.
    let (mut open, mut from, mut quoted) = (Vec::new(), 0, false);
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
            ',' if !open.is_empty() => from = i + 1,
            _ => {}
        }
    }
    let begun = line[from..].trim_start();
    if quoted || begun.contains(['=', '[', ' ']) {
        return None;
    }
    path.extend(open.iter().flat_map(|key| key.split('.')).map(unquoted));
    // `promotion.zone = ...`
    let mut parts: Vec<&str> = begun.split('.').collect();
    let begun = parts.pop().unwrap_or_default();
    path.extend(parts.into_iter().map(unquoted));
    // Sides have no keys of their own.
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let keys = keys::of_toml(&path);
    (!keys.is_empty()).then(|| Expected { begun: begun.to_owned(), keys })
}

/// The keys that may stand where a `variants.ini` goes on. `None` in values, headers and comments, and outside of sections.
pub(crate) fn in_ini(before: &str) -> Option<Expected> {
    let (above, line) = before.rsplit_once('\n').unwrap_or(("", before));
    let begun = line.trim_start();
    let in_section = above.lines().any(|line| line.trim_start().starts_with('['));
    let is_key = in_section && begun.chars().all(char::is_alphanumeric);
    is_key.then(|| Expected { begun: begun.to_owned(), keys: keys::of_ini() })
}

fn unquoted(part: &str) -> String {
    part.trim().trim_matches(['"', '\'']).to_owned()
}

fn names(keys: &[Key]) -> String {
    keys.iter().map(|key| format!("`{}`", key.name)).collect::<Vec<_>>().join(", ")
}
