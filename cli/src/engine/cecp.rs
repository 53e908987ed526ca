//! Programs that speak the Chess Engine Communication Protocol (XBoard's), and count by a command of their own.
//!
//! Source: the protocol's description, version 2, by T. Mann and H. G. Muller: `feature`, `variant`, `setup`, `piece`,
//! `ping`. The protocol has no perft; Sjaak II, Fairy-Stockfish and others answer `perft N`.

use super::answer::{Line, Reader};
use super::error::EngineError;
use super::process::{Process, Wait, words};
use betza_perft::bisect::Told;
use std::time::Instant;

/// A running program.
pub struct Cecp {
    process: Process,
    /// The games that it offers.
    variants: Vec<String>,
    /// Whether it answers `ping`.
    pings: u32,
    /// What it has said of the game's pieces and start: the lines `setup` and `piece`.
    described: Vec<String>,
    /// The command that counts, with `{depth}` in it.
    perft: String,
}

impl Cecp {
    /// Starts a program and waits until it has told its features.
    pub fn start(command: &str, perft: &str, wait: &Wait) -> Result<Cecp, EngineError> {
        let mut process = Process::start(&words(command)?, wait)?;
        process.send("xboard")?;
        process.send("protover 2")?;
        let (mut variants, mut pings) = (Vec::new(), false);
        let start = Instant::now();
        loop {
            let line = process.line(start)?;
            let Some(features) = line.strip_prefix("feature ") else { continue };
            if let Some(list) = features.split("variants=\"").nth(1).and_then(|rest| rest.split('"').next()) {
                variants = list.split(',').map(|name| name.trim().to_owned()).collect();
            }
            pings |= features.split_whitespace().any(|word| word == "ping=1");
            if features.split_whitespace().any(|word| word == "done=1") {
                break;
            }
        }
        process.send("new")?;
        process.send("force")?;
        let pings = u32::from(pings);
        Ok(Cecp { process, variants, pings, described: Vec::new(), perft: perft.to_owned() })
    }

    /// Sends lines as they are.
    pub fn send_all(&mut self, lines: &[String]) -> Result<(), EngineError> {
        lines.iter().try_for_each(|line| self.process.send(line))
    }

    /// Sets an option.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        self.process.send(&format!("option {name}={value}"))
    }

    /// Sets the game, by the first of these names that the program knows, and hears what it says of it.
    pub fn choose_game(&mut self, names: &[&str]) -> Result<(), EngineError> {
        let plain = |name: &&&str| ["chess", "normal"].contains(*name);
        match names.iter().find(|name| self.variants.iter().any(|v| v == **name)) {
            // Chess is what it plays if it is told nothing.
            _ if names.iter().any(|name| plain(&name)) => {}
            Some(name) => self.process.send(&format!("variant {name}"))?,
            None => return Err(EngineError::Game { tried: names.iter().map(|n| (*n).to_owned()).collect() }),
        }
        self.process.send("force")?;
        self.listen()
    }

    /// Waits until it has done what it was told, if it tells when.
    fn listen(&mut self) -> Result<(), EngineError> {
        if self.pings == 0 {
            return Ok(());
        }
        self.pings += 1;
        self.process.send(&format!("ping {}", self.pings))?;
        let (start, last) = (Instant::now(), format!("pong {}", self.pings));
        loop {
            let line = self.process.line(start)?;
            if line.ends_with(&last) {
                return Ok(());
            }
            if line.starts_with("setup ") || line.starts_with("piece ") {
                self.described.push(line);
            }
        }
    }

    /// What it has said of the piece with a letter.
    pub fn piece(&self, letter: &str) -> Option<&str> {
        let of = |line: &&String| {
            let id = line.strip_prefix("piece ").and_then(|rest| rest.split(['&', ' ']).next());
            id.is_some_and(|id| id.eq_ignore_ascii_case(letter))
        };
        self.described.iter().find(of).map(String::as_str)
    }

    /// The leaves below a position, and below each move if the program tells them.
    pub fn perft(&mut self, fen: &str, depth: u32) -> Result<Told, EngineError> {
        // What it has said after the sum of the count before is none of this answer.
        self.listen()?;
        self.process.send(&format!("setboard {fen}"))?;
        self.process.send(&self.perft.replace("{depth}", &depth.to_string()))?;
        let mut start = Instant::now();
        let mut reader = Reader::new(depth);
        loop {
            let line = self.process.line(start)?;
            let refuses = ["Error (", "Illegal position", "tellusererror", "telluser "];
            if refuses.iter().any(|words| line.starts_with(words)) {
                return Err(EngineError::Refused(line));
            }
            match reader.read(&line)? {
                Line::Whole(told) => return Ok(told),
                Line::Below => start = Instant::now(),
                // Thinking, prompts and comments.
                Line::Other => {}
            }
        }
    }
}
