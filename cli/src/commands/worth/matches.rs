//! Matches in which one side has other pieces than its game gives it, and what follows of their scores.

use crate::failure::Failure;
use crate::progress::Bar;
use betza::{Game, Position};
use betza_engine::contest::{Arrays, Estimate, Score, Terms, contest};
use betza_engine::values::Values;
use betza_game::fen;
use betza_game::setup::{Placed, Setup};
use betza_game::variant::{KindId, Variant};
use betza_ir::geometry::{Side, Square};
use betza_perft::count::Progress;
use serde::Serialize;
use std::sync::atomic::AtomicBool;

/// A game in whose array pieces are replaced.
pub struct Field {
    variant: Variant,
    game: Game,
    start: Setup,
    values: Values,
    /// The kind whose odds are the unit.
    pawn: KindId,
    terms: Terms,
}

/// What one side has instead of its own pieces.
pub enum Change {
    /// All pieces of some kinds are of another.
    All(Vec<KindId>, KindId),
    /// One piece of a kind is of another or lacks, each in turn.
    One(KindId, Option<KindId>),
}

/// A match as it ended.
#[derive(Clone, Serialize)]
pub struct Match {
    games: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    /// The part of the points, and its standard error.
    points: f64,
    error: f64,
    #[serde(skip)]
    strength: Option<Estimate>,
}

/// What a piece is worth.
#[derive(Serialize)]
pub struct Worth {
    /// The pieces that it stands for, or that stand for it; empty if its side just lacks it.
    instead_of: Vec<String>,
    /// How many of it that are.
    men: usize,
    /// Whether the side has given one of it instead.
    gives: bool,
    /// The side that has it, or has given it, against the other.
    r#match: Match,
    /// The unit: a side without this piece against one with it.
    pawn: String,
    odds: Match,
    nodes: u64,
    seed: u64,
    /// How much more it is worth than each piece that it stands for, in units.
    more: Option<Number>,
    /// The sum of such numbers from nothing up, where that was measured.
    total: Option<Number>,
}

/// A number with its standard error.
#[derive(Clone, Copy, Serialize)]
struct Number {
    value: f64,
    error: f64,
}

impl From<Estimate> for Number {
    fn from(estimate: Estimate) -> Number {
        Number { value: estimate.value, error: estimate.error }
    }
}

impl Field {
    /// A game, with the kind of this letter as the unit; the kind that has the most pieces if none is named.
    ///
    /// # Errors
    /// Why no match can be played in it.
    pub fn new(variant: Variant, pawn: Option<&str>, terms: Terms) -> Result<Field, Failure> {
        let game = Game::from_variant(&variant).map_err(|e| Failure::Input(e.to_string()))?;
        let start =
            fen::read(&variant, &variant.start).map_err(|error| Failure::Fen { text: variant.start.clone(), error })?;
        let values = Values::measure(game.any(), &game.start());
        let mut field = Field { variant, game, start, values, pawn: KindId(0), terms };
        field.pawn = match pawn {
            Some(letter) => field.kind(letter, "--pawn")?,
            None => {
                let most = field.in_array().into_iter().rev().max_by_key(|&kind| field.men(Side::White, kind).len());
                most.ok_or_else(|| {
                    Failure::Input(format!(
                        "{}: its array has no pieces to compare with: measure on a --board",
                        field.variant.title
                    ))
                })?
            }
        };
        Ok(field)
    }

    /// The kinds of which both sides have pieces at the start, those that are not royal.
    pub fn in_array(&self) -> Vec<KindId> {
        let stands = |&kind: &KindId| {
            !self.variant.may_be_royal(kind) && Side::BOTH.iter().all(|&side| !self.men(side, kind).is_empty())
        };
        self.variant.kind_ids().filter(stands).collect()
    }

    /// The kinds of the array but the unit, the cheapest in the engine's eyes first.
    pub fn ladder(&self) -> Vec<KindId> {
        let mut kinds: Vec<KindId> = self.in_array().into_iter().filter(|&kind| kind != self.pawn).collect();
        kinds.sort_by_key(|kind| self.values.kinds[kind.index()]);
        kinds
    }

