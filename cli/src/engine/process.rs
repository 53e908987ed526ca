//! Another program: started, spoken to, its lines waited for.

use super::error::EngineError;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// The longest line that is read, in bytes.
pub(super) const LINE_LIMIT: u64 = 1 << 20;

/// How many lines wait to be read; a program that says more waits itself.
const LINES_WAITING: usize = 1024;

/// How often the wait for a line asks whether to stop.
const GLANCE: Duration = Duration::from_millis(100);

/// How long an answer is waited for.
#[derive(Clone, Debug)]
pub struct Wait {
    /// No longer than this for one answer.
    pub patience: Duration,
    /// No longer once this is set.
    pub stop: Arc<AtomicBool>,
}

/// A running program.
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<io::Result<String>>,
    wait: Wait,
}

impl Process {
    /// Starts a program.
    pub(super) fn start(words: &[String], wait: &Wait) -> Result<Process, EngineError> {
        let (program, arguments) = words.split_first().ok_or(EngineError::Command)?;
        let mut child = Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(EngineError::Ended);
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
        Ok(Process { child, input, lines, wait: wait.clone() })
    }

    /// Sends a line.
    pub(super) fn send(&mut self, line: &str) -> Result<(), EngineError> {
        Ok(writeln!(self.input, "{line}").and_then(|()| self.input.flush())?)
    }

    /// The next line of an answer for which it has been waited since `start`.
    pub(super) fn line(&mut self, start: Instant) -> Result<String, EngineError> {
        let patience = self.wait.patience;
        loop {
            match self.lines.recv_timeout(GLANCE) {
                Ok(line) if start.elapsed() < patience => return Ok(line?),
                Err(RecvTimeoutError::Disconnected) => return Err(EngineError::Ended),
                _ if self.wait.stop.load(Relaxed) => return Err(EngineError::Stopped),
                Err(RecvTimeoutError::Timeout) if start.elapsed() < patience => {}
                _ => return Err(EngineError::Silent(patience)),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.send("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

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

/// The words of a command: blanks separate, single and double quotes keep together.
///
/// # Errors
/// [`EngineError::Command`].
pub(super) fn words(command: &str) -> Result<Vec<String>, EngineError> {
    split(command).filter(|words| words.first().is_some_and(|w| !w.is_empty())).ok_or(EngineError::Command)
}

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
