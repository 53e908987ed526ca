//! Moves as text: UCI as Fairy-Stockfish writes it.

use crate::game::Game;
use crate::moves::{Move, MoveType};
use crate::position::Position;
use betza_compile::geometry::Side;

impl<const N: usize> Game<N> {
    /// The text of a legal move of a position.
    #[must_use]
    pub fn move_text(&self, position: &Position<N>, m: Move) -> String {
        let board = &self.variant.board;
        let (from, to) = (board.name(m.from()), board.name(m.to()));
        let letter = |side: Side| {
            let piece = m.piece().map(|k| self.variant.kinds[k.index()].letters[side.index()].clone());
            piece.unwrap_or_default()
        };
        match m.kind {
            MoveType::Pass => "0000".to_owned(),
            MoveType::Drop => format!("{}@{to}", letter(Side::White)),
            MoveType::Promotion => format!("{from}{to}{}", letter(Side::Black)),
            MoveType::Castling => {
                let any_files = self.variant.castling.as_ref().is_some_and(|c| c.any_files);
                match position.castling_with(m.to()) {
                    Some(squares) if !any_files => format!("{from}{}", board.name(squares.king_to)),
                    _ => format!("{from}{to}"),
                }
            }
            MoveType::Plain | MoveType::Passing | MoveType::EnPassant | MoveType::Chain => format!("{from}{to}"),
        }
    }
}
