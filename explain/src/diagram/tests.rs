//! The marks of pieces whose moves were worked out by hand.

use super::{Diagram, Marks, general, with_men};
use betza_ir::geometry::{Board, Side};
use betza_notation::{Dialect, read};

fn alone(piece: &str, at: &str, side: Side) -> Diagram {
    let board = Board::new(8, 8).unwrap();
    let piece = read(piece, Dialect::Xbetza).unwrap().piece;
    general(&piece, &board, board.parse_square(at).unwrap(), side).unwrap()
}

fn among(piece: &str, at: &str, friends: &[&str], foes: &[&str]) -> Diagram {
    let board = Board::new(8, 8).unwrap();
    let piece = read(piece, Dialect::Xbetza).unwrap().piece;
    let square = |name: &&str| board.parse_square(name).unwrap();
    let men: Vec<_> =
        friends.iter().map(|s| (square(s), Side::White)).chain(foes.iter().map(|s| (square(s), Side::Black))).collect();
    with_men(&piece, &board, square(&at), Side::White, &men).unwrap()
}

/// The squares that have exactly these marks, by name, apart from those that only block.
fn squares(d: &Diagram, marks: Marks) -> Vec<String> {
    d.board.squares().filter(|&s| d.mark(s) - Marks::BLOCKER == marks).map(|s| d.board.name(s)).collect()
}

#[test]
fn a_cannon_moves_anywhere_and_captures_with_a_hurdle() {
    let d = alone("mRcpR", "a1", Side::White);
    assert_eq!(squares(&d, Marks::MOVE), ["b1", "a2"]);
    let further = ["c1", "d1", "e1", "f1", "g1", "h1", "a3", "a4", "a5", "a6", "a7", "a8"];
    assert_eq!(squares(&d, Marks::MOVE | Marks::HOP_CAPTURE), further);
    // Over the friend on a4 it captures the first piece, on a6.
    let d = among("mRcpR", "a1", &["a4", "b1"], &["a6", "a8"]);
    assert_eq!(squares(&d, Marks::MOVE), ["a2", "a3"]);
    assert_eq!(squares(&d, Marks::HOP_CAPTURE), ["a6"]);
    // On an empty board a5 and a7 could be reached, and so could the friends' squares; the foe on a8 could not be
    // captured there.
    assert_eq!(squares(&d, Marks::BLOCKED), ["b1", "c1", "d1", "e1", "f1", "g1", "h1", "a4", "a5", "a7"]);
}

#[test]
fn a_pawn_has_a_first_move_and_captures_aside() {
    let d = alone("fmWfceFifmnD", "d2", Side::White);
    assert_eq!(squares(&d, Marks::MOVE), ["d3"]);
    assert_eq!(squares(&d, Marks::MOVE | Marks::INITIAL), ["d4"]);
    assert_eq!(squares(&d, Marks::CAPTURE | Marks::EN_PASSANT), ["c3", "e3"]);
    let black = alone("fmWfceFifmnD", "d7", Side::Black);
    assert_eq!(squares(&black, Marks::MOVE | Marks::INITIAL), ["d5"]);
    let d = among("fmWfceFifmnD", "d2", &[], &["d3", "e3", "c4"]);
    assert_eq!(squares(&d, Marks::CAPTURE), ["e3"]);
    // The square d3 is taken, so d4 cannot be reached; a Pawn has no business on d3 itself, where it could not capture.
    assert_eq!(squares(&d, Marks::BLOCKED), ["d4"]);
}

#[test]
fn side_effects_show_the_victim_and_the_destination() {
    let d = alone("fcafmF", "d4", Side::White);
    assert_eq!(squares(&d, Marks::VICTIM), ["c5", "e5"]);
    assert_eq!(squares(&d, Marks::SIDE), ["b6", "f6"]);
    let castling = alone("isO2", "e1", Side::White);
    assert_eq!(squares(&castling, Marks::LIFTED), ["a1", "h1"]);
    assert_eq!(squares(&castling, Marks::PLACED), ["d1", "f1"]);
    assert_eq!(squares(&castling, Marks::SIDE | Marks::INITIAL), ["c1", "g1"]);
}

/// A piece taken and put down on the mover's first square is carried away, not captured.
#[test]
fn a_victim_that_is_put_down_again_is_carried() {
    let d = alone("ucR", "d4", Side::White);
    assert_eq!(squares(&d, Marks::SIDE | Marks::LIFTED).len(), 14);
    assert_eq!(squares(&d, Marks::PLACED), ["d4"]);
    assert!(!d.used().contains(Marks::CAPTURE));
}

