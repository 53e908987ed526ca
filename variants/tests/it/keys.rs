//! The keys that editors are told of are those that the readers know.

use betza_variants::keys;
use betza_variants::problem::ProblemCode;

/// A key that the readers lack is an unknown one to them, whatever its value.
#[test]
fn every_key_of_a_table_is_read() {
    let mut tables: Vec<Vec<String>> = vec![vec![]];
    tables.extend(keys::toml_tables().into_iter().filter(|name| name != "pieces").map(|name| vec![name]));
    for piece in ["", "promotion", "drop"] {
        let path = ["pieces", "Q", piece].map(str::to_owned);
        tables.push(path.into_iter().filter(|part| !part.is_empty()).collect());
    }
    let mut count = 0;
    for path in tables {
        let names: Vec<&str> = path.iter().map(String::as_str).collect();
        let keys = keys::of_toml(&names);
        assert!(!keys.is_empty(), "{names:?}");
        for key in keys {
            count += 1;
            assert!(!key.meaning.is_empty(), "{names:?} {}", key.name);
            if names.is_empty() && ["format", "name", "parent"].contains(&key.name.as_str()) {
                continue;
            }
            let header = match &names[..] {
                [] => String::new(),
                ["ends"] => "[[ends]]\nwhen = \"extinct\"\n".to_owned(),
                _ => format!("[{}]\n", names.join(".")),
            };
            let value = if key.name == "when" { continue } else { "1979-05-27" };
            let text = format!("format = 1\nname = \"x\"\nparent = \"chess\"\n{header}{} = {value}\n", key.name);
            let report = betza_variants::read_toml("x.toml", &text).map_or_else(|r| r, |game| game.warnings);
            let unknown = report
                .problems
                .iter()
                .find(|p| p.code == ProblemCode::UnknownKey && text[p.place.span.clone()] == key.name);
            // Which keys an end has depends on `when`.
            assert!(unknown.is_none() || names == ["ends"], "{names:?} {}: {report}", key.name);
        }
    }
    assert!(count > 90, "only {count} keys were found");
}

/// The tables of FORMAT.md, as read by eye.
#[test]
fn some_keys_with_what_the_format_says_of_them() {
    for (path, name, said) in [
        (&[][..], "board", "files x ranks"),
        (&["castling"], "king", "by side"),
        (&["castling"], "partners", "by side"),
        (&["castling"], "rank", "default 1"),
        (&["hands"], "captures", "captured pieces go to the captor's hand"),
        (&["pieces", "P", "drop"], "per_file", "at most so many"),
        (&["blast"], "spares", "pieces the blast leaves"),
        (&["ends"], "count", "a side is down to"),
    ] {
        let key = keys::of_toml(path).into_iter().find(|key| key.name == name);
        assert!(key.as_ref().is_some_and(|key| key.meaning.contains(said)), "{path:?} {name}: {key:?}");
    }
}

#[test]
fn every_key_of_variants_ini_has_a_meaning() {
    let keys = keys::of_ini();
    assert!(keys.len() > 150);
    for key in keys {
        assert!(!key.meaning.is_empty(), "{}", key.name);
    }
}
