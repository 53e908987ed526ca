//! The two ways to find a piece's moves, which must agree: the walk, and the tables made for one board.

use betza_compile::lower::{ChainMoves, ChainScratch, Kinds, Lowering, LowersPieces, PieceTables, View};
use betza_compile::walk::{self, Outcome, Scene};
use betza_ir::Piece;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square};

pub fn by_walking(piece: &Piece, scene: &Scene<'_>, from: Square) -> Result<Vec<Outcome>, String> {
    walk::moves(piece, scene, from).map_err(|error| error.to_string())
}

/// By the tables. Castling has no table, so it comes from the walk.
pub fn by_tables(piece: &Piece, scene: &Scene<'_>, from: Square) -> Result<Vec<Outcome>, String> {
    match scene.board.area().div_ceil(64) {
        1 => tables::<1>(piece, scene, from),
        2 => tables::<2>(piece, scene, from),
        3 => tables::<3>(piece, scene, from),
        _ => tables::<4>(piece, scene, from),
    }
}

/// The types of a scene, compiled for the side that moves.
struct Compiled<'a, const N: usize> {
    scene: &'a Scene<'a>,
    tables: Vec<PieceTables<N>>,
}

impl<const N: usize> Kinds<N> for Compiled<'_, N> {
    fn kind_of(&self, square: Square) -> Option<usize> {
        self.scene.men[square.index()].and_then(|man| man.kind)
    }

    fn tables(&self, kind: usize) -> &PieceTables<N> {
        &self.tables[kind]
    }
}

fn side_of(scene: &Scene<'_>, from: Square) -> Side {
    scene.men[from.index()].expect("the mover stands on its square").side
}

fn tables<const N: usize>(piece: &Piece, scene: &Scene<'_>, from: Square) -> Result<Vec<Outcome>, String>
where
    Lowering<N>: LowersPieces<N>,
{
    let mut lowering = Lowering::<N>::new(scene.board).map_err(|e| e.to_string())?;
    let side = side_of(scene, from);
    let mut compile = |piece: &Piece| lowering.piece(piece, side).map_err(|e| e.to_string());
    let tables = compile(piece)?;
    let kinds = scene.kinds.unwrap_or(&[]).iter().map(&mut compile).collect::<Result<Vec<_>, String>>()?;
    let kinds = Compiled { scene, tables: kinds };
    let mut view = View::of_scene(scene, from);
    if scene.kinds.is_some() {
        view.kinds = Some(&kinds);
    }
    let mut found = ChainMoves::new();
    tables.moves(&view, from, &mut ChainScratch::new(), &mut found).map_err(|e| e.to_string())?;
    let mut outcomes = found.outcomes(&(view.own | view.enemy).without(Bitboard::of(from)));
    let castling = Piece { castlings: piece.castlings.clone(), ..Piece::default() };
    outcomes.extend(by_walking(&castling, scene, from)?);
    Ok(outcomes)
}
