//! The walk, the meaning of the IR: `IR x board x pieces -> moves`, square by square.
//!
//! The walk is written for clarity, and every table is checked against it. It takes a set of `State`s, one for each
//! partial path, through the links of a chain. A leg turns each state into its arrivals (`leg.rs`), an effect changes
//! the board (`effect.rs`), and the joint after each link decides which paths continue and which may end there.

#![expect(
    clippy::mutable_key_type,
    reason = "a path's looks are noted through it and are no part of what it is equal by"
)]

mod effect;
mod leg;
mod men;
mod state;

use crate::scene::is_far_off;
pub use crate::scene::{EnPassant, Man, Outcome, Scene};
use betza_ir::geometry::{Square, Vector};
use betza_ir::hash::QuickSet;
use betza_ir::sorted;
use betza_ir::{Acts, Chain, Condition, Group, Joint, Landing, Link, Modes, Move, Part, Piece, Victims};
use men::Looks;
use state::{Content, State};
use std::rc::Rc;

/// Why the walk has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkError {
    /// The piece captures as its victims do (`[ci]`), and the types of the other pieces are not known.
    NeedsKinds,
    /// The piece has more partial paths at once than the limit.
    TooManyPaths {
        /// The limit.
        limit: usize,
    },
}

impl std::fmt::Display for WalkError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            WalkError::NeedsKinds => {
                f.write_str("this piece depends on the types of other pieces ([ci]): ask it in a position of a game, not on a bare board")
            }
            WalkError::TooManyPaths { limit } => {
                write!(f, "this piece has more than {limit} paths at once here: limit its repetitions")
            }
        }
    }
}

impl std::error::Error for WalkError {}

/// The most states kept at a time, so that a piece with an astronomical number of paths is an error. Moves that change
/// the board or cross its edges may keep a sixteenth of it.
pub const STATE_LIMIT: usize = 1 << 20;

/// All moves of a piece that stands on `from`, in order and without repetition (docs/notation, M7). The mover is the
/// man on `from`.
///
/// # Errors
/// [`WalkError::NeedsKinds`] for an imitator where [`Scene::kinds`] is `None`; [`WalkError::TooManyPaths`] past
/// [`STATE_LIMIT`].
///
/// # Panics
/// If no man stands on `from`.
pub fn moves(piece: &Piece, scene: &Scene<'_>, from: Square) -> Result<Vec<Outcome>, WalkError> {
    collect(piece, scene, from, Wants::Moves, STATE_LIMIT, &Looks::at(scene))
}

/// As [`moves`], with the squares whose contents the walk has looked at, in the order of the first looks. Whatever
/// stands on other squares, the answer is the same.
///
/// # Panics
/// As [`moves`].
pub fn moves_and_looks(
    piece: &Piece,
    scene: &Scene<'_>,
    from: Square,
) -> (Result<Vec<Outcome>, WalkError>, Vec<Square>) {
    moves_and_looks_within(STATE_LIMIT, piece, scene, from)
}

/// As [`moves_and_looks`], where at most `limit` states are followed.
pub(crate) fn moves_and_looks_within(
    limit: usize,
    piece: &Piece,
    scene: &Scene<'_>,
    from: Square,
) -> (Result<Vec<Outcome>, WalkError>, Vec<Square>) {
    let looks = Looks::at(scene);
    (collect(piece, scene, from, Wants::Moves, limit, &looks), looks.in_order())
}

/// The enemies that cannot move because of a piece on `from` (`[xiM]`, X6): those that its [`Piece::immobilizes`] reach
/// as things stand, in order.
///
/// # Errors
/// As [`moves`].
///
/// # Panics
/// As [`moves`].
pub fn immobilized(piece: &Piece, scene: &Scene<'_>, from: Square) -> Result<Vec<Square>, WalkError> {
    let mut held = Vec::new();
    let looks = Looks::at(scene);
    for m in &piece.immobilizes {
        let m = m.landing_only(Modes::CAPTURE);
        let walk = Walk::new(scene, from, &m, &[], Wants::Moves, STATE_LIMIT);
        held.extend(walk.run(&m, &looks)?.into_iter().filter_map(|o| o.to));
    }
    held.sort_unstable();
    held.dedup();
    Ok(held)
}

/// As [`moves`], but paths to the same move count as different if their legs end on different squares (`--count
/// paths`).
///
/// # Errors
/// As [`moves`].
///
/// # Panics
/// As [`moves`].
pub fn paths(piece: &Piece, scene: &Scene<'_>, from: Square) -> Result<Vec<Outcome>, WalkError> {
    collect(piece, scene, from, Wants::Paths, STATE_LIMIT, &Looks::at(scene))
}

/// As [`moves`], where at most `limit` states are followed.
///
/// # Errors
/// As [`moves`].
///
/// # Panics
/// As [`moves`].
pub fn moves_within(limit: usize, piece: &Piece, scene: &Scene<'_>, from: Square) -> Result<Vec<Outcome>, WalkError> {
    collect(piece, scene, from, Wants::Moves, limit, &Looks::at(scene))
}

