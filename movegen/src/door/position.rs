//! Positions of any width.

use super::AnyPosition;
use super::widths::inside;
use crate::cell::Cell;
use crate::position::State;
use betza_game::variant::{KindId, Region};
use betza_game::{REGION_WORDS, widen};
use betza_ir::geometry::{Side, Square};

impl AnyPosition {
    /// Returns whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Side {
        inside!(AnyPosition, self, |position| position.turn())
    }

    /// Returns the incremental hash.
    #[must_use]
    pub fn hash(&self) -> u64 {
        inside!(AnyPosition, self, |position| position.hash())
    }

    /// Returns what stands on a square.
    #[must_use]
    pub fn cell(&self, square: Square) -> Cell {
        inside!(AnyPosition, self, |position| position.cell(square))
    }

    /// Returns the pieces of a side and kind.
    #[must_use]
    pub fn pieces(&self, side: Side, kind: KindId) -> Region {
        inside!(AnyPosition, self, |position| widen(position.pieces(side, kind)))
    }

    /// Returns the pieces of both sides of several kinds.
    #[must_use]
    pub fn of_kinds(&self, kinds: &[KindId]) -> Region {
        inside!(AnyPosition, self, |position| widen(position.of_kinds(kinds)))
    }

    /// Returns all pieces of a side.
    #[must_use]
    pub fn side(&self, side: Side) -> Region {
        inside!(AnyPosition, self, |position| widen(position.side(side)))
    }

    /// Returns the squares that are walls.
    #[must_use]
    pub fn walls(&self) -> Region {
        inside!(AnyPosition, self, |position| widen(position.walls()))
    }

    /// Returns all pieces and walls.
    #[must_use]
    pub fn occupied(&self) -> Region {
        inside!(AnyPosition, self, |position| widen(position.occupied()))
    }

    /// Returns how many pieces of a kind a side has in hand.
    #[must_use]
    pub fn in_hand(&self, side: Side, kind: KindId) -> u8 {
        inside!(AnyPosition, self, |position| position.in_hand(side, kind))
    }

    /// Asks the processor for what the moves depend on, for loops over many positions
    /// ([`Position::ahead`](crate::position::board::Position::ahead)).
    pub fn ahead(&self) {
        inside!(AnyPosition, self, |position| position.ahead());
    }

    /// Calls `work` with each square that holds a piece, and the piece.
    pub fn for_each_piece(&self, mut work: impl FnMut(Square, Cell)) {
        inside!(AnyPosition, self, |position| for side in Side::BOTH {
            position.side(side).into_iter().for_each(|square| work(square, position.cell(square)));
        });
    }

    /// Calls `work` with each side and kind, of the first so many kinds, of which there are pieces in hand, and with
    /// their number.
    pub fn for_each_in_hand(&self, kinds: usize, mut work: impl FnMut(Side, KindId, u8)) {
        inside!(AnyPosition, self, |position| for side in Side::BOTH {
            for kind in (0..kinds).map(KindId::from_index) {
                match position.in_hand(side, kind) {
                    0 => {}
                    number => work(side, kind, number),
                }
            }
        });
    }

    /// Returns where king and partner land if the king of the side to move castles with the partner on a square.
    #[must_use]
    pub fn castling_landing(&self, partner: Square) -> Option<(Square, Square)> {
        inside!(AnyPosition, self, |position| position
            .castling_with(partner)
            .map(|squares| (squares.king_to, squares.partner_to)))
    }

    /// Returns the rest of the state.
    #[must_use]
    pub fn state(&self) -> State<REGION_WORDS> {
        inside!(AnyPosition, self, |position| position.state().widened())
    }
}

impl<const N: usize> State<N> {
    /// Returns the same with sets of squares of a board of any size.
    fn widened(&self) -> State<REGION_WORDS> {
        State {
            hash: self.hash,
            unmoved: widen(self.unmoved),
            promoted: widen(self.promoted),
            en_passant: widen(self.en_passant),
            passer: self.passer,
            castling: self.castling,
            checks_left: self.checks_left,
            passes: self.passes,
            traded: self.traded,
            halfmoves: self.halfmoves,
        }
    }
}
