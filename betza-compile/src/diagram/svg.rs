//! The diagram as self-contained SVG, without scripts and embedded fonts.

use super::{Diagram, Marks, blocks_only, legend};
use crate::geometry::{Side, Square};
use std::fmt::Write;

/// Side of a square, in SVG units.
const CELL: i32 = 60;
/// Room for coordinates and around the board.
const MARGIN: i32 = 34;
/// Height of the title.
const TITLE: i32 = 56;
/// Width of the legend.
const LEGEND: i32 = 380;
/// Height of a line of the legend.
const LINE: i32 = 44;
/// Characters of a note that fit a line of the legend.
const NOTE_WIDTH: usize = 46;
/// The most relocations that are drawn as arrows.
const ARROW_LIMIT: usize = 12;

const STYLE: &str = "\
text{font-family:'Inter','Helvetica Neue','DejaVu Sans',Arial,sans-serif;fill:#3b342b}\
.title{font:600 24px 'DejaVu Sans Mono',Menlo,Consolas,monospace}\
.by{font-size:14px;fill:#85796a}\
.co{font-size:14px;text-anchor:middle;fill:#85796a}\
.le{font-size:16px}\
.no{font-size:13px;fill:#85796a}\
.light{fill:#f6efe0}.dark{fill:#e2d3b5}\
.frame{fill:none;stroke:#8a7555;stroke-width:2}\
.move{fill:#1d7874}\
.ring{fill:none;stroke:#c8402f;stroke-width:4.5}\
.own{fill:none;stroke:#b0741a;stroke-width:4;stroke-dasharray:2.5 3.5}\
.hopring{fill:none;stroke:#7a4fb5;stroke-width:4;stroke-dasharray:7.5 4}\
.hopdot{fill:#f6efe0;stroke:#7a4fb5;stroke-width:4}\
.side{fill:#f2b632;stroke:#9c6b00;stroke-width:2.2;stroke-linejoin:round}\
.victim{fill:none;stroke:#a31621;stroke-linecap:round}\
.lift{fill:none;stroke:#2f6fb3;stroke-width:3;stroke-dasharray:5 4}\
.put{fill:#2f6fb3;fill-opacity:.22;stroke:#2f6fb3;stroke-width:3}\
.arrow{fill:none;stroke:#2f6fb3;stroke-width:3.5;stroke-linecap:round}\
.stop{fill:#8d857a}.bar{stroke:#f6efe0;stroke-width:3.2;stroke-linecap:round}\
.blocked{fill:none;stroke:#a39a8c;stroke-width:3;stroke-linecap:round}\
.tag{font-size:11.5px;font-weight:700;text-anchor:middle;fill:#fff}.tagbox{fill:#4b5d67}\
.white{fill:#fffdf8;stroke:#2e2a26;stroke-width:2.6}.black{fill:#37322e;stroke:#171412;stroke-width:2.6}\
.onwhite{fill:#37322e}.onblack{fill:#fffdf8}";

/// The board and its legend. `title` is the notation, `by` what stands below it.
#[must_use]
pub fn draw(d: &Diagram, title: &str, by: &str) -> String {
    let rows = legend(d);
    let (width, height) = (d.board.files() as i32 * CELL, d.board.ranks() as i32 * CELL);
    let notes: Vec<String> = d.notes.iter().flat_map(|n| folded(n)).collect();
    let legend_height = (rows.len() as i32 + 3) * LINE + notes.len() as i32 * 18;
    let total = (2 * MARGIN + width + LEGEND, TITLE + MARGIN + height.max(legend_height) + 8);
    let mut svg = String::new();
    let out = &mut svg;
    put(
        out,
        format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\">",
            total.0, total.1
        ),
    );
    put(out, format_args!("<title>{} ({})</title>", escaped(title), escaped(by)));
    put(out, format_args!("<style>{STYLE}</style>"));
    put(
        out,
        format_args!(
            "<defs><marker id=\"tip\" viewBox=\"0 0 10 10\" refX=\"7\" refY=\"5\" markerWidth=\"4.5\" markerHeight=\"4.5\" orient=\"auto\">\
         <path d=\"M0 0L10 5L0 10z\" fill=\"#2f6fb3\"/></marker></defs>"
        ),
    );
    put(out, format_args!("<rect width=\"100%\" height=\"100%\" fill=\"#fffdf8\"/>"));
    // A long notation is squeezed into the width there is.
    let room = total.0 - 2 * MARGIN - 12 * by.chars().count() as i32;
    let squeeze = if title.chars().count() as i32 * 15 > room {
        format!(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", room.max(100))
    } else {
        String::new()
    };
    put(out, format_args!("<text x=\"{MARGIN}\" y=\"36\" class=\"title\"{squeeze}>{}</text>", escaped(title)));
    let right = total.0 - MARGIN;
    put(out, format_args!("<text x=\"{right}\" y=\"36\" class=\"by\" text-anchor=\"end\">{}</text>", escaped(by)));
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
        for &(from, to) in &d.relocations {
            arrow(out, centre(d, from), centre(d, to));
        }
    }
    key(out, d, &rows, &notes, 2 * MARGIN + width + 4);
    svg.push_str("</svg>\n");
    svg
}

