//! The settings of a diagram: which are read, which are rules that are not, and which are about the picture.

use super::source::Part;
use crate::exchange::draft::Problems;
use crate::problem::{ProblemCode, nearest};
use betza_notation::Severity;

/// Settings that the reader takes in.
pub(in crate::exchange) const READ: [&str; 10] = [
    "files",
    "ranks",
    "promoZone",
    "promoChoice",
    "maxPromote",
    "promoOffset",
    "royal",
    "symmetry",
    "holdingsType",
    "firstRank",
];

/// Settings that change which moves there are, in ways that are not read, and how the native format says it: played
/// without them it would be another game.
const UNREAD_MOVES: [(&str, &str, &str); 3] = [
    (
        "morph",
        "what a piece becomes on each square, and where it may not go",
        "'region' and the table 'promotion' of a piece say it in the native format; leave the line out if the game may be read without it",
    ),
    (
        "captureMatrix",
        "what each piece may capture, and what comes of it",
        "'spurns' and 'mutually_immune' say some of it in the native format; leave the line out if the game may be read without it",
    ),
    (
        "succession",
        "which piece is royal when the king is lost",
        "'pseudo' in the table 'royalty' says the like in the native format; leave the line out if the game may be read without it",
    ),
];

/// Settings that are rules, too, but leave the moves of the start as they are.
const UNREAD_RULES: [(&str, &str); 1] =
    [("shuffle", "the start is drawn by lot, and the game has only the one that is shown")];

/// Settings of the picture and of the program that shows it.
const PICTURE: [&str; 16] = [
    "graphicsDir",
    "graphicsType",
    "squareSize",
    "lightShade",
    "darkShade",
    "rimColor",
    "coordColor",
    "startShade",
    "whitePrefix",
    "blackPrefix",
    "satellite",
    "useMarkers",
    "newClick",
    "borders",
    "enableAI",
    "scale",
];

/// Whether a diagram may have such a setting.
pub(super) fn is_known(key: &str) -> bool {
    all().any(|known| known == key)
}

fn all() -> impl Iterator<Item = &'static str> {
    let moves = UNREAD_MOVES.iter().map(|(key, ..)| *key);
    READ.into_iter().chain(PICTURE).chain(moves).chain(UNREAD_RULES.iter().map(|(key, _)| *key))
}

/// The settings of a text, a key and a value each.
pub(super) struct Settings<'a>(pub(super) Vec<(Part<'a>, Part<'a>)>);

impl<'a> Settings<'a> {
    /// The values of a setting, which may stand more than once.
    pub(super) fn all(&self, key: &str) -> Vec<Part<'a>> {
        self.0.iter().filter(|(k, _)| k.text == key).map(|(_, value)| *value).collect()
    }

    /// The last value of a setting.
    pub(super) fn last(&self, key: &str) -> Option<Part<'a>> {
        self.all(key).pop()
    }

    /// A number, or this one where nothing is said.
    pub(super) fn number(&self, key: &str, default: u32, problems: &mut Problems) -> u32 {
        let Some(value) = self.last(key).filter(|value| !value.text.is_empty()) else { return default };
        value.text.parse().unwrap_or_else(|_| {
            let place = self.line(key).unwrap_or_else(|| value.place());
            problems.error(ProblemCode::BadValue, place, format!("{key} is a number"), "write it with digits");
            default
        })
    }

    /// The place of a setting, its key with its value.
    pub(super) fn line(&self, key: &str) -> Option<std::ops::Range<usize>> {
        let (key, value) = self.0.iter().rev().find(|(k, _)| k.text == key)?;
        Some(key.place().start..value.place().end)
    }

    /// The settings of the picture, as they are written.
    pub(super) fn of_picture(&self) -> Vec<String> {
        let settings = self.0.iter().filter(|(key, value)| PICTURE.contains(&key.text) && !value.text.is_empty());
        settings.map(|(key, value)| format!("{}={}", key.text, value.text)).collect()
    }

    /// Tells of settings that are not read: rules each by itself, those of the picture together.
    pub(super) fn tell_unread(&self, problems: &mut Problems) {
        let mut pictures: Vec<(&str, std::ops::Range<usize>)> = Vec::new();
        for (key, value) in self.0.iter().filter(|(key, _)| !READ.contains(&key.text)) {
            let is_off = value.text.is_empty() || value.text == "0";
            let place = key.place().start..value.place().end;
            let key = key.text;
            if let Some((_, what, remedy)) = UNREAD_MOVES.iter().find(|(known, ..)| *known == key) {
                if !is_off {
                    let message = format!("'{key}' is a rule that is not read here: {what}");
                    problems.error(ProblemCode::Unsupported, place, message, remedy);
                }
            } else if let Some((_, what)) = UNREAD_RULES.iter().find(|(known, _)| *known == key) {
                if !is_off {
                    let message = format!("'{key}' is a rule that is not read here: {what}");
                    let remedy = "set up every other array that is played as a position";
                    problems.add(Severity::Warning, ProblemCode::Unsupported, place, message, remedy);
                }
            } else if PICTURE.contains(&key) {
                pictures.push((key, place));
            } else {
                let message = format!("'{key}' is not known here; if it is a rule, it is not kept");
                // What is written otherwise than the diagram has it is not read by the diagram either.
                let remedy = nearest(key, all())
                    .map_or("it can stay".to_owned(), |near| format!("write {near} if that is meant"));
                problems.add(Severity::Warning, ProblemCode::NoEffect, place, message, &remedy);
            }
        }
        if let [(first, place), more @ ..] = &pictures[..] {
            let more: String = more.iter().map(|(key, _)| format!(", '{key}'")).collect();
            let verb = if more.is_empty() { "is" } else { "are" };
            problems.note(place.clone(), format!("'{first}'{more} {verb} about the picture"));
        }
    }
}
