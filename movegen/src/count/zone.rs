//! Counts the replies of a single royal to every move of a position. Most moves change neither the occupants of the
//! squares around it, nor which of these squares are attacked, nor anything on a castling path. After all such moves
//! the royal has the same number of moves.

use crate::compile::game::Game;
use crate::compile::landing::Landing;
use crate::compile::side::SidePlan;
use crate::compile::strategy::ToldApart;
use crate::count::context::Context;
use crate::count::unmade::Unmade;
use crate::count::zone_attacks::Attacks;
use crate::generate::Node;
use crate::generate::attacked_squares::KnownAttacks;
use crate::generate::sink::Counter;
use crate::position::board::Position;
use crate::position::castlings::CastlingSquares;
use betza_game::needs::Needs;
use betza_game::variant::CastlingRule;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square};

/// The squares on which the moves of a royal depend, with the number of these moves.
pub(crate) struct RoyalZone<const N: usize> {
    /// The royal; `None` if its side has none.
    royal: Option<Square>,
    /// The squares for which it matters whether the enemy attacks them: where the royal might go, and what it crosses
    /// when it castles.
    squares: Bitboard<N>,
    /// The squares whose occupants matter.
    depends: Bitboard<N>,
    /// The squares where the royal might go and no own piece stands. If only their occupants change, its moves are
    /// those to the squares that are then not attacked.
    open: Bitboard<N>,
    /// The castling rights of the side, a bit for each wing.
    rights: u8,
    /// The royal has not moved.
    unmoved: bool,
    /// The enemy's attacks on `squares`.
    attacks: Attacks<N>,
    /// The squares from which some enemy piece might check the royal or pin a piece to it.
    toward: Bitboard<N>,
    /// How many moves each of its moves counts as: 1 in most games, more if it may also place a piece.
    ways: u64,
    /// The number of its moves and castlings while none of this changes.
    moves: u64,
}

impl<const N: usize> RoyalZone<N> {
    /// Returns an empty zone.
    #[inline(always)]
    pub fn new() -> RoyalZone<N> {
        RoyalZone {
            royal: None,
            squares: Bitboard::EMPTY,
            depends: Bitboard::EMPTY,
            open: Bitboard::EMPTY,
            rights: 0,
            unmoved: false,
            attacks: Attacks::new(),
            toward: Bitboard::EMPTY,
            ways: 1,
            moves: 0,
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
            let has_none = self.rights == 0 && royalty.pseudo.is_empty() && !game.rules.hands.brings_royals;
            return has_none || self.find_without_royal(game, position, side);
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
            if !pieces.is_subset(&royals) {
                return false;
            }
            self.squares |= game.lookups.leap(step.table, royal);
        }
        self.royal = Some(royal);
        if game.rules.strategy.told_apart == Some(ToldApart::PiecesPlaced) {
            self.ways = 1 + game.placed_from(position, side, royal);
        }
        self.unmoved = position.state.unmoved.contains(royal);
        self.depends = self.squares | royals;
        // The royal cannot go to the square of an own piece; a capture of the piece changes a square of `depends`.
        self.squares = self.squares.without(position.side(side));
        if game.rules.strategy.told_apart.is_none_or(|rule| rule == ToldApart::PiecesPlaced) {
            self.open = self.squares;
        }
        if self.rights != 0 && !self.add_castlings(game, position, side) {
            return false;
        }
        if !self.squares.is_empty() && !self.attacks.find(game, position, side.other(), royals, self.squares) {
            return false;
        }
        self.toward = game.sides[side.other().index()].threats.toward[royal.index()];
        self.count(game, position, side)
    }

    /// Counts the moves of the position as it stands. Returns false if occupied and attacked squares do not decide
    /// whether a castling is legal.
    #[inline(always)]
    fn count(&mut self, game: &Game<N>, position: &Position<N>, side: Side) -> bool {
        let landing = landing_of(game, position, side);
        let moves = self.moves_after(game, position, side, &landing, self.attacks.all());
        self.moves = moves.unwrap_or_default();
        moves.is_some()
    }

