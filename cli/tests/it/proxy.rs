//! A program between `betza` and an engine that changes some of the engine's answers: its faults are planted.
//!
//! It is this test program, started anew with BETZA_PROXY set, so that it needs no name of its own. It walks the tree
//! with the library's moves and asks the engine about the positions at the last ply, where the fault takes one sort of
//! moves away.

use betza::{Game, Position, Style};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A sort of moves that the engine seems not to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Castling,
    EnPassant,
    Underpromotion,
}

impl Fault {
    pub const ALL: [Fault; 3] = [Fault::Castling, Fault::EnPassant, Fault::Underpromotion];

    /// Whether a move is of the sort, by its text and the position's: a King goes two squares, a Pawn goes to the
    /// square of the position's fourth field from another file, a piece becomes a Knight.
    pub fn is(self, fen: &str, text: &str) -> bool {
        match self {
            Fault::Castling => ["e1g1", "e1c1", "e8g8", "e8c8"].contains(&text) && is_king(fen, &text[..2]),
            Fault::EnPassant => {
                let square = fen.split(' ').nth(3).unwrap_or("-");
                text[2..] == *square && text[..1] != text[2..3] && is_pawn(fen, &text[..2])
            }
            Fault::Underpromotion => text.len() == 5 && text.ends_with('n'),
        }
    }
}

/// What stands on a square of a FEN of chess.
fn piece_on(fen: &str, square: &str) -> Option<char> {
    let (file, rank) = (square.as_bytes()[0] - b'a', square.as_bytes()[1] - b'1');
    let row = fen.split(['/', ' ']).nth(usize::from(7 - rank))?;
    let mut at = 0;
    row.chars().find(|c| {
        let width = c.to_digit(10).map_or(1, |n| n as u8);
        at += width;
        at > file
    })
}

fn is_king(fen: &str, square: &str) -> bool {
    piece_on(fen, square).is_some_and(|c| c.eq_ignore_ascii_case(&'k'))
}

fn is_pawn(fen: &str, square: &str) -> bool {
    piece_on(fen, square).is_some_and(|c| c.eq_ignore_ascii_case(&'p'))
}

/// The words of a command line that starts the proxy. `way` is how it and the engine are spoken to: `uci`, `cecp` or
/// `template`.
pub fn command(way: &str, fault: Fault, engine: &str) -> String {
    let program = std::env::current_exe().unwrap();
    let asked = if way == "template" { " BETZA_PROXY_FEN={fen} BETZA_PROXY_DEPTH={depth}" } else { "" };
    format!(
        "env BETZA_PROXY={way} BETZA_PROXY_FAULT={fault:?} 'BETZA_PROXY_ENGINE={engine}'{asked} '{}' --exact proxy::speaks --nocapture -q",
        program.display()
    )
}

/// The engine behind the proxy.
struct Engine {
    way: String,
    command: String,
    process: Option<(Child, ChildStdin, BufReader<ChildStdout>)>,
}

impl Engine {
    fn new(way: String, command: String) -> Engine {
        let mut engine = Engine { way, command, process: None };
        if engine.way != "template" {
            let mut child = Command::new(&engine.command).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
            let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
            engine.process = Some((child, input, output));
            engine.say(if engine.way == "uci" { "uci" } else { "xboard\nprotover 2\nnew\nforce" });
        }
        engine
    }

    fn say(&mut self, text: &str) {
        let (_, input, _) = self.process.as_mut().unwrap();
        writeln!(input, "{text}").unwrap();
    }

