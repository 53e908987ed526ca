//! What is placed on the board, turned over and connected, in positions worked out by hand.

use betza_game::fen;
use betza_game::variant::Variant;
use betza_ir::geometry::Side;
use betza_movegen::AnyGame;
use betza_movegen::keys::DEFAULT_SEED;
use betza_movegen::{Outcome, Reason};
use betza_perft::Options;
use betza_perft::session::Session;

fn built_in(name: &str) -> Variant {
    betza_variants::find(name).expect("built in").variant
}

/// A built-in game with changes.
fn changed(parent: &str, changes: &str) -> Variant {
    let text = format!("format = 1\nparent = \"{parent}\"\nname = \"changed\"\n{changes}");
    betza_variants::read_toml("changed", &text).unwrap_or_else(|e| panic!("{e}")).variant
}

fn session(variant: &Variant) -> Session {
    Session::new(variant, &Options { threads: 1, ..Options::default() }).expect("compiles")
}

/// The legal moves of a position, sorted.
fn moves(variant: &Variant, position: &str) -> Vec<String> {
    let setup = fen::read(variant, position).unwrap_or_else(|e| panic!("{position}: {e}"));
    let mut moves = session(variant).view(&setup).expect("a position").moves;
    moves.sort();
    moves
}

/// The board after a move, as its FEN begins.
fn after(variant: &Variant, position: &str, text: &str) -> String {
    let setup = fen::read(variant, position).unwrap_or_else(|e| panic!("{position}: {e}"));
    let next = session(variant).play(&setup, text).expect("a position");
    let next = next.unwrap_or_else(|| panic!("{text} is not legal: {:?}", moves(variant, position)));
    fen::write(variant, &next)
}

/// What a position by itself is worth.
fn outcome(variant: &Variant, position: &str) -> Option<Outcome> {
    let setup = fen::read(variant, position).unwrap_or_else(|e| panic!("{position}: {e}"));
    let start = fen::placement(variant).expect("a start");
    let game = AnyGame::compile(variant, &start, DEFAULT_SEED).expect("compiles");
    game.immediate_outcome(&game.position(&setup).expect("a position"))
}

fn wins(side: Side, reason: Reason) -> Option<Outcome> {
    Some(Outcome::Win { side, reason })
}

/// Othello's first move encloses one disc and turns it; a later one may turn rows in several directions.
#[test]
fn enclosed_discs_change_sides() {
    let othello = built_in("flipello");
    let start = othello.start.clone();
    assert_eq!(moves(&othello, &start), ["P@c5", "P@d6", "P@e3", "P@f4"]);
    assert!(after(&othello, &start, "P@d6").starts_with("8/8/3P4/3PP3/3Pp3/8/8/8["));
    // From a1 a row up ends with an own disc on a4, one to the right with one on c1; the diagonal row has no end.
    let corner = "8/8/8/3pP3/P2Pp3/p7/pp6/1pP5[Pp] w - - 0 1";
    assert!(after(&othello, corner, "P@a1").starts_with("8/8/8/3pP3/P2Pp3/P7/Pp6/PPP5["));
}

/// Who cannot enclose anything passes; after two passes the discs are counted.
#[test]
fn who_cannot_turn_a_disc_passes() {
    let othello = built_in("flipello");
    let stuck = "8/8/8/3pp3/3pp3/8/8/PPp5[Pp] b - - 0 1";
    assert_eq!(moves(&othello, stuck), ["c1c1"]);
    // Nothing is there to enclose. Who has no disc on the board cannot pass either.
    assert_eq!(moves(&othello, "8/8/8/3PP3/3PP3/8/8/PP6[Pp] w - - 0 1"), ["a1a1"]);
    assert_eq!(moves(&othello, "8/8/8/3PP3/3PP3/8/8/PP6[Pp] b - - 0 1"), [""; 0]);
    let passed = "8/8/8/3pp3/3pp3/8/8/PPp5[Pp] b - - 0 1 passes=2";
    assert_eq!(outcome(&othello, passed), wins(Side::Black, Reason::Material));
}

/// In Reversi of 1883 there is no pass: who is stuck has lost with fewer discs, and won with more.
#[test]
fn who_is_stuck_in_reversi_counts_discs() {
    let reversi = built_in("flipersi");
    // The four central squares are taken, and nobody encloses anything.
    let stuck = |board: &str| outcome(&reversi, &format!("8/8/8/{board}/8/8/8[Pp] w - - 0 1"));
    assert_eq!(stuck("3pp3/3pp3"), wins(Side::Black, Reason::Stalemate));
    assert_eq!(moves(&reversi, &reversi.start.clone()), ["P@d4", "P@d5", "P@e4", "P@e5"]);
}

