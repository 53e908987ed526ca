//! One section of a `variants.ini`, read here and by another program: start, counts and random games.

use crate::rival::Rival;
use betza_game::fen::{self, FenCode, FenError};
use betza_game::setup::Setup;
use betza_game::variant::{Flavour, Variant};
use betza_perft::bisect::{self, BisectError};
use betza_perft::session::{Session, Watch};
use betza_perft::{Options, PerftError};
use rayon::ThreadPool;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How much is compared.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Counts up to so many plies.
    pub depth: u32,
    /// No count of more leaves.
    pub nodes: u128,
    /// Random games.
    pub games: u64,
    /// Plies of each.
    pub plies: usize,
    /// Of their positions each so-manieth is compared.
    pub every: usize,
    /// Plies that are counted from each of these, at most: 1 lists the moves alone.
    pub position_depth: u32,
    /// Names the games.
    pub seed: u64,
}

impl Extent {
    /// How deep a position with so many moves is counted: no further than the limit of leaves is to be expected.
    fn depth_for(&self, moves: usize) -> u32 {
        let fits = |depth: &u32| (moves as u128).saturating_pow(*depth) <= self.nodes;
        (2..=self.position_depth).rev().find(fits).unwrap_or(1)
    }
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing differs.
    Exact,
    /// It is not read here, or cannot be played; why.
    Refused(String),
    /// The first difference.
    Different(String),
    /// The other program does not read it.
    Unread,
    /// Neither reads it; why it is not read here.
    Neither(String),
    /// The other program gives no answer; why.
    Failed(String),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Exact => "exact",
            Verdict::Refused(_) => "refused",
            Verdict::Different(_) => "different",
            Verdict::Unread => "unread",
            Verdict::Neither(_) => "neither",
            Verdict::Failed(_) => "failed",
        })
    }
}

impl Verdict {
    /// What there is to say of it.
    pub fn detail(&self) -> &str {
        match self {
            Verdict::Exact | Verdict::Unread => "",
            Verdict::Refused(text) | Verdict::Different(text) | Verdict::Neither(text) | Verdict::Failed(text) => text,
        }
    }
}

/// A section compared.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What came of it.
    pub verdict: Verdict,
    /// The counts that agree, from one ply on.
    pub counts: Vec<u128>,
    /// The positions of random games that agree.
    pub positions: usize,
}

impl From<Verdict> for Comparison {
    fn from(verdict: Verdict) -> Comparison {
        Comparison { verdict, counts: Vec::new(), positions: 0 }
    }
}

/// Compares the game of a section, which was read here or not.
pub fn compare(
    name: &str,
    ours: Result<Variant, String>,
    rival: &mut Rival,
    extent: &Extent,
    pool: &Arc<ThreadPool>,
    stop: &AtomicBool,
) -> Result<Comparison, PerftError> {
    let any_files = ours.as_ref().is_ok_and(|v| v.castling.as_ref().is_some_and(|c| c.any_files));
    let known = match rival.choose(name, any_files) {
        Ok(known) => known,
        Err(reason) => return Ok(Verdict::Failed(reason).into()),
    };
    let variant = match ours {
        Err(reason) if known => return Ok(Verdict::Refused(reason).into()),
        Err(reason) => return Ok(Verdict::Neither(reason).into()),
        Ok(_) if !known => return Ok(Verdict::Unread.into()),
        Ok(variant) => variant,
    };
    let options = Options { threads: 1, ..Options::default() };
    let session = match Session::on(&variant, &options, Arc::clone(pool)) {
        Ok(session) => session,
        Err(e) => return Ok(Verdict::Refused(e.to_string()).into()),
    };
    let mut run = Run { session: &session, rival, extent, stop, counts: Vec::new(), positions: 0 };
    let verdict = match run.whole() {
        Ok(()) => Verdict::Exact,
        Err(Stop::Differs(how)) => Verdict::Different(how),
        Err(Stop::Failed(why)) => Verdict::Failed(why),
        Err(Stop::Own(PerftError::Stopped)) => return Err(PerftError::Stopped),
        Err(Stop::Own(e)) => Verdict::Refused(e.to_string()),
    };
    Ok(Comparison { verdict, counts: run.counts, positions: run.positions })
}

