//! Pieces by themselves, without a game.

use crate::attacks::Attacks;
use crate::error::{CompileError, NotationError, SquareError};
use betza_compile::single::fixed::{FixedError, FixedPiece};
#[cfg(feature = "tables")]
use betza_compile::single::lowered::LoweredPiece;
use betza_compile::walk::{self, Outcome, Scene, WalkError};
use betza_explain::{diagram, english};
use betza_ir as ir;
use betza_ir::geometry::{Board, MAX_SIDE, Side, Square};
use betza_ir::sorted;
use betza_notation::{Diagnostic, Dialect, Reading};
use std::sync::Arc;

/// A piece, read from a notation. Clones share it.
#[derive(Clone, Debug)]
pub struct Piece(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    text: String,
    dialect: Dialect,
    reading: Reading,
}

/// The men of a question about a piece: who stands where. Squares are named, `e4`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Men {
    /// Files and ranks, each 1 to 36.
    pub board: (u8, u8),
    /// The piece's square.
    pub at: String,
    /// The piece's side.
    pub side: Side,
    /// Squares of other pieces of its side.
    pub friends: Vec<String>,
    /// Squares of enemies.
    pub foes: Vec<String>,
    /// Squares of pieces that have moved; all others have not.
    pub moved: Vec<String>,
}

impl Men {
    /// White's piece alone on a board.
    #[must_use]
    pub fn alone(board: (u8, u8), at: &str) -> Men {
        let none = Vec::new;
        Men { board, at: at.to_owned(), side: Side::White, friends: none(), foes: none(), moved: none() }
    }
}

/// A move of a piece by itself. Squares are named; the order is that in which moves are sorted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PieceMove {
    /// Where the piece ends; `None` if it is removed.
    pub to: Option<String>,
    /// The squares whose piece is taken off the board, the piece's own apart, sorted.
    pub captures: Vec<String>,
    /// Other pieces that are put elsewhere, from and to, sorted.
    pub relocations: Vec<(String, String)>,
}

impl Piece {
    /// Reads a notation. The dialect is always given: a text may be another piece in another dialect ([`readings`] has
    /// those that read a text, and the one in which all agree).
    ///
    /// [`readings`]: crate::readings
    ///
    /// # Errors
    /// All that is wrong with it, with warnings: [`NotationError::diagnostics`].
    pub fn read(text: &str, dialect: Dialect) -> Result<Piece, NotationError> {
        let reading = betza_notation::read(text, dialect).map_err(NotationError::of)?;
        Ok(Piece(Arc::new(Inner { text: text.to_owned(), dialect, reading })))
    }

    /// Writes the piece in a dialect. What is written has the same moves on every board.
    ///
    /// # Errors
    /// `cannot-say`, with what the dialect has no words for.
    pub fn write(&self, dialect: Dialect) -> Result<String, NotationError> {
        betza_notation::translate(self.ir(), dialect).map_err(|d| NotationError::of(vec![d]))
    }

