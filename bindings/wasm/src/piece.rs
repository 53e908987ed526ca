//! Pieces by themselves.

use crate::thrown::Thrown;
use crate::{Told, json};
use betza::{Dialect, Men, Piece, PieceMove, Side};
use betza_explain::compare::{Difference, difference};
use betza_explain::diagram::{self, Marks};
use betza_ir::geometry::{Board, Square};
use betza_ir::sorted;
use betza_notation::Reading;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::str::FromStr;
use wasm_bindgen::prelude::*;

/// A question about a piece, as a line of `betza moves --batch` has it.
#[derive(Deserialize)]
pub(crate) struct Request {
    pub(crate) piece: String,
    at: String,
    #[serde(default = "betza")]
    dialect: String,
    #[serde(default = "eight")]
    board: String,
    #[serde(default = "white")]
    side: String,
    #[serde(default)]
    friends: Vec<String>,
    #[serde(default)]
    foes: Vec<String>,
    #[serde(default)]
    moved: Vec<String>,
}

fn betza() -> String {
    "betza".to_owned()
}

fn eight() -> String {
    "8x8".to_owned()
}

fn white() -> String {
    "white".to_owned()
}

impl Request {
    pub(crate) fn of(text: &str) -> Result<Request, Thrown> {
        serde_json::from_str(text).map_err(|e| {
            // The reader stands behind the byte that it does not take.
            let lines = text.split_inclusive('\n').take(e.line().saturating_sub(1)).map(str::len);
            let byte = lines.sum::<usize>() + e.column().saturating_sub(1);
            Thrown::at("request", text, &(byte..byte), &e.to_string())
        })
    }

    fn piece(&self) -> Result<Piece, Thrown> {
        Piece::read(&self.piece, self.dialect()?).map_err(|e| Thrown::told(&self.piece, e.diagnostics()))
    }

    pub(crate) fn reading(&self) -> Result<Reading, Thrown> {
        betza_notation::read(&self.piece, self.dialect()?).map_err(|found| Thrown::told(&self.piece, &found))
    }

    pub(crate) fn dialect(&self) -> Result<Dialect, Thrown> {
        Ok(Dialect::from_str(&self.dialect)?)
    }

    pub(crate) fn board(&self) -> Result<Board, Thrown> {
        Ok(Board::parse(&self.board)?)
    }

    pub(crate) fn side(&self) -> Result<Side, Thrown> {
        match self.side.as_str() {
            "white" => Ok(Side::White),
            "black" => Ok(Side::Black),
            other => {
                let message = format!("side: '{other}' is neither 'white' nor 'black'");
                Err(Thrown::word("bad-value", other, &message))
            }
        }
    }

    fn size(&self) -> Result<(u8, u8), Thrown> {
        let board = self.board()?;
        Ok((board.files() as u8, board.ranks() as u8))
    }

    fn men(&self) -> Result<Men, Thrown> {
        Ok(Men {
            board: self.size()?,
            side: self.side()?,
            at: self.at.clone(),
            friends: self.friends.clone(),
            foes: self.foes.clone(),
            moved: self.moved.clone(),
        })
    }
}

#[derive(Serialize)]
struct Read {
    ok: bool,
    diagnostics: Vec<Told>,
    english: String,
    royal: bool,
}

/// Reads a notation: `{ok, diagnostics, english, royal}`. A diagnostic may have `fixes`, the likeliest first: a text
/// with its dialect.
///
/// # Errors
/// For a dialect that is none; what is wrong with the notation is part of the answer.
#[wasm_bindgen(js_name = readPiece)]
pub fn read_piece(text: &str, dialect: &str) -> Result<String, Thrown> {
    let dialect = Dialect::from_str(dialect)?;
    let answer = match Piece::read(text, dialect) {
        Ok(piece) => Read {
            ok: true,
            diagnostics: Told::of_notation(text, dialect, piece.warnings()),
            english: piece.explain(),
            royal: piece.is_royal(),
        },
        Err(e) => {
            let diagnostics = Told::of_notation(text, dialect, e.diagnostics());
            Read { ok: false, diagnostics, english: String::new(), royal: false }
        }
    };
    json(&answer)
}

#[derive(Serialize)]
struct Moves {
    moves: Vec<betza::PieceMove>,
    royal: bool,
    promotions: Option<Vec<String>>,
}

