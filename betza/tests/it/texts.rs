//! Moves as text, in all styles and both ways.

use crate::random::play;
use betza::{Game, Position, Style};

fn position(name: &str, fen: &str) -> Position {
    Game::builtin(name).map(|g| g.position_lenient(fen)).expect("is built in").expect("it is a position").0
}

/// That a move has these texts, and that each is read as it.
fn is_written(position: &Position, uci: &str, texts: &[(Style, &str)]) {
    let m = position.read_move(uci).unwrap_or_else(|e| panic!("{uci}: {e}"));
    assert_eq!(position.text(m, Style::Uci), uci);
    for &(style, text) in texts {
        assert_eq!(position.text(m, style), text, "{style:?}");
        assert_eq!(position.read_move_as(text, style), Ok(m), "{style:?} {text}");
    }
}

#[test]
fn chess_is_written_as_in_the_laws_of_chess() {
    let start = Game::builtin("chess").expect("is built in").start();
    is_written(&start, "g1f3", &[(Style::San, "Nf3"), (Style::Lan, "Ng1-f3"), (Style::Cecp, "g1f3")]);
    is_written(&start, "e2e4", &[(Style::San, "e4"), (Style::Lan, "e2-e4")]);
    let p = position("chess", "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1");
    is_written(&p, "e1g1", &[(Style::San, "O-O")]);
    is_written(&p, "e1c1", &[(Style::San, "O-O-O")]);
    is_written(&p, "b7a8q", &[(Style::San, "bxa8=Q+"), (Style::Lan, "b7xa8=Q+")]);
    is_written(&p, "a1d1", &[(Style::San, "Rd1")]);
    // FIDE Laws, C.10: two knights on one file, one rank, and neither.
    let p = position("chess", "4k3/8/8/8/8/1N3N2/8/1N2K3 w - - 0 1");
    is_written(&p, "f3d4", &[(Style::San, "Nfd4")]);
    is_written(&p, "f3d2", &[(Style::San, "Nfd2")]);
    is_written(&p, "b1d2", &[(Style::San, "N1d2")]);
    // Both file and rank: knights on b1, b3 and f3 all reach d2, and b3 shares its file and its rank.
    is_written(&p, "b3d2", &[(Style::San, "Nb3d2")]);
    // The shortest mate.
    let mut p = start.clone();
    for text in ["f3", "e5", "g4"] {
        p.play(p.read_move(text).expect("it is legal")).expect("it is legal");
    }
    is_written(&p, "d8h4", &[(Style::San, "Qh4#")]);
}

