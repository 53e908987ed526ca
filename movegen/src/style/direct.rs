//! Reads and writes the commonest texts of moves, in UCI and standard algebraic notation, without listing the legal
//! moves.
//!
//! A text names the piece that moves, by its square or by its letter, and the square where it goes. So only the moves
//! of such pieces to that square are generated. What is not found here may still be the text of a move, and what is not
//! written here has one: in games whose rules judge moves together, of pieces with other names than a capital, of moves
//! with effects.

use super::{Style, algebraic, mark, naming};
use crate::compile::game::Game;
use crate::compile::names::Names;
use crate::door::{AnyGame, AnyPosition};
use crate::generate::single::moves_to;
use crate::position::board::Position;
use crate::position::moves::{Move, MoveType};
use crate::with_width;
use arrayvec::ArrayVec;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Square, push_file};

impl AnyGame {
    /// Returns the legal move that a text names, in UCI or standard algebraic notation, if it is found without listing
    /// the legal moves.
    #[must_use]
    pub fn find_directly(&self, position: &AnyPosition, text: &str) -> Option<Move> {
        let names = self.names(|| naming::names(self.variant()));
        with_width!(self, position, |game, position| find(game, names, position, text.as_bytes()))
    }

    /// Returns the text of a legal move in a style, with the mark of check where the style has it, if it is found
    /// without listing the legal moves.
    #[must_use]
    pub fn text_directly(&self, position: &AnyPosition, m: Move, style: Style) -> Option<String> {
        if style != Style::San {
            return None;
        }
        let names = self.names(|| naming::names(self.variant()));
        with_width!(self, position, |game, position| {
            let text = san(game, names, position, m)?;
            let mut after = Position::clone(position);
            // The move is not taken back.
            let _ = game.make(&mut after, m);
            Some(text + mark(game, &after))
        })
    }
}

/// Returns the text of a legal move in standard algebraic notation, without a mark of check, if it is found without
/// listing the legal moves.
fn san<const N: usize>(game: &Game<N>, names: &Names, position: &Position<N>, m: Move) -> Option<String> {
    if names.letters.is_empty() || !game.judges_singly() || game.variant.walling.is_some() || m.has_effects() {
        return None;
    }
    let mut text = String::with_capacity(8);
    let board = &game.variant.board;
    let kind = match m.kind {
        MoveType::Castling => return Some(algebraic::castling(m.from(), m.to()).to_owned()),
        MoveType::Pass | MoveType::Chain => return None,
        MoveType::Drop => m.piece()?,
        _ => position.cell(m.from()).kind(),
    };
    let is_pawn = names.pawns[kind.index()] && !m.enters();
    let letter = names.letters[kind.index()];
    // If two kinds have one name, the moves of both must be told apart.
    if names.named((!is_pawn).then_some(letter)).count() > 1
        || is_pawn && game.variant.kinds[kind.index()].promotes_in_place()
    {
        return None;
    }
    if !is_pawn {
        text.push(char::from(letter));
    }
    if m.enters() {
        text.push('@');
    } else {
        let is_capture = m.kind == MoveType::EnPassant || position.cell(m.to()).is_piece();
        push_origin(&mut text, game, position, m, is_pawn && is_capture)?;
        if is_capture {
            text.push('x');
        }
    }
    board.push_name(&mut text, m.to());
    if let Some(becomes) = m.promotion() {
        text.extend(['=', char::from(names.letters[becomes.index()])]);
    }
    Some(text)
}

