//! `betza tables`: what a piece or a game compiles to.

use crate::args::{DialectArg, board};
use crate::diagnostics;
use crate::failure::Failure;
use crate::json;
use crate::query::read;
use betza_compile::lower::{LowerError, TableReport};
use betza_compile::single::lowered;
use betza_ir::Piece;
use betza_ir::geometry::{Board, Side};
use betza_movegen::keys::DEFAULT_SEED;
use betza_notation::Dialect;
use serde::Serialize;
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::{Duration, Instant};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
One line for each table: the piece and its side, the kind of lookup, what the end of a move may hold (m nothing, c an enemy, d a friend), the
entries (masks, rays, squares, paths; of a chain its instructions), the bytes and the time to build it. Tables that several pieces
share are counted once in the total. With --variant the last line is the whole game, as it is compiled for play.")]
pub struct Args {
    /// The piece
    #[arg(required_unless_present = "variant", conflicts_with = "variant")]
    notation: Option<String>,
    /// All pieces of a built-in game
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// The notation's dialect (default: betza)
    #[arg(long, value_enum)]
    dialect: Option<DialectArg>,
    /// Files x ranks, up to 256 squares
    #[arg(long, value_name = "WxH", default_value = "8x8", value_parser = board, conflicts_with = "variant")]
    board: Board,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// One table.
#[derive(Serialize)]
struct Line {
    piece: String,
    side: &'static str,
    kind: &'static str,
    modes: String,
    entries: usize,
    bytes: usize,
    microseconds: u64,
}

/// A game as it is compiled for play.
#[derive(Serialize)]
struct Whole {
    variant: String,
    bytes: usize,
    microseconds: u64,
}

#[derive(Serialize)]
struct Answer {
    board: String,
    tables: Vec<Line>,
    /// What all tables take; shared ones once.
    bytes: usize,
    microseconds: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<Whole>,
}

pub fn run(args: Args) -> Result<(), Failure> {
    let answer = match &args.variant {
        Some(name) => {
            if args.dialect.is_some() {
                say!("note: --dialect is for a notation: each piece of a game has its own");
            }
            of_game(name)?
        }
        None => {
            let text = args.notation.as_deref().unwrap_or_default();
            let reading = read(text, args.dialect.map_or(Dialect::Betza, |dialect| dialect.0))?;
            diagnostics::print(text, &reading.warnings);
            let pieces = [(text.to_owned(), [reading.piece.clone(), reading.piece])];
            lower(&args.board, &pieces)?
        }
    };
    let text = if args.json { json::line(&answer)? + "\n" } else { in_words(&answer) };
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

fn of_game(name: &str) -> Result<Answer, Failure> {
    let variant = betza_variants::find(name).map_err(|e| Failure::Input(e.to_string()))?.variant;
    let pieces: Vec<(String, [Piece; 2])> = variant.kinds.iter().map(|k| (k.name.clone(), k.moves.clone())).collect();
    let mut answer = lower(&variant.board, &pieces)?;
    let started = Instant::now();
    let bytes = betza_perft::game(&variant, DEFAULT_SEED)?.memory_usage();
    answer.game = Some(Whole { variant: variant.name, bytes, microseconds: microseconds(started.elapsed()) });
    Ok(answer)
}

fn lower(board: &Board, pieces: &[(String, [Piece; 2])]) -> Result<Answer, Failure> {
    let each = || pieces.iter().flat_map(|(name, moves)| Side::BOTH.map(|side| (name, &moves[side.index()], side)));
    let pieces: Vec<(&Piece, Side)> = each().map(|(_, piece, side)| (piece, side)).collect();
    let started = Instant::now();
    let lowered = lowered::report(board, &pieces).map_err(|e| match e {
        LowerError::Board { .. } => Failure::Input(format!(
            "{e}: on larger boards every leg of a move is followed when it is asked for (`betza show` draws the piece there)"
        )),
        e => Failure::Input(e.to_string()),
    })?;
    let microseconds = microseconds(started.elapsed());
    let lines = each().zip(&lowered.tables);
    let tables = lines.flat_map(|((name, _, side), tables)| tables.iter().map(move |table| line(name, side, table)));
    let board = format!("{}x{}", board.files(), board.ranks());
    Ok(Answer { board, tables: tables.collect(), bytes: lowered.bytes, microseconds, game: None })
}

fn line(piece: &str, side: Side, report: &TableReport) -> Line {
    use betza_ir::Modes;
    let letters = [
        (Modes::MOVE, 'm'),
        (Modes::CAPTURE, 'c'),
        (Modes::DESTROY, 'd'),
        (Modes::EN_PASSANT, 'e'),
        (Modes::SWAP, 's'),
    ];
    Line {
        piece: piece.to_owned(),
        side: if side == Side::White { "white" } else { "black" },
        kind: report.kind,
        modes: letters.iter().filter(|(mode, _)| report.modes.contains(*mode)).map(|l| l.1).collect(),
        entries: report.entries,
        bytes: report.bytes,
        microseconds: microseconds(report.build_time),
    }
}

fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

fn in_words(answer: &Answer) -> String {
    let mut text = String::new();
    for t in &answer.tables {
        let _ = writeln!(
            text,
            "{} ({}): {}, {}, {} entries, {} bytes, {} µs",
            t.piece, t.side, t.kind, t.modes, t.entries, t.bytes, t.microseconds
        );
    }
    let (bytes, time) = (answer.bytes, answer.microseconds);
    let _ = writeln!(text, "All on {}: {bytes} bytes, {time} µs", answer.board);
    if let Some(game) = &answer.game {
        let _ = writeln!(text, "The game {}: {} bytes, {} µs", game.variant, game.bytes, game.microseconds);
    }
    text
}
