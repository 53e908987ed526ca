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

/// The rules of a game over chess with these lines.
fn over_chess(lines: &str) -> Vec<String> {
    let text = format!("format = 1\nname = \"x\"\nparent = \"chess\"\n{lines}");
    let loaded = betza_variants::read_toml("x", &text).unwrap_or_else(|report| panic!("{report}"));
    rulebook::rules(&loaded.variant)
}

#[track_caller]
fn says_over_chess(lines: &str, line: &str) {
    let rules = over_chess(lines);
    assert!(rules.iter().any(|rule| rule == line), "not said: {line}\n{}", rules.join("\n"));
}

/// In horde pawns step twice from the first rank, too, and are not captured en passant then
/// (lichess.org/variant/horde).
#[test]
fn where_captures_en_passant_may_be() {
    says("horde", "En passant, on the square just passed: Pawn may capture Pawn, only on: White rank 6; Black rank 3.");
    says("chess", "En passant, on the square just passed: Pawn may capture Pawn.");
}

/// Promoted pieces of shogi come to a hand as what they were (en.wikipedia.org/wiki/Shogi), and those of crazyhouse as
/// pawns.
#[test]
fn what_comes_to_a_hand() {
    assert!(rules("shogi").iter().filter(|rule| rule.contains(" comes to a hand as: ")).count() == 6);
    let pawn = about("crazyhouse", "Pawn promotes to ");
    assert!(pawn[0].contains("; what it has become comes to a hand as Pawn"), "{pawn:?}");
    let pawn = about("chess", "Pawn promotes to ");
    assert!(!pawn[0].contains("hand"), "{pawn:?}");
}

/// By the meaning of the keys in FORMAT.md.
#[test]
fn keys_that_few_games_have() {
    says_over_chess(
        "[pieces.P]\nmove = \"fmWfceFifmnD\"\ndialect = \"fsf\"\ndouble_step = \"ranks 1-2\"\n",
        "Pawn makes its first moves from: White ranks 1 and 2; Black ranks 7 and 8, whether it has moved or not.",
    );
    says_over_chess(
        "[royalty]\nroyal_at_once = false\n",
        "Who is royal changes only after a move that promotes: those that were royal before it must be safe.",
    );
    let counted = over_chess("[pieces.P.promotion]\nlimits = { Q = 1 }\ncounted_as = { R = \"Q\" }\n");
    let line = "; to Queen while fewer than 1 are there; Rook is counted as Queen";
    assert!(counted.iter().any(|rule| rule.contains(line)), "{}", counted.join("\n"));
    says_over_chess(
        "castling = { rank = 2, king = \"K\", partners = \"R\", king_to = [\"g\", \"c\"], partner_file = [\"g\", \"b\"], \
         king_file = \"e\" }\nstart = \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"\n",
        "Castling: King with Rook to file g or c, on rank 2 (Black's 7), the partner from file g or b.",
    );
    // Who may mate after no check mates never.
    says_over_chess(
        "[results]\nshak = {}\n",
        "Mate: in the series of checks up to it one must be by no piece, or the game is drawn.",
    );
}
