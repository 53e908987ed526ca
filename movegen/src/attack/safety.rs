//! What a node's moves must respect so that a single royal stays safe, found once per node.
//!
//! With masks for checks and pins most moves are legal without a test; a move that touches a square on which an unusual attack
//! depends is tested on the occupancy that it leaves.

use crate::attack::chains::{AttackQuery, ChainThreats};
use crate::attack::threats::Threats;
use crate::compile::between::Form;
use crate::compile::game::Game;
use crate::state::position::Position;
use arrayvec::ArrayVec;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;

/// A path toward the royal that limits moves.
struct Constraint<const N: usize> {
    /// Own pieces on the path whose leaving matters.
    pinned: Bitboard<N>,
    /// Where other pieces may go.
    others: Bitboard<N>,
    /// Where the hurdles may go.
    own: Bitboard<N>,
}

/// More than this many paths at once are tested move by move.
const CONSTRAINTS: usize = 16;

/// The limits on this node's moves.
pub(crate) struct Safety<const N: usize> {
    /// The royal; `None` if nothing needs to be safe.
    pub royal: Option<Square>,
    /// Where pieces that are no hurdles may go.
    pub check_mask: Bitboard<N>,
    /// The part of `check_mask` that does not come from constraints.
    base: Bitboard<N>,
    /// Own pieces with limits of their own.
    pub pinned: Bitboard<N>,
    constraints: ArrayVec<Constraint<N>, CONSTRAINTS>,
    /// A move from or to one of these squares is tested.
    pub sensitive: Bitboard<N>,
    /// The royal is attacked.
    pub in_check: bool,
}

impl<const N: usize> Safety<N> {
    /// No limits.
    pub fn free() -> Safety<N> {
        Safety {
            royal: None,
            check_mask: Bitboard::FULL,
            base: Bitboard::FULL,
            pinned: Bitboard::EMPTY,
            constraints: ArrayVec::new(),
            sensitive: Bitboard::EMPTY,
            in_check: false,
        }
    }

    /// Finds the limits that the enemy's threats against this royal set.
    #[inline(always)]
    pub fn find(&mut self, game: &Game<N>, position: &Position<N>, occupied: Bitboard<N>, royal: Square) {
        let us = position.turn();
        let them = us.other();
        let threats = &game.sides[them.index()].threats;
        let own = position.side(us);
        self.royal = Some(royal);
        let (leapers, sliders) = threats.reverse.attacking(position, royal);
        if !leapers.is_empty() {
            self.in_check = true;
            self.base = if leapers.has_several() { Bitboard::EMPTY } else { leapers };
        }
        for from in sliders {
            let path = threats.lines.get(from, royal);
            self.add_clear(path, path & occupied, own, from);
        }
        if threats.has_unusual() {
            self.find_others(game, threats, position, occupied, own, royal);
        }
        self.check_mask = self.constraints.iter().fold(self.base, |all, c| all & c.others);
    }

    /// The limits that come of what is neither a leap nor a line.
    #[inline(never)]
    fn find_others(
        &mut self,
        game: &Game<N>,
        threats: &Threats<N>,
        position: &Position<N>,
        occupied: Bitboard<N>,
        own: Bitboard<N>,
        royal: Square,
    ) {
        let them = threats.side;
        for threat in &threats.paths {
            for from in threat.candidates(position, them, royal) {
                let path = threat.between.get(from, royal);
                let on_path = path & occupied;
                match threat.form {
                    Form::Clear => self.add_clear(path, on_path, own, from),
                    Form::Hop => self.add_hop(path, on_path, own, from),
                    Form::FixedHurdle => self.add_fixed_hurdle(path, on_path, own, from, threat.hurdle(from, royal)),
                }
            }
        }
        for threat in &threats.others {
            for from in threat.candidates(position, them, royal) {
                self.sensitive |= if game.rules.strategy.moves_singly {
                    threat.sensitive(from, royal, &occupied)
                } else {
                    threat.depends[royal.index()]
                };
                if threat.hits(position, from, royal, &occupied, &Bitboard::EMPTY) {
                    self.in_check = true;
                    self.sensitive = Bitboard::FULL;
                }
            }
        }
        if !threats.chains.plans.is_empty() {
            self.find_chains(&threats.chains, position, &occupied, royal);
        }
    }

