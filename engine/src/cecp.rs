//! XBoard's Chess Engine Communication Protocol, version 2, with `setup` and `piece` for games that XBoard does not
//! know.
//!
//! Source: "Chess Engine Communication Protocol" (T. Mann and H. G. Muller), which comes with XBoard as
//! engine-intf.html.

use crate::engine::{Engine, Event};
use crate::lines::say;
use crate::uci::texts;
use betza::{Move, Outcome, Position, Side, Style};
use betza_engine::clock::Limits;
use betza_engine::search::{Line, WIN};
use betza_variants::exchange::cecp;
use std::str::FromStr;
use std::sync::mpsc::Receiver;
use std::time::Duration;

/// Games that XBoard calls otherwise: its name, then ours.
const NAMES: [(&str, &str); 5] = [
    ("normal", "chess"),
    ("fischerandom", "chess960"),
    ("chu", "chushogi"),
    ("sho", "shoshogi"),
    ("lion", "mightylion"),
];

/// Games whose rules XBoard knows, by its names, so that it is not told of their pieces.
const KNOWN: &str = "normal fischerandom nocastle 3check capablanca gothic caparandom janus shatranj xiangqi courier giveaway \
                     suicide losers atomic crazyhouse bughouse knightmate berolina makruk shogi super spartan grand \
                     seirawan sho chu lion twokings";

/// What the engine does when a move is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Nothing: moves are given for both sides.
    Force,
    /// It plays a side.
    Play(Side),
    /// It searches whatever position there is.
    Analyze,
}

/// The time control.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// Moves in each session; 0 if the whole game is one.
    moves: u32,
    increment: Duration,
    /// The time of each move (`st`).
    move_time: Option<Duration>,
    depth: Option<u32>,
}

struct Cecp {
    engine: Engine,
    mode: Mode,
    level: Level,
    /// The engine's clock.
    left: Duration,
    /// Its thinking is shown.
    posts: bool,
    /// It has been said that the game is over.
    is_over: bool,
    /// The first legs of a move of several, which is not finished.
    legs: String,
}

/// Speaks until `quit`, or until the input is closed.
pub fn speak(engine: Engine, events: &Receiver<Event>) {
    let mut cecp = Cecp {
        engine,
        mode: Mode::Play(Side::Black),
        level: Level::default(),
        left: Duration::from_secs(300),
        posts: false,
        is_over: false,
        legs: String::new(),
    };
    loop {
        match events.recv() {
            Ok(Event::Input(line)) if line == "quit" => return cecp.engine.halt(),
            Ok(Event::Input(line)) => cecp.command(&line),
            Ok(Event::Found(number, line)) if cecp.engine.is_current(number) => cecp.found(&line),
            Ok(Event::Done(number, line)) if cecp.engine.is_current(number) => cecp.done(line),
            Ok(Event::Found(..) | Event::Done(..)) => {}
            Ok(Event::Closed) | Err(_) => return cecp.engine.halt(),
        }
    }
}

