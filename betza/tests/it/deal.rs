//! Covered pieces (docs/rules.md, R42). The counts are PyChess's: its server's `apply_move_and_transform` on pyffish
//! 0.0.90 with its section `jieqi`, from the same deals (gbtami/pychess-variants, `server/fairy/jieqi.py`).

use betza::{Deal, Game, Position, Square, Style};

fn jieqi(fen: &str) -> Position {
    Game::builtin("jieqi").expect("is built in").position(fen).expect("it is a position")
}

/// A position in which sides hold exactly what was dealt, as `a4P b10r`: a server that knows it need not say more.
fn dealt(position: &Position, text: &str) -> Deal {
    let kinds = text.split_whitespace().map(|word| {
        let (square, letter) = word.split_at(word.len() - 1);
        (square_of(position, square), kind_of(position, letter))
    });
    Deal::new(position, kinds.collect::<Vec<_>>()).expect("it is a deal")
}

fn square_of(position: &Position, name: &str) -> Square {
    position.game().square(name).expect("a square")
}

fn kind_of(position: &Position, letter: &str) -> betza::KindId {
    let kinds = position.game().kinds();
    kinds.iter().find(|kind| kind.letters[0] == letter.to_uppercase()).expect("a kind").id
}

const REVERSED: &str = "a4P a10p c4P b10p e4P c10p g4P d10p i4P f10p b3C g10c h3C h10c a1A i10a b1A b8a c1B h8b d1B a7b f1N \
                        c7n g1N e7n h1R g7r i1R i7r";
const ORDERED: &str = "a4R a10r c4R b10r e4N c10n g4N d10n i4B f10b b3B g10b h3A h10a a1A i10a b1C b8c c1C h8c d1P a7p f1P c7p \
                       g1P e7p h1P g7p i1P i7p";

#[test]
fn a_referee_counts_what_pychess_plays() {
    let start = Game::builtin("jieqi").expect("is built in").start();
    let counts = |deal: &Deal, position: &Position| [1, 2, 3].map(|depth| deal.perft(position, depth));
    let reversed = dealt(&start, REVERSED);
    assert_eq!(counts(&reversed, &start), [44, 1920, 79_668]);
    assert_eq!(counts(&dealt(&start, ORDERED), &start), [44, 1926, 72_342]);

    // The same deal, 24 plies on.
    let mut later = start.clone();
    let line = "h3d3 b8b6 a4a5 i10i9 i1i3 e10e9 i3f3 i7i6 b1a3 i6d6 g4g5 a10a9 f3f2 d6f6 d3f3 h8g8 f2c2 a7a6 c2e2 e9e10 f3i3 f6f4 a5a6 \
                f4f5";
    for text in line.split_whitespace() {
        let (from, to) = text.split_at(text[1..].find(char::is_alphabetic).expect("two squares") + 1);
        let ends = (square_of(&later, from), square_of(&later, to));
        let m = reversed.legal_moves(&later).into_iter().find(|m| (m.from(), m.to()) == ends).expect("a legal move");
        later.play(m).expect("it is legal");
    }
    let board = "1n~b~a~ka~b~n~1/p7a/6b2/2p~1p~1p~2/Pa7/5rP2/2P~1P~3P~/AC~6C/4R4/R~1B~A~KA~B~N~1";
    assert!(later.fen().starts_with(board), "{}", later.fen());
    assert_eq!(counts(&reversed, &later), [42, 1451, 57_624]);
    // The deal holds backwards too.
    while later.undo().is_some() {}
    assert_eq!(counts(&reversed, &later), [44, 1920, 79_668]);
}

