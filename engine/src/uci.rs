//! The Universal Chess Interface and its sister for shogi, USI. They differ in a few words, in how moves are written,
//! and in that the first player is called black.
//!
//! Sources: the Universal Chess Interface, April 2006 (S. Meyer-Kahlen); the draft of USI (T. Romstad);
//! `UCI_Variant`, `VariantPath` and `info string variant` as Fairy-Stockfish has them.

use crate::engine::{Engine, Event, MEGABYTES};
use crate::lines::say;
use betza::{Position, Style};
use betza_engine::clock::Limits;
use betza_engine::search::{DEEPEST, Line};
use std::collections::VecDeque;
use std::sync::mpsc::Receiver;
use std::time::Duration;

/// The words of `go`.
const OF_GO: [&str; 13] = [
    "infinite",
    "ponder",
    "searchmoves",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "byoyomi",
    "movestogo",
];

/// The most moves that may be told.
const LINES: usize = 500;

/// The protocol: UCI, or USI.
struct Uci {
    engine: Engine,
    is_usi: bool,
    /// The game that was asked for.
    variant: String,
    /// The number of moves to tell, the best first.
    lines: usize,
}

/// Speaks until `quit`, or until the input is closed.
pub fn speak(engine: Engine, events: &Receiver<Event>, first: &str) {
    let is_usi = first == "usi";
    let variant = engine.position.game().name().to_owned();
    let mut uci = Uci { engine, is_usi, variant, lines: 1 };
    // Lines that are not done yet. They are done in their order.
    let mut waiting = VecDeque::from([first.to_owned()]);
    let mut is_closed = false;
    loop {
        while let Some(line) = waiting.pop_front() {
            match line.split_whitespace().next() {
                Some("quit") => return uci.engine.halt(),
                _ if !uci.engine.is_searching() => uci.command(&line),
                Some("isready") => say("readyok"),
                Some("stop" | "ponderhit" | "gameover") => uci.engine.stop(),
                None => {}
                // What needs the engine ends the search, and waits for its answer.
                Some(_) => {
                    uci.engine.stop();
                    waiting.push_front(line);
                    break;
                }
            }
        }
        if is_closed && !uci.engine.is_searching() {
            return;
        }
        // A search that has begun is finished, so that `echo ... | betza-engine` gives an answer. Nobody can stop one
        // without an end any more.
        if is_closed && uci.engine.is_endless() {
            uci.engine.stop();
        }
        match events.recv() {
            Ok(Event::Input(line)) => waiting.push_back(line),
            Ok(Event::Closed) => is_closed = true,
            Ok(Event::Found(number, line)) if uci.engine.is_current(number) => uci.found(&line),
            Ok(Event::Done(number, line)) if uci.engine.is_current(number) => uci.done(line),
            Ok(Event::Found(..) | Event::Done(..)) => {}
            Err(_) => return,
        }
    }
}

impl Uci {
    fn style(&self) -> Style {
        if self.is_usi { Style::Usi } else { Style::Uci }
    }

