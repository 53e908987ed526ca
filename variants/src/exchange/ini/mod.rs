//! A section of a `variants.ini` for a game: what Fairy-Stockfish and all who use it read.
//!
//! Keys for all that the format has words for are written, then the section is read as Fairy-Stockfish reads it. A line
//! without which it reads the same is left out again, and what has become of the game otherwise is told: so nothing
//! depends on a list of defaults here.

mod hands;
mod pieces;
mod rules;

use super::difference::{self, Apart};
use super::{Written, first_moves, lost, plain_start};
use crate::ini::{is_theirs, read_ini};
use crate::problem::Report;
use crate::region;
use betza_game::variant::{BySide, KindId, Region, Variant};
use betza_ir::geometry::Board;

/// Writes a game.
#[must_use]
pub fn write(variant: &Variant) -> Written {
    let mut section = Section::of(variant);
    section.pieces();
    section.rules();
    let Section { game, mut lines, mut unsaid, left_out, made, .. } = section;
    let name = section_name(&game.name);
    let text = |lines: &[Line]| {
        lines.iter().fold(format!("[{name}]\n"), |text, (key, value)| text + key + " = " + value + "\n")
    };
    let read = |lines: &[Line]| read_ini(&name, &text(lines), &name);
    let whole = read(&lines);
    if let Ok(whole) = &whole {
        let told = |report: &Report| report.problems.iter().map(|p| p.message.clone()).collect::<Vec<_>>();
        let warnings = told(&whole.warnings);
        let meant = difference::without_idle(whole.variant.clone());
        let is_same = |lines: &[Line]| {
            read(lines).is_ok_and(|r| told(&r.warnings) == warnings && difference::without_idle(r.variant) == meant)
        };
        lines = needed(lines, &is_same);
    }
    let made = made.iter().map(|letter| letter.to_ascii_uppercase().to_string()).collect();
    unsaid.extend(lost(&game, whole, &Apart { left_out, made }));
    Written { text: text(&lines), unsaid }
}

/// Leaves out all lines without which the text reads the same: halves of the text at once, halves of these where they
/// matter, and so on.
fn needed(mut lines: Vec<Line>, is_same: &dyn Fn(&[Line]) -> bool) -> Vec<Line> {
    let mut parts = vec![(0, lines.len())];
    while let Some((start, count)) = parts.pop() {
        let cut: Vec<Line> = lines.drain(start..start + count).collect();
        if is_same(&lines) {
            continue;
        }
        lines.splice(start..start, cut);
        if count > 1 {
            // The later half goes first, so that the places of the earlier one stay.
            parts.extend([(start, count / 2), (start + count / 2, count - count / 2)]);
        }
    }
    lines
}

/// A key and its value.
type Line = (String, String);

/// A section that is being written.
struct Section {
    /// The game; first moves are bound to squares in it, as they are in Fairy-Stockfish.
    game: Variant,
    /// The letter of each kind; none of promoted forms and of pieces that cannot be written.
    letters: Vec<Option<char>>,
    /// The kinds that are told as a whole, since they have no letter.
    left_out: Vec<KindId>,
    /// The letters that were made up for what pieces promote to.
    made: Vec<char>,
    lines: Vec<Line>,
    unsaid: Vec<String>,
}

impl Section {
    fn of(variant: &Variant) -> Section {
        let mut section = Section {
            game: variant.clone(),
            letters: Vec::new(),
            left_out: Vec::new(),
            made: Vec::new(),
            lines: Vec::new(),
            unsaid: Vec::new(),
        };
        // Castling is a rule of its own.
        section.game.kinds.iter_mut().flat_map(|kind| &mut kind.moves).for_each(|piece| piece.castlings.clear());
        plain_start(&mut section.game);
        section.unsaid = first_moves::bound_to_squares(&mut section.game);
        section
    }

    fn put(&mut self, key: &str, value: impl Into<String>) {
        self.lines.push((key.to_owned(), value.into()));
    }

    fn put_bool(&mut self, key: &str, value: bool) {
        self.put(key, value.to_string());
    }

    /// A region of each side, in keys of their own.
    fn put_regions(&mut self, key: &str, regions: &BySide<Region>) {
        for (side, region) in ["White", "Black"].into_iter().zip(regions) {
            let value = squares(&self.game.board, region);
            self.put(&format!("{key}{side}"), value);
        }
    }

    /// Pieces of each side, in keys of their own if they differ.
    fn put_kinds(&mut self, key: &str, kinds: &BySide<Vec<KindId>>) {
        let [white, black] = [0, 1].map(|side: usize| self.named(&kinds[side]));
        if white == black {
            return self.put(key, white);
        }
        self.put(&format!("{key}White"), white);
        self.put(&format!("{key}Black"), black);
    }

    /// The letters of kinds, `-` for none.
    fn named(&self, kinds: &[KindId]) -> String {
        let letters: String = kinds.iter().filter_map(|kind| self.letters[kind.index()]).collect();
        if letters.is_empty() { "-".to_owned() } else { letters }
    }
}

/// A name that Fairy-Stockfish reads, and that none of its own games has.
fn section_name(name: &str) -> String {
    let name: String = name.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '-' }).collect();
    if is_theirs(&name) { format!("{name}-again") } else { name }
}

/// Whole ranks where they are, then the rest; `-` for no square.
fn squares(board: &Board, squares: &Region) -> String {
    let (ranks, rest) = region::whole_ranks(board, squares);
    let ranks = ranks.into_iter().map(|rank| format!("*{}", rank + 1));
    let words: Vec<String> = ranks.chain(rest.into_iter().map(|s| board.name(s))).collect();
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
}