/// Xiangqi begins with 44 moves. The general's only one uncovers nothing; all others may turn out as one of 6 kinds.
#[test]
fn a_player_does_not_know() {
    let start = Game::builtin("jieqi").expect("is built in").start();
    assert_eq!(start.legal_moves().len(), 43 * 6 + 1);
    let texts: Vec<String> = start.legal_moves().into_iter().map(|m| start.text(m, Style::Uci)).collect();
    assert!(texts.contains(&"b3b10r".to_owned()) && texts.contains(&"e1e2".to_owned()));
    // What was uncovered is no longer in the hand; a covered piece that was captured still is, for nobody else knows
    // it.
    let mut played = start.clone();
    played.play(played.read_move("b3b10r").expect("it is legal")).expect("it is legal");
    assert!(played.fen().contains("[PPPPPNNBBRCCAApppppnnbbrrccaa] b"), "{}", played.fen());
    // Where the hands are left out, they are the start's without what lies open.
    let read = jieqi(&played.fen().replace("[PPPPPNNBBRCCAApppppnnbbrrccaa]", ""));
    assert_eq!(read.fen(), played.fen());
}

/// A covered advisor stays in the palace (PyChess's `invalid_jieqi_advisor_moves`); one that is uncovered goes
/// everywhere, and so does an elephant.
#[test]
fn covers_are_bound_and_pieces_are_not() {
    let to = |position: &Position, from: &str| {
        let mut to: Vec<String> = position
            .legal_moves()
            .into_iter()
            .filter(|m| m.from() == square_of(position, from))
            .map(|m| position.game().square_name(m.to()))
            .collect();
        to.sort();
        to.dedup();
        to.join(" ")
    };
    let p = jieqi("3k5/9/9/9/9/4B4/9/9/9/3A~KA3[R] w - - 0 1");
    assert_eq!(to(&p, "d1"), "e2");
    assert_eq!(to(&p, "f1"), "e2 g2");
    assert_eq!(to(&p, "e5"), "c3 c7 g3 g7");
}

#[test]
fn what_cannot_be_dealt_is_refused() {
    let start = Game::builtin("jieqi").expect("is built in").start();
    let code = |kinds: Vec<(Square, betza::KindId)>| Deal::new(&start, kinds).err().map(|e| e.code());
    let deal = dealt(&start, REVERSED);
    let all: Vec<_> = deal.iter().collect();
    assert_eq!(code(all.clone()), None);
    assert_eq!(code(all[1..].to_vec()), Some("deal-missing"));
    let with = |square: &str, letter: &str| {
        let mut kinds = all.clone();
        kinds.push((square_of(&start, square), kind_of(&start, letter)));
        kinds
    };
    assert_eq!(code(with("e1", "R")), Some("deal-not-covered"));
    assert_eq!(code(with("a1", "R")), Some("deal-not-covered"));
    let rooks: Vec<_> = all.iter().map(|&(square, _)| (square, kind_of(&start, "R"))).collect();
    assert_eq!(code(rooks), Some("deal-not-held"));
    // Whatever numbers are drawn, everyone gets a piece.
    for below in [0_usize, 3, usize::MAX] {
        let drawn = Deal::draw(&start, |_| below);
        assert_eq!(Deal::new(&start, drawn.iter().collect::<Vec<_>>()).expect("it is a deal"), drawn);
    }
    let few = Game::builtin("jieqi").expect("is built in").position("3k5/9/9/9/9/9/9/9/9/R~3K3R~[R] w - - 0 1");
    assert_eq!(few.err().map(|e| e.code()), Some("covered"));
}

#[test]
fn the_captor_alone_learns_what_was_covered() {
    let start = Game::builtin("jieqi").expect("is built in").start();
    let deal = dealt(&start, REVERSED);
    let asked = start.read_move("b3b10r").expect("it is legal");
    let played = deal.truth(&start, asked).expect("it is legal");
    // On b3 lies a cannon; the covered horse of b10 is a soldier.
    assert_eq!(start.text(played, Style::Uci), "b3b10c");
    assert_eq!(deal.captured(&start, played), [(square_of(&start, "b10"), kind_of(&start, "P"))]);
    let mut after = start.clone();
    after.play(played).expect("it is legal");
    assert_eq!(deal.kind(&after, square_of(&start, "b10")), None);
    assert!(deal.truth(&after, played).is_none());
}
