//! Runs effects where the piece has arrived: captures at a distance, swaps, imitation, eruptions. The order of steps is
//! that of [`crate::walk`].

use super::PieceTables;
use super::chain::{Facts, Kinds, Position, View};
use super::error::ChainError;
use super::lists::{Entry, List, Lists};
use super::machine::{Machine, State, World};
use super::moves::MoveGroup;
use super::program::EffectPlan;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Square, Vector};
use betza_ir::sorted::{self, ListMap, distinct};
use std::collections::{BTreeMap, BTreeSet};

/// A move with its side effects: destination, captures, relocations.
type Whole = (Option<Square>, Vec<Square>, Vec<(Square, Square)>);

/// The types of pieces on the board that a path has made.
struct Displaced<'a, const N: usize> {
    kinds: &'a dyn Kinds<N>,
    facts: Facts<N>,
    lists: &'a Lists,
}

impl<const N: usize> Kinds<N> for Displaced<'_, N> {
    fn kind_of(&self, square: Square) -> Option<usize> {
        self.kinds.kind_of(self.facts.token(self.lists, square)?)
    }

    fn tables(&self, kind: usize) -> &PieceTables<N> {
        self.kinds.tables(kind)
    }
}

impl<const N: usize> Machine<'_, Position<'_, '_, N>, N> {
    pub(super) fn effect(&mut self, number: u16, mut state: State<Facts<N>>) -> Result<(), ChainError> {
        let program = self.program;
        match &program.effects[usize::from(number)] {
            EffectPlan::Beside { behind } => self.take_beside(*behind, state),
            EffectPlan::Ranged(tables) => {
                let here = self.square(state.control.at).map_or(Bitboard::EMPTY, Bitboard::of);
                let mut victims = Bitboard::EMPTY;
                self.reached(tables, &state, |group| {
                    // Pieces that are put down elsewhere are not captured, and neither is a piece under a mover that
                    // comes back.
                    let moved = group.relocations.iter().map(|r| r.0).collect();
                    victims |= group.to.without(moved).without(here);
                    victims |= group.captures.iter().copied().collect();
                })?;
                // Only occupied destinations capture on arrival.
                for victim in victims & state.facts.enemy {
                    let mut next = state;
                    self.world.take(&mut self.scratch.lists, &mut next, victim);
                    self.push(next);
                }
            }
            EffectPlan::Custodial(tables) => {
                let mut friends = Bitboard::EMPTY;
                self.reached(tables, &state, |group| friends |= group.to)?;
                let mut victims = Bitboard::EMPTY;
                for friend in friends {
                    victims |= self.enemies_between(&state, friend);
                }
                for victim in victims {
                    self.world.take(&mut self.scratch.lists, &mut state, victim);
                }
                self.push(state);
            }
            EffectPlan::SwapPlaces(tables) => {
                let Some(here) = self.square(state.control.at) else { return Ok(()) };
                let mut victims = Bitboard::EMPTY;
                self.reached(tables, &state, |group| victims |= group.to)?;
                // A move with relocations may end on a square that was empty before, or on the mover's own.
                for victim in (victims & state.facts.enemy).without(Bitboard::of(here)) {
                    let mut next = state;
                    let lists = &mut self.scratch.lists;
                    let Some(token) = next.facts.lift(lists, victim) else { continue };
                    self.world.put_over(lists, &mut next.facts, here, token);
                    next.control.at = self.place(victim);
                    self.push(next);
                }
            }
            EffectPlan::Return => {
                state.control.at = self.place(self.origin);
                self.push(state);
            }
            EffectPlan::Vanish => {
                state.control.survives = false;
                self.push(state);
            }
            EffectPlan::Imitate => self.imitate(&state)?,
            EffectPlan::Erupt { fragments, explodes } => self.erupt(fragments, *explodes, state)?,
        }
        Ok(())
    }

    /// Captures the enemy one step (in lowest terms) beyond the end of the last leg, or behind its start. Without an
    /// enemy there the path fails.
    fn take_beside(&mut self, behind: bool, mut state: State<Facts<N>>) {
        let (from, to) = (state.control.leg_start, state.control.at);
        let ahead = Vector::new(to.0 - from.0, to.1 - from.1).reduced();
        let (step, at) = if behind { (-ahead, from) } else { (ahead, to) };
        let Some(beside) = self.square((at.0 + step.dx, at.1 + step.dy)) else { return };
        self.world.note(beside);
        if state.facts.enemy.contains(beside) {
            self.world.take(&mut self.scratch.lists, &mut state, beside);
            self.push(state);
        }
    }

    /// Reports what these moves can do from the square of arrival, on the board as the path has left it.
    fn reached(
        &mut self,
        tables: &PieceTables<N>,
        state: &State<Facts<N>>,
        report: impl FnMut(MoveGroup<'_, N>),
    ) -> Result<(), ChainError> {
        self.reached_by(tables, state, true, report)
    }

    fn reached_by(
        &mut self,
        tables: &PieceTables<N>,
        state: &State<Facts<N>>,
        with_imitators: bool,
        mut report: impl FnMut(MoveGroup<'_, N>),
    ) -> Result<(), ChainError> {
        let Some(here) = self.square(state.control.at) else { return Ok(()) };
        if self.world.is_asked() {
            self.world.note_all(&tables.depends_on(here));
        }
        let lists = &self.scratch.lists;
        let mut nested = self.world.nested.take().unwrap_or_default();
        let result = {
            let displaced = self.world.view.kinds.map(|kinds| Displaced { kinds, facts: state.facts, lists });
            let view = self.view_from(here, &state.facts, displaced.as_ref().map(|d| d as &dyn Kinds<N>));
            let (scratch, out) = &mut *nested;
            out.clear();
            scratch.budget = self.budget;
            tables.moves_but(with_imitators, &view, here, scratch, out)
        };
        self.budget = nested.0.budget;
        if result.is_ok() {
            nested.1.groups().for_each(&mut report);
        }
        *self.world.nested = Some(nested);
        result
    }

    /// Returns the position as it is now, with the mover on `here`.
    fn view_from<'b>(&'b self, here: Square, facts: &Facts<N>, kinds: Option<&'b dyn Kinds<N>>) -> View<'b, N> {
        let base = self.world.view;
        let mover = Bitboard::of(here);
        let mut view = View {
            own: facts.own | mover,
            enemy: facts.enemy.without(mover),
            unmoved: base.unmoved,
            royal: base.royal,
            swept: base.swept,
            mover: base.mover,
            en_passant: base.en_passant,
            kinds,
            wanted: None,
        };
        let mut carry = |from: Square, to: Square| {
            let marks =
                [(&mut view.unmoved, base.unmoved), (&mut view.royal, base.royal), (&mut view.swept, base.swept)];
            for (set, old) in marks {
                if old.contains(from) { set.insert(to) } else { set.remove(to) }
            }
        };
        for (from, to) in facts.moved(&self.scratch.lists, List::EMPTY) {
            carry(from, to);
        }
        carry(self.origin, here);
        view
    }

    /// Returns the enemies in a straight line between the mover and a square.
    fn enemies_between(&mut self, state: &State<Facts<N>>, to: Square) -> Bitboard<N> {
        let (mut at, to) = (state.control.at, self.place(to));
        let way = Vector::new(to.0 - at.0, to.1 - at.1);
        let unit = way.reduced();
        let mut left = way - unit;
        let mut enemies = Bitboard::EMPTY;
        while left != Vector::ZERO && unit != Vector::ZERO {
            at = (at.0 + unit.dx, at.1 + unit.dy);
            left = left - unit;
            let Some(square) = self.square(at) else { continue };
            self.world.note(square);
            if state.facts.enemy.contains(square) {
                enemies.insert(square);
            }
        }
        enemies
    }

    /// Runs an imitation: against an enemy of type T, the capturing moves of T that take at least one T and nothing
    /// else (docs/notation, X5).
    fn imitate(&mut self, state: &State<Facts<N>>) -> Result<(), ChainError> {
        let view = self.world.view;
        let kinds = view.kinds.ok_or(ChainError::NeedsKinds)?;
        let Some(here) = self.square(state.control.at) else { return Ok(()) };
        let kind_on = |square| state.facts.token(&self.scratch.lists, square).and_then(|token| kinds.kind_of(token));
        // PERF: a piece that stands where it stood is captured as its own type is, and imitating others is left out.
        let stays =
            |&at: &Square| state.facts.enemy.contains(at) && state.facts.token(&self.scratch.lists, at) == Some(at);
        let wanted = view.wanted.filter(stays).filter(|_| view.en_passant.is_empty()).map(|at| (at, kind_on(at)));
        if wanted.is_some_and(|(at, kind)| kind.is_none_or(|kind| !kinds.tables(kind).may_capture(here).contains(at))) {
            return Ok(());
        }
        if wanted.is_none() {
            self.world.note_all(&Bitboard::FULL);
        }
        let mut present: ListMap<usize, Bitboard<N>> = ListMap::new();
        for foe in state.facts.enemy {
            let kind = kind_on(foe);
            if let Some(kind) = kind.filter(|_| wanted.is_none_or(|wanted| wanted.1 == kind)) {
                sorted::at_key(&mut present, kind, Bitboard::default).insert(foe);
            }
        }
        for (kind, foes) in present {
            let mut redone: Vec<Whole> = Vec::new();
            self.reached_by(kinds.tables(kind), state, false, |group| {
                if !group.captures.iter().all(|&s| foes.contains(s)) {
                    return;
                }
                let ends = group.to.into_iter().map(Some).chain(group.vanishes.then_some(None));
                for to in ends {
                    let mut captures = group.captures.to_vec();
                    let stays = |s: Square| !group.relocations.iter().any(|r| r.0 == s);
                    if let Some(to) = to.filter(|&to| (state.facts.own | state.facts.enemy).contains(to) && stays(to)) {
                        if !foes.contains(to) {
                            continue;
                        }
                        captures.push(to);
                    }
                    if !captures.is_empty() {
                        captures.sort_unstable();
                        redone.push((to, captures, group.relocations.to_vec()));
                    }
                }
            })?;
            for (to, captures, relocations) in redone {
                let mut next = *state;
                let lists = &mut self.scratch.lists;
                for capture in captures {
                    self.world.take(lists, &mut next, capture);
                }
                let moved: Vec<(Option<Square>, Square)> =
                    relocations.iter().map(|&(from, to)| (next.facts.lift(lists, from), to)).collect();
                for (token, to) in moved {
                    next.facts.lift(lists, to);
                    if let Some(token) = token {
                        self.world.put(lists, &mut next.facts, to, token);
                    }
                }
                match to {
                    Some(to) => next.control.at = self.place(to),
                    None => next.control.survives = false,
                }
                self.finish(&next);
            }
        }
        Ok(())
    }

    /// Runs an eruption: all fragments fly at once over the board as it is on arrival (T6).
    fn erupt(&mut self, fragments: &[u32], explodes: bool, mut state: State<Facts<N>>) -> Result<(), ChainError> {
        let Some(here) = self.square(state.control.at) else { return Ok(()) };
        self.world.note(here);
        // A fragment carries nothing at the start and needs a free square at its end, also after an explosion.
        let mut flight = state;
        (flight.control.survives, flight.control.waiting) = (true, 0);
        flight.facts.hand = List::EMPTY;
        state.control.survives &= !explodes;
        if state.control.survives {
            flight.facts.lift(&self.scratch.lists, here);
            self.world.put(&mut self.scratch.lists, &mut flight.facts, here, self.origin);
        }
        self.charge((state.facts.own | state.facts.enemy).count() as usize);
        let kept = self.world.flown.replace(Vec::new());
        // States seen by another eruption do not count for these fragments.
        let seen = std::mem::take(&mut self.scratch.seen);
        for &fragment in fragments {
            let mut start = flight;
            start.control.pc = fragment;
            self.run(start)?;
        }
        self.scratch.seen = seen;
        let flown = std::mem::replace(&mut self.world.flown, kept).unwrap_or_default();

        let lists = &mut self.scratch.lists;
        let removed = distinct(flown.iter().flat_map(|end| lists.squares(end.hand)));
        // The new square of each piece, by its origin: the lowest one if fragments put it on several.
        let mut put: BTreeMap<Square, Square> = BTreeMap::new();
        for end in &flown {
            for (token, to) in end.moved(lists, flight.facts.puts) {
                if flight.facts.token(lists, to) != Some(token) {
                    put.entry(token).and_modify(|lowest| *lowest = to.min(*lowest)).or_insert(to);
                }
            }
        }
        for square in state.facts.own | state.facts.enemy {
            let Some(token) = state.facts.token(lists, square) else { continue };
            if removed.contains(&token) || put.contains_key(&token) {
                state.facts.lift(lists, square);
            }
            if removed.contains(&token) {
                state.facts.hand = lists.push(state.facts.hand, Entry::Square(token));
            }
        }
        state.control.survives &= !removed.contains(&self.origin);
        // In order of origins, because the piece with the lowest origin gets the square.
        let mut taken = BTreeSet::new();
        for (token, to) in put.into_iter().filter(|(token, _)| !removed.contains(token)) {
            let is_first = taken.insert(to);
            match (token == self.origin, is_first) {
                (true, true) => state.control.at = self.place(to),
                (true, false) => state.control.survives = false,
                (false, true) => {
                    let lists = &mut self.scratch.lists;
                    self.world.put_over(lists, &mut state.facts, to, token);
                }
                (false, false) => {
                    state.facts.hand = self.scratch.lists.push(state.facts.hand, Entry::Square(token));
                }
            }
        }
        state.facts.settle(&mut self.scratch.lists);
        self.push(state);
        Ok(())
    }
}
