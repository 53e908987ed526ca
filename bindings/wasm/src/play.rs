//! Games: positions with their history.

use crate::json;
use crate::kept::{self, Source};
use crate::thrown::Thrown;
use betza::movegen::fen;
use betza::movegen::variant::Flavour;
use betza::pgn::Claimed;
use betza::{Move, Outcome, Position, Premove, Side, Square, Style};
use serde::Serialize;
use std::collections::BTreeMap;
use wasm_bindgen::prelude::*;

/// A game being played.
#[wasm_bindgen]
pub struct Play {
    position: Position,
    /// The moves as SAN, as they were when they were played.
    san: Vec<String>,
    uci: Vec<String>,
}

#[derive(Serialize)]
struct State {
    name: String,
    title: String,
    files: u8,
    ranks: u8,
    /// Whether its players number files from the right and ranks from the top.
    numbered: bool,
    fen: String,
    turn: &'static str,
    check: bool,
    squares: Vec<Cell>,
    hands: [Vec<InHand>; 2],
    moves: Vec<OneMove>,
    outcome: Option<String>,
    claimable: Option<String>,
    uci: Vec<String>,
    san: Vec<String>,
}

#[derive(Serialize)]
struct Cell {
    square: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<Man>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    wall: bool,
}

#[derive(Serialize)]
struct Man {
    side: &'static str,
    letters: String,
    name: String,
}

#[derive(Serialize)]
struct InHand {
    letters: String,
    name: String,
    count: u8,
}

#[derive(Serialize)]
struct OneMove {
    uci: String,
    from: String,
    to: String,
    /// The piece that is dropped, by its letters in a hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    drop: Option<String>,
    /// The name of what it promotes to.
    #[serde(skip_serializing_if = "Option::is_none")]
    promotion: Option<String>,
    /// Where it stops or bends, origin and end included.
    legs: Vec<String>,
    captured: Vec<String>,
}

fn side(white: bool) -> Side {
    if white { Side::White } else { Side::Black }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// A result in English.
fn result(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win { side, reason } => format!("{} wins: {reason}", capital(side_name(side))),
        Outcome::Draw { reason } => format!("Draw: {reason}"),
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
}

fn score(outcome: Option<Outcome>) -> &'static str {
    outcome.map_or(Claimed::Unknown, Claimed::from).text()
}

#[wasm_bindgen]
impl Play {
    /// A built-in game from its start. With `any_castling`, kings and partners castle from any files, as in chess960,
    /// if the game has castling.
    ///
    /// # Errors
    /// For a name that is none, with one that is near.
    pub fn builtin(name: &str, any_castling: Option<bool>) -> Result<Play, Thrown> {
        Play::opened(&Source::Builtin(name), any_castling)
    }

