//! `betza pgn`: files of games are checked, counted, and written in other forms.

mod chunks;
mod kifu;
mod matches;
mod visit;

use crate::failure::Failure;
use crate::game::GameArgs;
use crate::json;
use betza::Style;
use betza::bughouse::{Matches, is_bpgn};
use betza::pgn::{Events, Fault, Games, Reader, Source, write};
use chunks::{Chunk, Chunks};
use clap::ValueEnum;
use kifu::Kifu;
use rayon::prelude::*;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use visit::{Answer, Count, Counts, Visit, Wanted};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The tag Variant names the game, as Fairy-Stockfish, PyChess, Lichess, XBoard and Cute Chess write it. Each move is played by the rules, in
variations too. What is wrong is a line `FILE:LINE:COLUMN: error[CODE]: game N: REASON; REMEDY` on standard output; the last line there is
`N games, N moves, N errors, N warnings`. With --to, --fens and --count errors go to standard error, with --json they are in the game's
object. The exit status is 1 if there is an error; warnings alone leave it 0. A FILE of `-` is standard input.

Files of shogi games in CSA's format, KIF and KI2 are known by how they begin, with text in UTF-8 or Shift_JIS. So are files of xiangqi games
in WXF's format, by a line FORMAT, and of bughouse matches in BPGN, by a player's tag such as WhiteA or a first move such as `1A. e4`.

