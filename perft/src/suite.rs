//! Positions with known counts: `.epd`, `.perft` and tab separated files, read and met.

use crate::count::Progress;
use crate::session::{Session, Watch, pool};
use crate::{DEEPEST, Options, PerftError};
use betza_game::fen;
use betza_game::setup::Setup;
use betza_game::variant::{Counting, Flavour, Variant};
use rayon::prelude::*;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// One count that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The line of the file, from 1.
    pub line: usize,
    /// The game, if the file names it.
    pub game: Option<String>,
    /// The position's text; empty for the game's start.
    pub fen: String,
    /// How the text is written: `fen`, `sfen`, or what the file says; `None` if it does not say.
    pub format: Option<String>,
    /// Plies.
    pub depth: u32,
    /// The count.
    pub nodes: u128,
    /// What was counted as one move, if the file says it; else what the game's published counts take for one.
    pub counting: Option<Counting>,
}

/// How a file of known counts is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `FEN ;D1 20 ;D2 400`, a position a line; `;variant NAME` before the counts names its game.
    Epd,
    /// `epd FEN` and then `perft 1 20`, a line each (python-chess and others).
    Perft,
    /// Columns separated by tabs and named in the first line: `variant`, `fen`, `depth`, `nodes`, and if there are such
    /// `format` and `count` (`distinct` or `paths`: what counts as one move).
    Table,
}

impl Format {
    /// The format by the extension of a file's name: `epd`, `perft`, `tsv`.
    #[must_use]
    pub fn of_extension(extension: &str) -> Option<Format> {
        match extension.to_ascii_lowercase().as_str() {
            "epd" => Some(Format::Epd),
            "perft" => Some(Format::Perft),
            "tsv" => Some(Format::Table),
            _ => None,
        }
    }
}

/// Why a file is no suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteError {
    /// The line, from 1.
    pub line: usize,
    /// The byte of the line.
    pub column: usize,
    /// A sentence without the full stop.
    pub message: String,
    /// What to write instead.
    pub remedy: &'static str,
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}; {}", self.line, self.column + 1, self.message, self.remedy)
    }
}

impl std::error::Error for SuiteError {}

/// Reads a file of known counts.
///
/// # Errors
/// The first line that is not in the format.
pub fn read(format: Format, text: &str) -> Result<Vec<Case>, SuiteError> {
    match format {
        Format::Epd => read_epd(text),
        Format::Perft => read_perft(text),
        Format::Table => read_table(text),
    }
}

/// The lines that say something, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.trim_start_matches('\u{feff}').lines().enumerate().map(|(i, line)| (i + 1, line));
    lines.filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
}

/// Where a part of a line begins.
fn column(line: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(line.as_ptr() as usize)
}

/// A number that a suite has.
fn number<T: std::str::FromStr>(line: (usize, &str), part: &str, what: &str) -> Result<T, SuiteError> {
    let error = |_| SuiteError {
        line: line.0,
        column: column(line.1, part),
        message: format!("'{part}' is no {what}"),
        remedy: "write a whole number in digits",
    };
    part.parse().map_err(error)
}

/// A number of plies that can be counted.
fn depth(line: (usize, &str), part: &str) -> Result<u32, SuiteError> {
    let depth = number(line, part, "depth")?;
    if depth > DEEPEST {
        return Err(SuiteError {
            line: line.0,
            column: column(line.1, part),
            message: format!("depth {depth} is over {DEEPEST}, the deepest that is counted"),
            remedy: "give fewer plies, or take the count away",
        });
    }
    Ok(depth)
}

const EPD_REMEDY: &str =
    "write the position, then for each depth ';D' with the depth, a blank and the count, as in ';D1 20 ;D2 400'";

fn read_epd(text: &str) -> Result<Vec<Case>, SuiteError> {
    let mut cases = Vec::new();
    for (number_of_line, line) in lines(text) {
        let at = (number_of_line, line);
        let mut parts = line.split(';');
        let fen = parts.next().unwrap_or_default().trim();
        let error = |part: &str, message: String| SuiteError {
            line: number_of_line,
            column: column(line, part),
            message,
            remedy: EPD_REMEDY,
        };
        let before = cases.len();
        let mut game = None;
        for part in parts.map(str::trim).filter(|p| !p.is_empty()) {
            if let Some(name) = part.strip_prefix("variant ") {
                game = Some(name.trim().to_owned());
                continue;
            }
            let Some(rest) = part.strip_prefix(['D', 'd']) else {
                return Err(error(part, format!("'{part}' is no depth with a count")));
            };
            let Some((depth, nodes)) = rest.trim_start().split_once([' ', '\t', '=']) else {
                return Err(error(part, format!("'{part}' has no count")));
            };
            cases.push(Case {
                line: number_of_line,
                game: game.clone(),
                fen: position(fen),
                format: None,
                depth: self::depth(at, depth.trim())?,
                nodes: number(at, nodes.trim(), "count")?,
                counting: None,
            });
        }
        if cases.len() == before {
            return Err(error(&line[line.len()..], "the line has no depth with a count".to_owned()));
        }
    }
    Ok(cases)
}