/// Adds as much of the origin of a move as tells it from the moves of other pieces of the kind to the same square: the
/// file, the rank or both. Pawns that capture have the file.
fn push_origin<const N: usize>(
    text: &mut String,
    game: &Game<N>,
    position: &Position<N>,
    m: Move,
    by_file: bool,
) -> Option<()> {
    let (board, from) = (&game.variant.board, m.from());
    let (mut others, mut on_file, mut on_rank) = (false, false, false);
    if !by_file {
        // Where pieces of a kind are alone, nothing has to be told apart.
        let kind = position.cell(from).kind();
        let is_alone = !position.pieces(position.turn(), kind).has_several();
        let rivals = if is_alone { ArrayVec::new() } else { moves_to(game, position, kind, Bitboard::FULL, m.to())? };
        let may_be_meant =
            |l: &Move| l.from() != from && l.kind != MoveType::EnPassant && l.promotion() == m.promotion();
        for rival in rivals.iter().filter(|l| may_be_meant(l)) {
            others = true;
            on_file |= board.file(rival.from()) == board.file(from);
            on_rank |= board.rank(rival.from()) == board.rank(from);
        }
    }
    match (others || by_file, on_file, on_rank) {
        (false, ..) => {}
        (true, false, _) => push_file(text, board.file(from) as usize),
        (true, true, false) => text.push_str(&(board.rank(from) + 1).to_string()),
        (true, true, true) => board.push_name(text, from),
    }
    Some(())
}

/// Returns the legal move that a text names, if it is found without listing the legal moves.
fn find<const N: usize>(game: &Game<N>, names: &Names, position: &Position<N>, text: &[u8]) -> Option<Move> {
    if !game.judges_singly() || game.variant.walling.is_some() {
        return None;
    }
    if matches!(text.first(), Some(b'O' | b'0')) {
        return find_castling(game, position, text);
    }
    let board = &game.variant.board;
    if let Some((from, rest)) = square(board, text)
        && let Some((to, rest)) = square(board, rest)
    {
        return find_by_squares(game, position, from, to, rest);
    }
    if names.letters.is_empty() {
        return None;
    }
    let san = San::parse(board, text)?;
    let (origins, mut found) = (san.origins(board), None);
    for kind in names.named(san.letter) {
        if san.is_drop {
            let m = Move::dropped::<N>(san.to, kind);
            if game.is_legal(position, m) && found.replace(m).is_some() {
                return None;
            }
            continue;
        }
        for m in moves_to(game, position, kind, origins, san.to)? {
            let becomes = m.promotion().map(|kind| names.letters[kind.index()]);
            if becomes == san.promotes_to && found.replace(m).is_some() {
                return None;
            }
        }
    }
    found
}

/// Returns the move from a square to another whose text in UCI ends with `rest`.
fn find_by_squares<const N: usize>(
    game: &Game<N>,
    position: &Position<N>,
    from: Square,
    to: Square,
    rest: &[u8],
) -> Option<Move> {
    let mover = position.cell(from);
    if !mover.is_piece() || mover.side() != position.turn() {
        return None;
    }
    let is_it = |m: &Move| m.from() == from && game.promotion_text(position, *m).as_bytes() == rest;
    let by_itself = moves_to(game, position, mover.kind(), Bitboard::of(from), to)?.into_iter().find(is_it);
    let castles = || {
        let any_files = game.variant.castling.as_ref().is_some_and(|rule| rule.any_files);
        let squares = position.castlings_of(position.turn()).find(|c| (c.king, c.king_to) == (from, to))?;
        let m = Move::of::<N>(MoveType::Castling, from, squares.partner);
        (rest.is_empty() && !any_files && game.is_legal(position, m)).then_some(m)
    };
    by_itself.or_else(castles)
}

/// Returns the castling move that a text names by its wing, `O-O` or `0-0-0`, if there is one by each wing at most.
fn find_castling<const N: usize>(game: &Game<N>, position: &Position<N>, text: &[u8]) -> Option<Move> {
    let to_last = match unmarked(text) {
        b"O-O" | b"0-0" => true,
        b"O-O-O" | b"0-0-0" => false,
        _ => return None,
    };
    let rule = game.variant.castling.as_ref()?;
    if rule.has_choice() {
        return None;
    }
    let mut found = position.castlings_of(position.turn()).filter(|c| (c.partner > c.king) == to_last);
    let squares = found.next()?;
    let m = Move::of::<N>(MoveType::Castling, squares.king, squares.partner);
    (found.next().is_none() && game.is_legal(position, m)).then_some(m)
}

