//! Positions from FENs as Fairy-Stockfish reads them.

use crate::error::Raises;
use betza::movegen::variant::Flavour;
use betza::{Game, Position, Square};
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
        None => {
            let mut position = read(&completed(game, text)).map_err(|e| e.raise(text))?;
            if text.contains('~') && !remembers(game) {
                position.mark_promoted(marked(game, text));
            }
            Ok(position)
        }
    }
}

/// Whether promotions are a part of the game's positions.
fn remembers(game: &Game) -> bool {
    game.any().variant().kinds.iter().filter_map(|k| k.promotion.as_ref()).any(|p| p.remembers)
}

/// The squares of the pieces that a FEN marks with `~`.
fn marked(game: &Game, text: &str) -> Vec<Square> {
    let board = text.split(['[', ' ']).next().unwrap_or_default();
    let mut squares = Vec::new();
    for (row, rank) in board.split('/').enumerate() {
        let (mut file, mut number) = (0, 0);
        for c in rank.chars() {
            match c {
                '0'..='9' => number = usize::saturating_add(10usize.saturating_mul(number), c as usize - '0' as usize),
                '~' => {
                    let name = |file: usize| {
                        Some(format!("{}{}", file_name(file)?, usize::from(game.ranks()).checked_sub(row)?))
                    };
                    squares.extend(name(file).and_then(|name| game.square(&name)));
                }
                '+' => {}
                _ => {
                    file = usize::saturating_add(file, number).saturating_add(1);
                    number = 0;
                }
            }
        }
    }
    squares
}

/// The letter of a file, counted from 1.
fn file_name(file: usize) -> Option<char> {
    file.checked_sub(1).and_then(|i| char::from_u32('a' as u32 + i as u32)).filter(char::is_ascii_lowercase)
}

/// A FEN whose castling letters name the files of the corners instead: a rook that may gate has its letter there even
/// if its king has gone.
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
    // The limit of a count stands in the place of en passant.
    let counts = game.any().variant().results.counting.is_some() && numbers.iter().filter(|w| is_number(w)).count() > 2;
    let padding = &["-"; 2][usize::from(counts)..];
    let whole: Vec<&str> =
        fields.iter().chain(&padding[fields.len().min(padding.len())..]).chain(numbers).copied().collect();
    format!("{board} {turn} {}", whole.join(" "))
}

/// The board of a FEN without squares beyond the last file, and without marks of promotion that the game does not know.
pub(super) fn board_of(game: &Game, board: &str) -> String {
    let board = if remembers(game) { board.to_owned() } else { board.replace('~', "") };
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
