//! Positions, with the moves that led to them.

use crate::error::{BetzaError, BetzaStatus, Failure, put, run};
use crate::game::square_of;
use crate::handle::{self, Handle};
use crate::moves::{BETZA_NONE, BETZA_NULL_MOVE, move_of};
use crate::piece::side_of;
use crate::text::{Buffer, fill, text};
use betza_rust::{Move, Played, Position, Square, Style};
use std::ffi::c_char;
use std::ptr;

/// A position of a game, with the moves played since it was set up.
pub struct BetzaPosition {
    _private: [u8; 0],
}

impl Handle for BetzaPosition {
    type Value = Position;
    const TAG: &'static [u8; 8] = b"betzapos";
    const NAME: &'static str = "position";
}

/// The position behind a handle.
///
/// # Safety
/// As `handle::get`.
pub(crate) unsafe fn position_of<'a>(position: *const BetzaPosition) -> Result<&'a Position, Failure> {
    // SAFETY: the caller's promise.
    unsafe { handle::get(position) }.map_err(|status| Failure::argument(status, "position"))
}

/// The position behind a handle, to be changed.
///
/// # Safety
/// As `handle::get_mut`.
unsafe fn changed<'a>(position: *mut BetzaPosition) -> Result<&'a mut Position, Failure> {
    // SAFETY: the caller's promise.
    unsafe { handle::get_mut(position) }.map_err(|status| Failure::argument(status, "position"))
}

fn style_of(number: u32) -> Result<Style, Failure> {
    Style::ALL.get(number as usize).copied().ok_or_else(|| Failure::argument(BetzaStatus::BadValue, "style"))
}

fn bits(moves: &[Move]) -> Vec<u64> {
    moves.iter().map(|m| m.to_bits()).collect()
}

fn numbers(squares: &[Square]) -> Vec<u32> {
    squares.iter().map(|s| s.index() as u32).collect()
}

/// Frees a position. NULL is no error.
///
/// # Safety
/// `position` is NULL or a handle, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_free(position: *mut BetzaPosition) -> BetzaStatus {
    // SAFETY: the caller's promise.
    run(ptr::null_mut(), || unsafe { handle::free(position) })
}

/// A copy, with the same moves behind it: `*copy` is a new handle.
///
/// # Safety
/// `position` is a handle; `copy` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_clone(
    position: *const BetzaPosition,
    copy: *mut *mut BetzaPosition,
) -> BetzaStatus {
    run(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        unsafe {
            put(copy, ptr::null_mut(), "copy")?;
            put(copy, handle::new(position_of(position)?.clone()), "copy")
        }
    })
}

/// Writes the position in the game's own form: FEN, SFEN or PDN.
///
/// # Safety
/// `position` is a handle; `buffer` is NULL or has `capacity` bytes; `length` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_fen(
    position: *const BetzaPosition,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> BetzaStatus {
    // SAFETY: the caller's promise.
    run(ptr::null_mut(), || unsafe { Buffer { start: buffer, capacity, length }.write(&position_of(position)?.fen()) })
}

/// Draws the position, in SVG.
///
/// # Safety
/// `position` is a handle; `buffer` is NULL or has `capacity` bytes; `length` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_svg(
    position: *const BetzaPosition,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> BetzaStatus {
    // SAFETY: the caller's promise.
    run(ptr::null_mut(), || unsafe { Buffer { start: buffer, capacity, length }.write(&position_of(position)?.svg()) })
}

/// Answers a question about a position by a number.
///
/// # Safety
/// `position` is null or a handle; `out` is null or can be written.
unsafe fn tell_number<T>(
    position: *const BetzaPosition,
    out: *mut T,
    name: &str,
    ask: impl FnOnce(&Position) -> T,
) -> BetzaStatus {
    // SAFETY: the caller's promise.
    run(ptr::null_mut(), || unsafe { put(out, ask(position_of(position)?), name) })
}

/// The side to move: a value of betza_side.
///
/// # Safety
/// `position` is a handle; `side` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_turn(position: *const BetzaPosition, side: *mut u32) -> BetzaStatus {
    // SAFETY: the caller's promise.
    unsafe { tell_number(position, side, "side", |p| p.turn().index() as u32) }
}

