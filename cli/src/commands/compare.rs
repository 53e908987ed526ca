//! `betza compare`: sections of `variants.ini`, read here and by Fairy-Stockfish.

use crate::comparison::{self, Comparison, Extent, Verdict};
use crate::failure::Failure;
use crate::progress::Bar;
use crate::rival::{Reach, Rival};
use crate::signals;
use betza_perft::count::Progress;
use betza_perft::pyffish::Pyffish;
use betza_variants::problem::Report;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each section of each file is read here and by the other program: pyffish, a package of Python, or with --engine an engine that speaks UCI and
reads files of variants (VariantPath), such as fairy-stockfish. Compared are the start position, the counts up to --depth plies, and the positions and
moves of --games random games.

The table on standard output has a line for each section, with tabs between: the file, the section, what came of it, the counts that agree, the
number of positions of games that agree, and the first difference or the reason. What may come of it: exact; different; refused (here alone);
unread (there alone); neither (reads it); failed (the other program gave no answer). Sums are told on standard error. The exit status is 1 if a section is
different.")]
pub struct Args {
    /// Files, or folders with files whose names end in .ini
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// A Python that has the package pyffish (default: what BETZA_PYTHON names, else python3)
    #[arg(long, value_name = "PYTHON", conflicts_with = "engine")]
    pyffish: Option<String>,
    /// The command of an engine to ask instead
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// Only sections of these names
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    section: Vec<String>,
    /// Of each file only the last section
    #[arg(long)]
    last: bool,
    /// Plies to count
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=16))]
    depth: u32,
    /// Count no further where more leaves are to be expected
    #[arg(long, value_name = "N", default_value_t = 400_000)]
    nodes: u128,
    /// Random games
    #[arg(long, value_name = "N", default_value_t = 5)]
    games: u64,
    /// Plies of each game
    #[arg(long, value_name = "N", default_value_t = 60)]
    plies: usize,
    /// Of a game's positions each so-manieth is compared
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Plies to count from each of these positions, within --nodes (1: only the moves are compared)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=16))]
    position_depth: u32,
    /// Which random games
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Give up a section if the other program takes more seconds for one answer
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..))]
    patience: u64,
    /// Files at once (default: one for each core)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: Option<u32>,
    /// No progress bar
    #[arg(long)]
    no_progress: bool,
}

/// The lines of a file's sections.
type Lines = Vec<(String, Comparison)>;

pub fn run(args: Args) -> Result<(), Failure> {
    let files = files(&args.paths)?;
    args.find_sections(&files)?;
    let reach = match &args.engine {
        Some(command) => Reach::Engine(command.clone()),
        None => {
            let named = args.pyffish.clone().or_else(|| std::env::var("BETZA_PYTHON").ok());
            let python = named.unwrap_or_else(|| "python3".to_owned());
            Pyffish::start(&python).map_err(|e| {
                Failure::Input(format!("{e}: name one that has it with --pyffish, or an engine with --engine"))
            })?;
            Reach::Pyffish(python)
        }
    };
    let stop = signals::stop_flag()?;
    let bar = Bar::new(args.no_progress);
    let work = Work { args: &args, reach, stop: Arc::clone(&stop), bar: &bar, files: &files };
    let sums = work.all()?;
    bar.finish();
    let words: Vec<String> = sums.iter().map(|(verdict, n)| format!("{n} {verdict}")).collect();
    say!("{} sections: {}", sums.values().sum::<usize>(), words.join(", "));
    if sums.contains_key("different") { Err(Failure::Reported) } else { Ok(()) }
}

impl Args {
    /// The sections of a text that are meant.
    fn sections(&self, text: &str) -> Vec<String> {
        let mut sections = betza_variants::ini_sections(text);
        sections.drain(..if self.last { sections.len().saturating_sub(1) } else { 0 });
        sections.retain(|s| self.section.is_empty() || self.section.contains(s));
        sections
    }

    /// That each section that is named is in one of the files.
    fn find_sections(&self, files: &[PathBuf]) -> Result<(), Failure> {
        let mut left: Vec<&String> = self.section.iter().collect();
        for path in files {
            if left.is_empty() {
                break;
            }
            let found = self.sections(&read(path)?);
            left.retain(|section| !found.contains(section));
        }
        let Some(section) = left.first() else { return Ok(()) };
        let remedy = if self.last { "leave out --last, or name a last one" } else { "name one that is there" };
        Err(Failure::Input(format!("--section {section}: no file has a section of this name; {remedy}")))
    }
}

