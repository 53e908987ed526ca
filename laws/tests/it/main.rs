//! The laws in positions in which they once did not hold, and in a few random ones.

mod captures;
mod counts;
mod large;
mod mixtures;
mod protection;

use betza_game::fen;
use betza_game::variant::Variant;
use betza_laws::run::{Effort, Games, run};
use betza_laws::subject::{Depth, Subject};
use betza_movegen::keys::DEFAULT_SEED;

/// Everything is asked.
const ALL: Depth = Depth { replies: true, queries: true, rules: true };

/// A game of kings and these pieces, each as letter, dialect and notation, on a board of 8x8.
fn game(pieces: &[(&str, &str, &str)]) -> Variant {
    let mut text =
        "format = 1\nname = \"test\"\nboard = \"8x8\"\ndialect = \"xbetza\"\nstart = \"k7/8/8/8/8/8/8/K7 w - - 0 1\"\n\
        [pieces.K]\nname = \"King\"\nmove = \"K\"\nroyal = true\n"
            .to_owned();
    for (letter, dialect, notation) in pieces {
        text += &format!("[pieces.{letter}]\nname = \"{letter}\"\nmove = \"{notation}\"\ndialect = \"{dialect}\"\n");
    }
    read(&text)
}

/// The game of a file.
fn read(text: &str) -> Variant {
    betza_variants::read_toml("test", text).unwrap_or_else(|report| panic!("{report:#?}")).variant
}

/// A built-in game with some of its rules changed.
fn changed(parent: &str, rules: &str) -> Variant {
    read(&format!("format = 1\nparent = \"{parent}\"\nname = \"test\"\n{rules}"))
}

/// The pieces of chess.
const CHESS: [(&str, &str, &str); 4] =
    [("Q", "xbetza", "Q"), ("R", "xbetza", "R"), ("B", "xbetza", "B"), ("N", "xbetza", "N")];

/// Holds a position against the laws. Returns its legal moves and the replies to them, counted together.
fn counted(variant: &Variant, text: &str) -> (usize, u64) {
    let subject = Subject::new(variant, DEFAULT_SEED).expect("compiles");
    let setup = fen::read(variant, text).expect("a position");
    if let Err(fault) = subject.check(&setup, ALL) {
        panic!("{text}: {}: {}", fault.law, fault.how);
    }
    let mut position = subject.game().position(&setup).expect("a position");
    let list = subject.game().legal_moves(&position);
    (list.len(), subject.game().count_replies(&mut position, &list))
}

/// Counted with Fairy-Stockfish on the same tables: 323. A crooked bishop pins the queen, and a move to c2 shuts the
/// queen's way to the bishop beside the crooked line.
#[test]
fn a_bent_pin() {
    let variant = game(&[&CHESS[..], &[("G", "xbetza", "zB")]].concat());
    assert_eq!(counted(&variant, "4k3/8/8/5b2/8/8/1g1Q4/4K3 b - - 0 16").1, 323);
}

/// The sums over the lists after each move are 240 and 2260, found by others.
#[test]
fn pinned_pieces_that_go_another_way_to_the_pinning_line() {
    let variant = game(&[&CHESS[..], &[("G", "extended", "BtsB"), ("H", "betza", "fhNfrlRK")]].concat());
    assert_eq!(counted(&variant, "1G6/8/7K/1N1h4/8/7k/G7/8 w - - 0 1").1, 240);
    let variant = game(&[&CHESS[..], &[("G", "xbetza", "opR"), ("H", "betza", "t[FR]")]].concat());
    assert_eq!(counted(&variant, "H7/7H/3K4/1H5R/q2h4/2q1G3/R7/1kg1R2N w - - 0 1").1, 2260);
}

/// A piece that stops before the first piece in its way and then steps onto it attacks g6 from g3 only once a king
/// stands there. So of a king's five squares around h7 it has four.
#[test]
fn a_king_does_not_step_where_it_would_be_captured() {
    let variant = game(&[("G", "extended", "R3yK")]);
    assert_eq!(counted(&variant, "8/7K/8/8/8/6g1/8/k7 w - - 0 1").0, 4);
}

/// A piece that passes one piece of the other side and captures behind it gives check once such a piece comes between:
/// of the bishop's moves h3 is illegal, so that nine are left, and of the king's five all but h1, h3, g1 and g3 (g2 is
/// the bishop's); the piece attacks h2 over nothing.
#[test]
fn a_piece_that_comes_between_gives_check() {
    let variant = game(&[("B", "xbetza", "B"), ("H", "extended", "W!W")]);
    // The bishop on g2 has nine squares: f1, h1, h3, f3, e4, d5, c6, b7, a8. The king on h2 has g1, g3, h1, h3.
    assert_eq!(counted(&variant, "8/8/8/8/7H/8/6bk/K7 b - - 0 1").0, 8 + 4);
}

