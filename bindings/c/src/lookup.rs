//! Tables that are asked without checks, for the innermost loops of engines.

use crate::handle;
use crate::tables::BetzaTables;
use betza_rust::{Asked, Attacks};
use std::{ptr, slice};

/// What betza_tables_lookup gives: a pointer into tables, and no handle. It is not freed.
pub struct BetzaLookup {
    _private: [u8; 0],
}

/// Checks tables once, so that they can be asked without checks by the functions betza_lookup_...: NULL if it is no
/// handle. What is given may be used until the handle `tables` is freed, by any number of threads at the same time. A
/// bug of the library in these functions ends the process.
///
/// # Safety
/// `tables` is NULL or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_tables_lookup(tables: *const BetzaTables) -> *const BetzaLookup {
    // SAFETY: the caller's promise.
    unsafe { handle::get(tables) }.map_or(ptr::null(), |tables| ptr::from_ref(tables).cast())
}

/// Asks tables whose handle was checked before.
///
/// # Safety
/// As [`betza_lookup_attacks`].
#[inline(always)]
unsafe fn ask(asked: Asked, lookup: *const BetzaLookup, square: u32, occupied: *const u64, out: *mut u64) {
    // SAFETY: the caller's promise.
    unsafe {
        let tables = &*lookup.cast::<Attacks>();
        let words = tables.words();
        let (occupied, out) = (slice::from_raw_parts(occupied, words), slice::from_raw_parts_mut(out, words));
        tables.ask(asked, square as u16, occupied, out);
    }
}

/// As betza_tables_attacks, without checks. A square off the board has no squares.
///
/// # Safety
/// `lookup` is from betza_tables_lookup, and its tables are not freed; `from` is less than 65536; `occupied` and `out`
/// are aligned, have betza_tables_words words, and none in common.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_lookup_attacks(
    lookup: *const BetzaLookup,
    from: u32,
    occupied: *const u64,
    out: *mut u64,
) {
    // SAFETY: the caller's promise.
    unsafe { ask(Asked::Attacks, lookup, from, occupied, out) }
}

/// As betza_tables_quiets, without checks.
///
/// # Safety
/// As betza_lookup_attacks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_lookup_quiets(
    lookup: *const BetzaLookup,
    from: u32,
    occupied: *const u64,
    out: *mut u64,
) {
    // SAFETY: the caller's promise.
    unsafe { ask(Asked::Quiets, lookup, from, occupied, out) }
}

/// As betza_tables_captures, without checks.
///
/// # Safety
/// As betza_lookup_attacks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_lookup_captures(
    lookup: *const BetzaLookup,
    from: u32,
    occupied: *const u64,
    out: *mut u64,
) {
    // SAFETY: the caller's promise.
    unsafe { ask(Asked::Captures, lookup, from, occupied, out) }
}

/// As betza_tables_attackers, without checks.
///
/// # Safety
/// As betza_lookup_attacks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_lookup_attackers(
    lookup: *const BetzaLookup,
    to: u32,
    occupied: *const u64,
    out: *mut u64,
) {
    // SAFETY: the caller's promise.
    unsafe { ask(Asked::Attackers, lookup, to, occupied, out) }
}
