//! Lines of moves: what was played is known, copies go on by themselves, and everything can be taken back.

use betza_game::fen;
use betza_movegen::keys::DEFAULT_SEED;
use betza_movegen::moves::Move;
use betza_movegen::{AnyGame, AnyLine, AnyPosition};
use betza_testkit::Random;
use betza_variants::find;

/// A built-in game and its start.
fn start(name: &str) -> (AnyGame, AnyPosition) {
    let variant = find(name).expect("built in").variant;
    let setup = fen::read(&variant, &variant.start).expect("a start");
    let game = AnyGame::compile(&variant, &setup, DEFAULT_SEED).expect("a game");
    let position = game.position(&setup).expect("a position");
    (game, position)
}

/// Plays random moves, of which each is known afterwards. Returns them.
fn play_on(game: &AnyGame, position: &mut AnyPosition, line: &mut AnyLine, random: &mut Random) -> Vec<Option<Move>> {
    let mut played = line.moves(usize::MAX);
    while played.len() < 150 {
        let list = game.legal_moves(position);
        let listed = game.listed(position, line);
        assert!(listed.list.iter().eq(list.iter()));
        assert_eq!(line.known().map(|listed| listed.list.len()), Some(list.len()));
        let Some(&m) = random.pick(&list) else { break };
        assert!(game.play(position, line, m));
        played.push(Some(m));
        assert!(line.known().is_none(), "moves of a new position are not listed");
        assert_eq!(line.plies(), played.len());
    }
    assert_eq!(line.moves(usize::MAX), played);
    assert_eq!(line.moves(3), played[played.len() - 3..]);
    played
}

#[test]
fn lines_and_their_copies_keep_what_was_played() {
    for name in ["chess", "crazyhouse", "xiangqi", "janggi"] {
        let (game, first) = start(name);
        let mut random = Random(36);
        let (mut position, mut line) = (first.clone(), game.new_line());
        let played = play_on(&game, &mut position, &mut line, &mut random);
        let end = position.clone();

        // A copy is taken back by 70 moves and goes on in another way; what it was copied from stays.
        let (mut other, mut other_line) = (position.clone(), line.clone());
        assert_eq!(other_line.moves(usize::MAX), played, "{name}");
        let back = 70.min(played.len());
        let before = game.before(&position, &line, back);
        for m in played.iter().rev().take(back) {
            assert_eq!(game.undo(&mut other, &mut other_line), Some(*m), "{name}");
        }
        assert!(other == before, "{name}");
        let others = play_on(&game, &mut other, &mut other_line, &mut random);
        assert_eq!(others[..played.len() - back], played[..played.len() - back], "{name}");
        assert_eq!(line.moves(usize::MAX), played, "{name}");
        assert!(position == end, "{name}");

        line.note_plies();
        assert_eq!(line.fewest(), played.len(), "{name}");
        for m in played.iter().rev() {
            assert_eq!(game.undo(&mut position, &mut line), Some(*m), "{name}");
            assert_eq!(line.fewest(), line.plies(), "{name}");
        }
        assert_eq!(game.undo(&mut position, &mut line), None, "{name}");
        assert!(position == first, "{name}");
        // What is played again is not taken back.
        assert!(game.play(&mut position, &mut line, played[0].expect("a move")), "{name}");
        assert_eq!((line.plies(), line.fewest(), line.clone().fewest()), (1, 0, 0), "{name}");
    }
}

#[test]
fn a_move_that_is_not_legal_is_not_played() {
    let (game, mut position) = start("chess");
    let mut line = game.new_line();
    let m = game.legal_moves(&position)[0];
    for is_listed in [false, true] {
        let mut line = line.clone();
        if is_listed {
            game.listed(&position, &line);
        }
        assert!(game.play(&mut position, &mut line, m));
        let after = position.clone();
        // It is the other side's turn.
        assert!(!game.play(&mut position, &mut line, m));
        assert!(position == after && line.plies() == 1);
        game.undo(&mut position, &mut line);
    }
    game.play_null(&mut position, &mut line);
    assert_eq!(line.moves(2), [None]);
    assert_eq!(game.undo(&mut position, &mut line), Some(None));
}

/// By hand: a game of chess ends by itself when a position has come about five times, which it has after four times
/// there and back.
#[test]
fn the_past_matters_when_a_position_comes_again_often_enough() {
    let (game, mut position) = start("chess");
    let mut line = game.new_line();
    for ply in 0..16 {
        assert!(!game.past_matters(&position, &line), "after {ply} plies");
        let list = game.legal_moves(&position);
        let text = ["g1f3", "g8f6", "f3g1", "f6g8"][ply % 4];
        let m = game.read_move(&position, &list, text).expect("a legal move");
        game.play_legal(&mut position, &mut line, m);
    }
    assert!(game.past_matters(&position, &line));
}
