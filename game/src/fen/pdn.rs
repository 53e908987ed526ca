//! Positions of draughts in PDN: the side to move, and the numbers of the squares on which each side's pieces stand,
//! `W:W21-32:BK1,2`.
//!
//! The dark squares are numbered from the top left, as White sees the board; a1 is dark. A number alone is a piece of
//! the game's first kind; a number after a letter is a piece of that letter. Source: PDN 3.0, section 4
//! (wiegerw.github.io/pdn/pdntags.html).

use super::{FenCode, FenError};
use crate::setup::{Placed, Setup};
use crate::units::KindId;
use crate::variant::{Flavour, Variant};
use betza_ir::geometry::{Side, Square};
use betza_ir::sorted;
use std::fmt::Write;

const REMEDY: &str = "write the side to move and both sides' squares, as in W:W21-32:B1-12";

/// Returns whether a text is read as PDN: it begins with a side and a colon.
#[must_use]
pub fn is_pdn(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with("W:") || text.starts_with("B:")
}

/// Returns the squares that have numbers, those of the dark squares in games of draughts, indexed by their number less
/// 1; empty in other games.
#[must_use]
pub fn numbered_squares(variant: &Variant) -> Vec<Square> {
    if variant.flavour == Flavour::Pdn { numbered(variant) } else { Vec::new() }
}

/// Returns the dark squares, indexed by their number less 1.
fn numbered(variant: &Variant) -> Vec<Square> {
    let board = &variant.board;
    let mut squares: Vec<Square> = board.squares().filter(|&s| board.is_dark(s)).collect();
    sorted::sort_by_key(&mut squares, |&s| (-board.rank(s), board.file(s)));
    squares
}

/// Reads a position in PDN.
pub(super) fn read(variant: &Variant, text: &str) -> Result<Setup, FenError> {
    let mut setup = Setup::empty(variant);
    let squares = numbered(variant);
    let trimmed = text.trim().trim_end_matches('.');
    let mut at = text.len() - text.trim_start().len();
    let mut read = Vec::new();
    for (i, part) in trimmed.split(':').enumerate() {
        let side = match part.chars().next() {
            Some('W') => Side::White,
            Some('B') => Side::Black,
            _ => {
                let message = format!("'{part}' begins with no side");
                return Err(FenError::new(FenCode::UnknownField, at..at + part.len(), message, REMEDY));
            }
        };
        match i {
            0 if part.len() == 1 => setup.turn = side,
            0 => {
                let message = format!("'{part}' is no side to move");
                return Err(FenError::new(FenCode::UnknownField, at..at + part.len(), message, REMEDY));
            }
            1 | 2 if !read.contains(&side) => {
                read_side(variant, &squares, side, &part[1..], at + 1, &mut setup)?;
                read.push(side);
            }
            1 | 2 => {
                let message = format!("'{part}' lists a side for the second time");
                return Err(FenError::new(FenCode::UnknownField, at..at + part.len(), message, REMEDY));
            }
            _ => {
                let message = format!("'{part}' is one field too many");
                return Err(FenError::new(FenCode::UnknownField, at..at + part.len(), message, REMEDY));
            }
        }
        at += part.len() + 1;
    }
    Ok(setup)
}

/// Reads the pieces of one side, `1-12,K13`. `start` is the place of the list in the text.
fn read_side(
    variant: &Variant,
    squares: &[Square],
    side: Side,
    list: &str,
    start: usize,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let mut at = start;
    for item in list.split(',') {
        let span = at..at + item.len();
        at += item.len() + 1;
        if item.is_empty() && list.is_empty() {
            break;
        }
        let digits = item.find(|c: char| c.is_ascii_digit()).unwrap_or(item.len());
        let (letters, numbers) = item.split_at(digits);
        let kind = match letters {
            "" => Some(0),
            _ => variant.kinds.iter().position(|k| k.letters[0] == letters),
        };
        let kind = kind.ok_or_else(|| {
            let message = format!("'{letters}' is no piece of {}", variant.name);
            FenError::new(FenCode::UnknownPiece, span.clone(), message, "write K before the number of a king's square")
        })?;
        let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
        let number = |text: &str| text.parse::<usize>().ok().filter(|n| (1..=squares.len()).contains(n));
        let (Some(first), Some(last)) = (number(first), number(last)) else {
            let message = format!("'{item}' names no square of {}", variant.name);
            let remedy = format!("write numbers from 1 to {}", squares.len());
            return Err(FenError::new(FenCode::BoardSize, span, message, remedy));
        };
        let Some(range) = squares.get(first - 1..last) else {
            let message = format!("'{item}' ends before it begins");
            return Err(FenError::new(FenCode::BoardSize, span, message, "write the lower number first"));
        };
        for &square in range {
            if setup.men[square.index()].is_some() {
                let message = format!("'{item}' names a square that is occupied already");
                return Err(FenError::new(FenCode::OnHole, span, message, "name every square once"));
            }
            setup.men[square.index()] = Some(Placed { side, kind: KindId::from_index(kind), was: None });
        }
    }
    Ok(())
}

/// Returns whether PDN can express everything in this position.
pub(super) fn can_say(variant: &Variant, setup: &Setup) -> bool {
    let dark = numbered(variant);
    let men = (0..setup.men.len()).map(Square::from_index).filter(|s| setup.men[s.index()].is_some());
    let plain = Setup { men: setup.men.clone(), turn: setup.turn, ..Setup::empty(variant) };
    let as_plain = Setup { halfmoves: plain.halfmoves, move_number: plain.move_number, ..setup.clone() };
    as_plain == plain && men.into_iter().all(|s| dark.contains(&s))
}

/// Writes a position in PDN.
pub(super) fn write(variant: &Variant, setup: &Setup) -> String {
    let mut text = if setup.turn == Side::White { "W".to_owned() } else { "B".to_owned() };
    let squares = numbered(variant);
    for side in Side::BOTH {
        text += if side == Side::White { ":W" } else { ":B" };
        let kind = |i: usize| squares.get(i).and_then(|&s| setup.at(s)).filter(|p| p.side == side).map(|p| p.kind);
        let (mut i, mut comma) = (0, "");
        while i < squares.len() {
            let Some(here) = kind(i) else {
                i += 1;
                continue;
            };
            let last = (i..squares.len()).take_while(|&next| kind(next) == Some(here)).last().unwrap_or(i);
            let letters = if here == KindId(0) { "" } else { &variant.kinds[here.index()].letters[0] };
            let _ = write!(text, "{comma}{letters}{}", i + 1);
            if last > i {
                let _ = write!(text, "-{}", last + 1);
            }
            comma = ",";
            i = last + 1;
        }
    }
    text
}
