//! Programs that are started for each count: `ENGINE --fen {fen} --depth {depth}`.

use super::answer::{Line, Reader};
use super::error::EngineError;
use super::process::{Process, Wait, words};
use betza_perft::bisect::Told;
use std::time::Instant;

/// A command with `{fen}` in it, and what else is to be filled in.
pub struct Template {
    words: Vec<String>,
    game: String,
    wait: Wait,
}

impl Template {
    /// A command, and what `{variant}` in it stands for.
    pub fn new(command: &str, game: &str, wait: &Wait) -> Result<Template, EngineError> {
        Ok(Template { words: words(command)?, game: game.to_owned(), wait: wait.clone() })
    }

    /// The leaves below a position, and below each move if the program tells them.
    pub fn perft(&self, fen: &str, depth: u32) -> Result<Told, EngineError> {
        let depth_text = depth.to_string();
        // Filled in word by word, so that a position stays one word.
        let filled =
            |word: &String| word.replace("{fen}", fen).replace("{depth}", &depth_text).replace("{variant}", &self.game);
        let mut process = Process::start(&self.words.iter().map(filled).collect::<Vec<_>>(), &self.wait)?;
        let start = Instant::now();
        let mut reader = Reader::new(depth);
        loop {
            match process.line(start) {
                Ok(line) => {
                    if let Line::Whole(told) = reader.read(&line)? {
                        return Ok(told);
                    }
                }
                Err(EngineError::Ended) => return Err(EngineError::NoTotal),
                Err(e) => return Err(e),
            }
        }
    }
}
