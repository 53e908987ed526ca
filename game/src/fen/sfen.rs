//! The fields of SFEN after the board: the side (`b` plays first), the hands with counts, and the number of the
//! ply, which the program of the USI protocol counts from 1 (<http://shogidokoro.starfree.jp/usi.html>).
//!
//! In games with pieces that may not be traded, the field of the hands may hold a square instead, as Lishogi writes it:
//! that on which the last move captured such a piece ([`Setup::traded`]). Its file is counted from the right, and its
//! rank is a letter from the top, `8j`.

use super::fields::read_besides;
use super::{FenCode, FenError, Token, board, read_number, read_turn, write_besides, write_traded};
use crate::fen::hands as held_text;
use crate::setup::Setup;
use crate::variant::Variant;
use betza_ir::geometry::{Side, Square};
use std::fmt::Write as _;

/// Returns whether the fields look like SFEN: there is no bracket, there are at most four fields, and the third has the
/// hands.
pub(super) fn looks_like(words: &[Token<'_>]) -> bool {
    let plain = words.iter().all(|w| !w.text.contains('['));
    let fields = words.iter().filter(|w| !is_named(w)).count();
    let held = |w: &Token<'_>| w.text == "-" || w.text.contains(|c: char| c.is_alphabetic());
    plain && fields <= 4 && words.get(2).is_none_or(held)
}

/// Returns whether a field is named, as in `moved=a1`.
fn is_named(word: &Token<'_>) -> bool {
    word.text.contains('=')
}

/// Reads the fields after the board; `words` has them, and `text` is the whole text.
pub(super) fn read(variant: &Variant, text: &str, words: &[Token<'_>], setup: &mut Setup) -> Result<(), FenError> {
    setup.turn = read_turn(words.first(), text.len(), 'b')?;
    let mut rest = words.get(1..).unwrap_or_default();
    if let [word, tail @ ..] = rest
        && !is_named(word)
    {
        if names_square(variant, word.text) {
            setup.traded = Some(traded_square(variant, word)?);
        } else {
            held_text::empty_unless_told(variant, text, setup);
            held_text::read(variant, word.text, word.span.start, setup)?;
        }
        rest = tail;
    }
    let mut numbered = false;
    for word in rest {
        if read_besides(variant, word, setup)? {
            continue;
        }
        if numbered {
            let message = format!("'{}' is one field too many", word.text);
            let remedy = "an SFEN has a board, a side, hands and the number of the ply";
            return Err(FenError::new(FenCode::UnknownField, word.span.clone(), message, remedy));
        } else {
            setup.set_half_moves(u64::from(read_number(word, "number of the ply")?) + 1);
            numbered = true;
        }
    }
    Ok(())
}

/// Returns whether the field of the hands holds a square instead: a number and a letter.
fn names_square(variant: &Variant, text: &str) -> bool {
    let file = text.trim_end_matches(|c: char| c.is_ascii_lowercase());
    variant.trading.is_some() && text.len() == file.len() + 1 && file.starts_with(|c: char| c.is_ascii_digit())
}

/// Reads the square in the field of the hands.
fn traded_square(variant: &Variant, word: &Token<'_>) -> Result<Square, FenError> {
    let board = &variant.board;
    let (file, rank) = word.text.split_at(word.text.len() - 1);
    let rank = board.ranks() as i32 - 1 - i32::from(rank.as_bytes()[0] - b'a');
    let file = file.parse::<u8>().ok().map(|file| board.files() as i32 - i32::from(file));
    file.and_then(|file| board.at(file, rank)).ok_or_else(|| {
        let message = format!("'{}' is no square of {}", word.text, variant.name);
        let remedy = "count the file from the right and the rank as a letter from the top, as in 8j";
        FenError::new(FenCode::UnknownField, word.span.clone(), message, remedy)
    })
}

/// Writes a square for the field of the hands.
fn traded_text(variant: &Variant, square: Square) -> String {
    let board = &variant.board;
    let rank = board.ranks() as i32 - 1 - board.rank(square);
    format!("{}{}", board.files() as i32 - board.file(square), (b'a' + rank as u8) as char)
}

/// Returns whether SFEN can express everything in this position.
pub(super) fn can_say(setup: &Setup) -> bool {
    setup.castling.is_empty()
        && setup.en_passant.is_empty()
        && setup.keeps_no_first_moves()
        && setup.checks_left.is_none()
        && setup.halfmoves == 0
        && setup.counted.is_none()
}

/// Writes a position in SFEN.
pub(super) fn write(variant: &Variant, setup: &Setup) -> String {
    let mut text = String::with_capacity(variant.board.area() + 64);
    board::write(&mut text, variant, setup);
    text.push_str(if setup.turn == Side::White { " b " } else { " w " });
    let before = text.len();
    // With counts, hands such as `2p` could look like a square.
    held_text::write(&mut text, variant, setup, variant.trading.is_none());
    // The square of a trade stands in the field of the hands if they are empty.
    let is_empty = text.len() == before;
    if is_empty {
        text.push_str(&setup.traded.map_or_else(|| "-".to_owned(), |square| traded_text(variant, square)));
    }
    let _ = write!(text, " {}", setup.half_moves().saturating_sub(1));
    write_besides(&mut text, variant, setup, &[]);
    if !is_empty {
        write_traded(&mut text, variant, setup);
    }
    text
}
