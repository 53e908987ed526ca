//! `promoChoice`: the pieces to promote to, and the signs that say when each may be chosen. In `!P*N*R2*Q1` a pawn may
//! stay one, but not on the last rank; a knight, rook or queen must be in the side's holdings; the rook may be chosen
//! on the last two ranks, the queen on the last.

use super::source::Part;
use crate::exchange::draft::{Choice, Definition, Problems};
use crate::problem::ProblemCode;
use betza_notation::Severity;

/// A piece of the choice.
pub(super) struct Chosen<'a> {
    pub(super) choice: Choice,
    /// The sign that says that it comes from the holdings.
    pub(super) held: Option<Part<'a>>,
}

/// The pieces that `promoChoice` strings together, of their ids the longest that fits first.
pub(super) fn chosen<'a>(value: Part<'a>, pieces: &[Definition], problems: &mut Problems) -> Vec<Chosen<'a>> {
    let upper = value.text.to_ascii_uppercase();
    let (mut at, mut all): (usize, Vec<Chosen<'a>>) = (0, Vec::new());
    let (mut not_last, mut held) = (false, None);
    while let Some(first) = upper[at..].chars().next() {
        let fits = pieces.iter().filter(|p| upper[at..].starts_with(&p.id)).max_by_key(|p| p.id.len());
        let length = fits.map_or(first.len_utf8(), |piece| piece.id.len());
        let part = value.part(at..at + length);
        at += length;
        match (fits, first) {
            (Some(piece), _) => {
                let digits = upper[at..].len() - upper[at..].trim_start_matches(|c: char| c.is_ascii_digit()).len();
                let ranks = upper[at..at + digits].parse().ok();
                at += digits;
                if all.iter().all(|other| other.choice.id != piece.id) {
                    let choice = Choice { ranks, not_last, ..Choice::always(&piece.id) };
                    all.push(Chosen { choice, held });
                }
                (not_last, held) = (false, None);
            }
            (None, ',' | ' ') => {}
            (None, '!') => not_last = true,
            (None, '*') => held = Some(part),
            (None, sign) if sign.is_alphabetic() || sign == '+' => {
                problems.error(
                    ProblemCode::UnknownPiece,
                    part.place(),
                    format!("there is no piece '{first}' to promote to"),
                    "write the ids of pieces that the text defines, one after another",
                );
                (not_last, held) = (false, None);
            }
            (None, sign) => problems.add(
                Severity::Warning,
                ProblemCode::Unsupported,
                part.place(),
                format!(
                    "'{sign}' in promoChoice is a condition of promotion not read here: the pieces may be chosen always"
                ),
                "write the game in the native format, whose promotions have 'only', 'limits' and 'forced'",
            ),
        }
    }
    all
}
