//! The keys of the tables of rules.

use super::table::{Fallback, Table, Type, key, on, pieces, switch};
use super::words::{SERIES_PROMOTIONS, SEVERAL_ROYALS, named};

/// `[royalty]`.
pub static ROYALTY: Table = Table {
    name: "royalty",
    keys: &[
        on("check", "a move may not leave a royal of the mover capturable"),
        key(
            "several",
            Type::Word(|| named(&SEVERAL_ROYALS)),
            Fallback::Word("all"),
            "which of several royals must be safe",
        ),
        pieces("pseudo", "pieces of which the last one is royal"),
        key(
            "pseudo_count",
            Type::Number,
            Fallback::Number(1),
            "pieces of `pseudo` are royal while their side has no more than so many of each",
        ),
        key(
            "pseudo_together",
            Type::Other("true or false, or a list of lists of pieces"),
            Fallback::Switch(false),
            "these are counted as one kind",
        )
        .more("With `true` all of `pseudo` are; else those of each list."),
        on("royal_at_once", "who is royal is asked after a move that promotes")
            .more("If not, those that were royal before it must be safe."),
        on("first_moves_in_check", "a royal in check may make moves that only unmoved pieces have"),
        switch(
            "first_moves_only",
            "a royal that has moves only unmoved pieces have makes no others until it has moved",
        )
        .more("It may capture otherwise, castle, and move out of check, as Sjaak II counts."),
        pieces("first_moves_lost_to", "a royal loses the moves of unmoved pieces to an enemy on its file or rank")
            .more("It loses them when one of these pieces moves there or is dropped there."),
        switch("stays_in_check", "a royal in check may move only to capture what gives it")
            .more("If several pieces do, all of them. Not so a royal by `pseudo`."),
    ],
};

/// `[castling]`.
pub static CASTLING: Table = Table {
    name: "castling",
    keys: &[
        key("king", Type::Piece, NOTED, "who castles").by_side(),
        key("partners", Type::Pieces, NOTED, "with whom").by_side(),
        key("rank", Type::Rank, Fallback::Said("1, or as `O` says"), "on which rank"),
        key("king_file", Type::File, Fallback::Said("where the king starts; any with `any_files`"), "from which file")
            .by_side(),
        key("king_to", Type::Other("two files"), NOTED, "where the king lands")
            .more("First towards the last file, `K`, then towards the first, `Q`.")
            .by_side(),
        key(
            "also_to",
            Type::Other("two lists of files"),
            Fallback::Said("what `O` in a notation says, else none"),
            "where the king may choose to land besides",
        )
        .more("In the same order; the partner comes to its side.")
        .by_side(),
        key(
            "partner_file",
            Type::Other("two files"),
            Fallback::Said("what `O` in a notation says, else the corners"),
            "where the partners start",
        )
        .more("In the same order.")
        .by_side(),
        key(
            "further_partners",
            Type::Other("two lists of files"),
            Fallback::Said("none"),
            "where further partners start, with whom the king may castle, too",
        )
        .more("In the same order. FENs then name the files of all partners.")
        .by_side(),
        key(
            "lands_short",
            Type::Other("two numbers"),
            Fallback::Said("anywhere that the way is empty"),
            "how many files before its partner's square the king lands at least",
        )
        .more("In the same order. It needs `further_partners`."),
        switch("any_files", "rights may name any file, as in chess960").more("Moves are written king takes partner."),
        switch("ignores_check", "the king may castle out of check and through attacked squares")
            .more("It may not castle into check."),
        switch("ends_opposite", "the other side may not castle to the same side any more"),
    ],
};

/// What the notation of a piece says.
const NOTED: Fallback = Fallback::Said("what `O` in a notation says");

/// `[en_passant]`.
pub static EN_PASSANT: Table = Table {
    name: "en_passant",
    keys: &[
        key("captors", Type::Pieces, Fallback::Said("those whose notation has `e`"), "who captures so"),
        key("victims", Type::Pieces, Fallback::Said("those with `n` on a double step"), "who is captured so"),
        key("region", Type::Regions, Fallback::Said("everywhere"), "squares where the side may capture so").by_side(),
    ],
};