    /// The number of legal moves that the engine counts.
    fn moves(&mut self, fen: &str) -> u64 {
        match self.way.as_str() {
            "uci" => self.say(&format!("position fen {fen}\ngo perft 1")),
            "cecp" => self.say(&format!("setboard {fen}\nperft 1")),
            _ => {
                let output = Command::new("sh").args(["-c", &self.command, "sh", fen]).output().unwrap();
                return String::from_utf8(output.stdout).unwrap().trim().parse().unwrap();
            }
        }
        let (_, _, output) = self.process.as_mut().unwrap();
        output
            .lines()
            .find_map(|line| {
                let line = line.unwrap();
                let words: Vec<&str> = line.split_whitespace().collect();
                // `Nodes searched: 20`, or Sjaak II's `1  20  0.00 ...`.
                match words[..] {
                    ["Nodes", "searched:", count] | ["1", count, _, ..] => count.parse().ok(),
                    _ => None,
                }
            })
            .unwrap()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some((child, ..)) = &mut self.process {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The leaves below a position, without those that the fault takes away; and its moves.
fn leaves(engine: &mut Engine, fault: Fault, position: &Position, depth: u32) -> (u64, Vec<(String, u64)>) {
    let fen = position.fen();
    let texts = position.move_texts(Style::Uci);
    let (gone, kept): (Vec<String>, Vec<String>) = texts.into_iter().partition(|text| fault.is(&fen, text));
    if depth == 1 {
        let count = engine.moves(&fen) - gone.len() as u64;
        return (count, kept.into_iter().map(|text| (text, 1)).collect());
    }
    let below: Vec<(String, u64)> = kept
        .into_iter()
        .map(|text| {
            let mut after = position.clone();
            play(&mut after, &text);
            let count = leaves(engine, fault, &after, depth - 1).0;
            (text, count)
        })
        .collect();
    (below.iter().map(|(_, n)| n).sum(), below)
}

fn play(position: &mut Position, text: &str) {
    let m = position.read_move(text).unwrap();
    position.play(m).unwrap();
}

/// The proxy itself. Without BETZA_PROXY there is nothing to do.
#[test]
fn speaks() {
    let Ok(way) = std::env::var("BETZA_PROXY") else { return };
    let named = std::env::var("BETZA_PROXY_FAULT").unwrap();
    let fault = Fault::ALL.into_iter().find(|f| format!("{f:?}") == named).unwrap();
    let mut engine = Engine::new(way.clone(), std::env::var("BETZA_PROXY_ENGINE").unwrap());
    let chess = Game::builtin("chess").unwrap();
    let mut out = std::io::stdout();
    let mut position = chess.start();
    let mut answer = |position: &Position, depth: u32, tells_moves: bool| {
        let (total, below) = leaves(&mut engine, fault, position, depth);
        if tells_moves {
            below.iter().for_each(|(text, n)| println!("{text}: {n}"));
            println!("\nNodes searched: {total}");
        } else {
            println!("{depth} {total} 0.00 0nps");
        }
    };
    if way == "template" {
        let fen = std::env::var("BETZA_PROXY_FEN").unwrap();
        let depth = std::env::var("BETZA_PROXY_DEPTH").unwrap().parse().unwrap();
        answer(&chess.position(&fen).unwrap(), depth, true);
        return;
    }
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        if line == "uci" {
            println!("uciok");
        } else if line == "isready" {
            println!("readyok");
        } else if line.starts_with("protover") {
            println!("feature ping=1 setboard=1 variants=\"normal\" done=1");
        } else if let Some(number) = line.strip_prefix("ping ") {
            println!("pong {number}");
        } else if let Some(fen) = line.strip_prefix("setboard ") {
            position = chess.position(fen).unwrap();
        } else if let Some(rest) = line.strip_prefix("position fen ") {
            let (fen, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
            position = chess.position(fen).unwrap();
            moves.split_whitespace().for_each(|text| play(&mut position, text));
        } else if let Some(depth) = line.strip_prefix("go perft ") {
            answer(&position, depth.parse().unwrap(), true);
        } else if let Some(depth) = line.strip_prefix("perft ") {
            // As Sjaak II, which tells no moves.
            answer(&position, depth.parse().unwrap(), false);
        } else if line == "quit" {
            return;
        }
        out.flush().unwrap();
    }
}
