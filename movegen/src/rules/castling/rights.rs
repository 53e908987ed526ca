//! Castling rights: the FEN or dropping king and partner grants them, and moves take them away.
//!
//! A right is numbered `2 * side + wing`, with wing 0 towards the last file. Bit i of
//! [`crate::position::board::State::castling`] is right i.

use crate::compile::game::Game;
use crate::position::board::Position;
use crate::position::castlings::CastlingSquares;
use crate::rules::castling::plan;
use betza_game::setup::CastlingRight;
use betza_game::setup::SetupError;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square};
use betza_ir::sorted;

impl<const N: usize> Game<N> {
    /// Returns the number of the right with this partner, and its squares; `None` if none of `kings` could castle with
    /// it.
    pub(crate) fn castling_squares(
        &self,
        kings: Bitboard<N>,
        partner: Square,
        side: Side,
    ) -> Option<(usize, CastlingSquares<N>)> {
        let rule = self.variant.castling.as_ref()?;
        let board = &self.variant.board;
        let rank = i32::from(rule.rank[side.index()]);
        // The king on its usual file; otherwise, as in puzzles and shuffled starts, one on the castling rank.
        let on_rank = |s: &Square| board.rank(*s) == rank;
        let on_file =
            |s: &Square| on_rank(s) && rule.king_file.is_some_and(|f| board.file(*s) == i32::from(f[side.index()]));
        let king = kings.into_iter().find(on_file).or_else(|| kings.into_iter().find(on_rank))?;
        let wing = usize::from(board.file(partner) < board.file(king));
        let squares = self.castling_to(king, partner, side, rule.king_to[side.index()][wing])?;
        Some((2 * side.index() + wing, squares))
    }

    /// Returns the squares of castling with this partner in which the king lands on `file`; `None` if the board has no
    /// such square.
    pub(crate) fn castling_to(
        &self,
        king: Square,
        partner: Square,
        side: Side,
        file: u8,
    ) -> Option<CastlingSquares<N>> {
        plan::castling_to(&self.variant.board, &self.sides, (king, partner), side, file)
    }

    /// Prepares the squares of every right that dropping king and partner can grant (placement chess).
    pub(crate) fn prepare_rights(&self, p: &mut Position<N>) {
        let board = &self.variant.board;
        let Some(rule) = &self.variant.castling else { return };
        let Some(king_files) = rule.king_file else { return };
        for side in Side::BOTH {
            let at = |file: u8| board.at(i32::from(file), i32::from(rule.rank[side.index()]));
            for partner in rule.partner_file[side.index()].into_iter().filter_map(at) {
                let king = at(king_files[side.index()]).map_or(Bitboard::EMPTY, Bitboard::of);
                let Some((number, squares)) = self.castling_squares(king, partner, side) else { continue };
                p.prepare_right(number, squares);
            }
        }
    }

    /// Gives a right that was read from a FEN to the position.
    ///
    /// # Errors
    /// [`SetupError::Castling`] if there is no king or no partner for it.
    pub(crate) fn grant(&self, p: &mut Position<N>, right: &CastlingRight) -> Result<(), SetupError> {
        let board = &self.variant.board;
        let error = || SetupError::Castling { square: board.name(right.partner) };
        let rule = self.variant.castling.as_ref().ok_or_else(error)?;
        let cell = p.cell(right.partner);
        let fits = cell.is_piece()
            && cell.side() == right.side
            && rule.partners[right.side.index()].contains(&cell.kind())
            && board.rank(right.partner) == i32::from(rule.rank[right.side.index()]);
        let kings = p.pieces(right.side, rule.king[right.side.index()]);
        if fits && let Some(plan) = &self.rules.partners {
            return self.grant_partner(plan, p, kings, right).ok_or_else(error);
        }
        let squares = if fits { self.castling_squares(kings, right.partner, right.side) } else { None };
        let (number, squares) = squares.ok_or_else(error)?;
        let other = p.castlings[number].as_ref().filter(|_| p.state.castling >> number & 1 != 0);
        if other.is_some_and(|other| other.partner != right.partner) {
            return Err(error());
        }
        p.state.castling |= 1 << number;
        p.prepare_right(number, squares);
        Ok(())
    }

