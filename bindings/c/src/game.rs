//! Games.

use crate::error::{BetzaError, BetzaStatus, Failure, error_of, put, put_sized, run};
use crate::handle::{self, Handle};
use crate::piece::side_of;
use crate::position::BetzaPosition;
use crate::text::{Buffer, text};
use betza_rust::{Diagnostic, Game, LoadError, PositionError, Square};
use std::ffi::c_char;
use std::mem::offset_of;
use std::ptr;

/// A game, compiled.
pub struct BetzaGame {
    _private: [u8; 0],
}

impl Handle for BetzaGame {
    type Value = Game;
    const TAG: &'static [u8; 8] = b"betzagam";
    const NAME: &'static str = "game";
}

/// What a game is, in numbers.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BetzaGameInfo {
    /// The size of this structure in bytes, which the caller sets: sizeof(betza_game_info).
    pub size: usize,
    /// Files of the board, 1 to 36.
    pub files: u32,
    /// Ranks of the board, 1 to 36.
    pub ranks: u32,
    /// Kinds of pieces. They are numbered from 0.
    pub kinds: u32,
    /// 0.
    pub reserved: u32,
}

/// A kind of piece, in numbers.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BetzaKindInfo {
    /// The size of this structure in bytes, which the caller sets: sizeof(betza_kind_info).
    pub size: usize,
    /// 1 if pieces of the kind are royal.
    pub royal: u32,
    /// 0.
    pub reserved: u32,
    /// How many squares a piece of the kind attacks in the mean, on boards that are half full. It is measured when it
    /// is first asked for, always in the same way.
    pub mobility: f64,
}

/// What betza_game_kind_text tells.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetzaKindText {
    /// The letters in FENs, of a side.
    Letters = 0,
    /// The name in English.
    Name = 1,
    /// The notation of the moves, of a side, as the game's author wrote it.
    Notation = 2,
}

/// What betza_game_text tells.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetzaGameText {
    /// The id: lower case, without blanks.
    Name = 0,
    /// The name as people write it.
    Title = 1,
    /// The start position.
    Start = 2,
}

/// The game behind a handle.
///
/// # Safety
/// As `handle::get`.
unsafe fn game_of<'a>(game: *const BetzaGame) -> Result<&'a Game, Failure> {
    // SAFETY: the caller's promise.
    unsafe { handle::get(game) }.map_err(|status| Failure::argument(status, "game"))
}

/// The square with a number, which is rank * files + file.
pub(crate) fn square_of(game: &Game, number: u32) -> Result<Square, Failure> {
    let area = u32::from(game.files()) * u32::from(game.ranks());
    let square = (number < area).then(|| Square::from_index(number as usize));
    square
        .filter(|&s| !game.square_name(s).is_empty())
        .ok_or_else(|| Failure::argument(BetzaStatus::BadSquare, "square"))
}

fn load(read: Result<Game, LoadError>) -> Result<Game, Failure> {
    read.map_err(|e| Failure::all(BetzaStatus::Load, e.diagnostics()))
}

fn of_position(e: &PositionError) -> Failure {
    Failure::all(BetzaStatus::Position, e.diagnostics())
}

/// Writes warnings to an out-parameter, or NULL if there are none.
///
/// # Safety
/// `out` is null or can be written.
unsafe fn put_warnings(out: *mut *mut BetzaError, found: &[Diagnostic], name: &str) -> Result<(), Failure> {
    // SAFETY: the caller's promise.
    unsafe { put(out, ptr::null_mut(), name)? };
    // SAFETY: the same.
    if found.is_empty() { Ok(()) } else { unsafe { put(out, error_of(BetzaStatus::Ok, found), name) } }
}

/// The number of built-in games.
#[unsafe(no_mangle)]
pub extern "C" fn betza_game_builtin_count() -> usize {
    crate::error::valued(0, || Ok(Game::names().count()))
}

/// The name of a built-in game, 0 to betza_game_builtin_count() - 1, in alphabetical order.
///
/// # Safety
/// `buffer` is NULL or has `capacity` bytes; `length` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_game_builtin_name(
    index: usize,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> BetzaStatus {
    run(ptr::null_mut(), || {
        let name = Game::names().nth(index).ok_or_else(|| Failure::argument(BetzaStatus::BadValue, "index"))?;
        // SAFETY: the caller's promise.
        unsafe { Buffer { start: buffer, capacity, length }.write(name) }
    })
}

/// A built-in game, by name or alias; capitals do not matter. On success `*game` is a new handle, which betza_game_free
/// frees; on failure it is NULL, as with the other ways to a game. BETZA_STATUS_LOAD has the codes "unknown-game", with
/// a name that is near if there is one, and "broken-game", for a game that cannot be read, which is a fault of the
/// library.
///
/// # Safety
/// `name` has `length` bytes, or ends with a zero byte if `length` is BETZA_NUL. `game` can be written; `error` is NULL
/// or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_game_builtin(
    name: *const c_char,
    length: usize,
    game: *mut *mut BetzaGame,
    error: *mut *mut BetzaError,
) -> BetzaStatus {
    run(error, || {
        // SAFETY: the caller's promise.
        unsafe {
            put(game, ptr::null_mut(), "game")?;
            put(game, handle::new(load(Game::builtin(text(name, length, "name")?))?), "game")
        }
    })
}

