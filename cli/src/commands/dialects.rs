//! `betza dialects`: which dialects read a notation, which of them agree, and where the others part.

use crate::failure::Failure;
use crate::json::{OneMove, line};
use betza::readings::{Group, groups};
use betza_explain::compare::{Difference, Example, difference};
use betza_ir::geometry::Square;
use betza_notation::{Diagnostic, Dialect, Severity};
use serde::Serialize;
use std::io::Write;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Dialects that agree stand in one line: their readings are the same, or have the same moves on boards with pieces at random. For every two
readings that differ, a position shows it, with the moves that only one of them has. The exit status is 1 if no dialect reads the text.

With --json: `readings` has the groups, each with its `dialects` and their `warnings`; `refused` has the others with `error` and `offset`;
`differences` has for every two groups `between`, and either `mark` (what differs besides moves) or a position (`board`, `at`, `friends`,
`foes`, `moved`) with the moves that `only_first` and `only_second` have.")]
pub struct Args {
    /// The piece
    notation: String,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: Args) -> Result<(), Failure> {
    let (groups, refused) = groups(&args.notation);
    let first = |found: Vec<Diagnostic>| found.into_iter().find(|d| d.severity == Severity::Error);
    let refused: Vec<(Dialect, Diagnostic)> =
        refused.into_iter().filter_map(|(dialect, found)| Some((dialect, first(found)?))).collect();
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", line(&Answer::new(&args.notation, &groups, &refused))?)?;
    } else {
        write!(out, "{}", in_words(&groups, &refused))?;
    }
    if groups.is_empty() { Err(Failure::Reported) } else { Ok(()) }
}

/// Every two groups, and where they part.
fn differences(groups: &[Group]) -> Vec<(&Group, &Group, Difference)> {
    let mut all = Vec::new();
    for (i, first) in groups.iter().enumerate() {
        for second in &groups[i + 1..] {
            all.extend(difference(&first.reading.piece, &second.reading.piece).map(|d| (first, second, d)));
        }
    }
    all
}

fn in_words(groups: &[Group], refused: &[(Dialect, Diagnostic)]) -> String {
    let mut text = String::new();
    for group in groups {
        text.push_str(&format!("read by {}\n", group.names()));
    }
    for (dialect, error) in refused {
        text.push_str(&format!("not by {dialect}: {}\n", error.message));
    }
    for (first, second, difference) in differences(groups) {
        text.push_str(&format!("\n{} / {}: ", first.names(), second.names()));
        match difference {
            Difference::Mark(what) => text.push_str(&format!("they differ in {what}\n")),
            Difference::Unknown => text.push_str("they differ in what depends on the types of other pieces\n"),
            Difference::Position(example) => text.push_str(&told(&example, first, second)),
        }
    }
    text
}

fn names(example: &Example, squares: &[Square]) -> Vec<String> {
    squares.iter().map(|&s| example.board.name(s)).collect()
}

fn told(example: &Example, first: &Group, second: &Group) -> String {
    let at = example.board.name(example.at);
    let mut text = format!("the piece on {at}");
    for (what, squares) in [("friends", &example.friends), ("foes", &example.foes), ("moved", &example.moved)] {
        if !squares.is_empty() {
            text.push_str(&format!(", {what} on {}", names(example, squares).join(",")));
        }
    }
    text.push('\n');
    for (group, moves) in [(first, &example.first), (second, &example.second)] {
        let mut moves: Vec<OneMove> = moves.iter().map(|m| OneMove::new(&example.board, m)).collect();
        moves.sort_unstable();
        let shown: Vec<String> = moves.iter().take(SHOWN).map(|m| m.in_words(&at)).collect();
        match moves.len() {
            0 => {}
            n if n > SHOWN => {
                text.push_str(&format!("  only {}: {}; {} more\n", group.names(), shown.join("; "), n - SHOWN));
            }
            _ => text.push_str(&format!("  only {}: {}\n", group.names(), shown.join("; "))),
        }
    }
    text
}

/// How many moves of an example are printed.
const SHOWN: usize = 4;

#[derive(Serialize)]
struct Answer {
    notation: String,
    readings: Vec<JsonReading>,
    refused: Vec<Refused>,
    differences: Vec<JsonDifference>,
}

#[derive(Serialize)]
struct JsonReading {
    dialects: Vec<&'static str>,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct Refused {
    dialect: &'static str,
    error: String,
    offset: usize,
}

#[derive(Serialize)]
struct JsonDifference {
    /// The first dialect of each group.
    between: [&'static str; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<&'static str>,
    #[serde(flatten)]
    position: Option<JsonPosition>,
}

#[derive(Serialize)]
struct JsonPosition {
    board: String,
    at: String,
    friends: Vec<String>,
    foes: Vec<String>,
    moved: Vec<String>,
    only_first: Vec<OneMove>,
    only_second: Vec<OneMove>,
}

impl Answer {
    fn new(notation: &str, groups: &[Group], refused: &[(Dialect, Diagnostic)]) -> Answer {
        let reading = |group: &Group| {
            let mut warnings: Vec<String> =
                group.members.iter().flat_map(|(_, found)| found.iter().map(ToString::to_string)).collect();
            warnings.dedup();
            JsonReading { dialects: group.members.iter().map(|(dialect, _)| dialect.id()).collect(), warnings }
        };
        let refusal = |(dialect, error): &(Dialect, Diagnostic)| Refused {
            dialect: dialect.id(),
            error: error.message.clone(),
            offset: error.span.start,
        };
        let part = |(first, second, difference): (&Group, &Group, Difference)| {
            let between = [first, second].map(|group| group.members[0].0.id());
            let (mark, position) = match difference {
                Difference::Mark(what) => (Some(what), None),
                Difference::Unknown => (Some("what depends on the types of other pieces"), None),
                Difference::Position(example) => (None, Some(JsonPosition::new(&example))),
            };
            JsonDifference { between, mark, position }
        };
        Answer {
            notation: notation.to_owned(),
            readings: groups.iter().map(reading).collect(),
            refused: refused.iter().map(refusal).collect(),
            differences: differences(groups).into_iter().map(part).collect(),
        }
    }
}

impl JsonPosition {
    fn new(example: &Example) -> JsonPosition {
        let moves = |list: &[betza_compile::walk::Outcome]| {
            let mut moves: Vec<OneMove> = list.iter().map(|m| OneMove::new(&example.board, m)).collect();
            moves.sort_unstable();
            moves
        };
        JsonPosition {
            board: format!("{}x{}", example.board.files(), example.board.ranks()),
            at: example.board.name(example.at),
            friends: names(example, &example.friends),
            foes: names(example, &example.foes),
            moved: names(example, &example.moved),
            only_first: moves(&example.first),
            only_second: moves(&example.second),
        }
    }
}
