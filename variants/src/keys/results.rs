//! The keys of `[results]`. Those in parentheses are Fairy-Stockfish's.

use super::table::{Entry, Fallback, Table, Type, key, pieces, switch};
use super::words::{COUNTING_LAWS, MATERIALS, REPETITION_WORTHS, WORTHS, named};

/// `[results]`.
pub static RESULTS: Table = Table {
    name: "results",
    keys: &[
        key("mate", Type::Word(|| named(&WORTHS)), Fallback::Word("loss"), "what it is worth to be mated")
            .more("(`checkmateValue`.)"),
        key(
            "stalemate",
            Type::Word(|| named(&WORTHS)),
            Fallback::Word("draw"),
            "what it is worth to have no legal move otherwise",
        )
        .more("(`stalemateValue`.)"),
        switch("stalemate_by_count", "`stalemate` holds for the side with fewer pieces on the board")
            .more("Equal numbers are a draw (`stalematePieceCount`)."),
        key("moves", Type::Number, Fallback::Number(50), "after so many moves of each side a player may claim a draw")
            .more("0: never. Moves count without a capture, a drop, a promotion, or a move of `clock` (`nMoveRule`)."),
        key("moves_end", Type::Number, Fallback::Number(0), "after so many the game is drawn by itself")
            .more("0: never. Not below `moves`, if that is not 0."),
        key(
            "clock",
            Type::Pieces,
            Fallback::Said(
                "pieces that leave en passant, whose promotion is remembered, or that promote and never go back",
            ),
            "pieces of which a move begins that count anew, unless another one could take it back",
        )
        .by_side()
        .more("(`nMoveRuleTypes`.)"),
        key(
            "repetition",
            Type::Number,
            Fallback::Number(3),
            "when a position has come about so many times a player may claim the result",
        )
        .more(
            "0: never. Positions are the same if the same moves are possible; passes made do not matter (`nFoldRule`).",
        ),
        key("repetition_end", Type::Number, Fallback::Number(0), "after so many times the game is over by itself")
            .more("0: never. Not below `repetition`, if that is not 0."),
        key(
            "repetition_value",
            Type::Word(|| named(&REPETITION_WORTHS)),
            Fallback::Word("draw"),
            "what repetition is worth to the side to move, or who wins by it",
        )
        .more("(`nFoldValue`, `nFoldValueAbsolute`.)"),
        switch("perpetual_check", "who has given check with every move of the repetition has lost")
            .more("It is a draw if both have (`perpetualCheckIllegal`)."),
        switch(
            "move_repetition",
            "a piece that can reach the squares of the enemy royal may not go back and forth a third time",
        )
        .more("(`moveRepetitionIllegal`.)"),
        key(
            "chase",
            Type::Table(&CHASE),
            Fallback::Nothing,
            "who has chased a piece with every move of the repetition has lost",
        )
        .more(
            "By the rules of the Asian Xiangqi Federation (`chasingRule`). Of checks beyond the tenth of a side, \
             `moves` does not count the moves either.",
        ),
        key(
            "material",
            Type::WordOrTable(|| named(&MATERIALS), &MATERIAL),
            Fallback::Nothing,
            "what decides instead of a draw (but for `chase` and `counting`)",
        )
        .more("(`materialCounting`.)"),
        key("counting", Type::Table(&COUNTING), Fallback::Nothing, "moves are counted against who cannot mate in time")
            .more("When the count has run out a player may claim a draw (`countingRule`)."),
        key("shak", Type::Table(&SHAK), Fallback::Nothing, "mates count only after a strong check")
            .more("(`shatarMateRule`.)"),
    ],
};

/// `chase` of `[results]`.
pub static CHASE: Table = Table {
    name: "chase",
    keys: &[
        piece("rook", "the Chariot"),
        piece("cannon", "the Cannon"),
        piece("horse", "the Horse"),
        piece("elephant", "the Elephant"),
        piece("advisor", "the Advisor"),
        piece("soldier", "the Soldier"),
    ],
};

const fn piece(name: &'static str, sentence: &'static str) -> Entry {
    key(name, Type::Piece, Fallback::Needed, sentence)
}

/// `material` of `[results]`, as a table.
pub static MATERIAL: Table = Table {
    name: "material",
    keys: &[
        key("points", Type::ByPiece("numbers"), Fallback::Needed, "what each piece is worth"),
        key("lead", Type::Number, Fallback::Number(0), "by more than so many points White must lead, else Black wins"),
    ],
};

/// `counting` of `[results]`.
pub static COUNTING: Table = Table {
    name: "counting",
    keys: &[
        key("law", Type::Word(|| named(&COUNTING_LAWS)), Fallback::Needed, "by whose rules"),
        counted("pawn", "the piece that is a pawn to them"),
        counted("rook", "the piece that is a rook to them"),
        counted("khon", "the piece that is a khon to them"),
        counted("knight", "the piece that is a knight to them"),
    ],
};

const fn counted(name: &'static str, sentence: &'static str) -> Entry {
    key(name, Type::Piece, Fallback::Nothing, sentence)
}

/// `shak` of `[results]`.
pub static SHAK: Table = Table {
    name: "shak",
    keys: &[
        pieces("strong", "one of these must have given check in the unbroken series of checks up to the mate")
            .more("Else it is a draw."),
        pieces("barred", "these lose by mating alone"),
    ],
};
