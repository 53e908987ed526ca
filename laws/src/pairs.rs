//! Random games of the pieces of chess and two pieces from notations of any dialect.

use betza_ir::Piece;
use betza_notation::{Dialect, read};
use betza_testkit::Random;
use std::fmt::Write;
use std::sync::LazyLock;

/// The notations of the cases worked out by hand, by dialect, and strings seen in files of others.
const SOURCES: [(Dialect, &str); 6] = [
    (Dialect::Betza, include_str!("../../testdata/notation/betza.jsonl")),
    (Dialect::Extended, include_str!("../../testdata/notation/extended.jsonl")),
    (Dialect::Bex, include_str!("../../testdata/notation/bex.jsonl")),
    (Dialect::Betza2, include_str!("../../testdata/notation/betza2.jsonl")),
    (Dialect::Xbetza, include_str!("../../testdata/notation/xbetza.jsonl")),
    (Dialect::Fsf, include_str!("../../testdata/notation/fsf.jsonl")),
];

/// Notations seen in files of others, in the dialect that engines send to XBoard.
const SEEN: &str = include_str!("../../testdata/cases/betza_strings_seen.txt");

/// A dialect and a text in it.
type Notation = (Dialect, String);

/// All notations, each once: those of pieces whose moves do nothing on the way, and the others.
static NOTATIONS: LazyLock<[Vec<Notation>; 2]> = LazyLock::new(|| {
    let piece = |line: &str| {
        let case: serde_json::Value = serde_json::from_str(line).expect("a case");
        case["piece"].as_str().expect("a notation").to_owned()
    };
    let cases = SOURCES.iter().flat_map(|(dialect, text)| text.lines().map(move |line| (*dialect, piece(line))));
    let seen = SEEN.lines().filter(|line| !line.starts_with('#')).map(|line| (Dialect::Xbetza, line.to_owned()));
    let mut all: Vec<Notation> = cases.chain(seen).filter(|(d, text)| read(text, *d).is_ok()).collect();
    all.sort_by(|a, b| (a.0.id(), &a.1).cmp(&(b.0.id(), &b.1)));
    all.dedup();
    let has_effects = |(dialect, text): &Notation| {
        let piece = read(text, *dialect).map(|read| read.piece);
        piece.is_ok_and(|piece| piece.has_side_effects())
    };
    let (others, simple) = all.into_iter().partition(has_effects);
    [simple, others]
});

/// Returns every distinct piece of all these notations, with the first text that means it.
#[must_use]
pub fn pieces() -> Vec<(String, Piece)> {
    let mut all: Vec<(String, Piece)> = Vec::new();
    for (dialect, text) in NOTATIONS.iter().flatten() {
        let Ok(reading) = read(text, *dialect) else { continue };
        if !all.iter().any(|(_, known)| *known == reading.piece) {
            all.push((format!("{}:{text}", dialect.id()), reading.piece));
        }
    }
    all
}

/// Boards, of one to four words. Most positions are of chess' own board.
const BOARDS: [(usize, usize); 8] = [(8, 8), (8, 8), (8, 8), (8, 8), (6, 7), (10, 8), (9, 14), (16, 16)];

/// Returns the text of a random game of two kings, pieces of chess, and two pieces from notations of any dialect.
///
/// # Panics
/// If there are no notations.
pub fn pair(random: &mut Random) -> String {
    let (files, ranks) = *random.pick(&BOARDS).expect("boards");
    let row = |piece: &str| format!("{piece}{}", files - 1);
    let empty = vec![files.to_string(); ranks - 2].join("/");
    let start = format!("{}/{empty}/{} w - - 0 1", row("k"), row("K"));
    let mut text = format!(
        "format = 1\nname = \"pair\"\nboard = \"{files}x{ranks}\"\ndialect = \"xbetza\"\nstart = \"{start}\"\n"
    );
    if random.one_in(8) {
        text += "hands.captures = true\n";
    }
    let mut piece = |letter: &str, name: &str, dialect: &str, notation: &str, more: &str| {
        let _ = write!(
            text,
            "\n[pieces.{letter}]\nname = \"{name}\"\nmove = {notation:?}\ndialect = \"{dialect}\"\n{more}"
        );
    };
    piece("K", "King", "xbetza", "K", "royal = true\n");
    piece("Q", "Queen", "xbetza", "Q", "");
    piece("R", "Rook", "xbetza", "R", "");
    piece("B", "Bishop", "xbetza", "B", "");
    piece("N", "Knight", "xbetza", "N", "");
    let promotion = format!("promotion = {{ zone = \"rank {ranks}\", to = [\"Q\", \"N\"] }}\n");
    piece("P", "Pawn", "xbetza", "fmWfceFifmnD", &promotion);
    // Pieces with effects on the way make every count slow, and they are generated one by one anyway.
    let which = usize::from(random.one_in(10));
    for (letter, name) in [("G", "First"), ("H", "Second")] {
        let (dialect, notation) = random.pick(&NOTATIONS[which]).expect("notations");
        piece(letter, name, dialect.id(), notation, "");
    }
    text
}
