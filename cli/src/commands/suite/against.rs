//! Suites counted by another program.

use crate::engine::{Engine, EngineArgs, EngineError};
use crate::failure::Failure;
use crate::signals;
use betza_game::variant::Variant;
use betza_perft::bisect::At;
use betza_perft::count::Progress;
use betza_perft::suite::{Case, Verdict, position_of};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A game with the program that plays it, or why there is none.
type Started = Result<(Variant, Engine), String>;

/// Lets a program count every case, those of one game one after another. What is wrong with one case is its verdict.
///
/// # Errors
/// That the program cannot be run, or that a signal ended the work.
pub(super) fn run(
    cases: &[Case],
    command: &str,
    args: &EngineArgs,
    progress: &dyn Progress,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<Verdict>, Failure> {
    let mut verdicts = Vec::new();
    // The program that counted the case before, with its game.
    let mut last: Option<(String, Started)> = None;
    for case in cases {
        let name = case.game.as_deref().unwrap_or("chess");
        let (game, mut program) = match last.take() {
            Some(same) if same.0 == name => same,
            _ => (name.to_owned(), started(name, command, args, stop)?),
        };
        let counted = match &mut program {
            Ok((variant, engine)) => one(variant, engine, case),
            Err(reason) => Ok(Verdict::Impossible(reason.clone())),
        };
        verdicts.push(match counted {
            Err(EngineError::Stopped) => return Err(signals::interrupted()),
            // It may have ended over the position, so the next case has a new one.
            Err(error) => Verdict::Impossible(format!("{command}: {error}")),
            Ok(verdict) => {
                last = Some((game, program));
                verdict
            }
        });
        progress.advance(1.0 / cases.len() as f64);
    }
    Ok(verdicts)
}

/// Starts the program for a game.
fn started(name: &str, command: &str, args: &EngineArgs, stop: &Arc<AtomicBool>) -> Result<Started, Failure> {
    let variant = match super::game(Some(name)) {
        Ok(variant) => variant,
        Err(reason) => return Ok(Err(reason)),
    };
    match Engine::start(command, args, &variant, stop) {
        Ok(engine) => Ok(Ok((variant, engine))),
        Err(error @ EngineError::Game { .. }) => Ok(Err(format!("{command}: {error}"))),
        Err(EngineError::Stopped) => Err(signals::interrupted()),
        Err(error) => Err(Failure::Input(format!("{command}: {error}"))),
    }
}

fn one(variant: &Variant, engine: &mut Engine, case: &Case) -> Result<Verdict, EngineError> {
    let setup = match position_of(variant, case) {
        Ok(setup) => setup,
        Err(reason) => return Ok(Verdict::Impossible(reason)),
    };
    let found = engine.perft(variant, &At { root: &setup, moves: &[], setup: &setup }, case.depth)?.nodes;
    Ok(if found == case.nodes { Verdict::Met } else { Verdict::Differs { found } })
}
