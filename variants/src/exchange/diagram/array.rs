//! The pieces of a diagram, and where they start.

use super::source::Part;
use crate::exchange::draft::{Definition, Problems, known};
use crate::problem::ProblemCode;
use crate::writer::{list, quoted};
use betza_game::KIND_LIMIT;
use betza_ir::geometry::{Board, Side, Square, file_name};
use betza_notation::{Dialect, Severity};
use std::fmt::Write as _;

/// Where Black's men stand, told from White's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symmetry {
    Mirror,
    Rotate,
    None,
}

/// The parts of a piece's line: name, id, moves, image, squares, how many are held.
pub(super) type Row<'a> = Vec<Part<'a>>;

/// How many of a piece are held at the start, and where the text says so.
#[derive(Clone, Debug)]
pub(super) struct Held {
    pub(super) count: u32,
    pub(super) place: std::ops::Range<usize>,
}

/// The image that a diagram which is written asks for.
pub(super) fn image_of(name: &str) -> String {
    name.to_lowercase()
}

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stands {
    Nothing,
    Hole,
    Man(Side, usize),
}

/// The pieces, and the squares where they start.
pub(super) struct Array {
    pub(super) board: Board,
    pub(super) pieces: Vec<Definition>,
    /// For each piece.
    pub(super) held: Vec<Option<Held>>,
    /// The pieces with images that have another name than the pieces themselves, and these.
    pub(super) images: Vec<(String, String)>,
    symmetry: Option<Symmetry>,
    from_zero: bool,
    squares: Vec<Stands>,
    /// There are more kinds than a game may have, and it is told.
    is_full: bool,
}

impl Array {
    pub(super) fn new(board: Board, symmetry: Option<Symmetry>, from_zero: bool) -> Array {
        let squares = vec![Stands::Nothing; board.area()];
        Array {
            board,
            pieces: Vec::new(),
            held: Vec::new(),
            images: Vec::new(),
            symmetry,
            from_zero,
            squares,
            is_full: false,
        }
    }

    /// Takes in a line. What stands in a later one stands instead of what an earlier one puts on a square.
    pub(super) fn row(&mut self, row: &Row<'_>, problems: &mut Problems) {
        let [title, id, moves, image, squares, ..] = row[..] else { return };
        let (title, id, moves, image) = (title.trim(), id.trim(), moves.trim(), image.trim());
        if title.text.eq_ignore_ascii_case("hole") {
            // The squares that the board lacks are listed as those of a piece of this name.
            return self.stand(squares, &|_| Stands::Hole, problems);
        }
        if self.pieces.len() >= KIND_LIMIT {
            if !std::mem::replace(&mut self.is_full, true) {
                let message = format!("a game has at most {KIND_LIMIT} kinds of pieces");
                problems.error(ProblemCode::BadValue, title.place(), message, "leave out those that are never used");
            }
            return;
        }
        let mut own = if id.text.is_empty() { self.free_letter(title.text) } else { id.text.to_uppercase() };
        if own.is_empty() {
            let message = "the piece has neither an id nor a name, and no letter is free";
            return problems.error(ProblemCode::MissingKey, id.place(), message, "write an id after its name");
        }
        if self.pieces.iter().any(|piece| piece.id == own) {
            // A diagram tells its pieces apart by their numbers; a position in text cannot.
            let other = self.free_letter(title.text);
            let message = format!("{own} is the id of another piece: {} has {other} here", title.text);
            let remedy = "give each piece an id of its own";
            problems.add(Severity::Warning, ProblemCode::Conflict, id.place(), message, remedy);
            own = other;
        }
        let notation = if moves.text.is_empty() { known(title.text) } else { Some(moves.text.to_owned()) };
        let Some(notation) = notation else {
            let message = format!("{} has no moves, and no piece that is known here has this name", title.text);
            return problems.error(
                ProblemCode::MissingKey,
                moves.place(),
                message,
                "write them in XBetza after the id",
            );
        };
        if !image.text.is_empty() && image.text != image_of(title.text) {
            self.images.push((title.text.to_owned(), image.text.to_owned()));
        }
        let index = self.pieces.len();
        self.pieces.push(Definition::new(&own, title.text, &notation, moves.place()));
        self.stand(squares, &|side| Stands::Man(side, index), problems);
        let held = row.get(5).map(|part| part.trim()).filter(|part| !["", "0"].contains(&part.text));
        let held = held.and_then(|part| match part.text.parse() {
            Ok(count) => Some(Held { count, place: part.place() }),
            Err(_) => {
                let message = format!("'{}' is not how many of {} are held at the start", part.text, title.text);
                problems.error(ProblemCode::BadValue, part.place(), message, "write a number, or nothing");
                None
            }
        });
        self.held.push(held);
    }

