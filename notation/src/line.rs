//! Files with one notation a line.
//!
//! Blank lines are skipped, and so is what follows a `#` at the start of a line or after a blank. A line may name its
//! piece, its dialect or both first, as in `Mao: W-F`, `bex: (K-K)` and `Griffon: extended: FtR`.

use crate::Dialect;
use std::str::FromStr;

/// What a line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed<'a> {
    /// The piece's name.
    pub name: Option<&'a str>,
    /// The dialect that the line names.
    pub dialect: Option<Dialect>,
    /// The byte at which the notation starts.
    pub start: usize,
    /// The notation.
    pub text: &'a str,
}

/// The notation of a line; `None` if the line has none.
#[must_use]
pub fn notation_of(line: &str) -> Option<Listed<'_>> {
    let comment = line
        .char_indices()
        .find(|&(i, c)| c == '#' && line[..i].chars().next_back().is_none_or(char::is_whitespace))
        .map_or(line.len(), |(i, _)| i);
    let text = line[..comment].trim_end();
    let (mut name, mut dialect) = (None, None);
    let mut start = text.len() - text.trim_start().len();
    while let Some((word, rest)) = text[start..].split_once(':') {
        match Dialect::from_str(word.trim()) {
            Ok(named) if dialect.is_none() => dialect = Some(named),
            Err(_) if name.is_none() && dialect.is_none() && !word.trim().is_empty() => name = Some(word.trim()),
            _ => break,
        }
        start = text.len() - rest.trim_start().len();
    }
    let text = &text[start..];
    (!text.is_empty() || dialect.is_some() || name.is_some()).then_some(Listed { name, dialect, start, text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_comments_names_and_dialects() {
        let said = |line| notation_of(line).map(|listed| (listed.name, listed.dialect, listed.start, listed.text));
        assert_eq!(said("  fmWfcF  # a Pawn"), Some((None, None, 2, "fmWfcF")));
        assert_eq!(said("bex: K-K"), Some((None, Some(Dialect::Bex), 5, "K-K")));
        assert_eq!(said("Gold General: WfF"), Some((Some("Gold General"), None, 14, "WfF")));
        assert_eq!(said("Lion: bex: K--K # both"), Some((Some("Lion"), Some(Dialect::Bex), 11, "K--K")));
        // What follows the dialect is the notation, whatever it is.
        assert_eq!(said("bex: Lion: K"), Some((None, Some(Dialect::Bex), 5, "Lion: K")));
        assert_eq!(said(": K"), Some((None, None, 0, ": K")));
        assert_eq!(said("# nothing"), None);
        assert_eq!(said("   "), None);
        assert_eq!(said("bex:"), Some((None, Some(Dialect::Bex), 4, "")));
    }
}
