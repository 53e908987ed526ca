//! The program `betza`: what pieces of chess variants may do, from their notations.
//!
//! Thin: arguments in ([`args`]), a library call, a result on standard output ([`json`], or text), everything else on
//! standard error ([`diagnostics`]). One file for each subcommand in [`commands`].

#![forbid(unsafe_code)]

/// Prints a line to standard error. Where that cannot be written (its disk is full), nobody is left to be told, and the
/// work goes on.
macro_rules! say {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($words)*);
    }};
}

mod args;
mod commands;
mod comparison;
mod diagnostics;
mod engine;
mod failure;
mod game;
mod json;
mod picture;
mod progress;
mod query;
mod readings;
mod rival;
mod shell;
mod signals;
mod squares;
mod tables;

use clap::Parser;
use std::process::ExitCode;

/// Runs the program on the arguments that it was started with.
#[must_use]
pub fn run() -> ExitCode {
    let cli = args::Cli::parse();
    let in_json = cli.command.answers_in_json();
    match cli.command.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if in_json {
                // Where it cannot be written, standard error still has it.
                let _ = json::print_error(&failure);
            }
            failure.report()
        }
    }
}