/// A piece that passes an empty square and captures behind it gives check: the rook on f8 may take it on a8 or come
/// between on a3, which it cannot reach; the king leaves a2 for a1, b1, b2 or b3, or takes a3, which nobody holds.
#[test]
fn a_piece_that_passes_an_empty_square_gives_check() {
    let variant = game(&[("R", "xbetza", "R"), ("H", "betza2", "fmtW-W")]);
    assert_eq!(counted(&variant, "k4R2/8/8/8/h7/8/K7/8 w - - 1 2").0, 5);
}

/// Nobody captures his own king (docs/rules.md, R16).
#[test]
fn nobody_captures_his_own_king() {
    let variant = game(&[("H", "xbetza", "dW"), ("N", "xbetza", "N")]);
    // The piece on f4 may take e4's king or g4's knight; the king on e4 has seven squares, all but f4.
    let text = "k7/8/8/8/4KHN1/8/8/8 w - - 0 1";
    // The knight has six moves from g4: e3, e5, f2, f6, h2, h6.
    assert_eq!(counted(&variant, text).0, 1 + 7 + 6);
}

/// In Spartan chess one of two kings may be in check, as the one on e8 is; the other may castle all the same. The king
/// on e1 has five squares and castles, that on e8 has five, and the rook has seven squares on its file and two on its
/// rank.
#[test]
fn a_king_castles_while_another_is_in_check() {
    let variant = changed("spartan", "");
    assert_eq!(counted(&variant, "4K3/8/6b1/8/8/8/8/4K2R w K - 1 3").0, 6 + 5 + 9);
}

/// In a turned array Black's king goes from d8 to b8 and f8. It has five squares besides, the rook on a8 seven of its
/// file and two of its rank, that on h8 seven and three; White has as many from e1, a1 and h1.
#[test]
fn kings_of_a_turned_array_castle_each_in_its_way() {
    let files =
        "king_file = { white = \"e\", black = \"d\" }\nking_to = { white = [\"g\", \"c\"], black = [\"f\", \"b\"] }\n";
    let text = format!("[castling]\nking = \"K\"\npartners = [\"R\"]\n{files}");
    let variant = changed("chess", &text);
    for turn in ["w", "b"] {
        assert_eq!(
            counted(&variant, &format!("r2k3r/8/8/8/8/8/8/R3K2R {turn} KQkq - 0 1")).0,
            5 + 2 + 9 + 10,
            "{turn}"
        );
    }
}

/// Drops may not mate there, and hoppers see every drop: whether one mates hangs on drops that answer it, and so on.
/// With all of them listed at every turn this game did not end within minutes.
#[test]
fn answers_to_drops_that_may_mate_are_found_at_once() {
    let report = run(
        Games::Mixed,
        946,
        &Effort { positions: 40, queries: 10, rules: 50, until: None, game: None, large: false },
    );
    assert!(report.found.is_empty(), "{}", report.found.join("\n"));
    assert!(report.positions > 20, "{} positions", report.positions);
}

#[test]
fn the_laws_hold_in_random_positions() {
    for (games, seeds) in [(Games::Pairs, 0..24), (Games::BuiltIn, 0..betza_variants::names().count() as u64)] {
        let positions = if games == Games::Pairs { 100 } else { 6 };
        let effort = Effort { positions, queries: 10, rules: 50, until: None, game: None, large: false };
        let work = |seed| run(games, seed, &effort);
        let reports = betza_testkit::on_all_cores(seeds, work);
        let found: Vec<String> = reports.iter().flat_map(|report| report.found.clone()).collect();
        assert!(found.is_empty(), "{}", found.join("\n"));
        let positions: u64 = reports.iter().map(|report| report.positions).sum();
        assert!(positions > 800, "{positions} positions");
    }
}

