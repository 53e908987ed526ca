//! Chases in xiangqi: which pieces the last move threatens to take, as the rules of the Asian Xiangqi Federation count
//! it.
//!
//! A side that chases a piece with every move of a repetition must give way. A piece is chased by a move that newly
//! attacks it while it has no real protector, or by a horse or cannon that attacks a chariot, or by an elephant or
//! advisor that attacks a chariot, cannon or horse. Generals and soldiers may chase, and so may pieces that attack
//! their like, which could take them as well; soldiers that have not crossed the river may be chased. A pinned
//! protector does not count. These are the cases that Fairy-Stockfish tells apart.

use crate::compile::game::Game;
use crate::position::board::Position;
use crate::position::moves::Move;
use betza_game::rules::results::ChaseRule;
use betza_game::{KindId, Region, narrow, widen};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Side, Square, Vector};

/// What a move threatens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chased {
    /// The pieces of the side to move that are chased.
    pub squares: Region,
    /// By side, the pieces of both sides that alone keep an attack from its general.
    blockers: [Region; 2],
}

/// Steps along files and ranks.
const ORTHOGONAL: [(i16, i16); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// Steps along diagonals.
const DIAGONAL: [(i16, i16); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

impl<const N: usize> Game<N> {
    /// Returns what the move that led to a position threatens; `None` in games without the rule.
    pub(crate) fn chased(
        &self,
        position: &Position<N>,
        played: Option<Move>,
        captured: bool,
        before: Option<&Chased>,
    ) -> Option<Box<Chased>> {
        let rule = self.variant.results.chase.as_ref()?;
        let scene = Scene { game: self, rule, position, us: position.turn(), them: position.turn().other() };
        let blockers = Side::BOTH.map(|side| widen(scene.blockers(side)));
        let squares = match (played, before) {
            (Some(m), Some(before)) => scene.chased_by(m, captured, &blockers, before),
            _ => Region::EMPTY,
        };
        Some(Box::new(Chased { squares, blockers }))
    }
}

/// A position with the roles of its pieces. `us` is the side to move, whose pieces are chased.
struct Scene<'a, const N: usize> {
    game: &'a Game<N>,
    rule: &'a ChaseRule,
    position: &'a Position<N>,
    us: Side,
    them: Side,
}

impl<const N: usize> Scene<'_, N> {
    fn board(&self) -> &Board {
        &self.game.variant.board
    }

    fn of(&self, side: Side, kinds: &[KindId]) -> Bitboard<N> {
        kinds.iter().fold(Bitboard::EMPTY, |all, &k| all | self.position.pieces(side, k))
    }

    fn king(&self, side: Side) -> Bitboard<N> {
        self.game.royals(self.position, side)
    }

    /// Our pieces that can be chased: all but the general and soldiers at home.
    fn prey(&self) -> Bitboard<N> {
        let soldiers = self.of(self.us, &[self.rule.soldier]);
        let at_home: Bitboard<N> = soldiers.into_iter().filter(|&s| !self.has_crossed(self.us, s)).collect();
        self.position.side(self.us).without(self.king(self.us) | at_home)
    }

    /// Returns whether a soldier on a square goes sideways: it has such moves where the notation of its kind gives
    /// them.
    fn has_crossed(&self, side: Side, square: Square) -> bool {
        let kind = &self.game.variant.kinds[self.rule.soldier.index()];
        kind.inside.is_empty() || kind.inside.iter().any(|inside| inside.region[side.index()].contains(square))
    }

    /// Returns the first piece from a square in a direction.
    fn first(&self, from: Square, step: (i16, i16), occupied: &Bitboard<N>) -> Option<Square> {
        let mut square = from;
        loop {
            square = self.board().step(square, Vector::new(step.0, step.1))?;
            if occupied.contains(square) {
                return Some(square);
            }
        }
    }

    /// Returns the occupied squares that a piece on a square attacks.
    fn attacks(&self, side: Side, kind: KindId, from: Square, occupied: &Bitboard<N>) -> Bitboard<N> {
        let step = |square: Square, (x, y): (i16, i16)| self.board().step(square, Vector::new(x, y));
        let rule = self.rule;
        let mut to = Bitboard::EMPTY;
        if kind == rule.rook {
            to = ORTHOGONAL.iter().filter_map(|&d| self.first(from, d, occupied)).collect();
        } else if kind == rule.cannon {
            let over = |&d: &(i16, i16)| self.first(self.first(from, d, occupied)?, d, occupied);
            to = ORTHOGONAL.iter().filter_map(over).collect();
        } else if kind == rule.horse {
            for d in ORTHOGONAL {
                let Some(leg) = step(from, d).filter(|leg| !occupied.contains(*leg)) else { continue };
                let ends = DIAGONAL.into_iter().filter(|e| e.0 == d.0 || e.1 == d.1);
                ends.filter_map(|e| step(leg, e)).for_each(|s| to.insert(s));
            }
        } else if kind == rule.elephant {
            for d in DIAGONAL {
                let eye = step(from, d).filter(|eye| !occupied.contains(*eye));
                eye.and_then(|eye| step(eye, d)).into_iter().for_each(|s| to.insert(s));
            }
        } else if kind == rule.advisor {
            to = DIAGONAL.iter().filter_map(|&d| step(from, d)).collect();
        } else if kind == rule.soldier {
            let forward = if side == Side::White { (0, 1) } else { (0, -1) };
            let sideways: &[(i16, i16)] = if self.has_crossed(side, from) { &[(1, 0), (-1, 0)] } else { &[] };
            to = std::iter::once(&forward).chain(sideways).filter_map(|&d| step(from, d)).collect();
        } else {
            to = ORTHOGONAL.iter().filter_map(|&d| step(from, d)).collect();
        }
        let region = &self.game.variant.kinds[kind.index()].region[side.index()];
        let confined = region.as_ref().map_or(to, |region| to & narrow::<N>(region));
        confined & *occupied
    }

    /// Returns the pieces of a side that attack a square.
    fn attackers(&self, square: Square, side: Side, occupied: &Bitboard<N>) -> Bitboard<N> {
        let occupied = *occupied | Bitboard::of(square);
        let attacks = |&from: &Square| {
            let kind = self.position.cell(from).kind();
            self.attacks(side, kind, from, &occupied).contains(square)
        };
        (self.position.side(side) & occupied).into_iter().filter(attacks).collect()
    }

    /// Returns the pieces between a general and an enemy piece that would attack it if one of them were not there.
    fn blockers(&self, side: Side) -> Bitboard<N> {
        let Some(king) = self.king(side).first() else { return Bitboard::EMPTY };
        let occupied = self.position.occupied();
        let enemy = side.other();
        let rooks = self.of(enemy, &[self.rule.rook]);
        let mut blockers = Bitboard::EMPTY;
        for d in ORTHOGONAL {
            // Chariots do not shield one another.
            let mut between: Vec<Square> = Vec::new();
            let mut shields = 0;
            let mut square = king;
            while let Some(next) = self.first(square, d, &occupied) {
                let kind = self.position.cell(next).kind();
                let is_enemy = self.position.side(enemy).contains(next);
                if is_enemy && kind == self.rule.rook && shields == 1 {
                    between.iter().filter(|s| !rooks.contains(**s)).for_each(|s| blockers.insert(*s));
                }
                if is_enemy && kind == self.rule.cannon && between.len() == 2 {
                    between.iter().for_each(|s| blockers.insert(*s));
                }
                shields += usize::from(!(is_enemy && kind == self.rule.rook));
                between.push(next);
                square = next;
            }
        }
        for horse in self.of(enemy, &[self.rule.horse]) {
            let Vector { dx, dy } = self.board().vector(horse, king);
            if (dx.abs(), dy.abs()) == (1, 2) || (dx.abs(), dy.abs()) == (2, 1) {
                let leg = if dx.abs() == 2 { (dx / 2, 0) } else { (0, dy / 2) };
                let leg = self.board().step(horse, Vector::new(leg.0, leg.1));
                leg.filter(|s| occupied.contains(*s)).into_iter().for_each(|s| blockers.insert(s));
            }
        }
        blockers
    }

    /// Our pieces that a move of theirs chases.
    fn chased_by(&self, m: Move, captured: bool, blockers: &[Region; 2], before: &Chased) -> Region {
        let rule = self.rule;
        let occupied = self.position.occupied();
        let pinned: Bitboard<N> = narrow(&blockers[self.us.index()]);
        let mut pins = pinned | self.shields_of_facing_generals();
        pins &= occupied;
        let (from, to) = (m.from(), m.to());
        let mut chased = Bitboard::EMPTY;
        let mover = self.position.cell(to);
        if !mover.is_piece() {
            return Region::EMPTY;
        }
        let kind = mover.kind();
        let is_king = self.king(self.them).contains(to);
        if !is_king && kind != rule.soldier {
            let mut direct = self.attacks(self.them, kind, to, &occupied) & self.position.side(self.us);
            // What it attacks along the line of its move it may have attacked before.
            if kind == rule.rook || kind == rule.cannon {
                let on_line = |s: &Square| self.board().file(*s) == self.board().file(to);
                let by_file = self.board().file(from) == self.board().file(to);
                let on_rank = |s: &Square| self.board().rank(*s) == self.board().rank(to);
                direct = direct.into_iter().filter(|s| if by_file { !on_line(s) } else { !on_rank(s) }).collect();
            }
            self.add(&mut chased, to, kind, direct, &pins);
        }
        // Attacks that the move has opened, or that a cannon has by its new hurdle.
        let earlier = {
            let mut earlier = if captured { occupied } else { occupied.without(Bitboard::of(to)) };
            earlier.insert(from);
            earlier
        };
        for square in self.position.side(self.them) {
            let kind = self.position.cell(square).kind();
            if [rule.rook, rule.cannon, rule.horse, rule.elephant].contains(&kind) {
                let now = self.attacks(self.them, kind, square, &occupied);
                let then = self.attacks(self.them, kind, square, &earlier);
                self.add(&mut chased, square, kind, now.without(then) & self.position.side(self.us), &pins);
            }
        }
        let new = pinned.without(narrow(&before.blockers[self.us.index()]));
        self.add_unprotected(&mut chased, new, &narrow(&blockers[self.them.index()]));
        widen(chased)
    }

    /// Our pieces on the file of both generals, if there is but one: it may not leave.
    fn shields_of_facing_generals(&self) -> Bitboard<N> {
        let (Some(ours), Some(theirs)) = (self.king(self.us).first(), self.king(self.them).first()) else {
            return Bitboard::EMPTY;
        };
        let file = self.board().file(theirs);
        let on_file = |s: &Square| self.board().file(*s) == file;
        let others: Bitboard<N> =
            self.position.side(self.us).without(Bitboard::of(ours)).into_iter().filter(on_file).collect();
        if self.board().file(ours) == file && !others.has_several() { others } else { Bitboard::EMPTY }
    }

    /// Adds what a piece on a square chases of what it newly attacks.
    fn add(&self, chased: &mut Bitboard<N>, from: Square, kind: KindId, attacks: Bitboard<N>, pins: &Bitboard<N>) {
        let rule = self.rule;
        if attacks.without(*chased).is_empty() {
            return;
        }
        let occupied = self.position.occupied();
        let mut attacks = attacks & self.prey();
        if kind == rule.horse || kind == rule.cannon {
            *chased |= attacks & self.of(self.us, &[rule.rook]);
        }
        if kind == rule.elephant || kind == rule.advisor {
            *chased |= attacks & self.of(self.us, &[rule.rook, rule.cannon, rule.horse]);
        }
        let like = attacks & self.of(self.us, &[kind]);
        let is_near =
            |d: &(i16, i16)| self.board().step(from, Vector::new(d.0, d.1)).is_some_and(|s| occupied.contains(s));
        if kind == rule.horse && DIAGONAL.iter().any(is_near) {
            // A horse whose like cannot take it, because its leg is lame, is attacked.
            for square in like {
                if self.attacks(self.us, kind, square, &occupied).contains(from) {
                    attacks.remove(square);
                }
            }
        } else {
            attacks = attacks.without(like.without(*pins));
        }
        let without = occupied.without(Bitboard::of(from));
        let king = self.king(self.us);
        for square in attacks {
            let roots = self.attackers(square, self.us, &without).without(*pins);
            let faces = || {
                let theirs = self.king(self.them).first();
                roots == king
                    && theirs.is_some_and(|k| {
                        self.attacks(self.us, rule.rook, k, &(without | Bitboard::of(square))).contains(square)
                    })
            };
            if roots.is_empty() || faces() {
                chased.insert(square);
            }
        }
    }

    /// Adds what is attacked and has lost its protector: the protector is newly pinned, or must answer a check that is
    /// newly threatened. `held` are the pieces that may not leave their own general.
    fn add_unprotected(&self, chased: &mut Bitboard<N>, new: Bitboard<N>, held: &Bitboard<N>) {
        let occupied = self.position.occupied();
        for square in new & self.position.side(self.us) {
            let kind = self.position.cell(square).kind();
            for prey in self.attacks(self.us, kind, square, &occupied) & self.prey() {
                if !self.attackers(prey, self.them, &occupied).without(*held).is_empty() {
                    chased.insert(prey);
                }
            }
        }
        let Some(king) = self.king(self.us).first() else { return };
        let near = self.attacks(self.us, self.position.cell(king).kind(), king, &Bitboard::FULL);
        for square in new & self.position.side(self.them) {
            let kind = self.position.cell(square).kind();
            let attacks = self.attacks(self.them, kind, square, &occupied) & self.position.side(self.us);
            *chased |= attacks.without(near);
            let without = occupied.without(Bitboard::of(square) | Bitboard::of(king));
            for prey in attacks & near {
                if !self.attackers(prey, self.them, &without).without(Bitboard::of(square)).is_empty() {
                    chased.insert(prey);
                }
            }
        }
    }
}
