//! One mistake is one error, and where it is known what was meant the remedy is the whole text as it must be.

use betza_explain::compare::difference;
use betza_explain::english;
use betza_notation::{Code, Dialect, read};
use quickcheck::QuickCheck;

use Dialect::{Betza, Betza2, Bex, Extended, Fsf, Xbetza};

/// What the only error of a text says to write.
fn remedy(text: &str, dialect: Dialect) -> String {
    let found = read(text, dialect).expect_err(text);
    assert_eq!(found.len(), 1, "{text} ({}): {found:?}", dialect.id());
    let said = &found[0].remedy;
    let whole = said.strip_prefix("write `").and_then(|rest| rest.strip_suffix('`'));
    whole.unwrap_or_else(|| panic!("{text} ({}): {said}", dialect.id())).to_owned()
}

/// `(4,1)` in the dialects that have numbers; in `betza` W and L together, in `xbetza` F lengthened by X.
#[test]
fn leaps_by_numbers() {
    for text in [
        "(-4,1)", "(±4,1)", "(4,±1)", "4,1", "[4,1]", "(4.1)", "(4;1)", "(4, 1)", "(4 1)", "{4,1}", "( 4,-1 )", "4/1",
        "(4,1",
    ] {
        for (dialect, instead) in
            [(Extended, "(4,1)"), (Bex, "(4,1)"), (Betza2, "(4,1)"), (Betza, "[WL]"), (Xbetza, "FX")]
        {
            assert_eq!(remedy(text, dialect), instead, "{text} ({})", dialect.id());
        }
    }
    assert_eq!(remedy("WfF(4.1)", Bex), "WfF(4,1)");
    assert_eq!(remedy("W-F(-4,1)", Extended), "W-F(4,1)");
    assert_eq!(remedy("fF(2,1)", Betza), "fFN");
}

#[test]
fn powers() {
    for dialect in Dialect::ALL {
        assert_eq!(remedy("W^3", dialect), "W3", "{}", dialect.id());
    }
    assert_eq!(remedy("W^2F^3", Extended), "W2F3");
}

/// betza.txt writes t[XY]; the remedy keeps modifiers before it.
#[test]
fn t_in_betza() {
    for (text, instead) in [
        ("t(FR)", "t[FR]"),
        ("FtR", "t[FR]"),
        ("WtB", "t[WB]"),
        ("FtWW", "t[FWW]"),
        ("FtR3", "t[FR3]"),
        ("mFtR", "mt[FR]"),
        ("NFtRW", "Nt[FR]W"),
        ("t(FR)N", "t[FR]N"),
    ] {
        assert_eq!(remedy(text, Betza), instead, "{text}");
    }
}

/// What is written for the bent rides that `betza2` lacks does what they do.
#[test]
fn bent_rides_in_betza2() {
    for (text, name) in [
        ("zB", "A Crooked Bishop (Boyscout)."),
        ("zF", "A Crooked Bishop (Boyscout)."),
        ("zR", "A Crooked Rook (Girlscout)."),
        ("qN", "A Rose."),
    ] {
        let whole = remedy(text, Betza2);
        let told = english::piece(&read(&whole, Betza2).unwrap().piece);
        assert_eq!(told.lines().next(), Some(name), "{text}: {whole}");
    }
}

/// Signs of text processors, separators, modifiers behind their capital or at a late leg, brackets: what was meant is
/// known.
#[test]
fn signs_and_places() {
    for (text, dialect, instead) in [
        ("W–F", Extended, "W-F"),
        ("R×ebR", Extended, "RxebR"),
        ("mW—F", Bex, "mW-F"),
        ("mW, cF", Betza, "mWcF"),
        ("mW/cF", Bex, "mW+cF"),
        ("K&N", Xbetza, "KN"),
        ("Rf", Betza, "fR"),
        ("R3fb", Xbetza, "fbR3"),
        ("Nn", Extended, "nN"),
        // extended.txt: m and c "are only allowed in front of a complete path".
        ("W-cF", Extended, "cW-F"),
        ("Q-mK", Extended, "mQ-K"),
        ("FxW-lcF", Extended, "cFxW-lF"),
        ("t(FR)", Extended, "FtR"),
        ("t(FR)", Xbetza, "[F?R]"),
        ("t(FR)", Betza2, "F(F-R)"),
        ("q[WF]", Betza, "z[WF]"),
    ] {
        assert_eq!(remedy(text, dialect), instead, "{text} ({})", dialect.id());
    }
    // One mistake is one error, and nothing is proposed where that would be a guess.
    for (text, dialect) in [("--W", Extended), ("R5-3", Extended), ("Wa", Xbetza), ("W–F", Betza), ("NWf", Betza)] {
        let found = read(text, dialect).unwrap_err();
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert!(!found[0].remedy.starts_with("write `W") && !found[0].remedy.contains("aW`"), "{text}: {found:?}");
    }
}

