//! Long counts as folders: split into parts, counted by as many processes as there are, summed up.
//!
//! ```text
//! RUN/manifest.json     the game's whole definition, the root, the depth, the ply of the split     written last, never changed
//! RUN/manifest.sha256   its checksum, as `sha256sum -c` reads it: the run's id
//! RUN/units.tsv         the units: positions at the ply of the split, each once, with the number of ways to reach it; most work first
//! RUN/results/000/      a file for each counted unit, a thousand to a folder: 000017.json
//! RUN/claims/           locks of units that are being counted
//! ```
//!
//! [`split`](split::split) makes a folder, [`work`](work::work) counts units of it, [`merge`](merge::merge) sums the
//! results up. A result is written to a file of another name, synced and renamed, so it is there in full or not at all,
//! whatever becomes of the process. Every result names its run and has a checksum; units are claimed by file locks,
//! which the system takes back from a process that dies. Where the file system has no locks, a unit may be counted
//! twice; it is never summed twice.

#![forbid(unsafe_code)]

mod checksum;
mod error;
mod files;
pub mod folder;
pub mod merge;
pub mod results;
pub mod split;
pub mod work;

pub use error::RunError;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
