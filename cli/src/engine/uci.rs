//! Programs that speak UCI, USI or UCCI: told a position, asked for their perft counts.
//!
//! Sources: the Universal Chess Interface, April 2006 (S. Meyer-Kahlen); the Universal Shogi Interface (T. Romstad);
//! the Universal Chinese Chess Protocol 3.0; `go perft` and UCI_Variant as in Fairy-Stockfish.

use super::answer::{Line, Reader};
use super::error::EngineError;
use super::process::{Process, Wait, words};
use betza_perft::bisect::Told;
use std::time::Instant;

/// Which of the three related protocols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    Uci,
    Usi,
    Ucci,
}

impl Dialect {
    /// The word that starts it.
    fn word(self) -> &'static str {
        match self {
            Dialect::Uci => "uci",
            Dialect::Usi => "usi",
            Dialect::Ucci => "ucci",
        }
    }

    /// The word before a position's text.
    fn position(self) -> &'static str {
        if self == Dialect::Usi { "sfen" } else { "fen" }
    }
}

/// A running program.
pub struct Uci {
    process: Process,
    dialect: Dialect,
    /// The options it has offered, each the words after `option name`.
    options: Vec<String>,
    /// It was told that kings castle from any files.
    any_files: bool,
}

impl Uci {
    /// Starts a program and waits until it has told its options.
    pub fn start(command: &str, dialect: Dialect, wait: &Wait) -> Result<Uci, EngineError> {
        let process = Process::start(&words(command)?, wait)?;
        let mut engine = Uci { process, dialect, options: Vec::new(), any_files: false };
        engine.ask_options()?;
        Ok(engine)
    }

    /// Sends lines as they are.
    pub fn send_all(&mut self, lines: &[String]) -> Result<(), EngineError> {
        lines.iter().try_for_each(|line| self.process.send(line))?;
        // What these have changed (files of variants loaded) shows in the options.
        if lines.is_empty() { Ok(()) } else { self.ask_options() }
    }

    /// Asks for the options, which ends with `uciok`.
    fn ask_options(&mut self) -> Result<(), EngineError> {
        self.options.clear();
        let start = Instant::now();
        self.process.send(self.dialect.word())?;
        let last = format!("{}ok", self.dialect.word());
        loop {
            let line = self.process.line(start)?;
            if line == last {
                return Ok(());
            }
            let option = line.strip_prefix("option ").map(|o| o.strip_prefix("name ").unwrap_or(o));
            self.options.extend(option.map(str::to_owned));
        }
    }

    /// What it has said of an option, if it has it.
    fn offered(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|o| o.starts_with(&format!("{name} type"))).map(String::as_str)
    }

    /// Sets an option.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        self.process.send(&match self.dialect {
            Dialect::Ucci => format!("setoption {name} {value}"),
            _ => format!("setoption name {name} value {value}"),
        })
    }

    /// Sets the game, by the first of these names that the program knows; one that knows no variants plays chess.
    pub fn choose_game(&mut self, names: &[&str], any_files: bool) -> Result<(), EngineError> {
        if any_files != self.any_files && self.offered("UCI_Chess960").is_some() {
            self.set("UCI_Chess960", if any_files { "true" } else { "false" })?;
            self.any_files = any_files;
        }
        let known = |offered: &str, name: &str| {
            let mut words = offered.split_whitespace();
            std::iter::from_fn(|| words.find(|w| *w == "var").and_then(|_| words.next())).any(|w| w == name)
        };
        let tried = || EngineError::Game { tried: names.iter().map(|n| (*n).to_owned()).collect() };
        let offers = |option: &'static str| self.offered(option).map(|offered| (option, offered));
        // What a program of this protocol plays if it knows no variants. Of chess960 only the castling differs.
        let own: &[&str] = match self.dialect {
            Dialect::Uci => &["chess", "chess960"],
            Dialect::Usi => &["shogi"],
            Dialect::Ucci => &["xiangqi"],
        };
        match offers("UCI_Variant").or_else(|| offers("USI_Variant")) {
            None if names.iter().any(|n| own.contains(n)) => Ok(()),
            None => Err(tried()),
            Some((option, offered)) => {
                let name = names.iter().find(|n| known(offered, n));
                let name =
                    name.or_else(|| names.iter().find(|n| **n == "chess960").map(|_| &"chess")).ok_or_else(tried)?;
                self.set(option, name)
            }
        }
    }

    /// The leaves below a position after moves, and below each move if the program tells them.
    pub fn perft(&mut self, position: &str, moves: &[String], depth: u32) -> Result<Told, EngineError> {
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        // What it has said after the sum of the count before is none of this answer.
        self.listen(|_| {})?;
        self.process.send(&format!("position {} {position}{moves}", self.dialect.position()))?;
        self.process.send(&format!("go perft {depth}"))?;
        let mut start = Instant::now();
        let mut reader = Reader::new(depth);
        loop {
            let line = self.process.line(start)?;
            if line.is_empty() || line.starts_with("info") {
                continue;
            }
            match reader.read(&line)? {
                Line::Whole(told) => return Ok(told),
                Line::Below => start = Instant::now(),
                Line::Other => return Err(EngineError::Answer(line)),
            }
        }
    }

    /// The position after moves from a position, or from the game's start, as the command `d` of Stockfish's family
    /// shows it.
    pub fn fen(&mut self, from: Option<&str>, moves: &[String]) -> Result<String, EngineError> {
        let from = from.map_or("startpos".to_owned(), |fen| format!("fen {fen}"));
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.process.send(&format!("position {from}{moves}"))?;
        self.process.send("d")?;
        let mut found = None;
        self.listen(|line| {
            if let Some(fen) = line.strip_prefix("Fen: ") {
                found = Some(fen.trim().to_owned());
            }
        })?;
        found.ok_or(EngineError::NoPosition)
    }

    /// Waits until it has done what it was told; what it says before that is heard.
    fn listen(&mut self, mut hears: impl FnMut(&str)) -> Result<(), EngineError> {
        self.process.send("isready")?;
        let start = Instant::now();
        loop {
            let line = self.process.line(start)?;
            if line == "readyok" {
                return Ok(());
            }
            hears(&line);
        }
    }
}
