//! The ledger: of each game the start and chosen positions with their counts, and how each was confirmed.

mod choose;
mod rows;

pub use choose::chosen;
pub use rows::{Limits, Row, rows};

use betza_game::fen;
use betza_game::variant::Variant;
use betza_perft::PerftError;

/// The first line of a ledger's file.
pub const HEADER: &str =
    "variant\tfen\tdepth\tnodes\tcaptures\tpromotions\tdrops\tcastlings\tchecks\tmates\tconfirmed\n";

/// How many positions of a game are chosen besides its start.
const CHOSEN: usize = 10;

/// The file of a game.
///
/// # Errors
/// What cannot be counted, and a count that another way does not confirm.
///
/// # Panics
/// If the game's start is not a position.
pub fn file(variant: &Variant, limits: &Limits) -> Result<String, String> {
    let told = |e: PerftError| format!("{}: {e}", variant.name);
    let start = fen::read(variant, &variant.start).map_err(|e| format!("{}: {e}", variant.name))?;
    let game = crate::play::compiled(variant);
    let mut text = HEADER.to_owned();
    let positions = std::iter::once((start, limits.start));
    let chosen = chosen(&game, limits.seed, CHOSEN).into_iter().map(|setup| (setup, limits.positions));
    for (setup, nodes) in positions.chain(chosen) {
        let fen = fen::write(variant, &setup);
        for row in rows(variant, &setup, nodes, limits).map_err(|e| e.unwrap_or_else(told))? {
            text.push_str(&row.line(&variant.name, &fen));
        }
    }
    Ok(text)
}

/// All files as one in EPD: a position a line, its game named first.
#[must_use]
pub fn epd(files: &[String]) -> String {
    let mut text = String::new();
    let mut last = String::new();
    for line in files.iter().flat_map(|file| file.lines().skip(1)) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [variant, fen, depth, nodes, ..] = columns[..] else { continue };
        let position = format!("{fen} ;variant {variant}");
        if position != last {
            text.push_str(if text.is_empty() { "" } else { "\n" });
            text.push_str(&position);
            last = position;
        }
        text.push_str(&format!(" ;D{depth} {nodes}"));
    }
    text.push('\n');
    text
}
