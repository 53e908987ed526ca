//! The subcommands, one file each.

mod check;
mod explain;
mod moves;
mod show;
mod translate;

use crate::failure::Failure;
use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub enum Command {
    /// The moves of one piece on a given board
    Moves(moves::Args),
    /// A diagram of a piece: moves, captures, hops and side effects told apart
    Show(show::Args),
    /// A piece's moves in English
    Explain(explain::Args),
    /// A notation in another dialect, or what that dialect cannot say
    Translate(translate::Args),
    /// Errors and warnings about files of notations, one a line
    Check(check::Args),
}

impl Command {
    /// Does what was asked.
    pub fn run(self) -> Result<(), Failure> {
        match self {
            Command::Moves(args) => moves::run(args),
            Command::Show(args) => show::run(args),
            Command::Explain(args) => explain::run(args),
            Command::Translate(args) => translate::run(args),
            Command::Check(args) => check::run(args),
        }
    }
}
