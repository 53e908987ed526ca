//! Which pieces stand on which board, compiled.

use crate::position::board::Position;
use crate::position::cell::Cell;
use betza_game::KindId;
use betza_game::variant::Variant;
use betza_ir::bitboard::Bitboard;

/// The two boards of a game, compiled.
pub(crate) struct AlicePlan {
    /// The kinds of each board.
    kinds: [Vec<KindId>; 2],
    /// What each kind is on the other board, by [`KindId::index`].
    twins: Vec<KindId>,
    /// The board on which each kind stands, by [`KindId::index`].
    boards: Vec<usize>,
}

impl AlicePlan {
    /// Compiles the rule of a game; `None` if it has one board.
    #[inline(never)]
    pub fn new(variant: &Variant) -> Option<AlicePlan> {
        if variant.second_board.is_empty() {
            return None;
        }
        let all = variant.kind_ids();
        let board = |kind: &KindId| usize::from(variant.is_on_second(*kind));
        let kinds = [0, 1].map(|number| all.clone().filter(|kind| board(kind) == number).collect());
        let twins = all.clone().map(|kind| variant.twin(kind).unwrap_or(kind)).collect();
        Some(AlicePlan { kinds, twins, boards: all.map(|kind| board(&kind)).collect() })
    }

    /// Returns the board on which a piece stands: 0 or 1.
    pub fn board(&self, cell: Cell) -> usize {
        self.boards[cell.kind().index()]
    }

    /// Returns a piece of a kind as it is on a board.
    pub fn on(&self, board: usize, cell: Cell) -> Cell {
        if self.board(cell) == board { cell } else { Cell::new(cell.side(), self.twins[cell.kind().index()]) }
    }

    /// Returns all pieces on a board.
    pub fn pieces<const N: usize>(&self, position: &Position<N>, board: usize) -> Bitboard<N> {
        position.of_kinds(&self.kinds[board])
    }
}
