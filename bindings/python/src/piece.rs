//! Pieces by themselves: their moves, their explanation, their tables.

use crate::error::{CompileError, Diagnostic, NotationError, Raises, SquareError, diagnostics, plain};
use crate::moves::Side;
use betza::Dialect;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

/// A piece, read from a notation.
///
/// >>> import betza
/// >>> griffon = betza.Piece("t[FR]", "betza")
/// >>> len(griffon.moves("d4"))
/// 24
/// >>> betza.Piece("FRX", "betza")
/// Traceback (most recent call last):
/// ...
/// betza.NotationError: ...
#[pyclass(frozen, module = "betza")]
pub struct Piece {
    piece: betza::Piece,
}

/// The dialect with this id.
fn dialect(id: &str) -> PyResult<Dialect> {
    Dialect::ALL.into_iter().find(|d| d.id() == id).ok_or_else(|| {
        let ids: Vec<&str> = Dialect::ALL.iter().map(|d| d.id()).collect();
        plain::<NotationError>(
            "unknown-dialect",
            &format!("there is no dialect '{id}': it is one of {}", ids.join(", ")),
        )
    })
}

/// The exception of an error about squares: its place is one of the name that is wrong.
fn raised(error: &betza::SquareError) -> PyErr {
    error.raise(error.name().unwrap_or_default())
}

#[pymethods]
impl Piece {
    /// Reads a notation in a dialect: `betza`, `extended`, `bex`, `betza2`, `xbetza` or `fsf`. It is `xbetza`, that of
    /// the Interactive Diagram, if none is given.
    #[new]
    #[pyo3(signature = (notation, dialect = "xbetza"))]
    fn new(notation: &str, dialect: &str) -> PyResult<Piece> {
        let piece = betza::Piece::read(notation, self::dialect(dialect)?).map_err(|e| e.raise(notation))?;
        Ok(Piece { piece })
    }

    /// The notation as it was read.
    #[getter]
    fn notation(&self) -> &str {
        self.piece.text()
    }

    /// The dialect in which it was read.
    #[getter]
    fn dialect(&self) -> &'static str {
        self.piece.dialect().id()
    }

    /// Whether the notation says that it is royal.
    #[getter]
    fn royal(&self) -> bool {
        self.piece.is_royal()
    }

    /// What the author of the notation may not have meant.
    #[getter]
    fn warnings(&self) -> Vec<Diagnostic> {
        diagnostics(self.piece.text(), self.piece.warnings())
    }

    /// The piece in another dialect, with the same moves on every board.
    fn write(&self, dialect: &str) -> PyResult<String> {
        self.piece.write(self::dialect(dialect)?).map_err(|e| e.raise(self.piece.text()))
    }

    /// Its moves in English.
    fn explain(&self) -> String {
        self.piece.explain()
    }

    /// A picture of its moves from a square of a board, in SVG.
    #[pyo3(signature = (at = "d4", board = (8, 8)))]
    fn svg(&self, at: &str, board: (u8, u8)) -> PyResult<String> {
        self.piece.svg(board, at).map_err(|e| raised(&e))
    }

    /// Its moves from a square among other men.
    #[pyo3(signature = (at, board = (8, 8), side = Side::White, friends = vec![], foes = vec![], moved = vec![]))]
    fn moves(
        &self,
        at: String,
        board: (u8, u8),
        side: Side,
        friends: Vec<String>,
        foes: Vec<String>,
        moved: Vec<String>,
    ) -> PyResult<Vec<PieceMove>> {
        let men = betza::Men { board, at, side: side.into(), friends, foes, moved };
        let found = self.piece.moves(&men).map_err(|e| raised(&e))?;
        let given = |m: betza::PieceMove| PieceMove { to: m.to, captures: m.captures, relocations: m.relocations };
        Ok(found.into_iter().map(given).collect())
    }

    /// The squares to which it could go from a square, whatever stands on others.
    ///
    /// >>> import betza
    /// >>> betza.Piece("mRcpR", "betza").reach("a1", (4, 4))
    /// ['b1', 'c1', 'd1', 'a2', 'a3', 'a4']
    #[pyo3(signature = (at, board = (8, 8), side = Side::White))]
    fn reach(&self, at: &str, board: (u8, u8), side: Side) -> PyResult<Vec<String>> {
        self.piece.reach(board, at, side.into()).map_err(|e| raised(&e))
    }

    /// Tables for a board, for programs with bitboards of their own.
    #[pyo3(signature = (board = (8, 8), side = Side::White, stride = None))]
    fn compile(&self, board: (u8, u8), side: Side, stride: Option<u8>) -> PyResult<Attacks> {
        let attacks = self.piece.compile(board, side.into(), stride.unwrap_or(board.0));
        attacks.map(|attacks| Attacks { attacks }).map_err(|e| plain::<CompileError>(e.code(), &e))
    }

    /// The picture, in notebooks: from the middle of a board of 8x8.
    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("d4", (8, 8))
    }

    fn __repr__(&self) -> String {
        format!("<Piece {} ({})>", self.piece.text(), self.piece.dialect().id())
    }
}