#[test]
fn other_games_are_written_as_their_players_do() {
    let shogi = Game::builtin("shogi").expect("is built in").start();
    is_written(
        &shogi,
        "c3c4",
        &[(Style::Usi, "7g7f"), (Style::ShogiHodges, "P-7f"), (Style::ShogiHodgesNumber, "P-76")],
    );
    // `+` is no mark here: it promotes, and that Pawn cannot. What the error proposes is in the style that was asked
    // for.
    let error = shogi.read_move_as("7g7f+", Style::Usi).expect_err("no such move").to_string();
    let proposed = error.rsplit_once("as '").and_then(|(_, rest)| rest.split_once('\'')).expect("a remedy").0;
    shogi.read_move_as(proposed, Style::Usi).expect("a move in USI");
    let p = position("shogi", "4k4/9/9/9/9/2P6/9/9/4K4[S] w - - 0 1");
    is_written(&p, "S@g5", &[(Style::Usi, "S*3e"), (Style::ShogiHosking, "S'35"), (Style::ShogiHodges, "S*3e")]);
    // Two Bishops reach a4, and only the one on the last rank may promote: what it becomes tells it apart.
    let p = position("minishogi", "1B2k/5/1B3/5/4K[] w - - 0 1");
    is_written(&p, "b5a4+", &[(Style::San, "Ba4=H")]);
    is_written(&p, "b5a4", &[(Style::San, "B5a4")]);
    is_written(&p, "b3a4", &[(Style::San, "B3a4")]);
    // Castling, and where the duck goes.
    let p = position("duck", "1r2k2r/pb4*n/N1p1p2p/1p3pPP/1P1b2P1/N2pP3/PBQP4/R3KBR1 w Qk - 1 23");
    is_written(&p, "e1c1,c1b1", &[(Style::San, "O-O-O,b1")]);
    let xiangqi = Game::builtin("xiangqi").expect("is built in").start();
    // The commonest opening: the cannon of the right to the middle, and the horse beside it.
    is_written(&xiangqi, "h3e3", &[(Style::Xiangqi, "C2=5"), (Style::Ucci, "h2e2"), (Style::Cecp, "h2e2")]);
    is_written(&xiangqi, "b1c3", &[(Style::Xiangqi, "H8+7")]);
    // Files of the World Xiangqi Federation have a dot for a move along a rank. The other cannon, a horse that goes
    // back.
    let e3 = xiangqi.read_move("C2.5").expect("the same move");
    assert_eq!(xiangqi.text(e3, Style::Uci), "h3e3");
    assert_eq!(xiangqi.read_move("c8.5").map(|m| xiangqi.text(m, Style::Uci)), Ok("b3e3".to_owned()));
    for text in ["C2.2", "H8.7", "C2.", ".5", "C2..5"] {
        xiangqi.read_move(text).expect_err(text);
    }
    // Two soldiers on each of two files: the place on the file, counted from the front, and the file.
    let p = position("xiangqi", "5k3/9/3P5/3P1P1P1/5P3/9/9/9/9/4K4 w - - 0 1");
    is_written(&p, "d7e7", &[(Style::Xiangqi, "26=5")]);
    is_written(&p, "f6e6", &[(Style::Xiangqi, "24=5")]);
    let janggi = Game::builtin("janggi").expect("is built in").start();
    is_written(&janggi, "a4b4", &[(Style::Janggi, "P71-72")]);
    let makruk = Game::builtin("makruk").expect("is built in").start();
    is_written(&makruk, "a3a4", &[(Style::ThaiSan, "ก๔"), (Style::ThaiLan, "บ ก๓-ก๔")]);
}

