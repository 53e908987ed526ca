//! What the tables of keys say is what the reader and the writer do: which keys there are, of which type, with which
//! default.

use betza_game::variant::{ResultRules, Royalty, Variant};
use betza_variants::keys::{CASTLING, Entry, Fallback, GAME, PROMOTION, Table, Type};
use betza_variants::problem::{Problem, ProblemCode, Report};
use betza_variants::{find, names, read_toml, write_toml};

/// Keys with their values.
pub type Values = Vec<(&'static str, String)>;

/// A table with keys, and what makes a whole file of it.
pub struct Place<'a> {
    pub path: String,
    pub table: &'static Table,
    /// What it needs.
    pub needed: Values,
    pub file: &'a dyn Fn(&Values) -> String,
}

/// What a table needs.
pub type Needed<'a> = &'a dyn Fn(&'static Table) -> Values;

/// Pieces that a piece's table may name.
const OTHERS: &str = "K = { move = \"K\", royal = true }, R = { move = \"R\" }, \
    P = { move = \"fmWfceFifmnD\", dialect = \"xbetza\" }";

/// A value of a key that the reader must take.
pub fn right(table: &Table, key: &Entry) -> String {
    let special = match (table.name, key.name) {
        (_, "format") => "1",
        (_, "parent") => "\"chess\"",
        ("the game", "name") => "\"x\"",
        (_, "board") => "\"4x4\"",
        (_, "start") => "\"r1k1/p3/3P/1KRQ w - - 0 1\"",
        (_, "grid") => "[\"aabb\", \"aabb\", \"ccdd\", \"ccdd\"]",
        (_, "synonyms") => "[\"X\"]",
        (_, "king_to") => "[\"d\", \"a\"]",
        (_, "also_to" | "further_partners") => "[[\"c\"], []]",
        (_, "lands_short") => "[1, 2]",
        (_, "partner_file") => "[\"c\", \"a\"]",
        (_, "pseudo_together") => "true",
        // Others do not capture en passant.
        ("en_passant", "captors" | "victims") => "[\"P\"]",
        // Not before it may be claimed.
        (_, "moves_end" | "repetition_end") => "60",
        ("walling", "place") => "\"static\"",
        ("entering", "place") => "\"apart\"",
        _ => "",
    };
    if !special.is_empty() {
        return special.to_owned();
    }
    match key.of {
        Type::Switch => "true".to_owned(),
        Type::Number | Type::Rank => "1".to_owned(),
        Type::File => "\"b\"".to_owned(),
        Type::Text => "\"R\"".to_owned(),
        Type::Piece => "\"R\"".to_owned(),
        Type::Texts | Type::Pieces => "[\"R\"]".to_owned(),
        Type::Word(_) | Type::WordOrTable(..) => format!("\"{}\"", key.words()[0].word),
        // A word beside which nothing else must stand.
        Type::Choice(cases) => {
            let alone = cases().into_iter().find(|(_, table)| table.keys.len() == 1);
            format!("\"{}\"", alone.expect("such a word").0.word)
        }
        Type::Words(_) => format!("[\"{}\"]", key.words()[0].word),
        Type::Region | Type::Regions => "\"rank 4\"".to_owned(),
        Type::ByPiece("numbers") => "{ R = 1 }".to_owned(),
        Type::ByPiece("pieces") => "{ P = \"R\" }".to_owned(),
        Type::ByPiece(_) => "{ R = \"rank 4\" }".to_owned(),
        Type::Table(table) => braces(&needed(table)),
        Type::Tables(table) => format!("[{}]", braces(&needed(table))),
        Type::EachPiece(table) => pieces(&needed(table)),
        Type::Other(what) => panic!("{}.{}: a value that is {what}", table.name, key.name),
    }
}

fn pieces(values: &Values) -> String {
    format!("{{ {OTHERS}, Q = {} }}", braces(values))
}

pub fn braces(values: &Values) -> String {
    let entries: Vec<String> = values.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    format!("{{ {} }}", entries.join(", "))
}

pub fn needed(table: &'static Table) -> Values {
    // Where a notation has no `O`, and no `=` of dialect `bex`, castling and promotion must say these, too.
    let is_needed = |key: &&Entry| {
        key.default == Fallback::Needed
            || (table.name == CASTLING.name && ["king", "partners", "king_to"].contains(&key.name))
            || (table.name == PROMOTION.name && key.name == "to")
    };
    table.keys.iter().filter(is_needed).map(|key| (key.name, right(table, key))).collect()
}

pub fn with(values: &Values, key: &'static str, value: String) -> Values {
    let mut values: Values = values.iter().filter(|(other, _)| *other != key).cloned().collect();
    values.push((key, value));
    values
}

/// Shows every table of the format.
pub fn each_table(needed: Needed<'_>, show: &mut dyn FnMut(&Place<'_>)) {
    let file = |values: &Values| values.iter().map(|(key, value)| format!("{key} = {value}\n")).collect();
    visit(&Place { path: String::new(), table: &GAME, needed: needed(&GAME), file: &file }, needed, show);
}

