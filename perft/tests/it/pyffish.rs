//! Random games, with the legal moves at every ply held against Fairy-Stockfish's, as the Python package pyffish gives
//! them.
//!
//! `testdata/pyffish/README.md` says what is needed and what the variables of the environment do.

use betza_game::fen;
use betza_game::variant::Variant;
use betza_perft::pyffish::Pyffish;
use betza_perft::session::Session;
use betza_perft::{Options, PerftError};
use betza_testkit::Random;
use betza_testkit::on_each_core;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// After so many plies another game is begun.
const PLIES: usize = 120;

/// It makes all moves of a question anew, so after so many plies its own FEN is taken instead of them.
const KEPT: usize = 30;

/// After so many moves of all positions together a game has been compared enough, unless the number of positions is
/// asked for.
const MOVES: usize = 100_000;

pub(crate) fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/pyffish").join(name)
}

/// Fairy-Stockfish in a process of its own, which answers or the test fails.
pub(crate) struct Oracle(Pyffish);

impl Oracle {
    /// Starts it; the reason why not.
    pub fn start() -> Result<Oracle, String> {
        let python = std::env::var("BETZA_PYTHON").unwrap_or_else(|_| "python3".to_owned());
        Pyffish::start(&python).map(Oracle)
    }

    pub fn ask(&mut self, question: &Value) -> Value {
        let answer = self.try_ask(question);
        assert!(answer.get("error").is_none(), "{question}: {answer}");
        answer
    }

    /// The answer, which may be `{"error": ..}`.
    pub fn try_ask(&mut self, question: &Value) -> Value {
        self.0.ask(question).unwrap_or_else(|e| panic!("{question}: {e}"))
    }
}

pub(crate) fn texts(value: &Value) -> BTreeSet<String> {
    let list = value.as_array().expect("a list");
    list.iter().map(|v| v.as_str().expect("a text").to_owned()).collect()
}

/// How much of a game is compared.
#[derive(Clone, Copy)]
pub(crate) struct Enough {
    pub positions: usize,
    pub moves: usize,
}

/// Plays random games of both until enough positions have been compared; the first difference, if there is one.
fn compare(oracle: &mut Oracle, name: &str, session: &Session, enough: Enough) -> Result<usize, String> {
    let variant = session.variant();
    let start = fen::read(variant, &variant.start).map_err(|e| format!("our start: {e}"))?;
    let chess960 = variant.castling.as_ref().is_some_and(|c| c.any_files);
    let mut random = Random(0);
    let (mut compared, mut moves) = (0, 0);
    while compared < enough.positions && moves < enough.moves {
        let (mut setup, mut played) = (start.clone(), Vec::<String>::new());
        let mut from = Value::Null;
        for _ in 0..PLIES {
            if played.len() == KEPT {
                let question = json!({"ask": "fen", "game": name, "from": from, "moves": played, "chess960": chess960});
                from = oracle.ask(&question)["fen"].clone();
                played.clear();
            }
            let view = session.view(&setup).map_err(|e| format!("after {}: {e}", played.join(" ")))?;
            let question = json!({"game": name, "from": from, "moves": played, "chess960": chess960});
            let theirs = texts(&oracle.ask(&question)["moves"]);
            let ours: BTreeSet<String> = view.moves.into_iter().collect();
            compared += 1;
            moves += ours.len();
            if ours != theirs {
                let only = |a: &BTreeSet<String>, b: &BTreeSet<String>| {
                    let some: Vec<&str> = a.difference(b).take(8).map(String::as_str).collect();
                    some.join(" ")
                };
                let question = json!({"ask": "fen", "game": name, "from": from, "moves": played, "chess960": chess960});
                return Err(format!(
                    "position {compared}, theirs {}, ours {}: only ours [{}], only theirs [{}]",
                    oracle.ask(&question)["fen"],
                    fen::write(variant, &setup),
                    only(&ours, &theirs),
                    only(&theirs, &ours)
                ));
            }
            let Some(text) = ours.iter().nth(random.below(ours.len().max(1))) else { break };
            setup = session.play(&setup, text).map_err(|e| format!("{text}: {e}"))?.expect("a legal move");
            played.push(text.clone());
        }
    }
    Ok(compared)
}

