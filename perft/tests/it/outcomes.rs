//! Random games, with the result of every position held against Fairy-Stockfish's, as the Python package pyffish gives
//! it: `is_immediate_game_end` and `game_result` against what ends the game, `is_optional_game_end` against the rules
//! about the moves played, `has_insufficient_material` of both sides against the draw of that name.
//!
//! `testdata/pyffish/README.md` says what is needed and what the variables of the environment do.

use crate::pyffish::{Oracle, common_games, data, differing, rows, set, texts};
use betza_game::fen;
use betza_game::variant::Variant;
use betza_ir::geometry::Side;
use betza_movegen::moves::{Move, MoveType};
use betza_movegen::{AnyGame, AnyPosition};
use betza_movegen::{MoveList, Outcome, Reason};
use betza_perft::session::Session;
use betza_perft::{Options, PerftError};
use betza_testkit::Random;
use betza_testkit::on_each_core;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

/// After so many plies another game is begun. One game in so many is longer, so that the move rule is reached.
const PLIES: usize = 100;
const LONG_PLIES: usize = 240;
const LONG: usize = 10;

/// How a stretch of a game is played.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    /// Any move.
    Any,
    /// Both sides take back what they moved, where they can.
    Shuffle,
    /// This side gives check where it can, the other takes back.
    Check(Side),
}

/// A game played at random: its moves' texts, and what we say of each position: the result of the game if it is over,
/// else the result that a player may claim or that a rule about the moves played has brought.
struct Game {
    moves: Vec<String>,
    ours: Vec<Said>,
}

/// What we say of one position.
#[derive(Clone, Copy)]
struct Said {
    over: Option<Outcome>,
    past: Option<Outcome>,
    turn: Side,
    /// The number of moves after which the game could as well have been set up.
    base: usize,
    stuck: bool,
}

/// The move of a list that takes another back.
fn reverse(list: &MoveList, position: &AnyPosition, of: Move) -> Option<usize> {
    let empty = |m: &Move| !position.occupied().contains(m.to());
    let back = |m: &Move| m.from() == of.to() && m.to() == of.from() && m.kind == MoveType::Plain && empty(m);
    list.moves.iter().position(back)
}

/// Whether a move gives check.
fn checks(game: &AnyGame, position: &mut AnyPosition, m: Move, list: &MoveList) -> bool {
    let undo = game.make_listed(position, m, list);
    let check = game.is_check(position);
    game.unmake(position, undo);
    check
}

/// The index of the next move.
fn choose(
    game: &AnyGame,
    position: &mut AnyPosition,
    list: &MoveList,
    own_last: Option<Move>,
    mode: Mode,
    random: &mut Random,
) -> usize {
    let back = own_last.and_then(|m| reverse(list, position, m));
    match mode {
        Mode::Shuffle => back.unwrap_or_else(|| random.below(list.moves.len())),
        Mode::Check(side) if side == position.turn() => {
            if let Some(i) = back.filter(|&i| checks(game, position, list.moves[i], list)) {
                return i;
            }
            let all: Vec<usize> =
                (0..list.moves.len()).filter(|&i| checks(game, position, list.moves[i], list)).collect();
            if all.is_empty() { random.below(list.moves.len()) } else { all[random.below(all.len())] }
        }
        Mode::Check(_) => back.unwrap_or_else(|| random.below(list.moves.len())),
        Mode::Any => random.below(list.moves.len()),
    }
}

