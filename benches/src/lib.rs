//! What the benches share: games by name, ready for counting, and a published generator to compare with.

pub mod contest;

use betza_game::fen;
use betza_game::setup::Setup;
use betza_game::variant::Variant;
use betza_movegen::keys::DEFAULT_SEED;
use betza_movegen::{MoveList, game::Game, position::Position};
use betza_perft::session::{Session, Watch};
use betza_perft::{Options, PerftError};
use std::sync::atomic::AtomicBool;

/// The start of chess.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Kiwipete, the position that finds most mistakes (P. McKenzie).
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A built-in game.
///
/// # Panics
/// If there is no such game.
#[must_use]
pub fn game(name: &str) -> Variant {
    betza_variants::find(name).unwrap_or_else(|e| panic!("{name}: {e}")).variant
}

/// A position of a game that is ready for counting.
pub struct Bench {
    session: Session,
    setup: Setup,
}

impl Bench {
    /// A position by its FEN; the game's own start where there is none. `threads` count, and a table of `mebibytes`
    /// keeps counts.
    ///
    /// # Errors
    /// Why the game does not compile.
    ///
    /// # Panics
    /// If the FEN is not one of the game.
    pub fn new(variant: &Variant, fen: Option<&str>, threads: usize, mebibytes: usize) -> Result<Bench, PerftError> {
        let setup = fen::read(variant, fen.unwrap_or(&variant.start)).unwrap_or_else(|e| panic!("{e}"));
        let options = Options { threads, hash_mebibytes: mebibytes, seed: DEFAULT_SEED };
        Ok(Bench { session: Session::new(variant, &options)?, setup })
    }

    /// Leaves at a depth, the last ply counted in bulk.
    ///
    /// # Panics
    /// If the position cannot be set up.
    #[must_use]
    pub fn count(&self, depth: u32) -> u64 {
        let watch = Watch { progress: &(), stop: &AtomicBool::new(false) };
        let nodes = self.session.count(&self.setup, depth, watch).expect("a position of the game");
        u64::try_from(nodes).expect("benches are small")
    }
}

/// Leaves at a depth by cozy-chess, the last ply counted in bulk.
#[must_use]
pub fn cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
        return nodes;
    }
    board.generate_moves(|moves| {
        for m in moves {
            let mut child = board.clone();
            child.play_unchecked(m);
            nodes += cozy(&child, depth - 1);
        }
        false
    });
    nodes
}

/// Calls `work` with each position so many plies below this one, as often as moves lead there.
pub fn each_below<const N: usize>(
    game: &Game<N>,
    position: &mut Position<N>,
    depth: u32,
    work: &mut impl FnMut(&Position<N>),
) {
    let Some(below) = depth.checked_sub(1) else { return work(position) };
    let mut moves = MoveList::default();
    game.list_moves(position, &mut moves);
    for &m in moves.iter() {
        let undo = game.make_listed(position, m, &moves);
        each_below(game, position, below, work);
        game.unmake(position, undo);
    }
}
