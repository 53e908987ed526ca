//! Files of games, and texts of moves.

use betza::kifu::{self, Format};
use betza::pgn::{Events, GameRecord, Games, Reader, Source, write};
use betza::{Game, Style, bughouse, wxf};

/// A file of games in the format that the first byte chooses: what is wrong has a reason and a remedy, and a game
/// without a fault is written as PGN that reads back as the same moves.
pub fn records(input: &[u8]) {
    let Some((first, text)) = input.split_first() else { return };
    match first % 5 {
        0 => are_told(Events::new(text)),
        1 => are_told(kifu::Records::new(text, Format::Csa)),
        2 => are_told(kifu::Records::new(text, Format::Kif)),
        3 => are_told(wxf::Records::new(text)),
        _ => {
            let faults = bughouse::Matches::new(text).flat_map(|found| found.expect("memory is read").faults);
            faults.for_each(|fault| assert!(!fault.message.is_empty() && !fault.remedy.is_empty(), "{fault:?}"));
        }
    }
}

fn are_told(source: impl Source) {
    for game in Reader::with(source, Games::new()) {
        let game = game.expect("memory is read");
        for fault in &game.faults {
            assert!(!fault.message.is_empty() && !fault.remedy.is_empty(), "{fault:?}");
        }
        if game.faults.is_empty() && game.last.is_some() {
            reads_back(&game);
        }
    }
}

fn reads_back(game: &GameRecord) {
    let mut text = Vec::new();
    write(&mut text, game, Some(Style::Uci)).expect("memory is written");
    let mut again = Reader::with(Events::new(text.as_slice()), Games::new());
    let again = again.next().expect("a game was written").expect("memory is read");
    let last = |game: &GameRecord| game.last.as_ref().map(betza::Position::fen);
    let told = String::from_utf8_lossy(&text);
    assert_eq!(again.line.plies.len(), game.line.plies.len(), "{told}: {:?}", again.faults);
    assert_eq!(last(&again), last(game), "{told}: {:?}", again.faults);
}

/// The text of a move in a built-in game, behind the game's number, a number of moves played before it, and one byte
/// for each: it is refused with a reason and a remedy, or names a legal move whose texts are read.
pub fn move_text(input: &[u8]) {
    let [game, plies, rest @ ..] = input else { return };
    let Some((choices, text)) = rest.split_at_checked(usize::from(plies % 16)) else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let names: Vec<&str> = betza_variants::names().collect();
    let game = Game::builtin(names[usize::from(*game) % names.len()]).expect("a built-in game");
    let mut position = game.start();
    for &choice in choices {
        let moves = position.legal_moves();
        let Some(m) = moves.get(usize::from(choice) % moves.len().max(1)) else { return };
        position.play(*m).expect("a legal move");
    }
    match position.read_move(text) {
        Ok(m) => {
            assert!(position.is_legal(m), "{text}");
            let uci = position.text(m, Style::Uci);
            assert_eq!(position.read_move(&uci).ok(), Some(m), "{uci}");
        }
        Err(error) => {
            assert!(error.diagnostics().iter().all(|d| !d.message.is_empty() && !d.remedy.is_empty()), "{error}");
        }
    }
}
