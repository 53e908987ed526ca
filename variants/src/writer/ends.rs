//! Tables of `[[ends]]`.

use super::Writer;
use super::keys::Keys;
use super::values::{by_side, list, quoted, word};
use crate::keys::words::{LINES, Line, WINGS, WORTHS};
use crate::keys::{WHENS, When};
use betza_game::variant::{Connection, EndRule, Shape};

fn keys_of(when: When) -> Keys {
    let mut keys = Keys::of(when.table());
    keys.put("when", word(&WHENS, &when));
    keys
}

impl Writer<'_> {
    pub(super) fn end(&self, end: &EndRule) -> Keys {
        match end {
            EndRule::Extinct { kinds, count, together, opponent, reply, worth } => {
                let mut keys = keys_of(When::Extinct);
                keys.put("pieces", self.ids(kinds));
                keys.put("count", count.to_string());
                keys.put("together", together.to_string());
                keys.put("opponent", opponent.to_string());
                keys.put("reply", reply.to_string());
                keys.put("value", word(&WORTHS, worth));
                keys
            }
            EndRule::Reached { kinds, region, reply, safe, count, blocked } => {
                let mut keys = keys_of(When::Reached);
                keys.put("pieces", by_side(kinds, |kinds| self.ids(kinds)));
                keys.put("region", self.regions(region));
                keys.put("reply", reply.to_string());
                keys.put("safe", safe.to_string());
                keys.put("count", count.to_string());
                keys.put("blocked", blocked.to_string());
                keys
            }
            EndRule::Checks(count) => {
                let mut keys = keys_of(When::Checks);
                keys.put("count", count.to_string());
                keys
            }
            EndRule::Bikjang => keys_of(When::Bikjang),
            EndRule::Passes => keys_of(When::Passes),
            EndRule::Bared => keys_of(When::Bared),
            EndRule::FullBoard => keys_of(When::FullBoard),
            EndRule::Castled(wings) => {
                let mut keys = keys_of(When::Castled);
                keys.put("wings", by_side(wings, |wings| word(&WINGS, wings)));
                keys
            }
            EndRule::Connected(rule) => self.connection(rule),
        }
    }

    fn connection(&self, rule: &Connection) -> Keys {
        let (when, count, directions) = match &rule.shape {
            Shape::Row(count, directions) => (When::Row, Some(count), Some(directions)),
            Shape::Line(count, directions) => (When::Line, Some(count), Some(directions)),
            Shape::Block(count) => (When::Block, Some(count), None),
            Shape::Chain { directions, .. } => (When::Chain, None, Some(directions)),
        };
        let mut keys = keys_of(when);
        keys.put("pieces", self.ids(&rule.kinds));
        keys.some("count", count.map(u8::to_string));
        if let Shape::Chain { ends: [from, to], forward, .. } = &rule.shape {
            keys.put("from", self.regions(from));
            keys.put("to", self.regions(to));
            keys.put("forward", forward.to_string());
        }
        if let Some(directions) = directions {
            let counts = |line: Line| match line {
                Line::Horizontal => directions.horizontal,
                Line::Vertical => directions.vertical,
                Line::Diagonal => directions.diagonal,
            };
            let words = LINES.iter().filter(|known| counts(known.value));
            keys.put("directions", list(words, |known| quoted(known.word)));
        }
        keys.put("value", word(&WORTHS, &rule.worth));
        keys
    }
}