fn collect(
    piece: &Piece,
    scene: &Scene<'_>,
    from: Square,
    wants: Wants,
    limit: usize,
    looks: &Rc<Looks>,
) -> Result<Vec<Outcome>, WalkError> {
    let mut found = effect::castle(piece, scene, from, looks);
    for m in &piece.moves {
        found.extend(Walk::new(scene, from, m, &piece.sweeps, wants, limit).run(m, looks)?);
    }
    sorted::sort(&mut found);
    found.dedup_by(|a, b| a.key() == b.key() && a.path == b.path);
    Ok(found)
}

/// One piece's walk over one board.
struct Walk<'a> {
    scene: &'a Scene<'a>,
    origin: Square,
    mover: Man,
    /// The types that range captures may take ([`Piece::sweeps`]).
    sweeps: &'a [usize],
    wants: Wants,
    /// The most states kept at a time, usually [`STATE_LIMIT`].
    limit: usize,
    /// Squares passed are kept, because the move leaves en-passant rights there.
    keeps_passed: bool,
    /// Unlimited groups note every place on the way, because a path could come back to a place in another state.
    keeps_trail: bool,
    /// The number of enclosing unlimited groups that note their places.
    trailing: usize,
    /// The ends found so far.
    ended: Vec<State>,
    error: Option<WalkError>,
}

/// Which paths count as different.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wants {
    /// Those with different effects on the board.
    Moves,
    /// Also those whose legs end on different squares.
    Paths,
}

