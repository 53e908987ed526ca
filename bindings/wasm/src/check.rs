//! Checking other people's games.

use crate::thrown::Thrown;
use crate::{Told, json};
use betza::{CheckLimits, Finding, Places, Severity, Summary};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// What a check has found.
#[derive(Serialize)]
struct Answer {
    ok: bool,
    findings: Vec<Found>,
    sections: Vec<Section>,
}

#[derive(Serialize)]
struct Found {
    line: usize,
    #[serde(flatten)]
    told: Told,
}

#[derive(Serialize)]
struct Section {
    name: String,
    ok: bool,
    findings: Vec<Found>,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<Summed>,
}

#[derive(Serialize)]
struct Summed {
    files: u8,
    ranks: u8,
    rules: Vec<String>,
    fen: String,
    svg: String,
    #[serde(rename = "startMoves")]
    start_moves: usize,
    #[serde(rename = "meanMoves")]
    mean_moves: f64,
    #[serde(rename = "tableBytes")]
    table_bytes: usize,
}

fn found(places: &Places<'_>, findings: &[Finding]) -> Vec<Found> {
    findings.iter().map(|f| Found { line: f.line, told: Told::new(places, &f.diagnostic) }).collect()
}

fn summed(summary: Summary) -> Summed {
    let ((files, ranks), cost) = (summary.board, summary.cost);
    let (rules, fen, svg) = (summary.rules, summary.start_fen, summary.svg);
    let (start_moves, mean_moves, table_bytes) = (cost.start_moves, cost.mean_moves, cost.table_bytes);
    Summed { files, ranks, rules, fen, svg, start_moves, mean_moves, table_bytes }
}

/// Checks the games of a `variants.ini` and takes none into use:
/// `{ok, findings, sections: [{name, ok, findings, summary}]}`. `bytes` limits the text, and the tables of each game. A
/// page that must not wait asks a worker, which it can end.
///
/// # Errors
/// None that can happen; what is wrong with the games is part of the answer.
#[wasm_bindgen(js_name = checkIni)]
pub fn check_ini(text: &str, bytes: Option<usize>) -> Result<String, Thrown> {
    let limits = CheckLimits::default();
    let checked = betza::check_ini(text, &CheckLimits { bytes: bytes.unwrap_or(limits.bytes), ..limits });
    let ok = checked.is_ok();
    let places = Places::of(text);
    let sections = checked.sections.into_iter().map(|section| Section {
        ok: section.findings.iter().all(|f| f.diagnostic.severity != Severity::Error),
        findings: found(&places, &section.findings),
        summary: section.summary.map(summed),
        name: section.name,
    });
    json(&Answer { ok, findings: found(&places, &checked.findings), sections: sections.collect() })
}
