//! Reads moves in any style.

use super::algebraic::{self, Origin};
use super::naming::{letter, square};
use super::{Known, Style, numbers};
use crate::MoveList;
use crate::door::{AnyGame, AnyPosition};
use crate::position::cell::Cell;
use crate::position::moves::{Move, MoveType};
use betza_game::variant::Flavour;
use betza_ir::geometry::{Square, file_name};

/// Why a text does not name one legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// No legal move has the text.
    None,
    /// It names several moves, by their places in the list.
    Several(Vec<usize>),
}

impl AnyGame {
    /// Returns the place of the legal move that a text names in any style. A text in UCI always names its move;
    /// otherwise the styles are tried in the order of [`Style::ALL`]. Signs (`x - = : + # ! ?`) and the form of
    /// castling matter only where moves differ by nothing else, and capitals only where they tell a piece from a file
    /// (`Bc3`, `bc3`). `promoted` returns the squares of pieces that have promoted, as in [`AnyGame::styled_texts`].
    ///
    /// # Errors
    /// [`ReadError`].
    pub fn read_any(
        &self,
        position: &AnyPosition,
        list: &MoveList,
        promoted: &dyn Fn() -> Vec<Square>,
        text: &str,
    ) -> Result<usize, ReadError> {
        let text = text.trim();
        // No text of a move is that long.
        if text.is_empty() || text.len() > 256 {
            return Err(ReadError::None);
        }
        if let Some(i) = self.find_text(position, list, text) {
            return Ok(i);
        }
        let known = Known::of(self, position, list, &[]);
        if let Some(found) = numbers::read(&known, text) {
            return found;
        }
        let other = along_rank(text).or_else(|| pawn_drop(&known, text));
        let text = other.as_deref().unwrap_or(text);
        if let Some(i) =
            find_castling(&known, text).or_else(|| find_san(&known, text)).or_else(|| find_shogi(&known, text))
        {
            return Ok(i);
        }
        let promoted = promoted();
        let known = Known { promoted: &promoted, ..known };
        if let Some(i) = known.uci().iter().position(|t| t == text) {
            return Ok(i);
        }
        if let Some(found) = castlings(list, text) {
            return found;
        }
        let texts = Style::ALL.map(|style| (style, known.texts(style)));
        if let Some(found) = exactly(&texts, text).or_else(|| of_files(&known, &texts, text)) {
            return found;
        }
        loosely(&known, &texts, text)
            .or_else(|| of_pawn(&known, &texts, text))
            .unwrap_or_else(|| taking_partner(self, list, &self.squeezed(text).to_lowercase()).ok_or(ReadError::None))
    }

    /// Returns a text without the signs that only decorate it. In shogi a `+` behind it is a promotion.
    fn squeezed(&self, text: &str) -> String {
        let is_shogi = self.variant().flavour == Flavour::Sfen;
        let text = text.trim_end_matches(|c| matches!(c, '#' | '!' | '?' | ' ') || c == '+' && !is_shogi);
        let text = text.strip_suffix("e.p.").or_else(|| text.strip_suffix("ep")).unwrap_or(text);
        text.chars().filter(|c| !matches!(c, 'x' | '-' | '=' | ':' | '(' | ')' | ' ')).collect()
    }
}

/// Returns the place of the only castling move that has a text, `O-O`, marks of check apart; with the wall or the piece
/// that it places, `O-O,d2`, `O-O-O/He1`.
fn find_castling(known: &Known<'_>, text: &str) -> Option<usize> {
    let text = text.trim_end_matches(['+', '#']);
    if !text.starts_with("O-O") {
        return None;
    }
    let places: Vec<usize> =
        (0..known.list.len()).filter(|&i| !known.is_told_by_destination(known.list[i], Style::San)).collect();
    let texts = algebraic::texts(known, Style::San, None, &places);
    let mut found = places.into_iter().zip(&texts).filter(|(_, t)| *t == text).map(|(i, _)| i);
    found.next().filter(|_| found.next().is_none())
}

/// Returns the place of the move that has a text in standard algebraic notation, marks of check apart, if the text
/// names a piece, captures or promotes, or is a square alone: no other style has such a text.
fn find_san(known: &Known<'_>, text: &str) -> Option<usize> {
    let variant = known.game.variant();
    let text = text.trim_end_matches(['+', '#']);
    let move_itself = text.split(['=', '/', ',']).next()?;
    let is_named = text.starts_with(|c: char| c.is_ascii_uppercase()) || text.contains(['x', '=']);
    // Shogi's programs write `+` for a promotion.
    if !(is_named || move_itself.len() <= 3) || variant.flavour == Flavour::Sfen {
        return None;
    }
    let last = move_itself.rfind(|c: char| c.is_ascii_lowercase())?;
    let to = variant.board.parse_square(&move_itself[last..]).ok()?;
    find_ending(known, text, Style::San, &[to])
}

