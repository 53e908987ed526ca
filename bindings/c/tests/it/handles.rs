//! Handles in many threads, and what is left of freed ones.

use betza::{
    BetzaPiece, BetzaStatus, BetzaTables, betza_piece_compile, betza_piece_free, betza_piece_is_royal,
    betza_piece_read, betza_tables_attacks, betza_tables_free, betza_tables_words,
};
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

pub(crate) fn piece(notation: &str, dialect: u32) -> *mut BetzaPiece {
    let mut piece = ptr::null_mut();
    // SAFETY: the text has its length, and what is written to can be written to.
    let status =
        unsafe { betza_piece_read(notation.as_ptr().cast(), notation.len(), dialect, &mut piece, ptr::null_mut()) };
    assert_eq!(status, BetzaStatus::Ok);
    piece
}

#[test]
fn of_many_who_free_a_handle_one_succeeds() {
    for _ in 0..200 {
        let (address, freed) = (piece("N", 0).expose_provenance(), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    // SAFETY: it is a handle, freed or not.
                    let status = unsafe { betza_piece_free(ptr::with_exposed_provenance_mut(address)) };
                    assert!(matches!(status, BetzaStatus::Ok | BetzaStatus::BadHandle));
                    freed.fetch_add(usize::from(status == BetzaStatus::Ok), Ordering::Relaxed);
                });
            }
        });
        assert_eq!(freed.into_inner(), 1);
    }
}

#[test]
fn threads_make_use_and_free_handles() {
    thread::scope(|scope| {
        for file in 0..8_u32 {
            scope.spawn(move || {
                let mut stale: Vec<*mut BetzaTables> = Vec::new();
                for _ in 0..300 {
                    let (rook, mut tables) = (piece("R", 0), ptr::null_mut());
                    let (empty, mut out) = ([0], [0]);
                    // SAFETY: handles, freed or not, and sets of one word.
                    unsafe {
                        assert_eq!(
                            betza_piece_compile(rook, 8, 8, 0, 8, &mut tables, ptr::null_mut()),
                            BetzaStatus::Ok
                        );
                        assert_eq!(betza_piece_free(rook), BetzaStatus::Ok);
                        let asked = betza_tables_attacks(tables, file, empty.as_ptr(), out.as_mut_ptr(), 1);
                        assert_eq!((asked, out[0].count_ones()), (BetzaStatus::Ok, 14));
                        assert_eq!(betza_tables_free(tables), BetzaStatus::Ok);
                        stale.push(tables);
                        // Their places may hold later handles, but none of their generation.
                        assert!(stale.iter().rev().take(40).all(|&old| betza_tables_words(old) == 0));
                        let mut royal = 0;
                        assert_eq!(betza_piece_is_royal(rook, &mut royal), BetzaStatus::BadHandle);
                    }
                }
            });
        }
    });
}
