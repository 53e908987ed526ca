//! A position as it is written down: plain, unpacked, of any game. FEN and SFEN are read into it and printed from it, and the fast
//! position is made from it.

use crate::units::{BySide, KindId};
use crate::variant::Variant;
use betza_compile::geometry::{Side, Square};

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placed {
    /// The owner.
    pub side: Side,
    /// The type.
    pub kind: KindId,
    /// It came about by promotion and returns to its origin when it is captured (`Q~`): the kind that it was.
    pub was: Option<KindId>,
}

/// A right to castle: the partner on this square with the king of its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CastlingRight {
    /// Whose.
    pub side: Side,
    /// The partner's square.
    pub partner: Square,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// What stands where, by square index; as long as the board's area.
    pub men: Vec<Option<Placed>>,
    /// Walls: squares that nothing may enter, other than the board's own holes.
    pub walls: Vec<Square>,
    /// Whose turn it is.
    pub turn: Side,
    /// How many of each kind are in the hands, indexed by side and kind.
    pub hands: BySide<Vec<u16>>,
    /// Rights to castle, in order.
    pub castling: Vec<CastlingRight>,
    /// Squares from which a first move may still gate, in order.
    pub gating: Vec<Square>,
    /// Empty squares open to en passant capture, in order.
    pub en_passant: Vec<Square>,
    /// Where the piece stands whose double step passed those squares; `None` if there are none.
    pub en_passant_victim: Option<Square>,
    /// Squares of pieces that have moved though they stand where their kind starts, and of unmoved ones that do not; in order.
    /// What the board shows otherwise needs no entry (docs/rules.md, R1).
    pub moved: Vec<Square>,
    /// Checks that each side may still give before it has won, where the game counts them.
    pub checks_left: Option<BySide<u8>>,
    /// How many passes have just been made one after the other, where that ends the game: at most 2.
    pub passes: u8,
    /// Where, in the last move, a piece captured another that may not simply be traded ([`crate::rules::trading::TradingRule`]), if it was none of
    /// that sort itself.
    pub traded: Option<Square>,
    /// Half moves since the last capture or pawn move.
    pub halfmoves: u32,
    /// The number of the move, from 1.
    pub move_number: u32,
}

impl Setup {
    /// An empty board of this game, White to move.
    #[must_use]
    pub fn empty(variant: &Variant) -> Setup {
        let none = || vec![0; variant.kinds.len()];
        Setup {
            men: vec![None; variant.board.area()],
            walls: Vec::new(),
            turn: Side::White,
            hands: [none(), none()],
            castling: Vec::new(),
            gating: Vec::new(),
            en_passant: Vec::new(),
            en_passant_victim: None,
            moved: Vec::new(),
            checks_left: variant.checks_to_win().map(|n| [n, n]),
            passes: 0,
            traded: None,
            halfmoves: 0,
            move_number: 1,
        }
    }

    /// Whether no first move may leave a piece from the hands behind.
    pub(crate) fn keeps_no_first_moves(&self) -> bool {
        self.gating.is_empty()
    }

    /// What stands on a square.
    #[must_use]
    pub fn at(&self, square: Square) -> Option<Placed> {
        self.men[square.index()]
    }
}