    fn command(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("uci" | "usi") => self.introduce(),
            Some("isready") => say("readyok"),
            Some("ucinewgame" | "usinewgame") => self.engine.forget(),
            Some("setoption") => self.set_option(line),
            Some("position") => self.set_position(line),
            Some("go") => self.go(&words.collect::<Vec<_>>()),
            Some("d") => self.show(),
            Some("stop" | "ponderhit" | "gameover") | None => {}
            Some(_) => self.complain(&format!("unknown command '{line}'")),
        }
    }

    fn complain(&self, what: &str) {
        for line in what.lines() {
            say(&format!("info string error: {line}"));
        }
    }

    fn introduce(&self) {
        say(&format!("id name betza-engine {}", env!("CARGO_PKG_VERSION")));
        say("id author the authors of betza");
        let prefix = if self.is_usi { "USI" } else { "UCI" };
        let hash = if self.is_usi { "USI_Hash" } else { "Hash" };
        let ponder = if self.is_usi { "USI_Ponder" } else { "Ponder" };
        say(&format!("option name {hash} type spin default {MEGABYTES} min 1 max 4096"));
        say(&format!("option name {ponder} type check default false"));
        say("option name Threads type spin default 1 min 1 max 64");
        say(&format!("option name MultiPV type spin default 1 min 1 max {LINES}"));
        say("option name UCI_Chess960 type check default false");
        let names = self.engine.games.names();
        let all: Vec<String> = names.iter().map(|name| format!(" var {name}")).collect();
        say(&format!("option name {prefix}_Variant type combo default {}{}", self.variant, all.concat()));
        say("option name VariantPath type string default <empty>");
        say(if self.is_usi { "usiok" } else { "uciok" });
    }

    /// `setoption name NAME value VALUE`; both may have blanks.
    fn set_option(&mut self, line: &str) {
        let Some((_, rest)) = line.split_once(" name ") else { return self.complain("setoption has no name") };
        let (name, value) = rest.split_once(" value").unwrap_or((rest, ""));
        let (name, value) = (name.trim().to_lowercase(), value.trim());
        let number = |most: usize| {
            let number = value.parse().ok().filter(|n| (1..=most).contains(n));
            number.ok_or_else(|| format!("{name} is a number from 1 to {most}, not '{value}'"))
        };
        let done = match name.as_str() {
            "hash" | "usi_hash" => number(4096).map(|n| self.engine.resize(n)),
            // `go ponder` says when.
            "ponder" | "usi_ponder" => Ok(()),
            "threads" => number(64).map(|n| self.engine.threads = n),
            "multipv" => number(LINES).map(|n| self.lines = n),
            "uci_chess960" => {
                self.engine.any_castling = value == "true";
                self.choose(&self.variant.clone())
            }
            "uci_variant" | "usi_variant" => self.choose(value),
            "variantpath" => self.engine.games.read(value).map(|names| {
                if !names.is_empty() {
                    say(&format!("info string games of {value}: {}", names.join(" ")));
                }
            }),
            _ => Err(format!("there is no option '{name}'")),
        };
        if let Err(error) = done {
            self.complain(&error);
        }
    }

    fn choose(&mut self, name: &str) -> Result<(), String> {
        self.engine.choose(name)?;
        name.clone_into(&mut self.variant);
        let game = self.engine.position.game();
        let hand = if game.any().variant().hands.is_some() { game.kinds().len() } else { 0 };
        if self.engine.any_castling && game.any().variant().castling.is_none() {
            say(&format!("info string {name} has no castling: UCI_Chess960 changes nothing there"));
        }
        let (files, ranks, start) = (game.files(), game.ranks(), game.start_fen());
        say(&format!("info string variant {name} files {files} ranks {ranks} pocket {hand} startpos {start}"));
        Ok(())
    }

    /// `position startpos|fen FEN|sfen SFEN [moves ...]`
    fn set_position(&mut self, line: &str) {
        let (setup, moves) = line.split_once(" moves").unwrap_or((line, ""));
        let mut words = setup.split_whitespace().skip(1);
        let game = self.engine.position.game().clone();
        let mut position = match words.next() {
            Some("startpos") => game.start(),
            Some("fen" | "sfen") => match game.position_lenient(&words.collect::<Vec<_>>().join(" ")) {
                Ok((position, ignored)) => {
                    ignored.iter().for_each(|d| say(&format!("info string warning: {}", d.message)));
                    position
                }
                Err(error) => return self.complain(&error.to_string()),
            },
            _ => return self.complain("write position startpos, or position fen FEN"),
        };
        for text in moves.split_whitespace() {
            let played = match text {
                // The null move, unless the game has a pass of this name.
                "0000" if position.read_move(text).is_err() => position.play_null().map_err(|e| e.to_string()),
                _ => read(&position, text, self.style()).and_then(|m| position.play(m).map_err(|e| e.to_string())),
            };
            if let Err(error) = played {
                // The moves before it stand.
                self.complain(&error);
                break;
            }
        }
        self.engine.position = position;
    }

    fn go(&mut self, mut words: &[&str]) {
        if let ["perft", rest @ ..] = words {
            return self.perft(rest);
        }
        let mut limits = Limits { infinite: words.is_empty(), lines: self.lines, ..Limits::default() };
        // USI calls the first player black.
        let first = usize::from(self.is_usi);
        while let [word, rest @ ..] = words {
            words = rest;
            match *word {
                "infinite" | "ponder" => {
                    limits.infinite = true;
                    continue;
                }
                "searchmoves" => {
                    let end = words.iter().position(|word| OF_GO.contains(word)).unwrap_or(words.len());
                    limits.only = self.only(&words[..end]);
                    words = &words[end..];
                    continue;
                }
                // USI asks for a problem's solution by a word of its own, with a time.
                "mate" if self.is_usi => return say("checkmate notimplemented"),
                word if !OF_GO.contains(&word) => {
                    self.complain(&format!("'{word}' of go is not known"));
                    continue;
                }
                _ => {}
            }
            // Clocks may stand below 0.
            let number = words.first().and_then(|value| value.parse::<i64>().ok());
            let number = match (number, words.first()) {
                (Some(number), _) => number.max(0) as u64,
                (None, Some(&"infinite")) if *word == "mate" => DEEPEST as u64,
                (None, value) => {
                    let value = value.filter(|value| !OF_GO.contains(value));
                    self.complain(&format!("'{word} {}' of go is not known", value.unwrap_or(&"")));
                    words = &words[usize::from(value.is_some())..];
                    continue;
                }
            };
            words = &words[1..];
            let (time, small) = (Duration::from_millis(number), u32::try_from(number).unwrap_or(u32::MAX));
            match *word {
                "depth" => limits.depth = Some(small),
                "nodes" => limits.nodes = Some(number),
                "mate" => limits.mate = Some(small),
                "movetime" => limits.move_time = Some(time),
                "wtime" => limits.left[first] = Some(time),
                "btime" => limits.left[1 - first] = Some(time),
                "winc" => limits.increment[first] = time,
                "binc" => limits.increment[1 - first] = time,
                "byoyomi" => limits.byoyomi = time,
                _ => limits.moves_to_go = Some(small),
            }
        }
        self.engine.go(limits);
    }

    /// The moves of `searchmoves`. Those that are not legal are told.
    fn only(&self, texts: &[&str]) -> Vec<betza::Move> {
        let mut only = Vec::new();
        for text in texts {
            match read(&self.engine.position, text, self.style()) {
                Ok(m) => only.push(m),
                Err(error) => self.complain(&error),
            }
        }
        if only.is_empty() {
            self.complain("searchmoves has no legal move: all moves are searched");
        }
        only
    }

    /// `go perft DEPTH`, as Stockfish's: the leaves below each move, and all. Nothing is read until it is done.
    fn perft(&self, words: &[&str]) {
        let depth = words.first().and_then(|word| word.parse::<u32>().ok()).filter(|depth| *depth <= DEEPEST as u32);
        let Some(depth) = depth else {
            return self.complain(&format!("go perft needs a depth from 0 to {DEEPEST}"));
        };
        let (mut position, style) = (self.engine.position.clone(), self.style());
        let Some(below) = depth.checked_sub(1) else { return say("\nNodes searched: 1") };
        let mut nodes = 0;
        for m in position.legal_moves() {
            let text = position.text(m, style);
            if position.play(m).is_ok() {
                let leaves = position.perft(below);
                position.undo();
                nodes += leaves;
                say(&format!("{text}: {leaves}"));
            }
        }
        say(&format!("\nNodes searched: {nodes}"));
    }

    /// Shows the position, as Stockfish's `d` does, without a picture.
    fn show(&self) {
        let position = &self.engine.position;
        say(&format!("Fen: {}", position.fen()));
        say(&format!("Key: {:016X}", position.hash()));
        if let Some(outcome) = position.outcome().or_else(|| position.claimable()) {
            say(&format!("Result: {outcome}"));
        }
    }

    fn found(&self, line: &Line) {
        let score = match line.mate() {
            // USI counts plies.
            Some(_) if self.is_usi => format!("mate {}", line.score.signum() * line.plies_to_end()),
            Some(moves) => format!("mate {moves}"),
            None => format!("cp {}", line.score),
        };
        let time = line.time.as_millis();
        let speed = u128::from(line.nodes) * 1000 / time.max(1);
        let texts = texts(&self.engine.position, &line.moves, self.style()).join(" ");
        let (depth, nodes) = (line.depth, line.nodes);
        let place = if self.lines > 1 { format!(" multipv {}", line.place + 1) } else { String::new() };
        say(&format!("info depth {depth}{place} score {score} nodes {nodes} nps {speed} time {time} pv {texts}"));
    }

    fn done(&mut self, line: Option<Line>) {
        self.engine.was_told();
        let texts = line.map_or_else(Vec::new, |line| texts(&self.engine.position, &line.moves, self.style()));
        match &texts[..] {
            [] if self.is_usi => say("bestmove resign"),
            [] => say("bestmove (none)"),
            [best] => say(&format!("bestmove {best}")),
            [best, reply, ..] => say(&format!("bestmove {best} ponder {reply}")),
        }
    }
}