/// To arrive by capturing and then erupt is a capture, and needs no hurdle.
#[test]
fn an_arrival_by_capturing_is_a_capture() {
    let board = Board::new(8, 8).unwrap();
    let piece = read("mcW-xacK", Dialect::Betza2).unwrap().piece;
    let d = general(&piece, &board, board.parse_square("d4").unwrap(), Side::White).unwrap();
    let ends = Marks::MOVE | Marks::CAPTURE | Marks::SIDE | Marks::VICTIM;
    assert_eq!(squares(&d, ends), ["d3", "c4", "e4", "d5"]);
    assert!(!d.used().intersects(Marks::HOP_MOVE | Marks::HOP_CAPTURE));
}

#[test]
fn squares_where_a_piece_would_block_are_marked() {
    let mao = alone("mafsW", "d4", Side::White);
    let blockers: Vec<String> =
        mao.board.squares().filter(|&s| mao.mark(s) == Marks::BLOCKER).map(|s| mao.board.name(s)).collect();
    assert_eq!(blockers, ["d3", "c4", "e4", "d5"]);
    assert_eq!(squares(&mao, Marks::MOVE | Marks::CAPTURE).len(), 8);
}

#[test]
fn what_examples_cannot_show_is_said() {
    // Castling needs its partner at the edge of the same rank with room for two steps: not on the a-file's side.
    let d = alone("ilO2", "a1", Side::White);
    assert!(d.used().is_empty());
    assert!(d.notes[0].contains("another square"), "{:?}", d.notes);
}

/// W2 slides to the second square and WD leaps there.
#[test]
fn slides_and_leaps_are_told_apart() {
    let end = Marks::MOVE | Marks::CAPTURE;
    let second = ["d2", "b4", "f4", "d6"];
    assert_eq!(squares(&alone("W2", "d4", Side::White), end | Marks::LEAP), [""; 0]);
    assert_eq!(squares(&alone("WD", "d4", Side::White), end | Marks::LEAP), second);
    assert_eq!(squares(&alone("nD", "d4", Side::White), end), second);
    assert_eq!(squares(&alone("N", "a1", Side::White), end | Marks::LEAP), ["c2", "b3"]);
    let d = among("RN", "a1", &["a2"], &["c2"]);
    assert_eq!(squares(&d, Marks::CAPTURE | Marks::LEAP), ["c2"]);
    assert_eq!(squares(&d, Marks::MOVE | Marks::LEAP), ["b3"]);
    // A wrapped step looks far away, and is none the less a step.
    assert!(!alone("oW", "a1", Side::White).used().contains(Marks::LEAP));
}

/// L1: a lame leap needs some shortest path of King's steps. From a1 to b3 these go over a2 or b2; to b4 over a2 or b2,
/// and then over a3 or b3.
#[test]
fn squares_of_which_some_must_be_empty_are_marked() {
    let ways = |piece: &str, dialect| {
        let board = Board::new(8, 8).unwrap();
        let piece = read(piece, dialect).unwrap().piece;
        let d = general(&piece, &board, board.parse_square("a1").unwrap(), Side::White).unwrap();
        squares(&d, Marks::WAY)
    };
    assert_eq!(ways("ffN", Dialect::Betza), [""; 0]);
    assert_eq!(ways("nffN", Dialect::Betza), ["a2", "b2"]);
    assert_eq!(ways("nffL", Dialect::Betza), ["a2", "b2", "a3", "b3"]);
    // To c4: by b2 or a2, then by b3 or c3.
    assert_eq!(ways("nffJ", Dialect::Betza), ["a2", "b2", "b3", "c3"]);
    // The Horse of xiangqi has one way, which one piece blocks.
    assert_eq!(ways("nffN", Dialect::Fsf), [""; 0]);
}

/// Each of several enemies goes where the mover stood, if the mover goes to that enemy's square.
#[test]
fn each_enemy_has_its_own_arrow() {
    let board = Board::new(8, 8).unwrap();
    let piece = read("[xwQ]", Dialect::Bex).unwrap().piece;
    let square = |name: &str| board.parse_square(name).unwrap();
    let men = [(square("f6"), Side::Black), (square("b4"), Side::Black)];
    let d = with_men(&piece, &board, square("d4"), Side::White, &men).unwrap();
    let told: Vec<_> = d.relocations.iter().map(|r| (board.name(r.from), board.name(r.to), r.mover)).collect();
    assert_eq!(told, [("b4".into(), "d4".into(), Some(square("b4"))), ("f6".into(), "d4".into(), Some(square("f6")))]);
    let picture = super::svg::draw(&d, "x", "y");
    for colour in ["ar0", "ar1"] {
        let arrows = picture.lines().filter(|l| l.contains(&format!("class=\"arrow {colour}\""))).collect::<Vec<_>>();
        assert!(matches!(arrows[..], [one] if one.contains("marker-start")), "{colour}: {arrows:?}");
    }
    assert!(d.notes.iter().any(|n| n.contains("changes places")), "{:?}", d.notes);
}