/// Plays a game at random, until it is over or long enough.
fn play(game: &AnyGame, start: &AnyPosition, random: &mut Random, is_long: bool) -> Game {
    let variant = game.variant();
    // What came before a capture matters only where pieces return from hands, or where more is counted than that.
    let forgets = variant.hands.is_none() && variant.results.counting.is_none() && variant.results.shak.is_none();
    let plies = if is_long { LONG_PLIES } else { PLIES };
    let mut base = 0;
    let mut position = start.clone();
    let mut history = game.history(&position);
    let mut played: Vec<Move> = Vec::new();
    let mut out = Game { moves: Vec::new(), ours: Vec::new() };
    let (mut mode, mut left) = (Mode::Any, 0);
    loop {
        let now = game.immediate_outcome(&position);
        let automatic = game.automatic_outcome(&position, &history);
        let claimable = game.claimable_outcome(&position, &history);
        assert!(automatic.is_none() || claimable.is_none(), "what is over cannot be claimed");
        let over = now.and(automatic);
        let list = game.legal_moves(&position);
        // FENs do not tell everything of what a double step has opened.
        let is_open = played.last().is_some_and(|m| m.kind == MoveType::DoubleStep);
        if forgets && position.state().halfmoves == 0 && !is_open {
            base = out.moves.len();
        }
        out.ours.push(Said {
            over,
            past: if now.is_some() { None } else { automatic.or(claimable) },
            turn: position.turn(),
            base,
            stuck: list.moves.is_empty(),
        });
        // A position without the material to mate is played on.
        let ended = over.is_some_and(|o| o.reason() != Reason::InsufficientMaterial);
        if ended || list.moves.is_empty() || out.moves.len() >= plies {
            return out;
        }
        if left == 0 {
            (mode, left) = match random.below(60) {
                _ if is_long && out.moves.len() > 40 => (Mode::Shuffle, 250),
                1..=4 => (Mode::Shuffle, 8 + random.below(16)),
                5..=9 => (Mode::Check(Side::BOTH[random.below(2)]), 8 + random.below(24)),
                _ => (Mode::Any, 2 + random.below(10)),
            };
        }
        left -= 1;
        let own_last = played.len().checked_sub(2).map(|i| played[i]);
        let index = choose(game, &mut position, &list, own_last, mode, random);
        out.moves.push(game.move_texts(&position, &list)[index].clone());
        game.make_listed(&mut position, list.moves[index], &list);
        played.push(list.moves[index]);
        game.record(&mut history, &position, Some(list.moves[index]));
    }
}

/// The winner that a value of Fairy-Stockfish's names; `None` if it is a draw.
fn winner(value: i64, turn: Side) -> Option<Side> {
    match value.signum() {
        1 => Some(turn),
        -1 => Some(turn.other()),
        _ => None,
    }
}

/// The positions that are compared: where what we say changes, those before them, and one of four others.
fn compared(game: &Game, random: &mut Random) -> Vec<usize> {
    let said = |i: usize| (game.ours[i].over, game.ours[i].past);
    let changes = |i: usize| i + 1 == game.ours.len() || (i > 0 && said(i) != said(i - 1)) || said(i) != said(i + 1);
    (0..game.ours.len()).filter(|&i| changes(i) || random.below(4) == 0).collect()
}

/// What differs in a game, by what it is about; the first of each.
fn differences(game: &Game, at: &[usize], plies: &Value) -> BTreeMap<&'static str, String> {
    let mut found = BTreeMap::new();
    for (&i, theirs) in at.iter().zip(plies.as_array().expect("a list")) {
        let Said { over: now, past, turn, base, .. } = game.ours[i];
        let their = |key: &str| theirs[key].as_i64().map(|value| winner(value, turn));
        let say = |ours: Option<Outcome>, theirs: &Value| {
            let ours = ours.map_or_else(|| "nothing".to_owned(), |outcome| outcome.to_string());
            let (first, then) = (game.moves[..base].join(" "), game.moves[base..i].join(" "));
            format!("ours {ours}, theirs {theirs}, {turn:?} to move, after [{first} | {then}]")
        };
        let over = now.filter(|outcome| outcome.reason() != Reason::InsufficientMaterial);
        if over.map(Outcome::winner) != their("result") {
            found.entry("over").or_insert_with(|| say(over, theirs));
            // The rest follows from it.
            return found;
        }
        if over.is_none() && now.is_some() != (theirs["dead"] == true) {
            found.entry("dead").or_insert_with(|| say(now, theirs));
        }
        if now.is_none() && past.map(Outcome::winner) != their("claim") {
            found.entry("claim").or_insert_with(|| say(past, theirs));
        }
    }
    found
}

/// What has come of one game, and how often.
#[derive(Default)]
struct Seen {
    positions: usize,
    differences: BTreeMap<&'static str, String>,
    outcomes: BTreeMap<String, usize>,
}

fn compare(oracle: &mut Oracle, name: &str, session: &Session, games: usize) -> Seen {
    let (game, variant) = (session.game(), session.variant());
    let start = fen::read(variant, &variant.start).expect("our start");
    let start = game.position(&start).expect("our start");
    let chess960 = variant.castling.as_ref().is_some_and(|c| c.any_files);
    let mut random = Random(name.bytes().map(u64::from).sum());
    let mut seen = Seen::default();
    for n in 0..games {
        let played = play(game, &start, &mut random, n % LONG == 1);
        let at = compared(&played, &mut random);
        let asked: Vec<Value> = at.iter().map(|&i| json!([played.ours[i].base, i, played.ours[i].stuck])).collect();
        let question =
            json!({"ask": "outcomes", "game": name, "moves": played.moves, "at": asked, "chess960": chess960});
        let answer = oracle.try_ask(&question);
        if let Some(error) = answer.get("error") {
            // They have no such move: there the other comparison begins.
            seen.differences.entry("moves").or_insert_with(|| format!("{error}: {}", played.moves.join(" ")));
            continue;
        }
        seen.positions += at.len();
        for outcome in at.iter().flat_map(|&i| [played.ours[i].over, played.ours[i].past]).flatten() {
            *seen.outcomes.entry(format!("{outcome}")).or_default() += 1;
        }
        for (what, difference) in differences(&played, &at, &answer["plies"]) {
            seen.differences.entry(what).or_insert(difference);
        }
    }
    seen
}

