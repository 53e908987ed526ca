//! Files that are there in full or not at all.

use crate::RunError;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Names what an error of the system is about.
pub(crate) fn about<T>(path: &Path, result: io::Result<T>) -> Result<T, RunError> {
    result.map_err(|error| RunError::Io { path: path.to_owned(), error })
}

/// Writes a file under another name, syncs it and gives it its own.
///
/// # Errors
/// What the system refuses; then the file is not there, or as it was before.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), RunError> {
    let draft = draft_name(path);
    let written = write_synced(&draft, bytes).and_then(|()| fs::rename(&draft, path)).and_then(|()| sync_folder(path));
    if written.is_err() {
        // What is left of it is of no use; if it cannot be removed either, nobody reads it.
        let _ = fs::remove_file(&draft);
    }
    about(path, written)
}

/// The name under which a file is written: hidden, and this process's own.
fn draft_name(path: &Path) -> std::path::PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.tmp", unique()))
}

/// A text that no other process uses: its id, which is unique on one machine only, and the time.
pub(crate) fn unique() -> String {
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_nanos());
    format!("{}-{time}", std::process::id())
}

fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// A rename lasts only once its folder is synced.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix)
        && let Some(folder) = path.parent()
    {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}
