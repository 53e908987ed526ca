//! Wins that the engine must see, in games with different ends. Each position was worked out by hand or has a source.

use crate::session::Session;

/// A game, a position of it, how deep to search, in how many moves it is won, and the moves that win it so.
type Win = (&'static str, &'static str, u32, u32, &'static [&'static str]);

const WINS: &[Win] = &[
    // The scholar's mate.
    ("chess", "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 3, 1, &["h5f7"]),
    // P. Morphy's problem, in two.
    ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 7, 2, &["a1a6"]),
    // 1. Ra6+ f6 2. Bxf6+ Rg7 3. Rxa8.
    ("chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 7, 3, &["f6a6"]),
    // The Chancellor on the king's rank, as a Rook; the king guards the rank below.
    ("capablanca", "k9/10/1K8/10/10/10/10/9C w - - 0 1", 3, 1, &["j1j8"]),
    // A cannon behind a cannon: whatever comes between is a hurdle for the other one.
    ("xiangqi", "3aka3/9/9/9/9/4C4/9/C8/9/4K4 w - - 0 1", 3, 1, &["a3e3"]),
    // A gold in front of the king, guarded by the pawn.
    ("shogi", "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1", 3, 1, &["G@e8"]),
    // The knight's capture explodes beside the king; on h7 it would not.
    ("atomic", "rnbqkbnr/pppp1ppp/8/4p1N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 3", 3, 1, &["g5f7"]),
    // The pawn must take the last piece.
    ("antichess", "8/8/8/8/8/8/1p6/R7 w - - 0 1", 4, 1, &["a1c1"]),
    ("kingofthehill", "7k/8/8/8/8/3K4/8/8 w - - 0 1", 3, 1, &["d3d4", "d3e4"]),
    // The third check.
    ("3check", "4k3/8/8/8/8/8/4P3/3QK3 w - - 1+3 0 1", 3, 1, &["d1a4", "d1d7", "d1d8"]),
    // The pawn on the last rank but one goes to the last.
    ("breakthrough", "8/P7/8/8/8/8/7p/8 w - - 0 1", 3, 1, &["a7a8", "a7b8"]),
];

#[test]
fn wins_are_seen() {
    let mut engine = Session::start("uci");
    engine.until("uciok");
    let mut wrong = Vec::new();
    for &(game, fen, depth, moves, best) in WINS {
        engine.say(&format!("setoption name UCI_Variant value {game}"));
        let errors = engine.said(&format!("position fen {fen}"));
        engine.say(&format!("go depth {depth}"));
        let lines = engine.until("bestmove");
        let played = lines[lines.len() - 1].split(' ').nth(1).unwrap().to_owned();
        let is_told = lines.iter().any(|line| line.contains(&format!(" score mate {moves} ")));
        if !best.contains(&played.as_str()) || !is_told || errors.iter().any(|l| l.contains("error")) {
            wrong.push(format!("{game} {fen}: {errors:?} {lines:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_loses_is_seen_too() {
    let mut engine = Session::start("uci");
    // Whatever Black plays, the rook gives mate on the last rank.
    engine.say("position fen 7k/8/6K1/8/8/8/8/R7 b - - 0 1");
    engine.say("go depth 4");
    let lines = engine.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate -1 ")), "{lines:#?}");
}
