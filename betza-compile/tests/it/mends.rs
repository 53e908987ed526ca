//! One mistake is one error, and where it is known what was meant the remedy is the whole text as it must be.

use betza_compile::explain;
use betza_compile::notation::{Dialect, read};

use Dialect::{Betza, Betza2, Bex, Extended, Xbetza};

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
    for text in ["(-4,1)", "4,1", "[4,1]", "(4.1)", "(4;1)", "(4, 1)", "(4 1)", "{4,1}", "( 4,-1 )", "4/1", "(4,1"] {
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
        let told = explain::piece(&read(&whole, Betza2).unwrap().piece);
        assert_eq!(told.lines().next(), Some(name), "{text}: {whole}");
    }
}

#[test]
fn castling_outside_of_xbetza() {
    for dialect in [Betza, Extended, Bex, Betza2] {
        assert_eq!(remedy("KisO2", dialect), "K", "{}", dialect.id());
        let found = read("KisO2", dialect).unwrap_err();
        assert!(found[0].message.contains("castling in `xbetza`"), "{found:?}");
    }
    assert_eq!(remedy("isO2K", Extended), "K");
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
