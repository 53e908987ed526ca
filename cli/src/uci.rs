//! Another program that speaks UCI: started, told a position, asked for its perft counts.
//!
//! Source: the Universal Chess Interface, April 2006 (S. Meyer-Kahlen); `go perft` and UCI_Variant as in Fairy-Stockfish.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

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
    /// It does not show its position.
    NoPosition,
    /// A line of its output is longer than any answer.
    Endless,
    /// The counts below the moves are not what it gives as their sum.
    Sum {
        /// The sum of the lines.
        lines: u128,
        /// The number after `Nodes searched`.
        said: u128,
    },
    /// A signal ended the wait for it.
    Stopped,
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciError::Command => f.write_str("the command is empty or has quotes that do not close"),
            UciError::Io(e) => write!(f, "it cannot be run: {e}"),
            UciError::Ended => f.write_str("it ended without an answer: see what it says when it is run by hand"),
            UciError::Silent(time) => {
                write!(f, "it has not answered for {} s: give it more with --patience", time.as_secs())
            }
            UciError::Game { tried } => {
                write!(f, "it knows no game named {}: name the game with --uci-variant", tried.join(" or "))
            }
            UciError::Answer(line) => write!(f, "'{line}' is no line of an answer to 'go perft'"),
            UciError::NoPosition => f.write_str("it does not answer the command 'd' with a line 'Fen: ...'"),
            UciError::Endless => write!(f, "a line of its output is over {LINE_LIMIT} bytes long"),
            UciError::Sum { lines, said } => {
                write!(f, "its counts below the moves add up to {lines}, but it says 'Nodes searched: {said}'")
            }
            UciError::Stopped => f.write_str("interrupted"),
        }
    }
}

impl From<io::Error> for UciError {
    fn from(e: io::Error) -> UciError {
        match e.kind() {
            // Nobody reads what is sent.
            io::ErrorKind::BrokenPipe => UciError::Ended,
            io::ErrorKind::InvalidData => UciError::Endless,
            _ => UciError::Io(e),
        }
    }
}

/// The longest line that is read, in bytes.
const LINE_LIMIT: u64 = 1 << 20;

/// How many lines wait to be read; a program that says more waits itself.
const LINES_WAITING: usize = 1024;

/// How often the wait for a line asks whether to stop.
const GLANCE: Duration = Duration::from_millis(100);

/// The next line of a program's output without what ends it; `None` at its end.
///
/// # Errors
/// What the system says; [`io::ErrorKind::InvalidData`] for a line over the limit.
fn next_line(output: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = output.by_ref().take(LINE_LIMIT).read_until(b'\n', &mut bytes)?;
    if read as u64 == LINE_LIMIT && bytes.last() != Some(&b'\n') {
        return Err(io::ErrorKind::InvalidData.into());
    }
    Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_owned()))
}

/// A running program.
pub struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<io::Result<String>>,
    patience: Duration,
    stop: Arc<AtomicBool>,
    /// The options it has offered, each the words after `option name`.
    options: Vec<String>,
}

