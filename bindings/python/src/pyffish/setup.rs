//! Positions from FENs as Fairy-Stockfish reads them.

use crate::error::Raises;
use betza::movegen::variant::Flavour;
use betza::{Game, Position};
use pyo3::prelude::*;

/// A position as Fairy-Stockfish reads it: what makes no sense is passed over.
pub(super) fn set_up(game: &Game, text: &str) -> PyResult<Position> {
    if text == "startpos" {
        return Ok(game.start());
    }
    // What could be SFEN is FEN here.
    let is_whole = game.any().variant().flavour != Flavour::Sfen;
    let read = |text: &str| {
        let (position, ignored) = game.position_lenient(text)?;
        match game.any().variant().gating.is_some() && !ignored.is_empty() {
            true => game.position_lenient(&gates_for_castling(game, text)).map(|(position, _)| position),
            false => Ok(position),
        }
    };
    match if is_whole { read(text).ok() } else { None } {
        Some(position) => Ok(position),
        None => read(&completed(game, text)).map_err(|e| e.raise(text)),
    }
}

/// A FEN whose castling letters name the files of the corners instead: a rook that may gate has its letter there even if its
/// king has gone.
fn gates_for_castling(game: &Game, text: &str) -> String {
    let last = char::from(b'a' + game.files() - 1);
    let named = |c: char| match c {
        'K' => last.to_ascii_uppercase(),
        'k' => last,
        'Q' => 'A',
        'q' => 'a',
        other => other,
    };
    let words = text.split(' ').enumerate();
    let words = words.map(|(i, word)| if i == 2 { word.chars().map(named).collect() } else { word.to_owned() });
    words.collect::<Vec<String>>().join(" ")
}

/// A FEN with the fields that it lacks, and with no more squares in a rank than the board has.
pub(super) fn completed(game: &Game, text: &str) -> String {
    let mut words = text.split_whitespace();
    let board = board_of(game, words.next().unwrap_or_default());
    let mut rest: Vec<&str> = words.collect();
    let turn = if rest.first().is_some_and(|w| ["w", "b"].contains(w)) { rest.remove(0) } else { "w" };
    let is_number = |w: &&str| w.bytes().all(|b| b.is_ascii_digit());
    let fields = rest.iter().take_while(|w| !is_number(w)).count();
    let (fields, numbers) = rest.split_at(fields);
    let numbers = if numbers.is_empty() { &["0", "1"] } else { numbers };
    let padding = ["-"; 2];
    let whole: Vec<&str> = fields.iter().chain(&padding[fields.len().min(2)..]).chain(numbers).copied().collect();
    format!("{board} {turn} {}", whole.join(" "))
}

/// The board of a FEN without squares beyond the last file, and without marks of promotion that the game does not know.
pub(super) fn board_of(game: &Game, board: &str) -> String {
    let remembers = game.any().variant().kinds.iter().filter_map(|k| k.promotion.as_ref()).any(|p| p.remembers);
    let board = if remembers { board.to_owned() } else { board.replace('~', "") };
    let (ranks, hands) = board.split_at(board.find('[').unwrap_or(board.len()));
    let shortened: Vec<String> = ranks.split('/').map(|rank| shortened(rank, usize::from(game.files()))).collect();
    shortened.join("/") + hands
}

/// A rank of at most so many squares.
fn shortened(rank: &str, files: usize) -> String {
    let end = rank.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (mut squares, mut number) = (0, 0);
    for c in rank[..end].chars() {
        match c.to_digit(10) {
            Some(digit) => number = 10 * number + digit as usize,
            None => {
                squares += number + usize::from(c.is_alphabetic() || c == '*');
                number = 0;
            }
        }
    }
    match rank[end..].parse::<usize>() {
        Ok(empty) if squares + empty > files && squares <= files => match files - squares {
            0 => rank[..end].to_owned(),
            left => format!("{}{left}", &rank[..end]),
        },
        _ => rank.to_owned(),
    }
}
