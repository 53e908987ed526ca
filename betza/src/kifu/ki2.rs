//! Moves of KI2, which name no origin: words tell apart the pieces that may go to a square.
//!
//! Source: the rules of notation of the Japan Shogi Association (棋譜の表記方法). Right and left are as the piece's owner
//! sees them.

use super::diagram::KINDS;
use super::moves::{Point, Told, standing, unreadable, usi};
use crate::pgn::{Fault, Place};
use crate::position::Position;
use crate::text::Style;
use betza_ir::geometry::Side;

/// A word, and whether it tells of a piece that comes from there.
type Word = (char, fn(Offset) -> bool);

/// The words for how a piece goes.
const WORDS: [Word; 6] = [
    ('上', |from| from.behind > 0),
    ('行', |from| from.behind > 0),
    ('入', |from| from.behind > 0),
    ('引', |from| from.behind < 0),
    ('寄', |from| from.behind == 0),
    ('直', |from| from.behind > 0 && from.right == 0),
];

/// The words for the piece that comes from the right and from the left of the others.
const RIGHT_AND_LEFT: [char; 2] = ['右', '左'];

/// Where a piece comes from, seen by its owner from where it ends.
#[derive(Clone, Copy)]
struct Offset {
    behind: i8,
    right: i8,
}

impl Offset {
    fn of((file, rank): Point, (to_file, to_rank): Point, owner: Side) -> Offset {
        // File 1 is at Sente's right, and rank 1 the farthest.
        let (behind, right) = (rank as i8 - to_rank as i8, to_file as i8 - file as i8);
        match owner {
            Side::White => Offset { behind, right },
            Side::Black => Offset { behind: -behind, right: -right },
        }
    }
}

/// The words with which a text begins, and the rest of it.
pub(super) fn words(text: &str) -> (&str, &str) {
    let is_word = |c: char| RIGHT_AND_LEFT.contains(&c) || WORDS.iter().any(|(word, _)| *word == c);
    text.split_at(text.find(|c| !is_word(c)).unwrap_or(text.len()))
}

/// Where the piece stands that these words tell apart from others of its kind; `None` if no piece on the board may go
/// there, so that one is dropped.
pub(super) fn origin(position: &Position, text: &str, words: &str, told: &Told) -> Result<Option<Point>, Fault> {
    let may_go = |from: Point| {
        let text = usi(position, text, &Told { from: Some(from), ..*told });
        text.is_ok_and(|text| position.read_move_as(&text, Style::Usi).is_ok())
    };
    let points = (1..=9).flat_map(|file| (1..=9).map(move |rank| (file, rank)));
    let of_kind: Vec<Point> = points.filter(|&from| standing(position, from) == Some(told.kind)).collect();
    let mut found: Vec<Point> = of_kind.into_iter().filter(|&from| may_go(from)).collect();
    if found.is_empty() && words.is_empty() && !told.promotes {
        return Ok(None);
    }
    let offset = |&from: &Point| Offset::of(from, told.to, position.turn());
    for word in words.chars() {
        if let Some((_, goes)) = WORDS.iter().find(|(known, _)| *known == word) {
            found.retain(|from| goes(offset(from)));
        }
    }
    // These choose among what the other words leave.
    for (word, sign) in RIGHT_AND_LEFT.into_iter().zip([1, -1]) {
        if words.contains(word) {
            let farthest = found.iter().map(|from| sign * offset(from).right).max();
            found.retain(|from| Some(sign * offset(from).right) == farthest);
        }
    }
    match found[..] {
        [from] => Ok(Some(from)),
        [] => {
            let message = format!("'{text}': no {} of the side to move may go so", KINDS[told.kind].japanese[0]);
            Err(Fault::error(Place::default(), "illegal-move", message, "play a legal move"))
        }
        _ => {
            let places: Vec<String> = found.iter().map(|(file, rank)| format!("{file}{rank}")).collect();
            let message = format!("'{text}' may come from {}", places.join(", "));
            let remedy = "tell the pieces apart by 右, 左, 上, 引, 寄 or 直";
            Err(Fault::error(Place::default(), "ambiguous-move", message, remedy))
        }
    }
}

/// The side that a sign before a move names; `None` without a sign.
pub(super) fn signed(text: &str) -> Option<Side> {
    match text.chars().next()? {
        '▲' | '☗' | '▼' => Some(Side::White),
        '△' | '☖' | '▽' => Some(Side::Black),
        _ => None,
    }
}

/// A text without the signs of sides before it.
pub(super) fn unsigned(text: &str) -> &str {
    text.trim_start_matches(|c: char| signed(c.encode_utf8(&mut [0; 4])).is_some())
}

/// The moves of a line, each with its sign.
pub(super) fn moves(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line.trim();
    std::iter::from_fn(move || {
        let first = rest.chars().next()?.len_utf8();
        let end = rest[first..].find(|c: char| signed(c.encode_utf8(&mut [0; 4])).is_some());
        let (this, after) = rest.split_at(end.map_or(rest.len(), |end| first + end));
        rest = after;
        Some(this.trim_end())
    })
}

/// A text of KI2 that cannot be read.
pub(super) fn refuse(text: &str) -> Fault {
    unreadable(text, "KI2", "▲７六歩, △５五角打 or ▲５八金右")
}
