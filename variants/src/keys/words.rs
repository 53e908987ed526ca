//! The words that values may be, with what they stand for.

use betza_game::variant::{
    Counting, CountingLaw, EndConditions, EnteringPlace, Flavour, ForbiddenChecks, Forced, MaterialRule, PassRule,
    RepetitionWorth, SeriesPromotion, SeveralRoyals, Turning, WallPlace, Worth,
};
use betza_ir::geometry::Side;
use betza_notation::Dialect;

/// A word and its value.
#[derive(Clone, Copy, Debug)]
pub struct Word<T> {
    /// As it is written.
    pub word: &'static str,
    /// What it stands for.
    pub value: T,
    /// What it says, in one sentence or a part of one, without a full stop; empty where the word says it.
    pub sentence: &'static str,
    /// What there is to know besides; empty if nothing.
    pub more: &'static str,
}

/// A word without its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// As it is written.
    pub word: &'static str,
    /// As [`Word::sentence`].
    pub sentence: &'static str,
    /// As [`Word::more`].
    pub more: &'static str,
}

/// The words without their values.
pub(super) fn named<T>(words: &[Word<T>]) -> Vec<Named> {
    words.iter().map(|&Word { word, sentence, more, .. }| Named { word, sentence, more }).collect()
}

/// What the word for a value says; empty if there is none.
#[must_use]
pub fn sentence<T: PartialEq>(words: &[Word<T>], value: &T) -> &'static str {
    words.iter().find(|word| word.value == *value).map_or("", |word| word.sentence)
}

pub(super) const fn says<T>(word: &'static str, value: T, sentence: &'static str, more: &'static str) -> Word<T> {
    Word { word, value, sentence, more }
}

/// A word that says itself what it means.
const fn plain<T>(word: &'static str, value: T) -> Word<T> {
    says(word, value, "", "")
}

/// `flavour`.
pub static FLAVOURS: [Word<Flavour>; 3] = [
    plain("fen", Flavour::Fen),
    plain("sfen", Flavour::Sfen),
    says("pdn", Flavour::Pdn, "as draughts are: `W:W21-32:BK1,2`", ""),
];

/// `dialect`.
#[must_use]
pub fn dialects() -> [Word<Dialect>; 6] {
    Dialect::ALL.map(|dialect| plain(dialect.id(), dialect))
}

/// `pass`.
pub static PASSES: [Word<PassRule>; 3] = [
    says("never", PassRule::Never, "never", ""),
    says("always", PassRule::Always, "always, unless in check", ""),
    says("stalemate", PassRule::Stalemate, "when there is no other move", ""),
];

/// `walling`.
pub static WALL_PLACES: [Word<WallPlace>; 5] = [
    says(
        "duck",
        WallPlace::Duck,
        "on another empty square, and there is only one: the duck",
        "The square where it stood counts as occupied until then (Duck chess).",
    ),
    says(
        "arrow",
        WallPlace::Arrow,
        "where an arrow lands that goes on from the piece's destination as the piece moves",
        "It goes as the moved piece does without capturing, whose origin counts as empty (the Game of the Amazons).",
    ),
    says("static", WallPlace::Static, "on an empty square", "(Isolation.)"),
    says("edge", WallPlace::Edge, "on an empty square at the edge or beside a wall", "Or beside a hole."),
    says("past", WallPlace::Past, "on the square that the piece has left", "(Snailtrail.)"),
];

/// `entering`.
pub static ENTERING_PLACES: [Word<EnteringPlace>; 5] = [
    says(
        "enclosing",
        EnteringPlace::Enclosing,
        "where they enclose enemies in a row with another piece of their side",
        "One or more of them, with nothing between (Reversi).",
    ),
    says("beside-own", EnteringPlace::BesideOwn, "next to a piece of their side", "Also diagonally (Ataxx)."),
    says("apart", EnteringPlace::Apart, "not next to an enemy, along files and ranks", ""),
    says(
        "edges",
        EnteringPlace::Edges,
        "where they come to stand that are pushed in from an edge",
        "They are pushed along a file or rank: from the first rank and the first file as far as they go, from the \
         other two edges to the square nearest to the far end from which they cannot go on.",
    ),
    says(
        "top",
        EnteringPlace::Top,
        "on the first rank or on top of another piece",
        "That is one on the rank below, for both sides (Connect Four).",
    ),
];

