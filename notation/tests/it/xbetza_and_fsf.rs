//! `xbetza` and `fsf`: the texts that their users have.

use betza_ir::{Drop, Modes, Move};
use betza_notation::{Code, Dialect};
use quickcheck::{QuickCheck, TestResult};
use std::path::PathBuf;

fn strings(file: &str) -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../testdata/cases").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

fn all_read(file: &str, dialect: Dialect) {
    let mut refused = Vec::new();
    for piece in strings(file) {
        if let Err(errors) = betza_notation::read(&piece, dialect) {
            refused.push(format!("{piece}: {errors:?}"));
        }
    }
    assert!(refused.is_empty(), "{dialect}: {}", refused.join("\n"));
}

#[test]
fn what_engines_send_is_read() {
    all_read("betza_strings_seen.txt", Dialect::Xbetza);
}

#[test]
fn what_ini_files_hold_is_read() {
    all_read("betza_strings_fsf_ini.txt", Dialect::Xbetza);
    all_read("betza_strings_fsf_ini.txt", Dialect::Fsf);
}

/// A source of choices that a seed decides.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % sides as u64) as usize
    }

    fn pick<'a>(&mut self, options: &[&'a str]) -> &'a str {
        options[self.roll(options.len())]
    }

    /// The text or nothing.
    fn maybe(&mut self, one_in: usize, options: &[&'static str]) -> String {
        if self.roll(one_in) == 0 { self.pick(options).to_owned() } else { String::new() }
    }

    fn directions(&mut self, oblique: bool) -> String {
        let letters = ["f", "b", "l", "r", "v", "s", "fl", "rf", "bs", "lv", "fh", "sh", "ff", "rr", "fs", "vs"];
        let mut text = String::new();
        for _ in 0..self.roll(3) {
            text += self.pick(&letters);
        }
        if oblique && self.roll(4) == 0 {
            text += self.pick(&["hr", "hl"]);
        }
        text
    }

    fn atom(&mut self) -> String {
        let letter = self.pick(&["W", "F", "D", "N", "A", "H", "C", "Z", "G", "K", "Q", "R", "B"]);
        match self.roll(8) {
            0 if !"KQRB".contains(letter) => format!("{letter}{}", self.pick(&["X", "Y", "X0", "Y3"])),
            1 => format!("{letter}{}", self.pick(&["2", "3", "7", "0"])),
            2 => letter.repeat(2),
            _ => letter.to_owned(),
        }
    }

    /// Modifiers of a last leg.
    fn ending(&mut self) -> String {
        let modes = self.maybe(2, &["m", "c", "d", "mc", "cd", "e", "ce", "mce"]);
        let victims = self.maybe(8, &["k", "t"]);
        let manner = self.maybe(3, &["p", "g", "n", "j"]);
        modes + &victims + &manner + &self.maybe(8, &["o", "oo"])
    }

    /// Modifiers of a leg that another one follows.
    fn joint(&mut self) -> String {
        self.maybe(2, &["m", "c", "d", "p", "mp", "tp", "g", "tg", "y", "my", "pg", "cp", "mcd", "gy", "ck"])
            + &self.maybe(8, &["o", "n", "j", "u"])
    }

    fn several_legs(&mut self) -> String {
        let atom = self.atom();
        let oblique = "NCZ".contains(&atom[..1]);
        let mut text = self.maybe(6, &["i", "ii"]);
        for i in 0..1 + self.roll(3) {
            if i > 0 {
                text += &self.maybe(10, &["i"]);
            }
            text += &self.directions(oblique);
            text += &self.joint();
            text += "a";
        }
        text + &self.directions(oblique) + &self.ending() + &self.maybe(8, &["u"]) + &atom
    }

    fn bracket(&mut self) -> String {
        let mut text = self.maybe(6, &["i"]) + &self.maybe(3, &["f", "v", "fr", "s", "rv", "fh", "lbff", "hr"]);
        text += &self.maybe(4, &["m", "c", "k", "n", "o"]);
        text += "[";
        let legs = 2 + self.roll(2);
        for i in 0..legs {
            let letters = self.directions(false);
            text += if self.roll(2) == 0 { &letters } else { "" };
            text += &if i + 1 == legs { self.ending() } else { self.maybe(4, &["m", "c", "p", "mp", "g", "y"]) };
            text += &self.atom();
            text += if i + 1 == legs { "]" } else { self.pick(&["-", "?"]) };
        }
        text
    }

    fn single(&mut self) -> String {
        match self.roll(20) {
            0 => return self.pick(&["U", "mU", "fsU", "lfcU", "vbU", "iU"]).to_owned(),
            1 => return self.pick(&["isO2", "O3", "ijlO2", "@", "f@5", "jss@7", "b@"]).to_owned(),
            _ => {}
        }
        let atom = self.atom();
        let letters = self.directions("NCZ".contains(&atom[..1]));
        let bend = self.maybe(8, &["z", "q"]);
        self.maybe(6, &["i", "ii"]) + &letters + &self.ending() + &bend + &self.maybe(10, &["u"]) + &atom
    }

    fn piece(&mut self, dialect: Dialect) -> String {
        (0..1 + self.roll(3))
            .map(|_| match (self.roll(4), dialect) {
                (0, Dialect::Xbetza) => self.several_legs(),
                (1, _) => self.bracket(),
                _ => self.single(),
            })
            .collect()
    }
}