/// Does the same in the styles of shogi, `P-76`, `Bx3d+`, `S'34`: no other style writes a square by a number and a
/// number, or by a number and a letter behind it.
fn find_shogi(known: &Known<'_>, text: &str) -> Option<usize> {
    let (board, us) = (&known.game.variant().board, known.position.turn());
    let move_itself = text.split('=').next()?.trim_end_matches(['+', '-']);
    if !move_itself.starts_with(|c: char| c == '+' || c.is_ascii_uppercase()) {
        return None;
    }
    [Style::ShogiHodgesNumber, Style::ShogiHodges, Style::ShogiHosking].into_iter().find_map(|style| {
        let is_last = |s: &Square| {
            let before = move_itself.strip_suffix(square(board, *s, style, us).as_str());
            before.is_some_and(|b| b.ends_with(|c: char| c.is_ascii_uppercase() || matches!(c, '-' | 'x' | '*' | '\'')))
        };
        let squares: Vec<Square> = board.squares().filter(is_last).collect();
        find_ending(known, text, style, &squares)
    })
}

/// Returns the place of the only move to one of these squares that has a text in a style, if the style writes where it
/// ends. Only moves to these squares are written: where the others end, or that they castle, is in their texts.
fn find_ending(known: &Known<'_>, text: &str, style: Style, squares: &[Square]) -> Option<usize> {
    let places: Vec<usize> = squares.iter().flat_map(|&to| known.ending_on(to)).collect();
    let texts = algebraic::texts(known, style, None, &places);
    let mut found = places.into_iter().zip(&texts).filter(|(_, t)| *t == text).map(|(i, _)| i);
    let (first, second) = (found.next()?, found.next());
    (second.is_none() && known.is_told_by_destination(known.list[first], style)).then_some(first)
}

/// Returns a text of xiangqi that has a dot for a move along a rank, `C2.5`, as [`Style::Xiangqi`] writes it, `C2=5`.
fn along_rank(text: &str) -> Option<String> {
    let (piece, file) = text.split_once('.')?;
    file.starts_with(|c: char| c.is_ascii_digit()).then(|| format!("{piece}={file}"))
}

/// The legal moves' texts in a style.
type Texts = (Style, Vec<String>);

/// What a text names among the texts of styles: the first style in which it names anything decides.
fn first_named<'a>(
    styles: impl IntoIterator<Item = &'a Texts>,
    fits: impl Fn(Style, &str) -> bool,
) -> Option<Result<usize, ReadError>> {
    styles.into_iter().find_map(|(style, texts)| {
        let found: Vec<usize> = (0..texts.len()).filter(|&i| fits(*style, &texts[i])).collect();
        one_of(found)
    })
}

/// The one place that was found; `None` if none was.
pub(super) fn one_of(found: Vec<usize>) -> Option<Result<usize, ReadError>> {
    match found[..] {
        [] => None,
        [i] => Some(Ok(i)),
        _ => Some(Err(ReadError::Several(found))),
    }
}

/// What a text names that a style writes so, marks behind it apart.
fn exactly(texts: &[Texts], text: &str) -> Option<Result<usize, ReadError>> {
    let unmarked = text.trim_end_matches(['+', '#', '!', '?']);
    [text, unmarked].into_iter().find_map(|text| first_named(texts, |_, t| t == text))
}

/// What a text names that is written as xiangqi's or janggi's players write: a piece, its file, a sign and a number,
/// `C2=5`, or ranks with their files, `R01-91`. No other style is tried, since the sign is a part of what it says:
/// `C2-5` without it would be a square. `None` if it is not written so, or in games like shogi, where squares are two
/// numbers.
fn of_files(known: &Known<'_>, texts: &[Texts], text: &str) -> Option<Result<usize, ReadError>> {
    const SIGNS: [char; 3] = ['+', '-', '='];
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let rest = text.strip_prefix(|c: char| c.is_ascii_alphabetic() || SIGNS.contains(&c))?;
    let (file, by) = rest.split_at(rest.rfind(SIGNS)?);
    let is_written_so = (number(file) || SIGNS.iter().any(|sign| file == sign.to_string())) && number(&by[1..]);
    if !is_written_so || known.game.variant().flavour == Flavour::Sfen {
        return None;
    }
    // Of two pieces on a file the style says which, and so may a text that does not.
    let all: Vec<usize> = (0..known.list.len()).collect();
    let shared = (Style::Xiangqi, algebraic::texts(known, Style::Xiangqi, Some(Origin::File), &all));
    let styles = texts.iter().filter(|(style, _)| matches!(style, Style::Xiangqi | Style::Janggi)).chain([&shared]);
    first_named(styles, |_, t| t.eq_ignore_ascii_case(text)).or(Some(Err(ReadError::None)))
}

