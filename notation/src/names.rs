//! The pieces that players know by name, as docs/notation and the sources of the dialects give them or as the piece's
//! leaps and rides say.

use crate::Dialect;
use Dialect::{Betza, Bex, Extended, Xbetza};

/// A name with its article, whether it is also told of some moves of a piece (what is plain at first sight, a Knight's
/// leap, is not), and a notation with its dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named(pub &'static str, pub bool, pub Dialect, pub &'static str);

impl Named {
    /// The names of the piece without article: `a Cannon (Pao)` is a `Cannon` and a `Pao`.
    pub fn titles(self) -> impl Iterator<Item = &'static str> {
        let name = self.0.strip_prefix("the moves of ").unwrap_or(self.0);
        let name = ["a ", "an "].iter().find_map(|article| name.strip_prefix(article)).unwrap_or(name);
        name.split(" (").map(|name| name.trim_end_matches(')'))
    }

    /// The names in small letters, with blanks between their words.
    fn all(self) -> impl Iterator<Item = String> {
        self.titles().map(|name| name.to_lowercase().replace('-', " "))
    }
}

/// The piece of a name, in any case and with blanks, hyphens or underscores between its words.
#[must_use]
pub fn find(name: &str) -> Option<Named> {
    let name = name.trim().trim_start_matches("the ").to_lowercase().replace(['-', '_'], " ");
    let name = OTHERS.iter().find(|(other, _)| *other == name).map_or(&name[..], |(_, name)| name);
    NAMES.iter().copied().find(|named| named.all().any(|known| known == name))
}

/// All names that [`find`] knows, in small letters, with blanks between their words.
pub fn all() -> impl Iterator<Item = String> {
    NAMES.iter().flat_map(|named| named.all()).chain(OTHERS.iter().map(|(name, _)| (*name).to_owned()))
}

/// Names that stand in no entry of [`NAMES`], each with the one that does.
const OTHERS: &[(&str, &str)] = &[
    ("pawn", "pawn of chess"),
    ("berolina", "berolina pawn"),
    ("cardinal", "archbishop"),
    ("princess", "archbishop"),
    ("janus", "archbishop"),
    ("marshall", "chancellor"),
    ("marshal", "chancellor"),
    ("empress", "chancellor"),
    ("man", "king"),
    ("mann", "king"),
    ("commoner", "king"),
    ("guard", "king"),
    ("griffin", "griffon"),
    ("gold", "gold general"),
    ("silver", "silver general"),
    ("waffle", "phoenix"),
    ("free king", "queen"),
    ("crowned rook", "dragon king"),
    ("crowned bishop", "dragon horse"),
    ("trebuchet", "threeleaper"),
    ("lion", "lion of chu shogi"),
    ("horse", "mao"),
];