/// The moves of a piece among other men, in the JSON of `betza moves --batch`.
///
/// # Errors
/// For a notation that cannot be read, and for men that cannot stand so.
#[wasm_bindgen(js_name = pieceMoves)]
pub fn piece_moves(request: &str) -> Result<String, Thrown> {
    let request = Request::of(request)?;
    let piece = request.piece()?;
    let promotions = piece.promotions().map(<[String]>::to_vec);
    json(&Moves { moves: piece.moves(&request.men()?)?, royal: piece.is_royal(), promotions })
}

/// Where a piece could go whatever stands on the board, as a JSON list of squares: `{piece, at, dialect, board, side}`.
///
/// # Errors
/// For a notation that cannot be read, and for a square off the board.
#[wasm_bindgen(js_name = pieceReach)]
pub fn piece_reach(request: &str) -> Result<String, Thrown> {
    let request = Request::of(request)?;
    let piece = request.piece()?;
    json(&piece.reach(request.size()?, &request.at, request.side()?)?)
}

/// What squares are to a piece: the marks of a diagram.
#[derive(Serialize)]
struct Shown {
    marks: Vec<Marked>,
    legend: Vec<Row>,
    relocations: Vec<[String; 2]>,
    notes: Vec<String>,
}

/// A square and its marks.
#[derive(Serialize)]
pub(crate) struct Marked {
    square: String,
    marks: Vec<String>,
}

/// A square of this name with its marks.
pub(crate) fn marked(square: String, found: Marks) -> Marked {
    Marked { square, marks: names(found) }
}

#[derive(Serialize)]
struct Row {
    marks: Vec<String>,
    text: &'static str,
}

fn names(marks: Marks) -> Vec<String> {
    marks.iter_names().map(|(name, _)| name.to_ascii_lowercase().replace('_', "-")).collect()
}

/// The diagram of a piece: what it may do under conditions if no men are given, else what it may do among them.
///
/// # Errors
/// As [`piece_moves`].
#[wasm_bindgen(js_name = pieceMarks)]
pub fn piece_marks(request: &str) -> Result<String, Thrown> {
    let request = Request::of(request)?;
    let (board, side) = (request.board()?, request.side()?);
    let reading = request.reading()?;
    let at = board.parse_square(&request.at)?;
    let mut men: Vec<(Square, Side)> = Vec::new();
    for (names, of) in [(&request.friends, side), (&request.foes, side.other())] {
        for name in names {
            men.push((board.parse_square(name)?, of));
        }
    }
    let drawn = if men.is_empty() {
        diagram::general(&reading.piece, &board, at, side)?
    } else {
        diagram::with_men(&reading.piece, &board, at, side, &men)?
    };
    let squares = board.squares().filter(|&s| !drawn.mark(s).is_empty());
    let marks = squares.map(|s| marked(board.name(s), drawn.mark(s))).collect();
    let legend = diagram::legend(&drawn).into_iter().map(|(m, text)| Row { marks: names(m), text }).collect();
    let relocations = drawn.relocations.iter().map(|r| [board.name(r.from), board.name(r.to)]).collect();
    json(&Shown { marks, legend, relocations, notes: drawn.notes })
}

/// An arch over a man that others leap over.
const HURDLE: &str = "<path d=\"M9 27A21 21 0 0 1 51 27\" fill=\"none\" stroke=\"#7a4fb5\" stroke-width=\"4\"/>";

/// The marks of a square as a picture of 60 by 60 units, by their names in `pieceMarks` and `hurdle`, separated by
/// blanks.
#[must_use]
#[wasm_bindgen(js_name = markSvg)]
pub fn mark_svg(names: &str, occupied: bool) -> String {
    let known = names.split_whitespace();
    let marks = known.filter_map(|name| Marks::from_name(&name.to_ascii_uppercase().replace('-', "_")));
    let svg = diagram::svg::square(marks.fold(Marks::empty(), |all, mark| all | mark), occupied);
    if names.split_whitespace().any(|name| name == "hurdle") {
        return svg.replace("</svg>", &format!("{HURDLE}</svg>"));
    }
    svg
}

/// What the other men are to a piece.
#[derive(Serialize)]
struct Roles {
    /// Men that make a move possible and stay where they are.
    hurdles: BTreeSet<String>,
    /// Where those moves end.
    hops: BTreeSet<String>,
    /// Men without which the piece would come to a square that it does not come to.
    blockers: BTreeSet<String>,
    /// Those squares.
    blocked: BTreeSet<String>,
}

