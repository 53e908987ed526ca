//! Random games of all built-in games: what must hold of every position and move.

use betza::{Change, Game, KindId, Move, Played, Position, Side, Square, Style};
pub use betza_testkit::Random;
use std::collections::{BTreeMap, BTreeSet};

/// Plays a random game and calls `each` with every position and the move that is played next.
pub fn play(game: &Game, seed: u64, plies: usize, mut each: impl FnMut(&Position, Move)) -> Position {
    let mut position = game.start();
    let mut random = Random(seed);
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let m = moves[random.below(moves.len())];
        each(&position, m);
        position.play(m).expect("it is legal");
    }
    position
}

/// The built-in games, compiled; a few at a time, as each takes memory.
pub fn games() -> impl Iterator<Item = Game> {
    Game::names().map(|name| Game::builtin(name).unwrap_or_else(|e| panic!("{name}: {e}")))
}

/// What stands on the board and in the hands.
type Content = (BTreeMap<Square, (Side, KindId)>, BTreeMap<(Side, KindId), u8>, BTreeSet<Square>);

fn content(position: &Position) -> Content {
    let game = position.game();
    let men = game.squares().filter_map(|s| Some((s, position.piece_at(s)?)));
    let hands = Side::BOTH.into_iter().flat_map(|side| position.hand(side).map(move |(k, n)| ((side, k), n)));
    (men.collect(), hands.collect(), game.squares().filter(|&s| position.is_wall(s)).collect())
}

fn apply((men, hands, walls): &mut Content, change: Change) {
    match change {
        Change::Lift { square, side, kind } => assert_eq!(men.remove(&square), Some((side, kind))),
        Change::Put { square, side, kind } => assert_eq!(men.insert(square, (side, kind)), None),
        Change::LiftWall { square } => assert!(walls.remove(&square)),
        Change::PutWall { square } => assert!(walls.insert(square)),
        Change::Hand { side, kind, before, after } => {
            assert_eq!(hands.remove(&(side, kind)).unwrap_or(0), before);
            if after > 0 {
                hands.insert((side, kind), after);
            }
        }
    }
}

/// The position that a text says is the one that was written.
fn reads_back(position: &Position, anew: &Position) {
    let place = format!("{}: {}", position.game().name(), position.fen());
    assert_eq!(anew.fen(), position.fen(), "{place}");
    assert_eq!(anew.hash(), position.hash(), "{place}");
    let texts = |position: &Position| -> BTreeSet<String> {
        position.legal_moves().into_iter().map(|m| position.text(m, Style::Uci)).collect()
    };
    assert_eq!(texts(anew), texts(position), "{place}");
    // A result by the moves played is not in the text.
    if let Some(outcome) = anew.outcome() {
        assert_eq!(Some(outcome), position.outcome(), "{place}");
    }
}

#[test]
fn positions_of_play_are_read_strictly_and_changes_are_all_that_changes() {
    let mut refused = Vec::new();
    for game in games() {
        for seed in [7] {
            let last = play(&game, seed, 30, |position, m| {
                match game.position(&position.fen()) {
                    Ok(anew) => reads_back(position, &anew),
                    Err(error) => refused.push(format!("{}: {}: {error}", game.name(), position.fen())),
                }
                let mut after = position.clone();
                after.play(m).expect("it is legal");
                let mut applied = content(position);
                for change in position.changes(m) {
                    apply(&mut applied, change);
                }
                assert_eq!(applied, content(&after), "{position:?} {m:?}");
                let legs = position.legs(m);
                assert_eq!(position.gives_check(m), after.is_check());
                assert!(
                    !legs.is_empty() && legs.iter().all(|s| !game.square_name(*s).is_empty()),
                    "{position:?} {m:?}"
                );
                let captured = position.captured(m);
                assert!(captured.iter().all(|&s| position.piece_at(s).is_some()), "{position:?} {m:?}");
                assert!(captured.is_sorted());
            });
            let mut position = last.clone();
            while let Some(played) = position.undo() {
                assert!(matches!(played, Played::Move(m) if position.is_legal(m)));
            }
            assert_eq!((position.fen(), position.hash()), (game.start().fen(), game.start().hash()));
        }
    }
    refused.sort();
    refused.dedup_by_key(|line| line.split(':').next().map(str::to_owned));
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

#[test]
fn perft_counts_what_moves_lead_to() {
    for name in ["chess", "crazyhouse", "chu", "xiangqi", "atomic"] {
        let Ok(game) = Game::builtin(name) else { continue };
        let start = game.start();
        let mut counted = 0;
        for m in start.legal_moves() {
            let mut next = start.clone();
            next.play(m).expect("it is legal");
            counted += next.legal_moves().len() as u64;
        }
        assert_eq!(start.perft(0), 1);
        assert_eq!(start.perft(1), start.legal_moves().len() as u64);
        assert_eq!(start.perft(2), counted, "{name}");
    }
    // The published counts of chess.
    assert_eq!(Game::builtin("chess").expect("is built in").start().perft(4), 197_281);
}
