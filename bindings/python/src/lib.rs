//! The Python interface of betza. What Python programs import is the package `betza`, which has this module inside.

mod arrays;
mod batch;
mod bughouse;
mod check;
mod deal;
mod error;
mod game;
mod moves;
mod piece;
mod position;
mod pyffish;

use pyo3::prelude::*;

/// Pieces by notation, and whole games: the native part of the package `betza`.
#[pymodule]
mod _betza {
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::bughouse::{Match, MatchOutcome, read_bpgn};
    #[pymodule_export]
    use crate::check::{Checked, CheckedSection, Finding, Summary, check_ini};
    #[pymodule_export]
    use crate::deal::Deal;
    #[pymodule_export]
    use crate::error::{
        BetzaError, CompileError, Diagnostic, LoadError, MoveError, NotationError, PositionError, SquareError,
    };
    #[pymodule_export]
    use crate::game::{Game, Kind};
    #[pymodule_export]
    use crate::moves::{Move, MoveList, Outcome, Side};
    #[pymodule_export]
    use crate::piece::{Attacks, Piece, PieceMove};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::pyffish::native as pyffish;

    use pyo3::prelude::*;

    /// The ids of the dialects, as [`Piece`] takes them.
    #[pyfunction]
    fn dialects() -> Vec<&'static str> {
        betza::Dialect::ALL.iter().map(|dialect| dialect.id()).collect()
    }
}
