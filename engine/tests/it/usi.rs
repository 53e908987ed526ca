//! USI as shogi's programs speak it.

use crate::session::Session;

#[test]
fn shogi_is_played() {
    let mut engine = Session::start("usi");
    let lines = engine.until("usiok");
    assert!(lines.iter().any(|line| line.starts_with("option name USI_Hash type spin")), "{lines:#?}");
    assert!(lines.iter().any(|line| line.starts_with("option name USI_Variant type combo default shogi")));
    engine.said("usinewgame");
    engine.say("position startpos moves 7g7f 3c3d 8h2b+");
    engine.say("go depth 4");
    // The bishop was taken: the silver or the rook takes back.
    let best = engine.answer("bestmove");
    assert!(best.starts_with("3a2b") || best.starts_with("8b2b"), "{best}");
}

#[test]
fn positions_are_sfen_and_the_first_player_is_black() {
    let mut engine = Session::start("usi");
    engine.until("usiok");
    // A gold in front of the king, guarded by the pawn.
    engine.say("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    engine.say("go btime 10000 wtime 0 byoyomi 100");
    let lines = engine.until("bestmove");
    assert_eq!(lines[lines.len() - 1], "bestmove G*5b", "{lines:#?}");
    assert!(lines.iter().any(|line| line.contains(" score mate 1 ")), "{lines:#?}");
    engine.say("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b");
    engine.say("go movetime 100");
    assert_eq!(engine.answer("bestmove"), "resign");
}

#[test]
fn other_games_are_chosen_by_name() {
    let mut engine = Session::start("usi");
    engine.until("usiok");
    engine.said("setoption name USI_Variant value minishogi");
    engine.say("position startpos");
    engine.say("go depth 4");
    let best = engine.answer("bestmove");
    let best = best.split(' ').next().unwrap().as_bytes();
    // Files are numbers and ranks are letters, on five of each.
    assert!((b'1'..=b'5').contains(&best[0]) && (b'a'..=b'e').contains(&best[1]), "{best:?}");
}

#[test]
fn problems_are_not_solved() {
    let mut engine = Session::start("usi");
    engine.until("usiok");
    engine.say("go mate 1000");
    assert_eq!(engine.answer("checkmate"), "notimplemented");
}
