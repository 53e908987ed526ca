//! A position as a picture.

use crate::position::{Played, Position};
use betza_explain::diagram::svg::escaped;
use betza_ir::geometry::{Side, Square};
use std::fmt::Write;

/// The side of a square, in units of the picture.
const CELL: usize = 40;
/// The margin, which has the names of files and ranks.
const MARGIN: usize = 20;

impl Position {
    /// The board as a picture, in SVG. The squares of the last move are tinted, and royal pieces in check have a red ring.
    #[must_use]
    pub fn svg(&self) -> String {
        draw(self)
    }
}

/// Draws the board with White below. Pieces are their letters, White's light and Black's dark; hands are below.
fn draw(position: &Position) -> String {
    let game = position.game();
    let (files, ranks) = (usize::from(game.files()), usize::from(game.ranks()));
    let (width, height) = (files * CELL + 2 * MARGIN, ranks * CELL + 2 * MARGIN);
    let hands: Vec<String> = Side::BOTH.into_iter().filter_map(|side| hand(position, side)).collect();
    let below = height + hands.len() * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {below}\" width=\"{width}\" height=\"{below}\" font-family=\"sans-serif\">\n\
         <title>{}</title>\n<rect width=\"{width}\" height=\"{below}\" fill=\"#fff\"/>\n",
        escaped(&format!("{}: {}", game.title(), position.fen()))
    );
    let last = last_move(position);
    for rank in 0..ranks {
        for file in 0..files {
            let square = Square::from_index(rank * files + file);
            if game.has(square) {
                let (x, y) = (MARGIN + file * CELL, MARGIN + (ranks - 1 - rank) * CELL);
                cell(&mut svg, position, square, (x, y), (file + rank) % 2 == 0);
                if last.contains(&square) {
                    tint(&mut svg, (x, y));
                }
                man(&mut svg, position, square, (x, y));
            }
        }
    }
    let mut label = |x: usize, y: usize, text: &str| {
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"12\" text-anchor=\"middle\">{text}</text>");
    };
    for file in 0..files {
        let name = char::from(b'a' + file as u8).to_string();
        label(MARGIN + file * CELL + CELL / 2, height - 6, &name);
    }
    for rank in 0..ranks {
        label(MARGIN / 2, MARGIN + (ranks - 1 - rank) * CELL + CELL / 2 + 4, &(rank + 1).to_string());
    }
    for (i, text) in hands.iter().enumerate() {
        let y = height + i * MARGIN + 12;
        let _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"{y}\" font-size=\"12\">{}</text>", escaped(text));
    }
    svg.push_str("</svg>\n");
    svg
}

/// The squares from which and to which the last move went.
fn last_move(position: &Position) -> Vec<Square> {
    match position.history().last() {
        Some(Played::Move(m)) => vec![m.from(), m.to()],
        Some(Played::Null) | None => Vec::new(),
    }
}

/// Lays the colour of the last move over a square.
fn tint(svg: &mut String, (x, y): (usize, usize)) {
    let _ = writeln!(
        svg,
        "<rect class=\"last\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#7bb32e\" fill-opacity=\"0.55\"/>"
    );
}

/// Draws one square.
fn cell(svg: &mut String, position: &Position, square: Square, (x, y): (usize, usize), dark: bool) {
    let fill = match (position.is_wall(square), dark) {
        (true, _) => "#444",
        (false, true) => "#c9a26b",
        (false, false) => "#f0dcb8",
    };
    let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"/>");
}

/// Draws the piece on a square, if there is one.
fn man(svg: &mut String, position: &Position, square: Square, (x, y): (usize, usize)) {
    let Some((side, kind)) = position.piece_at(square) else { return };
    let letters = escaped(&position.game().kinds()[kind.index()].letters[side.index()]);
    let (fill, stroke) = if side == Side::White { ("#fff", "#000") } else { ("#222", "#eee") };
    let (cx, cy) = (x + CELL / 2, y + CELL / 2);
    let _ = writeln!(
        svg,
        "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"16\" fill=\"{fill}\" stroke=\"#000\"/>\
         <text x=\"{cx}\" y=\"{}\" font-size=\"16\" text-anchor=\"middle\" fill=\"{stroke}\">{letters}</text>",
        cy + 6
    );
    let info = &position.game().kinds()[kind.index()];
    let is_checked = info.royal && side == position.turn() && position.is_check();
    if is_checked && !position.attackers(square, side.other()).is_empty() {
        let _ = writeln!(
            svg,
            "<circle class=\"check\" cx=\"{cx}\" cy=\"{cy}\" r=\"18\" fill=\"none\" stroke=\"#d01818\" stroke-width=\"4\"/>"
        );
    }
}

/// The hand of a side in words; `None` if it is empty.
fn hand(position: &Position, side: Side) -> Option<String> {
    let kinds = position.game().kinds();
    let held: Vec<String> =
        position.hand(side).map(|(kind, n)| format!("{n} {}", kinds[kind.index()].letters[side.index()])).collect();
    let name = if side == Side::White { "White" } else { "Black" };
    (!held.is_empty()).then(|| format!("{name} holds {}", held.join(", ")))
}
