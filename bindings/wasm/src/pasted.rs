//! What a text that somebody pastes is: a game in some form, a position, a piece.

use crate::json;
use crate::kept::{self, Source};
use betza::movegen::fen;
use betza::{Dialect, Game, Piece};
use betza_variants::exchange::Form;
use betza_variants::problem::Report;
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// What a text was taken for. `what` is `game`, `sections`, `position`, `piece` or `nothing`.
#[derive(Default, Serialize)]
struct Taken {
    what: &'static str,
    /// In words.
    said: String,
    /// Of a game: its text in the native format, complete.
    toml: Option<String>,
    /// Of several sections: their names.
    names: Vec<String>,
    /// Of a position: the game whose it is, and its text.
    game: Option<String>,
    fen: Option<String>,
    /// Of a piece: the dialects that read it.
    dialects: Vec<&'static str>,
    /// Why it is not read, a line each.
    errors: Vec<String>,
}

/// What a text is: `{what, said, ...}`. A position is tried in the game of this name first.
///
/// # Errors
/// None that can happen; a text that is nothing is said to be so.
#[wasm_bindgen]
pub fn pasted(text: &str, game: &str) -> Result<String, JsError> {
    let text = text.trim();
    let taken = match Form::of(text) {
        Some(form) => a_game(form, text),
        None => a_position(text, game).or_else(|| a_piece(text)).unwrap_or_else(|| nothing(text)),
    };
    json(&taken)
}

fn a_game(form: Form, text: &str) -> Taken {
    let said = form.name().to_owned();
    if form == Form::Ini {
        let names = betza_variants::ini_sections(text);
        if !names.is_empty() {
            return Taken { what: "sections", said, names, ..Taken::default() };
        }
    }
    match form.read("pasted", text) {
        Ok(loaded) => {
            // A game file keeps its own words; others are written anew.
            let toml = if form == Form::Toml { text.to_owned() } else { betza_variants::write_toml(&loaded.variant) };
            Taken { what: "game", said, toml: Some(toml), errors: lines(&loaded.warnings), ..Taken::default() }
        }
        Err(report) => Taken { what: "game", said, errors: lines(&report), ..Taken::default() },
    }
}

/// The problems of a report, a line each.
fn lines(report: &Report) -> Vec<String> {
    report.to_string().lines().map(str::to_owned).collect()
}

/// A position of the game at hand, else of one that reads it, those with chess's names first.
fn a_position(text: &str, at_hand: &str) -> Option<Taken> {
    let board = text.split_whitespace().next()?;
    let is_pdn = text.contains(":W") && text.contains(":B");
    if !board.contains('/') && !is_pdn {
        return None;
    }
    let mut games = vec![at_hand, "chess", "xiangqi", "shogi", "crazyhouse"];
    for name in Game::names() {
        games.push(name);
    }
    // Most games cannot have a position with such a board: they need not be compiled to see it.
    let could = |name: &str| betza_variants::find(name).is_ok_and(|found| fen::read(&found.variant, text).is_ok());
    let compiled = |name: &str| kept::game(&Source::Builtin(name));
    let reads = |name: &&&str| could(name) && compiled(name).is_ok_and(|game| game.position(text).is_ok());
    if let Some(name) = games.iter().find(reads) {
        let said = format!("a position of {name}");
        return Some(Taken {
            what: "position",
            said,
            game: Some((*name).to_owned()),
            fen: Some(text.to_owned()),
            ..Taken::default()
        });
    }
    let why = compiled(at_hand).ok().and_then(|game| game.position(text).err());
    let errors = vec![why.map_or_else(|| "no built-in game has such a position".to_owned(), |e| e.to_string())];
    Some(Taken {
        what: "position",
        said: "a position, which no built-in game reads".to_owned(),
        errors,
        ..Taken::default()
    })
}

fn a_piece(text: &str) -> Option<Taken> {
    if text.contains(char::is_whitespace) || text.len() > 400 {
        return None;
    }
    let reads = |dialect: &Dialect| Piece::read(text, *dialect).is_ok();
    let dialects: Vec<&str> = Dialect::ALL.into_iter().filter(reads).map(Dialect::id).collect();
    (!dialects.is_empty()).then(|| Taken {
        what: "piece",
        said: format!("a piece in {}", dialects.join(", ")),
        dialects,
        ..Taken::default()
    })
}

fn nothing(text: &str) -> Taken {
    let known =
        "a game file, a variants.ini, an Interactive Diagram's text, XBoard's setup and piece lines, a FEN, a notation";
    let mut errors = vec![format!("this is none of the forms that are known: {known}")];
    if !text.contains(char::is_whitespace) {
        let found = Piece::read(text, Dialect::Xbetza).err();
        errors.extend(found.map(|e| format!("as a notation in xbetza: {e}")));
    }
    Taken { what: "nothing", said: "nothing that is known".to_owned(), errors, ..Taken::default() }
}