    /// Finds the zone of a side that has no royal, but whose king may castle all the same. If a royal may be dropped,
    /// `squares` has the squares of such drops. Returns false as [`RoyalZone::find`] does.
    #[inline(never)]
    fn find_without_royal(&mut self, game: &Game<N>, position: &Position<N>, side: Side) -> bool {
        // A pseudo-royal piece may become royal once others are captured.
        self.depends = position.of_kinds(&game.variant.royalty.pseudo) & position.side(side);
        if self.rights != 0 {
            if game.variant.castling.as_ref().is_none_or(CastlingRule::has_choice) {
                return false;
            }
            for plan in position.castlings_of(side) {
                self.depends |= plan.must_be_empty | Bitboard::of(plan.king) | Bitboard::of(plan.partner);
            }
        }
        self.squares = game.squares_for_royals(position, side);
        if !self.squares.is_empty() && !self.attacks.find(game, position, side.other(), Bitboard::EMPTY, self.squares) {
            return false;
        }
        self.count(game, position, side)
    }

    /// Adds the squares on which castling depends; returns false if it depends on more than occupied and attacked
    /// squares.
    #[inline(never)]
    fn add_castlings(&mut self, game: &Game<N>, position: &Position<N>, side: Side) -> bool {
        let Some(rule) = &game.variant.castling else { return false };
        let unusual = game.sides[side.other().index()].threats.has_unusual() || rule.ignores_check;
        if unusual || rule.has_choice() {
            return false;
        }
        for plan in position.castlings_of(side) {
            if Some(plan.king) != self.royal {
                return false;
            }
            let fixed = plan.must_be_empty | plan.uncovers | Bitboard::of(plan.partner);
            self.depends |= fixed;
            self.open = self.open.without(fixed);
            if plan.must_be_empty.is_disjoint(&position.occupied()) {
                self.squares |= plan.crossed | Bitboard::of(plan.king_to);
            }
        }
        true
    }

    /// Returns the number of the royal's moves and castlings after a move that changed these squares; `None` if
    /// occupied and attacked squares do not decide whether a castling is legal. Of the squares in `depends`, the move
    /// may have changed only those in `open`. `landing` is where pieces may land after the move, and `attacked` has the
    /// squares of the zone that are attacked then.
    #[inline(always)]
    pub fn moves_among(
        &self,
        game: &Game<N>,
        position: &Position<N>,
        side: Side,
        changed: Bitboard<N>,
        landing: &Landing<N>,
        attacked: Bitboard<N>,
    ) -> Option<u64> {
        // PERF: one test, which most moves pass.
        if (attacked ^ self.attacks.all() | changed & self.open).is_empty() {
            return Some(self.moves);
        }
        self.moves_after(game, position, side, landing, attacked)
    }

