//! What pieces may do as things stand, kings' safety apart.

use super::{Ruled, count, men};
use betza_compile::walk::{self, EnPassant, Man, Outcome, Scene};
use betza_game::setup::{Placed, Setup};
use betza_game::variant::{Counting, Inside, KindId};
use betza_ir::geometry::{Side, Square};
use betza_ir::{Condition, Piece};
use std::collections::BTreeSet;

/// Which moves of a notation are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    All,
    /// Those that only unmoved pieces have.
    First,
    /// Those that every piece has.
    Later,
}

impl Ruled<'_> {
    /// What each piece of a side may do, its royals' safety apart.
    pub(super) fn reaches(&self, setup: &Setup, side: Side) -> Vec<(Square, Outcome)> {
        let held = self.held(setup, side);
        let free = men(setup, side).filter(|(from, kind)| !held.contains(from) && !self.is_full(setup, side, *kind));
        let all: Vec<(Square, Outcome)> =
            free.flat_map(|(from, _)| self.reaches_from(setup, from).into_iter().map(move |m| (from, m))).collect();
        let goes = |from: Square, m: &Outcome| {
            self.may_trade(setup, from, m)
                && self.spares_protected(setup, from, m)
                && self.may_turn_back(setup, from, m)
        };
        all.into_iter().filter(|(from, m)| goes(*from, m)).collect()
    }

    /// Whether a move is forward, or its piece may go anywhere by now.
    fn may_turn_back(&self, setup: &Setup, from: Square, m: &Outcome) -> bool {
        let man = setup.at(from).expect("a man moves");
        let is_bound = self.variant.transformation.forward_until_capture.contains(&man.kind);
        !is_bound || self.has_captured(setup, man.side) || self.is_forward(from, m, man.side)
    }

    /// Whether a side has as many as it may of what a piece becomes by moving.
    fn is_full(&self, setup: &Setup, side: Side, kind: KindId) -> bool {
        let (next, limits) = (self.successor(kind), &self.variant.transformation.limits);
        limits.iter().any(|&(k, n)| Some(k) == next && count(setup, side, k) >= usize::from(n))
    }

    /// What a side could capture if it were its turn. Who is held in place threatens all the same (docs/notation, X6).
    pub(super) fn threats(&self, setup: &Setup, side: Side) -> Vec<(Square, Outcome)> {
        let on = |board: &Setup| -> Vec<(Square, Outcome)> {
            let from = |from: Square| self.all_from(board, from, Which::All).into_iter().map(move |m| (from, m));
            // A royal that would turn itself into a wall captures nothing.
            let captors = men(board, side).filter(|m| !self.variant.never_captures(m.1));
            captors.flat_map(|m| from(m.0)).filter(|(_, m)| !m.captures.is_empty()).collect()
        };
        match self.variant.second_board.is_empty() {
            true => on(setup),
            false => [false, true].into_iter().flat_map(|second| on(&self.alone(setup, second))).collect(),
        }
    }

    /// What the piece on a square may do, whether or not it is held.
    pub(super) fn reaches_from(&self, setup: &Setup, from: Square) -> Vec<Outcome> {
        let Some(man) = setup.at(from) else { return Vec::new() };
        let royalty = &self.variant.royalty;
        if !self.royals(setup, man.side).contains(&from) {
            return self.all_from(setup, from, Which::All);
        }
        let checkers = if royalty.check { self.attackers(setup, from) } else { BTreeSet::new() };
        if !checkers.is_empty() && royalty.stays_in_check && self.variant.kinds[man.kind.index()].royal {
            let takes = |m: &Outcome| checkers.iter().all(|s| m.captures.contains(s));
            return self.all_from(setup, from, Which::All).into_iter().filter(takes).collect();
        }
        if !checkers.is_empty() && !royalty.first_moves_in_check {
            return self.all_from(setup, from, Which::Later);
        }
        let has_first = || self.piece(setup, from).is_some_and(|p| p.moves.iter().any(is_first));
        if checkers.is_empty() && royalty.first_moves_only && has_first() && !self.has_moved(setup, from) {
            let mut moves = self.all_from(setup, from, Which::Later);
            moves.retain(|m| !m.captures.is_empty());
            moves.extend(self.all_from(setup, from, Which::First));
            return moves;
        }
        self.all_from(setup, from, Which::All)
    }

    /// The kind as which the piece on a square moves: its own, or that of the friend behind it.
    fn moves_as(&self, setup: &Setup, from: Square, man: Placed) -> KindId {
        let board = &self.variant.board;
        let back = if man.side == Side::White { -1 } else { 1 };
        let behind = board.at(board.file(from), board.rank(from) + back).and_then(|s| setup.at(s));
        behind.filter(|b| self.variant.annan && b.side == man.side).map_or(man.kind, |b| b.kind)
    }

    /// The notation as which the piece on a square moves.
    fn piece(&self, setup: &Setup, from: Square) -> Option<&Piece> {
        let man = setup.at(from)?;
        Some(&self.kinds[man.side.index()][self.moves_as(setup, from, man).index()])
    }

    /// The moves that a kind has on a square and not everywhere.
    pub(super) fn here(&self, side: Side, kind: KindId, on: Square) -> impl Iterator<Item = &Inside> {
        let inside = self.variant.kinds[kind.index()].inside.iter();
        inside.filter(move |inside| inside.region[side.index()].contains(on))
    }

    pub(super) fn all_from(&self, setup: &Setup, from: Square, which: Which) -> Vec<Outcome> {
        let Some(man) = setup.at(from) else { return Vec::new() };
        let as_kind = self.moves_as(setup, from, man);
        let mut found = self.by(setup, from, &self.kinds[man.side.index()][as_kind.index()], which);
        for inside in self.here(man.side, as_kind, from) {
            let mut piece = Piece { castlings: Vec::new(), ..inside.moves[man.side.index()].clone() };
            if inside.leaves {
                piece.moves.iter_mut().for_each(|m| m.condition.remove(Condition::IN_DOUBLE_STEP_REGION));
            }
            let more = self.by(setup, from, &piece, which);
            found.extend(more.into_iter().filter(|m| stays_inside(inside, man.side, m)));
        }
        found.retain(|m| self.is_allowed(setup, from, man, m));
        found.sort_unstable();
        found.dedup_by(|a, b| a.key() == b.key() && a.path == b.path);
        found
    }

    /// Whether a move leaves its cell, stays in its region, and captures none of its own kind that is immune.
    fn is_allowed(&self, setup: &Setup, from: Square, man: Placed, m: &Outcome) -> bool {
        let is_kin = |s: &Square| setup.at(*s).is_some_and(|p| p.kind == man.kind);
        if self.variant.mutually_immune.contains(&man.kind) && m.captures.iter().any(is_kin) {
            return false;
        }
        let Some(to) = m.to else { return true };
        let in_region = self.variant.kinds[man.kind.index()].region[man.side.index()].is_none_or(|r| r.contains(to));
        in_region && self.variant.grid.as_ref().is_none_or(|cells| cells[from.index()] != cells[to.index()])
    }

    fn is_forward(&self, from: Square, m: &Outcome, side: Side) -> bool {
        let forward = if side == Side::White { 1 } else { -1 };
        let rank = |s: Square| self.variant.board.rank(s) * forward;
        m.to.is_some_and(|to| rank(to) > rank(from))
    }

    /// Whether the other side has fewer pieces than at the start.
    fn has_captured(&self, setup: &Setup, side: Side) -> bool {
        let theirs = |men: &[Option<Placed>]| men.iter().flatten().filter(|m| m.side == side.other()).count();
        theirs(&setup.men) < theirs(&self.start)
    }

    /// The moves of a piece by a notation.
    fn by(&self, setup: &Setup, from: Square, piece: &Piece, which: Which) -> Vec<Outcome> {
        let man = setup.at(from).expect("a man moves");
        let mut piece = piece.clone();
        match which {
            Which::All => {}
            Which::First => piece.moves.retain(is_first),
            Which::Later => piece.moves.retain(|m| !is_first(m)),
        }
        let as_kind = self.moves_as(setup, from, man);
        let barred = |s: &Square| {
            *s != from && setup.at(*s).is_some_and(|p| self.variant.kinds[as_kind.index()].barriers.contains(&p.kind))
        };
        let barred: Vec<Square> = self.variant.board.squares().filter(barred).collect();
        let board = self.variant.board.clone().with_holes(barred);
        let mut scene = self.scene(setup, man.side, &board);
        if self.is_home(setup, from) {
            scene.mover |= Condition::ON_START;
        }
        if self.variant.kinds[as_kind.index()].double_step_region[man.side.index()].contains(from) {
            scene.mover |= Condition::IN_DOUBLE_STEP_REGION;
        }
        if let (Some(victim), Some(rule)) = (setup.en_passant_victim, &self.variant.en_passant)
            && man.side == setup.turn
            && rule.captors.contains(&as_kind)
        {
            let open = setup.en_passant.iter().filter(|s| rule.region[man.side.index()].contains(**s));
            scene.en_passant = open.map(|&square| EnPassant { square, victim }).collect();
        }
        let walk = if self.variant.counting == Counting::Paths { walk::paths } else { walk::moves };
        let mut found = walk(&piece, &scene, from).unwrap_or_else(|_| {
            self.gave_up.set(true);
            Vec::new()
        });
        let touches = |m: &Outcome, s: &Square| {
            m.to == Some(*s) || m.captures.contains(s) || m.relocations.iter().any(|&(was, now)| was == *s || now == *s)
        };
        found.retain(|m| !setup.walls.iter().any(|wall| touches(m, wall)));
        found
    }

    /// The board as a side sees it. A wall stands in the way and may be hopped over as a friend; nothing else can be
    /// done to it.
    fn scene<'b>(&'b self, setup: &Setup, side: Side, board: &'b betza_ir::geometry::Board) -> Scene<'b> {
        let royals: BTreeSet<Square> = Side::BOTH.iter().flat_map(|&side| self.royals(setup, side)).collect();
        let man = |(i, placed): (usize, &Option<Placed>)| {
            let square = Square::from_index(i);
            placed.filter(|_| board.holes().binary_search(&square).is_err()).map(|p| Man {
                side: p.side,
                moved: self.has_moved(setup, square),
                royal: royals.contains(&square),
                kind: Some(p.kind.index()),
            })
        };
        let mut men: Vec<Option<Man>> = setup.men.iter().enumerate().map(man).collect();
        for wall in &setup.walls {
            men[wall.index()] = Some(Man { side, moved: true, royal: false, kind: None });
        }
        Scene { men, kinds: Some(&self.kinds[side.index()]), ..Scene::empty(board) }
    }

    /// The pieces of a side that enemies hold in place.
    pub(super) fn held(&self, setup: &Setup, side: Side) -> BTreeSet<Square> {
        let mut held = BTreeSet::new();
        for (from, _) in men(setup, side.other()) {
            let piece = self.piece(setup, from).filter(|p| !p.immobilizes.is_empty());
            let Some(piece) = piece else { continue };
            match walk::immobilized(piece, &self.scene(setup, side.other(), &self.variant.board), from) {
                Ok(squares) => held.extend(squares),
                Err(_) => self.gave_up.set(true),
            }
        }
        held
    }
}

/// Whether only pieces that have not moved have a move.
fn is_first(m: &betza_ir::Move) -> bool {
    m.condition.contains(Condition::UNMOVED)
}

/// Whether a move that a piece has within a region ends there, or may leave it.
pub(super) fn stays_inside(inside: &Inside, side: Side, m: &Outcome) -> bool {
    m.to.is_none_or(|to| inside.leaves || inside.region[side.index()].contains(to))
}
