//! Values as they are written.

use crate::keys::words::Word;
use crate::region::{self, Part};
use betza_game::variant::{BySide, Region};
use betza_ir::geometry::{Board, file_name};
use std::fmt::Write as _;

/// A text in quotes.
pub(crate) fn quoted(text: &str) -> String {
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

pub(crate) fn list<T>(items: impl IntoIterator<Item = T>, text: impl FnMut(T) -> String) -> String {
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

/// The squares of a region: runs of ranks and files where they are whole, then rectangles.
pub(super) fn squares(board: &Board, region: &Region) -> String {
    if region::all(board).is_subset(region) {
        return "all".to_owned();
    }
    let words = region::parts(board, region).into_iter().map(|part| match part {
        Part::Ranks(first, last) if first == last => format!("rank {}", first + 1),
        Part::Ranks(first, last) => format!("ranks {}-{}", first + 1, last + 1),
        Part::Files(first, last) if first == last => format!("file {}", file_name(first)),
        Part::Files(first, last) => format!("files {}-{}", file_name(first), file_name(last)),
        Part::Squares(first, last) if first == last => board.name(first),
        Part::Squares(first, last) => format!("{}-{}", board.name(first), board.name(last)),
    });
    let words: Vec<String> = words.collect();
    if words.is_empty() { "none".to_owned() } else { words.join(" ") }
}