/// An Ataxx piece clones itself next to one of its side and jumps two squares; both turn the enemies around.
#[test]
fn blobs_clone_and_jump() {
    let ataxx = built_in("ataxx");
    // From the corner three squares for a clone and five for a jump.
    assert_eq!(moves(&ataxx, "P6/7/7/7/7/7/6p w - - 0 1").len(), 3 + 5);
    // Walls on b2 and c1 leave two squares for a clone and four for a jump.
    let walled = "7/7/7/7/7/1*5/P1*3p w - - 0 1";
    assert_eq!(moves(&ataxx, walled).len(), 2 + 4);
    // The board is full but for walls: the side with more blobs has won.
    let full = "PPPpppp/pppPPPp/pPP*PPP/PP*P*Pp/ppP*Ppp/pPPPPpP/pPPPPPP b - - 99 50";
    assert_eq!(outcome(&ataxx, full), wins(Side::White, Reason::Material));
    let near = "7/7/7/2p4/3p3/7/P6 w - - 0 1";
    assert!(after(&ataxx, near, "P@b2").starts_with("7/7/7/2p4/3p3/1P5/P6 b"));
    assert!(after(&ataxx, near, "a1c3").starts_with("7/7/7/2P4/2PP3/7/7 b"));
}

/// A disc falls on top of others. Four in a row, whichever way, end the game for who has dropped the last of them.
#[test]
fn discs_are_stacked() {
    let four = built_in("cfour");
    assert_eq!(moves(&four, "p6/P6/p6/P6/p6/P1p4[Pp] w - - 0 1"), ["P@b1", "P@c2", "P@d1", "P@e1", "P@f1", "P@g1"]);
    let row = "7/7/3P3/2Pp3/1Ppp3/Pppp3[Pp] b - - 0 1";
    assert_eq!(outcome(&four, row), wins(Side::White, Reason::Connection));
    assert_eq!(moves(&four, row), [""; 0]);
    // The side to move may have a row: it has not just made it.
    assert_eq!(outcome(&four, "7/7/7/7/7/PPPP3[Pp] w - - 0 1"), None);
}

/// A piece pushed in goes as far as it can.
#[test]
fn pieces_come_in_from_the_edges() {
    let pushed = changed("cfour", "board = \"3x3\"\nstart = \"3/3/3[PPpp] w - - 0 1\"\nentering = \"edges\"\n");
    // On the empty board: up and down the files, and along the ranks, all squares but the central one.
    assert_eq!(moves(&pushed, "3/3/3[PPpp] w - - 0 1").len(), 8);
    // Only c1 is free, and a piece comes there from below.
    assert_eq!(moves(&pushed, "ppp/ppp/pp1[PPpp] w - - 0 1"), ["P@c1"]);
}

/// A Lion leaps over walls, and no leg of its move begins or ends on one: all three squares beside it are walls, so
/// that neither its King's steps nor its pass is left.
#[test]
fn chains_do_not_pass_through_walls() {
    let walls = changed("chess", "walling = \"past\"\n[pieces.Q]\ndialect = \"xbetza\"\nmove = \"KNADcaKmabK\"\n");
    let lion = moves(&walls, "k7/8/8/8/8/8/**6/Q*5K w - - 0 1");
    let lion: Vec<&str> = lion.iter().filter(|m| m.starts_with("a1")).map(String::as_str).collect();
    assert_eq!(lion, ["a1a3,a3a1", "a1b3,b3a1", "a1c1,c1a1", "a1c2,c2a1", "a1c3,c3a1"]);
    // With a foe on b2 the Lion takes it and stays, or goes on to a3, b3, c3, c2 or c1. It cannot go back, since the
    // wall comes where it stood.
    let hunter = moves(&walls, "k7/8/8/8/8/8/*p6/Q*5K w - - 0 1");
    assert_eq!(hunter.iter().filter(|m| m.starts_with("a1b2")).count(), 6);
    assert!(hunter.iter().all(|m| !m.starts_with("a1a2") && !m.starts_with("a1b1")));
}