/// The text of a file; some are in older encodings.
fn read(path: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(path).map_err(|e| Failure::Input(format!("{}: {e}", path.display())))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The files that are meant, those of folders in the order of their names.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut all = Vec::new();
    for path in paths {
        let failed = |e: std::io::Error| Failure::Input(format!("{}: {e}", path.display()));
        if !path.is_dir() {
            all.push(path.clone());
            continue;
        }
        let mut inside = Vec::new();
        for entry in std::fs::read_dir(path).map_err(failed)? {
            let file = entry.map_err(failed)?.path();
            if file.extension().is_some_and(|e| e.eq_ignore_ascii_case("ini")) {
                inside.push(file);
            }
        }
        if inside.is_empty() {
            return Err(Failure::Input(format!("{}: the folder has no file whose name ends in .ini", path.display())));
        }
        inside.sort();
        all.extend(inside);
    }
    Ok(all)
}

struct Work<'a> {
    args: &'a Args,
    reach: Reach,
    stop: Arc<AtomicBool>,
    bar: &'a Bar,
    files: &'a [PathBuf],
}

/// What is done of the table: lines are written in the order of the files.
#[derive(Default)]
struct Table {
    /// Files that are done while others before them are not.
    waiting: BTreeMap<usize, Lines>,
    written: usize,
    sums: BTreeMap<String, usize>,
}

impl Table {
    fn add(&mut self, files: &[PathBuf], number: usize, lines: Lines) -> std::io::Result<()> {
        self.waiting.insert(number, lines);
        let mut out = std::io::stdout().lock();
        while let Some(lines) = self.waiting.remove(&self.written) {
            for (section, found) in lines {
                writeln!(out, "{}\t{section}\t{}", files[self.written].display(), columns(&found))?;
                *self.sums.entry(found.verdict.to_string()).or_default() += 1;
            }
            self.written += 1;
        }
        out.flush()
    }
}

/// The columns after a section's name.
fn columns(found: &Comparison) -> String {
    let counts: Vec<String> = found.counts.iter().map(u128::to_string).collect();
    let detail = found.verdict.detail().replace(['\t', '\n'], " ");
    format!("{}\t{}\t{}\t{detail}", found.verdict, counts.join(" "), found.positions)
}

impl Work<'_> {
    /// Writes the lines of all files; how often each verdict came.
    fn all(&self) -> Result<BTreeMap<String, usize>, Failure> {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let threads = self.args.threads.map_or(cores, |n| n as usize);
        let left = Mutex::new(self.files.iter().enumerate());
        let table = Mutex::new(Table::default());
        let next = || left.lock().ok()?.next();
        let run = || -> Result<(), Failure> {
            let pool = betza_perft::session::pool(1)?;
            while let Some((number, path)) = next() {
                let lines = self.file(path, &pool)?;
                if let Ok(mut table) = table.lock() {
                    table.add(self.files, number, lines)?;
                }
                self.bar.advance(1.0 / self.files.len() as f64);
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let running: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
            running.into_iter().try_for_each(|thread| match thread.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            })
        })?;
        Ok(table.into_inner().unwrap_or_default().sums)
    }

    fn file(&self, path: &Path, pool: &Arc<rayon::ThreadPool>) -> Result<Lines, Failure> {
        let name = path.display().to_string();
        let text = read(path)?;
        let args = self.args;
        let extent = Extent {
            depth: args.depth,
            nodes: args.nodes,
            games: args.games,
            plies: args.plies,
            every: args.every as usize,
            position_depth: args.position_depth,
            seed: args.seed,
        };
        let start = || Rival::start(&self.reach, path, &text, Duration::from_secs(args.patience), &self.stop);
        let mut rival = start();
        let mut lines = Vec::new();
        for section in args.sections(&text) {
            let ours = betza_variants::read_ini(&name, &text, &section);
            let ours = ours.map(|loaded| loaded.variant).map_err(|report| errors(&report));
            let found = match &mut rival {
                Ok(there) => comparison::compare(&section, ours, there, &extent, pool, &self.stop)?,
                Err(reason) => Verdict::Failed(reason.clone()).into(),
            };
            if matches!(found.verdict, Verdict::Failed(_)) {
                rival = start();
            }
            lines.push((section, found));
        }
        Ok(lines)
    }
}

/// The errors among what was found, without places.
fn errors(report: &Report) -> String {
    let errors = report.problems.iter().filter(|p| p.severity == betza_notation::Severity::Error);
    let texts: Vec<String> = errors.map(|p| format!("[{}] {}", p.code.as_str(), p.message)).collect();
    texts.join(" | ")
}
