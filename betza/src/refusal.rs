//! Why something is no legal move.

use crate::error::MoveTextError;
use crate::position::Position;
use betza_game::variant::KindId;
use betza_ir::geometry::{Side, Square};
use betza_movegen::moves::{Move, MoveType};
use betza_movegen::style::ReadError;

impl Position {
    /// Why a move is not legal.
    pub(crate) fn why_illegal(&self, m: Move) -> String {
        let game = self.game();
        let off = [m.from(), m.to()].into_iter().find(|&s| !game.has(s));
        let reason = match (off, m.piece()) {
            (Some(square), _) => format!("the board has no square of index {}", square.index()),
            (_, Some(kind)) if kind.index() >= game.kinds().len() => {
                format!("the game has no kind of number {}", kind.0)
            }
            (_, Some(kind)) if m.kind == MoveType::Drop => why_no_drop(self, kind, m.to()),
            _ => why_not(self, m.from(), m.to()),
        };
        format!("the move is not legal here: {reason}; {}", example(self))
    }
}

/// Why a text is no legal move. `remedy` says what to write.
pub(crate) fn refusal(position: &Position, text: &str, error: ReadError, remedy: String) -> MoveTextError {
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
        (Some(to), None) => why_not_to(position, text, to),
        _ => why_no_castling(position, text),
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
pub(crate) fn example(position: &Position) -> String {
    match position.texts().first() {
        Some(text) => format!("write a legal move, as '{text}'"),
        None => example_of_none(),
    }
}

/// What to do where no move is legal.
pub(crate) fn example_of_none() -> String {
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

/// Why there is no legal move.
fn ended(position: &Position) -> String {
    let what = if position.is_check() { "is in check and has no legal move" } else { "has no legal move" };
    format!("{} {what}", position.turn().name())
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
        return format!("the {piece} on {origin} is {}'s, and {} is to move", side.name(), position.turn().name());
    }
    let list = &position.listed().list;
    let own: Vec<usize> =
        (0..list.len()).filter(|&i| list[i].from() == from && list[i].kind != MoveType::Drop).collect();
    let same: Vec<&str> =
        own.iter().filter(|&&i| list[i].to() == to).map(|&i| position.texts()[i].as_str()).take(6).collect();
    if !same.is_empty() {
        return format!("from {origin} to {end} there is {}", same.join(", "));
    }
    if let Some(compulsory) = must_capture(position, to) {
        return compulsory;
    }
    let check = in_check(position);
    let pinned = if is_pinned(position, from) { ", which is pinned," } else { "" };
    if own.is_empty() {
        return format!("{check}the {piece} on {origin}{pinned} has no legal move");
    }
    format!("{check}the {piece} on {origin}{pinned} may not go to {end}")
}

/// Whether the side to move would come into check without its piece on a square.
fn is_pinned(position: &Position, square: Square) -> bool {
    let mut setup = position.setup();
    setup.men[square.index()] = None;
    let without = position.engine().position(&setup);
    !position.is_check() && without.is_ok_and(|without| position.engine().is_check(&without))
}

/// Words that begin a reason if the side to move is in check.
fn in_check(position: &Position) -> String {
    if position.is_check() { format!("{} is in check, and ", position.turn().name()) } else { String::new() }
}

/// Why no move leads to an empty square where a piece must be captured.
fn must_capture(position: &Position, to: Square) -> Option<String> {
    let variant = position.game().variant();
    let can_capture = || position.listed().list.first().is_some_and(|&m| !position.captured(m).is_empty());
    if !variant.must_capture || position.piece_at(to).is_some() || !can_capture() {
        return None;
    }
    let whose = position.turn().name();
    Some(if variant.series.as_ref().is_some_and(|rule| rule.most) {
        format!("{whose} can capture, and must capture as many as possible")
    } else {
        format!("{whose} can capture, and must")
    })
}

/// Why no piece of the kind that a text names by its letter comes to the square that it names (`Nf6`, `exd5`, `P@e4`).
fn why_not_to(position: &Position, text: &str, to: Square) -> Option<String> {
    let (game, us) = (position.game(), position.turn());
    let kind = kind_named(position, text)?;
    let piece = &game.kinds()[kind.index()].name;
    let (whose, end) = (us.name(), game.square_name(to));
    if text.contains(['@', '*', '\'']) {
        return Some(why_no_drop(position, kind, to));
    }
    if let Some(compulsory) = must_capture(position, to) {
        return Some(compulsory);
    }
    let own: Vec<Square> = position.any().pieces(us, kind).into_iter().collect();
    match own[..] {
        [] => Some(format!("{whose} has no {piece} on the board")),
        [from] => Some(why_not(position, from, to)),
        _ => {
            let places: Vec<String> = own.iter().map(|&from| game.square_name(from)).collect();
            let check = in_check(position);
            Some(format!("{check}no {piece} of {whose}'s may go to {end}, neither from {}", places.join(" nor from ")))
        }
    }
}

/// The kind whose letter a text begins with: that of pawns if there is none.
fn kind_named(position: &Position, text: &str) -> Option<KindId> {
    let letters = |kind: usize| position.game().kinds()[kind].letters[Side::White.index()].as_str();
    let is_piece = text.starts_with(|c: char| c == '+' || c.is_ascii_uppercase());
    let named = if is_piece { text } else { "P" };
    let all = 0..position.game().kinds().len();
    let fits = |&k: &usize| !letters(k).is_empty() && named.starts_with(letters(k));
    all.filter(fits).max_by_key(|&k| letters(k).len()).map(KindId::from_index)
}

/// Why no castling has a text, `O-O` or `O-O-O`; `None` of other texts.
fn why_no_castling(position: &Position, text: &str) -> Option<String> {
    let (wing, side) = match text.trim_end_matches(['+', '#']).replace(['o', '0'], "O").as_str() {
        "O-O" => (0, "king's"),
        "O-O-O" => (1, "queen's"),
        _ => return None,
    };
    let us = position.turn();
    if position.game().variant().castling.is_none() {
        return Some("the game has no castling".to_owned());
    }
    if position.any().state().castling >> (2 * us.index() + wing) & 1 == 0 {
        return Some(format!("{} has no right to castle on the {side} side", us.name()));
    }
    if position.is_check() {
        return Some(format!("{} is in check", us.name()));
    }
    Some(format!("the way on the {side} side is not free, or an enemy attacks it"))
}

/// Why a piece from the hand does not come to a square.
fn why_no_drop(position: &Position, kind: KindId, to: Square) -> String {
    let piece = &position.game().kinds()[kind.index()].name;
    let is_held = position.hand(position.turn()).any(|(k, _)| k == kind);
    if !is_held {
        return format!("no {piece} is in hand");
    }
    format!("{}the {piece} may not be dropped on {}", in_check(position), position.game().square_name(to))
}
