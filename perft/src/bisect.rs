//! Where two programs count differently: from the root down to the first position whose move lists part, and from there
//! to a smaller one.

use crate::PerftError;
use crate::session::{Session, Watch};
use crate::smaller::parts_taken_away;
use betza_game::setup::Setup;
use std::collections::{BTreeMap, BTreeSet};

/// A position that another program is asked about.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    /// Where the moves start.
    pub root: &'a Setup,
    /// The moves up to the position.
    pub moves: &'a [String],
    /// The position.
    pub setup: &'a Setup,
}

/// What another program counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// All leaves.
    pub nodes: u128,
    /// The leaves below each move, by the move's text; `None` if the program does not tell them.
    pub below: Option<BTreeMap<String, u128>>,
}

/// Another program that counts.
pub trait Rival {
    /// Why it gives no answer.
    type Error;

    /// The leaves `depth` plies below a position. Moves that this program has too stand under its texts.
    ///
    /// # Errors
    /// What the program does not do.
    fn count(&mut self, at: &At<'_>, depth: u32) -> Result<Told, Self::Error>;
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
    pub theirs: Told,
}

impl Parting {
    /// The moves that only this program has; none if the other does not tell its moves.
    #[must_use]
    pub fn only_ours(&self) -> BTreeSet<&str> {
        let theirs = self.theirs.below.as_ref();
        let lacks = |m: &&String| theirs.is_some_and(|theirs| !theirs.contains_key(*m));
        self.ours.keys().filter(lacks).map(String::as_str).collect()
    }

    /// The moves that only the other program has; none if it does not tell its moves.
    #[must_use]
    pub fn only_theirs(&self) -> BTreeSet<&str> {
        let theirs = self.theirs.below.iter().flat_map(|theirs| theirs.keys());
        theirs.filter(|m| !self.ours.contains_key(*m)).map(String::as_str).collect()
    }

    /// Whether it is the same difference: a move that only one of them has, in both positions; where moves are not
    /// told, the same program has more of them.
    fn is_as(&self, other: &Parting) -> bool {
        if self.theirs.below.is_none() {
            return other.theirs.below.is_none() && self.has_more() == other.has_more();
        }
        let meet = |a: BTreeSet<&str>, b: BTreeSet<&str>| a.intersection(&b).next().is_some();
        meet(self.only_ours(), other.only_ours()) || meet(self.only_theirs(), other.only_theirs())
    }

    /// Whether this program has more leaves.
    fn has_more(&self) -> bool {
        self.ours.values().sum::<u128>() > self.theirs.nodes
    }
}

/// Why there is no answer.
#[derive(Debug)]
pub enum BisectError<E> {
    /// This program's.
    Own(PerftError),
    /// The other program's.
    Rival(E),
    /// Both have the move, the counts below it differ, but one ply deeper nothing does: the other program contradicts
    /// itself.
    Inconsistent {
        /// The moves from the root.
        path: Vec<String>,
    },
}

/// Walks down from a position, `depth` plies above the leaves, to the first position at which the lists of moves
/// differ; `None` if the counts are the same.
///
/// Of the moves whose counts differ it follows the one with the fewest leaves: the shortest way to count again. Where
/// the other program tells no moves, the positions after this program's moves are asked one by one, those with the
/// fewest leaves first.
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
        let at = At { root, moves: &path, setup: &setup };
        let theirs = rival.count(&at, left).map_err(BisectError::Rival)?;
        let next = match &theirs.below {
            Some(below) => {
                if !ours.keys().eq(below.keys()) {
                    return Ok(Some(Parting { path, setup, depth: left, ours, theirs }));
                }
                ours.iter().filter(|(m, n)| below[*m] != **n).min_by_key(|(_, n)| **n).map(|(m, _)| m.clone())
            }
            None if theirs.nodes == counts.nodes => None,
            None => {
                let child = if left == 1 { None } else { child_that_differs(session, &at, left, &ours, rival)? };
                if child.is_none() {
                    return Ok(Some(Parting { path, setup, depth: left, ours, theirs }));
                }
                child
            }
        };
        let Some(text) = next else {
            return if path.is_empty() { Ok(None) } else { Err(BisectError::Inconsistent { path }) };
        };
        setup = match session.play(&setup, &text).map_err(BisectError::Own)? {
            Some(setup) => setup,
            None => return Err(BisectError::Inconsistent { path }),
        };
        path.push(text);
    }
    if path.is_empty() { Ok(None) } else { Err(BisectError::Inconsistent { path }) }
}

/// The first move after which the other program counts otherwise.
fn child_that_differs<R: Rival>(
    session: &Session,
    at: &At<'_>,
    left: u32,
    ours: &BTreeMap<String, u128>,
    rival: &mut R,
) -> Result<Option<String>, BisectError<R::Error>> {
    let mut moves: Vec<(&String, u128)> = ours.iter().map(|(text, nodes)| (text, *nodes)).collect();
    moves.sort_by_key(|(_, nodes)| *nodes);
    for (text, nodes) in moves {
        let Some(setup) = session.play(at.setup, text).map_err(BisectError::Own)? else { continue };
        let path: Vec<String> = at.moves.iter().chain([text]).cloned().collect();
        let child = At { root: at.root, moves: &path, setup: &setup };
        if rival.count(&child, left - 1).map_err(BisectError::Rival)?.nodes != nodes {
            return Ok(Some(text.clone()));
        }
    }
    Ok(None)
}

/// Takes away from the position of a parting whatever it can lose while the same difference stays. The parting comes
/// back with a path of its own: none. `None` if the lists do not part where the position is given without the moves
/// before it.
///
/// Positions that no game can reach are not asked about, and questions that the other program does not answer count as
/// agreement.
///
/// # Errors
/// This program's own.
pub fn shrink<R: Rival>(
    session: &Session,
    parting: &Parting,
    rival: &mut R,
    watch: Watch<'_>,
) -> Result<Option<Parting>, PerftError> {
    let mut ask = |setup: &Setup| -> Result<Option<Parting>, PerftError> {
        if session.game().position(setup).is_err() {
            return Ok(None);
        }
        let counts = session.divide(setup, 1, watch)?;
        let Ok(theirs) = rival.count(&At { root: setup, moves: &[], setup }, 1) else { return Ok(None) };
        let found = Parting {
            path: Vec::new(),
            setup: setup.clone(),
            depth: 1,
            ours: counts.divide.into_iter().collect(),
            theirs,
        };
        let is_same = found.ours.values().sum::<u128>() == found.theirs.nodes
            && found.only_ours().is_empty()
            && found.only_theirs().is_empty();
        Ok((!is_same && (found.is_as(parting) || parting.depth > 1 && parting.theirs.below.is_none())).then_some(found))
    };
    let Some(mut smallest) = ask(&parting.setup)? else { return Ok(None) };
    loop {
        let mut smaller = None;
        for setup in parts_taken_away(&smallest.setup) {
            let is_reachable = session.game().contradictions(&setup).is_empty();
            if is_reachable && let Some(found) = ask(&setup)? {
                smaller = Some(found);
                break;
            }
        }
        match smaller {
            Some(found) => smallest = found,
            None => return Ok(Some(smallest)),
        }
    }
}
