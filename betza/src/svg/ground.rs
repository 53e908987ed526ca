//! Boards without pieces, in the styles of their games.

use super::signs::{Family, in_palace};
use super::{CELL, MARGIN};
use betza_game::rules::entering::EnteringPlace;
use betza_game::variant::{Region, Variant};
use betza_ir::geometry::{Side, Square};
use std::fmt::Write;

/// How a board looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Light and dark squares: chess.
    Checkered,
    /// Squares of one colour between lines: shogi, Reversi.
    Cells,
    /// Pieces stand where lines meet: xiangqi, Go.
    Points,
}

/// The ink of lines.
const LINE: &str = "#6b4f27";
/// A wall.
const WALL: &str = "#4a443c";

impl Style {
    /// The style of a game.
    pub(super) fn of(variant: &Variant, family: Option<Family>) -> Style {
        let is_still = variant
            .kinds
            .iter()
            .all(|kind| Side::BOTH.iter().all(|&side| kind.pieces(side).all(|p| p.moves.is_empty())));
        let is_placed = |place| matches!(place, EnteringPlace::Apart | EnteringPlace::BesideOwn);
        match family {
            Some(Family::Xiangqi | Family::Janggi) => Style::Points,
            Some(Family::Shogi) => Style::Cells,
            // Stones that never move lie on points, unless the board is one of squares.
            None if is_still && variant.entering.is_none_or(|rule| is_placed(rule.place)) => Style::Points,
            None if is_still => Style::Cells,
            None => Style::Checkered,
        }
    }
}

/// A board to draw: where its squares lie.
pub(super) struct Ground<'a> {
    pub variant: &'a Variant,
    pub style: Style,
    pub family: Option<Family>,
    /// The squares that are walls.
    pub walls: &'a dyn Fn(Square) -> bool,
}