    /// Puts something on the squares of a list: White's, and Black's after `,,` or by the symmetry.
    fn stand(&mut self, list: Part<'_>, what: &dyn Fn(Side) -> Stands, problems: &mut Problems) {
        let parted = list.text.find(",,");
        let (white, black) = match parted {
            Some(at) => (list.part(0..at), Some(list.part(at + 2..list.text.len()))),
            None => (list, None),
        };
        // Who lists Black's squares means these alone, unless he names a symmetry, too.
        let symmetry = self.symmetry.unwrap_or(if parted.is_some() { Symmetry::None } else { Symmetry::Mirror });
        for (side, list) in [(Side::White, Some(white)), (Side::Black, black)] {
            for square in list.map(|list| self.listed(list, problems)).unwrap_or_default() {
                self.squares[square.index()] = what(side);
                let (file, rank) = (self.board.file(square), self.board.rank(square));
                let opposite = match symmetry {
                    Symmetry::Mirror => self.board.at(file, self.board.ranks() as i32 - 1 - rank),
                    Symmetry::Rotate => Some(self.board.turned(square)),
                    Symmetry::None => None,
                };
                if let Some(other) = opposite.filter(|_| side == Side::White) {
                    self.squares[other.index()] = what(Side::Black);
                }
            }
        }
    }

    /// The squares of a list, such as `a1,h1` or `a2-h2`.
    fn listed(&self, list: Part<'_>, problems: &mut Problems) -> Vec<Square> {
        let mut squares = Vec::new();
        for word in list.split(|c| c == ',' || c.is_whitespace()).into_iter().filter(|w| !w.text.is_empty()) {
            let named = if self.from_zero { a_rank_up(word.text) } else { word.text.to_owned() };
            match crate::region::read(&self.board, &named) {
                Ok(region) => squares.extend(self.board.squares().filter(|s| region.contains(*s))),
                Err(_) => problems.error(
                    ProblemCode::BadValue,
                    word.place(),
                    format!("'{}' is no square of this {} board", word.text, self.board),
                    "write squares and rows of them, as in a1,h1 or a2-h2",
                ),
            }
        }
        squares
    }

    fn free_letter(&self, title: &str) -> String {
        let has_title = !title.is_empty();
        let letters = title.chars().filter(char::is_ascii_alphabetic).chain('A'..='Z');
        let is_free = |id: &String| self.pieces.iter().all(|p| p.id != *id);
        // Names with a number are free without end.
        let numbered = (1..).map(|n| format!("{}{n}", title.to_uppercase()));
        let title = std::iter::once(title.to_uppercase()).filter(|title| !title.is_empty());
        let all = letters.map(|c| c.to_ascii_uppercase().to_string()).chain(title);
        all.chain(numbered.take_while(|_| has_title)).find(is_free).unwrap_or_default()
    }