/// A game from the text of a file in the library's own format (variants/FORMAT.md).
///
/// # Safety
/// `toml` has `length` bytes, or ends with a zero byte if `length` is BETZA_NUL. `game` can be written; `error` is NULL
/// or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_game_from_toml(
    toml: *const c_char,
    length: usize,
    game: *mut *mut BetzaGame,
    error: *mut *mut BetzaError,
) -> BetzaStatus {
    run(error, || {
        // SAFETY: the caller's promise.
        unsafe {
            put(game, ptr::null_mut(), "game")?;
            put(game, handle::new(load(Game::from_toml(text(toml, length, "toml")?))?), "game")
        }
    })
}

/// The game of a section of a text in the form of Fairy-Stockfish's variants.ini.
///
/// # Safety
/// `ini` has `length` bytes and `name` has `name_length`, or each ends with a zero byte if its length is BETZA_NUL.
/// `game` can be written; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_game_from_ini(
    ini: *const c_char,
    length: usize,
    name: *const c_char,
    name_length: usize,
    game: *mut *mut BetzaGame,
    error: *mut *mut BetzaError,
) -> BetzaStatus {
    run(error, || {
        // SAFETY: the caller's promise.
        unsafe {
            put(game, ptr::null_mut(), "game")?;
            let (ini, name) = (text(ini, length, "ini")?, text(name, name_length, "name")?);
            put(game, handle::new(load(Game::from_ini(ini, name))?), "game")
        }
    })
}

/// The name of a section of such a text, in its order. BETZA_STATUS_BAD_VALUE behind the last one. A section that is
/// wrong does not hide the others.
///
/// # Safety
/// `ini` has `ini_length` bytes, or ends with a zero byte if that is BETZA_NUL; `buffer` is NULL or has `capacity`
/// bytes; `length` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_ini_section(
    ini: *const c_char,
    ini_length: usize,
    index: usize,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> BetzaStatus {
    run(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let names = Game::ini_names(unsafe { text(ini, ini_length, "ini")? });
        let name = names.get(index).ok_or_else(|| Failure::argument(BetzaStatus::BadValue, "index"))?;
        // SAFETY: the caller's promise.
        unsafe { Buffer { start: buffer, capacity, length }.write(name) }
    })
}

/// Frees a game. Its positions stay. NULL is no error.
///
/// # Safety
/// `game` is NULL or a handle, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_game_free(game: *mut BetzaGame) -> BetzaStatus {
    // SAFETY: the caller's promise.
    run(ptr::null_mut(), || unsafe { handle::free(game) })
}

/// Tells the game's numbers. BETZA_STATUS_BAD_VALUE if `info->size` is too small.
///
/// # Safety
/// `game` is a handle; `info` can be written as its size says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_game_get_info(game: *const BetzaGame, info: *mut BetzaGameInfo) -> BetzaStatus {
    run(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let game = unsafe { game_of(game)? };
        let (files, ranks) = (game.files().into(), game.ranks().into());
        let told = BetzaGameInfo { size: 0, files, ranks, kinds: game.kinds().len() as u32, reserved: 0 };
        // SAFETY: the caller's promise.
        unsafe { put_sized(info, &told, offset_of!(BetzaGameInfo, reserved) + size_of::<u32>(), "info") }
    })
}

/// Tells one of the game's texts: `what` is a value of betza_game_text.
///
/// # Safety
/// `game` is a handle; `buffer` is NULL or has `capacity` bytes; `length` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_game_get_text(
    game: *const BetzaGame,
    what: u32,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> BetzaStatus {
    run(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let game = unsafe { game_of(game)? };
        let told = match what {
            0 => game.name(),
            1 => game.title(),
            2 => game.start_fen(),
            _ => return Err(Failure::argument(BetzaStatus::BadValue, "what")),
        };
        // SAFETY: the caller's promise.
        unsafe { Buffer { start: buffer, capacity, length }.write(told) }
    })
}

/// What the author of the game's text may not have meant: `*warnings` is a new error whose status is BETZA_STATUS_OK,
/// or NULL if there is nothing.
///
/// # Safety
/// `game` is a handle; `warnings` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_game_warnings(game: *const BetzaGame, warnings: *mut *mut BetzaError) -> BetzaStatus {
    // SAFETY: the caller's promise.
    run(ptr::null_mut(), || unsafe { put_warnings(warnings, game_of(game)?.warnings(), "warnings") })
}

