//! What callers do wrong, and the documented answer to it: never a panic, never a broken position.

use betza::movegen::moves::MoveType;
use betza::{Game, KindId, Move, Played, Position, Side, Square, Style};

fn game(name: &str) -> Game {
    Game::builtin(name).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn read(position: &Position, text: &str) -> Move {
    position.read_move(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// That a move is answered as one that is not legal here, and that the position stays as it was.
fn is_refused(position: &Position, m: Move) {
    let mut after = position.clone();
    let error = after.play(m).expect_err("it is not legal");
    assert_eq!(error.code(), "illegal-move", "{m:?}");
    assert!(!error.to_string().is_empty());
    assert_eq!((after.fen(), after.hash(), after.history()), (position.fen(), position.hash(), position.history()));
    assert!(!position.is_legal(m), "{m:?}");
    assert!(!position.gives_check(m));
    assert!(position.captured(m).is_empty());
    assert!(position.changes(m).is_empty());
    assert!(position.legs(m).is_empty());
    assert_eq!(position.text(m, Style::Uci), "");
    assert_eq!(position.text(m, Style::San), "");
    assert_eq!(position.text(m, Style::Usi), "");
}

#[test]
fn moves_of_other_positions_and_games_are_refused() {
    let chess = game("chess").start();
    let mut later = chess.clone();
    for text in ["e2e4", "e7e5"] {
        later.play(read(&later, text)).expect("it is legal");
    }
    // 1: a move that was legal earlier. 2: one that will be. 3: one of the other side.
    is_refused(&later, read(&chess, "e2e4"));
    is_refused(&chess, read(&later, "f1b5"));
    let mut black = chess.clone();
    black.play(read(&chess, "e2e4")).expect("it is legal");
    is_refused(&chess, read(&black, "e7e5"));
    // 4 to 9: moves of other games, on larger and smaller boards, drops and chains among them.
    for name in ["shogi", "xiangqi", "chushogi", "minishogi", "crazyhouse", "janggi"] {
        let mut other = game(name).start();
        for m in other.legal_moves() {
            if !chess.legal_moves().contains(&m) {
                is_refused(&chess, m);
            }
        }
        for m in chess.legal_moves() {
            if !other.legal_moves().contains(&m) {
                is_refused(&other, m);
            }
        }
        // 10 to 15: a history of another game cannot be taken back here.
        assert_eq!(other.undo(), None);
    }
}

/// The greatest number of a move that a text may give is followed by another move.
#[test]
fn counters_at_their_limits_go_on() {
    let chess = game("chess");
    let fen = format!("4k3/8/8/8/8/8/8/4K3 b - - {0} {0}", u32::MAX);
    let mut position = chess.position(&fen).expect("kings alone are a position");
    let before = position.fen();
    position.play(position.read_move("e8d8").expect("it is legal")).expect("it is legal");
    position.play_null().expect("nobody is in check");
    assert!(position.undo().is_some() && position.undo().is_some());
    assert_eq!(position.fen(), before);
}

#[test]
fn moves_made_by_hand_are_refused() {
    let chess = game("chess").start();
    let at = |name: &str| chess.game().square(name).expect("it is on the board");
    let kinds = chess.game().kinds().len();
    // 16 to 23: each type from an empty square; 24 to 31: off the board; 32 to 39: with a kind that does not exist.
    for kind in MoveType::ALL {
        is_refused(&chess, Move::new(kind, at("e4"), at("e5")));
        is_refused(&chess, Move::new(kind, Square::from_index(200), Square::from_index(255)));
        is_refused(&chess, Move::with_piece(kind, at("e2"), at("e4"), KindId::from_index(kinds)));
        is_refused(&chess, Move::with_piece(kind, at("e2"), at("e4"), KindId(254)));
        // What would be e2-e4, and a promotion to a Queen, if squares and kinds were cut to a byte.
        let beyond = |square: Square| Square::from_index(square.index() + 256);
        is_refused(&chess, Move::new(kind, beyond(at("e2")), beyond(at("e4"))));
        is_refused(&chess, Move::new(kind, at("e2"), beyond(at("e4"))));
        is_refused(&chess, Move::with_piece(kind, at("e2"), at("e4"), KindId(256 + 255)));
        is_refused(&chess, Move::new(kind, at("e7"), at("e5")));
        is_refused(&chess, Move::new(kind, at("a1"), at("a1")));
    }
    // 40: a king that takes its own rook without a right to castle. 41: a capture of a king.
    is_refused(&chess, Move::new(MoveType::Castling, at("e1"), at("h1")));
    is_refused(&chess, Move::new(MoveType::Plain, at("d1"), at("e8")));
    // 42: a promotion to a king. 43: a promotion to a pawn. 44: no promotion where one is due.
    let pawn = chess.game().position("7k/P7/8/8/8/8/8/K7 w - - 0 1").expect("it is a position");
    let kind = |letter: &str| chess.game().kinds().iter().find(|k| k.letters[0] == letter).expect("it has the kind").id;
    for to in ["K", "P"] {
        is_refused(&pawn, Move::with_piece(MoveType::Promotion, at("a7"), at("a8"), kind(to)));
    }
    is_refused(&pawn, Move::new(MoveType::Plain, at("a7"), at("a8")));
    // 45: a drop of a piece that is not in hand. 46: onto an occupied square. 47: a drop in a game without hands.
    let zh = game("crazyhouse");
    let held = zh.position("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1").expect("it is a position");
    let id = |letter: &str| zh.kinds().iter().find(|k| k.letters[0] == letter).expect("it has the kind").id;
    is_refused(&held, Move::entering(at("a3"), id("Q")));
    is_refused(&held, Move::entering(at("e1"), id("N")));
    is_refused(&chess, Move::entering(at("e4"), kind("N")));
    assert!(held.is_legal(Move::entering(at("a3"), id("N"))));
    // 48: a move that leaves the king in check. 49: a pinned piece that leaves the line.
    let pinned = chess.game().position("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1").expect("it is a position");
    is_refused(&pinned, Move::new(MoveType::Plain, at("e2"), at("c3")));
    let checked = chess.game().position("4r2k/8/8/8/8/8/8/N3K3 w - - 0 1").expect("it is a position");
    is_refused(&checked, Move::new(MoveType::Plain, at("a1"), at("b3")));
}

#[test]
fn taking_back_more_than_was_played_gives_none() {
    let mut position = game("chess").start();
    let start = position.clone();
    // 50: nothing was played. 51: twice after one move. 52: a clone is not touched.
    assert_eq!(position.undo(), None);
    let m = read(&position, "g1f3");
    position.play(m).expect("it is legal");
    let kept = position.clone();
    assert_eq!(position.undo(), Some(Played::Move(m)));
    assert_eq!(position.undo(), None);
    assert_eq!((position.fen(), position.hash()), (start.fen(), start.hash()));
    assert_eq!(kept.history(), [Played::Move(m)]);
    // 53: the same move twice in a row.
    let mut twice = kept.clone();
    assert!(twice.play(m).is_err());
    // 54: a null move in check. 55: the null move taken back. 56: null moves one after the other.
    let mut checked = start.game().position("4r2k/8/8/8/8/8/8/4K3 w - - 0 1").expect("it is a position");
    assert_eq!(checked.play_null().map_err(|e| e.code()), Err("null-in-check"));
    assert_eq!(checked.history(), []);
    let mut idle = start.clone();
    idle.play_null().expect("there is no check");
    assert_eq!((idle.turn(), idle.history()), (Side::Black, vec![Played::Null]));
    idle.play_null().expect("there is no check");
    assert_eq!(
        (idle.hash(), idle.undo(), idle.undo(), idle.undo()),
        (start.hash(), Some(Played::Null), Some(Played::Null), None)
    );
    assert_eq!(idle.fen(), start.fen());
    // 57: moves after the end of the game.
    let mate = start.game().position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").expect("it is a position");
    assert!(!mate.has_legal_move() && mate.legal_moves().is_empty() && mate.captures().is_empty() && mate.is_check());
    is_refused(&mate, m);
}

#[test]
fn squares_and_kinds_that_do_not_exist_have_nothing() {
    for name in ["chess", "shogi", "chushogi", "minishogi", "gardner"] {
        let Ok(game) = Game::builtin(name) else { continue };
        let start = game.start();
        let area = usize::from(game.files()) * usize::from(game.ranks());
        // 58 to 61: off the board. 62: names that are no squares.
        for index in [area, 199, 255].into_iter().filter(|&i| i >= area) {
            let off = Square::from_index(index);
            assert_eq!(start.piece_at(off), None);
            assert!(start.attackers(off, Side::White).is_empty());
            assert!(start.attacks(off).is_empty());
            assert_eq!(game.square_name(off), "");
            assert!(!start.is_wall(off));
        }
        for text in ["", "a0", "z1", "a99", "e", "4", "e44444444444444444444", "é1", "\0", "a1 "] {
            assert_eq!(game.square(text), None, "{text:?}");
        }
        // 63: an empty square attacks nothing.
        let empty = game.squares().find(|&s| start.piece_at(s).is_none()).expect("some square is empty");
        assert!(start.attacks(empty).is_empty());
    }
}

#[test]
fn texts_that_are_no_moves_are_errors_with_reasons() {
    let start = game("chess").start();
    // 64 to 83.
    let bad = [
        "",
        " ",
        "e2",
        "e2e5",
        "e7e5",
        "e9e4",
        "z2z4",
        "O-O",
        "O-O-O",
        "Nf6",
        "Ke2",
        "P@e4",
        "e2e4q",
        "0000",
        "@@@@",
        "e2e4e4",
        "\u{1F600}",
        "\0\0\0\0",
        "resign",
        "Qh5#",
    ];
    for text in bad {
        let error = start.read_move(text).expect_err(text);
        assert!(["move-text", "illegal-move", "ambiguous-move"].contains(&error.code()), "{text:?}: {error}");
        assert!(error.span().end <= text.len() && error.diagnostics().len() == 1, "{text:?}");
        assert!(error.diagnostics().iter().all(|d| !d.message.is_empty() && !d.remedy.is_empty()), "{text:?}");
    }
    // 84: a text of a megabyte.
    let huge = "e2e4".repeat(1 << 18);
    assert!(start.read_move(&huge).is_err());
    assert!(start.read_move(&huge).expect_err("it is no move").to_string().len() < 1000);
}

#[test]
fn games_that_do_not_exist_or_do_not_read_are_errors() {
    // 85 to 89: names.
    let error = Game::builtin("ches").expect_err("it has a typo");
    assert_eq!(error.code(), "unknown-game");
    assert!(error.to_string().contains("chess"), "{error}");
    assert_eq!(error.span(), 0..4);
    for name in ["", "\0", "../chess", "chess\n"] {
        assert_eq!(Game::builtin(name).map(|_| ()).map_err(|e| e.code()), Err("unknown-game"), "{name:?}");
    }
    // 90 to 96: texts.
    for text in
        ["", "format = 1", "format = 99", "[", "\u{0}", "format = 1\nparent = \"nothing\"", "format = 1\nparent = 7"]
    {
        let error = Game::from_toml(text).expect_err(text);
        assert!(!error.code().is_empty() && error.span().end <= text.len(), "{text:?}: {error}");
    }
    // 97: parents in a circle cannot be written, since only built-in games are parents. 98: a section that is missing.
    assert_eq!(Game::from_ini("[a:chess]\n", "b").map(|_| ()).map_err(|e| e.code()), Err("unknown-game"));
    // 99: a bad section does not hide the others.
    let text = "[bad\n[a:chess]\nmaxRank = 99\n[b:chess]\n";
    assert_eq!(Game::ini_names(text), ["a", "b"]);
    assert!(Game::from_ini(text, "a").is_err());
}

#[test]
fn impossible_positions_are_refused_each_with_its_error() {
    let chess = game("chess");
    // 100 to 116: position, strict code, and whether lenient reading gives a position.
    let bad = [
        ("", "fen-missing", false),
        ("8/8/8/8/8/8/8/8", "fen-missing", false),
        ("8/8/8/8/8/8/8 w - - 0 1", "fen-board-size", false),
        ("9/8/8/8/8/8/8/8 w - - 0 1", "fen-board-size", false),
        ("xxxxxxxx/8/8/8/8/8/8/8 w - - 0 1", "fen-unknown-piece", false),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "royal-missing", true),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "too-many-royals", true),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "opponent-in-check", true),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "misplaced", true),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "misplaced", true),
        ("p3k3/8/8/8/8/8/8/4K3 w - - 0 1", "misplaced", true),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "misplaced", true),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "fen-castling", true),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "fen-en-passant", true),
        ("4k3/8/8/8/8/8/8/4K3 w - - x y", "fen-unknown-field", true),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999", "fen-counter", true),
        ("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "fen-hand", false),
    ];
    for (fen, code, lenient) in bad {
        let error = chess.position(fen).map(|_| ()).expect_err(fen);
        assert_eq!(error.code(), code, "{fen}: {error}");
        assert!(error.span().end <= fen.len() && error.diagnostics().iter().all(|d| !d.remedy.is_empty()), "{fen}");
        match chess.position_lenient(fen) {
            Ok((position, ignored)) => {
                assert!(lenient && !ignored.is_empty(), "{fen}");
                assert!(ignored.iter().any(|d| d.code.as_str() == code), "{fen}: {ignored:?}");
                // It can be played on.
                for m in position.legal_moves() {
                    let mut next = position.clone();
                    next.play(m).expect("it is legal");
                    assert!(next.perft(1) < 1000);
                }
            }
            Err(error) => assert!(!lenient && error.code() == code, "{fen}: {error}"),
        }
    }
    let (position, ignored) = chess.position_lenient("r3k2r/8/8/8/8/8/8/4K2R w KQkq e6 0 1").expect("it reads");
    assert_eq!(position.fen(), "r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1");
    let spans: Vec<_> = ignored.iter().map(|d| d.span.clone()).collect();
    assert_eq!(spans, [26..27, 30..32], "{ignored:?}");
    // 117: a shogi pawn that can never move again. 118: two sides' kings in reach of each other.
    let shogi = game("shogi");
    for (fen, code) in
        [("P3k4/9/9/9/9/9/9/9/4K4 b - 1", "misplaced"), ("4k4/4K4/9/9/9/9/9/9/9 b - 1", "opponent-in-check")]
    {
        assert_eq!(shogi.position(fen).map(|_| ()).map_err(|e| e.code()), Err(code), "{fen}");
    }
}

