//! Positions as text: FEN in the forms that programs write, SFEN, and PDN for draughts.
//!
//! Beyond the FEN of chess, these are read:
//!
//! - numbers of empty squares over 9, and `*` for holes and walls;
//! - promoted pieces, `+P` and `Q~`; other letters for the same piece ([`Kind::synonyms`]); pieces of several letters
//!   in parentheses, `(Kn)`;
//! - hands in brackets, as a further rank (old crazyhouse), or as a field (`[Qn]` before the side, `Qn` or `-` behind
//!   it);
//! - castling rights as `KQkq`, with `K` for the outermost partner (X-FEN), or as files (Shredder-FEN); the rights of
//!   Seirawan chess in the same field;
//! - several en-passant squares; an occupied one among them names the victim (as Fairy-Stockfish writes berolina's
//!   `d6c5`);
//! - checks left (`3+3`) or given (`+0+0`), before or after the counters;
//! - in games that count moves against a side, the limit for en passant and the plies counted for half moves
//!   ([`Setup::counted`]);
//! - `moved=a1,h1` for what the board does not show ([`Setup::moved`]), `passes=1` for passes just made
//!   ([`Setup::passes`]), `castled=K` for castling that wins ([`Setup::castled`]), and `traded=e3` for what the last
//!   move captured ([`Setup::traded`]).
//!
//! Castling, en passant and the counters may be left out. What is written reads back to an equal [`Setup`].
//!
//! [`Kind::synonyms`]: crate::variant::Kind::synonyms

mod board;
pub(crate) mod error;
mod fields;
pub(crate) mod hands;
pub(crate) mod letters;
mod pdn;
mod rights;
mod sfen;
pub(crate) mod words;

use crate::setup::Setup;
use crate::variant::{EndRule, Flavour, Variant};
use betza_ir::geometry::{Side, Square};
pub use error::{FenCode, FenError};
pub use pdn::{is_pdn, numbered_squares};
use words::{Token, tokens};

/// Reads a position of a game, and finds out in which notation it is. A text that begins with `W:` or `B:` is PDN. In a
/// game whose flavour is SFEN, a text with no more than a board, a side, hands that are not in brackets and a number is
/// SFEN. Everything else is FEN.
///
/// # Errors
/// The first error, with its place in the text.
pub fn read(variant: &Variant, text: &str) -> Result<Setup, FenError> {
    if is_pdn(text) {
        return read_as(variant, text, Flavour::Pdn);
    }
    let sfen = variant.flavour == Flavour::Sfen && sfen::looks_like(&tokens(text));
    read_as(variant, text, if sfen { Flavour::Sfen } else { Flavour::Fen })
}

/// Reads a position in this notation.
///
/// # Errors
/// The first error, with its place in the text.
pub fn read_as(variant: &Variant, text: &str, flavour: Flavour) -> Result<Setup, FenError> {
    if flavour == Flavour::Pdn {
        return pdn::read(variant, text);
    }
    let words = tokens(text);
    let [placement, rest @ ..] = &words[..] else {
        return Err(FenError::new(
            FenCode::Missing,
            0..0,
            "there is no board",
            "write the ranks from the top, joined by '/'",
        ));
    };
    let mut setup = Setup::empty(variant);
    board::read(variant, placement, &mut setup)?;
    match flavour {
        Flavour::Fen | Flavour::Pdn => fields::read(variant, text, rest, &mut setup)?,
        Flavour::Sfen => sfen::read(variant, text, rest, &mut setup)?,
    }
    Ok(setup)
}

/// Writes a position in the game's own flavour.
#[must_use]
pub fn write(variant: &Variant, setup: &Setup) -> String {
    write_as(variant, setup, variant.flavour)
}

/// Writes a position that was played to, in the game's own flavour. Half moves that no rule counts are left out where
/// the flavour is SFEN, which has no field for them: positions of shogi stay in SFEN.
#[must_use]
pub fn write_played(variant: &Variant, mut setup: Setup) -> String {
    if variant.flavour == Flavour::Sfen && variant.results.move_rule.is_none() {
        setup.halfmoves = 0;
    }
    write(variant, &setup)
}

/// Writes a position in this notation. A position with something for which SFEN or PDN have no field (castling, en
/// passant, first moves, checks) is written in FEN.
#[must_use]
pub fn write_as(variant: &Variant, setup: &Setup, flavour: Flavour) -> String {
    match flavour {
        Flavour::Sfen if sfen::can_say(setup) => sfen::write(variant, setup),
        Flavour::Pdn if pdn::can_say(variant, setup) => pdn::write(variant, setup),
        _ => fields::write(variant, setup),
    }
}

/// Returns the board and the hands of a game's start position, without its other fields.
///
/// # Errors
/// The first error in the start position, with its place.
pub fn placement(variant: &Variant) -> Result<Setup, FenError> {
    let mut setup = Setup::empty(variant);
    match tokens(&variant.start).first() {
        Some(word) => board::read(variant, word, &mut setup)?,
        None => return Err(FenError::new(FenCode::Missing, 0..0, "the game has no start", "give it one")),
    }
    Ok(setup)
}