    /// The notation as it was read.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The dialect in which it was read.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.0.dialect
    }

    /// What the author of the notation may not have meant.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.0.reading.warnings
    }

    /// The piece independent of any dialect.
    pub(crate) fn ir(&self) -> &ir::Piece {
        &self.0.reading.piece
    }

    /// Whether the notation says that the piece is royal.
    #[must_use]
    pub fn is_royal(&self) -> bool {
        self.ir().royal
    }

    /// What the notation says that the piece promotes to, as written; `None` if it says nothing.
    #[must_use]
    pub fn promotions(&self) -> Option<&[String]> {
        self.ir().promotions.as_deref()
    }

    /// The moves in English, a line each.
    #[must_use]
    pub fn explain(&self) -> String {
        english::piece(self.ir())
    }

    /// A picture of the moves of White's piece on a board, in SVG: on the empty board, and with example pieces where
    /// moves depend on them.
    ///
    /// # Errors
    /// `board` for a board outside the limits, `square` for no square of it, `too-many-paths`.
    pub fn svg(&self, board: (u8, u8), at: &str) -> Result<String, SquareError> {
        let board = board_of(board)?;
        let at = square(&board, at)?;
        let drawn = diagram::general(self.ir(), &board, at, Side::White)?;
        Ok(diagram::svg::draw(&drawn, &self.0.text, self.0.dialect.id()))
    }

    /// The moves of the piece among other men, distinct and sorted, as `betza moves` answers.
    ///
    /// # Errors
    /// `board`, `square` and `occupied` for men that cannot stand so; `needs-kinds` for a piece that captures as its
    /// victims do; `too-many-paths`.
    pub fn moves(&self, men: &Men) -> Result<Vec<PieceMove>, SquareError> {
        let board = board_of(men.board)?;
        let at = square(&board, &men.at)?;
        let named = |names: &[String]| names.iter().map(|name| square(&board, name)).collect::<Result<Vec<_>, _>>();
        let (friends, foes, moved) = (named(&men.friends)?, named(&men.foes)?, named(&men.moved)?);
        let mut taken = vec![at];
        for &s in friends.iter().chain(&foes) {
            if taken.contains(&s) {
                let message = format!("two pieces stand on {}", board.name(s));
                return Err(SquareError::new("occupied", 0..0, message, "name each square once"));
            }
            taken.push(s);
        }
        let scene = Scene::bare(&board, men.side, at, &friends, &foes, &moved);
        let outcomes = self.outcomes(&scene, men.side, at)?;
        let mut moves: Vec<PieceMove> = outcomes.iter().map(|o| piece_move(&board, o)).collect();
        sorted::sort(&mut moves);
        moves.dedup();
        Ok(moves)
    }

    /// The moves by the walk, which costs less than to compile tables for one question; by tables where it has too many
    /// paths.
    #[cfg(feature = "tables")]
    fn outcomes(&self, scene: &Scene<'_>, side: Side, at: Square) -> Result<Vec<Outcome>, SquareError> {
        let error = match walk::moves(self.ir(), scene, at) {
            Ok(outcomes) => return Ok(outcomes),
            Err(error) => error,
        };
        let tables = LoweredPiece::new(scene.board, self.ir(), side).ok();
        let Some(mut outcomes) = tables.and_then(|mut tables| tables.moves(scene, at).ok()) else {
            return Err(error.into());
        };
        // Castling is a rule of games; what the notation says of it needs no table.
        let castling = ir::Piece { castlings: self.ir().castlings.clone(), ..ir::Piece::default() };
        outcomes.extend(walk::moves(&castling, scene, at)?);
        Ok(outcomes)
    }

    /// The moves by the walk.
    #[cfg(not(feature = "tables"))]
    fn outcomes(&self, scene: &Scene<'_>, _: Side, at: Square) -> Result<Vec<Outcome>, SquareError> {
        Ok(walk::moves(self.ir(), scene, at)?)
    }

    /// Tables of the piece for engines with bitboards of their own. `board` has files and ranks, 1 to 16 each; the bit
    /// of a square is `rank * stride + file`. A stride over the number of files leaves gaps, as in engines whose boards
    /// all have the same layout (12 for Fairy-Stockfish's large boards). It is 16 at most.
    ///
    /// # Errors
    /// `board`, `stride`; `depends-on-more` for a piece whose moves depend on sides, on kinds or on what was played
    /// before, or have side effects; `too-large`.
    pub fn compile(&self, board: (u8, u8), side: Side, stride: u8) -> Result<Attacks, CompileError> {
        let board = Board::new(u32::from(board.0), u32::from(board.1))
            .map_err(|e| CompileError { code: "board", message: e.to_string() })?;
        let (files, ranks, most) = (board.files(), board.ranks(), FixedPiece::MOST_SIDE);
        if files.max(ranks) > most {
            let message = format!("tables are made for up to {most} files and ranks, the board has {files}x{ranks}");
            return Err(CompileError { code: "board", message });
        }
        let tables = FixedPiece::new(&board, self.ir(), side, usize::from(stride)).map_err(|e| {
            let code = match e {
                FixedError::Stride { .. } => "stride",
                FixedError::DependsOnMore(_) => "depends-on-more",
                FixedError::Lower(_) => "too-large",
            };
            CompileError { code, message: e.to_string() }
        })?;
        Ok(Attacks(Arc::new(tables)))
    }
}

pub(crate) fn board_of((files, ranks): (u8, u8)) -> Result<Board, SquareError> {
    Board::new(u32::from(files), u32::from(ranks))
        .map_err(|e| SquareError::new("board", 0..0, e.to_string(), format!("take 1 to {MAX_SIDE} files and ranks")))
}

pub(crate) fn square(board: &Board, name: &str) -> Result<Square, SquareError> {
    board
        .parse_square(name)
        .map_err(|e| SquareError::of_name(name, e.to_string(), "write a file's letter and a rank's number, as in e4"))
}

/// Why the moves of a piece cannot be followed one by one.
impl From<WalkError> for SquareError {
    fn from(error: WalkError) -> SquareError {
        let (code, remedy) = match error {
            WalkError::NeedsKinds => ("needs-kinds", "ask in a position of a game"),
            WalkError::TooManyPaths { .. } => ("too-many-paths", "limit the repetitions in the notation"),
        };
        SquareError::new(code, 0..0, error.to_string(), remedy)
    }
}

fn piece_move(board: &Board, outcome: &Outcome) -> PieceMove {
    let mut captures: Vec<String> = outcome.captures.iter().map(|&s| board.name(s)).collect();
    captures.sort_unstable();
    let relocated = outcome.relocations.iter();
    let mut relocations: Vec<(String, String)> = relocated.map(|&(a, b)| (board.name(a), board.name(b))).collect();
    sorted::sort(&mut relocations);
    PieceMove { to: outcome.to.map(|s| board.name(s)), captures, relocations }
}