/// A piece that is read is written, and reads back as the same piece.
fn goes_round(text: &str, dialect: Dialect) -> Result<(), String> {
    let Ok(reading) = betza_notation::read(text, dialect) else { return Ok(()) };
    let written = betza_notation::write(&reading.piece, dialect).map_err(|e| format!("{dialect} {text}: {e}"))?;
    let again = betza_notation::read(&written, dialect).map_err(|e| format!("{dialect} {text} as {written}: {e:?}"))?;
    if again.piece == reading.piece { Ok(()) } else { Err(format!("{dialect} {text} became {written}")) }
}

fn law(seed: u64, dialect: Dialect) -> TestResult {
    match goes_round(&Dice(seed).piece(dialect), dialect) {
        Ok(()) => TestResult::passed(),
        Err(why) => TestResult::error(why),
    }
}

#[test]
fn what_is_written_reads_the_same() {
    fn xbetza(seed: u64) -> TestResult {
        law(seed, Dialect::Xbetza)
    }
    fn fsf(seed: u64) -> TestResult {
        law(seed, Dialect::Fsf)
    }
    // A limit on victims on a leg that captures nothing, alone and in a bracket.
    assert_eq!(goes_round("fpgamtpB3", Dialect::Xbetza), Ok(()));
    QuickCheck::new().tests(4_000).quickcheck(xbetza as fn(u64) -> TestResult);
    QuickCheck::new().tests(1_000).quickcheck(fsf as fn(u64) -> TestResult);
}

/// Most random texts are grammatical, so that the property above is tested on pieces.
#[test]
fn the_dice_are_mostly_grammatical() {
    let reads =
        (0..2_000).filter(|&seed| betza_notation::read(&Dice(seed).piece(Dialect::Xbetza), Dialect::Xbetza).is_ok());
    assert!(reads.count() > 1_000);
}

#[test]
fn strings_in_use_are_written_again() {
    for (file, dialects) in [
        ("betza_strings_seen.txt", &[Dialect::Xbetza][..]),
        ("betza_strings_fsf_ini.txt", &[Dialect::Xbetza, Dialect::Fsf]),
    ] {
        for text in strings(file) {
            for &dialect in dialects {
                goes_round(&text, dialect).unwrap();
            }
        }
    }
}

/// No text makes the readers panic, and every span lies in the text.
#[test]
fn any_text_is_read_or_refused() {
    fn any(text: String, letters: Vec<u8>) -> bool {
        let alphabet = "fblrvshamcdepgtkunjzqioyWFDNAHCZGKQRBULJXYO@[]-?0123(+";
        let likely: String =
            letters.iter().map(|&b| alphabet.as_bytes()[b as usize % alphabet.len()] as char).collect();
        [text, likely].iter().all(|text| {
            [Dialect::Xbetza, Dialect::Fsf].into_iter().all(|dialect| {
                let found = match betza_notation::read(text, dialect) {
                    Ok(reading) => {
                        betza_notation::write(&reading.piece, dialect).ok();
                        reading.warnings
                    }
                    Err(found) => found,
                };
                found.iter().all(|d| text.get(d.span.clone()).is_some())
            })
        })
    }
    QuickCheck::new().tests(20_000).quickcheck(any as fn(String, Vec<u8>) -> bool);
}

fn only_move(text: &str, dialect: Dialect) -> Move {
    let moves = betza_notation::read(text, dialect).unwrap().piece.moves;
    assert_eq!(moves.len(), 1, "{text}");
    moves[0].clone()
}

