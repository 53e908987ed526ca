//! Generation of legal moves in games with rules that masks cannot express ([`Generate::ByRules`]).
//!
//! Some rules are about all moves of a position: compulsory captures, or a pass in stalemate. They take up to two
//! passes over the ordinary generator. Others are about what a single move leads to: forbidden checks, or royals that
//! appear by promotion. For them, moves are listed and judged one by one ([`super::judge`]). Games without such rules
//! never come here.

use crate::attack::safety::Safety;
use crate::compile::game::Game;
use crate::compile::strategy::Generate;
use crate::generate::Node;
use crate::generate::sink::{Forward, Sink};
use crate::position::board::Position;
use crate::position::effects::Effects;
use crate::position::list::MoveList;
use crate::position::moves::Move;
use crate::rules::forbidden_checks::moves::Checkless;
use crate::rules::judge::Judge;
use betza_game::needs::Needs;
use betza_game::rules::pass::PassRule;
use betza_ir::bitboard::Bitboard;

impl<const N: usize> Game<N> {
    /// Gives the sink the legal moves of a game with rules that masks cannot express.
    #[inline(never)]
    pub(crate) fn moves_by_rules<S: Sink<N>>(&self, position: &Position<N>, sink: &mut S) {
        self.with_node(position, |node| node.moves_by_rules(true, sink));
    }

    /// Returns whether the side to move has no legal move. Replies that give a forbidden check count here; otherwise
    /// whether a move is mate would depend on whether its replies are mate, and so on.
    pub(crate) fn has_no_replies(&self, position: &Position<N>) -> bool {
        let replies = |of_pieces_only: bool, mating_drops_too: bool| {
            let mut list = MoveList::default();
            self.with_node(position, |node| {
                (node.of_pieces_only, node.mating_drops_too) = (of_pieces_only, mating_drops_too);
                node.one_is_enough = !mating_drops_too;
                node.moves_as_chosen(false, &mut list);
            });
            list.moves
        };
        // Drops are tried last: whether one is legal may itself depend on whether it mates.
        if !replies(true, false).is_empty() {
            return false;
        }
        let moves = replies(false, true);
        if moves.is_empty() || self.some_gives_no_forbidden_mate(position, &moves) {
            return moves.is_empty();
        }
        // Drops that must come first keep other moves out only if they are legal.
        self.variant.hands.as_ref().is_none_or(|hands| hands.must_drop.is_empty()) || replies(false, false).is_empty()
    }
}

