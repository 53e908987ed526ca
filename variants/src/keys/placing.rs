//! The keys of the rules about how things are placed on the board, where these are tables.

use super::table::{Fallback, Table, Type, key, switch};

/// `walling`, as a table.
pub static WALLING: Table = Table {
    name: "walling",
    keys: &[
        key("place", Type::Other("a word of `walling`"), Fallback::Needed, "where a wall is placed"),
        key("region", Type::Regions, Fallback::Said("everywhere"), "where walls may be placed").by_side(),
        switch("instead", "instead of moving, a side may place a wall")
            .more("By a pass, as if its first piece, counted from `a1` along the ranks, had moved to where it stands."),
    ],
};

/// `entering`, as a table.
pub static ENTERING: Table = Table {
    name: "entering",
    keys: &[
        key("place", Type::Other("a word of `entering`"), Fallback::Needed, "where pieces are dropped"),
        key(
            "opening",
            Type::Region,
            Fallback::Nothing,
            "as long as one of these is empty, pieces are dropped there alone",
        ),
    ],
};
