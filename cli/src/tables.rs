//! The answer of the tables: compile for the board, look up.

use crate::failure::Failure;
use crate::query::Query;
use betza_compile::lower::{ChainError, LowerError};
use betza_compile::single::lowered::LoweredPiece;
use betza_compile::walk::{self, Outcome, WalkError};
use betza_ir::Piece;
use betza_ir::geometry::{Board, Side};

/// Pieces kept compiled: batches ask about the same ones again and again.
const KEPT: usize = 32;

/// The pieces compiled last, the newest last.
#[derive(Default)]
pub struct Tables {
    compiled: Vec<Compiled>,
}

struct Compiled {
    piece: Piece,
    board: Board,
    side: Side,
    tables: LoweredPiece,
}

impl Tables {
    /// The moves of the piece.
    ///
    /// # Errors
    /// Where the piece exceeds a limit.
    pub fn moves(&mut self, query: &Query) -> Result<Vec<Outcome>, Failure> {
        let (at, scene) = (query.at, query.scene());
        let tables = self.compile(query)?;
        let mut outcomes = tables.moves(&scene, at).map_err(|e| match e {
            ChainError::NeedsKinds => query.unanswerable(&WalkError::NeedsKinds),
            ChainError::TooManyPaths { .. } => Failure::Input(format!("{e}, or ask with --reference")),
        })?;
        if !query.piece.castlings.is_empty() {
            // Castling is the variant's rule; what the notation says of it needs no table.
            let castling = Piece { castlings: query.piece.castlings.clone(), ..Piece::default() };
            let castled = walk::moves(&castling, &scene, at);
            outcomes.extend(castled.map_err(|e| Failure::Input(e.to_string()))?);
        }
        Ok(outcomes)
    }

    /// The compiled piece.
    fn compile(&mut self, query: &Query) -> Result<&mut LoweredPiece, Failure> {
        let side = query.men.side;
        let is_it = |c: &Compiled| c.side == side && c.board == query.board && c.piece == query.piece;
        let place = match self.compiled.iter().position(is_it) {
            Some(place) => place,
            None => {
                let too_large = |e: LowerError| Failure::Input(format!("{e}; --reference answers without tables"));
                let tables = LoweredPiece::new(&query.board, &query.piece, side).map_err(too_large)?;
                if self.compiled.len() == KEPT {
                    self.compiled.remove(0);
                }
                let (piece, board) = (query.piece.clone(), query.board.clone());
                self.compiled.push(Compiled { piece, board, side, tables });
                self.compiled.len() - 1
            }
        };
        Ok(&mut self.compiled[place].tables)
    }
}
