//! UCI as python-chess and other clients of Fairy-Stockfish speak it.

use crate::session::Session;
use std::time::{Duration, Instant};

#[test]
fn it_tells_its_options() {
    let mut engine = Session::start("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name betza-engine"), "{lines:#?}");
    let variants = lines.iter().find(|line| line.starts_with("option name UCI_Variant type combo default chess var "));
    let variants: Vec<&str> = variants.expect("the games are told").split(" var ").collect();
    for name in ["chess", "crazyhouse", "atomic", "antichess", "3check", "capablanca", "shogi", "xiangqi"] {
        assert!(variants.contains(&name), "{name}");
    }
    assert!(lines.iter().any(|line| line == "option name VariantPath type string default <empty>"), "{lines:#?}");
}

#[test]
fn a_game_is_played_on_from_its_moves() {
    let mut engine = Session::start("uci");
    engine.until("uciok");
    engine.say("ucinewgame");
    // After the fool's mate there is nothing to play.
    engine.say("position startpos moves f2f3 e7e5 g2g4 d8h4");
    engine.say("go depth 3");
    assert_eq!(engine.answer("bestmove"), "(none)");
    engine.say("d");
    assert_eq!(engine.answer("Result: "), "Black wins: checkmate");
    // The same position without the last move: the mate is found.
    engine.say("position fen rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2");
    engine.say("go depth 3");
    let lines = engine.until("bestmove");
    assert!(lines[lines.len() - 1].starts_with("bestmove d8h4"), "{lines:#?}");
    assert!(lines[lines.len() - 2].contains(" score mate 1 "), "{lines:#?}");
}

