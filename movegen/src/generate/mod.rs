//! Legal moves, set-wise: a piece, where it stands, and the set of its destinations. A list is made of them only when somebody
//! wants a list; counting adds up bits.

mod drops;
mod en_passant;
mod legality;
mod pieces;
mod promoting;
mod royal;

use crate::game::Game;
use crate::moves::{Move, MoveType};
use crate::plan::Fits;
use crate::position::Position;
use crate::rules::PassRule;
use crate::safety::Safety;
pub use crate::sink::{Counter, MoveList, Sink};
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};

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
    fits: [Bitboard<N>; Fits::CLASSES],
    safety: Safety<N>,
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
            fits: Fits::table(empty, enemies, own),
            safety: Safety::free(),
            test_all: false,
        };
        if self.variant.royalty.check && !royals.is_empty() {
            if royals.has_several() || !self.variant.royalty.pseudo.is_empty() {
                node.test_all = true;
            } else {
                node.safety.find(self, position, occupied, royals.first().expect("not empty"));
            }
        }
        let plan = &self.sides[us.index()];
        for mover in &plan.movers {
            node.piece_moves(mover, sink);
        }
        for mover in &plan.royals {
            node.royal_moves(mover, sink);
        }
        for drop in &plan.drops {
            node.drops(drop, sink);
        }
        if position.state.castling >> (2 * us.index()) & 3 != 0 {
            node.castlings(sink);
        }
        if self.variant.pass[us.index()] == PassRule::Always && !node.safety.in_check {
            let royal = node.royals.first().unwrap_or(Square::from_index(0));
            sink.single(Move::new(MoveType::Pass, royal, royal));
        }
    }

    /// All legal moves, with their effects.
    #[must_use]
    pub fn legal_moves(&self, position: &Position<N>) -> MoveList<N> {
        let mut list = MoveList::default();
        self.generate(position, &mut list);
        list
    }

    /// Whether the side to move has a royal that is attacked.
    #[must_use]
    pub fn in_check(&self, position: &Position<N>) -> bool {
        let us = position.turn();
        let occupied = position.occupied();
        let threats = &self.sides[us.other().index()].threats;
        self.royals(position, us).into_iter().any(|r| threats.attacks(position, r, &occupied, &Bitboard::EMPTY))
    }
}