impl<const N: usize> Node<'_, N> {
    /// Gives the sink all legal moves, generated as the strategy of the game says, whether or not the game has ended.
    /// `refuse_checks` is false where forbidden checks are legal ([`Game::has_no_replies`]).
    pub(crate) fn moves_as_chosen<S: Sink<N>>(&mut self, refuse_checks: bool, sink: &mut S) {
        match self.game.rules.strategy.generate {
            Generate::ByMasks => self.all_moves(sink),
            Generate::CapturesApart => self.moves_with_captures_apart(&mut Forward(sink)),
            Generate::ByRules => self.moves_by_rules(refuse_checks, sink),
        }
    }

    /// Gives the sink all legal moves. `refuse_checks` is false where forbidden checks are legal
    /// ([`Game::has_no_replies`]).
    fn moves_by_rules<S: Sink<N>>(&mut self, refuse_checks: bool, sink: &mut S) {
        let node = self;
        let needs = node.game.rules.strategy.needs;
        let before = sink.given();
        let facing = needs.contains(Needs::PARTS_ROYALS) && node.game.royals_face(node.position);
        let forbids_captures = || {
            needs.contains(Needs::FORBIDS_CAPTURES)
                && (node.might_trade() || node.might_spare_protected() || node.might_have_to_promote())
        };
        let here = if needs.intersects(Needs::IN_FEW_POSITIONS) { node.needs_in_position() } else { Needs::empty() };
        if (needs | here).intersects(Needs::JUDGED | Needs::FORBIDS_CHECKS) || facing || forbids_captures() {
            node.judged_moves(needs | here, facing, refuse_checks, sink);
        } else if needs.contains(Needs::DROPS_FIRST) && node.drops_first(sink) {
            // Nothing else is legal.
        } else if needs.intersects(Needs::CAPTURE_SERIES | Needs::PLACES_PIECES | Needs::PLACES_WALLS) {
            node.candidate_moves(needs, sink);
        } else if needs.contains(Needs::COMPULSORY_CAPTURES) {
            // The first pass is of captures only.
            node.landing.empty = Bitboard::EMPTY;
            node.of_pieces_only = true;
            node.all_moves(sink);
            if sink.given() == before {
                node.spare_enemies();
                node.of_pieces_only = false;
                node.all_moves(sink);
            }
        } else if needs.contains(Needs::PETRIFIES) {
            node.petrifying_moves(sink);
        } else {
            node.all_moves(sink);
            if needs.contains(Needs::PROMOTES_IN_PLACE) {
                node.promotions_in_place(refuse_checks, sink);
            }
        }
        if sink.given() == before
            && node.game.variant.pass[node.us.index()] == PassRule::Stalemate
            && (facing || !node.is_in_check())
        {
            let mut list = MoveList::default();
            node.pass(&mut list);
            let mut judge = Judge::new(node, needs, facing, refuse_checks, &list.effects);
            list.moves.iter().filter(|&&m| judge.allows(m)).for_each(|&m| sink.single(m));
        }
    }

    /// Gives the sink the moves that are to be judged: those that a rule generates itself, or else the ordinary ones.
    fn candidate_moves<S: Sink<N>>(&self, needs: Needs, sink: &mut S) {
        if needs.contains(Needs::TWO_BOARDS) {
            self.alice_moves(sink);
        } else if needs.contains(Needs::BORROWS_MOVES) {
            self.annan_moves(sink);
        } else if needs.contains(Needs::CAPTURE_SERIES) {
            self.series_moves(sink);
        } else if needs.contains(Needs::PLACES_PIECES) {
            self.placing_moves(sink);
        } else if needs.contains(Needs::PLACES_WALLS) {
            self.walling_moves(sink);
        } else {
            self.all_moves(sink);
        }
    }

    /// Gives the sink the moves that the judge allows. `needs` says what is judged; it may differ from the game's own
    /// flags. `facing` says that the royals face each other.
    pub(crate) fn judged_moves<S: Sink<N>>(&mut self, needs: Needs, facing: bool, refuse_checks: bool, sink: &mut S) {
        // Safety is judged afterwards, so the masks for pins and checks are lifted.
        if needs.contains(Needs::SAFETY_BY_MAKING) {
            let in_check = self.game.is_check(self.position);
            self.safety = Safety::free();
            self.safety.in_check = in_check;
            self.test_all = false;
            self.immune = self.immune_beside_enemy_royals();
        }
        let needs = if needs.contains(Needs::PETRIFIES) { needs | Needs::TRANSFORMS } else { needs };
        if needs.only_forbids_checks() {
            if !refuse_checks {
                return self.all_moves(sink);
            }
            let judge = Judge::new(self, needs, facing, refuse_checks, Effects::NONE);
            if let Some(mut checkless) = Checkless::new(self, judge, sink) {
                return self.all_moves(&mut Forward(&mut checkless));
            }
        }
        let mut list = MoveList::default();
        self.candidate_moves(needs, &mut list);
        if needs.contains(Needs::PROMOTES_IN_PLACE) {
            self.promotions_in_place(false, &mut list);
        }
        if needs.contains(Needs::TRANSFORMS) {
            list = self.transformed_moves(list);
        }
        let MoveList { mut moves, effects } = list;
        if facing && self.is_in_check() && self.game.variant.pass[self.us.index()] == PassRule::Always {
            let mut passes = MoveList::default();
            self.pass(&mut passes);
            moves.append(&mut passes.moves);
        }
        let mut judge = Judge::new(self, needs, facing, refuse_checks, &effects);
        if self.one_is_enough {
            // What must come first or capture keeps other moves out, but never all.
            moves.into_iter().find(|&m| judge.allows(m)).into_iter().for_each(|m| sink.listed(m, &effects));
            return;
        }
        moves.retain(|&m| judge.allows(m));
        let captures = |&m: &Move| self.captures(m, &effects);
        if moves.iter().any(|&m| self.must_come_first(m)) {
            moves.retain(|&m| self.must_come_first(m));
        } else if needs.contains(Needs::COMPULSORY_CAPTURES) && moves.iter().any(captures) {
            moves.retain(captures);
        }
        for m in moves {
            sink.listed(m, &effects);
        }
    }

    /// Returns whether a move of a list with these effects captures anything.
    pub(crate) fn captures(&self, m: Move, effects: &Effects) -> bool {
        !self.game.captured(self.position, m, &effects.of(m)).is_empty()
    }
}
