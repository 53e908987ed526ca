//! Counting units.

use crate::RunError;
use crate::files::about;
use crate::folder::Folder;
use crate::results::{self, Pass, ResultFile};
use betza_perft::session::{Session, Watch};
use std::fs::{self, File, TryLockError};
use std::path::PathBuf;
use std::time::Instant;

/// Hears what becomes of the units.
pub trait Observer {
    /// This unit needs no more work: it was counted just now, or had a result.
    fn done(&mut self, unit: usize, counted: bool);
    /// A result that could not be read was put aside under this name; its unit is counted anew.
    fn set_aside(&mut self, path: PathBuf, reason: &RunError);
}

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Units counted now.
    pub counted: usize,
    /// Units that had a result.
    pub had_results: usize,
    /// Units that other processes are counting.
    pub claimed_by_others: usize,
    /// The leaves that were counted now, each unit once.
    pub nodes: u128,
}

/// Counts those units from `first` to `last` (from 1) that have no result of this pass and that no other process is
/// counting for it.
///
/// The session of the second pass should have other position keys than that of the first.
///
/// # Errors
/// The first thing that goes wrong; results that are written stay.
pub fn work(
    folder: &Folder,
    (first, last): (usize, usize),
    pass: Pass,
    session: &Session,
    watch: Watch<'_>,
    observer: &mut dyn Observer,
) -> Result<Summary, RunError> {
    if folder.units.is_empty() && (first, last) == (1, 0) {
        // The game is over before the split: all units are none.
        return Ok(Summary::default());
    }
    if first == 0 || first > last || last > folder.units.len() {
        return Err(RunError::Range { asked: (first, last), units: folder.units.len() });
    }
    let mut summary = Summary::default();
    let mut left: Vec<usize> = (first..=last).collect();
    // What others had claimed is looked at once more at the end: they may have died.
    for _ in 0..2 {
        let mut claimed = Vec::new();
        for unit in left {
            match one(folder, unit, pass, session, watch, observer)? {
                Outcome::Counted(nodes) => {
                    summary.counted += 1;
                    summary.nodes += nodes;
                    observer.done(unit, true);
                }
                Outcome::HadResult => {
                    summary.had_results += 1;
                    observer.done(unit, false);
                }
                Outcome::Claimed => claimed.push(unit),
            }
        }
        left = claimed;
    }
    summary.claimed_by_others = left.len();
    Ok(summary)
}

/// What became of one unit.
enum Outcome {
    Counted(u128),
    HadResult,
    Claimed,
}

fn one(
    folder: &Folder,
    unit: usize,
    pass: Pass,
    session: &Session,
    watch: Watch<'_>,
    observer: &mut dyn Observer,
) -> Result<Outcome, RunError> {
    if has_result(folder, unit, pass)?.is_ok_and(|has| has) {
        return Ok(Outcome::HadResult);
    }
    let Some(_claim) = Claim::take(folder, unit, pass)? else { return Ok(Outcome::Claimed) };
    // Somebody may have finished it between the look and the claim.
    match has_result(folder, unit, pass)? {
        Ok(true) => return Ok(Outcome::HadResult),
        Ok(false) => {}
        // Only under the claim: without it, the file may be a new one by now.
        Err(Damage { path, reason }) => {
            if let Some(aside) = results::set_aside(&path)? {
                observer.set_aside(aside, &reason);
            }
        }
    }
    let start = Instant::now();
    let nodes = session.count(&folder.setup(unit)?, folder.below(), watch)?;
    let result = ResultFile::new(folder, unit, nodes, start.elapsed().as_secs_f64());
    results::write(folder, &result, nodes, pass)?;
    Ok(Outcome::Counted(nodes))
}

/// A result that is damaged.
struct Damage {
    path: PathBuf,
    reason: RunError,
}

/// Whether a unit has a result, or that it is damaged. One of another run is an error.
fn has_result(folder: &Folder, unit: usize, pass: Pass) -> Result<Result<bool, Damage>, RunError> {
    match results::of_unit(folder, unit, pass) {
        Ok(found) => Ok(Ok(found.is_some())),
        Err(reason @ RunError::Damaged { .. }) => {
            Ok(Err(Damage { path: results::path_of(folder, unit, pass), reason }))
        }
        Err(e) => Err(e),
    }
}

/// A unit that this process counts. The system gives it free if the process dies.
struct Claim {
    path: PathBuf,
    _file: File,
}

impl Claim {
    /// Claims a unit; `None` if another process has it.
    fn take(folder: &Folder, unit: usize, pass: Pass) -> Result<Option<Claim>, RunError> {
        let claims = folder.path.join("claims");
        about(&claims, fs::create_dir_all(&claims))?;
        let path = claims.join(format!("{unit:06}{}.lock", pass.ending()));
        let file = about(&path, File::create(&path))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Claim { path, _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            // No locks here: the unit may be counted twice, but never summed twice.
            Err(TryLockError::Error(e)) if without_locks(&e) => Ok(Some(Claim { path, _file: file })),
            Err(TryLockError::Error(error)) => Err(RunError::Io { path, error }),
        }
    }
}

/// Whether a file system says that it has no locks; some network file systems do so with ENOLCK.
fn without_locks(error: &std::io::Error) -> bool {
    const ENOLCK: i32 = 37;
    error.kind() == std::io::ErrorKind::Unsupported
        || (cfg!(target_os = "linux") && error.raw_os_error() == Some(ENOLCK))
}

impl Drop for Claim {
    fn drop(&mut self) {
        // Left behind, it is an empty file without a lock, which the next one claims again.
        let _ = fs::remove_file(&self.path);
    }
}
