//! `betza show`: a diagram, in letters on standard output and as SVG in a file.

use crate::args::{DialectArg, square, squares};
use crate::diagnostics;
use crate::failure::Failure;
use crate::query::{Men, read};
use betza_compile::diagram::{self, Diagram};
use betza_compile::geometry::{Board, Side, Square};
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Without --friends and --foes the diagram shows what the piece may do under conditions: it is tried on the empty board and with
example pieces on every square in turn, so that hops, victims and squares that must be empty show. With them it shows exactly what
the piece may do there.")]
pub struct Args {
    /// The piece
    notation: String,
    /// The notation's dialect
    #[arg(long, value_enum, default_value = "betza")]
    dialect: DialectArg,
    /// Files x ranks, up to 16x16
    #[arg(long, value_name = "WxH", default_value = "8x8", value_parser = board)]
    board: Board,
    /// Where the piece stands (default: in the middle)
    #[arg(long, value_name = "SQUARE")]
    at: Option<String>,
    /// The piece's owner
    #[arg(long, value_parser = ["white", "black"], default_value = "white")]
    side: String,
    /// Write the diagram as SVG to this file too
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Squares of other pieces of its side
    #[arg(long, value_name = "SQ,SQ", value_delimiter = ',')]
    friends: Vec<String>,
    /// Squares of enemies
    #[arg(long, value_name = "SQ,SQ", value_delimiter = ',')]
    foes: Vec<String>,
}

fn board(text: &str) -> Result<Board, String> {
    Board::parse(text).map_err(|e| e.to_string())
}

pub fn run(args: Args) -> Result<(), Failure> {
    let reading = read(&args.notation, args.dialect.0)?;
    diagnostics::print(&args.notation, &reading.warnings);
    let diagram = draw(&args, &reading.piece)?;
    if let Some(path) = &args.svg {
        let svg = diagram::svg::draw(&diagram, &args.notation, args.dialect.0.id());
        std::fs::write(path, svg).map_err(|e| Failure::Input(format!("{}: {e}", path.display())))?;
    }
    Ok(std::io::stdout().write_all(diagram::text::draw(&diagram).as_bytes())?)
}

fn draw(args: &Args, piece: &betza_compile::ir::Piece) -> Result<Diagram, Failure> {
    let board = &args.board;
    let side = if args.side == "black" { Side::Black } else { Side::White };
    let at = match &args.at {
        Some(name) => square(board, name, "at")?,
        None => diagram::middle(board, side),
    };
    // An empty list is none, as in `moves`.
    let named = |list: &[String], field: &str| {
        let given: Vec<String> = list.iter().filter(|s| !s.is_empty()).cloned().collect();
        squares(board, &given, field)
    };
    let men =
        Men { side, friends: named(&args.friends, "friends")?, foes: named(&args.foes, "foes")?, moved: Vec::new() };
    men.check(board, at)?;
    let all: Vec<(Square, Side)> =
        men.friends.iter().map(|&s| (s, side)).chain(men.foes.iter().map(|&s| (s, side.other()))).collect();
    let drawn = if all.is_empty() {
        diagram::general(piece, board, at, side)
    } else {
        diagram::with_men(piece, board, at, side, &all)
    };
    drawn.map_err(|e| Failure::Input(e.to_string()))
}
