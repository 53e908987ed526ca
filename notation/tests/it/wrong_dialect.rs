//! Texts that are read but were written in another dialect: the warnings, and the positions that show the difference.

use betza_explain::compare::{Difference, difference};
use betza_ir::geometry::Square;
use betza_notation::{Dialect, read};

use Dialect::{Betza, Betza2, Bex, Extended, Fsf, Xbetza};

fn warned(text: &str, dialect: Dialect, other: Dialect) -> bool {
    let reading = read(text, dialect).unwrap_or_else(|e| panic!("{dialect} {text}: {e:?}"));
    let named = format!("this looks like `{other}`");
    reading.warnings.iter().any(|w| w.message.starts_with(&named))
}

#[test]
fn texts_of_another_dialect_are_named() {
    for (text, asked, other) in [
        ("FtR", Xbetza, Extended),
        ("FtR", Fsf, Extended),
        ("mWtfB", Xbetza, Extended),
        ("W3tF", Xbetza, Extended),
        ("mafsW", Extended, Xbetza),
        ("mafsW", Betza2, Xbetza),
        ("mafsW", Bex, Xbetza),
        ("mafsW", Betza, Xbetza),
        ("KNADcaKmcabK", Extended, Xbetza),
        ("KcaK", Betza2, Xbetza),
        ("cafmF", Bex, Xbetza),
        ("fmWfcFcafmF", Extended, Xbetza),
        ("RxR", Betza2, Extended),
        ("KxaK", Betza2, Extended),
        ("Q+K", Bex, Extended),
        ("RdR", Xbetza, Extended),
        ("KdK", Fsf, Extended),
    ] {
        assert!(warned(text, asked, other), "{text} as {asked} is not said to be {other}");
        // One slip, one warning: nothing says to remove the letter that the other dialect needs.
        let warnings = read(text, asked).unwrap().warnings;
        assert!(warnings.iter().all(|w| !w.remedy.starts_with("remove it")), "{text} ({asked}): {warnings:?}");
    }
}

/// What is not read here at all is said to be of the other dialect as well.
#[test]
fn refused_texts_of_another_dialect_are_named() {
    for (text, asked, other) in
        [("KisO2", Extended, Xbetza), ("KisO2", Bex, Xbetza), ("RyK", Xbetza, Extended), ("RxR", Xbetza, Extended)]
    {
        let found = read(text, asked).expect_err(text);
        if text.contains('O') {
            // `O` is the null move of both documents, which have no castling (E8, X4).
            let here = format!("in `{asked}` `O` passes the turn, and castling is left to the rules of the game");
            assert!(found[0].message.ends_with(&here), "{text} ({asked}): {found:?}");
        }
        let named = format!("this looks like `{other}`, where ");
        assert!(found.len() == 1 && found[0].message.starts_with(&named), "{text} ({asked}): {found:?}");
        assert!(found[0].remedy.ends_with(&format!("or read it as `{other}`")), "{text} ({asked}): {found:?}");
    }
}

/// The dialects' own texts, from their documents, are not suspected.
#[test]
fn own_texts_are_not_suspected() {
    for (dialect, texts) in [
        (Betza, &["fhNfrlRK", "mRcpR", "fcFfmW", "ffNbsN", "t[FR]", "z[WF]"][..]),
        (Extended, &["FtR", "KxaK", "RyaK", "mRcR+R", "frmWxlW", "mQmKxbK-Q", "aK", "(FtlF)r0"]),
        (Bex, &["mQ+[cw]Q", "mR+cpR", "K+(DAN)+(K-K)+[crK]+(mK--[xo])", "mK+j(AD)", "imfW2+mfW+cfF=Q,R,B,N", "R+K"]),
        (Betza2, &["W-xacK", "W-xxacK", "xW", "pR-cR", "irdiW03-buD-bW", "gQ-K"]),
        (Xbetza, &["mafsW", "KNADcaKmcabK", "WyafsF", "mRctR", "tRctF", "mRcdR", "dR", "mNcdB", "fmWfceFifmnD"]),
    ] {
        for text in texts {
            let reading = read(text, dialect).unwrap_or_else(|e| panic!("{dialect} {text}: {e:?}"));
            let looks = reading.warnings.iter().find(|w| w.message.starts_with("this looks like"));
            assert_eq!(looks, None, "{dialect} {text}");
        }
    }
}

/// `FtR`: in `extended` a step and a slide, in `xbetza` a step or a slide. An example shows it with no more pieces than
/// needed.
#[test]
fn an_example_shows_where_readings_part() {
    let piece = |dialect| read("FtR", dialect).unwrap().piece;
    let Some(Difference::Position(example)) = difference(&piece(Extended), &piece(Xbetza)) else {
        panic!("no position was found");
    };
    assert!(example.friends.is_empty() && example.foes.is_empty() && example.moved.is_empty());
    let ends =
        |outcomes: &[betza_compile::walk::Outcome]| -> Vec<Square> { outcomes.iter().filter_map(|o| o.to).collect() };
    let (x, y) = (example.board.file(example.at), example.board.rank(example.at));
    let knightlike = example.board.at(x + 1, y + 2).unwrap();
    let ahead = example.board.at(x, y + 2).unwrap();
    assert!(ends(&example.first).contains(&knightlike) && ends(&example.second).contains(&ahead));
    assert_eq!(difference(&piece(Xbetza), &piece(Fsf)), None);
}
