//! Results of games, by the rules of each game and over its history.

use crate::random::games;
use betza::{Game, Outcome, Position, Reason, Side};
use betza_testkit::Random;

fn played(name: &str, moves: &[&str]) -> Position {
    let mut position = Game::builtin(name).unwrap_or_else(|e| panic!("{e}")).start();
    for text in moves {
        let m = position.read_move(text).unwrap_or_else(|e| panic!("{e}"));
        position.play(m).expect("it is legal");
    }
    position
}

fn chess(fen: &str) -> Position {
    Game::builtin("chess").map(|g| g.position(fen)).expect("is built in").expect("it is a position")
}

/// A General alone cannot mate. The game is not drawn by that, since points decide it.
#[test]
fn a_bare_general_lacks_material_in_janggi() {
    let janggi = Game::builtin("janggi").expect("is built in");
    let lacks = |fen: &str| {
        let position = janggi.position_lenient(fen).expect("it is a position").0;
        ([Side::White, Side::Black].map(|side| position.lacks_material(side)), position.outcome())
    };
    let (lacking, _) = lacks("4k4/9/9/9/9/4B4/4B4/9/9/4K4 w - - 0 1");
    assert_eq!(lacking, [false, true]);
    let (lacking, outcome) = lacks("4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1");
    assert_eq!(lacking, [true, true]);
    assert!(!matches!(outcome, Some(Outcome::Draw { reason: Reason::InsufficientMaterial })), "{outcome:?}");
}

/// Elephants do not cross the river, and Advisors stay in the palace, so they never attack the enemy's General. A Horse
/// may.
#[test]
fn confined_pieces_lack_material_in_xiangqi() {
    let xiangqi = Game::builtin("xiangqi").expect("is built in");
    let lacks = |fen: &str| {
        let position = xiangqi.position(fen).expect("it is a position");
        [Side::White, Side::Black].map(|side| position.lacks_material(side))
    };
    assert_eq!(lacks("3k1a3/9/4b4/9/9/9/9/4B4/4A4/2B1KA3 w - - 0 1"), [true, true]);
    assert_eq!(lacks("3k1a3/9/4b4/9/9/9/9/4B4/4A4/4KAN2 w - - 0 1"), [false, true]);
}

