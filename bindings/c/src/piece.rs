//! Pieces.

use crate::error::{BetzaError, BetzaStatus, Failure, error_of, put, run};
use crate::handle::{self, Handle};
use crate::tables::BetzaTables;
use crate::text::{Buffer, text};
use betza_rust::{Dialect, NotationError, Piece, Side, SquareError};
use std::ffi::c_char;
use std::ptr;

/// A piece, read from a notation.
pub struct BetzaPiece {
    _private: [u8; 0],
}

impl Handle for BetzaPiece {
    type Value = Piece;
    const TAG: &'static [u8; 8] = b"betzapce";
    const NAME: &'static str = "piece";
}

/// The sides.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetzaSide {
    /// The first side, which moves up the board.
    White = 0,
    /// The second side, which moves down the board.
    Black = 1,
}

/// The notations. The same letter means different things in different ones.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetzaDialect {
    /// Classic "funny notation" (Betza's, after Overby's page): `fmWcfF`, `NN`, `nCnZ`.
    Betza = 0,
    /// Extended Betza notation (Muller's page): `FtR`, `W-rW`.
    Extended = 1,
    /// Betza Extended Notation (Howe).
    Bex = 2,
    /// The Betza 2.0 quick reference (Muller).
    Betza2 = 3,
    /// The notation of the Interactive Diagram and of XBoard's `piece` command: `[F?R]`, `mafsF`.
    Xbetza = 4,
    /// The notation in Fairy-Stockfish's variants.ini.
    Fsf = 5,
}

pub(crate) fn side_of(number: u32) -> Result<Side, Failure> {
    Side::BOTH.get(number as usize).copied().ok_or_else(|| Failure::argument(BetzaStatus::BadValue, "side"))
}

fn dialect_of(number: u32) -> Result<Dialect, Failure> {
    Dialect::ALL.get(number as usize).copied().ok_or_else(|| Failure::argument(BetzaStatus::BadValue, "dialect"))
}

/// The piece behind a handle.
///
/// # Safety
/// As `handle::get`.
pub(crate) unsafe fn piece_of<'a>(piece: *const BetzaPiece) -> Result<&'a Piece, Failure> {
    // SAFETY: the caller's promise.
    unsafe { handle::get(piece) }.map_err(|status| Failure::argument(status, "piece"))
}

fn of_notation(e: &NotationError) -> Failure {
    Failure::all(BetzaStatus::Notation, e.diagnostics())
}

fn of_square(e: &SquareError) -> Failure {
    let status = if e.code() == "square" { BetzaStatus::BadSquare } else { BetzaStatus::BadValue };
    Failure::all(status, e.diagnostics())
}

/// Finds a dialect by its name: "betza", "extended", "bex", "betza2", "xbetza" or "fsf".
///
/// # Safety
/// `name` has `length` bytes, or ends with a zero byte if `length` is BETZA_NUL. `dialect` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_dialect_by_name(name: *const c_char, length: usize, dialect: *mut u32) -> BetzaStatus {
    run(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let name = unsafe { text(name, length, "name")? };
        let found = Dialect::ALL.iter().position(|d| d.id() == name);
        let found = found.ok_or_else(|| Failure::argument(BetzaStatus::BadValue, "name"))?;
        // SAFETY: the caller's promise.
        unsafe { put(dialect, found as u32, "dialect") }
    })
}

/// Reads a notation. `dialect` is a value of betza_dialect. On success `*piece` is a new handle, which betza_piece_free
/// frees; on failure it is NULL. Errors are those of BETZA_STATUS_NOTATION, with their places in the text, and of wrong
/// arguments.
///
/// # Safety
/// `notation` has `length` bytes, or ends with a zero byte if `length` is BETZA_NUL. `piece` can be written; `error` is
/// NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_piece_read(
    notation: *const c_char,
    length: usize,
    dialect: u32,
    piece: *mut *mut BetzaPiece,
    error: *mut *mut BetzaError,
) -> BetzaStatus {
    run(error, || {
        // SAFETY: the caller's promise.
        unsafe { put(piece, ptr::null_mut(), "piece")? };
        let dialect = dialect_of(dialect)?;
        // SAFETY: the caller's promise.
        let notation = unsafe { text(notation, length, "notation")? };
        let read = Piece::read(notation, dialect).map_err(|e| of_notation(&e))?;
        // SAFETY: the caller's promise.
        unsafe { put(piece, handle::new(read), "piece") }
    })
}

