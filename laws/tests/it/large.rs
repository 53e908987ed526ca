//! Games on boards of more than 256 squares, where pieces are programs instead of tables: held against the rules as they are
//! written, and smaller games as on such boards against themselves.

use betza_game::fen;
use betza_game::variant::Variant;
use betza_laws::rulebook::Ruled;
use betza_laws::run::{Effort, Games, run};
use betza_laws::subject::{Depth, Subject};
use betza_movegen::keys::DEFAULT_SEED;
use betza_testkit::Random;
use std::path::PathBuf;

/// A game of testdata/wide.
fn wide(name: &str) -> Variant {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../testdata/wide/{name}.toml"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    betza_variants::read_toml(name, &text).unwrap_or_else(|report| panic!("{report:#?}")).variant
}

/// What the generator counts from the start.
fn perft(subject: &Subject, depth: u32) -> u64 {
    let game = subject.game();
    let start = fen::read(game.variant(), &game.variant().start).expect("a position");
    let position = game.position(&start).expect("a position");
    let stop = std::sync::atomic::AtomicBool::new(false);
    betza_movegen::leaves::Leaves { game, table: None, stop: &stop }.below(&position, depth)
}

/// The counts of an independent program (testdata/wide/README.md), and those by the rules as they are written.
#[test]
fn starts_are_counted_by_three_ways() {
    let text = include_str!("../../../testdata/wide/counts.tsv");
    let rows = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    let mut by_rules = 0;
    for row in rows {
        let [name, depth, nodes] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let (depth, nodes): (u32, u64) = (depth.parse().expect("a depth"), nodes.parse().expect("a count"));
        let variant = wide(name);
        let subject = Subject::new(&variant, DEFAULT_SEED).expect("compiles");
        assert_eq!(perft(&subject, depth), nodes, "{row}");
        if nodes < 10_000 {
            let ruled = Ruled::new(&variant);
            assert_eq!(ruled.leaves(&ruled.read(&variant.start), depth), Some(u128::from(nodes)), "{row}");
            by_rules += 1;
        }
    }
    assert!(by_rules >= 4, "{by_rules} rows by the rules");
}

/// In a random game the laws hold in every so manieth position. `BETZA_LARGE_PLIES` in the environment says how long the
/// games are, instead of a few plies.
#[test]
fn random_games_keep_the_laws() {
    let long = std::env::var("BETZA_LARGE_PLIES").ok().map(|plies| plies.parse().expect("a number of plies"));
    for (name, plies, each) in [("dai-dai", 60, 15), ("maka-dai-dai", 40, 20), ("tai", 24, 12), ("taikyoku", 8, 4)] {
        let plies = long.unwrap_or(plies);
        let subject = Subject::new(&wide(name), DEFAULT_SEED).expect("compiles");
        let game = subject.game();
        let start = fen::read(game.variant(), &game.variant().start).expect("a position");
        let mut position = game.position(&start).expect("a position");
        let mut random = Random(7);
        for ply in 1..=plies {
            let list = game.legal_moves(&position);
            let Some(&m) = random.pick(&list) else { break };
            game.make_listed(&mut position, m, &list);
            if ply % each == 0 {
                let setup = game.setup(&position);
                let depth = Depth { replies: false, queries: false, rules: true };
                if let Err(fault) = subject.check(&setup, depth) {
                    let text = fen::write(game.variant(), &setup);
                    panic!("{name}: {text}: {}: {}", fault.law, fault.how);
                }
            }
        }
    }
}

/// Every built-in game, compiled as on a large board, has the moves that it has with tables.
#[test]
fn programs_do_what_tables_do() {
    let effort = Effort { positions: 3, queries: 10, rules: usize::MAX, until: None, game: None, large: true };
    let seeds = 0..betza_variants::names().count() as u64;
    let reports = betza_testkit::on_all_cores(seeds, |seed| run(Games::BuiltIn, seed, &effort));
    let found: Vec<String> = reports.iter().flat_map(|report| report.found.clone()).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    let positions: u64 = reports.iter().map(|report| report.positions).sum();
    assert!(positions > 300, "{positions} positions");
}

/// A game without checks on a board of 8x8, with generals of Taikyoku shogi and pieces that catch what they capture.
fn generals() -> Variant {
    let text = "format = 1\nname = \"test\"\nboard = \"8x8\"\ndialect = \"extended\"\nstart = \"k7/8/8/8/8/8/8/K7 w - - 0 1\"\n\
        royalty.check = false\naftermath.contagion = { D = \"T\", T = \"T\" }\naftermath.immune = [\"K\"]\n\
        [pieces.K]\nname = \"King\"\nmove = \"K\"\nroyal = true\ngrade = 3\n\
        [pieces.G]\nname = \"Great General\"\nmove = \"Qd0\"\ngrade = 2\n\
        [pieces.R]\nname = \"Rook General\"\nmove = \"Rd0\"\ngrade = 1\n\
        [pieces.P]\nname = \"Pawn\"\nmove = \"fW\"\npromotion = { zone = \"all\", to = [\"G\"], by_capture = true }\n\
        [pieces.D]\nname = \"Deva\"\nmove = \"W\"\n[pieces.T]\nname = \"Teaching King\"\nmove = \"K\"\n";
    betza_variants::read_toml("test", text).unwrap_or_else(|report| panic!("{report:#?}")).variant
}

/// The moves of a position from a square, which keeps the laws.
fn moves_from(variant: &Variant, text: &str, from: &str) -> Vec<String> {
    let subject = Subject::new(variant, DEFAULT_SEED).expect("compiles");
    let setup = fen::read(variant, text).expect("a position");
    let depth = Depth { replies: true, queries: true, rules: true };
    if let Err(fault) = subject.check(&setup, depth) {
        panic!("{text}: {}: {}", fault.law, fault.how);
    }
    let position = subject.game().position(&setup).expect("a position");
    let texts = subject.game().move_texts(&position, &subject.game().legal_moves(&position));
    let mut found: Vec<String> = texts.into_iter().filter(|text| text.starts_with(from)).collect();
    found.sort();
    found
}

/// On the file of h1 the Great General comes over its own pawn on h2, which it takes, to h3; it takes the Rook General on h4
/// and comes to h5; the King on h6 is above it. On its rank it comes to g1, and to b1 to f1 with nothing taken: the King on
/// a1 is above it, too. Its diagonal is g2 to a8, where the enemy's pawn stands.
#[test]
fn range_captures_take_what_is_of_a_lower_grade() {
    let found = moves_from(&generals(), "p7/8/7k/8/7r/8/7P/K6G w - - 0 1", "h1");
    let on_file =
        found.iter().filter(|text| text.contains('h') && !text[2..].contains(['a', 'b', 'c', 'd', 'e', 'f', 'g']));
    assert_eq!(on_file.count(), 3, "{found:?}");
    assert_eq!(found.len(), 3 + 6 + 7, "{found:?}");
}

/// A Rook General takes neither another one nor the Great General, in any direction: from d4 it comes to d5, d3, c4 and e4.
#[test]
fn equal_grades_stop_range_captures() {
    let found = moves_from(&generals(), "k7/8/3r4/8/1g1R1R2/8/3g4/K7 w - - 0 1", "d4");
    assert_eq!(found, ["d4c4", "d4d3", "d4d5", "d4e4"]);
}

/// The pawn that captures the Deva becomes a Teaching King and nothing else, although it promotes by capturing; the King
/// that captures it stays what it is.
#[test]
fn captors_catch_what_their_victims_have() {
    let variant = generals();
    let found = moves_from(&variant, "k7/8/8/8/8/2d5/2P5/1K6 w - - 0 1", "c2");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].to_lowercase().contains('t'), "{found:?}");
    let found = moves_from(&variant, "k7/8/8/8/8/8/2d5/1K6 w - - 0 1", "b1c2");
    assert_eq!(found, ["b1c2"]);
}

