//! Moves with gating: each ordinary move of a piece on an open gate is also given once for every piece that may be
//! gated. Castling may gate on the king's or the partner's square.
//!
//! A move with gating is legal if the move without it is, as in Fairy-Stockfish: the new piece does not block a check.
//! In games with hoppers it is judged by making, as the new piece may be a hurdle.

use crate::compile::game::Game;
use crate::generate::Node;
use crate::generate::sink::{Forward, Sink, origin};
use crate::position::board::Position;
use crate::position::castlings::CastlingSquares;
use crate::position::cell::Cell;
use crate::position::effects::Effect;
use crate::position::moves::{Move, MoveType};
use betza_game::KindId;
use betza_game::setup::{Placed, Setup};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square};

/// A sink that forwards moves, and for each move from a gate also gives the same move with gating.
pub(crate) struct Gated<'s, const N: usize> {
    /// Where the moves go.
    sink: &'s mut dyn Sink<N>,
    /// The open gates of the side to move.
    gates: Bitboard<N>,
    /// The kinds in the hands, each with the squares on which it may be gated.
    pieces: Vec<(KindId, Bitboard<N>)>,
    /// The squares of each castling right: king, partner, and their destinations.
    castlings: Vec<[Square; 4]>,
}

impl<const N: usize> Node<'_, N> {
    /// Gives the sink all legal moves, with and without gating.
    pub(crate) fn placing_moves(&self, sink: &mut dyn Sink<N>) {
        self.all_moves(&mut Forward(&mut self.gated(sink)));
    }

    /// Returns a sink that adds gating to moves of this node.
    pub(crate) fn gated<'s>(&self, sink: &'s mut dyn Sink<N>) -> Gated<'s, N> {
        let squares = |s: &CastlingSquares<N>| [s.king, s.partner, s.king_to, s.partner_to];
        let rights = (2 * self.us.index()..2 * self.us.index() + 2).filter_map(|r| self.position.castlings[r].as_ref());
        Gated {
            sink,
            gates: self.game.open_gates(self.position, self.us),
            pieces: self.game.gateable(self.position, self.us).collect(),
            castlings: rights.map(squares).collect(),
        }
    }
}

impl<const N: usize> Game<N> {
    /// Returns whether a side has a piece to gate, or may still get one.
    fn may_gate(&self, position: &Position<N>, side: Side) -> bool {
        self.variant.may_gate(|kind| self.rules.hands.has(position, side, kind))
    }

    /// Closes the gates of a side whose last piece to gate has come in. Positions that differ only in such gates are
    /// the same.
    pub(crate) fn close_idle_gates<const HASHED: bool>(&self, p: &mut Position<N>, side: Side) {
        if self.variant.gating.is_none() || self.may_gate(p, side) {
            return;
        }
        let matters = |s: &Square| self.rules.tracks_unmoved[p.cell(*s).kind_on::<N>().index()];
        let idle: Bitboard<N> = self.open_gates(p, side).into_iter().filter(|s| !matters(s)).collect();
        if HASHED {
            p.state.hash ^= self.keys.unmoved(idle);
        }
        p.state.unmoved = p.state.unmoved.without(idle);
    }
}

impl<const N: usize> Gated<'_, N> {
    /// Gives the moves from a square to each of the targets, once for each piece that may be gated. `besides` has the
    /// effects of the moves without gating.
    fn gate(&mut self, from: Square, targets: Bitboard<N>, becomes: Option<KindId>, besides: &[Effect]) {
        let targets = targets.without(Bitboard::of(from));
        if self.gates.contains(from) && !targets.is_empty() {
            for (kind, _) in self.pieces.iter().filter(|(_, region)| region.contains(from)) {
                let gate = [Effect::Enter(from, *kind)];
                if besides.is_empty() {
                    self.sink.chain(from, targets, becomes, &gate);
                } else {
                    self.sink.chain(from, targets, becomes, &[besides, &gate].concat());
                }
            }
        }
    }

    /// Gives the moves by which a king castles and a piece is gated where it or its partner was.
    fn gate_castling(&mut self, [king, partner, king_to, partner_to]: [Square; 4]) {
        for gate in [king, partner] {
            if !self.gates.contains(gate) || gate == king_to || gate == partner_to {
                continue;
            }
            for (kind, _) in self.pieces.iter().filter(|(_, region)| region.contains(gate)) {
                let effects = [Effect::Relocate(partner, partner_to), Effect::Enter(gate, *kind)];
                self.sink.chain(king, Bitboard::of(king_to), None, &effects);
            }
        }
    }
}

