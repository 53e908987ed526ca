//! Rules about the moves of a position as a whole, or about what a move leads to: compulsory captures, passes for want of
//! moves, forbidden checks, royals that come about by promotion.
//!
//! Games without such rules never come here. What depends on the whole position takes two passes over the ordinary generator; what
//! depends on what a move leads to is asked by making it ([`super::judge`]).

use crate::attack::safety::Safety;
use crate::compile::game::Game;
use crate::generate::Node;
use crate::generate::sink::{MoveList, Sink};
use crate::rules::asks::{Asks, Generate};
use crate::rules::forbidden_checks::moves::Checkless;
use crate::rules::judge::Judge;
use crate::rules::pass::PassRule;
use crate::state::effects::{Effect, Effects};
use crate::state::moves::{Move, MoveType};
use crate::state::position::Position;
use crate::units::KindId;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;

/// Passes moves on and notes whether there were any.
struct Watched<'s, S> {
    sink: &'s mut S,
    any: bool,
}

impl<const N: usize, S: Sink<N>> Sink<N> for Watched<'_, S> {
    #[inline]
    fn targets(&mut self, kind: MoveType, from: Square, targets: Bitboard<N>) {
        self.any |= !targets.is_empty();
        self.sink.targets(kind, from, targets);
    }

    #[inline]
    fn promotions(&mut self, from: Square, targets: Bitboard<N>, to: &[KindId]) {
        self.any |= !targets.is_empty();
        self.sink.promotions(from, targets, to);
    }

    #[inline]
    fn shifted(&mut self, kind: MoveType, by: i32, targets: Bitboard<N>) {
        self.any |= !targets.is_empty();
        self.sink.shifted(kind, by, targets);
    }

    #[inline]
    fn shifted_promotions(&mut self, by: i32, targets: Bitboard<N>, to: &[KindId]) {
        self.any |= !targets.is_empty();
        self.sink.shifted_promotions(by, targets, to);
    }

    #[inline]
    fn enter(&mut self, kind: KindId, targets: Bitboard<N>) {
        self.any |= !targets.is_empty();
        self.sink.enter(kind, targets);
    }

    #[inline]
    fn single(&mut self, m: Move) {
        self.any = true;
        self.sink.single(m);
    }

    fn walled(&mut self, from: Square, to: Square, becomes: Option<KindId>, effects: &[Effect], walls: Bitboard<N>) {
        self.any |= !walls.is_empty();
        self.sink.walled(from, to, becomes, effects, walls);
    }

    fn chain(&mut self, from: Square, targets: Bitboard<N>, becomes: Option<KindId>, effects: &[Effect]) {
        self.any |= !targets.is_empty();
        self.sink.chain(from, targets, becomes, effects);
    }
}

impl<const N: usize> Game<N> {
    /// The legal moves of a game with rules that masks do not say.
    #[inline(never)]
    pub(crate) fn moves_by_rules<S: Sink<N>>(&self, position: &Position<N>, sink: &mut S) {
        self.with_node(position, |node| node.moves_by_rules(true, sink));
    }

    /// Whether the side to move has no legal move, rules about giving checks apart: what is mate would else depend on what is mate.
    pub(crate) fn has_no_replies(&self, position: &Position<N>) -> bool {
        // What may come from the hands may ask for mates in turn: it is asked last.
        let has_none = |on_board_only: bool| {
            let mut list = MoveList::default();
            self.with_node(position, |node| {
                node.on_board_only = on_board_only;
                match self.rules.strategy.generate {
                    Generate::ByMasks => node.all_moves(&mut list),
                    Generate::CapturesApart => node.moves_with_captures_apart(&mut list),
                    Generate::ByRules => node.moves_by_rules(false, &mut list),
                }
            });
            list.moves.is_empty()
        };
        has_none(true) && has_none(false)
    }
}