impl Engine {
    /// Starts a program and waits until it has told its options. No answer is waited for longer than `patience`, nor once `stop` is set.
    pub fn start(command: &str, patience: Duration, stop: &Arc<AtomicBool>) -> Result<Engine, UciError> {
        let words = split(command).filter(|w| !w.is_empty()).ok_or(UciError::Command)?;
        let mut child =
            Command::new(&words[0]).args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(UciError::Ended);
        };
        let (sender, lines) = sync_channel(LINES_WAITING);
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(line) = next_line(&mut output).transpose() {
                let last = line.is_err();
                if sender.send(line).is_err() || last {
                    break;
                }
            }
        });
        let mut engine = Engine { child, input, lines, patience, stop: Arc::clone(stop), options: Vec::new() };
        engine.ask_options()?;
        Ok(engine)
    }

    /// Sends lines as they are.
    pub fn send_all(&mut self, lines: &[String]) -> Result<(), UciError> {
        lines.iter().try_for_each(|line| self.send(line))?;
        // What these have changed (files of variants loaded) shows in the options.
        if lines.is_empty() { Ok(()) } else { self.ask_options() }
    }

    /// Asks for the options, which ends with `uciok`.
    fn ask_options(&mut self) -> Result<(), UciError> {
        self.options.clear();
        let start = Instant::now();
        self.send("uci")?;
        loop {
            let line = self.line(start)?;
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
        let mut start = Instant::now();
        let mut counts = BTreeMap::new();
        loop {
            let line = self.line(start)?;
            if line.is_empty() || line.starts_with("info") {
                continue;
            }
            let (text, count) = line.split_once(": ").ok_or_else(|| UciError::Answer(line.clone()))?;
            let count: u128 = count.trim().parse().map_err(|_| UciError::Answer(line.clone()))?;
            if text == "Nodes searched" {
                let lines = counts.values().fold(0, |sum: u128, n| sum.saturating_add(*n));
                return if lines == count { Ok(counts) } else { Err(UciError::Sum { lines, said: count }) };
            }
            if counts.insert(text.to_owned(), count).is_some() {
                return Err(UciError::Answer(line));
            }
            start = Instant::now();
        }
    }

    /// The position after moves from a position, or from the game's start, as the command `d` of Stockfish's family shows it.
    pub fn fen(&mut self, from: Option<&str>, moves: &[String]) -> Result<String, UciError> {
        let from = from.map_or("startpos".to_owned(), |fen| format!("fen {fen}"));
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.send(&format!("position {from}{moves}"))?;
        self.send("d")?;
        self.send("isready")?;
        let start = Instant::now();
        let mut found = None;
        loop {
            let line = self.line(start)?;
            if line == "readyok" {
                return found.ok_or(UciError::NoPosition);
            }
            if let Some(fen) = line.strip_prefix("Fen: ") {
                found = Some(fen.trim().to_owned());
            }
        }
    }

    fn send(&mut self, line: &str) -> Result<(), UciError> {
        Ok(writeln!(self.input, "{line}").and_then(|()| self.input.flush())?)
    }

    /// The next line of an answer for which it has been waited since `start`.
    fn line(&mut self, start: Instant) -> Result<String, UciError> {
        loop {
            match self.lines.recv_timeout(GLANCE) {
                Ok(line) if start.elapsed() < self.patience => return Ok(line?),
                Err(RecvTimeoutError::Disconnected) => return Err(UciError::Ended),
                _ if self.stop.load(Relaxed) => return Err(UciError::Stopped),
                Err(RecvTimeoutError::Timeout) if start.elapsed() < self.patience => {}
                _ => return Err(UciError::Silent(self.patience)),
            }
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
    use super::{LINE_LIMIT, next_line, split};
    use std::io::{self, Cursor};

    #[test]
    fn lines_are_read_up_to_a_limit() {
        let mut output = Cursor::new(b"uciok\r\n\nlast".to_vec());
        let mut next = || next_line(&mut output).unwrap();
        assert_eq!(
            [next(), next(), next(), next()],
            [Some("uciok".into()), Some("".into()), Some("last".into()), None]
        );
        let mut long = Cursor::new(vec![b'x'; LINE_LIMIT as usize]);
        assert_eq!(next_line(&mut long).unwrap_err().kind(), io::ErrorKind::InvalidData);
    }

    #[test]
    fn commands_are_split_at_blanks_outside_quotes() {
        assert_eq!(split("a  b").unwrap(), ["a", "b"]);
        assert_eq!(split("'a b' c\"d e\"").unwrap(), ["a b", "cd e"]);
        assert_eq!(split("''").unwrap(), [""]);
        assert_eq!(split(" ").unwrap(), Vec::<String>::new());
        assert_eq!(split("'a"), None);
    }
}
