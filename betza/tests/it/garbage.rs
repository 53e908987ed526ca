//! Random bytes as every kind of text.

use crate::random::{Random, play};
use betza::{Dialect, Game, Men, Move, Piece, Position, Side};
use quickcheck::{QuickCheck, TestResult};
use std::sync::OnceLock;

fn games() -> &'static [Game] {
    static GAMES: OnceLock<Vec<Game>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let names = [
            "chess",
            "crazyhouse",
            "shogi",
            "xiangqi",
            "atomic",
            "seirawan",
            "duck",
            "chushogi",
            "international",
            "racingkings",
        ];
        names.iter().filter_map(|name| Game::builtin(name).ok()).collect()
    })
}

/// Asks a position everything that takes no text.
fn ask(position: &Position) {
    let moves = position.legal_moves();
    for &m in moves.iter().take(40) {
        assert!(position.is_legal(m));
        let _ = (position.captured(m), position.changes(m), position.legs(m), position.gives_check(m));
        let mut next = position.clone();
        next.play(m).expect("it is legal");
        let _ = (next.fen(), next.is_check(), next.has_legal_move());
        assert!(next.undo().is_some());
    }
    let mut idle = position.clone();
    let _ = idle.play_null().map(|()| idle.legal_moves());
    let _ = (position.svg(), position.is_complete(), position.perft(1));
    for square in position.game().squares() {
        let _ = (position.attackers(square, Side::White), position.attacks(square));
    }
    let again = position.game().position_lenient(&position.fen());
    assert_eq!(again.map(|(p, _)| p.fen()), Ok(position.fen()));
}

#[test]
fn random_texts_are_errors_or_what_they_say() {
    fn law(bytes: Vec<u8>) -> TestResult {
        let text = String::from_utf8_lossy(&bytes);
        for game in games() {
            let _ = game.position(&text);
            let _ = game.position_lenient(&text);
            let _ = game.start().read_move(&text);
            let _ = (game.square(&text), Game::builtin(&text));
        }
        let _ = (Game::from_toml(&text), Game::from_ini(&text, "a"), Game::ini_names(&text));
        let _ = Game::from_ini(&format!("[a:chess]\n{text}"), "a");
        for dialect in Dialect::ALL {
            let _ = Piece::read(&text, dialect);
        }
        TestResult::passed()
    }
    QuickCheck::new().tests(60).quickcheck(law as fn(Vec<u8>) -> TestResult);
}

/// A text with some of its bytes changed, taken out or doubled.
fn broken(text: &str, random: &mut Random, letters: &str) -> String {
    let letters: Vec<char> = letters.chars().collect();
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(4) {
        let at = random.below(chars.len().max(1));
        match random.below(3) {
            0 if at < chars.len() => chars[at] = letters[random.below(letters.len())],
            1 if at < chars.len() => drop(chars.remove(at)),
            _ => chars.insert(at.min(chars.len()), letters[random.below(letters.len())]),
        }
    }
    chars.into_iter().collect()
}

#[test]
fn broken_positions_are_refused_or_can_be_played() {
    let mut random = Random(3);
    for game in games() {
        let last = play(game, 11, 30, |_, _| {});
        let mut positions = 0;
        for _ in 0..120 {
            let text = broken(&last.fen(), &mut random, "kKpPrRqQ1289/ -+[]~wb*acegh0é");
            if let Ok(position) = game.position(&text) {
                ask(&position);
            }
            if let Ok((position, _)) = game.position_lenient(&text) {
                positions += 1;
                ask(&position);
            }
        }
        // The squares of draughts are numbers in one word, of which nothing can be left out.
        assert!(positions > 0 || game.name() == "international", "{}", game.name());
    }
}

#[test]
fn broken_moves_are_refused_or_legal() {
    let mut random = Random(5);
    for game in games() {
        play(game, 13, 20, |position, m| {
            for _ in 0..3 {
                let text = broken(&position.text(m, betza::Style::Uci), &mut random, "abcdefgh123456789+-=@*xqnkQ,O0");
                if let Ok(read) = position.read_move(&text) {
                    assert!(position.is_legal(read), "{text}");
                }
            }
        });
    }
}

#[test]
fn moves_go_from_game_to_game_without_harm() {
    let mut moves: Vec<Move> = Vec::new();
    for game in games() {
        play(game, 17, 25, |position, _| moves.extend(position.legal_moves().into_iter().take(5)));
    }
    for game in games() {
        let position = play(game, 19, 12, |_, _| {});
        for &m in &moves {
            let mut next = position.clone();
            assert_eq!(next.play(m).is_ok(), position.is_legal(m));
        }
    }
}

#[test]
fn broken_notations_are_refused_or_can_be_asked() {
    let mut random = Random(7);
    for text in ["fmWfceFifmnD", "mRcpR", "KNAD[cK-bK]", "t[WB]", "mQmQ-xxadcK", "(K-K)", "oR", "[F-R][W-B]"] {
        for _ in 0..25 {
            let text = broken(text, &mut random, "KQRBNWFDACGfbrlmcpgiojz0123456789[]()-?!xadetuy");
            for dialect in Dialect::ALL {
                let Ok(piece) = Piece::read(&text, dialect) else { continue };
                let men = Men { foes: vec!["d5".into(), "b2".into()], ..Men::alone((6, 6), "c3") };
                let _ = (piece.moves(&men), piece.explain(), piece.warnings());
                for to in Dialect::ALL {
                    let _ = piece.write(to);
                }
                if let Ok(tables) = piece.compile((6, 6), Side::Black, 7) {
                    let mut out = [0; 1];
                    tables.attacks(20, &[0x5a5a], &mut out);
                }
            }
        }
    }
}

#[test]
fn broken_games_are_refused_or_can_be_played() {
    let toml = "format = 1\nparent = \"chess\"\nname = \"mine\"\n[pieces.Q]\nname = \"Amazon\"\nmove = \"QN\"\n";
    let ini = "[a:chess]\ncustomPiece1 = a:mWcF\nstartFen = rnbqkbnr/aaaaaaaa/8/8/8/8/AAAAAAAA/RNBQKBNR w KQkq - 0 1\nmaxRank = 8\n";
    let mut random = Random(9);
    for _ in 0..60 {
        let letters = "=[]\"\n.#0189abcKQ:truefls";
        if let Ok(game) = Game::from_toml(&broken(toml, &mut random, letters)) {
            ask(&game.start());
        }
        if let Ok(game) = Game::from_ini(&broken(ini, &mut random, letters), "a") {
            ask(&game.start());
        }
    }
}
