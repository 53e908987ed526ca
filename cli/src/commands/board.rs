//! `betza board`: a position as people see it, in letters and as a picture.

use crate::failure::Failure;
use crate::game::{GameArgs, Loaded};
use crate::picture;
use betza_game::variant::Variant;
use betza_ir::geometry::{Side, Square, file_name};
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
White is below. A dot is an empty square, a * a wall; squares that the board lacks are blank. Below stand the hands, the side to move and the
position's canonical FEN.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Write the picture as SVG to this file too
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub fn run(args: Args) -> Result<(), Failure> {
    let loaded = args.game.load()?;
    std::io::stdout().lock().write_all(in_letters(&loaded).as_bytes())?;
    match &args.svg {
        Some(path) => picture::write(path, &picture::position(&loaded)?),
        None => Ok(()),
    }
}

/// The letters of a side's kind of piece.
fn letters(variant: &Variant, side: Side, kind: usize) -> &str {
    &variant.kinds[kind].letters[side.index()]
}

fn in_letters(loaded: &Loaded) -> String {
    let Loaded { variant, setup, .. } = loaded;
    let board = &variant.board;
    let cell = |file: usize, rank: usize| {
        let square = Square::from_index(rank * board.files() + file);
        match setup.at(square) {
            Some(man) => letters(variant, man.side, man.kind.index()),
            None if board.holes().contains(&square) => "",
            None if setup.walls.contains(&square) => "*",
            None => ".",
        }
    };
    let files: Vec<String> = (0..board.files()).map(file_name).collect();
    let rows: Vec<(String, Vec<&str>)> = (0..board.ranks())
        .rev()
        .map(|rank| ((rank + 1).to_string(), (0..board.files()).map(|file| cell(file, rank)).collect()))
        .collect();
    let width = rows.iter().flat_map(|(_, row)| row).map(|text| text.chars().count()).max().unwrap_or(1).max(1);
    let mut text = String::new();
    let mut line = |head: &str, cells: &[&str]| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:<width$}")).collect();
        text.push_str(format!("{head:>2} {}", cells.join(" ")).trim_end());
        text.push('\n');
    };
    rows.iter().for_each(|(head, row)| line(head, row));
    line("", &files.iter().map(String::as_str).collect::<Vec<_>>());
    text.push('\n');
    for side in Side::BOTH {
        let held = setup.hands[side.index()].iter().enumerate().filter(|(_, n)| **n > 0);
        let held: Vec<String> = held.map(|(kind, n)| format!("{n} {}", letters(variant, side, kind))).collect();
        if !held.is_empty() {
            text.push_str(&format!("{} holds {}\n", side.name(), held.join(", ")));
        }
    }
    text.push_str(&format!("{} to move\nFen: {}\n", setup.turn.name(), loaded.fen()));
    text
}
