//! Moves to one square, told from the occupancy after them.
//!
//! PERF: a move is tested by the lookups of one piece and the attackers of the royal. The checks and pins that limit
//! all moves of a node take longer to find than one move takes to test.

use crate::compile::game::Game;
use crate::compile::landing::{Landing, LandingClass};
use crate::position::board::Position;
use crate::position::moves::MoveType;
use betza_game::needs::Needs;
use betza_ir::bitboard::{Bitboard, is_large};
use betza_ir::geometry::Square;

/// A position in which pieces go to one square by plain moves and double steps.
pub(crate) struct Arrivals<'a, const N: usize> {
    game: &'a Game<N>,
    position: &'a Position<N>,
    own: Bitboard<N>,
    enemies: Bitboard<N>,
    occupied: Bitboard<N>,
    /// The royal of the side to move, if there is one.
    royals: Bitboard<N>,
    to: Square,
    class: LandingClass,
}

impl<'a, const N: usize> Arrivals<'a, N> {
    /// Returns the moves to a square; `None` where more than masks and the occupancy after a move decides which are
    /// legal.
    #[inline(always)]
    pub fn new(game: &'a Game<N>, position: &'a Position<N>, to: Square) -> Option<Arrivals<'a, N>> {
        if is_large(N) || !game.rules.occupancy_decides || to.index() >= 64 * N {
            return None;
        }
        let us = position.turn();
        let (own, enemies) = (position.side(us), position.side(us.other()));
        let royals = game.royals(position, us);
        if royals.has_several() {
            return None;
        }
        let occupied = own | enemies | position.walls();
        let landing = Landing { empty: game.board.without(occupied), enemies, friends: own };
        Some(Arrivals { game, position, own, enemies, occupied, royals, to, class: landing.class_of(to) })
    }

    /// Returns the type of the legal move of the piece on `from`: a plain move or a double step, or `None` in its place
    /// if there is no such move. Returns `None` for promotions, and where more decides.
    #[inline(always)]
    pub fn from(&self, from: Square) -> Option<Option<MoveType>> {
        let (game, position, to) = (self.game, self.position, Bitboard::of(self.to));
        if from.index() >= 64 * N || !self.own.contains(from) {
            return None;
        }
        let plan = &game.sides[position.turn().index()];
        let kind = position.cell(from).kind_on::<N>();
        let is_royal = self.royals.contains(from);
        let mover = if is_royal {
            plan.royals.iter().find(|mover| mover.kind == kind).filter(|_| !self.limits_royals())?
        } else {
            &plan.movers[plan.mover_of[kind.index()]?]
        };
        let (mut is_plain, mut is_double_step) = (false, false);
        for part in &mover.components {
            if part.class?.meets(self.class)
                && !part.origins(Bitboard::of(from), position.state.unmoved).is_empty()
                && game.lookups.targets(&part.targets, from, &self.occupied).contains(self.to)
            {
                is_double_step |= part.table.leaves_en_passant;
                is_plain |= !part.table.leaves_en_passant;
            }
        }
        let kind = match (is_plain, is_double_step) {
            (false, false) => return Some(None),
            (_, true) => MoveType::DoubleStep,
            _ => MoveType::Plain,
        };
        if mover.promotion.as_ref().is_some_and(|plan| plan.bears_on(from, to, self.enemies)) {
            return None;
        }
        Some((!self.leaves_royal_attacked(from, is_royal)).then_some(kind))
    }

    /// Returns whether the rules limit where a royal lands by more than attacks.
    #[inline(always)]
    fn limits_royals(&self) -> bool {
        self.game.rules.strategy.needs.contains(Needs::FIRST_MOVES_ONLY)
    }

    /// Returns whether the royal is attacked after the piece on `from` has come to the square. `is_royal` says whether
    /// it is that piece.
    #[inline(always)]
    fn leaves_royal_attacked(&self, from: Square, is_royal: bool) -> bool {
        let to = Bitboard::of(self.to);
        let after = self.occupied.without(Bitboard::of(from)) | to;
        let threats = &self.game.sides[self.position.turn().other().index()].threats;
        let royal = if is_royal { Some(self.to) } else { self.royals.first() };
        royal.is_some_and(|royal| threats.attacks(self.position, royal, &after, &to))
    }
}
