//! Pieces that capture nothing protected: who may take last on a square, in crowds of them.

use crate::captures::game;
use betza_game::fen;
use betza_game::setup::{Placed, Setup};
use betza_game::variant::Variant;
use betza_ir::geometry::{Side, Square};
use betza_laws::subject::{Depth, Subject};
use betza_movegen::keys::DEFAULT_SEED;
use betza_testkit::Random;

/// A game on 8x8 in which leapers, riders, hoppers and bent riders capture nothing protected, beside others that do.
fn wary(rules: &str) -> Variant {
    let wary = [("E", "U"), ("Q", "Q"), ("C", "pR"), ("G", "FyafsF"), ("Z", "zB")];
    let all = wary.iter().chain(&[("R", "R"), ("N", "N"), ("B", "B"), ("D", "pB")]);
    let pieces: Vec<String> =
        all.map(|(id, moves)| format!("[pieces.{id}]\nname = \"{id}\"\nmove = \"{moves}\"")).collect();
    let ids = wary.map(|(id, _)| format!("\"{id}\"")).join(", ");
    game(&format!("spares_protected = [{ids}]\n{rules}\n{}", pieces.join("\n")))
}

/// A random position of a game with kings in two corners and at most that many pieces of each side, on queen's lines
/// through one square.
fn crowd(variant: &Variant, men: usize, random: &mut Random) -> Setup {
    let mut setup = fen::read(variant, &variant.start).expect("a position");
    let kinds: Vec<_> = variant.kind_ids().filter(|kind| !variant.kinds[kind.index()].royal).collect();
    let board = &variant.board;
    let middle = Square::from_index(random.below(board.area()));
    let is_on_line = |to: &Square| board.vector(middle, *to).reduced().king_steps() <= 1;
    let lines: Vec<Square> = board.squares().filter(is_on_line).collect();
    for side in Side::BOTH {
        for _ in 0..men {
            let (square, kind) = (*random.pick(&lines).expect("a line"), *random.pick(&kinds).expect("a kind"));
            if setup.at(square).is_none() {
                setup.men[square.index()] = Some(Placed { side, kind, was: None });
            }
        }
    }
    setup
}

/// The generator, with tables and as on a large board, allows the captures that the rules as they are written allow,
/// whichever line opens behind whom.
#[test]
fn who_takes_last_is_found_as_it_is_written() {
    for rules in ["", "mutually_immune = [\"Q\", \"R\"]"] {
        let variant = wary(rules);
        let subjects =
            [Subject::new, Subject::as_large].map(|compile| compile(&variant, DEFAULT_SEED).expect("compiles"));
        betza_testkit::on_all_cores(0..120, |seed| {
            let mut random = Random(seed);
            let setup = crowd(&variant, 3 + random.below(5), &mut random);
            for subject in &subjects {
                let depth = Depth { replies: false, queries: false, rules: true };
                if let Err(fault) = subject.check(&setup, depth) {
                    panic!("{}: {}: {}", fen::write(&variant, &setup), fault.law, fault.how);
                }
            }
        });
    }
}

/// How many moves a position has with tables and as on a large board, and whether that is all of them.
fn moves(variant: &Variant, text: &str) -> [(usize, bool); 2] {
    let setup = fen::read(variant, text).expect("a position");
    [Subject::new, Subject::as_large].map(|compile| {
        let subject = compile(variant, DEFAULT_SEED).expect("compiles");
        let position = subject.game().position(&setup).expect("a position");
        (subject.game().legal_moves(&position).len(), !subject.game().has_overflowed())
    })
}

/// Sixteen Emperors on each side, and the kings in the corners a1 and h8. Each of White's reaches 30 empty squares. Where
/// it takes one of the Emperors on the sixth and seventh rank, 15 are left on both sides and Black, which begins, runs
/// out first: so it may, but on g7 and h7, where the king takes back. The king in the corner is protected by 16, one
/// more than White has left. White's king has b1 to go to. In all 16 * (30 + 14) + 1. To try the orders in which they
/// could go would take for ever.
#[test]
fn crowds_of_emperors_are_told_by_their_number() {
    let variant = game("spares_protected = [\"E\"]\n[pieces.E]\nname = \"Emperor\"\nmove = \"U\"");
    let found = moves(&variant, "7k/eeeeeeee/eeeeeeee/8/8/EEEEEEEE/EEEEEEEE/K7 w - - 0 1");
    assert_eq!(found, [(705, true); 2]);
}

/// Too many pieces that capture nothing protected, each in the way of others: not all orders are tried, and the game says
/// so.
#[test]
fn crowds_in_each_others_way_are_given_up() {
    for rules in ["", "mutually_immune = [\"Q\", \"R\"]"] {
        let crowd = "k3EcQz/zgGEqE2/Ccczqe1C/1g1EECzG/ECQGg3/ZZe2CqZ/EQ1G1gQ1/K1gzcEez w - - 0 1";
        let found = moves(&wary(rules), crowd);
        assert_eq!(found.map(|(_, is_complete)| is_complete), [false; 2], "{rules}");
    }
}
