//! Perft does not depend on threads, on the size of the table, or on how it is split; its parts add up.

use betza_game::fen;
use betza_game::setup::Setup;
use betza_game::variant::Variant;
use betza_perft::session::{Session, Watch};
use betza_perft::{Options, bisect, tally::Tally};
use std::sync::atomic::AtomicBool;

static GO: AtomicBool = AtomicBool::new(false);
const WATCH: Watch<'static> = Watch { progress: &(), stop: &GO };

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn game(name: &str) -> Variant {
    betza_variants::find(name).unwrap().variant
}

fn at(variant: &Variant, text: &str) -> Setup {
    fen::read(variant, text).unwrap()
}

#[test]
fn threads_and_tables_change_nothing() {
    let chess = game("chess");
    let setup = at(&chess, KIWIPETE);
    // One mebibyte is far too small for the tree: entries are overwritten all the time.
    for (threads, hash_mebibytes) in [(1, 0), (3, 0), (1, 1), (2, 1), (8, 1), (2, 64)] {
        for seed in [1, 2] {
            let options = Options { threads, hash_mebibytes, seed };
            let session = Session::new(&chess, &options).unwrap();
            // Source: the Kiwipete position of chessprogramming.org, Perft Results. The second time the table is full.
            assert_eq!(session.count(&setup, 4, WATCH).unwrap(), 4_085_603, "{options:?}");
            let counts = session.divide(&setup, 4, WATCH).unwrap();
            assert_eq!((counts.nodes, counts.divide.len()), (4_085_603, 48), "{options:?}");
        }
    }
}

#[test]
fn one_table_serves_several_depths_and_positions() {
    let chess = game("chess");
    let session = Session::new(&chess, &Options { threads: 2, hash_mebibytes: 1, ..Options::default() }).unwrap();
    let (start, kiwipete) = (at(&chess, &chess.start), at(&chess, KIWIPETE));
    // Source: chessprogramming.org, Perft Results.
    for (setup, depth, nodes) in [
        (&start, 5, 4_865_609),
        (&kiwipete, 4, 4_085_603),
        (&start, 4, 197_281),
        (&kiwipete, 3, 97_862),
        (&start, 5, 4_865_609),
    ] {
        assert_eq!(session.count(setup, depth, WATCH).unwrap(), nodes, "depth {depth}");
    }
}

/// A move of Joust ruins the square that it leaves, and 42 squares are free: no game has 43 plies more.
#[test]
fn deep_counts_of_narrow_trees_fit_on_the_stack() {
    let joust = game("joust");
    let setup = at(&joust, "8/3*4/**6/2***1*1/1*1***2/1*1***N*/2**4/*4*n1 w - - 20 11");
    // A stack that would not do for a split at every ply.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).stack_size(256 << 10).build().unwrap();
    let session = Session::on(&joust, &Options::default(), pool.into()).unwrap();
    assert_eq!(session.count(&setup, 43, WATCH).unwrap(), 0);
}

/// Source: chessprogramming.org, Perft Results, positions 1 and 2.
#[test]
fn moves_are_told_apart_by_kind() {
    let chess = game("chess");
    let session = Session::new(&chess, &Options { threads: 2, ..Options::default() }).unwrap();
    let tally = |text: &str, depth| session.tally(&at(&chess, text), depth, WATCH).unwrap();
    let start = Tally { nodes: 197_281, captures: 1576, checks: 469, mates: 8, ..Tally::default() };
    assert_eq!(tally(&chess.start, 4), start);
    let kiwipete = Tally {
        nodes: 97_862,
        captures: 17_102,
        en_passant: 45,
        castlings: 3162,
        checks: 993,
        mates: 1,
        ..Tally::default()
    };
    assert_eq!(tally(KIWIPETE, 3), kiwipete);
    let position4 = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
    let fourth = Tally {
        nodes: 9467,
        captures: 1021,
        en_passant: 4,
        castlings: 0,
        promotions: 120,
        checks: 38,
        mates: 22,
        ..Tally::default()
    };
    assert_eq!(tally(position4, 3), fourth);
    assert_eq!(tally(KIWIPETE, 0), Tally { nodes: 1, ..Tally::default() });
}

