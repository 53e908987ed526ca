//! Positions.

use crate::bughouse::claimed;
use crate::error::{MoveError, Raises, SquareError, plain, remedied};
use crate::game::Game;
use crate::moves::{Move, MoveList, MoveOrText, Outcome, Side, array, below, illegal, is_below};
use betza::pgn::GameRecord;
use betza::{Played, Premove, Square, Style};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The style with this name.
pub fn style(name: &str) -> PyResult<Style> {
    betza::style_named(name).ok_or_else(|| {
        let names: Vec<&str> = betza::style_names().collect();
        plain::<MoveError>("unknown-style", &format!("there is no style '{name}': it is one of {}", names.join(", ")))
    })
}

/// A position of a game, with the moves played since it was set up.
///
/// >>> import betza
/// >>> position = betza.Game("chess").start()
/// >>> position.play("e2e4")
/// >>> position.play("e5")
/// >>> position.fen
/// 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
/// >>> position.perft(1)
/// 29
#[pyclass(module = "betza")]
pub struct Position {
    pub position: betza::Position,
}

impl Position {
    pub fn of(position: betza::Position) -> Position {
        Position { position }
    }

    /// The square with this name.
    fn square(&self, name: &str) -> PyResult<Square> {
        self.position.game().square(name).ok_or_else(|| {
            let message = format!("the board has no square '{name}'");
            remedied::<SquareError>("square", &message, "write it as in e4")
        })
    }

    fn names(&self, squares: impl IntoIterator<Item = Square>) -> Vec<String> {
        squares.into_iter().map(|s| self.position.game().square_name(s)).collect()
    }

    fn letter(&self, kind: betza::KindId, side: betza::Side) -> String {
        self.position.game().kinds()[kind.index()].letters[side.index()].clone()
    }

    fn given(&self, m: betza::Move) -> Move {
        Move::of(&self.position, m)
    }

    fn list(&self, moves: Vec<betza::Move>, is_all: bool) -> MoveList {
        MoveList { position: self.position.clone(), moves, is_all }
    }
}

#[pymethods]
impl Position {
    /// The game that it is a position of.
    #[getter]
    fn game(&self) -> Game {
        Game::of(self.position.game().clone())
    }

    /// The position as text.
    #[getter]
    fn fen(&self) -> String {
        self.position.fen()
    }

    /// The side to move.
    #[getter]
    fn turn(&self) -> Side {
        self.position.turn().into()
    }

    /// The Zobrist key.
    #[getter]
    fn hash(&self) -> u64 {
        self.position.hash()
    }

    /// The letter of the piece on a square, as in FENs; `None` if there is none.
    fn piece_at(&self, square: &str) -> PyResult<Option<String>> {
        let found = self.position.piece_at(self.square(square)?);
        Ok(found.map(|(side, kind)| self.letter(kind, side)))
    }

