//! Finds the checks on a royal and the pins to it, once per node.
//!
//! The check mask and the pins decide most moves without a test. Some attacks fit neither (several paths between two
//! squares, barriers, chains). A move from or to a square on which such an attack depends is tested by itself.

use crate::attack::chains::AttackQuery;
use crate::attack::several::Demand;
use crate::compile::between::Form;
use crate::compile::chain_plans::ChainThreats;
use crate::compile::game::Game;
use crate::compile::threats::Threats;
use crate::position::board::Position;
use arrayvec::ArrayVec;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;

/// The limits set by one path from an enemy piece to the royal.
struct Constraint<const N: usize> {
    /// Pieces of the side to move on the path: pinned pieces and hurdles.
    pinned: Bitboard<N>,
    /// Where all other pieces may go.
    others: Bitboard<N>,
    /// Where the pieces in `pinned` may go.
    own: Bitboard<N>,
}

/// The largest number of constraints kept as masks. Moves that a further constraint limits are tested one by one.
const CONSTRAINTS: usize = 16;

/// The limits that checks and pins set on the moves of a node.
pub(crate) struct Safety<const N: usize> {
    /// The only royal, if it must be safe; `None` if there are several royals, pseudo-royals, or none that must be
    /// safe.
    pub royal: Option<Square>,
    /// Where pieces that are not pinned may go.
    pub check_mask: Bitboard<N>,
    /// The part of `check_mask` that limits pinned pieces too. `check_mask` is the intersection of `base` and the
    /// `others` of all constraints.
    base: Bitboard<N>,
    /// The pinned pieces and hurdles of all constraints.
    pub pinned: Bitboard<N>,
    constraints: ArrayVec<Constraint<N>, CONSTRAINTS>,
    /// Moves from or to these squares are tested one by one.
    pub sensitive: Bitboard<N>,
    /// The royal is attacked, or at least one of several royals.
    pub in_check: bool,
    /// The royals whose limits are found together ([`super::several`]); empty if `royal` is set, or if no limits are
    /// found. They are in `pinned` too, because each has limits of its own.
    pub guarded: Bitboard<N>,
    /// The royals of `guarded` that are attacked.
    pub attacked: Bitboard<N>,
    /// How many of `guarded` must be safe.
    pub demand: Demand,
}

impl<const N: usize> Safety<N> {
    /// Returns no limits: every move is allowed.
    #[inline(always)]
    pub fn free() -> Safety<N> {
        Safety {
            royal: None,
            check_mask: Bitboard::FULL,
            base: Bitboard::FULL,
            pinned: Bitboard::EMPTY,
            constraints: ArrayVec::new(),
            sensitive: Bitboard::EMPTY,
            in_check: false,
            guarded: Bitboard::EMPTY,
            attacked: Bitboard::EMPTY,
            demand: Demand::All,
        }
    }

    /// Lifts the limits of all pieces but royals, and returns them for [`Safety::restore`].
    #[inline(always)]
    pub fn lift(&mut self) -> [Bitboard<N>; 3] {
        let limits = [self.check_mask, self.pinned, self.sensitive];
        (self.check_mask, self.pinned, self.sensitive) = (Bitboard::FULL, Bitboard::EMPTY, Bitboard::EMPTY);
        limits
    }

    /// Takes back [`Safety::lift`].
    #[inline(always)]
    pub fn restore(&mut self, limits: [Bitboard<N>; 3]) {
        [self.check_mask, self.pinned, self.sensitive] = limits;
    }

    /// Returns whether every move of a piece that is not royal leaves the royal safe.
    pub fn sets_no_limits(&self) -> bool {
        self.base == Bitboard::FULL && self.constraints.is_empty() && self.sensitive.is_empty()
    }

    /// Adds all limits of another royal.
    pub fn join(&mut self, other: &Safety<N>) {
        self.base &= other.base;
        self.sensitive |= other.sensitive;
        for constraint in &other.constraints {
            self.add(constraint.pinned, constraint.others, constraint.own);
        }
        self.check_mask = self.constraints.iter().fold(self.base, |all, c| all & c.others);
    }

    /// Finds the checks on this royal and the pins to it.
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

    /// Adds the limits set by threats other than leaps and lines.
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

    /// Marks as sensitive the squares on which it depends that no chain captures the royal. If a chain gives check, all
    /// squares are sensitive.
    #[inline(never)]
    fn find_chains(&mut self, chains: &ChainThreats<N>, position: &Position<N>, occupied: &Bitboard<N>, royal: Square) {
        let side = position.turn().other();
        let query = AttackQuery { position, side, occupied, gone: &Bitboard::EMPTY };
        let (attack, looked) = chains.attack_seen(&query, royal);
        self.in_check |= attack;
        self.sensitive |= if attack { Bitboard::FULL } else { looked.without(Bitboard::of(royal)) };
    }

    /// Adds a path that attacks the royal if it is clear. An empty path gives check; a path with one piece pins that
    /// piece if it belongs to the side to move.
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

    /// Adds a path that attacks the royal if its hurdle square is occupied and its other squares are empty.
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
            // If the hurdle square is occupied, the only blocker must stay on the other squares of the path or capture
            // the attacker. If it is empty, the blocker may go anywhere but there.
            (1, true) => self.add(blockers, Bitboard::FULL, path.without(hurdle) | attacker),
            (1, false) => self.add(blockers, Bitboard::FULL, !hurdle),
            _ => {}
        }
    }

    /// Adds a path that attacks the royal if exactly one piece stands on it.
    fn add_hop(&mut self, path: Bitboard<N>, on_path: Bitboard<N>, own: Bitboard<N>, from: Square) {
        let attacker = Bitboard::of(from);
        match on_path.count() {
            // A piece that moves onto the path becomes the hurdle.
            0 => self.base &= !path,
            1 => {
                self.in_check = true;
                // A move ends the check if it puts a second piece on the path, captures the attacker, or takes the
                // hurdle off the path.
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
                    // Two pieces on the path block the attack. An own one must stay on the path or capture the
                    // attacker; if it captured the other piece, a single hurdle would be left.
                    self.add(hurdles, Bitboard::FULL, path.without(on_path) | attacker);
                }
            }
            _ => {}
        }
    }

    /// Adds a constraint: the own pieces `pinned` may go to `own`, all other pieces to `others`.
    fn add(&mut self, pinned: Bitboard<N>, others: Bitboard<N>, own: Bitboard<N>) {
        let constraint = Constraint { pinned, others, own };
        self.pinned |= constraint.pinned;
        if let Err(full) = self.constraints.try_push(constraint) {
            // The constraints are full: the moves of the pinned pieces are tested instead. If the constraint limits
            // other pieces too, all moves are tested.
            let constraint = full.element();
            self.pinned = self.pinned.without(constraint.pinned);
            self.sensitive |= if constraint.others == Bitboard::FULL { constraint.pinned } else { Bitboard::FULL };
        }
    }

    /// Returns where the piece on `from` may go.
    #[inline]
    pub fn allowed(&self, from: Square) -> Bitboard<N> {
        if !self.pinned.contains(from) {
            return self.check_mask;
        }
        let limit = |c: &Constraint<N>| if c.pinned.contains(from) { c.own } else { c.others };
        self.constraints.iter().fold(self.base, |all, c| all & limit(c))
    }
}
