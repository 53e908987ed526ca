//! The board field, and hands in brackets or as a further rank.

use super::{FenCode, FenError, Token};
use crate::state::setup::{Placed, Setup};
use crate::units::KindId;
use crate::variant::Variant;
use betza_compile::geometry::{Side, Square};
use std::ops::Range;

/// The most pieces of a kind in one hand.
const HAND_LIMIT: u16 = 1024;

/// The longest texts first, so that `+P` is not read as something and `P`.
struct Letters<'a>(Vec<(&'a str, Side, KindId)>);

impl<'a> Letters<'a> {
    fn of(variant: &'a Variant) -> Letters<'a> {
        let mut all = Vec::new();
        for (i, kind) in variant.kinds.iter().enumerate() {
            for letters in std::iter::once(&kind.letters).chain(&kind.synonyms) {
                for side in Side::BOTH {
                    all.push((letters[side.index()].as_str(), side, KindId(i as u8)));
                }
            }
        }
        all.sort_by_key(|(text, ..)| std::cmp::Reverse(text.len()));
        Letters(all)
    }

    /// The piece that a text begins with, and how long its letters are.
    fn first(&self, text: &str) -> Option<(usize, Side, KindId)> {
        let inside = text.strip_prefix('(').and_then(|t| t.split_once(')')).map(|(inside, _)| inside);
        self.0.iter().filter(|(letters, ..)| !letters.is_empty()).find_map(|&(letters, side, kind)| match inside {
            Some(inside) => (inside == letters).then_some((letters.len() + 2, side, kind)),
            None => (is_plain(letters) && text.starts_with(letters)).then_some((letters.len(), side, kind)),
        })
    }
}

/// Whether a piece's letters can stand without parentheses: one letter, after a `+` or not, and marks behind it that are no letters.
fn is_plain(letters: &str) -> bool {
    letters.chars().filter(|c| c.is_alphabetic()).count() == 1
}

/// The text of a piece on the board.
fn text_of(variant: &Variant, piece: Placed) -> String {
    let letters = &variant.kinds[piece.kind.index()].letters[piece.side.index()];
    let mut text = if is_plain(letters) { letters.clone() } else { format!("({letters})") };
    if piece.was.is_some() {
        text.push('~');
    }
    text
}

/// The text at this place begins with no piece, or ends there.
fn no_piece(variant: &Variant, text: &str, at: usize) -> FenError {
    let known: Vec<&str> = variant.kinds.iter().map(|k| k.letters[0].as_str()).filter(|l| !l.is_empty()).collect();
    let remedy = format!("its pieces are {}", known.join(" "));
    match text.chars().next() {
        Some(c) => {
            let message = format!("'{c}' is no piece of {}", variant.name);
            FenError::new(FenCode::UnknownPiece, at..at + c.len_utf8(), message, remedy)
        }
        None => FenError::new(FenCode::UnknownPiece, at..at, "a number is followed by no piece", remedy),
    }
}

pub(super) fn read(variant: &Variant, word: &Token<'_>, setup: &mut Setup) -> Result<(), FenError> {
    let letters = Letters::of(variant);
    let (ranks, hand) = match word.text.find('[') {
        Some(open) => {
            (&word.text[..open], Some(Token { text: &word.text[open..], span: word.span.start + open..word.span.end }))
        }
        None => (word.text, None),
    };
    let board = &variant.board;
    let mut rows: Vec<(&str, usize)> = Vec::new();
    let mut at = word.span.start;
    for row in ranks.split('/') {
        rows.push((row, at));
        at += row.len() + 1;
    }
    if hand.is_none() && rows.len() == board.ranks() + 1 {
        let (row, at) = rows[board.ranks()];
        rows.pop();
        read_hand(variant, row, at, setup)?;
    }
    if rows.len() != board.ranks() {
        return Err(FenError::new(
            FenCode::BoardSize,
            word.span.clone(),
            format!("the board has {} ranks, {} has {}", rows.len(), variant.name, board.ranks()),
            format!("write {} ranks joined by '/', the top one first", board.ranks()),
        ));
    }
    for (i, &(row, at)) in rows.iter().enumerate() {
        read_row(variant, &letters, row, at, board.ranks() - 1 - i, setup)?;
    }
    hand.map_or(Ok(()), |hand| read_bracket(variant, &hand, setup))
}

fn read_row(
    variant: &Variant,
    letters: &Letters<'_>,
    row: &str,
    start: usize,
    rank: usize,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let files = variant.board.files();
    let wrong = |got: String, span: Range<usize>| {
        let message = format!("rank {} has {got} squares, the board has {files} files", rank + 1);
        FenError::new(
            FenCode::BoardSize,
            span,
            message,
            "let the pieces and the numbers of empty squares add up to that",
        )
    };
    let (mut file, mut i) = (0_usize, 0);
    while i < row.len() {
        let rest = &row[i..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 {
            let empty: usize = rest[..digits].parse().unwrap_or(usize::MAX);
            file = file
                .checked_add(empty)
                .filter(|&f| f <= files && empty > 0)
                .ok_or_else(|| wrong(format!("{file} and {} more", &rest[..digits]), start + i..start + i + digits))?;
            i += digits;
            continue;
        }
        if file >= files {
            return Err(wrong("too many".to_owned(), start + i..start + row.len()));
        }
        let square = Square::from_index(rank * files + file);
        let hole = variant.board.at(file as i32, rank as i32).is_none();
        if rest.starts_with('*') {
            if !hole {
                setup.walls.push(square);
            }
            i += 1;
        } else {
            let (length, side, kind) = letters.first(rest).ok_or_else(|| no_piece(variant, rest, start + i))?;
            if hole {
                return Err(FenError::new(
                    FenCode::OnHole,
                    start + i..start + i + length,
                    format!("{} is missing from this board", variant.board.name(square)),
                    "write '*' there",
                ));
            }
            i += length;
            let was = if row[i..].starts_with('~') {
                i += 1;
                Some(origin(variant, kind).ok_or_else(|| {
                    FenError::new(
                        FenCode::UnknownPiece,
                        start + i - 1..start + i,
                        format!(
                            "no piece of {} promotes to {} and returns",
                            variant.name,
                            variant.kinds[kind.index()].id
                        ),
                        "leave the '~' out",
                    )
                })?)
            } else {
                None
            };
            setup.men[square.index()] = Some(Placed { side, kind, was });
        }
        file += 1;
    }
    if file != files {
        return Err(wrong(file.to_string(), start..start + row.len()));
    }
    setup.walls.sort_unstable();
    Ok(())
}

/// The kind that a piece marked `~` was.
fn origin(variant: &Variant, kind: KindId) -> Option<KindId> {
    let promotes = |k: &crate::variant::Kind| {
        k.promotion.as_ref().is_some_and(|p| p.remembers && p.to.iter().any(|to| to.contains(&kind)))
    };
    variant.kinds.iter().position(promotes).map(|i| KindId(i as u8))
}

/// `[QNpp]`.
pub(super) fn read_bracket(variant: &Variant, word: &Token<'_>, setup: &mut Setup) -> Result<(), FenError> {
    let inside = word.text.strip_prefix('[').and_then(|t| t.strip_suffix(']')).ok_or_else(|| {
        FenError::new(FenCode::Hand, word.span.clone(), "the hand's brackets do not close", "write it as [QNpp] or []")
    })?;
    read_hand(variant, inside, word.span.start + 1, setup)
}

/// Letters, each after a number or not; `-` or nothing for no pieces.
pub(super) fn read_hand(variant: &Variant, text: &str, start: usize, setup: &mut Setup) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    let letters = Letters::of(variant);
    let mut i = 0;
    while i < text.len() {
        let rest = &text[i..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (length, side, kind) =
            letters.first(&rest[digits..]).ok_or_else(|| no_piece(variant, &rest[digits..], start + i + digits))?;
        let span = start + i..start + i + digits + length;
        if variant.hands.is_none() && variant.gating.is_none() {
            let message = format!("{} has no pieces in hand", variant.name);
            return Err(FenError::new(FenCode::Hand, span, message, "leave the hand out"));
        }
        let count: u16 = if digits == 0 { 1 } else { rest[..digits].parse().unwrap_or(u16::MAX) };
        // A piece that can be dropped either side up is in hand as what it is captured as, whichever letter names it.
        let either_way = variant.hands.as_ref().is_some_and(|h| h.drop_promoted);
        let kind = variant.kinds[kind.index()].in_hand.filter(|_| either_way).unwrap_or(kind);
        let slot = &mut setup.hands[side.index()][kind.index()];
        *slot = slot.checked_add(count).filter(|&n| n <= HAND_LIMIT && count > 0).ok_or_else(|| {
            let message = "that many pieces cannot be in a hand".to_owned();
            FenError::new(FenCode::Hand, span, message, format!("write a number from 1 to {HAND_LIMIT}"))
        })?;
        i += digits + length;
    }
    Ok(())
}

/// The board field without a hand.
pub(super) fn write(variant: &Variant, setup: &Setup) -> String {
    let board = &variant.board;
    let mut text = String::new();
    for rank in (0..board.ranks()).rev() {
        let mut empty = 0;
        let flush = |empty: &mut usize, text: &mut String| {
            if *empty > 0 {
                text.push_str(&empty.to_string());
            }
            *empty = 0;
        };
        for file in 0..board.files() {
            let square = Square::from_index(rank * board.files() + file);
            if board.at(file as i32, rank as i32).is_none() || setup.walls.binary_search(&square).is_ok() {
                flush(&mut empty, &mut text);
                text.push('*');
            } else if let Some(piece) = setup.at(square) {
                flush(&mut empty, &mut text);
                text.push_str(&text_of(variant, piece));
            } else {
                empty += 1;
            }
        }
        flush(&mut empty, &mut text);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// The pieces in both hands, White's first, in the order of the game's kinds; with counts before the letters or one letter for each.
pub(super) fn write_hands(variant: &Variant, setup: &Setup, counted: bool) -> String {
    let mut text = String::new();
    for side in Side::BOTH {
        for (i, &count) in setup.hands[side.index()].iter().enumerate() {
            let letters = text_of(variant, Placed { side, kind: KindId(i as u8), was: None });
            match count {
                0 => {}
                1 => text.push_str(&letters),
                _ if counted => text.push_str(&format!("{count}{letters}")),
                _ => text.push_str(&letters.repeat(usize::from(count))),
            }
        }
    }
    text
}
