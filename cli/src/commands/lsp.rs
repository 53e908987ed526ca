//! `betza lsp`: a language server for editors.

use crate::args::DialectArg;
use crate::failure::Failure;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Editors start it and talk to it over standard input and output (the language server protocol). It serves games (.toml), Fairy-Stockfish's
variants (.ini), and files with one notation a line, as `betza check` reads them: what is wrong while one types; under the pointer, a
piece in English with its diagram, or what a key means; completion of keys; and a game's parent as the definition to go to.

It is in builds with `--features lsp`.")]
pub struct Args {
    /// The dialect of lines that name none, in files of notations
    #[arg(long, value_enum, default_value = "betza")]
    dialect: DialectArg,
}

#[cfg(feature = "lsp")]
pub fn run(args: Args) -> Result<(), Failure> {
    betza_lsp::serve(args.dialect.0).map_err(|e| Failure::Input(format!("the editor's connection: {e}")))
}

#[cfg(not(feature = "lsp"))]
pub fn run(args: Args) -> Result<(), Failure> {
    let _ = args.dialect;
    let reason = "this betza was built without its language server";
    Err(Failure::Input(format!("{reason}; build it with `cargo build --release --features lsp`")))
}
