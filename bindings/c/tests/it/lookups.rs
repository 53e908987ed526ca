//! Tables that are asked without checks, and tables that are kept.

use crate::handles::piece;
use betza::{
    BetzaStatus, betza_cache_compile, betza_cache_free, betza_cache_new, betza_lookup_attackers, betza_lookup_attacks,
    betza_lookup_captures, betza_lookup_quiets, betza_piece_free, betza_tables_attackers, betza_tables_attacks,
    betza_tables_captures, betza_tables_free, betza_tables_lookup, betza_tables_mobility, betza_tables_quiets,
};
use betza_testkit::Random;
use std::ptr;

#[test]
fn queries_without_checks_answer_as_those_with_them() {
    let mut random = Random(39);
    let (mut cache, mut answered) = (ptr::null_mut(), 0);
    // SAFETY: handles are handles, sets have as many words as the tables, and lookups are used before their tables are
    // freed.
    unsafe {
        assert_eq!(betza_cache_new(16, &mut cache), BetzaStatus::Ok);
        for (files, ranks, stride, words) in [(8_u8, 8_u8, 8_u8, 1), (8, 8, 12, 2), (12, 10, 12, 2), (16, 16, 16, 4)] {
            for notation in ["[F?R]", "mRcpR", "N"] {
                let (griffon, mut tables) = (piece(notation, 4), ptr::null_mut());
                let status = betza_cache_compile(cache, griffon, files, ranks, 1, stride, &mut tables, ptr::null_mut());
                assert_eq!(status, BetzaStatus::Ok);
                let lookup = betza_tables_lookup(tables);
                assert!(!lookup.is_null());
                for _ in 0..200 {
                    let occupied: [u64; 4] = std::array::from_fn(|_| random.below(usize::MAX) as u64);
                    let square = random.below(usize::from(ranks) * usize::from(stride)) as u32;
                    let (mut checked, mut unchecked) = ([0; 4], [0; 4]);
                    for (with, without) in [
                        (
                            betza_tables_attacks as unsafe extern "C" fn(_, _, _, _, _) -> _,
                            betza_lookup_attacks as unsafe extern "C" fn(_, _, _, _),
                        ),
                        (betza_tables_quiets, betza_lookup_quiets),
                        (betza_tables_captures, betza_lookup_captures),
                        (betza_tables_attackers, betza_lookup_attackers),
                    ] {
                        with(tables, square, occupied.as_ptr(), checked.as_mut_ptr(), words);
                        without(lookup, square, occupied.as_ptr(), unchecked.as_mut_ptr());
                        assert_eq!(checked, unchecked, "{notation} {square}");
                        answered += u32::from(checked != [0; 4]);
                    }
                }
                betza_tables_free(tables);
                betza_piece_free(griffon);
            }
        }
        assert_eq!(betza_cache_free(cache), BetzaStatus::Ok);
    }
    assert!(answered > 1000, "{answered}");
}

#[test]
fn what_is_no_handle_is_found_out() {
    let (mut quiets, mut attacks, mut tables) = (0.0, 0.0, ptr::null_mut());
    let mut cache = ptr::null_mut();
    // SAFETY: handles are handles or null, and what is written to can be written to.
    unsafe {
        assert!(betza_tables_lookup(ptr::null()).is_null());
        assert_eq!(betza_tables_mobility(ptr::null(), 0.5, &mut quiets, &mut attacks), BetzaStatus::NullPointer);
        let knight = piece("N", 0);
        let status = betza_cache_compile(ptr::null(), knight, 8, 8, 0, 8, &mut tables, ptr::null_mut());
        assert_eq!(status, BetzaStatus::NullPointer);
        assert_eq!(betza_cache_new(1, &mut cache), BetzaStatus::Ok);
        let compile = |out| betza_cache_compile(cache, knight, 8, 8, 0, 8, out, ptr::null_mut());
        assert_eq!(compile(&mut tables), BetzaStatus::Ok);
        for empty in [-0.1, 1.1, f64::NAN] {
            assert_eq!(betza_tables_mobility(tables, empty, &mut quiets, &mut attacks), BetzaStatus::BadValue);
        }
        assert_eq!(betza_tables_mobility(tables, 0.5, &mut quiets, &mut attacks), BetzaStatus::Ok);
        // All leaps on 8x8 are 8 * 7 * 6.
        assert_eq!((quiets, attacks), (5.25, 5.25));
        // Tables stay when the cache is freed, which knows when it is freed twice.
        assert_eq!(betza_cache_free(cache), BetzaStatus::Ok);
        assert_eq!(betza_cache_free(cache), BetzaStatus::BadHandle);
        assert!(!betza_tables_lookup(tables).is_null());
        assert_eq!(betza_tables_free(tables), BetzaStatus::Ok);
        assert!(betza_tables_lookup(tables).is_null());
        betza_piece_free(knight);
    }
}