/// A chain may turn back, unless it must go forward.
#[test]
fn chains_join_regions() {
    let chain = |forward: bool| {
        let ends = format!(
            "[[ends]]\nwhen = \"in-a-chain\"\npieces = \"*\"\nfrom = \"a4\"\nto = \"file d\"\nforward = {forward}\n"
        );
        changed("cfour", &format!("board = \"4x4\"\nstart = \"4/4/4/4[PPpp] w - - 0 1\"\nentering = false\n{ends}"))
    };
    let white_wins = wins(Side::White, Reason::Connection);
    // From a4 down to the right.
    let straight = "P3/1P2/2P1/3P[pp] b - - 0 1";
    assert_eq!([outcome(&chain(false), straight), outcome(&chain(true), straight)], [white_wins, white_wins]);
    // From b3 straight down to b2.
    let winding = "P3/1P2/1P2/2PP[pp] b - - 0 1";
    assert_eq!([outcome(&chain(false), winding), outcome(&chain(true), winding)], [white_wins, None]);
    let broken = "P3/1PP1/4/3P[pp] b - - 0 1";
    assert_eq!([outcome(&chain(false), broken), outcome(&chain(true), broken)], [None, None]);
}

/// Two by two squares, and three on one line with a gap.
#[test]
fn blocks_and_lines() {
    let with =
        |end: &str| changed("tictactoe", &format!("board = \"4x4\"\nstart = \"4/4/4/4[PPpp] w - - 0 1\"\n{end}"));
    let block = with("[[ends]]\nwhen = \"in-a-block\"\npieces = \"P\"\ncount = 2\nvalue = \"loss\"\n");
    assert_eq!(outcome(&block, "4/1PP1/1PP1/4[pp] b - - 0 1"), wins(Side::Black, Reason::Connection));
    assert_eq!(outcome(&block, "4/1PP1/P1P1/PP2[pp] b - - 0 1"), None);
    let line = with("[[ends]]\nwhen = \"in-line\"\npieces = \"P\"\ncount = 3\ndirections = [\"diagonal\"]\n");
    assert_eq!(outcome(&line, "3P/4/1Pp1/P3[p] b - - 0 1"), wins(Side::White, Reason::Connection));
    assert_eq!(outcome(&line, "P1PP/4/4/4[p] b - - 0 1"), None);
}

/// Three of four goals are enough only if no square of the goal is empty.
#[test]
fn a_full_goal_counts() {
    let goal = changed(
        "breakthrough",
        "[[ends]]\nwhen = \"reached\"\npieces = \"P\"\nregion = { white = \"a8 b8 c8 d8\", black = \"none\" }\ncount = 4\nblocked = true\n",
    );
    let position = |rank: &str| format!("{rank}/8/8/8/8/8/8/P7 b - - 0 1");
    assert_eq!(outcome(&goal, &position("PPPP3p")), wins(Side::White, Reason::Goal));
    assert_eq!(outcome(&goal, &position("PPPp3p")), wins(Side::White, Reason::Goal));
    assert_eq!(outcome(&goal, &position("PPP4p")), None);
}

/// The wall comes onto the square that was left, at the edge or beside another, or wherever its region lets it.
#[test]
fn walls_have_their_places() {
    let kings = |walling: &str| changed("chess", walling);
    let alone = "4k3/8/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(moves(&kings("walling = \"past\"\n"), alone), ["a1a2,a2a1", "a1b1,b1a1", "a1b2,b2a1"]);
    // Four corners and six squares of each edge: 28; the black King stands on one, the white King on another or on
    // none.
    let edge = kings("walling = \"edge\"\n");
    assert_eq!(moves(&edge, alone).len(), 26 + 26 + 27);
    let part = kings("[walling]\nplace = \"static\"\nregion = { white = \"a1 a2 e4\", black = \"none\" }\n");
    assert_eq!(
        moves(&part, alone),
        ["a1a2,a2a1", "a1a2,a2e4", "a1b1,b1a1", "a1b1,b1a2", "a1b1,b1e4", "a1b2,b2a1", "a1b2,b2a2", "a1b2,b2e4"]
    );
    let instead = kings("[walling]\nplace = \"static\"\nregion = \"d4\"\ninstead = true\n");
    assert_eq!(moves(&instead, alone), ["a1a1,a1d4", "a1a2,a2a1", "a1b1,b1a1", "a1b2,b2a1"]);
}

/// A wall does not block the check of a rook on a8 in the move that places it.
#[test]
fn most_walls_block_no_check() {
    let walls = changed("chess", "walling = \"static\"\n");
    let checked = moves(&walls, "r3k3/8/8/8/8/8/7P/K7 w - - 0 1");
    assert!(checked.iter().all(|m| m.starts_with("a1b")), "{checked:?}");
    // The King goes to b1 or b2; of 64 squares four are taken then.
    assert_eq!(checked.len(), 2 * 60);
}

