//! Finds the moves of a single piece among others, and reports its tables.

use crate::lower::{ChainError, ChainMoves, ChainScratch, LowerError, Lowering, PieceTables, TableReport, View};
use crate::walk::{Outcome, Scene};
use betza_ir::Piece;
use betza_ir::bitboard::{Bitboard, words};
use betza_ir::geometry::{Board, Side, Square};

/// A piece of one side, lowered for one board, with the memory that its generation uses again.
pub struct LoweredPiece(Width);

enum Width {
    One(Box<OfWidth<1>>),
    Two(Box<OfWidth<2>>),
    Three(Box<OfWidth<3>>),
    Four(Box<OfWidth<4>>),
}

struct OfWidth<const N: usize> {
    tables: PieceTables<N>,
    scratch: ChainScratch<N>,
    found: ChainMoves<N>,
}

impl LoweredPiece {
    /// The most squares of a board that has tables.
    pub const MOST_SQUARES: usize = 256;

    /// Lowers a piece.
    ///
    /// # Errors
    /// The limit that the piece or the board exceeds.
    pub fn new(board: &Board, piece: &Piece, side: Side) -> Result<LoweredPiece, LowerError> {
        Ok(LoweredPiece(match words(board) {
            1 => Width::One(OfWidth::new(board, piece, side)?),
            2 => Width::Two(OfWidth::new(board, piece, side)?),
            3 => Width::Three(OfWidth::new(board, piece, side)?),
            _ => Width::Four(OfWidth::new(board, piece, side)?),
        }))
    }

    /// Returns what the piece may do from a square of a scene on its board, castling apart.
    ///
    /// # Errors
    /// What the tables do not answer.
    pub fn moves(&mut self, scene: &Scene<'_>, at: Square) -> Result<Vec<Outcome>, ChainError> {
        match &mut self.0 {
            Width::One(piece) => piece.moves(scene, at),
            Width::Two(piece) => piece.moves(scene, at),
            Width::Three(piece) => piece.moves(scene, at),
            Width::Four(piece) => piece.moves(scene, at),
        }
    }
}

impl<const N: usize> OfWidth<N> {
    fn new(board: &Board, piece: &Piece, side: Side) -> Result<Box<OfWidth<N>>, LowerError> {
        let tables = Lowering::new(board)?.lower(piece, side)?;
        Ok(Box::new(OfWidth { tables, scratch: ChainScratch::default(), found: ChainMoves::default() }))
    }

    fn moves(&mut self, scene: &Scene<'_>, at: Square) -> Result<Vec<Outcome>, ChainError> {
        let view = View::of_scene(scene, at);
        self.found.clear();
        self.tables.moves(&view, at, &mut self.scratch, &mut self.found)?;
        Ok(self.found.outcomes(&(view.own | view.enemy).without(Bitboard::of(at))))
    }
}

/// What pieces are lowered to on one board.
pub struct Report {
    /// The tables of each piece, in the order in which the pieces were given.
    pub tables: Vec<Vec<TableReport>>,
    /// The bytes that all tables take; shared ones are counted once.
    pub bytes: usize,
}

/// Lowers pieces for a board, and reports their tables.
///
/// # Errors
/// What cannot be lowered, or does not fit.
pub fn report(board: &Board, pieces: &[(&Piece, Side)]) -> Result<Report, LowerError> {
    match words(board) {
        1 => report_for::<1>(board, pieces),
        2 => report_for::<2>(board, pieces),
        3 => report_for::<3>(board, pieces),
        _ => report_for::<4>(board, pieces),
    }
}

fn report_for<const N: usize>(board: &Board, pieces: &[(&Piece, Side)]) -> Result<Report, LowerError> {
    let mut lowering = Lowering::<N>::new(board)?;
    let (mut tables, mut own) = (Vec::new(), 0);
    for &(piece, side) in pieces {
        let lowered = lowering.lower(piece, side)?;
        own += lowered.own_memory();
        tables.push(lowered.report());
    }
    Ok(Report { tables, bytes: lowering.memory_usage() + own })
}
