//! How long `check_ini` takes:
//! `cargo run --release -p betza --example check_speed -- [--rounds N] [--limit MS] FILE...`.
//!
//! Each file is checked as it is, sections that others inherit from included, in as many rounds as are asked for; the
//! quickest counts. The exit status is 1 if a file takes longer than the limit (50 ms).

use betza::{CheckLimits, check_ini};
use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// A file's name, its sections, and how long they took.
struct Row {
    file: String,
    sections: usize,
    refused: usize,
    time: Duration,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let (mut rounds, mut limit, mut files) = (3_u32, 50_u64, Vec::new());
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || args.next().ok_or_else(|| format!("{arg} needs a number behind it"));
        match arg.as_str() {
            "--rounds" => rounds = number()?.parse()?,
            "--limit" => limit = number()?.parse()?,
            _ => files.push(arg),
        }
    }
    let mut rows = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).map_err(|e| format!("{file}: {e}"))?;
        let mut row = Row { file, sections: 0, refused: 0, time: Duration::MAX };
        for _ in 0..rounds.max(1) {
            let started = Instant::now();
            let found = check_ini(&text, &CheckLimits::default());
            row.time = row.time.min(started.elapsed());
            row.sections = found.sections.len();
            row.refused = found.sections.iter().filter(|s| s.summary.is_none()).count();
        }
        rows.push(row);
    }
    rows.sort_by_key(|row| row.time);
    let Some(last) = rows.len().checked_sub(1) else {
        return Err("there is no file to check: give some files in the form of variants.ini".into());
    };
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let [sections, refused] =
        [|row: &Row| row.sections, |row: &Row| row.refused].map(|f| rows.iter().map(f).sum::<usize>());
    println!("{} files, {sections} sections, {refused} of them refused", rows.len());
    for (name, share) in [("median", 50), ("95 %", 95), ("99 %", 99), ("worst", 100)] {
        println!("{name:>7}: {:8.2} ms", ms(rows[last * share / 100].time));
    }
    let slow: Vec<&Row> = rows.iter().rev().take_while(|row| row.time > Duration::from_millis(limit)).collect();
    println!("{} files take longer than {limit} ms", slow.len());
    for row in rows.iter().rev().take(slow.len().max(5)) {
        println!("{:8.2} ms  {} ({} sections)", ms(row.time), row.file, row.sections);
    }
    Ok(if slow.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
