//! A game of a file as plain data.

use super::events::Claimed;
use super::fault::{Fault, Place};
use super::reader::Visitor;
use crate::position::{Played, Position};
use betza_movegen::Outcome;

/// A game, with all that its text says.
#[derive(Clone, Debug, Default)]
pub struct GameRecord {
    /// Where it begins.
    pub place: Place,
    /// The tags, in their order.
    pub tags: Vec<(String, String)>,
    /// The position before the first move; `None` if the game or position that the tags name cannot be read.
    pub start: Option<Position>,
    /// The moves.
    pub line: Line,
    /// The position behind the last move; `None` if not all moves could be played.
    pub last: Option<Position>,
    /// The result by the rules; `None` if the game can go on, or could not be played.
    pub outcome: Option<Outcome>,
    /// What is wrong.
    pub faults: Vec<Fault>,
}

/// A line of moves: a game, or a variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The comments before the first move.
    pub comments: Vec<String>,
    /// The NAGs before the first move.
    pub nags: Vec<u8>,
    /// Variations before the first move. They stand instead of nothing, which is a fault.
    pub variations: Vec<Line>,
    /// The moves.
    pub plies: Vec<Ply>,
    /// The result that the text claims.
    pub result: Option<Claimed>,
}

/// A move of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move as it was written, without `!` and `?`.
    pub text: String,
    /// What was played; `None` if it is not legal or stands behind such a move.
    pub played: Option<Played>,
    /// Its NAGs.
    pub nags: Vec<u8>,
    /// The comments behind it, those behind its variations too.
    pub comments: Vec<String>,
    /// What could have been played instead.
    pub variations: Vec<Line>,
}

impl GameRecord {
    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// Gives a tag a value.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|(n, _)| n == name) {
            Some(tag) => tag.1 = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }

    /// The game whose moves led to a position, with the tags that say where it starts, and with its result by the
    /// rules.
    #[must_use]
    pub fn of(position: &Position) -> GameRecord {
        let mut start = position.clone();
        while start.undo().is_some() {}
        let mut record = GameRecord::default();
        let game = position.game();
        if game.name() != "chess" {
            record.set_tag("Variant", game.name());
        }
        if let Some(number) = super::draughts::number_of(game.name()) {
            record.set_tag("GameType", number);
        }
        if start.fen() != game.start_fen() {
            record.set_tag("SetUp", "1");
            record.set_tag("FEN", start.fen());
        }
        let ply = |played| Ply {
            text: String::new(),
            played: Some(played),
            nags: Vec::new(),
            comments: Vec::new(),
            variations: Vec::new(),
        };
        record.line.plies = position.history().into_iter().map(ply).collect();
        record.outcome = position.outcome();
        let result = record.outcome.map_or(Claimed::Unknown, Claimed::from);
        record.line.result = Some(result);
        record.set_tag("Result", result.to_string());
        record.start = Some(start);
        record.last = Some(position.clone());
        record
    }
}

/// Keeps what it is told of a game.
#[derive(Default)]
pub(super) struct Builder {
    record: GameRecord,
    /// The line that is being read is the last one; the others wait for their variations.
    open: Vec<Line>,
}

impl Builder {
    pub fn record(self) -> GameRecord {
        self.record
    }

    fn line(&mut self) -> &mut Line {
        self.open.last_mut().unwrap_or(&mut self.record.line)
    }

    fn add(&mut self, text: &str, played: Option<Played>) {
        let (nags, comments, variations) = (Vec::new(), Vec::new(), Vec::new());
        self.line().plies.push(Ply { text: text.to_owned(), played, nags, comments, variations });
    }
}

impl Visitor for Builder {
    fn begin(&mut self, place: Place) {
        self.record.place = place;
    }

    fn tag(&mut self, name: &str, value: &str) {
        self.record.tags.push((name.to_owned(), value.to_owned()));
    }

    fn start(&mut self, position: &Position) {
        self.record.start = Some(position.clone());
    }

    fn play(&mut self, _: &Position, played: Played, text: &str) {
        self.add(text, Some(played));
    }

    fn unplayed(&mut self, text: &str) {
        self.add(text, None);
    }

    fn nag(&mut self, number: u8) {
        let line = self.line();
        line.plies.last_mut().map_or(&mut line.nags, |ply| &mut ply.nags).push(number);
    }

    fn comment(&mut self, text: &str) {
        let line = self.line();
        line.plies.last_mut().map_or(&mut line.comments, |ply| &mut ply.comments).push(text.to_owned());
    }

    fn open(&mut self) {
        self.open.push(Line::default());
    }

    fn close(&mut self) {
        let Some(variation) = self.open.pop() else { return };
        let line = self.line();
        line.plies.last_mut().map_or(&mut line.variations, |ply| &mut ply.variations).push(variation);
    }

    fn result(&mut self, claimed: Claimed) {
        self.line().result = Some(claimed);
    }

    fn fault(&mut self, fault: Fault) {
        self.record.faults.push(fault);
    }

    fn end(&mut self, last: Option<&Position>) {
        self.record.outcome = last.and_then(Position::outcome);
        self.record.last = last.cloned();
    }
}
