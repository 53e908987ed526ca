//! Parts of a game with their places, of which formats other than PGN are made.

use super::{Claimed, Event, Fault, Place};
use std::collections::VecDeque;

/// A part of a game, as [`Event`] has it.
pub(crate) enum Part {
    Tag(&'static str, String),
    Move(String),
    Comment(String),
    Open,
    Close,
    Result(Claimed),
    Fault(Fault),
    End,
}

impl Part {
    fn event(&self) -> Event<'_> {
        match self {
            Part::Tag(name, value) => Event::Tag { name, value },
            Part::Move(text) => Event::Move(text),
            Part::Comment(text) => Event::Comment(text),
            Part::Open => Event::Open,
            Part::Close => Event::Close,
            Part::Result(claimed) => Event::Result(*claimed),
            Part::Fault(fault) => Event::Fault(fault),
            Part::End => Event::End,
        }
    }
}

/// A part, and where it stands in the file.
pub(crate) struct Placed {
    pub place: Place,
    pub part: Part,
}

/// Parts that have been read, and the one that was told last.
pub(crate) struct Parts {
    waiting: VecDeque<Placed>,
    last: Placed,
}

impl Parts {
    pub fn new() -> Parts {
        let last = Placed { place: Place { game: 1, line: 1, column: 1 }, part: Part::End };
        Parts { waiting: VecDeque::new(), last }
    }

    pub fn push(&mut self, place: Place, part: Part) {
        self.waiting.push_back(Placed { place, part });
    }

    pub fn extend(&mut self, parts: Vec<Placed>) {
        self.waiting.extend(parts);
    }

    /// Whether all have been told.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Goes to the next part; returns false if all have been told.
    pub fn advance(&mut self) -> bool {
        let Some(next) = self.waiting.pop_front() else { return false };
        self.last = next;
        true
    }

    pub fn event(&self) -> Event<'_> {
        self.last.part.event()
    }

    pub fn place(&self) -> Place {
        self.last.place
    }
}

/// The seconds of a move as a comment that PGN's programs know; `None` for no time.
pub(crate) fn time(seconds: u64) -> Option<Part> {
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    (seconds > 0).then(|| Part::Comment(format!("[%emt {hours}:{minutes:02}:{:02}]", seconds % 60)))
}

/// The tags of a date with or without a time: `2024/05/01`, `2024/05/01 10:00:00`, `2024/05/01(水) 10:00`.
pub(crate) fn date(tags: [&'static str; 2], value: &str) -> Vec<Part> {
    let mut words = value.split([' ', '　', '(', ')', 'T']).filter(|word| !word.is_empty());
    let day = words.next().unwrap_or_default().replace(['/', '-'], ".");
    let time = words.rfind(|word| word.contains(':'));
    let parts = [(!day.is_empty()).then_some(day), time.map(str::to_owned)];
    tags.into_iter().zip(parts).filter_map(|(tag, value)| Some(Part::Tag(tag, value?))).collect()
}