/// All names.
pub const NAMES: &[Named] = &[
    Named("the moves of a King", false, Betza, "K"),
    Named("a Queen", false, Betza, "Q"),
    Named("a Rook", false, Betza, "R"),
    Named("a Bishop", false, Betza, "B"),
    Named("a Knight", false, Betza, "N"),
    Named("a Pawn of chess", false, Xbetza, "fmWfceFifmnD"),
    Named("a Pawn without a double step", false, Xbetza, "mfWcfF"),
    Named("a Pawn of chess without en passant", false, Bex, "imfW2+mfW+cfF"),
    Named("a Pawn of shogi", false, Betza, "fW"),
    Named("a Wazir", false, Betza, "W"),
    Named("a Ferz", false, Betza, "F"),
    Named("a Dabbaba", false, Betza, "D"),
    Named("an Alfil", false, Betza, "A"),
    Named("a Camel", false, Extended, "C"),
    Named("a Zebra", false, Extended, "J"),
    Named("a Giraffe", false, Extended, "(1,4)"),
    Named("a Threeleaper", false, Betza, "H"),
    Named("a Tripper", false, Betza, "G"),
    Named("an Alibaba", false, Betza, "AD"),
    Named("a Squirrel", false, Betza, "NAD"),
    Named("a Centaur (King and Knight)", false, Betza, "KN"),
    Named("an Archbishop (Bishop and Knight)", false, Betza, "BN"),
    Named("a Chancellor (Rook and Knight)", false, Betza, "RN"),
    Named("an Amazon (Queen and Knight)", false, Betza, "QN"),
    Named("a Champion", false, Betza, "WAD"),
    Named("a Wizard", false, Extended, "FC"),
    Named("a Kirin", false, Betza, "FD"),
    Named("a Phoenix", false, Betza, "WA"),
    Named("a Dragon King (Rook and Ferz)", false, Betza, "RF"),
    Named("a Dragon Horse (Bishop and Wazir)", false, Betza, "BW"),
    Named("a Gold General", false, Betza, "WfF"),
    Named("a Silver General", false, Betza, "FfW"),
    Named("a Lance", false, Betza, "fR"),
    Named("a Knight of shogi", false, Betza, "ffN"),
    Named("a Nightrider", true, Betza, "NN"),
    Named("a Dabbabarider", true, Betza, "DD"),
    Named("an Alfilrider", true, Betza, "AA"),
    Named("a Crab", true, Betza, "ffNbsN"),
    Named("an Eagle of Tori shogi", true, Betza, "fBfsWbB2bR"),
    Named("a Fad", false, Betza, "FAD"),
    Named("a Rhino", true, Betza, "z[WF]"),
    Named("a Pegasus of Beastmaster Chess", false, Betza, "J[WL]"),
    Named("a Falcon", true, Xbetza, "nCnZ"),
    Named("a Camelrider", true, Xbetza, "C0"),
    Named("a Zebrarider", true, Xbetza, "Z0"),
    Named("a Mao (Horse of xiangqi)", true, Xbetza, "mafsW"),
    Named("a Moa", true, Xbetza, "mafsF"),
    Named("a Mao-hopper", true, Bex, "j(mW-F)"),
    Named("a Mao-rider", true, Bex, "(mW-F)*"),
    Named("a Double Knight", true, Bex, "mN--N"),
    Named("a Moo (Mao and Moa)", true, Bex, "nN"),
    Named("an Elephant of xiangqi", true, Betza, "nA"),
    Named("a Cannon (Pao)", true, Xbetza, "mRcpR"),
    Named("a Vao (Bishop's Cannon)", true, Xbetza, "mBcpB"),
    Named("a Leo (Queen's Cannon)", true, Xbetza, "mQcpQ"),
    Named("a Grasshopper", true, Betza, "gQ"),
    Named("a Rookhopper", true, Betza, "gR"),
    Named("a Bishopper", true, Betza, "gB"),
    Named("a Griffon (Gryphon)", true, Extended, "FtR"),
    Named("a Griffon that must go beyond its first square", true, Extended, "F-R"),
    Named("a Manticore", true, Extended, "WtB"),
    Named("a Manticore that must go beyond its first square", true, Extended, "W-B"),
    Named("an Osprey", true, Xbetza, "[D?B]"),
    Named("a Picket", true, Xbetza, "[F-B]"),
    Named("a Ship", true, Xbetza, "v[F?R]"),
    Named("a Snake", true, Xbetza, "v[W?B]"),
    Named("a Rose", true, Bex, "qN"),
    Named("a Rose turning right", true, Extended, "Nrf8"),
    Named("a Rose turning left", true, Extended, "Nlf8"),
    Named("a Crooked Bishop (Boyscout)", true, Bex, "zB"),
    Named("a Crooked Bishop turning left first", true, Extended, "(FtlF)r0"),
    Named("a Crooked Bishop turning right first", true, Extended, "(FtrF)l0"),
    Named("a Crooked Rook (Girlscout)", true, Bex, "zR"),
    Named("a Lion of chu shogi", true, Xbetza, "KNADcaKmcabK"),
    Named("a Lion of chu shogi", true, Bex, "K+(DAN)+(K-K)+[crK]+(mK--[xo])"),
    Named("a man of draughts", true, Extended, "fmFfmFxF"),
    Named("a man of draughts that captures", true, Xbetza, "fmcafmF"),
    Named("a Withdrawer of Ultima", true, Bex, "mQ+[cw]Q"),
    Named("a Long Leaper of Ultima", true, Bex, "mQ+[cl]Q"),
    Named("a Pincer Pawn of Ultima", true, Bex, "mR+mR--[ccD]"),
    Named("a Chameleon of Ultima", true, Bex, "mQ+[ci]"),
    Named("a Swapper of Rococo", true, Bex, "mQ+[xwQ]+([crK]--[cu])"),
    Named("a Cannon Pawn of Rococo", true, Bex, "mK+j(AD)"),
    Named("a Berolina Pawn", false, Xbetza, "mfFcefWimfnA"),
    Named("a Half-Duck", false, Betza, "HFD"),
    Named("a Bede", false, Betza, "BD"),
    Named("a Colonel", false, Betza, "fhNfrlRK"),
    Named("a Charging Rook", false, Betza, "frlRbWbF"),
    Named("a Charging Knight", false, Betza, "fhNsWbK"),
    Named("a Fibnif", false, Betza, "fbNF"),
    Named("a Woody Rook", false, Betza, "WD"),
    Named("a Short Rook", false, Betza, "R4"),
    Named("a Gnu (Wildebeest)", false, Xbetza, "NC"),
    Named("a Bison", false, Xbetza, "CZ"),
    Named("a Buffalo", false, Xbetza, "NCZ"),
    Named("a Hook Mover", true, Xbetza, "RmasR"),
    Named("a Capricorn", true, Xbetza, "BmasB"),
    Named("a Copper General", false, Betza, "vWfF"),
    Named("an Iron General", false, Betza, "fWfF"),
    Named("a Stone General", false, Betza, "fF"),
    Named("an Evil Wolf", false, Betza, "fFfsW"),
    Named("a Flying Dragon", false, Betza, "B2"),
    Named("a Drunk Elephant", false, Betza, "FfsW"),
    Named("a Ferocious Leopard", false, Betza, "FvW"),
    Named("a Blind Tiger", false, Betza, "FsbW"),
    Named("a Go-Between", false, Betza, "vW"),
    Named("a Reverse Chariot", false, Betza, "vR"),
    Named("a Side Mover", false, Betza, "vWsR"),
    Named("a Vertical Mover", false, Betza, "sWvR"),
];

