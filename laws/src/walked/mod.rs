//! Positions and moves as the walk has them, written for obviousness: what laws and counts are checked against.

pub mod trades;

use betza_compile::walk::{self, EnPassant, Man, Outcome, Scene};
use betza_game::fen;
use betza_game::setup::{Placed, Setup};
use betza_game::variant::{Counting, Forced, KindId, SeveralRoyals, Variant};
use betza_ir::Piece;
use betza_ir::geometry::{Side, Square};
use std::collections::BTreeSet;
pub use trades::men;

/// A game as the walk plays it.
pub struct Walked<'a> {
    variant: &'a Variant,
    /// The notation of each kind, by side.
    kinds: [Vec<Piece>; 2],
    start: Vec<Option<Placed>>,
}

impl<'a> Walked<'a> {
    /// A game of the walk.
    ///
    /// # Panics
    /// If its start is not a position.
    pub fn new(variant: &'a Variant) -> Walked<'a> {
        let bare = |mut piece: Piece| {
            piece.castlings.clear();
            piece
        };
        let of = |side: Side| variant.kinds.iter().map(|k| bare(k.moves[side.index()].clone())).collect();
        let start = fen::read(variant, &variant.start).expect("the start is a position").men;
        Walked { variant, kinds: [of(Side::White), of(Side::Black)], start }
    }

    /// The position as the walk sees it for moves of a side, without rights of en passant.
    fn scene(&self, setup: &Setup, side: Side) -> Scene<'_> {
        let man = |i: usize, p: &Placed| {
            let at_home = self.start[i].is_some_and(|s| (s.side, s.kind) == (p.side, p.kind));
            Man {
                side: p.side,
                moved: at_home == setup.moved.contains(&Square::from_index(i)),
                royal: self.variant.kinds[p.kind.index()].royal,
                kind: Some(p.kind.index()),
            }
        };
        let men = setup.men.iter().enumerate().map(|(i, p)| p.as_ref().map(|p| man(i, p))).collect();
        Scene { men, kinds: Some(&self.kinds[side.index()]), ..Scene::empty(&self.variant.board) }
    }

    /// The moves of every piece of a side that no enemy holds in place, castling apart.
    pub fn moves(&self, setup: &Setup, side: Side) -> Vec<(Square, Outcome)> {
        let held = self.held(setup, side);
        self.moves_but_of(setup, side, &held)
    }

    /// The pieces of a side that enemies hold in place.
    fn held(&self, setup: &Setup, side: Side) -> BTreeSet<Square> {
        let theirs = &self.kinds[side.other().index()];
        let mut held = BTreeSet::new();
        if theirs.iter().any(|piece| !piece.immobilizes.is_empty()) {
            let holding = self.scene(setup, side.other());
            for (from, kind) in men(setup, side.other()) {
                held.extend(walk::immobilized(&theirs[kind.index()], &holding, from).expect("a piece with few paths"));
            }
        }
        held
    }

    fn moves_but_of(&self, setup: &Setup, side: Side, held: &BTreeSet<Square>) -> Vec<(Square, Outcome)> {
        let mut scene = self.scene(setup, side);
        if let (Some(victim), true) = (setup.en_passant_victim, side == setup.turn) {
            scene.en_passant = setup.en_passant.iter().map(|&square| EnPassant { square, victim }).collect();
        }
        let mut found = Vec::new();
        for (from, kind) in men(setup, side).filter(|(from, _)| !held.contains(from)) {
            let walk = if self.variant.counting == Counting::Paths { walk::paths } else { walk::moves };
            let moves = walk(&self.kinds[side.index()][kind.index()], &scene, from);
            found.extend(moves.expect("a piece with few paths").into_iter().map(|m| (from, m)));
        }
        found
    }

    /// Whether a move does not trade what may not be traded ([`trades::may_trade`]).
    pub fn may_trade(&self, setup: &Setup, from: Square, m: &Outcome) -> bool {
        trades::may_trade(self.variant, setup, from, m, |board, _, square| {
            let man = board.at(square).expect("a man replies");
            let piece = &self.kinds[man.side.index()][man.kind.index()];
            walk::moves(piece, &self.scene(board, man.side), square).expect("a piece with few paths")
        })
    }

