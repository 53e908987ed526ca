//! The styles of protocols other than UCI: the same text with other names of squares.

use super::Style;
use crate::MoveList;
use crate::door::AnyGame;
use crate::position::moves::MoveType;
use betza_ir::geometry::{Board, Square, file_name};

/// Returns the texts of moves, from their texts in UCI.
pub(super) fn texts(game: &AnyGame, list: &MoveList, uci: &[String], style: Style) -> Vec<String> {
    let board = &game.variant().board;
    let text = |(i, text): (usize, &String)| match (style, list[i].kind) {
        (Style::Cecp, MoveType::Pass) => "@@@@".to_owned(),
        (Style::Usi, _) if list[i].enters() => renamed(board, text, style).replacen('@', "*", 1),
        _ => renamed(board, text, style),
    };
    uci.iter().enumerate().map(text).collect()
}

/// Returns a text in UCI with its squares named as in another style.
fn renamed(board: &Board, text: &str, style: Style) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let digits = rest[letter.len_utf8()..].bytes().take_while(u8::is_ascii_digit).count();
        let length = letter.len_utf8() + digits;
        match board.parse_square(&rest[..length]) {
            Ok(square) => out += &name(board, square, style),
            Err(_) => out += &rest[..length],
        }
        rest = &rest[length..];
    }
    out
}

/// Returns the name of a square.
fn name(board: &Board, square: Square, style: Style) -> String {
    let (file, rank) = (board.file(square), board.rank(square));
    let letter = |n: i32| file_name(n as usize);
    match style {
        Style::Usi => format!("{}{}", board.files() as i32 - file, letter(board.ranks() as i32 - 1 - rank)),
        _ if board.ranks() == 10 => format!("{}{rank}", letter(file)),
        _ => board.name(square),
    }
}
