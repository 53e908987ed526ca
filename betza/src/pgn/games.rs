//! The games that the tag `Variant` names.

use crate::error::LoadError;
use crate::game::Game;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Names that no built-in game has, blanks and signs left out.
const OTHER_NAMES: [(&str, &str); 4] =
    [("fromposition", "chess"), ("gridchess", "grid"), ("great", "greatshatranj"), ("wildcastle", "chess")];

/// The games by their names, each compiled when it is first asked for. Copies share them.
///
/// A name is that of a built-in game or an alias of it, as Fairy-Stockfish, PyChess, Lichess, XBoard and Cute Chess
/// write them.
/// Case, blanks and signs do not matter (`King of the Hill`, `Three-check`), nor does the word "chess" at the end.
/// `960`
/// at the end means castling from any files (`Crazyhouse960`).
#[derive(Clone, Debug, Default)]
pub struct Games(Arc<Mutex<HashMap<String, Result<Game, LoadError>>>>);

impl Games {
    /// The built-in games.
    #[must_use]
    pub fn new() -> Games {
        Games::default()
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, Result<Game, LoadError>>> {
        // The table is whole between two statements, even if a thread panicked.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives a name to a game, in place of what has it.
    pub fn add(&self, name: &str, game: Game) {
        self.known().insert(squeezed(name), Ok(game));
    }

    /// The game with a name.
    ///
    /// # Errors
    /// As [`Game::builtin`].
    pub fn find(&self, name: &str) -> Result<Game, LoadError> {
        // Compiling under the lock keeps other threads from compiling the same game.
        self.known().entry(squeezed(name)).or_insert_with(|| load(name)).clone()
    }
}

/// A name without case, blanks and signs.
fn squeezed(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A built-in game by any of its names.
fn builtin(name: &str, squeezed_name: &str) -> Result<Game, LoadError> {
    let other = OTHER_NAMES.into_iter().find(|(other, _)| *other == squeezed_name).map(|(_, name)| name);
    if let Some(other) = other {
        return Game::builtin(other);
    }
    let same = Game::names().find(|builtin| squeezed(builtin) == squeezed_name);
    let shorter = squeezed_name.strip_suffix("chess").filter(|rest| !rest.is_empty());
    Game::builtin(same.unwrap_or(name.trim()))
        .or_else(|error| Game::builtin(squeezed_name).map_err(|_| error))
        .or_else(|error| Game::builtin(shorter.unwrap_or(squeezed_name)).map_err(|_| error))
}

fn load(name: &str) -> Result<Game, LoadError> {
    let squeezed_name = squeezed(name);
    builtin(name, &squeezed_name).or_else(|error| {
        let base = squeezed_name.strip_suffix("960").filter(|base| !base.is_empty()).ok_or_else(|| error.clone())?;
        let base = builtin(base, base).map_err(|_| error)?;
        Game::from_toml(&format!(
            "format = 1\nparent = \"{0}\"\nname = \"{0}960\"\ntitle = \"{1} (960)\"\n\n[castling]\nany_files = true\n",
            base.name(),
            base.title()
        ))
    })
}
