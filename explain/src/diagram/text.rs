//! The diagram in letters.

use super::{Diagram, Marks, blocks_only, legend};
use betza_ir::geometry::{Side, Square, file_name};

/// The board in letters with its legend; no trailing spaces.
#[must_use]
pub fn draw(d: &Diagram) -> String {
    let board = &d.board;
    let cell = |file: usize, rank: usize| {
        let square = Square::from_index(rank * board.files() + file);
        if board.holes().contains(&square) { String::new() } else { code(d, square) }
    };
    let rows: Vec<Vec<String>> =
        (0..board.ranks()).rev().map(|rank| (0..board.files()).map(|file| cell(file, rank)).collect()).collect();
    let width = rows.iter().flatten().map(|c| c.chars().count()).max().unwrap_or(1);
    let mut text = String::new();
    let mut line = |head: &str, cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|c| format!("{c:<width$}")).collect();
        text.push_str(format!("{head:>2} {}", cells.join(" ")).trim_end());
        text.push('\n');
    };
    for (row, rank) in rows.iter().zip((1..=board.ranks()).rev()) {
        line(&rank.to_string(), row);
    }
    let files: Vec<String> = (0..board.files()).map(file_name).collect();
    line("", &files);
    text.push('\n');

    let mut rows: Vec<(String, String)> = vec![("@".into(), format!("the piece, on {}", board.name(d.at)))];
    if d.side == Side::Black {
        rows[0].1.push_str(", Black's: forward is down");
    }
    if d.men.iter().any(|m| m.1 == d.side) {
        rows.push(("A".into(), "a piece of its own side".into()));
    }
    if d.men.iter().any(|m| m.1 != d.side) {
        rows.push(("E".into(), "an enemy".into()));
    }
    rows.extend(legend(d).into_iter().map(|(marks, words)| (symbol(marks), words.into())));
    let width = rows.iter().map(|r| r.0.chars().count()).max().unwrap_or(1);
    for (code, words) in rows {
        text.push_str(&format!("{code:<width$}  {words}\n"));
    }
    for note in &d.notes {
        text.push_str(&format!("Note: {note}\n"));
    }
    text
}

fn code(d: &Diagram, square: Square) -> String {
    let marks = d.mark(square);
    let mut code = String::new();
    if square == d.at {
        code.push('@');
    }
    if let Some((_, side)) = d.men.iter().find(|m| m.0 == square) {
        code.push(if *side == d.side { 'A' } else { 'E' });
    }
    let shown = match blocks_only(marks) {
        true if marks.contains(Marks::BLOCKER) => Marks::BLOCKER,
        true => marks,
        false => marks - (Marks::BLOCKER | Marks::WAY),
    };
    code.push_str(&symbol(shown));
    if code.is_empty() { ".".into() } else { code }
}

/// The letters for some marks.
fn symbol(marks: Marks) -> String {
    let mut code = String::new();
    if marks.contains(Marks::INITIAL) {
        code.push('i');
    }
    code.push_str(pair(marks, Marks::MOVE, Marks::CAPTURE));
    for (mark, letter) in [
        (Marks::DESTROY, 'd'),
        (Marks::LEAP, '\''),
        (Marks::EN_PASSANT, 'e'),
        (Marks::ROYAL_ONLY, 'k'),
        (Marks::NOT_ROYAL, 't'),
    ] {
        if marks.contains(mark) {
            code.push(letter);
        }
    }
    if marks.intersects(Marks::HOP_MOVE | Marks::HOP_CAPTURE) {
        code.push('^');
        code.push_str(pair(marks, Marks::HOP_MOVE, Marks::HOP_CAPTURE));
    }
    for (mark, letter) in [
        (Marks::SIDE, '~'),
        (Marks::VICTIM, 'x'),
        (Marks::LIFTED, '-'),
        (Marks::PLACED, '+'),
        (Marks::BLOCKER, '#'),
        (Marks::WAY, '%'),
        (Marks::BLOCKED, '/'),
        (Marks::PASS, 'o'),
        (Marks::VANISH, '!'),
    ] {
        if marks.contains(mark) {
            code.push(letter);
        }
    }
    code
}

fn pair(marks: Marks, moves: Marks, captures: Marks) -> &'static str {
    match (marks.contains(moves), marks.contains(captures)) {
        (true, true) => "*",
        (true, false) => "m",
        (false, true) => "c",
        (false, false) => "",
    }
}
