//! What a click can do about a diagnostic: whole texts to write instead, each of which was read first.
//!
//! Remedies are sentences. Of what they propose only that is offered which leaves no doubt about the piece: the text
//! that a mend proposes, the text as another dialect reads it, and for what has no effect the text without it.

use crate::{Code, Diagnostic, Dialect, Severity, read};
use std::str::FromStr;

/// A text to write in the place of another one, or another dialect to read it in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The text.
    pub text: String,
    /// Its dialect.
    pub dialect: Dialect,
}

/// The fixes for a diagnostic of a text in a dialect, the likeliest first.
#[must_use]
pub fn fixes(text: &str, dialect: Dialect, found: &Diagnostic) -> Vec<Fix> {
    let mut fixes: Vec<Fix> = Vec::new();
    let mut propose = |text: &str, dialect: Dialect| {
        let fix = Fix { text: text.to_owned(), dialect };
        if read(text, dialect).is_ok() && !fixes.contains(&fix) {
            fixes.push(fix);
        }
    };
    let words: Vec<&str> = found.remedy.split('`').collect();
    for (i, window) in words.windows(2).enumerate().step_by(2) {
        let [said, quoted] = window else { continue };
        let is_dialect = Dialect::from_str(quoted).ok();
        let said = said.trim_start_matches([',', ';', ' ']);
        let (behind, next) = (words.get(i + 2).copied().unwrap_or_default(), words.get(i + 3));
        match (said, is_dialect) {
            ("read it as " | "or read it as ", Some(other)) => propose(text, other),
            // A text in the terms of another dialect: "read `X` as `xbetza`".
            ("read ", None) if behind == " as " => {
                if let Some(other) = next.and_then(|next| Dialect::from_str(next).ok()) {
                    propose(quoted, other);
                }
            }
            ("write ", _) if found.severity == Severity::Error && !behind.starts_with(" there") => {
                propose(quoted, dialect);
            }
            _ => {}
        }
    }
    // A text that is none here may be one of a dialect that the sentences name.
    let all = [found.remedy.as_str(), &found.message];
    let quoted = all.into_iter().flat_map(|sentence| sentence.split('`').skip(1).step_by(2));
    for other in quoted.filter(|_| found.severity == Severity::Error).filter_map(|word| Dialect::from_str(word).ok()) {
        propose(text, other);
    }
    let is_idle = found.severity == Severity::Warning && found.code == Code::NoEffect;
    if let (true, Some(before), Some(after)) = (is_idle, text.get(..found.span.start), text.get(found.span.end..)) {
        let without = format!("{before}{after}");
        let piece = |text: &str| read(text, dialect).ok().map(|reading| reading.piece);
        if piece(&without).is_some_and(|piece_without| Some(piece_without) == piece(text)) {
            propose(&without, dialect);
        }
    }
    fixes.retain(|fix| fix.text != text || fix.dialect != dialect);
    fixes
}

#[cfg(test)]
mod tests {
    use super::*;
    use Dialect::{Betza, Betza2, Bex, Extended, Xbetza};

    fn offered(text: &str, dialect: Dialect) -> Vec<(String, Dialect)> {
        let found = read(text, dialect).map_or_else(|errors| errors, |reading| reading.warnings);
        found.iter().flat_map(|d| fixes(text, dialect, d)).map(|fix| (fix.text, fix.dialect)).collect()
    }

    /// What once was offered for these made another piece: a Nightrider-like `KK`, a Knight of shogi, and a Lion
    /// without its second steps.
    #[test]
    fn a_fix_is_the_piece_that_was_meant() {
        assert_eq!(offered("KisO2", Betza), [("K".into(), Betza), ("KisO2".into(), Xbetza)]);
        assert_eq!(offered("gryphon", Betza), [("t[FR]".into(), Betza)]);
        assert_eq!(offered("lion", Betza), [("KNADcaKmcabK".into(), Xbetza)]);
        assert_eq!(offered("KNADcaKmcabK", Betza), [("KNADcaKmcabK".into(), Xbetza)]);
        assert_eq!(offered("FtR", Xbetza), [("FtR".into(), Extended)]);
        assert_eq!(offered("nW", Betza), [("W".into(), Betza)]);
        assert_eq!(offered("W~", Betza), []);
        // All that the sentence names.
        assert_eq!(offered("W-F", Betza), [Extended, Bex, Betza2].map(|dialect| ("W-F".to_owned(), dialect)));
    }
}
