//! Annan: a piece that has a friend right behind it, as its side sees the board, moves as that friend does instead of
//! by its own moves. It keeps its own promotion.
//!
//! Source: en.wikipedia.org/wiki/Annan_shogi; shogiops, `annanshogi.ts`.

use crate::compile::component::Component;
use crate::compile::game::Game;
use crate::generate::Node;
use crate::generate::sink::Sink;
use crate::position::board::Position;
use crate::position::moves::MoveType;
use betza_game::KindId;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square, Vector};

impl<const N: usize> Game<N> {
    /// Returns the kind by whose moves the piece on a square moves: that of the friend behind it, or its own.
    pub(crate) fn acting_kind(&self, position: &Position<N>, square: Square) -> KindId {
        self.acting_among(position, square, &position.occupied())
    }

    /// Returns the acting kind when only the pieces on `occupied` are on the board.
    fn acting_among(&self, position: &Position<N>, square: Square, occupied: &Bitboard<N>) -> KindId {
        let cell = position.cell(square);
        let behind = self.variant.board.step(square, Vector::new(0, -1).for_side(cell.side()));
        let is_friend = |s: &Square| {
            let friend = position.cell(*s);
            occupied.contains(*s) && friend.is_piece() && friend.side() == cell.side()
        };
        behind.filter(is_friend).map_or(cell, |s| position.cell(s)).kind()
    }

    /// Returns whether a side attacks a square, each piece moving as the friend behind it.
    pub(crate) fn attacks_by_annan(&self, position: &Position<N>, side: Side, to: Square) -> bool {
        self.annan_attackers(position, side, to, position.occupied()).next().is_some()
    }

    /// Returns the pieces of a side that attack a square with this occupancy, each moving as the friend behind it.
    pub(crate) fn attackers_by_annan(
        &self,
        position: &Position<N>,
        side: Side,
        to: Square,
        occupied: &Bitboard<N>,
    ) -> Bitboard<N> {
        self.annan_attackers(position, side, to, *occupied).collect()
    }

    /// Returns the squares of [`Game::attackers_by_annan`], one by one.
    fn annan_attackers(
        &self,
        position: &Position<N>,
        side: Side,
        to: Square,
        occupied: Bitboard<N>,
    ) -> impl Iterator<Item = Square> {
        let attacks = move |from: &Square| {
            let from = *from;
            self.annan_threats(position, from, &occupied).any(|part| {
                !part.origins(Bitboard::of(from), position.state.unmoved).is_empty()
                    && self.lookups.targets(&part.targets, from, &occupied).contains(to)
            })
        };
        let toward = self.sides[side.index()].threats.toward[to.index()];
        (position.side(side) & occupied & toward).into_iter().filter(attacks)
    }

    /// Returns the pieces of the side to move that shield the royal: if one left the board, an enemy that does not
    /// attack the royal now would.
    pub(crate) fn pinned_by_annan(&self, position: &Position<N>, royal: Square) -> Bitboard<N> {
        let (us, occupied) = (position.turn(), position.occupied());
        let attackers = |occupied| self.attackers_by_annan(position, us.other(), royal, &occupied);
        let now = attackers(occupied);
        let shields = |s: &Square| !attackers(occupied.without(Bitboard::of(*s))).is_subset(&now);
        position.side(us).without(Bitboard::of(royal)).into_iter().filter(shields).collect()
    }

    /// Returns the moves by which the piece on a square captures royals: those of the friend behind it. A general also
    /// has the open line to the other general, whatever stands behind it.
    pub(crate) fn annan_threats(
        &self,
        position: &Position<N>,
        from: Square,
        occupied: &Bitboard<N>,
    ) -> impl Iterator<Item = &Component<N>> {
        let cell = position.cell(from);
        let acting = self.mover(cell.side(), self.acting_among(position, from, occupied));
        let generals = &self.sides[cell.side().index()].flying_generals;
        let general = generals.iter().find(|general| general.kind == cell.kind());
        acting.into_iter().chain(general).flat_map(|m| &m.components).filter(|part| part.threatens())
    }
}

impl<const N: usize> Node<'_, N> {
    /// Gives the sink the pseudo-legal moves. The judge tests the safety of royals afterwards.
    pub(crate) fn annan_moves<S: Sink<N>>(&self, sink: &mut S) {
        for from in self.own {
            let own = self.game.mover(self.us, self.position.cell(from).kind());
            let acting = self.game.mover(self.us, self.game.acting_kind(self.position, from));
            let (Some(own), Some(acting)) = (own, acting) else { continue };
            let (plain, double_steps) = self.united_targets(acting, from);
            for (kind, targets) in [(MoveType::Plain, plain), (MoveType::DoubleStep, double_steps)] {
                self.emit(kind, from, targets, own.promotion.as_ref(), sink);
            }
        }
        self.other_moves(sink);
    }
}
