//! Checking the games of a `variants.ini` without taking them into use, within limits.

use crate::error::{diagnostic, of_report};
use crate::game::Game;
use crate::position::Position;
use betza_explain::english;
use betza_ir::geometry::Side;
use betza_notation::{Diagnostic, Severity};
use betza_variants::{IniFile, rulebook};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// What a check may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckLimits {
    /// How long the whole check may take. What is left then has an error `time-limit`. On the web, where there is no
    /// clock, time is not limited.
    pub time: Duration,
    /// The bytes that the text may have, and that the tables of one game may take. More is an error `memory-limit`.
    pub bytes: usize,
}

/// Eight seconds, and 64 MiB.
impl Default for CheckLimits {
    fn default() -> CheckLimits {
        CheckLimits { time: Duration::from_secs(8), bytes: 64 << 20 }
    }
}

/// What a check has found.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What is wrong outside of the sections.
    pub findings: Vec<Finding>,
    /// The sections, in the order of the text.
    pub sections: Vec<CheckedSection>,
}

impl Checked {
    /// Whether every section is a game that can be played.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        let all = self.sections.iter().flat_map(|s| &s.findings).chain(&self.findings);
        all.into_iter().all(|f| f.diagnostic.severity != Severity::Error)
    }
}

/// An error or a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The line of the text, from 1; that of the section where it is about no place of the text.
    pub line: usize,
    /// What it is, with its bytes in the text, its code and its remedy.
    pub diagnostic: Diagnostic,
}

/// What a check has found in one section.
#[derive(Clone, Debug)]
pub struct CheckedSection {
    /// The section's name.
    pub name: String,
    /// Where its head stands in the text.
    pub span: Range<usize>,
    /// Errors and warnings.
    pub findings: Vec<Finding>,
    /// What the game is; `None` if there is an error.
    pub summary: Option<Summary>,
}

/// A game as people see it.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The number of files and of ranks.
    pub board: (u8, u8),
    /// The moves of each kind of piece in English, then the rules, a line each.
    pub rules: Vec<String>,
    /// The start position.
    pub start_fen: String,
    /// A picture of the start position, in SVG.
    pub svg: String,
    /// What play costs.
    pub cost: PlayCost,
}

/// An estimate of what a game costs those who run it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayCost {
    /// The legal moves of the start position.
    pub start_moves: usize,
    /// The legal moves of a position, in the mean of a random game of 40 plies at most, the same in every run.
    pub mean_moves: f64,
    /// The bytes of the compiled game, which all its positions share.
    pub table_bytes: usize,
}

/// So many plies of a random game are looked at.
const PLIES: usize = 40;

/// Checks the games of a text in the form of Fairy-Stockfish's `variants.ini`. Nothing is kept: the games can be read
/// afterwards with [`Game::from_ini`].
///
/// A thread does the work, so that the time is kept: it stops at the end of the stage in which it runs out of time, and
/// its answer is not waited for.
///
/// ```
/// let found = betza::check_ini("[mine:chess]\nhawk = h\n", &betza::CheckLimits::default());
/// assert_eq!(found.sections[0].name, "mine");
/// let finding = &found.sections[0].findings[0];
/// assert_eq!((finding.line, finding.diagnostic.code.as_str()), (2, "unknown-key"));
/// ```
#[must_use]
pub fn check_ini(text: &str, limits: &CheckLimits) -> Checked {
    if text.len() > limits.bytes {
        let message = format!("the text has {} bytes, and {} are allowed", text.len(), limits.bytes);
        let error = diagnostic("memory-limit", 0..0, message, "check a shorter text, or raise the limit");
        return Checked { findings: vec![Finding { line: 1, diagnostic: error }], sections: Vec::new() };
    }
    let started = clock();
    let lines = Lines::of(text);
    let ini = IniFile::new("the file", text);
    let report = betza_variants::problem::Report { sources: Vec::new(), problems: ini.problems() };
    let findings = lines.findings(of_report(&report), 1);
    let heads: Vec<(String, Range<usize>)> = ini.sections().map(|(name, span)| (name.to_owned(), span)).collect();
    let mut found = answers(text, heads.len(), limits, started).into_iter();
    let has_time = started.is_some_and(|started| started.elapsed() < limits.time);
    let missing = |span: &Range<usize>| if has_time { not_done(span) } else { out_of_time(span, limits) };
    let sections = heads.into_iter().map(|(name, span)| {
        let line = lines.of_byte(span.start);
        let (diagnostics, summary) = found.next().unwrap_or_else(|| (vec![missing(&span)], None));
        CheckedSection { name, findings: lines.findings(diagnostics, line), span, summary }
    });
    Checked { findings, sections: sections.collect() }
}

