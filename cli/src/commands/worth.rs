//! `betza worth`: what a piece is worth, and what it can do by itself.

mod alone;
mod array;
mod matches;

use crate::args::{DialectArg, WorkArgs};
use crate::failure::Failure;
use crate::game::GameArgs;
use crate::json;
use crate::progress::Bar;
use crate::readings::chosen;
use crate::signals;
use alone::Alone;
use betza_engine::contest::Terms;
use betza_game::variant::{KindId, Variant};
use betza_ir::geometry::Board;
use matches::{Change, Field, Worth};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The engine plays against itself. In each match one side has the piece for others in every game, and each opening is played with both
colours. The score is compared with that of a side that lacks a pawn. Of a whole game the cheapest piece is measured by its odds, and every
further one by the odds of having the next cheaper piece for it. Same seed, same result, on any number of threads. docs/worth.md says what
such numbers are worth.

Alone with its king: every position of the two against a king is decided by exhaustion.")]
pub struct Args {
    /// A piece, by notation or name, or with --file or --ini by name or letter in that game; or a built-in game, whose
    /// pieces are measured one after the other
    #[arg(value_name = "PIECE|GAME", required_unless_present_any = ["file", "ini"], allow_hyphen_values = true)]
    what: Option<String>,
    /// The notation's dialect (default: the one in which all that read it agree)
    #[arg(long, value_enum, requires = "what")]
    dialect: Option<DialectArg>,
    /// Only what the piece can do by itself on an empty board of this size, files x ranks
    #[arg(long, value_name = "WxH", conflicts_with_all = ["game", "file", "ini"])]
    board: Option<String>,
    /// The built-in game in whose array the piece stands (default: chess)
    #[arg(long, value_name = "GAME", conflicts_with_all = ["file", "ini"])]
    game: Option<String>,
    /// The game from a file of its own
    #[arg(long, value_name = "VARIANT.toml", conflicts_with = "ini")]
    file: Option<PathBuf>,
    /// The game of a section of a file as Fairy-Stockfish's variants.ini
    #[arg(long, value_name = "FILE.ini:NAME")]
    ini: Option<String>,
    /// The pieces for which it stands, all of one side's (default: those that the engine holds for the nearest to it)
    #[arg(
        long = "for",
        value_name = "LETTER,LETTER",
        value_delimiter = ',',
        requires = "what",
        conflicts_with = "board"
    )]
    instead: Vec<String>,
    /// The piece whose odds are the unit (default: the one with the most men)
    #[arg(long, value_name = "LETTER", conflicts_with = "board")]
    pawn: Option<String>,
    /// Games of each match, an even number; 0: only what the piece can do by itself
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    games: u32,
    /// Positions searched for each move
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random moves at the beginning of each pair of games
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=100))]
    opening: u32,
    /// What the random moves begin with
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    pub work: WorkArgs,
}

/// The answer of `betza worth --json`.
#[derive(Serialize)]
struct Answer {
    /// The game, or the board.
    on: String,
    pieces: Vec<Entry>,
}

/// A piece and what was measured of it.
#[derive(Serialize)]
struct Entry {
    name: String,
    notation: String,
    dialect: &'static str,
    #[serde(flatten)]
    alone: Alone,
    #[serde(skip_serializing_if = "Option::is_none")]
    worth: Option<Worth>,
}

pub fn run(args: Args) -> Result<(), Failure> {
    let stop = signals::stop_flag()?;
    if args.games % 2 == 1 {
        let message = format!("--games {}: games are played in pairs; give an even number", args.games);
        return Err(Failure::Usage(message));
    }
    let task = Task::read(&args)?;
    // Before anything is measured: it may have nothing to say to a letter.
    let matches = if args.board.is_none() && args.games > 0 {
        let terms = Terms { pairs: args.games / 2, nodes: args.nodes, opening: args.opening, seed: args.seed };
        let field = Field::new(task.variant.clone(), args.pawn.as_deref(), terms)?;
        let changes = task.changes(&field, &args.instead)?;
        Some((field, changes))
    } else {
        None
    };
    let pool = betza_perft::session::pool(args.work.threads())?;
    // A bar leaves the screen when it is dropped.
    let bar = || Bar::new(args.work.no_progress);
    let mut pieces = Vec::new();
    for &kind in &task.kinds {
        let alone = pool.install(|| Alone::measure(&task.variant, kind, &bar(), &stop))?;
        let measured = &task.variant.kinds[kind.index()];
        let (name, notation, dialect) = (measured.name.clone(), measured.notation[0].clone(), measured.dialect.id());
        pieces.push(Entry { name, notation, dialect, alone, worth: None });
    }
    if let Some((field, changes)) = matches {
        let odds = pool.install(|| field.odds(&bar(), &stop))?;
        let mut below: Option<usize> = None;
        for (number, change) in changes {
            let played = pool.install(|| field.play(&change, &bar(), &stop))?;
            let lower = below.and_then(|number| pieces[number].worth.as_ref());
            pieces[number].worth = Some(field.worth(&change, played, &odds, lower));
            below = Some(number);
        }
    }
    let answer = Answer { on: task.on, pieces };
    let text = if args.work.json { json::line(&answer)? + "\n" } else { in_words(&answer) };
    Ok(std::io::stdout().lock().write_all(text.as_bytes())?)
}

