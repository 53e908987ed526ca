//! `betza bisect`: where another program counts otherwise.

use crate::args::Threads;
use crate::engine::{Engine, EngineArgs, EngineError, Opponent};
use crate::failure::Failure;
use crate::game::{GameArgs, Loaded};
use crate::shell::quoted;
use crate::signals;
use betza_explain::diagram;
use betza_explain::english;
use betza_game::KindId;
use betza_game::fen;
use betza_game::variant::Variant;
use betza_ir::geometry::Square;
use betza_perft::bisect::{self, BisectError, Parting};
use betza_perft::session::{Session, Watch};
use betza_perft::{DEEPEST, Options};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

#[derive(Debug, clap::Args)]
#[command(allow_missing_positional = true, after_help = AFTER)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=DEEPEST.into()))]
    depth: u32,
    /// The other program, with its arguments
    #[arg(long, value_name = "COMMAND")]
    against: String,
    #[command(flatten)]
    engine: EngineArgs,
    /// Leave the position as it was found: do not look for a smaller one
    #[arg(long)]
    keep: bool,
    #[command(flatten)]
    threads: Threads,
}

const AFTER: &str = "\
The exit status is 0 if the counts are the same, and 1 if they part; then the path, the position and both lists of moves are printed,
the smallest position found in which they part so, and the piece concerned if it is one alone.

The other program speaks UCI, USI or UCCI and answers `isready` and `go perft N`, or it speaks XBoard's protocol and answers `perft N` (or
what --perft-command says); the answer has a line `MOVE: COUNT` for each move and then `Nodes searched: COUNT`, or no moves and the count
alone. A command with {fen} in it, as 'ENGINE --fen {fen} --depth {depth}', is started for each count and prints it; {variant} in it is
the game's name. Of a program that tells no moves, the positions after each move are asked one by one.

If it has the option UCI_Variant (XBoard: if it offers variants), that is set to the game, or to --uci-variant. --option sets options and
--uci sends lines before that, for example --option 'VariantPath=my.ini'.";

pub fn run(args: Args) -> Result<(), Failure> {
    args.engine.check().map_err(Failure::Usage)?;
    let loaded = args.game.load()?;
    let threads = args.threads.number();
    let session = Session::new(&loaded.variant, &Options { threads, ..Options::default() })?;
    let stop = signals::stop_flag()?;
    let failed = |e: EngineError| match e {
        EngineError::Stopped => signals::interrupted(),
        e => Failure::Input(format!("{}: {e}", args.against)),
    };
    let engine = Engine::start(&args.against, &args.engine, &loaded.variant, &stop).map_err(failed)?;
    let mut rival = Opponent { engine, session: &session, words: BTreeMap::new() };
    let watch = Watch { progress: &(), stop: &stop };
    match bisect::run(&session, &loaded.setup, args.depth, &mut rival, watch) {
        Ok(None) => {
            let total = session.count(&loaded.setup, args.depth, watch)?;
            Ok(writeln!(std::io::stdout(), "The counts are the same: {total} nodes at depth {}", args.depth)?)
        }
        Ok(Some(parting)) => {
            let smallest = if args.keep { None } else { bisect::shrink(&session, &parting, &mut rival, watch)? };
            let told = Tale { args: &args, loaded: &loaded, opponent: &rival };
            let text = told.in_words(&parting, smallest.as_ref());
            std::io::stdout().lock().write_all(text.as_bytes())?;
            Err(Failure::Reported)
        }
        Err(BisectError::Own(e)) => Err(e.into()),
        Err(BisectError::Rival(e)) => Err(failed(e)),
        Err(BisectError::Inconsistent { path }) => Err(Failure::Input(format!(
            "{}: it counts otherwise after {}, but not below any of the moves there: it contradicts itself",
            args.against,
            path.join(" ")
        ))),
    }
}

/// What was found, in words.
struct Tale<'a> {
    args: &'a Args,
    loaded: &'a Loaded,
    opponent: &'a Opponent<'a>,
}

