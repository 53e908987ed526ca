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
/// `960` at the end means castling from any files (`Crazyhouse960`), in games that were added as well.
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

    /// Gives a name to a game, in place of what has it. What was found before by that name and `960` stays.
    pub fn add(&self, name: &str, game: Game) {
        self.known().insert(squeezed(name), Ok(game));
    }

    /// The game with a name.
    ///
    /// # Errors
    /// As [`Game::builtin`], and with `960` at the end [`Game::with_any_castling`].
    pub fn find(&self, name: &str) -> Result<Game, LoadError> {
        // Compiling under the lock keeps other threads from compiling the same game.
        let (mut known, key) = (self.known(), squeezed(name));
        if let Some(found) = known.get(&key) {
            return found.clone();
        }
        let shuffled = key.strip_suffix("960").filter(|base| !base.is_empty());
        let found = builtin(name, &key).or_else(|error| {
            let base = shuffled.ok_or_else(|| error.clone())?;
            let base = known.get(base).cloned().unwrap_or_else(|| builtin(base, base)).map_err(|_| error)?;
            base.with_any_castling()
        });
        known.insert(key, found.clone());
        found
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
