//! The keys of `[[ends]]`, which depend on `when`.

use super::table::{Entry, Fallback, Table, Type, key, switch};
use super::words::{LINES, Named, WINGS, WORTHS, Word, named, says};

/// `[[ends]]`, as far as the ways to end have it in common.
pub static ENDS: Table = Table { name: "ends", keys: &[WHEN] };

const WHEN: Entry = key("when", Type::Choice(cases), Fallback::Needed, "when the game ends");

fn cases() -> Vec<(Named, &'static Table)> {
    named(&WHENS).into_iter().zip(WHENS.iter().map(|word| word.value.table())).collect()
}

/// A way in which the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Too few pieces are left.
    Extinct,
    /// A piece stands on a square.
    Reached,
    /// Checks were given.
    Checks,
    /// The royals face each other.
    Bikjang,
    /// Both sides have passed.
    Passes,
    /// Only royals are left.
    Bared,
    /// No square is empty.
    FullBoard,
    /// A side has castled.
    Castled,
    /// Pieces stand in a row.
    Row,
    /// Pieces stand on one line.
    Line,
    /// Pieces stand in a block.
    Block,
    /// Pieces stand in a chain.
    Chain,
}

/// `when`.
pub static WHENS: [Word<When>; 12] = [
    says("extinct", When::Extinct, "a side is down to too few pieces", "While the other has `opponent` or more."),
    says("reached", When::Reached, "a piece of the side that has just moved stands in a region", ""),
    says(
        "checks",
        When::Checks,
        "a side has given so many checks",
        "Each of its moves and passes that leaves an enemy royal attacked is one. Of several such tables the first counts.",
    ),
    says(
        "bikjang",
        When::Bikjang,
        "the royals face each other on an open line",
        "They did so before the last move, too.",
    ),
    says("passes", When::Passes, "both sides have passed, one after the other", ""),
    says("bared", When::Bared, "a side has only royals left", ""),
    says("full-board", When::FullBoard, "no square is empty", ""),
    says(
        "castled",
        When::Castled,
        "castling wins, and who no longer can has lost",
        "That is, who has lost the right to castle by any of its wings.",
    ),
    says("in-a-row", When::Row, "the side that has just moved has so many pieces in a row", ""),
    says("in-line", When::Line, "the same, but on one line of the board, whatever stands between them", ""),
    says("in-a-block", When::Block, "the same, but on all squares of a square of so many files and ranks", ""),
    says("in-a-chain", When::Chain, "the same, but in a chain, each beside the last, from one region to another", ""),
];

impl When {
    /// The keys of a table that says so.
    #[must_use]
    pub fn table(self) -> &'static Table {
        match self {
            When::Extinct => &EXTINCT,
            When::Reached => &REACHED,
            When::Checks => &CHECKS,
            When::Bikjang | When::Passes | When::Bared | When::FullBoard => &ALONE,
            When::Castled => &CASTLED,
            When::Row | When::Line => &IN_A_ROW,
            When::Block => &IN_A_BLOCK,
            When::Chain => &IN_A_CHAIN,
        }
    }
}

static ALONE: Table = Table { name: "ends", keys: &[WHEN] };

static EXTINCT: Table = Table {
    name: "ends",
    keys: &[
        WHEN,
        key("pieces", Type::Pieces, Fallback::Needed, "the pieces that count"),
        key("count", Type::Number, Fallback::Number(0), "a side is down to so many or fewer of any of them"),
        switch("together", "a side is down to `count` or fewer of all of them together"),
        key("opponent", Type::Number, Fallback::Number(0), "the other side has at least so many"),
        switch("reply", "while the side that is down is to move, the other side must have one more than `opponent`")
            .more("If not, its reply might bring the other side down, too (the bare king of shatranj)."),
        value("loss", "what it is worth to the side that is down"),
    ],
};

static REACHED: Table = Table {
    name: "ends",
    keys: &[
        WHEN,
        key("pieces", Type::Pieces, Fallback::Needed, "one of these stands there").by_side(),
        key("region", Type::Regions, Fallback::Needed, "the squares").by_side(),
        switch("reply", "the other side has one more move, and it has ended if the piece is still there after it").more(
            "Where all `pieces` are royal, so that they cannot be taken, only Black has that move, and only if one of \
             its own can be there after it, by a drop too.",
        ),
        switch(
            "safe",
            "of either side, and if there are no more than `count`, no enemy attacks one of them there, not even by a \
             capture that would be illegal",
        ),
        key("count", Type::Number, Fallback::Number(1), "so many of them must stand there"),
        switch("blocked", "fewer than `count` are enough if no square of the region is empty"),
    ],
};

static CHECKS: Table =
    Table { name: "ends", keys: &[WHEN, key("count", Type::Number, Fallback::Needed, "so many checks")] };

static CASTLED: Table = Table {
    name: "ends",
    keys: &[
        WHEN,
        key("wings", Type::Word(|| named(&WINGS)), Fallback::Needed, "towards the last file, the first, or both")
            .by_side(),
    ],
};

static IN_A_ROW: Table = Table { name: "ends", keys: &[WHEN, CONNECTED, COUNT, DIRECTIONS, WORTH] };

static IN_A_BLOCK: Table = Table { name: "ends", keys: &[WHEN, CONNECTED, COUNT, WORTH] };

static IN_A_CHAIN: Table = Table {
    name: "ends",
    keys: &[
        WHEN,
        CONNECTED,
        key("from", Type::Regions, Fallback::Needed, "where the chain begins").by_side(),
        key("to", Type::Regions, Fallback::Needed, "where it ends").by_side(),
        switch("forward", "each step goes towards the last file or else the last rank"),
        DIRECTIONS,
        WORTH,
    ],
};

const CONNECTED: Entry = key("pieces", Type::Pieces, Fallback::Needed, "the pieces that count");

const COUNT: Entry = key("count", Type::Number, Fallback::Needed, "at least so many of them, from 1");

const DIRECTIONS: Entry =
    key("directions", Type::Words(|| named(&LINES)), Fallback::Said("all"), "the directions that count");

const WORTH: Entry = value("win", "what it is worth to their side");

const fn value(default: &'static str, sentence: &'static str) -> Entry {
    key("value", Type::Word(|| named(&WORTHS)), Fallback::Word(default), sentence)
}