/// The game of a file, and a position of it that keeps the laws as on a large board, with the texts of its moves.
fn texts_as_large(file: &str, position: &str) -> Vec<String> {
    let variant = betza_variants::read_toml("test", file).unwrap_or_else(|report| panic!("{report:#?}")).variant;
    let subject = Subject::as_large(&variant, DEFAULT_SEED).expect("compiles");
    let setup = fen::read(&variant, position).expect("a position");
    if let Err(fault) = subject.check(&setup, Depth { replies: true, queries: true, rules: true }) {
        panic!("{position}: {}: {}", fault.law, fault.how);
    }
    let position = subject.game().position(&setup).expect("a position");
    subject.game().move_texts(&position, &subject.game().legal_moves(&position))
}

#[test]
fn pawns_capture_en_passant_on_large_boards_as_elsewhere() {
    let chess = "format = 1\nparent = \"chess\"\nname = \"test\"\n";
    let texts = texts_as_large(chess, "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1");
    assert!(texts.contains(&"b5a6".to_owned()), "{texts:?}");
}

/// The Lion on e2 stays on two ranks: it takes the king on e3 on its way and comes back, and cannot stay there.
#[test]
fn captures_on_the_way_out_of_a_region_are_checks() {
    let file = "format = 1\nparent = \"chess\"\nname = \"test\"\n[pieces.L]\nname = \"Lion\"\nmove = \"KNAD+K--K\"\n\
                dialect = \"bex\"\nregion = \"ranks 1-2\"\n";
    // From e3 the king flees to the fourth rank: d3 and f3 can be taken in the same way.
    let texts = texts_as_large(file, "8/8/8/8/8/4k3/4L3/K7 b - - 0 1");
    assert!(texts.iter().all(|text| text.ends_with('4') || text == "e3e2"), "{texts:?}");
}

/// The Great General would take the king on f1 through nothing but empty squares, since kings have no grade there.
#[test]
fn kings_do_not_castle_through_range_captures() {
    let file = "format = 1\nparent = \"chess\"\nname = \"test\"\n[pieces.G]\nname = \"Great General\"\nmove = \"Qd0\"\n\
                dialect = \"extended\"\ngrade = 2\n";
    let texts = texts_as_large(file, "k4g2/8/8/8/8/8/8/4K2R w K - 0 1");
    assert!(!texts.contains(&"e1g1".to_owned()), "{texts:?}");
}