/// What a text names if its capitals, its signs, or how much it says of the origin are another one's.
fn loosely(known: &Known<'_>, texts: &[Texts], text: &str) -> Option<Result<usize, ReadError>> {
    let game = known.game;
    let squeezed = |text: &str| game.squeezed(text);
    let small = text.trim_end_matches(['+', '#', '!', '?']).to_lowercase();
    let (loose, loosest) = (squeezed(text), squeezed(text).to_lowercase());
    let all: Vec<usize> = (0..known.list.len()).collect();
    let with = |origin| (Style::San, algebraic::texts(known, Style::San, Some(origin), &all));
    let others = [Origin::None, Origin::File, Origin::Rank].map(with);
    let ways: [&dyn Fn(&str) -> bool; 3] =
        [&|t| t.to_lowercase() == small, &|t| squeezed(t) == loose, &|t| squeezed(t).to_lowercase() == loosest];
    let is_same = |style, t: &str| names_same(known, style, text, t);
    ways.into_iter().find_map(|fits| first_named(texts.iter().chain(&others), |style, t| fits(t) && is_same(style, t)))
}

/// Returns whether a text and that of a move in a style name the same piece where they differ in capitals: a capital is
/// a piece, and a small letter is a file where the board has it. So `Bb3` is no move of a pawn on the b-file, and
/// `bxc3` none of a Bishop.
fn names_same(known: &Known<'_>, style: Style, text: &str, of_move: &str) -> bool {
    let first = |text: &str| text.chars().find(|c| c.is_alphabetic()).unwrap_or_default();
    let (written, meant) = (first(text), first(of_move));
    let coordinates = matches!(style, Style::Uci | Style::Usi | Style::Ucci | Style::Cecp);
    if written == meant {
        true
    } else if written.is_uppercase() {
        let is_letter = |kind| letter(known.game.variant(), kind).ends_with(written);
        let all_capitals = !text.contains(char::is_lowercase);
        coordinates && all_capitals || !known.game.variant().kind_ids().any(is_letter)
    } else {
        // Only these styles have files in small letters.
        let is_file = (0..known.game.variant().board.files()).any(|file| file_name(file).starts_with(written));
        !is_file || !matches!(style, Style::San | Style::Lan)
    }
}

/// What a text names that has a pawn's letter before it, `Pd4`, `Pd2-d4`, where none is written.
fn of_pawn(known: &Known<'_>, texts: &[Texts], text: &str) -> Option<Result<usize, ReadError>> {
    let is_pawn = |cell: Cell| cell.is_piece() && known.pawns[cell.kind().index()];
    let rest = pawn_letters(known).find_map(|pawn| text.strip_prefix(&pawn).map(str::to_owned))?;
    let found = exactly(texts, &rest).or_else(|| loosely(known, texts, &rest))?.ok()?;
    let m = known.list[found];
    (!m.enters() && is_pawn(known.position.cell(m.from()))).then_some(Ok(found))
}

/// Returns the letters of the kinds that are pawns as in chess.
fn pawn_letters(known: &Known<'_>) -> impl Iterator<Item = String> {
    let variant = known.game.variant();
    variant.kind_ids().filter(|kind| known.pawns[kind.index()]).map(|kind| letter(variant, kind))
}

/// Returns a pawn's drop that is written without its letter, `@e5` (as python-chess writes it), with it.
fn pawn_drop(known: &Known<'_>, text: &str) -> Option<String> {
    let square = text.strip_prefix('@').filter(|rest| !rest.starts_with('@'))?;
    pawn_letters(known).next().map(|pawn| format!("{pawn}@{square}"))
}

/// Reads castling written by its wing, `O-O` or `0-0-0`; returns `None` if the text is not of that form.
fn castlings(list: &MoveList, text: &str) -> Option<Result<usize, ReadError>> {
    let bare = text.trim_end_matches(['+', '#', '!', '?']).replace(['0', 'o'], "O");
    let last = match bare.as_str() {
        "O-O" | "OO" => true,
        "O-O-O" | "OOO" => false,
        _ => return None,
    };
    let is_it = |m: &Move| m.kind == MoveType::Castling && (m.to() > m.from()) == last;
    let found: Vec<usize> = (0..list.len()).filter(|&i| is_it(&list[i])).collect();
    one_of(found).or(Some(Err(ReadError::None)))
}

/// Reads castling written as the king taking its partner, `e1h1`.
fn taking_partner(game: &AnyGame, list: &MoveList, text: &str) -> Option<usize> {
    let board = &game.variant().board;
    let name = |m: Move| board.name(m.from()) + &board.name(m.to());
    (0..list.len()).find(|&i| list[i].kind == MoveType::Castling && name(list[i]) == text)
}