    /// The kind of the array that the engine holds for the nearest to a piece.
    ///
    /// # Errors
    /// If there is none but the unit.
    pub fn nearest(&self, piece: KindId) -> Result<KindId, Failure> {
        let value = |kind: KindId| self.values.kinds[kind.index()];
        let near = self
            .ladder()
            .into_iter()
            .filter(|&kind| kind != piece)
            .min_by_key(|&kind| (value(kind) - value(piece)).abs());
        near.ok_or_else(|| {
            Failure::Input(format!(
                "{}: its array has one kind of pieces alone: name another --game",
                self.variant.title
            ))
        })
    }

    /// A kind of the array by its letter.
    ///
    /// # Errors
    /// Which there are.
    pub fn kind(&self, letter: &str, option: &str) -> Result<KindId, Failure> {
        let kinds = self.in_array();
        let found = kinds.iter().find(|kind| self.variant.kinds[kind.index()].id.eq_ignore_ascii_case(letter));
        found.copied().ok_or_else(|| {
            let ids: Vec<&str> = kinds.iter().map(|kind| self.variant.kinds[kind.index()].id.as_str()).collect();
            let title = &self.variant.title;
            Failure::Usage(format!(
                "{option} {letter}: no such piece stands in the array of {title}; name one of {}",
                ids.join(", ")
            ))
        })
    }

    /// The squares of a side's pieces of a kind, from the first file to the last.
    fn men(&self, side: Side, kind: KindId) -> Vec<Square> {
        let board = &self.variant.board;
        let is_one = |square: &Square| self.start.at(*square).is_some_and(|man| man.side == side && man.kind == kind);
        let mut squares: Vec<Square> = board.squares().filter(is_one).collect();
        squares.sort_by_key(|&square| (board.file(square), board.rank(square)));
        squares
    }

    /// Plays the match of a change.
    ///
    /// # Errors
    /// Positions and games that cannot be, and signals.
    pub fn play(&self, change: &Change, bar: &Bar, stop: &AtomicBool) -> Result<Match, Failure> {
        let arrays = self.arrays(change)?;
        let score = contest(&arrays, &self.values, &self.terms, stop, |share| bar.advance(share));
        match score.map_err(Failure::Input)? {
            Some(score) => Ok(Match::from(score)),
            None => Err(Failure::Interrupted("interrupted: the match was not played to the end".to_owned())),
        }
    }

    /// Plays the match of the unit: a side without one of its pawns.
    ///
    /// # Errors
    /// As [`Field::play`].
    pub fn odds(&self, bar: &Bar, stop: &AtomicBool) -> Result<Match, Failure> {
        self.play(&Change::One(self.pawn, None), bar, stop)
    }

    fn arrays(&self, change: &Change) -> Result<Arrays, Failure> {
        let other = match change {
            Change::All(old, new) => {
                let squares = |side| old.iter().flat_map(|&kind| self.men(side, kind)).collect::<Vec<_>>();
                vec![[
                    self.changed(&squares(Side::White), Some(*new))?,
                    self.changed(&squares(Side::Black), Some(*new))?,
                ]]
            }
            Change::One(old, new) => {
                let pairs = self.men(Side::White, *old).into_iter().zip(self.men(Side::Black, *old));
                pairs
                    .map(|(white, black)| Ok([self.changed(&[white], *new)?, self.changed(&[black], *new)?]))
                    .collect::<Result<_, Failure>>()?
            }
        };
        Ok(Arrays { own: self.game.start(), other })
    }

    /// The start with other men on some squares of one side. Whoever castled with them does not, on either side.
    fn changed(&self, squares: &[Square], new: Option<KindId>) -> Result<Position, Failure> {
        let board = &self.variant.board;
        let mut setup = self.start.clone();
        for &square in squares {
            let side = setup.at(square).map_or(Side::White, |man| man.side);
            setup.men[square.index()] = new.map(|kind| Placed { side, kind, was: None });
            if setup.castling.iter().any(|right| right.partner == square) {
                setup.castling.retain(|right| board.file(right.partner) != board.file(square));
            }
            if new.is_some_and(|kind| self.variant.kinds[kind.index()].has_first_moves(side)) {
                setup.moved.push(square);
            }
        }
        setup.moved.sort_unstable();
        let text = fen::write(&self.variant, &setup);
        let (position, _) = self.game.position_lenient(&text).map_err(|e| Failure::Input(format!("{text}: {e}")))?;
        Ok(position)
    }