/// The rows of a list of differences, `#` before remarks, each by its columns.
pub(crate) fn rows(name: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(data(name)).expect("the list can be read");
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    rows.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// Games that differ, with the reason, and the setting under which they agree, if there is one.
pub(crate) fn differing() -> BTreeMap<String, (String, Option<String>)> {
    let row = |columns: Vec<String>| match &columns[..] {
        [game, reason] => (game.clone(), (reason.clone(), None)),
        [game, reason, setting, ..] => (game.clone(), (reason.clone(), Some(setting.clone()))),
        _ => panic!("no reason: {columns:?}"),
    };
    rows("differing.tsv").into_iter().map(row).collect()
}

/// A game under a setting of the list: lines of a game's file, parted by `; `.
pub(crate) fn set(name: &str, setting: &str) -> Variant {
    let text = format!("format = 1\nparent = \"{name}\"\nname = \"setting\"\n{}\n", setting.replace("; ", "\n"));
    betza_variants::read_toml("differing.tsv", &text).unwrap_or_else(|e| panic!("{name}: {e}")).variant
}

/// The games that both know: built in here under one of their names, and those of the file that both read.
pub(crate) fn common_games(theirs: &BTreeSet<String>, ini: &str) -> Vec<(String, Variant)> {
    let custom = betza_variants::ini_sections(ini);
    let built_in = theirs.iter().filter(|name| !custom.contains(name));
    let mut games: Vec<(String, Variant)> = built_in
        .filter_map(|name| betza_variants::find(name).ok().map(|loaded| (name.clone(), loaded.variant)))
        .collect();
    for name in custom {
        let loaded = betza_variants::read_ini("custom.ini", ini, &name).unwrap_or_else(|e| panic!("{name}: {e}"));
        games.push((name, loaded.variant));
    }
    games
}

/// What came of one game.
pub(crate) enum Verdict {
    Agrees(usize),
    Differs(String),
    /// The generator lacks a rule.
    Refused(String),
}

/// Compares games until none is left to take.
pub(crate) fn work(
    games: &Mutex<Vec<(String, Variant)>>,
    ini: &str,
    enough: Enough,
    verdicts: &Mutex<BTreeMap<String, Verdict>>,
) {
    let mut oracle = Oracle::start().expect("it started before");
    oracle.ask(&json!({"ini": ini}));
    let pool = betza_perft::session::pool(1).expect("a thread");
    loop {
        let Some((name, variant)) = games.lock().expect("no panic").pop() else { return };
        let options = Options { threads: 1, ..Options::default() };
        let verdict = match Session::on(&variant, &options, Arc::clone(&pool)) {
            Ok(session) => match compare(&mut oracle, &name, &session, enough) {
                Ok(count) => Verdict::Agrees(count),
                Err(difference) => Verdict::Differs(difference),
            },
            Err(PerftError::Compile(error)) => Verdict::Refused(error.to_string()),
            Err(error) => panic!("{name}: {error}"),
        };
        verdicts.lock().expect("no panic").insert(name, verdict);
    }
}

#[test]
fn legal_moves_are_those_of_fairy_stockfish() {
    let mut oracle = match Oracle::start() {
        Ok(oracle) => oracle,
        Err(reason) => return eprintln!("skipped: the comparison with Fairy-Stockfish, because {reason}"),
    };
    let enough = match std::env::var("BETZA_PYFFISH_POSITIONS") {
        Ok(n) => Enough { positions: n.parse().expect("a number"), moves: usize::MAX },
        Err(_) => Enough { positions: 1000, moves: MOVES },
    };
    let only = std::env::var("BETZA_PYFFISH_GAMES").ok();
    let file = std::env::var("BETZA_PYFFISH_INI").map_or_else(|_| data("custom.ini"), PathBuf::from);
    let ini = std::fs::read_to_string(file).expect("the games can be read");
    let theirs = texts(&oracle.ask(&json!({"ini": ini}))["games"]);
    drop(oracle);
    let wanted = |name: &str| only.as_ref().is_none_or(|list| list.split(',').any(|wanted| wanted == name));
    let expected = differing();
    let mut games: Vec<(String, Variant)> =
        common_games(&theirs, &ini).into_iter().filter(|(name, _)| wanted(name)).collect();
    for (name, variant) in &mut games {
        if let Some((_, Some(setting))) = expected.get(name) {
            *variant = set(name, setting);
        }
    }
    let games = games;
    let (games, verdicts) = (Mutex::new(games), Mutex::new(BTreeMap::new()));
    on_each_core(|| work(&games, &ini, enough, &verdicts));

    let (mut compared, mut problems) = (0, Vec::new());
    let verdicts = verdicts.into_inner().expect("no panic");
    for (name, verdict) in &verdicts {
        match (verdict, expected.get(name)) {
            (Verdict::Agrees(count), None | Some((_, Some(_)))) => compared += count,
            (Verdict::Agrees(count), Some((reason, None))) => {
                problems.push(format!("{name}: listed ({reason}), but {count} positions agree"));
            }
            (Verdict::Differs(difference), None | Some((_, Some(_)))) => problems.push(format!("{name}: {difference}")),
            (Verdict::Refused(reason), None | Some((_, Some(_)))) => problems.push(format!("{name}: {reason}")),
            (Verdict::Differs(_) | Verdict::Refused(_), Some((_, None))) => {}
        }
    }
    println!("{} games, {compared} positions compared, {} known to differ", verdicts.len(), expected.len());
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// The limit of a question ends with its answer. A module that knows no games stands for the package.
#[test]
#[cfg(unix)]
fn a_limit_of_time_is_for_one_answer() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};

    let folder = std::env::temp_dir().join(format!("betza-alarm-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let stub = "def load_variant_config(text):\n    pass\ndef variants():\n    return []\n";
    std::fs::write(folder.join("pyffish.py"), stub).unwrap();
    let mut python = Command::new("python3");
    python.args(["-u", "-c", include_str!("../../src/pyffish.py")]).env("PYTHONPATH", &folder);
    let Ok(mut process) = python.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() else {
        return println!("SKIPPED: there is no python3");
    };
    let (mut questions, answers) = (process.stdin.take().unwrap(), process.stdout.take().unwrap());
    let mut answers = BufReader::new(answers).lines();
    for question in [r#"{"ini": "", "seconds": 1}"#, r#"{"ini": ""}"#] {
        writeln!(questions, "{question}").expect("it is still there");
        assert_eq!(answers.next().expect("it answers").unwrap(), r#"{"games": []}"#);
        std::thread::sleep(std::time::Duration::from_millis(1500));
    }
    drop(questions);
    assert!(process.wait().unwrap().success());
    std::fs::remove_dir_all(&folder).unwrap();
}
