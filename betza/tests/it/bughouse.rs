//! Matches on two boards (docs/rules.md, R44), worked out by hand.

use betza::bughouse::{Bpgn, Match, Table};
use betza::pgn::{Claimed, Events};
use betza::{Game, Side, Style};

fn bughouse() -> Game {
    Game::builtin("bughouse").expect("is built in")
}

fn play(game: &mut Match, moves: &str) {
    for word in moves.split_whitespace() {
        let (table, text) = word.split_once(':').expect("a board and a move");
        let table = if table == "A" { Table::A } else { Table::B };
        let m = game.board(table).read_move(text).unwrap_or_else(|e| panic!("{word}: {e}"));
        game.play(table, m).unwrap_or_else(|e| panic!("{word}: {e}"));
    }
}

fn hands(game: &Match) -> [String; 2] {
    Table::BOTH.map(|table| {
        let fen = game.board(table).fen();
        fen[fen.find('[').expect("hands")..=fen.find(']').expect("hands")].to_owned()
    })
}

#[test]
fn captures_feed_the_partner() {
    let mut game = Match::new(&bughouse()).expect("a match");
    play(&mut game, "A:e2e4 B:d2d4 A:d7d5 A:e4d5");
    // White of A has taken a black pawn: Black of B, the partner, has it, but White of B is to move there no longer.
    assert_eq!(hands(&game), ["[]", "[p]"]);
    play(&mut game, "B:P@e4 A:d8d5");
    // Black of A has taken a white pawn for White of B.
    assert_eq!(hands(&game), ["[]", "[P]"]);
    assert_eq!(game.fen().split(" | ").count(), 2);
    let written = Match::from_fen(&bughouse(), &game.fen()).expect("a match");
    assert_eq!(written.fen(), game.fen());
    // Taken back in turn, whichever board it was.
    assert_eq!(game.undo().map(|(table, _)| table), Some(Table::A));
    assert_eq!(hands(&game), ["[]", "[]"]);
    assert_eq!(game.undo().map(|(table, _)| table), Some(Table::B));
    assert_eq!(hands(&game), ["[]", "[p]"]);
    assert_eq!(game.history().count(), 4);
}

#[test]
fn a_promoted_piece_comes_as_a_pawn() {
    let a = "4k3/P7/8/8/8/8/8/1r2K3[] w - - 0 1";
    let b = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    let mut game = Match::from_fen(&bughouse(), &format!("{a} | {b}")).expect("a match");
    // The rook checks; the king takes it for Black of B. The pawn promotes, and Black's rook is gone.
    play(&mut game, "A:e1d2 A:b1b8 A:a7b8q");
    assert_eq!(hands(&game), ["[]", "[r]"]);
    // A queen that was a pawn goes over as one.
    let mut game =
        Match::from_fen(&bughouse(), &format!("1Q~r1k3/8/8/8/8/8/8/4K3[] b - - 0 1 | {b}")).expect("a match");
    play(&mut game, "A:c8b8");
    assert_eq!(hands(&game), ["[]", "[P]"]);
}

/// Fool's mate by a queen at a distance: a piece from the partner could stand in between, so nobody has won. A mate by
/// contact or by a knight ends the match.
#[test]
fn only_mate_that_no_drop_averts_ends_a_match() {
    let mut game = Match::new(&bughouse()).expect("a match");
    play(&mut game, "A:f2f3 A:e7e5 A:g2g4 A:d8h4");
    assert_eq!(game.outcome(), None);
    assert!(game.waits(Table::A) && !game.waits(Table::B));
    assert!(game.legal_moves(Table::A).is_empty());
    // Black of B loses a pawn, which White of B takes: that is Black of A's partner's prey. White of A needs what Black
    // of B takes.
    play(&mut game, "B:e2e4 B:d7d5 B:a2a3 B:d5e4");
    assert_eq!(hands(&game), ["[P]", "[]"]);
    let drops: Vec<String> =
        game.legal_moves(Table::A).into_iter().map(|m| game.board(Table::A).text(m, Style::Uci)).collect();
    assert_eq!(drops.iter().map(String::as_str).collect::<Vec<_>>(), ["P@f2", "P@g3"]);

    let mut game = Match::new(&bughouse()).expect("a match");
    play(&mut game, "B:e2e4 B:e7e5 B:d1h5 B:b8c6 B:f1c4 B:g8f6 B:h5f7");
    let end = game.outcome().expect("it is over");
    // White of B has mated: the team of Black of A.
    assert_eq!((end.table, end.winner(), end.text()), (Table::B, Some(Side::Black), "0-1"));
    assert!(game.legal_moves(Table::A).is_empty() && !game.waits(Table::B));
    let m = game.board(Table::A).read_move("e2e4").expect("it is legal there");
    assert_eq!(game.play(Table::A, m).err().map(|e| e.code()), Some("illegal-move"));
}