impl Ground<'_> {
    fn size(&self) -> (usize, usize) {
        (self.variant.board.files(), self.variant.board.ranks())
    }

    /// Whether the board has a square there.
    fn has(&self, file: usize, rank: usize) -> bool {
        let (files, ranks) = self.size();
        let square = || Square::from_index(rank * files + file);
        file < files && rank < ranks && !self.variant.board.holes().contains(&square())
    }

    /// The upper left corner of a square.
    fn corner(&self, file: usize, rank: usize) -> (usize, usize) {
        (MARGIN + file * CELL, MARGIN + (self.size().1 - 1 - rank) * CELL)
    }

    /// Draws the squares or points, with palaces, river and zones.
    pub(super) fn draw(&self, svg: &mut String) {
        match self.style {
            Style::Points => self.points(svg),
            Style::Checkered | Style::Cells => self.squares(svg),
        }
        let (files, ranks) = self.size();
        for (file, rank) in (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank))) {
            if self.has(file, rank) && (self.walls)(Square::from_index(rank * files + file)) {
                let (x, y) = self.corner(file, rank);
                let _ = writeln!(
                    svg,
                    "<path class=\"wall\" d=\"M{x} {y}h{CELL}v{CELL}h-{CELL}z\" fill=\"{WALL}\"/>\
                     <path d=\"M{x} {}h{CELL}M{x} {}h{CELL}M{} {y}v13M{} {}v14M{} {}v13\" stroke=\"#8a8175\" fill=\"none\"/>",
                    y + 13,
                    y + 27,
                    x + 20,
                    x + 10,
                    y + 13,
                    x + 28,
                    y + 27
                );
            }
        }
    }

    fn squares(&self, svg: &mut String) {
        let (files, ranks) = self.size();
        let (plain, is_checkered) = ("#f0cf92", self.style == Style::Checkered);
        for rank in 0..ranks {
            for file in (0..files).filter(|&file| self.has(file, rank)) {
                let (x, y) = self.corner(file, rank);
                let fill = match (is_checkered, (file + rank) % 2) {
                    (true, 0) => "#c9a26b",
                    (true, _) => "#f0dcb8",
                    (false, _) => plain,
                };
                let edge = if is_checkered { String::new() } else { format!(" stroke=\"{LINE}\"") };
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"{edge}/>"
                );
            }
        }
        if self.style == Style::Cells {
            self.zones(svg);
        }
        self.edges(svg, &|a, b| match &self.variant.grid {
            Some(grid) => grid.get(a) != grid.get(b),
            None => false,
        });
    }

    /// Lines where the board ends, and between squares that are apart.
    fn edges(&self, svg: &mut String, apart: &dyn Fn(usize, usize) -> bool) {
        let (files, ranks) = self.size();
        let mut path = String::new();
        // A square beyond the edge has no index, and no square is apart from it: the board ends there.
        let parted = |a: (usize, usize), b: (usize, usize)| match (self.has(a.0, a.1), self.has(b.0, b.1)) {
            (true, true) => apart(a.1 * files + a.0, b.1 * files + b.0),
            (one, other) => one != other,
        };
        for rank in 0..=ranks {
            for file in 0..=files {
                let (x, y) = (MARGIN + file * CELL, MARGIN + (ranks - rank) * CELL);
                // The line left of a square, and the one below it.
                if parted((file, rank), (file.wrapping_sub(1), rank)) {
                    let _ = write!(path, "M{x} {y}v-{CELL}");
                }
                if parted((file, rank), (file, rank.wrapping_sub(1))) {
                    let _ = write!(path, "M{x} {y}h{CELL}");
                }
            }
        }
        let _ = writeln!(
            svg,
            "<path class=\"edge\" d=\"{path}\" stroke=\"{LINE}\" stroke-width=\"2\" stroke-linecap=\"square\" fill=\"none\"/>"
        );
    }

    /// Where the promotion zones begin: dots on their inner edge, as on boards of shogi.
    fn zones(&self, svg: &mut String) {
        let (files, ranks) = self.size();
        for side in Side::BOTH {
            let zones =
                self.variant.kinds.iter().filter_map(|kind| kind.promotion.as_ref().map(|p| p.zone[side.index()]));
            let Some(zone) = zones.max_by_key(Region::count) else { continue };
            let depth = (0..ranks).filter(|rank| zone.contains(Square::from_index(rank * files))).count();
            if depth == 0 || depth == ranks {
                continue;
            }
            let y = MARGIN + CELL * if side == Side::White { depth } else { ranks - depth };
            let third = if files % 3 == 0 { files / 3 } else { files.div_ceil(3) };
            for file in [third, files - third] {
                let x = MARGIN + file * CELL;
                let _ = writeln!(svg, "<circle class=\"zone\" cx=\"{x}\" cy=\"{y}\" r=\"3.5\" fill=\"{LINE}\"/>");
            }
        }
    }

    /// Lines that meet where pieces stand, with palaces and a river if the game has them.
    fn points(&self, svg: &mut String) {
        let (files, ranks) = self.size();
        let _ = writeln!(
            svg,
            "<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{}\" height=\"{}\" fill=\"#f0cf92\"/>",
            files * CELL,
            ranks * CELL
        );
        let middle = |file, rank| {
            let (x, y) = self.corner(file, rank);
            (x + CELL / 2, y + CELL / 2)
        };
        let river = self.river();
        let mut path = String::new();
        for rank in 0..ranks {
            for file in (0..files).filter(|&file| self.has(file, rank)) {
                let (x, y) = middle(file, rank);
                if self.has(file + 1, rank) {
                    let _ = write!(path, "M{x} {y}h{CELL}");
                }
                let is_wet = river && rank + 1 == ranks / 2 && file > 0 && file + 1 < files;
                if self.has(file, rank + 1) && !is_wet {
                    let _ = write!(path, "M{x} {y}v-{CELL}");
                }
            }
        }
        for [(a, b), (c, d)] in self.palaces() {
            let corners = [middle(a, b), middle(c, d), middle(a, d), middle(c, b)];
            for pair in corners.chunks(2) {
                let _ = write!(path, "M{} {}L{} {}", pair[0].0, pair[0].1, pair[1].0, pair[1].1);
            }
        }
        let _ =
            writeln!(svg, "<path class=\"lines\" d=\"{path}\" stroke=\"{LINE}\" stroke-width=\"1.2\" fill=\"none\"/>");
        if self.family.is_none() && files % 2 == 1 && ranks % 2 == 1 && files > 6 && ranks > 6 {
            let places = |n: usize| [if n > 11 { 3 } else { 2 }, n / 2, n - 1 - if n > 11 { 3 } else { 2 }];
            for (file, rank) in places(files).into_iter().flat_map(|f| places(ranks).map(|r| (f, r))) {
                let (x, y) = middle(file, rank);
                let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"{LINE}\"/>");
            }
        }
    }

    /// Whether some kind keeps to its own half of the board, or moves otherwise beyond it.
    fn river(&self) -> bool {
        let (files, ranks) = self.size();
        let half = |region: &Region| {
            region.count() as usize * 2 == files * ranks
                && (0..files * ranks / 2).all(|i| region.contains(Square::from_index(i)))
        };
        let kept = self.variant.kinds.iter().filter_map(|kind| kind.region[0].as_ref());
        ranks % 2 == 0 && self.family == Some(Family::Xiangqi) && kept.into_iter().any(half)
    }

    /// The corners of the palaces: lower left and upper right, as files and ranks.
    fn palaces(&self) -> Vec<[(usize, usize); 2]> {
        let (files, ranks) = self.size();
        let mut palaces = Vec::new();
        for kind in self.variant.kinds.iter().filter(|kind| kind.royal && in_palace(self.variant, kind)) {
            for region in kind.region.iter().flatten() {
                let squares = (0..files * ranks).filter(|&i| region.contains(Square::from_index(i)));
                let places: Vec<(usize, usize)> = squares.map(|i| (i % files, i / files)).collect();
                let ends = |of: fn(&(usize, usize)) -> usize| {
                    (places.iter().map(of).min().unwrap_or(0), places.iter().map(of).max().unwrap_or(0))
                };
                let ((a, c), (b, d)) = (ends(|p| p.0), ends(|p| p.1));
                if c - a == d - b && a < c && !palaces.contains(&[(a, b), (c, d)]) {
                    palaces.push([(a, b), (c, d)]);
                }
            }
        }
        palaces
    }
}