    /// A game from the text of a game file.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn toml(text: &str) -> Result<Play, Thrown> {
        Play::opened(&Source::Toml(text), None)
    }

    /// The game of a section of a `variants.ini`. With `any_castling` as [`Play::builtin`].
    ///
    /// # Errors
    /// All that is wrong with the section.
    pub fn ini(text: &str, name: &str, any_castling: Option<bool>) -> Result<Play, Thrown> {
        Play::opened(&Source::Ini { text, name }, any_castling)
    }

    /// Sets up a position of the game. What makes no sense is passed over if `lenient`.
    ///
    /// # Errors
    /// What is wrong with the text.
    #[wasm_bindgen(js_name = setFen)]
    pub fn set_fen(&mut self, text: &str, lenient: bool) -> Result<(), Thrown> {
        let game = self.position.game();
        let position = if lenient { game.position_lenient(text).map(|(p, _)| p) } else { game.position(text) };
        *self = Play::of(position.map_err(|e| Thrown::told(text, e.diagnostics()))?);
        Ok(())
    }

    /// The start of the game.
    pub fn reset(&mut self) {
        *self = Play::of(self.position.game().start());
    }

    /// All that a board shows, as JSON.
    ///
    /// # Errors
    /// None that can happen.
    pub fn state(&self) -> Result<String, Thrown> {
        let (position, game) = (&self.position, self.position.game());
        let man = |(side, kind): (Side, betza::KindId)| {
            let info = &game.kinds()[kind.index()];
            Man { side: side_name(side), letters: info.letters[side.index()].clone(), name: info.name.clone() }
        };
        let cell =
            |s| Cell { square: game.square_name(s), piece: position.piece_at(s).map(man), wall: position.is_wall(s) };
        let hand = |side: Side| {
            let held = position.hand(side).map(|(kind, count)| {
                let info = &game.kinds()[kind.index()];
                InHand { letters: info.letters[side.index()].clone(), name: info.name.clone(), count }
            });
            held.collect()
        };
        json(&State {
            name: game.name().to_owned(),
            title: game.title().to_owned(),
            files: game.files(),
            ranks: game.ranks(),
            numbered: self.is_shogi(),
            fen: position.fen(),
            turn: side_name(position.turn()),
            check: position.is_check(),
            squares: game.squares().map(cell).collect(),
            hands: Side::BOTH.map(hand),
            moves: position.legal_moves().into_iter().map(|m| self.one(m)).collect(),
            outcome: position.outcome().map(result),
            claimable: position.claimable().map(result),
            uci: self.uci.clone(),
            san: self.san.clone(),
        })
    }

    /// The legal moves in a style, separated by blanks.
    ///
    /// # Errors
    /// For a style that is none.
    pub fn moves(&self, style: &str) -> Result<String, Thrown> {
        let style = self.style(style)?;
        Ok(self.position.move_texts(style).join(" "))
    }

    /// Writes the legal moves as numbers of 64 bits into the caller's memory, a `BigUint64Array`, and returns how many
    /// there are. Those for which it has no room are left out.
    #[wasm_bindgen(js_name = legalMovesInto)]
    pub fn legal_moves_into(&self, into: &mut [u64]) -> usize {
        let moves = self.position.legal_moves();
        into.iter_mut().zip(&moves).for_each(|(bits, m)| *bits = m.to_bits());
        moves.len()
    }

    /// Plays the move with these bits ([`Play::legal_moves_into`]).
    ///
    /// # Errors
    /// If it is not legal.
    #[wasm_bindgen(js_name = playBits)]
    pub fn play_bits(&mut self, bits: u64) -> Result<(), Thrown> {
        let none = || Thrown::new("illegal-move", &format!("{bits:#x} are the bits of no move"));
        self.play_move(Move::from_bits(bits).ok_or_else(none)?)
    }

    /// Plays the move that a text names, in any style.
    ///
    /// # Errors
    /// Why it is no legal move.
    pub fn play(&mut self, text: &str) -> Result<(), Thrown> {
        self.play_move(self.read(text)?)
    }

    /// Plays the move that a text names in one style.
    ///
    /// # Errors
    /// Why it is no legal move, or that the style is none.
    #[wasm_bindgen(js_name = playAs)]
    pub fn play_as(&mut self, text: &str, style: &str) -> Result<(), Thrown> {
        let m = self.position.read_move_as(text, self.style(style)?);
        self.play_move(m.map_err(|e| Thrown::told(text, e.diagnostics()))?)
    }

    /// Takes back a move; false if there is none.
    pub fn undo(&mut self) -> bool {
        self.uci.pop();
        self.san.pop();
        self.position.undo().is_some()
    }

    /// A move in a style: `san` is that of the game's players.
    ///
    /// # Errors
    /// Why it is no legal move, or that the style is none.
    pub fn san(&self, text: &str, style: &str) -> Result<String, Thrown> {
        Ok(self.position.text(self.read(text)?, self.style(style)?))
    }

    /// Moves that follow each other from here, in a style, a line each: some styles have blanks in a move.
    ///
    /// # Errors
    /// Why one is no legal move, or that the style is none.
    pub fn line(&self, moves: &str, style: &str) -> Result<String, Thrown> {
        let (mut position, style) = (self.position.clone(), self.style(style)?);
        let mut texts = Vec::new();
        for text in moves.split_whitespace() {
            let start = text.as_ptr().addr() - moves.as_ptr().addr();
            let m = position.read_move(text).map_err(|e| Thrown::told_within(moves, start, e.diagnostics()))?;
            texts.push(position.text(m, style));
            position.play(m)?;
        }
        Ok(texts.join("\n"))
    }

    /// The moves played, as UCI.
    pub fn history(&self) -> String {
        self.uci.join(" ")
    }

    /// The position in the game's own notation.
    pub fn text(&self) -> String {
        self.position.fen()
    }

    /// The position as FEN, whatever the game's own notation is.
    pub fn fen(&self) -> String {
        let game = self.position.game().any();
        fen::write_as(game.variant(), &game.setup(self.position.any()), Flavour::Fen)
    }

    /// Whether lists of legal moves are complete: false once a piece had more ways to go than are followed, in any
    /// position of this game.
    #[wasm_bindgen(js_name = isComplete)]
    pub fn is_complete(&self) -> bool {
        self.position.is_complete()
    }

    /// Whether White is to move.
    #[wasm_bindgen(js_name = isWhite)]
    pub fn is_white(&self) -> bool {
        self.position.turn() == Side::White
    }

    /// Whether the side to move is in check.
    #[wasm_bindgen(js_name = isCheck)]
    pub fn is_check(&self) -> bool {
        self.position.is_check()
    }

    /// The squares of the royals of the side to move that are attacked, separated by blanks.
    #[wasm_bindgen(js_name = checkedPieces)]
    pub fn checked_pieces(&self) -> String {
        if !self.position.is_check() {
            return String::new();
        }
        let (game, turn) = (self.position.game(), self.position.turn());
        let royals = game.any().royals(self.position.any(), turn).into_iter();
        let checked = royals.filter(|&s| game.any().is_attacked(self.position.any(), s, turn.other()));
        checked.map(|s| game.square_name(s)).collect::<Vec<_>>().join(" ")
    }

    /// Whether captured pieces come to the captor's hand.
    #[wasm_bindgen(js_name = capturesToHand)]
    pub fn captures_to_hand(&self) -> bool {
        self.position.game().any().variant().hands.as_ref().is_some_and(|hands| hands.captures)
    }

    /// Whether a move captures.
    ///
    /// # Errors
    /// Why it is no legal move.
    #[wasm_bindgen(js_name = isCapture)]
    pub fn is_capture(&self, text: &str) -> Result<bool, Thrown> {
        Ok(!self.position.captured(self.read(text)?).is_empty())
    }

    /// The result: `1-0`, `0-1`, `1/2-1/2`, `*`.
    pub fn result(&self, claim: bool) -> String {
        let claimed = || if claim { self.position.claimable() } else { None };
        score(self.position.outcome().or_else(claimed)).to_owned()
    }

    /// Whether a side has too little to win.
    #[wasm_bindgen(js_name = lacksMaterial)]
    pub fn lacks_material(&self, white: bool) -> bool {
        self.position.lacks_material(side(white))
    }

    /// The letters in a hand, each as often as it is there.
    pub fn pocket(&self, white: bool) -> String {
        let letters = |(kind, count): (betza::KindId, u8)| {
            self.position.game().kinds()[kind.index()].letters[1].repeat(usize::from(count))
        };
        self.position.hand(side(white)).map(letters).collect()
    }

    /// The squares that a side sees in fog of war, separated by blanks.
    pub fn visible(&self, white: bool) -> String {
        self.names(self.position.visible(side(white)))
    }

    /// The position as a side sees it in fog of war, as FEN with `*` for what it does not see.
    #[wasm_bindgen(js_name = fenFor)]
    pub fn fen_for(&self, white: bool) -> String {
        self.position.fen_for(side(white))
    }

    /// Where the piece on a square could go in its side's next turn, whatever the other side does before: squares
    /// separated by blanks.
    ///
    /// # Errors
    /// For a square that the board does not have.
    pub fn reach(&self, square: &str) -> Result<String, Thrown> {
        let found = self.position.game().square(square);
        let at = found.ok_or_else(|| {
            let message = format!("the board has no square '{square}': write it as in e4");
            Thrown::word("square", square, &message)
        })?;
        Ok(self.names(self.position.reach(at)))
    }

    /// What a side could do in its next turn, whatever the other side does before, as JSON: lists of squares by the
    /// square of the piece, or by its letter and `@` for a drop.
    ///
    /// # Errors
    /// None that can happen.
    pub fn premoves(&self, white: bool) -> Result<String, Thrown> {
        let game = self.position.game();
        let mut by_origin: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for premove in self.position.premoves(side(white)) {
            let (origin, to) = match premove {
                Premove::Go { from, to } => (game.square_name(from), to),
                Premove::Drop { kind, to } => (format!("{}@", game.kinds()[kind.index()].letters[0]), to),
            };
            by_origin.entry(origin).or_default().push(game.square_name(to));
        }
        json(&by_origin)
    }

    /// The number of leaves below this position.
    pub fn perft(&self, depth: u32) -> u64 {
        self.position.perft(depth)
    }

    /// The number of leaves below a move.
    ///
    /// # Errors
    /// Why it is no legal move.
    #[wasm_bindgen(js_name = perftAfter)]
    pub fn perft_after(&self, text: &str, depth: u32) -> Result<u64, Thrown> {
        let mut after = self.position.clone();
        after.play(self.read(text)?)?;
        Ok(after.perft(depth.saturating_sub(1)))
    }
}

