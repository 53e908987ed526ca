//! The keys of a game and of its pieces.

use super::ends::ENDS;
use super::placing::{ENTERING, WALLING};
use super::results::RESULTS;
use super::rules::{AFTERMATH, BLAST, CASTLING, EN_PASSANT, GATING, HANDS, ROYALTY, SERIES, TRADING};
use super::table::{Fallback, Table, Type, key, pieces, rules, switch};
use super::words::{COUNTINGS, END_CONDITIONS, FLAVOURS, FORBIDDEN_CHECKS, FORCED, PASSES, TURNINGS, dialects, named};

/// A game: what stands in its file before all tables.
pub static GAME: Table = Table {
    name: "the game",
    keys: &[
        key("format", Type::Number, Fallback::Needed, "the format's version, 1"),
        key("name", Type::Text, Fallback::Needed, "the id: small letters and digits, no blanks"),
        key("title", Type::Text, Fallback::Said("`name`"), "the name as people write it"),
        key("parent", Type::Text, Fallback::Nothing, "a built-in game over which this one is laid")
            .more("Tables are joined key by key, every other value is replaced."),
        key("aliases", Type::Texts, Fallback::Nothing, "other names by which the game is found"),
        key("sources", Type::Texts, Fallback::Nothing, "where the rules and the start come from"),
        key("board", Type::Text, Fallback::Needed, "files x ranks, from `\"1x1\"` to `\"36x36\"`"),
        key("holes", Type::Region, Fallback::Nothing, "squares that the board lacks (`*` in its FEN)"),
        key("start", Type::Text, Fallback::Needed, "the start position, in the game's flavour"),
        key("flavour", Type::Word(|| named(&FLAVOURS)), Fallback::Word("fen"), "how positions are written"),
        switch("moves_as_behind", "a piece with a friend right behind it moves as that one does")
            .more("It promotes as itself (annan shogi)."),
        key(
            "dialect",
            Type::Word(|| named(&dialects())),
            Fallback::Said("the parent's; `\"betza\"` without one"),
            "the dialect of the pieces' notations",
        )
        .more(
            "A game over a parent has the parent's, in which it is read with it: chess and most others have `xbetza`.",
        ),
        switch("unmoved_field", "the castling field of FENs names the files of unmoved pieces")
            .more("It names those on the first ranks that have moves for it (cambodian)."),
        switch("must_capture", "captures are compulsory"),
        key("pass", Type::Word(|| named(&PASSES)), Fallback::Word("never"), "when a side may pass")
            .by_side()
            .more("A side without pieces on the board cannot."),
        switch(
            "pass_from_first",
            "a pass is written from and to the square of the side's first piece, and not of its king",
        )
        .more("So it is in Fairy-Stockfish's games whose royal pieces are no kings."),
        pieces("petrifies", "these turn into a wall when they capture")
            .more("Their own explosions leave it, too. A royal one may not capture, in games without check either."),
        key(
            "walling",
            Type::WordOrTable(|| named(&super::words::WALL_PLACES), &WALLING),
            Fallback::Nothing,
            "each move also places a wall, `*` in FENs, on a square that is empty after the move",
        )
        .more(
            "There may be several, which stay, but for the duck. What is captured with an explosion stands there \
             until the wall is placed. Pieces hop over walls as over pieces. A wall blocks no check in the move that \
             places it, nor comes between royals that face each other, unless the game has `pseudo` royals or captures \
             explode.",
        ),
        key(
            "entering",
            Type::WordOrTable(|| named(&super::words::ENTERING_PLACES), &ENTERING),
            Fallback::Said("everywhere"),
            "where the board lets pieces be dropped, among the squares of their `drop`",
        ),
        key("turning", Type::Word(|| named(&TURNINGS)), Fallback::Nothing, "the enemies that change sides by a move")
            .more(
                "Positions of such games may have walls, `*` in FENs, which nobody moves or turns. In castling the king \
                 is the piece that moves.",
            ),
        key(
            "second_board",
            Type::ByPiece("pieces"),
            Fallback::Nothing,
            "pieces stand on two boards of the same squares and change boards by moving (Alice chess)",
        )
        .more(
            "Each piece of the first board with the one that it is on the second; every piece is one of them. Pieces of one \
             board neither see nor capture those of the other. A piece that moves, castles or promotes comes to the same \
             square of the other board, which must be empty. A royal piece may not go where it would be attacked on the board \
             that it leaves; after a move no royal may be attacked on the board where it stands. A piece promotes to what \
             `to` says, as it is on the other board.",
        ),
        switch("two_boards", "captured pieces go to the hand of the partner on another board (bughouse)").more(
            "A match on both needs hands with drops that no capture on the own board fills. Moves on one board alone are \
             as without this.",
        ),
        pieces("flying_generals", "these may not face each other on an open line")
            .more(
                "That is a file or a rank; they are royal pieces. Of pseudo-royals only those are meant that are royal at the \
                 time: a side may not leave one of them where it faces a piece of the other side's.",
            ),
        pieces("mutually_immune", "these may not capture their own kind"),
        pieces("forces_promotion", "who captures one of these must promote if it may, whatever its `promotion` says")
            .more("(Maka Dai Dai shogi.)"),
        pieces("spares_protected", "these capture no protected piece: none on whose square an enemy could then capture back").more(
            "An enemy of which the same holds protects a square only if it could capture there by this rule. (The Emperor \
             of tai shogi.) Only where royals need not be safe, and not of pieces that capture on their way.",
        ),
        key("grid", Type::Texts, Fallback::Nothing, "a move must leave its cell of the grid")
            .more("A text for each rank, the top one first, a character for each square's cell."),
        key(
            "no_checks",
            Type::Word(|| named(&FORBIDDEN_CHECKS)),
            Fallback::Said("allowed"),
            "whether a move or a pass may leave an enemy royal in check",
        )
        .more("An attack on any one of several royals is a check."),
        key(
            "end_conditions",
            Type::Word(|| named(&END_CONDITIONS)),
            Fallback::Word("stop"),
            "what becomes of positions that have ended by `ends`",
        ),
        key(
            "count",
            Type::Word(|| named(&COUNTINGS)),
            Fallback::Word("distinct"),
            "what the game's published counts take for one move",
        )
        .more("`betza suite` counts so; `betza perft` counts distinct moves unless `--count` says otherwise."),
        key("pieces", Type::EachPiece(&PIECE), Fallback::Needed, "the pieces, a table for each: `[pieces.ID]`")
            .more("`Q = \"RN\"` is short for a table with `move` alone."),
        rules(&ROYALTY, "what the safety of royals demands"),
        key(
            CASTLING.name,
            Type::Table(&CASTLING),
            Fallback::Said("what `O` in a notation says"),
            "a king and a partner move together",
        ),
        key(
            EN_PASSANT.name,
            Type::Table(&EN_PASSANT),
            Fallback::Said("what `e` and `n` in notations say"),
            "pieces capture others that have just passed a square",
        ),
        rules(&HANDS, "the sides hold pieces beside the board"),
        rules(&GATING, "pieces in hand may be left behind by a piece's first move (Seirawan)"),
        rules(&BLAST, "a capture destroys what stands around it"),
        rules(&TRADING, "pieces may not simply be traded for each other (chu shogi's Lions)"),
        rules(&SERIES, "a capture goes on as long as the captor can capture").more("All of it is one move (draughts)."),
        rules(&AFTERMATH, "what becomes of pieces that have moved"),
        key(ENDS.name, Type::Tables(&ENDS), Fallback::Nothing, "the ways in which the game ends, a table for each"),
        rules(&RESULTS, "who has won where nobody can move, and the rules about the moves played"),
    ],
};