/// What there is to say of a section.
type Answer = (Vec<Diagnostic>, Option<Summary>);

/// The answers about the sections, as many as there is time for.
fn answers(text: &str, count: usize, limits: &CheckLimits, started: Option<Instant>) -> Vec<Answer> {
    let (sender, receiver) = channel();
    let stopped = Arc::new(AtomicBool::new(false));
    let (owned, stop, bytes) = (text.to_owned(), Arc::clone(&stopped), limits.bytes);
    let work = move || {
        let ini = IniFile::new("the file", &owned);
        for index in 0..count {
            let Some(answer) = section(&ini, index, bytes, &stop) else { return };
            if sender.send(answer).is_err() {
                return;
            }
        }
    };
    let Some(started) = started else {
        work();
        // All answers are there. The sender lives as long as the work, so the end of them would be waited for in vain.
        return receiver.try_iter().collect();
    };
    let name = "betza check".to_owned();
    if std::thread::Builder::new().name(name).spawn(work).is_err() {
        return Vec::new();
    }
    let mut found = Vec::new();
    while found.len() < count {
        // Answers may wait here in any number: those that are not taken in time do not count.
        let Some(left) = limits.time.checked_sub(started.elapsed()) else { break };
        match receiver.recv_timeout(left) {
            Ok(answer) => found.push(answer),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
        }
    }
    stopped.store(true, Ordering::Relaxed);
    found
}

/// The time now, where there is a clock.
fn clock() -> Option<Instant> {
    (!cfg!(all(target_family = "wasm", target_os = "unknown"))).then(Instant::now)
}

fn out_of_time(span: &Range<usize>, limits: &CheckLimits) -> Diagnostic {
    let message = format!("the check has not come so far in {} ms", limits.time.as_millis());
    diagnostic("time-limit", span.clone(), message, "check fewer sections at once, or allow more time")
}

/// Where there is time left, but no answer: the thread could not be started, or has ended by a fault of ours.
fn not_done(span: &Range<usize>) -> Diagnostic {
    let remedy = "check again; if it is always so, report the section as a fault of this program";
    diagnostic("check-failed", span.clone(), "the section could not be checked", remedy)
}

/// What there is to say of one section; `None` if it was stopped.
fn section(ini: &IniFile<'_>, index: usize, bytes: usize, stopped: &AtomicBool) -> Option<Answer> {
    let goes_on = || !stopped.load(Ordering::Relaxed);
    let read = goes_on().then(|| ini.read(index))?;
    let loaded = match read {
        Ok(loaded) => loaded,
        Err(report) => return Some((of_report(&report), None)),
    };
    let mut diagnostics = of_report(&loaded.warnings);
    let game = match goes_on().then(|| Game::new(loaded))? {
        Ok(game) => game,
        Err(error) => {
            diagnostics.extend(error.diagnostics().iter().cloned());
            return Some((diagnostics, None));
        }
    };
    let table_bytes = game.any().memory_usage();
    if table_bytes > bytes {
        let message = format!("the tables of the game take {table_bytes} bytes, and {bytes} are allowed");
        diagnostics.push(diagnostic("memory-limit", 0..0, message, "make the board or the pieces smaller"));
        return Some((diagnostics, None));
    }
    // Its moves are listed once, for both.
    let start = game.start();
    diagnostics.extend(game.doubts_at(&start));
    let summary = goes_on().then(|| summary(&game, start, table_bytes))?;
    Some((diagnostics, Some(summary)))
}