/// A pass and a wall on the first square, which is placed instead of moving, have texts of their own. A soldier of
/// janggi goes to three squares from f9, and 14 squares of the files a to c are at the edge.
#[test]
fn passes_and_walls_instead_of_moves_differ() {
    let changes = "walling = { place = \"edge\", region = \"files a-c\", instead = true }";
    let (janggi, position) = (changed("janggi", changes), "9/5P3/9/9/9/9/9/9/9/9 w");
    let all = moves(&janggi, position);
    assert_eq!(all.len(), 3 + 14 + 1, "{all:?}");
    assert!(after(&janggi, position, "f9f9").starts_with("9/5P3/9/9/9/9/9/9/9/9 b"));
    assert!(after(&janggi, position, "f9f9,f9a1").starts_with("9/5P3/9/9/9/9/9/9/9/*8 b"));
}

/// Castling wins for who has the right that counts; who loses it has lost.
#[test]
fn castling_wins() {
    let game = changed("chess", "[[ends]]\nwhen = \"castled\"\nwings = { white = \"K\", black = \"KQ\" }\n");
    let position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(outcome(&game, position), None);
    let castled = after(&game, position, "e1g1");
    assert!(castled.contains(" castled=K"), "{castled}");
    assert_eq!(outcome(&game, &castled), wins(Side::White, Reason::Castling));
    assert_eq!(outcome(&game, &after(&game, position, "e1c1")), wins(Side::Black, Reason::Castling));
    assert_eq!(outcome(&game, &after(&game, position, "a1a7")), None);
    assert_eq!(outcome(&game, &after(&game, position, "h1h7")), wins(Side::Black, Reason::Castling));
}

/// Castling to the right ends Black's right to do the same.
#[test]
fn castling_ends_the_enemys_right() {
    let game = changed("chess", "castling.ends_opposite = true\n");
    let position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert!(after(&game, position, "e1g1").contains(" b q "), "{}", after(&game, position, "e1g1"));
    assert!(after(&game, position, "e1c1").contains(" b k "), "{}", after(&game, position, "e1c1"));
}

/// A triple step leaves both squares that it passed open to capture.
#[test]
fn triple_steps_are_captured_on_both_squares() {
    let text = "[g:chess]\ntripleStepRegionWhite = *2\nmaxRank = 10\nstartFen = 4k5/10/10/10/10/1p1p6/10/10/P1P7/4K5 w - - 0 1\nmaxFile = 10\n";
    let game = betza_variants::read_ini("g.ini", text, "g").unwrap_or_else(|e| panic!("{e}")).variant;
    let position = "4k5/10/10/10/10/1p8/1p8/10/2P7/4K5 w - - 0 1";
    let after_step = after(&game, position, "c2c5");
    let replies = moves(&game, &after_step);
    assert!(replies.contains(&"b4c3".to_owned()), "{after_step}: {replies:?}");
    assert!(after(&game, &after_step, "b4c3").starts_with("4k5/10/10/10/10/1p8/10/2p7/10/4K5 w"), "{replies:?}");
    assert!(replies.contains(&"b5c4".to_owned()), "{after_step}: {replies:?}");
}

/// What a blast destroys turns into walls, but not what captured and was captured; the spared pawn stays.
#[test]
fn blasts_leave_walls() {
    let game = changed("atomic", "blast.petrifies = true\n");
    let board = after(&game, "7k/8/3npn2/3q4/4N3/8/8/K2R4 w - - 0 1", "d1d5");
    assert!(board.starts_with("7k/8/3*pn2/8/4*3/8/8/K7 b"), "{board}");
}

/// A Cannon in hand may be dropped beside another: it is no hurdle for it. As one for others it blocks nothing of
/// theirs.
#[test]
fn cannons_are_dropped() {
    let game = changed(
        "janggi",
        "start = \"4k4/9/9/9/9/9/9/9/4K4/9[] w - - 0 1\"\nhands.captures = true\nhands.drops = true\n",
    );
    // Black's Cannon on e6 attacks the General on e2 over whatever is dropped between them, unless that is a Cannon.
    let position = |held: &str| format!("3k5/9/9/9/4c4/9/9/9/4K4/9[{held}] w - - 0 1");
    let between = |held: &str| {
        let all = moves(&game, &position(held));
        all.into_iter().filter(|m| m.contains("@e3") || m.contains("@e4") || m.contains("@e5")).collect::<Vec<_>>()
    };
    assert_eq!(between("C"), ["C@e3", "C@e4", "C@e5"]);
    assert_eq!(between("N"), [""; 0]);
}
