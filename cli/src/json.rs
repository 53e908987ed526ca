//! The JSON that scripts read, and the objects of `moves --batch`.

use crate::failure::Failure;
use betza_compile::walk::Outcome;
use betza_ir::geometry::Board;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Write;

/// One question of `betza moves`, as a line of `--batch` has it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(expecting = "an object")]
pub struct Request {
    pub dialect: Option<String>,
    pub board: Option<String>,
    pub piece: Option<String>,
    pub at: Option<String>,
    pub side: Option<String>,
    pub friends: Option<Vec<String>>,
    pub foes: Option<Vec<String>>,
    pub moved: Option<Vec<String>>,
    /// What else the object has; not read, and said so.
    #[serde(flatten)]
    pub unknown: BTreeMap<String, serde_json::Value>,
}

/// The answer of `betza moves`.
#[derive(Debug, Serialize)]
pub struct Moves {
    pub moves: Vec<OneMove>,
    pub royal: bool,
    pub promotions: Option<Vec<String>>,
}

/// One move. The order of the fields is the order in which moves are sorted.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct OneMove {
    pub to: Option<String>,
    pub captures: Vec<String>,
    pub relocations: Vec<(String, String)>,
}

impl OneMove {
    /// The outcome with its squares by name, each list in the order of the names.
    pub fn new(board: &Board, outcome: &Outcome) -> OneMove {
        let mut captures: Vec<String> = outcome.captures.iter().map(|&s| board.name(s)).collect();
        captures.sort_unstable();
        let mut relocations: Vec<(String, String)> =
            outcome.relocations.iter().map(|&(from, to)| (board.name(from), board.name(to))).collect();
        relocations.sort_unstable();
        OneMove { to: outcome.to.map(|s| board.name(s)), captures, relocations }
    }
}

impl OneMove {
    /// The move of a piece on `at` as players write it: `d4-e5`, `d4xe5`, then what else happens.
    pub fn in_words(&self, at: &str) -> String {
        let takes_there = self.to.as_ref().is_some_and(|to| self.captures.contains(to));
        let mut text = match &self.to {
            Some(to) if takes_there => format!("{at}x{to}"),
            Some(to) => format!("{at}-{to}"),
            None => format!("{at} removed"),
        };
        let others: Vec<&str> =
            self.captures.iter().filter(|c| Some(*c) != self.to.as_ref()).map(String::as_str).collect();
        if !others.is_empty() {
            text.push_str(&format!(", captures {}", others.join(" ")));
        }
        for (from, to) in &self.relocations {
            text.push_str(&format!(", {from} to {to}"));
        }
        text
    }
}

/// What is printed in place of an answer.
#[derive(Debug, Serialize)]
pub struct Error {
    pub error: String,
    pub offset: usize,
}

impl From<&Failure> for Error {
    fn from(failure: &Failure) -> Error {
        let (error, offset) = failure.in_short();
        Error { error, offset }
    }
}

/// Prints an error in place of the answer; what was reported already, interruptions, and what came of writing are none.
///
/// # Errors
/// [`Failure::Output`].
pub fn print_error(failure: &Failure) -> Result<(), Failure> {
    if matches!(failure, Failure::Reported | Failure::Interrupted(_) | Failure::Output(_)) {
        return Ok(());
    }
    let text = line(&Error::from(failure))?;
    Ok(writeln!(std::io::stdout(), "{text}")?)
}

/// The text of a value on one line.
///
/// # Errors
/// [`Failure::Output`] if it cannot be written as JSON, which none of the values above does.
pub fn line(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|e| Failure::Output(e.into()))
}