impl Play {
    fn names(&self, squares: Vec<Square>) -> String {
        squares.into_iter().map(|s| self.position.game().square_name(s)).collect::<Vec<_>>().join(" ")
    }

    /// A game from its start; `any_castling` as [`Play::builtin`] has it.
    fn opened(source: &Source<'_>, any_castling: Option<bool>) -> Result<Play, Thrown> {
        let shuffled = Source::AnyCastling(source);
        let source = if any_castling.unwrap_or(false) { &shuffled } else { source };
        let game = kept::game(source).map_err(|e| Thrown::told(source.text(), e.diagnostics()))?;
        Ok(Play::of(game.start()))
    }

    fn of(position: Position) -> Play {
        Play { position, san: Vec::new(), uci: Vec::new() }
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// A style by its name, `san` and `algebraic` apart: players of the game may write moves in another style than SAN.
    fn style(&self, name: &str) -> Result<Style, Thrown> {
        match name {
            "san" => Ok(self.san_style()),
            "algebraic" => Ok(Style::San),
            _ => betza::style_named(name).ok_or_else(|| {
                let message = format!("there is no style '{name}': `san` is that of the game's players");
                Thrown::word("unknown-style", name, &message)
            }),
        }
    }

    /// The legal move that a text names, in any style.
    fn read(&self, text: &str) -> Result<Move, Thrown> {
        self.position.read_move(text).map_err(|e| Thrown::told(text, e.diagnostics()))
    }

    fn play_move(&mut self, m: Move) -> Result<(), Thrown> {
        let (uci, san) = (self.position.text(m, Style::Uci), self.position.text(m, self.san_style()));
        self.position.play(m)?;
        self.uci.push(uci);
        self.san.push(san);
        Ok(())
    }

    fn is_shogi(&self) -> bool {
        self.position.game().any().variant().flavour == Flavour::Sfen
    }

    /// The style in which players of the game write moves.
    fn san_style(&self) -> Style {
        self.position.game().players_style()
    }

    fn one(&self, m: Move) -> OneMove {
        let (position, game) = (&self.position, self.position.game());
        let name = |s| game.square_name(s);
        let kind = |kind: betza::KindId| &game.kinds()[kind.index()];
        OneMove {
            uci: position.text(m, Style::Uci),
            from: if m.drop().is_some() { String::new() } else { name(m.from()) },
            to: name(m.to()),
            drop: m.drop().map(|k| kind(k).letters[position.turn().index()].clone()),
            promotion: m.promotion().map(|k| kind(k).name.clone()),
            legs: position.legs(m).into_iter().map(name).collect(),
            captured: position.captured(m).into_iter().map(name).collect(),
        }
    }
}
