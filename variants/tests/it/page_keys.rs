//! The page's table of keys, by which it shows rules, is written from `variants/src/keys/`: `BLESS=1` writes it anew.

use betza_variants::keys::words::Named;
use betza_variants::keys::{Entry, Fallback, GAME, Table, Type};
use std::collections::BTreeMap;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../page/src/keys.js");

/// The tables by their names in the file, in the order in which they were met.
#[derive(Default)]
struct Tables {
    names: BTreeMap<*const Table, String>,
    texts: Vec<String>,
}

impl Tables {
    /// The name of a table, which is written if it is not yet.
    fn name(&mut self, table: &'static Table, wanted: &str) -> String {
        self.name_but(table, wanted, "")
    }

    /// As [`Tables::name`], without a key.
    fn name_but(&mut self, table: &'static Table, wanted: &str, but: &str) -> String {
        if let Some(name) = self.names.get(&std::ptr::from_ref(table)) {
            return name.clone();
        }
        assert!(self.names.values().all(|other| other != wanted), "two tables are called {wanted}");
        let name = wanted.to_owned();
        self.names.insert(std::ptr::from_ref(table), name.clone());
        let keys = table.keys.iter().filter(|entry| entry.name != but);
        let keys: Vec<String> = keys.map(|entry| format!("    {},\n", self.entry(entry))).collect();
        self.texts.push(format!("  {name:?}: [\n{}  ],\n", keys.concat()));
        name
    }

    fn entry(&mut self, entry: &Entry) -> String {
        let mut parts = vec![format!("name: {:?}", entry.name), format!("type: {:?}", type_of(&entry.of))];
        if let Type::Other(words) | Type::ByPiece(words) = entry.of {
            parts.push(format!("of: {words:?}"));
        }
        if entry.by_side {
            parts.push("bySide: true".to_owned());
        }
        parts.push(match entry.default {
            Fallback::Needed => "needed: true".to_owned(),
            Fallback::Switch(on) => format!("default: {on}"),
            Fallback::Number(n) => format!("default: {n}"),
            Fallback::Word(word) => format!("default: {word:?}"),
            Fallback::Nothing => "default: null".to_owned(),
            Fallback::Said(words) => format!("said: {words:?}"),
        });
        parts.push(format!("sentence: {:?}", entry.sentence));
        if !entry.more.is_empty() {
            parts.push(format!("more: {:?}", entry.more));
        }
        if let Type::Choice(cases) = entry.of {
            // The key of the word itself stands in the table above.
            let mut case = |(word, table): (Named, &'static Table)| {
                let name = self.name_but(table, &format!("{} {}", entry.name, word.word), entry.name);
                format!("[{:?}, {:?}, {name:?}]", word.word, word.sentence)
            };
            let cases: Vec<String> = cases().into_iter().map(&mut case).collect();
            parts.push(format!("cases: [{}]", cases.join(", ")));
        } else if !entry.words().is_empty() {
            let word = |word: &Named| format!("[{:?}, {:?}]", word.word, word.sentence);
            let all: Vec<String> = entry.words().iter().map(word).collect();
            parts.push(format!("words: [{}]", all.join(", ")));
        }
        for table in entry.tables() {
            parts.push(format!("table: {:?}", self.name(table, entry.name)));
        }
        format!("{{ {} }}", parts.join(", "))
    }
}

fn type_of(of: &Type) -> &'static str {
    match of {
        Type::Switch => "switch",
        Type::Number => "number",
        Type::Text => "text",
        Type::Texts => "texts",
        Type::Word(_) => "word",
        Type::Words(_) => "words",
        Type::Piece => "piece",
        Type::Pieces => "pieces",
        Type::Region | Type::Regions => "region",
        Type::Rank => "rank",
        Type::File => "file",
        Type::Other(_) => "other",
        Type::ByPiece(_) => "by piece",
        Type::Table(_) => "table",
        Type::EachPiece(_) => "each piece",
        Type::Tables(_) => "tables",
        Type::WordOrTable(..) => "word or table",
        Type::Choice(_) => "choice",
    }
}

#[test]
fn the_page_knows_all_keys() {
    let mut tables = Tables::default();
    tables.name(&GAME, "game");
    let head = "// The keys of game files by their tables. Written from variants/src/keys/ by BLESS=1 cargo test -p betza-variants page_keys\n";
    let text = format!("{head}export const KEYS = {{\n{}}};\n", tables.texts.concat());
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(FILE, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(FILE).unwrap(), text, "run BLESS=1 cargo test -p betza-variants page_keys");
}
