//! Every function of the library at least once, with answers known from the rules.

use betza::{Change, Dialect, Game, Men, Piece, Played, Position, Side, Style};

fn chess() -> Game {
    Game::builtin("chess").expect("is built in")
}

fn names(game: &Game, squares: &[betza::Square]) -> Vec<String> {
    squares.iter().map(|&s| game.square_name(s)).collect()
}

#[test]
fn games_tell_what_they_are() {
    let game = Game::builtin("Capablanca").expect("capitals do not matter");
    assert_eq!((game.name(), game.files(), game.ranks()), ("capablanca", 10, 8));
    assert!(game.title().contains("Capablanca"));
    assert_eq!(game.squares().count(), 80);
    let e4 = game.square("e4").expect("it is on the board");
    assert_eq!((game.square_name(e4), e4.index()), ("e4".to_owned(), 34));
    assert_eq!(game.start().fen(), game.start_fen());
    assert!(game.warnings().is_empty());
    assert!(Game::names().any(|name| name == "capablanca") && Game::names().is_sorted());
    let kinds = game.kinds();
    let knight = kinds.iter().find(|k| k.letters == ["N", "n"]).expect("it has knights");
    assert_eq!(
        (kinds[knight.id.index()].name.as_str(), knight.notation[0].as_str(), knight.royal),
        ("Knight", "N", false)
    );
    assert!(kinds.iter().any(|k| k.royal));
}

#[test]
fn mobility_is_the_mean_number_of_attacked_squares() {
    let game = chess();
    let mobility = |letter: &str| game.kinds().iter().find(|k| k.letters[0] == letter).expect("it has it").mobility();
    // A knight attacks 336 squares from the 64 of the board, a king 420, a white pawn 98, whatever stands there.
    assert!((mobility("N") - 336.0 / 64.0).abs() < 1e-9);
    assert!((mobility("K") - 420.0 / 64.0).abs() < 1e-9);
    assert!((mobility("P") - 98.0 / 64.0).abs() < 1e-9);
    // The queen attacks what rook and bishop attack together.
    assert!((mobility("Q") - mobility("R") - mobility("B")).abs() < 0.5);
    assert!(mobility("R") > mobility("N") * 0.8 && mobility("R") < 14.0);
    assert_eq!(chess().kinds()[0].mobility().to_bits(), game.kinds()[0].mobility().to_bits());
}