#[test]
fn castling_outside_of_xbetza() {
    for dialect in [Betza, Extended, Bex, Betza2] {
        for text in ["KisO2", "isO2K"] {
            let found = read(text, dialect).unwrap_err();
            assert_eq!(found.len(), 1, "{text} ({}): {found:?}", dialect.id());
            assert_eq!(found[0].remedy, "write `K`, or read it as `xbetza`");
            assert!(found[0].message.starts_with("this looks like `xbetza`, where `isO2` is castling;"), "{found:?}");
        }
    }
}

/// Names of pieces, and blanks inside of a notation.
#[test]
fn names_and_blanks() {
    for dialect in Dialect::ALL {
        for (text, instead) in [("Knight", "N"), ("rook", "R"), ("f m W", "fmW"), ("m R c B", "mRcB")] {
            assert_eq!(remedy(text, dialect), instead, "{text} ({})", dialect.id());
        }
    }
    assert_eq!(remedy("pawn", Betza), "fmWfcF");
    // The Griffon in the words of each dialect, as docs/notation has it.
    for (dialect, instead) in [(Extended, "FtR"), (Betza, "t[FR]"), (Xbetza, "[F?R]"), (Betza2, "F(F-R)")] {
        assert_eq!(remedy("gryphon", dialect), instead, "{dialect}");
    }
    assert_eq!(remedy("gold general", Betza), "WfF");
    assert_eq!(remedy("cardinal", Xbetza), "BN");
    // `betza` has no moves of several legs that capture on the way.
    let found = read("lion", Betza).unwrap_err();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].remedy, "read `KNADcaKmcabK` as `xbetza`: `betza` has no words for it");
}

/// What Wikipedia's pages on shogi write in brackets: the second step of a Lion, of a Soaring Eagle and of a Horned
/// Falcon, and two diagonals.
#[test]
fn brackets_of_wikipedia() {
    for (text, instead) in [
        ("KNAD[aK]", "KNADcaKmcabK"),
        ("f[avF]", "fcavFfmabF"),
        ("RbBf[avF]", "RbBfcavFfmabF"),
        ("f[avW]", "fcavWfmabW"),
        ("[fr][bl]B", "frblB"),
    ] {
        assert_eq!(remedy(text, Xbetza), instead, "{text}");
    }
    for dialect in [Betza, Extended, Bex, Betza2, Fsf] {
        assert_eq!(remedy("[fr][bl]B", dialect), "frblB", "{dialect}");
        let found = read("f[avF]", dialect).unwrap_err();
        assert_eq!(found.len(), 1, "{dialect}: {found:?}");
        let said = &found[0].remedy;
        assert!(said.starts_with("write `") || said.starts_with("read `fcavFfmabF` as `xbetza`"), "{dialect}: {said}");
    }
}

/// `QcppQ`, a Queen that jumps to capture, is no slip: it has the moves of `QcjjQ` (B17). Where `p` is one hurdle, `jj`
/// is named.
#[test]
fn jumps_over_any_number() {
    let jumping = read("QcppQ", Betza).unwrap();
    assert_eq!(jumping.warnings, []);
    assert_eq!(difference(&jumping.piece, &read("QcjjQ", Extended).unwrap().piece), None);
    let warned = read("QcppQ", Extended).unwrap().warnings;
    assert!(warned.iter().any(|w| w.remedy.contains("`jj`")), "{warned:?}");
    assert!(read("QcppQ", Xbetza).unwrap_err()[0].remedy.contains("`pp`"));
}

