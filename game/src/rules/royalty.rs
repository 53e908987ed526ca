//! Royalty: which pieces are royal, so that their safety matters, and what that demands.
//!
//! In chess the king is royal, and a move that leaves it attacked is illegal. Other games have several royals, royals
//! only while few pieces of a kind are left (pseudo-royals), or kings with moves that only unmoved ones have.

pub mod needs;

use crate::units::KindId;

/// What the safety of royals demands.
#[derive(Clone, Debug, PartialEq)]
pub struct Royalty {
    /// Whether a move that leaves a royal of the moving side attacked is illegal. If not, royals are captured like
    /// other pieces.
    pub check: bool,
    /// Which of several royals of a side must be safe.
    pub several: SeveralRoyals,
    /// Pseudo-royal kinds: their pieces are royal while few are left (`extinctionPseudoRoyal` of Fairy-Stockfish).
    pub pseudo: Vec<KindId>,
    /// Pieces of a pseudo-royal kind are royal while their side has at most this number of the kind.
    pub pseudo_count: u8,
    /// Groups of pseudo-royal kinds whose pieces are counted together (sho shogi's King and Crown Prince). No kind is
    /// in two groups; a kind in none is counted by itself.
    pub pseudo_together: Vec<Vec<KindId>>,
    /// The position after a promotion decides which pieces are royal: the promoted piece may be, and others of its
    /// former kind may no longer be. If false, the royals from before the promotion must be safe after it.
    pub royal_at_once: bool,
    /// A royal in check may make the moves that only unmoved pieces have.
    pub first_moves_in_check: bool,
    /// An unmoved royal goes to empty squares only by such moves. Castling and moves out of check are exempt (as in
    /// Sjaak II).
    pub first_moves_only: bool,
    /// A royal loses such moves when an enemy piece of these kinds moves onto its file or rank, whatever stands between
    /// (ouk chatrang).
    pub first_moves_lost_to: Vec<KindId>,
    /// A royal in check may move only to capture all pieces that give the check (makpong).
    pub stays_in_check: bool,
}

impl Default for Royalty {
    /// As in chess.
    fn default() -> Royalty {
        Royalty {
            check: true,
            several: SeveralRoyals::All,
            pseudo: Vec::new(),
            pseudo_count: 1,
            pseudo_together: Vec::new(),
            royal_at_once: true,
            first_moves_in_check: true,
            first_moves_only: false,
            first_moves_lost_to: Vec::new(),
            stays_in_check: false,
        }
    }
}

impl Royalty {
    /// Returns the pseudo-royal kinds, in groups whose pieces are counted together.
    pub fn pseudo_groups(&self) -> impl Iterator<Item = &[KindId]> {
        let grouped = |kind: &KindId| self.pseudo_together.iter().any(|group| group.contains(kind));
        let single = self.pseudo.iter().filter(move |kind| !grouped(kind)).map(std::slice::from_ref);
        self.pseudo_together.iter().map(Vec::as_slice).chain(single)
    }
}

/// Which of several royals of a side must be safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeveralRoyals {
    /// All of them.
    All,
    /// At least one (Spartan chess).
    One,
    /// The one on the first file, and among several there the one on the first rank. The others are not royal while it
    /// is there (cutechess's two kings).
    First,
}
