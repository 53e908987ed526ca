//! The board with its men and marks.

use super::super::{Diagram, Marks, Relocation, blocks_only};
use super::{CELL, MARGIN, put};
use betza_ir::geometry::{Side, Square, file_name};

/// The most relocations that are drawn as arrows.
const ARROW_LIMIT: usize = 12;

/// The colours of arrows.
pub(super) const COLOURS: usize = 4;

/// The middle of a square.
fn centre(d: &Diagram, square: Square) -> (i32, i32) {
    let file = d.board.file(square);
    let rank = d.board.ranks() as i32 - 1 - d.board.rank(square);
    (file * CELL + CELL / 2, rank * CELL + CELL / 2)
}

fn board(out: &mut String, d: &Diagram) {
    let (files, ranks) = (d.board.files() as i32, d.board.ranks() as i32);
    for square in d.board.squares() {
        let (x, y) = centre(d, square);
        let shade = if d.board.is_dark(square) { "dark" } else { "light" };
        put(
            out,
            format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"{CELL}\" height=\"{CELL}\" class=\"{shade}\"/>",
                x - CELL / 2,
                y - CELL / 2
            ),
        );
    }
    put(
        out,
        format_args!("<rect x=\"0\" y=\"0\" width=\"{}\" height=\"{}\" class=\"frame\"/>", files * CELL, ranks * CELL),
    );
    for rank in 0..ranks {
        let y = (ranks - 1 - rank) * CELL + CELL / 2 + 5;
        put(out, format_args!("<text x=\"{}\" y=\"{y}\" class=\"co\">{}</text>", 2 - MARGIN / 2, rank + 1));
    }
    for file in 0..files {
        let x = file * CELL + CELL / 2;
        let name = file_name(file as usize);
        put(out, format_args!("<text x=\"{x}\" y=\"{}\" class=\"co\">{name}</text>", ranks * CELL + 20));
    }
}

/// Everything on the board: squares, men, marks, arrows. Its upper left corner is `(0, 0)`, and coordinates stand left
/// of it and below it.
pub(super) fn draw(out: &mut String, d: &Diagram) {
    board(out, d);
    for square in d.board.squares() {
        let (x, y) = centre(d, square);
        if let Some((_, side)) = d.men.iter().find(|m| m.0 == square) {
            piece(out, x, y, 17, *side, false);
        }
        marks(out, x, y, d.mark(square), d.men.iter().any(|m| m.0 == square));
    }
    let (x, y) = centre(d, d.at);
    piece(out, x, y, 22, d.side, true);
    marks(out, x, y, d.mark(d.at), true);
    if d.relocations.len() <= ARROW_LIMIT {
        for (i, relocation) in d.relocations.iter().enumerate() {
            arrow(out, d, relocation, i % COLOURS);
        }
    }
    // Above the arrows, which cross squares that are not their own.
    for square in d.board.squares() {
        let (x, y) = centre(d, square);
        let occupied = square == d.at || d.men.iter().any(|m| m.0 == square);
        tags(out, x, y, d.mark(square), occupied);
    }
}

/// A man: a disc of its side's colour. The piece itself shows which way is forward.
pub(super) fn piece(out: &mut String, x: i32, y: i32, radius: i32, side: Side, is_mover: bool) {
    let class = if side == Side::White { "white" } else { "black" };
    put(out, format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" class=\"{class}\"/>"));
    if is_mover {
        let (tip, foot, notch) = if side == Side::White { (-13, 10, 4) } else { (13, -10, -4) };
        put(
            out,
            format_args!(
                "<path d=\"M{x} {}l11 {}l-11 {}l-11 {}z\" class=\"on{class}\"/>",
                y + tip,
                foot - tip,
                notch - foot,
                foot - notch
            ),
        );
    }
}