/// Two kings on a board draw a game, but not a match: a queen may come.
#[test]
fn bare_kings_play_on() {
    let kings = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    let game = Match::from_fen(&bughouse(), kings).expect("a match");
    assert_eq!(game.outcome(), None);
    assert_eq!(game.legal_moves(Table::B).len(), 5);
}

/// A refusal says why, and what to write.
#[test]
fn games_that_are_not_for_two_boards_are_refused() {
    let refused = |game: &Game| {
        let refused = Match::new(game).expect_err("it is refused");
        let by_fen = Match::from_fen(game, game.start_fen()).expect_err("it is refused from its FEN too");
        assert_eq!((refused.code(), by_fen.code()), ("no-match", "no-match"));
        assert_eq!(refused.to_string(), by_fen.to_string());
        refused.to_string()
    };
    // The hands of sittuyin and of placement chess are filled by the start alone, with pieces for the own board.
    for name in ["chess", "crazyhouse", "seirawan", "jieqi", "ataxx", "sittuyin", "placement", "pocketknight", "alice"]
    {
        let game = Game::builtin(name).expect("is built in");
        let text = refused(&game);
        assert!(!game.is_for_two_boards(), "{name}");
        assert!(text.contains("is not for two boards") && text.contains("twoBoards = true"), "{name}: {text}");
    }
    for (section, reason, remedy) in [
        ("[mine:chess]\ntwoBoards = true\n", "could not be dropped", "pieceDrops = true"),
        ("[mine:crazyhouse]\ntwoBoards = true\n", "of the same board", "capturesToHand = false"),
        ("[mine:seirawan]\ntwoBoards = true\npieceDrops = true\n", "by gating", "leave gating"),
    ] {
        let game = Game::from_ini(section, "mine").unwrap_or_else(|e| panic!("{section}: {e}"));
        assert!(game.is_for_two_boards(), "{section}");
        let text = refused(&game);
        assert!(text.contains(reason) && text.contains(remedy), "{section}: {text}");
    }
    let endless = "format = 1\nname = \"mine\"\nparent = \"ataxx\"\ntwo_boards = true\n";
    let text = refused(&Game::from_toml(endless).expect("a game"));
    assert!(text.contains("every piece at all times") && text.contains("endless = false"), "{text}");
}

/// Fairy-Stockfish's games of two boards are bughouse, koedem and supply chess, where nothing promotes; sections
/// inherit this.
#[test]
fn games_for_two_boards_say_so() {
    for name in ["bughouse", "koedem", "supply"] {
        let game = Game::builtin(name).expect("is built in");
        assert!(game.is_for_two_boards() && Match::new(&game).is_ok(), "{name}");
    }
    let text =
        "[child:supply]\n[drop:xiangqi]\npieceDrops = true\ntwoBoards = true\n[single:bughouse]\ntwoBoards = false\n";
    for (name, is_for_two) in [("child", true), ("drop", true), ("single", false)] {
        let game = Game::from_ini(text, name).expect("a section");
        assert_eq!((game.is_for_two_boards(), Match::new(&game).is_ok()), (is_for_two, is_for_two), "{name}");
        let said = game.rules().iter().any(|line| line.contains("hand of the partner"));
        assert_eq!(said, is_for_two, "{name}");
    }
    let mut game = Match::new(&Game::builtin("supply").expect("is built in")).expect("a match");
    // The cannon takes a horse over a black cannon; White of A gives it to Black of B.
    play(&mut game, "A:b3b10");
    assert_eq!(hands(&game), ["[]", "[n]"]);
}