/// The pieces that one meets most, by who uses them: a game, or a kind of games. Each name stands once, with those who
/// are best known for it.
pub const USED: &[(&str, &[&str])] = &[
    ("Chess", &["king", "queen", "rook", "bishop", "knight", "pawn of chess"]),
    ("Shatranj and makruk", &["ferz", "alfil", "pawn without a double step", "silver general"]),
    ("Capablanca chess and its kin", &["archbishop", "chancellor", "amazon", "centaur"]),
    ("Omega chess", &["champion", "wizard"]),
    ("Wildebeest chess", &["camel", "gnu"]),
    ("Tamerlane chess", &["wazir", "dabbaba", "picket"]),
    ("Grant Acedrex", &["griffon"]),
    ("Falcon chess", &["falcon"]),
    ("Berolina chess", &["berolina pawn"]),
    ("Grasshopper chess", &["grasshopper"]),
    (
        "Chess with Different Armies",
        &[
            "bede",
            "waffle",
            "fad",
            "short rook",
            "half duck",
            "woody rook",
            "charging rook",
            "fibnif",
            "charging knight",
            "colonel",
        ],
    ),
    ("Xiangqi", &["mao", "elephant of xiangqi", "cannon"]),
    ("Shogi", &["gold general", "lance", "knight of shogi", "pawn of shogi", "dragon king", "dragon horse"]),
    (
        "Chu shogi",
        &[
            "copper general",
            "ferocious leopard",
            "blind tiger",
            "drunk elephant",
            "kirin",
            "phoenix",
            "go between",
            "side mover",
            "vertical mover",
            "reverse chariot",
            "lion of chu shogi",
        ],
    ),
    ("Dai shogi", &["iron general", "stone general", "evil wolf", "flying dragon"]),
    ("Maka dai dai shogi", &["hook mover", "capricorn"]),
    ("Tori shogi", &["eagle of tori shogi"]),
    ("Ultima", &["withdrawer of ultima", "long leaper of ultima", "pincer pawn of ultima"]),
    ("Rococo", &["swapper of rococo", "cannon pawn of rococo"]),
    ("Draughts", &["man of draughts"]),
    ("Beastmaster Chess", &["pegasus of beastmaster chess"]),
    ("Games with bent riders", &["manticore", "osprey", "ship", "snake", "rhino"]),
    (
        "Fairy chess problems",
        &[
            "threeleaper",
            "tripper",
            "zebra",
            "giraffe",
            "alibaba",
            "squirrel",
            "bison",
            "buffalo",
            "nightrider",
            "dabbabarider",
            "alfilrider",
            "camelrider",
            "zebrarider",
            "crab",
            "moa",
            "moo",
            "mao rider",
            "mao hopper",
            "double knight",
            "vao",
            "leo",
            "rookhopper",
            "bishopper",
            "rose",
            "crooked bishop",
            "crooked rook",
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn every_name_is_found_and_can_be_read() {
        for &named in NAMES {
            assert!(read(named.3, named.2).is_ok(), "{named:?}");
            for name in named.all() {
                // Where two pieces have one name in full, it is the first one's.
                assert!(find(&name).is_some_and(|found| found.all().any(|known| known == name)), "{name}");
            }
        }
        let used = || USED.iter().flat_map(|(_, names)| names.iter());
        for (i, name) in used().enumerate() {
            assert!(find(name).is_some(), "{name}");
            assert!(used().take(i).all(|other| other != name), "{name} is told twice");
        }
        for (other, name) in OTHERS {
            assert!(NAMES.iter().any(|named| named.all().any(|known| known == *name)), "{other}: {name}");
        }
    }

    #[test]
    fn names_have_many_spellings() {
        let of = |name: &str| find(name).map(|Named(_, _, dialect, text)| (dialect, text));
        for name in ["griffon", "Gryphon", " GRIFFON "] {
            assert_eq!(of(name), Some((Extended, "FtR")), "{name}");
        }
        // A Cardinal is Bishop and Knight, a Waffle Wazir and Alfil, a Bede Bishop and Dabbaba.
        for (name, text) in [
            ("cardinal", "BN"),
            ("Waffle", "WA"),
            ("bede", "BD"),
            ("gold-general", "WfF"),
            ("the Gold General", "WfF"),
            ("half duck", "HFD"),
            ("Go-between", "vW"),
            ("hook_mover", "RmasR"),
            ("horse of xiangqi", "mafsW"),
        ] {
            assert_eq!(of(name).map(|(_, text)| text), Some(text), "{name}");
        }
        assert_eq!(of("nobody"), None);
    }
}
