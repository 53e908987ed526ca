//! The diagram as self-contained SVG, without scripts and embedded fonts. A browser shows it dark where its reader asks
//! for that.

mod board;
mod style;

use super::{Diagram, Marks, legend};
use betza_ir::geometry::Side;
use board::{COLOURS, marks, piece, tags};
use std::fmt::Write;

/// Side of a square, in SVG units.
const CELL: i32 = 60;
/// Room for coordinates and around the board.
const MARGIN: i32 = 34;
/// Height of the title.
const TITLE: i32 = 56;
/// Width of a column of the legend.
const LEGEND: i32 = 394;
/// Height of a line of the legend.
const LINE: i32 = 44;
/// Characters of a note that fit a column of the legend.
const NOTE_WIDTH: usize = 46;
/// Height of a line of a note.
const NOTE_LINE: i32 = 18;
/// The most boards side by side on a sheet.
const ACROSS: usize = 4;

/// A board with its title, and what stands beside the title.
#[derive(Clone, Copy, Debug)]
pub struct Panel<'a> {
    /// The board.
    pub diagram: &'a Diagram,
    /// The title, usually the notation.
    pub title: &'a str,
    /// What stands beside it, usually the dialect.
    pub by: &'a str,
}

impl Panel<'_> {
    fn width(&self) -> i32 {
        2 * MARGIN + self.diagram.board.files() as i32 * CELL
    }

    fn height(&self) -> i32 {
        TITLE + MARGIN + self.diagram.board.ranks() as i32 * CELL
    }
}

/// One board with its legend: at the side, or below a board that is wider than high.
#[must_use]
pub fn draw(d: &Diagram, title: &str, by: &str) -> String {
    let panel = Panel { diagram: d, title, by };
    let key = Key::of(&[panel]);
    let below = d.board.files() > d.board.ranks();
    let (columns, place) = if below {
        ((panel.width() / LEGEND).max(1), (MARGIN, panel.height()))
    } else {
        (1, (panel.width() + 4, TITLE))
    };
    let (width, height) = key.size(columns);
    let total = if below {
        (panel.width().max(width + MARGIN), panel.height() + height)
    } else {
        (panel.width() + width, panel.height().max(TITLE + height) + 8)
    };
    let mut svg = opened(total, &format!("{title} ({by})"));
    drawn(&mut svg, &panel, (0, 0), total.0);
    key.draw(&mut svg, place, columns);
    svg.push_str("</svg>\n");
    svg
}

/// The marks of one square, as a picture of 60 by 60 units without a ground. On an occupied square they go around its
/// man.
#[must_use]
pub fn square(mark: Marks, occupied: bool) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {CELL} {CELL}\">\n<style>{}{}</style>\n",
        style::LIGHT,
        style::DARK
    );
    marks(&mut svg, CELL / 2, CELL / 2, mark, occupied);
    tags(&mut svg, CELL / 2, CELL / 2, mark, occupied);
    svg.push_str("</svg>\n");
    svg
}

/// Several boards on one sheet, with one legend below them.
#[must_use]
pub fn sheet(panels: &[Panel<'_>], title: Option<&str>) -> String {
    let key = Key::of(panels);
    let across = (1..ACROSS).find(|n| n * n >= panels.len()).unwrap_or(ACROSS);
    let cell =
        (panels.iter().map(Panel::width).max().unwrap_or(0), panels.iter().map(Panel::height).max().unwrap_or(0));
    let head = if title.is_some() { TITLE } else { 0 };
    let width = cell.0 * across as i32;
    let columns = ((width - MARGIN) / LEGEND).max(1);
    let rows = panels.len().div_ceil(across) as i32;
    let size = key.size(columns);
    let total = (width.max(size.0 + MARGIN), head + rows * cell.1 + size.1);
    let mut svg = opened(total, title.unwrap_or("pieces"));
    if let Some(title) = title {
        put(&mut svg, format_args!("<text x=\"{MARGIN}\" y=\"40\" class=\"title\">{}</text>", escaped(title)));
    }
    for (i, panel) in panels.iter().enumerate() {
        let place = ((i % across) as i32 * cell.0, head + (i / across) as i32 * cell.1);
        drawn(&mut svg, panel, place, panel.width());
    }
    key.draw(&mut svg, (MARGIN, head + rows * cell.1), columns);
    svg.push_str("</svg>\n");
    svg
}

/// The beginning of a document of this size.
fn opened(total: (i32, i32), title: &str) -> String {
    let mut svg = String::new();
    let out = &mut svg;
    put(
        out,
        format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\">",
            total.0, total.1
        ),
    );
    put(out, format_args!("<title>{}</title>", escaped(title)));
    put(out, format_args!("<style>{}{}</style>", style::LIGHT, style::DARK));
    put(out, format_args!("<defs>"));
    for colour in 0..COLOURS {
        put(
            out,
            format_args!(
                "<marker id=\"tip{colour}\" viewBox=\"0 0 10 10\" refX=\"7\" refY=\"5\" markerWidth=\"4.5\" markerHeight=\"4.5\" \
                 orient=\"auto-start-reverse\"><path d=\"M0 0L10 5L0 10z\" class=\"no{colour}\"/></marker>"
            ),
        );
    }
    put(out, format_args!("</defs>"));
    put(out, format_args!("<rect width=\"100%\" height=\"100%\" class=\"bg\"/>"));
    svg
}