#[test]
fn the_parts_of_a_frontier_add_up() {
    for (name, depth, nodes) in [("chess", 4, 197_281), ("losalamos", 4, 14_332), ("grand", 3, 259_514)] {
        let variant = game(name);
        let session = Session::new(&variant, &Options { threads: 2, ..Options::default() }).unwrap();
        let root = at(&variant, &variant.start);
        for ply in 0..=depth {
            let frontier = session.frontier(&root, ply, depth - ply, WATCH).unwrap();
            assert_eq!(frontier.occurrences, session.count(&root, ply, WATCH).unwrap(), "{name} {ply}");
            let below = |unit: &betza_perft::frontier::Unit| {
                session.count(&at(&variant, &unit.fen), depth - ply, WATCH).unwrap() * unit.occurrences
            };
            let sum: u128 = frontier.units.iter().map(below).sum();
            assert_eq!(sum, nodes, "{name} split at {ply}");
            assert!(frontier.units.is_sorted_by_key(|u| std::cmp::Reverse(u.estimate)));
        }
    }
    // Source: chessprogramming.org, Perft Results: unique positions at plies 1 to 4 (OEIS A083276).
    let chess = game("chess");
    let session = Session::new(&chess, &Options { threads: 2, ..Options::default() }).unwrap();
    let unique = |ply| session.frontier(&at(&chess, &chess.start), ply, 0, WATCH).unwrap().units.len();
    assert_eq!([1, 2, 3, 4].map(unique), [20, 400, 5362, 72_078]);
}

#[test]
fn a_stopped_count_says_so() {
    let chess = game("chess");
    let session = Session::new(&chess, &Options { threads: 2, hash_mebibytes: 1, ..Options::default() }).unwrap();
    let stopped = AtomicBool::new(true);
    let watch = Watch { progress: &(), stop: &stopped };
    let start = at(&chess, &chess.start);
    assert_eq!(session.count(&start, 6, watch), Err(betza_perft::PerftError::Stopped));
    assert_eq!(session.frontier(&start, 3, 1, watch), Err(betza_perft::PerftError::Stopped));
    // Nothing wrong was kept.
    assert_eq!(session.count(&start, 5, WATCH).unwrap(), 4_865_609);
}

/// A rival that is this program, playing another game; it tells its moves or does not.
struct Other(Session, bool);

impl bisect::Rival for Other {
    type Error = betza_perft::PerftError;

    fn count(&mut self, at: &bisect::At<'_>, depth: u32) -> Result<bisect::Told, Self::Error> {
        let mut setup = at.root.clone();
        for m in at.moves {
            setup = self.0.play(&setup, m)?.expect("a move that both have");
        }
        let counts = self.0.divide(&setup, depth, WATCH)?;
        let below = self.1.then(|| counts.divide.into_iter().collect());
        Ok(bisect::Told { nodes: counts.nodes, below })
    }
}

#[test]
fn bisection_finds_the_first_move_that_differs() {
    let text = "format = 1\nparent = \"chess\"\nname = \"odd\"\n[pieces.N]\nmove = \"NfD\"\n";
    let odd = betza_variants::read_toml("odd.toml", text).unwrap().variant;
    let chess = game("chess");
    let session = |v: &Variant| Session::new(v, &Options { threads: 2, ..Options::default() }).unwrap();
    // No knight can leap two squares ahead before the pawn there is gone or the knight has moved.
    let text = "4k3/8/8/8/8/8/4p3/4K1N1 b - - 0 1";
    let setup = at(&chess, text);
    let mut rival = Other(session(&odd), true);
    let parting = bisect::run(&session(&chess), &setup, 4, &mut rival, WATCH).unwrap().unwrap();
    assert_eq!(parting.path.len(), 1, "Black moves, then the knight's leap is there");
    assert!(parting.only_ours().is_empty());
    assert!(parting.only_theirs().into_iter().eq(["g1g3"]));
    // Both kings and the knight are all it takes: a position without a king is none of a game.
    let men = |setup: &Setup| setup.men.iter().flatten().count();
    let smallest = bisect::shrink(&session(&chess), &parting, &mut rival, WATCH).unwrap().unwrap();
    assert!(smallest.only_theirs().into_iter().eq(["g1g3"]));
    assert_eq!((men(&parting.setup), men(&smallest.setup)), (4, 3));
    // One that tells no moves is asked about the positions after them.
    let mut silent = Other(session(&odd), false);
    let found = bisect::run(&session(&chess), &setup, 4, &mut silent, WATCH).unwrap().unwrap();
    let here: u128 = found.ours.values().sum();
    assert_eq!((found.path.len(), found.depth, found.theirs.nodes), (3, 1, here + 1));
    let smallest = bisect::shrink(&session(&chess), &found, &mut silent, WATCH).unwrap().unwrap();
    assert_eq!(men(&smallest.setup), 3);
    let mut same = Other(session(&chess), true);
    assert!(bisect::run(&session(&chess), &setup, 3, &mut same, WATCH).unwrap().is_none());
}
