//! What happens where the piece has arrived: captures at a distance, swaps, eruptions; and castling.

use super::men::{Looks, Token};
use super::state::{Content, State};
use super::{Man, Outcome, Scene, Walk, Wants};
use betza_ir::geometry::{Square, Vector};
use betza_ir::sorted::distinct;
use betza_ir::{Castling, Chain, Condition, Effect, Modes, Move, Piece};
use std::collections::{BTreeMap, BTreeSet};

impl Walk<'_> {
    /// The states in which an effect leaves a path; none where it fails.
    pub(super) fn effect(&mut self, effect: &Effect, mut state: State) -> Vec<State> {
        let board = self.scene.board;
        let here = state.at_square(board);
        match effect {
            Effect::Approach => self.take_beside(state, false),
            Effect::Withdraw => self.take_beside(state, true),
            Effect::Ranged(moves) => {
                let mut victims: Vec<Square> =
                    self.reached(moves, &state).into_iter().flat_map(|o| o.captures).collect();
                victims.retain(|&v| matches!(self.content_of(&state, v), Content::Foe(_)));
                self.one_each(victims, |v| {
                    let mut next = state.clone();
                    next.take(Some(v));
                    next
                })
            }
            Effect::Custodial(moves) => {
                let to_friends: Vec<Move> = moves.iter().map(|m| m.landing_only(Modes::DESTROY)).collect();
                let mut victims: Vec<Square> = Vec::new();
                for friend in self.reached(&to_friends, &state).into_iter().filter_map(|o| o.to) {
                    victims.extend(self.enemies_between(&state, friend));
                }
                victims.sort_unstable();
                victims.dedup();
                victims.into_iter().for_each(|v| state.take(Some(v)));
                vec![state]
            }
            Effect::SwapPlaces(moves) => {
                let to_foes: Vec<Move> = moves.iter().map(|m| m.landing_only(Modes::CAPTURE)).collect();
                let Some(here) = here else { return Vec::new() };
                let mut victims: Vec<Square> =
                    self.reached(&to_foes, &state).into_iter().filter_map(|o| o.to).collect();
                // A move with relocations may end on a square that was empty before, or on the mover's own.
                victims.retain(|&v| v != here && matches!(self.content_of(&state, v), Content::Foe(_)));
                self.one_each(victims, |v| {
                    let mut next = state.clone();
                    let swapped = next.lift(v);
                    next.put(here, swapped);
                    next.at = (board.file(v), board.rank(v));
                    next
                })
            }
            Effect::Return => {
                state.at = (board.file(self.origin), board.rank(self.origin));
                vec![state]
            }
            Effect::Vanish => {
                state.survives = false;
                vec![state]
            }
            Effect::Imitate => {
                self.imitate(&state);
                Vec::new()
            }
            Effect::Erupt { fragments, explodes } => self.erupt(fragments, *explodes, state),
        }
    }

    /// Captures the enemy one step (in lowest terms) beyond the end of the last leg, or behind its start. Without an
    /// enemy there the path fails.
    fn take_beside(&self, mut state: State, behind: bool) -> Vec<State> {
        let (from, to) = (state.leg_start, state.at);
        let ahead = Vector::new((to.0 - from.0) as i16, (to.1 - from.1) as i16).reduced();
        let (step, at) = if behind { (-ahead, from) } else { (ahead, to) };
        let beside = (at.0 + i32::from(step.dx), at.1 + i32::from(step.dy));
        match self.content(&state, beside) {
            Content::Foe(_) => {
                state.take(self.scene.board.at(beside.0, beside.1));
                vec![state]
            }
            _ => Vec::new(),
        }
    }

    fn one_each(&self, mut squares: Vec<Square>, next: impl Fn(Square) -> State) -> Vec<State> {
        squares.sort_unstable();
        squares.dedup();
        squares.into_iter().map(next).collect()
    }

    fn content_of(&self, state: &State, square: Square) -> Content {
        self.content(state, (self.scene.board.file(square), self.scene.board.rank(square)))
    }

    /// What these moves can do from the square of arrival, on the board as the path has left it.
    fn reached(&mut self, moves: &[Move], state: &State) -> Vec<Outcome> {
        let Some(here) = state.at_square(self.scene.board) else { return Vec::new() };
        let (mut men, looks) = state.men.for_another_walk();
        men[here.index()] = Some(self.mover);
        let scene = Scene { men, ..self.scene.clone() };
        let mut found = Vec::new();
        for m in moves {
            match Walk::new(&scene, here, m, self.sweeps, Wants::Moves, self.limit).run(m, &looks) {
                Ok(outcomes) => found.extend(outcomes),
                Err(error) => self.error = Some(error),
            }
        }
        found
    }

    /// Enemies on the squares in a straight line between the mover and a square.
    fn enemies_between(&self, state: &State, to: Square) -> Vec<Square> {
        let board = self.scene.board;
        let way = Vector::new((board.file(to) - state.at.0) as i16, (board.rank(to) - state.at.1) as i16);
        let unit = way.reduced();
        let mut left = way - unit;
        let mut at = state.at;
        let mut enemies = Vec::new();
        while left != Vector::ZERO {
            at = (at.0 + i32::from(unit.dx), at.1 + i32::from(unit.dy));
            left = left - unit;
            if matches!(self.content(state, at), Content::Foe(_)) {
                enemies.extend(board.at(at.0, at.1));
            }
        }
        enemies
    }

    /// Imitation: against an enemy of type T, the capturing moves of T that take at least one T and nothing else
    /// (docs/notation, X5).
    fn imitate(&mut self, state: &State) {
        let Some(kinds) = self.scene.kinds else {
            self.error = Some(super::WalkError::NeedsKinds);
            return;
        };
        let side = self.mover.side;
        let foe = |man: &Man| man.side != side;
        let kind_of = |square: &Square| state.men.on(*square).filter(|t| foe(&t.man)).and_then(|t| t.man.kind);
        let foes = self.scene.board.squares().filter_map(|s| state.men.on(s)).filter(|t| foe(&t.man));
        let mut present: Vec<usize> = foes.filter_map(|t| t.man.kind).collect();
        present.sort_unstable();
        present.dedup();
        for kind in present {
            let moves: Vec<Move> = kinds[kind].moves.iter().filter(|m| !m.chain.imitates()).cloned().collect();
            for outcome in self.reached(&moves, state) {
                if !outcome.captures.is_empty() && outcome.captures.iter().all(|s| kind_of(s) == Some(kind)) {
                    self.ended.push(self.redone(state, &outcome));
                }
            }
        }
    }

    /// The state that an outcome found from `state` leads to.
    fn redone(&self, state: &State, outcome: &Outcome) -> State {
        let board = self.scene.board;
        let mut next = state.clone();
        for &capture in &outcome.captures {
            next.take(Some(capture));
        }
        let moved: Vec<(Option<Token>, Square)> =
            outcome.relocations.iter().map(|&(from, to)| (next.lift(from), to)).collect();
        for (token, to) in moved {
            next.men.replace(to, token);
        }
        match outcome.to {
            Some(to) => next.at = (board.file(to), board.rank(to)),
            None => next.survives = false,
        }
        next
    }

    /// An eruption: all fragments fly at once over the board as it is on arrival (T6).
    fn erupt(&mut self, fragments: &[Chain], explodes: bool, mut state: State) -> Vec<State> {
        let board = self.scene.board;
        let Some(here) = state.at_square(board) else { return Vec::new() };
        let mover = Token { man: self.mover, from: self.origin };
        // A fragment carries nothing at the start and needs a free square at its end, also after an explosion.
        let mut flight = state.clone();
        flight.survives = true;
        flight.unloading.clear();
        flight.hand.clear();
        state.survives &= !explodes;
        if state.survives {
            flight.men.replace(here, Some(mover));
        }
        let before = flight.men.clone();
        let kept = std::mem::take(&mut self.ended);
        for chain in fragments {
            self.chain(chain, flight.clone());
        }
        let flown = std::mem::replace(&mut self.ended, kept);

        let removed = distinct(flown.iter().flat_map(|end| &end.hand).map(|t| t.from));
        // The new square of each piece, by its origin: the lowest one if fragments put it on several.
        let mut put: BTreeMap<Square, (Square, Token)> = BTreeMap::new();
        for end in &flown {
            for (to, token) in end.men.tokens().filter(|(s, token)| before.on(*s) != Some(*token)) {
                put.entry(token.from).and_modify(|p| p.0 = p.0.min(to)).or_insert((to, token));
            }
        }
        let gone = |t: &Token| removed.contains(&t.from) || put.contains_key(&t.from);
        let flung: Vec<_> = state.men.tokens().filter(|(_, token)| gone(token)).collect();
        for (square, token) in flung {
            state.lift(square);
            state.hand.extend(Some(token).filter(|t| removed.contains(&t.from)));
        }
        state.survives &= !removed.contains(&self.origin);
        // In order of origins, because the piece with the lowest origin gets the square.
        let mut taken = BTreeSet::new();
        for (to, token) in put.into_values().filter(|(_, token)| !removed.contains(&token.from)) {
            let first = taken.insert(to);
            match (token == mover, first) {
                (true, true) => state.at = (board.file(to), board.rank(to)),
                (true, false) => state.survives = false,
                (false, true) => state.put(to, Some(token)),
                (false, false) => state.hand.push(token),
            }
        }
        vec![state]
    }
}