/// The number of the square with a name, as "e4". In games a square's number is rank * files + file.
///
/// # Safety
/// `game` is a handle; `name` has `length` bytes, or ends with a zero byte if `length` is BETZA_NUL; `square` can be
/// written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_game_square(
    game: *const BetzaGame,
    name: *const c_char,
    length: usize,
    square: *mut u32,
) -> BetzaStatus {
    run(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let found = unsafe { game_of(game)?.square(text(name, length, "name")?) };
        let found = found.ok_or_else(|| Failure::argument(BetzaStatus::BadSquare, "name"))?;
        // SAFETY: the caller's promise.
        unsafe { put(square, found.index() as u32, "square") }
    })
}

/// The name of a square. BETZA_STATUS_BAD_SQUARE for numbers behind the last one and for holes.
///
/// # Safety
/// `game` is a handle; `buffer` is NULL or has `capacity` bytes; `length` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_game_square_name(
    game: *const BetzaGame,
    square: u32,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> BetzaStatus {
    run(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let game = unsafe { game_of(game)? };
        let name = game.square_name(square_of(game, square)?);
        // SAFETY: the caller's promise.
        unsafe { Buffer { start: buffer, capacity, length }.write(&name) }
    })
}

/// Tells a kind's numbers. BETZA_STATUS_BAD_VALUE if the game has no such kind, or `info->size` is too small.
///
/// # Safety
/// `game` is a handle; `info` can be written as its size says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_game_kind(game: *const BetzaGame, kind: u32, info: *mut BetzaKindInfo) -> BetzaStatus {
    run(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let kinds = unsafe { game_of(game)? }.kinds();
        let kind = kinds.get(kind as usize).ok_or_else(|| Failure::argument(BetzaStatus::BadValue, "kind"))?;
        let told = BetzaKindInfo { size: 0, royal: kind.royal.into(), reserved: 0, mobility: kind.mobility() };
        // SAFETY: the caller's promise.
        unsafe { put_sized(info, &told, offset_of!(BetzaKindInfo, mobility) + size_of::<f64>(), "info") }
    })
}

/// Tells one of a kind's texts: `what` is a value of betza_kind_text. The side does not matter to names.
///
/// # Safety
/// `game` is a handle; `buffer` is NULL or has `capacity` bytes; `length` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_game_kind_text(
    game: *const BetzaGame,
    kind: u32,
    what: u32,
    side: u32,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> BetzaStatus {
    run(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let kinds = unsafe { game_of(game)? }.kinds();
        let kind = kinds.get(kind as usize).ok_or_else(|| Failure::argument(BetzaStatus::BadValue, "kind"))?;
        let side = side_of(side)?.index();
        let told = match what {
            0 => &kind.letters[side],
            1 => &kind.name,
            2 => &kind.notation[side],
            _ => return Err(Failure::argument(BetzaStatus::BadValue, "what")),
        };
        // SAFETY: the caller's promise.
        unsafe { Buffer { start: buffer, capacity, length }.write(told) }
    })
}

/// The start position: `*position` is a new handle, which betza_position_free frees.
///
/// # Safety
/// `game` is a handle; `position` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_game_start(game: *const BetzaGame, position: *mut *mut BetzaPosition) -> BetzaStatus {
    run(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        unsafe {
            put(position, ptr::null_mut(), "position")?;
            put(position, handle::new(game_of(game)?.start()), "position")
        }
    })
}

/// A position from text: FEN in the forms that programs write, SFEN, PDN. What no game can come to is refused, too. On
/// success `*position` is a new handle, on failure NULL.
///
/// # Safety
/// `game` is a handle; `fen` has `length` bytes, or ends with a zero byte if `length` is BETZA_NUL; `position` can be
/// written; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_game_position(
    game: *const BetzaGame,
    fen: *const c_char,
    length: usize,
    position: *mut *mut BetzaPosition,
    error: *mut *mut BetzaError,
) -> BetzaStatus {
    run(error, || {
        // SAFETY: the caller's promise.
        unsafe {
            put(position, ptr::null_mut(), "position")?;
            let read = game_of(game)?.position(text(fen, length, "fen")?).map_err(|e| of_position(&e))?;
            put(position, handle::new(read), "position")
        }
    })
}

/// A position from text as far as it makes sense. `*warnings` is a new error with what was ignored, whose status is
/// BETZA_STATUS_OK, or NULL.
///
/// # Safety
/// `game` is a handle; `fen` has `length` bytes, or ends with a zero byte if `length` is BETZA_NUL; `position` and
/// `warnings` can be written; `error` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_game_position_lenient(
    game: *const BetzaGame,
    fen: *const c_char,
    length: usize,
    position: *mut *mut BetzaPosition,
    warnings: *mut *mut BetzaError,
    error: *mut *mut BetzaError,
) -> BetzaStatus {
    run(error, || {
        // SAFETY: the caller's promise.
        unsafe {
            put(position, ptr::null_mut(), "position")?;
            put(warnings, ptr::null_mut(), "warnings")?;
            let fen = text(fen, length, "fen")?;
            let (read, ignored) = game_of(game)?.position_lenient(fen).map_err(|e| of_position(&e))?;
            put_warnings(warnings, &ignored, "warnings")?;
            put(position, handle::new(read), "position")
        }
    })
}
