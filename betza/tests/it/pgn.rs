//! Files of games. Positions and results of `testdata/pgn` are those that python-chess and pyffish give.

use crate::random::{games, play};
use betza::pgn::{Claimed, Event, Events, GameRecord, Games, Line, Reader, write};
use betza::{Game, Outcome, Played, Reason, Side, Style};

const VARIANTS: &str = include_str!("../../../testdata/pgn/variants.pgn");
const FAULTS: &str = include_str!("../../../testdata/pgn/faults.pgn");

fn read(text: impl AsRef<[u8]>) -> Vec<GameRecord> {
    Reader::new(text.as_ref()).collect::<Result<_, _>>().expect("memory can be read")
}

/// The faults as line, column, code.
fn faults(games: &[GameRecord]) -> Vec<(u64, u64, usize, &str)> {
    let of =
        |g: &'_ GameRecord| g.faults.iter().map(|f| (f.place.game, f.place.line, f.place.column, f.code)).collect();
    games.iter().flat_map(|g| -> Vec<_> { of(g) }).collect()
}

/// The board of the last position.
fn last_board(game: &GameRecord) -> String {
    let fen = game.last.as_ref().expect("it was played to its end").fen();
    fen.split(' ').next().expect("a field").to_owned()
}

fn texts(line: &Line) -> Vec<&str> {
    line.plies.iter().map(|ply| ply.text.as_str()).collect()
}

#[test]
fn games_of_several_variants_are_played() {
    let games = read(VARIANTS);
    assert_eq!(faults(&games), []);
    let boards: Vec<String> = games.iter().map(last_board).collect();
    assert_eq!(boards[0], "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5");
    assert_eq!(boards[1], "rnb1kbnr/ppp1pppp/8/3q4/4N3/8/PPPP1PPP/R1BQKBNR[Pp]");
    assert_eq!(boards[2], "lnsgkg1nl/1r5s1/pppppp1pp/6p2/4B4/2P6/PP1PPPPPP/7R1/LNSGKGSNL");
    assert_eq!(boards[3], "rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R");
    assert_eq!(boards[4], "qbbrnkrn/pppppppp/8/8/8/8/PPPPPPPP/QBBRNRKN");
    let mate = Outcome::Win { side: Side::White, reason: Reason::Checkmate };
    assert_eq!((games[0].outcome, games[0].line.result), (Some(mate), Some(Claimed::White)));
    assert_eq!(games[1].outcome, None);
    assert_eq!(games[5].outcome, Some(Outcome::Win { side: Side::White, reason: Reason::Goal }));
}

#[test]
fn comments_variations_and_glyphs_are_kept() {
    let game = &read(VARIANTS)[0];
    assert_eq!(game.place.line, 2);
    assert_eq!(game.tag("Black"), Some("Duke Karl \"of Brunswick\" and Count Isouard"));
    assert_eq!(game.line.comments, ["Philidor's Defence"]);
    let plies = &game.line.plies;
    assert_eq!(plies.len(), 33);
    assert_eq!((plies[5].text.as_str(), &plies[5].nags[..]), ("Bg4", &[6][..]));
    assert_eq!(plies[5].comments, ["This is weak (3... exd4 is better)."]);
    let variations = &plies[5].variations;
    assert_eq!(variations.iter().map(texts).collect::<Vec<_>>(), [vec!["exd4", "Nxd4", "Nf6"], vec!["Nd7"]]);
    let inner = &variations[0].plies[1].variations[0];
    assert_eq!(
        (texts(inner), &inner.plies[1].comments[..]),
        (vec!["Qxd4", "Nc6"], &["attacks the queen".to_owned()][..])
    );
    assert!(inner.plies.iter().all(|ply| ply.played.is_some()));
    assert_eq!(plies[7].comments, ["not 4... dxe5 5. Qxd8+"]);
    assert_eq!((&plies[11].nags[..], &plies[18].nags[..]), (&[2][..], &[3][..]));
}

#[test]
fn what_is_skipped_is_not_told() {
    let mut events = Events::new(VARIANTS.as_bytes());
    events.skip_comments();
    events.skip_variations();
    let (mut moves, mut results) = (0, 0);
    while let Some(event) = events.next_event().expect("memory can be read") {
        match event {
            Event::Move(text) => {
                assert!(!matches!(text, "exd4" | "Nd7"), "{text}");
                moves += 1;
            }
            Event::Result(_) => results += 1,
            Event::Tag { .. } | Event::End => {}
            other => panic!("{other:?}"),
        }
    }
    // 33 of chess, 10 of crazyhouse, 5, 4, 1, 7.
    assert_eq!((moves, results), (60, 6));
}

