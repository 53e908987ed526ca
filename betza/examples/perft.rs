//! Counts the leaves of a game with a piece of one's own.
//!
//! `cargo run --release -p betza --example perft -- [NOTATION [DEPTH]]`: chess in which that piece takes the queen's
//! place.

use betza::{Dialect, Game, Piece};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let notation = arguments.next().unwrap_or_else(|| "QN".to_owned());
    let depth: u32 = arguments.next().map_or(Ok(4), |depth| depth.parse())?;
    // An error of the notation by itself shows its place there.
    let piece = Piece::read(&notation, Dialect::Betza)?;
    println!("{}", piece.explain());
    let game = Game::from_toml(&format!(
        "format = 1
parent = \"chess\"
name = \"own\"

[pieces.Q]
move = \"{notation}\"
dialect = \"betza\"
"
    ))?;
    for depth in 1..=depth {
        println!("perft({depth}) = {}", game.start().perft(depth));
    }
    Ok(())
}
