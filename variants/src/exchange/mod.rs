//! Forms in which games are passed around: XBoard's `setup` and `piece` lines ([`cecp`]), the text of an Interactive
//! Diagram ([`diagram`]), and sections of a `variants.ini` ([`ini`]). They say less than the native format. Reading
//! fills in what the form implies; writing tells what it could not say.

pub mod cecp;
pub mod diagram;
mod difference;
mod draft;
mod english;
mod first_moves;
mod form;
pub mod ini;
mod noted;

use self::difference::Apart;
use crate::game::Loaded;
use crate::problem::Report;
use betza_game::fen;
use betza_game::variant::{Flavour, Variant};
use betza_ir::Piece;
use betza_notation::Dialect;
pub use form::Form;

/// A game in another form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The text.
    pub text: String,
    /// The rules that the form has no words for.
    pub unsaid: Vec<String>,
}

/// The notation of a kind in `xbetza`, with the castling that the game has.
fn xbetza(piece: &Piece, name: &str, unsaid: &mut Vec<String>) -> Option<String> {
    match betza_notation::write(piece, Dialect::Xbetza) {
        Ok(text) => Some(text),
        Err(d) => {
            unsaid.push(format!("the moves of {name}: {}", d.message));
            None
        }
    }
}

/// Writes the start of a game in the plain form of FEN, whatever form the game's own texts have.
fn plain_start(game: &mut Variant) {
    if let Ok(start) = fen::read(game, &game.start) {
        game.flavour = Flavour::Fen;
        game.start = fen::write(game, &start);
    }
}

/// A game in the words of a form that has notations in `xbetza` and little else, and what these words do not say.
fn sayable(variant: &Variant) -> (Variant, Vec<String>) {
    let mut game = difference::without_idle(variant.clone());
    plain_start(&mut game);
    let unsaid = first_moves::bound_to_pieces(&mut game);
    noted::note(&mut game);
    (game, unsaid)
}

/// What a game has lost by being written: why the text cannot be read, or what is told of it and what it says
/// otherwise.
fn lost(game: &Variant, read: Result<Loaded, Report>, apart: &Apart) -> Vec<String> {
    let messages = |report: Report| report.problems.into_iter().map(|problem| problem.message);
    match read {
        Ok(Loaded { mut variant, warnings, .. }) => {
            plain_start(&mut variant);
            messages(warnings).chain(difference::between(game, variant, apart)).collect()
        }
        Err(report) => messages(report).collect(),
    }
}
