//! Which game, and which of its positions: the options that all commands about whole games share.

use crate::failure::Failure;
use crate::shell::quoted;
use crate::signals;
use betza_game::fen;
use betza_game::setup::Setup;
use betza_game::variant::Variant;
use betza_variants::exchange::Form;
use betza_variants::problem::Report;
use std::path::{Path, PathBuf};

/// A game by name or from a file, and a position of it.
#[derive(Clone, Debug, clap::Args)]
pub struct GameArgs {
    /// A built-in game, by name or alias (default: chess); not with --file or --ini
    #[arg(value_name = "VARIANT", conflicts_with_all = ["file", "ini"])]
    variant: Option<String>,
    /// The game from a file of its own: native, an Interactive Diagram's text, or XBoard's setup and piece lines
    #[arg(long, value_name = "VARIANT.toml", conflicts_with = "ini")]
    file: Option<PathBuf>,
    /// The game of a section of a file as Fairy-Stockfish's variants.ini
    #[arg(long, value_name = "FILE.ini:NAME")]
    ini: Option<String>,
    /// The position, FEN or SFEN (default: the game's start)
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
}

/// A game that was read, and a position of it.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The game.
    pub variant: Variant,
    /// The texts that it was read from: its own file, then its parents'. Warnings about them have been printed.
    pub report: Report,
    /// The position.
    pub setup: Setup,
}

impl Loaded {
    /// The position's canonical text.
    pub fn fen(&self) -> String {
        fen::write(&self.variant, &self.setup)
    }
}

impl GameArgs {
    /// The start of a game that other options name: at most one of the three.
    pub fn named(variant: Option<String>, file: Option<PathBuf>, ini: Option<String>) -> GameArgs {
        GameArgs { variant, file, ini, fen: None }
    }

    /// Reads the game and the position.
    ///
    /// # Errors
    /// What is wrong with either, with its place.
    pub fn load(&self) -> Result<Loaded, Failure> {
        let loaded = match (&self.file, &self.ini) {
            (Some(path), _) => read_file(path)?,
            (None, Some(section)) => read_section(section)?,
            (None, None) => betza_variants::find(self.variant.as_deref().unwrap_or("chess"))
                .map_err(|e| Failure::Input(e.to_string()))?,
        };
        crate::diagnostics::print_report(&loaded.warnings);
        position(loaded, self.fen.as_deref())
    }
}

/// A game with a position of it; the start position if none is given.
///
/// # Errors
/// [`Failure::Fen`].
pub fn position(loaded: betza_variants::Loaded, text: Option<&str>) -> Result<Loaded, Failure> {
    let betza_variants::Loaded { variant, warnings, .. } = loaded;
    let text = text.unwrap_or(&variant.start);
    let setup = fen::read(&variant, text).map_err(|error| Failure::Fen { text: text.to_owned(), error })?;
    Ok(Loaded { setup, report: warnings, variant })
}

impl GameArgs {
    /// The words of a command line that name the game, each with a blank behind.
    pub fn words(&self) -> String {
        match (&self.file, &self.ini, &self.variant) {
            (Some(file), _, _) => format!("--file {} ", quoted(&file.display().to_string())),
            (None, Some(section), _) => format!("--ini {} ", quoted(section)),
            (None, None, Some(name)) => format!("{} ", quoted(name)),
            (None, None, None) => String::new(),
        }
    }
}

fn read_file(path: &Path) -> Result<betza_variants::Loaded, Failure> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|e| Failure::Input(format!("{name}: {e}")))?;
    Form::of_file(path, &text).unwrap_or(Form::Toml).read(&name, &text).map_err(Failure::Game)
}

/// `FILE.ini:NAME`. The name has no colon, the file's path may.
fn read_section(section: &str) -> Result<betza_variants::Loaded, Failure> {
    let Some((path, name)) = section.rsplit_once(':').filter(|(path, name)| !path.is_empty() && !name.is_empty())
    else {
        let message = format!("--ini {section}: name the file and its section, as in --ini variants.ini:allexplosion");
        return Err(Failure::Usage(message));
    };
    let text = std::fs::read_to_string(path).map_err(|e| Failure::Input(format!("{path}: {e}")))?;
    betza_variants::read_ini(path, &text, name).map_err(Failure::Game)
}

/// What a library call that may be interrupted did not do.
impl From<betza_perft::PerftError> for Failure {
    fn from(error: betza_perft::PerftError) -> Failure {
        match error {
            betza_perft::PerftError::Stopped => signals::interrupted(),
            error => Failure::Input(error.to_string()),
        }
    }
}