    fn name(&self, kind: KindId) -> String {
        self.variant.kinds[kind.index()].name.clone()
    }

    /// What follows of a change's match: for [`Change::All`] of the new piece, for [`Change::One`] of the old one, of
    /// which `below` tells what the new one is worth in all.
    pub fn worth(&self, change: &Change, played: Match, odds: &Match, below: Option<&Worth>) -> Worth {
        let (men, gives, instead_of) = match change {
            Change::All(old, _) => {
                (old.iter().map(|&kind| self.men(Side::White, kind).len()).sum(), false, old.iter().collect())
            }
            Change::One(_, new) => (1, true, new.iter().collect::<Vec<_>>()),
        };
        let by = if gives { -1.0 } else { 1.0 / men as f64 };
        let more = self.in_units(&played, odds).map(|estimate| scaled(estimate, by));
        let total = more.filter(|_| gives).and_then(|more| match below.map(|below| below.total) {
            None => Some(Number::from(more)),
            Some(total) => total.map(|t| Number { value: t.value + more.value, error: t.error.hypot(more.error) }),
        });
        Worth {
            instead_of: instead_of.into_iter().map(|&kind| self.name(kind)).collect(),
            men,
            gives,
            r#match: played,
            pawn: self.name(self.pawn),
            odds: odds.clone(),
            nodes: self.terms.nodes,
            seed: self.terms.seed,
            more: more.map(Number::from),
            total,
        }
    }

    /// The strength of a match in units of the odds, whose side is the weaker one.
    fn in_units(&self, played: &Match, odds: &Match) -> Option<Estimate> {
        played.strength?.in_units_of(scaled(odds.strength?, -1.0))
    }
}

fn scaled(estimate: Estimate, by: f64) -> Estimate {
    Estimate { value: estimate.value * by, error: estimate.error * by.abs() }
}

impl From<Score> for Match {
    fn from(score: Score) -> Match {
        let [won, drawn, lost] = score.games;
        let (points, error) = (score.points, score.error);
        Match { games: won + drawn + lost, won, drawn, lost, points, error, strength: score.strength() }
    }
}

impl Match {
    fn in_words(&self) -> String {
        let Match { games, won, drawn, lost, points, error, .. } = self;
        format!(
            "{games} games: +{won} ={drawn} -{lost}, {:.1} % of the points, error {:.1}",
            points * 100.0,
            error * 100.0
        )
    }
}

impl Worth {
    /// The line about the unit, which is the same for all pieces of a run.
    pub fn unit_in_words(&self) -> String {
        format!(
            "A side without one {}, {} positions a move, seed {}, {}\n",
            self.pawn,
            self.nodes,
            self.seed,
            self.odds.in_words()
        )
    }

    /// Some lines about a piece of this name.
    pub fn in_words(&self, name: &str) -> String {
        let than = self.instead_of.join(" or ");
        let what = match (self.gives, self.men) {
            (true, _) if than.is_empty() => format!("A side without one {name}"),
            (true, _) => format!("A side with a {than} for one {name}"),
            (false, 1) => format!("A side with {name} for its {than}"),
            (false, men) => format!("A side with {men} of {name} for each {than}"),
        };
        let than_what = if than.is_empty() { "than nothing".to_owned() } else { format!("than a {than}") };
        let mut text = format!("{what}, {}\n", self.r#match.in_words());
        let pawn = &self.pawn;
        text.push_str(&match (self.more, self.total) {
            (Some(more), total) => {
                let word = if more.value < 0.0 { "less" } else { "more" };
                let mut line = format!(
                    "Worth: {:.2} {word} {than_what}, in units of a {pawn}, error {:.2}",
                    more.value.abs(),
                    more.error
                );
                if more.value.abs() < 2.0 * more.error {
                    line.push_str("; so few games do not tell them apart");
                }
                if let Some(total) = total.filter(|_| !self.instead_of.is_empty()) {
                    line.push_str(&format!("; in all {:.2}, error {:.2}", total.value, total.error));
                }
                line
            }
            (None, _) if self.r#match.strength.is_none() => format!(
                "Worth: the match is too one-sided to say how much more or less {than_what}; name a piece nearer to it with --for"
            ),
            (None, _) => format!(
                "Worth: not known, because so few games do not tell the odds of a {pawn} from none; play more --games"
            ),
        });
        text.push('\n');
        text
    }
}
