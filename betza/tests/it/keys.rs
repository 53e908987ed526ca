//! The keys of positions: what is equal in all that matters has the same, and nothing else.

use betza::{Game, Position};

fn played(game: &str, moves: &str) -> Position {
    let mut position = Game::builtin(game).expect("is built in").start();
    for text in moves.split(' ') {
        let m = position.read_move(text).unwrap_or_else(|e| panic!("{e}"));
        position.play(m).expect("it is legal");
    }
    position
}

/// Two pawns of Berolina chess stand where they have both come by c7e5 over d6 and e7c5 over d6. Which of them came
/// last, and can be captured on d6, is no matter of the squares alone.
#[test]
fn who_can_be_captured_en_passant_is_in_the_key() {
    let by_c5 = played("berolina", "c2e4 c7e5 e4d5 e7c5");
    let by_e5 = played("berolina", "c2e4 e7c5 e4d5 c7e5");
    let board = |position: &Position| position.fen().split(' ').next().unwrap_or_default().to_owned();
    assert_eq!(board(&by_c5), board(&by_e5));
    assert_ne!(by_c5.fen(), by_e5.fen());
    assert_ne!(by_c5.hash(), by_e5.hash());
    for position in [by_c5, by_e5] {
        let again = position.game().position(&position.fen()).expect("its own text");
        assert_eq!(again.hash(), position.hash(), "{}", position.fen());
    }
}