/// `[pieces.ID]`.
pub static PIECE: Table = Table {
    name: "pieces",
    keys: &[
        key("name", Type::Text, Fallback::Said("the id"), "its name in English"),
        key("move", Type::Text, Fallback::Needed, "the notation").by_side().more("With `\"\"` it never moves."),
        key("dialect", Type::Word(|| named(&dialects())), Fallback::Said("the game's"), "the dialect of this notation"),
        key("letters", Type::Text, Fallback::Said("the id"), "the text in FENs").by_side(),
        key("synonyms", Type::Other("a list of `letters`"), Fallback::Nothing, "texts in FENs that are read too"),
        key("royal", Type::Switch, Fallback::Said("what the notation says"), "its safety matters"),
        key("region", Type::Regions, Fallback::Said("everywhere"), "squares to which it is confined").by_side(),
        key(
            "double_step",
            Type::Regions,
            Fallback::Said("none, but needed if `i` is used"),
            "squares where `i` of dialect `fsf` holds",
        )
        .by_side(),
        key("promotion", Type::Table(&PROMOTION), Fallback::Nothing, "how it promotes"),
        key("in_hand", Type::Piece, Fallback::Said("itself"), "the piece that comes to the captor's hand"),
        key(
            "inside",
            Type::Tables(&INSIDE),
            Fallback::Nothing,
            "moves it has besides, only from and to squares of a region",
        ),
        pieces("spurns", "pieces, of either side, that it neither captures nor hops over"),
        key("grade", Type::Number, Fallback::Number(0), "how high it stands above other pieces").more(
            "Moves that may take friends and enemies on their way (`Qd0` in dialect `extended`) take only pieces of a \
             lower grade, on their way and where they end, if any piece has a grade: so do the generals of Taikyoku \
             shogi. Other moves capture anything.",
        ),
        key(
            "drop",
            Type::Table(&DROP),
            Fallback::Said("what `@` says, else everywhere"),
            "where it may be dropped; `false`: nowhere",
        ),
    ],
};

