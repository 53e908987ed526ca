//! What is wanted of a game while it is played.

use betza::pgn::{Claimed, Fault, Place, Visitor};
use betza::{Played, Position, Style};
use serde::Serialize;
use std::collections::BTreeMap;

/// What is printed of games besides faults.
pub struct Wanted {
    pub answer: bool,
    pub all_fens: bool,
    pub last_fen: bool,
}

/// The answer of `betza pgn --json` for one game.
#[derive(Debug, Default, Serialize)]
pub struct Answer {
    pub file: String,
    pub game: u64,
    pub line: u64,
    pub variant: Option<String>,
    pub tags: Vec<(String, String)>,
    pub start: Option<String>,
    pub moves: Vec<String>,
    /// The board of each move, in a match on two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boards: Option<Vec<String>>,
    pub fen: Option<String>,
    pub claimed: Option<String>,
    pub result: Option<String>,
    pub reason: Option<String>,
    /// The board that has decided a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    pub faults: Vec<OneFault>,
}

/// A fault as JSON.
#[derive(Debug, Serialize)]
pub struct OneFault {
    line: u64,
    column: usize,
    severity: &'static str,
    code: &'static str,
    message: String,
    remedy: String,
}

impl From<&Fault> for OneFault {
    fn from(fault: &Fault) -> OneFault {
        OneFault {
            line: fault.place.line,
            column: fault.place.column,
            severity: if fault.is_error() { "error" } else { "warning" },
            code: fault.code,
            message: fault.message.clone(),
            remedy: fault.remedy.clone(),
        }
    }
}

/// Games, moves and claimed results.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    pub games: u64,
    pub moves: u64,
    pub white: u64,
    pub black: u64,
    pub drawn: u64,
    pub unknown: u64,
}

/// Those of each variant.
pub type Counts = BTreeMap<String, Count>;

/// Adds counts to others.
pub fn add(total: &mut Counts, counts: Counts) {
    for (variant, count) in counts {
        let sum = total.entry(variant).or_default();
        sum.games += count.games;
        sum.moves += count.moves;
        sum.white += count.white;
        sum.black += count.black;
        sum.drawn += count.drawn;
        sum.unknown += count.unknown;
    }
}

/// Adds one game.
pub fn counted(counts: &mut Counts, variant: &str, moves: u64, claimed: Option<Claimed>) {
    let count = counts.entry(variant.to_owned()).or_default();
    count.games += 1;
    count.moves += moves;
    *match claimed {
        Some(Claimed::White) => &mut count.white,
        Some(Claimed::Black) => &mut count.black,
        Some(Claimed::Draw) => &mut count.drawn,
        Some(Claimed::Unknown) | None => &mut count.unknown,
    } += 1;
}

/// Keeps what is wanted of one game.
pub struct Visit<'a> {
    wanted: &'a Wanted,
    answer: Answer,
    variant: String,
    faults: Vec<Fault>,
    fens: String,
    moves: u64,
    claimed: Option<Claimed>,
    /// How many variations are open.
    depth: usize,
}

impl<'a> Visit<'a> {
    /// Of a game that is of this variant if it does not say another.
    pub fn new(wanted: &'a Wanted, variant: &str) -> Visit<'a> {
        Visit {
            wanted,
            answer: Answer::default(),
            variant: variant.to_owned(),
            faults: Vec::new(),
            fens: String::new(),
            moves: 0,
            claimed: None,
            depth: 0,
        }
    }

    /// Adds the game to what is counted.
    pub fn count(&self, counts: &mut Counts) {
        counted(counts, &self.variant, self.moves, self.claimed);
    }

    /// The faults, the FENs, and the answer if it is wanted.
    pub fn into_parts(self) -> (Vec<Fault>, String, Option<Box<Answer>>) {
        (self.faults, self.fens, self.wanted.answer.then(|| Box::new(self.answer)))
    }

    fn add_fen(&mut self, position: &Position) {
        self.fens.push_str(&position.fen());
        self.fens.push('\n');
    }
}

impl Visitor for Visit<'_> {
    fn begin(&mut self, place: Place) {
        (self.answer.game, self.answer.line) = (place.game, place.line);
    }

    fn tag(&mut self, name: &str, value: &str) {
        if name == "Variant" {
            value.clone_into(&mut self.variant);
        }
        if self.wanted.answer {
            self.answer.tags.push((name.to_owned(), value.to_owned()));
        }
    }

    fn start(&mut self, position: &Position) {
        position.game().name().clone_into(&mut self.variant);
        if self.wanted.answer {
            self.answer.variant = Some(self.variant.clone());
            self.answer.start = Some(position.fen());
        }
    }

    fn play(&mut self, before: &Position, played: Played, _: &str) {
        if self.depth > 0 {
            return;
        }
        self.moves += 1;
        if self.wanted.all_fens {
            self.add_fen(before);
        }
        if self.wanted.answer {
            self.answer.moves.push(match played {
                Played::Move(m) => before.text(m, Style::Uci),
                Played::Null => "0000".to_owned(),
            });
        }
    }

    fn open(&mut self) {
        self.depth += 1;
    }

    fn close(&mut self) {
        self.depth -= 1;
    }

    fn result(&mut self, claimed: Claimed) {
        if self.depth == 0 {
            self.claimed = Some(claimed);
            self.answer.claimed = Some(claimed.to_string());
        }
    }

    fn fault(&mut self, fault: Fault) {
        if self.wanted.answer {
            self.answer.faults.push((&fault).into());
        }
        self.faults.push(fault);
    }

    fn end(&mut self, last: Option<&Position>) {
        let Some(last) = last else { return };
        if self.wanted.last_fen {
            self.add_fen(last);
        }
        if self.wanted.answer {
            self.answer.fen = Some(last.fen());
            if let Some(outcome) = last.outcome() {
                (self.answer.result, self.answer.reason) =
                    (Some(Claimed::from(outcome).to_string()), Some(outcome.reason().to_string()));
            }
        }
    }
}
