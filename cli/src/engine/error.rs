//! Why another program gives no answer.

use super::process::LINE_LIMIT;
use std::fmt;
use std::io;
use std::time::Duration;

/// Why another program gives no answer.
#[derive(Debug)]
pub enum EngineError {
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
    /// It says that it cannot do what it was told.
    Refused(String),
    /// It does not show its position.
    NoPosition,
    /// A line of its output is longer than any answer.
    Endless,
    /// The counts below the moves are not what it gives as their sum.
    Sum {
        /// The sum of the lines.
        lines: u128,
        /// The number that it gives as their sum.
        said: u128,
    },
    /// It ended before it had said how many leaves there are.
    NoTotal,
    /// Something was asked for that the way of talking to it does not have.
    Unsaid(&'static str),
    /// A signal ended the wait for it.
    Stopped,
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Command => f.write_str("the command is empty or has quotes that do not close"),
            EngineError::Io(e) => write!(f, "it cannot be run: {e}"),
            EngineError::Ended => f.write_str("it ended without an answer: see what it says when it is run by hand"),
            EngineError::Silent(time) => {
                write!(f, "it has not answered for {} s: give it more with --patience", time.as_secs())
            }
            EngineError::Game { tried } => {
                write!(f, "it knows no game named {}: name the game with --uci-variant", tried.join(" or "))
            }
            EngineError::Answer(line) => write!(f, "'{line}' is no line of an answer to 'go perft'"),
            EngineError::Refused(line) => write!(f, "it says '{line}'"),
            EngineError::NoPosition => f.write_str("it does not answer the command 'd' with a line 'Fen: ...'"),
            EngineError::Endless => write!(f, "a line of its output is over {LINE_LIMIT} bytes long"),
            EngineError::Sum { lines, said } => {
                write!(f, "its counts below the moves add up to {lines}, but it says 'Nodes searched: {said}'")
            }
            EngineError::NoTotal => f.write_str(
                "it printed no count: let it print 'Nodes searched: COUNT', or the number on a line of its own",
            ),
            EngineError::Unsaid(what) => write!(f, "{what} means nothing to a program that is started for each count"),
            EngineError::Stopped => f.write_str("interrupted"),
        }
    }
}

impl From<io::Error> for EngineError {
    fn from(e: io::Error) -> EngineError {
        match e.kind() {
            // Nobody reads what is sent.
            io::ErrorKind::BrokenPipe => EngineError::Ended,
            io::ErrorKind::InvalidData => EngineError::Endless,
            _ => EngineError::Io(e),
        }
    }
}
