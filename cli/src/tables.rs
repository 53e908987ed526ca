//! The answer of the tables: compile for the board, look up.

use crate::failure::Failure;
use crate::query::Query;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Board, Side};
use betza_compile::ir::Piece;
use betza_compile::lower::{ChainError, ChainMoves, ChainScratch, Lowering, PieceTables, View};
use betza_compile::walk::{self, Outcome, WalkError};

/// Pieces kept compiled: batches ask about the same ones again and again.
const KEPT: usize = 32;

/// Compiled pieces, by the width of the bitboards that their board needs.
#[derive(Default)]
pub struct Tables {
    upto64: Kept<1>,
    upto128: Kept<2>,
    upto192: Kept<3>,
    upto256: Kept<4>,
}

impl Tables {
    /// The moves of the piece.
    ///
    /// # Errors
    /// Where the piece exceeds a limit.
    pub fn moves(&mut self, query: &Query) -> Result<Vec<Outcome>, Failure> {
        match query.board.area() {
            ..=64 => self.upto64.moves(query),
            65..=128 => self.upto128.moves(query),
            129..=192 => self.upto192.moves(query),
            _ => self.upto256.moves(query),
        }
    }
}

struct Compiled<const N: usize> {
    piece: Piece,
    board: Board,
    side: Side,
    tables: PieceTables<N>,
}

/// The pieces compiled last, the newest last, and the memory that generation uses again.
#[derive(Default)]
struct Kept<const N: usize> {
    compiled: Vec<Compiled<N>>,
    scratch: ChainScratch<N>,
    found: ChainMoves<N>,
}

impl<const N: usize> Kept<N> {
    fn moves(&mut self, query: &Query) -> Result<Vec<Outcome>, Failure> {
        let index = self.compile(query)?;
        let (at, scene) = (query.at, query.scene());
        let view = View::of_scene(&scene, at);
        self.found.clear();
        let tables = &self.compiled[index].tables;
        tables.moves(&view, at, &mut self.scratch, &mut self.found).map_err(|e| match e {
            ChainError::NeedsKinds => query.unanswerable(&WalkError::NeedsKinds),
            ChainError::TooManyPaths { .. } => Failure::Input(format!("{e}, or ask with --reference")),
        })?;
        let mut outcomes = self.found.outcomes(&(view.own | view.enemy).without(Bitboard::of(at)));
        if !query.piece.castlings.is_empty() {
            // Castling is the variant's rule; what the notation says of it needs no table.
            let castling = Piece { castlings: query.piece.castlings.clone(), ..Piece::default() };
            let castled = walk::moves(&castling, &scene, at);
            outcomes.extend(castled.map_err(|e| Failure::Input(e.to_string()))?);
        }
        Ok(outcomes)
    }

    /// The place of the compiled piece.
    fn compile(&mut self, query: &Query) -> Result<usize, Failure> {
        let is_it = |c: &Compiled<N>| c.side == query.men.side && c.board == query.board && c.piece == query.piece;
        if let Some(place) = self.compiled.iter().position(is_it) {
            return Ok(place);
        }
        let too_large =
            |e: betza_compile::lower::LowerError| Failure::Input(format!("{e}; --reference answers without tables"));
        let mut lowering = Lowering::<N>::new(&query.board).map_err(too_large)?;
        let tables = lowering.piece(&query.piece, query.men.side).map_err(too_large)?;
        if self.compiled.len() == KEPT {
            self.compiled.remove(0);
        }
        self.compiled.push(Compiled {
            piece: query.piece.clone(),
            board: query.board.clone(),
            side: query.men.side,
            tables,
        });
        Ok(self.compiled.len() - 1)
    }
}
