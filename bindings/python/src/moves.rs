//! Moves, lists of them, sides and results.

use crate::error::{BetzaError, MoveError, plain, remedied};
use crate::position::style;
use betza::KindId;
use betza::pgn::Claimed;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyList, PyString};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// A side. White moves first in most games.
///
/// >>> import betza
/// >>> betza.Side.White.other == betza.Side.Black
/// True
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
    /// `"white"` or `"black"`.
    #[getter]
    fn name(&self) -> &'static str {
        if *self == Side::White { "white" } else { "black" }
    }

    /// The other side.
    #[getter]
    fn other(&self) -> Side {
        if *self == Side::White { Side::Black } else { Side::White }
    }
}

/// A move of a position. It means the same by itself as in any list of its position, and can be a key.
///
/// >>> import betza
/// >>> move = betza.Game("chess").start().read_move("Nf3")
/// >>> move.from_square, move.to_square, move.promotion
/// ('g1', 'f3', None)
#[pyclass(frozen, module = "betza")]
#[derive(Clone)]
pub struct Move {
    pub m: betza::Move,
    pub game: betza::Game,
}

impl Move {
    /// A move of a position.
    pub fn of(position: &betza::Position, m: betza::Move) -> Move {
        Move { m, game: position.game().clone() }
    }

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

/// Numbers as Python's `array.array('Q')`: one object, whatever their number.
pub fn array<'py>(py: Python<'py>, numbers: impl IntoIterator<Item = u64>) -> PyResult<Bound<'py, PyAny>> {
    let bytes: Vec<u8> = numbers.into_iter().flat_map(u64::to_ne_bytes).collect();
    py.import("array")?.getattr("array")?.call1(("Q", PyBytes::new(py, &bytes)))
}

/// The leaves below each of these legal moves of a position.
pub fn below(position: &betza::Position, moves: &[betza::Move], depth: u32) -> Vec<u64> {
    let mut after = position.clone();
    let count = |&m: &betza::Move| {
        if after.play(m).is_err() {
            return 0;
        }
        let counted = after.perft(depth - 1);
        after.undo();
        counted
    };
    moves.iter().map(count).collect()
}

/// Refuses to count below moves that are not even made.
pub fn is_below(depth: u32) -> PyResult<()> {
    match depth {
        0 => Err(remedied::<BetzaError>(
            "depth",
            &"below a move there is no depth of 0",
            "count at a depth of 1 or more",
        )),
        _ => Ok(()),
    }
}

/// The moves of a position. It takes no object for each move until that is asked for.
///
/// >>> import betza
/// >>> moves = betza.Game("chess").start().legal_moves()
/// >>> counts = moves.counts(3)
/// >>> counts.typecode, len(counts), sum(counts)
/// ('Q', 20, 8902)
/// >>> moves[0].bits == moves.bits()[0]
/// True
#[pyclass(frozen, module = "betza", sequence)]
pub struct MoveList {
    pub position: betza::Position,
    pub moves: Vec<betza::Move>,
    /// They are all legal moves of the position, in their order.
    pub is_all: bool,
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
        Ok(Move::of(&self.position, m))
    }

    /// PERF: all objects at once take two thirds of the time of asking for one after the other, which ends in an
    /// exception.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.moves.iter().map(|&m| Move::of(&self.position, m)))?.try_iter()
    }

    fn __contains__(&self, m: &Move) -> bool {
        self.moves.contains(&m.m)
    }

    /// The texts of all moves in a style.
    #[pyo3(signature = (style = "uci"))]
    fn texts(&self, style: &str) -> PyResult<Vec<String>> {
        let style = self::style(style)?;
        if self.is_all {
            return Ok(self.position.move_texts(style));
        }
        Ok(self.moves.iter().map(|&m| self.position.text(m, style)).collect())
    }

    /// All moves as numbers of 64 bits ([`Move.bits`]), in one `array.array('Q')`. [`Position.move_of_bits`] turns them
    /// back.
    fn bits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, self.moves.iter().map(|m| m.to_bits()))
    }

    /// The leaves below each move, in the order of the moves, in one `array.array('Q')`: at depth 1, each move is one.
    /// Other threads of Python run while it counts.
    fn counts<'py>(&self, py: Python<'py>, depth: u32) -> PyResult<Bound<'py, PyAny>> {
        is_below(depth)?;
        let counts = py.detach(|| below(&self.position, &self.moves, depth));
        array(py, counts)
    }

    fn __repr__(&self) -> String {
        format!("<MoveList of {}>", self.moves.len())
    }
}

/// How a game has ended, or may end if the side to move claims it.
///
/// >>> import betza
/// >>> position = betza.Game("chess").start()
/// >>> for text in ["f3", "e5", "g4", "Qh4#"]:
/// ...     position.play(text)
/// >>> position.outcome().result, position.outcome().reason
/// ('0-1', 'checkmate')
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
        Claimed::from(self.outcome).text()
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {}: {}>", self.result(), self.reason())
    }
}

/// A move given as itself or as text.
pub enum MoveOrText {
    /// A move.
    Move(betza::Move),
    /// Its text, in any style.
    Text(String),
}

/// PERF: derived code would try one type after the other, and each that does not fit makes an exception.
impl FromPyObject<'_, '_> for MoveOrText {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<MoveOrText> {
        if let Ok(text) = given.cast::<PyString>() {
            let refused = |_| plain::<MoveError>("move-text", &"the text has characters that are no Unicode");
            return Ok(MoveOrText::Text(text.to_cow().map_err(refused)?.into_owned()));
        }
        if let Ok(m) = given.cast::<Move>() {
            return Ok(MoveOrText::Move(m.get().m));
        }
        let message = format!("a move is a betza.Move or its text, and this is a {}", given.get_type().name()?);
        Err(PyTypeError::new_err(message))
    }
}

impl MoveOrText {
    /// The move that is meant: the legal one of a text, and a move as it is given, legal or not.
    pub fn of(&self, position: &betza::Position) -> PyResult<betza::Move> {
        match self {
            MoveOrText::Move(m) => Ok(*m),
            MoveOrText::Text(text) => position.read_move(text).map_err(|e| crate::error::Raises::raise(&e, text)),
        }
    }

    /// The legal move that is meant; the exception of playing it if it is not legal.
    pub fn legal(&self, position: &betza::Position) -> PyResult<betza::Move> {
        let m = self.of(position)?;
        if matches!(self, MoveOrText::Move(_)) && !position.is_legal(m) {
            position.clone().play(m).map_err(|e| illegal(&e))?;
        }
        Ok(m)
    }
}

/// The exception for a move that is not legal.
pub fn illegal(error: &betza::IllegalMove) -> PyErr {
    plain::<MoveError>(error.code(), error)
}
