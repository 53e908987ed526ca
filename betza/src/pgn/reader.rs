//! Plays the games of a file.

use super::events::{Claimed, Event, Events};
use super::fault::{Fault, Place};
use super::games::Games;
use super::record::{Builder, GameRecord};
use super::source::{Source, of_diagnostic};
use crate::error::LoadError;
use crate::game::Game;
use crate::position::{Played, Position};
use betza_notation::Diagnostic;
use std::io::{self, BufRead};

/// Is told what a game consists of, in the order of its text. Each method does nothing unless it is written.
#[allow(unused_variables, reason = "the methods name what those who write them are given")]
pub trait Visitor {
    /// A game begins.
    fn begin(&mut self, place: Place) {}
    /// It has a tag.
    fn tag(&mut self, name: &str, value: &str) {}
    /// It starts from this position. Called before the first move, or at the end of a game without one.
    fn start(&mut self, position: &Position) {}
    /// A legal move is about to be played, in the game or in a variation.
    fn play(&mut self, before: &Position, played: Played, text: &str) {}
    /// A move is not played: it is not legal, or stands behind one that is not.
    fn unplayed(&mut self, text: &str) {}
    /// The last move, or the position before the first, has a numeric annotation glyph.
    fn nag(&mut self, number: u8) {}
    /// It has a comment.
    fn comment(&mut self, text: &str) {}
    /// A variation begins: what could have been played instead of the last move.
    fn open(&mut self) {}
    /// It ends.
    fn close(&mut self) {}
    /// The text says how the game ended, or the variation.
    fn result(&mut self, claimed: Claimed) {}
    /// Something is wrong.
    fn fault(&mut self, fault: Fault) {}
    /// The game ends in this position; `None` if it could not be played to its end.
    fn end(&mut self, last: Option<&Position>) {}
}

/// How deep variations may lie in each other. Programs that read a [`GameRecord`] often do so by a call for each
/// variation, and so is it dropped.
const DEEPEST: usize = 128;

/// Reads and plays the games of a file. What lies in more than 128 variations in each other is passed over, with a
/// fault.
///
/// As an iterator it gives a [`GameRecord`] for each.
pub struct Reader<S> {
    source: S,
    variants: Variants,
}

impl<R: BufRead> Reader<Events<R>> {
    /// The games of a file in PGN. Their variants are built in.
    pub fn new(input: R) -> Reader<Events<R>> {
        Reader::with(Events::new(input), Games::new())
    }
}

impl<S: Source> Reader<S> {
    /// The games of which these are the parts. Copies of `games` share what is compiled.
    pub fn with(source: S, games: Games) -> Reader<S> {
        Reader { source, variants: Variants { games, last: None, assumed: "chess".to_owned() } }
    }

    /// Takes games without a tag `Variant` for this variant, which is chess if nothing else is said.
    pub fn assume(&mut self, variant: &str) {
        variant.clone_into(&mut self.variants.assumed);
    }

