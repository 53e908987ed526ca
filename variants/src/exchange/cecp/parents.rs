//! XBoard's variants, which a setup line may name as the parent of its own: what their pieces do, and which rules a
//! game has by them. After XBoard's `InitPosition` (backend.c) and `GenPseudoLegal` (moves.c).

/// How pieces promote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Promotes {
    /// Pawns, on so many last ranks, to any other piece of the table.
    Pawns(u32),
    /// Pawns, on so many last ranks, to the Ferz.
    ToFerz(u32),
    /// Pawns, on the last three ranks to any other piece, or to none if it is not the last.
    Grand,
    /// Nothing does.
    Never,
    /// Each piece X to +X, in the last third of the board.
    Shogi,
}

/// What becomes of holdings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holdings {
    /// Captured pieces come to the captor's hand, and are dropped.
    Drops,
    /// The pieces that are held at the start are dropped, and no others come to a hand on this board.
    Partner,
    /// They are gated by the first moves of pieces on the back rank.
    Gates,
    /// A pawn promotes to what its side has lost.
    Lost,
}

/// One of XBoard's variants.
#[derive(Debug)]
pub(super) struct Parent {
    pub(super) name: &'static str,
    /// Which moves a piece without a `piece` line has.
    pub(super) moves: Moves,
    pub(super) promotes: Promotes,
    pub(super) holdings: Holdings,
    /// The place of its king in the table, if it is not the last.
    pub(super) king: Option<usize>,
    /// Kings castle. If not, rights in the start name files of pieces that have not moved.
    pub(super) castles: bool,
    /// Tables of the native format for its rules.
    pub(super) tables: &'static str,
    /// The rules that are not read.
    pub(super) unread: Option<&'static str>,
}

/// Which moves pieces have that have no line of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moves {
    /// Those of their places in the table, but for some.
    Places(&'static [(usize, &'static str)]),
    /// Those of shogi, by their letters.
    Shogi,
    /// A king moves as in chess; what the others do is not known here.
    King,
    /// They are not known here.
    Unknown,
}

const PLAIN: Parent = Parent {
    name: "",
    moves: Moves::Places(&[]),
    promotes: Promotes::Pawns(1),
    holdings: Holdings::Drops,
    king: None,
    castles: true,
    tables: "",
    unread: None,
};

/// A variant in which nobody castles.
const WITHOUT_CASTLING: Parent = Parent { castles: false, ..PLAIN };

/// A pawn without a double step.
const SHORT: (usize, &str) = (0, "fmWfcF");

/// A variant whose pieces are those of chess, with rules that are not read.
const fn unread(name: &'static str, rules: &'static str) -> Parent {
    Parent { name, unread: Some(rules), ..PLAIN }
}

