//! Sections of `variants.ini` that nobody designed: keys mixed at random, compared with Fairy-Stockfish by
//! `betza compare`.
//!
//! Python is the program named by `BETZA_PYTHON`, else `python3`; without pyffish the test is skipped, and says so.
//! `MIXED_INI_SEED` and `MIXED_INI_CASES` take other mixtures.

use betza_testkit::Random;
use std::process::{Command, Stdio};

/// Parents, with the letters of pieces that are not royal.
const PARENTS: [(&str, &str); 9] = [
    ("chess", "pnbrq"),
    ("crazyhouse", "pnbrq"),
    ("capablanca", "pnbrqac"),
    ("losalamos", "pnrq"),
    ("makruk", "pnsrm"),
    ("shatranj", "pnbrq"),
    // Without the Gold, to which others promote: taken out, its promoted forms give no check in Fairy-Stockfish.
    ("minishogi", "psbr"),
    ("xiangqi", "pnbrac"),
    ("knightmate", "pbrqm"),
];

/// Changes. `$P` stands for a piece, `$L` for a list of pieces.
const CHANGES: [&str; 42] = [
    "doubleStep = false",
    "doubleStepRegionWhite = *2 *3\ndoubleStepRegionBlack = *7 *6",
    "enPassantRegion = -",
    "promotionRegionWhite = *5 *6 *7 *8\npromotionRegionBlack = *3 *2 *1",
    "promotionPieceTypes = $L",
    "mandatoryPawnPromotion = false",
    "promotionLimit = $P:1 $P:2",
    "castling = false",
    "castlingKingsideFile = f",
    "mustCapture = true",
    "pieceDrops = true",
    "capturesToHand = true\npieceDrops = true",
    "capturesToHand = true\npieceDrops = true\ndropLoop = true",
    "capturesToHand = true\npieceDrops = true\ndropChecks = false",
    "capturesToHand = true\npieceDrops = true\ndropRegionWhite = *1 *2 *3\ndropRegionBlack = *3 *4 *5",
    "capturesToHand = true\npieceDrops = true\nfirstRankPawnDrops = true",
    "capturesToHand = true\npieceDrops = true\npromotionZonePawnDrops = true",
    "capturesToHand = true\npieceDrops = true\ndropNoDoubled = $P",
    "petrifyOnCaptureTypes = $L",
    "extinctionPieceTypes = $L\nextinctionValue = loss",
    "extinctionPieceTypes = $P\nextinctionPieceCount = 1\nextinctionValue = win",
    "extinctionPieceTypes = *\nextinctionPieceCount = 3\nextinctionValue = loss",
    "flagPiece = $P\nflagRegionWhite = *5\nflagRegionBlack = *4",
    "flagPiece = *\nflagRegion = d4 e4",
    "pass = true",
    "passWhite = true",
    "passOnStalemate = true",
    "stalemateValue = loss",
    "nMoveRule = 3\nnFoldRule = 2",
    "mobilityRegionWhiteKnight = *1 *2 *3\nmobilityRegionBlackKnight = *4 *5 *6",
    "mobilityRegionBlackRook = a* b* c* d*",
    "customPiece3 = x:W\npromotionPieceTypes = x",
    "customPiece4 = $P:NmD",
    "customPiece5 = $P:fRbB",
    "customPiece6 = $P:mRcN",
    "wazir = $P",
    "fers = $P",
    "amazon = $P",
    "knight = -",
    "rook = y",
    "pawn = -\nsoldier = p",
    "knight = n\nbishop = b",
];

fn section(name: &str, random: &mut Random) -> String {
    let (parent, letters) = random.one_of(&PARENTS);
    let letters: Vec<char> = letters.chars().collect();
    let mut text = format!("[{name}:{parent}]\n");
    for _ in 0..=random.below(4) {
        let change = random.one_of(&CHANGES);
        let mut parts = change.split('$');
        text += parts.next().unwrap_or_default();
        for part in parts {
            text.push(random.one_of(&letters));
            if part.starts_with('L') && random.below(2) == 0 {
                text.push(random.one_of(&letters));
            }
            text += &part[1..];
        }
        text.push('\n');
    }
    text
}

/// What is known to differ, by a part of the section and of the difference.
const KNOWN: [(&str, &str); 0] = [];

#[test]
fn mixed_sections_are_played_as_fairy_stockfish_plays_them() {
    let python = std::env::var("BETZA_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let probe = Command::new(&python).args(["-c", "import pyffish"]).stderr(Stdio::null()).status();
    if !probe.is_ok_and(|status| status.success()) {
        return println!("SKIPPED: {python} has no package pyffish");
    }
    let number = |name: &str, default: u64| std::env::var(name).map_or(default, |s| s.parse().expect("a number"));
    let (first, cases) = (number("MIXED_INI_SEED", 0), number("MIXED_INI_CASES", 40));
    let folder = tempfile::tempdir().expect("a folder");
    let text = |seed: u64| section(&format!("mixed{seed}"), &mut Random(seed));
    for seed in first..first + cases {
        std::fs::write(folder.path().join(format!("{seed}.ini")), text(seed)).expect("it can be written");
    }
    let path = folder.path().to_str().expect("a path");
    let args = ["compare", path, "--pyffish", &python, "--depth", "2", "--games", "2", "--plies", "40"];
    let output = Command::new(env!("CARGO_BIN_EXE_betza")).args(args).output().expect("it runs");
    let table = String::from_utf8(output.stdout).expect("UTF-8");
    let (mut exact, mut wrong) = (0, String::new());
    for line in table.lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        let seed: u64 = columns[1].strip_prefix("mixed").and_then(|n| n.parse().ok()).expect("a section's name");
        let known = |(part, how): &(&str, &str)| text(seed).contains(part) && line.contains(how);
        match columns[2] {
            "exact" => exact += 1,
            "different" if !KNOWN.iter().any(known) => wrong += &format!("{}{line}\n\n", text(seed)),
            _ => println!("{}{line}\n", text(seed)),
        }
    }
    println!("{exact} exact of {cases}");
    assert!(wrong.is_empty(), "{wrong}");
    assert!(exact * 2 > cases, "{table}");
}
