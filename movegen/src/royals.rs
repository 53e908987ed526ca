//! Which pieces are royal in a position, and drops that may not give mate.

use crate::effects::Effects;
use crate::game::Game;
use crate::moves::{Move, MoveType};
use crate::position::Position;
use crate::rules::{KindId, Royalty, SeveralRoyals};
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};

/// The royal pieces of a side, these kinds being royal from the start.
#[inline]
pub(crate) fn royals_of<const N: usize>(
    position: &Position<N>,
    side: Side,
    kinds: impl Iterator<Item = KindId>,
    royalty: &Royalty,
) -> Bitboard<N> {
    let mut royals = Bitboard::EMPTY;
    for kind in kinds {
        royals |= position.pieces(side, kind);
    }
    let groups = royalty.pseudo.chunks(if royalty.pseudo_together { usize::MAX } else { 1 });
    for group in groups {
        let of = |pieces: Bitboard<N>, kind: &KindId| pieces | position.pieces(side, *kind);
        let pieces = group.iter().fold(Bitboard::EMPTY, of);
        if pieces.count() <= u32::from(royalty.pseudo_count) {
            royals |= pieces;
        }
    }
    royals
}

impl<const N: usize> Game<N> {
    /// The royal pieces of a side: those of royal kinds, and those of pseudo-royal kinds while few enough are left.
    #[inline]
    #[must_use]
    pub fn royals(&self, position: &Position<N>, side: Side) -> Bitboard<N> {
        let plan = &self.sides[side.index()];
        let [first, second] = plan.royal_cells.map(|cell| position.sets[cell.index()]);
        if plan.picks_royals {
            return self.picked_royals(position, side);
        }
        first | second
    }

    /// The same where more than two kinds may be royal, or which piece of a kind is depends on where the others stand.
    #[inline(never)]
    fn picked_royals(&self, position: &Position<N>, side: Side) -> Bitboard<N> {
        let kinds = self.sides[side.index()].royals.iter().map(|mover| mover.kind);
        let royals = royals_of(position, side, kinds, &self.variant.royalty);
        if self.variant.royalty.several == SeveralRoyals::First { self.first_royal(royals) } else { royals }
    }

    /// The one on the first file, and there on the first rank.
    #[inline(never)]
    fn first_royal(&self, royals: Bitboard<N>) -> Bitboard<N> {
        let board = &self.variant.board;
        let first = royals.into_iter().min_by_key(|&s| (board.file(s), board.rank(s)));
        first.map_or(Bitboard::EMPTY, Bitboard::of)
    }

    /// Whether royals of both sides see each other along an open file or rank.
    pub(crate) fn royals_face(&self, position: &Position<N>) -> bool {
        let Some(line) = &self.line else { return false };
        let occupied = position.occupied();
        let theirs = self.royals(position, Side::Black);
        self.royals(position, Side::White).into_iter().any(|a| theirs.into_iter().any(|b| line.joins(a, b, &occupied)))
    }

    /// The squares of `targets` on which a drop of this kind does not give mate.
    #[inline(never)]
    pub(crate) fn without_mates(&self, position: &Position<N>, kind: KindId, targets: Bitboard<N>) -> Bitboard<N> {
        let us = position.turn();
        let enemies = self.royals(position, us.other());
        // Only a drop that gives check can mate, and where nobody hops a dropped piece checks only by itself.
        let mut safe = targets;
        if self.sides[us.index()].threats.has_unusual() || self.variant.moves_as_behind {
            let mates = |to: &Square| self.mates(position, Move::with_piece(MoveType::Drop, *to, *to, kind));
            return targets.into_iter().filter(|to| !mates(to)).collect();
        }
        let tables = &self.sides[us.index()].tables[kind.index()];
        let occupied = position.occupied();
        let mut checking = Bitboard::EMPTY;
        for royal in enemies {
            for part in &tables.parts {
                checking |= part.reach.sources(royal, &occupied);
            }
        }
        for to in targets & checking {
            if self.mates(position, Move::with_piece(MoveType::Drop, to, to, kind)) {
                safe.remove(to);
            }
        }
        safe
    }

    fn mates(&self, position: &Position<N>, m: Move) -> bool {
        let mut after = position.clone();
        self.make(&mut after, m, &Effects::new());
        // A game that has ended otherwise, by the number of checks say, has no moves but is not mate.
        self.in_check(&after) && self.has_no_replies(&after)
    }
}
