//! CECP as XBoard speaks it.

use crate::session::Session;

/// An engine that has told its features.
fn start() -> Session {
    let mut engine = Session::start("xboard");
    engine.say("protover 2");
    engine.until("feature done=1");
    engine
}

/// What is said in answer to a line.
fn said(engine: &mut Session, line: &str) -> Vec<String> {
    engine.say(line);
    engine.say("ping 7");
    let mut lines = engine.until("pong 7");
    lines.pop();
    lines
}

#[test]
fn features_are_told() {
    let mut engine = Session::start("xboard");
    engine.say("protover 2");
    let lines = engine.until("feature done=1").join("\n");
    for feature in ["ping=1", "setboard=1", "usermove=1", "analyze=1", "memory=1", "smp=1", "VariantPath"] {
        assert!(lines.contains(feature), "{feature}: {lines}");
    }
    let variants = lines.split("variants=\"").nth(1).unwrap().split('"').next().unwrap();
    let names: Vec<&str> = variants.split(',').collect();
    for name in ["normal", "fischerandom", "capablanca", "shogi", "xiangqi", "lion", "losalamos"] {
        assert!(names.contains(&name), "{name}");
    }
}

#[test]
fn a_game_is_played_to_its_end() {
    let mut engine = start();
    for line in ["new", "level 40 5 0", "post", "easy", "force"] {
        assert_eq!(said(&mut engine, line), Vec::<String>::new(), "{line}");
    }
    for text in ["f2f3", "e7e5", "g2g4"] {
        engine.say(&format!("usermove {text}"));
    }
    engine.say("time 30000");
    engine.say("otim 30000");
    engine.say("go");
    let lines = engine.until("move ");
    assert_eq!(lines[lines.len() - 1], "move d8h4");
    // Thinking is five columns, with a mate in one as 100001.
    let last = &lines[lines.len() - 2];
    assert_eq!(last.split(' ').nth(1), Some("100001"), "{last}");
    assert_eq!(engine.answer("0-1"), "{checkmate}");
}

#[test]
fn games_that_xboard_does_not_know_are_told() {
    let mut engine = start();
    let lines = said(&mut engine, "variant losalamos");
    // The first line is the protocol's own example.
    let setup = "setup (PN.RQKpn.rqk) 6x6+0_fairy rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1";
    assert!(lines.iter().any(|line| line == setup), "{lines:#?}");
    assert!(lines.iter().any(|line| line == "piece N& N"), "{lines:#?}");
    // XBoard knows capablanca, and has a name of its own for chess.
    assert!(said(&mut engine, "variant capablanca").iter().all(|line| line.starts_with('#')));
    assert!(said(&mut engine, "variant normal").iter().all(|line| line.starts_with('#')));
    assert!(said(&mut engine, "variant nothing")[0].starts_with('#'));
}

#[test]
fn moves_of_several_legs_are_sent_leg_by_leg() {
    let mut engine = start();
    said(&mut engine, "variant lion");
    said(&mut engine, "force");
    // The Lion on d4 takes the queen on d5, goes on to the rook on d6 and takes it too; nothing else wins as much.
    said(&mut engine, "setboard 7k/8/3r4/3q4/3L4/8/8/K7 w - - 0 1");
    engine.say("sd 4");
    engine.say("st 5");
    engine.say("go");
    let lines = engine.until("move d5d6");
    assert_eq!(lines[lines.len() - 2..], ["move d4d5,", "move d5d6"], "{lines:#?}");
    // The same from the other side, in one line and in two.
    for moves in [&["usermove d4d5,d5d6"][..], &["usermove d4d5,", "usermove d5d6"]] {
        said(&mut engine, "force");
        said(&mut engine, "setboard 7k/8/3r4/3q4/3L4/8/8/K7 w - - 0 1");
        moves.iter().for_each(|line| engine.say(line));
        assert_eq!(said(&mut engine, "usermove h8h7"), Vec::<String>::new());
    }
}

#[test]
fn ranks_of_xiangqi_begin_with_0() {
    let mut engine = start();
    said(&mut engine, "variant xiangqi");
    said(&mut engine, "force");
    assert_eq!(said(&mut engine, "usermove h2e2"), Vec::<String>::new());
    // Black's cannons stand on the rank that XBoard calls 7.
    assert!(said(&mut engine, "usermove h8e8")[0].starts_with("Illegal move"));
    assert_eq!(said(&mut engine, "usermove h7e7"), Vec::<String>::new());
    engine.say("st 1");
    engine.say("sd 3");
    engine.say("go");
    engine.until("move ");
}

#[test]
fn errors_are_told_and_moves_taken_back() {
    let mut engine = start();
    said(&mut engine, "new");
    said(&mut engine, "force");
    let lines = said(&mut engine, "usermove e2e5");
    assert!(lines[0].starts_with("Illegal move (") && lines[0].ends_with("): e2e5"), "{lines:#?}");
    assert!(said(&mut engine, "setboard nonsense")[0].starts_with("tellusererror Illegal position: "));
    assert_eq!(said(&mut engine, "xyzzy"), ["Error (unknown command): xyzzy"]);
    assert!(said(&mut engine, "level soon")[0].starts_with("Error ("));
    // 1. e4 e5, taken back to the start: 1. e4 is legal again.
    for line in ["usermove e2e4", "usermove e7e5", "remove", "usermove e2e4", "undo", "usermove d2d4"] {
        assert_eq!(said(&mut engine, line), Vec::<String>::new(), "{line}");
    }
}

#[test]
fn the_engine_plays_the_side_that_it_is_given() {
    let mut engine = start();
    said(&mut engine, "new");
    engine.say("st 1");
    engine.say("sd 2");
    // After `new` the engine plays black.
    engine.say("usermove e2e4");
    engine.until("move ");
    engine.say("force");
    engine.say("playother");
    // Now it plays black again after White's move, since White is to move.
    engine.say("usermove d2d4");
    engine.until("move ");
    // It may be asked to hurry.
    said(&mut engine, "new");
    engine.say("st 60");
    engine.say("usermove e2e4");
    engine.say("?");
    engine.until("move ");
}

#[test]
fn positions_are_analyzed_as_they_change() {
    let mut engine = start();
    said(&mut engine, "new");
    said(&mut engine, "force");
    engine.say("analyze");
    engine.until("3 ");
    engine.say("usermove e2e4");
    let line = engine.answer("2 ");
    // It is Black's turn.
    assert!(line.split(' ').nth(3).is_some_and(|text| text.contains(['5', '6', '7', '8'])), "{line}");
    engine.say("exit");
    let lines = said(&mut engine, "usermove e7e5");
    assert!(!lines.iter().any(|line| line.starts_with("move")), "{lines:#?}");
}

/// What is refused changes nothing: an analysis goes on, and a move is not made of legs of another game.
#[test]
fn what_is_refused_ends_no_search() {
    let mut engine = start();
    said(&mut engine, "variant lion");
    said(&mut engine, "force");
    said(&mut engine, "usermove d4d5,");
    said(&mut engine, "new");
    said(&mut engine, "force");
    assert_eq!(said(&mut engine, "usermove e2e4"), Vec::<String>::new());
    engine.say("analyze");
    engine.until("2 ");
    for (line, told) in [("usermove e2e4", "Illegal move"), ("setboard 8/8", "tellusererror"), ("st x", "Error")] {
        engine.say(line);
        engine.until(told);
    }
    engine.say("?");
    // What is told next is an iteration.
    let line = engine.answer("");
    assert!(line.starts_with(|c: char| c.is_ascii_digit()), "{line}");
}
