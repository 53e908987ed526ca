//! Generation of moves that also place a wall.
//!
//! The ordinary moves are listed first. Each is then given once for every square on which it may place its wall. A wall
//! that is placed instead of a move is an effect of a pass.
//! Sources: the rules of Duck chess (duckchess.com), of the Game of the Amazons (W. Zamkauskas, 1988) and of Isolation
//! (boardgamegeek.com); in details, Fairy-Stockfish.

use super::{WallPlace, Walling};
use crate::compile::game::Game;
use crate::generate::Node;
use crate::generate::sink::{MoveList, Sink};
use crate::rules::asks::Asks;
use crate::rules::room::Room;
use crate::state::effects::{Effect, Effects};
use crate::state::moves::{Move, MoveType};
use crate::state::position::Position;
use crate::state::trace::Trace;
use crate::state::undo::Record;
use crate::units::narrow;
use betza_ir::Modes;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Square, Vector};

impl<const N: usize> Node<'_, N> {
    /// Gives all moves, each with every wall that it may place, to the sink.
    pub(crate) fn walling_moves<S: Sink<N>>(&self, sink: &mut S) {
        let Some(rule) = &self.game.variant.walling else { return };
        let mut list = MoveList::default();
        self.all_moves(&mut list);
        let clears = match rule.place {
            WallPlace::Duck => self.position.walls().into_iter().map(Effect::Clear).collect(),
            _ => Vec::new(),
        };
        for &m in &list.moves {
            if m.kind == MoveType::Pass || rule.instead {
                sink.listed(m, &list.effects);
                continue;
            }
            let (to, mut effects) = self.in_effects(m, &list.effects.of(m));
            let squares = self.wall_squares(rule, m.from(), to, &effects);
            effects.extend(&clears);
            sink.walled(m.from(), to, m.piece(), &effects, squares);
        }
        if rule.instead
            && let Some(first) = self.own.first()
        {
            // As programs write it: the first piece stays where it is.
            for wall in self.wall_squares(rule, first, first, &[]) {
                let effects: Vec<Effect> = clears.iter().copied().chain([Effect::Wall(wall)]).collect();
                sink.with_effects(Move::new(MoveType::Pass, first, first), &effects);
            }
        }
    }

    /// The squares on which a move may place its wall.
    fn wall_squares(&self, rule: &Walling, from: Square, to: Square, effects: &[Effect]) -> Bitboard<N> {
        let game = self.game;
        let after = self.occupied_after(from, to, effects);
        let open = game.board.without(after) & narrow(&rule.region[self.us.index()]);
        match rule.place {
            // The duck's old square is occupied until the move is over, so the duck must move.
            WallPlace::Duck | WallPlace::Static => open,
            WallPlace::Arrow => self.by_kind(self.position.cell(from).kind(), to, &after, Modes::MOVE) & open,
            WallPlace::Past => open & Bitboard::of(from),
            WallPlace::Edge => {
                let walls = self.position.walls();
                open.into_iter().filter(|&s| game.is_at_edge(s, &walls)).collect()
            }
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

impl<const N: usize> Game<N> {
    /// Whether one of the four squares beside a square is off the board, a hole, or one of these walls.
    fn is_at_edge(&self, square: Square, walls: &Bitboard<N>) -> bool {
        let beside = [(0, 1), (1, 0), (0, -1), (-1, 0)].map(|(x, y)| Vector::new(x, y));
        beside.into_iter().any(|v| self.variant.board.step(square, v).is_none_or(|s| walls.contains(s)))
    }

    /// Carries out the walls that a pass places and removes.
    #[inline(never)]
    pub(crate) fn wall_in_passing<const HASHED: bool>(
        &self,
        p: &mut Position<N>,
        effects: &Effects,
        record: &mut Record<N>,
    ) {
        let trace = record.trace.insert(Box::new(Trace::new()));
        self.change_walls::<HASHED>(p, &effects.of(record.m), trace);
    }
}

/// Asks to generate moves here. Where royals must be safe, each move is judged by making it: the duck blocks checks.
pub(crate) const ROOM: Room = Room {
    asks: |variant| match &variant.walling {
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
    // Arrows go as tables of one leg say.
    beside_chains: |variant| {
        let shoots = variant.walling.as_ref().is_some_and(|rule| rule.place == WallPlace::Arrow);
        shoots.then_some("arrows together with pieces that move by chains")
    },
};