#[test]
fn mate_stalemate_and_going_on() {
    let mate = played("chess", &["f3", "e5", "g4", "Qh4"]);
    assert_eq!(mate.outcome(), Some(Outcome::Win { side: Side::Black, reason: Reason::Checkmate }));
    assert_eq!(mate.outcome().map(|o| o.to_string()).as_deref(), Some("Black wins: checkmate"));
    assert_eq!(mate.claimable(), None);
    let stalemate = chess("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(stalemate.outcome(), Some(Outcome::Draw { reason: Reason::Stalemate }));
    assert_eq!((played("chess", &["e4"]).outcome(), played("chess", &["e4"]).claimable()), (None, None));
}

#[test]
fn repetition_is_found_in_the_history_and_taken_back_with_it() {
    let round = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let mut position = played("chess", &[&round[..], &round[..]].concat());
    // FIDE Laws, 9.2: the start position has come about three times, so a draw may be claimed.
    assert_eq!(position.outcome(), None);
    assert_eq!(position.claimable(), Some(Outcome::Draw { reason: Reason::Repetition(3) }));
    let again = position.clone();
    assert!(position.undo().is_some());
    assert_eq!(position.claimable(), None);
    // Another way to go on is not that position.
    position.play(position.read_move("Nh5").expect("it is legal")).expect("it is legal");
    assert_eq!(position.claimable(), None);
    assert!(position.undo().is_some());
    position.play(position.read_move("Ng8").expect("it is legal")).expect("it is legal");
    assert_eq!(position.claimable(), again.claimable());
    // FIDE Laws, 9.3: fifty moves of each side without capture or pawn move.
    assert_eq!(chess("7k/8/8/8/8/8/8/KR6 w - - 99 90").claimable(), None);
    assert_eq!(
        chess("7k/8/8/8/8/8/8/KR6 w - - 100 90").claimable(),
        Some(Outcome::Draw { reason: Reason::MoveRule(50) })
    );
}

/// In Maka Dai Dai shogi nobody may bring a position about again. Both Go-Betweens step forward and back, and the
/// second player has brought the start about.
#[test]
fn who_brings_a_position_about_again_may_lose() {
    let game = Game::from_toml(include_str!("../../../testdata/wide/maka-dai-dai.toml")).expect("it reads");
    let mut position = game.start();
    for text in ["f7f8", "f13f12", "f8f7", "f12f13"] {
        assert_eq!(position.outcome(), None);
        position.play(position.read_move(text).expect("it is legal")).expect("it is legal");
    }
    assert_eq!(position.outcome(), Some(Outcome::Win { side: Side::White, reason: Reason::Repetition(2) }));
}

/// What a game lets nobody claim may still end it.
#[test]
fn ends_by_themselves_need_no_claims() {
    let head = "format = 1\nparent = \"chess\"\nname = \"own\"\n[results]\n";
    let after = |rules: &str, moves: usize| {
        let mut position = Game::from_toml(&format!("{head}{rules}")).expect("it reads").start();
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(moves) {
            assert!(position.claimable().is_none() && position.outcome().is_none(), "{rules}");
            position.play(position.read_move(text).expect("it is legal")).expect("it is legal");
        }
        position.outcome().map(Outcome::reason)
    };
    // The start for the third time, and three moves of each side.
    let repeated = after("repetition = 0\nrepetition_end = 3\n", 8);
    assert!(matches!(repeated, Some(Reason::Repetition(3))), "{repeated:?}");
    let moved = after("repetition = 0\nmoves = 0\nmoves_end = 3\n", 6);
    assert!(matches!(moved, Some(Reason::MoveRule(3))), "{moved:?}");
}

#[test]
fn ends_of_other_games() {
    // King of the hill: a king in the middle has won, though there are moves.
    let hill = Game::builtin("kingofthehill").expect("is built in");
    let won = hill.position("7k/8/8/8/4K3/8/8/8 b - - 0 1").expect("it is a position");
    assert_eq!(won.outcome(), Some(Outcome::Win { side: Side::White, reason: Reason::Goal }));
    // Antichess: who has no move has won.
    let anti = Game::builtin("giveaway").expect("is built in");
    let won = anti.position("8/8/8/8/8/8/8/7k w - - 0 1").expect("it is a position");
    assert_eq!(won.outcome().and_then(Outcome::winner), Some(Side::White));
    // Three checks: the third one wins.
    let three = Game::builtin("3check").expect("is built in");
    let mut position = three.position("4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1").expect("it is a position");
    position.play(position.read_move("a1a8").expect("it is legal")).expect("it is legal");
    assert_eq!(position.outcome(), Some(Outcome::Win { side: Side::White, reason: Reason::Checks }));
}

#[test]
fn counts_that_run_are_in_the_text() {
    // Fairy-Stockfish's test.py, test_get_fen: moves are counted against a bare king from the promotion on.
    for (name, start, m, after) in [
        ("makruk", "8/3k4/8/2K1S1P1/8/8/8/8 w - - 0 1", "g5g6m", "8/3k4/6M1/2K1S3/8/8/8/8 b - 88 8 1"),
        ("makruk", "8/2K3k1/5m2/4S1S1/8/8/8/8 w - 128 97 1", "e5f6", "8/2K3k1/5S2/6S1/8/8/8/8 b - 44 8 1"),
        ("cambodian", "8/8/4k3/5P2/8/2RMK3/8/8 b - 126 42 50", "e6f5", "8/8/8/5k2/8/2RMK3/8/8 w - 30 7 51"),
        ("asean", "4k3/3r4/2K5/8/3R4/8/8/8 w - - 0 1", "d4d7", "4k3/3R4/2K5/8/8/8/8/8 b - 32 0 1"),
    ] {
        let game = Game::builtin(name).expect("is built in");
        let (mut position, _) = game.position_lenient(start).expect("is a position");
        assert_eq!(position.fen(), start);
        position.play(position.read_move(m).expect("is legal")).expect("is legal");
        assert_eq!(position.fen(), after);
        position.undo();
        assert_eq!(position.fen(), start);
    }
    // The count goes on from what the text says: 44 plies may be played.
    let game = Game::builtin("makruk").expect("is built in");
    let mut position = game.position_lenient("8/2K3k1/5S2/6S1/8/8/8/8 b - 44 43 1").expect("is a position").0;
    for (text, is_over) in [("g7f8", false), ("c7d6", true)] {
        position.play(position.read_move(text).expect("is legal")).expect("is legal");
        assert_eq!(position.claimable().is_some(), is_over, "{text}");
    }
    assert!(game.position("8/2K3k1/5S2/6S1/8/8/8/8 b - 99999 43 1").is_err_and(|e| e.code() == "fen-counter"));
}

/// A result is found without the moves played where they do not matter: it is the one that the whole history tells.
#[test]
fn results_are_those_of_the_whole_history() {
    let mut repeated = 0;
    for game in games() {
        let (engine, mut position, mut random) = (game.any(), game.start(), Random(11));
        let mut history = engine.history(position.any());
        let mut own = [None; 2];
        for _ in 0..40 {
            let outcome = position.outcome();
            assert_eq!(outcome, engine.automatic_outcome(position.any(), &history), "{position:?}");
            repeated += usize::from(matches!(outcome.map(Outcome::reason), Some(Reason::Repetition(_))));
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Mostly a side goes back to where it came from, so that positions come about again.
            let last = &mut own[position.turn().index()];
            let back = last.and_then(|m: betza::Move| {
                moves.iter().copied().find(|back| (back.from(), back.to()) == (m.to(), m.from()))
            });
            let m = back.filter(|_| random.below(8) > 0).unwrap_or(moves[random.below(moves.len())]);
            *last = Some(m);
            position.play(m).expect("it is legal");
            engine.record(&mut history, position.any(), Some(m));
        }
    }
    assert!(repeated > 0, "no position has come about so often that the game is over");
}
