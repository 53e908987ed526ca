//! `betza check`: diagnostics about files, one a line.

use crate::args::DialectArg;
use crate::diagnostics::{severity, with_remedy};
use crate::failure::Failure;
use crate::shell::quoted;
use betza::Game;
use betza::readings::{self, Group, Unclear};
use betza_notation::line::{Listed, notation_of};
use betza_notation::{Code, Diagnostic, Dialect, Severity};
use betza_variants::exchange::Form;
use betza_variants::problem::{Place, Problem, ProblemCode, Report, Source};
use betza_variants::{IniFile, Loaded};
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A file whose name ends in .toml is a game in the native format, one that ends in .ini holds Fairy-Stockfish's variants: what is wrong with them
and with the notations of their pieces is told. So it is with the text of an Interactive Diagram, with all diagrams of a page's source, and with
XBoard's setup and piece lines, which are known by their lines. Any other file has one notation a line. Blank lines are skipped, and so is what follows a # at the start of a line or after a blank.
A line may name its piece, its own dialect or both first, as in `Mao: W-F`, `bex: (K-K)` and `Griffon: extended: FtR`. Other lines are in the dialect that --dialect names; without it in the one in which all that read them agree.

Each diagnostic is a line `FILE:LINE:COLUMN: error[CODE]: MESSAGE; REMEDY` on standard output, columns counted in characters from 1. The
exit status is 1 if there is an error; warnings alone leave it 0. With --guess, `FILE:LINE:COLUMN: guess: extended; xbetza and fsf` says
that `extended` reads the line in one way and the other two in another.")]
pub struct Args {
    /// The files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The dialect of lines that name none (default: the one in which all that read the line agree)
    #[arg(long, value_enum)]
    dialect: Option<DialectArg>,
    /// Tell also, of lines that name no dialect, which dialects read them; those that agree stand together
    #[arg(long)]
    guess: bool,
}

pub fn run(args: Args) -> Result<(), Failure> {
    let mut failed = false;
    for path in &args.files {
        failed |= check(path, args.dialect.map(|d| d.0), args.guess)?;
    }
    if failed { Err(Failure::Reported) } else { Ok(()) }
}

/// Checks one file; true if there was an error.
fn check(path: &Path, dialect: Option<Dialect>, guess: bool) -> Result<bool, Failure> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|e| Failure::Input(format!("{name}: {e}")))?;
    match Form::of_file(path, &String::from_utf8_lossy(&bytes)) {
        Some(Form::Ini) => return check_game(&name, &bytes, |text| sections(&name, text)),
        Some(form) => return check_game(&name, &bytes, |text| games(form, &name, text)),
        None => {}
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
        let Some(Listed { start, text: notation, dialect: own, .. }) = notation_of(text) else { continue };
        if guess && own.is_none() {
            writeln!(out, "{name}:{line}:{}: guess: {}", column(text, start), readings::in_short(notation))?;
        }
        let (note, found) = diagnostics(notation, own.or(dialect), &name);
        if let Some(note) = note {
            writeln!(out, "{name}:{line}:{}: note: {note}", column(text, start))?;
        }
        for d in found {
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

/// What there is to say of the games of a text, such as the diagrams of a page.
fn games(form: Form, name: &str, text: &str) -> Report {
    let all = form.games(text);
    if all.len() < 2 {
        return told(form.read(name, text), 0..0);
    }
    let mut report = Report::default();
    for game in all {
        let found = told(form.read_game(name, text, &game), 0..0);
        report.sources = found.sources;
        report.problems.extend(found.problems);
    }
    report
}

/// What there is to say of a game, which is compiled and set up if it can be read. What is found so has no place of its
/// own, and is told at `place`.
fn told(read: Result<Loaded, Report>, place: Range<usize>) -> Report {
    let Loaded { variant, warnings: mut report, .. } = match read {
        Ok(loaded) => loaded,
        Err(report) => return report,
    };
    let found = match Game::from_variant(&variant) {
        Ok(game) => game.doubts(),
        Err(error) => error.diagnostics().to_vec(),
    };
    report.problems.extend(found.into_iter().map(|d| Problem {
        severity: d.severity,
        code: if d.code.as_str() == "cannot-compile" { ProblemCode::Unsupported } else { ProblemCode::Start },
        place: Place { source: 0, span: place.clone() },
        message: d.message,
        remedy: d.remedy,
    }));
    report
}

/// So many games of a file are compiled and set up.
const SET_UP: usize = 1000;

/// What there is to say of all sections of a `variants.ini`.
fn sections(name: &str, text: &str) -> Report {
    let mut report = betza_variants::check_ini(name, text);
    let file = IniFile::new(name, text);
    for (index, (_, place)) in file.sections().enumerate().take(SET_UP + 1) {
        if index == SET_UP {
            report.problems.push(Problem {
                severity: Severity::Warning,
                code: ProblemCode::Unsupported,
                place: Place { source: 0, span: place },
                message: format!("{SET_UP} games of a file are set up, and this one and what follows are only read"),
                remedy: "check the others in a file of their own".to_owned(),
            });
            break;
        }
        // What can be said by reading stands in the report.
        if let Ok(loaded) = file.read(index) {
            let silent = Loaded { warnings: Report::default(), ..loaded };
            report.problems.extend(told(Ok(silent), place).problems);
        }
    }
    report.problems.sort_by_key(|problem| problem.place.span.start);
    report
}

fn not_utf8(name: &str, line: usize, column: usize) -> String {
    format!("{name}:{line}:{column}: error[not-utf8]: the line is not UTF-8; save the file as UTF-8")
}

/// What there is to say of a notation, and a note where its dialect had to be found.
fn diagnostics(notation: &str, dialect: Option<Dialect>, file: &str) -> (Option<String>, Vec<Diagnostic>) {
    if let Some(dialect) = dialect {
        let found = betza_notation::read(notation, dialect).map_or_else(|found| found, |reading| reading.warnings);
        return (None, found);
    }
    match readings::of(notation) {
        Ok(chosen) => (chosen.note, chosen.reading.warnings),
        Err(Unclear::Unread(found)) => (None, found),
        Err(Unclear::Several(groups)) => {
            let ways: Vec<String> = groups.iter().map(Group::names).collect();
            let message = format!("the dialects part here: {}", ways.join("; "));
            let first = groups[0].members[0].0;
            let remedy = format!(
                "name one in the line, as in `{first}: {notation}`, or for all lines: betza check --dialect {first} {}",
                quoted(file)
            );
            (None, vec![Diagnostic::warning(Code::ReadDifferently, 0..notation.len(), message, remedy)])
        }
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
