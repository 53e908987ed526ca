//! Another program that speaks UCI: started, told a position, asked for its perft counts.
//!
//! Source: the Universal Chess Interface, April 2006 (S. Meyer-Kahlen); `go perft` and UCI_Variant as in Fairy-Stockfish.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Why the other program gives no answer.
#[derive(Debug)]
pub enum UciError {
    /// The command is empty or its quotes do not close.
    Command,
    /// It cannot be started or spoken to.
    Io(io::Error),
    /// It has ended.
    Ended,
    /// It has said nothing for too long.
    Silent(Duration),
    /// It does not know the game.
    Game {
        /// The names that were tried.
        tried: Vec<String>,
    },
    /// It does not answer as expected.
    Answer(String),
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciError::Command => f.write_str("the command is empty or has quotes that do not close"),
            UciError::Io(e) => write!(f, "it cannot be run: {e}"),
            UciError::Ended => f.write_str("it ended without an answer"),
            UciError::Silent(time) => {
                write!(f, "it has said nothing for {} s: give it more with --patience", time.as_secs())
            }
            UciError::Game { tried } => {
                write!(f, "it knows no game named {}: name the game with --uci-variant", tried.join(" or "))
            }
            UciError::Answer(line) => write!(f, "'{line}' is no line of an answer to go perft"),
        }
    }
}

impl From<io::Error> for UciError {
    fn from(e: io::Error) -> UciError {
        UciError::Io(e)
    }
}

/// A running program.
pub struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<io::Result<String>>,
    patience: Duration,
    /// The options it has offered, each the words after `option name`.
    options: Vec<String>,
}

impl Engine {
    /// Starts a program and waits until it has told its options.
    pub fn start(command: &str, patience: Duration) -> Result<Engine, UciError> {
        let words = split(command).filter(|w| !w.is_empty()).ok_or(UciError::Command)?;
        let mut child =
            Command::new(&words[0]).args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(UciError::Ended);
        };
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut engine = Engine { child, input, lines, patience, options: Vec::new() };
        engine.send("uci")?;
        loop {
            let line = engine.line()?;
            if line == "uciok" {
                return Ok(engine);
            }
            engine.options.extend(line.strip_prefix("option name ").map(str::to_owned));
        }
    }

    /// Sends lines as they are.
    pub fn send_all(&mut self, lines: &[String]) -> Result<(), UciError> {
        lines.iter().try_for_each(|line| self.send(line))?;
        // What these have changed (files of variants loaded) shows in the options.
        if lines.is_empty() {
            return Ok(());
        }
        self.options.clear();
        self.send("uci")?;
        loop {
            let line = self.line()?;
            if line == "uciok" {
                return Ok(());
            }
            self.options.extend(line.strip_prefix("option name ").map(str::to_owned));
        }
    }

    /// Sets the game, by the first of these names that the program knows; one that knows no variants plays chess.
    pub fn choose_game(&mut self, names: &[&str], any_files: bool) -> Result<(), UciError> {
        let option = |name: &str| self.options.iter().find(|o| o.starts_with(&format!("{name} type"))).cloned();
        if any_files && option("UCI_Chess960").is_some() {
            self.send("setoption name UCI_Chess960 value true")?;
        }
        let known = |offered: &str, name: &str| {
            let mut words = offered.split_whitespace();
            std::iter::from_fn(|| words.find(|w| *w == "var").and_then(|_| words.next())).any(|w| w == name)
        };
        let tried = || UciError::Game { tried: names.iter().map(|n| (*n).to_owned()).collect() };
        match self.options.iter().find(|o| o.starts_with("UCI_Variant type")) {
            // Of chess960 only the castling differs.
            None if names.iter().any(|n| ["chess", "chess960"].contains(n)) => Ok(()),
            None => Err(tried()),
            Some(offered) => {
                let name = names.iter().find(|n| known(offered, n));
                let name =
                    name.or_else(|| names.iter().find(|n| **n == "chess960").map(|_| &"chess")).ok_or_else(tried)?;
                self.send(&format!("setoption name UCI_Variant value {name}"))
            }
        }
    }

    /// The counts below each move of the position after `moves`.
    pub fn perft(&mut self, fen: &str, moves: &[String], depth: u32) -> Result<BTreeMap<String, u128>, UciError> {
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.send(&format!("position fen {fen}{moves}"))?;
        self.send(&format!("go perft {depth}"))?;
        let mut counts = BTreeMap::new();
        loop {
            let line = self.line()?;
            if line.is_empty() || line.starts_with("info") {
                continue;
            }
            let (text, count) = line.split_once(": ").ok_or_else(|| UciError::Answer(line.clone()))?;
            let count: u128 = count.trim().parse().map_err(|_| UciError::Answer(line.clone()))?;
            if text == "Nodes searched" {
                return Ok(counts);
            }
            counts.insert(text.to_owned(), count);
        }
    }

    fn send(&mut self, line: &str) -> Result<(), UciError> {
        Ok(writeln!(self.input, "{line}").and_then(|()| self.input.flush())?)
    }

    fn line(&mut self) -> Result<String, UciError> {
        match self.lines.recv_timeout(self.patience) {
            Ok(line) => Ok(line?.trim().to_owned()),
            Err(RecvTimeoutError::Timeout) => Err(UciError::Silent(self.patience)),
            Err(RecvTimeoutError::Disconnected) => Err(UciError::Ended),
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.send("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The words of a command: blanks separate, single and double quotes keep together.
fn split(command: &str) -> Option<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    let mut open: Option<String> = None;
    let mut quote: Option<char> = None;
    for c in command.chars() {
        match quote {
            Some(q) if c == q => quote = None,
            Some(_) => open.get_or_insert_default().push(c),
            None if c == '\'' || c == '"' => {
                open.get_or_insert_default();
                quote = Some(c);
            }
            None if c.is_whitespace() => words.extend(open.take()),
            None => open.get_or_insert_default().push(c),
        }
    }
    words.extend(open);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn commands_are_split_at_blanks_outside_quotes() {
        assert_eq!(split("a  b").unwrap(), ["a", "b"]);
        assert_eq!(split("'a b' c\"d e\"").unwrap(), ["a b", "cd e"]);
        assert_eq!(split("''").unwrap(), [""]);
        assert_eq!(split(" ").unwrap(), Vec::<String>::new());
        assert_eq!(split("'a"), None);
    }
}