/// A position's text; empty where the start is named.
fn position(text: &str) -> String {
    if text == "startpos" { String::new() } else { text.to_owned() }
}

fn read_perft(text: &str) -> Result<Vec<Case>, SuiteError> {
    const REMEDY: &str = "write 'epd' and a position, then 'perft', a depth and a count, a line each";
    let mut cases = Vec::new();
    let mut fen: Option<String> = None;
    for (number_of_line, line) in lines(text) {
        let at = (number_of_line, line);
        let error = |message: String| SuiteError {
            line: number_of_line,
            column: column(line, line.trim_start()),
            message,
            remedy: REMEDY,
        };
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        match word {
            "id" => fen = None,
            "epd" | "fen" => fen = Some(position(rest.trim())),
            "perft" => {
                let Some(fen) = &fen else { return Err(error("no position comes before this count".to_owned())) };
                let Some((depth, nodes)) = rest.trim().split_once(char::is_whitespace) else {
                    return Err(error("there are not a depth and a count".to_owned()));
                };
                cases.push(Case {
                    line: number_of_line,
                    game: None,
                    fen: fen.clone(),
                    format: None,
                    depth: self::depth(at, depth)?,
                    nodes: number(at, nodes.trim(), "count")?,
                    counting: None,
                });
            }
            other => return Err(error(format!("'{other}' is none of id, epd and perft"))),
        }
    }
    Ok(cases)
}

fn read_table(text: &str) -> Result<Vec<Case>, SuiteError> {
    const REMEDY: &str = "name the columns in the first line: variant, fen, depth, nodes, format if some are not FEN, and count if it is not the games' own";
    let mut lines = lines(text);
    let (first, header) = lines.next().unwrap_or((1, ""));
    let names: Vec<&str> = header.split('\t').map(str::trim).collect();
    let place = |name: &str| {
        names.iter().position(|n| n.eq_ignore_ascii_case(name)).ok_or_else(|| SuiteError {
            line: first,
            column: 0,
            message: format!("there is no column '{name}'"),
            remedy: REMEDY,
        })
    };
    let (variant, fen, depth, nodes) = (place("variant")?, place("fen")?, place("depth")?, place("nodes")?);
    let format = place("format").ok();
    let counting = place("count").ok();
    let mut cases = Vec::new();
    for (number_of_line, line) in lines {
        let at = (number_of_line, line);
        let columns: Vec<&str> = line.split('\t').collect();
        let get = |place: usize| {
            columns.get(place).map(|c| c.trim()).ok_or_else(|| SuiteError {
                line: number_of_line,
                column: line.len(),
                message: format!("there is nothing in column '{}'", names[place]),
                remedy: "separate the columns by single tabs",
            })
        };
        cases.push(Case {
            line: number_of_line,
            game: Some(get(variant)?.to_owned()),
            fen: position(get(fen)?),
            format: format.map(get).transpose()?.filter(|f| !f.is_empty()).map(str::to_owned),
            depth: self::depth(at, get(depth)?)?,
            nodes: number(at, get(nodes)?, "count")?,
            counting: counting.map(get).transpose()?.map_or(Ok(None), |word| read_counting(at, word))?,
        });
    }
    Ok(cases)
}

/// What counts as one move; nothing is the game's own.
fn read_counting(line: (usize, &str), word: &str) -> Result<Option<Counting>, SuiteError> {
    match word {
        "" => Ok(None),
        "distinct" => Ok(Some(Counting::Distinct)),
        "paths" => Ok(Some(Counting::Paths)),
        _ => Err(SuiteError {
            line: line.0,
            column: column(line.1, word),
            message: format!("'{word}' is no way to count"),
            remedy: "write distinct or paths, or nothing for the game's own",
        }),
    }
}