/// Castling: the rooks' arrows cross the squares where the king arrives, whose words stand above them.
#[test]
fn words_stand_above_arrows() {
    let board = Board::new(8, 8).unwrap();
    let piece = read("KisO2", Dialect::Xbetza).unwrap().piece;
    let d = general(&piece, &board, board.parse_square("e1").unwrap(), Side::White).unwrap();
    let picture = super::svg::draw(&d, "KisO2", "xbetza");
    let (board, _) = picture.split_once(">only as its first move<").unwrap();
    let places = |text: &str| board.match_indices(text).map(|(at, _)| at).collect::<Vec<_>>();
    let (arrows, words) = (places("class=\"arrow "), places(">1st<"));
    assert!(arrows.len() == 2 && words.len() >= 2, "{arrows:?} {words:?}");
    assert!(arrows.iter().max() < words.iter().min());
}

/// The legend stands below a board that is wider than high, and at the side of others.
#[test]
fn the_legend_goes_where_there_is_room() {
    let size = |files: u32, ranks: u32| {
        let board = Board::new(files, ranks).unwrap();
        let piece = read("R", Dialect::Betza).unwrap().piece;
        let d = general(&piece, &board, super::middle(&board, Side::White), Side::White).unwrap();
        let svg = super::svg::draw(&d, "R", "betza");
        let view = svg.split("viewBox=\"0 0 ").nth(1).unwrap().split('"').next().unwrap().to_owned();
        let (width, height) = view.split_once(' ').unwrap();
        (width.parse::<i32>().unwrap(), height.parse::<i32>().unwrap())
    };
    // Boards have 60 units a square, with 34 at each side.
    assert!(size(12, 4).0 < 12 * 60 + 2 * 34 + 100);
    assert!(size(8, 8).0 > 8 * 60 + 2 * 34 + 300);
    assert!(size(4, 12).0 > 4 * 60 + 2 * 34 + 300);
}

/// One sheet has every board and each sign of the legend once.
#[test]
fn a_sheet_shows_each_sign_once() {
    let [rook, knight] = ["R", "N"].map(|piece| alone(piece, "d4", Side::White));
    let panel = |diagram, title| super::svg::Panel { diagram, title, by: "xbetza" };
    let sheet =
        super::svg::sheet(&[panel(&rook, "Rook"), panel(&knight, "Knight"), panel(&rook, "Tower")], Some("Pieces"));
    let count = |text: &str| sheet.matches(text).count();
    assert_eq!([">Rook<", ">Knight<", ">Tower<", ">Pieces<"].map(count)[..3], [1, 1, 1]);
    assert_eq!(count("class=\"frame\""), 3);
    assert_eq!(count("moves or captures"), 1);
    assert_eq!(count("leaps there"), 1);
    assert_eq!(count("prefers-color-scheme:dark"), 1);
}

/// `kR` "moves as a Rook and captures only royals", and a piece with other captures on some squares takes anything
/// there.
#[test]
fn whom_captures_may_take_is_marked() {
    let end = Marks::MOVE | Marks::CAPTURE;
    let rook = squares(&alone("R", "d4", Side::White), end);
    assert_eq!(squares(&alone("kR", "d4", Side::White), end | Marks::ROYAL_ONLY), rook);
    assert_eq!(squares(&alone("tR", "d4", Side::White), end | Marks::NOT_ROYAL), rook);
    // Of the four squares beside it W takes whatever is there.
    let d = alone("kRW", "d4", Side::White);
    assert_eq!(squares(&d, end), ["d3", "c4", "e4", "d5"]);
    assert_eq!(squares(&d, end | Marks::ROYAL_ONLY).len(), 10);
    // Without a limit on the enemy there is none to tell.
    assert!(!alone("mkR", "d4", Side::White).used().intersects(Marks::VICTIMS));
    let among = among("kR", "d4", &[], &["d6"]);
    assert_eq!(squares(&among, Marks::CAPTURE), [""; 0]);
    assert!(among.notes.iter().any(|n| n.contains("not royal")), "{:?}", among.notes);
    let picture = super::svg::draw(&alone("kR", "d4", Side::White), "kR", "xbetza");
    assert!(picture.contains(">captures royal pieces only<") && picture.contains(">K only<"));
}

/// `o` joins the left and the right edge, `oo` all four.
#[test]
fn joined_edges_are_told() {
    let told = |piece: &str| alone(piece, "d4", Side::White).notes.iter().any(|n| n.contains("joined"));
    assert!(told("oR") && told("ooB") && !told("R"));
    assert!(alone("oR", "d4", Side::White).notes[0].starts_with("The left and the right edge"));
}

/// Pictures stand in books and pages, where nobody has the program's options.
#[test]
fn pictures_name_no_options() {
    for piece in ["mRcpR", "fcafmF", "ilO2", "KNADcaKmcabK"] {
        let d = alone(piece, "a1", Side::White);
        assert!(d.depends_on_men, "{piece}");
        assert!(!super::svg::draw(&d, piece, "xbetza").contains("--"), "{piece}");
    }
    assert!(!alone("N", "a1", Side::White).depends_on_men);
}
