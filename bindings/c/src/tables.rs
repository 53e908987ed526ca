//! The tables of pieces, for engines with bitboards of their own.

use crate::error::{BetzaStatus, Failure, put, quick, run, valued};
use crate::handle::{self, Handle};
use betza_rust::{Asked, Attacks};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{ptr, slice};

/// The tables of a piece of one side on one board. They never change.
pub struct BetzaTables {
    _private: [u8; 0],
}

impl Handle for BetzaTables {
    type Value = Attacks;
    const TAG: &'static [u8; 8] = b"betzatab";
    const NAME: &'static str = "tables";
}

/// The words of the largest board.
const MOST: usize = 4;

/// Frees tables. NULL is no error.
///
/// # Safety
/// `tables` is NULL or a handle, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_tables_free(tables: *mut BetzaTables) -> BetzaStatus {
    // SAFETY: the caller's promise.
    run(ptr::null_mut(), || unsafe { handle::free(tables) })
}

/// How many 64-bit words a set of squares has: 1 to 4. 0 if it is no handle.
///
/// # Safety
/// `tables` is NULL or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_tables_words(tables: *const BetzaTables) -> usize {
    // SAFETY: the caller's promise.
    valued(0, || Ok(unsafe { handle::get(tables)? }.words()))
}

/// The bytes that the tables take. 0 if it is no handle.
///
/// # Safety
/// `tables` is NULL or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_tables_bytes(tables: *const BetzaTables) -> usize {
    // SAFETY: the caller's promise.
    valued(0, || Ok(unsafe { handle::get(tables)? }.bytes()))
}

/// 1 if the occupancy of other squares decides about what the piece attacks: riders, hoppers, lame leapers. Such pieces
/// pin others, and give check when a piece moves away (or, hoppers, when one comes between). 0 for leapers, and if it
/// is no handle.
///
/// # Safety
/// `tables` is NULL or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_tables_is_blockable(tables: *const BetzaTables) -> u32 {
    // SAFETY: the caller's promise.
    valued(0, || Ok(unsafe { handle::get(tables)? }.is_blockable().into()))
}

/// 1 if the occupancy of other squares decides about the moves to empty squares. 0 if not, and if it is no handle.
///
/// # Safety
/// `tables` is NULL or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_tables_quiets_are_blockable(tables: *const BetzaTables) -> u32 {
    // SAFETY: the caller's promise.
    valued(0, || Ok(unsafe { handle::get(tables)? }.quiets_are_blockable().into()))
}

/// 1 if a piece that comes between can make an attack: if it hops over others. A check by such a piece can be given by
/// a drop or a move that uncovers nothing, and answered by moving the hurdle away. 0 if not, and if it is no handle.
///
/// # Safety
/// `tables` is NULL or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_tables_is_hopper(tables: *const BetzaTables) -> u32 {
    // SAFETY: the caller's promise.
    valued(0, || Ok(unsafe { handle::get(tables)? }.is_hopper().into()))
}

/// Tells how many squares the piece reaches on average over all squares of the board, if the share `empty` of the other
/// squares (0 to 1) is empty: to how many it goes without capturing, and how many it attacks, whatever stands on them.
/// An engine may estimate a piece's value by it; 0.69 is a common share. Where several paths lead to a square, each
/// counts as if it were open by itself.
///
/// # Safety
/// `tables` is a handle; `quiets` and `attacks` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_tables_mobility(
    tables: *const BetzaTables,
    empty: f64,
    quiets: *mut f64,
    attacks: *mut f64,
) -> BetzaStatus {
    run(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let tables = unsafe { handle::get(tables) }.map_err(|status| Failure::argument(status, "tables"))?;
        if !(0.0..=1.0).contains(&empty) {
            return Err(Failure::argument(BetzaStatus::BadValue, "empty"));
        }
        let mobility = tables.mobility(empty);
        // SAFETY: the caller's promise.
        unsafe {
            put(quiets, mobility.quiets, "quiets")?;
            put(attacks, mobility.attacks, "attacks")
        }
    })
}

/// No set of a caller's is longer, in words.
const LONGEST: usize = 1 << 20;

/// Whether two sets of a caller's can be slices: they are aligned and have no word in common.
#[inline]
fn are_apart(occupied: *const u64, out: *mut u64, words: usize) -> bool {
    let (a, b) = (occupied.addr(), out.addr());
    (a | b).is_multiple_of(align_of::<u64>()) && a.abs_diff(b) >= words * size_of::<u64>()
}