    /// What a piece may be after a move: the same, or promoted, on reaching a zone or on leaving it too.
    pub fn becomes(&self, setup: &Setup, from: Square, m: &Outcome) -> Vec<KindId> {
        let man = setup.at(from).expect("a man moves");
        let stays = vec![man.kind];
        let Some(rule) = &self.variant.kinds[man.kind.index()].promotion else { return stays };
        let zone = &rule.zone[man.side.index()];
        let Some(to) = m.to else { return stays };
        let promotes = match &rule.starting_inside {
            Some(onto) if zone.contains(from) => !m.captures.is_empty() || onto[man.side.index()].contains(to),
            _ => zone.contains(to) || (rule.from_zone_too && zone.contains(from)),
        };
        if !promotes {
            return stays;
        }
        let promoted = &rule.to[man.side.index()];
        match rule.forced {
            Forced::No => [stays, promoted.clone()].concat(),
            Forced::Always => promoted.clone(),
            _ => panic!("promotions that must be where a piece is stuck, or on some squares, are not for this test"),
        }
    }

    /// The position after a move that does not promote.
    pub fn after(&self, setup: &Setup, from: Square, m: &Outcome) -> Setup {
        let mut next = setup.clone();
        let mover = next.men[from.index()].take();
        let mut touched = vec![from];
        for capture in &m.captures {
            next.men[capture.index()] = None;
            touched.push(*capture);
        }
        let moved: Vec<_> = m.relocations.iter().map(|&(was, now)| (next.men[was.index()].take(), now)).collect();
        touched.extend(m.relocations.iter().map(|r| r.0));
        for (man, now) in moved.into_iter().chain(m.to.map(|to| (mover, to))) {
            next.men[now.index()] = man;
            touched.push(now);
        }
        // Listed is what the board does not show: a man who looks at home and has moved.
        next.moved.retain(|s| !touched.contains(s));
        touched.sort_unstable();
        touched.dedup();
        for square in touched {
            if let (Some(now), Some(home)) = (next.men[square.index()], self.start[square.index()])
                && (now.side, now.kind) == (home.side, home.kind)
            {
                next.moved.push(square);
            }
        }
        next.moved.sort_unstable();
        next.en_passant.clone_from(&m.passed);
        next.en_passant_victim = m.to.filter(|_| !m.passed.is_empty());
        next.turn = setup.turn.other();
        next.traded = self.variant.trading.as_ref().and_then(|rule| {
            let is_one = |s: Square| setup.at(s).is_some_and(|p| rule.kinds.contains(&p.kind));
            let prey = || m.captures.iter().copied().filter(|&s| is_one(s));
            if is_one(from) { None } else { prey().find(|&s| Some(s) == m.to).or_else(|| prey().next()) }
        });
        next
    }

    /// Whether a move leaves the board the royals of its own side that must be safe: none of them may go where all must
    /// be safe, and not the last one where one must be (docs/rules.md, R16).
    pub fn keeps_royals(&self, setup: &Setup, from: Square, m: &Outcome) -> bool {
        let is_royal = |(_, kind): &(Square, KindId)| self.variant.kinds[kind.index()].royal;
        let royals: Vec<Square> = men(setup, setup.turn).filter(is_royal).map(|m| m.0).collect();
        let is_lost = |s: &&Square| m.captures.contains(s) || m.to.is_none() && **s == from;
        let lost = royals.iter().filter(is_lost).count();
        lost == 0 || self.variant.royalty.several == SeveralRoyals::One && lost < royals.len()
    }

    /// Whether the royals of a side are as safe as the variant wants: no enemy move takes any of them, or one of them
    /// at least. Who is held in place gives check none the less (docs/notation, X6).
    pub fn royals_are_safe(&self, setup: &Setup, of: Side) -> bool {
        let is_royal = |(_, kind): &(Square, KindId)| self.variant.kinds[kind.index()].royal;
        let royals: BTreeSet<Square> = men(setup, of).filter(is_royal).map(|m| m.0).collect();
        let replies = self.moves_but_of(setup, of.other(), &BTreeSet::new());
        let taken: BTreeSet<Square> = replies.iter().flat_map(|(_, reply)| reply.captures.iter().copied()).collect();
        match self.variant.royalty.several {
            SeveralRoyals::All => royals.is_disjoint(&taken),
            SeveralRoyals::One => royals.is_empty() || !royals.is_subset(&taken),
            SeveralRoyals::First => {
                let place = |&&s: &&Square| (self.variant.board.file(s), self.variant.board.rank(s));
                royals.iter().min_by_key(place).is_none_or(|first| !taken.contains(first))
            }
        }
    }
}
