//! Lenient reading of positions: fields that cannot be read are left out, and said.

use crate::error::{PositionError, of_fen};
use betza_game::fen::{self, FenCode};
use betza_game::setup::Setup;
use betza_game::variant::Variant;
use betza_notation::{Diagnostic, Severity};
use std::ops::Range;

/// So many fields and letters of a text are left out at most.
const LIMIT: usize = 64;

/// Reads a position without those of its fields behind the side to move that cannot be read, and says which.
pub(crate) fn read(variant: &Variant, text: &str) -> Result<(Setup, Vec<Diagnostic>), PositionError> {
    // Each byte that is left out is blanked or, within a word, taken out; `place` has where each byte was.
    let mut kept = text.to_owned();
    let mut place: Vec<usize> = (0..=text.len()).collect();
    let mut ignored = Vec::new();
    loop {
        let error = match fen::read(variant, &kept) {
            Ok(setup) => return Ok((setup, ignored)),
            Err(error) => error,
        };
        let span = error.span.clone();
        let found = Diagnostic { span: original(&place, &span), ..of_fen(error.clone()) };
        let is_field = matches!(
            error.code,
            FenCode::Castling | FenCode::EnPassant | FenCode::Counter | FenCode::UnknownField | FenCode::Hand
        );
        let cuts = behind_turn(&kept, span.start) && !span.is_empty() && kept.get(span.clone()).is_some();
        if !is_field || !cuts || ignored.len() >= LIMIT {
            return Err(PositionError::of(vec![found]));
        }
        let is_whole_word = [span.start.checked_sub(1), Some(span.end)]
            .into_iter()
            .flatten()
            .all(|at| kept.as_bytes().get(at).is_none_or(u8::is_ascii_whitespace));
        // A right or a square of several goes, and so does a word where it cannot stand. Otherwise `-` keeps the
        // place of a field before others.
        let needs_place = is_whole_word && matches!(error.code, FenCode::Castling | FenCode::EnPassant);
        let instead = if needs_place { "-" } else { "" };
        kept.replace_range(span.clone(), instead);
        place.splice(span.clone(), std::iter::repeat_n(place[span.start], instead.len()).collect::<Vec<_>>());
        ignored.push(Diagnostic { severity: Severity::Warning, ..found });
    }
}

/// A span of the changed text as one of the text that was given.
fn original(place: &[usize], span: &Range<usize>) -> Range<usize> {
    let at = |i: usize| place.get(i).or(place.last()).copied().unwrap_or(0);
    let start = at(span.start);
    // The end is behind the last byte, so that what was left out after the span is no part of it.
    let end = if span.is_empty() { start } else { at(span.end - 1) + 1 };
    start..end
}

/// Whether a byte of a text comes after its second word, the side to move.
fn behind_turn(text: &str, at: usize) -> bool {
    text.get(..at).is_some_and(|before| before.split_ascii_whitespace().count() >= 2)
}

/// Where the board stands in the text of a position: its first word.
pub(crate) fn board_span(text: &str) -> Range<usize> {
    let start = text.len() - text.trim_start().len();
    let end = text[start..].find(char::is_whitespace).map_or(text.len(), |i| start + i);
    start..end
}
