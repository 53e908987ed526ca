//! Hands in FEN and SFEN: in brackets, as a field, or as a further rank.

use crate::fen::error::{FenCode, FenError};
use crate::fen::letters::{Letters, no_piece, push_piece};
use crate::fen::words::{Token, push_number};
use crate::setup::{Placed, Setup};
use crate::units::KindId;
use crate::variant::Variant;
use betza_ir::geometry::Side;

/// The most pieces of a kind in one hand.
const HAND_LIMIT: u16 = u8::MAX as u16;

/// Reads hands in brackets, `[QNpp]`.
pub(crate) fn read_bracket(variant: &Variant, word: &Token<'_>, setup: &mut Setup) -> Result<(), FenError> {
    let inside = word.text.strip_prefix('[').and_then(|t| t.strip_suffix(']')).ok_or_else(|| {
        FenError::new(FenCode::Hand, word.span.clone(), "the hand's brackets do not close", "write it as [QNpp] or []")
    })?;
    read(variant, inside, word.span.start + 1, setup)
}

/// Reads letters, each with or without a number before it; `-` or nothing stands for no pieces. `start` is the place of
/// the text.
pub(crate) fn read(variant: &Variant, text: &str, start: usize, setup: &mut Setup) -> Result<(), FenError> {
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
        if !variant.shows_hands() {
            let message = format!("{} has no pieces in hand", variant.name);
            return Err(FenError::new(FenCode::Hand, span, message, "leave the hand out"));
        }
        let count: u16 = if digits == 0 { 1 } else { rest[..digits].parse().unwrap_or(u16::MAX) };
        // Where pieces may be dropped promoted, a hand holds the unpromoted piece, whichever letter names it.
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

/// Gives each side what it can hold at most where a text leaves the hands out of a game whose pieces promote from them:
/// what it holds at the start, without what its pieces on the board have become (docs/rules.md, R42). In other games
/// the hands are empty.
pub(crate) fn assume(variant: &Variant, setup: &mut Setup) -> Result<(), FenError> {
    // The start itself would ask for the start.
    if !variant.promotes_from_hands() || !variant.start.contains('[') {
        return Ok(());
    }
    setup.hands = super::placement(variant)?.hands;
    for man in setup.men.iter().flatten() {
        let held = &mut setup.hands[man.side.index()][man.kind.index()];
        *held = held.saturating_sub(1);
    }
    Ok(())
}

/// Empties the hands for a text that has them elsewhere than behind its board, which then tells nothing of them: what
/// was assumed ([`assume`]) does not hold.
pub(crate) fn empty_unless_told(variant: &Variant, text: &str, setup: &mut Setup) {
    let told = text.split_ascii_whitespace().next().is_some_and(|board| board.contains('['));
    if !told {
        setup.hands = Setup::empty(variant).hands;
    }
}

/// Adds the pieces in both hands to a text, White's first, in the order of the game's kinds: with counts before the
/// letters if `counted`, otherwise with one letter for each piece.
pub(crate) fn write(text: &mut String, variant: &Variant, setup: &Setup, counted: bool) {
    for side in Side::BOTH {
        for (i, &count) in setup.hands[side.index()].iter().enumerate() {
            let piece = Placed { side, kind: KindId::from_index(i), was: None };
            if counted && count > 1 {
                push_number(text, u32::from(count));
            }
            for _ in 0..if counted { count.min(1) } else { count } {
                push_piece(text, variant, piece);
            }
        }
    }
}

/// Reads hands between the side and castling, as cutechess writes them (`w Qn KQkq - 0 1`). They are there if three
/// fields stand between the side and the numbers. Returns the words that are left, after one word that stands for the
/// side.
pub(crate) fn read_field<'w, 't>(
    variant: &Variant,
    text: &str,
    words: &'w [Token<'t>],
    setup: &mut Setup,
) -> Result<&'w [Token<'t>], FenError> {
    let is_other = |w: &&Token<'_>| w.text.contains(['=', '+']) || w.text.bytes().all(|b| b.is_ascii_digit());
    let fields = words.iter().skip(1).take_while(|w| !is_other(w)).count();
    let (true, 3, [_, hand, ..]) = (variant.shows_hands(), fields, words) else { return Ok(words) };
    empty_unless_told(variant, text, setup);
    read(variant, hand.text, hand.span.start, setup)?;
    Ok(&words[1..])
}