/// Why a comparison ends before all was compared.
enum Stop {
    Differs(String),
    Failed(String),
    Own(PerftError),
}

impl From<PerftError> for Stop {
    fn from(e: PerftError) -> Stop {
        Stop::Own(e)
    }
}

struct Run<'a> {
    session: &'a Session,
    rival: &'a mut Rival,
    extent: &'a Extent,
    stop: &'a AtomicBool,
    counts: Vec<u128>,
    positions: usize,
}

impl<'a> Run<'a> {
    fn whole(&mut self) -> Result<(), Stop> {
        let variant = self.session.variant();
        let start = fen::read(variant, &variant.start).map_err(|e| Stop::Own(PerftError::Start(e)))?;
        let theirs = self.rival.fen(&[]).map_err(Stop::Failed)?;
        self.same_position(&start, &theirs, "start")?;
        self.perft(&start)?;
        (0..self.extent.games).try_for_each(|game| self.play(&start, game))
    }

    fn watch(&self) -> Watch<'a> {
        Watch { progress: &(), stop: self.stop }
    }

    /// Their position. Fairy-Stockfish names the squares that a double step passes even where no piece captures en
    /// passant.
    fn read(&self, theirs: &str) -> Result<Setup, FenError> {
        let variant = self.session.variant();
        fen::read_as(variant, theirs, Flavour::Fen).or_else(|error| {
            if error.code != FenCode::EnPassant || variant.en_passant.is_some() {
                return Err(error);
            }
            let rest = &theirs[error.span.end..];
            fen::read_as(variant, &format!("{}-{rest}", &theirs[..error.span.start]), Flavour::Fen)
        })
    }

    /// That their text is our position.
    fn same_position(&self, ours: &Setup, theirs: &str, which: &str) -> Result<(), Stop> {
        let variant = self.session.variant();
        let written = fen::write_as(variant, ours, Flavour::Fen);
        let differs = |what: &str| Stop::Differs(format!("{which}: {what}: theirs {theirs}, ours {written}"));
        let read = self.read(theirs).map_err(|e| differs(&format!("[{}] {}", e.code.as_str(), e.message)))?;
        let same = [
            (read.men == ours.men && read.walls == ours.walls, "board"),
            (read.hands == ours.hands, "hands"),
            (read.turn == ours.turn, "side to move"),
            (read.castling == ours.castling, "castling"),
            (read.checks_left == ours.checks_left, "checks"),
        ];
        same.iter().find(|(same, _)| !same).map_or(Ok(()), |(_, what)| Err(differs(what)))
    }

    fn perft(&mut self, start: &Setup) -> Result<(), Stop> {
        for depth in 1..=self.extent.depth {
            // About as many times more leaves as there were the ply before.
            let expected = self.counts.last().map_or(0, |n| n.saturating_mul(self.counts[0]));
            if expected > self.extent.nodes {
                break;
            }
            let ours = self.session.count(start, depth, self.watch())?;
            let theirs: u128 = self.rival.divide(&[], depth).map_err(Stop::Failed)?.values().sum();
            self.interrupted()?;
            if ours != theirs {
                let place = match bisect::run(self.session, start, depth, self.rival, self.watch()) {
                    Ok(Some(parting)) => self.parting(&parting),
                    Ok(None) => "by itself".to_owned(),
                    Err(BisectError::Own(e)) => return Err(e.into()),
                    Err(BisectError::Rival(e)) => return Err(Stop::Failed(e)),
                    Err(BisectError::Inconsistent { path }) => {
                        format!("it contradicts itself after {}", path.join(" "))
                    }
                };
                return Err(Stop::Differs(format!("perft {depth}: theirs {theirs}, ours {ours}: {place}")));
            }
            self.counts.push(ours);
        }
        Ok(())
    }

    fn parting(&self, parting: &bisect::Parting) -> String {
        let fen = fen::write_as(self.session.variant(), &parting.setup, Flavour::Fen);
        format!("{fen}: {}", lists(parting.only_theirs().into_iter(), parting.only_ours().into_iter()))
    }

    /// Random moves of both; the positions' texts and moves are compared.
    fn play(&mut self, start: &Setup, game: u64) -> Result<(), Stop> {
        let any = self.session.game();
        let mut random = Random(self.extent.seed.wrapping_add(game.wrapping_mul(0xd134_2543_de82_ef95)));
        let mut position = any.position(start).map_err(PerftError::Setup)?;
        let mut played: Vec<String> = Vec::new();
        for ply in 0..self.extent.plies {
            let list = any.legal_moves(&position);
            let mut texts = any.move_texts(&position, &list);
            if ply > 0 && ply % self.extent.every == 0 {
                self.interrupted()?;
                let setup = any.setup(&position);
                let there = self.rival.fen(&played).map_err(Stop::Failed)?;
                self.same_position(&setup, &there, "game")?;
                let depth = self.extent.depth_for(list.len());
                let divided = self.rival.divide(&played, depth).map_err(Stop::Failed)?;
                let ours: BTreeSet<&str> = texts.iter().map(String::as_str).collect();
                let theirs: BTreeSet<&str> = divided.keys().map(String::as_str).collect();
                if ours != theirs {
                    let how = lists(theirs.difference(&ours).copied(), ours.difference(&theirs).copied());
                    return Err(Stop::Differs(format!(
                        "game: {there} (moves {}): theirs {}, ours {}: {how}",
                        played.join(" "),
                        theirs.len(),
                        ours.len()
                    )));
                }
                self.same_count(&setup, &there, depth, divided.values().sum())?;
                self.read_again(&there, &setup, &texts)?;
                self.positions += 1;
            }
            if list.is_empty() {
                break;
            }
            let next = random.below(list.len());
            any.make_listed(&mut position, list[next], &list);
            played.push(texts.swap_remove(next));
        }
        Ok(())
    }

    /// That as many leaves are counted from a position whose moves are the same.
    fn same_count(&self, setup: &Setup, text: &str, depth: u32, theirs: u128) -> Result<(), Stop> {
        let ours = if depth > 1 { self.session.count(setup, depth, self.watch())? } else { theirs };
        if ours == theirs {
            return Ok(());
        }
        Err(Stop::Differs(format!("game: {text}: perft {depth}: theirs {theirs}, ours {ours}")))
    }

    /// That their text, read here, has the moves of the position, if it has no rights that only the moves before tell
    /// of.
    fn read_again(&self, text: &str, setup: &Setup, moves: &[String]) -> Result<(), Stop> {
        let Ok(read) = self.read(text) else { return Ok(()) };
        if (&read.moved, read.passes, &read.gating) != (&setup.moved, setup.passes, &setup.gating) {
            return Ok(());
        }
        let ours: BTreeSet<&str> = moves.iter().map(String::as_str).collect();
        let again = self.session.view(&read)?.moves;
        let again: BTreeSet<&str> = again.iter().map(String::as_str).collect();
        if ours == again {
            return Ok(());
        }
        let how = lists(ours.difference(&again).copied(), again.difference(&ours).copied());
        Err(Stop::Differs(format!("text: {text} is not read as the position that it was written of: {how}")))
    }

    fn interrupted(&self) -> Result<(), Stop> {
        let stopped = self.stop.load(std::sync::atomic::Ordering::Relaxed);
        if stopped { Err(Stop::Own(PerftError::Stopped)) } else { Ok(()) }
    }
}

fn lists<'a>(theirs: impl Iterator<Item = &'a str>, ours: impl Iterator<Item = &'a str>) -> String {
    let some = |list: Vec<&str>| {
        let more = if list.len() > 8 { format!(" and {} more", list.len() - 8) } else { String::new() };
        list[..list.len().min(8)].join(" ") + &more
    };
    format!("only theirs [{}], only ours [{}]", some(theirs.collect()), some(ours.collect()))
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::Extent;

    /// 256 moves for 16 plies are 2^128 leaves.
    #[test]
    fn a_position_is_counted_no_deeper_than_the_limit() {
        let extent = Extent { depth: 1, nodes: 400_000, games: 1, plies: 1, every: 1, position_depth: 16, seed: 0 };
        assert_eq!([1, 20, 256, 1000].map(|moves| extent.depth_for(moves)), [16, 4, 2, 1]);
    }
}
