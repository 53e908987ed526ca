//! Every piece that can be read can be explained and drawn, and the drawing agrees with the walk.

use betza_compile::walk::{self, Man, Scene, WalkError};
use betza_explain::diagram::{self, Marks};
use betza_explain::english;
use betza_ir::geometry::{Board, Side, Square};
use betza_ir::{Condition, Piece};
use betza_notation::{Dialect, read};
use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult};

/// A text made of the characters of all notations, short enough to be read now and then.
#[derive(Clone, Debug)]
struct Text(String, Dialect);

impl Arbitrary for Text {
    fn arbitrary(g: &mut Gen) -> Text {
        const PARTS: [&str; 50] = [
            "W", "F", "D", "N", "A", "H", "C", "R", "B", "Q", "K", "O", "W", "F", "N", "f", "b", "l", "r", "s", "v",
            "m", "c", "n", "j", "p", "g", "z", "q", "i", "a", "u", "d", "x", "e", "o", "-", "--", "t", "+", "2", "3",
            "0", "(", ")", "[", "]", "ca", "[cj]", "*",
        ];
        let length = 1 + usize::arbitrary(g) % 6;
        let text = (0..length).map(|_| *g.choose(&PARTS).unwrap()).collect();
        Text(text, *g.choose(&Dialect::ALL).unwrap())
    }
}

/// The squares to which the piece could go alone on the board, by moving.
fn alone(piece: &Piece, board: &Board, at: Square) -> Result<Vec<Square>, WalkError> {
    let mut scene = Scene::empty(board);
    scene.mover = Condition::all();
    scene.men[at.index()] = Some(Man { side: Side::White, moved: false, royal: false, kind: None });
    let plain =
        walk::moves(piece, &scene, at)?.into_iter().filter(|o| o.captures.is_empty() && o.relocations.is_empty());
    Ok(plain.filter_map(|o| o.to).collect())
}

#[test]
fn whatever_is_read_is_explained_and_drawn() {
    fn property(Text(text, dialect): Text) -> TestResult {
        let Ok(reading) = read(&text, dialect) else { return TestResult::discard() };
        let wrong = |what: &str| TestResult::error(format!("{what} of {text} as {}", dialect.id()));
        let words = english::piece(&reading.piece);
        let lines_start_well = words.lines().all(|l| !l.trim().is_empty() && l.trim_end() == l);
        if words.is_empty() || !lines_start_well || sentences(&words).any(|s| s.split_whitespace().count() > 40) {
            return wrong("the words");
        }
        let board = Board::new(4, 4).unwrap();
        let at = diagram::middle(&board, Side::White);
        let (Ok(d), Ok(squares)) =
            (diagram::general(&reading.piece, &board, at, Side::White), alone(&reading.piece, &board, at))
        else {
            return TestResult::discard();
        };
        let _ = (diagram::text::draw(&d), diagram::svg::draw(&d, &text, dialect.id()));
        let marked: Vec<Square> = board.squares().filter(|&s| d.mark(s).contains(Marks::MOVE)).collect();
        let all = squares.iter().all(|&s| s == at || marked.contains(&s)) && marked.iter().all(|s| squares.contains(s));
        if all { TestResult::passed() } else { wrong("the marks") }
    }
    let mut quickcheck = QuickCheck::new().tests(1000).max_tests(100_000).min_tests_passed(1000);
    quickcheck.quickcheck(property as fn(Text) -> TestResult);
}

/// The sentences of an explanation, without the marks of items.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let is_mark = |word: &str| word == "-" || word.ends_with(['.', ')']) && word.len() <= 3;
    text.lines().flat_map(move |line| {
        let line = line.trim();
        let line = line.split_once(' ').filter(|(mark, _)| is_mark(mark)).map_or(line, |(_, rest)| rest);
        line.split_inclusive(". ")
    })
}

fn explained(text: &str, dialect: Dialect) -> String {
    let reading = read(text, dialect).unwrap_or_else(|e| panic!("{text} ({}): {e:?}", dialect.id()));
    english::piece(&reading.piece)
}