/// A board with its title, in this width.
fn drawn(out: &mut String, panel: &Panel<'_>, (x, y): (i32, i32), width: i32) {
    put(out, format_args!("<g transform=\"translate({x} {y})\">"));
    let Panel { diagram, title, by } = panel;
    // A long notation is squeezed into the width there is.
    let room = width - 2 * MARGIN - 12 * by.chars().count() as i32;
    let squeeze = if title.chars().count() as i32 * 15 > room {
        format!(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", room.max(100))
    } else {
        String::new()
    };
    put(out, format_args!("<text x=\"{MARGIN}\" y=\"36\" class=\"title\"{squeeze}>{}</text>", escaped(title)));
    let right = width - MARGIN;
    put(out, format_args!("<text x=\"{right}\" y=\"36\" class=\"by\" text-anchor=\"end\">{}</text>", escaped(by)));
    put(out, format_args!("<g transform=\"translate({MARGIN} {TITLE})\">"));
    board::draw(out, diagram);
    put(out, format_args!("</g></g>"));
}

fn put(out: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a String cannot fail.
    let _ = writeln!(out, "{line}");
}

/// Text as it stands in XML.
#[must_use]
pub fn escaped(text: &str) -> String {
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

/// A note on lines as wide as these columns of the legend.
fn folded(note: &str, columns: i32) -> Vec<String> {
    let width = NOTE_WIDTH * columns.max(1) as usize;
    let mut lines = vec![String::new()];
    for word in note.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
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

/// What an entry of the legend shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Mover(Side),
    Man(Side),
    Marks(Marks),
}

/// The legend of one board or of several.
struct Key {
    entries: Vec<(Sign, &'static str)>,
    notes: Vec<String>,
}

impl Key {
    /// What the boards show, each sign once.
    fn of(panels: &[Panel<'_>]) -> Key {
        let mut key = Key { entries: Vec::new(), notes: Vec::new() };
        let mut notes: Vec<&String> = Vec::new();
        for d in panels.iter().map(|panel| panel.diagram) {
            let mover = match d.side {
                Side::White => "the piece; the arrow is forward",
                Side::Black => "Black's piece; the arrow is forward",
            };
            let men = [(d.side, "a piece of its own side"), (d.side.other(), "an enemy")];
            let men = men.into_iter().filter(|(side, _)| d.men.iter().any(|m| m.1 == *side));
            let signs = std::iter::once((Sign::Mover(d.side), mover))
                .chain(men.map(|(side, words)| (Sign::Man(side), words)))
                .chain(legend(d).into_iter().map(|(marks, words)| (Sign::Marks(marks), words)));
            for entry in signs {
                if !key.entries.iter().any(|(sign, _)| *sign == entry.0) {
                    key.entries.push(entry);
                }
            }
            for note in &d.notes {
                if !notes.contains(&note) {
                    notes.push(note);
                    key.notes.push(note.clone());
                }
            }
        }
        key
    }

    fn rows(&self, columns: i32) -> i32 {
        (self.entries.len() as i32 + columns - 1) / columns
    }

    fn note_lines(&self, columns: i32) -> Vec<String> {
        self.notes.iter().flat_map(|note| folded(note, columns)).collect()
    }

    fn size(&self, columns: i32) -> (i32, i32) {
        (columns * LEGEND, self.rows(columns) * LINE + self.note_lines(columns).len() as i32 * NOTE_LINE + LINE)
    }

    /// Draws the legend from this place, filled column by column; the notes stand below.
    fn draw(&self, out: &mut String, (left, top): (i32, i32), columns: i32) {
        let rows = self.rows(columns).max(1);
        for (i, (sign, words)) in self.entries.iter().enumerate() {
            let (column, row) = (i as i32 / rows, i as i32 % rows);
            let (x, y) = (left + column * LEGEND + CELL / 2, top + row * LINE + 26);
            match sign {
                Sign::Mover(side) => piece(out, x, y, 17, *side, true),
                Sign::Man(side) => piece(out, x, y, 14, *side, false),
                Sign::Marks(mark) => {
                    let scale = if Marks::TAGS.contains(*mark) { "1" } else { ".72" };
                    put(out, format_args!("<g transform=\"translate({x} {y}) scale({scale})\">"));
                    marks(out, 0, 0, *mark, false);
                    tags(out, 0, 0, *mark, false);
                    put(out, format_args!("</g>"));
                }
            }
            put(out, format_args!("<text x=\"{}\" y=\"{}\" class=\"le\">{words}</text>", x + 40, y + 6));
        }
        for (i, line) in self.note_lines(columns).iter().enumerate() {
            let y = top + rows * LINE + 26 + i as i32 * NOTE_LINE;
            put(out, format_args!("<text x=\"{left}\" y=\"{y}\" class=\"no\">{}</text>", escaped(line)));
        }
    }
}