/// The move of a text, in the protocol's own style before others. Two squares mean in no other style what they do not
/// mean in the protocol's: `h2e2` is UCCI's text of a move from h3.
fn read(position: &Position, text: &str, style: Style) -> Result<betza::Move, String> {
    let own = position.read_move_as(text, style);
    let read = own.or_else(|illegal| {
        let found = position.read_move(text)?;
        let is_same = names_origin(text).is_none_or(|origin| position.text(found, style).starts_with(origin));
        if is_same { Ok(found) } else { Err(illegal) }
    });
    read.map_err(|error| error.to_string())
}

/// The first square of a text that names two, as protocols do: a letter or more and a number, or the other way round.
fn names_origin(text: &str) -> Option<&str> {
    let is_letter = |c: char| c.is_ascii_lowercase();
    let is_digit = |c: char| c.is_ascii_digit();
    let square = |text: &str| {
        let run = |text: &str, of: &dyn Fn(char) -> bool| text.find(|c| !of(c)).unwrap_or(text.len());
        let (first, second): (&dyn Fn(char) -> bool, &dyn Fn(char) -> bool) =
            if text.starts_with(is_letter) { (&is_letter, &is_digit) } else { (&is_digit, &is_letter) };
        let end = run(text, first);
        let whole = end + run(&text[end..], second);
        (0 < end && end < whole).then_some(whole)
    };
    let end = square(text)?;
    square(&text[end..]).map(|_| &text[..end])
}

/// The texts of moves that are played one after the other.
pub fn texts(position: &Position, moves: &[betza::Move], style: Style) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for &m in moves {
        texts.push(position.text(m, style));
        if position.play(m).is_err() {
            break;
        }
    }
    texts
}
