//! Moves, lists of them, sides and results.

use crate::error::{MoveError, plain};
use crate::position::style;
use betza::KindId;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// A side. White moves first in most games.
#[pyclass(frozen, eq, hash, module = "betza")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side below.
    White,
    /// The side above.
    Black,
}

impl From<betza::Side> for Side {
    fn from(side: betza::Side) -> Side {
        if side == betza::Side::White { Side::White } else { Side::Black }
    }
}

impl From<Side> for betza::Side {
    fn from(side: Side) -> betza::Side {
        if side == Side::White { betza::Side::White } else { betza::Side::Black }
    }
}

#[pymethods]
impl Side {
    /// The other side.
    #[getter]
    fn other(&self) -> Side {
        if *self == Side::White { Side::Black } else { Side::White }
    }
}

/// A move of a position. It means the same by itself as in any list of its position, and can be a key.
#[pyclass(frozen, module = "betza")]
#[derive(Clone)]
pub struct Move {
    pub m: betza::Move,
    pub game: betza::Game,
}

impl Move {
    fn letter(&self, kind: Option<KindId>) -> Option<String> {
        let kind = self.game.kinds().get(kind?.index())?;
        Some(kind.letters[0].clone())
    }
}

#[pymethods]
impl Move {
    /// The name of the square that it starts from; of a drop, the square that is dropped on.
    #[getter(from_square)]
    fn origin(&self) -> String {
        self.game.square_name(self.m.from())
    }

    /// The name of the square where it ends; of castling, the partner's.
    #[getter]
    fn to_square(&self) -> String {
        self.game.square_name(self.m.to())
    }

    /// The letter of the kind that it drops; `None` if it is no drop.
    #[getter]
    fn drop(&self) -> Option<String> {
        self.letter(self.m.drop())
    }

    /// The letter of the kind that it promotes to; `None` if it does not.
    #[getter]
    fn promotion(&self) -> Option<String> {
        self.letter(self.m.promotion())
    }

    /// The move as a number of 64 bits, for tables.
    #[getter]
    fn bits(&self) -> u64 {
        self.m.to_bits()
    }

    fn __eq__(&self, other: &Move) -> bool {
        self.m == other.m
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.m.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("<Move {} {}>", self.origin(), self.to_square())
    }
}

/// The moves of a position. It takes no object for each move until that is asked for.
#[pyclass(frozen, module = "betza", sequence)]
pub struct MoveList {
    pub position: betza::Position,
    pub moves: Vec<betza::Move>,
}

#[pymethods]
impl MoveList {
    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<Move> {
        let at = if index < 0 { index + self.moves.len() as isize } else { index };
        let m = usize::try_from(at).ok().and_then(|at| self.moves.get(at));
        let m = *m.ok_or_else(|| PyIndexError::new_err(format!("there are {} moves", self.moves.len())))?;
        Ok(Move { m, game: self.position.game().clone() })
    }

    fn __contains__(&self, m: &Move) -> bool {
        self.moves.contains(&m.m)
    }

    /// The texts of all moves in a style.
    #[pyo3(signature = (style = "uci"))]
    fn texts(&self, style: &str) -> PyResult<Vec<String>> {
        let style = self::style(style)?;
        Ok(self.moves.iter().map(|&m| self.position.text(m, style)).collect())
    }

    fn __repr__(&self) -> String {
        format!("<MoveList of {}>", self.moves.len())
    }
}

/// How a game has ended, or may end if the side to move claims it.
#[pyclass(frozen, eq, module = "betza")]
#[derive(Clone, PartialEq)]
pub struct Outcome {
    pub outcome: betza::Outcome,
}

#[pymethods]
impl Outcome {
    /// The side that has won; `None` if it is a draw.
    #[getter]
    fn winner(&self) -> Option<Side> {
        self.outcome.winner().map(Side::from)
    }

    /// Why, in English.
    #[getter]
    fn reason(&self) -> String {
        self.outcome.reason().to_string()
    }

    /// `"1-0"`, `"0-1"` or `"1/2-1/2"`.
    #[getter]
    fn result(&self) -> &'static str {
        match self.winner() {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}: {}>", self.result(), self.reason())
    }
}

/// A move given as itself or as text.
#[derive(FromPyObject)]
pub enum MoveOrText {
    /// A move.
    Move(Py<Move>),
    /// Its text, in any style.
    Text(String),
}

impl MoveOrText {
    /// The legal move that is meant.
    pub fn of(&self, position: &betza::Position) -> PyResult<betza::Move> {
        match self {
            MoveOrText::Move(m) => Ok(m.get().m),
            MoveOrText::Text(text) => position.read_move(text).map_err(|e| crate::error::Raises::raise(&e, text)),
        }
    }
}

/// The exception for a move that is not legal.
pub fn illegal(error: &betza::IllegalMove) -> PyErr {
    plain::<MoveError>(error.code(), error)
}