#[test]
fn each_fault_has_its_place() {
    let games = read(FAULTS);
    assert_eq!(games.len(), 9);
    // Lines and columns are counted by hand.
    assert_eq!(
        faults(&games),
        [
            (1, 4, 21, "illegal-move"),
            (1, 4, 47, "illegal-move"),
            (2, 10, 21, "wrong-result"),
            (3, 13, 1, "result-tag"),
            (4, 18, 1, "unknown-game"),
            (5, 24, 1, games[4].faults[0].code),
            (6, 32, 22, "unclosed-variation"),
            (6, 32, 22, "no-result"),
            (7, 37, 7, "unclosed-comment"),
            (7, 37, 7, "no-result"),
            (8, 42, 10, "stray-parenthesis"),
            (8, 42, 12, "nag"),
            (9, 43, 1, "tag"),
        ]
    );
    // Nothing is lost.
    assert_eq!(texts(&games[0].line), ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxa7", "Nxa7"]);
    let played = games[0].line.plies.iter().filter(|ply| ply.played.is_some()).count();
    assert_eq!((played, games[0].last.is_none(), games[0].line.result), (6, true, Some(Claimed::White)));
    assert_eq!(texts(&games[0].line.plies[2].variations[0]), ["Nf4", "Nf6"]);
    assert_eq!(texts(&games[3].line), ["e4"]);
    assert_eq!(games[6].line.plies[0].comments, ["the queen's pawn"]);
    let message = &games[0].faults[0].message;
    assert!(message.contains("Nf4"), "{message}");
}

#[test]
fn lines_may_be_encoded_and_ended_in_any_way() {
    let plain = "[Event \"Zürich\"]\n[Result \"*\"]\n\n1. e4 {naïve\n gambit} e5 *\n";
    let wanted = read(plain);
    let crlf = plain.replace('\n', "\r\n");
    let latin_1: Vec<u8> = crlf.chars().map(|c| u8::try_from(u32::from(c)).expect("in Latin-1")).collect();
    for text in [crlf.clone().into_bytes(), format!("\u{feff}{crlf}").into_bytes(), latin_1] {
        let games = read(&text);
        assert_eq!(games.len(), 1);
        assert_eq!((&games[0].tags, &games[0].line), (&wanted[0].tags, &wanted[0].line));
        assert_eq!(faults(&games), []);
    }
    assert_eq!(wanted[0].tag("Event"), Some("Zürich"));
    assert_eq!(wanted[0].line.plies[0].comments, ["naïve gambit"]);
}

#[test]
fn texts_of_all_kinds_are_cut_into_parts() {
    let part = |text: &'static str| -> Vec<String> {
        let mut events = Events::new(text.as_bytes());
        let mut parts = Vec::new();
        while let Some(event) = events.next_event().expect("memory can be read") {
            parts.push(match event {
                Event::Move(text) => text.to_owned(),
                Event::Nag(number) => format!("${number}"),
                Event::Comment(text) => format!("{{{text}}}"),
                Event::Open => "(".to_owned(),
                Event::Close => ")".to_owned(),
                Event::Result(claimed) => claimed.to_string(),
                Event::Tag { name, value } => format!("[{name}={value}]"),
                Event::Fault(fault) => fault.code.to_owned(),
                Event::End => ".".to_owned(),
            });
        }
        parts
    };
    assert_eq!(
        part("1.e4!?e5 2.Nf3$1Nc6(2...d6)1-0"),
        ["e4", "$5", "e5", "Nf3", "$1", "Nc6", "(", "d6", ")", "1-0", "."]
    );
    assert_eq!(part("1. 7g7f 2. 0-0 3. exd6 e.p. 0000 1/2-1/2"), ["7g7f", "0-0", "exd6", "0000", "1/2-1/2", "."]);
    assert_eq!(
        part("[A \"x \\\"y\\\" \\\\\"] [B \"say \"no\" to\"]\n*"),
        ["[A=x \"y\" \\]", "[B=say \"no\" to]", "*", "."]
    );
    assert_eq!(part("e4 * {behind} e5 *"), ["e4", "*", "{behind}", ".", "e5", "*", "."]);
    assert_eq!(
        part("e4 ; to the end (of the line\n% all of it\ne5 *"),
        ["e4", "{to the end (of the line}", "e5", "*", "."]
    );
    assert_eq!(part("e4 } [ e5"), ["e4", "stray-brace", "[", "e5", "no-result", "."]);
    assert_eq!(part(""), [""; 0]);
    assert_eq!(part("{no game}"), ["{no game}"]);
    assert_eq!(part("[Event \"a\"]\n\n[Event \"b\"]\n\n*"), ["[Event=a]", "no-result", ".", "[Event=b]", "*", "."]);
}

