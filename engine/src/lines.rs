//! Lines of the standard input and output, in which all protocols speak.

use crate::engine::Event;
use std::io::{BufRead, Write};
use std::sync::mpsc::{Receiver, Sender};

/// Sends what is read to the channel, from a thread of its own.
pub fn listen(input: Sender<Event>) {
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().split(b'\n') {
            let Ok(line) = line else { break };
            let line = String::from_utf8_lossy(&line).trim().to_owned();
            if input.send(Event::Input(line)).is_err() {
                return;
            }
        }
        drop(input.send(Event::Closed));
    });
}

/// The first line with a word in it, which tells the protocol.
pub fn first(events: &Receiver<Event>) -> Option<String> {
    loop {
        match events.recv().ok()? {
            Event::Input(line) if line.is_empty() => {}
            Event::Input(line) => return Some(line),
            _ => return None,
        }
    }
}

/// Writes a line, and sends it.
pub fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // If nobody reads, the input will soon be closed too.
    drop(writeln!(out, "{line}").and_then(|()| out.flush()));
}
