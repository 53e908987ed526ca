//! One piece on an otherwise given board: what `moves` and `show` ask about.

use crate::failure::Failure;
use crate::json::Request;
use crate::squares::{square, squares};
use crate::tables::Tables;
use betza_compile::single::lowered::LoweredPiece;
use betza_compile::walk::{self, Outcome, Scene, WalkError};
use betza_ir::Piece;
use betza_ir::geometry::{Board, Side, Square};
use betza_notation::{Code, Diagnostic, Dialect, Reading};
use std::str::FromStr;

/// A question that makes sense.
#[derive(Debug)]
pub struct Query {
    pub text: String,
    pub board: Board,
    pub piece: Piece,
    pub at: Square,
    pub men: Men,
    /// What the notation's author may not have meant, and squares that say nothing.
    pub warnings: Vec<Diagnostic>,
    pub notes: Vec<String>,
}

/// Who stands on the board beside the piece.
#[derive(Clone, Debug)]
pub struct Men {
    pub side: Side,
    pub friends: Vec<Square>,
    pub foes: Vec<Square>,
    pub moved: Vec<Square>,
}

impl Request {
    /// Reads the notation and the squares.
    ///
    /// # Errors
    /// The first thing that is missing or wrong.
    pub fn resolve(&self) -> Result<Query, Failure> {
        let missing = |field: &str| Failure::Input(format!("'{field}' is missing"));
        let text = self.piece.as_deref().ok_or_else(|| missing("piece"))?;
        let at = self.at.as_deref().ok_or_else(|| missing("at"))?;
        let dialect = Dialect::from_str(self.dialect.as_deref().unwrap_or("betza"))
            .map_err(|e| Failure::Usage(format!("dialect: {e}")))?;
        let board =
            Board::parse(self.board.as_deref().unwrap_or("8x8")).map_err(|e| Failure::Usage(format!("board: {e}")))?;
        let side = match self.side.as_deref() {
            None | Some("white") => Side::White,
            Some("black") => Side::Black,
            Some(other) => return Err(Failure::Usage(format!("side: '{other}' is neither 'white' nor 'black'"))),
        };
        let reading = read(text, dialect)?;
        let at = square(&board, at, "at")?;
        let named = |list: &Option<Vec<String>>, field: &str| squares(&board, list.as_deref().unwrap_or(&[]), field);
        let men = Men {
            side,
            friends: named(&self.friends, "friends")?,
            foes: named(&self.foes, "foes")?,
            moved: named(&self.moved, "moved")?,
        };
        men.check(&board, at)?;
        let occupied = |s: &Square| *s == at || men.friends.contains(s) || men.foes.contains(s);
        let mut notes: Vec<String> =
            self.unknown.keys().map(|name| format!("the field '{name}' is not known and was not read")).collect();
        notes.extend(
            men.moved
                .iter()
                .filter(|s| !occupied(s))
                .map(|&s| format!("'moved' names {}, where nothing stands", board.name(s))),
        );
        let too_large = reading.piece.too_large_for(&board);
        let in_words =
            |[a, b]: [u16; 2]| format!("a leap of ({a},{b}) fits nowhere on the board: there are no such moves");
        notes.extend(too_large.into_iter().map(in_words));
        Ok(Query { text: text.to_owned(), piece: reading.piece, warnings: reading.warnings, board, at, men, notes })
    }
}

impl Query {
    /// The board as the walk sees it.
    pub fn scene(&self) -> Scene<'_> {
        let Men { side, friends, foes, moved } = &self.men;
        Scene::bare(&self.board, *side, self.at, friends, foes, moved)
    }

    /// The failure that points at what cannot be answered.
    pub fn unanswerable(&self, error: &WalkError) -> Failure {
        let found = self.text.find("[ci]").map(|i| i..i + 4);
        match (error, found) {
            (WalkError::NeedsKinds, Some(span)) => Failure::Notation {
                text: self.text.clone(),
                diagnostics: vec![Diagnostic::error(
                    Code::NeedsKinds,
                    span,
                    "this depends on the types of the other pieces, which a bare board does not say",
                    "ask in a position of a game",
                )],
            },
            _ => Failure::Input(error.to_string()),
        }
    }
}

impl Men {
    /// No square holds two pieces.
    ///
    /// # Errors
    /// A failure that names the square.
    pub fn check(&self, board: &Board, at: Square) -> Result<(), Failure> {
        let mut taken = vec![at];
        for &s in self.friends.iter().chain(&self.foes) {
            if taken.contains(&s) {
                return Err(Failure::Input(format!("two pieces stand on {}: each square takes one", board.name(s))));
            }
            taken.push(s);
        }
        Ok(())
    }
}

/// Reads a notation, warnings included.
///
/// # Errors
/// [`Failure::Notation`] with all that is wrong.
pub fn read(text: &str, dialect: Dialect) -> Result<Reading, Failure> {
    betza_notation::read(text, dialect).map_err(|diagnostics| Failure::Notation { text: text.to_owned(), diagnostics })
}

/// The moves of the piece: by the tables, or by the walk, which says what they must say, and which alone knows boards
/// of more than [`LoweredPiece::MOST_SQUARES`].
///
/// # Errors
/// [`Failure::Notation`] for pieces that only a game can answer for; [`Failure::Input`] where a limit is exceeded.
pub fn answer(query: &Query, reference: bool, tables: &mut Tables) -> Result<Vec<Outcome>, Failure> {
    if reference || query.board.area() > LoweredPiece::MOST_SQUARES {
        walk::moves(&query.piece, &query.scene(), query.at).map_err(|e| query.unanswerable(&e))
    } else {
        tables.moves(query)
    }
}