/// Answers a query that depends on the occupancy.
#[inline(always)]
fn by_occupancy(
    tables: *const BetzaTables,
    square: u32,
    occupied: *const u64,
    out: *mut u64,
    words: usize,
    ask: impl Fn(&Attacks, u16, &[u64], &mut [u64]) -> bool + Copy,
) -> BetzaStatus {
    // SAFETY: the promise of the caller of the exported function.
    let tables = match unsafe { handle::get(tables) } {
        Ok(tables) => tables,
        Err(status) => return status,
    };
    if !occupied.is_null() && !out.is_null() && words <= LONGEST && are_apart(occupied, out, words) {
        let square = number(square);
        // Nothing but the lookup is in there, because what goes in goes through memory.
        // SAFETY: both have so many words, are aligned, and are not the same memory.
        match catch_unwind(AssertUnwindSafe(move || unsafe { looked_up(tables, square, occupied, out, words, ask) })) {
            Ok(true) => return BetzaStatus::Ok,
            Ok(false) => {}
            Err(_) => return BetzaStatus::Internal,
        }
    }
    quick(|| {
        otherwise(tables, &[square], Some(occupied), out, words, &|set, found| {
            ask(tables, number(square), set, found);
        })
    })
}

/// Asks the tables. A function of its own: what catches panics around it stays small, and its arguments in registers.
///
/// # Safety
/// Both sets have so many words, are aligned, and are not the same memory.
#[inline(never)]
unsafe fn looked_up(
    tables: &Attacks,
    square: u16,
    occupied: *const u64,
    out: *mut u64,
    words: usize,
    ask: impl Fn(&Attacks, u16, &[u64], &mut [u64]) -> bool,
) -> bool {
    // SAFETY: the caller's promise.
    unsafe { ask(tables, square, slice::from_raw_parts(occupied, words), slice::from_raw_parts_mut(out, words)) }
}

/// A square's number. Numbers that are too large stay so: tables have at most 256 squares.
fn number(square: u32) -> u16 {
    square.min(u16::MAX.into()) as u16
}

/// Says what is wrong with a query, and clears `out` if it can be; or answers it where that need not be quick: for sets
/// that are not aligned or have words in common, and for queries that do not depend on the occupancy.
#[cold]
fn otherwise(
    tables: &Attacks,
    squares: &[u32],
    occupied: Option<*const u64>,
    out: *mut u64,
    words: usize,
    answer: &dyn Fn(&[u64], &mut [u64]),
) -> Result<(), BetzaStatus> {
    if out.is_null() {
        return Err(BetzaStatus::NullPointer);
    }
    if words > LONGEST {
        return Err(BetzaStatus::BadValue);
    }
    let checked = if words < tables.words() {
        Err(BetzaStatus::TooShort)
    } else if occupied.is_some_and(<*const u64>::is_null) {
        Err(BetzaStatus::NullPointer)
    } else if squares.iter().any(|&square| !tables.has(number(square))) {
        Err(BetzaStatus::BadSquare)
    } else {
        Ok(())
    };
    let (mut set, mut found) = ([0; MOST], [0; MOST]);
    if checked.is_ok() {
        for (i, word) in set.iter_mut().enumerate().take(tables.words()) {
            // SAFETY: `occupied` has at least so many words.
            *word = occupied.map_or(0, |occupied| unsafe { occupied.add(i).read_unaligned() });
        }
        answer(&set, &mut found);
    }
    for i in 0..words {
        // SAFETY: `out` has so many words, which need not be aligned.
        unsafe { out.add(i).write_unaligned(found.get(i).copied().unwrap_or(0)) };
    }
    checked
}

/// Answers a query that does not depend on the occupancy.
fn without_occupancy(
    asked: Asked,
    tables: *const BetzaTables,
    square: u32,
    out: *mut u64,
    words: usize,
) -> BetzaStatus {
    quick(|| {
        // SAFETY: the promise of the caller of the exported function.
        let tables = unsafe { handle::get(tables)? };
        let answer = |_: &[u64], found: &mut [u64]| {
            tables.ask(asked, number(square), &[], found);
        };
        otherwise(tables, &[square], None, out, words, &answer)
    })
}

/// The squares that the piece on `from` attacks, whatever stands on them: the squares on which it would capture an
/// enemy. What stands on `from` does not matter.
///
/// The set is written to the first words of `out`, and the words behind it are cleared. If the answer is not
/// BETZA_STATUS_OK, `out` is empty (untouched if the handle is wrong). Bits of `occupied` that are no squares of the
/// board are ignored. `out` may be `occupied`.
///
/// # Safety
/// `tables` is NULL or a handle; `occupied` and `out` are NULL or have `words` words: betza_tables_words at least.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_tables_attacks(
    tables: *const BetzaTables,
    from: u32,
    occupied: *const u64,
    out: *mut u64,
    words: usize,
) -> BetzaStatus {
    by_occupancy(tables, from, occupied, out, words, |t, s, set, found| t.ask(Asked::Attacks, s, set, found))
}

