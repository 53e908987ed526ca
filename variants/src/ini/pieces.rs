//! Fairy-Stockfish's named pieces.

use betza_game::variant::Kind;
use betza_ir::Piece;
use betza_notation::Dialect;

/// The moves of pawns.
pub(super) const PAWN: &str = "fmWfceFifmnD";

/// The names and what they mean in dialect `fsf`. `janggiCannon` neither hops over its like nor captures it besides.
pub(crate) const NAMED: [(&str, &str); 37] = [
    ("pawn", PAWN),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "fN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("immobile", ""),
    ("cannon", "mRcpR"),
    ("janggiCannon", "pR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("janggiElephant", "nZ"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
    ("king", "K"),
];

/// The letters of the custom pieces that Fairy-Stockfish's own games have, from `customPiece1` on: a section over such
/// a game that gives one of these says that piece anew.
pub(super) const PARENTS_CUSTOMS: [(&[&str], &str); 16] = [
    (&["amazons"], "q"),
    (&["ataxx", "isolation", "isolation7x7", "snailtrail"], "p"),
    (&["joust"], "n"),
    (&["berolina", "pawnsideways", "pawnback", "legan"], "p"),
    (&["nightrider", "euroshogi"], "n"),
    (&["grasshopper"], "g"),
    (&["fox-and-hounds"], "hf"),
    (&["paradigm"], "b"),
    (&["torishogi"], "fclrpge"),
    (&["spartan"], "hlc"),
    (&["shoshogi"], "e"),
    (&["yarishogi"], "nbrgs"),
    (&["okisakishogi"], "l"),
    (&["opulent"], "nwl"),
    (&["tencubed", "omicron"], "cw"),
    (&["wolf"], "sne"),
];

/// Pawns of games without en passant or a double step.
const PAWNS: [&str; 3] = ["fmWfcF", "fmWfceF", "fmWfcFifmnD"];

/// The moves of a named piece.
pub(crate) fn moves(notation: &str) -> Piece {
    if notation.is_empty() {
        return Piece::default();
    }
    betza_notation::read(notation, Dialect::Fsf).map(|r| r.piece).unwrap_or_default()
}

/// The name that Fairy-Stockfish has for a piece of a built-in game, if it is one of the named. Whatever is royal is
/// its king; a pawn is one without a double step or en passant too.
pub(crate) fn name_of(kind: &Kind) -> Option<&'static str> {
    if kind.royal {
        return Some("king");
    }
    let own = &kind.moves[0].moves;
    let is = |text: &str| {
        let same = |dialect| betza_notation::read(text, dialect).is_ok_and(|r| r.piece.moves == *own);
        if text.is_empty() { own.is_empty() } else { same(Dialect::Fsf) || same(Dialect::Xbetza) }
    };
    if PAWNS.into_iter().any(is) {
        return Some("pawn");
    }
    NAMED.iter().find(|(name, text)| *name != "king" && is(text)).map(|(name, _)| *name)
}

/// Whether a key names a piece or the squares that it is bound to.
pub(crate) fn is_piece_key(key: &str) -> bool {
    let custom = key.strip_prefix("customPiece").is_some_and(|n| (1..=25).any(|number: u8| number.to_string() == n));
    let mobility = key.starts_with("mobilityRegionWhite") || key.starts_with("mobilityRegionBlack");
    custom || mobility || NAMED.iter().any(|(name, _)| *name == key)
}