/// Compares games until none is left to take.
fn work(games: &Mutex<Vec<(String, Variant)>>, ini: &str, count: usize, all: &Mutex<BTreeMap<String, Seen>>) {
    let mut oracle = Oracle::start().expect("it started before");
    oracle.ask(&json!({"ini": ini}));
    let pool = betza_perft::session::pool(1).expect("a thread");
    loop {
        let Some((name, variant)) = games.lock().expect("no panic").pop() else { return };
        let options = Options { threads: 1, ..Options::default() };
        let seen = match Session::on(&variant, &options, Arc::clone(&pool)) {
            Ok(session) => compare(&mut oracle, &name, &session, count),
            Err(PerftError::Compile(_)) => continue,
            Err(error) => panic!("{name}: {error}"),
        };
        all.lock().expect("no panic").insert(name, seen);
    }
}

/// The differences that are known: game and what it is about, with the reason.
fn known() -> BTreeMap<(String, String), String> {
    let row = |columns: Vec<String>| match &columns[..] {
        [game, what, reason, ..] => ((game.clone(), what.clone()), reason.clone()),
        _ => panic!("no reason: {columns:?}"),
    };
    rows("outcomes.tsv").into_iter().map(row).collect()
}

#[test]
fn outcomes_are_those_of_fairy_stockfish() {
    let mut oracle = match Oracle::start() {
        Ok(oracle) => oracle,
        Err(reason) => return eprintln!("skipped: the comparison with Fairy-Stockfish, because {reason}"),
    };
    let count: usize =
        std::env::var("BETZA_OUTCOME_GAMES").map_or(2, |n| n.parse().expect("BETZA_OUTCOME_GAMES is a number"));
    let only = std::env::var("BETZA_PYFFISH_GAMES").ok();
    let ini = std::fs::read_to_string(data("custom.ini")).expect("the games can be read");
    let theirs: BTreeSet<String> = texts(&oracle.ask(&json!({"ini": ini}))["games"]);
    drop(oracle);
    let wanted = |name: &str| only.as_ref().is_none_or(|list| list.split(',').any(|wanted| wanted == name));
    let moves_differ = differing();
    let mut games = Vec::new();
    for (name, variant) in common_games(&theirs, &ini).into_iter().filter(|(name, _)| wanted(name)) {
        match moves_differ.get(&name) {
            None => games.push((name, variant)),
            Some((_, Some(setting))) => games.push((name.clone(), set(&name, setting))),
            // The moves differ, so that a game of one is none of the other.
            Some((_, None)) => {}
        }
    }
    let (games, all) = (Mutex::new(games), Mutex::new(BTreeMap::new()));
    on_each_core(|| work(&games, &ini, count, &all));
    let all = all.into_inner().expect("no panic");
    let known = known();
    let mut problems = Vec::new();
    for (name, seen) in &all {
        for (what, difference) in &seen.differences {
            if !known.contains_key(&(name.clone(), (*what).to_owned())) {
                problems.push(format!("{name}: {what}: {difference}"));
            }
        }
    }
    // In few games, what is known to differ need not come about.
    for ((name, what), reason) in known.iter().filter(|_| count >= 200) {
        if all.get(name).is_some_and(|seen| !seen.differences.contains_key(what.as_str())) {
            problems.push(format!("{name}: {what}: listed ({reason}), but no position differs"));
        }
    }
    let mut outcomes: BTreeMap<&str, usize> = BTreeMap::new();
    for (outcome, n) in all.values().flat_map(|seen| &seen.outcomes) {
        *outcomes.entry(outcome.split_once(": ").map_or(outcome, |(_, reason)| reason)).or_default() += n;
    }
    let positions: usize = all.values().map(|seen| seen.positions).sum();
    println!("{} games, {positions} positions compared, {} differences known: {outcomes:?}", all.len(), known.len());
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
