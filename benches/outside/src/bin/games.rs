//! Files of games of chess, read, played and checked: `betza::pgn` beside shakmaty with pgn-reader, in turn in one
//! process. The games are random legal ones, written by ours and read by both. `cargo run --release --bin games`.

#![forbid(unsafe_code)]

use betza::Style;
use betza::pgn::{Claimed, Events, Fault, GameRecord, Games, Reader, Visitor, write};
use pgn_reader::{Outcome, SanPlus, Skip};
use shakmaty::{Chess, Position};
use std::ops::ControlFlow;
use std::time::Instant;

/// Rounds; their median is told.
const ROUNDS: usize = 7;

/// Games, and the most plies of one.
const SIZE: (usize, usize) = (400, 120);

/// What both must find.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Found {
    games: u64,
    moves: u64,
    faults: u64,
}

/// Games by a generator of random numbers (xorshift).
fn file() -> Vec<u8> {
    let chess = betza::Game::builtin("chess").expect("built in");
    let (mut state, mut text) = (0x9e37_79b9_7f4a_7c15_u64, Vec::new());
    for _ in 0..SIZE.0 {
        let mut position = chess.start();
        for _ in 0..SIZE.1 {
            let moves = position.legal_moves();
            if moves.is_empty() || position.outcome().is_some() {
                break;
            }
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            position.play(moves[(state % moves.len() as u64) as usize]).expect("it is legal");
        }
        write(&mut text, &GameRecord::of(&position), Some(Style::San)).expect("memory can be written");
    }
    text
}

impl Visitor for Found {
    fn play(&mut self, _: &betza::Position, _: betza::Played, _: &str) {
        self.moves += 1;
    }

    fn fault(&mut self, _: Fault) {
        self.faults += 1;
    }

    fn result(&mut self, _: Claimed) {
        self.games += 1;
    }
}

fn by_betza(text: &[u8], games: &Games) -> Found {
    let mut found = Found::default();
    let mut reader = Reader::with(Events::new(text), games.clone());
    while reader.read(&mut found).expect("memory can be read") {}
    found
}

/// Only cuts the text into parts.
fn parts(text: &[u8]) -> Found {
    let (mut found, mut events) = (Found::default(), Events::new(text));
    while let Some(event) = events.next_event().expect("memory can be read") {
        match event {
            betza::pgn::Event::Move(_) => found.moves += 1,
            betza::pgn::Event::Result(_) => found.games += 1,
            betza::pgn::Event::Fault(_) => found.faults += 1,
            _ => {}
        }
    }
    found
}

/// The same with pgn-reader and shakmaty, which stop a game at a move that is not legal.
impl pgn_reader::Visitor for Found {
    type Tags = ();
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn begin_variation(&mut self, _: &mut Chess) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        match san.san.to_move(position) {
            Ok(m) => {
                position.play_unchecked(m);
                self.moves += 1;
                ControlFlow::Continue(())
            }
            Err(_) => {
                self.faults += 1;
                ControlFlow::Break(())
            }
        }
    }

    fn outcome(&mut self, position: &mut Chess, claimed: Outcome) -> ControlFlow<()> {
        // As ours does, it compares the result with that by the rules.
        let by_rules = position.outcome();
        self.faults += u64::from(by_rules.is_known() && by_rules != claimed);
        self.games += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: Chess) {}
}

fn by_shakmaty(text: &[u8]) -> Found {
    let (mut found, mut reader) = (Found::default(), pgn_reader::Reader::new(text));
    while reader.read_game(&mut found).expect("memory can be read").is_some() {}
    found
}

fn main() {
    let (text, games) = (file(), Games::new());
    let work: [(&str, Box<dyn Fn() -> Found>); 3] = [
        ("shakmaty with pgn-reader", Box::new(|| by_shakmaty(&text))),
        ("betza::pgn", Box::new(|| by_betza(&text, &games))),
        ("betza::pgn, parts alone", Box::new(|| parts(&text))),
    ];
    let wanted = work[0].1();
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..ROUNDS {
        for ((name, work), times) in work.iter().zip(&mut times) {
            let started = Instant::now();
            let found = work();
            times.push(started.elapsed().as_secs_f64());
            assert_eq!(found, wanted, "{name}");
        }
    }
    let medians = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[ROUNDS / 2]
    });
    println!("{} games, {} moves, {} bytes", wanted.games, wanted.moves, text.len());
    for ((name, _), median) in work.iter().zip(medians) {
        let per_move = median * 1e9 / wanted.moves as f64;
        println!("{name:28} {per_move:8.1} ns a move, {:6.3} of shakmaty's speed", medians[0] / median);
    }
}
