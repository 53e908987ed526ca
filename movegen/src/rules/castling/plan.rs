//! The squares of castling, and the plan of a game with several partners of a side.

use crate::compile::side::SidePlan;
use crate::position::castlings::CastlingSquares;
use betza_game::variant::{CastlingRule, Variant};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Side, Square};

/// Returns the squares of castling by a king and its partner in which the king lands on `file`; `None` if the board has
/// no such square.
#[inline(never)]
pub(crate) fn castling_to<const N: usize>(
    board: &Board,
    sides: &[SidePlan<N>; 2],
    (king, partner): (Square, Square),
    side: Side,
    file: u8,
) -> Option<CastlingSquares<N>> {
    let rank = board.rank(king);
    let to = i32::from(file);
    let wing = usize::from(board.file(partner) < board.file(king));
    let beside = if wing == 0 { to - 1 } else { to + 1 };
    let king_to = board.at(to, rank)?;
    let partner_to = board.at(beside, rank)?;
    let span = |a: Square, b: Square| -> Bitboard<N> {
        let (a, b) = (board.file(a), board.file(b));
        (a.min(b)..=a.max(b)).filter_map(|f| board.at(f, rank)).collect()
    };
    let king_path = span(king, king_to);
    let both = Bitboard::of(king) | Bitboard::of(partner);
    let must_be_empty = (king_path | span(partner, partner_to) | span(king, partner)).without(both);
    let lines = &sides[side.other().index()].threats.lines;
    let passes = |from: &Square| !lines.is_empty() && lines.get(*from, king_to).contains(partner);
    let uncovers = board.squares().filter(passes).collect();
    let crossed = king_path.without(Bitboard::of(king) | Bitboard::of(king_to));
    Some(CastlingSquares { king, partner, king_to, partner_to, king_path, crossed, uncovers, must_be_empty })
}

/// The castlings of a game with several partners of a side, by the number of the right.
pub(crate) struct PartnersPlan<const N: usize> {
    /// With each partner, to each square.
    pub castlings: [Vec<CastlingSquares<N>>; 4],
    /// The squares of the partners.
    pub homes: [Bitboard<N>; 4],
    /// What every one of these castlings needs empty.
    pub must_be_empty: [Bitboard<N>; 4],
}

impl<const N: usize> PartnersPlan<N> {
    /// Compiles the castlings; `None` if there is one partner a wing.
    pub fn new(variant: &Variant, sides: &[SidePlan<N>; 2]) -> Option<PartnersPlan<N>> {
        let rule = variant.castling.as_ref().filter(|rule| rule.further.is_some())?;
        let none = [Bitboard::EMPTY; 4];
        let mut plan = PartnersPlan { castlings: Default::default(), homes: none, must_be_empty: none };
        for right in 0..4 {
            let side = Side::BOTH[right / 2];
            for (king, partner, to) in castlings_by(&variant.board, rule, side, right % 2) {
                plan.castlings[right].extend(castling_to(&variant.board, sides, (king, partner), side, to));
                plan.homes[right].insert(partner);
            }
            let all = plan.castlings[right].iter().map(|squares| squares.must_be_empty);
            plan.must_be_empty[right] = all.reduce(|common, one| common & one).unwrap_or(Bitboard::EMPTY);
        }
        Some(plan)
    }
}

/// Returns the castlings of a side to a wing: where the king and its partner start, and the file on which the king
/// lands.
fn castlings_by(board: &Board, rule: &CastlingRule, side: Side, wing: usize) -> Vec<(Square, Square, u8)> {
    let at = |file: u8| board.at(i32::from(file), i32::from(rule.rank[side.index()]));
    let Some(king_file) = rule.king_file.map(|files| files[side.index()]) else { return Vec::new() };
    let is_beyond = |file: u8| if wing == 0 { file > king_file } else { file < king_file };
    let mut found = Vec::new();
    for partner in rule.partner_files(side, wing).into_iter().filter(|&file| is_beyond(file)) {
        for to in rule.landings(side, wing).into_iter().filter(|&to| rule.lands_short(wing, partner, to)) {
            found.extend(at(king_file).zip(at(partner)).map(|(king, partner)| (king, partner, to)));
        }
    }
    found
}
