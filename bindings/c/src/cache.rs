//! Tables that are kept, for programs that set up the same game again and again.

use crate::error::{BetzaError, BetzaStatus, Failure, put, run};
use crate::handle::{self, Handle};
use crate::piece::{BetzaPiece, piece_of, side_of};
use crate::tables::BetzaTables;
use betza_rust::TableCache;
use std::ptr;

/// Tables by notation, side and board. Threads share it.
pub struct BetzaCache {
    _private: [u8; 0],
}

impl Handle for BetzaCache {
    type Value = TableCache;
    const TAG: &'static [u8; 8] = b"betzache";
    const NAME: &'static str = "cache";
}

/// Makes a cache that keeps at most `limit` tables; the ones that were not asked for longest make room. `*cache` is a
/// new handle, which betza_cache_free frees.
///
/// # Safety
/// `cache` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_cache_new(limit: usize, cache: *mut *mut BetzaCache) -> BetzaStatus {
    // SAFETY: the caller's promise.
    run(ptr::null_mut(), || unsafe {
        put(cache, ptr::null_mut(), "cache")?;
        put(cache, handle::new(TableCache::new(limit)), "cache")
    })
}

/// Frees a cache. Tables that it gave stay. NULL is no error.
///
/// # Safety
/// `cache` is NULL or a handle, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_cache_free(cache: *mut BetzaCache) -> BetzaStatus {
    // SAFETY: the caller's promise.
    run(ptr::null_mut(), || unsafe { handle::free(cache) })
}

/// As betza_piece_compile; but if the cache has tables of the same notation, dialect, side and board, these are shared
/// and nothing is compiled. `*tables` is a new handle each time. Any number of threads may ask at the same time; one at
/// a time compiles.
///
/// # Safety
/// `cache` and `piece` are handles; `tables` can be written; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_cache_compile(
    cache: *const BetzaCache,
    piece: *const BetzaPiece,
    files: u8,
    ranks: u8,
    side: u32,
    stride: u8,
    tables: *mut *mut BetzaTables,
    error: *mut *mut BetzaError,
) -> BetzaStatus {
    run(error, || {
        // SAFETY: the caller's promise.
        unsafe {
            put(tables, ptr::null_mut(), "tables")?;
            let cache = handle::get(cache).map_err(|status| Failure::argument(status, "cache"))?;
            let made = cache.compile(piece_of(piece)?, (files, ranks), side_of(side)?, stride)?;
            put(tables, handle::new(made), "tables")
        }
    })
}
