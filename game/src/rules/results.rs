//! The results of a game: who has won, or that it is drawn, and why.
//!
//! A program that plays a game needs results after each move; counting does not. The ends at which counting may stop
//! are in [`super::ends`].
//!
//! Sources: for xiangqi's chases the rules of the Asian Xiangqi Federation, for makruk en.wikipedia.org/wiki/Makruk;
//! values and details are those of Fairy-Stockfish.

use crate::units::{BySide, KindId};
use betza_ir::geometry::Side;

/// What the end of a game is worth to a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Worth {
    /// The side has won.
    Win,
    /// Nobody has won.
    Draw,
    /// The side has lost.
    Loss,
}

/// How positions without legal moves are judged, and the rules about the moves played. The default is chess's.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultRules {
    /// What it is worth to have no legal move in check.
    pub mate: Worth,
    /// What it is worth to have no legal move otherwise.
    pub stalemate: Worth,
    /// Stalemate is judged by pieces on the board: [`ResultRules::stalemate`] holds for the side with fewer, and equal
    /// numbers are a draw (suicide chess).
    pub stalemate_by_count: bool,
    /// What mate needs besides (shatar), if it needs anything.
    pub shak: Option<ShakRule>,
    /// The number of full moves without a capture or a move that resets the clock after which the game is drawn.
    pub move_rule: Option<Threshold>,
    /// The pieces whose moves reset the half-move clock where the move cannot be taken back by another one. `None`:
    /// pieces that leave en-passant rights, that remember their promotion, or that promote and never go back.
    pub clock_kinds: Option<BySide<Vec<KindId>>>,
    /// How often a position comes about before the game ends, this time counted.
    pub repetition: Option<Threshold>,
    /// What a repetition is worth.
    pub repetition_worth: RepetitionWorth,
    /// A side that has given check with every move since the repeated position came about first has lost; it is a
    /// draw if both have.
    pub perpetual_check: bool,
    /// A piece that can reach the enemy royal's squares may not go back and forth for ever (modern janggi): the side
    /// that does loses at the third time.
    pub move_repetition: bool,
    /// A side that has chased a piece with every move since the repeated position came about first has lost.
    pub chase: Option<ChaseRule>,
    /// What decides where the game would be drawn.
    pub material: Option<MaterialRule>,
    /// Moves are counted against a side that cannot mate in time.
    pub counting: Option<CountingRule>,
}

/// When a rule about the moves played takes effect, in full moves or in occurrences of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Threshold {
    /// From here on a player may claim the result.
    pub claim: u16,
    /// From here on the game is over by itself; `None` if it never is.
    pub automatic: Option<u16>,
}

/// What a repetition is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RepetitionWorth {
    /// This to the side to move in the repeated position.
    ToMover(Worth),
    /// This side wins.
    Wins(Side),
}

/// Mate in shatar: it counts only if the unbroken series of checks up to it has a strong one, a *shak*.
#[derive(Clone, Debug, PartialEq)]
pub struct ShakRule {
    /// The kinds whose checks are strong. A mate in a series without one is a draw.
    pub strong: Vec<KindId>,
    /// The kinds that may not mate alone: the side that is mated so has won.
    pub barred: Vec<KindId>,
}

/// The kinds that the rules about chases tell apart, by their roles in xiangqi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChaseRule {
    /// Rides along files and ranks.
    pub rook: KindId,
    /// Captures along them over one piece.
    pub cannon: KindId,
    /// The lame knight.
    pub horse: KindId,
    /// Leaps two squares diagonally, lame, at home.
    pub elephant: KindId,
    /// One step diagonally, in the palace.
    pub advisor: KindId,
    /// One step forward, and sideways beyond the river.
    pub soldier: KindId,
}

/// What decides where the game would be drawn by stalemate, repetition, the move rule, passes or bikjang.
#[derive(Clone, Debug, PartialEq)]
pub enum MaterialRule {
    /// The worth of the pieces on the board, in points (janggi).
    Points {
        /// The points of each kind; kinds that are not named have none.
        points: Vec<(KindId, u8)>,
        /// White wins if he has more than so many points more than Black; otherwise Black wins.
        lead: u8,
    },
    /// The side with more pieces on the board wins; equal numbers are a draw.
    Pieces,
    /// This side wins (armageddon).
    Wins(Side),
}

/// A count of moves against a side that cannot mate in time, with the kinds on which its limit depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountingRule {
    /// Whose rules they are.
    pub law: CountingLaw,
    /// While there are such pieces, nothing is counted by the pieces that are left.
    pub pawn: Option<KindId>,
    /// The kind that makes the count shortest.
    pub rook: Option<KindId>,
    /// The kind after it.
    pub khon: Option<KindId>,
    /// The kind after that.
    pub knight: Option<KindId>,
}

/// How far moves are counted against a side, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counted {
    /// The draw may be claimed when more plies than these are counted.
    pub limit: u16,
    /// The plies counted up to now.
    pub plies: u16,
}

/// Rules for counting moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CountingLaw {
    /// Thailand's: board's honour 64 moves, pieces' honour 8 to 64.
    Makruk,
    /// Cambodia's: board's honour 63 moves, pieces' honour 7 to 63.
    Cambodian,
    /// ASEAN chess: against a bare king, 16 to 64 moves.
    Asean,
}

impl Default for ResultRules {
    fn default() -> ResultRules {
        ResultRules {
            mate: Worth::Loss,
            stalemate: Worth::Draw,
            stalemate_by_count: false,
            shak: None,
            move_rule: Some(Threshold { claim: 50, automatic: None }),
            clock_kinds: None,
            repetition: Some(Threshold { claim: 3, automatic: None }),
            repetition_worth: RepetitionWorth::ToMover(Worth::Draw),
            perpetual_check: false,
            move_repetition: false,
            chase: None,
            material: None,
            counting: None,
        }
    }
}

impl Worth {
    /// Returns the worth as the other side sees it.
    #[must_use]
    pub fn opposite(self) -> Worth {
        match self {
            Worth::Win => Worth::Loss,
            Worth::Draw => Worth::Draw,
            Worth::Loss => Worth::Win,
        }
    }
}

impl ResultRules {
    /// Renumbers the kinds, where some are taken out of a game. A rule that needs a kind that is gone goes with it.
    pub fn renumber(&mut self, new: impl Fn(KindId) -> Option<KindId>) {
        let list = |kinds: &mut Vec<KindId>| *kinds = kinds.iter().filter_map(|&k| new(k)).collect();
        if let Some(shak) = &mut self.shak {
            list(&mut shak.strong);
            list(&mut shak.barred);
        }
        self.clock_kinds.iter_mut().flatten().for_each(list);
        if let Some(MaterialRule::Points { points, .. }) = &mut self.material {
            *points = points.iter().filter_map(|&(k, n)| Some((new(k)?, n))).collect();
        }
        self.chase = self.chase.and_then(|rule| {
            Some(ChaseRule {
                rook: new(rule.rook)?,
                cannon: new(rule.cannon)?,
                horse: new(rule.horse)?,
                elephant: new(rule.elephant)?,
                advisor: new(rule.advisor)?,
                soldier: new(rule.soldier)?,
            })
        });
        if let Some(rule) = &mut self.counting {
            for kind in [&mut rule.pawn, &mut rule.rook, &mut rule.khon, &mut rule.knight] {
                *kind = kind.and_then(&new);
            }
        }
    }
}