/// A wazir that captures what has not moved gives no check to a king that has: `moved=` says so of a1's. A king that
/// steps beside it has moved.
#[test]
fn only_victims_that_have_not_moved() {
    let variant = game(&[("N", "xbetza", "N"), ("H", "betza2", "icW")]);
    // Knights start nowhere, so that none is unmoved.
    assert_eq!(counted(&variant, "k7/8/8/1Nh5/8/8/8/K7 b - - 0 2"), (2, 2 * 9));
    // In check from a2; b1 and b2 are safe, and so is the capture. A king that has moved is in no check.
    assert_eq!(counted(&variant, "k7/8/8/8/8/8/h7/K7 w - - 0 2").0, 3);
    let in_check = |text: &str| {
        let subject = Subject::new(&variant, DEFAULT_SEED).expect("compiles");
        subject
            .game()
            .is_check(&subject.game().position(&fen::read(&variant, text).expect("a position")).expect("legal"))
    };
    assert!(in_check("k7/8/8/8/8/8/h7/K7 w - - 0 2"));
    assert!(!in_check("k7/8/8/8/8/8/h7/K7 w - - 0 2 moved=a1"));
    assert!(!in_check("k7/8/8/8/8/8/1h6/1K6 w - - 0 2"));
    // So a king on a1 that has not moved may not stay there.
    assert_eq!(counted(&variant, "k7/8/8/8/8/8/h6N/K7 w - - 0 2").0, 3);
    assert_eq!(counted(&variant, "k7/8/8/8/8/8/h6N/K7 w - - 0 2 moved=a1").0, 6);
    // Between a king and two wazirs no square is attacked once it has moved.
    assert_eq!(counted(&variant, "k7/8/8/8/8/3K4/1h1h4/8 w - - 0 2").0, 8);
}

/// Castling that places a piece where the partner stood leaves that square occupied, and the piece there attacks other
/// squares than the partner did. The numbers are Fairy-Stockfish's: 31 moves, 131 replies, two of them to the castling
/// with a Hawk on a1, which checks the King over b2.
#[test]
fn castling_that_places_a_piece() {
    let variant = betza_variants::find("seirawan").expect("it is built in").variant;
    assert_eq!(counted(&variant, "8/8/8/8/8/2k5/8/R3K3[H] w Q - 1 2"), (31, 131));
}

/// By hand: the Queen on g6 attacks the King on e8, which need not be safe where pieces turn over (docs/rules.md). It
/// is in check, and its moves are d8, d7, e7, f8 and f7.
#[test]
fn a_king_that_need_not_be_safe_may_be_in_check() {
    let text = "turning = \"around\"\nroyalty.check = false\n";
    let variant = changed("berolina", text);
    assert_eq!(counted(&variant, "4k3/8/6Q1/8/8/8/8/8 b - - 1 1").0, 5);
}

/// By hand: a Khon of Makruk, which is royal as long as it is alone, goes from a6 to a5 (one ahead), b5 and b7. It is
/// tested by itself as in the list.
#[test]
fn a_pseudo_royal_piece_is_tested_by_itself() {
    let text = "royalty.pseudo = [\"N\", \"S\"]\nroyalty.pseudo_count = 2\n";
    let variant = changed("makruk", text);
    assert_eq!(counted(&variant, "8/8/s7/8/8/8/8/8 b - - 0 1").0, 3);
}

/// By hand: the King attacks the Queen in its region, so that the game goes on, although the capture would blow the
/// King up (Fairy-Stockfish's `flagPieceSafe` counts the attack too). In check, the King has e1 and e3: the Queen
/// attacks c1, d1, c3, d3 and e2.
#[test]
fn a_capture_that_explodes_is_an_attack_on_what_has_reached() {
    let text = "blast.immune = [\"Q\"]\n\
        [[ends]]\nwhen = \"reached\"\npieces = [\"Q\"]\nregion = \"files b-d\"\nsafe = true\n";
    let variant = changed("losalamos", text);
    assert_eq!(counted(&variant, "K5/6/6/6/2Qk2/6 b - - 0 1").0, 2);
}

/// By hand: from e1 a King goes to d1, d2, e2, f1 or f2, and leaves a Hawk on e1 if it likes, but not with f1, which a
/// piece on c1 that captures over one other would then attack.
#[test]
fn a_gated_piece_may_be_a_hurdle() {
    let text = "pieces.\"N\" = { move = \"mRcpR\", dialect = \"xbetza\" }\n";
    let variant = changed("seirawan", text);
    assert_eq!(counted(&variant, "8/8/8/8/8/8/8/2n1K3[H] w E - 0 2").0, 5 + 4);
}

/// By hand: generals that may not face each other do not stand beside each other on a file or rank, though where
/// captures explode neither could take the other (Fairy-Stockfish has c3, b3 and c2, and takes a1, which here would
/// blow up both).
#[test]
fn generals_do_not_face_each_other_where_captures_explode() {
    let text = "blast.captor_too = true\nflying_generals = [\"K\"]\n";
    let variant = changed("losalamos", text);
    assert_eq!(counted(&variant, "6/6/6/6/1K4/k5 w - - 0 1").0, 3);
}