/// Frees a piece. Tables that were made of it stay. NULL is no error.
///
/// # Safety
/// `piece` is NULL or a handle, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_piece_free(piece: *mut BetzaPiece) -> BetzaStatus {
    // SAFETY: the caller's promise.
    run(ptr::null_mut(), || unsafe { handle::free(piece) })
}

/// What the author of the notation may not have meant: `*warnings` is a new error whose status is BETZA_STATUS_OK, or
/// NULL if there is nothing.
///
/// # Safety
/// `piece` is a handle; `warnings` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_piece_warnings(piece: *const BetzaPiece, warnings: *mut *mut BetzaError) -> BetzaStatus {
    run(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        unsafe {
            put(warnings, ptr::null_mut(), "warnings")?;
            let found = piece_of(piece)?.warnings();
            if !found.is_empty() {
                put(warnings, error_of(BetzaStatus::Ok, found), "warnings")?;
            }
        }
        Ok(())
    })
}

/// Whether the notation says that the piece is royal: `*royal` is 1 or 0.
///
/// # Safety
/// `piece` is a handle; `royal` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_piece_is_royal(piece: *const BetzaPiece, royal: *mut u32) -> BetzaStatus {
    // SAFETY: the caller's promise.
    run(ptr::null_mut(), || unsafe { put(royal, piece_of(piece)?.is_royal().into(), "royal") })
}

/// Writes the piece in a dialect. What is written has the same moves on every board. BETZA_STATUS_NOTATION if the
/// dialect has no words for it. Texts are written as to every buffer of this library: see "Texts" above.
///
/// # Safety
/// `piece` is a handle; `buffer` is NULL or has `capacity` bytes; `length` and `error` are NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_piece_write(
    piece: *const BetzaPiece,
    dialect: u32,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
    error: *mut *mut BetzaError,
) -> BetzaStatus {
    run(error, || {
        // SAFETY: the caller's promise.
        let written = unsafe { piece_of(piece)? }.write(dialect_of(dialect)?).map_err(|e| of_notation(&e))?;
        // SAFETY: the caller's promise.
        unsafe { Buffer { start: buffer, capacity, length }.write(&written) }
    })
}

/// Tells the moves in English, a line each.
///
/// # Safety
/// `piece` is a handle; `buffer` is NULL or has `capacity` bytes; `length` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_piece_explain(
    piece: *const BetzaPiece,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> BetzaStatus {
    // SAFETY: the caller's promise.
    run(ptr::null_mut(), || unsafe { Buffer { start: buffer, capacity, length }.write(&piece_of(piece)?.explain()) })
}

/// Draws the moves of White's piece on a board, in SVG. The square is named as "e4".
///
/// # Safety
/// `piece` is a handle; `square` has `square_length` bytes, or ends with a zero byte if that is BETZA_NUL; `buffer` is
/// NULL or has `capacity` bytes; `length` and `error` are NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_piece_svg(
    piece: *const BetzaPiece,
    files: u8,
    ranks: u8,
    square: *const c_char,
    square_length: usize,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
    error: *mut *mut BetzaError,
) -> BetzaStatus {
    run(error, || {
        // SAFETY: the caller's promise.
        let (piece, square) = unsafe { (piece_of(piece)?, text(square, square_length, "square")?) };
        let svg = piece.svg((files, ranks), square).map_err(|e| of_square(&e))?;
        // SAFETY: the caller's promise.
        unsafe { Buffer { start: buffer, capacity, length }.write(&svg) }
    })
}

/// Makes the tables of a side's piece on a board of 1 to 16 files and ranks. The number of a square is rank * stride +
/// file, both counted from 0; the stride is `files` to 16: 8 or 12 for Fairy-Stockfish, whatever its board. On success
/// `*tables` is a new handle, which betza_tables_free frees; on failure it is NULL.
///
/// BETZA_STATUS_COMPILE if the piece has no such tables. Its codes: "board" and "stride" for numbers outside the
/// limits; "depends-on-more" for a piece whose moves depend on more than its square and the occupancy (whose pieces the
/// others are, what was played before) or have side effects (captures in passing, pieces that are pushed); "too-large".
///
/// # Safety
/// `piece` is a handle; `tables` can be written; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_piece_compile(
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
            let made = piece_of(piece)?.compile((files, ranks), side_of(side)?, stride)?;
            put(tables, handle::new(made), "tables")
        }
    })
}
