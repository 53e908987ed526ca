//! Moves: words of 64 bits.

use crate::error::{BetzaStatus, Failure, put_sized, run};
use betza_rust::Move;
use std::mem::offset_of;
use std::ptr;

/// A kind, side or square that there is not.
pub const BETZA_NONE: u32 = 0xffff_ffff;

/// The null move where moves are listed: no move has this word.
pub const BETZA_NULL_MOVE: u64 = u64::MAX;

/// What a move says by itself.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BetzaMoveInfo {
    /// The size of this structure in bytes, which the caller sets: sizeof(betza_move_info).
    pub size: usize,
    /// The origin; of a drop, the destination.
    pub from: u32,
    /// The destination; of castling, the square of the king's partner.
    pub to: u32,
    /// The kind that is dropped, or BETZA_NONE.
    pub drop: u32,
    /// The kind that the mover becomes, or BETZA_NONE.
    pub promotion: u32,
}

/// The styles in which moves are written and read.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetzaStyle {
    /// The Universal Chess Interface: e2e4, e7e8q, P@e4.
    Uci = 0,
    /// The Chess Engine Communication Protocol of XBoard.
    Cecp = 1,
    /// The Universal Shogi Interface: 7g7f, P*5e.
    Usi = 2,
    /// Standard algebraic notation: Nf3, exd5, O-O.
    San = 3,
    /// Long algebraic notation: Ng1-f3.
    Lan = 4,
    /// Shogi in G. Hodges's form with numbers for ranks: P-76.
    ShogiHodgesNumber = 5,
    /// Shogi in G. Hodges's form: P-7f.
    ShogiHodges = 6,
    /// Shogi in G. Hosking's form: P76.
    ShogiHosking = 7,
    /// Xiangqi in the form of the World Xiangqi Federation: C2=5.
    Xiangqi = 8,
    /// Janggi: R01-91.
    Janggi = 9,
    /// The Universal Chinese Chess Protocol: h2e2.
    Ucci = 10,
    /// Makruk in Thai letters and numbers.
    ThaiSan = 11,
    /// Makruk in Thai letters and numbers, with the origin.
    ThaiLan = 12,
    /// Draughts: squares as numbers, 32-28.
    Pdn = 13,
}

/// The move of a word.
pub(crate) fn move_of(bits: u64) -> Result<Move, Failure> {
    Move::from_bits(bits).ok_or_else(|| Failure::argument(BetzaStatus::BadValue, "move"))
}

/// Tells what a move says by itself. BETZA_STATUS_BAD_VALUE if the word is no move, or `info->size` is too small.
///
/// # Safety
/// `info` can be written as its size says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_move_get_info(bits: u64, info: *mut BetzaMoveInfo) -> BetzaStatus {
    run(ptr::null_mut(), || {
        let m = move_of(bits)?;
        let kind = |kind: Option<betza_rust::KindId>| kind.map_or(BETZA_NONE, |k| k.0.into());
        let (from, to) = (m.from().index() as u32, m.to().index() as u32);
        let told = BetzaMoveInfo { size: 0, from, to, drop: kind(m.drop()), promotion: kind(m.promotion()) };
        // SAFETY: the caller's promise.
        unsafe { put_sized(info, &told, offset_of!(BetzaMoveInfo, promotion) + size_of::<u32>(), "info") }
    })
}