fn summary(game: &Game, start: Position, table_bytes: usize) -> Summary {
    let start_moves = start.legal_moves().len();
    Summary {
        board: (game.files(), game.ranks()),
        rules: game.rules(),
        start_fen: game.start_fen().to_owned(),
        svg: start.svg(),
        cost: PlayCost { start_moves, mean_moves: mean_moves(start), table_bytes },
    }
}

/// The mean number of legal moves in a random game.
fn mean_moves(mut position: Position) -> f64 {
    let (mut sum, mut positions, mut number) = (0, 0, 1_usize);
    for _ in 0..PLIES {
        let moves = position.legal_moves();
        sum += moves.len();
        positions += 1;
        // Some other move each time: 7919 is a prime.
        number = number.wrapping_mul(7919).wrapping_add(1) % 1_000_003;
        let Some(&m) = moves.get(number % moves.len().max(1)) else { break };
        if position.play(m).is_err() {
            break;
        }
    }
    sum as f64 / f64::from(positions)
}

impl Game {
    /// Warnings about a start from which nobody would play: the game is over there, or the side that is not to move is
    /// in check.
    #[must_use]
    pub fn doubts(&self) -> Vec<Diagnostic> {
        self.doubts_at(&self.start())
    }

    fn doubts_at(&self, start: &Position) -> Vec<Diagnostic> {
        let warning = |code, message: String| Diagnostic {
            severity: Severity::Warning,
            ..diagnostic(code, 0..0, message, "set up another start")
        };
        let over =
            start.outcome().map(|outcome| warning("start-over", format!("the game is over at its start: {outcome}")));
        let (engine, turn) = (self.any(), start.turn());
        let royals = engine.royals(start.any(), turn.other());
        let in_check = self.has_check() && royals.into_iter().any(|s| engine.is_attacked(start.any(), s, turn));
        let left = || warning("start-in-check", "at the start, the side that is not to move is in check".to_owned());
        over.into_iter().chain(in_check.then(left)).collect()
    }

    /// The game in English: the moves of each kind of piece, then the rules that no notation says, a line each.
    ///
    /// ```
    /// let rules = betza::Game::builtin("chess")?.rules();
    /// assert!(rules.iter().any(|line| line.starts_with("Knight (N): ")));
    /// # Ok::<(), betza::LoadError>(())
    /// ```
    #[must_use]
    pub fn rules(&self) -> Vec<String> {
        let variant = self.variant();
        let mut lines = Vec::new();
        for kind in &variant.kinds {
            let [white, black] =
                Side::BOTH.map(|side| english::piece(&kind.moves[side.index()]).lines().collect::<Vec<_>>().join(" "));
            let letters = if kind.letters[0].eq_ignore_ascii_case(&kind.letters[1]) {
                kind.letters[0].clone()
            } else {
                kind.letters.join(", ")
            };
            if kind.notation[0] == kind.notation[1] {
                lines.push(format!("{} ({letters}): {white}", kind.name));
            } else {
                lines.push(format!("{} ({letters}), White's: {white}", kind.name));
                lines.push(format!("{} ({letters}), Black's: {black}", kind.name));
            }
        }
        lines.extend(rulebook::rules(variant));
        lines
    }
}

/// Where the lines of a text begin.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Lines {
        Lines(std::iter::once(0).chain(text.match_indices('\n').map(|(i, _)| i + 1)).collect())
    }

    /// The line of a byte, from 1.
    fn of_byte(&self, byte: usize) -> usize {
        self.0.partition_point(|&start| start <= byte)
    }

    /// Diagnostics with their lines; `other` is the line of those that have no place in the text.
    fn findings(&self, diagnostics: Vec<Diagnostic>, other: usize) -> Vec<Finding> {
        let line = |d: &Diagnostic| if d.span == (0..0) { other } else { self.of_byte(d.span.start) };
        diagnostics.into_iter().map(|diagnostic| Finding { line: line(&diagnostic), diagnostic }).collect()
    }
}