#[test]
fn kings_castle_from_any_file() {
    let mut compared = 0;
    for name in Game::names() {
        let game = Game::builtin(name).unwrap_or_else(|e| panic!("{e}"));
        let Some(rule) = &game.any().variant().castling else {
            let error = game.with_any_castling().expect_err("nothing castles");
            assert_eq!(error.code(), "no-castling", "{name}");
            assert!(!error.diagnostics()[0].remedy.is_empty(), "{name}");
            continue;
        };
        let ours = game.with_any_castling().unwrap_or_else(|e| panic!("{name}: {e}"));
        if rule.any_files {
            assert_eq!(ours.name(), name);
            continue;
        }
        assert_eq!((ours.name(), ours.title()), (&*format!("{name}960"), &*format!("{} (960)", game.title())));
        let text = format!("format = 1\nparent = \"{name}\"\nname = \"x\"\n[castling]\nany_files = true\n");
        let written = Game::from_toml(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        let (a, b) = (ours.start(), written.start());
        assert_eq!(a.fen(), b.fen(), "{name}");
        assert_eq!(a.legal_moves(), b.legal_moves(), "{name}");
        assert_eq!(a.perft(2), b.perft(2), "{name}");
        compared += 1;
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn kings_of_sections_castle_from_any_file_and_dropped_ones_from_theirs() {
    let mine = Game::from_ini("[mine:crazyhouse]\n", "mine").and_then(|game| game.with_any_castling());
    let mine = mine.unwrap_or_else(|e| panic!("{e}"));
    let position = mine.position("1k6/8/8/8/8/8/8/R3K2R[] w KQ - 0 1").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(position.read_move("O-O").map(|m| position.text(m, Style::Uci)), Ok("e1h1".to_owned()));
    let placement = Game::builtin("placement").and_then(|game| game.with_any_castling());
    let mut position = placement.unwrap_or_else(|e| panic!("{e}")).start();
    for text in ["K@e1", "K@f8", "R@h1", "R@h8"] {
        let m = position.read_move(text).unwrap_or_else(|e| panic!("{e}"));
        position.play(m).unwrap_or_else(|e| panic!("{e}"));
    }
    assert_eq!(position.fen().split(' ').nth(2), Some("H"));
}

#[test]
fn games_are_read_from_texts() {
    let toml = "format = 1\nparent = \"chess\"\nname = \"mine\"\n[pieces.Q]\nname = \"Amazon\"\nmove = \"QN\"\n";
    let game = Game::from_toml(toml).expect("it reads");
    assert_eq!(game.name(), "mine");
    // From d1 the Amazon leaps to c3 and e3, which a Queen does not.
    let queen = game.square("d1").expect("it is on the board");
    assert_eq!(game.start().legal_moves().iter().filter(|m| m.from() == queen).count(), 2);
    let ini = "[mine:chess]\npromotionPieceTypes = n\n[other:shogi]\n";
    assert_eq!(Game::ini_names(ini), ["mine", "other"]);
    let game = Game::from_ini(ini, "mine").expect("it reads");
    let pawn = game.position("7k/P7/8/8/8/8/8/K7 w - - 0 1").expect("it is a position");
    let promotions = pawn.legal_moves().into_iter().filter_map(|m| m.promotion());
    assert_eq!(promotions.map(|k| game.kinds()[k.index()].name.clone()).collect::<Vec<_>>(), ["Knight"]);
}

#[test]
fn positions_tell_what_stands_and_moves() {
    let game = chess();
    let mut p = game.position("r3k2r/8/8/3pP3/8/8/6n1/R3K2R w KQkq d6 0 1").expect("it is a position");
    assert!(p.game().name() == "chess" && p.turn() == Side::White && p.is_check());
    let at = |name: &str| game.square(name).expect("it is on the board");
    let (side, kind) = p.piece_at(at("g2")).expect("a knight stands there");
    assert_eq!((side, game.kinds()[kind.index()].letters[1].as_str()), (Side::Black, "n"));
    assert_eq!(p.piece_at(at("g3")), None);
    // Without the check, castling and en passant are there.
    p = game.position("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1").expect("it is a position");
    assert!(!p.is_check() && p.has_legal_move() && p.is_complete());
    let capture = p.read_move("e5d6").expect("it is legal");
    assert_eq!(names(&game, &p.captured(capture)), ["d5"]);
    let captures: Vec<String> = p.captures().into_iter().map(|m| p.text(m, Style::Uci)).collect();
    let mut captures = captures;
    captures.sort();
    assert_eq!(captures, ["a1a8", "e5d6", "h1h8"]);
    let castling = p.read_move("O-O").expect("it is legal");
    assert!(p.is_legal(castling) && p.captured(castling).is_empty() && !p.gives_check(castling));
    assert_eq!(names(&game, &p.legs(castling)), ["e1", "g1"]);
    let changed: Vec<String> = p
        .changes(castling)
        .into_iter()
        .map(|c| match c {
            Change::Lift { square, .. } => format!("-{}", game.square_name(square)),
            Change::Put { square, .. } => format!("+{}", game.square_name(square)),
            other => format!("{other:?}"),
        })
        .collect();
    assert_eq!(changed, ["-e1", "-h1", "+f1", "+g1"]);
    assert!(p.gives_check(p.read_move("a1a8").expect("it is legal")));
    assert_eq!(names(&game, &p.attackers(at("a8"), Side::White)), ["a1"]);
    assert_eq!(names(&game, &p.attacks(at("e5"))), ["d6", "f6"]);
    let before = p.hash();
    p.play(capture).expect("it is legal");
    assert_ne!(p.hash(), before);
    assert_eq!(p.history(), [Played::Move(capture)]);
    assert_eq!((p.undo(), p.hash(), p.undo()), (Some(Played::Move(capture)), before, None));
    assert_eq!(p.fen(), "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1");
    let svg = p.svg();
    assert!(svg.starts_with("<svg") && svg.matches("class=\"man\"").count() == 8, "eight pieces");
    assert!(!svg.contains("class=\"last\"") && !svg.contains("class=\"check\""), "nothing was played");
    p.play(p.read_move("a1a8").expect("it is legal")).expect("it is legal");
    let svg = p.svg();
    assert_eq!(svg.matches("class=\"last\"").count(), 2, "the squares of the last move");
    // Black's king on e8: its rank is the first one drawn.
    assert_eq!(svg.matches("class=\"check\" cx=\"200\" cy=\"40\"").count(), 1, "the king in check");
    assert_eq!(svg.matches("class=\"check\"").count(), 1);
}

#[test]
fn hands_drops_and_explosions() {
    let zh = Game::builtin("crazyhouse").expect("is built in");
    let p = zh.position("4k3/8/8/3p4/8/8/8/3RK3[NNp] w - - 0 1").expect("it is a position");
    let held = |side| p.hand(side).map(|(k, n)| (zh.kinds()[k.index()].letters[0].clone(), n)).collect::<Vec<_>>();
    assert_eq!((held(Side::White), held(Side::Black)), (vec![("N".to_owned(), 2)], vec![("P".to_owned(), 1)]));
    let drop = p.read_move("N@e4").expect("it is legal");
    assert_eq!((drop.drop().map(|k| zh.kinds()[k.index()].name.as_str()), drop.promotion()), (Some("Knight"), None));
    assert!(p.changes(drop).iter().any(|c| matches!(c, Change::Hand { side: Side::White, before: 2, after: 1, .. })));
    let capture = p.read_move("d1d5").expect("it is legal");
    assert!(
        p.changes(capture).iter().any(|c| matches!(c, Change::Hand { side: Side::White, before: 0, after: 1, .. }))
    );
    // A capture explodes all but pawns around it, the captor too.
    let atomic = Game::builtin("atomic").expect("is built in");
    let p = atomic.position("4k3/8/3np3/3pP3/8/8/8/3RK3 w - - 0 1").expect("it is a position");
    let capture = p.read_move("d1d5").expect("it is legal");
    assert_eq!(names(&atomic, &p.captured(capture)), ["d5", "d6"]);
}

#[test]
fn a_lion_stops_on_its_way() {
    let chu = Game::builtin("chushogi").expect("is built in");
    // The Lion on f6 may capture on f7 and go on to f8, or come back.
    let p = chu.position_lenient("5k6/12/12/12/5p6/5p6/5N6/12/12/12/12/5K6 w - - 0 1").expect("it reads").0;
    let legs: Vec<Vec<String>> = p.legal_moves().into_iter().map(|m| names(&chu, &p.legs(m))).collect();
    assert!(legs.contains(&vec!["f6".into(), "f7".into(), "f8".into()]), "{legs:?}");
    assert!(legs.contains(&vec!["f6".into(), "f7".into(), "f6".into()]), "{legs:?}");
    let double = p.legal_moves().into_iter().find(|&m| names(&chu, &p.captured(m)) == ["f7", "f8"]);
    assert!(double.is_some_and(|m| p.changes(m).len() == 4), "the Lion and both pawns go, the Lion arrives");
}

#[test]
fn the_example_of_the_contract_runs() -> Result<(), Box<dyn std::error::Error>> {
    let game = Game::builtin("capablanca")?;
    let mut position: Position = game.start();
    assert_eq!(position.legal_moves().iter().filter(|&&m| position.text(m, Style::Uci) == "e2e4").count(), 1);
    position.play(position.read_move("e2e4")?)?;
    position.play_null()?;
    assert_eq!(position.history().len(), 2);
    let amazon = Piece::read("QN", Dialect::Betza)?;
    assert_eq!(amazon.moves(&Men::alone((3, 3), "a1"))?.len(), 8);
    assert_eq!(betza::with_width!(game, position, |game, position| game.count_moves(position)), position.perft(1));
    Ok(())
}