/// By hand: two Kings of a side are no royals where only the last one is, so a Pawn may become a King on f8 that faces
/// the enemy's on f4, as it may become four other pieces. The King on a7 has five squares. A side's last King is royal:
/// that on f7 may not stay on the file that has nothing between, which leaves it six squares.
#[test]
fn generals_that_are_not_royal_may_face_each_other() {
    let text = "royalty.pseudo = [\"K\"]\nflying_generals = [\"K\"]\n\
        [[ends]]\nwhen = \"in-line\"\npieces = [\"B\"]\ncount = 3\nvalue = \"loss\"\n";
    let variant = changed("extinction", text);
    assert_eq!(counted(&variant, "8/K4P2/8/8/5k2/8/8/8 w - - 0 1").0, 5 + 5);
    assert_eq!(counted(&variant, "8/5K2/8/8/5k2/8/8/8 w - - 0 1").0, 6);
}

/// By hand: Kings that touch cannot capture each other where captures explode, so a second King may enter wherever it
/// is safe itself. Of 61 empty squares the Queen attacks 21, and d5 of these touches White's King. The King on b5 has
/// six squares, as c6 is attacked.
#[test]
fn a_king_that_touches_the_enemys_is_safe_when_another_enters() {
    let text = "hands.drops = true\n";
    let variant = changed("atomic", text);
    assert_eq!(counted(&variant, "8/8/8/1k6/2K5/8/8/7Q[k] b - - 0 1").0, 41 + 6);
}

/// By hand: Black's King, his only piece, enters on the last rank where the Queen does not attack it. After a move of
/// White's King six squares are left, after one of the Queen on her file six, or none from h8, on her rank seven, and
/// on the diagonal six, six, six, five, five, five or none.
#[test]
fn a_king_does_not_enter_where_it_is_attacked() {
    let variant = betza_variants::find("placement").expect("it is built in").variant;
    let replies = 3 * 6 + 6 * 6 + 6 * 7 + 3 * 6 + 3 * 5;
    assert_eq!(counted(&variant, "8/8/8/8/8/8/8/K6Q[k] w - - 0 1"), (3 + 7 + 6 + 7, replies));
}

/// By hand: two bishops that are royal only alone are no royals, so nothing is in danger when one enters: on a8, c8, e8
/// or g8, since the other is on the dark squares.
#[test]
fn a_piece_that_ends_another_ones_royalty_may_enter() {
    let text = "royalty.several = \"one\"\nroyalty.pseudo = [\"B\"]\n";
    let variant = changed("placement", text);
    assert_eq!(counted(&variant, "1b6/8/8/8/8/8/8/8[b] b - - 0 2").0, 4);
}

/// By hand: a King and a Knight beside each other stand on different boards of Alice chess, so neither attacks the
/// other; what attacks a piece is on its board. The King goes to h5, g6 and g7: on h7 of the other board the Knight
/// stands in its way, and there g5 is attacked.
#[test]
fn pieces_on_the_other_board_are_not_attacked() {
    let variant = betza_variants::find("alice").expect("it is built in").variant;
    assert_eq!(counted(&variant, "8/7|N/7k/8/8/8/8/8 b - - 2 2").0, 3);
}

/// By hand: of several royals the first one must be safe, which a Hawk on a1 would be. But a piece enters when the move
/// has been made, and until then the King is in check by the Queen: it takes her or goes to f1, and the Rook's moves do
/// not help.
#[test]
fn a_piece_that_enters_is_no_royal_before() {
    let text = "royalty.pseudo = [\"H\"]\nroyalty.several = \"first\"\n";
    let variant = changed("seirawan", text);
    assert_eq!(counted(&variant, "4k3/8/8/8/8/8/3q4/R3K3[H] w A - 0 1").0, 2);
}

/// Counted with Fairy-Stockfish: an arrow does not come between Kings in the move that shoots it, so that the King on
/// g4 has five squares and 31 arrows, none on the file of the other. Nor does a piece that enters where a Knight stood:
/// the King on a1 has a2, b1 and b2.
#[test]
fn what_a_move_places_does_not_part_flying_generals() {
    let variant = changed("chess", "flying_generals = [\"K\"]\nwalling = \"arrow\"\n");
    assert_eq!(counted(&variant, "8/8/8/8/6K1/8/8/5k2 w - - 0 1").0, 31);
    let variant = changed("seirawan", "flying_generals = [\"K\"]\n");
    assert_eq!(counted(&variant, "8/8/8/8/8/8/8/K3N2k[H] w E - 0 1").0, 3);
}

