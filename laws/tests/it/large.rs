//! Games on boards of more than 256 squares, where pieces are programs instead of tables: held against the rules as
//! they are written, and smaller games as on such boards against themselves.

use crate::changed;
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

/// What the generator counts from a position.
fn perft(subject: &Subject, position: &str, depth: u32) -> u64 {
    let game = subject.game();
    let setup = fen::read(game.variant(), position).expect("a position");
    let position = game.position(&setup).expect("a position");
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
        assert_eq!(perft(&subject, &variant.start, depth), nodes, "{row}");
        if nodes < 10_000 {
            let ruled = Ruled::new(&variant);
            assert_eq!(ruled.leaves(&ruled.read(&variant.start), depth), Some(u128::from(nodes)), "{row}");
            by_rules += 1;
        }
    }
    assert!(by_rules >= 4, "{by_rules} rows by the rules");
}

/// What an independent program counts where kings castle with any of several partners.
#[test]
fn castlings_with_several_partners_are_counted_by_two_ways() {
    let text = include_str!("../../../testdata/wide/castlings.tsv");
    let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).skip(1).collect();
    assert!(rows.len() > 4);
    for row in rows {
        let [name, position, depth, nodes] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let variant = wide(name);
        let subject = Subject::new(&variant, DEFAULT_SEED).expect("compiles");
        let setup = fen::read(&variant, position).unwrap_or_else(|error| panic!("{row}: {error}"));
        assert_eq!(fen::read(&variant, &fen::write(&variant, &setup)).as_ref(), Ok(&setup), "{row}");
        let found = perft(&subject, position, depth.parse().expect("a depth"));
        assert_eq!(found.to_string(), nodes, "{row}");
    }
}

/// The book's table of Classical Chess 20: where the king may land with which rook, as far as no nearer one stands.
#[test]
fn the_nearest_partner_says_where_kings_land() {
    let variant = wide("classical-20");
    let subject = Subject::new(&variant, DEFAULT_SEED).expect("compiles");
    let empty = vec!["20"; 18].join("/");
    for (rank, rights, landings) in [
        ("R2R2R3K2R2R2R", "ADGNQT", "im"),
        // The rook beside which the king would castle has moved, and so stands in the way of the others.
        ("R2R2R3K2R2R2R", "ADQT", ""),
        ("R2R6K5R2R", "ADQT", "fghimnop"),
        ("R9K8R", "AT", "cdefghimnopqrs"),
        ("R9K8R", "T", "mnopqrs"),
    ] {
        let text = format!("10k9/{empty}/{rank} w {rights} - 0 1");
        let setup = fen::read(&variant, &text).expect("a position");
        let depth = Depth { replies: true, queries: true, rules: true };
        subject.check(&setup, depth).unwrap_or_else(|fault| panic!("{text}: {}: {}", fault.law, fault.how));
        let game = subject.game();
        let position = game.position(&setup).expect("a position");
        let texts = game.move_texts(&position, &game.legal_moves(&position));
        let steps = ["k1j1", "k1l1"];
        let along = texts.iter().filter(|text| text.starts_with("k1") && text.ends_with('1') && text.len() == 4);
        let mut found: Vec<&str> =
            along.filter(|text| !steps.contains(&text.as_str())).map(|text| &text[2..3]).collect();
        found.sort_unstable();
        assert_eq!(found.concat(), landings, "{rank} {rights}");
    }
}

/// In a random game the laws hold in every so manieth position. `BETZA_LARGE_PLIES` in the environment says how long
/// the games are, instead of a few plies.
#[test]
fn random_games_keep_the_laws() {
    let long = std::env::var("BETZA_LARGE_PLIES").ok().map(|plies| plies.parse().expect("a number of plies"));
    for (name, plies, each) in [
        ("dai-dai", 60, 15),
        ("maka-dai-dai", 40, 20),
        ("tai", 24, 12),
        ("taikyoku", 8, 4),
        ("classical-20", 60, 20),
        ("croatian-ties-26", 40, 20),
    ] {
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

/// A position of chess with more rules that keeps the laws as on a large board, with the texts of its moves.
fn texts_as_large(rules: &str, position: &str) -> Vec<String> {
    let variant = changed("chess", rules);
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
    let texts = texts_as_large("", "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1");
    assert!(texts.contains(&"b5a6".to_owned()), "{texts:?}");
}

/// The Lion on e2 stays on two ranks: it takes the king on e3 on its way and comes back, and cannot stay there.
#[test]
fn captures_on_the_way_out_of_a_region_are_checks() {
    let rules = "[pieces.L]\nname = \"Lion\"\nmove = \"KNAD+K--K\"\n\
                dialect = \"bex\"\nregion = \"ranks 1-2\"\n";
    // From e3 the king flees to the fourth rank: d3 and f3 can be taken in the same way.
    let texts = texts_as_large(rules, "8/8/8/8/8/4k3/4L3/K7 b - - 0 1");
    assert!(texts.iter().all(|text| text.ends_with('4') || text == "e3e2"), "{texts:?}");
}

/// The Great General would take the king on f1 through nothing but empty squares, since kings have no grade there.
#[test]
fn kings_do_not_castle_through_range_captures() {
    let rules = "[pieces.G]\nname = \"Great General\"\nmove = \"Qd0\"\n\
                dialect = \"extended\"\ngrade = 2\n";
    let texts = texts_as_large(rules, "k4g2/8/8/8/8/8/8/4K2R w K - 0 1");
    assert!(!texts.contains(&"e1g1".to_owned()), "{texts:?}");
}

/// The Lion on f5 takes the pawn that has just gone to e4 and goes on from there: so it is no capture in passing, not
/// even where it ends on the knight.
#[test]
fn a_lion_captures_on_its_way_what_has_just_gone_by() {
    let variant = betza_variants::find("mightylion").expect("is built in").variant;
    let subject = Subject::as_large(&variant, DEFAULT_SEED).expect("compiles");
    let setup = fen::read(&variant, "4k3/8/8/5l2/3pP3/3N4/8/4K3 b - e3 0 1").expect("a position");
    if let Err(fault) = subject.check(&setup, Depth { replies: true, queries: true, rules: true }) {
        panic!("{}: {}", fault.law, fault.how);
    }
}
