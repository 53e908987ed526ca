//! Files with one notation a line.
//!
//! Blank lines are skipped, and so is what follows a `#` at the start of a line or after a blank. A line may name its dialect first, as in
//! `bex: (K-K)`.

use crate::Dialect;
use std::str::FromStr;

/// Where the notation of a line starts, the notation, and the dialect that the line names; `None` if the line has none.
#[must_use]
pub fn notation_of(line: &str) -> Option<(usize, &str, Option<Dialect>)> {
    let comment = line
        .char_indices()
        .find(|&(i, c)| c == '#' && line[..i].chars().next_back().is_none_or(char::is_whitespace))
        .map_or(line.len(), |(i, _)| i);
    let mut text = line[..comment].trim_end();
    let mut dialect = None;
    let mut start = text.len() - text.trim_start().len();
    if let Some((id, rest)) = text.split_once(':')
        && let Ok(named) = Dialect::from_str(id.trim())
    {
        dialect = Some(named);
        start = text.len() - rest.trim_start().len();
    }
    text = &text[start..];
    (!text.is_empty() || dialect.is_some()).then_some((start, text, dialect))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_comments_and_dialects() {
        assert_eq!(notation_of("  fmWfcF  # a Pawn"), Some((2, "fmWfcF", None)));
        assert_eq!(notation_of("bex: K-K"), Some((5, "K-K", Some(Dialect::Bex))));
        assert_eq!(notation_of("K:K"), Some((0, "K:K", None)));
        assert_eq!(notation_of("# nothing"), None);
        assert_eq!(notation_of("   "), None);
        assert_eq!(notation_of("bex:"), Some((4, "", Some(Dialect::Bex))));
    }
}
