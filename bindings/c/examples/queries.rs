//! What one attack query costs from Rust, through the C interface, and there without checks: nanoseconds, medians of
//! many rounds. Each round asks all three ways one behind the other, and the differences are medians of those within a
//! round: so load from other programs takes from all alike.
//!
//!     queries                     prints the table
//!     queries PIECE WAY TIMES     asks all questions so many times, from rust, through c or unchecked: for a counter of instructions
//!
//! `queries pieces` and `queries questions` print the pieces, and how many questions there are.

use betza::{
    BetzaLookup, BetzaStatus, BetzaTables, betza_lookup_attacks, betza_piece_compile, betza_piece_free,
    betza_piece_read, betza_tables_attacks, betza_tables_free, betza_tables_lookup,
};
use betza_rust::{Attacks, Dialect, Piece, Side};
use std::hint::black_box;
use std::ptr;
use std::time::Instant;

const ROUNDS: usize = 1000;

/// Name, notation and dialect of the pieces.
const PIECES: [(&str, &str, Dialect); 5] = [
    ("Knight", "N", Dialect::Betza),
    ("Rook", "R", Dialect::Betza),
    ("Nightrider", "NN", Dialect::Betza),
    ("Griffon", "[F?R]", Dialect::Xbetza),
    ("Falcon", "nCnZ", Dialect::Betza),
];

/// A square and an occupancy.
type Question = (u16, [u64; 2]);

type ThroughC = unsafe extern "C" fn(*const BetzaTables, u32, *const u64, *mut u64, usize) -> BetzaStatus;
type Unchecked = unsafe extern "C" fn(*const BetzaLookup, u32, *const u64, *mut u64);

/// The tables of a piece as Rust and as C hold them.
struct Tables {
    rust: Attacks,
    c: *mut BetzaTables,
    lookup: *const BetzaLookup,
}

impl Drop for Tables {
    fn drop(&mut self) {
        // SAFETY: nobody uses them any more.
        unsafe { betza_tables_free(self.c) };
    }
}

impl Tables {
    /// Those of Rust are compiled first, or those of C: what is compiled later lies elsewhere in memory.
    fn compile(text: &str, dialect: Dialect, is_rust_first: bool) -> Tables {
        let piece = Piece::read(text, dialect).expect("it reads");
        let compile = || piece.compile((12, 10), Side::White, 12).expect("it depends on the occupancy alone");
        let first = is_rust_first.then(compile);
        let c = compiled_by_c(text, dialect);
        // SAFETY: it is a handle.
        Tables { rust: first.unwrap_or_else(compile), c, lookup: unsafe { betza_tables_lookup(c) } }
    }

    // Which tables are asked is not known beforehand, as in an engine, which has several pieces.

    fn directly(&self, questions: &[Question]) -> f64 {
        once(questions, |square, occupied, out| black_box(&self.rust).attacks(square, occupied, out))
    }

    fn through_c(&self, questions: &[Question]) -> f64 {
        // The function as C calls it: not inlined.
        let attacks: ThroughC = black_box(betza_tables_attacks);
        once(questions, |square, occupied, out| {
            // SAFETY: both sets have two words.
            let status = unsafe { attacks(black_box(self.c), square.into(), occupied.as_ptr(), out.as_mut_ptr(), 2) };
            debug_assert_eq!(status as i32, 0);
        })
    }

    fn unchecked(&self, questions: &[Question]) -> f64 {
        let attacks: Unchecked = black_box(betza_lookup_attacks);
        once(questions, |square, occupied, out| {
            // SAFETY: the tables are not freed yet, and both sets have two words.
            unsafe { attacks(black_box(self.lookup), square.into(), occupied.as_ptr(), out.as_mut_ptr()) };
        })
    }
}

/// Squares and occupancies: about a third of 12x10 squares.
fn questions() -> Vec<Question> {
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

fn once(questions: &[Question], mut ask: impl FnMut(u16, &[u64; 2], &mut [u64; 2])) -> f64 {
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

/// The three ways beside each other.
fn print_times(questions: &[Question]) {
    println!("{:<12} {:>8} {:>8} {:>8} {:>10} {:>8}", "", "Rust", "C", "more", "unchecked", "more");
    for (name, text, dialect) in PIECES {
        let mut rounds = Vec::new();
        // Where large tables lie in memory costs more than the call. So several are taken, which are compiled in turn
        // before others.
        for is_rust_first in [true, false, true, false] {
            let tables = Tables::compile(text, dialect, is_rust_first);
            rounds.extend(
                (0..ROUNDS)
                    .map(|_| [tables.directly(questions), tables.through_c(questions), tables.unchecked(questions)]),
            );
        }
        let of = |value: fn(&[f64; 3]) -> f64| median(rounds.iter().map(value).collect());
        let more = [of(|[rust, c, _]| c - rust), of(|[rust, _, unchecked]| unchecked - rust)];
        let [rust, c, unchecked] = [of(|round| round[0]), of(|round| round[1]), of(|round| round[2])];
        println!("{name:<12} {rust:>8.1} {c:>8.1} {:>8.1} {unchecked:>10.1} {:>8.1}", more[0], more[1]);
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let questions = questions();
    match args[..] {
        [] => print_times(&questions),
        ["pieces"] => PIECES.iter().for_each(|(name, ..)| println!("{name}")),
        ["questions"] => println!("{}", questions.len()),
        [name, way, times] => {
            let (_, text, dialect) = *PIECES.iter().find(|(n, ..)| *n == name).expect("PIECE is one of its pieces");
            let tables = Tables::compile(text, dialect, true);
            let ask = match way {
                "rust" => Tables::directly,
                "c" => Tables::through_c,
                "unchecked" => Tables::unchecked,
                _ => panic!("WAY is rust, c or unchecked"),
            };
            for _ in 0..times.parse().expect("TIMES is a number") {
                ask(&tables, &questions);
            }
        }
        _ => panic!("see the first lines of this program"),
    }
}
