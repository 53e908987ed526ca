//! An engine for any chess variant that can be described: over UCI, USI and CECP, and in matches.

#![forbid(unsafe_code)]

mod cecp;
mod engine;
mod games;
mod lines;
mod matches;
mod uci;

use clap::{Parser, Subcommand};
use engine::Engine;
use std::process::ExitCode;
use std::sync::mpsc::channel;

/// Plays any chess variant over UCI, USI and CECP. The first line of the standard input says which: `uci`, `usi` or
/// `xboard`.
#[derive(Parser)]
#[command(name = "betza-engine", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Plays games against a player of random moves, or another engine that speaks UCI.
    Match(matches::Arguments),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Some(Command::Match(arguments)) => matches::run(&arguments),
        None => {
            speak();
            Ok(())
        }
    };
    if let Err(error) = done {
        eprintln!("error: {error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Speaks the protocol that the first line asks for, until the end.
fn speak() {
    let (sender, events) = channel();
    lines::listen(sender.clone());
    let Some(first) = lines::first(&events) else { return };
    let game = if first == "usi" { "shogi" } else { "chess" };
    let game = betza::Game::builtin(game).expect("chess and shogi are built in");
    let engine = Engine::new(&game, sender);
    if first == "xboard" { cecp::speak(engine, &events) } else { uci::speak(engine, &events, &first) }
}