/// Counted with Fairy-Stockfish: Kings that face each other must be parted by the move itself. The King on a1 goes to
/// b2, with a wall on any of the other 61 squares. That on e1 goes to d2, e2 or f2 or castles, with a Hawk on e1 if it
/// likes, or on a1 when it castles, or passes.
#[test]
fn what_a_move_places_does_not_part_kings_that_face_each_other() {
    let ends = "[[ends]]\nwhen = \"bikjang\"\n";
    let variant = changed("chess", &format!("walling = \"static\"\n{ends}"));
    assert_eq!(counted(&variant, "8/8/8/8/8/8/P7/K6k w - - 0 1").0, 61);
    let variant = changed("seirawan", &format!("pass = \"always\"\n{ends}"));
    assert_eq!(counted(&variant, "8/8/8/8/8/8/8/R3K2k[H] w QAE - 0 1").0, 6 + 3 + 1);
}

/// Counted with Fairy-Stockfish: a King castles neither across the file of one that it may not face, nor to it, but the
/// file of its Rook may be open. By hand: where all face already, as in no game, it is in check, and passes no more
/// than it castles.
#[test]
fn a_king_does_not_face_a_flying_general_on_its_way() {
    let variant = changed("chess", "flying_generals = [\"K\"]\npass = \"always\"\n");
    // The Rook has ten moves, and there is a pass.
    assert_eq!(counted(&variant, "8/3k4/8/8/8/8/8/R3K3 w Q - 1 2").0, 10 + 3 + 1);
    assert_eq!(counted(&variant, "8/2k5/8/8/8/8/8/R3K3 w Q - 1 2").0, 10 + 5 + 1);
    assert_eq!(counted(&variant, "8/1k6/8/8/8/8/8/R3K3 w Q - 1 2").0, 10 + 5 + 1 + 1);
    assert_eq!(counted(&variant, "8/4k3/8/8/8/8/8/R3K3 w Q - 1 2").0, 4);
}

/// By hand: Kings that no explosion beside them destroys, but their own captures, may not face each other all the same.
/// That on g4 has five squares.
#[test]
fn generals_that_explosions_spare_do_not_face_each_other() {
    let text = "flying_generals = [\"K\"]\nblast.spares = [\"K\"]\n";
    assert_eq!(counted(&changed("atomic", text), "8/8/8/8/6K1/8/8/5k2 w - - 2 2").0, 5);
}

/// By hand: a King on the file of the Queen that has reached h8 cannot capture her, so that the game is over.
#[test]
fn a_flying_general_attacks_only_generals() {
    let text = "flying_generals = [\"K\"]\n\
        [[ends]]\nwhen = \"reached\"\npieces = [\"Q\"]\nregion = \"rank 8\"\nsafe = true\n";
    let variant = changed("chess", text);
    assert_eq!(counted(&variant, "7Q/8/8/8/8/8/8/K6k b - - 0 1").0, 0);
    // Beside her it can.
    assert_eq!(counted(&variant, "7Q/7k/8/8/8/8/8/K7 b - - 0 1").0, 2);
}

/// By hand: the King on c8 cannot capture that on b8, which would blow up both, so that it is not in check and may
/// leave.
#[test]
fn a_king_that_touches_the_enemys_is_not_held_in_check() {
    let text = "hands.captures = true\nroyalty.stays_in_check = true\n";
    assert_eq!(counted(&changed("atomic", text), "1kK5/8/8/8/8/8/8/8[] b - - 0 1").0, 4);
}

/// Counted with Fairy-Stockfish: in Makpong a King in check by two pieces cannot capture both.
#[test]
fn a_king_that_stays_in_check_captures_all_that_give_it() {
    let variant = betza_variants::find("makpong").expect("it is built in").variant;
    assert_eq!(counted(&variant, "8/8/8/8/k7/8/3r4/3K4 w - - 0 1").0, 1);
    assert_eq!(counted(&variant, "8/8/8/8/k7/8/3r4/r2K4 w - - 0 1").0, 0);
}

/// By hand: the Queen on h4 attacks d8, where the Rook, the last one and so royal, would come by castling. It has a7,
/// b7 and b8, as it steps like a King here, and the King has d7, f7 and f8.
#[test]
fn a_royal_partner_does_not_castle_into_check() {
    let text = "royalty.pseudo = [\"R\"]\n\
        castling.ignores_check = true\npieces.R.move = \"K\"\n";
    assert_eq!(counted(&changed("chess960", text), "r3k3/8/8/8/7Q/8/8/8 b a - 0 1").0, 6);
}

