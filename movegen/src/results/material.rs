//! What the pieces on the board decide: who has won where the game would be drawn, and whether anybody can still mate.
//!
//! Whether a side can mate is told as Fairy-Stockfish tells it (`has_insufficient_material`): by which pieces there
//! are, so that a dead position with enough of them is not seen. Here a piece counts as too weak to mate alone only if
//! it is one of those of `mating_power`; Fairy-Stockfish takes some stronger ones for that, too.

use crate::compile::game::Game;
use crate::compile::mating_power::{MatingPower, mating_powers};
use crate::position::board::Position;
use crate::results::outcome::{Outcome, Reason};
use betza_game::rules::ends::EndRule;
use betza_game::rules::results::{MaterialRule, Worth};
use betza_game::{KindId, narrow};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Side};

impl<const N: usize> Game<N> {
    /// Returns a draw, or what the material makes of it.
    pub(crate) fn drawn(&self, position: &Position<N>, reason: Reason) -> Outcome {
        let count = |side: Side| position.side(side).count();
        match &self.variant.results.material {
            None => Outcome::Draw { reason },
            Some(MaterialRule::Wins(side)) => Outcome::Win { side: *side, reason },
            Some(MaterialRule::Pieces) => {
                let [white, black] = Side::BOTH.map(count);
                let worth = match white.cmp(&black) {
                    std::cmp::Ordering::Greater => Worth::Win,
                    std::cmp::Ordering::Equal => Worth::Draw,
                    std::cmp::Ordering::Less => Worth::Loss,
                };
                Outcome::of(worth, Side::White, Reason::Material)
            }
            Some(MaterialRule::Points { points, lead }) => {
                let sum = |side: Side| -> u32 {
                    points.iter().map(|&(kind, n)| u32::from(n) * position.pieces(side, kind).count()).sum()
                };
                let leads = sum(Side::White) > sum(Side::Black) + u32::from(*lead);
                let side = if leads { Side::White } else { Side::Black };
                Outcome::Win { side, reason: Reason::Material }
            }
        }
    }

    /// Returns whether neither side has the pieces to mate, in a game that the material does not decide.
    pub(crate) fn is_dead(&self, position: &Position<N>) -> bool {
        let by_points =
            matches!(self.variant.results.material, Some(MaterialRule::Points { .. } | MaterialRule::Pieces));
        !by_points && Side::BOTH.into_iter().all(|side| self.lacks_material(position, side))
    }

    /// Returns whether a side has too few pieces to mate, whatever the other side plays; `false` in games that are won
    /// on the board in other ways too. Points that decide a drawn game, as in janggi, do not count as such a way.
    #[must_use]
    pub fn lacks_material(&self, position: &Position<N>, side: Side) -> bool {
        let mating_powers = self.rules.mating_powers.get_or_init(|| mating_powers(&self.variant));
        !mating_powers.is_empty() && self.cannot_win(position, side, mating_powers)
    }

    /// Returns whether a side has too few pieces to win.
    fn cannot_win(&self, position: &Position<N>, side: Side, mating_powers: &[MatingPower]) -> bool {
        let variant = &self.variant;
        let kinds = || variant.kind_ids();
        let has = |k: KindId| !position.pieces(side, k).is_empty();
        let aims = |end: &EndRule| match end {
            EndRule::Reached { kinds, region, .. } => {
                !region[side.index()].is_empty() && kinds[side.index()].iter().any(|&k| has(k))
            }
            _ => false,
        };
        if kinds().any(|k| self.rules.hands.has(position, side, k)) || variant.ends.iter().any(aims) {
            return false;
        }
        let is_confined = |k: KindId| {
            let own = self.confines(k, side);
            variant.royal_kinds().all(|royal| own.is_disjoint(&self.confines(royal, side.other())))
        };
        // In atomic chess, royals do not capture.
        let is_idle = |k: KindId| variant.may_be_royal(k) || is_confined(k);
        let might = |k: KindId| if is_idle(k) { None } else { Some(mating_powers[k.index()]) };
        let promoter =
            |k: KindId| has(k) && variant.kinds[k.index()].promotes_to(|&to| might(to) == Some(MatingPower::Enough));
        if kinds().any(|k| promoter(k) || has(k) && might(k) == Some(MatingPower::Enough)) {
            return false;
        }
        let of = |k: KindId| position.of_kinds(&[k]);
        let mut idle = Bitboard::EMPTY;
        let mut bound = Bitboard::EMPTY;
        for k in kinds() {
            match might(k) {
                _ if variant.may_be_royal(k) => idle |= of(k),
                None => idle |= position.pieces(side, k),
                Some(MatingPower::Colourbound) => bound |= of(k),
                Some(_) => {}
            }
        }
        let own = position.side(side);
        let all = position.side(Side::White) | position.side(Side::Black);
        let helpers = all.without(idle);
        let unbound = helpers.without(bound);
        let easier = variant.results.stalemate != Worth::Draw
            || variant.checks_to_win().is_some()
            || variant.royalty.stays_in_check;
        let dark = dark_squares(&variant.board);
        let both_colours = !(bound & dark).is_empty() && !bound.without(dark).is_empty();
        let with_bound = !(bound & own).is_empty() && (both_colours || !unbound.is_empty() || easier);
        let with_others = !(unbound & own).is_empty() && (helpers.has_several() || easier);
        !with_bound && !with_others
    }

    /// Returns the squares to which a kind is confined.
    pub(crate) fn confines(&self, kind: KindId, side: Side) -> Bitboard<N> {
        let region = &self.variant.kinds[kind.index()].region[side.index()];
        region.as_ref().map_or(self.board, |region| narrow::<N>(region) & self.board)
    }
}

fn dark_squares<const N: usize>(board: &Board) -> Bitboard<N> {
    board.squares().filter(|&s| board.is_dark(s)).collect()
}
