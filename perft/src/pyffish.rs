//! Fairy-Stockfish as the Python package pyffish has it, in a process of its own.
//!
//! What it is asked and what it answers is told at the beginning of `pyffish.py`, which runs there.

use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The program that answers.
const PROGRAM: &str = include_str!("pyffish.py");

/// A Python that answers questions; it ends with this.
pub struct Pyffish {
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Pyffish {
    /// Starts this Python.
    ///
    /// # Errors
    /// Why it does not answer: it cannot be run, or lacks the package.
    pub fn start(python: &str) -> Result<Pyffish, String> {
        let failed = |error| format!("{python} cannot be run: {error}");
        let probe = Command::new(python).args(["-c", "import pyffish"]).stderr(Stdio::null()).status();
        if !probe.map_err(failed)?.success() {
            return Err(format!("{python} has no package pyffish"));
        }
        Pyffish::start_again(python)
    }

    /// Starts this Python, which has the package.
    ///
    /// # Errors
    /// Why it cannot be run.
    pub fn start_again(python: &str) -> Result<Pyffish, String> {
        let mut command = Command::new(python);
        command.args(["-u", "-c", PROGRAM]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().map_err(|error| format!("{python} cannot be run: {error}"))?;
        let (Some(questions), Some(answers)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(format!("{python} cannot be spoken to"));
        };
        Ok(Pyffish { process, questions, answers: BufReader::new(answers) })
    }

    /// The answer to a question; `{"error": ..}` if the question is wrong.
    ///
    /// # Errors
    /// That it has ended, as it does where Fairy-Stockfish crashes.
    pub fn ask(&mut self, question: &Value) -> Result<Value, String> {
        let ended = || "Fairy-Stockfish ended without an answer".to_owned();
        writeln!(self.questions, "{question}").map_err(|_| ended())?;
        let mut line = String::new();
        self.answers.read_line(&mut line).map_err(|_| ended())?;
        serde_json::from_str(&line).map_err(|e| if line.is_empty() { ended() } else { format!("{line:?}: {e}") })
    }
}

impl Drop for Pyffish {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
