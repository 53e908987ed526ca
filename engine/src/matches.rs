//! Matches: games against a player of random moves, or against another engine that speaks UCI.

use crate::games::Games;
use betza::{Move, Outcome, Position, Side, Style};
use betza_engine::clock::{Clock, Limits};
use betza_engine::play::{play_out, random_opening};
use betza_engine::table::Table;
use betza_engine::think::{Mind, think};
use betza_engine::values::{Random, Values};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Plays games with the colours in turn. Prints a line for each and the score at the end.
#[derive(clap::Args)]
pub struct Arguments {
    /// The game: built in, or of a file.
    game: String,
    /// Files with games, as VariantPath has them.
    #[arg(long, default_value = "")]
    path: String,
    /// The number of games.
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// The opponent: `random`, or the command of an engine that speaks UCI.
    #[arg(long, default_value = "random")]
    against: String,
    /// The name of the game there.
    #[arg(long)]
    their_game: Option<String>,
    /// The time of each move, in milliseconds.
    #[arg(long, default_value_t = 100)]
    movetime: u64,
    /// Instead of a time: so many positions are searched for each move, by both sides.
    #[arg(long)]
    nodes: Option<u64>,
    /// So many positions are searched for each move by the other engine, whatever limits this one.
    #[arg(long)]
    their_nodes: Option<u64>,
    /// So many moves at the beginning are random; both sides play each of these openings.
    #[arg(long, default_value_t = 0)]
    opening: u32,
    /// A game that is longer is drawn.
    #[arg(long, default_value_t = 1000)]
    plies: usize,
    /// What the random moves begin with.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The threads of this engine.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Print the moves of each game.
    #[arg(long)]
    moves: bool,
    /// Fail unless all games are won.
    #[arg(long)]
    all: bool,
}

/// Who plays against this engine.
enum Opponent {
    Random(Random),
    Engine(Box<Remote>),
}

/// Plays the match.
///
/// # Errors
/// Why it cannot be played.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let mut games = Games::default();
    games.read(&arguments.path)?;
    let game = games.find(&arguments.game, false)?;
    let start = game.start();
    let values = Values::measure(game.any(), &start);
    let mut opponent = match arguments.against.as_str() {
        "random" => Opponent::Random(Random(arguments.seed)),
        command => {
            let name = arguments.their_game.as_deref().unwrap_or(game.name());
            Opponent::Engine(Box::new(Remote::start(command, name)?))
        }
    };
    let (mut won, mut drawn, mut lost) = (0, 0, 0);
    for number in 0..arguments.games {
        let us = if number % 2 == 0 { Side::White } else { Side::Black };
        // Two games in a row have the same opening.
        let mut position = random_opening(&start, arguments.opening, arguments.seed + u64::from(number / 2))?;
        let table = Table::new(16);
        let mind = Mind { values: &values, table: &table, threads: arguments.threads };
        let outcome = play_out(&mut position, arguments.plies, |position| {
            if position.turn() == us {
                Ok(ours(position, mind, arguments))
            } else {
                opponent.choose(position, arguments)
            }
        })?;
        let ours = match outcome.map(Outcome::winner) {
            Some(Some(side)) if side == us => &mut won,
            Some(Some(_)) => &mut lost,
            _ => &mut drawn,
        };
        *ours += 1;
        let how = outcome.map_or_else(|| "no result".to_owned(), |outcome| outcome.to_string());
        println!("{} {us:?} {} plies, {how}: +{won} ={drawn} -{lost}", number + 1, position.history().len());
        if arguments.moves {
            println!("  {}", played(&position));
        }
    }
    println!("{} against {}: {won} won, {drawn} drawn, {lost} lost", game.name(), arguments.against);
    if arguments.all && won < arguments.games {
        return Err(format!("{} of {} games were not won", arguments.games - won, arguments.games));
    }
    Ok(())
}

/// The moves of a game in UCI.
fn played(position: &Position) -> String {
    let (mut before, mut texts) = (position.clone(), Vec::new());
    while let Some(betza::Played::Move(m)) = before.undo() {
        texts.push(before.text(m, Style::Uci));
    }
    texts.reverse();
    texts.join(" ")
}

/// This engine's move.
fn ours(position: &Position, mind: Mind<'_>, arguments: &Arguments) -> Move {
    let limits = match arguments.nodes {
        Some(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
        None => Limits { move_time: Some(Duration::from_millis(arguments.movetime)), ..Limits::default() },
    };
    let clock = Clock::start(limits, position.turn());
    think(position, mind, &clock, |_| {}).expect("the game is not over").moves[0]
}

impl Opponent {
    fn choose(&mut self, position: &Position, arguments: &Arguments) -> Result<Move, String> {
        match self {
            Opponent::Random(random) => {
                let moves = position.legal_moves();
                Ok(moves[random.below(moves.len())])
            }
            Opponent::Engine(engine) => engine.choose(position, arguments),
        }
    }
}

/// Another engine.
struct Remote {
    child: Child,
    input: ChildStdin,
    /// What it says, a line each.
    output: Receiver<String>,
}

const ENDED: &str = "the other engine has ended";

/// How long another engine may say nothing of what it is waited for, besides the time of a move.
const PATIENCE: Duration = Duration::from_secs(60);

impl Remote {
    fn start(command: &str, game: &str) -> Result<Remote, String> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("the command is empty")?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program}: {error}"))?;
        let (input, output) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            lines.into_iter().try_for_each(|line| sender.send(line))
        });
        let mut remote = Remote { child, input, output: lines };
        remote.say("uci")?;
        let options = remote.until("uciok", Duration::ZERO)?;
        let knows = |line: &String| line.split_whitespace().collect::<Vec<_>>().windows(2).any(|w| w == ["var", game]);
        if game != "chess" && !options.iter().any(knows) {
            return Err(format!("{command} knows no game named {game}: name it with --their-game"));
        }
        if game != "chess" {
            remote.say(&format!("setoption name UCI_Variant value {game}"))?;
        }
        Ok(remote)
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        // It reads until it ends.
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).map_err(|_| ENDED.to_owned())
    }

    /// The lines up to one that begins with a word, which is the last.
    fn until(&mut self, word: &str, time: Duration) -> Result<Vec<String>, String> {
        let (started, mut lines) = (Instant::now(), Vec::new());
        loop {
            let left = (PATIENCE + time).saturating_sub(started.elapsed());
            let line = self.output.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Disconnected => ENDED.to_owned(),
                RecvTimeoutError::Timeout => format!("the other engine does not say '{word}': is it one of UCI?"),
            })?;
            let is_last = line.split_whitespace().next() == Some(word);
            lines.push(line);
            if is_last {
                return Ok(lines);
            }
        }
    }

    fn choose(&mut self, position: &Position, arguments: &Arguments) -> Result<Move, String> {
        let moves = played(position);
        self.say(&format!("position startpos moves {moves}"))?;
        let time = match arguments.their_nodes.or(arguments.nodes) {
            Some(nodes) => {
                self.say(&format!("go nodes {nodes}"))?;
                // A thousand positions a second is slow.
                Duration::from_millis(nodes)
            }
            None => {
                self.say(&format!("go movetime {}", arguments.movetime))?;
                Duration::from_millis(arguments.movetime)
            }
        };
        let lines = self.until("bestmove", time)?;
        let text = lines.last().and_then(|line| line.split_whitespace().nth(1)).unwrap_or_default();
        position.read_move(text).map_err(|error| format!("{error}; after {moves}"))
    }
}

impl Drop for Remote {
    fn drop(&mut self) {
        drop(self.say("quit"));
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
