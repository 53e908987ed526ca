//! Generation of moves that also place a wall.
//!
//! The ordinary moves are listed first. Each is then given once for every square on which it may place its wall. A wall
//! that is placed instead of a move is an effect of a pass.
//! Sources: the rules of Duck chess (duckchess.com), of the Game of the Amazons (W. Zamkauskas, 1988) and of Isolation
//! (boardgamegeek.com); in details, Fairy-Stockfish.

use crate::compile::game::Game;
use crate::generate::Node;
use crate::generate::sink::Sink;
use crate::position::board::Position;
use crate::position::effects::{Effect, Effects};
use crate::position::list::MoveList;
use crate::position::moves::{Move, MoveType};
use crate::position::trace::Trace;
use crate::position::undo::Record;
use betza_game::narrow;
use betza_game::variant::{WallPlace, Walling};
use betza_ir::Modes;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Square, Vector};

impl<const N: usize> Node<'_, N> {
    /// Gives the sink all moves, each with every wall that it may place.
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
                sink.with_effects(Move::of::<N>(MoveType::Pass, first, first), &effects);
            }
        }
    }

    /// Returns the squares on which a move may place its wall.
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

    /// Returns the occupancy after a move with effects, before it places its wall.
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
    /// Returns whether one of the four squares beside a square is off the board, a hole, or one of these walls.
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