/// Reads the side to move. `first` is the letter of the first player, who has the capitals: `w` in FEN, `b` in SFEN.
/// `end` is the end of the text, where an error is if the field is missing.
fn read_turn(word: Option<&Token<'_>>, end: usize, first: char) -> Result<Side, FenError> {
    let second = if first == 'w' { 'b' } else { 'w' };
    let remedy = format!("write '{first}' for the first player or '{second}' for the second");
    let Some(word) = word else {
        return Err(FenError::new(FenCode::Missing, end..end, "the side to move is missing", remedy));
    };
    match word.text {
        t if t.chars().eq([first]) => Ok(Side::White),
        t if t.chars().eq([second]) => Ok(Side::Black),
        t => Err(FenError::new(FenCode::UnknownField, word.span.clone(), format!("'{t}' is no side to move"), remedy)),
    }
}

/// Reads a number without sign; `what` names it in errors.
fn read_number(word: &Token<'_>, what: &str) -> Result<u32, FenError> {
    word.text.parse().map_err(|_| {
        FenError::new(
            FenCode::Counter,
            word.span.clone(),
            format!("'{}' is no {what}", word.text),
            format!("write a whole number up to {}", u32::MAX),
        )
    })
}

/// Reads the field `moved=a1,h1`, of which `list` is the part after the `=`.
fn read_moved(variant: &Variant, word: &Token<'_>, list: &str, setup: &mut Setup) -> Result<(), FenError> {
    let mut at = word.span.end - list.len();
    for name in list.split(',') {
        let span = at..at + name.len();
        let square = variant.board.parse_square(name).map_err(|e| {
            FenError::new(
                FenCode::UnknownField,
                span,
                e.to_string(),
                "write squares joined by commas, as in moved=a1,h1",
            )
        })?;
        setup.moved.push(square);
        at += name.len() + 1;
    }
    setup.moved.sort_unstable();
    setup.moved.dedup();
    Ok(())
}

/// Reads the field `passes=1`, of which `number` is the part after the `=`.
fn read_passes(word: &Token<'_>, number: &str, setup: &mut Setup) -> Result<(), FenError> {
    setup.passes = match number {
        "0" => 0,
        "1" => 1,
        "2" => 2,
        _ => {
            let message = format!("'{}' is no number of passes made", word.text);
            return Err(FenError::new(FenCode::UnknownField, word.span.clone(), message, "write passes=1 or passes=2"));
        }
    };
    Ok(())
}

/// Reads the field `traded=e3`, of which `name` is the part after the `=`.
fn read_traded(variant: &Variant, word: &Token<'_>, name: &str, setup: &mut Setup) -> Result<(), FenError> {
    let refuse =
        |message: String, remedy: &str| FenError::new(FenCode::UnknownField, word.span.clone(), message, remedy);
    if variant.trading.is_none() {
        let message = format!("{} has no pieces that may not be traded", variant.name);
        return Err(refuse(message, "leave the field out"));
    }
    let square = variant.board.parse_square(name);
    let square = square.map_err(|e| refuse(e.to_string(), "name the square of the last capture, as in traded=e3"))?;
    setup.traded = Some(square);
    Ok(())
}

/// Reads the field `castled=Kq`, of which `letters` is the part after the `=`.
fn read_castled(variant: &Variant, word: &Token<'_>, letters: &str, setup: &mut Setup) -> Result<(), FenError> {
    let refuse =
        |message: String, remedy: &str| Err(FenError::new(FenCode::UnknownField, word.span.clone(), message, remedy));
    if !variant.ends.iter().any(|end| matches!(end, EndRule::Castled(_))) {
        return refuse(format!("{} is not won by castling", variant.name), "leave the field out");
    }
    for letter in letters.chars() {
        match CASTLED.find(letter) {
            Some(right) => setup.castled |= 1 << right,
            None => return refuse(format!("'{letter}' is no way to castle"), "write some of KQkq, as in castled=K"),
        }
    }
    Ok(())
}

/// The letters of castling rights, by their numbers.
const CASTLED: &str = "KQkq";

/// Adds the fields `moved=`, `passes=` and `castled=` where they are needed, each after a blank. `named` has squares
/// about which another field says whether they have moved.
fn write_besides(text: &mut String, variant: &Variant, setup: &Setup, named: &[Square]) {
    let moved = setup.moved.iter().filter(|s| !named.contains(s));
    for (i, &square) in moved.enumerate() {
        text.push_str(if i == 0 { " moved=" } else { "," });
        variant.board.push_name(text, square);
    }
    if setup.passes > 0 {
        text.push_str(" passes=");
        words::push_number(text, u32::from(setup.passes));
    }
    if setup.castled != 0 {
        text.push_str(" castled=");
        text.extend(CASTLED.char_indices().filter(|(right, _)| setup.castled >> right & 1 != 0).map(|(_, c)| c));
    }
}

/// Adds the field `traded=` where it is needed, after a blank.
fn write_traded(text: &mut String, variant: &Variant, setup: &Setup) {
    if let Some(square) = setup.traded {
        text.push_str(" traded=");
        variant.board.push_name(text, square);
    }
}
