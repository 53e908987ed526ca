//! No text makes a reader panic: random ones, and good ones with a piece cut out or doubled.

use betza_game::fen;
use betza_game::variant::{Flavour, Variant};
use betza_variants::exchange::Form;
use betza_variants::problem::Report;
use betza_variants::{Loaded, find, names, read_ini, read_toml};
use quickcheck::{Gen, QuickCheck, TestResult};
use std::sync::LazyLock;

const GOOD_INI: &str = "[a:chess]\nmaxRank = 10\nstartFen = ****qk****/8 w - - 0 1\ncustomPiece1 = p:fmWfceFifmnD\npawnTypes = p\n\
                        promotedPieceType = p:q\n[g:a]\npieceDrops = true\nflagRegion = *8 d4\n";

/// The texts of the built-in games.
static FILES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/games");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
});

/// `good` with `length` bytes from `at` replaced by `new`.
fn spoiled(good: &str, at: usize, length: usize, new: &str) -> String {
    let chars: Vec<char> = good.chars().collect();
    let at = at % (chars.len() + 1);
    let end = (at + length % 20).min(chars.len());
    chars[..at].iter().collect::<String>() + new + &chars[end..].iter().collect::<String>()
}

/// Whether a game's file can be compiled, or its problems are told.
fn compiles(read: Result<Loaded, Report>) -> bool {
    match read {
        Ok(loaded) => betza_perft::session::Session::new(&loaded.variant, &betza_perft::Options::default())
            .err()
            .is_none_or(|e| !e.to_string().is_empty()),
        Err(report) => !report.to_string().is_empty(),
    }
}

/// Texts of the other forms, spoiled: pages with diagrams, and XBoard's lines.
#[test]
fn texts_of_other_forms_never_panic() {
    const GOOD: [(Form, &str); 3] = [
        (
            Form::Diagram,
            "<p>&amp;</p><div class='idiagram'><!--\nfiles=10<br>holdingsType=1\npromoZone=3\npromoChoice=!P*N2\nhole::::a1,a2\n\
             pawn::fmWfceFifmnD::a3-j3:1\nknight:N:::b2,i2:4\nrook::::c2,h2\nking::KisO4isO2::f2\n--></div>",
        ),
        (
            Form::Diagram,
            "files=6 ranks=6 promoOffset=2 maxPromote=2 Gold General:G:WfF::a1 Silver:S:FfW:s:b1,,b6 +:+G:K:: King:K:KisO2::d1",
        ),
        (
            Form::Cecp,
            "12 <first : setup (P*NB'=AR^B.K/+p*nb'=ar^b.k/+) 8x8+3_shogi rnb'1k2r/8/8/8/8/8/8/RNB'1K2R[-] w - - 0 1\n\
             piece N& N\npiece K KisO2\npiece B'& B\nchoice NR\n",
        ),
    ];
    let check = |which: u8, at: usize, length: usize, new: String| {
        let (form, good) = GOOD[usize::from(which) % GOOD.len()];
        let text = spoiled(good, at, length, &new);
        let _ = Form::of(&text);
        form.games(&text).iter().for_each(|game| drop(form.read_game("x", &text, game)));
        compiles(form.read("x", &text))
            && compiles(form.read("x", &spoiled(good, at, length, &at.wrapping_mul(length).to_string())))
    };
    QuickCheck::new().tests(600).quickcheck(check as fn(u8, usize, usize, String) -> bool);
    for (form, good) in GOOD {
        assert!(form.read("x", good).is_ok(), "{}", form.read("x", good).unwrap_err());
    }
}

#[test]
fn files_never_panic() {
    fn toml(at: usize, length: usize, new: String) -> bool {
        compiles(read_toml("x", &spoiled(include_str!("../../games/sittuyin.toml"), at, length, &new)))
    }
    fn ini(at: usize, length: usize, new: String) -> bool {
        compiles(read_ini("x", &spoiled(GOOD_INI, at, length, &new), "g"))
    }
    /// A piece of one game's file in the place of a piece of another's.
    fn mixed(host: usize, at: usize, length: usize, guest: usize, from: usize) -> bool {
        let (host, guest) = (&FILES[host % FILES.len()], &FILES[guest % FILES.len()]);
        let lines: Vec<&str> = guest.lines().collect();
        let new: String = lines[from % lines.len()..].iter().take(length % 5).map(|line| format!("{line}\n")).collect();
        compiles(read_toml("x", &spoiled(host, at, length, &new)))
    }
    let cases = || QuickCheck::new().tests(300);
    cases().quickcheck(toml as fn(usize, usize, String) -> bool);
    cases().quickcheck(ini as fn(usize, usize, String) -> bool);
    cases().quickcheck(mixed as fn(usize, usize, usize, usize, usize) -> bool);
}

/// What positions are written with, so that spoiled ones often come near a meaning.
const WORDS: [&str; 40] = [
    "p",
    "P",
    "n",
    "R",
    "k",
    "K",
    "q",
    "+",
    "~",
    "(",
    ")",
    "*",
    "[",
    "]",
    "/",
    " ",
    "-",
    "0",
    "1",
    "2",
    "7",
    "10",
    "w",
    "b",
    "KQkq",
    "HAha",
    "e3",
    "d6c5",
    "3+3",
    "+1+0",
    "moved=",
    "passes=",
    "traded=",
    "a1",
    ",",
    ":",
    "W:W",
    "B",
    "é",
    "99999999999",
];

/// Every built-in game, with the start that its texts are made from.
static GAMES: LazyLock<Vec<Variant>> =
    LazyLock::new(|| names().map(|name| find(name).expect("built in").variant).collect());

#[test]
fn positions_never_panic_and_print_what_they_are() {
    fn places(game: usize, at: usize, length: usize, words: Vec<u8>) -> TestResult {
        let variant = &GAMES[game % GAMES.len()];
        let new: String = words.iter().map(|&i| WORDS[usize::from(i) % WORDS.len()]).collect();
        let text = spoiled(&variant.start, at, length, &new);
        for flavour in [Flavour::Fen, Flavour::Sfen, Flavour::Pdn] {
            match fen::read_as(variant, &text, flavour) {
                Ok(setup) => {
                    let printed = fen::write(variant, &setup);
                    if fen::read(variant, &printed).as_ref() != Ok(&setup) {
                        return TestResult::error(format!("{} {text}: prints as {printed}", variant.name));
                    }
                }
                Err(e) if text.get(e.span.clone()).is_none() => {
                    return TestResult::error(format!("{} {text}: {e:?}", variant.name));
                }
                Err(_) => {}
            }
        }
        TestResult::passed()
    }
    let mut cases = QuickCheck::new().tests(20_000).rng(Gen::new(6));
    cases.quickcheck(places as fn(usize, usize, usize, Vec<u8>) -> TestResult);
}