#[test]
fn depths_and_deep_histories_do_no_harm() {
    // 119: a position without moves, however deep. 120: a long game, cloned and taken back.
    let mate = game("chess").position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").expect("it is a position");
    assert_eq!((mate.perft(0), mate.perft(1), mate.perft(2), mate.perft(u32::MAX)), (1, 0, 0, 0));
    let mut position = game("chess").start();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(2000) {
        position.play(read(&position, text)).expect("it is legal");
    }
    let mut copy = position.clone();
    while copy.undo().is_some() {}
    assert_eq!(position.history().len(), 2000);
    assert_eq!(copy.fen(), position.game().start().fen());
}

#[test]
fn everything_may_be_sent_and_shared() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<Game>();
    shared::<Position>();
    shared::<Move>();
    shared::<betza::Piece>();
    shared::<betza::Attacks>();
    shared::<betza::KindInfo>();
    shared::<betza::LoadError>();
}

#[test]
fn what_is_deep_is_not_followed_by_calls() {
    // A position that is copied before each ply keeps them one by one.
    let mut position = game("chess").start();
    let mut copies = Vec::new();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(100_000) {
        let mut next = position.clone();
        next.play(read(&next, text)).expect("it is legal");
        copies = vec![std::mem::replace(&mut position, next)];
    }
    drop((copies, position));
    // Variations in each other.
    let text = format!("1. e4 {} *", "(1. d4 ".repeat(100_000));
    let games: Vec<_> = betza::pgn::Reader::new(text.as_bytes()).collect::<Result<_, _>>().expect("it can be read");
    let codes: Vec<&str> = games[0].faults.iter().map(|fault| fault.code).collect();
    assert_eq!(codes, ["deep-variation", "unclosed-variation", "no-result"]);
    let mut depth = 0;
    let mut line = &games[0].line;
    while let Some(inner) = line.plies.first().and_then(|ply| ply.variations.first()) {
        (depth, line) = (depth + 1, inner);
    }
    assert_eq!(depth, 128);
}

