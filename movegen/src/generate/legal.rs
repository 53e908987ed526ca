//! Lists and counts legal moves, all or some of them, and answers questions about single moves.

use crate::compile::game::Game;
use crate::compile::processor::for_processor;
use crate::compile::strategy::Generate;
use crate::generate::Node;
use crate::generate::sink::{Counter, Forward, Sink};
use crate::position::board::Position;
use crate::position::list::{Gen, MoveList};
use crate::position::moves::Move;
use betza_game::needs::Needs;
use betza_ir::bitboard::Bitboard;

for_processor! {
    /// Does the work of [`Game::generate_to`].
    fn generate_to[S: Sink<N>, const N: usize](game: &Game<N>, position: &Position<N>, wanted: Gen, sink: &mut S)
        => game.processor;
    { game.generate_all(position, wanted, sink) }
}

for_processor! {
    /// Adds legal moves to a list. Most callers generate moves through this function.
    pub(crate) fn list_moves[const N: usize](
        game: &Game<N>,
        position: &Position<N>,
        wanted: Gen,
        list: &mut MoveList,
    ) => game.processor;
    { game.generate_all(position, wanted, list) }
}

for_processor! {
    /// Returns the number of legal moves.
    pub(crate) fn count_moves[const N: usize](game: &Game<N>, position: &Position<N>) -> u64 => game.processor;
    {
        let mut counter = Counter::default();
        game.generate_all(position, Gen::All, &mut counter);
        counter.0
    }
}

impl<const N: usize> Game<N> {
    /// Gives the sink all legal moves, or those that are wanted. Every legal move is either a capture or a quiet.
    ///
    /// PERF: always inlined, but only into a few functions. Each of them is compiled once for each board width and type
    /// of sink.
    #[inline(always)]
    pub(crate) fn generate_all<S: Sink<N>>(&self, position: &Position<N>, wanted: Gen, sink: &mut S) {
        match self.rules.strategy.generate {
            _ if self.has_ended(position) => {}
            _ if wanted != Gen::All && !self.judges_singly() => self.list_and_part(position, wanted, sink),
            Generate::ByMasks => {
                let mut node = Node::before_limits(self, position);
                node.find_limits();
                if wanted == Gen::All || node.goes_on_with(wanted) {
                    node.all_moves_here(sink);
                }
            }
            Generate::CapturesApart => self.moves_with_captures_apart(position, Forward(sink)),
            Generate::ByRules => self.moves_by_rules(position, sink),
        }
    }

    /// Lists all legal moves and gives the wanted ones to the sink. It serves games whose masks cannot separate
    /// captures from quiets.
    #[inline(never)]
    fn list_and_part<S: Sink<N>>(&self, position: &Position<N>, wanted: Gen, sink: &mut S) {
        if wanted == Gen::Evasions && !self.is_check(position) {
            return;
        }
        let mut list = MoveList::default();
        self.generate(position, Gen::All, &mut list);
        let is_wanted = |m: Move| match wanted {
            Gen::All | Gen::Evasions => true,
            Gen::Captures | Gen::Quiets => {
                let captures = !self.captured(position, m, &list.effects.of(m)).is_empty();
                captures == (wanted == Gen::Captures)
            }
        };
        list.iter().filter(|m| is_wanted(**m)).for_each(|&m| sink.listed(m, &list.effects));
    }

    /// Adds legal moves to a list: all, or those that are wanted. Every legal move is either a capture or a quiet, so a
    /// search may ask for captures first and for quiets later.
    #[inline]
    pub fn generate(&self, position: &Position<N>, wanted: Gen, list: &mut MoveList) {
        (self.entries.list)(self, position, wanted, list);
    }

    /// Replaces the contents of a list with all legal moves and their effects.
    #[inline]
    pub fn list_moves(&self, position: &Position<N>, list: &mut MoveList) {
        list.clear();
        self.generate(position, Gen::All, list);
    }

    /// Returns a list of all legal moves and their effects.
    #[must_use]
    pub fn legal_moves(&self, position: &Position<N>) -> MoveList {
        let mut list = MoveList::default();
        self.generate(position, Gen::All, &mut list);
        list
    }

    /// Returns the number of legal moves. It is faster than listing them.
    #[inline]
    #[must_use]
    pub fn count_moves(&self, position: &Position<N>) -> u64 {
        (self.entries.count)(self, position)
    }

    /// Gives legal moves to a sink, as sets of destinations. Every crate that calls it compiles the generator again,
    /// which takes long; [`Game::generate`] is compiled once.
    pub fn generate_to<S: Sink<N>>(&self, position: &Position<N>, wanted: Gen, sink: &mut S) {
        generate_to(self, position, wanted, sink);
    }

    /// Returns whether masks judge each move by itself, and pieces move without effects. Then the squares where pieces
    /// may land separate captures from quiets, and a single move is tested without listing all, unless it is a pass or
    /// has effects.
    #[must_use]
    pub fn judges_singly(&self) -> bool {
        let strategy = &self.rules.strategy;
        strategy.generate == Generate::ByMasks && !strategy.needs.contains(Needs::CHAINS)
    }

    /// Returns whether a move is legal in the position. `m` may be any value, even a move of another position or game.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, position: &Position<N>, m: Move) -> bool {
        (self.entries.has)(self, position, m)
    }

    /// Returns whether there is a legal move.
    #[must_use]
    pub fn has_legal_move(&self, position: &Position<N>) -> bool {
        self.count_moves(position) > 0
    }

    /// Returns the squares, before the move, of the pieces of either side that a legal move captures. The mover is
    /// never among them, even if the move removes it.
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

    /// Returns whether a legal move gives check: it attacks a royal of the other side afterwards.
    #[must_use]
    pub fn gives_check(&self, position: &Position<N>, m: Move) -> bool {
        let mut after = position.clone();
        self.make(&mut after, m);
        self.is_check(&after)
    }
}

impl<const N: usize> Node<'_, N> {
    /// Restricts this node to the moves that are wanted, for games whose masks separate captures from quiets. Returns
    /// false if no wanted move can exist.
    #[inline(always)]
    fn goes_on_with(&mut self, wanted: Gen) -> bool {
        match wanted {
            Gen::All => {}
            // Royals that need not be safe are in check all the same when they are attacked.
            Gen::Evasions if !self.game.variant.royalty.check => return self.game.is_check(self.position),
            Gen::Evasions => return self.is_in_check(),
            Gen::Captures => {
                self.landing.empty = Bitboard::EMPTY;
                self.of_pieces_only = true;
            }
            Gen::Quiets => {
                self.spare_enemies();
                self.en_passant = Bitboard::EMPTY;
            }
        }
        true
    }
}