    /// All pieces on the board: letters by the names of their squares.
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let found = PyDict::new(py);
        for square in self.position.game().squares() {
            if let Some((side, kind)) = self.position.piece_at(square) {
                found.set_item(self.position.game().square_name(square), self.letter(kind, side))?;
            }
        }
        Ok(found)
    }

    /// The pieces in hand of a side: numbers by letters.
    fn hand<'py>(&self, py: Python<'py>, side: Side) -> PyResult<Bound<'py, PyDict>> {
        let held = PyDict::new(py);
        for (kind, count) in self.position.hand(side.into()) {
            held.set_item(self.letter(kind, side.into()), count)?;
        }
        Ok(held)
    }

    /// The legal moves.
    fn legal_moves(&self) -> MoveList {
        self.list(self.position.legal_moves(), true)
    }

    /// The legal moves that capture.
    fn captures(&self) -> MoveList {
        self.list(self.position.captures(), false)
    }

    /// Whether there is a legal move.
    fn has_legal_move(&self) -> bool {
        self.position.has_legal_move()
    }

    /// Whether a wall stands on a square (duck chess): no piece, and none may go there.
    ///
    /// >>> import betza
    /// >>> position = betza.Game("duck").start()
    /// >>> position.play("e2e4,e4e3")
    /// >>> position.is_wall("e3"), position.is_wall("e4")
    /// (True, False)
    fn is_wall(&self, square: &str) -> PyResult<bool> {
        Ok(self.position.is_wall(self.square(square)?))
    }

    /// Whether a move is legal here.
    fn is_legal(&self, m: MoveOrText) -> bool {
        m.of(&self.position).is_ok_and(|m| self.position.is_legal(m))
    }

    /// Whether the side to move is in check.
    #[getter]
    fn is_check(&self) -> bool {
        self.position.is_check()
    }

    /// Whether lists of legal moves are complete: `False` once a piece had more ways to go than are followed, in any
    /// position of this game.
    #[getter]
    fn is_complete(&self) -> bool {
        self.position.is_complete()
    }

    /// Whether a move gives check.
    fn gives_check(&self, m: MoveOrText) -> PyResult<bool> {
        Ok(self.position.gives_check(m.legal(&self.position)?))
    }

    /// The squares of the pieces that a move takes off the board.
    fn captured(&self, m: MoveOrText) -> PyResult<Vec<String>> {
        Ok(self.names(self.position.captured(m.legal(&self.position)?)))
    }

    /// The squares where a move stops or bends, origin and end included.
    fn legs(&self, m: MoveOrText) -> PyResult<Vec<String>> {
        Ok(self.names(self.position.legs(m.legal(&self.position)?)))
    }

    /// Plays a move, given as itself or as text in any style.
    fn play(&mut self, m: MoveOrText) -> PyResult<()> {
        let m = m.of(&self.position)?;
        self.position.play(m).map_err(|e| illegal(&e))
    }

    /// Plays the null move: the side to move gives up its turn.
    fn play_null(&mut self) -> PyResult<()> {
        self.position.play_null().map_err(|e| illegal(&e))
    }

    /// Takes back what was played last. Returns the move; `None` if it was the null move or nothing was played.
    fn undo(&mut self) -> Option<Move> {
        match self.position.undo() {
            Some(Played::Move(m)) => Some(self.given(m)),
            Some(Played::Null) | None => None,
        }
    }

    /// The moves played since the position was set up; `None` for null moves.
    #[getter]
    fn history(&self) -> Vec<Option<Move>> {
        let given = |played| if let Played::Move(m) = played { Some(self.given(m)) } else { None };
        self.position.history().into_iter().map(given).collect()
    }

    /// The game that led here as PGN, with these tags as pairs of name and value. The tags `Variant`, `FEN` and
    /// `Result` are added; a result that the rules do not know, as that of a game that was resigned, is given as
    /// `result`.
    ///
    /// >>> import betza
    /// >>> position = betza.Game("chess").start()
    /// >>> position.play("e2e4")
    /// >>> position.pgn([("White", "Heron")], result="1-0").splitlines()[4:]
    /// ['[White "Heron"]', '[Black "?"]', '[Result "1-0"]', '', '1. e4 1-0', '']
    #[pyo3(signature = (tags = None, result = None))]
    fn pgn(&self, tags: Option<Vec<(String, String)>>, result: Option<&str>) -> PyResult<String> {
        let mut record = GameRecord::of(&self.position);
        for (name, value) in tags.unwrap_or_default() {
            record.set_tag(&name, value);
        }
        if let Some(result) = result {
            let result = claimed(result)?;
            record.line.result = Some(result);
            record.set_tag("Result", result.text());
        }
        let mut text = Vec::new();
        betza::pgn::write(&mut text, &record, None)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// The result if the game is over.
    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().map(|outcome| Outcome { outcome })
    }

    /// How far moves are counted against a side, in games that do so, as makruk: the limit and the plies counted;
    /// `None` if nothing is counted.
    ///
    /// >>> import betza
    /// >>> betza.Game("makruk").position("8/3k4/6M1/2K1S3/8/8/8/8 b - 88 8 1").counted
    /// (88, 8)
    #[getter]
    fn counted(&self) -> Option<(u16, u16)> {
        self.position.counted().map(|counted| (counted.limit, counted.plies))
    }

    /// The squares of the pieces that have promoted since the position was set up, or that its text marks with `~`.
    #[getter]
    fn promoted(&self) -> Vec<String> {
        self.names(self.position.promoted())
    }

    /// The result that the side to move may claim.
    fn claimable(&self) -> Option<Outcome> {
        self.position.claimable().map(|outcome| Outcome { outcome })
    }

    /// Whether a side has too few pieces to win.
    fn lacks_material(&self, side: Side) -> bool {
        self.position.lacks_material(side.into())
    }

    /// The text of a legal move in a style. With `strict=False` a text that names no legal move comes back as it is,
    /// for programs that only show it; a [`Move`] that is not legal here is an error all the same.
    ///
    /// >>> import betza
    /// >>> betza.Game("chess").start().text("g1f3"), betza.Game("chess").start().text("e2e5", strict=False)
    /// ('Nf3', 'e2e5')
    #[pyo3(signature = (m, style = "san", *, strict = true))]
    fn text(&self, m: MoveOrText, style: &str, strict: bool) -> PyResult<String> {
        let style = self::style(style)?;
        match (m.legal(&self.position), m) {
            (Ok(m), _) => Ok(self.position.text(m, style)),
            (Err(_), MoveOrText::Text(text)) if !strict => Ok(text),
            (Err(error), _) => Err(error),
        }
    }

    /// The legal move that a text names, in any style.
    fn read_move(&self, text: &str) -> PyResult<Move> {
        self.position.read_move(text).map(|m| self.given(m)).map_err(|e| e.raise(text))
    }

    /// The legal move with these bits ([`Move.bits`]).
    fn move_of_bits(&self, bits: u64) -> PyResult<Move> {
        let m = betza::Move::from_bits(bits).filter(|&m| self.position.is_legal(m));
        let remedy = "take them from Move.bits or MoveList.bits of this position";
        let refused =
            || remedied::<MoveError>("illegal-move", &format!("{bits:#x} are the bits of no legal move"), remedy);
        m.map(|m| self.given(m)).ok_or_else(refused)
    }

    /// The squares of the pieces of a side that attack a square.
    fn attackers(&self, square: &str, by: Side) -> PyResult<Vec<String>> {
        Ok(self.names(self.position.attackers(self.square(square)?, by.into())))
    }

    /// The squares that the piece on a square attacks.
    fn attacks(&self, square: &str) -> PyResult<Vec<String>> {
        Ok(self.names(self.position.attacks(self.square(square)?)))
    }

    /// What a side could do in its next turn, whatever the other side does before: squares by the square of the piece,
    /// or by its letter and `@` for a drop.
    ///
    /// >>> import betza
    /// >>> betza.Game("chess").start().premoves(betza.Side.Black)["b8"]
    /// ['a6', 'c6', 'd7']
    fn premoves<'py>(&self, py: Python<'py>, side: Side) -> PyResult<Bound<'py, PyDict>> {
        let mut by_origin: Vec<(String, Vec<Square>)> = Vec::new();
        for premove in self.position.premoves(side.into()) {
            let (origin, to) = match premove {
                Premove::Go { from, to } => (self.position.game().square_name(from), to),
                Premove::Drop { kind, to } => (format!("{}@", self.letter(kind, betza::Side::White)), to),
            };
            match by_origin.last_mut().filter(|(last, _)| *last == origin) {
                Some((_, squares)) => squares.push(to),
                None => by_origin.push((origin, vec![to])),
            }
        }
        let found = PyDict::new(py);
        for (origin, squares) in by_origin {
            found.set_item(origin, self.names(squares))?;
        }
        Ok(found)
    }

    /// The squares that a side sees in fog of war: those of its own pieces, and those where they could move, be dropped
    /// or capture if it were its turn (`docs/rules.md`, R40).
    ///
    /// >>> import betza
    /// >>> "e5" in betza.Game("chess").start().visible(betza.Side.White)
    /// False
    fn visible(&self, side: Side) -> Vec<String> {
        self.names(self.position.visible(side.into()))
    }

    /// The position as a side sees it in fog of war: a FEN with `*` for what it does not see, and nothing else that
    /// would tell it.
    ///
    /// >>> import betza
    /// >>> betza.Game("chess").start().fen_for(betza.Side.Black)
    /// 'rnbqkbnr/pppppppp/8/8/********/********/********/******** w kq - 0 1'
    fn fen_for(&self, side: Side) -> String {
        self.position.fen_for(side.into())
    }

    /// The leaves of the tree of legal moves at a depth. Other threads of Python run while it counts.
    fn perft(&self, py: Python<'_>, depth: u32) -> u64 {
        py.detach(|| self.position.perft(depth))
    }

    /// The leaves at each depth from 0 to this one, in one `array.array('Q')`.
    ///
    /// >>> import betza
    /// >>> betza.Game("chess").start().counts(3)
    /// array('Q', [1, 20, 400, 8902])
    fn counts<'py>(&self, py: Python<'py>, depth: u32) -> PyResult<Bound<'py, PyAny>> {
        let counts = py.detach(|| (0..=depth).map(|depth| self.position.perft(depth)).collect::<Vec<_>>());
        array(py, counts)
    }

    /// The leaves below each move, by its text, at a depth of 1 or more; together they are [`Position.perft`]. `counts`
    /// of [`Position.legal_moves`] has them in an array.
    ///
    /// >>> import betza
    /// >>> betza.Game("chess").start().divide(3)["e2e4"]
    /// 600
    fn divide<'py>(&self, py: Python<'py>, depth: u32) -> PyResult<Bound<'py, PyDict>> {
        is_below(depth)?;
        let (moves, counts) = py.detach(|| {
            let moves = self.position.legal_moves();
            let counts = below(&self.position, &moves, depth);
            (moves, counts)
        });
        let divided = PyDict::new(py);
        for (m, count) in moves.into_iter().zip(counts) {
            divided.set_item(self.position.text(m, Style::Uci), count)?;
        }
        Ok(divided)
    }

    /// The board as a picture, in SVG.
    fn svg(&self) -> String {
        self.position.svg()
    }

    /// A position with the same history, which goes on by itself.
    fn copy(&self) -> Position {
        Position::of(self.position.clone())
    }

    fn _repr_svg_(&self) -> String {
        self.position.svg()
    }

    fn __repr__(&self) -> String {
        format!("<Position {}: {}>", self.position.game().name(), self.position.fen())
    }
}
