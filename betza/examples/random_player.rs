//! Plays a game with random moves, to its end.
//!
//! `cargo run --release -p betza --example random_player -- [GAME [SEED]]`

use betza::{Game, Side, Style};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "chess".to_owned());
    let mut state: u64 = arguments.next().map_or(Ok(1), |seed| seed.parse())?;
    let mut position = Game::builtin(&name)?.start();
    loop {
        // What ends the game, or what a player would claim: repetition, the move rule.
        if let Some(outcome) = position.outcome().or_else(|| position.claimable()) {
            println!("\n{outcome}\n{}", position.fen());
            return Ok(());
        }
        let moves = position.legal_moves();
        // Xorshift (G. Marsaglia).
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let m = moves[(state % moves.len() as u64) as usize];
        if position.turn() == Side::White {
            print!("{}. ", position.history().len() / 2 + 1);
        }
        print!("{} ", position.text(m, Style::San));
        position.play(m)?;
    }
}
