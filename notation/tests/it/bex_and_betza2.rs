//! `bex` and `betza2`: a piece that is read is written so that it reads back as the same piece, and no text makes the
//! readers panic.

use betza_compile::walk::{self, Man, Scene};
use betza_ir::geometry::{Board, Side};
use betza_notation::{Dialect, Reading, read, write};
use quickcheck::{Arbitrary, Gen, QuickCheck};

/// Texts by the grammar of `bex`, most of which have a meaning.
#[derive(Clone, Debug)]
struct Bex(String);

/// Texts by the grammar of `betza2`.
#[derive(Clone, Debug)]
struct Betza2(String);

fn one<'a>(g: &mut Gen, of: &[&'a str]) -> &'a str {
    g.choose(of).copied().unwrap_or("")
}

/// One time in `n`.
fn rarely(g: &mut Gen, n: u8) -> bool {
    u8::arbitrary(g) % n == 0
}

const ATOMS: [&str; 18] =
    ["W", "F", "D", "N", "A", "H", "L", "J", "G", "K", "R", "B", "Q", "NN", "(1,4)", "(2,3)", "W", "O"];
const LETTERS: [&str; 16] = ["", "", "", "", "f", "b", "l", "r", "v", "s", "fl", "rf", "fs", "fh", "frb", "a"];

fn bex_choice(g: &mut Gen, depth: u8) -> String {
    let mut text = bex_sequence(g, depth);
    while rarely(g, 4) {
        text = format!("{text}{}{}", one(g, &["+", "+", ""]), bex_sequence(g, depth));
    }
    text
}

fn bex_sequence(g: &mut Gen, depth: u8) -> String {
    let mut text = bex_component(g, depth);
    while rarely(g, 3) {
        text = format!("{text}{}{}", one(g, &["-", "--"]), bex_component(g, depth));
    }
    text
}

fn bex_component(g: &mut Gen, depth: u8) -> String {
    if depth > 0 && rarely(g, 8) {
        if rarely(g, 3) {
            return one(g, &["[cu]", "[xo]", "[ci]"]).to_owned();
        }
        return format!("[{}{}]", one(g, &["cr", "cc", "xw", "xi", "x!i"]), bex_choice(g, depth - 1));
    }
    let before = [
        one(g, &LETTERS),
        one(g, &["", "", "m", "c", "m", "mc"]),
        one(g, &["", "", "", "", "", "i", "y"]),
        one(g, &["", "", "", "", "e", "n", "j", "p", "g"]),
        one(g, &["", "", "", "", "", "", "z", "q"]),
        one(g, &["", "", "", "", "", "", "", "[ca]", "[cw]", "[cj]", "[cl]"]),
    ]
    .concat();
    let base =
        if depth > 0 && rarely(g, 4) { format!("({})", bex_choice(g, depth - 1)) } else { one(g, &ATOMS).to_owned() };
    format!("{before}{base}{}", one(g, &["", "", "", "*", "2", "3", "02", "03"]))
}

impl Arbitrary for Bex {
    fn arbitrary(g: &mut Gen) -> Bex {
        let promotions = if rarely(g, 9) { "=Q,(2,3),mR+cpR" } else { "" };
        Bex(bex_choice(g, 2) + promotions)
    }
}

fn betza2_choice(g: &mut Gen, depth: u8) -> String {
    let mut text = betza2_chain(g, depth);
    while rarely(g, 4) {
        text += &betza2_chain(g, depth);
    }
    text
}

fn betza2_chain(g: &mut Gen, depth: u8) -> String {
    let mut text = betza2_unit(g, depth);
    while rarely(g, 2) {
        text = format!("{text}-{}", betza2_unit(g, depth));
    }
    text
}

fn betza2_unit(g: &mut Gen, depth: u8) -> String {
    let before = [
        one(g, &["", "", "", "", "", "", "", "i", "x", "xx"]),
        one(g, &LETTERS),
        one(g, &["", "", "", "m", "c", "d", "p", "t", "u", "o", "mp", "cd", "pc", "mo", "ic", "id", "mcd", "cu"]),
        one(g, &["", "", "", "", "", "e", "n", "j", "g"]),
    ]
    .concat();
    let base = if depth > 0 && rarely(g, 4) {
        format!("({})", betza2_choice(g, depth - 1))
    } else {
        one(g, &ATOMS).to_owned()
    };
    let number = one(g, &["", "", "", "", "0", "2", "3", "02", "03"]);
    let copies = if number.is_empty() { "" } else { one(g, &["", "", "rf", "c", "ct", "lc", "f"]) };
    format!("{before}{base}{copies}{number}")
}

impl Arbitrary for Betza2 {
    fn arbitrary(g: &mut Gen) -> Betza2 {
        Betza2(betza2_choice(g, 2))
    }
}

/// Reading gives a piece, writing it gives a text, and reading that gives the piece again. Texts with errors are
/// skipped.
fn check(dialect: Dialect, of: impl Fn(&mut Gen) -> String) {
    // The seed is fixed, so that failures can be reproduced.
    let mut g = Gen::from_size_and_seed(20, 1);
    let mut read_texts = 0;
    let drawn = 20_000;
    for _ in 0..drawn {
        let text = of(&mut g);
        let Ok(reading) = read(&text, dialect) else { continue };
        if reading.piece.moves.is_empty() && reading.piece.immobilizes.is_empty() {
            continue;
        }
        read_texts += 1;
        let written = write(&reading.piece, dialect).unwrap_or_else(|error| panic!("{text}: {error}"));
        let again = read(&written, dialect).unwrap_or_else(|errors| panic!("{text} -> {written}: {errors:?}"));
        assert!(again.piece == reading.piece, "{text} -> {written} is another piece");
    }
    assert!(read_texts > drawn / 8, "only {read_texts} of {drawn} texts have a meaning");
}

