//! Notations: read, written, walked and looked up.

use arbitrary::Unstructured;
use betza_compile::lower::{ChainMoves, ChainScratch, Lowering, LowersPieces, View};
use betza_compile::walk::{self, Outcome, Scene};
use betza_ir::Piece;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Side, Square};
use betza_notation::{Dialect, read, write};
use std::collections::BTreeSet;

/// A dialect, chosen by the first byte, the rest as a notation, and the byte.
fn notation(input: &[u8]) -> Option<(Dialect, &str, u8)> {
    let (&first, rest) = input.split_first()?;
    let dialect = Dialect::ALL[usize::from(first) % Dialect::ALL.len()];
    Some((dialect, std::str::from_utf8(rest).ok()?, first))
}

/// Any text is read, or refused with a place inside it, a reason and a remedy.
pub fn read_any(input: &[u8]) {
    let Some((dialect, text, _)) = notation(input) else { return };
    let (refused, notes) = match read(text, dialect) {
        Ok(reading) => (false, reading.warnings),
        Err(errors) => (true, errors),
    };
    assert!(!(refused && notes.is_empty()));
    for note in notes {
        assert!(
            text.get(note.span.clone()).is_some() && !note.message.is_empty() && !note.remedy.is_empty(),
            "{note:?}"
        );
    }
}

/// What is read can be written in every dialect that has words for it, and that reads as the same piece.
pub fn round_trip(input: &[u8]) {
    let Some((dialect, text, _)) = notation(input) else { return };
    let Ok(reading) = read(text, dialect) else { return };
    reads_back(&reading.piece, &format!("{dialect} {text}"));
}

fn reads_back(piece: &Piece, what: &str) {
    for other in Dialect::ALL {
        let Ok(written) = write(piece, other) else { continue };
        let again = read(&written, other).map(|again| again.piece);
        assert_eq!(again.as_ref(), Ok(piece), "{what} is written {written} in {other}");
    }
}

/// The tables say what the walk says: of a piece on c3 of a board of five by five, the other pieces chosen by the first
/// eight bytes.
pub fn walk_tables(input: &[u8]) {
    let Some((men, rest)) = input.split_first_chunk::<8>() else { return };
    let Some((dialect, text, first)) = notation(rest) else { return };
    let Ok(reading) = read(text, dialect) else { return };
    moves_alike(&reading.piece, u64::from_le_bytes(*men), first & 128 != 0, &format!("{dialect} {text}"));
}

fn moves_alike(piece: &Piece, men: u64, is_black: bool, what: &str) {
    let board = Board::new(5, 5).expect("a small board");
    let at = Square::from_index(12);
    let others =
        |bits: u64| -> Vec<Square> { board.squares().filter(|s| *s != at && bits >> s.index() & 1 == 1).collect() };
    let own = men & ((1 << 25) - 1);
    let enemy = men >> 25 & !own;
    let side = if is_black { Side::Black } else { Side::White };
    let moved = if men >> 63 == 1 { vec![at] } else { Vec::new() };
    let scene = Scene::bare(&board, side, at, &others(own), &others(enemy), &moved);
    let Ok(walked) = walk::moves(piece, &scene, at) else { return };
    let Ok(tables) = Lowering::<1>::new(&board).expect("it fits").piece(piece, side) else { return };
    let (view, mut found) = (View::of_scene(&scene, at), ChainMoves::new());
    if tables.moves(&view, at, &mut ChainScratch::new(), &mut found).is_err() || !piece.castlings.is_empty() {
        return;
    }
    let key = |o: Outcome| (o.to, o.captures, o.relocations);
    let walked: BTreeSet<_> = walked.into_iter().map(key).collect();
    let looked_up: BTreeSet<_> =
        found.outcomes(&(view.own | view.enemy).without(Bitboard::of(at))).into_iter().map(key).collect();
    assert_eq!(looked_up, walked, "{what}");
}

/// What notations are joined from: signs of all dialects that mean something to some of them.
const PARTS: [&str; 60] = [
    "W", "F", "D", "N", "A", "H", "C", "Z", "G", "K", "Q", "B", "R", "(1,3)", "f", "b", "l", "r", "v", "s", "h", "m",
    "c", "d", "a", "p", "g", "o", "j", "n", "z", "q", "i", "e", "t", "u", "x", "y", "-", "?", "/", "|", "(", ")", "[",
    "]", "{", "}", "~", "0", "2", "3", "4", "8", ",", "mcd", "ca", "[W-F]", "t[", "ya",
];

/// Notations that are joined from parts, so that more of them are read than of bytes at random: they read back, and
/// tables and walk agree.
pub fn joined(input: &[u8]) {
    let mut bytes = Unstructured::new(input);
    let Ok((men, dialect)) = bytes.arbitrary().and_then(|men: u64| Ok((men, *bytes.choose(&Dialect::ALL)?))) else {
        return;
    };
    let mut text = String::new();
    while text.len() < 64 && !bytes.is_empty() {
        match bytes.choose(&PARTS) {
            Ok(part) => text += part,
            Err(_) => break,
        }
    }
    let Ok(reading) = read(&text, dialect) else { return };
    let what = format!("{dialect} {text}");
    reads_back(&reading.piece, &what);
    moves_alike(&reading.piece, men, text.len() % 2 == 1, &what);
}