    /// Marks the royal pieces: `royal=8` is the number of one, from 1, or its id. Where nothing is said it is the King,
    /// else the last piece.
    pub(super) fn crown(&mut self, said: &[Part<'_>], problems: &mut Problems) {
        if said.is_empty() {
            let king = self.pieces.iter().position(|p| p.name.eq_ignore_ascii_case("king"));
            if let Some(piece) = king.or(self.pieces.len().checked_sub(1)).and_then(|i| self.pieces.get_mut(i)) {
                piece.royal = true;
            }
        }
        for word in said.iter().flat_map(|value| value.split(|c| c == ',')).map(Part::trim) {
            let number = word.text.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
            let index = number.or_else(|| self.pieces.iter().position(|p| p.id == word.text.to_uppercase()));
            match index.and_then(|i| self.pieces.get_mut(i)) {
                Some(piece) => piece.royal = true,
                None => problems.error(
                    ProblemCode::UnknownPiece,
                    word.place(),
                    format!("there is no piece '{}'", word.text),
                    "number the pieces from 1, or write the id of one",
                ),
            }
        }
    }

    /// How many of a piece a side has at the start.
    pub(super) fn count(&self, side: Side, index: usize) -> u32 {
        self.squares.iter().filter(|&&stands| stands == Stands::Man(side, index)).count() as u32
    }

    /// The squares that the board lacks, by name.
    pub(super) fn holes(&self) -> Vec<String> {
        let holes = self.board.squares().filter(|s| self.squares[s.index()] == Stands::Hole);
        holes.map(|s| self.board.name(s)).collect()
    }

    /// The start, with these hands, and with rights for the partners of kings that castle by their notation.
    pub(super) fn start(&self, with_hands: bool) -> String {
        let mut rows = Vec::new();
        for rank in (0..self.board.ranks()).rev() {
            let (mut row, mut empty) = (String::new(), 0);
            for file in 0..self.board.files() {
                let stands = self.squares[rank * self.board.files() + file];
                if stands == Stands::Nothing {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    let _ = write!(row, "{empty}");
                    empty = 0;
                }
                match stands {
                    Stands::Man(side, index) => row.push_str(&self.letters(side, index)),
                    Stands::Hole | Stands::Nothing => row.push('*'),
                }
            }
            if empty > 0 {
                let _ = write!(row, "{empty}");
            }
            rows.push(row);
        }
        let mut hands = String::new();
        for side in Side::BOTH {
            for (index, held) in self.held.iter().enumerate().filter(|_| with_hands) {
                let count = held.as_ref().map_or(0, |held| held.count.min(99));
                hands.extend((0..count).map(|_| self.letters(side, index)));
            }
        }
        let hands = if with_hands { format!("[{hands}]") } else { hands };
        format!("{}{hands} w {} - 0 1", rows.join("/"), self.rights())
    }

    /// A piece as it stands in FENs.
    fn letters(&self, side: Side, index: usize) -> String {
        let id = &self.pieces[index].id;
        let text = if side == Side::White { id.clone() } else { id.to_lowercase() };
        let is_plain = text.chars().filter(|c| c.is_alphabetic()).count() == 1;
        if is_plain { text } else { format!("({text})") }
    }

    /// The king of a side that castles by its notation: where it stands, and the castlings.
    fn castler(&self, side: Side) -> Option<(Square, Vec<betza_ir::Castling>)> {
        self.board.squares().find_map(|square| {
            let Stands::Man(owner, index) = self.squares[square.index()] else { return None };
            if owner != side || !self.pieces[index].royal {
                return None;
            }
            let piece = betza_notation::read(&self.pieces[index].notation[0].0, Dialect::Xbetza).ok()?.piece;
            (!piece.castlings.is_empty()).then_some((square, piece.castlings))
        })
    }

    /// The partner of a castling on the king's rank: the outermost man towards an edge, looked for from so many squares
    /// in from it. Squares that the board lacks do not count.
    fn partner(&self, king: Square, to_last: bool, inset: u8) -> Option<(i32, Side, usize)> {
        let (file, rank, files) = (self.board.file(king), self.board.rank(king), self.board.files() as i32);
        let inwards: Vec<i32> = if to_last { (file + 1..files).rev().collect() } else { (0..file).collect() };
        let stands = |file: i32| self.board.at(file, rank).map_or(Stands::Hole, |square| self.squares[square.index()]);
        let squares = inwards.into_iter().map(|file| (file, stands(file))).skip_while(|(_, s)| *s == Stands::Hole);
        squares.skip(usize::from(inset)).find_map(|(file, stands)| match stands {
            Stands::Man(side, index) => Some((file, side, index)),
            Stands::Nothing | Stands::Hole => None,
        })
    }

    /// The rights to castle of the start.
    fn rights(&self) -> String {
        let mut rights = String::new();
        for side in Side::BOTH {
            let Some((king, castlings)) = self.castler(side) else { continue };
            // Black has the last file on its left.
            let goes = |to_last: bool| {
                castlings.iter().any(|c| {
                    let has = if (side == Side::White) == to_last { c.right } else { c.left };
                    has && self.partner(king, to_last, c.inset).is_some_and(|(_, owner, _)| owner == side)
                })
            };
            let letters = if side == Side::White { ['K', 'Q'] } else { ['k', 'q'] };
            rights.extend([true, false].into_iter().zip(letters).filter(|(last, _)| goes(*last)).map(|(_, c)| c));
        }
        if rights.is_empty() { "-".to_owned() } else { rights }
    }

    /// The table `castling` of the native format, which a king needs whose partners do not stand where its notation has
    /// them there.
    pub(super) fn castling(&self) -> String {
        let [Some(white), Some(black)] = Side::BOTH.map(|side| self.partners(side)) else { return String::new() };
        if !white.moved && !black.moved {
            return String::new();
        }
        let by_side = |white: String, black: String| {
            if white == black { white } else { format!("{{ white = {white}, black = {black} }}") }
        };
        let partners = by_side(white.listed(), black.listed());
        let files = by_side(white.files(), black.files());
        format!("\n[castling]\npartners = {partners}\npartner_file = {files}\n")
    }

    /// With whom the king of a side castles; `None` if it does not.
    fn partners(&self, side: Side) -> Option<Partners> {
        let (king, castlings) = self.castler(side)?;
        let last = self.board.files() as i32 - 1;
        let mut found = Partners { ids: Vec::new(), files: Vec::new(), moved: false };
        for to_last in [true, false] {
            // White has the last file on its right.
            let right = to_last == (side == Side::White);
            let inset = castlings.iter().find(|c| if right { c.right } else { c.left }).map(|c| c.inset);
            let noted = inset.map_or(0, i32::from);
            let noted = if to_last { last - noted } else { noted };
            let partner = inset.and_then(|inset| self.partner(king, to_last, inset));
            let (file, index) = partner.map_or((noted, None), |(file, _, index)| (file, Some(index)));
            found.moved |= file != noted;
            found.files.push(file_name(file.clamp(0, last) as usize));
            found.ids.extend(index.map(|index| self.pieces[index].id.clone()));
        }
        found.ids.dedup();
        Some(found)
    }
}

/// With whom a king castles, and from which files.
struct Partners {
    ids: Vec<String>,
    files: Vec<String>,
    /// One stands elsewhere than the notation has it.
    moved: bool,
}

impl Partners {
    fn listed(&self) -> String {
        list(&self.ids, |id| quoted(id))
    }

