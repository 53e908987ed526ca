//! `betza check`: diagnostics about files, one a line.

use crate::args::DialectArg;
use crate::diagnostics::{severity, with_remedy};
use crate::failure::Failure;
use betza_notation::{Diagnostic, Dialect, Severity};
use betza_variants::problem::{Report, Source};
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A file whose name ends in .toml is a game in the native format, one that ends in .ini holds Fairy-Stockfish's variants: what is wrong with them
and with the notations of their pieces is told. Any other file has one notation a line. Blank lines are skipped, and so is what follows a # at the start of a line or after a blank.
A line may name its own dialect first, as in `bex: (K-K)`.

Each diagnostic is a line `FILE:LINE:COLUMN: error[CODE]: MESSAGE; REMEDY` on standard output, columns counted in characters from 1. The
exit status is 1 if there is an error; warnings alone leave it 0. With --guess, `FILE:LINE:COLUMN: guess: extended; xbetza and fsf` says
that `extended` reads the line in one way and the other two in another.")]
pub struct Args {
    /// The files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The dialect of lines that name none
    #[arg(long, value_enum, default_value = "betza")]
    dialect: DialectArg,
    /// Tell also, of lines that name no dialect, which dialects read them; those that agree stand together
    #[arg(long)]
    guess: bool,
}

pub fn run(args: Args) -> Result<(), Failure> {
    let mut failed = false;
    for path in &args.files {
        failed |= check(path, args.dialect.0, args.guess)?;
    }
    if failed { Err(Failure::Reported) } else { Ok(()) }
}

/// Checks one file; true if there was an error.
fn check(path: &Path, dialect: Dialect, guess: bool) -> Result<bool, Failure> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|e| Failure::Input(format!("{name}: {e}")))?;
    let ends_in = |extension: &str| path.extension().is_some_and(|e| e.eq_ignore_ascii_case(extension));
    if ends_in("toml") {
        let read =
            |text: &str| betza_variants::read_toml(&name, text).map_or_else(|report| report, |game| game.warnings);
        return check_game(&name, &bytes, read);
    }
    if ends_in("ini") {
        return check_game(&name, &bytes, |text| betza_variants::check_ini(&name, text));
    }
    let mut out = std::io::stdout().lock();
    let mut failed = false;
    for (i, bytes) in bytes.split(|&b| b == b'\n').enumerate() {
        let line = i + 1;
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text.strip_suffix('\r').unwrap_or(text),
            Err(e) => {
                failed = true;
                let column = String::from_utf8_lossy(&bytes[..e.valid_up_to()]).chars().count() + 1;
                writeln!(out, "{}", not_utf8(&name, line, column))?;
                continue;
            }
        };
        let Some((start, notation, own)) = betza_notation::line::notation_of(text) else { continue };
        if guess && own.is_none() {
            writeln!(out, "{name}:{line}:{}: guess: {}", column(text, start), super::dialects::in_short(notation))?;
        }
        for d in diagnostics(notation, own.unwrap_or(dialect)) {
            failed |= d.severity == Severity::Error;
            let column = column(text, start + d.span.start);
            let (kind, code) = (severity(&d), d.code.as_str());
            writeln!(out, "{name}:{line}:{column}: {kind}[{code}]: {}", with_remedy(&d))?;
        }
    }
    Ok(failed)
}

/// Checks a file of games; true if there was an error.
fn check_game(name: &str, bytes: &[u8], read: impl Fn(&str) -> Report) -> Result<bool, Failure> {
    let mut out = std::io::stdout().lock();
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(e) => {
            let good = String::from_utf8_lossy(&bytes[..e.valid_up_to()]).into_owned();
            let source = Source { name: name.to_owned(), text: good };
            let (line, column) = source.line_column(source.text.len());
            writeln!(out, "{}", not_utf8(name, line, column))?;
            return Ok(true);
        }
    };
    let report = read(text);
    if !report.problems.is_empty() {
        writeln!(out, "{report}")?;
    }
    Ok(report.has_errors())
}

fn not_utf8(name: &str, line: usize, column: usize) -> String {
    format!("{name}:{line}:{column}: error[not-utf8]: the line is not UTF-8; save the file as UTF-8")
}

fn diagnostics(notation: &str, dialect: Dialect) -> Vec<Diagnostic> {
    match betza_notation::read(notation, dialect) {
        Ok(reading) => reading.warnings,
        Err(diagnostics) => diagnostics,
    }
}

/// The column of a byte of a line, in characters from 1.
fn column(line: &str, offset: usize) -> usize {
    line.char_indices().take_while(|(i, _)| *i < offset).count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_characters() {
        assert_eq!(column("äöW", 4), 3);
        assert_eq!(column("W", 9), 2);
    }
}
