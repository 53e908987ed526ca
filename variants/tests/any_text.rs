//! No text makes a reader panic: random ones, and good ones with a piece cut out or doubled.

use movegen::fen;
use movegen::rules::Flavour;
use quickcheck::{QuickCheck, TestResult};
use variants::{find, read_ini, read_toml};

const GOOD_TOML: &str = include_str!("../games/sittuyin.toml");
const GOOD_INI: &str = "[a:chess]\nmaxRank = 10\nstartFen = ****qk****/8 w - - 0 1\ncustomPiece1 = p:fmWfceFifmnD\npawnTypes = p\n\
                        promotedPieceType = p:q\n[g:a]\npieceDrops = true\nflagRegion = *8 d4\n";

/// `good` with `length` bytes from `at` replaced by `new`.
fn spoiled(good: &str, at: usize, length: usize, new: &str) -> String {
    let chars: Vec<char> = good.chars().collect();
    let at = at % (chars.len() + 1);
    let end = (at + length % 20).min(chars.len());
    chars[..at].iter().collect::<String>() + new + &chars[end..].iter().collect::<String>()
}

fn cases() -> QuickCheck {
    QuickCheck::new().tests(500)
}

#[test]
fn files_never_panic() {
    fn toml(at: usize, length: usize, new: String) -> bool {
        let text = spoiled(GOOD_TOML, at, length, &new);
        read_toml("x", &text).err().is_none_or(|report| !report.to_string().is_empty())
    }
    fn ini(at: usize, length: usize, new: String) -> bool {
        let text = spoiled(GOOD_INI, at, length, &new);
        read_ini("x", &text, "g").err().is_none_or(|report| !report.to_string().is_empty())
    }
    cases().quickcheck(toml as fn(usize, usize, String) -> bool);
    cases().quickcheck(ini as fn(usize, usize, String) -> bool);
}

#[test]
fn positions_never_panic_and_print_what_they_are() {
    fn fens(game: usize, at: usize, length: usize, new: String) -> TestResult {
        let names =
            ["chess", "chess960", "shogi", "seirawan", "cambodian", "omega", "berolina", "3check", "crazyhouse"];
        let variant = find(names[game % names.len()]).unwrap().variant;
        let text = spoiled(&variant.start, at, length, &new);
        for flavour in [Flavour::Fen, Flavour::Sfen, Flavour::Pdn] {
            match fen::read_as(&variant, &text, flavour) {
                Ok(setup) => {
                    let printed = fen::write(&variant, &setup);
                    if fen::read(&variant, &printed).as_ref() != Ok(&setup) {
                        return TestResult::error(format!("{} {text}: prints as {printed}", variant.name));
                    }
                }
                Err(e) => {
                    if e.span.end > text.len()
                        || !text.is_char_boundary(e.span.start)
                        || !text.is_char_boundary(e.span.end)
                    {
                        return TestResult::error(format!("{text}: {e:?}"));
                    }
                }
            }
        }
        TestResult::passed()
    }
    QuickCheck::new().tests(400).quickcheck(fens as fn(usize, usize, usize, String) -> TestResult);
}
