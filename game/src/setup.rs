//! Setups: positions of any game as plain data. FEN, SFEN and PDN are read into a [`Setup`] and written from it, and
//! the generator makes its positions of it.

use crate::units::{BySide, KindId};
use crate::variant::{Counted, Variant};
use betza_ir::geometry::{Side, Square};
use std::fmt;

/// A piece on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placed {
    /// The side of the piece.
    pub side: Side,
    /// The kind of the piece.
    pub kind: KindId,
    /// If the piece has promoted and returns to its former kind when it is captured (`Q~`): that kind.
    pub was: Option<KindId>,
}

/// A castling right: the king of a side may castle with the partner on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CastlingRight {
    /// The side that has the right.
    pub side: Side,
    /// The partner's square.
    pub partner: Square,
}

/// Whether the other half of the move is up than that of the side to move: handicap games of shogi begin with the
/// second player's move, which SFEN numbers 1. It is how a text numbers plies and no part of the position, so that all
/// are equal; FEN cannot say it.
#[derive(Clone, Copy, Debug, Default)]
pub struct HalfShift(pub bool);

impl PartialEq for HalfShift {
    fn eq(&self, _: &HalfShift) -> bool {
        true
    }
}

impl Eq for HalfShift {}

impl std::hash::Hash for HalfShift {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The piece on each square, by square index. Its length is the board's area.
    pub men: Vec<Option<Placed>>,
    /// Squares of walls, other than the board's own holes, sorted.
    pub walls: Vec<Square>,
    /// The side to move.
    pub turn: Side,
    /// The number of pieces in the hands, indexed by side and kind.
    pub hands: BySide<Vec<u16>>,
    /// Castling rights, sorted.
    pub castling: Vec<CastlingRight>,
    /// The rights by which a side has castled, in games that are won by it: bit `2 * side + wing`, with wing 0 towards
    /// the last file.
    pub castled: u8,
    /// Squares from which a first move may still gate, sorted.
    pub gating: Vec<Square>,
    /// Empty squares open to en-passant capture, sorted.
    pub en_passant: Vec<Square>,
    /// Where the piece stands that passed those squares; `None` if there are none.
    pub en_passant_victim: Option<Square>,
    /// Exceptions from what the board shows about moved pieces, sorted: squares of pieces that have moved although they
    /// stand where their kind starts, and of pieces that have not moved although they stand elsewhere (docs/rules.md,
    /// R1).
    pub moved: Vec<Square>,
    /// Checks that each side must still give to win, if the game counts them.
    pub checks_left: Option<BySide<u8>>,
    /// The number of passes in a row up to now, at most 2, in games that end by passes.
    pub passes: u8,
    /// Where the last move captured a piece that may not simply be traded ([`crate::variant::TradingRule`]), if the
    /// captor was of another sort.
    pub traded: Option<Square>,
    /// How far moves are counted against a side, if they are. A position does not have it: it belongs to the history
    /// of the game.
    pub counted: Option<Counted>,
    /// Half moves since the last capture, move of a pawn, or what else the game's clock begins anew with (docs/rules,
    /// R32).
    pub halfmoves: u32,
    /// The number of the move, from 1.
    pub move_number: u32,
    /// How SFEN numbers the ply, if not by the side to move.
    pub shift: HalfShift,
}

impl Setup {
    /// Returns twice the number of the move, and one more if its second half is up.
    #[must_use]
    pub fn half_moves(&self) -> u64 {
        let is_second = (self.turn == Side::Black) != self.shift.0;
        2 * u64::from(self.move_number) + u64::from(is_second)
    }

    /// Numbers the move, as [`Setup::half_moves`] does; the side to move is known.
    pub fn set_half_moves(&mut self, number: u64) {
        self.move_number = u32::try_from(number / 2).unwrap_or(u32::MAX);
        self.shift = HalfShift((number % 2 == 1) != (self.turn == Side::Black));
    }