JSON, a line a game: {\"file\",\"game\",\"line\",\"variant\",\"tags\":[[NAME,VALUE]],\"start\",\"moves\",\"fen\",\"claimed\",\"result\",\"reason\",
\"faults\":[{\"line\",\"column\",\"severity\",\"code\",\"message\",\"remedy\"}]}: `moves` are those of the game that could be played, in the manner of UCI;
`fen` is the position at the end, null if a move could not be played; `claimed` is the result behind the moves, `result` that by the rules,
null if the game can go on. Of matches, `boards` are those of the
moves, A or B, `start` and `fen` are both positions joined by ` | `, and `board` is the one that has decided the match, if one has.")]
pub struct Args {
    /// The files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write the games as PGN with their moves in this style
    #[arg(long, value_enum, value_name = "STYLE", conflicts_with_all = ["fens", "count", "json"])]
    to: Option<StyleArg>,
    /// Print the FENs of all positions of the games, or of the last ones
    #[arg(long, value_enum, value_name = "WHICH", num_args = 0..=1, require_equals = true, default_missing_value = "all", conflicts_with_all = ["count", "json"])]
    fens: Option<Fens>,
    /// Count games, moves and claimed results of each variant
    #[arg(long, conflicts_with = "json")]
    count: bool,
    /// Print one JSON object a game
    #[arg(long)]
    pub json: bool,
    /// The game of files whose games have no tag Variant [default: chess; in BPGN: bughouse]
    #[arg(long)]
    variant: Option<String>,
    /// A file as Fairy-Stockfish's variants.ini whose games may be named
    #[arg(long, value_name = "FILE.ini")]
    ini: Option<PathBuf>,
    /// A game from a file of its own: native, an Interactive Diagram's text, or XBoard's setup and piece lines. It may
    /// be named by its name and its title, and files whose games have no tag Variant are of it
    #[arg(long, value_name = "VARIANT.toml")]
    file: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Fens {
    All,
    Last,
}

/// [`Style`] as a command line value.
#[derive(Clone, Copy, Debug)]
struct StyleArg(Style);

impl ValueEnum for StyleArg {
    fn value_variants<'a>() -> &'a [StyleArg] {
        const ALL: [StyleArg; Style::ALL.len()] = {
            let mut all = [StyleArg(Style::Uci); Style::ALL.len()];
            let mut i = 0;
            while i < all.len() {
                all[i] = StyleArg(Style::ALL[i]);
                i += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(betza::style_name(self.0)))
    }
}

impl Wanted {
    fn of(args: &Args) -> Wanted {
        Wanted { answer: args.json, all_fens: args.fens == Some(Fens::All), last_fen: args.fens.is_some() }
    }
}

/// What a piece of a file gives, in the order of the file. Games have their numbers in the piece.
enum Item {
    Fault(Fault),
    Text(Vec<u8>),
    Game(Box<Answer>),
}

/// What is known of a piece of a file.
struct Done {
    items: Vec<Item>,
    games: u64,
    counts: Counts,
}

/// What has been told of all files.
#[derive(Default)]
struct Total {
    counts: Counts,
    errors: u64,
    warnings: u64,
}

pub fn run(mut args: Args) -> Result<(), Failure> {
    let games = Games::new();
    if let Some(path) = &args.ini {
        add_sections(&games, path)?;
    }
    if let Some(path) = &args.file {
        let own = add_game(&games, path)?;
        args.variant.get_or_insert(own);
    }
    if let Some(variant) = &args.variant {
        games.find(variant).map_err(|e| Failure::Input(format!("--variant {variant}: {e}")))?;
    }
    let mut total = Total::default();
    for path in &args.files {
        read_file(&args, &games, path, &mut total)?;
    }
    let mut out = io::stdout().lock();
    if args.count {
        writeln!(out, "variant\tgames\tmoves\twhite\tblack\tdrawn\tunknown")?;
        for (variant, Count { games, moves, white, black, drawn, unknown }) in &total.counts {
            writeln!(out, "{variant}\t{games}\t{moves}\t{white}\t{black}\t{drawn}\t{unknown}")?;
        }
    } else if args.to.is_none() && args.fens.is_none() && !args.json {
        let sum = |of: fn(&Count) -> u64| total.counts.values().map(of).sum::<u64>();
        let (games, moves) = (sum(|c| c.games), sum(|c| c.moves));
        writeln!(out, "{games} games, {moves} moves, {} errors, {} warnings", total.errors, total.warnings)?;
    }
    out.flush()?;
    if total.errors > 0 { Err(Failure::Reported) } else { Ok(()) }
}

/// Gives the games of a file of sections their names.
fn add_sections(games: &Games, path: &PathBuf) -> Result<(), Failure> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|e| Failure::Input(format!("{name}: {e}")))?;
    for section in betza::Game::ini_names(&text) {
        match betza::Game::from_ini(&text, &section) {
            Ok(game) => games.add(&section, game),
            Err(error) => say!("warning: {name}: the section {section} is left out: {error}"),
        }
    }
    Ok(())
}

/// Gives the game of a file its name and its title; the name.
fn add_game(games: &Games, path: &Path) -> Result<String, Failure> {
    let variant = GameArgs::named(None, Some(path.to_owned()), None).load()?.variant;
    let game = betza::Game::from_variant(&variant).map_err(|e| Failure::Input(format!("{}: {e}", path.display())))?;
    games.add(&variant.title, game.clone());
    games.add(&variant.name, game);
    Ok(variant.name)
}

fn read_file(args: &Args, games: &Games, path: &PathBuf, total: &mut Total) -> Result<(), Failure> {
    let is_input = path.as_os_str() == "-";
    let name = if is_input { "standard input".to_owned() } else { path.display().to_string() };
    let unreadable = |e: io::Error| Failure::Input(format!("{name}: {e}"));
    let mut input: Box<dyn BufRead> = if is_input {
        Box::new(BufReader::new(io::stdin()))
    } else {
        Box::new(BufReader::new(File::open(path).map_err(unreadable)?))
    };
    if let Some(records) = kifu::records(&mut input).map_err(unreadable)? {
        let done = match records {
            Kifu::Shogi(records) => read_games(args, Reader::with(records, games.clone())),
            Kifu::Xiangqi(records) => read_games(args, Reader::with(records, games.clone())),
        };
        let done = done.map_err(unreadable)?;
        print(args, &name, 0, done.items, total)?;
        visit::add(&mut total.counts, done.counts);
        return Ok(());
    }
    let read = if is_bpgn(input.fill_buf().map_err(unreadable)?) { read_matches } else { read_chunk };
    let mut chunks = Chunks::new(input);
    let mut games_before = 0;
    loop {
        // As many at a time as keep all cores at work; what they give is printed in their order.
        let together: Vec<Chunk> =
            chunks.by_ref().take(4 * rayon::current_num_threads()).collect::<io::Result<_>>().map_err(unreadable)?;
        if together.is_empty() {
            return Ok(());
        }
        let done: Vec<io::Result<Done>> = together.par_iter().map(|chunk| read(args, games, chunk)).collect();
        for done in done {
            let done = done.map_err(unreadable)?;
            print(args, &name, games_before, done.items, total)?;
            games_before += done.games;
            visit::add(&mut total.counts, done.counts);
        }
    }
}

fn read_chunk(args: &Args, games: &Games, chunk: &Chunk) -> io::Result<Done> {
    let mut events = Events::from_line(chunk.text.as_slice(), chunk.lines_before);
    if args.to.is_none() {
        events.skip_comments();
    }
    let mut reader = Reader::with(events, games.clone());
    if let Some(variant) = &args.variant {
        reader.assume(variant);
    }
    read_games(args, reader)
}

fn read_matches(args: &Args, games: &Games, chunk: &Chunk) -> io::Result<Done> {
    let mut events = Events::from_line(chunk.text.as_slice(), chunk.lines_before);
    if args.to.is_none() {
        events.skip_comments();
    }
    let assumed = args.variant.as_deref().unwrap_or("bughouse");
    let (mut done, wanted) = (Done { items: Vec::new(), games: 0, counts: Counts::new() }, Wanted::of(args));
    let mut matches = Matches::with(events, games.clone());
    matches.assume(assumed);
    for record in matches {
        let record = record?;
        done.games += 1;
        let mut written = Vec::new();
        if let Some(StyleArg(style)) = args.to {
            record.write(&mut written, style)?;
        }
        let told = matches::tell(record, &wanted, assumed, &mut done.counts);
        done.items.extend(told.faults.into_iter().map(Item::Fault));
        let texts = [written, told.fens.into_bytes()].into_iter().filter(|text| !text.is_empty());
        done.items.extend(texts.map(Item::Text));
        done.items.extend(told.answer.map(Item::Game));
    }
    Ok(done)
}

fn read_games(args: &Args, mut reader: Reader<impl Source>) -> io::Result<Done> {
    let (mut items, mut number, mut counts) = (Vec::new(), 0, Counts::new());
    if let Some(StyleArg(style)) = args.to {
        for game in &mut reader {
            let game = game?;
            number += 1;
            let mut text = Vec::new();
            write(&mut text, &game, Some(style))?;
            items.extend(game.faults.into_iter().map(Item::Fault));
            items.push(Item::Text(text));
        }
        return Ok(Done { items, games: number, counts });
    }
    let wanted = Wanted::of(args);
    loop {
        let mut visit = Visit::new(&wanted, args.variant.as_deref().unwrap_or("chess"));
        if !reader.read(&mut visit)? {
            return Ok(Done { items, games: number, counts });
        }
        number += 1;
        visit.count(&mut counts);
        let (faults, fens, answer) = visit.into_parts();
        items.extend(faults.into_iter().map(Item::Fault));
        if !fens.is_empty() {
            items.push(Item::Text(fens.into_bytes()));
        }
        items.extend(answer.map(Item::Game));
    }
}

fn print(args: &Args, name: &str, games_before: u64, items: Vec<Item>, total: &mut Total) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for item in items {
        match item {
            Item::Text(text) => out.write_all(&text)?,
            Item::Fault(mut fault) => {
                let sort = if fault.is_error() { &mut total.errors } else { &mut total.warnings };
                *sort += 1;
                fault.place.game += games_before;
                if args.to.is_some() || args.fens.is_some() || args.count {
                    say!("{name}:{fault}");
                } else if !args.json {
                    writeln!(out, "{name}:{fault}")?;
                }
            }
            Item::Game(mut answer) => {
                answer.game += games_before;
                name.clone_into(&mut answer.file);
                writeln!(out, "{}", json::line(&answer)?)?;
            }
        }
    }
    Ok(())
}
