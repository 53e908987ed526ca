//! Single positions where a rule is easily missed, with what must come out worked out by hand.

use movegen::fen;
use movegen::rules::Variant;
use perft::Options;
use perft::session::{Session, Watch};
use std::sync::atomic::AtomicBool;

static GO: AtomicBool = AtomicBool::new(false);
const WATCH: Watch<'static> = Watch { progress: &(), stop: &GO };

/// A change of chess.
fn chess_with(changes: &str) -> Variant {
    let text = format!("format = 1\nparent = \"chess\"\nname = \"changed\"\ntitle = \"Changed\"\n{changes}");
    variants::read_toml("changed", &text).unwrap_or_else(|e| panic!("{e:?}")).variant
}

/// The moves of a position with the replies to each. That all replies together are as many is asserted: they are counted otherwise.
fn replies(variant: &Variant, text: &str) -> Vec<(String, u128)> {
    let setup = fen::read(variant, text).expect("a position");
    let options = Options { threads: 1, hash_mebibytes: 0, seed: 1 };
    let session = Session::new(variant, &options).expect("compiles");
    let counts = session.divide(&setup, 2, WATCH).expect("counts");
    let sum: u128 = counts.divide.iter().map(|(_, nodes)| nodes).sum();
    assert_eq!(session.count(&setup, 2, WATCH).expect("counts"), sum, "{text}: {:?}", counts.divide);
    counts.divide
}

/// A king and a crown prince are no royals while both are there: once one is captured, the other must mind checks.
#[test]
fn a_capture_makes_a_royal() {
    let shoshogi = variants::find("shoshogi").expect("built in").variant;
    let moves = replies(&shoshogi, "4k4/1R7/9/9/+e8/9/9/9/R7K w - - 0 1");
    // The rook takes the crown prince on the first file; the king then has the squares of its own rank left, the other rook having the next.
    let taken = moves.iter().find(|(m, _)| m.starts_with("a1a5")).expect("the capture");
    assert_eq!(taken.1, 2);
}

/// A side that loses when it has no lance and no pawn left has lost when its last becomes another piece.
#[test]
fn a_promotion_ends_the_game() {
    let lances = chess_with(
        "[pieces.S]\nmove = \"fR\"\npromotion = { to = [\"Q\", \"R\", \"B\", \"N\"], zone = \"rank 8\" }\n\
         [[ends]]\nwhen = \"extinct\"\npieces = [\"P\", \"S\"]\ntogether = true\n",
    );
    let moves = replies(&lances, "8/8/7k/S7/8/2p5/8/N3K3 w - - 0 1");
    let promotions: Vec<_> = moves.iter().filter(|(m, _)| m.starts_with("a5a8")).collect();
    assert_eq!(promotions.len(), 4, "{moves:?}");
    assert!(promotions.iter().all(|(_, replies)| *replies == 0), "{moves:?}");
    // The king on h6 has five squares, the pawn one.
    let quiet = moves.iter().find(|(m, _)| m == "a5a6").expect("a move");
    assert_eq!(quiet.1, 5 + 1);
}

/// The king may castle out of check and through it where the rule says so, but not into it.
#[test]
fn castling_may_ignore_check() {
    let castlings = |rule: &str, text: &str| {
        let variant = chess_with(&format!(
            "[castling]\n{rule}king = \"K\"\npartners = [\"R\"]\nking_file = \"e\"\nking_to = [\"g\", \"c\"]\n"
        ));
        let moves = replies(&variant, text);
        ["e1g1", "e1c1"].into_iter().filter(|c| moves.iter().any(|(m, _)| m == c)).collect::<Vec<_>>()
    };
    let ignores = "ignores_check = true\n";
    let (through, out, into) = (
        "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    );
    assert_eq!(castlings("", through), ["e1c1"]);
    assert_eq!(castlings(ignores, through), ["e1g1", "e1c1"]);
    assert!(castlings("", out).is_empty());
    assert_eq!(castlings(ignores, out), ["e1g1", "e1c1"]);
    assert_eq!(castlings(ignores, into), ["e1c1"]);
}

/// A piece that an enemy holds in place still gives check (SEMANTICS X6): no king goes next to a king that an Immobilizer holds.
#[test]
fn a_piece_held_in_place_still_gives_check() {
    let ultima = variants::find("ultima").expect("built in").variant;
    let moves = replies(&ultima, "8/8/8/8/3i4/3K1k2/8/8 b - - 0 1");
    let mut king: Vec<&str> = moves.iter().map(|(m, _)| m.as_str()).filter(|m| m.starts_with("f3")).collect();
    king.sort_unstable();
    assert_eq!(king, ["f3f2", "f3f4", "f3g2", "f3g3", "f3g4"]);
}