    /// Returns an empty board of a game, with White to move.
    #[must_use]
    pub fn empty(variant: &Variant) -> Setup {
        let none = || vec![0; variant.kinds.len()];
        Setup {
            men: vec![None; variant.board.area()],
            walls: Vec::new(),
            turn: Side::White,
            hands: [none(), none()],
            castling: Vec::new(),
            castled: 0,
            gating: Vec::new(),
            en_passant: Vec::new(),
            en_passant_victim: None,
            moved: Vec::new(),
            checks_left: variant.checks_to_win().map(|n| [n, n]),
            passes: 0,
            traded: None,
            counted: None,
            halfmoves: 0,
            move_number: 1,
            shift: HalfShift::default(),
        }
    }

    /// Returns whether there are no open gates. Then the castling field has no letters for them.
    pub fn keeps_no_first_moves(&self) -> bool {
        self.gating.is_empty()
    }

    /// Returns the piece on a square.
    #[must_use]
    pub fn at(&self, square: Square) -> Option<Placed> {
        self.men[square.index()]
    }
}

/// Why a position cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// A castling right without a king or without a partner on its square.
    Castling {
        /// The partner's square.
        square: String,
    },
    /// An en-passant square that no piece can have passed in the last move.
    EnPassant {
        /// The square.
        square: String,
    },
    /// More than 255 pieces of a kind in the hands of a side, or so many that captures could bring them there.
    Held {
        /// The name of the kind.
        kind: String,
    },
    /// A wall in a game that has none.
    Wall {
        /// The wall's square.
        square: String,
    },
    /// A side has more covered pieces than pieces that they can be. Only strict reading refuses this.
    Covered {
        /// The side.
        side: Side,
        /// How many covered pieces it has on the board.
        placed: usize,
        /// How many pieces it holds that they can be.
        held: usize,
    },
    /// The side that is not to move is in check. Only strict reading refuses this.
    OpponentInCheck,
    /// A side has fewer royals than it can have left. Only strict reading refuses this.
    RoyalMissing {
        /// The side.
        side: Side,
    },
    /// A side has more royals than it can get. Only strict reading refuses this.
    TooManyRoyals {
        /// The side.
        side: Side,
        /// How many it can have.
        most: usize,
    },
    /// A piece where none of its kind can come to stand, as a pawn on the last rank. Only strict reading refuses this.
    Misplaced {
        /// The name of the kind.
        kind: String,
        /// The piece's square.
        square: String,
    },
}

impl SetupError {
    /// Returns what is wrong, as a sentence without the full stop.
    #[must_use]
    pub fn message(&self) -> String {
        match self {
            SetupError::Castling { square } => format!("there is no king and partner that could castle with {square}"),
            SetupError::EnPassant { square } => format!("no piece can have passed {square} in the last move"),
            SetupError::Held { kind } => {
                format!("one hand could come to hold more than 255 pieces, most of them of kind {kind}")
            }
            SetupError::Wall { square } => format!("there is a wall on {square}, and the game has none"),
            SetupError::Covered { side, placed, held } => {
                format!("{} has {placed} covered pieces and holds {held} that they can be", side.name())
            }
            SetupError::OpponentInCheck => "the side that is not to move is in check".to_owned(),
            SetupError::RoyalMissing { side } => format!("{} lacks a royal piece", side.name()),
            SetupError::TooManyRoyals { side, most } => {
                format!("{} has more royal pieces than it can get, which is {most}", side.name())
            }
            SetupError::Misplaced { kind, square } => format!("no {kind} of this side can come to stand on {square}"),
        }
    }

    /// Returns what to write instead, as a sentence without the full stop.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        match self {
            SetupError::Castling { .. } => "leave the right out",
            SetupError::EnPassant { .. } => "write - for en passant",
            SetupError::Held { .. } => "write a smaller number",
            SetupError::Wall { .. } => "write the number of empty squares",
            SetupError::Covered { .. } => "write what is still covered in brackets behind the board, or leave them out",
            SetupError::OpponentInCheck => "give the move to the other side, or end the check",
            SetupError::RoyalMissing { .. } => "place it on the board",
            SetupError::TooManyRoyals { .. } => "take the others off the board and out of the hands",
            SetupError::Misplaced { .. } => "place the piece elsewhere, or a piece of the kind to which it promotes",
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.message(), self.remedy())
    }
}

impl std::error::Error for SetupError {}
