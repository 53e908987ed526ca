//! One bench for an instruction counter: `.ci/instructions` runs each under callgrind once and five times; the
//! difference is four counts.
//!
//! `instructions NAME TIMES` finds the leaves so many times and prints by what the instructions are divided: the leaves
//! where each of them is made, else their parents. `instructions --list` prints the names, `instructions --path` how
//! the generator looks moves up on this processor.

use Work::{Captures, Count, Lists, Make};
use betza_benches::{Bench, KIWIPETE, each_below, game};
use betza_game::fen;
use betza_movegen::keys::DEFAULT_SEED;
use betza_movegen::leaves::Leaves;
use betza_movegen::{AnyGame, AnyPosition};
use betza_movegen::{Gen, MoveList, with_width};
use std::sync::atomic::AtomicBool;

/// How the leaves are found.
#[derive(Clone, Copy, PartialEq)]
enum Work {
    /// As perft does: the last ply counted in bulk.
    Count,
    /// Every leaf is made and unmade.
    Make,
    /// The last ply is listed.
    Lists,
    /// Of the last ply the captures alone are listed.
    Captures,
}

/// A position, how deep to look into it, and what is to be found there.
struct Case {
    name: &'static str,
    work: Work,
    game: &'static str,
    /// The start of the game where there is none.
    fen: Option<&'static str>,
    depth: u32,
    leaves: u64,
}

const fn case(
    name: &'static str,
    work: Work,
    game: &'static str,
    fen: Option<&'static str>,
    depth: u32,
    leaves: u64,
) -> Case {
    Case { name, work, game, fen, depth, leaves }
}

/// The leaves are those of testdata/perft; annanshogi's, which has no rows for its start there, are of this generator.
const CASES: [Case; 25] = [
    case("chess-start-4", Count, "chess", None, 4, 197_281),
    case("chess-kiwipete-3", Count, "chess", Some(KIWIPETE), 3, 97_862),
    case("capablanca-start-3", Count, "capablanca", None, 3, 25_228),
    case("shogi-start-3", Count, "shogi", None, 3, 25_470),
    case("crazyhouse-start-4", Count, "crazyhouse", None, 4, 197_281),
    case("atomic-start-4", Count, "atomic", None, 4, 197_326),
    case("antichess-start-4", Count, "antichess", None, 4, 153_299),
    case("xiangqi-start-3", Count, "xiangqi", None, 3, 79_666),
    case("janggi-start-3", Count, "janggi", None, 3, 33_000),
    case("seirawan-start-4", Count, "seirawan", None, 4, 782_599),
    case("annanshogi-start-3", Count, "annanshogi", None, 3, 22_726),
    case("chushogi-start-3", Count, "chushogi", None, 3, 52_599),
    case("tenjiku-start-2", Count, "tenjiku", None, 2, 6_900),
    case("make-chess-start-4", Make, "chess", None, 4, 197_281),
    case("make-chess-kiwipete-3", Make, "chess", Some(KIWIPETE), 3, 97_862),
    case("make-shogi-start-3", Make, "shogi", None, 3, 25_470),
    case("make-xiangqi-start-3", Make, "xiangqi", None, 3, 79_666),
    case("make-capablanca-start-3", Make, "capablanca", None, 3, 25_228),
    case("lists-chess-start-4", Lists, "chess", None, 4, 197_281),
    case("lists-chess-kiwipete-3", Lists, "chess", Some(KIWIPETE), 3, 97_862),
    case("lists-shogi-start-3", Lists, "shogi", None, 3, 25_470),
    case("lists-xiangqi-start-3", Lists, "xiangqi", None, 3, 79_666),
    case("lists-capablanca-start-3", Lists, "capablanca", None, 3, 25_228),
    // Captures of the last ply, as the chess programming wiki's tables of perft results have them.
    case("captures-chess-start-4", Captures, "chess", None, 4, 1_576),
    case("captures-chess-kiwipete-3", Captures, "chess", Some(KIWIPETE), 3, 17_102),
];

impl Case {
    /// Finds the leaves so many times; by what the instructions of one time are divided.
    fn run(&self, times: u32) -> u64 {
        if self.work == Count { self.count(times) } else { self.search(times) }
    }

    fn count(&self, times: u32) -> u64 {
        let bench = Bench::new(&game(self.game), self.fen, 1, 0).expect("compiles");
        (0..times).for_each(|_| assert_eq!(bench.count(self.depth), self.leaves));
        bench.count(self.depth - 1)
    }

    /// The loops of an engine.
    fn search(&self, times: u32) -> u64 {
        let variant = game(self.game);
        let setup = fen::read(&variant, self.fen.unwrap_or(&variant.start)).expect("a position of the game");
        let game = betza_perft::game(&variant, DEFAULT_SEED).expect("compiles");
        let position = game.position(&setup).expect("a position of the game");
        let leaves = Leaves { game: &game, table: None, stop: &AtomicBool::new(false) };
        for _ in 0..times {
            let found = match self.work {
                Make => leaves.made(&position, self.depth),
                Captures => self.captures(&game, &position),
                _ => leaves.listed(&position, self.depth),
            };
            assert_eq!(found, self.leaves);
        }
        if self.work == Make { self.leaves } else { leaves.made(&position, self.depth - 1) }
    }

    /// The captures of the last ply.
    fn captures(&self, game: &AnyGame, position: &AnyPosition) -> u64 {
        let (mut position, mut list, mut captures) = (position.clone(), MoveList::default(), 0);
        with_width!(game, &mut position, |game, position| {
            each_below(game, position, self.depth - 1, &mut |position| {
                list.clear();
                game.generate(position, Gen::Captures, &mut list);
                captures += list.len() as u64;
            });
        });
        captures
    }
}

fn main() {
    let argument = std::env::args().nth(1).unwrap_or_default();
    match argument.as_str() {
        "--list" => CASES.iter().for_each(|c| println!("{}", c.name)),
        "--path" => println!("{}", betza_movegen::Processor::detect().lookup_path()),
        name => {
            let Some(case) = CASES.iter().find(|c| c.name == name) else {
                eprintln!("usage: instructions NAME [TIMES] | --list | --path");
                std::process::exit(2)
            };
            let times = std::env::args().nth(2).and_then(|n| n.parse().ok()).unwrap_or(1);
            println!("{}", case.run(times));
        }
    }
}
