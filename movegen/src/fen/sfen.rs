//! Shogi's fields: the side (`b` plays first), the hands with counts, the move number.

use super::{FenCode, FenError, Token, board, read_moved, read_number, read_passes, read_turn, write_besides};
use crate::rules::Variant;
use crate::setup::Setup;
use betza_compile::geometry::Side;

/// Whether the fields are those of SFEN: no bracket, no more than four fields, the third of them a hand.
pub(super) fn looks_like(words: &[Token<'_>]) -> bool {
    let plain = words.iter().all(|w| !w.text.contains('['));
    let fields = words.iter().filter(|w| !is_named(w)).count();
    let hand = |w: &Token<'_>| w.text == "-" || w.text.contains(|c: char| c.is_alphabetic());
    plain && fields <= 4 && words.get(2).is_none_or(hand)
}

fn is_named(word: &Token<'_>) -> bool {
    word.text.contains('=')
}

pub(super) fn read(variant: &Variant, text: &str, words: &[Token<'_>], setup: &mut Setup) -> Result<(), FenError> {
    setup.turn = read_turn(words.first(), text.len(), 'b')?;
    let mut rest = words.get(1..).unwrap_or_default();
    if let [word, tail @ ..] = rest
        && !is_named(word)
    {
        board::read_hand(variant, word.text, word.span.start, setup)?;
        rest = tail;
    }
    let mut numbered = false;
    for word in rest {
        if let Some(list) = word.text.strip_prefix("moved=") {
            read_moved(variant, word, list, setup)?;
        } else if let Some(number) = word.text.strip_prefix("passes=") {
            read_passes(word, number, setup)?;
        } else if numbered {
            let message = format!("'{}' is one field too many", word.text);
            let remedy = "an SFEN has a board, a side, hands and a move number";
            return Err(FenError::new(FenCode::UnknownField, word.span.clone(), message, remedy));
        } else {
            setup.move_number = read_number(word, "move number")?;
            numbered = true;
        }
    }
    Ok(())
}

/// Whether SFEN has fields for everything in this position.
pub(super) fn can_say(setup: &Setup) -> bool {
    setup.castling.is_empty()
        && setup.en_passant.is_empty()
        && setup.gating.is_empty()
        && setup.checks_left.is_none()
        && setup.halfmoves == 0
}

pub(super) fn write(variant: &Variant, setup: &Setup) -> String {
    let hands = board::write_hands(variant, setup, true);
    let turn = if setup.turn == Side::White { 'b' } else { 'w' };
    let hands = if hands.is_empty() { "-" } else { &hands };
    let text = format!("{} {turn} {hands} {}", board::write(variant, setup), setup.move_number);
    text + &write_besides(variant, setup, &[])
}
