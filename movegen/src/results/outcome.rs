//! How a game has ended: who has won, or that it is drawn, and the reason.

use betza_game::rules::results::Worth;
use betza_ir::geometry::Side;
use std::fmt;

/// The result of a game that is over, or that a player may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outcome {
    /// A side has won.
    Win {
        /// The winner.
        side: Side,
        /// Why.
        reason: Reason,
    },
    /// Nobody has won.
    Draw {
        /// Why.
        reason: Reason,
    },
}

/// Why a game is over. Its text is English, a few words without a full stop: `checkmate`, `the 50-move rule`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// A mate that the game forbids: only by a piece that may not mate alone (shatar's Knight).
    ForbiddenMate,
    /// A mate that does not count, because no strong check came before it (shatar's niol).
    WeakMate,
    /// A side has lost its last pieces of some kind.
    Extinction,
    /// A side has only royals left, or a single piece.
    BareKing,
    /// A piece has reached its goal; drawn if each side has one there.
    Goal,
    /// A side has castled, or can no longer.
    Castling,
    /// A side's pieces stand in a row or otherwise together.
    Connection,
    /// A side has given the number of checks that wins.
    Checks,
    /// The royals face each other and neither side has ended it (janggi).
    Bikjang,
    /// Both sides have passed, one after the other.
    Passes,
    /// No square is empty.
    FullBoard,
    /// Where the game would be drawn, the pieces on the board decide.
    Material,
    /// No side has the pieces to mate.
    InsufficientMaterial,
    /// So many moves without progress: this number of full moves.
    MoveRule(u16),
    /// The position has come about so many times.
    Repetition(u16),
    /// A side has given check all the time in a repetition.
    PerpetualCheck,
    /// A side has chased a piece all the time in a repetition.
    PerpetualChase,
    /// A side has moved a piece back and forth (modern janggi).
    MoveRepetition,
    /// A side has not mated within the number of moves that it had (makruk).
    Counting,
    /// The side to move can only promote where promoting is its choice (sittuyin).
    OnlyPromotions,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::ForbiddenMate => "a mate by a piece that may not mate alone",
            Reason::WeakMate => "a mate without a strong check before it",
            Reason::Extinction => "extinction",
            Reason::BareKing => "a bare king",
            Reason::Goal => "a piece has reached its goal",
            Reason::Castling => "castling",
            Reason::Connection => "pieces stand together",
            Reason::Checks => "the number of checks",
            Reason::Bikjang => "bikjang: the royals face each other",
            Reason::Passes => "both sides have passed",
            Reason::FullBoard => "the board is full",
            Reason::Material => "the count of the material",
            Reason::InsufficientMaterial => "insufficient material",
            Reason::MoveRule(moves) => return write!(f, "the {moves}-move rule"),
            Reason::Repetition(2) => "repetition: the position has come about twice",
            Reason::Repetition(times) => return write!(f, "repetition: the position has come about {times} times"),
            Reason::PerpetualCheck => "perpetual check",
            Reason::PerpetualChase => "perpetual chase",
            Reason::MoveRepetition => "a piece has gone back and forth",
            Reason::Counting => "the count of moves has run out",
            Reason::OnlyPromotions => "only promotions are left to play",
        })
    }
}

impl Outcome {
    /// Returns the result where the end is worth this to a side.
    #[must_use]
    pub fn of(worth: Worth, side: Side, reason: Reason) -> Outcome {
        match worth {
            Worth::Win => Outcome::Win { side, reason },
            Worth::Draw => Outcome::Draw { reason },
            Worth::Loss => Outcome::Win { side: side.other(), reason },
        }
    }

    /// Returns the winner; `None` if the game is drawn.
    #[must_use]
    pub fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win { side, .. } => Some(side),
            Outcome::Draw { .. } => None,
        }
    }

    /// Why.
    #[must_use]
    pub fn reason(self) -> Reason {
        match self {
            Outcome::Win { reason, .. } | Outcome::Draw { reason } => reason,
        }
    }
}

/// `White wins: checkmate`, `draw: stalemate`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win { side: Side::White, reason } => write!(f, "White wins: {reason}"),
            Outcome::Win { side: Side::Black, reason } => write!(f, "Black wins: {reason}"),
            Outcome::Draw { reason } => write!(f, "draw: {reason}"),
        }
    }
}
