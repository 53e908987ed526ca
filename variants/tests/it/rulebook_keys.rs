//! Rules in English say all that the keys of game files say: where the value of a key is another one, so is the text.

use crate::table_of_keys::{Values, braces, each_table, game, needed, right, with};
use betza_variants::keys::{Entry, Fallback, Table, Type};
use betza_variants::rulebook;
use std::collections::HashSet;

/// Keys that are no rules, or whose rules are told elsewhere: the table, the key, and why.
const EXCEPT: &[(&str, &str, &str)] = &[
    ("the game", "format", "about the file"),
    ("the game", "name", "about the file"),
    ("the game", "title", "about the file"),
    ("the game", "parent", "about the file"),
    ("the game", "aliases", "about the file"),
    ("the game", "sources", "about the file"),
    ("the game", "board", "the start is shown"),
    ("the game", "holes", "the start is shown"),
    ("the game", "start", "the start is shown"),
    ("the game", "flavour", "how positions are written"),
    ("the game", "dialect", "how notations are written"),
    ("the game", "unmoved_field", "how positions are written"),
    ("the game", "pass_from_first", "how moves are written"),
    ("the game", "count", "what published counts take for one move"),
    ("the game", "royalty", "an empty table says what holds without it"),
    ("the game", "en_passant", "an empty table says what holds without it"),
    ("the game", "aftermath", "an empty table says what holds without it"),
    ("the game", "results", "an empty table says what holds without it"),
    ("pieces", "drop", "an empty table says what holds without it"),
    ("pieces", "name", "a name is no rule"),
    ("pieces", "move", "moves are told by the explanation of the piece"),
    ("pieces", "dialect", "how notations are written"),
    ("pieces", "letters", "how positions are written"),
    ("pieces", "synonyms", "how positions are written"),
    ("pieces", "double_step", "only where the notation asks for it: its test is in rulebook.rs"),
    ("castling", "king_file", "it is where the king stands at the start, which is shown"),
    ("gating", "rank", "how positions are written"),
    ("chase", "rook", "names which piece of the game is the one of the law"),
    ("chase", "cannon", "names which piece of the game is the one of the law"),
    ("chase", "horse", "names which piece of the game is the one of the law"),
    ("chase", "elephant", "names which piece of the game is the one of the law"),
    ("chase", "advisor", "names which piece of the game is the one of the law"),
    ("chase", "soldier", "names which piece of the game is the one of the law"),
    ("counting", "pawn", "names which piece of the game is the one of the law"),
    ("counting", "rook", "names which piece of the game is the one of the law"),
    ("counting", "khon", "names which piece of the game is the one of the law"),
    ("counting", "knight", "names which piece of the game is the one of the law"),
];

/// What a table needs so that each of its keys may matter.
fn context(table: &'static Table) -> Values {
    let besides: &[(&str, &str)] = match table.name {
        "the game" => &[("hands", "{ captures = true }"), ("ends", "{ when = \"passes\" }")],
        "royalty" => &[("pseudo", "[\"Q\"]")],
        "castling" => &[("further_partners", "[[\"b\"], []]")],
        _ => &[],
    };
    needed(table).into_iter().chain(besides.iter().map(|&(key, value)| (key, value.to_owned()))).collect()
}

/// Values of a key that all say something else, none of them the default.
fn values(table: &Table, key: &Entry) -> Vec<String> {
    let two = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
    let words = || key.words().into_iter().filter(|word| key.default != Fallback::Word(word.word));
    let words = || words().map(|word| format!("\"{}\"", word.word));
    match key.of {
        Type::Switch => vec![(key.default != Fallback::Switch(true)).to_string()],
        // No claim comes later than what comes by itself.
        Type::Number if key.name.ends_with("_end") => two("60", "70"),
        Type::Number | Type::Rank => two("2", "4"),
        Type::Word(_) => words().collect(),
        // A table with the same word says the same.
        Type::WordOrTable(_, inner) if inner.entry("place").is_some() => words().collect(),
        Type::WordOrTable(_, inner) => words().chain([braces(&needed(inner))]).collect(),
        Type::Piece => two("\"R\"", "\"P\""),
        // By their notations it is P.
        Type::Pieces if table.name == "en_passant" => two("[\"R\"]", "[\"R\", \"P\"]"),
        Type::Pieces => two("[\"R\"]", "[\"P\"]"),
        Type::Region | Type::Regions => two("\"rank 4\"", "\"rank 3\""),
        _ => vec![right(table, key)],
    }
}

#[test]
fn every_key_is_told() {
    let (mut asked, mut ends) = (0, HashSet::new());
    let mut idle: Vec<(&str, &str)> = EXCEPT.iter().map(|&(table, key, _)| (table, key)).collect();
    let mut silent = Vec::new();
    each_table(&context, &mut |place| {
        let told = |values: &Values| rulebook::rules(&game(&(place.file)(values))).join("\n");
        if place.path.contains(" = ") {
            assert!(ends.insert(told(&place.needed)), "{} is told like another end", place.path);
        }
        for key in place.table.keys.iter().filter(|key| !matches!(key.of, Type::Choice(_) | Type::EachPiece(_))) {
            if EXCEPT.iter().any(|(table, name, _)| (*table, *name) == (place.table.name, key.name)) {
                idle.retain(|(table, name)| (*table, *name) != (place.table.name, key.name));
                continue;
            }
            let without: Values = place.needed.iter().filter(|(other, _)| *other != key.name).cloned().collect();
            let mut texts: HashSet<String> = HashSet::new();
            if !needed(place.table).iter().any(|(other, _)| *other == key.name) {
                texts.insert(told(&without));
            }
            for value in values(place.table, key) {
                asked += 1;
                if !texts.insert(told(&with(&without, key.name, value.clone()))) {
                    silent.push(format!("{}.{} = {value}", place.path, key.name));
                }
            }
        }
    });
    assert_eq!(silent, Vec::<String>::new(), "the text is the same with these as without");
    assert_eq!(idle, [], "exceptions that are no keys");
    assert!(asked > 150, "only {asked} values were asked about");
}
