//! The other program that reads `variants.ini`: pyffish, or an engine that speaks UCI.

use crate::engine::{Dialect, EngineError, Uci, Wait};
use betza_perft::bisect::{self, At, Told};
use betza_perft::pyffish::Pyffish;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How the other program is reached.
#[derive(Clone, Debug)]
pub enum Reach {
    /// A Python with the package pyffish.
    Pyffish(String),
    /// The command of an engine.
    Engine(String),
}

/// The other program, with the games of one file.
pub struct Rival {
    program: Program,
    patience: Duration,
    game: String,
    any_files: bool,
    /// The start position.
    start: String,
}

enum Program {
    Pyffish(Pyffish),
    Engine(Uci),
}

impl Rival {
    /// Starts it and lets it read a file. It is given up if an answer takes longer than `patience`.
    ///
    /// # Errors
    /// Why it cannot be run, or that it ends over the file.
    pub fn start(
        reach: &Reach,
        path: &Path,
        text: &str,
        patience: Duration,
        stop: &Arc<AtomicBool>,
    ) -> Result<Rival, String> {
        let program = match reach {
            Reach::Pyffish(python) => {
                let mut pyffish = Pyffish::start_again(python)?;
                let question = json!({"ini": text, "seconds": patience.as_secs()});
                told(pyffish.ask(&question)?)?;
                Program::Pyffish(pyffish)
            }
            Reach::Engine(command) => {
                let wait = Wait { patience, stop: Arc::clone(stop) };
                let mut engine = Uci::start(command, Dialect::Uci, &wait).map_err(|e| e.to_string())?;
                let line = format!("setoption name VariantPath value {}", path.display());
                engine.send_all(&[line]).map_err(|e| e.to_string())?;
                Program::Engine(engine)
            }
        };
        Ok(Rival { program, patience, game: String::new(), any_files: false, start: String::new() })
    }

    /// Chooses a game; false if it has not accepted it.
    ///
    /// # Errors
    /// That it does not answer.
    pub fn choose(&mut self, game: &str, any_files: bool) -> Result<bool, String> {
        game.clone_into(&mut self.game);
        self.any_files = any_files;
        self.start.clear();
        let known = match &mut self.program {
            Program::Pyffish(pyffish) => {
                let games = told(pyffish.ask(&json!({"ini": ""}))?)?;
                games["games"].as_array().is_some_and(|list| list.iter().any(|g| g == game))
            }
            Program::Engine(engine) => match engine.choose_game(&[game], any_files) {
                Err(EngineError::Game { .. }) => false,
                other => other.map(|()| true).map_err(|e| e.to_string())?,
            },
        };
        if known {
            self.start = self.fen(&[])?;
        }
        Ok(known)
    }

    /// The position after moves from the start.
    ///
    /// # Errors
    /// That it does not answer.
    pub fn fen(&mut self, moves: &[String]) -> Result<String, String> {
        let position = if self.start.is_empty() { None } else { Some(self.start.as_str()) };
        match &mut self.program {
            Program::Engine(engine) => engine.fen(position, moves).map_err(|e| e.to_string()),
            Program::Pyffish(_) => {
                let answer = self.ask(&json!({"ask": "fen", "moves": moves}))?;
                Ok(answer["fen"].as_str().unwrap_or_default().to_owned())
            }
        }
    }

    /// The leaves below each move of the position after moves from the start.
    ///
    /// # Errors
    /// That it does not answer, or tells no moves.
    pub fn divide(&mut self, moves: &[String], depth: u32) -> Result<BTreeMap<String, u128>, String> {
        self.perft(moves, depth)?.below.ok_or_else(|| "it tells no moves".to_owned())
    }

    fn perft(&mut self, moves: &[String], depth: u32) -> Result<Told, String> {
        if let Program::Engine(engine) = &mut self.program {
            return engine.perft(&self.start, moves, depth).map_err(|e| e.to_string());
        }
        let answer = self.ask(&json!({"ask": "divide", "moves": moves, "depth": depth}))?;
        let counts = answer["divide"].as_object().ok_or("it gives no counts")?;
        let count = |(text, n): (&String, &Value)| (text.clone(), u128::from(n.as_u64().unwrap_or(0)));
        let below: BTreeMap<String, u128> = counts.iter().map(count).collect();
        Ok(Told { nodes: below.values().sum(), below: Some(below) })
    }

    /// Asks pyffish about the game.
    fn ask(&mut self, question: &Value) -> Result<Value, String> {
        let Program::Pyffish(pyffish) = &mut self.program else { return Err("it is no pyffish".to_owned()) };
        let mut whole = json!({"game": self.game, "chess960": self.any_files, "seconds": self.patience.as_secs()});
        if let (Value::Object(whole), Value::Object(question)) = (&mut whole, question.clone()) {
            whole.extend(question);
        }
        told(pyffish.ask(&whole)?)
    }
}

impl bisect::Rival for Rival {
    type Error = String;

    fn count(&mut self, at: &At<'_>, depth: u32) -> Result<Told, String> {
        self.perft(at.moves, depth)
    }
}

/// The answer, if it is no error.
fn told(answer: Value) -> Result<Value, String> {
    match answer.get("error") {
        Some(error) => Err(format!("it says {error}")),
        None => Ok(answer),
    }
}