/// S2.
#[test]
fn plain_double_steps_leave_the_right_of_en_passant() {
    for (text, leaves) in [
        ("ifmnD", true),
        ("ifmnW2", true),
        ("fmnW2", true),
        ("iifmnA", true),
        ("mnD", false),
        ("fmnnD", true),
        ("ifmnnD", true),
        ("inD", false),
        ("imnN", false),
        ("imD", false),
        ("mnW", false),
    ] {
        assert_eq!(only_move(text, Dialect::Xbetza).leaves_en_passant, leaves, "{text}");
    }
}

/// S12.
#[test]
fn nn_leaves_en_passant_from_everywhere_and_is_nothing_else() {
    assert_eq!(only_move("fmnnD", Dialect::Xbetza).condition, only_move("mD", Dialect::Xbetza).condition);
    for (text, dialect) in [
        ("nnD", Dialect::Xbetza),
        ("mnnN", Dialect::Xbetza),
        ("mnnW", Dialect::Xbetza),
        ("mnnabD", Dialect::Xbetza),
        ("mnnnD", Dialect::Xbetza),
        ("fmnnD", Dialect::Fsf),
    ] {
        assert!(betza_notation::read(text, dialect).is_err(), "{text}");
    }
}

/// S10.
#[test]
fn in_fsf_one_e_is_for_all_captures() {
    let modes = |text: &str, dialect| -> Vec<Modes> {
        let piece = betza_notation::read(text, dialect).unwrap().piece;
        piece.moves.iter().map(|m| m.chain.links[0].joint.stop.unwrap().modes).collect()
    };
    let takes = Modes::CAPTURE | Modes::EN_PASSANT;
    assert_eq!(modes("fmWfceFbcF", Dialect::Fsf), [Modes::MOVE, takes, takes]);
    assert_eq!(modes("fmWfceFbcF", Dialect::Xbetza), [Modes::MOVE, takes, Modes::CAPTURE]);
}

/// `@` (docs/notation/xbetza.md): a doubled letter allows one such piece, a single one none.
#[test]
fn drops_have_zones_and_limits() {
    let drop = |text: &str| betza_notation::read(text, Dialect::Xbetza).unwrap().piece.drops[0];
    let plain = Drop { ranks: None, spares_back_rank: false, file_limit: None, colour_limit: None, board_limit: None };
    assert_eq!(drop("W@"), plain);
    assert_eq!(drop("fWf@5"), Drop { ranks: Some(5), file_limit: Some(1), ..plain });
    assert_eq!(drop("Bs@8"), Drop { ranks: Some(8), colour_limit: Some(1), ..plain });
    assert_eq!(
        drop("Fjbbff@3"),
        Drop { ranks: Some(3), spares_back_rank: true, file_limit: Some(2), board_limit: Some(2), ..plain }
    );
}

/// R and B are W0 and F0, K2 is W2F2, RR is R: the same IR.
#[test]
fn words_for_the_same_piece_are_the_same_piece() {
    let piece = |text: &str| betza_notation::read(text, Dialect::Xbetza).unwrap().piece;
    for (one, other) in [
        ("R", "W0"),
        ("B", "FF"),
        ("K2", "W2F2"),
        ("Q", "RB"),
        ("RR", "R"),
        ("R4", "W4"),
        ("fK", "fW"),
        ("flK", "flF"),
        ("gW2", "gR2"),
        ("mcK", "K"),
        ("fmsaW", "mfsaW"),
        ("[fW-R]", "[fW-fR]"),
    ] {
        assert_eq!(piece(one), piece(other), "{one} {other}");
    }
}

/// `y` makes a ride of the leap behind it and a leap of the ride, and then `n` and `g` are asked of what is there
/// (XBETZA.md: `g` and `y` swap step and slide; D6: `n` and `g` both speak of what lies under a leap).
#[test]
fn letters_under_a_leap_are_those_of_the_leg_after_its_exchange() {
    let code = |text: &str| betza_notation::read(text, Dialect::Xbetza).err().map(|found| found[0].code);
    for text in ["ngN", "npA", "yangN2", "yanpN2"] {
        assert_eq!(code(text), Some(Code::Conflict), "{text}");
    }
    for text in ["ngN2", "npN2", "yangN", "yanpN"] {
        assert_eq!(code(text), None, "{text}");
    }
}
