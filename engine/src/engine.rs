//! The engine behind the protocols: a game, a position of it, and a search that runs beside what the protocol says.

use crate::games::Games;
use betza::{Game, Position};
use betza_engine::clock::{Clock, Limits};
use betza_engine::search::Line;
use betza_engine::table::Table;
use betza_engine::think::{Mind, think};
use betza_engine::values::Values;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;

/// What a protocol is told.
pub enum Event {
    /// A line of the standard input.
    Input(String),
    /// The standard input is closed.
    Closed,
    /// The search of this number has finished an iteration.
    Found(u64, Line),
    /// The search of this number is over; `None` if there was no move to search.
    Done(u64, Option<Line>),
}

/// The engine.
pub struct Engine {
    /// The games that there are.
    pub games: Games,
    /// The position, with the moves played.
    pub position: Position,
    /// The number of threads of a search.
    pub threads: usize,
    /// Whether kings and rooks castle from any file, where the game has that.
    pub any_castling: bool,
    values: Arc<Values>,
    table: Arc<Table>,
    events: Sender<Event>,
    running: Option<Running>,
    /// The number of the last search.
    number: u64,
}

struct Running {
    clock: Arc<Clock>,
    thread: JoinHandle<()>,
}

/// The size of the transposition table unless somebody sets another.
pub const MEGABYTES: usize = 16;

impl Engine {
    /// An engine for a game, which sends what it finds.
    pub fn new(game: &Game, events: Sender<Event>) -> Engine {
        let position = game.start();
        Engine {
            games: Games::default(),
            threads: 1,
            any_castling: false,
            values: Arc::new(Values::measure(game.any(), &position)),
            position,
            table: Arc::new(Table::new(MEGABYTES)),
            events,
            running: None,
            number: 0,
        }
    }

    /// Changes the game, by name. The position is its start.
    ///
    /// # Errors
    /// Why there is no such game; all stays as it was.
    pub fn choose(&mut self, name: &str) -> Result<(), String> {
        let game = self.games.find(name, self.any_castling)?;
        self.halt();
        self.position = game.start();
        self.values = Arc::new(Values::measure(game.any(), &self.position));
        self.forget();
        Ok(())
    }

    /// Forgets what was learned.
    pub fn forget(&mut self) {
        self.halt();
        self.table.clear();
    }

    /// Changes the size of the transposition table.
    pub fn resize(&mut self, megabytes: usize) {
        self.halt();
        // The old one goes before the new one comes: memory may not do for both.
        self.table = Arc::new(Table::new(1));
        self.table = Arc::new(Table::new(megabytes));
    }

    /// Begins a search. It ends by its limits, or by [`Engine::stop`].
    pub fn go(&mut self, limits: Limits) {
        self.halt();
        self.number += 1;
        let (number, events, threads) = (self.number, self.events.clone(), self.threads);
        let (position, values, table) = (self.position.clone(), Arc::clone(&self.values), Arc::clone(&self.table));
        let clock = Arc::new(Clock::start(limits, position.turn()));
        let watched = Arc::clone(&clock);
        let thread = std::thread::spawn(move || {
            let mind = Mind { values: &values, table: &table, threads };
            // Nobody listens any more once the program ends.
            let found = |line: &Line| drop(events.send(Event::Found(number, line.clone())));
            let search = AssertUnwindSafe(|| think(&position, mind, &watched, found));
            // A panic has been printed. The protocol still waits for an answer.
            let line = catch_unwind(search).unwrap_or_default();
            drop(events.send(Event::Done(number, line)));
        });
        self.running = Some(Running { clock, thread });
    }

    /// Whether this is the number of the search that runs.
    pub fn is_current(&self, number: u64) -> bool {
        self.running.is_some() && self.number == number
    }

    /// Whether a search runs, or has ended and the protocol has not been told.
    pub fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    /// Whether a search runs that ends only when it is stopped.
    pub fn is_endless(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.clock.limits.infinite)
    }

    /// Ends the search soon. What it has found is told as usual.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.clock.stop();
        }
    }

    /// Ends the search now. What it has found is not told.
    pub fn halt(&mut self) {
        self.stop();
        self.was_told();
    }

    /// The protocol has been told that the search is over.
    pub fn was_told(&mut self) {
        if let Some(running) = self.running.take() {
            drop(running.thread.join());
        }
    }
}