#[test]
fn variants_have_the_names_that_programs_write() {
    let games = Games::new();
    let named = [
        // Lichess.
        ("Standard", "chess"),
        ("From Position", "chess"),
        ("Chess960", "chess960"),
        ("King of the Hill", "kingofthehill"),
        ("Three-check", "3check"),
        ("Racing Kings", "racingkings"),
        ("Antichess", "antichess"),
        // PyChess.
        ("Crazyhouse960", "crazyhouse960"),
        ("Capablanca960", "capablanca960"),
        ("Atomic960", "atomic960"),
        ("Minishogi", "minishogi"),
        ("Janggi", "janggi"),
        // Fairy-Stockfish and Cute Chess.
        ("fischerandom", "chess960"),
        ("ai-wok", "ai-wok"),
        ("gridchess", "grid"),
        ("kingofthehill", "kingofthehill"),
        ("S-Chess", "seirawan"),
        ("Duck Chess", "duck"),
    ];
    for (name, wanted) in named {
        assert_eq!(games.find(name).map(|g| g.name().to_owned()), Ok(wanted.to_owned()), "{name}");
    }
    assert_eq!(games.find("Quantum Chess").map(|_| ()).map_err(|e| e.code() == "unknown-game"), Err(true));
    // Castling from any files: the king and the rooks stand otherwise, and castle.
    let text = "[Variant \"Crazyhouse960\"]\n[FEN \"qbbrnkrn/pppppppp/8/8/8/8/PPPPPPPP/QBBRNKRN[] w DGdg - 0 1\"]\n\n1. O-O O-O *";
    let castled = read(text);
    assert_eq!(faults(&castled), []);
    assert_eq!(last_board(&castled[0]), "qbbrnrkn/pppppppp/8/8/8/8/PPPPPPPP/QBBRNRKN[]");
    assert_eq!(games.find("Xiangqi960").map(|_| ()).map_err(|e| e.code()), Err("no-castling"));
    // A game of one's own.
    games.add("Small House", Game::from_ini("[smallhouse:crazyhouse]\n", "smallhouse").expect("it reads"));
    assert_eq!(games.find("Smallhouse 960").map(|g| g.name().to_owned()), Ok("smallhouse960".to_owned()));
    games.add("Mine", Game::builtin("xiangqi").expect("is built in"));
    let mut mine = Reader::with(Events::new("[Variant \"mine\"]\n\n1. C2=5 *".as_bytes()), games);
    assert_eq!(mine.next().expect("a game").expect("memory can be read").faults, []);
}

#[test]
fn null_moves_are_played() {
    let games = read("1. e4 -- 2. d4 Z0 *\n\n[Event \"in check\"]\n\n1. e4 f6 2. Qh5+ -- *");
    assert_eq!(faults(&games), [(2, 5, 18, "null-in-check")]);
    assert_eq!(games[0].line.plies[1].played, Some(Played::Null));
    assert_eq!(last_board(&games[0]), "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR");
}

fn written(game: &GameRecord, style: Option<Style>) -> String {
    let mut text = Vec::new();
    write(&mut text, game, style).expect("memory can be written");
    String::from_utf8(text).expect("is UTF-8")
}