/// What became of one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The count is met.
    Met,
    /// Another count came out.
    Differs {
        /// What was counted.
        found: u128,
    },
    /// It could not be counted, for this reason.
    Impossible(String),
}

/// Counts every case, in parallel, and compares. `game` finds the game of a label (`None`: the file named none).
///
/// # Errors
/// [`PerftError::Threads`], [`PerftError::Stopped`]. What is wrong with one case is its verdict.
pub fn run(
    cases: &[Case],
    mut game: impl FnMut(Option<&str>) -> Result<Variant, String>,
    options: &Options,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> Result<Vec<Verdict>, PerftError> {
    let pool = pool(options.threads)?;
    type Label<'a> = (Option<&'a str>, Option<Counting>);
    let mut sessions: HashMap<Label<'_>, Result<Session, String>> = HashMap::new();
    for case in cases {
        let label = case.game.as_deref();
        sessions.entry((label, case.counting)).or_insert_with(|| {
            let mut variant = game(label)?;
            variant.counting = case.counting.unwrap_or(variant.counting);
            Session::on(&variant, options, Arc::clone(&pool)).map_err(|e| e.to_string())
        });
    }
    let whole: f64 = cases.iter().map(weight).sum();
    let each = |case: &Case| {
        let share = weight(case) / whole;
        let part = Part { whole: progress, share };
        let verdict = match &sessions[&(case.game.as_deref(), case.counting)] {
            Err(reason) => Ok(Verdict::Impossible(reason.clone())),
            Ok(session) => meet(session, case, Watch { progress: &part, stop }),
        };
        if let Ok(Verdict::Impossible(_)) = verdict {
            progress.advance(share);
        }
        verdict
    };
    pool.install(|| cases.par_iter().with_max_len(1).map(each).collect())
}

/// How much work a case is: its count, and a little for setting it up.
fn weight(case: &Case) -> f64 {
    case.nodes as f64 + 1000.0
}

/// A part of a whole that is told of progress.
struct Part<'a> {
    whole: &'a dyn Progress,
    share: f64,
}

impl Progress for Part<'_> {
    fn advance(&self, share: f64) {
        self.whole.advance(self.share * share);
    }
}

/// How many leaves are to be expected one ply deeper, of the counts of the plies before: the ply multiplies them as the
/// last one did.
#[must_use]
pub fn expected_leaves(counts: &[u128]) -> u128 {
    match *counts {
        [.., before, last] => last.saturating_mul(last) / before.max(1),
        [last] => last.saturating_mul(last),
        [] => 1,
    }
}

/// The position of a case.
///
/// # Errors
/// Why it cannot be read, in words.
pub fn position_of(variant: &Variant, case: &Case) -> Result<Setup, String> {
    let text = if case.fen.is_empty() { &variant.start } else { &case.fen };
    let setup = match case.format.as_deref() {
        None => fen::read(variant, text),
        Some("fen") => fen::read_as(variant, text, Flavour::Fen),
        Some("sfen") => fen::read_as(variant, text, Flavour::Sfen),
        Some("pdn") => fen::read_as(variant, text, Flavour::Pdn),
        Some(other) => return Err(format!("positions in '{other}' are not read, only fen, sfen and pdn")),
    };
    setup.map_err(|e| e.to_string())
}

