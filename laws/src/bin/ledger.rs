//! Makes the files of `testdata/ledger`: a file for each game, and all in one as EPD.
//!
//! `ledger DIR --start 10000000000 --positions 10000000`: the built-in games that have no file in the folder yet, or
//! those that are named after it, on all cores. A game's file is written when it is whole; until then each line is kept
//! in a file of the same name that ends in `.part`, so a run may be stopped and started again. Counts that are as
//! before keep the ways in which they were confirmed, as by other programs.

#![forbid(unsafe_code)]

use betza_laws::ledger::{self, Limits};
use betza_testkit::on_all_cores;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "usage: ledger DIR [GAME...] [--anew] [--start N] [--positions N] [--kinds N] [--rules N] [--seed N]   (N: the most leaves)";

fn arguments() -> Option<(PathBuf, Vec<String>, Limits)> {
    let mut limits =
        Limits { seed: 1, start: 100_000_000, positions: 1_000_000, kinds: 100_000, rules: 1000, anew: false };
    let (mut folder, mut games) = (None, Vec::new());
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let number = |words: &mut dyn Iterator<Item = String>| words.next()?.parse().ok();
        match word.as_str() {
            "--anew" => limits.anew = true,
            "--seed" => limits.seed = words.next()?.parse().ok()?,
            "--start" => limits.start = number(&mut words)?,
            "--positions" => limits.positions = number(&mut words)?,
            "--kinds" => limits.kinds = number(&mut words)?,
            "--rules" => limits.rules = number(&mut words)?,
            option if option.starts_with("--") => return None,
            _ if folder.is_none() => folder = Some(PathBuf::from(word)),
            _ => games.push(word),
        }
    }
    Some((folder?, games, limits))
}

fn main() -> ExitCode {
    let Some((folder, named, limits)) = arguments() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let all = named.is_empty();
    let games: Vec<String> = if all { betza_variants::names().map(str::to_owned).collect() } else { named };
    let failures = on_all_cores(games.clone(), |name| one(&folder, &name, all, &limits).err());
    for failure in failures.iter().flatten() {
        println!("FOUND {failure}");
    }
    let written = |name: &str| std::fs::read_to_string(folder.join(format!("{name}.tsv"))).ok();
    let files: Vec<String> = betza_variants::names().filter_map(written).collect();
    if let Err(e) = std::fs::write(folder.join("all.epd"), ledger::epd(&files)) {
        println!("FOUND all.epd: {e}");
        return ExitCode::FAILURE;
    }
    ExitCode::from(u8::from(failures.iter().any(Option::is_some)))
}

/// Writes the file of a game, unless it is there and was not asked for by name. Lines are kept beside it as they are
/// counted, and a run that is started anew takes what one that was stopped has left there.
fn one(folder: &Path, name: &str, if_missing: bool, limits: &Limits) -> Result<(), String> {
    let path = folder.join(format!("{name}.tsv"));
    if if_missing && path.exists() {
        return Ok(());
    }
    let variant = betza_variants::find(name).map_err(|e| e.to_string())?.variant;
    let started = std::time::Instant::now();
    let part = path.with_extension("part");
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
    let told = |e: std::io::Error| format!("{}: {e}", part.display());
    let earlier = read(&path) + &read(&part);
    let mut kept = std::fs::OpenOptions::new().create(true).append(true).open(&part).map_err(told)?;
    let mut lost = None;
    let text = ledger::file(&variant, limits, &earlier, |line| {
        lost = lost.take().or(kept.write_all(line.as_bytes()).err());
    })?;
    lost.map_or(Ok(()), Err)
        .and_then(|()| std::fs::write(&part, &text))
        .and_then(|()| std::fs::rename(&part, &path))
        .map_err(told)?;
    println!("{name}: {} rows, {:.1} s", text.lines().count() - 1, started.elapsed().as_secs_f64());
    Ok(())
}
