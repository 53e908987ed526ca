//! The replies of a single royal to every move of a position. Most moves change neither the occupants of the squares
//! around it, nor which of these squares are attacked, nor anything on a castling path. After such a move it has as
//! many moves as after any other of this sort.

use crate::compile::game::Game;
use crate::compile::landing::Landing;
use crate::compile::side::SidePlan;
use crate::count::pseudo_legal::Context;
use crate::count::zone_attacks::Attacks;
use crate::generate::Node;
use crate::generate::attacked_squares::KnownAttacks;
use crate::generate::sink::Counter;
use crate::rules::asks::Asks;
use crate::state::cell::Cell;
use crate::state::position::Position;
use crate::units::KindId;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};

/// The squares on which the moves of a royal depend, with the number of these moves.
pub(crate) struct RoyalZone<const N: usize> {
    /// The royal; `None` if its side has none.
    royal: Option<Square>,
    /// The squares for which it matters whether the enemy attacks them: where the royal might go, and what it crosses
    /// when it castles.
    squares: Bitboard<N>,
    /// The squares whose occupants matter.
    depends: Bitboard<N>,
    /// The castling rights of the side, a bit for each wing.
    rights: u8,
    /// The enemy's attacks on `squares`.
    attacks: Attacks<N>,
    /// The number of its moves and castlings while none of this changes; `None` until it is known.
    moves: Option<u64>,
}

impl<const N: usize> RoyalZone<N> {
    /// An empty zone.
    #[inline(always)]
    pub fn new() -> RoyalZone<N> {
        RoyalZone {
            royal: None,
            squares: Bitboard::EMPTY,
            depends: Bitboard::EMPTY,
            rights: 0,
            attacks: Attacks::new(),
            moves: None,
        }
    }

    /// Finds the zone of the only royal of `side`, which is not to move. Returns false if the royal's moves depend on
    /// more than a zone describes.
    #[inline(always)]
    pub fn find(&mut self, game: &Game<N>, position: &Position<N>, side: Side) -> bool {
        let royals = game.royals(position, side);
        let royalty = &game.variant.royalty;
        let program = &game.sides[side.index()].royal_program;
        let is_simple = royalty.check && royalty.pseudo.is_empty() && program.only_leaps;
        self.rights = position.castling_rights(side);
        let Some(royal) = royals.first() else {
            // A pseudo-royal piece may become royal once others are captured.
            self.moves = Some(0);
            return self.rights == 0 && royalty.pseudo.is_empty();
        };
        if !is_simple || royals.has_several() || !program.leaps.promoting.is_empty() {
            return false;
        }
        for step in &program.leaps.plain {
            let pieces = step.pieces(position, &position.state.unmoved);
            if pieces.is_empty() {
                continue;
            }
            // A royal kind may have pieces that are not royal now.
            if step.unmoved || !pieces.is_subset(&royals) {
                return false;
            }
            self.squares |= game.lookups.leap(step.table, royal);
        }
        self.royal = Some(royal);
        self.depends = self.squares | royals;
        // The royal cannot go to the square of an own piece; if the piece is captured, `depends` tells.
        self.squares = self.squares.without(position.side(side));
        if self.rights != 0 && !self.add_castlings(game, position, side) {
            return false;
        }
        if !self.squares.is_empty() && !self.attacks.find(game, position, side.other(), royals, self.squares) {
            return false;
        }
        self.moves = self.moves_among(game, position, side, self.attacks.all());
        self.moves.is_some()
    }

    /// Adds the squares on which castling depends; false if it depends on more than occupied and attacked squares.
    #[inline(never)]
    fn add_castlings(&mut self, game: &Game<N>, position: &Position<N>, side: Side) -> bool {
        let Some(rule) = &game.variant.castling else { return false };
        let unusual = game.sides[side.other().index()].threats.has_unusual() || rule.ignores_check;
        if unusual || rule.also_to.iter().any(|files| !files.is_empty()) {
            return false;
        }
        for plan in position.castlings_of(side) {
            if Some(plan.king) != self.royal {
                return false;
            }
            self.depends |= plan.must_be_empty | plan.uncovers | Bitboard::of(plan.partner);
            if plan.must_be_empty.is_disjoint(&position.occupied()) {
                self.squares |= plan.crossed | Bitboard::of(plan.king_to);
            }
        }
        true
    }

