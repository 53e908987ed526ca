//! Values as they are written.

use crate::keys::words::Word;
use crate::region;
use betza_game::variant::{BySide, Region};
use betza_ir::geometry::{Board, file_name};
use std::fmt::Write as _;

/// A text in quotes.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => write!(out, "\\u{:04x}", u32::from(c)).unwrap_or_default(),
            c => out.push(c),
        }
    }
    out + "\""
}

pub(super) fn list<T>(items: impl IntoIterator<Item = T>, text: impl FnMut(T) -> String) -> String {
    format!("[{}]", items.into_iter().map(text).collect::<Vec<_>>().join(", "))
}

/// One value, or that of each side.
pub(super) fn by_side<T: PartialEq>(sides: &BySide<T>, text: impl Fn(&T) -> String) -> String {
    let [white, black] = sides;
    if white == black { text(white) } else { format!("{{ white = {}, black = {} }}", text(white), text(black)) }
}

pub(super) fn file(n: u8) -> String {
    quoted(&file_name(usize::from(n)))
}

/// The word for a value.
pub(super) fn word<T: PartialEq>(words: &[Word<T>], value: &T) -> String {
    words.iter().find(|word| word.value == *value).map_or_else(String::new, |word| quoted(word.word))
}

/// The squares of a region: whole ranks where they are, then the rest.
pub(super) fn squares(board: &Board, region: &Region) -> String {
    if region::all(board).is_subset(region) {
        return "all".to_owned();
    }
    let (ranks, rest) = region::whole_ranks(board, region);
    let ranks = ranks.into_iter().map(|rank| format!("rank {}", rank + 1));
    let words: Vec<String> = ranks.chain(rest.into_iter().map(|s| board.name(s))).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(" ") }
}
