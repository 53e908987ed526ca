//! Legal moves, set-wise: a piece, where it stands, and the set of its destinations. A list is made of them only when somebody
//! wants a list; counting adds up bits.

mod blast;
mod chains;
mod drops;
mod en_passant;
mod gating;
mod in_place;
mod legality;
mod pieces;
mod promoting;
mod royal;
pub(crate) mod special;

use crate::game::Game;
use crate::moves::{Move, MoveType};
use crate::plan::Fits;
use crate::position::Position;
use crate::rules::PassRule;
use crate::safety::Safety;
pub use crate::sink::{Counter, MoveList, Sink};
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};
use std::cell::OnceCell;

/// One node's generation: the position and what is asked again and again of it.
pub(crate) struct Node<'a, const N: usize> {
    game: &'a Game<N>,
    position: &'a Position<N>,
    us: Side,
    own: Bitboard<N>,
    enemies: Bitboard<N>,
    occupied: Bitboard<N>,
    empty: Bitboard<N>,
    royals: Bitboard<N>,
    /// The squares whose pieces are not held in place.
    free: Bitboard<N>,
    fits: [Bitboard<N>; Fits::CLASSES],
    /// Pieces that may still make moves of unmoved pieces.
    unmoved: Bitboard<N>,
    /// Empty squares open to en passant capture.
    en_passant: Bitboard<N>,
    safety: Safety<N>,
    /// Squares on which a royal is safe whatever attacks them.
    immune: Bitboard<N>,
    /// The pieces on paths to the royal that are nearly open, once something asks.
    lined: OnceCell<Bitboard<N>>,
    /// Every move is tested: there are several royals, or a rule that masks do not express.
    test_all: bool,
}

impl<const N: usize> Game<N> {
    /// Gives all legal moves to the sink.
    #[inline]
    pub fn generate<S: Sink<N>>(&self, position: &Position<N>, sink: &mut S) {
        if !self.ends.is_empty() && self.has_ended(position) {
            return;
        }
        self.generate_on(position, sink);
    }

    /// All legal moves, whether or not the game has ended.
    #[inline]
    pub(crate) fn generate_on<S: Sink<N>>(&self, position: &Position<N>, sink: &mut S) {
        match (&self.special, &self.blast) {
            (None, None) => self.node(position).all_moves(sink),
            (None, Some(blast)) => self.blast_moves(blast, position, sink),
            (Some(special), _) => self.special_moves(special, position, sink),
        }
    }

    /// What is asked of a position again and again while its moves are generated.
    #[inline]
    fn node<'a>(&'a self, position: &'a Position<N>) -> Node<'a, N> {
        let us = position.turn();
        let own = position.side(us);
        let enemies = position.side(us.other());
        let occupied = own | enemies;
        let empty = self.board.without(occupied);
        let royals = self.royals(position, us);
        let mut node = Node {
            game: self,
            position,
            us,
            own,
            enemies,
            occupied,
            empty,
            royals,
            free: Bitboard::FULL,
            fits: Fits::table(empty, enemies, own),
            unmoved: position.state.unmoved,
            en_passant: position.state.en_passant & empty,
            safety: Safety::free(),
            immune: Bitboard::EMPTY,
            lined: OnceCell::new(),
            test_all: false,
        };
        if self.variant.royalty.check && !royals.is_empty() {
            if royals.has_several() || !self.variant.royalty.pseudo.is_empty() {
                node.test_all = true;
            } else {
                node.safety.find(self, position, occupied, royals.first().expect("not empty"));
                if node.safety.in_check && !self.variant.royalty.first_moves_in_check {
                    node.unmoved = node.unmoved.without(royals);
                }
            }
        }
        if self.plays_out {
            node.free = !self.held(position, us);
        }
        node
    }

    /// All legal moves, with their effects.
    #[must_use]
    pub fn legal_moves(&self, position: &Position<N>) -> MoveList {
        let mut list = MoveList::default();
        self.generate(position, &mut list);
        list
    }

    /// Whether the side to move has a royal that is attacked.
    #[must_use]
    pub fn in_check(&self, position: &Position<N>) -> bool {
        let us = position.turn();
        let threats = &self.sides[us.other().index()].threats;
        if self.royals_touch(position) {
            return false;
        }
        let idle = self.idle(position, us.other());
        self.royals(position, us).into_iter().any(|r| threats.attacks_now(position, r, &idle))
    }
}

impl<const N: usize> Node<'_, N> {
    /// Gives all legal moves to the sink.
    #[inline]
    fn all_moves<S: Sink<N>>(&self, sink: &mut S) {
        self.board_moves(sink);
        self.other_moves(sink);
    }

    /// The moves of the pieces on the board.
    #[inline]
    fn board_moves<S: Sink<N>>(&self, sink: &mut S) {
        let plan = &self.game.sides[self.us.index()];
        for mover in &plan.movers {
            self.piece_moves(mover, sink);
        }
        for mover in &plan.royals {
            self.royal_moves(mover, sink);
        }
        for chain in plan.threats.chains.plans.iter() {
            self.chain_moves(chain, sink);
        }
    }

    /// Drops, castling and passes.
    #[inline]
    fn other_moves<S: Sink<N>>(&self, sink: &mut S) {
        for drop in &self.game.sides[self.us.index()].drops {
            self.drops(drop, sink);
        }
        if self.position.state.castling >> (2 * self.us.index()) & 3 != 0 {
            self.castlings(sink);
        }
        if self.game.variant.pass[self.us.index()] == PassRule::Always && !self.safety.in_check {
            self.pass(sink);
        }
    }

    fn pass<S: Sink<N>>(&self, sink: &mut S) {
        let royal = self.royals.first().unwrap_or(Square::from_index(0));
        sink.single(Move::new(MoveType::Pass, royal, royal));
    }
}