impl<const N: usize> Sink<N> for Gated<'_, N> {
    fn given(&self) -> u64 {
        self.sink.given()
    }
    fn targets(&mut self, kind: MoveType, from: Square, targets: Bitboard<N>) {
        self.sink.targets(kind, from, targets);
        self.gate(from, targets, None, &[]);
    }

    fn promotions(&mut self, from: Square, targets: Bitboard<N>, to: &[KindId]) {
        self.sink.promotions(from, targets, to);
        to.iter().for_each(|&kind| self.gate(from, targets, Some(kind), &[]));
    }

    fn shifted(&mut self, kind: MoveType, by: i32, targets: Bitboard<N>) {
        self.sink.shifted(kind, by, targets);
        for to in targets {
            self.gate(origin(to, by), Bitboard::of(to), None, &[]);
        }
    }

    fn shifted_promotions(&mut self, by: i32, targets: Bitboard<N>, to: &[KindId]) {
        self.sink.shifted_promotions(by, targets, to);
        for at in targets {
            to.iter().for_each(|&kind| self.gate(origin(at, by), Bitboard::of(at), Some(kind), &[]));
        }
    }

    fn drops(&mut self, kind: KindId, targets: Bitboard<N>) {
        self.sink.drops(kind, targets);
    }

    fn single(&mut self, m: Move) {
        self.sink.single(m);
        if m.kind != MoveType::Castling {
            return;
        }
        let Some(&[king, partner, king_to, partner_to]) =
            self.castlings.iter().find(|c| c[1] == m.destination_on::<N>())
        else {
            return;
        };
        self.gate_castling([king, partner, king_to, partner_to]);
    }

    fn chain(&mut self, from: Square, targets: Bitboard<N>, becomes: Option<KindId>, effects: &[Effect]) {
        self.sink.chain(from, targets, becomes, effects);
        // Castling to a further file.
        if let [Effect::Relocate(partner, partner_to)] = effects
            && self.castlings.iter().any(|[king, other, ..]| *king == from && other == partner)
        {
            return targets.for_each(|king_to| self.gate_castling([from, *partner, king_to, *partner_to]));
        }
        let fills = |e: &Effect| *e == Effect::Vanish || matches!(e, Effect::Relocate(_, to) if *to == from);
        if !effects.iter().any(fills) {
            self.gate(from, targets, becomes, effects);
        }
    }
}

impl<const N: usize> Game<N> {
    /// Returns the open gates of a side.
    pub(crate) fn open_gates(&self, position: &Position<N>, side: Side) -> Bitboard<N> {
        let unmoved = position.state.unmoved & position.side(side);
        unmoved.into_iter().filter(|&s| self.is_gate(side, s)).collect()
    }

    /// Returns the kinds in the hands of a side that may be gated, each with the squares on which it may be.
    pub(crate) fn gateable(&self, position: &Position<N>, side: Side) -> impl Iterator<Item = (KindId, Bitboard<N>)> {
        let kinds = self.variant.gating.iter().flat_map(|rule| &rule.kinds);
        let held = kinds.filter(move |&&k| self.rules.hands.has(position, side, k));
        held.map(move |&k| (k, self.variant.kinds[k.index()].placing_region(side) & self.board))
    }

    /// Returns whether a square is a gate of a side, open while the piece there has not moved.
    pub(crate) fn is_gate(&self, side: Side, square: Square) -> bool {
        let rank = self.variant.gating.as_ref().map(|g| i32::from(g.rank[side.index()]));
        rank == Some(self.variant.board.rank(square))
    }
}

impl<const N: usize> Game<N> {
    /// Returns whether a piece of a setup has not moved. On gates that mean something the setup says so. Elsewhere a
    /// piece that stands where its kind starts has not moved, unless the setup says otherwise.
    pub(crate) fn is_set_up_unmoved(&self, setup: &Setup, placed: Placed, square: Square) -> bool {
        let held = |kind: KindId| setup.hands[placed.side.index()][kind.index()] > 0;
        if self.is_gate(placed.side, square) && self.variant.may_gate(held) {
            return setup.gating.contains(&square);
        }
        self.rules.tracks_unmoved[placed.kind.index()]
            && self.starts_on(Cell::new(placed.side, placed.kind), square) != setup.moved.contains(&square)
    }

    /// Writes into a setup whether the piece on a square has moved: an open gate, or an exception from what its square
    /// tells.
    pub(crate) fn write_unmoved(&self, p: &Position<N>, square: Square, setup: &mut Setup) {
        let cell = p.cell(square);
        let unmoved = p.state.unmoved.contains(square);
        if self.is_gate(cell.side(), square) && self.may_gate(p, cell.side()) {
            setup.gating.extend(unmoved.then_some(square));
        } else if self.rules.tracks_unmoved[cell.kind_on::<N>().index()] && self.starts_on(cell, square) != unmoved {
            setup.moved.push(square);
        }
    }

    /// Returns whether a square is one on which pieces of this kind and side start the game.
    fn starts_on(&self, cell: Cell, square: Square) -> bool {
        let kinds = self.variant.kinds.len();
        self.starts[cell.side().index() * kinds + cell.kind_on::<N>().index()].contains(square)
    }
}
