//! The styles in which moves are written and read.
//!
//! UCI is the style of [`AnyGame::move_texts`]. Those of other protocols write the same with other names of squares
//! (`coordinates.rs`). The styles of players name the piece and as much of the origin as is needed (`algebraic.rs`),
//! each with its own names (`naming.rs`); they are those of Fairy-Stockfish, as its Python package pyffish writes them.
//! `lenient.rs` reads them all, and `direct.rs` the commonest texts without listing the legal moves.

mod algebraic;
mod coordinates;
mod direct;
mod lenient;
mod naming;
mod numbers;

use crate::MoveList;
use crate::compile::game::Game;
use crate::door::{AnyGame, AnyPosition};
use crate::position::board::Position;
use crate::position::effects::Effect;
use crate::position::moves::{Move, MoveType};
use crate::with_width;
use betza_ir::geometry::Square;
pub use lenient::ReadError;
use std::cell::OnceCell;
use std::collections::HashMap;

/// A style in which moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Style {
    /// The Universal Chess Interface, as Fairy-Stockfish writes it: `e2e4`, `e7e8q`, `P@e4`.
    Uci,
    /// The Universal Shogi Interface: files from the right, ranks as letters from the top, `7g7f`, `8h2b+`, `P*5e`.
    Usi,
    /// The Universal Chinese Chess Protocol: as UCI, but boards of ten ranks count them from 0: `h2e2`.
    Ucci,
    /// The Chess Engine Communication Protocol of XBoard: as UCI, but boards of ten ranks count them from 0, and a pass
    /// is `@@@@`.
    Cecp,
    /// Standard algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q+`.
    San,
    /// Long algebraic notation: `Ng1-f3`, `e4xd5`.
    Lan,
    /// Shogi in G. Hosking's form: `P76`, `S'34`.
    ShogiHosking,
    /// Shogi in G. Hodges's form: `P-7f`, `S*3d`.
    ShogiHodges,
    /// Shogi in G. Hodges's form with numbers for ranks: `P-76`, `S*34`.
    ShogiHodgesNumber,
    /// Janggi: ranks from the top, then files: `R01-91`.
    Janggi,
    /// Xiangqi in the form of the World Xiangqi Federation: `C2=5`, `H8+7`.
    Xiangqi,
    /// Makruk in Thai letters and numbers: `ม-ง๒`. A promoted pawn, `ง-ง๕`, has another name than the piece that moves
    /// as it does, `ม็-ง๕`.
    ThaiSan,
    /// Makruk in Thai letters and numbers, with the origin: `ม ข๑-ง๒`.
    ThaiLan,
    /// Draughts: squares as numbers, `32-28`, `26x37`; the squares on the way, too, where captures share both ends. In
    /// other games as UCI.
    Pdn,
}

impl Style {
    /// All styles.
    pub const ALL: [Style; 14] = [
        Style::Uci,
        Style::Cecp,
        Style::Usi,
        Style::San,
        Style::Lan,
        Style::ShogiHodgesNumber,
        Style::ShogiHodges,
        Style::ShogiHosking,
        Style::Xiangqi,
        Style::Janggi,
        Style::Ucci,
        Style::ThaiSan,
        Style::ThaiLan,
        Style::Pdn,
    ];

    /// Returns whether moves that give check are marked, `+` or `#`.
    #[must_use]
    pub fn marks_checks(self) -> bool {
        matches!(self, Style::San | Style::Lan | Style::Janggi | Style::ThaiSan | Style::ThaiLan)
    }
}

impl AnyGame {
    /// Returns the texts of all legal moves of a position in a style, in the list's order, without marks of check. No
    /// two are equal: where the style's own texts are equal, the moves are written in UCI. `promoted` has the squares
    /// of pieces that have promoted, which have another name in Thai.
    #[must_use]
    pub fn styled_texts(
        &self,
        position: &AnyPosition,
        list: &MoveList,
        promoted: &[Square],
        style: Style,
    ) -> Vec<String> {
        Known::of(self, position, list, promoted).texts(style)
    }

    /// Returns the text of the legal move at a place of the list, in a style, with the mark of check where the style
    /// has it.
    ///
    /// # Panics
    /// If the list has no such place.
    #[must_use]
    pub fn styled_text(
        &self,
        position: &AnyPosition,
        list: &MoveList,
        promoted: &[Square],
        index: usize,
        style: Style,
    ) -> String {
        let mut text = Known::of(self, position, list, promoted).text(index, style);
        if style.marks_checks() {
            text += self.check_mark(position, list, index);
        }
        text
    }