fn visit(place: &Place<'_>, needed: Needed<'_>, show: &mut dyn FnMut(&Place<'_>)) {
    show(place);
    for key in place.table.keys {
        let path = format!("{}.{}", place.path, key.name);
        let file = |values: &Values| {
            let value = match key.of {
                Type::EachPiece(_) => pieces(values),
                Type::Tables(_) => format!("[{}]", braces(values)),
                _ => braces(values),
            };
            (place.file)(&with(&place.needed, key.name, value))
        };
        for table in key.tables() {
            visit(&Place { path: path.clone(), table, needed: needed(table), file: &file }, needed, show);
        }
        let Type::Choice(cases) = key.of else { continue };
        for (word, table) in cases() {
            let path = format!("{path} = {}", word.word);
            let needed = with(&needed(table), key.name, format!("\"{}\"", word.word));
            // The other keys of a choice stand beside it.
            show(&Place { path, table, needed, file: place.file });
        }
    }
}

/// Keys whose values have no effect beside the others here, as is told.
const IDLE: [&str; 3] = [".pieces.double_step", ".hands.keeps_promoted", ".castling.lands_short"];

/// What is said of the value that stands last in a text as this.
fn said_of(text: &str, value: &str) -> Vec<Problem> {
    let start = text.rfind(value).unwrap();
    let report = read_toml("x.toml", text).map_or_else(|report| report, |game| game.warnings);
    let within = |p: &Problem| p.place.source == 0 && p.place.span.start >= start;
    report.problems.into_iter().filter(|p| within(p) && p.place.span.end <= start + value.len()).collect()
}

#[test]
fn keys_have_their_types() {
    let mut count = 0;
    each_table(&needed, &mut |place| {
        for key in place.table.keys {
            let name = format!("{}.{}", place.path, key.name);
            let value = right(place.table, key);
            let text = (place.file)(&with(&place.needed, key.name, value.clone()));
            let said = said_of(&text, &value);
            if IDLE.contains(&name.as_str()) {
                assert!(matches!(&said[..], [one] if one.code == ProblemCode::NoEffect), "{name}: {said:?}\n{text}");
            } else {
                assert_eq!(said, [], "{name}:\n{text}");
            }
            let mut wrong = vec!["1979-05-27".to_owned()];
            if let Type::Word(_) | Type::WordOrTable(..) | Type::Choice(_) = key.of {
                wrong.push("\"nonsense\"".to_owned());
            }
            for value in wrong {
                let text = (place.file)(&with(&place.needed, key.name, value.clone()));
                assert_ne!(said_of(&text, &value), [], "{name} takes {value}:\n{text}");
            }
            count += 1;
        }
    });
    assert!(count > 150, "only {count} keys were tried");
}

#[test]
fn keys_that_are_needed_are_missed() {
    each_table(&needed, &mut |place| {
        for (key, _) in &place.needed {
            let left: Values = place.needed.iter().filter(|(other, _)| other != key).cloned().collect();
            let text = (place.file)(&left);
            let report = read_toml("x.toml", &text).expect_err(&text);
            let misses = |p: &Problem| {
                let of_key = p.message.ends_with(&format!(" has no '{key}'"));
                of_key && p.code == ProblemCode::MissingKey || *key == "format" && p.code == ProblemCode::Format
            };
            assert!(report.problems.iter().any(misses), "{}.{key}: {report}\n{text}", place.path);
        }
    });
}

pub fn game(text: &str) -> Variant {
    read_toml("x.toml", text).unwrap_or_else(|report: Report| panic!("{report}\n{text}")).variant
}

/// The defaults of whole tables that hold without being written are said in game/, too.
#[test]
fn tables_have_their_defaults() {
    let plain =
        game("format = 1\nname = \"x\"\nboard = \"4x4\"\nstart = \"4/4/4/4 w - - 0 1\"\n[pieces.K]\nmove = \"K\"\n");
    assert_eq!(plain.royalty, Royalty::default());
    assert_eq!(plain.results, ResultRules::default());
}

/// What holds without being written is what the table says: to write it changes nothing, to write something else does.
#[test]
fn keys_have_their_defaults() {
    let (mut same, mut other) = (0, 0);
    each_table(&needed, &mut |place| {
        let plain = game(&(place.file)(&place.needed));
        for key in place.table.keys {
            let (written, another) = match (key.default, key.of) {
                (Fallback::Needed | Fallback::Said(_), _) => continue,
                (Fallback::Switch(on), Type::Switch) => (on.to_string(), Some((!on).to_string())),
                (Fallback::Switch(on), _) => (on.to_string(), None),
                // More than any default.
                (Fallback::Number(n), Type::Number) => (n.to_string(), Some("200".to_owned())),
                (Fallback::Number(n), _) => (n.to_string(), Some("2".to_owned())),
                (Fallback::Word(word), _) => {
                    let another = key.words().iter().map(|word| word.word).find(|other| *other != word);
                    (format!("\"{word}\""), another.map(|word| format!("\"{word}\"")))
                }
                (Fallback::Nothing, Type::Pieces | Type::Texts) if key.name != "grid" => ("[]".to_owned(), None),
                (Fallback::Nothing, Type::Region | Type::Regions) => ("\"none\"".to_owned(), None),
                (Fallback::Nothing, Type::Table(_)) => ("false".to_owned(), None),
                (Fallback::Nothing, _) => continue,
            };
            // A position in another flavour is written otherwise.
            let another = another.filter(|_| key.name != "flavour");
            let text = |value: String| (place.file)(&with(&place.needed, key.name, value));
            assert_eq!(game(&text(written)), plain, "{}.{}", place.path, key.name);
            same += 1;
            if let Some(another) = another {
                assert_ne!(game(&text(another.clone())), plain, "{}.{} = {another}", place.path, key.name);
                other += 1;
            }
        }
    });
    assert!(same > 80 && other > 40, "{same} {other}");
}

/// The keys of a written game stand in the order of their table, and none says what holds without it.
#[test]
fn nothing_is_written_that_holds_without() {
    for name in names() {
        let text = write_toml(&find(name).unwrap_or_else(|e| panic!("{name}: {e}")).variant);
        let (mut table, mut last) = (Some(&GAME), 0);
        for line in text.lines().filter(|line| !line.is_empty()) {
            if let Some(header) = line.strip_prefix('[') {
                let header = header.trim_start_matches('[').split([']', '.']).next().unwrap();
                // Which keys an end has depends on its word, and the writer's tests read it again.
                table = GAME.entry(header).filter(|key| key.name != "ends").and_then(|key| key.tables().pop());
                last = 0;
                continue;
            }
            let (Some(table), Some((key, value))) = (table, line.split_once(" = ")) else { continue };
            let at = table.keys.iter().position(|entry| entry.name == key).unwrap_or_else(|| panic!("{name}: {line}"));
            assert!(at >= last, "{name}: {line} stands too late");
            last = at;
            let default = match table.keys[at].default {
                Fallback::Switch(on) => on.to_string(),
                Fallback::Number(n) => n.to_string(),
                Fallback::Word(word) => format!("\"{word}\""),
                Fallback::Nothing => "[]".to_owned(),
                Fallback::Needed | Fallback::Said(_) => continue,
            };
            assert_ne!(value, default, "{name}: {line}");
        }
    }
}
