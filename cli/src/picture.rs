//! Pictures of positions, and files for pictures.

use crate::failure::Failure;
use crate::game::Loaded;
use betza::Game;
use std::path::Path;

/// The position as SVG.
///
/// # Errors
/// For games that do not compile.
pub fn position(loaded: &Loaded) -> Result<String, Failure> {
    let wrong = |e: &dyn std::fmt::Display| Failure::Input(e.to_string());
    let game = Game::from_variant(&loaded.variant).map_err(|e| wrong(&e))?;
    // A picture may show what no game can reach.
    let (position, _) = game.position_lenient(&loaded.fen()).map_err(|e| wrong(&e))?;
    Ok(position.svg())
}

/// Writes a file.
///
/// # Errors
/// If it cannot be written; the file is named.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    bytes(path, text.as_bytes())
}

/// Writes a file that is no text.
///
/// # Errors
/// As [`write`].
pub fn bytes(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes).map_err(|e| Failure::Input(format!("{}: {e}", path.display())))
}
