//! The board field of FEN and SFEN: ranks from the top, joined by `/`.

use super::error::{FenCode, FenError};
use super::letters::{Letters, no_piece, push_piece};
use super::words::{Token, push_number};
use crate::fen::hands as held_text;
use crate::setup::{Placed, Setup};
use crate::units::KindId;
use crate::variant::Variant;
use betza_ir::geometry::Square;
use std::ops::Range;

/// Reads the board field, with the hands if they are in brackets or a further rank.
pub(super) fn read(variant: &Variant, word: &Token<'_>, setup: &mut Setup) -> Result<(), FenError> {
    let letters = Letters::of(variant);
    let (ranks, held) = match word.text.find('[') {
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
    let mut further = None;
    if held.is_none() && rows.len() == board.ranks() + 1 && variant.shows_hands() {
        further = rows.pop();
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
    match (held, further) {
        (Some(held), _) => held_text::read_bracket(variant, &held, setup),
        (None, Some((row, at))) => held_text::read(variant, row, at, setup),
        (None, None) => held_text::assume(variant, setup),
    }
}

/// Reads one rank. `start` is its place in the text, `rank` its number from 0.
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

/// Returns the former kind of a piece of this kind that is marked with `~`.
fn origin(variant: &Variant, kind: KindId) -> Option<KindId> {
    let promotes = |k: &crate::variant::Kind| {
        k.promotion.as_ref().is_some_and(|p| p.remembers && p.to.iter().any(|to| to.contains(&kind)))
    };
    variant.kinds.iter().position(promotes).map(KindId::from_index)
}

/// Adds the board field without the hands to a text.
pub(super) fn write(text: &mut String, variant: &Variant, setup: &Setup) {
    let board = &variant.board;
    // Most boards have neither holes nor walls, and need not ask for them at each empty square.
    let is_bare = board.holes().is_empty() && setup.walls.is_empty();
    let is_wall = |s: Square| !is_bare && [board.holes(), &setup.walls].iter().any(|all| all.binary_search(&s).is_ok());
    for (rank, row) in setup.men.chunks(board.files()).enumerate().rev() {
        let mut empty = 0;
        for (file, &man) in row.iter().enumerate() {
            let is_wall = man.is_none() && is_wall(Square::from_index(rank * board.files() + file));
            if man.is_none() && !is_wall {
                empty += 1;
                continue;
            }
            if empty > 0 {
                push_number(text, std::mem::take(&mut empty));
            }
            match man {
                Some(piece) => push_piece(text, variant, piece),
                None => text.push('*'),
            }
        }
        if empty > 0 {
            push_number(text, empty);
        }
        if rank > 0 {
            text.push('/');
        }
    }
}