pub(super) const PARENTS: [Parent; 32] = [
    Parent { name: "fairy", ..PLAIN },
    Parent { name: "normal", ..PLAIN },
    Parent { name: "chess", ..PLAIN },
    Parent { name: "capablanca", ..PLAIN },
    Parent { name: "gothic", ..PLAIN },
    Parent { name: "janus", ..PLAIN },
    Parent { name: "crazyhouse", ..PLAIN },
    Parent { name: "capahouse", ..PLAIN },
    Parent { name: "nocastle", ..PLAIN },
    Parent { name: "shogi", moves: Moves::Shogi, promotes: Promotes::Shogi, ..WITHOUT_CASTLING },
    Parent {
        name: "chu",
        moves: Moves::King,
        promotes: Promotes::Shogi,
        unread: Some("when a piece in the zone may promote, and which Lions may be traded"),
        ..WITHOUT_CASTLING
    },
    Parent {
        name: "makruk",
        moves: Moves::Places(&[SHORT, (10, "FfW")]),
        promotes: Promotes::ToFerz(3),
        ..WITHOUT_CASTLING
    },
    Parent {
        name: "shatranj",
        moves: Moves::Places(&[SHORT]),
        promotes: Promotes::ToFerz(1),
        tables: "\n[[ends]]\nwhen = \"extinct\"\npieces = \"*\"\ntogether = true\ncount = 1\nopponent = 2\nreply = true\n\n[results]\nstalemate = \"loss\"\n",
        ..WITHOUT_CASTLING
    },
    Parent { name: "courier", moves: Moves::Places(&[SHORT]), promotes: Promotes::ToFerz(1), ..WITHOUT_CASTLING },
    Parent { name: "grand", promotes: Promotes::Grand, holdings: Holdings::Lost, ..WITHOUT_CASTLING },
    Parent { name: "bughouse", holdings: Holdings::Partner, ..PLAIN },
    Parent { name: "seirawan", holdings: Holdings::Gates, ..PLAIN },
    Parent {
        name: "xiangqi",
        moves: Moves::Unknown,
        promotes: Promotes::Never,
        king: Some(9),
        unread: Some("the palace, the river, and kings that may not face each other"),
        ..WITHOUT_CASTLING
    },
    Parent {
        name: "janggi",
        moves: Moves::Unknown,
        promotes: Promotes::Never,
        king: Some(9),
        unread: Some("the palace and its diagonals"),
        ..WITHOUT_CASTLING
    },
    Parent { name: "knightmate", moves: Moves::Unknown, king: Some(20), ..PLAIN },
    unread("atomic", "captures destroy what stands around them"),
    unread("suicide", "captures are compulsory, and who has lost everything has won"),
    unread("giveaway", "captures are compulsory, and who has lost everything has won"),
    unread("losers", "captures are compulsory, and who has only a king left has won"),
    unread("3check", "three checks win"),
    unread("kriegspiel", "players do not see the other side's men"),
    unread("fischerandom", "the start is drawn by lot, and kings castle from wherever they stand"),
    unread("caparandom", "the start is drawn by lot, and kings castle from wherever they stand"),
    unread("wildcastle", "kings castle from either file of the middle"),
    unread("twokings", "each side has two kings"),
    unread("berolina", "pawns go diagonally"),
    unread("cylinder", "the edges of the board are joined"),
];

/// What is known of a variant; of one that is not known nothing but chess's rules.
pub(super) fn parent(name: &str) -> Option<&'static Parent> {
    PARENTS.iter().find(|parent| parent.name == name)
}

/// XBoard's own moves of the pieces by their places, where they are known.
const OWN: [Option<&str>; 17] = [
    Some("fmWfceFifmnD"),
    Some("N"),
    Some("B"),
    Some("R"),
    Some("Q"),
    Some("F"),
    Some("A"),
    Some("BN"),
    Some("RN"),
    Some("W"),
    Some("K"),
    Some("mRcpR"),
    Some("NN"),
    Some("BW"),
    Some("RF"),
    Some("gQ"),
    Some("FfW"),
];

/// The place of the Ferz.
pub(super) const FERZ: usize = 5;

/// The moves of the pieces of shogi, by their letters.
pub(super) const SHOGI: [(&str, &str); 16] = [
    ("P", "fW"),
    ("L", "fR"),
    ("N", "ffN"),
    ("S", "FfW"),
    ("G", "WfF"),
    ("B", "B"),
    ("R", "R"),
    ("K", "K"),
    ("E", "FfsW"),
    ("+P", "WfF"),
    ("+L", "WfF"),
    ("+N", "WfF"),
    ("+S", "WfF"),
    ("+B", "BW"),
    ("+R", "RF"),
    (PRINCE, "K"),
];

/// What the Drunk Elephant of sho shogi promotes to: a second king.
pub(super) const PRINCE: &str = "+E";

impl Moves {
    /// The moves of a piece that has this letter, in this place of the table.
    pub(super) fn of(self, letter: &str, place: usize) -> Option<&'static str> {
        match self {
            Moves::Places(others) => {
                let other = others.iter().find(|(other, _)| *other == place).map(|(_, moves)| *moves);
                other.or(OWN.get(place).copied().flatten())
            }
            Moves::Shogi => SHOGI.iter().find(|(other, _)| *other == letter).map(|(_, moves)| *moves),
            Moves::King | Moves::Unknown => None,
        }
    }
}