    /// Returns the mark of the legal move at a place of the list: `+` if it gives check, `#` if there is no legal
    /// reply, `""` otherwise.
    ///
    /// # Panics
    /// If the list has no such place.
    #[must_use]
    pub fn check_mark(&self, position: &AnyPosition, list: &MoveList, index: usize) -> &'static str {
        with_width!(self, position, |game, position| {
            let mut after = Position::clone(position);
            // The move is not taken back.
            let _ = game.make_listed(&mut after, list[index], list);
            mark(game, &after)
        })
    }

    /// Returns the marks of all moves of a list: [`AnyGame::check_mark`] of each.
    #[must_use]
    pub fn check_marks(&self, position: &AnyPosition, list: &MoveList) -> Vec<&'static str> {
        with_width!(self, position, |game, position| {
            let mut after = Position::clone(position);
            let mut marked = |m: &Move| {
                let undo = game.make_listed(&mut after, *m, list);
                let mark = mark(game, &after);
                game.unmake(&mut after, undo);
                mark
            };
            list.iter().map(&mut marked).collect()
        })
    }
}

/// Returns the mark of the move that led to a position.
fn mark<const N: usize>(game: &Game<N>, after: &Position<N>) -> &'static str {
    match game.is_check(after) {
        false => "",
        true if game.has_legal_move(after) => "+",
        true => "#",
    }
}

/// What the texts of all styles are made from.
struct Known<'a> {
    game: &'a AnyGame,
    position: &'a AnyPosition,
    list: &'a MoveList,
    /// Where pieces stand that have promoted.
    promoted: &'a [Square],
    /// The texts in UCI, once they are asked for.
    uci: OnceCell<Vec<String>>,
    /// Which kinds are pawns as in chess.
    pawns: &'a [bool],
}

impl<'a> Known<'a> {
    fn of(game: &'a AnyGame, position: &'a AnyPosition, list: &'a MoveList, promoted: &'a [Square]) -> Known<'a> {
        let pawns = &game.names(|| naming::names(game.variant())).pawns;
        Known { game, position, list, promoted, uci: OnceCell::new(), pawns }
    }

    /// Returns the texts in UCI.
    fn uci(&self) -> &[String] {
        self.uci.get_or_init(|| self.game.move_texts(self.position, self.list))
    }

    /// Returns the text of one move in a style, as [`Known::texts`] does. Only moves that end on the same square may
    /// have the same text, in the styles that write this square.
    fn text(&self, index: usize, style: Style) -> String {
        if style == Style::Uci {
            return self.game.move_text(self.position, self.list, index);
        }
        if !self.is_told_by_destination(self.list[index], style) {
            return self.texts(style).swap_remove(index);
        }
        let same: Vec<usize> = self.ending_on(self.list[index].to()).collect();
        let place = same.iter().position(|&i| i == index).unwrap_or_default();
        let mut texts = algebraic::texts(self, style, None, &same);
        let is_shared = texts.iter().filter(|text| **text == texts[place]).count() > 1;
        if is_shared { self.uci()[index].clone() } else { texts.swap_remove(place) }
    }

    /// Returns the places of the moves that end on a square. Castling is not among them, as it ends elsewhere.
    fn ending_on(&self, square: Square) -> impl Iterator<Item = usize> {
        (0..self.list.len()).filter(move |&i| self.list[i].to() == square && self.list[i].kind != MoveType::Castling)
    }

    /// Returns whether a style writes the destination of a move, so that moves with other destinations have other
    /// texts.
    fn is_told_by_destination(&self, m: Move, style: Style) -> bool {
        let has_wall = || {
            let effects = self.list.effects.of(m);
            let moves_others = |e: &Effect| matches!(e, Effect::Enter(..) | Effect::Relocate(..));
            effects.iter().any(|e| matches!(e, Effect::Wall(_))) && !effects.iter().any(moves_others)
        };
        !matches!(style, Style::Uci | Style::Usi | Style::Ucci | Style::Cecp | Style::Xiangqi | Style::Pdn)
            && match m.kind {
                MoveType::Castling | MoveType::Pass => false,
                MoveType::Chain => has_wall(),
                _ => true,
            }
    }

    /// Returns the texts in a style; in UCI where the style's own are equal.
    fn texts(&self, style: Style) -> Vec<String> {
        let uci = self.uci();
        let mut texts = match style {
            Style::Uci => return uci.to_vec(),
            Style::Pdn => numbers::texts(self),
            Style::Usi | Style::Ucci | Style::Cecp => coordinates::texts(self.game, self.list, uci, style),
            _ => algebraic::texts(self, style, None, &(0..self.list.len()).collect::<Vec<_>>()),
        };
        let mut count: HashMap<&str, u32> = HashMap::new();
        for text in &texts {
            *count.entry(text).or_default() += 1;
        }
        let shared: Vec<bool> = texts.iter().map(|text| count[text.as_str()] > 1).collect();
        for (i, _) in shared.iter().enumerate().filter(|(_, shared)| **shared) {
            texts[i].clone_from(&uci[i]);
        }
        texts
    }
}
