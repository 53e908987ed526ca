//! The lists of keys in FORMAT.md. They stand between two comments, `keys: PATH` and `end of keys`; the path is that of
//! a table, by its parts. `BLESS=1` writes them anew.

use super::editors::default;
use super::game::GAME;
use super::table::{Entry, Table, Type};
use super::words::Named;

/// No line of the document is longer.
const WIDTH: usize = 120;

/// All tables of the format, each with its path.
fn tables() -> Vec<(String, &'static Table)> {
    let mut all = vec![("game".to_owned(), &GAME)];
    let mut next = 0;
    while let Some((path, table)) = all.get(next).cloned() {
        next += 1;
        for key in table.keys {
            all.extend(key.tables().into_iter().map(|table| (below(&path, key), table)));
        }
    }
    all
}

/// The path of the table under a key.
fn below(path: &str, key: &Entry) -> String {
    let own = if let Type::EachPiece(_) = key.of { format!("{}.ID", key.name) } else { key.name.to_owned() };
    if path == "game" { own } else { format!("{path}.{own}") }
}

/// The document with all lists written anew.
fn written(document: &str) -> String {
    let path_of = |line: &str| line.strip_prefix("<!-- keys: ")?.strip_suffix(" -->").map(str::to_owned);
    let listed: Vec<String> = document.lines().filter_map(path_of).collect();
    // What has no list of its own stands in that of the table above, of which this is the first.
    assert!(listed.iter().any(|path| path == "game"), "the keys of a game are not listed");
    let all = tables();
    let mut out = String::new();
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        let Some(path) = path_of(line) else { continue };
        let (_, table) = all.iter().find(|(other, _)| *other == path).unwrap_or_else(|| panic!("no table {path}"));
        let mut list = List { listed: &listed, out: String::new() };
        list.keys(&path, table, &[], 0);
        out += &format!("\n{}\n", list.out);
        let end = lines.find(|line| line.starts_with("<!-- end of keys"));
        out += &format!("{}\n", end.unwrap_or_else(|| panic!("the keys of {path} have no end")));
    }
    out
}

struct List<'a> {
    /// The tables that have a list of their own.
    listed: &'a [String],
    out: String,
}

impl List<'_> {
    /// The keys of a table but for some, as a list that is so deep in others.
    fn keys(&mut self, path: &str, table: &Table, but: &[&str], depth: usize) {
        for key in table.keys.iter().filter(|key| !but.contains(&key.name)) {
            self.key(path, key, depth);
        }
    }

    fn key(&mut self, path: &str, key: &Entry, depth: usize) {
        let path = below(path, key);
        let apart = self.listed.contains(&path);
        let mut type_ = type_of(key);
        if key.by_side {
            type_ += ", by side";
        }
        if apart {
            type_ += ", below";
        }
        let default = default(key).map_or_else(|| "needed".to_owned(), |default| format!("default {default}"));
        self.item(depth, &format!("`{}`", key.name), &format!(" ({type_}; {default})"), key.sentence, key.more);
        if let Type::Choice(cases) = key.of {
            for (word, table) in cases() {
                self.word(word, depth + 1);
                self.keys(&path, table, &[key.name], depth + 2);
            }
            return;
        }
        for word in key.words().into_iter().filter(|word| !word.sentence.is_empty()) {
            self.word(word, depth + 1);
        }
        for table in key.tables().into_iter().filter(|_| !apart) {
            self.keys(&path, table, &[], depth + 1);
        }
    }

    fn word(&mut self, word: Named, depth: usize) {
        self.item(depth, &format!("`\"{}\"`", word.word), "", word.sentence, word.more);
    }

    /// An item, in lines that are not too long.
    fn item(&mut self, depth: usize, name: &str, about: &str, sentence: &str, more: &str) {
        let text = format!("{name}{about}: {sentence}. {more}");
        let mut line = format!("{}-", "  ".repeat(depth));
        for word in text.split_whitespace() {
            if line.chars().count() + 1 + word.chars().count() > WIDTH {
                self.out += &format!("{line}\n");
                line = format!("{} ", "  ".repeat(depth));
            }
            line += &format!(" {word}");
        }
        self.out += &format!("{line}\n");
    }
}

fn type_of(key: &Entry) -> String {
    match key.of {
        Type::Switch => "true or false".to_owned(),
        Type::Number => "a number".to_owned(),
        Type::Text => "a text".to_owned(),
        Type::Texts => "a list of texts".to_owned(),
        Type::Word(words) => word_list(&words(), "or"),
        Type::Words(words) => format!("a list of {}", word_list(&words(), "and")),
        Type::Piece => "a piece".to_owned(),
        Type::Pieces => "pieces".to_owned(),
        Type::Region => "a region, not mirrored".to_owned(),
        Type::Regions => "a region".to_owned(),
        Type::Rank => "a rank".to_owned(),
        Type::File => "a file".to_owned(),
        Type::Other(words) => words.to_owned(),
        Type::ByPiece(values) => format!("a table of pieces and {values}"),
        Type::Table(_) | Type::EachPiece(_) => "a table".to_owned(),
        Type::Tables(_) => "a table, or a list of tables".to_owned(),
        Type::WordOrTable(words, _) => format!("{}, or a table", word_list(&words(), "or")),
        Type::Choice(_) => "a word".to_owned(),
    }
}

/// The words, if not all of them are explained below.
fn word_list(words: &[Named], last: &str) -> String {
    if words.iter().all(|word| !word.sentence.is_empty()) {
        return "a word".to_owned();
    }
    let names: Vec<String> = words.iter().map(|word| format!("`\"{}\"`", word.word)).collect();
    match &names[..] {
        [first @ .., end] if !first.is_empty() => format!("{} {last} {end}", first.join(", ")),
        _ => names.join(", "),
    }
}

#[test]
fn the_format_lists_all_keys() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/FORMAT.md");
    let kept = std::fs::read_to_string(file).unwrap();
    let made = written(&kept);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(file, made).unwrap();
        return;
    }
    assert!(
        kept == made,
        "the lists of FORMAT.md are not those of variants/src/keys/: run BLESS=1 cargo test -p betza-variants"
    );
    let long = made.lines().find(|line| line.chars().count() > WIDTH);
    assert_eq!(long, None, "a line is longer than {WIDTH} columns");
}

/// What stands in lists and in sentences must fit there.
#[test]
fn sentences_have_one_form() {
    let fits = |text: &str| !text.ends_with('.') && !text.starts_with(char::is_uppercase);
    for (path, table) in tables() {
        for key in table.keys {
            assert!(!key.sentence.is_empty() && fits(key.sentence), "{path} {}: {}", key.name, key.sentence);
            assert!(key.more.is_empty() || key.more.ends_with(['.', ')']), "{path} {}: {}", key.name, key.more);
            for word in key.words() {
                assert!(fits(word.sentence), "{path} {} {}: {}", key.name, word.word, word.sentence);
            }
        }
    }
}