/// By hand: a Queen that castles is no royal, and the King on g1 is safe beside the enemy's. She has five squares and
/// castles; the Rook has h3 to h7, e8, f8 and g8, as the capture on h2 would blow up its King too; the King has f1, f2,
/// g2 and h1.
#[test]
fn castling_leaves_a_king_that_touches_the_enemys() {
    let text = "hands.castling_by_drop = true\nhands.captures = true\n\
        pieces.Q.move = \"KO3@8\"\n";
    assert_eq!(counted(&changed("atomic", text), "3q3r/8/8/8/8/8/7K/6k1[] b k - 0 1").0, 5 + 1 + 8 + 4);
}

/// By hand: where royals face each other the turn may pass in check, however many royals there are, here five. The
/// Chariot on f9 gives check to the General on d9, who goes to d10; a Chariot on e9 would be lost itself.
#[test]
fn one_of_five_royals_may_pass_in_check_where_it_faces_another() {
    let text = "pieces.\"R\".royal = true\n\
        royalty.pseudo = [\"K\", \"P\"]\nroyalty.pseudo_count = 2\n";
    assert_eq!(counted(&changed("janggi", text), "9/3k1R3/3r5/7r1/9/9/8p/4p4/9/9 b - - 0 1").0, 1 + 1);
}

/// By hand: of six royals the King on d1 alone is in check. It may leave by e1, c2 or e2, though it has leaps to make
/// first; no leap is allowed in check, and the Knights and the Silver are royal, so that they do not come between on
/// d2.
#[test]
fn one_of_six_royals_moves_out_of_check() {
    let text = "royalty.first_moves_only = true\n\
        royalty.pseudo = [\"N\", \"S\"]\nroyalty.pseudo_count = 5\n";
    assert_eq!(counted(&changed("cambodian", text), "k2r4/8/8/8/8/8/7N/RNSK1N1S w D - 0 1").0, 3);
}

/// By hand: nobody is in check where royals need not be safe, so that a King with leaps has no other moves: b2 and f2.
#[test]
fn a_king_that_need_not_be_safe_makes_its_first_moves_only() {
    let text = "royalty.first_moves_only = true\n\
        royalty.check = false\n";
    assert_eq!(counted(&changed("cambodian", text), "3r4/8/8/8/8/8/8/3K4 w D - 0 1").0, 2);
}

/// By hand: each of the Chariot's 13 moves without a capture, and the pass, is answered by three steps of the Guard,
/// four leaps of the Elephant and the pass. Its capture brings the Guard to White's hand: eight drops into the palace,
/// the four leaps, two more that promote to what is held, and the pass.
#[test]
fn a_capture_that_comes_back_brings_a_promotion() {
    let text = "hands.captures = true\nhands.captures_return = true\n\
        pieces.B.promotion = { zone = \"files b-d\", to = [\"A\", \"R\"], from_hand = true }\n";
    assert_eq!(counted(&changed("janggi", text), "9/9/9/6B2/9/9/9/4rA3/9/9[] b - - 1 1"), (15, 14 * 8 + 15));
}

/// By hand: of two Knights none is royal, and the one that a Rook leaves is. So the Rook on a5, between those on a6 and
/// a4, captures neither where it would give check to the other, nor goes where it would to the King.
#[test]
fn a_capture_that_makes_another_piece_royal_may_give_check() {
    let text = "no_checks = \"any\"\nroyalty.pseudo = [\"N\"]\n";
    // After King's moves 4 replies, also after that to f2; after Nb4 and Nc5 of a6 5 and 4; after Nb6, Nb2, Nc5 and Nc3
    // of a4 7, 8, 6 and 8.
    assert_eq!(
        counted(&changed("losalamos", text), "N5/r5/N5/6/6/5K w - - 0 1"),
        (3 + 2 + 4, 3 * 4 + 5 + 4 + 7 + 8 + 6 + 8)
    );
    let text = "no_checks = \"unless-mate\"\nroyalty.pseudo = [\"S\"]\n";
    // Along the rank, but not to h7, which gives check to the King.
    assert_eq!(counted(&changed("makruk", text), "5S2/5r2/5S2/8/7K/8/8/8 b - - 0 1").0, 6);
}

