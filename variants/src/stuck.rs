//! Squares from which a piece could never move again.

use betza_compile::walk::{self, Scene};
use betza_game::variant::{Kind, Region};
use betza_ir::geometry::{Board, Side, Square};
use betza_ir::{Count, Move, Part, Pass, Piece, Span};

/// The squares, for each side, from which a piece goes to no empty square, captures and first moves apart. A hop counts
/// if there is a square for the piece that it would go over. So Fairy-Stockfish has it.
pub(crate) fn stuck_squares(board: &Board, kind: &Kind) -> [Region; 2] {
    let white = stuck_of(board, kind, Side::White);
    // Black sees the board turned.
    let alike = kind.pieces(Side::White).eq(kind.pieces(Side::Black));
    let turned = || white.into_iter().map(|square| board.turned(square)).collect();
    [white, if alike { turned() } else { stuck_of(board, kind, Side::Black) }]
}

fn stuck_of(board: &Board, kind: &Kind, side: Side) -> Region {
    let moves = kind.pieces(side).flat_map(|piece| &piece.moves).filter(|m| m.condition.is_empty());
    let moves: Vec<Move> = moves.flat_map(Move::by_first_course).collect();
    let steps: Vec<Piece> = moves.iter().filter_map(first_steps).map(alone).collect();
    let whole: Vec<Piece> = moves.into_iter().map(alone).collect();
    let may_hop = whole.iter().flat_map(|piece| &piece.moves).any(|m| m.chain.needs_men());
    let hops = Hops::new(board, side, &whole);
    let is_stuck = |&at: &Square| {
        // Most squares are settled by the first step of one course.
        let moves = |pieces: &[Piece]| pieces.iter().any(|piece| !quiets(board, side, piece, at, &[]).is_empty());
        let goes_on = moves(&steps) || moves(&whole) || (may_hop && hops.any_from(at));
        !goes_on
    };
    board.squares().filter(is_stuck).collect()
}

fn alone(m: Move) -> Piece {
    Piece { moves: vec![m], ..Piece::default() }
}

/// A move of one leg that rides over empty squares, cut to its least length: where this goes, the move itself goes,
/// too.
fn first_steps(m: &Move) -> Option<Move> {
    let mut cut = m.clone();
    let [link] = &mut cut.chain.links[..] else { return None };
    let Part::Leg(leg) = &mut link.part else { return None };
    if leg.pass != Pass::Clear || leg.span != Span::Free {
        return None;
    }
    leg.count = Count::exactly(leg.count.min);
    Some(cut)
}

/// Where a piece goes without capturing, with other pieces of its side on the board.
fn quiets(board: &Board, side: Side, piece: &Piece, at: Square, others: &[Square]) -> Vec<Option<Square>> {
    let scene = Scene::bare(board, side, at, &[], others, &[]);
    let moves = walk::moves(piece, &scene, at).unwrap_or_default();
    moves.into_iter().filter(|m| m.captures.is_empty()).map(|m| m.to).collect()
}

/// Moves over a single piece.
struct Hops<'a> {
    board: &'a Board,
    side: Side,
    pieces: &'a [Piece],
    /// The board with a margin, as over a piece on the edge a hop leaves the board.
    wide: Option<Board>,
}

/// How far a hop goes beyond the piece that it goes over.
const MARGIN: u32 = 1;

impl<'a> Hops<'a> {
    fn new(board: &'a Board, side: Side, pieces: &'a [Piece]) -> Hops<'a> {
        let wide = Board::new(board.files() as u32 + 2 * MARGIN, board.ranks() as u32 + 2 * MARGIN);
        Hops { board, side, pieces, wide: wide.ok() }
    }

    /// Whether a piece on some square lets the pieces go where they would not go without it.
    fn any_from(&self, at: Square) -> bool {
        let board = self.board;
        let wide = self.wide.as_ref().unwrap_or(board);
        let margin = (wide.files() - board.files()) as i32 / 2;
        let on_wide = |s: Square| wide.at(board.file(s) + margin, board.rank(s) + margin);
        let Some(from) = on_wide(at) else { return false };
        let all = |others: &[Square]| -> Vec<Option<Square>> {
            self.pieces.iter().flat_map(|piece| quiets(wide, self.side, piece, from, others)).collect()
        };
        let free = all(&[]);
        let over = |hurdle: Square| all(&[hurdle]).iter().any(|to| !free.contains(to));
        // Most hurdles are near.
        let is_near =
            |s: &Square| board.file(*s).abs_diff(board.file(at)).max(board.rank(*s).abs_diff(board.rank(at))) <= 1;
        let hurdles = || board.squares().filter(|&hurdle| hurdle != at);
        let ordered = hurdles().filter(is_near).chain(hurdles().filter(|s| !is_near(s)));
        ordered.filter_map(on_wide).any(over)
    }
}
