//! Moves as text.

use crate::error::MoveTextError;
use crate::position::Position;
use crate::refusal::{example, example_of_none, refusal};
use betza_ir::geometry::Square;
use betza_movegen::moves::Move;
use betza_movegen::style::ReadError;
pub use betza_movegen::style::Style;

/// The styles by the names that programs give them.
const STYLES: [(&str, Style); Style::ALL.len()] = [
    ("uci", Style::Uci),
    ("usi", Style::Usi),
    ("ucci", Style::Ucci),
    ("cecp", Style::Cecp),
    ("san", Style::San),
    ("lan", Style::Lan),
    ("shogi-hosking", Style::ShogiHosking),
    ("shogi-hodges", Style::ShogiHodges),
    ("shogi-hodges-number", Style::ShogiHodgesNumber),
    ("janggi", Style::Janggi),
    ("xiangqi", Style::Xiangqi),
    ("thai-san", Style::ThaiSan),
    ("thai-lan", Style::ThaiLan),
    ("pdn", Style::Pdn),
];

/// The names of the styles: those of protocols first. Each names a style ([`style_named`]).
pub fn style_names() -> impl Iterator<Item = &'static str> {
    STYLES.iter().map(|(name, _)| *name)
}

/// The style of a name, as the command line and the bindings for other languages have it; `None` if no style has it.
///
/// ```
/// assert_eq!(betza::style_named("shogi-hodges"), Some(betza::Style::ShogiHodges));
/// assert_eq!(betza::style_named("SAN"), None);
/// ```
#[must_use]
pub fn style_named(name: &str) -> Option<Style> {
    STYLES.iter().find(|(each, _)| *each == name).map(|&(_, style)| style)
}

/// The name of a style, which [`style_named`] reads.
///
/// ```
/// assert_eq!(betza::style_name(betza::Style::ThaiLan), "thai-lan");
/// ```
#[must_use]
pub fn style_name(style: Style) -> &'static str {
    STYLES.iter().find(|(_, each)| *each == style).map_or("", |(name, _)| name)
}

impl Position {
    /// The text of a move in a style; `""` if the move is not legal here. No two legal moves have the same text in
    /// [`Style::Uci`].
    #[must_use]
    pub fn text(&self, m: Move, style: Style) -> String {
        write(self, m, style)
    }

    /// The texts of all legal moves in a style, in the order of [`Position::legal_moves`]: each as [`Position::text`]
    /// has it, and quicker together.
    ///
    /// ```
    /// let position = betza::Game::builtin("chess").unwrap().start();
    /// assert_eq!(position.move_texts(betza::Style::San).len(), 20);
    /// ```
    #[must_use]
    pub fn move_texts(&self, style: Style) -> Vec<String> {
        if style == Style::Uci {
            let listed = self.listed();
            let kept = listed.texts.get().cloned();
            return kept.unwrap_or_else(|| self.engine().move_texts(self.any(), &listed.list));
        }
        let (game, list) = (self.engine(), &self.listed().list);
        let mut texts = game.styled_texts(self.any(), list, &promoted(self, style), style);
        if style.marks_checks() {
            for (text, mark) in texts.iter_mut().zip(game.check_marks(self.any(), list)) {
                *text += mark;
            }
        }
        texts
    }

    /// The legal move that a text names, in any style. Signs of capture and check, and castling as the king taking its
    /// partner do not matter (`e1h1`, `O-O`, `a8=Q`, `E7E8Q`); case matters only where it tells a piece from a file
    /// (`Bc3`, `bc3`). A text that two styles read differently is read as UCI.
    ///
    /// # Errors
    /// Why it is no legal move: `move-text` if it is no move at all, `ambiguous-move` if it names several,
    /// `illegal-move` otherwise.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveTextError> {
        read(self, text)
    }

    /// The legal move that has a text in one style, whatever it means in others. Marks of check may be missing.
    ///
    /// # Errors
    /// As [`Position::read_move`].
    pub fn read_move_as(&self, text: &str, style: Style) -> Result<Move, MoveTextError> {
        read_as(self, text, style)
    }
}

/// Where pieces stand that have promoted, in styles that name these otherwise.
fn promoted(position: &Position, style: Style) -> Vec<Square> {
    if matches!(style, Style::ThaiSan | Style::ThaiLan) { position.promoted() } else { Vec::new() }
}

/// The text of a move; `""` if it is not legal.
fn write(position: &Position, m: Move, style: Style) -> String {
    if !position.is_legal(m) {
        return String::new();
    }
    if let Some(text) = position.engine().text_directly(position.any(), m, style) {
        return text;
    }
    let list = &position.listed().list;
    match list.iter().position(|&l| l == m) {
        None => String::new(),
        // A move with effects may share its text with any other; the texts of all are kept.
        Some(index) if style == Style::Uci && m.short_effects().is_none_or(|effects| !effects.is_empty()) => {
            position.texts()[index].clone()
        }
        Some(index) if style == Style::Uci => position.engine().move_text(position.any(), list, index),
        Some(index) => position.engine().styled_text(position.any(), list, &promoted(position, style), index, style),
    }
}

/// The legal move that a text names.
fn read(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    if let Some(m) = position.engine().find_directly(position.any(), text) {
        return Ok(m);
    }
    let list = &position.listed().list;
    // UCI comes first. Most texts of other styles are found without asking which pieces have promoted.
    position
        .engine()
        .read_any(position.any(), list, &|| position.promoted(), text)
        .map(|index| list[index])
        .map_err(|e| refusal(position, text, e, example(position)))
}

/// The legal move that has a text in one style, marks of check apart.
fn read_as(position: &Position, text: &str, style: Style) -> Result<Move, MoveTextError> {
    let list = &position.listed().list;
    let texts = position.engine().styled_texts(position.any(), list, &promoted(position, style), style);
    // Elsewhere `+` is no mark: in USI the piece promotes.
    let unmarked = if style.marks_checks() { text.trim_end_matches(['+', '#']) } else { text };
    let found = [text, unmarked].into_iter().find_map(|text| texts.iter().position(|t| t == text));
    found.map(|index| list[index]).ok_or_else(|| {
        let example = texts.first().map(|text| format!("write a legal move, as '{text}'"));
        refusal(position, text, ReadError::None, example.unwrap_or_else(example_of_none))
    })
}
