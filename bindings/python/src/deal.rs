//! What covered pieces are, as a referee knows it.

use crate::error::{Raises, SquareError, remedied};
use crate::moves::{Move, MoveList, MoveOrText};
use crate::position::Position;
use betza::{KindId, Square};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::HashMap;

/// What each covered piece of a position is (jieqi), which the referee knows and no player. It holds for the whole
/// game.
///
/// >>> import betza, random
/// >>> position = betza.Game("jieqi").start()
/// >>> deal = betza.Deal.draw(position, random.Random(1))
/// >>> len(position.legal_moves()), len(deal.legal_moves(position))
/// (259, 44)
/// >>> position.play(deal.truth(position, "h3e3p"))
/// >>> len(deal.covered(position))
/// 29
#[pyclass(frozen, module = "betza")]
pub struct Deal {
    deal: betza::Deal,
}

impl Deal {
    fn named<'py>(
        py: Python<'py>,
        position: &betza::Position,
        kinds: impl IntoIterator<Item = (Square, KindId)>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let found = PyDict::new(py);
        for (square, kind) in kinds {
            let letter = &position.game().kinds()[kind.index()].letters[0];
            found.set_item(position.game().square_name(square), letter)?;
        }
        Ok(found)
    }
}

#[pymethods]
impl Deal {
    /// Takes from elsewhere what the covered pieces of a position are: White's letters by squares, as `kinds` has given
    /// them.
    #[new]
    fn new(position: PyRef<'_, Position>, kinds: HashMap<String, String>) -> PyResult<Deal> {
        let position = &position.position;
        let game = position.game();
        let mut dealt = Vec::new();
        for (square, letter) in &kinds {
            let found = game.square(square).ok_or_else(|| {
                remedied::<SquareError>("square", &format!("the board has no square '{square}'"), "write it as in e4")
            })?;
            let kind = game.kinds().iter().find(|kind| kind.letters.contains(letter)).ok_or_else(|| {
                remedied::<SquareError>("kind", &format!("no piece has the letter '{letter}'"), "write it as in a FEN")
            })?;
            dealt.push((found, kind.id));
        }
        betza::Deal::new(position, dealt).map(|deal| Deal { deal }).map_err(|e| e.raise(""))
    }

    /// Draws what the covered pieces of a position are, by `rng`, which has Python's `randrange`; by the system's own
    /// random numbers, which nobody can guess, without one.
    #[staticmethod]
    #[pyo3(signature = (position, rng = None))]
    fn draw(py: Python<'_>, position: PyRef<'_, Position>, rng: Option<Bound<'_, PyAny>>) -> PyResult<Deal> {
        let rng = match rng {
            Some(rng) => rng,
            None => py.import("random")?.getattr("SystemRandom")?.call0()?,
        };
        let mut failed = None;
        let deal = betza::Deal::draw(&position.position, |below| {
            let drawn = rng.call_method1("randrange", (below,)).and_then(|n| n.extract::<usize>());
            drawn.unwrap_or_else(|error| {
                failed.get_or_insert(error);
                0
            })
        });
        failed.map_or(Ok(Deal { deal }), Err)
    }

    /// Everything that was dealt: White's letters by squares, to be stored; `Deal(position, kinds)` takes it back.
    fn kinds<'py>(&self, py: Python<'py>, position: PyRef<'_, Position>) -> PyResult<Bound<'py, PyDict>> {
        Deal::named(py, &position.position, self.deal.iter())
    }

    /// What the pieces are that are still covered in a position.
    fn covered<'py>(&self, py: Python<'py>, position: PyRef<'_, Position>) -> PyResult<Bound<'py, PyDict>> {
        let at = &position.position;
        Deal::named(py, at, self.deal.iter().filter(|(square, _)| self.deal.kind(at, *square).is_some()))
    }

    /// The legal moves as the referee knows them.
    fn legal_moves(&self, position: PyRef<'_, Position>) -> MoveList {
        let position = &position.position;
        MoveList { position: position.clone(), moves: self.deal.legal_moves(position), is_all: false }
    }

    /// The move as which a player's move is played; `None` if it is not legal. A player who moves a covered piece need
    /// not say as what it turns out: two squares are enough. A text that names no move raises an error.
    ///
    /// >>> import betza
    /// >>> position = betza.Game("jieqi").start()
    /// >>> betza.Deal.draw(position).truth(position, "h3e3")
    /// <Move h3 e3>
    fn truth(&self, position: PyRef<'_, Position>, m: MoveOrText) -> PyResult<Option<Move>> {
        let position = &position.position;
        let by_squares = match &m {
            MoveOrText::Text(text) => self.deal.read_move(position, text),
            MoveOrText::Move(_) => None,
        };
        let m = by_squares.map_or_else(|| m.of(position), Ok)?;
        Ok(self.deal.truth(position, m).map(|m| Move::of(position, m)))
    }

    /// The covered pieces that a move captures, with what they are, which the captor alone learns.
    fn captured<'py>(
        &self,
        py: Python<'py>,
        position: PyRef<'_, Position>,
        m: MoveOrText,
    ) -> PyResult<Bound<'py, PyDict>> {
        let position = &position.position;
        let m = m.legal(position)?;
        Deal::named(py, position, self.deal.captured(position, m))
    }

    /// The leaves of the tree of legal moves at a depth, as the referee knows them.
    fn perft(&self, py: Python<'_>, position: PyRef<'_, Position>, depth: u32) -> u64 {
        let position = position.position.clone();
        py.detach(|| self.deal.perft(&position, depth))
    }

    fn __eq__(&self, other: &Deal) -> bool {
        self.deal == other.deal
    }
}