impl Cecp {
    fn command(&mut self, line: &str) {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "protover" => self.introduce(),
            "new" => self.begin("chess"),
            "variant" => self.begin(rest),
            "setboard" => self.set_up(rest),
            "force" | "result" => self.turn_to(Mode::Force),
            "go" => self.turn_to(Mode::Play(self.engine.position.turn())),
            "playother" => self.turn_to(Mode::Play(self.engine.position.turn().other())),
            "analyze" => self.turn_to(Mode::Analyze),
            "exit" => self.turn_to(Mode::Force),
            "usermove" => self.user_move(rest),
            // An analysis goes on until it is left.
            "?" if self.mode == Mode::Analyze => {}
            "?" => self.engine.stop(),
            "undo" => self.take_back(1),
            "remove" => self.take_back(2),
            "ping" => say(&format!("pong {rest}")),
            "time" => self.number(line, rest, |cecp, centiseconds: i64| {
                cecp.left = Duration::from_millis(10 * centiseconds.clamp(0, i64::from(u32::MAX)) as u64);
            }),
            "level" => self.set_level(rest),
            "st" => self.number(line, rest, |cecp, seconds| cecp.level.move_time = Some(Duration::from_secs(seconds))),
            "sd" => self.number(line, rest, |cecp, depth| cecp.level.depth = Some(depth)),
            "post" => self.posts = true,
            "nopost" => self.posts = false,
            "memory" => self.number(line, rest, |cecp, megabytes: usize| {
                cecp.engine.resize(megabytes.clamp(1, 4096));
                cecp.go_on();
            }),
            "cores" => self.number(line, rest, |cecp, cores: usize| cecp.engine.threads = cores.clamp(1, 64)),
            "option" => self.set_option(rest),
            // What changes nothing here.
            "" | "xboard" | "accepted" | "rejected" | "otim" | "random" | "hard" | "easy" | "computer" | "name"
            | "rating" | "ics" | "." | "hint" | "bk" | "draw" => {}
            _ if self.engine.position.read_move(line).is_ok() => self.user_move(line),
            _ => say(&format!("Error (unknown command): {line}")),
        }
    }

    fn introduce(&self) {
        say("feature done=0");
        say(&format!("feature myname=\"betza-engine {}\"", env!("CARGO_PKG_VERSION")));
        say(
            "feature ping=1 setboard=1 usermove=1 san=0 time=1 playother=1 colors=0 analyze=1 debug=1 sigint=0 sigterm=0",
        );
        say("feature memory=1 smp=1 reuse=1 name=0 ics=0");
        say("feature option=\"VariantPath -file \"");
        self.tell_variants();
        say("feature done=1");
    }

    fn tell_variants(&self) {
        let theirs = |name: String| {
            NAMES.iter().find(|(_, ours)| *ours == name).map_or(name.clone(), |(theirs, _)| (*theirs).to_owned())
        };
        let names: Vec<String> = self.engine.games.names().into_iter().map(theirs).collect();
        say(&format!("feature variants=\"{}\"", names.join(",")));
    }

    /// Begins a game of a variant, by XBoard's name or ours. XBoard is told of it unless it knows it.
    fn begin(&mut self, name: &str) {
        let ours = NAMES.iter().find(|(theirs, _)| *theirs == name).map_or(name, |(_, ours)| ours);
        let theirs = NAMES.iter().find(|(_, known)| *known == ours).map_or(ours, |(theirs, _)| theirs);
        let is_same = self.engine.position.game().name() == ours;
        self.engine.halt();
        if is_same {
            self.engine.position = self.engine.position.game().start();
            self.engine.forget();
        } else if let Err(error) = self.engine.choose(ours) {
            for line in error.lines() {
                say(&format!("# {line}"));
            }
            return say(&format!("Error (unknown variant): variant {name}"));
        }
        (self.mode, self.is_over) = (Mode::Play(Side::Black), false);
        self.legs.clear();
        self.level.depth = None;
        if !KNOWN.split_whitespace().any(|known| known == theirs) {
            let written = cecp::write(self.engine.position.game().any().variant());
            written.unsaid.iter().for_each(|rule| say(&format!("# XBoard is not told of: {rule}")));
            written.text.lines().for_each(say);
        }
    }

    fn set_up(&mut self, fen: &str) {
        match self.engine.position.game().position_lenient(fen) {
            Ok((position, ignored)) => {
                ignored.iter().for_each(|d| say(&format!("# {}", d.message)));
                self.engine.halt();
                self.engine.position = position;
                self.is_over = false;
                self.legs.clear();
                self.go_on();
            }
            Err(error) => say(&format!("tellusererror Illegal position: {}", one_line(&error.to_string()))),
        }
    }

    fn turn_to(&mut self, mode: Mode) {
        self.engine.halt();
        self.legs.clear();
        self.mode = mode;
        self.go_on();
    }

    /// `level MOVES MINUTES[:SECONDS] INCREMENT`
    fn set_level(&mut self, text: &str) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [moves, base, increment] = words[..] else { return say(&format!("Error (no time control): level {text}")) };
        let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
        let number = |text: &str| text.parse::<f64>().ok().filter(|n| (0.0..1e9).contains(n));
        let (Ok(moves), Some(minutes), Some(seconds), Some(increment)) =
            (moves.parse(), number(minutes), number(seconds), number(increment))
        else {
            return say(&format!("Error (no time control): level {text}"));
        };
        let increment = Duration::from_secs_f64(increment);
        self.level = Level { moves, increment, move_time: None, depth: self.level.depth };
        self.left = Duration::from_secs_f64(minutes * 60.0 + seconds);
    }

    fn number<T: FromStr>(&mut self, line: &str, text: &str, apply: impl Fn(&mut Cecp, T)) {
        match text.parse() {
            Ok(n) => apply(self, n),
            Err(_) => say(&format!("Error (not a number): {line}")),
        }
    }

    fn set_option(&mut self, text: &str) {
        match text.split_once('=') {
            Some(("VariantPath", paths)) => match self.engine.games.read(paths) {
                Ok(_) => self.tell_variants(),
                Err(error) => say(&format!("tellusererror {}", one_line(&error))),
            },
            _ => say(&format!("Error (unknown option): option {text}")),
        }
    }

    /// Plays a move of the other side, or any in force mode. A leg with a comma at its end waits for the next.
    fn user_move(&mut self, text: &str) {
        if text.ends_with(',') {
            return self.legs += text;
        }
        let text = std::mem::take(&mut self.legs) + text;
        match read(&self.engine.position, &text) {
            Ok(m) => {
                self.engine.halt();
                // What was read is legal.
                drop(self.engine.position.play(m));
                self.go_on();
            }
            Err(reason) => say(&format!("Illegal move ({}): {text}", one_line(&reason))),
        }
    }

    fn take_back(&mut self, moves: u32) {
        self.engine.halt();
        self.legs.clear();
        for _ in 0..moves {
            self.engine.position.undo();
        }
        self.is_over = false;
        if self.mode == Mode::Analyze {
            self.go_on();
        }
    }

    /// Searches if the engine is to move or to analyze, and tells the result if the game is over.
    fn go_on(&mut self) {
        let position = &self.engine.position;
        let turn = position.turn();
        if self.mode == Mode::Analyze {
            if position.has_legal_move() {
                self.engine.go(Limits { infinite: true, ..Limits::default() });
            }
            return;
        }
        if let Some(outcome) = position.outcome() {
            if !std::mem::replace(&mut self.is_over, true) {
                say(&result(outcome));
            }
            return;
        }
        if self.mode != Mode::Play(turn) {
            return;
        }
        let Level { moves, increment, move_time, depth } = self.level;
        let played = position.history().len() as u32 / 2;
        let limits = Limits {
            depth,
            move_time,
            left: if move_time.is_some() { [None; 2] } else { [Some(self.left); 2] },
            increment: [increment; 2],
            moves_to_go: (moves > 0).then(|| moves - played % moves),
            ..Limits::default()
        };
        self.engine.go(limits);
    }

    /// `ply score time nodes pv`, the time in hundredths of a second.
    fn found(&self, line: &Line) {
        if self.posts || self.mode == Mode::Analyze {
            let score = line.mate().map_or(line.score, |moves| moves.signum() * (100_000 + moves.abs()));
            let (depth, nodes, time) = (line.depth, line.nodes, line.time.as_millis() / 10);
            let texts = texts(&self.engine.position, &line.moves, Style::Cecp).join(" ");
            say(&format!("{depth} {score} {time} {nodes} {texts}"));
        }
    }

    fn done(&mut self, line: Option<Line>) {
        self.engine.was_told();
        let Some(line) = line.filter(|_| self.mode != Mode::Analyze) else { return };
        debug_assert!(line.score.abs() <= WIN);
        let text = self.engine.position.text(line.moves[0], Style::Cecp);
        // Each leg of a move is a command of its own.
        let legs: Vec<&str> = text.split(',').collect();
        for (i, leg) in legs.iter().enumerate() {
            say(&format!("move {leg}{}", if i + 1 < legs.len() { "," } else { "" }));
        }
        // What was searched is legal.
        drop(self.engine.position.play(line.moves[0]));
        self.go_on();
    }
}

/// The move of a text as XBoard writes it.
fn read(position: &Position, text: &str) -> Result<Move, String> {
    // XBoard may say that a piece does not promote.
    let plain = text.trim_end_matches('=');
    let lower = plain.to_lowercase();
    let exact = [text, plain, &lower].into_iter().find_map(|text| position.read_move_as(text, Style::Cecp).ok());
    if let Some(m) = exact {
        return Ok(m);
    }
    // On ten ranks, other styles count them otherwise.
    let is_shared = position.game().ranks() != 10 || text.starts_with(['O', '0']);
    match position.read_move(plain) {
        Ok(m) if is_shared => Ok(m),
        Ok(_) => Err("it is not legal here, with ranks counted from 0".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// A result as XBoard takes it.
fn result(outcome: Outcome) -> String {
    let score = match outcome.winner() {
        Some(Side::White) => "1-0",
        Some(Side::Black) => "0-1",
        None => "1/2-1/2",
    };
    format!("{score} {{{}}}", outcome.reason())
}

/// A text of several lines as one.
fn one_line(text: &str) -> String {
    text.lines().collect::<Vec<_>>().join("; ")
}