/// A text that only other dialects read, all with one meaning, is mended whole: what is proposed has the moves that the
/// other dialect gives the text. The notations are the documents' own.
#[test]
fn a_text_of_another_dialect_is_translated() {
    for (text, asked, from, instead) in [
        ("Q+K", Betza, Extended, "gQ"),
        ("Q+K", Betza2, Extended, "gQ"),
        ("FtR", Betza2, Extended, "F(F-R)"),
        ("FtR", Bex, Extended, "F+mF-R"),
        ("[W?B]", Extended, Xbetza, "WtB"),
        ("[F?R]", Betza, Xbetza, "t[FR]"),
        ("mQ+[cw]Q", Extended, Bex, "mQmKxbK-Q"),
        ("[xwQ]", Xbetza, Bex, "ucQ"),
        ("RxR", Xbetza, Extended, "cafR"),
        ("KxaK", Xbetza, Extended, "caKcabK"),
        ("RyK", Xbetza, Extended, "yafpababR"),
        ("mF-cR", Extended, Bex, "cF-R"),
        ("mafsW", Fsf, Xbetza, "nN"),
        ("W(F)", Xbetza, Betza, "K"),
    ] {
        let found = read(text, asked).unwrap_err();
        assert_eq!(found.len(), 1, "{text} ({asked}): {found:?}");
        assert_eq!(found[0].remedy, format!("write `{instead}`, or read it as `{from}`"), "{text} ({asked})");
        let (meant, written) = (read(text, from).unwrap().piece, read(instead, asked).unwrap().piece);
        assert_eq!(difference(&meant, &written), None, "{text} ({asked}): {instead}");
    }
    // So have the proposals for all texts that are refused in the cases.
    let mut proposals = 0;
    for asked in Dialect::ALL {
        let file = format!("{}/../testdata/notation/{asked}_errors.jsonl", env!("CARGO_MANIFEST_DIR"));
        for line in std::fs::read_to_string(file).unwrap().lines() {
            let case: serde_json::Value = serde_json::from_str(line).unwrap();
            let text = case["piece"].as_str().unwrap();
            for error in read(text, asked).unwrap_err() {
                let Some((instead, from)) = error.remedy.split_once("`, or read it as `") else { continue };
                let instead = instead.strip_prefix("write `").unwrap();
                let from: Dialect = from.strip_suffix('`').unwrap().parse().unwrap();
                let (meant, written) = (read(text, from).unwrap().piece, read(instead, asked).unwrap().piece);
                assert_eq!(difference(&meant, &written), None, "{text} ({asked}): {instead}");
                proposals += 1;
            }
        }
    }
    assert!(proposals > 20, "{proposals}");
    // `extended` and `bex` part about `W-F`, so that nobody knows what was meant.
    let found = read("W-F", Betza).unwrap_err();
    assert!(!found[0].remedy.contains("or read it as"), "{found:?}");
}

/// Two mistakes are two errors, and a mistake that is not known keeps its own error.
#[test]
fn several_mistakes() {
    let found = read("W^3(4.1)", Extended).unwrap_err();
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().all(|d| d.remedy == "write `W3(4,1)`"), "{found:?}");
    let found = read("(4.1)%", Extended).unwrap_err();
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[0].remedy, "write `(4,1)` there");
    assert!(found[1].message.starts_with("`%`"), "{found:?}");
}

#[test]
fn blanks_around_plus_are_read_in_bex() {
    for text in ["mR + cpR", "mR +cpR", "mR+ cpR", "mR  +  cpR"] {
        assert_eq!(read(text, Bex), read("mR+cpR", Bex), "{text}");
    }
    assert_eq!(read("W+( F + D )", Bex).unwrap_err().len(), 1);
    assert!(read("W F", Bex).is_err() && read("W -F", Bex).is_err());
}

/// Errors of texts full of signs that slips are made with point into the text.
#[test]
fn any_signs_are_read_or_refused_with_a_place() {
    const PARTS: [&str; 44] = [
        "W", "F", "N", "R", "O", "K", "f", "m", "c", "p", "s", "y", "t", "z", "x", "o", "1", "2", "3", "0", "(", ")",
        "[", "]", "{", "}", "<", ">", ",", ".", ";", "/", "^", " ", "+", "-", "*", "±", "–", "−", "×", "‑", "—", "é",
    ];
    fn place(picked: Vec<u8>) -> bool {
        let text: String = picked.iter().map(|&i| PARTS[usize::from(i) % PARTS.len()]).collect();
        Dialect::ALL.into_iter().all(|dialect| {
            let notes = read(&text, dialect).map_or_else(|errors| errors, |reading| reading.warnings);
            notes.iter().all(|d| text.get(d.span.clone()).is_some() && !d.message.is_empty() && !d.remedy.is_empty())
        })
    }
    QuickCheck::new().tests(4_000).quickcheck(place as fn(Vec<u8>) -> bool);
}

/// What has no effect is told once, at its place; what has one is not.
#[test]
fn what_has_no_effect_is_told() {
    for (text, dialect, place) in [
        ("cO", Extended, 0..2),
        ("cO", Betza2, 0..2),
        ("cO", Bex, 0..1),
        ("umW", Xbetza, 0..1),
        ("W@@", Xbetza, 2..3),
        ("isO2isO2", Xbetza, 4..8),
        ("[pF-mpW]", Xbetza, 5..6),
    ] {
        let warned = read(text, dialect).expect(text).warnings;
        let places: Vec<_> = warned.iter().filter(|w| w.code == Code::NoEffect).map(|w| w.span.clone()).collect();
        assert_eq!(places, [place], "{text} ({dialect}): {warned:?}");
    }
    for (text, dialect) in
        [("mO", Extended), ("uW", Xbetza), ("W@f@", Xbetza), ("isO2isO3", Xbetza), ("[pF?R]", Xbetza)]
    {
        assert_eq!(read(text, dialect).expect(text).warnings, [], "{text} ({dialect})");
    }
    // On a later leg `i` is a length, of which Fairy-Stockfish has nothing to do with unmoved pieces.
    let warned = read("[R-iR]", Fsf).unwrap().warnings;
    assert!(warned.iter().all(|w| !w.message.contains("unmoved")), "{warned:?}");
}