#[test]
fn the_export_format_is_that_of_the_standard() {
    let text =
        "[Site \"s\"]\n[Annotator \"a\"]\n[White \"w\"]\n\n1. e2e4 {king's pawn} e7e5 (1... c5 $1) 2. Ng1-f3 1-0";
    // Roster first; numbers again behind comments and variations (the standard, sections 8.1 and 8.2.2).
    assert_eq!(
        written(&read(text)[0], Some(Style::San)),
        "[Event \"?\"]\n[Site \"s\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"w\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\
         [Annotator \"a\"]\n\n1. e4 {king's pawn} 1... e5 ( 1... c5 $1 ) 2. Nf3 1-0\n\n"
    );
}

#[test]
fn what_is_written_reads_back() {
    for text in [VARIANTS, FAULTS] {
        for game in read(text) {
            let again = &read(written(&game, None))[0];
            assert_eq!(again.line.plies, game.line.plies);
            assert_eq!(again.line.comments, game.line.comments);
            assert!(game.tags.iter().all(|tag| again.tags.contains(tag)), "{:?}", again.tags);
            assert!(written(&game, None).lines().all(|l| l.starts_with('[') || l.chars().count() <= 80));
        }
    }
    let mut odd = read("1. e4 *").remove(0);
    odd.line.plies[0].comments =
        ["a }brace".to_owned(), "two  blanks and ".to_owned() + &"words ".repeat(40) + "end"].into();
    odd.set_tag("Event", "a \"quote\" \\");
    let again = &read(written(&odd, None))[0];
    assert_eq!((&again.line.plies, again.tag("Event")), (&odd.line.plies, odd.tag("Event")));
}

#[test]
fn random_games_of_all_games_read_back() {
    for game in games() {
        for style in [Style::San, Style::Uci] {
            let last = play(&game, 11, 40, |_, _| {});
            let record = GameRecord::of(&last);
            let text = written(&record, Some(style));
            let again = read(&text);
            assert_eq!(again.len(), 1, "{text}");
            let moves = |line: &Line| line.plies.iter().map(|ply| ply.played).collect::<Vec<_>>();
            assert_eq!(moves(&again[0].line), moves(&record.line), "{text}\n{:?}", again[0].faults);
            assert_eq!(again[0].last.as_ref().map(|p| p.fen()), Some(last.fen()), "{text}");
            assert_eq!(again[0].outcome, last.outcome(), "{text}");
            assert!(again[0].faults.iter().all(|fault| !fault.is_error()), "{:?}\n{text}", again[0].faults);
        }
    }
}

#[test]
fn nothing_panics() {
    // Every cut of the files, at bytes.
    for text in [VARIANTS, FAULTS] {
        let bytes = text.as_bytes();
        for end in (0..bytes.len()).step_by(13) {
            let mut events = Events::new(&bytes[..end]);
            while events.next_event().expect("memory can be read").is_some() {}
        }
    }
    let mut random = crate::random::Random(3);
    let letters = b"{}()[];$%!?\"\\*.1-0/2 \n\r\xff\xc3e4NO@";
    for _ in 0..2_000 {
        let bytes: Vec<u8> = (0..60).map(|_| letters[random.below(letters.len())]).collect();
        let _ = read(&bytes);
    }
}

/// The number of the game is in `GameType`, moves are numbers of squares, and a win counts two points. In English
/// draughts Black begins.
#[test]
fn games_of_draughts_are_played() {
    let text = "[GameType \"20,W,10,10,N2,0\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n\
                [GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 4. 16x23 27x11 5. 7x16 20x11 1-1\n\n\
                [GameType \"25\"]\n\n1. c3-d4 f6-g5 *\n\n[GameType \"23\"]\n\n1. 11-15 *\n";
    let games = read(text);
    let names = games.iter().filter_map(|game| Some(game.start.as_ref()?.game().name()));
    assert_eq!(names.collect::<Vec<_>>(), ["international", "checkers", "russian"]);
    assert_eq!(
        games.iter().map(|game| game.line.result).collect::<Vec<_>>()[..2],
        [Some(Claimed::White), Some(Claimed::Draw)]
    );
    assert_eq!(faults(&games), [(4, 14, 1, "unknown-game")]);
    // 31 to 50 but for 32, which was taken on 19; 1 to 20 but for 19, which was taken on 23, and 14, which took it.
    let last = games[0].last.as_ref().map(|last| last.fen());
    assert_eq!(last.as_deref(), Some("W:W31,33-50:B1-13,15-18,20,23"));
    let written = written(&games[1], Some(Style::Pdn));
    let moves = "1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 4. 16x23 27x11 5. 7x16 20x11 1/2-1/2";
    assert!(written.ends_with(&format!("\n\n{moves}\n\n")), "{written}");
    let own = GameRecord::of(games[1].last.as_ref().expect("it was played"));
    assert_eq!(own.tag("GameType"), Some("21"));
}