    /// Reads the next game and tells the visitor of it; returns false at the end of the file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(&mut self, visitor: &mut impl Visitor) -> io::Result<bool> {
        let Reader { source, variants } = self;
        let mut game = Playing::default();
        while source.advance()? {
            let event = source.event();
            if !game.has_begun {
                game.has_begun = true;
                visitor.begin(source.place());
            }
            if game.branches.is_empty() && matches!(event, Event::Move(_) | Event::Open | Event::Result(_) | Event::End)
            {
                let (position, faults) = game.tags.start(variants, source.place());
                faults.into_iter().for_each(|fault| visitor.fault(fault));
                if let Some(position) = &position {
                    visitor.start(position);
                }
                game.branches.push(Branch { is_whole: position.is_some(), position, length: 0 });
            }
            if game.too_deep > 0 && game.passes_over(&event) {
                continue;
            }
            match event {
                Event::Tag { name, value } => {
                    game.tags.note(name, value, || source.place());
                    visitor.tag(name, value);
                }
                Event::Move(text) => game.play(text, visitor, source),
                Event::Nag(number) => visitor.nag(number),
                Event::Comment(text) => visitor.comment(text),
                Event::Open => game.open(visitor, || source.place()),
                Event::Close => {
                    game.branches.pop();
                    visitor.close();
                }
                Event::Result(claimed) => {
                    if game.branches.len() == 1 {
                        game.claimed = Some(claimed);
                    }
                    visitor.result(claimed);
                }
                Event::Fault(fault) => {
                    if fault.code == "unclosed-variation" {
                        game.too_deep = 0;
                        while game.branches.len() > 1 {
                            game.branches.pop();
                            visitor.close();
                        }
                    }
                    visitor.fault(fault.clone());
                }
                Event::End => {
                    game.end(visitor, source.place());
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

impl<S: Source> Iterator for Reader<S> {
    type Item = io::Result<GameRecord>;

    fn next(&mut self) -> Option<io::Result<GameRecord>> {
        let mut builder = Builder::default();
        match self.read(&mut builder) {
            Ok(true) => Some(Ok(builder.record())),
            Ok(false) => None,
            Err(e) => Some(Err(e)),
        }
    }
}

/// Which game a tag names.
struct Variants {
    games: Games,
    /// The last one, which most often is the next one too.
    last: Option<(String, Game)>,
    /// The variant of games that name none.
    assumed: String,
}

impl Variants {
    fn find(&mut self, name: Option<&str>) -> Result<Game, LoadError> {
        let name = name.unwrap_or(&self.assumed);
        if let Some((last, game)) = &self.last
            && last == name
        {
            return Ok(game.clone());
        }
        let game = self.games.find(name)?;
        self.last = Some((name.to_owned(), game.clone()));
        Ok(game)
    }
}

/// What matters of the tags for playing, with places.
#[derive(Default)]
struct Tags {
    variant: Option<(String, Place)>,
    /// The kind of draughts, by its number: `20`, or `20,W,10,10,N2,0`.
    game_type: Option<(String, Place)>,
    fen: Option<(String, Place)>,
    result: Option<(String, Place)>,
}

impl Tags {
    fn note(&mut self, name: &str, value: &str, place: impl Fn() -> Place) {
        let kept = match name {
            "Variant" => &mut self.variant,
            "GameType" => &mut self.game_type,
            "FEN" => &mut self.fen,
            "Result" => &mut self.result,
            _ => return,
        };
        *kept = Some((value.to_owned(), place()));
    }

    /// The start position, and what is wrong with what the tags say of it.
    fn start(&self, variants: &mut Variants, place: Place) -> (Option<Position>, Vec<Fault>) {
        let of = |tag: &Option<(String, Place)>| tag.as_ref().map_or(place, |(_, place)| *place);
        let told = |diagnostics: &[Diagnostic], place| diagnostics.iter().map(|d| of_diagnostic(d, place)).collect();
        let (named, named_by) = match (&self.variant, &self.game_type) {
            (None, Some((text, _))) => (Some(super::draughts::game_of(text)), &self.game_type),
            (variant, _) => (variant.as_ref().map(|(name, _)| name.clone()), variant),
        };
        let game = match variants.find(named.as_deref()) {
            Ok(game) => game,
            Err(error) => return (None, told(error.diagnostics(), of(named_by))),
        };
        let Some((fen, place)) = &self.fen else { return (Some(game.start()), Vec::new()) };
        match game.position_lenient(fen) {
            Ok((position, ignored)) => (Some(position), told(&ignored, *place)),
            Err(error) => (None, told(error.diagnostics(), *place)),
        }
    }
}

/// A line of moves that is being played.
struct Branch {
    /// `None` if the start cannot be set up.
    position: Option<Position>,
    /// Whether all moves so far have been played.
    is_whole: bool,
    /// How many there are.
    length: usize,
}

#[cold]
fn deep(place: Place) -> Fault {
    let message = format!("the variation lies in {DEEPEST} others, and is passed over with all that lies in it");
    Fault::error(place, "deep-variation", message, "write it as a game of its own")
}

#[cold]
fn stray(place: Place) -> Fault {
    let message = "a variation stands before the first move, instead of which it could be played";
    Fault::error(place, "stray-variation", message, "write it behind a move")
}

/// A game that is being played: its moves, and the variations that are open.
#[derive(Default)]
struct Playing {
    has_begun: bool,
    tags: Tags,
    branches: Vec<Branch>,
    /// How many variations are open that lie too deep.
    too_deep: usize,
    claimed: Option<Claimed>,
}

impl Playing {
    fn play(&mut self, text: &str, visitor: &mut impl Visitor, source: &impl Source) {
        let Some(branch) = self.branches.last_mut() else { return };
        branch.length += 1;
        let Some(position) = branch.position.as_mut().filter(|_| branch.is_whole) else {
            visitor.unplayed(text);
            return;
        };
        match source.find_move(position, text) {
            Ok(played) => {
                visitor.play(position, played, text);
                match played {
                    Played::Move(m) => position.play_legal(m),
                    Played::Null => position.play_null().expect("a null move in check is not read"),
                }
            }
            Err(fault) => {
                branch.is_whole = false;
                visitor.fault(Fault { place: source.place(), ..fault });
                visitor.unplayed(text);
            }
        }
    }

    /// Whether a part lies in a variation that lies too deep.
    fn passes_over(&mut self, event: &Event<'_>) -> bool {
        match event {
            Event::Open => self.too_deep += 1,
            Event::Close => self.too_deep -= 1,
            Event::Fault(_) | Event::End => return false,
            _ => {}
        }
        true
    }

    fn open(&mut self, visitor: &mut impl Visitor, place: impl Fn() -> Place) {
        if self.branches.len() > DEEPEST {
            self.too_deep = 1;
            return visitor.fault(deep(place()));
        }
        let Some(branch) = self.branches.last() else { return };
        let mut position = branch.position.clone().filter(|_| branch.is_whole);
        if branch.length == 0 {
            position = None;
            visitor.fault(stray(place()));
        }
        if let Some(position) = &mut position {
            position.undo();
        }
        self.branches.push(Branch { is_whole: position.is_some(), position, length: 0 });
        visitor.open();
    }

    /// Compares what the game claims with its tag and with the rules.
    fn end(&self, visitor: &mut impl Visitor, place: Place) {
        let last = self.branches.first().filter(|b| b.is_whole).and_then(|b| b.position.as_ref());
        if let (Some(claimed), Some((tag, place))) = (self.claimed, &self.tags.result)
            && tag != "?"
            && Claimed::of(tag) != Some(claimed)
        {
            let message = format!("the tag Result is '{tag}', and the moves end with {claimed}");
            visitor.fault(Fault::error(*place, "result-tag", message, "write the same in both places"));
        }
        if let (Some(claimed), Some(outcome)) = (self.claimed, last.and_then(Position::outcome)) {
            let reason = outcome.reason();
            let by_rules = Claimed::from(outcome);
            if by_rules != claimed {
                let message = format!("the game claims {claimed}, and by the rules it is {by_rules}: {reason}");
                visitor.fault(Fault::error(place, "wrong-result", message, format!("write {by_rules}")));
            }
        }
        visitor.end(last);
    }
}
