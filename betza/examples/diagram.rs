//! A piece in English, its moves from a square, and its picture.
//!
//! `cargo run -p betza --example diagram -- [NOTATION [SQUARE]] > piece.svg`: the picture goes to the standard output,
//! the rest to standard error.

use betza::{Dialect, Men, Piece};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let notation = arguments.next().unwrap_or_else(|| "mRcpR".to_owned());
    let at = arguments.next().unwrap_or_else(|| "d4".to_owned());
    let piece = Piece::read(&notation, Dialect::Betza)?;
    piece.warnings().iter().for_each(|warning| eprintln!("warning: {}", warning.message));
    eprintln!("{}", piece.explain());
    let moves = piece.moves(&Men::alone((8, 8), &at))?;
    let squares: Vec<&str> = moves.iter().filter_map(|m| m.to.as_deref()).collect();
    eprintln!("Alone on {at} it goes to {}.", squares.join(" "));
    println!("{}", piece.svg((8, 8), &at)?);
    Ok(())
}