/// The castling moves that `xbetza` writes with `O`, as far as a board without checks can tell: an unmoved friend at
/// the edge (or one square in), nothing between, and the partner lands on the far side of the king.
pub(super) fn castle(piece: &Piece, scene: &Scene<'_>, from: Square, looks: &Looks) -> Vec<Outcome> {
    let mut found = Vec::new();
    for castling in &piece.castlings {
        let sides = [(castling.left, -1), (castling.right, 1)];
        found.extend(sides.iter().filter(|s| s.0).filter_map(|s| castle_towards(castling, s.1, scene, from, looks)));
    }
    found
}

fn castle_towards(castling: &Castling, side: i32, scene: &Scene<'_>, from: Square, looks: &Looks) -> Option<Outcome> {
    let board = scene.board;
    let king = scene.men[from.index()]?;
    let unmoved = if king.moved { Condition::empty() } else { Condition::UNMOVED };
    if !(scene.mover | unmoved).contains(castling.condition) {
        return None;
    }
    let way = side * i32::from(Vector::new(1, 0).for_side(king.side).dx);
    let (rank, start) = (board.rank(from), board.file(from));
    let edge = if way > 0 { board.files() as i32 - 1 } else { 0 };
    let corner = edge - way * i32::from(castling.inset);
    let partner = board.at(corner, rank)?;
    let on = |square: Square| {
        looks.note(square);
        scene.men[square.index()]
    };
    let friend = on(partner).filter(|m| m.side == king.side && !m.moved)?;
    debug_assert_eq!(friend.side, king.side);
    let to = start + way * i32::from(castling.steps);
    if (corner - start) * way < i32::from(castling.steps).max(1) {
        return None;
    }
    let mut between = (1..(corner - start).abs()).map(|n| board.at(start + n * way, rank));
    if between.any(|s| s.is_none_or(|s| on(s).is_some())) {
        return None;
    }
    let landing = board.at(to - way, rank)?;
    let relocations = if landing == partner { Vec::new() } else { vec![(partner, landing)] };
    let to = board.at(to, rank)?;
    Some(Outcome { to: Some(to), captures: Vec::new(), relocations, path: vec![to], passed: Vec::new() })
}
