//! Annan: a piece that has a friend right behind it, as its side sees the board, moves as that friend does instead of
//! by its own moves. It keeps its own promotion.
//!
//! Source: en.wikipedia.org/wiki/Annan_shogi; shogiops, `annanshogi.ts`.

use crate::compile::game::Game;
use crate::compile::mover::Mover;
use crate::generate::Node;
use crate::generate::sink::Sink;
use crate::rules::asks::Asks;
use crate::rules::room::Room;
use crate::state::moves::MoveType;
use crate::state::position::Position;
use crate::units::KindId;
use crate::variant::Kind;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square, Vector};
use betza_compile::ir::Modes;

impl<const N: usize> Game<N> {
    /// The kind by whose moves the piece on a square moves: that of the friend behind it, or its own.
    pub(crate) fn acting_kind(&self, position: &Position<N>, square: Square) -> KindId {
        let cell = position.cell(square);
        let behind = self.variant.board.step(square, Vector::new(0, -1).for_side(cell.side()));
        let friend = behind.map(|s| position.cell(s)).filter(|c| c.is_piece() && c.side() == cell.side());
        friend.unwrap_or(cell).kind()
    }

    /// The compiled moves of a kind as a side has them.
    pub(crate) fn mover(&self, side: Side, kind: KindId) -> Option<&Mover<N>> {
        let plan = &self.sides[side.index()];
        plan.movers.iter().chain(&plan.royals).find(|m| m.kind == kind)
    }

    /// Whether a side attacks a square, each piece moving as the friend behind it.
    pub(crate) fn attacks_by_annan(&self, position: &Position<N>, side: Side, to: Square) -> bool {
        self.annan_attackers(position, side, to).next().is_some()
    }

    /// The pieces of a side that attack a square, each moving as the friend behind it.
    pub(crate) fn attackers_by_annan(&self, position: &Position<N>, side: Side, to: Square) -> Bitboard<N> {
        self.annan_attackers(position, side, to).collect()
    }

    /// The squares of [`Game::attackers_by_annan`], one by one.
    fn annan_attackers(&self, position: &Position<N>, side: Side, to: Square) -> impl Iterator<Item = Square> {
        let occupied = position.occupied();
        let attacks = move |from: &Square| {
            let from = *from;
            let mover = self.mover(side, self.acting_kind(position, from));
            let parts = mover.into_iter().flat_map(|m| &m.components);
            parts.filter(|p| p.table.modes.contains(Modes::CAPTURE)).any(|part| {
                !part.origins(Bitboard::of(from), position.state.unmoved).is_empty()
                    && self.lookups.targets(&part.targets, from, &occupied).contains(to)
            })
        };
        position.side(side).into_iter().filter(attacks)
    }
}

impl<const N: usize> Node<'_, N> {
    /// Gives the pseudo-legal moves to the sink. The judge sees to the safety of royals.
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

/// Asks to generate the moves here, and to judge each move by making it: attacks depend on which friends stand behind
/// the attackers, which no mask of pins and checks knows.
pub(crate) const ROOM: Room = Room {
    asks: |variant| match variant.annan {
        true if variant.royalty.check => Asks::JUDGED_BY_MAKING | Asks::BORROWS_MOVES,
        true => Asks::JUDGED | Asks::BORROWS_MOVES,
        false => Asks::empty(),
    },
    refusals: |variant| {
        if !variant.annan {
            return Vec::new();
        }
        let kinds = &variant.kinds;
        vec![
            (
                variant.en_passant.is_some()
                    || variant.castling.is_some()
                    || kinds.iter().any(Kind::ever_has_first_moves),
                "pieces that move as the friend behind them together with castling, en passant or moves that only unmoved pieces have",
            ),
            (variant.series.is_some(), "pieces that move as the friend behind them together with captures in series"),
            (
                variant.trading.is_some(),
                "pieces that move as the friend behind them together with pieces that may not be traded",
            ),
            (
                kinds.iter().any(|k| k.promotes_in_place() || k.region.iter().any(Option::is_some)),
                "pieces that move as the friend behind them together with promotion in place or pieces that are confined",
            ),
            (
                kinds.iter().any(|k| !k.barriers.is_empty()),
                "pieces that move as the friend behind them together with pieces that are walls to some moves",
            ),
        ]
    },
    beside_chains: |variant| {
        let behind = variant.annan;
        behind.then_some("pieces that move as the friend behind them together with pieces that move by chains")
    },
};
