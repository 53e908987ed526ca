//! Where two programs count differently: from the root down to the first position whose move lists part.

use crate::PerftError;
use crate::session::{Session, Watch};
use betza_game::setup::Setup;
use std::collections::{BTreeMap, BTreeSet};

/// Another program that counts.
pub trait Rival {
    /// Why it gives no answer.
    type Error;

    /// The leaves below each move, by the move's text, `depth` plies below the position that `moves` lead to.
    ///
    /// # Errors
    /// What the program does not do.
    fn divide(&mut self, moves: &[String], depth: u32) -> Result<BTreeMap<String, u128>, Self::Error>;
}

/// Where the counts part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// The moves from the root.
    pub path: Vec<String>,
    /// The position there.
    pub setup: Setup,
    /// The plies that were left to count.
    pub depth: u32,
    /// What this program counts below each move.
    pub ours: BTreeMap<String, u128>,
    /// What the other counts.
    pub theirs: BTreeMap<String, u128>,
}

impl Parting {
    /// The moves that only this program has.
    pub fn only_ours(&self) -> impl Iterator<Item = &str> {
        self.ours.keys().filter(|m| !self.theirs.contains_key(*m)).map(String::as_str)
    }

    /// The moves that only the other program has.
    pub fn only_theirs(&self) -> impl Iterator<Item = &str> {
        self.theirs.keys().filter(|m| !self.ours.contains_key(*m)).map(String::as_str)
    }
}

/// Why there is no answer.
#[derive(Debug)]
pub enum BisectError<E> {
    /// This program's.
    Own(PerftError),
    /// The other program's.
    Rival(E),
    /// Both have the move, the counts below it differ, but one ply deeper nothing does: the other program contradicts itself.
    Inconsistent {
        /// The moves from the root.
        path: Vec<String>,
    },
}

/// Walks down from a position, `depth` plies above the leaves, to the first position at which the lists of moves differ; `None` if the
/// counts are the same.
///
/// Of the moves whose counts differ it follows the one with the fewest leaves: the shortest way to count again.
///
/// # Errors
/// [`BisectError`].
pub fn run<R: Rival>(
    session: &Session,
    root: &Setup,
    depth: u32,
    rival: &mut R,
    watch: Watch<'_>,
) -> Result<Option<Parting>, BisectError<R::Error>> {
    let mut path: Vec<String> = Vec::new();
    let mut setup = root.clone();
    for left in (1..=depth).rev() {
        let counts = session.divide(&setup, left, watch).map_err(BisectError::Own)?;
        let ours: BTreeMap<String, u128> = counts.divide.into_iter().collect();
        let theirs = rival.divide(&path, left).map_err(BisectError::Rival)?;
        let same_moves = ours.keys().collect::<BTreeSet<_>>() == theirs.keys().collect();
        if !same_moves {
            return Ok(Some(Parting { path, setup, depth: left, ours, theirs }));
        }
        let next = ours.iter().filter(|(m, n)| theirs[*m] != **n).min_by_key(|(_, n)| **n);
        let Some((text, _)) = next else {
            return if path.is_empty() { Ok(None) } else { Err(BisectError::Inconsistent { path }) };
        };
        setup = match session.play(&setup, text).map_err(BisectError::Own)? {
            Some(setup) => setup,
            None => return Err(BisectError::Inconsistent { path }),
        };
        path.push(text.clone());
    }
    if path.is_empty() { Ok(None) } else { Err(BisectError::Inconsistent { path }) }
}