/// A loop on two boards: what has promoted is told apart in FENs, but it goes over as what it is.
#[test]
fn promoted_pieces_stay_so_in_a_loop() {
    let text = "[twins:bughouse]\n[twinloop:bughouse]\ndropLoop = true\n[inherits:twinloop]\n";
    let b = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    for (name, comes) in [("twins", "[P]"), ("twinloop", "[Q]"), ("inherits", "[Q]")] {
        let game = Game::from_ini(text, name).expect("a section");
        let mut game = Match::from_fen(&game, &format!("8/Pk6/8/8/8/8/8/4K3[] w - - 0 1 | {b}")).expect("a match");
        play(&mut game, "A:a7a8q");
        assert!(game.board(Table::A).fen().starts_with("Q~7/1k6/"), "{name}: {}", game.fen());
        play(&mut game, "A:b7a8");
        assert_eq!(hands(&game), ["[]", comes], "{name}");
    }
}

#[test]
fn the_second_position_has_its_place() {
    let fens = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1 | 8/8";
    let wrong = Match::from_fen(&bughouse(), fens).expect_err("the second is no position");
    assert_eq!(&fens[wrong.span()], "8/8");
}

#[test]
fn files_of_matches_are_read_and_written() {
    let text = "[Event \"A match\"]\n[WhiteA \"w\"]\n[BlackA \"b\"]\n[WhiteB \"W\"]\n[BlackB \"B\"]\n[Result \"0-1\"]\n\n\
                1A. e4 {119.9} 1B. e4 {118} 1a. d5 1b. e5 2A. exd5 2B. Qh5 2b.Nc6 3B. Bc4 3b. P@d6 {a pawn from A} 4B. Qxf7# 0-1\n";
    let mut events = Events::new(text.as_bytes());
    let read = Bpgn::read(&mut events, &bughouse()).expect("a file").expect("a match").expect("it can be read");
    assert_eq!(read.moves.len(), 10);
    assert_eq!((read.moves[0].comment.as_str(), read.moves[8].comment.as_str()), ("119.9", "a pawn from A"));
    assert_eq!((read.result, read.tags.len()), (Claimed::Black, 6));
    assert_eq!(read.end.outcome().map(|end| end.text()), Some("0-1"));
    assert!(Bpgn::read(&mut events, &bughouse()).expect("a file").is_none());

    let mut written = Vec::new();
    read.write(&mut written).expect("memory");
    let written = String::from_utf8(written).expect("text");
    assert!(written.lines().all(|line| line.len() <= 80), "{written}");
    assert!(written.contains("1A. e4 {119.9} 1B. e4 {118} 1a. d5"), "{written}");
    assert!(written.contains("3b. P@d6 {a pawn from A}"), "{written}");
    let again = Bpgn::read(&mut Events::new(written.as_bytes()), &bughouse()).expect("a file").expect("a match");
    let again = again.expect("it can be read");
    assert_eq!((&again.moves, &again.tags, again.result), (&read.moves, &read.tags, read.result));

    let fault = |text: &str| {
        let read = Bpgn::read(&mut Events::new(text.as_bytes()), &bughouse()).expect("a file").expect("a match");
        let fault = read.expect_err("it is wrong");
        (fault.code, fault.place.line, fault.place.column)
    };
    assert_eq!(fault("1A. e4\n1a. e5 Nf3 *\n"), ("no-board", 2, 8));
    assert_eq!(fault("1A. e4 2A. e5 *\n"), ("wrong-side", 1, 12));
    assert_eq!(fault("1A. e4 1a. e4 *\n"), ("illegal-move", 1, 12));
}