/// The symbols of a square. On an occupied one, rings go around the man; side effects go into a corner where the square
/// has other marks.
pub(super) fn marks(out: &mut String, x: i32, y: i32, marks: Marks, occupied: bool) {
    let has = |m: Marks| marks.contains(m);
    let radius = if occupied { 25 } else { 18 };
    let ring = |out: &mut String, class: &str, radius: i32| {
        put(out, format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" class=\"{class}\"/>"));
    };
    if has(Marks::PLACED) {
        put(
            out,
            format_args!("<rect x=\"{}\" y=\"{}\" width=\"52\" height=\"52\" rx=\"8\" class=\"put\"/>", x - 26, y - 26),
        );
    }
    if has(Marks::LIFTED) {
        put(
            out,
            format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"52\" height=\"52\" rx=\"8\" class=\"lift\"/>",
                x - 26,
                y - 26
            ),
        );
    }
    if has(Marks::CAPTURE) {
        ring(out, "ring", radius);
    }
    if has(Marks::HOP_CAPTURE) {
        ring(out, "hopring", if has(Marks::CAPTURE) { radius + 6 } else { radius });
    }
    if has(Marks::DESTROY) {
        ring(out, "own", if has(Marks::CAPTURE | Marks::HOP_CAPTURE) { radius - 6 } else { radius });
    }
    match (has(Marks::LEAP), marks.intersects(Marks::CAPTURE | Marks::DESTROY) && !has(Marks::MOVE)) {
        (true, false) => star(out, x, y, "move"),
        (true, true) => star(out, x, y, "leapt"),
        (false, _) if has(Marks::MOVE) => ring(out, "move", 8),
        (false, _) => {}
    }
    if has(Marks::HOP_MOVE) {
        ring(out, "hopdot", if has(Marks::MOVE) { 11 } else { 7 });
    }
    if blocks_only(marks) && has(Marks::BLOCKER) {
        put(
            out,
            format_args!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"11\" class=\"stop\"/><path d=\"M{} {y}h12\" class=\"bar\"/>",
                x - 6
            ),
        );
    }
    if blocks_only(marks) && !has(Marks::BLOCKER) {
        ring(out, "way", 10);
        put(out, format_args!("<path d=\"M{} {y}h10\" class=\"waybar\"/>", x - 5));
    }
    // Side effects: large where they are all there is.
    let crowded = occupied || marks.intersects(Marks::ENDS | Marks::LIFTED | Marks::PLACED);
    if has(Marks::SIDE) {
        let (x, y, r) = if crowded || has(Marks::VICTIM) { (x + 19, y + 19, 9) } else { (x, y, 17) };
        put(out, format_args!("<path d=\"M{x} {}l{r} {r}l-{r} {r}l-{r} -{r}z\" class=\"side\"/>", y - r));
    }
    if has(Marks::VICTIM) {
        let (x, y, r) = if crowded || has(Marks::SIDE) { (x - 19, y + 19, 6) } else { (x, y, 12) };
        let width = if r < 12 { 4 } else { 6 };
        put(
            out,
            format_args!(
                "<path d=\"M{} {}l{d} {d}m0 -{d}l-{d} {d}\" class=\"victim\" stroke-width=\"{width}\"/>",
                x - r,
                y - r,
                d = 2 * r
            ),
        );
    }
    if has(Marks::BLOCKED) {
        let (x, y, r) = if occupied { (x + 20, y - 20, 5) } else { (x, y, 6) };
        put(
            out,
            format_args!("<path d=\"M{} {}l{d} {d}m0 -{d}l-{d} {d}\" class=\"blocked\"/>", x - r, y - r, d = 2 * r),
        );
    }
}

/// The words of a square.
pub(super) fn tags(out: &mut String, x: i32, y: i32, marks: Marks, occupied: bool) {
    let all = [
        (Marks::INITIAL, "1st"),
        (Marks::EN_PASSANT, "e.p."),
        (Marks::PASS, "pass"),
        (Marks::VANISH, "gone"),
        (Marks::ROYAL_ONLY, "K only"),
        (Marks::NOT_ROYAL, "not K"),
    ];
    let tags: Vec<&str> = all.iter().filter(|(m, _)| marks.contains(*m)).map(|(_, t)| *t).collect();
    // Alone, as in the legend, a tag stands in the middle.
    let alone = !occupied && Marks::all().difference(Marks::TAGS).intersection(marks).is_empty() && tags.len() == 1;
    for (i, text) in tags.iter().enumerate() {
        let width = 6 + 8 * text.len() as i32;
        let (cx, cy) = if alone { (x, y) } else { (x + (CELL - width) / 2 - 1, y - CELL / 2 + 10 + 17 * i as i32) };
        put(
            out,
            format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"15\" rx=\"4\" class=\"tagbox\"/>\
                 <text x=\"{cx}\" y=\"{}\" class=\"tag\">{text}</text>",
                cx - width / 2,
                cy - 8,
                cy + 4
            ),
        );
    }
}

/// A star of four points.
fn star(out: &mut String, x: i32, y: i32, class: &str) {
    put(out, format_args!("<path d=\"M{x} {}l4 9l9 4l-9 4l-4 9l-4 -9l-9 -4l9 -4z\" class=\"{class}\"/>", y - 13));
}

/// An arrow from a piece to where it is put, with a head at both ends if it changes places with the mover. Each of
/// several arrows has its own colour and number.
fn arrow(out: &mut String, d: &Diagram, relocation: &Relocation, colour: usize) {
    let &Relocation { from, to, mover } = relocation;
    let swaps = to == d.at && mover == Some(from);
    let ((x1, y1), (x2, y2)) = (centre(d, from), centre(d, to));
    if from == to {
        return;
    }
    let (dx, dy) = (f64::from(x2 - x1), f64::from(y2 - y1));
    // Bent upwards a little, so that it does not run through the men between.
    let up = if dx < 0.0 { -1.0 } else { 1.0 };
    let bend = (f64::from(x1) + dx / 2.0 + up * dy / 5.0, f64::from(y1) + dy / 2.0 - up * dx / 5.0);
    // It begins and ends at the rims of the men.
    let rim = |(x, y): (i32, i32)| {
        let (vx, vy) = (bend.0 - f64::from(x), bend.1 - f64::from(y));
        let length = vx.hypot(vy).max(1.0);
        (f64::from(x) + vx / length * 22.0, f64::from(y) + vy / length * 22.0)
    };
    let (start, end) = (rim((x1, y1)), rim((x2, y2)));
    let head = if swaps { format!(" marker-start=\"url(#tip{colour})\"") } else { String::new() };
    put(
        out,
        format_args!(
            "<path d=\"M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}\" class=\"arrow ar{colour}\"{head} marker-end=\"url(#tip{colour})\"/>",
            start.0, start.1, bend.0, bend.1, end.0, end.1
        ),
    );
    if d.relocations.len() > 1 {
        // The number stands at the piece that the arrow belongs to.
        let (x, y) = (start.0 * 0.8 + bend.0 * 0.2, start.1 * 0.8 + bend.1 * 0.2);
        let number = d.relocations.iter().position(|r| r == relocation).unwrap_or(0) + 1;
        put(
            out,
            format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"9\" class=\"no{colour}\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" class=\"tag num\">{number}</text>",
                y + 4.0
            ),
        );
    }
}