fn meet(session: &Session, case: &Case, watch: Watch<'_>) -> Result<Verdict, PerftError> {
    let setup = match position_of(session.variant(), case) {
        Ok(setup) => setup,
        Err(reason) => return Ok(Verdict::Impossible(reason)),
    };
    match session.count(&setup, case.depth, watch) {
        Ok(found) if found == case.nodes => Ok(Verdict::Met),
        Ok(found) => Ok(Verdict::Differs { found }),
        Err(PerftError::Stopped) => Err(PerftError::Stopped),
        Err(e) => Ok(Verdict::Impossible(e.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Depths and counts.
    fn counts(cases: &[Case]) -> Vec<(u32, u128)> {
        cases.iter().map(|c| (c.depth, c.nodes)).collect()
    }

    #[test]
    fn epd_with_and_without_blanks() {
        for text in
            ["8/8 w - - 0 1 ;D1 20 ;D2 400", "8/8 w - - 0 1;D1 20;D2 400;", "8/8 w - - 0 1 ; D1 20 ; D2\t400\r\n"]
        {
            let cases = read(Format::Epd, text).unwrap();
            assert_eq!(counts(&cases), [(1, 20), (2, 400)], "{text}");
            assert!(cases.iter().all(|c| c.fen == "8/8 w - - 0 1" && c.line == 1));
        }
        let named = read(Format::Epd, "9/9 w - - ;variant shogi ;D1 30\n8/8 w - - ;D1 20").unwrap();
        assert_eq!((named[0].game.as_deref(), named[1].game.as_deref()), (Some("shogi"), None));
        let one = read(Format::Epd, "# known\n\nstartpos ;D6 119060324\n").unwrap();
        assert_eq!((counts(&one), one[0].fen.as_str(), one[0].line), (vec![(6, 119_060_324)], "", 3));
    }

    #[test]
    fn epd_errors_have_their_place() {
        let error = |text| read(Format::Epd, text).unwrap_err().to_string();
        assert!(
            error("8/8 w - - ;D1 x").starts_with("1:15: 'x' is no count; write a whole number"),
            "{}",
            error("8/8 w - - ;D1 x")
        );
        assert!(error("\n8/8 w - - ;E1 2").starts_with("2:12: 'E1 2' is no depth with a count; "));
        assert!(error("8/8 w - -").starts_with("1:10: the line has no depth with a count; "));
        assert!(error("8/8 w - - ;D256 1").starts_with("1:13: depth 256 is over 255, the deepest that is counted; "));
        assert!(error("8/8 w - - ;D5").starts_with("1:12: 'D5' has no count; "));
    }

    #[test]
    fn perft_files_have_positions_and_counts() {
        let text = "# a\nid one\nepd 8/8 w - -\nperft 1 15\nperft 2 66\n\nid two\nepd startpos\nperft 1 20\n";
        let cases = read(Format::Perft, text).unwrap();
        assert_eq!(counts(&cases), [(1, 15), (2, 66), (1, 20)]);
        assert_eq!(cases[2].fen, "");
        assert_eq!(read(Format::Perft, "id a\nperft 1 2").unwrap_err().line, 2);
        assert!(read(Format::Perft, "position startpos").unwrap_err().message.contains("'position'"));
        let deep = read(Format::Perft, "epd startpos\nperft 256 1").unwrap_err();
        assert_eq!((deep.line, deep.column), (2, 6));
    }

    #[test]
    fn tables_name_their_columns() {
        let text = "variant\tfen\tdepth\tnodes\tformat\nshogi\t9/9 b - 1\t2\t900\tsfen\n";
        let cases = read(Format::Table, text).unwrap();
        assert_eq!((cases[0].game.as_deref(), cases[0].format.as_deref()), (Some("shogi"), Some("sfen")));
        assert_eq!(cases[0].counting, None);
        let text = "variant\tfen\tdepth\tnodes\tcount\na\tx\t1\t1\tpaths\na\tx\t1\t1\tdistinct\na\tx\t1\t1\t\n";
        let counted: Vec<_> = read(Format::Table, text).unwrap().iter().map(|c| c.counting).collect();
        assert_eq!(counted, [Some(Counting::Paths), Some(Counting::Distinct), None]);
        let wrong = read(Format::Table, &text.replace("paths", "legs")).unwrap_err();
        assert_eq!((wrong.line, wrong.column, wrong.message.as_str()), (2, 8, "'legs' is no way to count"));
        assert!(read(Format::Table, "variant\tfen\tdepth\n").unwrap_err().message.contains("'nodes'"));
        assert!(read(Format::Table, "").unwrap_err().message.contains("'variant'"));
        let deep = read(Format::Table, "variant\tfen\tdepth\tnodes\nchess\tx\t256\t1").unwrap_err();
        assert_eq!((deep.line, deep.column), (2, 8));
        assert_eq!(read(Format::Epd, "startpos ;D255 1").unwrap()[0].depth, 255);
        let short = read(Format::Table, "variant\tfen\tdepth\tnodes\nchess\tx\t1").unwrap_err();
        assert_eq!((short.line, short.message.as_str()), (2, "there is nothing in column 'nodes'"));
    }

    #[test]
    fn a_ply_is_expected_to_multiply_as_the_last_one_did() {
        let expected = [&[20][..], &[20, 400], &[20, 400, 8902]].map(expected_leaves);
        assert_eq!(expected, [400, 8000, 198_114]);
    }

    #[test]
    fn any_text_is_read_or_refused() {
        fn law(text: String) -> bool {
            for format in [Format::Epd, Format::Perft, Format::Table] {
                let _ = read(format, &text);
            }
            true
        }
        quickcheck::quickcheck(law as fn(String) -> bool);
    }
}