/// `[hands]`.
pub static HANDS: Table = Table {
    name: "hands",
    keys: &[
        switch("captures", "captured pieces go to the captor's hand"),
        switch("captures_return", "captured pieces return to the hand of their owner")
            .more("It counts where `captures` is true as well."),
        switch("endless", "all pieces may be dropped, as often as one likes")
            .more("Promoted pieces too. Nothing is used up, so that FENs have no hands."),
        on("drops", "pieces in hand may be dropped"),
        pieces("must_drop", "to be dropped before anything else is done").more("As long as one of them can be."),
        switch("castling_by_drop", "king and partners dropped where they castle from may castle"),
        switch("drop_promoted", "pieces may be dropped promoted").more(
            "Where they may be dropped plain, but for `not_stuck` and `no_mate`, which are asked of the piece as it \
             is dropped.",
        ),
        on("drop_checks", "drops may give check"),
        switch("keeps_promoted", "captured pieces stay promoted")
            .more("That is, a promotion that is remembered goes to the hand as what it is."),
        pieces("opposite_coloured", "two of these of a side go to squares of opposite colours")
            .more("Other drops must leave squares of both colours for them."),
    ],
};

/// `[gating]`.
pub static GATING: Table = Table {
    name: "gating",
    keys: &[
        pieces("pieces", "pieces in hand that a first move may leave behind on its origin"),
        key(
            "rank",
            Type::Rank,
            Fallback::Number(1),
            "the rank that the file letters in the castling field of FENs are about",
        ),
    ],
};

/// `[blast]`.
pub static BLAST: Table = Table {
    name: "blast",
    keys: &[
        pieces("spares", "pieces the blast leaves"),
        pieces("immune", "pieces that no explosion destroys, not even that of their own captures")
            .more("Whatever they promote to by them. They can be captured."),
        on("captor_too", "the captor is destroyed, too"),
        switch("petrifies", "what stood next to the destination and is destroyed turns into walls"),
    ],
};

/// `[trading]`.
pub static TRADING: Table = Table {
    name: "trading",
    keys: &[
        key("pieces", Type::Pieces, Fallback::Needed, "pieces that may not simply be traded for each other"),
        pieces("trifles", "pieces whose capture besides does not make such a trade legal"),
    ],
};

/// `[series]`.
pub static SERIES: Table = Table {
    name: "series",
    keys: &[
        key(
            "promotion",
            Type::Word(|| named(&SERIES_PROMOTIONS)),
            Fallback::Needed,
            "what happens where the piece reaches its zone on the way",
        ),
        switch("most", "as many as possible must be captured"),
    ],
};

/// `[aftermath]`.
pub static AFTERMATH: Table = Table {
    name: "aftermath",
    keys: &[
        key("becomes", Type::ByPiece("pieces"), Fallback::Nothing, "by moving, a piece becomes the next")
            .more("But not by castling or promoting."),
        key(
            "limits",
            Type::ByPiece("numbers"),
            Fallback::Nothing,
            "of these a side has at most so many: who would become one more may not move",
        )
        .more("What counts is the limit of what `becomes` would make of it. It still gives check."),
        pieces("turncoats", "these go over to the other side when they capture"),
        key("contagion", Type::ByPiece("pieces"), Fallback::Nothing, "who captures a piece becomes the next at once").more(
            "It does not promote by that move. Of several captured pieces the one on the lowest rank decides, and there \
             the one on the first file. (Maka Dai Dai shogi's Deva and Dark Spirit.)",
        ),
        pieces("immune", "these become nothing by what they capture"),
        pieces("forward_until_capture", "these move only forward until their side has captured").more(
            "That is, while the other side has as many pieces as at the start. They give check in every direction.",
        ),
    ],
};