/// What is asked.
struct Task {
    variant: Variant,
    /// The kinds that are measured.
    kinds: Vec<KindId>,
    /// Whether they are one piece, which is measured in the place of others.
    is_one: bool,
    /// The game or the board, in words.
    on: String,
}

impl Task {
    /// The matches of the pieces, by their numbers in `kinds`, in an order in which cheaper ones come first.
    fn changes(&self, field: &Field, instead: &[String]) -> Result<Vec<(usize, Change)>, Failure> {
        if let [piece] = self.kinds[..]
            && self.is_one
        {
            let kinds = match instead {
                [] => vec![field.nearest(piece)?],
                letters => letters.iter().map(|letter| field.kind(letter, "--for")).collect::<Result<_, _>>()?,
            };
            if kinds.contains(&piece) {
                return Err(Failure::Usage(format!(
                    "--for {}: that is the piece itself; name others",
                    instead.join(",")
                )));
            }
            return Ok(vec![(0, Change::All(kinds, piece))]);
        }
        let ladder = field.ladder();
        let number = |kind: KindId| self.kinds.iter().position(|&k| k == kind);
        let below = std::iter::once(None).chain(ladder.iter().copied().map(Some));
        Ok(ladder
            .iter()
            .zip(below)
            .filter_map(|(&kind, below)| Some((number(kind)?, Change::One(kind, below))))
            .collect())
    }

    fn read(args: &Args) -> Result<Task, Failure> {
        let whole = match &args.what {
            // A name of a game is one unless something says that a piece is meant.
            Some(what) if args.dialect.is_none() && args.board.is_none() && betza_variants::find(what).is_ok() => {
                if args.game.is_some() || args.file.is_some() || args.ini.is_some() {
                    return Err(Failure::Usage(format!(
                        "{what} is a game, and another one is named: leave one of them out"
                    )));
                }
                if !args.instead.is_empty() {
                    return Err(Failure::Usage(format!(
                        "--for {}: {what} is a game, whose pieces are measured one after the other; leave it out, or \
                         name a piece",
                        args.instead.join(",")
                    )));
                }
                Some(GameArgs::named(Some(what.clone()), None, None))
            }
            Some(_) => None,
            None => Some(GameArgs::named(None, args.file.clone(), args.ini.clone())),
        };
        if let Some(game) = whole {
            let variant = game.load()?.variant;
            let measured = |kind: &KindId| !variant.may_be_royal(*kind);
            let kinds = variant.kind_ids().filter(measured).collect();
            return Ok(Task { kinds, is_one: false, on: variant.title.clone(), variant });
        }
        let text = args.what.as_deref().unwrap_or_default();
        let game = GameArgs::named(args.game.clone(), args.file.clone(), args.ini.clone());
        // A file's own words come before those of notations.
        let own = args.dialect.is_none() && (args.file.is_some() || args.ini.is_some());
        let loaded = if own { Some(game.load()?.variant) } else { None };
        if let Some(variant) = &loaded
            && let Some(kind) = array::piece_of(variant, text)?
        {
            return Ok(Task { kinds: vec![kind], is_one: true, on: variant.title.clone(), variant: variant.clone() });
        }
        let pieces = |_: &Failure| loaded.iter().for_each(|variant| say!("note: {}", array::pieces(variant)));
        let piece = chosen(text, args.dialect.map(|d| d.0), "betza worth").inspect_err(pieces)?;
        crate::diagnostics::print(&piece.text, &piece.reading.warnings);
        let (variant, on) = match &args.board {
            Some(board) => {
                let board = Board::parse(board).map_err(|e| Failure::Usage(format!("board: {e}")))?;
                (array::of_kings(&board)?, format!("{}x{}", board.files(), board.ranks()))
            }
            None => {
                let variant = loaded.map_or_else(|| Ok(game.load()?.variant), Ok::<_, Failure>)?;
                let title = variant.title.clone();
                (variant, title)
            }
        };
        let (variant, kind) = array::with_piece(&variant, &piece)?;
        Ok(Task { variant, kinds: vec![kind], is_one: true, on })
    }
}

fn in_words(answer: &Answer) -> String {
    let mut text = String::new();
    if let Some(worth) = answer.pieces.iter().find_map(|entry| entry.worth.as_ref()) {
        text.push_str(&worth.unit_in_words());
    }
    for entry in &answer.pieces {
        if !text.is_empty() {
            text.push('\n');
        }
        let name = if entry.name == entry.notation { String::new() } else { format!("{}, ", entry.name) };
        text.push_str(&format!("{name}{} in {}, on {}\n", entry.notation, entry.dialect, answer.on));
        text.push_str(&entry.alone.in_words());
        entry.worth.iter().for_each(|worth| text.push_str(&worth.in_words(&entry.name)));
    }
    text
}
