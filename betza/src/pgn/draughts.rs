//! PDN, which is PGN for draughts: its games have numbers in a tag `GameType`, `20` or `20,W,10,10,N2,0`.
//!
//! Source: PDN 3.0, section 4 (wiegerw.github.io/pdn/pdntags.html).

/// The built-in games and their numbers.
const NUMBERS: [(&str, &str); 4] =
    [("20", "international"), ("21", "checkers"), ("25", "russian"), ("26", "brazilian")];

/// The number of a built-in game that has one.
pub(super) fn number_of(game: &str) -> Option<&'static str> {
    NUMBERS.iter().find(|(_, name)| *name == game).map(|(number, _)| *number)
}

/// The name of the game of a tag `GameType`; of a game that is not built in, words that no game has for a name.
pub(super) fn game_of(tag: &str) -> String {
    let number = tag.split(',').next().unwrap_or_default().trim();
    let name = NUMBERS.iter().find(|(each, _)| *each == number).map(|(_, name)| (*name).to_owned());
    name.unwrap_or_else(|| format!("GameType {number}"))
}
