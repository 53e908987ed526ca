//! `betza translate`: the same piece in another dialect.

use crate::args::DialectArg;
use crate::diagnostics;
use crate::failure::Failure;
use crate::query::read;
use crate::readings::{Chosen, chosen};
use betza_ir::{Condition, Piece};
use betza_notation::{Diagnostic, Dialect, translate};
use std::io::Write;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
What is written has the same moves on every board, in the shortest way that is found. A warning says where the programs that read the
dialect take it otherwise. A refusal names what the dialect cannot say.")]
pub struct Args {
    /// The piece: a notation, or a name such as griffon
    notation: String,
    /// The notation's dialect (default: the one in which all that read it agree; a piece's name is read, too)
    #[arg(long, visible_alias = "dialect", value_enum, value_name = "DIALECT")]
    from: Option<DialectArg>,
    /// The dialect to write
    #[arg(long, value_enum, value_name = "DIALECT")]
    to: DialectArg,
}

pub fn run(args: Args) -> Result<(), Failure> {
    let command = format!("betza translate --to {}", args.to.0);
    let Chosen { text: given, dialect: from, reading, .. } =
        chosen(&args.notation, args.from.map(|from| from.0), &command)?;
    diagnostics::print(&given, &reading.warnings);
    let text = translate(&reading.piece, args.to.0).map_err(|d| {
        let refused = Diagnostic { remedy: others(&reading.piece, [from, args.to.0]), ..d };
        Failure::Notation { text: given.clone(), diagnostics: vec![refused] }
    })?;
    let is_first = |condition: Condition| reading.piece.moves.iter().any(|m| m.condition == condition);
    match args.to.0 {
        Dialect::Fsf if is_first(Condition::UNMOVED) => {
            say!(
                "note: `i` of fsf holds in the region of double steps, which the game says, and not of every piece that has not moved"
            );
        }
        to if to != Dialect::Fsf && is_first(Condition::IN_DOUBLE_STEP_REGION) => {
            say!("note: `i` of {to} holds of a piece that has not moved, and not in the region of double steps");
        }
        _ => {}
    }
    // What the programs of the target dialect would take otherwise is told of what was written. The documents' dialects
    // have none, and what their authors may mean is no question here.
    if matches!(args.to.0, Dialect::Xbetza | Dialect::Fsf) {
        diagnostics::print(&text, &read(&text, args.to.0)?.warnings);
    }
    Ok(writeln!(std::io::stdout(), "{text}")?)
}

/// What to do where a dialect cannot say a piece: take another one that can, beside these two.
fn others(piece: &Piece, [from, to]: [Dialect; 2]) -> String {
    let others = Dialect::ALL.into_iter().filter(|&d| d != from && d != to && translate(piece, d).is_ok());
    let named: Vec<String> = others.map(|d| format!("`{d}`")).collect();
    match &named[..] {
        [] => format!("keep it in `{from}`, the only dialect that can say it, or change the piece"),
        [one] => format!("choose {one}, which can, or change the piece"),
        [all @ .., last] => format!("choose {} or {last}, which can, or change the piece", all.join(", ")),
    }
}
