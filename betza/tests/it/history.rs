//! What was played, over the borders of the blocks in which it is kept, and in copies.

use betza::{Game, Position};

/// The plies of a block.
const BLOCK: usize = 64;

/// Plays the legal moves with these numbers, each modulo how many there are.
fn play(position: &mut Position, numbers: &[usize]) {
    for number in numbers {
        let moves = position.legal_moves();
        if let Some(&m) = moves.get(number % moves.len().max(1)) {
            position.play(m).expect("it is legal");
        }
    }
}

/// A copy and what it is copied from go on, and are taken back, each by itself, over several blocks.
#[test]
fn copies_share_what_was_played() {
    let mut position = Game::builtin("chess").expect("built in").start();
    play(&mut position, &[3; 2 * BLOCK + 5]);
    let (fen, history) = (position.fen(), position.history());
    let mut copy = position.clone();
    play(&mut copy, &[5; BLOCK]);
    for _ in 0..BLOCK {
        copy.undo().expect("it was played");
    }
    assert_eq!((copy.fen(), copy.history()), (fen.clone(), history.clone()));
    for _ in 0..BLOCK + 7 {
        copy.undo().expect("it was played");
    }
    play(&mut copy, &[1, 2, 3]);
    assert_eq!((position.fen(), position.history()), (fen, history.clone()));
    assert_eq!(copy.history()[..BLOCK - 2], history[..BLOCK - 2]);
    assert_eq!(copy.history().len(), BLOCK + 1);
    while position.undo().is_some() {}
    assert_eq!(position.fen(), position.game().start().fen());
    assert!(position.history().is_empty() && position.undo().is_none());
}

/// A copy of a position whose last ply was taken back has all plies before it.
#[test]
fn a_copy_at_the_border_of_two_blocks() {
    let mut position = Game::builtin("chess").expect("built in").start();
    play(&mut position, &[2; BLOCK + 1]);
    position.undo().expect("it was played");
    let history = position.history();
    let mut copy = position.clone();
    play(&mut copy, &[7]);
    copy.undo().expect("it was played");
    assert_eq!((copy.history(), copy.fen()), (history, position.fen()));
    assert!(copy.undo().is_some() && position.undo().is_some());
    assert_eq!(copy.fen(), position.fen());
}

/// Playing and taking back at the border of two blocks.
#[test]
fn a_block_that_is_full() {
    let mut position = Game::builtin("chess").expect("built in").start();
    play(&mut position, &[2; BLOCK]);
    let history = position.history();
    for _ in 0..3 {
        play(&mut position, &[1, 1]);
        assert_eq!(position.history().len(), BLOCK + 2);
        assert!(position.undo().is_some() && position.undo().is_some());
        assert_eq!(position.history(), history);
    }
    assert!(position.undo().is_some());
    assert_eq!(position.history()[..], history[..BLOCK - 1]);
}