/// A move of a piece by itself.
///
/// >>> import betza
/// >>> [move.captures for move in betza.Piece("W").moves("a1", foes=["b1"]) if move.captures]
/// [['b1']]
#[pyclass(frozen, eq, module = "betza", get_all)]
#[derive(Clone, PartialEq)]
pub struct PieceMove {
    /// Where it ends; `None` if the piece is removed.
    to: Option<String>,
    /// The squares whose pieces are taken off the board.
    captures: Vec<String>,
    /// Other pieces that are put elsewhere, from and to.
    relocations: Vec<(String, String)>,
}

#[pymethods]
impl PieceMove {
    fn __repr__(&self) -> String {
        let taken = if self.captures.is_empty() { String::new() } else { format!(" x{}", self.captures.join(",")) };
        format!("<PieceMove {}{taken}>", self.to.as_deref().unwrap_or("-"))
    }
}

/// The attacks of a piece on one board. Sets of squares are numbers: bit `rank * stride + file`.
///
/// >>> import betza
/// >>> rook = betza.Piece("R").compile()
/// >>> bin(rook.attacks(0, 1 << 3)).count("1")
/// 10
#[pyclass(frozen, module = "betza")]
pub struct Attacks {
    attacks: betza::Attacks,
}

type Ask = fn(&betza::Attacks, u16, &[u64], &mut [u64]);

impl Attacks {
    /// Asks with an occupancy as a number of any length.
    fn ask(&self, square: u16, occupied: &Bound<'_, PyAny>, ask: Ask) -> PyResult<Py<PyAny>> {
        let py = occupied.py();
        let bytes = self.attacks.words() * 8;
        let refused = |error: PyErr| {
            // What is no number, or a negative one, is told by Python.
            if error.is_instance_of::<PyOverflowError>(py) && occupied.ge(0).unwrap_or(false) {
                plain::<SquareError>("occupancy", &format!("an occupancy has {} bits at most", bytes * 8))
            } else {
                error
            }
        };
        let given: Vec<u8> = occupied.call_method1("to_bytes", (bytes, "little")).map_err(refused)?.extract()?;
        let words: Vec<u64> = given.chunks(8).map(|c| c.iter().rev().fold(0, |w, &b| w << 8 | u64::from(b))).collect();
        self.number(py, |out| ask(&self.attacks, square, &words, out))
    }

    /// A set of squares as a number.
    fn number(&self, py: Python<'_>, tell: impl FnOnce(&mut [u64])) -> PyResult<Py<PyAny>> {
        let mut out = vec![0; self.attacks.words()];
        tell(&mut out);
        let bytes: Vec<u8> = out.iter().flat_map(|w| w.to_le_bytes()).collect();
        let int = py.get_type::<pyo3::types::PyInt>();
        Ok(int.call_method1("from_bytes", (pyo3::types::PyBytes::new(py, &bytes), "little"))?.unbind())
    }
}

#[pymethods]
impl Attacks {
    /// The squares that it attacks, whatever stands on them.
    fn attacks(&self, square: u16, occupied: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.ask(square, occupied, |a, s, occupied, out| a.attacks(s, occupied, out))
    }

    /// The squares where it may go without capturing.
    fn quiets(&self, square: u16, occupied: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.ask(square, occupied, |a, s, occupied, out| a.quiets(s, occupied, out))
    }

    /// The occupied squares where it may capture.
    fn captures(&self, square: u16, occupied: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.ask(square, occupied, |a, s, occupied, out| a.captures(s, occupied, out))
    }

    /// The squares from which it attacks a square.
    fn attackers(&self, square: u16, occupied: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.ask(square, occupied, |a, s, occupied, out| a.attackers(s, occupied, out))
    }

    /// The squares whose occupancy decides about its moves from a square, ends included.
    ///
    /// >>> import betza
    /// >>> rook = betza.Piece("R").compile((3, 3))
    /// >>> bin(rook.depends_on(0))  # from a1: b1 and c1, a2 and a3
    /// '0b1001110'
    fn depends_on(&self, py: Python<'_>, square: u16) -> PyResult<Py<PyAny>> {
        self.number(py, |out| self.attacks.depends_on(square, out))
    }

    /// How many words of 64 bits a set of squares has, 1 to 4: programs that keep sets as words have so many for each.
    #[getter]
    fn words(&self) -> usize {
        self.attacks.words()
    }

    /// The bytes of the tables.
    #[getter]
    fn bytes(&self) -> usize {
        self.attacks.bytes()
    }
}