/// The Zobrist key: equal for equal positions of a game, whatever was played before.
///
/// # Safety
/// `position` is a handle; `hash` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_hash(position: *const BetzaPosition, hash: *mut u64) -> BetzaStatus {
    // SAFETY: the caller's promise.
    unsafe { tell_number(position, hash, "hash", |p| p.hash()) }
}

/// Whether the side to move is in check: 1 or 0.
///
/// # Safety
/// `position` is a handle; `check` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_is_check(position: *const BetzaPosition, check: *mut u32) -> BetzaStatus {
    // SAFETY: the caller's promise.
    unsafe { tell_number(position, check, "check", |p| p.is_check().into()) }
}

/// Whether the side to move has a legal move: 1 or 0.
///
/// # Safety
/// `position` is a handle; `has` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_has_legal_move(position: *const BetzaPosition, has: *mut u32) -> BetzaStatus {
    // SAFETY: the caller's promise.
    unsafe { tell_number(position, has, "has", |p| p.has_legal_move().into()) }
}

/// Whether the list of legal moves is complete: 0 once a piece has had more ways to go than are followed.
///
/// # Safety
/// `position` is a handle; `complete` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_is_complete(position: *const BetzaPosition, complete: *mut u32) -> BetzaStatus {
    // SAFETY: the caller's promise.
    unsafe { tell_number(position, complete, "complete", |p| p.is_complete().into()) }
}

/// How many moves and null moves were played since the position was set up: so many betza_position_undo takes back.
///
/// # Safety
/// `position` is a handle; `plies` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_plies(position: *const BetzaPosition, plies: *mut usize) -> BetzaStatus {
    // SAFETY: the caller's promise.
    unsafe { tell_number(position, plies, "plies", |p| p.history().len()) }
}

/// The moves that were played since the position was set up, the first one first, with BETZA_NULL_MOVE for null moves.
/// As many as there is room for are written to `moves`, and their number in all to `*count`; BETZA_STATUS_TOO_SHORT if
/// that is more.
///
/// # Safety
/// `position` is a handle; `moves` is NULL or has room for `capacity` moves; `count` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_history(
    position: *const BetzaPosition,
    moves: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> BetzaStatus {
    let word = |played| if let Played::Move(m) = played { m.to_bits() } else { BETZA_NULL_MOVE };
    // SAFETY: the caller's promise.
    run(ptr::null_mut(), || unsafe {
        let words: Vec<u64> = position_of(position)?.history().into_iter().map(word).collect();
        fill(&words, moves, capacity, count)
    })
}

/// Whether a wall stands on a square, in games that place walls: 1 or 0.
///
/// # Safety
/// `position` is a handle; `answer` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_is_wall(
    position: *const BetzaPosition,
    square: u32,
    answer: *mut u32,
) -> BetzaStatus {
    // SAFETY: the caller's promise.
    run(ptr::null_mut(), || unsafe {
        let position = position_of(position)?;
        put(answer, position.is_wall(square_of(position.game(), square)?).into(), "answer")
    })
}

/// What stands on a square: `*side` and `*kind` are BETZA_NONE if it is empty or a wall (betza_position_is_wall).
///
/// # Safety
/// `position` is a handle; the other pointers can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_piece_at(
    position: *const BetzaPosition,
    square: u32,
    side: *mut u32,
    kind: *mut u32,
) -> BetzaStatus {
    run(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let position = unsafe { position_of(position)? };
        let piece = position.piece_at(square_of(position.game(), square)?);
        // SAFETY: the caller's promise.
        unsafe {
            put(side, piece.map_or(BETZA_NONE, |(side, _)| side.index() as u32), "side")?;
            put(kind, piece.map_or(BETZA_NONE, |(_, kind)| kind.0.into()), "kind")
        }
    })
}

