//! What a side sees in fog of war. The rules are those of
//! support.chess.com/en/articles/8708650-what-is-fog-of-war-chess (docs/rules.md, R40 and R41); positions are worked
//! out by hand.

use crate::random::{games, play};
use betza::{Game, Move, MoveType, Position, Side, Square, Style};

fn position(name: &str, fen: &str) -> Position {
    Game::builtin(name).expect("is built in").position_lenient(fen).expect("it is a position").0
}

/// The names of the squares that a side sees, in alphabetical order.
fn seen(position: &Position, side: Side) -> String {
    let mut names: Vec<_> = position.visible(side).into_iter().map(|s| position.game().square_name(s)).collect();
    names.sort();
    names.join(" ")
}

/// "Each player sees only their own pieces and the squares their pieces can move to."
#[test]
fn a_pawn_sees_where_it_could_go_and_what_it_could_capture() {
    let chess = position("chess", "4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1");
    // Neither f3, to which the pawn does not capture, nor anything behind the pawn on d3.
    assert_eq!(seen(&chess, Side::White), "d1 d2 d3 e1 e2 e3 e4 f1 f2");
    // Black is not to move.
    assert_eq!(seen(&chess, Side::Black), "d2 d3 d7 d8 e2 e7 e8 f7 f8");
    let blocked = position("chess", "4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1");
    assert_eq!(seen(&blocked, Side::White), "d1 d2 e1 e2 e3 f1 f2");
}

/// "Players are not notified when their king is in check and are not required to move out of check."
#[test]
fn check_takes_no_squares_away() {
    let pinned = position("chess", "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1");
    assert_eq!(seen(&pinned, Side::White), "a6 b5 c4 d1 d2 d3 e1 e2 f1 f2 f3 g4 h5");
    let checked = position("chess", "4r1k1/8/8/8/8/8/B7/4K3 w - - 0 1");
    assert_eq!(seen(&checked, Side::White), "a2 b1 b3 c4 d1 d2 d5 e1 e2 e6 f1 f2 f7 g8");
}

/// "The threatened pawn and the square it moved through are visible to the capturing player only until the end of the
/// turn."
#[test]
fn en_passant_shows_the_pawn_that_passed() {
    let passed = position("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    assert_eq!(seen(&passed, Side::White), "d1 d2 d5 d6 e1 e2 e5 e6 f1 f2");
    assert_eq!(seen(&passed, Side::Black), "d4 d5 d7 d8 e7 e8 f7 f8");
    let later = position("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1");
    assert_eq!(seen(&later, Side::White), "d1 d2 e1 e2 e5 e6 f1 f2");
    let for_white = "********/********/***2***/***pP***/********/********/***3**/***1K1** w - d6 0 1";
    assert_eq!(passed.fen_for(Side::White), for_white);
    let for_black = "***1k1**/***3**/********/***p****/***1****/********/********/******** w - - 0 1";
    assert_eq!(passed.fen_for(Side::Black), for_black);
}

#[test]
fn other_rules_than_those_of_chess() {
    // A Knight in hand may be dropped on every empty square, so only the enemy's king is hidden.
    let drops = position("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1");
    assert_eq!(drops.visible(Side::White).len(), 63);
    assert_eq!(drops.visible(Side::Black).len(), 6);
    assert_eq!(drops.fen_for(Side::White), "4*3/8/8/8/8/8/8/4K3[N] w - - 0 1");
    // 28 takes 22 and comes to 17, or would go to 23: what is captured is seen, and that captures are compulsory hides
    // nothing. By names: 28 is e5, 22 is d6, 17 is c7, 23 is f6.
    let draughts = position("international", "W:W28:B22");
    assert_eq!(seen(&draughts, Side::White), "c7 d6 e5 f6");
    // The count of checks is told to both. Rights are those of the side.
    let checks = position("3check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2+3 9 5");
    assert_eq!(checks.fen_for(Side::Black), "rnbqkbnr/pppppppp/8/8/********/********/********/******** w kq - 2+3 0 5");
    // A Cannon sees what it captures past a hurdle, and the hurdle itself it does not see.
    let cannon = position("xiangqi", "3k5/9/9/4r4/9/4p4/9/4C4/9/4K4 w - - 0 1");
    assert!(seen(&cannon, Side::White).contains("e7"), "{}", seen(&cannon, Side::White));
    assert!(!seen(&cannon, Side::White).contains("e5"), "{}", seen(&cannon, Side::White));
}

/// In every game, a side sees its own pieces and where it may go, and its FEN tells no other piece.
#[test]
fn a_side_sees_at_least_its_pieces_and_its_moves_in_every_game() {
    for game in games() {
        play(&game, 11, 16, |position, _| {
            let place = format!("{}: {}", game.name(), position.fen());
            for side in Side::BOTH {
                let seen = position.visible(side);
                let own = game.squares().filter(|&s| position.piece_at(s).is_some_and(|(of, _)| of == side));
                assert!(own.into_iter().all(|s| seen.contains(&s)), "{place}");
                let board = position.fen_for(side);
                let board = board.split([' ', '[']).next().unwrap_or_default();
                let shown = board.chars().filter(char::is_ascii_alphabetic).count();
                let letters = |s: &Square| {
                    let (of, kind) = position.piece_at(*s)?;
                    Some(
                        game.kinds()[kind.index()].letters[of.index()]
                            .chars()
                            .filter(char::is_ascii_alphabetic)
                            .count(),
                    )
                };
                assert_eq!(shown, seen.iter().filter_map(letters).sum::<usize>(), "{place}: {board}");
            }
            let seen = position.visible(position.turn());
            let passes = |m: &Move| matches!(m.kind, MoveType::Pass);
            let unseen = position.legal_moves().into_iter().find(|m| !passes(m) && !seen.contains(&m.to()));
            assert_eq!(unseen.map(|m| position.text(m, Style::Uci)), None, "{place}");
        });
    }
}
