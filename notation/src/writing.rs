//! What the writers of all dialects share: the error for what a dialect cannot express, and the check that a text reads
//! back as the same piece.

use crate::{Code, Diagnostic, Dialect, LENGTH_LIMIT, read_as};
use betza_ir::geometry::Vector;
use betza_ir::{Acts, Landing, Leg, Modes, Piece, Steps, Transit, Victims, Wrap};

/// The error for something that a dialect cannot express.
#[must_use]
pub fn cannot(dialect: Dialect, what: &str) -> Diagnostic {
    Diagnostic::error(
        Code::CannotSay,
        0..0,
        format!("`{dialect}` cannot say {what}"),
        "choose a dialect that can, or change the piece",
    )
}

/// What a dialect cannot express of the square between two legs.
#[must_use]
pub fn between(onward: Transit) -> &'static str {
    let acts = onward.empty | onward.friend | onward.foe;
    match onward {
        _ if acts.contains(Acts::SWAP) => "that a captured piece is put down on the way",
        _ if !onward.off.is_empty() => "a leg that leaves the board",
        _ if !onward.victims.is_empty() => "which pieces are captured between two legs",
        Transit::FOE => "a hop over enemies only",
        Transit::FRIEND => "a hop over friends only",
        Transit::OCCUPIED => "a hop between two legs",
        Transit::ANY => "two legs whatever stands between them",
        Transit::TAKE_ANY => "that a piece of either side is captured between two legs",
        Transit { friend: Acts::TAKE, .. } => "that friends are captured between two legs",
        _ => "this condition for the square between two legs",
    }
}

/// What a dialect without words for it cannot express of how a move ends.
#[must_use]
pub fn ending(landing: Landing) -> &'static str {
    let Landing { modes, victims } = landing;
    match landing {
        _ if modes.contains(Modes::EN_PASSANT) => "captures en passant",
        _ if modes.contains(Modes::SWAP) => "that a captured piece is put down again",
        _ if victims.intersects(Victims::ROYAL | Victims::NOT_ROYAL) => "which victims are royal",
        _ if !victims.is_empty() => "which victims have moved",
        _ if modes.contains(Modes::DESTROY) => "captures of its own side",
        _ => "this way to end a move",
    }
}

/// What most dialects cannot express of a leg.
#[must_use]
pub fn unusual(leg: &Leg) -> Option<&'static str> {
    let Steps::Turns(turns) = &leg.steps else { return Some("a leap to any square") };
    let stays = turns.iter().flat_map(|turn| &turn.courses).any(|course| course.0.contains(&Vector::ZERO));
    match leg {
        _ if stays => Some("a turn pass"),
        Leg { wrap: Wrap::Torus, .. } => Some("a board whose top and bottom are joined"),
        Leg { unloads: true, .. } => Some("that a captured piece is put down again"),
        Leg { skips_first: true, .. } => Some("a ride whose first square does not matter"),
        _ if leg.steps.bends() => Some("a ride that turns like this"),
        _ => None,
    }
}

/// The text that a writer has found, if it reads back as the piece that it was written for.
///
/// # Errors
/// [`Code::CannotSay`].
pub fn checked(text: String, piece: &Piece, dialect: Dialect) -> Result<String, Diagnostic> {
    if text.len() > LENGTH_LIMIT {
        return Err(cannot(dialect, &format!("this in {LENGTH_LIMIT} bytes")));
    }
    match read_as(&text, dialect) {
        Ok(reading) if reading.piece == *piece => Ok(text),
        _ => Err(cannot(dialect, "this combination of conditions")),
    }
}
