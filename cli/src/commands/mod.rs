//! The subcommands, one file each.

mod bench;
mod bisect;
mod board;
mod check;
mod compare;
mod dialects;
mod explain;
mod legal;
mod lsp;
mod merge;
mod moves;
mod perft;
mod pgn;
mod sheet;
mod show;
mod split;
mod suite;
mod tables;
mod translate;
mod translate_game;
mod variants;
mod work;
mod worth;

use crate::failure::Failure;
use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Counts the leaves of a game's tree
    Perft(perft::Args),
    /// The legal moves of a position
    Legal(legal::Args),
    /// Files of games: checked by the rules, counted, written in other styles
    Pgn(pgn::Args),
    /// Positions with known counts, from files
    Suite(suite::Args),
    /// Nodes a second, by game, threads and table
    Bench(bench::Args),
    /// Makes a long count a folder of units
    Split(split::Args),
    /// Counts units of such a folder
    Work(work::Args),
    /// Sums up such a folder
    Merge(merge::Args),
    /// Where another program counts otherwise
    Bisect(bisect::Args),
    /// Sections of variants.ini, read here and by Fairy-Stockfish
    Compare(compare::Args),
    /// The built-in games, or all about one
    Variants(variants::Args),
    /// A position as people see it, in letters and as a picture
    Board(board::Args),
    /// A game to print or publish: its board, its pieces in pictures and English, its rules
    Sheet(sheet::Args),
    /// The moves of one piece on a given board
    Moves(moves::Args),
    /// A diagram of a piece: moves, captures, hops and side effects told apart
    Show(show::Args),
    /// A piece's moves in English
    Explain(explain::Args),
    /// What a piece or a game compiles to: tables, bytes, times
    Tables(tables::Args),
    /// What a piece is worth: by matches, by its moves, by what it mates alone
    Worth(worth::Args),
    /// A notation in another dialect, or what that dialect cannot say
    Translate(translate::Args),
    /// Games of other forms as game files of the native format, and back
    #[command(visible_alias = "translate-ini")]
    TranslateGame(translate_game::Args),
    /// The dialects that read a notation, and where their readings part
    Dialects(dialects::Args),
    /// Errors and warnings about files of notations, one a line
    Check(check::Args),
    /// Diagnostics, explanations and completion in editors (a language server)
    Lsp(lsp::Args),
}

impl Command {
    /// Whether the answer is JSON, and so is what is printed in its place.
    pub fn answers_in_json(&self) -> bool {
        match self {
            Command::Perft(args) => args.json,
            Command::Legal(args) => args.json,
            Command::Pgn(args) => args.json,
            Command::Suite(args) => args.work.json,
            Command::Bench(args) => args.json,
            Command::Variants(args) => args.json,
            Command::Moves(args) => args.json,
            Command::Tables(args) => args.json,
            Command::Worth(args) => args.work.json,
            Command::Dialects(args) => args.json,
            _ => false,
        }
    }

    /// Does what was asked.
    pub fn run(self) -> Result<(), Failure> {
        match self {
            Command::Perft(args) => perft::run(args),
            Command::Legal(args) => legal::run(args),
            Command::Pgn(args) => pgn::run(args),
            Command::Suite(args) => suite::run(args),
            Command::Bench(args) => bench::run(args),
            Command::Split(args) => split::run(args),
            Command::Work(args) => work::run(args),
            Command::Merge(args) => merge::run(args),
            Command::Bisect(args) => bisect::run(args),
            Command::Compare(args) => compare::run(args),
            Command::Variants(args) => variants::run(args),
            Command::Board(args) => board::run(args),
            Command::Sheet(args) => sheet::run(args),
            Command::Moves(args) => moves::run(args),
            Command::Show(args) => show::run(args),
            Command::Explain(args) => explain::run(args),
            Command::Tables(args) => tables::run(args),
            Command::Worth(args) => worth::run(args),
            Command::Translate(args) => translate::run(args),
            Command::TranslateGame(args) => translate_game::run(args),
            Command::Dialects(args) => dialects::run(args),
            Command::Check(args) => check::run(args),
            Command::Lsp(args) => lsp::run(args),
        }
    }
}