/// Which of the other men are hurdles, and which stand in the way: each is taken off the board in turn.
///
/// # Errors
/// As [`piece_moves`].
#[wasm_bindgen(js_name = pieceRoles)]
pub fn piece_roles(request: &str) -> Result<String, Thrown> {
    let request = Request::of(request)?;
    let piece = request.piece()?;
    let men = request.men()?;
    let here = piece.moves(&men)?;
    let comes_to: BTreeSet<&str> = here.iter().filter_map(|m| m.to.as_deref()).collect();
    let (mut hurdles, mut hops) = (BTreeSet::new(), BTreeSet::new());
    let (mut blockers, mut blocked) = (BTreeSet::new(), BTreeSet::new());
    for man in men.friends.iter().chain(&men.foes) {
        let others = |all: &[String]| all.iter().filter(|x| *x != man).cloned().collect();
        let (friends, foes, moved) = (others(&men.friends), others(&men.foes), others(&men.moved));
        let without = piece.moves(&Men { friends, foes, moved, ..men.clone() })?;
        let touches = |m: &PieceMove| {
            m.to.as_ref() == Some(man) || m.captures.contains(man) || m.relocations.iter().any(|(from, _)| from == man)
        };
        for m in here.iter().filter(|m| !touches(m) && !without.contains(m)) {
            hurdles.insert(man.clone());
            hops.extend(m.to.clone());
        }
        for to in without.iter().filter_map(|m| m.to.as_ref()) {
            if to != man && !comes_to.contains(to.as_str()) {
                blockers.insert(man.clone());
                blocked.insert(to.clone());
            }
        }
    }
    json(&Roles { hurdles, hops, blockers, blocked })
}

/// The picture of a piece in SVG, as `betza show` draws it.
///
/// # Errors
/// As [`piece_moves`].
#[wasm_bindgen(js_name = pieceSvg)]
pub fn piece_svg(request: &str) -> Result<String, Thrown> {
    let request = Request::of(request)?;
    let piece = request.piece()?;
    Ok(piece.svg(request.size()?, &request.at)?)
}

#[derive(Serialize)]
struct Beside {
    dialect: &'static str,
    /// The text read in this dialect: `same`, `differs`, or `refused`.
    reading: &'static str,
    /// Why it is refused, or where the readings part.
    why: String,
    /// The piece as it was read in the chosen dialect, written in this one.
    written: Option<String>,
}

/// The text in every dialect beside the reading in one of them, and the piece written in each.
///
/// # Errors
/// For a dialect that is none. If the chosen dialect does not read the text, nothing is compared.
#[wasm_bindgen(js_name = pieceDialects)]
pub fn piece_dialects(text: &str, dialect: &str) -> Result<String, Thrown> {
    let chosen = betza_notation::read(text, Dialect::from_str(dialect)?).ok();
    let beside = Dialect::ALL.map(|other| {
        let (reading, why) = match (betza_notation::read(text, other), &chosen) {
            (Err(found), _) => ("refused", found.first().map_or(String::new(), |d| d.message.clone())),
            (Ok(_), None) => ("reads", String::new()),
            (Ok(there), Some(here)) => match difference(&here.piece, &there.piece) {
                None => ("same", String::new()),
                Some(found) => ("differs", parting(&found)),
            },
        };
        let written = chosen.as_ref().and_then(|here| betza_notation::translate(&here.piece, other).ok());
        Beside { dialect: other.id(), reading, why, written }
    });
    json(&beside)
}

/// Where two readings part, in words.
fn parting(found: &Difference) -> String {
    let example = match found {
        Difference::Mark(what) => return format!("differs in {what}"),
        Difference::Unknown => return "differs in what depends on the types of other pieces".to_owned(),
        Difference::Position(example) => example,
    };
    let board = &example.board;
    let named = |squares: &[Square]| squares.iter().map(|&s| board.name(s)).collect::<Vec<_>>().join(" ");
    let mut text = format!("on {}x{}, from {}", board.files(), board.ranks(), board.name(example.at));
    for (what, squares) in [("friends", &example.friends), ("foes", &example.foes), ("moved", &example.moved)] {
        if !squares.is_empty() {
            text += &format!(", {what} {}", named(squares));
        }
    }
    for (what, moves) in [("only the chosen dialect", &example.first), ("only this one", &example.second)] {
        let mut ends: Vec<String> = moves.iter().filter_map(|m| m.to).map(|s| board.name(s)).collect();
        sorted::sort(&mut ends);
        ends.dedup();
        if !ends.is_empty() {
            text += &format!("; {what} goes to {}", ends.join(" "));
        }
    }
    text
}
