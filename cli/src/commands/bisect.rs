//! `betza bisect`: where another program counts otherwise.

use crate::failure::Failure;
use crate::game::GameArgs;
use crate::shell::quoted;
use crate::signals;
use crate::uci::{Engine, UciError};
use betza_game::fen;
use betza_game::variant::Flavour;
use betza_perft::bisect::{self, BisectError, Parting};
use betza_perft::session::{Session, Watch};
use betza_perft::{Options, PerftError};
use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

#[derive(Debug, clap::Args)]
#[command(
    allow_missing_positional = true,
    after_help = "\
The other program speaks UCI and answers `go perft N` with a line `MOVE: COUNT` for each move and `Nodes searched: COUNT`, as Stockfish and
its family do. If it has the option UCI_Variant, that is set to --uci-variant; lines given with --uci are sent before, for example
--uci 'setoption name VariantPath value my.ini'.

The exit status is 0 if the counts are the same, and 1 if they part; then the path, the position and both lists of moves are printed."
)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=255))]
    depth: u32,
    /// The other program, with its arguments
    #[arg(long, value_name = "COMMAND")]
    against: String,
    /// What the other program calls the game (default: as here)
    #[arg(long, value_name = "NAME")]
    uci_variant: Option<String>,
    /// A line to send to the other program first; may be repeated
    #[arg(long, value_name = "LINE")]
    uci: Vec<String>,
    /// Give up if the other program takes more seconds for one count
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    patience: u64,
    /// Threads (default: one for each core)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    threads: Option<u32>,
}

/// The other program at one root.
struct Rival {
    engine: Engine,
    fen: String,
}

impl bisect::Rival for Rival {
    type Error = UciError;

    fn divide(&mut self, moves: &[String], depth: u32) -> Result<BTreeMap<String, u128>, UciError> {
        self.engine.perft(&self.fen, moves, depth)
    }
}

pub fn run(args: Args) -> Result<(), Failure> {
    let loaded = args.game.load()?;
    let threads = args.threads.map_or(0, |n| n as usize);
    let session = Session::new(&loaded.variant, &Options { threads, ..Options::default() })?;
    let stop = signals::stop_flag()?;
    let failed = |e: UciError| match e {
        UciError::Stopped => signals::interrupted(),
        e => Failure::Input(format!("{}: {e}", args.against)),
    };
    let mut engine = Engine::start(&args.against, Duration::from_secs(args.patience), &stop).map_err(failed)?;
    engine.send_all(&args.uci).map_err(failed)?;
    let any_files = loaded.variant.castling.as_ref().is_some_and(|c| c.any_files);
    let names: Vec<&str> = match &args.uci_variant {
        Some(name) => vec![name],
        None => std::iter::once(&loaded.variant.name).chain(&loaded.variant.aliases).map(String::as_str).collect(),
    };
    engine.choose_game(&names, any_files).map_err(failed)?;
    let mut rival = Rival { engine, fen: fen::write_as(&loaded.variant, &loaded.setup, Flavour::Fen) };
    let watch = Watch { progress: &(), stop: &stop };
    match bisect::run(&session, &loaded.setup, args.depth, &mut rival, watch) {
        Ok(None) => {
            let total = session.count(&loaded.setup, args.depth, watch)?;
            Ok(writeln!(std::io::stdout(), "The counts are the same: {total} nodes at depth {}", args.depth)?)
        }
        Ok(Some(parting)) => {
            let text = in_words(&args, &loaded, &parting);
            std::io::stdout().lock().write_all(text.as_bytes())?;
            Err(Failure::Reported)
        }
        Err(BisectError::Own(PerftError::Stopped)) => Err(signals::interrupted()),
        Err(BisectError::Own(e)) => Err(e.into()),
        Err(BisectError::Rival(e)) => Err(failed(e)),
        Err(BisectError::Inconsistent { path }) => Err(Failure::Input(format!(
            "{}: it counts otherwise after {}, but not below any of the moves there: it contradicts itself",
            args.against,
            path.join(" ")
        ))),
    }
}

fn in_words(args: &Args, loaded: &crate::game::Loaded, parting: &Parting) -> String {
    let list = |moves: &mut dyn Iterator<Item = &str>| {
        let words: Vec<&str> = moves.collect();
        if words.is_empty() { "none".to_owned() } else { words.join(" ") }
    };
    let fen = fen::write(&loaded.variant, &parting.setup);
    let path = if parting.path.is_empty() { "the root".to_owned() } else { parting.path.join(" ") };
    let mut text = format!("The moves part after: {path}\nPosition: {fen}\n\n");
    let lists = [
        ("Moves here:", list(&mut parting.ours.keys().map(String::as_str))),
        ("Moves there:", list(&mut parting.theirs.keys().map(String::as_str))),
        ("Only here:", list(&mut parting.only_ours())),
        ("Only there:", list(&mut parting.only_theirs())),
    ];
    for (title, moves) in lists {
        text.push_str(&format!("{title:<12} {moves}\n"));
    }
    text.push_str(&format!("\nAgain: betza legal {}--fen {}\n", args.game.words(), quoted(&fen)));
    text
}