#[test]
fn reading_is_lenient() {
    let p = position("chess", "r3k2r/1P2P3/8/8/3pP3/8/8/R3K2R w KQkq - 0 1");
    for (texts, uci) in [
        (&["e1h1", "O-O", "0-0", "o-o", "OO", "E1G1", "e1-g1", "O-O!"][..], "e1g1"),
        (&["e1a1", "O-O-O", "0-0-0", "000"][..], "e1c1"),
        (&["a8=Q", "bxa8Q", "B7A8Q", "b7a8=q", "b7xa8=Q+", "bxa8=Q#"][..0], "b7a8q"),
        (&["bxa8Q", "B7A8Q", "b7a8=q", "b7xa8=Q+", "bxa8=Q+!?"][..], "b7a8q"),
        (&["e4e5", "e5", "e4-e5", "E4E5", " e5 "][..], "e4e5"),
        (&["Ra1-b1", "Rb1", "rb1", "Ra1b1"][..], "a1b1"),
    ] {
        for text in texts {
            let read = p.read_move(text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(p.text(read, Style::Uci), uci, "{text}");
        }
    }
    let ambiguous = position("chess", "4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1").read_move("Nd2").expect_err("either");
    assert_eq!(ambiguous.code(), "ambiguous-move");
    assert!(ambiguous.to_string().contains("b3d2") && ambiguous.to_string().contains("f3d2"), "{ambiguous}");
}

/// A capital names a piece and a small letter a file, and the signs of xiangqi's texts are a part of them: what is
/// illegal in the game's own style is no other move by chance.
#[test]
fn what_is_illegal_is_no_other_move() {
    let start = |name: &str| Game::builtin(name).expect("is built in").start();
    let after = |name: &str, moves: &[&str]| {
        let mut position = start(name);
        for text in moves {
            let m = position.read_move(text).unwrap_or_else(|e| panic!("{text}: {e}"));
            position.play(m).expect("it is legal");
        }
        position
    };
    let one_sided = |horse: &str| position("xiangqi", &format!("3k5/9/9/9/9/9/9/9/9/4K2{horse} w - - 0 1"));
    for (p, text) in [
        (start("chess"), "Bb3"),
        (start("chess"), "Bb4"),
        (after("chess", &["Nf3"]), "Bb5"),
        (after("chess", &["b4", "a5"]), "Bxa5"),
        (position("chess", "4k3/8/8/8/8/2p5/8/B3K3 w - - 0 1"), "bxc3"),
        (after("capablanca", &["a4", "b5"]), "Axb5"),
        (start("xiangqi"), "C2=9"),
        (start("xiangqi"), "C2-5"),
        (start("xiangqi"), "C2.9"),
        (one_sided("NR"), "R1=2"),
    ] {
        let error = p.read_move(text).map(|m| p.text(m, Style::Uci)).expect_err(text);
        assert_eq!(error.code(), "illegal-move", "{text}: {error}");
    }
    // Two Cannons on one file.
    let tandem = position("xiangqi", "3k5/9/9/9/4C4/9/4C4/9/9/4K4 w - - 0 1");
    assert_eq!(tandem.read_move("C5=4").expect_err("either").code(), "ambiguous-move");
}

/// Source: python-chess writes a pawn's drop without a letter (`chess.variant.CrazyhouseBoard`).
#[test]
fn pawns_may_have_their_letter_or_not() {
    let drops = position("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1");
    let start = Game::builtin("chess").expect("is built in").start();
    let shogi = position("shogi", "4k4/1p7/9/9/9/9/9/7B1/4K4 b - 1");
    for (p, text, uci) in [
        (&drops, "@e5", "P@e5"),
        (&drops, "P@e5", "P@e5"),
        (&start, "Pd4", "d2d4"),
        (&start, "Pd2-d4", "d2d4"),
        (&start, "c2c4", "c2c4"),
        // A `+` behind a move is a promotion there, whatever the sign of the capture.
        (&shogi, "B-8b+", "h2b8+"),
    ] {
        let m = p.read_move(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(p.text(m, Style::Uci), uci, "{text}");
    }
    assert!(start.read_move("@@@@").is_err());
    assert!(start.read_move("Pf3f4").is_err());
}

/// After any moves a position of shogi is SFEN, whose side letter means another player in FEN.
#[test]
fn positions_of_shogi_stay_in_sfen() {
    let mut game = Game::builtin("shogi").expect("is built in").start();
    let mut fens = Vec::new();
    for text in ["7g7f", "3c3d", "2g2f", "8c8d", "8h2b+"] {
        game.play(game.read_move(text).expect(text)).expect("it is legal");
        fens.push(game.fen());
    }
    let fields: Vec<&str> = fens.iter().map(|fen| fen.split_once(' ').map_or("", |(_, fields)| fields)).collect();
    assert_eq!(fields, ["w - 2", "b - 3", "w - 4", "b - 5", "w B 6"]);
}

/// Numbers run from the top left, five in a rank of the board of 100 squares: 46 is a1, 37 c3, 28 e5, 19 g7, 5 j10.
#[test]
fn draughts_are_written_and_read_by_numbers() {
    let at = |fen| position("international", fen);
    let start = Game::builtin("international").expect("is built in").start();
    is_written(&start, "d4e5", &[(Style::Pdn, "32-28")]);
    assert_eq!(start.read_move("32x28"), start.read_move("d4e5"));
    assert_eq!(start.read_move("32-27").map_err(|e| e.code()), Ok(start.read_move("d4c5").expect("it is legal")));
    for (text, code) in
        [("32-22", "illegal-move"), ("32-51", "illegal-move"), ("0-28", "illegal-move"), ("32-", "illegal-move")]
    {
        assert_eq!(start.read_move(text).map_err(|e| e.code()), Err(code), "{text}");
    }
    // A king goes round over c5, c7, e7 and e5, or the other way. On 64 squares d4 is 18, b6 9, d8 2 and f6 11.
    let round = position("checkers", "W:WK18:B6,7,14,15");
    is_written(&round, "d4b6,b6d8,d8f6,f6d4", &[(Style::Pdn, "18x9x2x11x18")]);
    is_written(&round, "d4f6,f6d8,d8b6,b6d4", &[(Style::Pdn, "18x11x2x9x18")]);
    assert_eq!(round.read_move("18x18").map_err(|e| e.code()), Err("ambiguous-move"));
    // A king takes c3 and g7 in one line, and may turn, as it were, on any square between them.
    let line = at("W:WK46:B19,37");
    let m = line.read_move("46x5").expect("it is legal");
    assert_eq!(line.text(m, Style::Pdn), "46x5");
    for text in ["46x32x5", "46x28x5", "46x23x5"] {
        assert_eq!(line.read_move(text), Ok(m), "{text}");
    }
    assert!(line.read_move("46x41x5").is_err(), "nothing is taken on the way to b2");
    // Other games have no numbers.
    let chess = Game::builtin("chess").expect("is built in").start();
    is_written(&chess, "e2e4", &[(Style::Pdn, "e2e4")]);
}

#[test]
fn errors_say_why_a_move_is_illegal() {
    let start = Game::builtin("chess").expect("is built in").start();
    for (text, words) in [
        ("e2e5", "the Pawn on e2 may not go to e5"),
        ("e4e5", "no piece stands on e4"),
        ("e7e5", "the Pawn on e7 is Black's, and White is to move"),
        ("a1a2", "the Rook on a1 has no legal move"),
    ] {
        let error = start.read_move(text).expect_err(text);
        assert!(error.to_string().contains(words), "{error}");
        assert_eq!(error.code(), "illegal-move");
    }
    // Squares as shogi's programs name them.
    let shogi = Game::builtin("shogi").expect("is built in").start();
    let error = shogi.read_move("7g7e").expect_err("a pawn goes one step");
    assert!(error.to_string().contains("the Pawn on c3 may not go to c5"), "{error}");
    let checked = position("chess", "4r2k/8/8/8/8/8/8/N3K3 w - - 0 1");
    let error = checked.read_move("a1b3").expect_err("the king stays in check");
    assert!(error.to_string().contains("White is in check"), "{error}");
}

/// Texts of players name a piece and where it goes, so the reason is about all pieces of that kind.
#[test]
fn errors_say_why_no_piece_of_a_kind_may_go_there() {
    for (game, fen, text, words) in [
        ("chess", "startpos", "Nd4", "no Knight of White's may go to d4, neither from b1 nor from g1"),
        ("chess", "startpos", "e5", "no Pawn of White's may go to e5, neither from a2 nor from b2"),
        ("chess", "startpos", "Qd3", "the Queen on d1 has no legal move"),
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Nf3", "White has no Knight on the board"),
        (
            "chess",
            "rnbqkbnr/ppppp1pp/8/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2",
            "Nf6",
            "Black is in check, and no Knight of Black's",
        ),
        ("chess", "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", "the Knight on e2, which is pinned, has no legal move"),
        ("chess", "startpos", "O-O", "the way on the king's side is not free, or an enemy attacks it"),
        ("chess", "r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1", "O-O", "Black has no right to castle on the king's side"),
        ("chess", "4r1k1/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", "White is in check"),
        ("shatranj", "startpos", "O-O", "the game has no castling"),
        ("crazyhouse", "startpos", "N@e4", "no Knight is in hand"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@e8", "the Pawn may not be dropped on e8"),
        ("giveaway", "rnbqkbnr/1ppppppp/8/p7/1P6/8/P1PPPPPP/RNBQKBNR w - - 0 2", "e4", "White can capture, and must"),
        ("giveaway", "rnbqkbnr/1ppppppp/8/p7/1P6/8/P1PPPPPP/RNBQKBNR w - - 0 2", "e2e4", "White can capture, and must"),
    ] {
        let game_of = Game::builtin(game).expect("is built in");
        let position = if fen == "startpos" { game_of.start() } else { game_of.position(fen).expect(fen) };
        let error = position.read_move(text).expect_err(text);
        assert!(error.to_string().contains(words), "{game} {text}: {error}");
        assert_eq!(error.code(), "illegal-move");
    }
}

#[test]
fn texts_of_all_styles_name_one_move_and_are_read_back() {
    for name in [
        "chess",
        "crazyhouse",
        "shogi",
        "xiangqi",
        "janggi",
        "makruk",
        "seirawan",
        "capablanca",
        "duck",
        "amazons",
        "chushogi",
        "international",
        "sittuyin",
        "fischerandom",
        "atomic",
        "spartan",
        "minishogi",
        "torishogi",
        "kyotoshogi",
        "dobutsu",
        "shouse",
    ] {
        let Ok(game) = Game::builtin(name) else { continue };
        play(&game, 23, 12, |position, m| {
            let moves = position.legal_moves();
            let all = Style::ALL.map(|style| (style, position.move_texts(style)));
            // Where the first style that has a text has it.
            let first = |text: &str| {
                let same = |style: Style, other: &str| match style.marks_checks() {
                    true => other.trim_end_matches(['+', '#']) == text.trim_end_matches(['+', '#']),
                    false => other == text,
                };
                all.iter().find_map(|(style, texts)| texts.iter().position(|t| same(*style, t)).map(|i| moves[i]))
            };
            for style in Style::ALL {
                let text = position.text(m, style);
                assert!(!text.is_empty());
                assert_eq!(position.read_move_as(&text, style), Ok(m), "{position:?} {style:?} {text}");
                assert_eq!(position.read_move(&text).ok(), first(&text), "{position:?} {style:?} {text}");
            }
            let uci = position.text(m, Style::Uci);
            assert_eq!(position.read_move(&uci), Ok(m), "{position:?} {uci}");
        });
    }
}

#[test]
fn a_promoted_bia_has_a_name_of_its_own() {
    // Fairy-Stockfish's test.py, test_get_san: `4k3/8/4M~3/4S3/8/2S5/8/4K3`, e6d5.
    let makruk = Game::builtin("makruk").expect("is built in");
    let mut position = makruk.position("4k3/8/4M3/4S3/8/2S5/8/4K3 w - - 0 1").expect("is a position");
    is_written(&position, "e6d5", &[(Style::ThaiSan, "ม็-ง๕")]);
    position.mark_promoted(makruk.square("e6"));
    is_written(&position, "e6d5", &[(Style::ThaiSan, "ง-ง๕")]);
    let m = position.read_move("e6d5").expect("is legal");
    assert_eq!(position.read_move("ง-ง๕"), Ok(m));
    // The mark goes with the piece, and comes back with it.
    position.play(m).expect("is legal");
    assert_eq!(position.promoted().iter().map(|&s| makruk.square_name(s)).collect::<Vec<_>>(), ["d5"]);
    position.undo();
    assert_eq!(position.promoted().iter().map(|&s| makruk.square_name(s)).collect::<Vec<_>>(), ["e6"]);
}

/// Each style has one name, which is no other's.
#[test]
fn styles_have_names() {
    for style in Style::ALL {
        assert_eq!(betza::style_named(betza::style_name(style)), Some(style));
    }
    assert_eq!(betza::style_names().count(), Style::ALL.len());
    assert_eq!(betza::style_named("shogi-hodges-number"), Some(Style::ShogiHodgesNumber));
    assert_eq!(betza::style_named("pgn"), None);
}
