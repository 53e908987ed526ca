//! A game made ready for counting: compiled once, with its threads and its table.

use crate::count::Count;
pub use crate::count::Watch;
use crate::frontier::{self, Frontier};
use crate::tally::{self, Tally};
use crate::{Counts, Options, PerftError};
use betza_compile::lower::STEP_LIMIT;
use betza_game::setup::Setup;
use betza_game::variant::Variant;
use betza_movegen::table::Table;
use betza_movegen::{AnyGame, AnyPosition};
use rayon::ThreadPool;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The stack of a thread, in bytes. One that waits takes up other work on top of its own.
const STACK: usize = 64 << 20;

/// Starts the threads for counting; 0: one for each core.
///
/// # Errors
/// [`PerftError::Threads`].
pub fn pool(threads: usize) -> Result<Arc<ThreadPool>, PerftError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
    pool.map(Arc::new).map_err(|e| PerftError::Threads(e.to_string()))
}

/// What there is to see of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The texts of the legal moves, sorted.
    pub moves: Vec<String>,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The position's key.
    pub hash: u64,
    /// The position, as the generator has it.
    pub setup: Setup,
}

/// A game ready for counting. Counts of one session share its table.
pub struct Session {
    game: AnyGame,
    table: Option<Table>,
    /// Leaves that the table knew.
    known: AtomicU64,
    pool: Arc<ThreadPool>,
}

impl Session {
    /// A session with threads of its own.
    ///
    /// # Errors
    /// What cannot be compiled, allocated or started.
    pub fn new(variant: &Variant, options: &Options) -> Result<Session, PerftError> {
        Session::on(variant, options, pool(options.threads)?)
    }

    /// A session on these threads.
    ///
    /// # Errors
    /// What cannot be compiled or allocated.
    pub fn on(variant: &Variant, options: &Options, pool: Arc<ThreadPool>) -> Result<Session, PerftError> {
        let table = match options.hash_mebibytes {
            0 => None,
            n => Some(Table::new(n).map_err(|bytes| PerftError::Memory { bytes })?),
        };
        Ok(Session { game: crate::game(variant, options.seed)?, table, known: AtomicU64::new(0), pool })
    }

    /// The rules of the game.
    #[must_use]
    pub fn variant(&self) -> &Variant {
        self.game.variant()
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The leaves that need not be counted because the table knew the position above them, in all counts of this
    /// session. Only positions more than [`crate::count::GRAIN`] plies above the leaves are told of: those below are
    /// asked about too often to keep a sum.
    #[must_use]
    pub fn known_leaves(&self) -> u64 {
        self.known.load(Relaxed)
    }

    /// The leaves `depth` plies below a position.
    ///
    /// # Errors
    /// [`PerftError::Setup`], [`PerftError::Stopped`].
    pub fn count(&self, setup: &Setup, depth: u32, watch: Watch<'_>) -> Result<u128, PerftError> {
        let position = self.position(setup)?;
        let nodes = self.run(|| self.counting(watch).parallel(&position, depth, 1.0));
        self.if_whole(watch.stop, nodes)
    }

    /// The same, and the leaves below each root move.
    ///
    /// # Errors
    /// [`PerftError::Setup`], [`PerftError::Stopped`].
    pub fn divide(&self, setup: &Setup, depth: u32, watch: Watch<'_>) -> Result<Counts, PerftError> {
        let position = self.position(setup)?;
        if depth == 0 {
            watch.progress.advance(1.0);
            return Ok(Counts { nodes: 1, divide: Vec::new() });
        }
        let moves = self.game.legal_moves(&position);
        let counts = self.run(|| self.counting(watch).below_each(&position, &moves, depth, 1.0));
        let texts = self.game.move_texts(&position, &moves);
        let mut divide: Vec<(String, u128)> = texts.into_iter().zip(counts).collect();
        divide.sort();
        let nodes = divide.iter().map(|d| d.1).sum();
        self.if_whole(watch.stop, Counts { nodes, divide })
    }

    /// The moves that lead to the leaves, by kind.
    ///
    /// # Errors
    /// [`PerftError::Setup`], [`PerftError::Stopped`].
    pub fn tally(&self, setup: &Setup, depth: u32, watch: Watch<'_>) -> Result<Tally, PerftError> {
        let position = self.position(setup)?;
        let tally = self.pool.install(|| tally::below(&self.game, &position, depth, 1.0, watch));
        self.if_whole(watch.stop, tally)
    }

    /// The positions `ply` plies below a position, each once, and the work that is in counting `below` plies further.
    ///
    /// # Errors
    /// [`PerftError::Setup`], [`PerftError::Stopped`], [`PerftError::TooManyUnits`].
    pub fn frontier(&self, setup: &Setup, ply: u32, below: u32, watch: Watch<'_>) -> Result<Frontier, PerftError> {
        let position = self.position(setup)?;
        self.pool.install(|| frontier::find(&self.game, &position, ply, below, watch))
    }

    /// What there is to see of a position.
    ///
    /// # Errors
    /// [`PerftError::Setup`].
    pub fn view(&self, setup: &Setup) -> Result<View, PerftError> {
        let position = self.position(setup)?;
        let mut moves = self.game.move_texts(&position, &self.game.legal_moves(&position));
        moves.sort_unstable();
        let (check, hash) = (self.game.is_check(&position), position.hash());
        // Counted moves are no part of a position.
        let setup = Setup { counted: setup.counted, ..self.game.setup(&position) };
        Ok(View { moves, check, hash, setup })
    }

    /// The position after a legal move, given by its text; `None` if there is no such move.
    ///
    /// # Errors
    /// [`PerftError::Setup`].
    pub fn play(&self, setup: &Setup, text: &str) -> Result<Option<Setup>, PerftError> {
        let mut position = self.position(setup)?;
        let moves = self.game.legal_moves(&position);
        let Some(m) = self.game.read_move(&position, &moves, text) else { return Ok(None) };
        self.game.make_listed(&mut position, m, &moves);
        Ok(Some(self.game.setup(&position)))
    }

    fn position(&self, setup: &Setup) -> Result<AnyPosition, PerftError> {
        self.game.position(setup).map_err(PerftError::Setup)
    }

    /// The value, if nobody has stopped its making and no piece had more ways to go than may be followed.
    fn if_whole<T>(&self, stop: &AtomicBool, value: T) -> Result<T, PerftError> {
        if stop.load(Relaxed) {
            return Err(PerftError::Stopped);
        }
        if self.game.has_overflowed() { Err(PerftError::TooManyPaths { limit: STEP_LIMIT }) } else { Ok(value) }
    }

    /// Does the work of a count. A single thread is not woken for it: that takes longer than many a count of a suite.
    fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        if self.pool.current_num_threads() > 1 { self.pool.install(work) } else { work() }
    }

    fn counting<'a>(&'a self, watch: Watch<'a>) -> Count<'a> {
        Count {
            game: &self.game,
            table: self.table.as_ref(),
            known: Some(&self.known),
            progress: watch.progress,
            stop: watch.stop,
        }
    }
}
