//! Making a run.

use crate::RunError;
use crate::files::{about, write_whole};
use crate::folder::{Folder, add_up, definition, manifest, read_back, write_manifest, write_units};
use betza_game::setup::Setup;
use betza_game::variant::Variant;
use betza_perft::session::{Session, Watch};
use betza_variants::problem::Report;
use std::fs;
use std::path::Path;

/// What is to be counted.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The game.
    pub variant: &'a Variant,
    /// The texts that it was read from.
    pub report: &'a Report,
    /// The root.
    pub root: &'a Setup,
    /// Plies from the root to the leaves.
    pub depth: u32,
    /// Plies from the root to the units.
    pub at: u32,
}

/// Makes a run in a folder that does not exist yet (or is empty). The manifest comes last: without it the folder is no
/// run.
///
/// # Errors
/// What is there already, cannot be written, or does not add up.
pub fn split(path: &Path, plan: Plan<'_>, session: &Session, watch: Watch<'_>) -> Result<Folder, RunError> {
    let Plan { variant, report, root, depth, at } = plan;
    if at > depth {
        return Err(RunError::Ply { at, depth });
    }
    if fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_some()) || path.is_file() {
        return Err(RunError::Exists { path: path.to_owned() });
    }
    // Whoever counts reads the game from the folder: better now than after the work.
    read_back(&definition(report), &variant.name).map_err(|reason| RunError::Unkept { reason })?;
    let frontier = session.frontier(root, at, depth - at, watch)?;
    let expected = session.count(root, at, Watch { progress: &(), stop: watch.stop })?;
    let found = add_up(&frontier.units)?;
    if found != expected {
        return Err(RunError::Sum { found, expected });
    }
    about(path, fs::create_dir_all(path))?;
    let text = write_units(&frontier.units);
    let manifest = manifest(variant, report, root, (depth, at), (&text, frontier.units.len(), found));
    let (bytes, sum) = write_manifest(&manifest)?;
    let files = [("units.tsv", text.as_bytes()), ("manifest.sha256", sum.as_bytes()), ("manifest.json", &bytes)];
    for (i, (name, bytes)) in files.iter().enumerate() {
        if let Err(e) = write_whole(&path.join(name), bytes) {
            // Half a run helps nobody; what cannot be removed is overwritten by nobody, so nothing is lost if this
            // fails.
            files[..i].iter().for_each(|(name, _)| drop(fs::remove_file(path.join(name))));
            let _ = fs::remove_dir(path);
            return Err(e);
        }
    }
    Folder::open(path)
}
