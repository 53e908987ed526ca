//! Fairy-Stockfish's named pieces.

use betza_compile::ir::Piece;
use betza_compile::notation::{self, Dialect};
use movegen::rules::Kind;

/// The names and what they mean in dialect `fsf`. `janggiCannon` neither hops over its like nor captures it besides.
pub(super) const NAMED: [(&str, &str); 37] = [
    ("pawn", "fmWfceFifmnD"),
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

/// The moves of a named piece.
pub(super) fn moves(notation: &str) -> Piece {
    if notation.is_empty() {
        return Piece::default();
    }
    notation::read(notation, Dialect::Fsf).map(|r| r.piece).unwrap_or_default()
}

/// The name that Fairy-Stockfish has for a piece of a built-in game, if it is one of the named.
pub(super) fn name_of(kind: &Kind) -> Option<&'static str> {
    let own = &kind.moves[0].moves;
    let is = |&(name, text): &(&'static str, &str)| {
        let same = |dialect| notation::read(text, dialect).is_ok_and(|r| r.piece.moves == *own);
        let same = if text.is_empty() { own.is_empty() } else { same(Dialect::Fsf) || same(Dialect::Xbetza) };
        let royal = match name {
            "king" => kind.royal,
            _ => !kind.royal,
        };
        (same && royal).then_some(name)
    };
    NAMED.iter().find_map(is)
}