#[test]
fn numbers_of_texts_do_not_run_over() {
    let kif = "手合割：平手\n1 ７六歩(77) ( 9999999999999999999:00/00:00:00)\n2 中断\n";
    let format = betza::kifu::Format::Kif;
    let records = betza::kifu::Records::new(kif.as_bytes(), format);
    let games: Vec<_> =
        betza::pgn::Reader::with(records, betza::pgn::Games::new()).collect::<Result<_, _>>().expect("read");
    assert_eq!(games[0].line.plies.len(), 1);
    let mut position = game("chess").position("4k3/8/8/8/8/8/8/4K3 b - - 0 4294967295").expect("it is a position");
    position.play(read(&position, "e8e7")).expect("it is legal");
    let mut text = Vec::new();
    betza::pgn::write(&mut text, &betza::pgn::GameRecord::of(&position), None).expect("it can be written");
    assert!(String::from_utf8_lossy(&text).contains("4294967295... Ke7"));
}

#[test]
fn no_hand_is_given_more_than_it_can_count() {
    let crazyhouse = game("crazyhouse");
    let at = |hand: &str| crazyhouse.position(&format!("4k3/8/8/3p4/4P3/8/8/4K3[{hand}] w - - 0 1"));
    // Four stand on the board, and 251 are held: all could come to one hand, which counts to 255.
    let mut position = at("251P").expect("255 in all");
    position.play(read(&position, "e4d5")).expect("it is legal");
    assert_eq!(position.hand(Side::White).map(|(_, count)| count).collect::<Vec<_>>(), [252]);
    for hand in ["255P", "252P", "251Pp", "100P100Q52n"] {
        assert_eq!(at(hand).expect_err("256 or more in all").code(), "fen-hand", "{hand}");
    }
    // Hands that nothing comes to hold what they are given.
    let placement = game("placement");
    let start = placement.start().fen();
    assert!(start.contains('['), "{start}");
    placement.position(&start.replace('[', "[200q")).expect("captures bring nothing to the hands");
}