impl<const N: usize> Node<'_, N> {
    /// All legal moves. `asks_checks` says whether checks that are forbidden matter.
    fn moves_by_rules<S: Sink<N>>(&mut self, asks_checks: bool, sink: &mut S) {
        let node = self;
        let asks = node.game.rules.strategy.asks;
        let mut sink = Watched { sink, any: false };
        let facing = asks.contains(Asks::PARTS_ROYALS) && node.game.royals_face(node.position);
        let trades = || asks.contains(Asks::TRADES) && node.might_trade();
        if asks.intersects(Asks::JUDGED | Asks::NO_CHECKS) || facing || trades() {
            node.judged_moves(asks, facing, asks_checks, &mut sink);
        } else if asks.intersects(Asks::CAPTURES_GO_ON | Asks::VARIED | Asks::PLACES_WALLS) {
            node.own_moves(asks, &mut sink);
        } else if asks.contains(Asks::CAPTURES_FIRST) {
            node.landing.empty = Bitboard::EMPTY;
            node.board_moves(&mut sink);
            if !sink.any {
                node.spare_enemies();
                node.all_moves(&mut sink);
            }
        } else {
            node.all_moves(&mut sink);
        }
        if !sink.any && node.game.variant.pass[node.us.index()] == PassRule::Stalemate && !node.is_in_check() {
            node.pass(&mut sink);
        }
    }

    /// The moves before they are judged: those of a room, or the ordinary ones.
    fn own_moves<S: Sink<N>>(&self, asks: Asks, sink: &mut S) {
        if asks.contains(Asks::BORROWS_MOVES) {
            self.borrowed_moves(sink);
        } else if asks.contains(Asks::CAPTURES_GO_ON) {
            self.series_moves(sink);
        } else if asks.contains(Asks::VARIED) {
            self.varied_moves(sink);
        } else if asks.contains(Asks::PLACES_WALLS) {
            self.walling_moves(sink);
        } else {
            self.all_moves(sink);
        }
    }

    /// All moves, judged one by one for what these rules ask.
    pub(crate) fn judged_moves<S: Sink<N>>(&mut self, asks: Asks, facing: bool, asks_checks: bool, sink: &mut S) {
        if asks.contains(Asks::MADE_TO_SEE) {
            let in_check = self.game.in_check(self.position);
            self.safety = Safety::free();
            self.safety.in_check = in_check;
            self.test_all = false;
            self.immune = self.immune_by_touch();
        }
        if asks.only_forbids_checks() {
            if !asks_checks {
                return self.all_moves(sink);
            }
            let judge = Judge { node: self, asks, facing, asks_checks, effects: &Effects::new(), after: None };
            if let Some(mut checkless) = Checkless::new(self, judge, sink) {
                return self.all_moves(&mut checkless);
            }
        }
        let mut list = MoveList::default();
        self.own_moves(asks, &mut list);
        if asks.contains(Asks::PROMOTES_IN_PLACE) {
            self.promotions_in_place(&mut list);
        }
        if asks.contains(Asks::TRANSFORMS) {
            list = self.transformed_moves(list);
        }
        let MoveList { mut moves, effects } = list;
        if facing && self.safety.in_check && self.game.variant.pass[self.us.index()] == PassRule::Always {
            let mut passes = MoveList::default();
            self.pass(&mut passes);
            moves.append(&mut passes.moves);
        }
        let mut judge = Judge { node: self, asks, facing, asks_checks, effects: &effects, after: None };
        moves.retain(|&m| judge.allows(m));
        let captures = |&m: &Move| self.captures(m, &effects);
        if moves.iter().any(|&m| self.must_come_first(m)) {
            moves.retain(|&m| self.must_come_first(m));
        } else if asks.contains(Asks::CAPTURES_FIRST) && moves.iter().any(captures) {
            moves.retain(captures);
        }
        for m in moves {
            sink.listed(m, &effects);
        }
    }

    /// Whether a move captures an enemy.
    pub(crate) fn captures(&self, m: Move, effects: &Effects) -> bool {
        match m.kind {
            MoveType::EnPassant => true,
            MoveType::Plain | MoveType::Promotion | MoveType::DoubleStep => self.enemies.contains(m.to()),
            MoveType::Chain => self.enemies.contains(m.to()) || effects.of(m).iter().any(|e| e.captured().is_some()),
            _ => false,
        }
    }
}