/// How many pieces of a kind a side has in hand.
///
/// # Safety
/// `position` is a handle; `count` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_in_hand(
    position: *const BetzaPosition,
    side: u32,
    kind: u32,
    count: *mut u32,
) -> BetzaStatus {
    run(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let position = unsafe { position_of(position)? };
        if kind as usize >= position.game().kinds().len() {
            return Err(Failure::argument(BetzaStatus::BadValue, "kind"));
        }
        let held = position.hand(side_of(side)?).find(|&(k, _)| u32::from(k.0) == kind);
        // SAFETY: the caller's promise.
        unsafe { put(count, held.map_or(0, |(_, n)| n.into()), "count") }
    })
}

/// The legal moves. The first ones, as many as there is room for, are written to `moves`, and their number in all to
/// `*count`; BETZA_STATUS_TOO_SHORT if that is more.
///
/// # Safety
/// `position` is a handle; `moves` is NULL or has room for `capacity` moves; `count` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_legal_moves(
    position: *const BetzaPosition,
    moves: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> BetzaStatus {
    // SAFETY: the caller's promise.
    run(ptr::null_mut(), || unsafe { fill(&bits(&position_of(position)?.legal_moves()), moves, capacity, count) })
}

/// The legal moves that capture. The first ones, as many as there is room for, are written to `moves`, and their number
/// in all to `*count`; BETZA_STATUS_TOO_SHORT if that is more.
///
/// # Safety
/// `position` is a handle; `moves` is NULL or has room for `capacity` moves; `count` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_captures(
    position: *const BetzaPosition,
    moves: *mut u64,
    capacity: usize,
    count: *mut usize,
) -> BetzaStatus {
    // SAFETY: the caller's promise.
    run(ptr::null_mut(), || unsafe { fill(&bits(&position_of(position)?.captures()), moves, capacity, count) })
}

/// The squares of all pieces but the mover that a move takes off the board, as they are before it, ascending. None if
/// the move is not legal; BETZA_STATUS_BAD_VALUE for a word that is no move of any position.
///
/// # Safety
/// `position` is a handle; `squares` is NULL or has room for `capacity` numbers (the squares of the board suffice);
/// `count` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_captured(
    position: *const BetzaPosition,
    bits: u64,
    squares: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> BetzaStatus {
    run(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let found = unsafe { position_of(position)? }.captured(move_of(bits)?);
        // SAFETY: the same.
        unsafe { fill(&numbers(&found), squares, capacity, count) }
    })
}

/// The squares where a move stops or bends, origin and end included. None if the move is not legal;
/// BETZA_STATUS_BAD_VALUE for a word that is no move of any position.
///
/// # Safety
/// `position` is a handle; `squares` is NULL or has room for `capacity` numbers (the squares of the board suffice);
/// `count` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_legs(
    position: *const BetzaPosition,
    bits: u64,
    squares: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> BetzaStatus {
    run(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let found = unsafe { position_of(position)? }.legs(move_of(bits)?);
        // SAFETY: the same.
        unsafe { fill(&numbers(&found), squares, capacity, count) }
    })
}

/// Whether a word is a legal move here: 1 or 0. Any word may be given.
///
/// # Safety
/// `position` is a handle; `answer` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_is_legal(
    position: *const BetzaPosition,
    bits: u64,
    answer: *mut u32,
) -> BetzaStatus {
    // SAFETY: the caller's promise.
    unsafe { tell_number(position, answer, "answer", |p| Move::from_bits(bits).is_some_and(|m| p.is_legal(m)).into()) }
}

/// Whether a move gives check: 1 or 0; 0 if it is not legal here.
///
/// # Safety
/// `position` is a handle; `answer` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_gives_check(
    position: *const BetzaPosition,
    bits: u64,
    answer: *mut u32,
) -> BetzaStatus {
    // SAFETY: the caller's promise.
    unsafe {
        tell_number(position, answer, "answer", |p| Move::from_bits(bits).is_some_and(|m| p.gives_check(m)).into())
    }
}

/// Writes a move in a style, a value of betza_style. BETZA_STATUS_MOVE if it is not legal here. No two legal moves have
/// the same text in BETZA_STYLE_UCI.
///
/// # Safety
/// `position` is a handle; `buffer` is NULL or has `capacity` bytes; `length` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_move_text(
    position: *const BetzaPosition,
    bits: u64,
    style: u32,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> BetzaStatus {
    run(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let position = unsafe { position_of(position)? };
        let (m, style) = (move_of(bits)?, style_of(style)?);
        if !position.is_legal(m) {
            return Err(Failure::argument(BetzaStatus::Move, "move"));
        }
        // SAFETY: the caller's promise.
        unsafe { Buffer { start: buffer, capacity, length }.write(&position.text(m, style)) }
    })
}

