//! Pictures: of positions, of boards without pieces, of single pieces.
//!
//! A piece has the shape that was drawn for its name or for its moves (`shapes.txt`), the character of shogi, xiangqi
//! or janggi (`signs.txt`), or else its letters. A board looks as those of its game do.

mod ground;
mod man;
mod shapes;
mod signs;

use crate::game::Game;
use crate::position::{Played, Position};
use betza_explain::diagram::svg::escaped;
use betza_game::variant::{Flavour, KindId, Variant};
use betza_ir::geometry::{Side, Square, file_name};
use ground::{Ground, Style};
use signs::Family;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The side of a square, in units of the picture.
const CELL: usize = 40;
/// The margin, which has the names of files and ranks.
const MARGIN: usize = 20;

impl Position {
    /// The board as a picture, in SVG. The squares of the last move are tinted, and royal pieces in check have a red
    /// ring.
    #[must_use]
    pub fn svg(&self) -> String {
        draw(self)
    }

    /// The board without its pieces as a picture, in SVG: squares of 40 units with White's below, and no margin. Walls
    /// stand where they stand in this position.
    #[must_use]
    pub fn ground_svg(&self) -> String {
        let game = self.game();
        let (width, height) = (usize::from(game.files()) * CELL, usize::from(game.ranks()) * CELL);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{MARGIN} {MARGIN} {width} {height}\" width=\"{width}\" height=\"{height}\">\n"
        );
        ground(self, &mut svg);
        svg.push_str("</svg>\n");
        svg
    }
}

impl Game {
    /// A side's kind of piece as a picture, in SVG of 40 by 40 units; `""` for a kind that the game does not have.
    #[must_use]
    pub fn piece_svg(&self, kind: KindId, side: Side) -> String {
        let variant = self.variant();
        let Some(info) = variant.kinds.get(kind.index()) else { return String::new() };
        let man = man::of(variant, Family::of(variant), info, side);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {CELL} {CELL}\" width=\"{CELL}\" height=\"{CELL}\">{}</svg>",
            man.svg
        )
    }
}

/// Draws the board of a position.
fn ground(position: &Position, svg: &mut String) {
    let variant = position.game().variant();
    let family = Family::of(variant);
    let style = Style::of(variant, family);
    Ground { variant, style, family, walls: &|square| position.is_wall(square) }.draw(svg);
}

/// The pictures of pieces that a drawing uses, each made once.
struct Men<'a> {
    variant: &'a Variant,
    family: Option<Family>,
    /// The names of the kinds' pictures.
    ids: BTreeMap<(Side, KindId), String>,
    /// The pictures by their names, which kinds may share.
    pictures: BTreeMap<String, String>,
}

impl Men<'_> {
    fn of(variant: &Variant) -> Men<'_> {
        Men { variant, family: Family::of(variant), ids: BTreeMap::new(), pictures: BTreeMap::new() }
    }

    /// The name of a kind's picture, which is kept.
    fn id(&mut self, side: Side, kind: KindId) -> &str {
        self.ids.entry((side, kind)).or_insert_with(|| {
            let man = man::of(self.variant, self.family, &self.variant.kinds[kind.index()], side);
            self.pictures.entry(man.id.clone()).or_insert(man.svg);
            man.id
        })
    }
}

