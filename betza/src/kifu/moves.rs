//! Moves of CSA, KIF and KI2, as USI has them. What a text says of the piece is compared with the board.

use super::diagram::{KINDS, of_csa as kind_of_csa, of_japanese};
use super::ki2;
use crate::pgn::{Fault, Place};
use crate::position::Position;
use betza_ir::geometry::Side;

/// Files as KIF writes them, from 1. Some programs write ASCII digits.
const WIDE_DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// Ranks as KIF writes them, from 1.
pub(super) const KANJI_DIGITS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// A square by file and rank, from 1: file 1 is at Sente's right, rank 1 at Gote's side.
pub(super) type Point = (u8, u8);

/// The fault of a text that is no move in a format.
pub(super) fn unreadable(text: &str, format: &str, example: &str) -> Fault {
    let message = format!("'{text}' is no move in {format}");
    Fault::error(Place::default(), "move-text", message, format!("write it as in {example}"))
}

/// What is to be done, by the text alone.
#[derive(Clone, Copy)]
pub(super) struct Told {
    /// `None` for a drop.
    pub from: Option<Point>,
    pub to: Point,
    /// The kind before the move.
    pub kind: usize,
    pub promotes: bool,
}

/// The move that a text of CSA names, in USI: `+7776FU`.
pub(super) fn of_csa(position: &Position, text: &str) -> Result<String, Fault> {
    let unreadable = || unreadable(text, "CSA's format", "+7776FU");
    let is_read = text.is_ascii() && text.len() == 7;
    let (sign, rest) = text.split_at_checked(1).filter(|_| is_read).ok_or_else(unreadable)?;
    let side = match sign {
        "+" => Side::White,
        "-" => Side::Black,
        _ => return Err(unreadable()),
    };
    is_to_move(position, text, side)?;
    let digits = rest[..4].bytes().map(|b| b.checked_sub(b'0').filter(|d| *d <= 9));
    let [f, r, to_file, to_rank] =
        digits.collect::<Option<Vec<u8>>>().and_then(|d| d.try_into().ok()).ok_or_else(unreadable)?;
    let after = kind_of_csa(&rest[4..]).ok_or_else(unreadable)?;
    let from = (f, r) != (0, 0);
    let stands = if from { standing(position, (f, r)) } else { None };
    // CSA names the piece as it is after the move.
    let promotes = stands.is_some_and(|kind| KINDS[after].sfen.strip_prefix('+') == Some(KINDS[kind].sfen));
    let kind = if promotes { stands.unwrap_or(after) } else { after };
    usi(position, text, &Told { from: from.then_some((f, r)), to: (to_file, to_rank), kind, promotes })
}

/// Refuses a text with a sign of the side that is not to move.
fn is_to_move(position: &Position, text: &str, side: Side) -> Result<(), Fault> {
    if side == position.turn() {
        return Ok(());
    }
    let message = format!("'{text}' is a move of the side that is not to move");
    Err(Fault::error(Place::default(), "illegal-move", message, "write the moves of both sides in turn"))
}

/// The move that a text of KIF or KI2 names, in USI: `７六歩(77)`, `５五角打`, `２二角成(88)`, `▲５八金右`.
pub(super) fn of_kif(position: &Position, text: &str) -> Result<String, Fault> {
    let side = ki2::signed(text);
    let unreadable = || match side {
        Some(_) => ki2::refuse(text),
        None => unreadable(text, "KIF", "７六歩(77) or ５五角打"),
    };
    let (to, rest) = square(text).ok_or_else(unreadable)?;
    let (kind, rest) = of_japanese(rest.trim_start()).ok_or_else(unreadable)?;
    side.map_or(Ok(()), |side| is_to_move(position, text, side))?;
    let (words, rest) = ki2::words(rest);
    let (promotes, rest) = match (rest.strip_prefix("不成"), rest.strip_prefix('成')) {
        (Some(rest), _) => (false, rest),
        (None, Some(rest)) => (true, rest),
        (None, None) => (false, rest),
    };
    let told = Told { from: None, to, kind, promotes };
    let from = match rest.trim() {
        "打" => None,
        "" if side.is_some() => ki2::origin(position, text, words, &told)?,
        _ if !words.is_empty() => return Err(unreadable()),
        origin => {
            let digits = origin.strip_prefix('(').and_then(|text| text.strip_suffix(')')).ok_or_else(unreadable)?;
            let [file, rank] = digits.as_bytes() else { return Err(unreadable()) };
            let digit = |b: &u8| b.checked_sub(b'0').filter(|d| (1..=9).contains(d));
            Some(digit(file).zip(digit(rank)).ok_or_else(unreadable)?)
        }
    };
    usi(position, text, &Told { from, ..told })
}

/// The square whose name begins a text of KIF, and the rest of it. Some programs write a sign of the side before it,
/// and the rank in digits.
pub(super) fn square(text: &str) -> Option<(Point, &str)> {
    let mut chars = ki2::unsigned(text).chars();
    let mut digit = |kanji: &[char]| {
        let written = chars.next()?;
        let ascii = || written.to_digit(10).and_then(|d| d.checked_sub(1)).map(|d| d as usize);
        let among = |digits: &[char]| digits.iter().position(|d| *d == written);
        among(&WIDE_DIGITS).or_else(|| among(kanji)).or_else(ascii).map(|d| d as u8 + 1)
    };
    let (file, rank) = (digit(&[])?, digit(&KANJI_DIGITS)?);
    Some(((file, rank), chars.as_str()))
}

/// The kind of the piece of the side to move on a square; `None` if there is none.
pub(super) fn standing(position: &Position, (file, rank): Point) -> Option<usize> {
    let board = &position.game().any().variant().board;
    let square = board.at(board.files() as i32 - i32::from(file), board.ranks() as i32 - i32::from(rank))?;
    let (side, kind) = position.piece_at(square)?;
    let letters = &position.game().kinds()[kind.index()].letters[0];
    KINDS.iter().position(|kind| kind.sfen == letters.as_str()).filter(|_| side == position.turn())
}

/// The move that is told, in USI.
pub(super) fn usi(position: &Position, text: &str, told: &Told) -> Result<String, Fault> {
    let name = |(file, rank): Point| format!("{file}{}", char::from(b'a' + rank.saturating_sub(1)));
    let Some(from) = told.from else { return Ok(format!("{}*{}", KINDS[told.kind].sfen, name(told.to))) };
    let stands = standing(position, from);
    if stands.is_some_and(|kind| kind != told.kind) {
        let is = stands.map_or("", |kind| KINDS[kind].japanese[0]);
        let message =
            format!("'{text}' names {}, and on {}{} stands {is}", KINDS[told.kind].japanese[0], from.0, from.1);
        return Err(Fault::error(Place::default(), "illegal-move", message, "name the piece that moves"));
    }
    Ok(format!("{}{}{}", name(from), name(told.to), if told.promotes { "+" } else { "" }))
}
