//! The letters of pieces.

use super::error::{FenCode, FenError};
use crate::setup::Placed;
use crate::units::KindId;
use crate::variant::Variant;
use betza_ir::geometry::Side;
use betza_ir::sorted;

/// The letters of all pieces of a game, the longest texts first, so that `+P` is not read as `+` and `P`.
pub(crate) struct Letters<'a>(Vec<(&'a str, Side, KindId)>);

impl<'a> Letters<'a> {
    /// Collects the letters of a game's pieces.
    pub(crate) fn of(variant: &'a Variant) -> Letters<'a> {
        let mut all = Vec::new();
        for (i, kind) in variant.kinds.iter().enumerate() {
            for letters in std::iter::once(&kind.letters).chain(&kind.synonyms) {
                for side in Side::BOTH {
                    all.push((letters[side.index()].as_str(), side, KindId::from_index(i)));
                }
            }
        }
        sorted::sort_by_key(&mut all, |(text, ..)| std::cmp::Reverse(text.len()));
        Letters(all)
    }

    /// Returns the piece with which a text begins, and the length of its letters in bytes.
    pub(crate) fn first(&self, text: &str) -> Option<(usize, Side, KindId)> {
        let inside = text.strip_prefix('(').and_then(|t| t.split_once(')')).map(|(inside, _)| inside);
        self.0.iter().filter(|(letters, ..)| !letters.is_empty()).find_map(|&(letters, side, kind)| match inside {
            Some(inside) => (inside == letters).then_some((letters.len() + 2, side, kind)),
            None => (is_plain(letters) && text.starts_with(letters)).then_some((letters.len(), side, kind)),
        })
    }
}

/// Returns whether a piece's letters can be written without parentheses: they have one letter, and otherwise marks such
/// as a `+`.
fn is_plain(letters: &str) -> bool {
    match letters.as_bytes() {
        [letter] => letter.is_ascii_alphabetic(),
        _ => letters.chars().filter(|c| c.is_alphabetic()).count() == 1,
    }
}

/// Adds a piece on the board to a text.
#[inline]
pub(crate) fn push_piece(text: &mut String, variant: &Variant, piece: Placed) {
    let letters = variant.kinds[piece.kind.index()].letters[piece.side.index()].as_str();
    match letters.as_bytes() {
        &[letter] if letter.is_ascii_alphabetic() => text.push(char::from(letter)),
        _ if is_plain(letters) => text.push_str(letters),
        _ => text.extend(["(", letters, ")"]),
    }
    if piece.was.is_some() {
        text.push('~');
    }
}

/// Returns the error for a text that does not begin with a piece, or that ends; `at` is its place.
pub(crate) fn no_piece(variant: &Variant, text: &str, at: usize) -> FenError {
    let known: Vec<&str> = variant.kinds.iter().map(|k| k.letters[0].as_str()).filter(|l| !l.is_empty()).collect();
    let remedy = format!("its pieces are {}", known.join(" "));
    match text.chars().next() {
        Some(c) => {
            let message = format!("'{c}' is no piece of {}", variant.name);
            FenError::new(FenCode::UnknownPiece, at..at + c.len_utf8(), message, remedy)
        }
        None => FenError::new(FenCode::UnknownPiece, at..at, "a number is followed by no piece", remedy),
    }
}
