//! Games that were compiled lately: whoever opens one again does not wait for it.

use betza::{Game, LoadError};
use std::cell::RefCell;

/// How many are kept. Each takes between some kilobytes and, with the largest boards, 50 MB.
const KEPT: usize = 4;

/// What a game is made of.
pub(crate) enum Source<'a> {
    Builtin(&'a str),
    Toml(&'a str),
    Ini {
        text: &'a str,
        name: &'a str,
    },
    /// The game of another source with castling from any files ([`Game::with_any_castling_there_is`]).
    AnyCastling(&'a Source<'a>),
}

impl Source<'_> {
    fn read(&self) -> Result<Game, LoadError> {
        match self {
            Source::Builtin(name) => Game::builtin(name),
            Source::Toml(text) => Game::from_toml(text),
            Source::Ini { text, name } => Game::from_ini(text, name),
            Source::AnyCastling(source) => game(source)?.with_any_castling_there_is(),
        }
    }

    /// The text into which errors about it point.
    pub(crate) fn text(&self) -> &str {
        match self {
            Source::Builtin(text) | Source::Toml(text) | Source::Ini { text, .. } => text,
            Source::AnyCastling(source) => source.text(),
        }
    }

    /// The same as one text; no two sources have the same.
    fn key(&self) -> String {
        match self {
            Source::Builtin(name) => format!("builtin {name}"),
            Source::Toml(text) => format!("toml {text}"),
            Source::Ini { text, name } => format!("ini {name}\n{text}"),
            Source::AnyCastling(source) => format!("960 {}", source.key()),
        }
    }
}

thread_local! {
    /// By what they are made of, the last one used at the end.
    static GAMES: RefCell<Vec<(String, Game)>> = const { RefCell::new(Vec::new()) };
}

/// The game of a source, compiled unless it is kept.
///
/// # Errors
/// All that is wrong with it.
pub(crate) fn game(source: &Source<'_>) -> Result<Game, LoadError> {
    let key = source.key();
    let found = GAMES.with_borrow_mut(|games| {
        let at = games.iter().position(|(each, _)| *each == key)?;
        let found = games.remove(at);
        games.push(found.clone());
        Some(found.1)
    });
    if let Some(game) = found {
        return Ok(game);
    }
    let game = source.read()?;
    GAMES.with_borrow_mut(|games| {
        if games.len() == KEPT {
            games.remove(0);
        }
        games.push((key, game.clone()));
    });
    Ok(game)
}