/// Games of Los Alamos in which pawns become Kings that are royal from the next move on. Their Pawns promote on c1.
fn with_late_kings(rules: &str) -> Variant {
    changed(
        "losalamos",
        &format!(
            "royalty.royal_at_once = false\n{rules}\n\
         [pieces.P.promotion]\nzone = {{ white = \"none\", black = \"rank 1\" }}\nto = [\"K\", \"Q\"]\n"
        ),
    )
}

/// By hand: the Rook on f3 has ten moves. After each of the King's three moves, and after c1=Q, two of them give check.
/// After c1=K two more do, f1 and c3.
#[test]
fn no_check_may_be_given_to_a_king_that_has_just_appeared() {
    let variant = with_late_kings("no_checks = \"any\"");
    assert_eq!(counted(&variant, "k5/6/6/5R/2p3/6 b - - 0 1"), (5, 4 * 8 + 6));
}

/// By hand: a Knight may not mate by a drop. The King on a6 has no moves and is attacked from squares that are taken.
/// After c1=K the other one is mated from a2 and b3, and not from d3 or e2, which open a line.
#[test]
fn no_drop_may_mate_a_king_that_has_just_appeared() {
    let variant = with_late_kings("hands.captures = true\npieces.N.drop = { no_mate = true }");
    // Moves on the board and drops: after c1=K, c1=Q and f4. Moves of Pawns, Knight, Rook on d5, Rook on f2.
    let replies = (3 + 4 + 7 + 9 + 25) + (3 + 4 + 7 + 9 + 27) + (3 + 4 + 7 + 6 + 27);
    assert_eq!(counted(&variant, "k5/2PR1p/PP4/N5/2p2R/6[N] b - - 0 1"), (3, replies));
}

/// By hand: Kings that face each other must part. After Ka5 and Kb6 White's King has six squares and the Pawn one;
/// after c1=Q, which gives check, the King has five squares off her lines, and after c1=K five off the file.
#[test]
fn a_king_parts_from_one_that_has_just_appeared() {
    let variant = with_late_kings("[[ends]]\nwhen = \"bikjang\"");
    assert_eq!(counted(&variant, "k5/6/2K3/4P1/2p3/6 b - - 0 1"), (4, 2 * 7 + 5 + 5));
}

/// By hand: a King beside the enemy's is not captured where captures explode. White's has seven squares, as the Pawn on
/// c3 attacks d2; after c1=Q, which gives check, six, and after c1=K d2 as well.
#[test]
fn a_king_is_safe_beside_one_that_has_just_appeared() {
    let variant = with_late_kings("blast.captor_too = true");
    assert_eq!(counted(&variant, "k5/6/6/2p1K1/2p3/6 b - - 0 1"), (5, 3 * 7 + 6 + 8));
}

/// The positions after these moves of a position, as FENs.
fn after(variant: &Variant, text: &str, moves: &[&str]) -> Vec<String> {
    let subject = Subject::new(variant, DEFAULT_SEED).expect("compiles");
    let game = subject.game();
    let setup = fen::read(variant, text).expect("a position");
    let made = |text: &&str| {
        let mut position = game.position(&setup).expect("a position");
        let list = game.legal_moves(&position);
        let m = game.read_move(&position, &list, text).unwrap_or_else(|| panic!("{text} is legal"));
        let _ = game.make_listed(&mut position, m, &list);
        fen::write(variant, &game.setup(&position))
    };
    counted(variant, text);
    moves.iter().map(made).collect()
}

/// Fairy-Stockfish's positions: a King that castles turns over what it encloses from where it lands, on g1, with or
/// without a piece that is left behind, there or on h1.
#[test]
fn a_king_that_castles_turns_over_what_it_encloses() {
    let text = "turning = \"enclosed\"\nroyalty.check = false\n";
    let variant = changed("seirawan", text);
    let found = after(&variant, "4k3/8/8/8/8/4N2R/5n1r/4K2R[H] w KEH - 0 2", &["e1g1", "e1g1h", "h1e1h"]);
    let board = |text: &String| text.split([' ', '[']).next().expect("a board").to_owned();
    let boards: Vec<String> = found.iter().map(board).collect();
    let expected = ["5RK1", "4HRK1", "5RKH"].map(|rank| format!("4k3/8/8/8/8/4N2R/5N1r/{rank}"));
    assert_eq!(boards, expected);
}