impl Tale<'_> {
    fn in_words(&self, parting: &Parting, smallest: Option<&Parting>) -> String {
        let path = if parting.path.is_empty() { "the root".to_owned() } else { parting.path.join(" ") };
        let mut text = format!("The moves part after: {path}\n{}", self.lists(parting));
        let last = smallest.unwrap_or(parting);
        if last.setup != parting.setup {
            text.push_str(&format!("\nThe smallest position found in which they part so:\n{}", self.lists(last)));
        }
        if !self.args.keep && smallest.is_none() {
            text.push_str("\nWithout the moves before it the other program counts that position as this one does.\n");
        }
        if let Some(kind) = kind_concerned(&self.loaded.variant, last) {
            text.push_str(&self.drawn(kind));
        }
        text
    }

    /// A position with the lists of its moves.
    fn lists(&self, parting: &Parting) -> String {
        let list = |moves: &mut dyn Iterator<Item = &str>| {
            let words: Vec<&str> = moves.collect();
            if words.is_empty() { "none".to_owned() } else { words.join(" ") }
        };
        let fen = fen::write(&self.loaded.variant, &parting.setup);
        let mut text = format!("Position: {fen}\n\n");
        let mut line = |title: &str, words: String| text.push_str(&format!("{title:<12} {words}\n"));
        line("Moves here:", list(&mut parting.ours.keys().map(String::as_str)));
        match &parting.theirs.below {
            Some(theirs) => {
                line("Moves there:", list(&mut theirs.keys().map(String::as_str)));
                line("Only here:", list(&mut parting.only_ours().into_iter()));
                line("Only there:", list(&mut parting.only_theirs().into_iter()));
            }
            None => {
                let here: u128 = parting.ours.values().sum();
                line("Counts:", format!("{here} here, {} there, at depth {}", parting.theirs.nodes, parting.depth));
            }
        }
        let differing = parting.only_ours().into_iter().chain(parting.only_theirs());
        let words: Vec<String> =
            differing.filter_map(|m| self.opponent.words.get(m).map(|word| format!("{m} is {word}"))).collect();
        if !words.is_empty() {
            line("Its words:", words.join(", "));
        }
        text.push_str(&format!("\nAgain: betza legal {}--fen {}\n", self.args.game.words(), quoted(&fen)));
        text
    }

    /// A piece as a diagram, in English, and as the other program describes it.
    fn drawn(&self, kind: KindId) -> String {
        let variant = &self.loaded.variant;
        let of = &variant.kinds[kind.index()];
        let side = betza_ir::geometry::Side::White;
        let at = diagram::middle(&variant.board, side);
        let mut text = format!("\nThe piece is the {} ({}, {}):\n", of.name, of.notation[0], of.dialect);
        if let Ok(diagram) = diagram::general(&of.moves[0], &variant.board, at, side) {
            text.push_str(&diagram::text::draw(&diagram));
        }
        text.push_str(english::piece(&of.moves[0]).trim_end());
        text.push('\n');
        if let Some(line) = of.letters.iter().find_map(|letter| self.opponent.engine.piece(letter)) {
            text.push_str(&format!("The other program describes it: {line}\n"));
        }
        text
    }
}

/// The kind of piece whose moves differ, if it is one alone.
fn kind_concerned(variant: &Variant, parting: &Parting) -> Option<KindId> {
    let kinds =
        parting.only_ours().into_iter().chain(parting.only_theirs()).map(|text| kind_of_move(variant, parting, text));
    let kinds = kinds.collect::<Option<BTreeSet<KindId>>>()?;
    kinds.first().copied().filter(|_| kinds.len() == 1)
}

/// The kind of piece that a move's text is about: what stands on its origin, or is dropped.
fn kind_of_move(variant: &Variant, parting: &Parting, text: &str) -> Option<KindId> {
    if let Some((letters, _)) = text.split_once('@') {
        let letters = letters.trim_start_matches('+');
        let is_of = |kind: &betza_game::variant::Kind| kind.letters.iter().any(|l| l.eq_ignore_ascii_case(letters));
        return variant.kinds.iter().position(is_of).map(KindId::from_index);
    }
    let origins =
        (0..parting.setup.men.len()).map(Square::from_index).filter(|&s| text.starts_with(&variant.board.name(s)));
    let origin = origins.max_by_key(|&s| variant.board.name(s).len())?;
    parting.setup.at(origin).map(|man| man.kind)
}
