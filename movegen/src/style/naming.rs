//! How the styles of players name squares and pieces.

use super::Style;
use crate::compile::names::Names;
use betza_compile::walk::{self, Man, Scene};
use betza_game::KindId;
use betza_game::variant::{Flavour, Kind, Variant};
use betza_ir::geometry::{Board, Side, Square, file_name};
use betza_ir::{Condition, Piece};
use betza_notation::{Dialect, read};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The files in Thai, from `a` on.
const THAI_FILES: [&str; 12] = ["ก", "ข", "ค", "ง", "จ", "ฉ", "ช", "ญ", "ต", "ถ", "ท", "น"];

/// Returns a number in Thai.
fn thai(number: i32) -> String {
    let digit = |c: char| c.to_digit(10).and_then(|d| char::from_u32('๐' as u32 + d)).unwrap_or(c);
    number.to_string().chars().map(digit).collect()
}

/// Returns the name of a file.
pub(super) fn file(board: &Board, square: Square, style: Style, us: Side) -> String {
    let (file, last) = (board.file(square), board.files() as i32 - 1);
    match style {
        Style::ShogiHosking | Style::ShogiHodges | Style::ShogiHodgesNumber => (last - file + 1).to_string(),
        Style::Janggi => (file + 1).to_string(),
        Style::Xiangqi if us == Side::White => (last - file + 1).to_string(),
        Style::Xiangqi => (file + 1).to_string(),
        Style::ThaiSan | Style::ThaiLan => {
            THAI_FILES.get(file as usize).map_or_else(|| thai(file + 1), |f| (*f).into())
        }
        _ => file_name(file as usize),
    }
}

/// Returns the name of a rank.
pub(super) fn rank(board: &Board, square: Square, style: Style, us: Side) -> String {
    let (rank, last) = (board.rank(square), board.ranks() as i32 - 1);
    match style {
        Style::ShogiHosking | Style::ShogiHodgesNumber => (last - rank + 1).to_string(),
        Style::ShogiHodges => file_name((last - rank) as usize),
        Style::Janggi => ((last - rank + 1) % 10).to_string(),
        Style::Xiangqi if us == Side::Black => (last - rank + 1).to_string(),
        Style::ThaiSan | Style::ThaiLan => thai(rank + 1),
        _ => (rank + 1).to_string(),
    }
}

/// Returns the name of a square.
pub(super) fn square(board: &Board, square: Square, style: Style, us: Side) -> String {
    let (file, rank) = (file(board, square, style, us), rank(board, square, style, us));
    if style == Style::Janggi { rank + &file } else { file + &rank }
}

/// Returns the letter of a kind, as a capital. If the kind has a second set of letters it is from that set, except in
/// games with SFENs.
pub(super) fn letter(variant: &Variant, kind: KindId) -> String {
    let kind = &variant.kinds[kind.index()];
    let other = kind.synonyms.first().filter(|_| variant.flavour != Flavour::Sfen);
    let letters = other.unwrap_or(&kind.letters);
    letters[Side::White.index()].to_uppercase()
}

/// The letters that Fairy-Stockfish has for promoted pieces of shogi and its kin, by how they move: Gold, Silver,
/// Dragon, Horse, tori shogi's Goose and Eagle, yari shogi's Gold and Silver. If another piece of the game has the
/// letter, the next entry with the same moves is used: dobutsu shogi's Hen, yari shogi's Rook.
const PROMOTED: [(&str, &str); 13] = [
    ("WfF", "G"),
    ("WfF", "H"),
    ("FfW", "S"),
    ("RF", "D"),
    ("BW", "H"),
    ("B", "B"),
    ("R", "R"),
    ("R", "L"),
    ("ffN", "N"),
    ("fAbD", "G"),
    ("WFbRfBbF2", "E"),
    ("WfFbR", "G"),
    ("fWfFbR", "S"),
];

/// The notations of makruk's pieces that have names in Thai.
const THAI: [&str; 5] = ["R", "N", "F", "FfW", "RNF"];