/// By hand: a Pawn that promotes in crazyhouse is marked, and stays so when it moves.
#[test]
fn promoted_pieces_are_marked() {
    let variant = betza_variants::find("crazyhouse").expect("it is built in").variant;
    let text = "8/P7/6k1/8/8/8/8/K7[] w - - 3 1";
    assert_eq!(
        after(&variant, text, &["a7a8q", "a1a2"]),
        ["Q~7/8/6k1/8/8/8/8/K7[] b - - 0 1", "8/P7/6k1/8/8/8/K7/8[] b - - 4 1"]
    );
    let text = "Q~7/8/6k1/8/8/8/8/K7[] w - - 0 2";
    assert_eq!(after(&variant, text, &["a8a7"]), ["8/Q~7/6k1/8/8/8/8/K7[] b - - 1 2"]);
}

/// Fairy-Stockfish's positions: a King of ouk chatrang loses its leap to a Rook that is dropped on its file or rank,
/// too, but not to a Pawn that becomes a Rook there.
#[test]
fn a_rook_that_is_dropped_takes_a_leap() {
    let text = "hands.captures = true\n\
        pieces.P.promotion = { zone = \"rank 6\", to = [\"R\"] }\n";
    let variant = changed("cambodian", text);
    let moves = ["R@a4", "R@e4", "R@a8", "e5e6r"];
    let found = after(&variant, "4k3/8/8/4P3/8/8/8/3K1M2[R] w e - 0 1", &moves);
    let fields: Vec<&str> = found.iter().filter_map(|text| text.split(' ').nth(2)).collect();
    assert_eq!(fields, ["e", "-", "-", "e"]);
}

/// Counted with Fairy-Stockfish: a wall shields a King in the move that places it where royals are pseudo-royals or
/// captures explode, and nowhere else, not even the duck. There a King castles to an attacked square behind the wall:
/// to c8 with a wall on d7, which is one of 781 moves.
#[test]
fn a_king_castles_behind_a_wall() {
    for (parent, more, castling, in_check) in [
        ("chess", "walling = \"duck\"", 780, 0),
        ("chess", "walling = \"static\"", 780, 0),
        ("chess", "walling = \"duck\"\nroyalty.pseudo = [\"K\"]", 781, 26),
        ("atomic", "walling = \"duck\"", 781, 26),
        ("atomic", "walling = \"static\"", 781, 26),
    ] {
        let variant = changed(parent, more);
        assert_eq!(counted(&variant, "r3k3/8/4B3/8/8/8/8/4K3 b q - 0 1").0, castling, "{parent} {more}");
        // In check by a Rook, with another beside its line.
        assert_eq!(counted(&variant, "k7/7p/8/8/8/8/1R6/R3K3 b - - 0 1").0, in_check, "{parent} {more}");
    }
}

/// By hand: a King that makes its leaps first goes to b2 or f2, each with a wall on any of the 62 empty squares.
#[test]
fn first_moves_only_where_moves_place_walls() {
    let text = "royalty.first_moves_only = true\nwalling = \"static\"\n";
    assert_eq!(counted(&changed("cambodian", text), "7k/8/8/8/8/8/8/3K4 w D - 0 1").0, 2 * 62);
}

/// Where paths count, a series is told by the order of its captures (docs/rules, R19): round a circle of four men there
/// are two, one each way. A king that lands on any of three squares between two men of one line captures them once.
#[test]
fn a_circle_of_captures_is_two_paths() {
    let variant = betza_variants::find("russian").expect("built in").variant;
    assert_eq!(counted(&variant, "8/8/8/8/3m1m2/2M5/3m1m2/8 w - - 0 1").0, 2);
    assert_eq!(counted(&variant, "8/6m1/8/8/8/2m5/8/K7 w - - 0 1").0, 1);
}

/// A rook may take a knight from afar only if nobody could take it back there: not who is of its kind and immune to it,
/// nor who spurns rooks, but who spurns only knights. Without that capture the rook on h4 has nine moves and the king
/// three.
#[test]
fn who_could_not_take_back_protects_nothing() {
    let moves = |rules: &str, text: &str| {
        let start = "trading.pieces = [\"N\", \"R\"]\n";
        counted(&changed("chess", &format!("{start}{rules}")), text).0
    };
    let (by_rook, by_bishop) = ("4r1k1/8/8/8/4n2R/8/8/K7 w - - 0 1", "6k1/1b6/8/8/4n2R/8/8/K7 w - - 0 1");
    assert_eq!(moves("", by_rook), 12);
    assert_eq!(moves("mutually_immune = [\"R\"]", by_rook), 13);
    assert_eq!(moves("", by_bishop), 12);
    assert_eq!(moves("pieces.B.spurns = [\"R\"]", by_bishop), 13);
    assert_eq!(moves("pieces.B.spurns = [\"N\"]", by_bishop), 12);
}