/// The empty squares to which the piece on `from` may go.
///
/// The set is written as by betza_tables_attacks.
///
/// # Safety
/// `tables` is NULL or a handle; `occupied` and `out` are NULL or have `words` words: betza_tables_words at least.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_tables_quiets(
    tables: *const BetzaTables,
    from: u32,
    occupied: *const u64,
    out: *mut u64,
    words: usize,
) -> BetzaStatus {
    by_occupancy(tables, from, occupied, out, words, |t, s, set, found| t.ask(Asked::Quiets, s, set, found))
}

/// The occupied squares on which the piece on `from` may capture. Whose pieces stand there is for the caller to say.
///
/// The set is written as by betza_tables_attacks.
///
/// # Safety
/// `tables` is NULL or a handle; `occupied` and `out` are NULL or have `words` words: betza_tables_words at least.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_tables_captures(
    tables: *const BetzaTables,
    from: u32,
    occupied: *const u64,
    out: *mut u64,
    words: usize,
) -> BetzaStatus {
    by_occupancy(tables, from, occupied, out, words, |t, s, set, found| t.ask(Asked::Captures, s, set, found))
}

/// The squares from which a piece like this one attacks `to`, whatever stands on them. The tables are those of the
/// attacking side.
///
/// The set is written as by betza_tables_attacks.
///
/// # Safety
/// `tables` is NULL or a handle; `occupied` and `out` are NULL or have `words` words: betza_tables_words at least.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_tables_attackers(
    tables: *const BetzaTables,
    to: u32,
    occupied: *const u64,
    out: *mut u64,
    words: usize,
) -> BetzaStatus {
    by_occupancy(tables, to, occupied, out, words, |t, s, set, found| t.ask(Asked::Attackers, s, set, found))
}

/// The squares whose occupancy decides about the moves of the piece on `from`, ends included. While none of them
/// changes, its moves do not.
///
/// The set is written as by betza_tables_attacks.
///
/// # Safety
/// `tables` is NULL or a handle; `out` is NULL or has `words` words: betza_tables_words at least.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_tables_depends_on(
    tables: *const BetzaTables,
    from: u32,
    out: *mut u64,
    words: usize,
) -> BetzaStatus {
    without_occupancy(Asked::DependsOn, tables, from, out, words)
}

/// The empty squares to which the piece on `from` goes with some occupancy: what engines call pseudo-moves. For pieces
/// that do not hop, those on the empty board.
///
/// The set is written as by betza_tables_attacks.
///
/// # Safety
/// `tables` is NULL or a handle; `out` is NULL or has `words` words: betza_tables_words at least.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_tables_may_move(
    tables: *const BetzaTables,
    from: u32,
    out: *mut u64,
    words: usize,
) -> BetzaStatus {
    without_occupancy(Asked::MayMove, tables, from, out, words)
}

/// The squares that the piece on `from` attacks with some occupancy: what engines call pseudo-attacks.
///
/// The set is written as by betza_tables_attacks.
///
/// # Safety
/// `tables` is NULL or a handle; `out` is NULL or has `words` words: betza_tables_words at least.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_tables_may_attack(
    tables: *const BetzaTables,
    from: u32,
    out: *mut u64,
    words: usize,
) -> BetzaStatus {
    without_occupancy(Asked::MayAttack, tables, from, out, words)
}

/// The squares from which a piece like this one attacks `to` with some occupancy.
///
/// The set is written as by betza_tables_attacks.
///
/// # Safety
/// `tables` is NULL or a handle; `out` is NULL or has `words` words: betza_tables_words at least.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_tables_may_be_attacked_from(
    tables: *const BetzaTables,
    to: u32,
    out: *mut u64,
    words: usize,
) -> BetzaStatus {
    without_occupancy(Asked::MayBeAttackedFrom, tables, to, out, words)
}

/// The squares whose occupancy decides whether the piece on `from` attacks `to`: those that must be empty, and of
/// hoppers those of which some must be occupied. Where several paths lead there, the squares of all of them. None if
/// nothing can come between, or the piece never attacks `to` from there. Pieces that are pinned to `to`, or that
/// uncover an attack on it, stand on these squares.
///
/// The set is written as by betza_tables_attacks. This is a search along the paths, slower than the other queries.
///
/// # Safety
/// `tables` is NULL or a handle; `out` is NULL or has `words` words: betza_tables_words at least.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_tables_between(
    tables: *const BetzaTables,
    from: u32,
    to: u32,
    out: *mut u64,
    words: usize,
) -> BetzaStatus {
    quick(|| {
        // SAFETY: the caller's promise.
        let tables = unsafe { handle::get(tables)? };
        let answer = |_: &[u64], found: &mut [u64]| tables.between(number(from), number(to), found);
        otherwise(tables, &[from, to], None, out, words, &answer)
    })
}
