//! Moves as text, and why something is no legal move.

use crate::error::MoveTextError;
use crate::position::Position;
use betza_ir::geometry::{Side, Square};
use betza_movegen::moves::{Move, MoveType};
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
    /// partner do not matter (`e1h1`, `O-O`, `a8=Q`, `E7E8Q`); case matters only where it tells a piece from a file (`Bc3`,
    /// `bc3`). A text that two styles read differently is read as UCI.
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

    /// Why a move is not legal.
    pub(crate) fn why_illegal(&self, m: Move) -> String {
        why_illegal(self, m)
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

/// Why a text is no legal move. `remedy` says what to write.
fn refusal(position: &Position, text: &str, error: ReadError, remedy: String) -> MoveTextError {
    let span = 0..text.len();
    if let ReadError::Several(found) = error {
        let several: Vec<&str> = found.iter().take(4).map(|&i| position.texts()[i].as_str()).collect();
        let message = format!("'{}' names several legal moves: {}", shortened(text), several.join(", "));
        return MoveTextError::new("ambiguous-move", span, message, "write one of them so");
    }
    let (from, to) = squares(position, text);
    let reason = match (from, to) {
        (Some(from), Some(to)) => Some(why_not(position, from, to)),
        _ if !position.has_legal_move() => Some(ended(position)),
        _ => None,
    };
    match reason {
        Some(reason) => {
            MoveTextError::new("illegal-move", span, format!("'{}' is not legal: {reason}", shortened(text)), remedy)
        }
        None => {
            let message = format!("'{}' is the text of no legal move", shortened(text));
            let is_named = text.contains(|c: char| c.is_ascii_digit()) || text.starts_with(['O', 'o', '0']);
            MoveTextError::new(if is_named { "illegal-move" } else { "move-text" }, span, message, remedy)
        }
    }
}

/// The beginning of a text, which may be long.
fn shortened(text: &str) -> String {
    const LIMIT: usize = 40;
    if text.chars().count() <= LIMIT { text.to_owned() } else { text.chars().take(LIMIT).chain(['…']).collect() }
}

/// What to write instead.
fn example(position: &Position) -> String {
    match position.texts().first() {
        Some(text) => format!("write a legal move, as '{text}'"),
        None => example_of_none(),
    }
}

/// What to do where no move is legal.
fn example_of_none() -> String {
    "take back a move or set up another position".to_owned()
}

/// The first two squares that a text names, by file and rank; if it names none so, as shogi's programs do.
fn squares(position: &Position, text: &str) -> (Option<Square>, Option<Square>) {
    let lower = text.to_lowercase();
    let starts: Vec<(usize, char)> = lower.char_indices().take(40).filter(|(_, c)| c.is_ascii_lowercase()).collect();
    let mut named = starts.iter().filter_map(|&(i, _)| {
        let digits = lower[i + 1..].bytes().take_while(u8::is_ascii_digit).count();
        position.game().square(&lower[i..i + 1 + digits])
    });
    let (first, second) = (named.next(), named.next());
    if first.is_some() && second.is_some() {
        return (first, second);
    }
    // Files are numbers from the right, ranks letters from the top.
    let board = &position.game().variant().board;
    let mut named = starts.into_iter().filter_map(|(i, rank)| {
        let file = &lower[lower[..i].trim_end_matches(|c: char| c.is_ascii_digit()).len()..i];
        let file = board.files() as i32 - file.parse::<i32>().ok()?;
        board.at(file, board.ranks() as i32 - 1 - (rank as i32 - 'a' as i32))
    });
    match (named.next(), named.next()) {
        (Some(from), Some(to)) => (Some(from), Some(to)),
        _ => (first, second),
    }
}

fn name(side: Side) -> &'static str {
    if side == Side::White { "White" } else { "Black" }
}

/// Why there is no legal move.
fn ended(position: &Position) -> String {
    let what = if position.is_check() { "is in check and has no legal move" } else { "has no legal move" };
    format!("{} {what}", name(position.turn()))
}

/// Why no legal move leads from a square to another.
fn why_not(position: &Position, from: Square, to: Square) -> String {
    let game = position.game();
    let (origin, end) = (game.square_name(from), game.square_name(to));
    if !position.has_legal_move() {
        return ended(position);
    }
    let Some((side, kind)) = position.piece_at(from) else { return format!("no piece stands on {origin}") };
    let piece = &game.kinds()[kind.index()].name;
    if side != position.turn() {
        return format!("the {piece} on {origin} is {}'s, and {} is to move", name(side), name(position.turn()));
    }
    let list = &position.listed().list;
    let own: Vec<usize> =
        (0..list.len()).filter(|&i| list[i].from() == from && list[i].kind != MoveType::Drop).collect();
    let same: Vec<&str> =
        own.iter().filter(|&&i| list[i].to() == to).map(|&i| position.texts()[i].as_str()).take(6).collect();
    if !same.is_empty() {
        return format!("from {origin} to {end} there is {}", same.join(", "));
    }
    let check =
        if position.is_check() { format!("{} is in check, and ", name(position.turn())) } else { String::new() };
    if own.is_empty() {
        return format!("{check}the {piece} on {origin} has no legal move");
    }
    format!("{check}the {piece} on {origin} may not go to {end}")
}

/// Why a move is not legal.
fn why_illegal(position: &Position, m: Move) -> String {
    let game = position.game();
    let off = [m.from(), m.to()].into_iter().find(|&s| !game.has(s));
    let reason = match (off, m.piece()) {
        (Some(square), _) => format!("the board has no square of index {}", square.index()),
        (_, Some(kind)) if kind.index() >= game.kinds().len() => format!("the game has no kind of number {}", kind.0),
        (_, Some(kind)) if m.kind == MoveType::Drop => {
            let piece = &game.kinds()[kind.index()].name;
            let held = position.hand(position.turn()).any(|(k, _)| k == kind);
            let square = game.square_name(m.to());
            if held { format!("the {piece} may not be dropped on {square}") } else { format!("no {piece} is in hand") }
        }
        _ => why_not(position, m.from(), m.to()),
    };
    format!("the move is not legal here: {reason}; {}", example(position))
}
