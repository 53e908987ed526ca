//! Checking other people's games.

use crate::error::{Diagnostic, diagnostic};
use betza::Places;
use pyo3::prelude::*;
use std::time::Duration;

/// What a check has found.
#[pyclass(frozen, module = "betza", get_all)]
pub struct Checked {
    /// Whether every section is a game that can be played.
    ok: bool,
    /// What is wrong outside of the sections.
    findings: Vec<Finding>,
    /// The sections, in the order of the text.
    sections: Vec<CheckedSection>,
}

/// An error or a warning with its line.
#[pyclass(frozen, module = "betza", get_all)]
#[derive(Clone)]
pub struct Finding {
    /// The line, from 1; that of the section where it is about no place of the text.
    line: usize,
    /// What it is: code, severity, span, message, remedy.
    diagnostic: Diagnostic,
}

#[pymethods]
impl Finding {
    fn __repr__(&self) -> String {
        format!("<Finding line {}: {}>", self.line, self.diagnostic.text())
    }
}

#[pymethods]
impl Checked {
    fn __repr__(&self) -> String {
        format!("<Checked {}: {} sections>", if self.ok { "ok" } else { "with errors" }, self.sections.len())
    }
}

/// What a check has found in one section.
#[pyclass(frozen, module = "betza", get_all)]
#[derive(Clone)]
pub struct CheckedSection {
    /// The section's name.
    name: String,
    /// Errors and warnings.
    findings: Vec<Finding>,
    /// What the game is; `None` if there is an error.
    summary: Option<Summary>,
}

#[pymethods]
impl CheckedSection {
    fn __repr__(&self) -> String {
        format!("<CheckedSection {}: {} findings>", self.name, self.findings.len())
    }
}

/// A game as people see it, and what play costs.
#[pyclass(frozen, module = "betza", get_all)]
#[derive(Clone)]
pub struct Summary {
    /// Files and ranks.
    board: (u8, u8),
    /// The moves of each kind of piece in English, then the rules, a line each.
    rules: Vec<String>,
    /// The start position.
    start_fen: String,
    /// A picture of the start position, in SVG.
    svg: String,
    /// The legal moves of the start position.
    start_moves: usize,
    /// The legal moves of a position, in the mean of a random game.
    mean_moves: f64,
    /// The bytes of the compiled game.
    table_bytes: usize,
}

fn finding(places: &Places<'_>, found: &betza::Finding) -> Finding {
    Finding { line: found.line, diagnostic: diagnostic(places, &found.diagnostic) }
}

fn summary(summary: betza::Summary) -> Summary {
    let betza::Summary { board, rules, start_fen, svg, cost } = summary;
    let betza::PlayCost { start_moves, mean_moves, table_bytes } = cost;
    Summary { board, rules, start_fen, svg, start_moves, mean_moves, table_bytes }
}

/// Checks the games of a text as Fairy-Stockfish's variants.ini, within limits, while other threads of Python run.
/// Nothing is kept. `seconds` is the time for the whole text, `bytes` what the text and the tables of each game may
/// take.
///
/// >>> import betza
/// >>> found = betza.check_ini("[mine:chess]\nhawk = h\n").sections[0]
/// >>> found.name, found.findings[0].line, found.findings[0].diagnostic.code
/// ('mine', 2, 'unknown-key')
#[pyfunction]
#[pyo3(signature = (text, *, seconds = 8.0, bytes = 67_108_864))]
pub fn check_ini(py: Python<'_>, text: &str, seconds: f64, bytes: usize) -> Checked {
    let time = Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX);
    let found = py.detach(|| betza::check_ini(text, &betza::CheckLimits { time, bytes }));
    let places = Places::of(text);
    let findings = |all: &[betza::Finding]| all.iter().map(|f| finding(&places, f)).collect();
    Checked {
        ok: found.is_ok(),
        findings: findings(&found.findings),
        sections: found
            .sections
            .into_iter()
            .map(|section| CheckedSection {
                findings: findings(&section.findings),
                name: section.name,
                summary: section.summary.map(summary),
            })
            .collect(),
    }
}
