//! Royals: whose safety matters, and what that demands.

pub(crate) mod first_moves;
pub(crate) mod royals;
pub(crate) mod which;

use crate::units::KindId;

/// What the safety of royals demands.
#[derive(Clone, Debug, PartialEq)]
pub struct Royalty {
    /// Whether a move that leaves a royal of the mover capturable is illegal. Without it royals are captured like others.
    pub check: bool,
    /// With several royals of a side.
    pub several: SeveralRoyals,
    /// Kinds of which the last piece of a side is royal (`extinctionPseudoRoyal`).
    pub pseudo: Vec<KindId>,
    /// Pieces of those kinds are royal while their side has not more than this number of each kind.
    pub pseudo_count: u8,
    /// Those kinds are counted as one (sho shogi's King and Crown Prince).
    pub pseudo_together: bool,
    /// A piece that promotes to a royal is royal when its side's safety is judged after that move, and not only from the next one on.
    pub royal_at_once: bool,
    /// A royal in check may make moves of unmoved pieces.
    pub first_moves_in_check: bool,
    /// A royal that has such moves goes to no empty square otherwise until it has moved, castling and moves out of check apart (as Sjaak II
    /// has it).
    pub first_moves_only: bool,
    /// A royal loses such moves when an enemy of these kinds moves onto its file or rank, whatever stands between (ouk chatrang).
    pub first_moves_lost_to: Vec<KindId>,
    /// A royal in check may move only to capture the piece that gives it (makpong).
    pub stays_in_check: bool,
}

/// What must be safe of several royals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeveralRoyals {
    /// All of them.
    All,
    /// At least one (Spartan chess).
    One,
    /// The one on the first file, and there on the first rank; the others are not royal as long as it is there (cutechess's two kings).
    First,
}
