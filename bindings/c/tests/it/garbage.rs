//! Texts of all kinds: they are read or refused, and the library has no bug to answer.

use betza::{
    BetzaStatus, betza_error_count, betza_error_free, betza_error_text, betza_game_builtin, betza_game_free,
    betza_game_from_ini, betza_game_from_toml, betza_game_position, betza_game_position_lenient, betza_piece_compile,
    betza_piece_free, betza_piece_read, betza_position_free, betza_tables_attackers, betza_tables_between,
    betza_tables_free,
};
use betza_testkit::Random;
use std::ffi::CStr;
use std::ptr;

/// A text of these bytes, seldom with others.
fn random_text(random: &mut Random, bytes: &[u8]) -> Vec<u8> {
    let length = random.below(24);
    let mut text: Vec<u8> = (0..length).map(|_| random.one_of(bytes)).collect();
    if length > 0 && random.one_in(8) {
        let at = random.below(length);
        text[at] = random.below(256) as u8;
    }
    text
}

/// The status is not that of a bug, and there is an error if and only if it was not done.
fn checked(status: BetzaStatus, error: *mut betza::BetzaError, text: &[u8]) -> bool {
    assert_ne!(status, BetzaStatus::Internal, "{}", String::from_utf8_lossy(text));
    assert_eq!(error.is_null(), status == BetzaStatus::Ok);
    if !error.is_null() {
        // SAFETY: it is a handle, and its text lives as long.
        unsafe {
            assert!(betza_error_count(error) > 0);
            assert!(CStr::from_ptr(betza_error_text(error)).to_str().is_ok_and(|text| text.contains('[')));
            assert_eq!(betza_error_free(error), BetzaStatus::Ok);
        }
    }
    status == BetzaStatus::Ok
}

#[test]
fn no_text_is_a_bug() {
    let mut random = Random(18);
    let mut compiled = 0;
    for round in 0..3000 {
        let text = random_text(&mut random, b"KNBRQWFDAHCZGmcifblrvshnjpgzqto0123()[]?-+!xa@ ");
        let (mut piece, mut tables, mut error) = (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
        // SAFETY: the text has its length, handles are handles, sets have four words.
        unsafe {
            let status = betza_piece_read(text.as_ptr().cast(), text.len(), round % 6, &mut piece, &mut error);
            if !checked(status, error, &text) {
                continue;
            }
            error = ptr::null_mut();
            let (files, ranks) = (random.below(18) as u8, random.below(18) as u8);
            let (side, stride) = (random.below(3) as u32, random.below(18) as u8);
            let status = betza_piece_compile(piece, files, ranks, side, stride, &mut tables, &mut error);
            if checked(status, error, &text) {
                compiled += 1;
                let (occupied, mut out) = ([random.below(usize::MAX) as u64; 4], [0; 4]);
                for square in [0, random.below(300) as u32] {
                    let asked = betza_tables_attackers(tables, square, occupied.as_ptr(), out.as_mut_ptr(), 4);
                    assert!(matches!(asked, BetzaStatus::Ok | BetzaStatus::BadSquare));
                    let asked = betza_tables_between(tables, square, 1, out.as_mut_ptr(), 4);
                    assert!(matches!(asked, BetzaStatus::Ok | BetzaStatus::BadSquare));
                }
            }
            betza_tables_free(tables);
            betza_piece_free(piece);
        }
    }
    assert!(compiled > 20, "{compiled}");
}

#[test]
fn no_game_and_no_position_is_a_bug() {
    let mut random = Random(19);
    let mut chess = ptr::null_mut();
    // SAFETY: texts have their lengths, and handles are handles.
    unsafe {
        assert_eq!(betza_game_builtin(c"chess".as_ptr(), usize::MAX, &mut chess, ptr::null_mut()), BetzaStatus::Ok);
        for _ in 0..500 {
            let text = random_text(&mut random, b"rnbqkpRNBQKP12345678/ w-KQkqe3 ");
            let (mut position, mut error, mut warnings) = (ptr::null_mut(), ptr::null_mut(), ptr::null_mut());
            let status = betza_game_position(chess, text.as_ptr().cast(), text.len(), &mut position, &mut error);
            checked(status, error, &text);
            betza_position_free(position);
            (position, error) = (ptr::null_mut(), ptr::null_mut());
            let (start, length) = (text.as_ptr().cast(), text.len());
            let status = betza_game_position_lenient(chess, start, length, &mut position, &mut warnings, &mut error);
            checked(status, error, &text);
            betza_error_free(warnings);
            betza_position_free(position);
            let text = random_text(&mut random, b"format = 1\n[pieces.K]\nmove\"K\"{}");
            for is_ini in [false, true] {
                let (start, length) = (text.as_ptr().cast(), text.len());
                let (mut game, mut error) = (ptr::null_mut(), ptr::null_mut());
                let status = if is_ini {
                    betza_game_from_ini(start, length, c"a".as_ptr(), 1, &mut game, &mut error)
                } else {
                    betza_game_from_toml(start, length, &mut game, &mut error)
                };
                checked(status, error, &text);
                betza_game_free(game);
            }
        }
        betza_game_free(chess);
    }
}
