//! `betza legal`: the legal moves of a position.

use crate::diagnostics;
use crate::failure::Failure;
use crate::game::{GameArgs, Loaded};
use crate::json;
use betza::Game;
use betza_game::fen;
use betza_perft::Options;
use betza_perft::session::Session;
use serde::Serialize;
use std::io::Write;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
One move a line, sorted; an empty line; then `Moves:`, `Check:`, `Hash:` and `Fen:`. The FEN is the canonical one of the position: it reads
back to the same position, and two texts of one position give the same.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The answer of `betza legal --json`.
#[derive(Serialize)]
struct Answer {
    variant: String,
    fen: String,
    check: bool,
    hash: String,
    moves: Vec<String>,
}

pub fn run(args: Args) -> Result<(), Failure> {
    let loaded = args.game.load()?;
    let session = Session::new(&loaded.variant, &Options { threads: 1, ..Options::default() })?;
    tell_contradictions(&loaded)?;
    let view = session.view(&loaded.setup)?;
    let answer = Answer {
        variant: loaded.variant.name.clone(),
        fen: fen::write_played(&loaded.variant, view.setup),
        check: view.check,
        hash: format!("{:016x}", view.hash),
        moves: view.moves,
    };
    let text = if args.json { json::line(&answer)? + "\n" } else { in_words(&answer) };
    Ok(std::io::stdout().lock().write_all(text.as_bytes())?)
}

/// Warns of a position that no game can have come to. Its moves are listed all the same.
fn tell_contradictions(loaded: &Loaded) -> Result<(), Failure> {
    let text = loaded.fen();
    let game = Game::from_variant(&loaded.variant).map_err(|e| Failure::Input(e.to_string()))?;
    let (_, told) = game.position_lenient(&text).map_err(|e| Failure::Input(e.to_string()))?;
    for diagnostic in told {
        say!("warning: {}", diagnostics::with_remedy(&diagnostic));
    }
    Ok(())
}

fn in_words(answer: &Answer) -> String {
    let mut text: String = answer.moves.iter().map(|m| format!("{m}\n")).collect();
    let check = if answer.check { "yes" } else { "no" };
    text.push_str(&format!(
        "\nMoves: {}\nCheck: {check}\nHash: {}\nFen: {}\n",
        answer.moves.len(),
        answer.hash,
        answer.fen
    ));
    text
}
