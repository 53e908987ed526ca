//! Generation of moves that also place a wall.
//!
//! The ordinary moves are listed first. Each is then given once for every square on which it may place its wall.
//! Sources: the rules of Duck chess (duckchess.com) and of the Game of the Amazons (W. Zamkauskas, 1988); in details,
//! Fairy-Stockfish.

use super::Walling;
use crate::generate::Node;
use crate::generate::sink::{MoveList, Sink};
use crate::rules::asks::Asks;
use crate::rules::room::Room;
use crate::state::effects::Effect;
use crate::state::moves::MoveType;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;
use betza_compile::ir::Modes;

impl<const N: usize> Node<'_, N> {
    /// Gives all moves, each with every wall that it may place, to the sink.
    pub(crate) fn walling_moves<S: Sink<N>>(&self, sink: &mut S) {
        let Some(rule) = self.game.variant.walling else { return };
        let mut list = MoveList::default();
        self.all_moves(&mut list);
        for &m in &list.moves {
            if m.kind == MoveType::Pass {
                sink.single(m);
                continue;
            }
            let (to, mut effects) = self.in_effects(m, &list.effects.of(m));
            let squares = self.wall_squares(rule, m.from(), to, &effects);
            if rule == Walling::Duck {
                effects.extend(self.position.walls().into_iter().map(Effect::Clear));
            }
            sink.walled(m.from(), to, m.piece(), &effects, squares);
        }
    }

    /// The squares on which a move may place its wall.
    fn wall_squares(&self, rule: Walling, from: Square, to: Square, effects: &[Effect]) -> Bitboard<N> {
        let after = self.occupied_after(from, to, effects);
        let empty = self.game.board.without(after);
        match rule {
            // The duck's old square is occupied until the move is over, so the duck must move.
            Walling::Duck => empty,
            Walling::Arrow => self.by_kind(self.position.cell(from).kind(), to, &after, Modes::MOVE) & empty,
        }
    }

    /// The occupancy after a move with effects, before it places its wall.
    fn occupied_after(&self, from: Square, to: Square, effects: &[Effect]) -> Bitboard<N> {
        let mut after = self.occupied.without(Bitboard::of(from));
        for effect in effects {
            match effect {
                Effect::Capture(square) | Effect::Relocate(square, _) => after.remove(*square),
                _ => {}
            }
        }
        for effect in effects {
            if let Effect::Relocate(_, square) = effect {
                after.insert(*square);
            }
        }
        if !effects.contains(&Effect::Vanish) {
            after.insert(to);
        }
        after
    }
}

/// Asks to generate moves here. Where royals must be safe, each move is judged by making it, since walls block checks.
pub(crate) const ROOM: Room = Room {
    asks: |variant| match variant.walling {
        Some(_) if variant.royalty.check && variant.royal_kinds().next().is_some() => {
            Asks::PLACES_WALLS | Asks::JUDGED_BY_MAKING
        }
        Some(_) => Asks::PLACES_WALLS,
        None => Asks::empty(),
    },
    refusals: |variant| {
        if variant.walling.is_none() {
            return Vec::new();
        }
        vec![
            (variant.has_hands(), "moves that place walls together with hands"),
            (variant.captures_apart(), "moves that place walls together with captures that destroy what stands around"),
            (variant.series.is_some(), "moves that place walls together with captures in series"),
            (variant.annan, "moves that place walls together with pieces that move as the friend behind them"),
            (variant.transforms(), "moves that place walls together with what becomes of movers and captors"),
            (
                variant.kinds.iter().any(|kind| kind.promotes_in_place()),
                "moves that place walls together with promotion in place",
            ),
            (variant.trading.is_some(), "moves that place walls together with pieces that may not be traded"),
        ]
    },
    ..Room::NONE
};
