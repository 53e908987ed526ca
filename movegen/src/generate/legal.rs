//! Answers questions about single moves, and lists some of the legal moves.

use crate::compile::game::Game;
use crate::compile::strategy::Generate;
use crate::generate::sink::Sink;
use crate::position::board::Position;
use crate::position::list::MoveList;
use crate::position::moves::{Move, MoveType};
use betza_game::needs::Needs;
use betza_ir::bitboard::Bitboard;

/// Which of the legal moves are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gen {
    /// All.
    All,
    /// Those that capture a piece of either side, or several.
    Captures,
    /// Those that capture nothing: promotions, castling and passes among them.
    Quiets,
    /// All if the side to move is in check, none otherwise.
    Evasions,
}

impl<const N: usize> Game<N> {
    /// Gives legal moves to a sink, in sets of destinations. Generic code is compiled again by every crate that uses
    /// it, which takes long here: [`Game::generate`] is compiled once.
    pub fn generate_to<S: Sink<N>>(&self, position: &Position<N>, wanted: Gen, sink: &mut S) {
        match wanted {
            Gen::All => self.generate_all(position, sink),
            Gen::Evasions if self.in_check(position) => self.generate_all(position, sink),
            Gen::Evasions => {}
            Gen::Captures | Gen::Quiets if self.parts_by_masks() => {
                if !self.rules.ends.plans.is_empty() && self.has_ended(position) {
                    return;
                }
                self.with_node(position, |node| match wanted {
                    Gen::Captures => {
                        node.landing.empty = Bitboard::EMPTY;
                        node.of_pieces_only = true;
                        node.all_moves(sink);
                    }
                    _ => {
                        node.spare_enemies();
                        node.en_passant = Bitboard::EMPTY;
                        node.all_moves(sink);
                    }
                });
            }
            Gen::Captures | Gen::Quiets => {
                let mut list = MoveList::default();
                self.generate_all(position, &mut list);
                let captures = |m: &Move| !self.captured(position, *m, &list.effects.of(*m)).is_empty();
                for &m in list.iter().filter(|m| captures(m) == (wanted == Gen::Captures)) {
                    sink.listed(m, &list.effects);
                }
            }
        }
    }

    /// Returns whether masks of the squares where pieces may land separate captures from quiets.
    fn parts_by_masks(&self) -> bool {
        let strategy = &self.rules.strategy;
        strategy.generate == Generate::ByMasks && !strategy.needs.contains(Needs::CHAINS)
    }

    /// Returns whether a move is legal in the position. `m` may be any value: for a move of another position or game
    /// the answer is false.
    #[must_use]
    pub fn is_legal(&self, position: &Position<N>, m: Move) -> bool {
        let mut list = MoveList::default();
        let is_simple =
            self.rules.strategy.generate == Generate::ByMasks && !self.rules.strategy.needs.contains(Needs::CHAINS);
        let moves_alone = matches!(m.kind, MoveType::Plain | MoveType::DoubleStep | MoveType::Promotion);
        if !is_simple || !moves_alone {
            self.list_moves(position, &mut list);
            return list.contains(&m);
        }
        let has_ended = || !self.rules.ends.plans.is_empty() && self.has_ended(position);
        if !self.fits(position, m, &list.effects) || has_ended() {
            return false;
        }
        self.with_node(position, |node| {
            node.free &= Bitboard::of(m.from());
            node.en_passant = Bitboard::EMPTY;
            node.of_pieces_only = true;
            node.all_moves(&mut list);
        });
        list.contains(&m)
    }

    /// Returns whether there is a legal move.
    #[must_use]
    pub fn has_legal_move(&self, position: &Position<N>) -> bool {
        self.count_moves(position) > 0
    }

    /// Returns the squares on which a legal move captures pieces, of either side, as they are before the move. The
    /// mover is not among them, even where it is removed.
    #[must_use]
    pub fn captured_by(&self, position: &Position<N>, m: Move) -> Bitboard<N> {
        if self.variant.captures_apart() || m.short_effects().is_none() {
            let mut after = position.clone();
            let undo = self.make(&mut after, m);
            if let Some(trace) = &undo.trace {
                return trace.taken;
            }
        }
        m.short_effects().map_or(Bitboard::EMPTY, |effects| self.captured(position, m, &effects))
    }

    /// Returns whether a legal move gives check: whether a royal of the other side is attacked after it.
    #[must_use]
    pub fn gives_check(&self, position: &Position<N>, m: Move) -> bool {
        let mut after = position.clone();
        self.make(&mut after, m);
        self.in_check(&after)
    }
}
