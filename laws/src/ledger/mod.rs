//! The ledger: of each game the start and chosen positions with their counts, and how each was confirmed.

mod choose;
mod row;
mod rows;

pub use choose::chosen;
pub use row::Row;
pub use rows::{Counter, Limits};

use betza_game::fen;
use betza_game::variant::Variant;
use std::collections::HashMap;

/// The first line of a ledger's file.
pub const HEADER: &str =
    "variant\tfen\tdepth\tnodes\tcaptures\tpromotions\tdrops\tcastlings\tchecks\tmates\tconfirmed\n";

/// How many positions of a game are chosen besides its start.
const CHOSEN: usize = 10;

/// The file of a game. Lines of an earlier file that have all that the limits ask for are taken from it
/// ([`Counter::rows`]); of two lines for one count the later is taken. `counted` gets each other line as soon as it is
/// counted.
///
/// # Errors
/// What cannot be counted, and a count that another way does not confirm.
pub fn file(
    variant: &Variant,
    limits: &Limits,
    earlier: &str,
    mut counted: impl FnMut(&str),
) -> Result<String, String> {
    let start = fen::read(variant, &variant.start).map_err(|e| format!("{}: {e}", variant.name))?;
    let counter = Counter::new(variant, limits).map_err(|e| format!("{}: {e}", variant.name))?;
    let known = earlier.lines().filter_map(Row::read).map(|(fen, row)| ((fen, row.depth), row));
    let known: HashMap<(&str, u32), Row> = known.collect();
    let chosen = chosen(&crate::play::compiled(variant), limits.seed, CHOSEN);
    let positions = std::iter::once((start, limits.start));
    let mut text = HEADER.to_owned();
    for (setup, most) in positions.chain(chosen.into_iter().map(|setup| (setup, limits.positions))) {
        let fen = fen::write_played(variant, setup.clone());
        let before = |depth| known.get(&(fen.as_str(), depth)).cloned();
        let rows = counter.rows(&setup, most, before, |row| counted(&row.line(&variant.name, &fen)));
        for row in rows.map_err(|e| format!("{}: {fen}: {e}", variant.name))? {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_has_is_counted_again_only_if_that_is_asked_for() {
        let variant = betza_variants::find("dobutsu").unwrap().variant;
        let limits = Limits { seed: 1, start: 100, positions: 10, kinds: 100, rules: 100, anew: false };
        let mut told = String::new();
        let counted = file(&variant, &limits, "", |line| told.push_str(line)).unwrap();
        assert_eq!(format!("{HEADER}{told}"), counted);
        let file = |limits: &Limits, earlier: &str| file(&variant, limits, earlier, |_| {}).unwrap();
        // A run that was stopped goes on from what it had told.
        let half: String = told.split_inclusive('\n').take(9).collect();
        let mut rest = String::new();
        super::file(&variant, &limits, &half, |line| rest.push_str(line)).unwrap();
        assert_eq!(half + &rest, told);
        assert_eq!(file(&limits, &counted), counted);
        // A count that was never made shows what is taken from the file.
        let forged = counted.replacen("\t1\t4\t", "\t1\t5\t", 1);
        assert_ne!(forged, counted);
        assert_eq!(file(&limits, &forged), forged);
        assert_eq!(file(&Limits { anew: true, ..limits }, &forged), counted);
        // A line that lacks a way is counted again, and depths beyond the limits stay.
        let unruled = counted.replacen(", rule book", "", 1);
        assert_eq!(file(&limits, &unruled), counted);
        assert_eq!(file(&Limits { start: 1, ..limits }, &counted), counted);
    }
}
