//! Which kinds of pieces help to mate.

use betza_game::rules::ends::EndRule;
use betza_game::rules::results::RepetitionWorth;
use betza_game::rules::results::Worth;
use betza_game::variant::Kind;
use betza_game::variant::Variant;
use betza_notation::{Dialect, read};

/// Pieces that stay on squares of one colour. One alone cannot mate.
const COLOURBOUND: [&str; 5] = ["B", "F", "FA", "A", "nA"];

/// Other pieces that cannot mate alone. Pawns are among them, since the kinds to which they promote are tested first.
const WEAK: [&str; 17] = [
    "N",
    "nN",
    "W",
    "fW",
    "fR",
    "ffN",
    "cW",
    "fmWfF",
    "mRcpR",
    "pR",
    "fsW",
    "nZ",
    "fmWfcF",
    "fmWfcFifmnD",
    "fmWfceFifmnD",
    "fmWfceF",
    "mNcN",
];

/// How much a kind helps to mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MatingPower {
    /// One of it may be enough.
    Enough,
    /// One of it is not.
    Weak,
    /// One of it is not, nor are several on squares of one colour.
    Colourbound,
}

/// Returns how much each kind helps to mate, by [`betza_game::KindId::index`]. Empty if a game is won in other ways,
/// too.
pub(crate) fn mating_powers(variant: &Variant) -> Vec<MatingPower> {
    let results = &variant.results;
    let royal = variant.royal_kinds().next().is_some() && variant.royalty.check;
    // A Knight that was promoted may come back as a Pawn.
    let by_pieces = variant.hands.as_ref().is_some_and(|hands| hands.captures || hands.captures_return)
        || variant.ends.iter().any(|end| {
            matches!(end, EndRule::Extinct { .. } | EndRule::Bared | EndRule::Connected(_) | EndRule::Castled(_))
        }) && (!variant.captures_apart() || !variant.royalty.check);
    let by_repetition =
        results.repetition.is_some() && results.repetition_worth != RepetitionWorth::ToMover(Worth::Draw);
    if !royal || by_pieces || by_repetition || results.mate != Worth::Loss {
        return Vec::new();
    }
    let parsed = |list: &[&str]| -> Vec<_> {
        let both = list.iter().flat_map(|text| [Dialect::Xbetza, Dialect::Fsf].map(|dialect| read(text, dialect)));
        both.flatten().map(|reading| reading.piece.moves).collect()
    };
    let (colourbound, weak) = (parsed(&COLOURBOUND), parsed(&WEAK));
    let might = |kind: &Kind| {
        // Which squares a piece reaches depends on the board on which it stands, where there are two.
        let is_one_of = |list: &[Vec<_>]| {
            variant.second_board.is_empty() && kind.moves.iter().all(|piece| list.contains(&piece.moves))
        };
        if is_one_of(&colourbound) {
            MatingPower::Colourbound
        } else if is_one_of(&weak) {
            MatingPower::Weak
        } else {
            MatingPower::Enough
        }
    };
    variant.kinds.iter().map(might).collect()
}
