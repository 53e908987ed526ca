//! Writes games in PGN's export format.

use super::events::Claimed;
use super::record::{GameRecord, Line, Ply};
use crate::game::Game;
use crate::position::{Played, Position};
use crate::text::Style;
use betza_ir::geometry::Side;
use std::io::{self, Write};

/// The longest line. A word that is longer has a line of its own, and tags are not broken.
const WIDTH: usize = 80;

/// The tags that every game has, in this order, with what they say if nothing is known.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Writes a game in PGN's export format: the seven tags of the roster, the others in their order, and the moves in
/// lines of up to
/// 80 columns. [`super::Reader`] reads it back.
///
/// Moves that were played are written in `style`, or as their own texts if it is `None`; others as their texts. Where a
/// move has no text of its own, it is SAN, or a number of draughts.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(out: &mut impl Write, game: &GameRecord, style: Option<Style>) -> io::Result<()> {
    let result = game.line.result.unwrap_or(Claimed::Unknown);
    for (name, unknown) in ROSTER {
        let value = if name == "Result" {
            // As behind the moves, where both say the same in other words (`2-0`).
            let told = game.tag(name).filter(|tag| Claimed::of(tag) != Some(result));
            told.map_or(result.to_string(), str::to_owned)
        } else {
            game.tag(name).unwrap_or(unknown).to_owned()
        };
        write_tag(out, name, &value)?;
    }
    for (name, value) in &game.tags {
        if !ROSTER.iter().any(|(of_roster, _)| of_roster == name) {
            write_tag(out, name, value)?;
        }
    }
    writeln!(out)?;
    let mut text = Wrapped { style, ..Wrapped::new(out) };
    text.line(&game.line, game.start.as_ref())?;
    if game.line.result.is_none() {
        text.word(&result.to_string())?;
    }
    writeln!(text.out, "\n")
}

/// The side that moves first in a game. PDN has no number of the move, so positions do not tell it.
fn first_side(game: &Game) -> Side {
    if is_numbered(game) { game.start().turn() } else { Side::White }
}

/// Whether moves are told by the numbers of their squares.
fn is_numbered(game: &Game) -> bool {
    game.players_style() == Style::Pdn
}

pub(crate) fn write_tag(out: &mut impl Write, name: &str, value: &str) -> io::Result<()> {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    writeln!(out, "[{name} \"{value}\"]")
}

/// Words, broken into lines.
pub(crate) struct Wrapped<'a, W> {
    out: &'a mut W,
    column: usize,
    style: Option<Style>,
}

impl<'a, W: Write> Wrapped<'a, W> {
    pub(crate) fn new(out: &'a mut W) -> Wrapped<'a, W> {
        Wrapped { out, column: 0, style: None }
    }

    pub(crate) fn word(&mut self, word: &str) -> io::Result<()> {
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > WIDTH {
            self.end_line()?;
        }
        if self.column > 0 {
            self.out.write_all(b" ")?;
            self.column += 1;
        }
        self.column += length;
        self.out.write_all(word.as_bytes())
    }

    fn end_line(&mut self) -> io::Result<()> {
        self.column = 0;
        self.out.write_all(b"\n")
    }

    /// Writes a line of moves from a position.
    fn line(&mut self, line: &Line, start: Option<&Position>) -> io::Result<()> {
        let mut position = start.cloned();
        // Where there is no position the numbers are those of a game from the start. A move is numbered by the side
        // that begins the game, which is Black in some games of draughts.
        let (mut number, mut is_first) = start
            .map_or((1, true), |start| (start.setup().move_number.max(1), start.turn() == first_side(start.game())));
        self.around(&line.nags, &line.comments, &line.variations, None)?;
        let mut needs_number = true;
        for ply in &line.plies {
            if is_first || needs_number {
                self.word(&format!("{number}{}", if is_first { "." } else { "..." }))?;
            }
            let before = position.clone().filter(|_| !ply.variations.is_empty());
            let text = self.text(ply, position.as_ref());
            self.word(&text)?;
            self.around(&ply.nags, &ply.comments, &ply.variations, before.as_ref())?;
            needs_number = !ply.comments.is_empty() || !ply.variations.is_empty();
            position = match (ply.played, position.take()) {
                (Some(played), Some(mut position)) => {
                    let done = match played {
                        Played::Move(m) => position.play(m),
                        Played::Null => position.play_null(),
                    };
                    done.is_ok().then_some(position)
                }
                _ => None,
            };
            number = number.saturating_add(u32::from(!is_first));
            is_first = !is_first;
        }
        match line.result {
            Some(result) => self.word(&result.to_string()),
            None => Ok(()),
        }
    }

    /// Writes what belongs to a move.
    fn around(
        &mut self,
        nags: &[u8],
        comments: &[String],
        variations: &[Line],
        before: Option<&Position>,
    ) -> io::Result<()> {
        for nag in nags {
            self.word(&format!("${nag}"))?;
        }
        for comment in comments {
            self.comment(comment)?;
        }
        for variation in variations {
            self.word("(")?;
            self.line(variation, before)?;
            self.word(")")?;
        }
        Ok(())
    }

    fn text(&self, ply: &Ply, position: Option<&Position>) -> String {
        if !ply.text.is_empty() {
            return self.styled(ply, position, self.style);
        }
        let own = if position.is_some_and(|at| is_numbered(at.game())) { Style::Pdn } else { Style::San };
        self.styled(ply, position, Some(self.style.unwrap_or(own)))
    }

    fn styled(&self, ply: &Ply, position: Option<&Position>, style: Option<Style>) -> String {
        match (style, ply.played, position) {
            (Some(style), Some(Played::Move(m)), Some(position)) => position.text(m, style),
            (Some(_), Some(Played::Null), _) => "--".to_owned(),
            _ => ply.text.clone(),
        }
    }

    /// Writes a comment, broken where single blanks are. One with a brace in it goes to the end of the line.
    pub(crate) fn comment(&mut self, comment: &str) -> io::Result<()> {
        if comment.contains('}') {
            if self.column > 0 {
                self.out.write_all(b" ")?;
            }
            write!(self.out, ";{}", comment.replace(['\n', '\r'], " "))?;
            return self.end_line();
        }
        let comment = format!("{{{}}}", comment.replace(['\n', '\r'], " "));
        let mut words = comment.split(' ').peekable();
        let mut word = words.next().unwrap_or_default().to_owned();
        for next in words {
            if word.is_empty() || word.ends_with(' ') || next.is_empty() {
                // Several blanks stay together with the words around them.
                word.push(' ');
                word.push_str(next);
            } else {
                self.word(&word)?;
                next.clone_into(&mut word);
            }
        }
        self.word(&word)
    }
}
