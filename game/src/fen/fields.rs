//! The fields of FEN after the board: side to move, castling, en passant, checks, counters.

use super::rights::{read_rights, read_unmoved, tracked, write_rights, write_unmoved};
use super::words::push_number;
use super::{
    FenCode, FenError, Token, board, read_castled, read_moved, read_number, read_passes, read_traded, read_turn,
    write_besides, write_traded,
};
use crate::fen::hands as held_text;
use crate::setup::Setup;
use crate::variant::{Counted, Variant};
use betza_ir::geometry::{Side, Square};
use std::fmt::Write as _;

/// The fields that may follow the side to move, in this order. Each may be missing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Field {
    Castling,
    EnPassant,
    Halfmoves,
    MoveNumber,
    End,
}

/// Reads the fields after the board; `words` has them, and `text` is the whole text.
pub(super) fn read(variant: &Variant, text: &str, words: &[Token<'_>], setup: &mut Setup) -> Result<(), FenError> {
    let mut words = words;
    // Some programs write the hands as a field of their own.
    if let [word, tail @ ..] = words
        && word.text.starts_with('[')
    {
        held_text::empty_unless_told(variant, text, setup);
        held_text::read_bracket(variant, word, setup)?;
        words = tail;
    }
    setup.turn = read_turn(words.first(), text.len(), 'w')?;
    if !text.contains('[') {
        words = held_text::read_field(variant, text, words, setup)?;
    }
    let mut next = Field::Castling;
    let mut checks = false;
    // Where moves are counted, the plies counted take the place of the half moves.
    let mut limit = 0;
    for (i, word) in words.iter().enumerate().skip(1) {
        let digits = word.text.bytes().all(|b| b.is_ascii_digit());
        // Fairy-Stockfish's start position of cambodian chess has `0` for no en passant: a number before two other
        // numbers. Where moves are counted against a side, the limit of that count stands there.
        // Checks may stand between them.
        let others = words[i..].iter().filter(|w| !w.text.contains('+'));
        let numbers = others.take_while(|w| w.text.bytes().all(|b| b.is_ascii_digit())).count();
        if read_besides(variant, word, setup)? {
            continue;
        }
        if word.text.contains('+') && !checks {
            read_checks(variant, word, setup)?;
            checks = true;
            next = next.max(Field::Halfmoves);
        } else if digits
            && next == Field::EnPassant
            && numbers == 3
            && (word.text == "0" || variant.results.counting.is_some())
        {
            limit = read_plies(word, "limit of a count")?;
            next = Field::Halfmoves;
        } else if digits && next <= Field::Halfmoves {
            if limit > 0 {
                setup.counted = Some(Counted { limit, plies: read_plies(word, "number of half moves")? });
            } else {
                setup.halfmoves = read_number(word, "number of half moves")?;
            }
            next = Field::MoveNumber;
        } else if digits && next == Field::MoveNumber {
            setup.move_number = read_number(word, "move number")?;
            next = Field::End;
        } else if variant.unmoved_field && next == Field::Castling && !digits {
            read_unmoved(variant, word, setup)?;
            next = Field::EnPassant;
        } else if word.text == "-" && next <= Field::EnPassant {
            next = if next == Field::Castling { Field::EnPassant } else { Field::Halfmoves };
        } else if next == Field::Castling && word.text.chars().all(|c| c.is_ascii_alphabetic()) {
            read_rights(variant, word, setup)?;
            next = Field::EnPassant;
        } else if next <= Field::EnPassant && word.text.starts_with(|c: char| c.is_ascii_lowercase()) {
            read_en_passant(variant, word, setup)?;
            next = Field::Halfmoves;
        } else {
            return Err(FenError::new(
                FenCode::UnknownField,
                word.span.clone(),
                format!("'{}' cannot stand here", word.text),
                "after the side come castling, en passant, the half moves and the move number, as in 'KQkq - 0 1'",
            ));
        }
    }
    Ok(())
}

/// Reads a field that has a name, as [`write_besides`] writes it. Returns whether it is one.
pub(super) fn read_besides(variant: &Variant, word: &Token<'_>, setup: &mut Setup) -> Result<bool, FenError> {
    match word.text.split_once('=') {
        Some(("moved", list)) => read_moved(variant, word, list, setup)?,
        Some(("passes", number)) => read_passes(word, number, setup)?,
        Some(("castled", letters)) => read_castled(variant, word, letters, setup)?,
        Some(("traded", name)) => read_traded(variant, word, name, setup)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// Reads a number of plies of a count.
fn read_plies(word: &Token<'_>, what: &str) -> Result<u16, FenError> {
    let number = read_number(word, what)?;
    u16::try_from(number).map_err(|_| {
        let message = format!("'{}' is no {what}", word.text);
        FenError::new(FenCode::Counter, word.span.clone(), message, format!("write a whole number up to {}", u16::MAX))
    })
}

/// Reads the checks left, `3+3`, or given, `+1+0`.
fn read_checks(variant: &Variant, word: &Token<'_>, setup: &mut Setup) -> Result<(), FenError> {
    let error = |message: String| {
        FenError::new(
            FenCode::Counter,
            word.span.clone(),
            message,
            "write the checks that are left, White's first, as in 3+3",
        )
    };
    let Some(all) = variant.checks_to_win() else {
        return Err(error(format!("{} does not count checks", variant.name)));
    };
    let number = |text: &str| text.parse::<u8>().map_err(|_| error(format!("'{}' are no checks", word.text)));
    let left = match word.text.strip_prefix('+').map(|given| given.split_once('+')) {
        Some(Some((white, black))) => {
            let left = |given: u8| {
                all.checked_sub(given).ok_or_else(|| error(format!("{given} checks were given, {all} win the game")))
            };
            [left(number(white)?)?, left(number(black)?)?]
        }
        Some(None) => return Err(error(format!("'{}' are no checks", word.text))),
        None => {
            let (white, black) = word.text.split_once('+').unwrap_or_default();
            [number(white)?, number(black)?]
        }
    };
    setup.checks_left = Some(left);
    Ok(())
}

/// Reads en-passant squares, without blanks between them: `e3`, `d6c5`.
fn read_en_passant(variant: &Variant, word: &Token<'_>, setup: &mut Setup) -> Result<(), FenError> {
    let error = |span, message: String, remedy: &str| FenError::new(FenCode::EnPassant, span, message, remedy);
    if variant.en_passant.is_none() {
        let message = format!("{} has no en passant", variant.name);
        return Err(error(word.span.clone(), message, "write '-'"));
    }
    let mut marked = None;
    let mut rest = word.text;
    while !rest.is_empty() {
        let start = word.span.end - rest.len();
        // The letters of a file, and the digits of a rank.
        let behind = rest.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let behind = behind.trim_start_matches(|c: char| c.is_ascii_digit());
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let length = (rest.len() - behind.len()).max(first);
        let (name, tail) = rest.split_at(length);
        let span = start..start + length;
        let square = variant
            .board
            .parse_square(name)
            .map_err(|e| error(span.clone(), e.to_string(), "write the squares that were passed, as in e3"))?;
        match setup.at(square) {
            None => setup.en_passant.push(square),
            Some(man) if man.side != setup.turn && variant.may_have_passed(man.kind) && marked.is_none() => {
                marked = Some(square);
            }
            Some(_) => {
                let message = format!("nothing can have passed {name}: it is occupied");
                return Err(error(span, message, "write '-', or the empty squares that were passed"));
            }
        }
        rest = tail;
    }
    setup.en_passant.sort_unstable();
    setup.en_passant.dedup();
    setup.en_passant_victim = marked.or_else(|| victim_behind(variant, setup));
    if setup.en_passant_victim.is_none() || setup.en_passant.is_empty() {
        let message = format!("no piece of {} can have passed {} just now", variant.name, word.text);
        return Err(error(
            word.span.clone(),
            message,
            "write '-', or the square behind a pawn of the side that has just moved",
        ));
    }
    Ok(())
}

/// Returns the victim of an en-passant capture that the text does not name: the nearest piece behind the passed
/// squares, as the side to move sees them, if it is an enemy that can be captured en passant.
fn victim_behind(variant: &Variant, setup: &Setup) -> Option<Square> {
    let back = if setup.turn == Side::White { -1 } else { 1 };
    let nearest = |&from: &Square| {
        let (file, rank) = (variant.board.file(from), variant.board.rank(from));
        let squares = (1..).map_while(|i| variant.board.at(file, rank + i * back));
        squares.take(variant.board.ranks()).find(|&s| setup.at(s).is_some())
    };
    let can_be = |&s: &Square| setup.at(s).is_some_and(|p| p.side != setup.turn && variant.may_have_passed(p.kind));
    setup.en_passant.iter().find_map(nearest).filter(can_be)
}

/// Writes a position in FEN.
pub(super) fn write(variant: &Variant, setup: &Setup) -> String {
    let board = &variant.board;
    // Room for a piece on each square, and for what follows the board.
    let mut text = String::with_capacity(board.area() + 64);
    board::write(&mut text, variant, setup);
    if variant.shows_hands() {
        text.push('[');
        held_text::write(&mut text, variant, setup, false);
        text.push(']');
    }
    text.push_str(if setup.turn == Side::White { " w " } else { " b " });
    let before = text.len();
    if variant.unmoved_field {
        write_unmoved(&mut text, variant, setup);
    } else {
        write_rights(&mut text, variant, setup);
    }
    text.push_str(if text.len() == before { "- " } else { " " });
    match setup.counted {
        Some(counted) => push_number(&mut text, u32::from(counted.limit)),
        None if setup.en_passant.is_empty() => text.push('-'),
        None => setup.en_passant.iter().for_each(|&square| board.push_name(&mut text, square)),
    }
    if let Some(victim) =
        setup.en_passant_victim.filter(|&v| setup.counted.is_none() && victim_behind(variant, setup) != Some(v))
    {
        board.push_name(&mut text, victim);
    }
    if let Some([white, black]) = setup.checks_left {
        let _ = write!(text, " {white}+{black}");
    }
    let clock = setup.counted.map_or(setup.halfmoves, |counted| u32::from(counted.plies));
    for number in [clock, setup.move_number] {
        text.push(' ');
        push_number(&mut text, number);
    }
    let named = if variant.unmoved_field { tracked(variant, setup) } else { Vec::new() };
    write_besides(&mut text, variant, setup, &named);
    write_traded(&mut text, variant, setup);
    text
}
