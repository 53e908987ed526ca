//! `betza explain`: the moves in English.

use crate::args::DialectArg;
use crate::diagnostics;
use crate::failure::Failure;
use crate::readings::chosen;
use std::io::Write;

/// Longest line printed, in characters.
const WIDTH: usize = 100;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The piece: a notation, or a name as `griffon` or `gold general`
    notation: String,
    /// The notation's dialect (default: the one in which all that read it agree)
    #[arg(long, value_enum)]
    dialect: Option<DialectArg>,
}

pub fn run(args: Args) -> Result<(), Failure> {
    let found = chosen(&args.notation, args.dialect.map(|d| d.0), "betza explain")?;
    diagnostics::print(&found.text, &found.reading.warnings);
    let text = betza_explain::english::piece(&found.reading.piece);
    let mut out = std::io::stdout().lock();
    for line in text.lines() {
        writeln!(out, "{}", wrapped(line))?;
    }
    Ok(())
}

/// The line broken between words, its further lines indented below its first word.
fn wrapped(line: &str) -> String {
    let indent = line.len() - line.trim_start().len();
    // `-`, `1.` or `a)` before an item; other lines have no mark.
    let first = line.trim_start().split(' ').next().unwrap_or_default();
    let is_mark = first == "-" || first.len() < 4 && first.ends_with(['.', ')']);
    let mark = if is_mark { first.len() + 1 } else { 0 };
    let margin = " ".repeat(indent + mark);
    let mut text = String::new();
    let mut column = 0;
    for word in line.split(' ') {
        let length = word.chars().count();
        if column > margin.len() && column + length > WIDTH {
            text.truncate(text.trim_end().len());
            text.push('\n');
            text.push_str(&margin);
            column = margin.len();
        }
        text.push_str(word);
        text.push(' ');
        column += length + 1;
    }
    text.truncate(text.trim_end().len());
    text
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn long_lines_are_broken_below_their_mark() {
        let long = format!("  1. {}", "word ".repeat(30).trim_end());
        let lines: Vec<String> = wrapped(&long).lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|l| l.len() <= super::WIDTH), "{lines:?}");
        assert!(lines[1].starts_with("     word"), "{lines:?}");
        assert_eq!(wrapped("- short"), "- short");
        let unmarked = format!("  After the last time {}", "word ".repeat(30).trim_end());
        assert!(wrapped(&unmarked).lines().nth(1).is_some_and(|l| l.starts_with("  word")));
    }
}