    fn files(&self) -> String {
        list(&self.files, |file| quoted(file))
    }
}

/// Squares whose ranks are counted from 0, counted from 1: `a0-c2` is `a1-c3`.
fn a_rank_up(word: &str) -> String {
    let up = |square: &str| {
        let digits = square.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let file = &square[..square.len() - digits.len()];
        digits.parse::<u32>().map_or_else(|_| square.to_owned(), |rank| format!("{file}{}", rank.saturating_add(1)))
    };
    word.split('-').map(up).collect::<Vec<_>>().join("-")
}

/// Whether squares are named from rank 0: the text says `firstRank=0` and names a square that there is only so. With
/// `firstRank` alone they may be meant either way, and are taken to begin at 1, with a warning.
pub(super) fn counts_from_zero(
    rows: &[Row<'_>],
    said: Option<Part<'_>>,
    line: std::ops::Range<usize>,
    problems: &mut Problems,
) -> bool {
    let Some(value) = said.filter(|value| value.text != "1") else { return false };
    let has_rank = |word: &str, rank: &str| {
        word.split('-').any(|square| square.trim_start_matches(|c: char| c.is_ascii_alphabetic()) == rank)
    };
    let words = rows.iter().filter_map(|row| row.get(4)).flat_map(|squares| squares.text.split([',', ' ']));
    let from_zero = value.text == "0" && words.into_iter().any(|word| has_rank(word, "0"));
    if !from_zero {
        let message = "'firstRank' is taken for a matter of the picture: the squares of pieces are read from rank 1";
        problems.add(Severity::Warning, ProblemCode::NoEffect, line, message.to_owned(), "it can stay");
    }
    from_zero
}
