//! Rules in English: results and ends, where they are not those of chess.
//!
//! What each game must say is taken from the sources that its file names, not from the file.

use betza_variants::{find, rulebook};

/// The rules of a built-in game.
fn rules(name: &str) -> Vec<String> {
    rulebook::rules(&find(name).expect("a built-in game").variant)
}

#[track_caller]
fn says(name: &str, line: &str) {
    let rules = rules(name);
    assert!(rules.iter().any(|rule| rule == line), "{name} does not say: {line}\n{}", rules.join("\n"));
}

/// The lines that begin so.
fn about(name: &str, start: &str) -> Vec<String> {
    rules(name).into_iter().filter(|rule| rule.starts_with(start)).collect()
}

/// What a player may claim, and what ends the game by itself: FIDE's Laws of Chess, 9.2, 9.3 and 9.6.
#[test]
fn chess_has_only_the_results_of_chess() {
    for start in ["Mate", "Stalemate", "Repetition", "Instead", "Who", "End"] {
        assert_eq!(about("chess", start), Vec::<String>::new());
    }
    let moves = "without a capture or a move that begins the count anew";
    says(
        "chess",
        &format!(
            "After 50 moves of each side {moves}, a player may claim a draw; after 75 moves of each side {moves}, it is a draw."
        ),
    );
    says(
        "chess",
        "When a position has come about 3 times, a player may claim a draw; when a position has come about 5 times, it is a draw.",
    );
}

/// Stalemate loses in shatranj, xiangqi and shogi (en.wikipedia.org/wiki/Shatranj, Xiangqi and Shogi).
#[test]
fn stalemate_loses_where_it_does() {
    for game in ["shatranj", "xiangqi", "shogi"] {
        says(game, "Stalemate: who has no legal move and is not in check has lost.");
    }
    assert_eq!(about("makruk", "Stalemate"), Vec::<String>::new());
}

/// In losing chess who has no move has won; on FICS suicide chess goes to the side with fewer pieces.
#[test]
fn stalemate_in_losing_chess() {
    says("giveaway", "Stalemate: who has no legal move and is not in check has won.");
    says("losers", "Stalemate: who has no legal move and is not in check has won.");
    says("losers", "Mate: who is mated has won.");
    says("suicide", "Stalemate: the side with fewer pieces on the board has won; equal numbers are a draw.");
}

/// Sennichite ends a game of shogi the fourth time, and who has checked throughout loses.
#[test]
fn repetition_in_shogi() {
    says("shogi", "When a position has come about 4 times, it is a draw.");
    says("shogi", "No number of moves makes a draw.");
    says("shogi", "Who has given check with every move of the repetition has lost; it is a draw if both have.");
}

#[test]
fn chases_in_xiangqi() {
    says("xiangqi", "Who has chased a piece with every move of the repetition has lost.");
    says("xiangqi", "Who has given check with every move of the repetition has lost; it is a draw if both have.");
}

/// The last piece beside the King is taken, and the bare side cannot do the same at once.
#[test]
fn a_bare_king_loses_in_shatranj() {
    says(
        "shatranj",
        "End: a side has no more than 1 left, all together of all pieces, while the other has 2 or more, and cannot do \
         the same in reply; it has lost.",
    );
}

#[test]
fn makruk_counts_moves() {
    says(
        "makruk",
        "Moves are counted against who cannot mate in time. When the count has run out a player may claim a draw. The \
         numbers are those of Thailand.",
    );
}

/// The points are those of the Korean rules; White, who begins, gives 1.5 for that.
#[test]
fn points_decide_janggi() {
    let lines = about("janggi", "Instead of a draw");
    assert_eq!(lines.len(), 1);
    assert!(lines[0].contains("White has won if ahead by more than 1, else Black has: "), "{}", lines[0]);
    assert!(lines[0].contains(" 13") && lines[0].contains(" 7") && lines[0].contains(" 5"), "{}", lines[0]);
}

#[test]
fn ends_say_who_wins() {
    says("kingofthehill", "End: King reaches: d4 e4 d5 e5; its side has won.");
    says("3check", "End: a side has given 3 checks; it has won.");
    says("losers", "End: a side has no more than 1 left, all together of all pieces; it has won.");
    says(
        "racingkings",
        "End: King reaches: rank 8, after one more move of the other side; its side has won; if both sides have, it is \
         a draw.",
    );
}
