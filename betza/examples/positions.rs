//! What there is to know of positions, one a line.
//!
//! `cargo run -p betza --example positions -- GAME < positions.fen`

use betza::{Game, Style};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "chess".to_owned());
    let game = Game::builtin(&name)?;
    for line in std::io::stdin().lines() {
        let fen = line?;
        // Strict reading refuses positions that cannot come about; lenient reading says what it ignores.
        let position = match game.position(&fen) {
            Ok(position) => position,
            Err(error) => {
                println!("{fen}\n  refused: {error}");
                match game.position_lenient(&fen) {
                    Ok((position, ignored)) => {
                        ignored.iter().for_each(|d| println!("  taken all the same: {}", d.message));
                        position
                    }
                    Err(_) => continue,
                }
            }
        };
        println!("{}", position.fen());
        println!("  {:?} to move{}", position.turn(), if position.is_check() { ", in check" } else { "" });
        if let Some(outcome) = position.outcome() {
            println!("  {outcome}");
        }
        let texts: Vec<String> = position.legal_moves().into_iter().map(|m| position.text(m, Style::San)).collect();
        println!("  {} legal moves: {}", texts.len(), texts.join(" "));
    }
    Ok(())
}