#[test]
fn bex_is_written_as_it_is_read() {
    check(Dialect::Bex, |g| Bex::arbitrary(g).0);
}

/// One piece on any of several squares, in every copy of a repetition: the writer finds the parentheses again.
#[test]
fn hurdles_in_repetitions_are_written_as_they_are_read() {
    for text in [
        "j(fW-W-W)02",
        "p(mF-F-F)*",
        "j(zB-K--cN-W)*",
        "(j(fW-W-W)-W)2",
        "(W--j(mW--F-sW)--mF)03",
        "(j(j(W-W-F)-W-W))2",
        "(j(W-j(W--F-W)-W))*",
        "(j(W-j(F--F)-W))*",
        "(e(W-j(W-W-W)-W))2",
        "(e(j(W-W-W)-W))3",
        "(j(e(W-W)-W-W)-F)2",
        "(j(W-e(W-W)-W)--j(K-K-W))2",
        "((j(W-W-W))2-W)2",
        "(j((j(fW-W-W)--F)-F-F))2",
        "e(j(W-W-W)2-W)",
        "j(W--[xo]--W-W)2",
        "j(W-W--[xo]--W-[ca]W)2",
        "(j(W-W-W)--[crj(W-W-W)2])2",
        "j(W-W-W)2--j(F-F-F)*",
    ] {
        let Reading { piece, .. } = read(text, Dialect::Bex).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        let written = write(&piece, Dialect::Bex).unwrap_or_else(|error| panic!("{text}: {error}"));
        let again = read(&written, Dialect::Bex).unwrap_or_else(|errors| panic!("{text} -> {written}: {errors:?}"));
        assert!(again.piece == piece, "{text} -> {written} is another piece");
        for other in [Dialect::Extended, Dialect::Betza2, Dialect::Xbetza] {
            assert!(write(&piece, other).is_err(), "{text} in {other:?}");
        }
    }
}

#[test]
fn betza2_is_written_as_it_is_read() {
    check(Dialect::Betza2, |g| Betza2::arbitrary(g).0);
}

/// A piece of the other side on the turned board has as many moves; `[ci]` without types and too many paths are errors.
fn turns(dialect: Dialect, of: impl Fn(&mut Gen) -> String) {
    let board = Board::parse("6x5").unwrap();
    // Always the same texts, so that a failure can be seen again.
    let mut g = Gen::from_size_and_seed(20, 1);
    let mut walked = 0;
    for _ in 0..4_000 {
        let text = of(&mut g);
        let Ok(Reading { piece, .. }) = read(&text, dialect) else { continue };
        // Two pieces that fragments put on one square are told apart by the lower origin, which a turn changes.
        if text.contains('x') {
            continue;
        }
        let man = |side| Man { side, moved: false, royal: false, kind: None };
        let (mut here, mut there) = (Scene::empty(&board), Scene::empty(&board));
        let from = *g.choose(&board.squares().collect::<Vec<_>>()).unwrap();
        for square in board.squares() {
            let side = *g.choose(&Side::BOTH).unwrap();
            if square == from || rarely(&mut g, 3) {
                let side = if square == from { Side::White } else { side };
                here.men[square.index()] = Some(man(side));
                there.men[board.turned(square).index()] = Some(man(side.other()));
            }
        }
        let one = walk::moves(&piece, &here, from).map(|moves| moves.len());
        let two = walk::moves(&piece, &there, board.turned(from)).map(|moves| moves.len());
        assert_eq!(one, two, "{text} on {}", board.name(from));
        walked += usize::from(one.is_ok_and(|moves| moves > 0));
    }
    assert!(walked > 50, "only {walked} pieces could move");
}

#[test]
fn bex_moves_as_well_on_a_turned_board() {
    turns(Dialect::Bex, |g| Bex::arbitrary(g).0);
}

#[test]
fn betza2_moves_as_well_on_a_turned_board() {
    turns(Dialect::Betza2, |g| Betza2::arbitrary(g).0);
}

/// Errors and warnings point into the text, whatever it is.
#[test]
fn any_text_is_read_or_refused_with_a_place() {
    fn place(text: String) -> bool {
        [Dialect::Bex, Dialect::Betza2].into_iter().all(|dialect| {
            let notes = read(&text, dialect).map_or_else(|errors| errors, |reading| reading.warnings);
            notes.iter().all(|d| text.get(d.span.clone()).is_some() && !d.message.is_empty() && !d.remedy.is_empty())
        })
    }
    fn letters(picked: Vec<u8>) -> bool {
        const ALL: &[u8] = b"WFDNAHLJGKRBQOCZfblrvshamcdptouegnjxiyzqk()[]0123-*+=,cawjlx!";
        place(picked.iter().map(|&i| ALL[usize::from(i) % ALL.len()] as char).collect())
    }
    QuickCheck::new().tests(2_000).quickcheck(place as fn(String) -> bool);
    QuickCheck::new().tests(20_000).quickcheck(letters as fn(Vec<u8>) -> bool);
}
