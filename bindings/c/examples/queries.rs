//! What one attack query costs from Rust, through the C interface, and there without checks: nanoseconds, medians of many rounds. Each round
//! asks all three ways one behind the other, and the differences are medians of those within a round: so load from other programs takes
//! from all alike.
//!
//!     queries [CHECKED UNCHECKED]        fails if a query through C, or one without checks, takes more nanoseconds more than from Rust

use betza::{
    BetzaLookup, BetzaStatus, BetzaTables, betza_lookup_attacks, betza_piece_compile, betza_piece_free,
    betza_piece_read, betza_tables_attacks, betza_tables_free, betza_tables_lookup,
};
use betza_rust::{Dialect, Piece, Side};
use std::hint::black_box;
use std::ptr;
use std::time::Instant;

const ROUNDS: usize = 1000;

/// Squares and occupancies: about a third of 12x10 squares.
fn questions() -> Vec<(u16, [u64; 2])> {
    let mut state = 1_u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    };
    let mut word = || random() & (random() | random()) & (random() | random() | random());
    (0..1024).map(|_| ((word() % 120) as u16, [word(), word() & ((1 << 56) - 1)])).collect()
}

fn once(questions: &[(u16, [u64; 2])], mut ask: impl FnMut(u16, &[u64; 2], &mut [u64; 2])) -> f64 {
    let (mut sum, mut out) = (0, [0; 2]);
    let start = Instant::now();
    for (square, occupied) in questions {
        ask(*square, occupied, &mut out);
        sum ^= out[0] ^ out[1];
    }
    let time = start.elapsed().as_secs_f64() * 1e9;
    black_box(sum);
    time / questions.len() as f64
}

/// The tables of a piece, by the functions of C.
fn compiled_by_c(text: &str, dialect: Dialect) -> *mut BetzaTables {
    let (mut handle, mut tables) = (ptr::null_mut(), ptr::null_mut());
    let number = Dialect::ALL.iter().position(|&d| d == dialect).unwrap_or_default() as u32;
    // SAFETY: the text has its length, and what is written to can be written to.
    unsafe {
        betza_piece_read(text.as_ptr().cast(), text.len(), number, &mut handle, ptr::null_mut());
        betza_piece_compile(handle, 12, 10, 0, 12, &mut tables, ptr::null_mut());
        betza_piece_free(handle);
    }
    tables
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

fn main() {
    let limits: Vec<f64> =
        std::env::args().skip(1).map(|arg| arg.parse().expect("numbers of nanoseconds: CHECKED UNCHECKED")).collect();
    let questions = questions();
    // The function as C calls it: not inlined.
    let through_c: unsafe extern "C" fn(*const BetzaTables, u32, *const u64, *mut u64, usize) -> BetzaStatus =
        black_box(betza_tables_attacks);
    let unchecked: unsafe extern "C" fn(*const BetzaLookup, u32, *const u64, *mut u64) =
        black_box(betza_lookup_attacks);
    println!("{:<12} {:>8} {:>8} {:>8} {:>10} {:>8}", "", "Rust", "C", "more", "unchecked", "more");
    let mut worst = [f64::MIN; 2];
    for (text, name) in [("N", "Knight"), ("R", "Rook"), ("NN", "Nightrider"), ("[F?R]", "Griffon"), ("nCnZ", "Falcon")]
    {
        let dialect = if text.starts_with('[') { Dialect::Xbetza } else { Dialect::Betza };
        let piece = Piece::read(text, dialect).expect("it reads");
        let mut rounds = Vec::new();
        // Where large tables lie in memory costs more than the call. So several are taken, which are compiled in turn before others.
        for is_rust_first in [true, false, true, false] {
            let compile = || piece.compile((12, 10), Side::White, 12).expect("it depends on the occupancy alone");
            let first = is_rust_first.then(compile);
            let tables = compiled_by_c(text, dialect);
            let attacks = first.unwrap_or_else(compile);
            // SAFETY: it is a handle.
            let lookup = unsafe { betza_tables_lookup(tables) };
            for _ in 0..ROUNDS {
                // Which tables are asked is not known beforehand, as in an engine, which has several pieces.
                let rust = once(&questions, |square, occupied, out| black_box(&attacks).attacks(square, occupied, out));
                let c = once(&questions, |square, occupied, out| {
                    // SAFETY: both sets have two words.
                    let status =
                        unsafe { through_c(black_box(tables), square.into(), occupied.as_ptr(), out.as_mut_ptr(), 2) };
                    debug_assert_eq!(status as i32, 0);
                });
                let without = once(&questions, |square, occupied, out| {
                    // SAFETY: the tables are not freed yet, and both sets have two words.
                    unsafe { unchecked(black_box(lookup), square.into(), occupied.as_ptr(), out.as_mut_ptr()) };
                });
                rounds.push([rust, c, without]);
            }
            // SAFETY: nobody uses them any more.
            unsafe { betza_tables_free(tables) };
        }
        let of = |value: fn(&[f64; 3]) -> f64| median(rounds.iter().map(value).collect());
        let more = [of(|[rust, c, _]| c - rust), of(|[rust, _, without]| without - rust)];
        let [rust, c, without] = [of(|round| round[0]), of(|round| round[1]), of(|round| round[2])];
        println!("{name:<12} {rust:>8.1} {c:>8.1} {:>8.1} {without:>10.1} {:>8.1}", more[0], more[1]);
        worst = [worst[0].max(more[0]), worst[1].max(more[1])];
    }
    for ((limit, worst), way) in limits.into_iter().zip(worst).zip(["through C", "through C without checks"]) {
        if worst > limit {
            println!("a query {way} takes {worst:.1} ns more than from Rust; at most {limit} are allowed");
            std::process::exit(1);
        }
    }
}
