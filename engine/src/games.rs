//! The games that the engine plays: those built in, and those of files.

use betza::{Game, LoadError};
use std::path::Path;

/// What stands between paths. Under Windows a path has a colon after the letter of its drive.
const SEPARATORS: &[char] = if cfg!(windows) { &[';'] } else { &[';', ':'] };

/// Games read from files, which come before those that are built in.
#[derive(Default)]
pub struct Games {
    files: Vec<File>,
}

/// A file with games.
enum File {
    /// One game in the native format, with its name.
    Toml { name: String, text: String },
    /// The sections of a `variants.ini`.
    Ini { names: Vec<String>, text: String },
}

impl Games {
    /// Reads files instead of those read before: paths with `;` between, or with `:` where that is no part of a path
    /// (not under Windows); none in an empty text or `<empty>`. Gives the names of the games in them.
    ///
    /// # Errors
    /// What cannot be read, with the file.
    pub fn read(&mut self, paths: &str) -> Result<Vec<String>, String> {
        let is_path = |path: &&str| !path.trim().is_empty() && *path != "<empty>";
        let read = paths.split(SEPARATORS).filter(is_path).map(|path| File::read(path.trim()));
        self.files = read.collect::<Result<_, _>>()?;
        Ok(self.files.iter().flat_map(File::names).collect())
    }

    /// The names of all games, those of files first.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.files.iter().flat_map(File::names).collect();
        let others: Vec<String> = Game::names().map(str::to_owned).filter(|name| !names.contains(name)).collect();
        names.extend(others);
        names
    }

    /// A game by name. With `any_castling`, kings and rooks castle from wherever they stand at the start (chess960), if
    /// the game has castling.
    ///
    /// # Errors
    /// Why there is none.
    pub fn find(&self, name: &str, any_castling: bool) -> Result<Game, String> {
        let file = self.files.iter().rev().find(|file| file.names().iter().any(|known| known == name));
        let game = file.map_or_else(|| Game::builtin(name), |file| file.game(name));
        let game = if any_castling { game.and_then(|game| game.with_any_castling_there_is()) } else { game };
        game.map_err(|error| error.to_string())
    }
}

impl File {
    fn read(path: &str) -> Result<File, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        let is_toml = Path::new(path).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
        if is_toml {
            let name = Game::from_toml(&text).map_err(|error| format!("{path}: {error}"))?.name().to_owned();
            return Ok(File::Toml { name, text });
        }
        let names = Game::ini_names(&text);
        if names.is_empty() {
            return Err(format!("{path}: it has no section like [name:parent]"));
        }
        Ok(File::Ini { names, text })
    }

    fn names(&self) -> Vec<String> {
        match self {
            File::Toml { name, .. } => vec![name.clone()],
            File::Ini { names, .. } => names.clone(),
        }
    }

    fn game(&self, name: &str) -> Result<Game, LoadError> {
        match self {
            File::Toml { text, .. } => Game::from_toml(text),
            File::Ini { text, .. } => Game::from_ini(text, name),
        }
    }
}