fn put(out: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a String cannot fail.
    let _ = writeln!(out, "{line}");
}

fn escaped(text: &str) -> String {
    text.chars()
        .flat_map(|c| match c {
            '&' => "&amp;".chars().collect::<Vec<_>>(),
            '<' => "&lt;".chars().collect(),
            '>' => "&gt;".chars().collect(),
            '"' => "&quot;".chars().collect(),
            // Other control characters have no place in XML.
            c if c.is_control() => vec!['\u{fffd}'],
            c => vec![c],
        })
        .collect()
}

/// A note on lines of the legend's width.
fn folded(note: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in note.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > NOTE_WIDTH {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

fn centre(d: &Diagram, square: Square) -> (i32, i32) {
    let file = d.board.file(square);
    let rank = d.board.ranks() as i32 - 1 - d.board.rank(square);
    (MARGIN + file * CELL + CELL / 2, TITLE + rank * CELL + CELL / 2)
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
        format_args!(
            "<rect x=\"{MARGIN}\" y=\"{TITLE}\" width=\"{}\" height=\"{}\" class=\"frame\"/>",
            files * CELL,
            ranks * CELL
        ),
    );
    for rank in 0..ranks {
        let y = TITLE + (ranks - 1 - rank) * CELL + CELL / 2 + 5;
        put(out, format_args!("<text x=\"{}\" y=\"{y}\" class=\"co\">{}</text>", MARGIN / 2 + 2, rank + 1));
    }
    for file in 0..files {
        let x = MARGIN + file * CELL + CELL / 2;
        let letter = (b'a' + file as u8) as char;
        put(out, format_args!("<text x=\"{x}\" y=\"{}\" class=\"co\">{letter}</text>", TITLE + ranks * CELL + 20));
    }
}

/// A man: a disc of its side's colour. The piece itself shows which way is forward.
fn piece(out: &mut String, x: i32, y: i32, radius: i32, side: Side, is_mover: bool) {
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

/// The symbols of a square. On an occupied one, rings go around the man; side effects go into a corner where the square has other
/// marks.
fn marks(out: &mut String, x: i32, y: i32, marks: Marks, occupied: bool) {
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
    if has(Marks::MOVE) {
        ring(out, "move", 8);
    }
    if has(Marks::HOP_MOVE) {
        ring(out, "hopdot", if has(Marks::MOVE) { 11 } else { 7 });
    }
    if blocks_only(marks) {
        put(
            out,
            format_args!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"11\" class=\"stop\"/><path d=\"M{} {y}h12\" class=\"bar\"/>",
                x - 6
            ),
        );
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
    let all = [(Marks::INITIAL, "1st"), (Marks::EN_PASSANT, "e.p."), (Marks::PASS, "pass"), (Marks::VANISH, "gone")];
    let tags: Vec<&str> = all.iter().filter(|(m, _)| has(*m)).map(|(_, t)| *t).collect();
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

fn arrow(out: &mut String, from: (i32, i32), to: (i32, i32)) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    // Bent upwards a little, so that it does not run through the men between.
    let up = if dx < 0 { -1 } else { 1 };
    let bend = (from.0 + dx / 2 + up * dy / 5, from.1 + dy / 2 - up * dx / 5);
    put(
        out,
        format_args!(
            "<path d=\"M{} {}Q{} {} {} {}\" class=\"arrow\" marker-end=\"url(#tip)\"/>",
            from.0, from.1, bend.0, bend.1, to.0, to.1
        ),
    );
}

fn key(out: &mut String, d: &Diagram, rows: &[(Marks, &str)], notes: &[String], left: i32) {
    let (x, mut y) = (left + CELL / 2, TITLE + 26);
    let forward =
        if d.side == Side::White { "the piece; the arrow is forward" } else { "Black's piece; the arrow is forward" };
    let text = |out: &mut String, y: i32, words: &str| {
        put(out, format_args!("<text x=\"{}\" y=\"{}\" class=\"le\">{words}</text>", x + 40, y + 6));
    };
    piece(out, x, y, 17, d.side, true);
    text(out, y, forward);
    for (side, words) in [(d.side, "a piece of its own side"), (d.side.other(), "an enemy")] {
        if d.men.iter().any(|m| m.1 == side) {
            y += LINE;
            piece(out, x, y, 14, side, false);
            text(out, y, words);
        }
    }
    for (mark, words) in rows {
        y += LINE;
        let scale = if Marks::TAGS.contains(*mark) { "1" } else { ".72" };
        put(out, format_args!("<g transform=\"translate({x} {y}) scale({scale})\">"));
        marks(out, 0, 0, *mark, false);
        put(out, format_args!("</g>"));
        text(out, y, words);
    }
    y += LINE;
    for line in notes {
        put(out, format_args!("<text x=\"{left}\" y=\"{y}\" class=\"no\">{}</text>", escaped(line)));
        y += 18;
    }
}