/// Returns the moves of one of the notations of [`PROMOTED`] or [`THAI`], which are read once.
fn moves_of(text: &str) -> &'static [betza_ir::Move] {
    static MOVES: LazyLock<HashMap<&str, Vec<betza_ir::Move>>> = LazyLock::new(|| {
        let all = PROMOTED.iter().map(|(text, _)| *text).chain(THAI);
        all.filter_map(|text| Some((text, read(text, Dialect::Betza).ok()?.piece.moves))).collect()
    });
    MOVES.get(text).map_or(&[], Vec::as_slice)
}

/// Returns the letter that Fairy-Stockfish has for a promoted piece of shogi.
pub(super) fn promoted_piece(variant: &Variant, kind: KindId) -> Option<&'static str> {
    let moves = &variant.kinds[kind.index()].moves[Side::White.index()].moves;
    let moves_as = |text: &str| moves_of(text) == moves;
    let is_taken =
        |letter: &str| variant.kinds.iter().any(|k| k.letters[Side::White.index()].eq_ignore_ascii_case(letter));
    let fits = |(text, letter): &(&str, &str)| !is_taken(letter) && moves_as(text);
    PROMOTED.into_iter().find(fits).map(|(_, letter)| letter)
}

/// Returns the name of a piece in Thai, by how it moves. A pawn that has promoted is not named Met.
pub(super) fn thai_piece(variant: &Variant, kind: KindId, is_pawn: bool, has_promoted: bool) -> &'static str {
    // The leaps of unmoved pieces in Cambodia do not matter.
    let moves = &variant.kinds[kind.index()].moves[Side::White.index()].moves;
    let moves: Vec<_> = moves.iter().filter(|m| !m.condition.contains(Condition::UNMOVED)).cloned().collect();
    let moves_as = |text: &str| moves_of(text) == moves;
    match () {
        () if variant.kinds[kind.index()].royal => "ข",
        () if is_pawn => "บ",
        () if moves_as("R") => "ร",
        () if moves_as("N") => "ม",
        () if moves_as("F") && has_promoted => "ง",
        () if moves_as("F") => "ม็",
        () if moves_as("FfW") => "ค",
        () if moves_as("RNF") => "ว",
        () => "X",
    }
}

/// Returns how moves name the kinds of a game.
pub(super) fn names(variant: &Variant) -> Names {
    let letters: Option<Vec<u8>> =
        (0..variant.kinds.len()).map(|kind| capital(&letter(variant, KindId::from_index(kind)))).collect();
    Names { pawns: pawns(variant), letters: letters.unwrap_or_default() }
}

/// Returns the ASCII capital that is all of a text.
fn capital(text: &str) -> Option<u8> {
    if let [letter @ b'A'..=b'Z'] = text.as_bytes() { Some(*letter) } else { None }
}

/// Returns which kinds are pawns as in chess: they go one step ahead, perhaps two, and capture one step ahead
/// diagonally.
fn pawns(variant: &Variant) -> Vec<bool> {
    let is_pawn = |kind: &Kind| {
        // A triple step from a region is a pawn's, too.
        let only_steps = kind.inside.iter().all(|inside| inside.leaves);
        !kind.royal && only_steps && is_pawn(&kind.moves[Side::White.index()])
    };
    variant.kinds.iter().map(is_pawn).collect()
}

fn is_pawn(piece: &Piece) -> bool {
    let Ok(board) = Board::new(7, 7) else { return false };
    let at = |file, rank| board.at(file, rank);
    let Some(from) = at(3, 2) else { return false };
    let reached = |crowded: bool| {
        let mut scene = Scene { mover: Condition::empty(), ..Scene::empty(&board) };
        let man = |side, moved| Some(Man { side, moved, royal: false, kind: None });
        if crowded {
            board.squares().for_each(|s| scene.men[s.index()] = man(Side::Black, true));
        }
        scene.men[from.index()] = man(Side::White, true);
        walk::moves(piece, &scene, from).map(|all| all.into_iter().filter_map(|o| o.to).collect::<Vec<_>>())
    };
    let (Ok(quiets), Ok(captures)) = (reached(false), reached(true)) else { return false };
    let one = at(3, 3);
    quiets.first().copied() == one
        && quiets.iter().all(|&s| Some(s) == one || Some(s) == at(3, 4))
        && captures.iter().copied().map(Some).eq([at(2, 3), at(4, 3)])
}
