//! Summing up.

use crate::RunError;
use crate::folder::Folder;
use crate::results::{self, Found, Pass};
use betza_perft::session::{Session, Watch};

/// How many missing units an error names.
const NAMED: usize = 10;

/// What a run comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Total {
    /// The leaves.
    pub nodes: u128,
    /// How many units were counted a second time, and came to the same.
    pub twice: usize,
}

/// The total of a run, every unit of which has a result.
///
/// # Errors
/// A result that is missing, damaged or of another run, two that disagree, or a total over 128 bits.
pub fn merge(folder: &Folder) -> Result<Total, RunError> {
    let results = gather(folder)?;
    let missing: Vec<usize> = (1..=folder.units.len()).filter(|&n| results[n - 1].is_none()).collect();
    if !missing.is_empty() {
        let first = missing.iter().copied().take(NAMED).collect();
        return Err(RunError::Missing { first, count: missing.len(), units: folder.units.len() });
    }
    let counts = results.iter().flatten().map(|r| r.nodes);
    let mut parts = folder.units.iter().zip(counts).map(|(unit, nodes)| unit.occurrences.checked_mul(nodes));
    let nodes = parts.try_fold(0u128, |sum, part| sum.checked_add(part?)).ok_or(RunError::Overflow)?;
    // All files of a unit have been found to agree.
    let again = |unit: &usize| results::path_of(folder, *unit, Pass::Again).exists();
    Ok(Total { nodes, twice: (1..=folder.units.len()).filter(again).count() })
}

/// The results by unit.
fn gather(folder: &Folder) -> Result<Vec<Option<Found>>, RunError> {
    let mut by_unit: Vec<Option<Found>> = vec![None; folder.units.len()];
    for path in results::list(folder)? {
        // A file that has gone since the folder was listed was put aside by a worker.
        let Some(found) = results::read(folder, &path)? else { continue };
        let place = &mut by_unit[found.unit - 1];
        match place {
            Some(other) if other.nodes != found.nodes => {
                let results = [(other.path.clone(), other.nodes), (found.path, found.nodes)];
                return Err(RunError::Disagree { unit: found.unit, results });
            }
            Some(_) => {}
            None => *place = Some(found),
        }
    }
    Ok(by_unit)
}

/// Counts some of the units again and compares; `percent` of them, at least one, spread over the run by its id. How
/// many were counted.
///
/// The session should have other position keys than those that counted, and no table.
///
/// # Errors
/// [`RunError::Unverified`], and what [`merge`] says.
pub fn verify(folder: &Folder, percent: f64, session: &Session, watch: Watch<'_>) -> Result<usize, RunError> {
    let results = gather(folder)?;
    let chosen = sample(folder, percent);
    for &unit in &chosen {
        let Some(kept) = &results[unit - 1] else {
            return Err(RunError::Missing { first: vec![unit], count: 1, units: folder.units.len() });
        };
        let share = 1.0 / chosen.len() as f64;
        let again = session.count(&folder.setup(unit)?, folder.below(), Watch { progress: &(), ..watch })?;
        if again != kept.nodes {
            return Err(RunError::Unverified { unit, kept: kept.nodes, again });
        }
        watch.progress.advance(share);
    }
    Ok(chosen.len())
}

/// The units to count again: those whose checksums with the run's id come first.
fn sample(folder: &Folder, percent: f64) -> Vec<usize> {
    let mut units: Vec<(String, usize)> = (1..=folder.units.len())
        .map(|n| (crate::checksum::sha256(format!("{} {n}", folder.id).as_bytes()), n))
        .collect();
    units.sort_unstable();
    let count = (folder.units.len() as f64 * percent / 100.0).ceil().max(1.0) as usize;
    units.truncate(count);
    units.into_iter().map(|(_, n)| n).collect()
}
