//! Games and their kinds of pieces.

use crate::error::{Diagnostic, Raises, diagnostics};
use crate::position::Position;
use pyo3::prelude::*;
use pyo3::types::PyType;

/// A game: built in by name, or read from a text.
///
/// >>> import betza
/// >>> game = betza.Game("capablanca")
/// >>> game.files, game.ranks, len(game.start().legal_moves())
/// (10, 8, 28)
#[pyclass(frozen, module = "betza")]
pub struct Game {
    pub game: betza::Game,
    /// The text that it was read from, into which the warnings point.
    text: String,
}

impl Game {
    pub fn of(game: betza::Game) -> Game {
        Game { game, text: String::new() }
    }
}

#[pymethods]
impl Game {
    /// A built-in game, by name or alias.
    #[new]
    fn new(py: Python<'_>, name: &str) -> PyResult<Game> {
        py.detach(|| betza::Game::builtin(name)).map(Game::of).map_err(|e| e.raise(name))
    }

    /// A game from a text in the native format.
    #[classmethod]
    fn from_toml(_class: &Bound<'_, PyType>, py: Python<'_>, text: &str) -> PyResult<Game> {
        let game = py.detach(|| betza::Game::from_toml(text)).map_err(|e| e.raise(text))?;
        Ok(Game { game, text: text.to_owned() })
    }

    /// The game of a section of a text as Fairy-Stockfish's variants.ini.
    #[classmethod]
    fn from_ini(_class: &Bound<'_, PyType>, py: Python<'_>, text: &str, name: &str) -> PyResult<Game> {
        let game = py.detach(|| betza::Game::from_ini(text, name)).map_err(|e| e.raise(text))?;
        Ok(Game { game, text: text.to_owned() })
    }

    /// The names of the built-in games.
    #[staticmethod]
    fn names() -> Vec<&'static str> {
        betza::Game::names().collect()
    }

    /// The names of the sections of a text as variants.ini.
    #[staticmethod]
    fn ini_names(text: &str) -> Vec<String> {
        betza::Game::ini_names(text)
    }

    /// The id: lower case, without blanks.
    #[getter]
    fn name(&self) -> &str {
        self.game.name()
    }

    /// The name as people write it.
    #[getter]
    fn title(&self) -> &str {
        self.game.title()
    }

    /// The number of files.
    #[getter]
    fn files(&self) -> u8 {
        self.game.files()
    }

    /// The number of ranks.
    #[getter]
    fn ranks(&self) -> u8 {
        self.game.ranks()
    }

    /// The names of the squares, rank by rank from White's first; holes are left out.
    #[getter]
    fn squares(&self) -> Vec<String> {
        self.game.squares().map(|s| self.game.square_name(s)).collect()
    }

    /// The kinds of pieces.
    #[getter]
    fn kinds(&self) -> Vec<Kind> {
        (0..self.game.kinds().len()).map(|index| Kind { game: self.game.clone(), index }).collect()
    }

    /// The start position as text.
    #[getter]
    fn start_fen(&self) -> &str {
        self.game.start_fen()
    }

    /// What the author of the text may not have meant.
    #[getter]
    fn warnings(&self) -> Vec<Diagnostic> {
        diagnostics(&self.text, self.game.warnings())
    }

    /// Whether it is for matches on two boards whose hands feed each other, as bughouse ([`Match`]).
    #[getter]
    fn two_boards(&self) -> bool {
        self.game.is_for_two_boards()
    }

    /// Whether pieces of the start are covered, as in jieqi, so that a [`Deal`] is needed.
    #[getter]
    fn covered(&self) -> bool {
        self.game.has_covered_pieces()
    }

    /// Whether check forbids moves. In fog of war the legal moves of such a game tell of pieces that their side does
    /// not see.
    ///
    /// >>> import betza
    /// >>> betza.Game("chess").has_check, betza.Game("antichess").has_check
    /// (True, False)
    #[getter]
    fn has_check(&self) -> bool {
        self.game.has_check()
    }

    /// The start position.
    fn start(&self) -> Position {
        Position::of(self.game.start())
    }

    /// A position from text. Positions to which no game can come are refused.
    fn position(&self, fen: &str) -> PyResult<Position> {
        self.game.position(fen).map(Position::of).map_err(|e| e.raise(fen))
    }

    /// A position from text as far as it makes sense, with what was ignored.
    fn position_lenient(&self, fen: &str) -> PyResult<(Position, Vec<Diagnostic>)> {
        let (position, ignored) = self.game.position_lenient(fen).map_err(|e| e.raise(fen))?;
        Ok((Position::of(position), diagnostics(fen, &ignored)))
    }

    /// The start position as a picture, in notebooks.
    fn _repr_svg_(&self) -> String {
        self.game.start().svg()
    }

    fn __repr__(&self) -> String {
        format!("<Game {}>", self.game.name())
    }
}

/// A kind of piece of a game.
///
/// >>> import betza
/// >>> [kind.name for kind in betza.Game("capablanca").kinds if kind.letters[0] in "AC"]
/// ['Archbishop', 'Chancellor']
#[pyclass(frozen, module = "betza")]
pub struct Kind {
    game: betza::Game,
    index: usize,
}

impl Kind {
    fn info(&self) -> &betza::KindInfo {
        &self.game.kinds()[self.index]
    }
}

#[pymethods]
impl Kind {
    /// The letters of White's and of Black's piece.
    #[getter]
    fn letters(&self) -> (&str, &str) {
        let [white, black] = &self.info().letters;
        (white, black)
    }

    /// The name in English.
    #[getter]
    fn name(&self) -> &str {
        &self.info().name
    }

    /// The notation of its moves, for White and for Black.
    #[getter]
    fn notation(&self) -> (&str, &str) {
        let [white, black] = &self.info().notation;
        (white, black)
    }

    /// Whether pieces of the kind are royal.
    #[getter]
    fn royal(&self) -> bool {
        self.info().royal
    }

    /// How many squares it attacks in the mean, on half-full random boards.
    fn mobility(&self, py: Python<'_>) -> f64 {
        py.detach(|| self.info().mobility())
    }

    fn __repr__(&self) -> String {
        format!("<Kind {}: {}>", self.info().letters[0], self.info().name)
    }
}