#[test]
fn no_sentence_of_the_cases_has_more_than_forty_words() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/notation");
    let mut told = 0;
    for dialect in Dialect::ALL {
        let cases = std::fs::read_to_string(folder.join(format!("{}.jsonl", dialect.id()))).unwrap();
        for line in cases.lines() {
            let case: serde_json::Value = serde_json::from_str(line).unwrap();
            let Some(text) = case["piece"].as_str() else { continue };
            let Ok(reading) = read(text, dialect) else { continue };
            let words = english::piece(&reading.piece);
            for sentence in sentences(&words) {
                let length = sentence.split_whitespace().count();
                assert!(length <= 40, "{text} ({}): {length} words: {sentence}", dialect.id());
            }
            told += 1;
        }
    }
    assert!(told > 500, "{told}");
}

/// What introduces a list is part of the sentence before it.
#[test]
fn sentences_before_lists_are_short_too() {
    let words = explained("uqtfK", Dialect::Fsf);
    let first = "Moves or captures only an enemy that is not royal, over empty squares, without coming back to where it started.";
    let second = "It goes putting down the piece captured in this move on the square from which this part starts, in one of these ways:";
    let text = words.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(&format!("{first} {second}")), "{words}");
    assert!(sentences(&words).all(|s| s.split_whitespace().count() <= 40), "{words}");
}

/// E2: letters before a path of `extended` choose by where it ends. A Griffon's squares are ahead of it by at least as
/// much as aside (`f`, two octants with their diagonals), or aside by as much as ahead (`fs`).
#[test]
fn directions_of_a_whole_move_are_told_by_where_it_ends() {
    for (text, words) in [
        ("fFtR", "only to squares at least as far forward as sideways from its start:"),
        ("bFtR", "only to squares at least as far backward as sideways from its start:"),
        ("sFtR", "only to squares at least as far sideways as forward or backward from its start:"),
        ("lFtR", "only to squares at least as far to the left as forward or backward from its start:"),
        ("fsFtR", "only to squares ahead of its start, at least as far sideways as forward:"),
        ("fhFtR", "only to squares ahead of its start:"),
        // (1,-2) and (-1,-2) are all that is left.
        ("bW-F", "only to squares farther backward than sideways from its start:"),
        // (1,2) and (1,-2): aside by less than lengthways.
        ("rvW-F", "only to squares to the right of its start, at least as far forward or backward as to the right:"),
        // Displacements of two King's steps, and those back to the start by their first step.
        (
            "fKxaK",
            "only to squares at least as far forward as sideways from its start and back to its own square only if its first step is straight forward or diagonally forward:",
        ),
        ("fKxbK", "only if its first step is straight forward or diagonally forward:"),
        ("bRxebR", "only if its first step is straight backward:"),
    ] {
        let told = explained(text, Dialect::Extended);
        assert!(told.contains(words), "{text}: {told}");
    }
}

/// M8: a path may end on its origin. Without a side effect that passes the turn, and with a capture it is a rifle
/// capture.
#[test]
fn moves_back_to_the_start_are_told_as_such() {
    use Dialect::{Betza2, Bex, Extended, Xbetza};
    for (text, dialect, begins) in [
        ("K-bK", Betza2, "- Passes the turn in two parts:"),
        ("K-bK", Extended, "- Passes the turn in two parts:"),
        ("N-bN", Extended, "- Passes the turn in two parts:"),
        ("mK--[xo]", Bex, "- Passes the turn in two parts:"),
        ("KxbK", Extended, "- Captures without leaving its square (rifle capture), in two parts:"),
        ("RxebR", Extended, "- Captures without leaving its square (rifle capture), in two parts:"),
        ("caibR", Xbetza, "- Captures without leaving its square (rifle capture), in two parts:"),
        ("cK-bmK", Betza2, "- Captures without leaving its square (rifle capture), in two parts:"),
        ("[crK]", Bex, "- Captures one enemy without leaving its square (rifle capture);"),
        ("mcabK", Xbetza, "- Passes the turn or captures without leaving its square (rifle capture), in two parts:"),
    ] {
        let told = explained(text, dialect);
        assert!(told.contains(begins), "{text} ({}): {told}", dialect.id());
        // There is nobody to capture on its own square.
        let last = told.lines().last().unwrap();
        assert!(!last.contains("captures an enemy"), "{text}: {last}");
    }
    // A path that may come back or not.
    let told = explained("K-aK", Extended);
    assert!(told.contains("There it ends on an empty square (its own counts as one) or captures an enemy."), "{told}");
    let told = explained("KxbK-K", Extended);
    assert!(told.contains("2. Then one square, straight back. It is then back on its own square."), "{told}");
}