    /// A move that touches a square on which a capture by a chain may depend is tested; where one gives check, every move.
    #[inline(never)]
    fn find_chains(&mut self, chains: &ChainThreats<N>, position: &Position<N>, occupied: &Bitboard<N>, royal: Square) {
        let side = position.turn().other();
        for plan in chains.plans.iter() {
            let Some(sources) = &plan.capture_sources else { continue };
            for from in sources[royal.index()] & position.pieces(side, plan.kind) {
                self.sensitive |= chains.tables[plan.kind.index()].capture_depends_on(from, royal);
            }
        }
        let query = AttackQuery { position, side, occupied, gone: &Bitboard::EMPTY };
        if !self.sensitive.is_empty() && chains.attack(&query, royal) {
            self.in_check = true;
            self.sensitive = Bitboard::FULL;
        }
    }

    /// A path that must be clear: a check, or a piece pinned to it.
    #[inline]
    fn add_clear(&mut self, path: Bitboard<N>, on_path: Bitboard<N>, own: Bitboard<N>, from: Square) {
        let line = path | Bitboard::of(from);
        if on_path.is_empty() {
            self.in_check = true;
            self.base &= line;
        } else if !on_path.has_several() && !on_path.is_disjoint(&own) {
            self.add(on_path, Bitboard::FULL, line);
        }
    }

    /// A path that must hold a piece next to the royal and nothing else.
    fn add_fixed_hurdle(
        &mut self,
        path: Bitboard<N>,
        on_path: Bitboard<N>,
        own: Bitboard<N>,
        from: Square,
        hurdle: Bitboard<N>,
    ) {
        let attacker = Bitboard::of(from);
        let blockers = on_path.without(hurdle);
        let has_hurdle = !on_path.is_disjoint(&hurdle);
        match (blockers.count(), has_hurdle) {
            (0, false) => self.base &= !hurdle,
            (0, true) => {
                self.in_check = true;
                let others = path.without(hurdle) | attacker;
                if hurdle.is_disjoint(&own) { self.base &= others } else { self.add(hurdle, others, Bitboard::FULL) }
            }
            (1, _) if blockers.is_disjoint(&own) => {}
            // It may leave neither the path open behind it, nor open it by becoming the hurdle.
            (1, true) => self.add(blockers, Bitboard::FULL, path.without(hurdle) | attacker),
            (1, false) => self.add(blockers, Bitboard::FULL, !hurdle),
            _ => {}
        }
    }

    /// A path that must hold exactly one piece.
    fn add_hop(&mut self, path: Bitboard<N>, on_path: Bitboard<N>, own: Bitboard<N>, from: Square) {
        let attacker = Bitboard::of(from);
        match on_path.count() {
            // A piece that comes between makes the check.
            0 => self.base &= !path,
            1 => {
                self.in_check = true;
                // Another piece must come between, or capture the attacker, or the hurdle goes away.
                let others = path.without(on_path) | attacker;
                let own_hurdle = on_path & own;
                if own_hurdle.is_empty() {
                    self.base &= others;
                } else {
                    self.add(own_hurdle, others, !path | attacker);
                }
            }
            2 => {
                let hurdles = on_path & own;
                if !hurdles.is_empty() {
                    // One that captures the other would leave a single piece.
                    self.add(hurdles, Bitboard::FULL, path.without(on_path) | attacker);
                }
            }
            _ => {}
        }
    }

    /// Limits the own pieces `pinned` to `own` and the other pieces to `others`.
    fn add(&mut self, pinned: Bitboard<N>, others: Bitboard<N>, own: Bitboard<N>) {
        let constraint = Constraint { pinned, others, own };
        self.pinned |= constraint.pinned;
        if let Err(full) = self.constraints.try_push(constraint) {
            // Too many at once: every move of this path's hurdles is tested instead, and all of them where others matter.
            let constraint = full.element();
            self.pinned = self.pinned.without(constraint.pinned);
            self.sensitive |= if constraint.others == Bitboard::FULL { constraint.pinned } else { Bitboard::FULL };
        }
    }

    /// Where the piece on `from` may go.
    #[inline]
    pub fn allowed(&self, from: Square) -> Bitboard<N> {
        if !self.pinned.contains(from) {
            return self.check_mask;
        }
        let limit = |c: &Constraint<N>| if c.pinned.contains(from) { c.own } else { c.others };
        self.constraints.iter().fold(self.base, |all, c| all & limit(c))
    }
}
