//! Results of games.

use crate::error::{BetzaStatus, Failure, put_sized, run};
use crate::moves::BETZA_NONE;
use crate::position::{BetzaPosition, position_of};
use crate::text::Buffer;
use betza_rust::Outcome;
use std::ffi::c_char;
use std::mem::offset_of;
use std::ptr;

/// How a game has ended: the values of `result` in betza_outcome.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetzaResult {
    /// It has not.
    None = 0,
    /// A side has won.
    Win = 1,
    /// Nobody has won.
    Draw = 2,
}

/// The result of a game.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BetzaOutcome {
    /// The size of this structure in bytes, which the caller sets: sizeof(betza_outcome).
    pub size: usize,
    /// A value of betza_result.
    pub result: u32,
    /// The side that has won, or BETZA_NONE.
    pub winner: u32,
}

/// Tells a result and its reason in English, a few words as "checkmate"; the reason is empty if there is no result.
///
/// # Safety
/// As the exported functions.
unsafe fn tell(outcome: Option<Outcome>, out: *mut BetzaOutcome, reason: Buffer) -> Result<(), Failure> {
    let (result, winner) = match outcome {
        None => (BetzaResult::None, None),
        Some(Outcome::Win { side, .. }) => (BetzaResult::Win, Some(side)),
        Some(Outcome::Draw { .. }) => (BetzaResult::Draw, None),
    };
    let winner = winner.map_or(BETZA_NONE, |side| side.index() as u32);
    let told = BetzaOutcome { size: 0, result: result as u32, winner };
    // SAFETY: the caller's promise.
    unsafe {
        put_sized(out, &told, offset_of!(BetzaOutcome, winner) + size_of::<u32>(), "outcome")?;
        let is_wanted = !reason.start.is_null() || !reason.length.is_null();
        if is_wanted { reason.write(&outcome.map_or_else(String::new, |o| o.reason().to_string())) } else { Ok(()) }
    }
}

/// The result of the game if it is over. The reason is written in English, a few words as "checkmate"; `buffer` and
/// `length` may both be NULL. After an end that does not stop the moves there still are legal ones, and one may play
/// on.
///
/// # Safety
/// `position` is a handle; `outcome` can be written as its size says; `buffer` is NULL or has `capacity` bytes;
/// `length` is NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_outcome(
    position: *const BetzaPosition,
    outcome: *mut BetzaOutcome,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> BetzaStatus {
    // SAFETY: the caller's promise.
    run(ptr::null_mut(), || unsafe {
        tell(position_of(position)?.outcome(), outcome, Buffer { start: buffer, capacity, length })
    })
}

/// The result that the side to move may claim by a rule about the moves played: repetition, the move rule, counting.
/// Written as by betza_position_outcome.
///
/// # Safety
/// As betza_position_outcome.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_position_claimable(
    position: *const BetzaPosition,
    outcome: *mut BetzaOutcome,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> BetzaStatus {
    // SAFETY: the caller's promise.
    run(ptr::null_mut(), || unsafe {
        tell(position_of(position)?.claimable(), outcome, Buffer { start: buffer, capacity, length })
    })
}
