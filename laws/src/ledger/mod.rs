//! The ledger: of each game the start and chosen positions with their counts, and how each was confirmed.

mod choose;
mod rows;

pub use choose::chosen;
pub use rows::{Limits, Row, rows};

use betza_game::fen;
use betza_game::variant::Variant;
use betza_perft::PerftError;
use std::collections::HashMap;

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

/// A file with the ways in which an earlier one confirms the same counts, those of other programs among them.
#[must_use]
pub fn with_ways_of(text: &str, earlier: &str) -> String {
    let known: HashMap<&str, &str> = earlier.lines().filter_map(counted).collect();
    let line = |line: &str| {
        let Some((count, ways)) = counted(line) else { return format!("{line}\n") };
        let others = known.get(count).into_iter().flat_map(|ways| ways.split(", "));
        let others: Vec<&str> = others.filter(|way| !way.is_empty() && !ways.split(", ").any(|w| w == *way)).collect();
        let comma = if ways.is_empty() || others.is_empty() { "" } else { ", " };
        format!("{line}{comma}{}\n", others.join(", "))
    };
    text.lines().map(line).collect()
}

/// The columns of a line that say what was counted, and the last one, which says how it was confirmed.
fn counted(line: &str) -> Option<(&str, &str)> {
    let (end, _) = line.match_indices('\t').nth(3)?;
    Some((&line[..end], line.rsplit('\t').next()?))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_of_other_programs_stay_with_equal_counts() {
        let kinds = "0\t0\t0\t0\t0\t0";
        let earlier = format!(
            "{HEADER}chess\tS\t1\t20\t{kinds}\tother keys, stockfish 15.1\nchess\tS\t2\t399\t{kinds}\tstockfish 15.1\n"
        );
        let text = format!("{HEADER}chess\tS\t1\t20\t{kinds}\tother keys\nchess\tS\t2\t400\t{kinds}\tother keys\n");
        let kept = text.replacen("other keys", "other keys, stockfish 15.1", 1);
        assert_eq!(with_ways_of(&text, &earlier), kept);
        assert_eq!(with_ways_of(&text, ""), text);
    }
}