    /// Returns the castling rights of both sides, sorted.
    pub(crate) fn castling_rights(&self, p: &Position<N>) -> Vec<CastlingRight> {
        let mut castling = Vec::new();
        for number in (0..4).filter(|number| p.state.castling >> number & 1 != 0) {
            let side = Side::BOTH[number / 2];
            castling.extend(self.partners_by(p, number).into_iter().map(|partner| CastlingRight { side, partner }));
        }
        sorted::sort(&mut castling);
        castling
    }

    /// Grants the rights that come about when a king or partner is placed on `square`.
    #[inline(never)]
    pub(crate) fn grant_by_placing<const HASHED: bool>(&self, p: &mut Position<N>, square: Square) {
        let Some(rule) = &self.variant.castling else { return };
        let us = p.turn;
        let kings = p.pieces(us, rule.king[us.index()]);
        let partners = p.of_kinds(&rule.partners[us.index()]) & p.side(us);
        let before = p.state.castling;
        for right in 2 * us.index()..2 * us.index() + 2 {
            let Some(squares) = &p.castlings[right] else { continue };
            let touched = square == squares.king || square == squares.partner;
            if touched && kings.contains(squares.king) && partners.contains(squares.partner) {
                p.state.castling |= 1 << right;
            }
        }
        if HASHED {
            p.state.hash ^= self.keys.castling(before) ^ self.keys.castling(p.state.castling);
        }
    }
}

impl<const N: usize> Position<N> {
    /// Keeps the squares of a right, which the side has or may come to have.
    fn prepare_right(&mut self, number: usize, squares: CastlingSquares<N>) {
        for square in [squares.king, squares.partner] {
            self.ends_rights[square] |= 1 << number;
        }
        self.castling_must_be_empty[number] = squares.must_be_empty;
        self.castlings[number] = Some(squares);
    }

    /// Returns the squares of the right by which the side to move castles with the partner on this square.
    pub(crate) fn castling_with(&self, partner: Square) -> Option<&CastlingSquares<N>> {
        self.castlings_of(self.turn()).find(|c| c.partner == partner)
    }

    /// Returns the squares of the rights that a side has.
    pub(crate) fn castlings_of(&self, side: Side) -> impl Iterator<Item = &CastlingSquares<N>> {
        let rights = (0..2).map(move |wing| 2 * side.index() + wing);
        rights.filter(|r| self.state.castling >> r & 1 != 0).filter_map(|r| self.castlings[r].as_ref())
    }

    /// Returns the rights that a side has: bit i is wing i.
    #[inline(always)]
    pub(crate) fn castling_rights(&self, side: Side) -> u8 {
        self.state.castling >> (2 * side.index()) & 3
    }

    /// Returns the wings to which a side has the right to castle and the way is empty: bit i is wing i.
    #[inline(always)]
    pub(crate) fn open_wings(&self, side: Side, occupied: &Bitboard<N>) -> u8 {
        let rights = self.castling_rights(side);
        if rights == 0 {
            return 0;
        }
        let paths = &self.castling_must_be_empty;
        let [first, second] = if side == Side::White { [&paths[0], &paths[1]] } else { [&paths[2], &paths[3]] };
        rights & (u8::from(first.is_disjoint(occupied)) | u8::from(second.is_disjoint(occupied)) << 1)
    }

    /// Returns the squares that the king of a side crosses or comes to by castling to these wings.
    #[inline]
    pub(crate) fn castling_paths(&self, side: Side, wings: u8) -> Bitboard<N> {
        let mut paths = Bitboard::EMPTY;
        for wing in 0..2 {
            if wings >> wing & 1 != 0
                && let Some(plan) = &self.castlings[2 * side.index() + wing]
            {
                paths |= plan.crossed | Bitboard::of(plan.king_to);
            }
        }
        paths
    }
}