impl<'a> Walk<'a> {
    fn new(
        scene: &'a Scene<'a>,
        origin: Square,
        m: &Move,
        sweeps: &'a [usize],
        wants: Wants,
        limit: usize,
    ) -> Walk<'a> {
        let mover = scene.men[origin.index()].expect("the mover stands on its square");
        Walk {
            scene,
            origin,
            mover,
            sweeps,
            wants,
            limit,
            keeps_passed: m.leaves_en_passant,
            keeps_trail: m.chain.has_side_effects() || m.chain.wraps(),
            trailing: 0,
            ended: Vec::new(),
            error: None,
        }
    }

    fn run(mut self, m: &Move, looks: &Rc<Looks>) -> Result<Vec<Outcome>, WalkError> {
        let unmoved = if self.mover.moved { Condition::empty() } else { Condition::UNMOVED };
        if !(self.scene.mover | unmoved).contains(m.condition) {
            return Ok(Vec::new());
        }
        self.chain(&m.chain, State::new(self.scene, self.origin, Rc::clone(looks)));
        if let Some(error) = self.error {
            return Err(error);
        }
        let chosen = self.ended.iter().filter(|s| s.lies_in(m.sectors));
        Ok(chosen.map(|s| s.outcome(self.scene.board)).collect())
    }

    /// Walks a whole chain and ends on its last link's landing.
    fn chain(&mut self, chain: &Chain, start: State) {
        let Some(last) = chain.links.last() else { return };
        for state in self.follow(&chain.links, vec![start]) {
            self.stop(last.joint.stop, state);
        }
    }

    /// Takes states through the links, and gives the arrivals at the end of the last one, before its joint.
    fn follow(&mut self, links: &[Link], mut states: Vec<State>) -> Vec<State> {
        for (i, link) in links.iter().enumerate() {
            states = self.arrivals(&link.part, states);
            if i + 1 < links.len() {
                states = self.pass(&link.joint, states);
            }
        }
        states
    }

    fn arrivals(&mut self, part: &Part, states: Vec<State>) -> Vec<State> {
        if let Part::Group(group) = part {
            return self.group(group, states);
        }
        if let Part::Choice(chains) = part {
            let arrivals = chains.iter().flat_map(|chain| self.follow(&chain.links, states.clone()));
            let mut seen = QuickSet::default();
            return arrivals.filter(|s| seen.insert(s.clone())).collect();
        }
        // Equal states have the same continuations, so one of them is enough.
        let mut seen = QuickSet::default();
        let mut arrivals = Vec::new();
        // States that change the board have a copy of it each.
        let limit = if self.keeps_trail { self.limit / 16 } else { self.limit };
        for state in states {
            let more = match part {
                Part::Leg(leg) => self.leg(leg, state),
                Part::Effect(effect) => self.effect(effect, state),
                Part::Group(_) | Part::Choice(_) => Vec::new(),
            };
            arrivals.extend(more.into_iter().filter(|s| seen.insert(s.clone())));
            if arrivals.len() > limit {
                self.error = Some(WalkError::TooManyPaths { limit });
                return Vec::new();
            }
        }
        arrivals
    }

    /// Repeats a chain. A path that comes back to a state in which it has been is not followed again (M6).
    fn group(&mut self, group: &Group, mut states: Vec<State>) -> Vec<State> {
        if group.frozen {
            states = states.into_iter().map(State::freeze).collect();
        }
        let unlimited = group.count.max.is_none();
        // A trail is needed only if the board changes on the way: otherwise a path that comes back is in the same state
        // as before, and paths that differ only in their route count as one.
        let counts_ways = self.wants == Wants::Paths || self.keeps_passed;
        let notes = unlimited && self.keeps_trail && (counts_ways || group.changes_on_the_way());
        self.trailing += usize::from(notes);
        let mut out = Vec::new();
        let mut seen: QuickSet<State> = QuickSet::default();
        let mut copies = 0;
        loop {
            let mut ends = self.follow(&group.body.links, states);
            copies += 1;
            if unlimited {
                ends.retain(|s| copies < group.count.min || seen.insert(s.clone()));
            }
            if copies >= group.count.min {
                out.extend(ends.iter().cloned().map(|s| if group.frozen { s.thaw() } else { s }));
            }
            if out.len() + self.ended.len() > self.limit {
                self.error = Some(WalkError::TooManyPaths { limit: self.limit });
                (ends, out) = (Vec::new(), Vec::new());
            }
            if ends.is_empty() || !group.count.goes_on(copies) {
                self.trailing -= usize::from(notes);
                if notes && self.trailing == 0 {
                    // The ride is over: another one may come to the same places.
                    let mut seen = QuickSet::default();
                    out = out.into_iter().map(State::forget_trail).filter(|s| seen.insert(s.clone())).collect();
                }
                return out;
            }
            states = self.pass(&group.between, ends);
        }
    }

    /// Applies the joint after a link: gives the paths that continue, and keeps those that end here.
    fn pass(&mut self, joint: &Joint, states: Vec<State>) -> Vec<State> {
        let mut on = Vec::new();
        for state in states {
            if joint.stop.is_some() {
                self.stop(joint.stop, state.clone());
            }
            let content = self.content(&state, state.at);
            let rule = joint.onward;
            let acts = match content {
                Content::Off if is_far_off(state.at) => Acts::empty(),
                Content::Off => rule.off,
                Content::Empty => rule.empty,
                Content::Friend(_) => rule.friend,
                Content::Foe(_) => rule.foe,
            };
            for act in acts.iter() {
                if act == Acts::TAKE && !may_take(rule.victims, content, self.sweeps) {
                    continue;
                }
                let mut next = state.clone();
                match act {
                    Acts::TAKE => next.take(state.at_square(self.scene.board)),
                    Acts::SWAP => next.swap(state.at_square(self.scene.board)),
                    _ => {}
                }
                on.push(next);
            }
        }
        on
    }

    /// Ends the move here in each way that the landing allows.
    fn stop(&mut self, landing: Option<Landing>, state: State) {
        let Some(Landing { modes, victims }) = landing else { return };
        if !state.survives {
            // A mover that is removed may end on any square.
            self.ended.push(state);
            return;
        }
        let content = self.content(&state, state.at);
        let here = state.at_square(self.scene.board);
        let sweeps = self.sweeps;
        let mut end = |change: &dyn Fn(&mut State)| {
            let mut end = state.clone();
            change(&mut end);
            self.ended.push(end);
        };
        match content {
            Content::Off => {}
            Content::Empty => {
                if modes.contains(Modes::MOVE) {
                    end(&|_| {});
                }
                let passers: Vec<Square> =
                    self.scene.en_passant.iter().filter(|e| Some(e.square) == here).map(|e| e.victim).collect();
                if modes.contains(Modes::EN_PASSANT) && !passers.is_empty() {
                    end(&|s| passers.iter().for_each(|&v| s.take_and_land(Some(v), here)));
                }
            }
            Content::Friend(_) | Content::Foe(_) => {
                let mode = if matches!(content, Content::Foe(_)) { Modes::CAPTURE } else { Modes::DESTROY };
                if modes.contains(mode) && may_take(victims, content, sweeps) {
                    end(&|s| s.take_and_land(here, here));
                }
            }
        }
        if modes.contains(Modes::SWAP) && content != Content::Off {
            end(&|s| s.swap(here));
        }
    }

    fn content(&self, state: &State, at: (i32, i32)) -> Content {
        state.content(self.scene.board, self.mover.side, at)
    }

    fn vector(&self, v: Vector) -> Vector {
        v.for_side(self.mover.side)
    }
}

/// Whether a rule lets the mover take this. `sweeps` are the types that range captures may take, besides unknown ones.
fn may_take(victims: Victims, content: Content, sweeps: &[usize]) -> bool {
    let (man, unmoved_only) = match content {
        Content::Friend(man) => (man, victims.contains(Victims::UNMOVED_FRIEND)),
        Content::Foe(man) => (man, victims.contains(Victims::UNMOVED_FOE)),
        Content::Off | Content::Empty => return true,
    };
    let is_swept = || man.kind.is_none_or(|kind| sweeps.contains(&kind));
    let spared = (unmoved_only && man.moved)
        || (victims.contains(Victims::ROYAL) && !man.royal)
        || (victims.contains(Victims::NOT_ROYAL) && man.royal)
        || (victims.contains(Victims::SWEPT) && !is_swept());
    !spared
}
