//! Games of files, as `VariantPath` names them.

use crate::session::Session;
use std::path::PathBuf;

/// A game of Fairy-Stockfish's format: knights lead to the corners of a small board, and reaching the last rank wins.
const INI: &str = "[knightrace:chess]
maxRank = 6
startFen = 1n2k1n1/8/8/8/8/1N2K1N1 w - - 0 1
flagPiece = n
flagRegionWhite = *6
flagRegionBlack = *1

[broken:chess]
maxRank = seven
";

/// A game of the native format.
const TOML: &str = "format = 1
parent = \"chess\"
name = \"amazonrace\"
title = \"Amazons for queens\"
sources = [\"a test\"]

[pieces.Q]
name = \"Amazon\"
move = \"QN\"
";

fn file(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("betza-engine-{}-{name}", std::process::id()));
    std::fs::write(&path, text).expect("it can be written");
    path
}

#[test]
fn games_of_files_are_played() {
    let (ini, toml) = (file("games.ini", INI), file("game.toml", TOML));
    let mut engine = Session::start("uci");
    engine.until("uciok");
    let said = engine.said(&format!("setoption name VariantPath value {}:{}", ini.display(), toml.display()));
    assert!(said.iter().any(|line| line.ends_with(": knightrace broken amazonrace")), "{said:#?}");
    engine.say("uci");
    let lines = engine.until("uciok");
    assert!(lines.iter().any(|line| line.contains(" var knightrace var broken var amazonrace ")), "{lines:#?}");
    let said = engine.said("setoption name UCI_Variant value knightrace");
    assert!(said.iter().any(|line| line.starts_with("info string variant knightrace files 8 ranks 6 ")), "{said:#?}");
    // b1-c3-b5 or d5 and then the last rank: two moves from the second rank of the way.
    engine.say("position fen 4k3/8/8/1N6/8/4K3 w - - 0 1");
    engine.say("go depth 4");
    let lines = engine.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate 2 ")), "{lines:#?}");
    let said = engine.said("setoption name UCI_Variant value broken");
    assert!(said.iter().any(|line| line.starts_with("info string error: ") && line.contains("maxRank")), "{said:#?}");
    // Rights name files, in the file's game too.
    engine.said("setoption name UCI_Variant value amazonrace");
    engine.said("setoption name UCI_Chess960 value true");
    engine.say("position startpos");
    engine.say("d");
    assert_eq!(engine.answer("Fen: "), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    engine.said("setoption name UCI_Chess960 value false");
    // Only an Amazon leaps there.
    let said = engine.said("position startpos moves d1c3");
    assert!(said.is_empty(), "{said:#?}");
    engine.said("setoption name VariantPath value <empty>");
    let said = engine.said("setoption name UCI_Variant value knightrace");
    assert!(said.iter().any(|line| line.starts_with("info string error: ")), "{said:#?}");
    std::fs::remove_file(ini).expect("it is there");
    std::fs::remove_file(toml).expect("it is there");
}

/// The king in the corner has no square off the last two files; the rook on ai1 guards one, the other comes to the
/// last.
#[test]
fn games_on_the_largest_boards_are_played() {
    let toml = file(
        "large.toml",
        &format!(
            "format = 1\nname = \"large\"\nboard = \"36x36\"\nstart = \"35k/{}33R2/36/36/36/K33R1 w - - 0 1\"\n\
             [pieces.K]\nname = \"King\"\nmove = \"K\"\nroyal = true\n[pieces.R]\nname = \"Rook\"\nmove = \"R\"\n",
            "36/".repeat(30)
        ),
    );
    let mut engine = Session::start("uci");
    engine.until("uciok");
    engine.said(&format!("setoption name VariantPath value {}", toml.display()));
    let said = engine.said("setoption name UCI_Variant value large");
    assert!(said.iter().any(|line| line.starts_with("info string variant large files 36 ranks 36 ")), "{said:#?}");
    engine.say("position startpos");
    engine.say("go depth 2");
    let lines = engine.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate 1 ")), "{lines:#?}");
    assert!(lines.iter().any(|line| line.starts_with("bestmove ah5aj5")), "{lines:#?}");
    std::fs::remove_file(toml).expect("it is there");
}
