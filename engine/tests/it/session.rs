//! A running engine.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// An engine that was started, and what it says.
pub struct Session {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

/// No answer takes longer than this, on however slow a machine.
const PATIENCE: Duration = Duration::from_secs(60);

impl Session {
    /// Starts the engine and sends a first line.
    pub fn start(first: &str) -> Session {
        let mut child = Command::new(env!("CARGO_BIN_EXE_betza-engine"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it can be started");
        let (input, output) = (child.stdin.take(), child.stdout.take().expect("piped"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut session = Session { child, input, lines };
        session.say(first);
        session
    }

    /// Sends a line.
    pub fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("the engine reads");
    }

    /// The lines up to the first that begins so, which is the last.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            lines.push(line.unwrap_or_else(|e| panic!("no line begins with '{start}' ({e}): {lines:#?}")));
            if lines[lines.len() - 1].starts_with(start) {
                return lines;
            }
        }
    }

    /// The rest of the first line that begins so.
    pub fn answer(&mut self, start: &str) -> String {
        let lines = self.until(start);
        lines[lines.len() - 1][start.len()..].trim().to_owned()
    }

    /// Sends a line, and gives what is said up to the answer to `isready`.
    pub fn said(&mut self, line: &str) -> Vec<String> {
        self.say(line);
        self.say("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// What is said within a time.
    pub fn within(&mut self, time: Duration) -> Vec<String> {
        let (start, mut lines) = (Instant::now(), Vec::new());
        while let Ok(line) = self.lines.recv_timeout(time.saturating_sub(start.elapsed())) {
            lines.push(line);
        }
        lines
    }

    /// Ends the input, and gives what is said until the engine has ended.
    pub fn finish(&mut self) -> Vec<String> {
        drop(self.input.take());
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => {
                    assert!(self.child.wait().expect("it ends").success(), "{lines:#?}");
                    return lines;
                }
                Err(RecvTimeoutError::Timeout) => panic!("it does not end: {lines:#?}"),
            }
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