/// `promotion` of a piece.
pub static PROMOTION: Table = Table {
    name: "promotion",
    keys: &[
        key("zone", Type::Regions, Fallback::Needed, "where it promotes").by_side(),
        key("to", Type::Pieces, Fallback::Said("what `=` in its notation names"), "pieces that it may become")
            .by_side(),
        key(
            "forced",
            Type::WordOrTable(|| named(&FORCED), &FORCED_ON),
            Fallback::Word("always"),
            "whether it must promote where it may",
        ),
        key(
            "only_promoted",
            Type::Regions,
            Fallback::Nothing,
            "squares on which it ends no move but one that promotes, whether it may promote there or not",
        )
        .by_side(),
        key(
            "starting_inside",
            Type::Regions,
            Fallback::Said("moves that start and end in the zone promote"),
            "a move that starts in the zone promotes only if it captures, wherever it ends, or if it ends here",
        )
        .by_side()
        .more("(Chu shogi.) Not with `from_zone_too`."),
        switch("from_zone_too", "moves that start in the zone promote as well").more("(Shogi.)"),
        switch("by_capture", "it promotes only by capturing, anywhere in the zone"),
        switch("in_place", "it promotes by a move of its own").more(
            "As in sittuyin: in place, or to an empty square as the new piece moves (without moves that only unmoved \
             pieces have), from the zone or by the only piece of its kind, so that it attacks no enemy and gives no \
             check.",
        ),
        switch("from_captured", "it becomes only pieces of its own that the side has lost"),
        switch("from_hand", "it becomes only pieces that the side holds, and the piece leaves the hand").more(
            "So covered pieces turn out to be what they are (jieqi); the hands are in brackets in the FEN. Where a FEN \
             leaves them out, a side holds what it holds at the start without what its other pieces on the board are.",
        ),
        switch("remembers", "the promoted piece is marked in FENs (`Q~`) and goes to a hand as what it was")
            .more("One whose `in_hand` says so needs no mark."),
        key(
            "limits",
            Type::ByPiece("numbers"),
            Fallback::Nothing,
            "to such a piece only while fewer than so many of the side are on the board",
        ),
        key(
            "counted_as",
            Type::ByPiece("pieces"),
            Fallback::Nothing,
            "for `limits` such a piece is counted as the other one",
        ),
        key(
            "only",
            Type::ByPiece("regions, by side"),
            Fallback::Nothing,
            "such a piece may be chosen on these squares only",
        )
        .more("(Chaturanga.)"),
    ],
};

/// `forced` of a promotion, as a table.
pub static FORCED_ON: Table = Table {
    name: "forced",
    keys: &[key("region", Type::Regions, Fallback::Needed, "there it must promote")
        .by_side()
        .more("It may not go there if there is nothing to become.")],
};

/// `drop` of a piece.
pub static DROP: Table = Table {
    name: "drop",
    keys: &[
        key("region", Type::Regions, Fallback::Said("what `@` says, else everywhere"), "where it may be dropped")
            .by_side(),
        key(
            "per_file",
            Type::Number,
            Fallback::Said("any"),
            "at most so many of the piece and owner on a file after the drop",
        )
        .more("(Shogi's pawns: 1.)"),
        switch("not_stuck", "not where it could never move again"),
        switch("no_mate", "not to give mate"),
    ],
};

/// One of `inside` of a piece.
pub static INSIDE: Table = Table {
    name: "inside",
    keys: &[
        key("region", Type::Regions, Fallback::Needed, "squares from and to which the moves go").by_side(),
        key("move", Type::Text, Fallback::Needed, "the notation").by_side(),
        switch("leaves", "the moves end anywhere, and `i` of dialect `fsf` holds in the region"),
    ],
};

/// A value of which the sides have each their own.
pub static SIDES: Table = Table {
    name: "sides",
    keys: &[
        key("white", Type::Other("the value"), Fallback::Needed, "White's"),
        key("black", Type::Other("the value"), Fallback::Needed, "Black's"),
    ],
};