    /// The number of the royal's moves and castlings if the enemy attacks these of the zone's squares and nothing
    /// else in the zone has changed; `None` if masks do not tell.
    #[inline(always)]
    fn moves_among(&self, game: &Game<N>, position: &Position<N>, side: Side, attacked: Bitboard<N>) -> Option<u64> {
        if self.moves.is_some() && attacked == self.attacks.all() {
            return self.moves;
        }
        let royal = self.royal?;
        let (own, enemies) = (position.side(side), position.side(side.other()));
        let empty = game.board.without(own | enemies);
        // Captures that are generated apart are counted elsewhere.
        let landing = if game.rules.strategy.asks.contains(Asks::CAPTURES_APART) {
            Landing { empty, enemies: Bitboard::EMPTY, friends: Bitboard::EMPTY }
        } else {
            Landing { empty, enemies, friends: own }
        };
        let mut moves = 0;
        for step in &game.sides[side.index()].royal_program.leaps.plain {
            if step.pieces(position, &position.state.unmoved).contains(royal) {
                let targets = game.lookups.leap(step.table, royal) & landing.squares(step.class);
                moves += u64::from(targets.without(attacked).count());
            }
        }
        if self.rights != 0 {
            for plan in position.castlings_of(side).filter(|plan| plan.must_be_empty.is_disjoint(&(own | enemies))) {
                moves += u64::from(plan.is_safe(&enemies, &attacked)?);
            }
        }
        Some(moves)
    }

    /// The royal of the zone, if there is one.
    #[inline(always)]
    pub fn royal(&self) -> Option<Square> {
        self.royal
    }

    /// Whether the royal's moves depend on the occupants of some of these squares.
    #[inline(always)]
    pub fn depends_on(&self, squares: &Bitboard<N>) -> bool {
        !self.depends.is_disjoint(squares)
    }

    /// The squares whose change may alter the royal's moves, or uncover a check or a pin; all squares if more than
    /// that matters.
    #[inline(always)]
    pub fn sensitive(&self, game: &Game<N>, position: &Position<N>, side: Side) -> Bitboard<N> {
        let Some(royal) = self.royal else { return Bitboard::EMPTY };
        let threats = &game.sides[side.other().index()].threats;
        let (leapers, sliders) = threats.reverse.attacking(position, royal);
        if threats.has_unusual() || !leapers.is_empty() {
            return Bitboard::FULL;
        }
        let (own, occupied) = (position.side(side), position.occupied());
        let mut sensitive = self.depends;
        for from in sliders {
            let on_path = threats.lines.get(from, royal) & occupied;
            match on_path.count() {
                0 => return Bitboard::FULL,
                1 if on_path.is_subset(&own) => return Bitboard::FULL,
                1 | 2 => sensitive |= on_path,
                _ => {}
            }
        }
        sensitive
    }

    /// Whether `piece`, once it stands on `from`, checks the royal from there or pins a piece to it.
    #[inline(always)]
    pub fn is_aimed_at(&self, game: &Game<N>, piece: Cell, from: Square, context: &Context<'_, N>) -> bool {
        let Some(royal) = self.royal else { return false };
        let threats = &game.sides[piece.side().index()].threats;
        if !threats.toward[royal.index()].contains(from) {
            return false;
        }
        let (leapers, sliders) = threats.reverse.reaching(piece.kind(), royal);
        let is_clear = || {
            let on_path = threats.lines.get(from, royal) & context.occupied;
            on_path.is_empty() || !on_path.has_several() && on_path.is_subset(&context.unpinned)
        };
        leapers.contains(from) || sliders.contains(from) && is_clear()
    }

    /// The number of the royal's moves after a move that has not been made and changes no sensitive square; `None` if
    /// it is not known. `moved` has the kind of the moved piece after the move, its origin and its destination.
    #[inline(always)]
    pub fn moves_without_making(
        &self,
        game: &Game<N>,
        position: &Position<N>,
        side: Side,
        moved: (KindId, Square, Square),
    ) -> Option<u64> {
        if self.squares.is_empty() {
            return self.moves;
        }
        let royals = self.royal.map_or(Bitboard::EMPTY, Bitboard::of);
        let attacked = self.attacks.attacked_without_making(game, position, side.other(), moved, royals);
        self.moves_among(game, position, side, attacked)
    }
}

impl<const N: usize> Node<'_, N> {
    /// Counts the moves and castlings of a single royal after a move that changed these squares, from its zone if
    /// possible.
    #[inline(always)]
    pub(crate) fn count_in_zone(
        &self,
        plan: &SidePlan<N>,
        zone: &RoyalZone<N>,
        changed: Bitboard<N>,
        counter: &mut Counter,
    ) {
        match self.moves_in_zone(zone, changed) {
            Some(moves) => counter.0 += moves,
            None => self.royal_and_castlings(plan, counter),
        }
    }

    /// The number of moves and castlings of a single royal after a move that changed these squares; `None` if the
    /// zone does not tell.
    #[inline(always)]
    pub(crate) fn moves_in_zone(&self, zone: &RoyalZone<N>, changed: Bitboard<N>) -> Option<u64> {
        if self.safety.royal != zone.royal {
            return None;
        }
        let attacked = if zone.squares.is_empty() {
            Bitboard::EMPTY
        } else {
            zone.attacks.after(self.game, self.position, self.us.other(), changed, self.royals)
        };
        let stays = changed.is_disjoint(&zone.depends) && self.position.castling_rights(self.us) == zone.rights;
        if stays
            && !self.safety.in_check
            && let Some(moves) = zone.moves_among(self.game, self.position, self.us, attacked)
        {
            return Some(moves);
        }
        self.attacked_squares.set(Some(KnownAttacks { on: zone.squares, attacked }));
        None
    }
}