/// A move in standard algebraic notation: `Nbd7`, `exd8=Q`, `N@f3`.
struct San {
    /// The letter of the piece; `None` for a pawn.
    letter: Option<u8>,
    /// The file and rank of the origin, from 0, as far as they are given.
    file: Option<i32>,
    rank: Option<i32>,
    is_drop: bool,
    to: Square,
    /// The letter of the piece that the mover becomes.
    promotes_to: Option<u8>,
}

impl San {
    /// Parses a text; `None` if it has another form.
    fn parse(board: &Board, text: &[u8]) -> Option<San> {
        let text = unmarked(text);
        let (text, promotes_to) = match text {
            [before @ .., b'=', letter @ b'A'..=b'Z'] => (before, Some(*letter)),
            _ => (text, None),
        };
        let digits = text.iter().rev().take_while(|c| c.is_ascii_digit()).count();
        let (before, to) = text.split_at(text.len().checked_sub(digits + 1)?);
        let (to, []) = square(board, to)? else { return None };
        let (letter, rest) = match before {
            [letter @ b'A'..=b'Z', rest @ ..] => (Some(*letter), rest),
            _ => (None, before),
        };
        if let (Some(_), b"@") = (letter, rest) {
            let is_drop = promotes_to.is_none();
            return is_drop.then_some(San { letter, file: None, rank: None, is_drop, to, promotes_to });
        }
        let rest = rest.strip_suffix(b"x").unwrap_or(rest);
        let (file, rest) = match rest {
            [file @ b'a'..=b'z', rest @ ..] => (Some(i32::from(file - b'a')), rest),
            _ => (None, rest),
        };
        let (rank, rest) = number(rest);
        // A pawn that comes from another file has its file written.
        let file = file.or_else(|| if letter.is_none() { Some(board.file(to)) } else { None });
        rest.is_empty().then_some(San {
            letter,
            file,
            rank: rank.map(|rank| rank - 1),
            is_drop: false,
            to,
            promotes_to,
        })
    }

    /// Returns the squares from which the move may come.
    fn origins<const N: usize>(&self, board: &Board) -> Bitboard<N> {
        let line = |file: &dyn Fn(i32) -> i32, rank: &dyn Fn(i32) -> i32, length: usize| {
            (0..length as i32).filter_map(|n| board.at(file(n), rank(n))).collect()
        };
        match (self.file, self.rank) {
            (None, None) => Bitboard::FULL,
            (Some(file), None) => line(&|_| file, &|n| n, board.ranks()),
            (None, Some(rank)) => line(&|n| n, &|_| rank, board.files()),
            (Some(file), Some(rank)) => line(&|_| file, &|_| rank, 1),
        }
    }
}

/// Returns a text without marks of check at its end.
fn unmarked(mut text: &[u8]) -> &[u8] {
    while let [before @ .., b'+' | b'#'] = text {
        text = before;
    }
    text
}

/// Returns the square with whose name a text begins, and the rest of the text.
fn square<'t>(board: &Board, text: &'t [u8]) -> Option<(Square, &'t [u8])> {
    let [file @ b'a'..=b'z', rest @ ..] = text else { return None };
    let (rank, rest) = number(rest);
    Some((board.at(i32::from(file - b'a'), rank? - 1)?, rest))
}

/// Returns the number of one or two digits with which a text begins, and the rest of the text.
fn number(text: &[u8]) -> (Option<i32>, &[u8]) {
    let value = |digit: &u8| i32::from(digit - b'0');
    match text {
        [tens @ b'1'..=b'9', ones @ b'0'..=b'9', rest @ ..] => (Some(10 * value(tens) + value(ones)), rest),
        [ones @ b'1'..=b'9', rest @ ..] => (Some(value(ones)), rest),
        _ => (None, text),
    }
}