/// XBETZA: `ucR`, a1 with a foe on a3, goes to a3, and the foe to a1. So it is told as what it is, whatever dialect
/// says it in one leg.
#[test]
fn a_victim_put_down_on_the_start_is_a_change_of_places() {
    use Dialect::Xbetza;
    for (text, first) in [
        ("ucR", "- Changes places with an enemy: any number of squares orthogonally, over empty squares."),
        ("uW", "- Moves, or changes places with an enemy: one square orthogonally."),
        ("mQfucR", "- Changes places with an enemy: any number of squares straight forward, over empty squares."),
    ] {
        let told = explained(text, Xbetza);
        assert!(told.lines().any(|line| line == first), "{text}: {told}");
    }
}

/// Words that a player would stumble over: a capture that is said to be none, lists where one phrase does, one word
/// twice.
#[test]
fn words_are_those_of_a_player() {
    use Dialect::{Betza, Bex, Extended, Xbetza};
    for (text, dialect, words) in [
        // X5: a move "only when it captures", to an empty square.
        (
            "[cj]B",
            Bex,
            "- Captures by leaping to an empty square: any number of squares diagonally, over exactly one enemy,",
        ),
        (
            "mQ+[cl]Q",
            Bex,
            "- Captures by leaping to an empty square: any number of squares in any direction, over one or more",
        ),
        // B9, with longer leaps.
        (
            "z[FD]",
            Betza,
            ": any number of steps, alternately one square diagonally and two squares orthogonally outward, ",
        ),
        // After a step forward `l` is the pair to its left, half back and half on.
        ("W-lF", Extended, "Then one square diagonally, turned 45° or 135° to the left."),
        // "A jump-only Dabbaba might be described as jD or as gW2."
        (
            "gW2",
            Betza,
            "- Moves or captures: two squares orthogonally, over a piece of either side on the square between.",
        ),
        ("nNN", Betza, "only if on each leap some shortest way there in King's steps is empty"),
        ("O2", Xbetza, "That piece must not have moved,"),
    ] {
        let told = explained(text, dialect).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(words), "{text}: {told}");
    }
}

/// What stands between and behind the repetitions is no part of the move, and has no number.
#[test]
fn only_the_parts_of_a_repetition_are_numbered() {
    let told = explained("(W-F)*", Dialect::Bex);
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[1].starts_with("  1. ") && lines[2].starts_with("  2. "), "{told}");
    assert_eq!(lines[3], "  Before each repetition: it must arrive on an empty square.");
    assert_eq!(lines[4], "  After the last time it ends on an empty square or captures an enemy.");
    assert_eq!(lines.len(), 5, "{told}");
    let told = explained("Ws0xW", Dialect::Extended);
    assert!(told.contains("\n     After the last time: an enemy must stand there, and is captured.\n"), "{told}");
}

/// A known piece is named as a whole, in some directions only, or among other moves.
#[test]
fn known_pieces_are_named_first() {
    use Dialect::{Bex, Extended, Xbetza};
    for (text, dialect, first) in [
        ("FtR", Extended, "A Griffon (Gryphon)."),
        ("fFtR", Extended, "A Griffon (Gryphon), in some directions only."),
        ("[W?B]", Xbetza, "A Manticore."),
        ("Q+K", Extended, "A Grasshopper."),
        ("KisO2", Xbetza, "The moves of a King."),
        ("mQmKxbK-Q", Extended, "A Withdrawer of Ultima."),
        ("K+(DAN)+(K-K)+[crK]+(mK--[xo])", Bex, "A Lion of chu shogi."),
        ("WmafsW", Xbetza, "- As a Mao (Horse of xiangqi), it moves in two parts:"),
        ("gQmRcpRN", Xbetza, "- As a Cannon (Pao):"),
    ] {
        let told = explained(text, dialect);
        assert_eq!(told.lines().next(), Some(first), "{text}: {told}");
    }
}
