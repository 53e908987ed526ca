//! What the benches share: games by name, positions by FEN.

use movegen::fen;
use movegen::game::Game;
use movegen::keys::DEFAULT_SEED;
use movegen::position::Position;
use movegen::rules::Variant;
use perft::count::Count;
use std::sync::atomic::AtomicBool;

/// Kiwipete, the position that finds most mistakes (P. McKenzie).
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A built-in game.
///
/// # Panics
/// If there is no such game.
#[must_use]
pub fn game(name: &str) -> Variant {
    variants::find(name).unwrap_or_else(|e| panic!("{name}: {e}")).variant
}

/// A game compiled for `64 * N` squares.
///
/// # Panics
/// If it does not compile.
#[must_use]
pub fn compile<const N: usize>(variant: &Variant) -> Game<N> {
    perft::compile(variant, DEFAULT_SEED).unwrap_or_else(|e| panic!("{}: {e}", variant.name))
}

/// A position of a compiled game; the game's own start where no FEN is given.
///
/// # Panics
/// If the FEN is not one of the game.
#[must_use]
pub fn position<const N: usize>(game: &Game<N>, text: Option<&str>) -> Position<N> {
    let variant = game.variant();
    let setup = fen::read(variant, text.unwrap_or(&variant.start)).unwrap_or_else(|e| panic!("{e}"));
    game.position(&setup).unwrap_or_else(|e| panic!("{e}"))
}

/// Leaves at a depth, by one thread, the last ply counted in bulk, nothing kept.
#[must_use]
pub fn count<const N: usize>(game: &Game<N>, position: &Position<N>, depth: u32) -> u64 {
    let stop = AtomicBool::new(false);
    Count { game, table: None, progress: &(), stop: &stop }.alone(position, depth)
}