    /// Does [`RoyalZone::moves_among`] by looking the moves up.
    #[inline(always)]
    fn moves_after(
        &self,
        game: &Game<N>,
        position: &Position<N>,
        side: Side,
        landing: &Landing<N>,
        attacked: Bitboard<N>,
    ) -> Option<u64> {
        let Landing { empty, enemies, friends: own } = *landing;
        let Some(royal) = self.royal else {
            let is_open = |plan: &&CastlingSquares<N>| plan.must_be_empty.is_subset(&empty);
            let castlings = position.castlings_of(side).filter(is_open);
            return Some(if self.rights == 0 {
                0
            } else {
                castlings.map(|c| game.ways_to_castle(position, side, c)).sum()
            });
        };
        // Captures that are generated apart are counted elsewhere.
        let needs = game.rules.strategy.needs;
        let landing = if needs.contains(Needs::CAPTURES_APART) {
            Landing { empty, enemies: Bitboard::EMPTY, friends: Bitboard::EMPTY }
        } else {
            Landing { empty, enemies, friends: own }
        };
        let mut reachable = !attacked;
        if needs.contains(Needs::FIRST_MOVES_ONLY) {
            reachable &= game.first_landing(position, royal, &game.board.without(empty), &enemies);
        }
        let mut moves = 0;
        for step in &game.sides[side.index()].royal_program.leaps.plain {
            if step.pieces(position, &position.state.unmoved).contains(royal) {
                let targets = game.lookups.leap(step.table, royal) & landing.squares(step.class);
                moves += u64::from((targets & reachable).count());
            }
        }
        moves *= self.ways;
        if self.rights != 0 {
            for plan in position.castlings_of(side).filter(|plan| plan.must_be_empty.is_subset(&empty)) {
                if plan.is_safe(&enemies, &attacked)? {
                    moves += game.ways_to_castle(position, side, plan);
                }
            }
        }
        Some(moves)
    }

    /// Returns the royal of the zone, if there is one.
    #[inline(always)]
    pub fn royal(&self) -> Option<Square> {
        self.royal
    }

    /// Returns the squares that a move must not touch if [`RoyalZone::moves_among`] is to count the royal's moves.
    #[inline(always)]
    fn fixed(&self) -> Bitboard<N> {
        self.depends.without(self.open)
    }

    /// Returns whether the royal's moves depend on the occupants of some of these squares.
    #[inline(always)]
    pub fn depends_on(&self, squares: &Bitboard<N>) -> bool {
        !self.depends.is_disjoint(squares)
    }

    /// Finds what limits the replies: [`Limits`], with the squares on which the royal's own moves depend.
    #[inline(always)]
    pub fn limits(&self, game: &Game<N>, position: &Position<N>, side: Side) -> Limits<N> {
        let mut limits = match self.royal {
            Some(royal) => limits_of(game, position, side, royal),
            None => Limits { squares: Bitboard::EMPTY, pinned: Bitboard::EMPTY, bent: Bitboard::EMPTY },
        };
        limits.squares |= self.fixed();
        limits
    }

    /// Returns whether the moved piece checks the royal or pins a piece to it after the move.
    #[inline(always)]
    pub fn is_aimed_at(&self, game: &Game<N>, unmade: Unmade<'_, N>, context: &Context<'_, N>) -> bool {
        // PERF: most squares are not among these.
        self.toward.contains(unmade.to()) && self.royal.is_some_and(|royal| is_aimed_at(game, royal, unmade, context))
    }

    /// Leaves the moves of royals to [`super::guarded`]. [`RoyalZone::find`] must have returned false.
    pub fn leave_royals(&mut self) {
        (self.royal, self.rights, self.moves, self.toward) = (None, 0, 0, Bitboard::EMPTY);
        (self.squares, self.depends, self.open) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
    }

    /// Returns the squares of the zone that are attacked after a move that is not made and changes no sensitive square.
    #[inline(always)]
    pub fn attacked_without_making(
        &self,
        game: &Game<N>,
        position: &Position<N>,
        side: Side,
        unmade: Unmade<'_, N>,
    ) -> Bitboard<N> {
        if self.squares.is_empty() {
            return Bitboard::EMPTY;
        }
        let royals = self.royal.map_or(Bitboard::EMPTY, Bitboard::of);
        self.attacks.attacked_without_making(game, position, side.other(), unmade, royals)
    }
}

/// What limits the replies to a move, on account of one royal.
pub(crate) struct Limits<const N: usize> {
    /// The squares whose change may uncover a check of the royal or a pin to it, or end a pin; all squares if more than
    /// that matters, or if it is in check.
    pub squares: Bitboard<N>,
    /// The pieces that are pinned to it.
    pub pinned: Bitboard<N>,
    /// Those of them that are pinned along a line that is not straight.
    pub bent: Bitboard<N>,
}