/// `turning`.
pub static TURNINGS: [Word<Turning>; 3] = [
    says(
        "enclosed",
        Turning::Enclosed,
        "enemies in a row between the piece that moves and another of its side change sides",
        "They stand next to its destination, and its origin counts as such a piece, too (Reversi).",
    ),
    says("around", Turning::Around, "enemies next to the piece that moves change sides", "(Ataxx.)"),
    says(
        "around-if-joined",
        Turning::AroundIfJoined,
        "enemies next to the piece that moves change sides, or if it is dropped next to one of its side",
        "A drop elsewhere turns nothing.",
    ),
];

/// `no_checks`.
pub static FORBIDDEN_CHECKS: [Word<ForbiddenChecks>; 2] = [
    says("any", ForbiddenChecks::Any, "giving check is not allowed", ""),
    says(
        "unless-mate",
        ForbiddenChecks::UnlessMate,
        "giving check is not allowed unless it is mate",
        "It is mate if no move is left but those that this rule forbids.",
    ),
];

/// `end_conditions`.
pub static END_CONDITIONS: [Word<EndConditions>; 2] = [
    says("stop", EndConditions::Stop, "a position that has ended by these rules has no moves", ""),
    says("ignore", EndConditions::Ignore, "positions that have ended by these rules are played on", ""),
];

/// `count`.
pub static COUNTINGS: [Word<Counting>; 2] = [
    says("distinct", Counting::Distinct, "what differs in destination, effects or promotion", ""),
    says("paths", Counting::Paths, "a sequence of the squares where legs end, with its effects", ""),
];

/// `several` of `[royalty]`.
pub static SEVERAL_ROYALS: [Word<SeveralRoyals>; 3] = [
    says("all", SeveralRoyals::All, "none may be left in check", ""),
    says("one", SeveralRoyals::One, "not all may be left in check", ""),
    says(
        "first",
        SeveralRoyals::First,
        "of several the one on the first file, and there on the first rank",
        "The others are not royal.",
    ),
];

/// `forced` of a promotion, where it is no table.
pub static FORCED: [Word<Forced>; 3] = [
    says("always", Forced::Always, "it must", "Where it could but has nothing to become, it may not go."),
    says("no", Forced::No, "it need not", ""),
    says(
        "when-stuck",
        Forced::WhenStuck,
        "it must only where it could never move again",
        "It may not go there if there is nothing to become.",
    ),
];

/// `promotion` of `[series]`.
pub static SERIES_PROMOTIONS: [Word<SeriesPromotion>; 3] = [
    says("ends", SeriesPromotion::Ends, "who promotes ends the move", ""),
    says("goes-on", SeriesPromotion::GoesOn, "who promotes goes on as what it has become", ""),
    says("at-end", SeriesPromotion::AtEnd, "promotion is only where the move ends", ""),
];

/// What an end is worth to a side.
pub static WORTHS: [Word<Worth>; 3] =
    [plain("win", Worth::Win), plain("draw", Worth::Draw), plain("loss", Worth::Loss)];

/// `repetition_value`.
pub static REPETITION_WORTHS: [Word<RepetitionWorth>; 5] = [
    plain("win", RepetitionWorth::ToMover(Worth::Win)),
    plain("draw", RepetitionWorth::ToMover(Worth::Draw)),
    plain("loss", RepetitionWorth::ToMover(Worth::Loss)),
    says("white", RepetitionWorth::Wins(Side::White), "who wins", ""),
    says("black", RepetitionWorth::Wins(Side::Black), "who wins", ""),
];

/// `material` of `[results]`, where it is no table.
pub static MATERIALS: [Word<MaterialRule>; 3] = [
    says("pieces", MaterialRule::Pieces, "who has more on the board", ""),
    says("white", MaterialRule::Wins(Side::White), "who wins", ""),
    says("black", MaterialRule::Wins(Side::Black), "who wins", ""),
];

/// `law` of `counting` in `[results]`.
pub static COUNTING_LAWS: [Word<CountingLaw>; 3] = [
    plain("makruk", CountingLaw::Makruk),
    plain("cambodian", CountingLaw::Cambodian),
    plain("asean", CountingLaw::Asean),
];

/// `wings` of castling as FENs name them: towards the last file and towards the first.
pub static WINGS: [Word<[bool; 2]>; 4] =
    [plain("K", [true, false]), plain("Q", [false, true]), plain("KQ", [true, true]), plain("", [false, false])];

/// A direction that counts, with its opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// Along the ranks.
    Horizontal,
    /// Along the files.
    Vertical,
    /// Along both sorts of diagonals.
    Diagonal,
}

/// `directions` of `[[ends]]`.
pub static LINES: [Word<Line>; 3] =
    [plain("horizontal", Line::Horizontal), plain("vertical", Line::Vertical), plain("diagonal", Line::Diagonal)];