/// Source of the counts: chessprogramming.org, Perft Results (Kiwipete).
#[test]
fn it_counts_leaves() {
    let mut engine = Session::start("uci");
    engine.until("uciok");
    engine.say("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    engine.say("go perft 3");
    let lines = engine.until("Nodes searched: ");
    assert_eq!(lines.last().map(String::as_str), Some("Nodes searched: 97862"));
    let below: Vec<u64> = lines.iter().filter_map(|line| line.split_once(": ")?.1.parse().ok()).collect();
    // 48 moves, and the total.
    assert_eq!((below.len(), below[..48].iter().sum::<u64>()), (49, 97862));
    engine.say("position startpos moves e2e4");
    engine.say("go perft 0");
    assert_eq!(engine.answer("Nodes searched: "), "1");
    engine.say("go perft x");
    assert!(engine.answer("info string error: ").contains("depth"));
    engine.say("d");
    assert_eq!(engine.answer("Fen: "), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

/// `h2e2` is UCCI's text of a Cannon's move from h3. Here h2 is empty, and the move is refused.
#[test]
fn squares_mean_what_the_protocol_says() {
    let mut engine = Session::start("uci");
    engine.said("setoption name UCI_Variant value xiangqi");
    engine.say("position startpos moves h2e2");
    engine.say("d");
    assert_eq!(engine.answer("Fen: "), "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1");
    engine.say("position startpos moves h3e3");
    engine.say("d");
    assert_eq!(engine.answer("Fen: "), "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1");
}

#[test]
fn castling_is_written_as_the_client_asks() {
    // White castles here, by either name.
    let fen = "3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let mut engine = Session::start("uci");
    let key = |engine: &mut Session, text: &str| {
        engine.say(&format!("position fen {fen} moves {text}"));
        engine.say("d");
        engine.answer("Fen: ")
    };
    let castled = "3k4/8/8/8/8/8/8/R4RK1 b - - 1 1";
    assert_eq!(key(&mut engine, "e1g1"), castled);
    engine.said("setoption name UCI_Chess960 value true");
    assert_eq!(key(&mut engine, "e1h1"), castled);
    // Of every game with castling; it is told where there is none.
    engine.said("setoption name UCI_Variant value crazyhouse");
    engine.say("position startpos");
    engine.say("d");
    assert_eq!(engine.answer("Fen: "), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w HAha - 0 1");
    let said = engine.said("setoption name UCI_Variant value xiangqi");
    assert!(said.iter().any(|line| line.starts_with("info string xiangqi has no castling")), "{said:#?}");
    assert!(said.iter().any(|line| line.starts_with("info string variant xiangqi")), "{said:#?}");
}

#[test]
fn errors_are_told_and_change_nothing() {
    let mut engine = Session::start("uci");
    engine.until("uciok");
    let told = |engine: &mut Session, line: &str, word: &str| {
        let lines = engine.said(line);
        let is_told = lines.iter().any(|l| l.starts_with("info string error: ") && l.contains(word));
        assert!(is_told, "{line}: {lines:#?}");
    };
    told(&mut engine, "setoption name UCI_Variant value ches", "chess");
    told(&mut engine, "setoption name Hash value many", "number");
    told(&mut engine, "setoption name Colour value red", "colour");
    told(&mut engine, "setoption name VariantPath value /nowhere/at.all", "/nowhere/at.all");
    told(&mut engine, "position fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "9");
    told(&mut engine, "position startpos moves e2e5", "e2e5");
    told(&mut engine, "position somewhere", "startpos");
    told(&mut engine, "xyzzy", "xyzzy");
    told(&mut engine, "go depth x", "depth x");
    engine.say("stop");
    engine.until("bestmove");
    engine.say("position startpos");
    engine.say("go depth 2");
    let best = engine.answer("bestmove");
    assert_eq!(best.split(' ').next().unwrap().len(), 4, "{best}");
}

#[test]
fn stop_is_answered_and_infinite_waits_for_it() {
    let mut engine = Session::start("uci");
    // Mate in one is found at once, and kept until it is asked for.
    engine.say("position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1");
    engine.say("go infinite");
    let lines = engine.within(Duration::from_millis(500));
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:#?}");
    engine.say("isready");
    engine.until("readyok");
    let asked = Instant::now();
    engine.say("stop");
    engine.until("bestmove");
    assert!(asked.elapsed() < Duration::from_secs(5));
    // A new position ends a search too.
    engine.say("go infinite");
    engine.say("position startpos");
    engine.until("bestmove");
}

#[test]
fn time_is_kept() {
    let mut engine = Session::start("uci");
    engine.until("uciok");
    for (go, most) in [
        ("go movetime 300", 300),
        ("go wtime 1000 btime 1000", 1000),
        ("go wtime 600 btime 600 winc 100 binc 100", 600),
        ("go wtime 1000 btime 1000 movestogo 1", 1000),
        ("go wtime 50 btime 50", 50),
        ("go wtime -20 btime 9000", 0),
    ] {
        engine.said("position startpos");
        let start = Instant::now();
        engine.say(go);
        engine.until("bestmove");
        let took = start.elapsed();
        // How much later than it was said a line arrives depends on what else the machine does.
        assert!(took < Duration::from_millis(most + 700), "{go}: {took:?}");
    }
    engine.say("go nodes 5000");
    let lines = engine.until("bestmove");
    let nodes = |line: &String| line.split(" nodes ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
    let most: u64 = lines.iter().filter_map(nodes).max().expect("nodes are told");
    assert!((1..=5000).contains(&most), "{most}");
}

#[test]
fn threads_agree_on_a_mate() {
    let mut engine = Session::start("uci");
    engine.say("setoption name Threads value 3");
    engine.say("setoption name Hash value 8");
    // P. Morphy's problem: 1. Ra6.
    engine.say("position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    engine.say("go depth 6");
    assert!(engine.answer("bestmove").starts_with("a1a6"));
}

/// What follows a word in a line that is told.
fn told<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    line.split(&format!(" {word} ")).nth(1)?.split(' ').next()
}

/// `searchmoves`: the answer is one of them, however bad; what is no legal move is told.
#[test]
fn only_some_moves_are_searched() {
    let mut engine = Session::start("uci");
    // Ra6 mates in two; the others let go.
    engine.say("position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    engine.say("go searchmoves a1b1 a1c1 depth 6");
    let said = engine.until("bestmove");
    let best = said[said.len() - 1].split(' ').nth(1).expect("a move");
    assert!(["a1b1", "a1c1"].contains(&best), "{said:#?}");
    assert!(said.iter().filter_map(|line| told(line, "pv")).all(|m| ["a1b1", "a1c1"].contains(&m)), "{said:#?}");
    engine.say("go depth 6 searchmoves a1h8 a1a6");
    let said = engine.until("bestmove");
    assert!(said[0].starts_with("info string error: "), "{said:#?}");
    assert!(said[said.len() - 1].starts_with("bestmove a1a6"), "{said:#?}");
    // All moves are searched again by the next command.
    engine.say("go depth 6");
    assert!(engine.answer("bestmove").starts_with("a1a6"));
}

/// `MultiPV`: at each depth so many lines, each with another first move, the best first; no more than there are moves.
#[test]
fn several_lines_are_told() {
    let mut engine = Session::start("uci");
    engine.say("setoption name MultiPV value 3");
    engine.say("position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    engine.say("go depth 6");
    let said = engine.until("bestmove");
    let deepest: Vec<&String> = said.iter().filter(|line| told(line, "depth") == Some("6")).collect();
    let of = |word| deepest.iter().filter_map(|line| told(line, word)).collect::<Vec<_>>();
    assert_eq!(of("multipv"), ["1", "2", "3"], "{said:#?}");
    let (firsts, kinds) = (of("pv"), of("score"));
    assert_eq!((firsts[0], kinds[0]), ("a1a6", "mate"));
    assert!(firsts[1] != firsts[0] && firsts[2] != firsts[0] && firsts[1] != firsts[2], "{firsts:?}");
    assert!(said[said.len() - 1].starts_with("bestmove a1a6"), "{said:#?}");
    // Black has one move.
    engine.say("setoption name MultiPV value 500");
    engine.say("position fen 7k/5K2/8/8/8/8/8/6R1 b - - 0 1");
    engine.say("go depth 3");
    let said = engine.until("bestmove");
    assert!(said.iter().filter_map(|line| told(line, "multipv")).all(|place| place == "1"), "{said:#?}");
    engine.say("setoption name MultiPV value 0");
    assert!(engine.until("info string error")[0].contains("from 1 to 500"));
}

#[test]
fn the_end_of_the_input_ends_the_engine_once_it_has_answered() {
    let mut engine = Session::start("position startpos moves e2e4");
    engine.say("go depth 3");
    let lines = engine.finish();
    assert!(lines[lines.len() - 1].starts_with("bestmove "), "{lines:#?}");
}

/// What is said while a search runs is done in its order: the second search is stopped, and not the first one twice.
#[test]
fn lines_are_done_in_their_order() {
    let mut engine = Session::start("uci");
    engine.until("uciok");
    for line in ["go infinite", "position startpos moves e2e4", "go infinite", "stop"] {
        engine.say(line);
    }
    engine.until("bestmove");
    engine.until("bestmove");
    // Whatever else is said, the move is told when it is asked for.
    engine.say("go infinite movetime 1 nodes 1");
    engine.say("isready");
    let said = engine.until("readyok");
    assert!(said.iter().all(|line| !line.starts_with("bestmove")), "{said:#?}");
    engine.say("stop");
    engine.until("bestmove");
    engine.say("go searchmoves e7e5 d7d5 depth 4294967297 movetime 50");
    let said = engine.until("bestmove");
    assert!(said.iter().any(|line| line.starts_with("info depth 2 ")), "{said:#?}");
    assert!(said.iter().all(|line| !line.contains("error")), "{said:#?}");
    // A mate in more moves than there can be is none that is enough.
    engine.say("go mate 2000000000 movetime 50");
    engine.until("bestmove");
}

/// Nobody can stop a search without an end once the input is closed.
#[test]
fn a_closed_input_ends_the_engine() {
    let mut engine = Session::start("uci");
    engine.say("go infinite");
    engine.until("info depth 1 ");
    let lines = engine.finish();
    assert!(lines.iter().any(|line| line.starts_with("bestmove")), "{lines:#?}");
}