/// Finds what limits the replies of `side` on account of this royal.
#[inline(always)]
pub(crate) fn limits_of<const N: usize>(
    game: &Game<N>,
    position: &Position<N>,
    side: Side,
    royal: Square,
) -> Limits<N> {
    let none = Bitboard::EMPTY;
    let all = Limits { squares: Bitboard::FULL, pinned: none, bent: none };
    let threats = &game.sides[side.other().index()].threats;
    let (leapers, sliders) = threats.reverse.attacking(position, royal);
    if !leapers.is_empty() {
        return all;
    }
    let (own, occupied) = (position.side(side), position.occupied());
    let mut limits = Limits { squares: none, pinned: none, bent: none };
    if threats.has_unusual() {
        limits.squares |= threats.unusual_squares(game, position, &own, royal);
    }
    for from in sliders {
        let path = threats.lines.get(from, royal);
        let on_path = path & occupied;
        match on_path.count() {
            0 => return all,
            1 if on_path.is_subset(&own) => {
                limits.pinned |= on_path;
                limits.squares |= path | Bitboard::of(from);
                if !threats.lines.is_straight(from, royal) {
                    limits.bent |= on_path;
                }
            }
            1 | 2 => limits.squares |= on_path,
            _ => {}
        }
    }
    limits
}

/// Returns whether the moved piece checks this royal or pins a piece to it after the move.
#[inline(always)]
pub(crate) fn is_aimed_at<const N: usize>(
    game: &Game<N>,
    royal: Square,
    unmade: Unmade<'_, N>,
    context: &Context<'_, N>,
) -> bool {
    let (piece, from) = (unmade.piece(), unmade.to());
    let threats = &game.sides[piece.side().index()].threats;
    if !threats.toward[royal.index()].contains(from) {
        return false;
    }
    let (leapers, sliders) = threats.reverse.reaching(piece.kind_on::<N>(), royal);
    let is_clear = || {
        let on_path = threats.lines.get(from, royal) & context.occupied;
        on_path.is_empty() || !on_path.has_several() && on_path.is_subset(&context.landing.friends)
    };
    leapers.contains(from)
        || sliders.contains(from) && is_clear()
        || threats.has_unusual() && threats.aims_otherwise(piece.kind_on::<N>(), from, royal, context.occupied)
}

/// Returns where moves of a side may land.
#[inline(always)]
fn landing_of<const N: usize>(game: &Game<N>, position: &Position<N>, side: Side) -> Landing<N> {
    let (friends, enemies) = (position.side(side), position.side(side.other()));
    Landing { empty: game.board.without(position.occupied()), enemies, friends }
}

impl<const N: usize> Node<'_, N> {
    /// Returns where moves may land, captures included.
    #[inline(always)]
    fn all_landing(&self) -> Landing<N> {
        Landing { empty: self.empty, enemies: self.enemies, friends: self.own }
    }

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

    /// Does [`Node::moves_in_zone`] if there is a zone.
    #[inline(always)]
    pub(crate) fn moves_in(&self, zone: Option<&RoyalZone<N>>, changed: Bitboard<N>) -> Option<u64> {
        self.moves_in_zone(zone?, changed)
    }

    /// Returns the number of moves and castlings of a single royal after a move that changed these squares; `None` if
    /// the zone does not decide it.
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
        let is_unmoved = |royal| self.position.state.unmoved.contains(royal) == zone.unmoved;
        let stays = changed.is_disjoint(&zone.fixed())
            && zone.royal.is_none_or(is_unmoved)
            && self.position.castling_rights(self.us) == zone.rights;
        if stays
            && !self.safety.in_check
            && let Some(moves) =
                zone.moves_among(self.game, self.position, self.us, changed, &self.all_landing(), attacked)
        {
            return Some(moves);
        }
        self.attacked_squares.set(Some(KnownAttacks { on: zone.squares, attacked }));
        None
    }
}