/// Reads a move in any style. BETZA_STATUS_MOVE, with the reason, if it is not legal here.
///
/// # Safety
/// `position` is a handle; `name` has `length` bytes, or ends with a zero byte if `length` is BETZA_NUL; `bits` can be
/// written; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_read_move(
    position: *const BetzaPosition,
    name: *const c_char,
    length: usize,
    bits: *mut u64,
    error: *mut *mut BetzaError,
) -> BetzaStatus {
    run(error, || {
        // SAFETY: the caller's promise.
        let (position, name) = unsafe { (position_of(position)?, text(name, length, "name")?) };
        let m = position.read_move(name).map_err(|e| Failure::all(BetzaStatus::Move, e.diagnostics()))?;
        // SAFETY: the caller's promise.
        unsafe { put(bits, m.to_bits(), "bits") }
    })
}

/// Plays a move. BETZA_STATUS_MOVE, with the reason, if it is not legal here; the position stays as it was.
///
/// # Safety
/// `position` is a handle that nobody else uses; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_play(
    position: *mut BetzaPosition,
    bits: u64,
    error: *mut *mut BetzaError,
) -> BetzaStatus {
    // SAFETY: the caller's promise.
    run(error, || Ok(unsafe { changed(position)? }.play(move_of(bits)?)?))
}

/// Plays the null move: the other side is to move. BETZA_STATUS_MOVE if the side to move is in check.
///
/// # Safety
/// `position` is a handle that nobody else uses; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_play_null(
    position: *mut BetzaPosition,
    error: *mut *mut BetzaError,
) -> BetzaStatus {
    // SAFETY: the caller's promise.
    run(error, || Ok(unsafe { changed(position)? }.play_null()?))
}

/// Takes back what was played last. BETZA_STATUS_NOTHING if nothing was played since the position was set up.
///
/// # Safety
/// `position` is a handle that nobody else uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_undo(position: *mut BetzaPosition) -> BetzaStatus {
    run(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let played = unsafe { changed(position)? }.undo();
        played.map(|_| ()).ok_or_else(|| Failure::argument(BetzaStatus::Nothing, "position"))
    })
}

/// The squares of the pieces of a side that attack a square, ascending.
///
/// # Safety
/// `position` is a handle; `squares` is NULL or has room for `capacity` numbers (the squares of the board suffice);
/// `count` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_attackers(
    position: *const BetzaPosition,
    square: u32,
    side: u32,
    squares: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> BetzaStatus {
    run(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let position = unsafe { position_of(position)? };
        let found = position.attackers(square_of(position.game(), square)?, side_of(side)?);
        // SAFETY: the caller's promise.
        unsafe { fill(&numbers(&found), squares, capacity, count) }
    })
}

/// The squares that the piece on a square attacks, ascending. None if no piece stands there.
///
/// # Safety
/// `position` is a handle; `squares` is NULL or has room for `capacity` numbers (the squares of the board suffice);
/// `count` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_attacks(
    position: *const BetzaPosition,
    square: u32,
    squares: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> BetzaStatus {
    run(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let position = unsafe { position_of(position)? };
        let found = position.attacks(square_of(position.game(), square)?);
        // SAFETY: the caller's promise.
        unsafe { fill(&numbers(&found), squares, capacity, count) }
    })
}

/// The number of leaves of the tree of legal moves: 1 for a depth of 0. It takes as long as there are leaves, in one
/// thread.
///
/// # Safety
/// `position` is a handle; `leaves` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_perft(
    position: *const BetzaPosition,
    depth: u32,
    leaves: *mut u64,
) -> BetzaStatus {
    // SAFETY: the caller's promise.
    run(ptr::null_mut(), || unsafe { put(leaves, position_of(position)?.perft(depth), "leaves") })
}