/// Draws the board with White below, and the hands beside it: Black's above, White's below.
fn draw(position: &Position) -> String {
    let game = position.game();
    let (files, ranks) = (usize::from(game.files()), usize::from(game.ranks()));
    let width = files * CELL + 2 * MARGIN;
    let mut men = Men::of(game.variant());
    let [white, black] = Side::BOTH.map(|side| hand(position, side, width, &mut men));
    let (above, below) = (black.1, white.1);
    let board = ranks * CELL + 2 * MARGIN;
    let height = above + board + below;
    let mut inner = String::new();
    ground(position, &mut inner);
    let last = last_move(position);
    for rank in 0..ranks {
        for file in 0..files {
            let square = Square::from_index(rank * files + file);
            if game.has(square) {
                let corner = (MARGIN + file * CELL, MARGIN + (ranks - 1 - rank) * CELL);
                if last.contains(&square) {
                    tint(&mut inner, corner);
                }
                piece(&mut inner, position, square, corner, &mut men);
            }
        }
    }
    coordinates(game, &mut inner);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\">\n\
         <title>{}</title>\n<defs>\n",
        escaped(&format!("{}: {}", game.title(), position.fen()))
    );
    for (id, picture) in &men.pictures {
        let _ = writeln!(svg, "<g id=\"{id}\">{picture}</g>");
    }
    let _ = writeln!(svg, "</defs>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fbf3e2\"/>");
    let _ = writeln!(svg, "{}<g transform=\"translate(0 {above})\">\n{inner}</g>", black.0);
    let _ = writeln!(svg, "<g transform=\"translate(0 {})\">{}</g>\n</svg>", above + board, white.0);
    svg
}

/// Names files and ranks at the edges: to the left and below as squares are named, and where games are written as in
/// shogi also above and to the right by shogi's numbers, which begin in the corner on White's far right.
fn coordinates(game: &Game, svg: &mut String) {
    let (files, ranks) = (usize::from(game.files()), usize::from(game.ranks()));
    let (right, below) = (MARGIN + files * CELL, MARGIN + ranks * CELL);
    let is_shogi = game.variant().flavour == Flavour::Sfen;
    let mut label = |x: usize, y: usize, text: &str| {
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"12\" text-anchor=\"middle\" fill=\"#5d4420\">{text}</text>"
        );
    };
    for file in 0..files {
        let x = MARGIN + file * CELL + CELL / 2;
        label(x, below + MARGIN - 6, &file_name(file));
        if is_shogi {
            label(x, MARGIN - 6, &(files - file).to_string());
        }
    }
    for rank in 0..ranks {
        let y = below - rank * CELL - CELL / 2 + 4;
        label(MARGIN / 2, y, &(rank + 1).to_string());
        if is_shogi {
            label(right + MARGIN / 2, y, &(ranks - rank).to_string());
        }
    }
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

/// Draws the piece on a square, if there is one.
fn piece(svg: &mut String, position: &Position, square: Square, (x, y): (usize, usize), men: &mut Men<'_>) {
    let Some((side, kind)) = position.piece_at(square) else { return };
    let id = men.id(side, kind);
    let _ = writeln!(svg, "<use class=\"man\" href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>");
    let info = &position.game().kinds()[kind.index()];
    let is_checked = info.royal && side == position.turn() && position.is_check();
    if is_checked && !position.attackers(square, side.other()).is_empty() {
        let (cx, cy) = (x + CELL / 2, y + CELL / 2);
        let _ = writeln!(
            svg,
            "<circle class=\"check\" cx=\"{cx}\" cy=\"{cy}\" r=\"18\" fill=\"none\" stroke=\"#d01818\" stroke-width=\"4\"/>"
        );
    }
}

/// The hand of a side as pictures with their numbers, and its height; nothing if it is empty.
fn hand(position: &Position, side: Side, width: usize, men: &mut Men<'_>) -> (String, usize) {
    let (mut svg, mut at) = (String::new(), 0);
    let row = ((width - 2 * MARGIN) / (2 * CELL)).max(1);
    for (kind, count) in position.hand(side) {
        let (x, y) = (MARGIN + at % row * 2 * CELL, at / row * CELL + 4);
        let name = escaped(&position.game().kinds()[kind.index()].name);
        let id = men.id(side, kind);
        let _ = writeln!(
            svg,
            "<g class=\"held\"><title>{name}</title><use href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>\
             <text x=\"{}\" y=\"{}\" font-size=\"16\" fill=\"#2b2826\">×{count}</text></g>",
            x + CELL + 2,
            y + 26
        );
        at += 1;
    }
    (svg, if at == 0 { 0 } else { at.div_ceil(row) * CELL + 8 })
}
