//! Results: one small file for each unit that was counted.

use crate::RunError;
use crate::checksum::sha256;
use crate::files::{about, unique, write_whole};
use crate::folder::{Folder, program};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// Which count of a unit: the first, or a second one by which it is checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pass {
    /// The count that is summed up.
    #[default]
    First,
    /// A count with other position keys, which must come to the same.
    Again,
}

impl Pass {
    /// Both.
    pub const ALL: [Pass; 2] = [Pass::First, Pass::Again];

    /// What the names of its files have behind the unit's number.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Pass::First => "",
            Pass::Again => ".again",
        }
    }
}

/// The count of one unit, as its file has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultFile {
    /// The run's id.
    pub run: String,
    /// The unit's number, from 1.
    pub unit: usize,
    /// Its position.
    pub fen: String,
    /// The leaves below it, as a decimal number.
    pub nodes: String,
    /// How long it took.
    pub seconds: f64,
    /// The program that counted, with its version.
    pub program: String,
    /// The checksum of what matters: run, unit, position and count.
    pub sha256: String,
}

impl ResultFile {
    /// The result of a unit of a run.
    #[must_use]
    pub fn new(folder: &Folder, unit: usize, nodes: u128, seconds: f64) -> ResultFile {
        let mut result = ResultFile {
            run: folder.id.clone(),
            unit,
            fen: folder.units[unit - 1].fen.clone(),
            nodes: nodes.to_string(),
            seconds,
            program: program(),
            sha256: String::new(),
        };
        result.sha256 = result.checksum();
        result
    }

    fn checksum(&self) -> String {
        sha256(format!("{}\n{}\n{}\n{}\n", self.run, self.unit, self.fen, self.nodes).as_bytes())
    }
}

/// A result that was read and found whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The unit's number, from 1.
    pub unit: usize,
    /// The leaves below it.
    pub nodes: u128,
    /// Its file.
    pub path: PathBuf,
}

/// The file of a unit's result: a thousand units to a folder.
#[must_use]
pub fn path_of(folder: &Folder, unit: usize, pass: Pass) -> PathBuf {
    let name = format!("{unit:06}{}.json", pass.ending());
    folder.path.join("results").join(format!("{:03}", unit / 1000)).join(name)
}

/// Reads a result of this run; `None` if there is no such file.
///
/// # Errors
/// [`RunError::Damaged`], [`RunError::Stray`], [`RunError::Foreign`], [`RunError::Io`].
pub fn read(folder: &Folder, path: &Path) -> Result<Option<Found>, RunError> {
    let bytes = match fs::read(path) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        other => about(path, other)?,
    };
    // Workers look at files with the units' own names; what has another one they leave alone.
    let own = |unit| Pass::ALL.iter().any(|&pass| path == path_of(folder, unit, pass));
    let is_own = || (1..=folder.units.len()).any(own);
    let damaged = |reason: &str| {
        let (path, reason) = (path.to_owned(), reason.to_owned());
        if is_own() { RunError::Damaged { path, reason } } else { RunError::Stray { path, reason } }
    };
    let result: ResultFile =
        serde_json::from_slice(&bytes).map_err(|e| damaged(&format!("the result is cut off or changed ({e})")))?;
    if result.sha256 != result.checksum() {
        return Err(damaged("the result does not have its checksum"));
    }
    if result.run != folder.id {
        return Err(RunError::Foreign { path: path.to_owned() });
    }
    let unit = result.unit.checked_sub(1).and_then(|i| folder.units.get(i));
    if unit.is_none_or(|u| u.fen != result.fen) {
        return Err(damaged("the result is of a unit that the run does not have"));
    }
    let nodes = result.nodes.parse().map_err(|_| damaged("the result's count is no number"))?;
    Ok(Some(Found { unit: result.unit, nodes, path: path.to_owned() }))
}

/// Reads the result in a unit's own file; `None` if there is no such file.
///
/// # Errors
/// As [`read`]; a result of another unit is damage, too.
pub fn of_unit(folder: &Folder, unit: usize, pass: Pass) -> Result<Option<Found>, RunError> {
    let path = path_of(folder, unit, pass);
    match read(folder, &path)? {
        Some(found) if found.unit != unit => {
            Err(RunError::Damaged { path, reason: format!("the result is of unit {}", found.unit) })
        }
        found => Ok(found),
    }
}

/// Writes a result. If another one has come meanwhile, it must be the same.
///
/// # Errors
/// [`RunError::Disagree`] (both files are kept), or what the system refuses.
pub fn write(folder: &Folder, result: &ResultFile, nodes: u128, pass: Pass) -> Result<(), RunError> {
    let path = path_of(folder, result.unit, pass);
    let parent = path.parent().unwrap_or(&folder.path);
    about(parent, fs::create_dir_all(parent))?;
    let mut bytes = serde_json::to_vec(result).map_err(|e| RunError::Program { reason: e.to_string() })?;
    bytes.push(b'\n');
    match of_unit(folder, result.unit, pass) {
        Ok(Some(other)) if other.nodes != nodes => {
            let beside = path.with_extension(format!("{}.json", unique()));
            write_whole(&beside, &bytes)?;
            Err(RunError::Disagree { unit: result.unit, results: [(path, other.nodes), (beside, nodes)] })
        }
        Ok(Some(_)) => Ok(()),
        _ => write_whole(&path, &bytes),
    }
}

/// All files of results, hidden ones (which are being written) and those set aside left out.
///
/// # Errors
/// [`RunError::Io`].
pub fn list(folder: &Folder) -> Result<Vec<PathBuf>, RunError> {
    let mut files = Vec::new();
    let top = folder.path.join("results");
    if !top.exists() {
        return Ok(files);
    }
    let entries = |path: &Path| -> Result<Vec<PathBuf>, RunError> {
        about(path, fs::read_dir(path).and_then(|d| d.map(|e| e.map(|e| e.path())).collect()))
    };
    for bucket in entries(&top)? {
        if bucket.is_dir() {
            files.extend(entries(&bucket)?.into_iter().filter(|p| is_result(p)));
        } else if is_result(&bucket) {
            files.push(bucket);
        }
    }
    files.sort_unstable();
    Ok(files)
}

fn is_result(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    !name.starts_with('.') && name.ends_with(".json")
}

/// Puts a file that cannot be read out of the way, under a name that says so; gives the name. `None`: it has gone.
///
/// # Errors
/// [`RunError::Io`].
pub fn set_aside(path: &Path) -> Result<Option<PathBuf>, RunError> {
    let aside = path.with_extension(format!("{}.damaged", unique()));
    match fs::rename(path, &aside) {
        // Where there are no locks, two may find it.
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
        other => about(path, other).map(|()| Some(aside)),
    }
}
