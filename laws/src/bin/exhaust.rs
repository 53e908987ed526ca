//! Compares the tables of every distinct notation with the walk in every state of their squares.
//!
//! `exhaust --board 8x8 --pieces 0-100 --seconds 30 --samples 1000`: pieces are the distinct ones of the notations of
//! [`betza_laws::pairs`], in their order. A line for each piece says what was looked at. It ends after the range or the
//! seconds with a line that says how far it came, so that runs go on from there. A difference is printed at once; the
//! exit status is then 1.

#![forbid(unsafe_code)]

use betza_ir::geometry::{Board, Side};
use betza_laws::exhaust::{Extent, compare};
use betza_laws::pairs::pieces;
use betza_testkit::{Random, on_all_cores};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

const USAGE: &str = "usage: exhaust [--board WxH] [--pieces A-B] [--samples N] [--seconds S]";

fn main() -> ExitCode {
    let (mut board, mut range, mut samples, mut seconds) = ("8x8".to_owned(), (0, usize::MAX), 1_000_000_u64, u64::MAX);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().unwrap_or_default();
        let is_read = match word.as_str() {
            "--board" => {
                board = value;
                true
            }
            "--pieces" => value
                .split_once('-')
                .and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)))
                .map(|found| range = found)
                .is_some(),
            "--samples" => value.parse().map(|n| samples = n).is_ok(),
            "--seconds" => value.parse().map(|n| seconds = n).is_ok(),
            _ => false,
        };
        if !is_read {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    }
    let Ok(board) = Board::parse(&board) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let all = pieces();
    let (started, end) = (Instant::now(), Duration::from_secs(seconds));
    let reached = Mutex::new(range.0);
    let chosen = all.iter().enumerate().take(range.1.min(all.len())).skip(range.0);
    let results = on_all_cores(chosen, |(number, (text, piece))| {
        if started.elapsed() > end {
            return (Extent::default(), 0);
        }
        let mut extent = Extent::default();
        for side in Side::BOTH {
            match compare(piece, &board, side, samples.div_ceil(2), &mut Random(number as u64)) {
                Ok(found) => extent.add(found.unwrap_or_default()),
                Err(difference) => {
                    println!("FOUND {text}, {side:?}, {difference}");
                    return (extent, 1);
                }
            }
        }
        println!("{number}\t{text}\t{extent}");
        let mut reached = reached.lock().expect("nobody panics with it");
        *reached = (*reached).max(number + 1);
        (extent, 0)
    });
    let mut extent = Extent::default();
    results.iter().for_each(|(part, _)| extent.add(*part));
    let found: u32 = results.iter().map(|(_, found)| found).sum();
    println!(
        "{}x{}: pieces {}-{} of {}, {extent}, {found} differences, {} s",
        board.files(),
        board.ranks(),
        range.0,
        reached.into_inner().expect("nobody panics with it"),
        all.len(),
        started.elapsed().as_secs()
    );
    ExitCode::from(u8::from(found > 0))
}
