//! Games written in the native format: what is written reads as the same game.

use betza_game::variant::Variant;
use betza_variants::{find, ini_sections, names, read_ini, read_toml, write_toml};

fn reads_as_itself(variant: &Variant) {
    let text = write_toml(variant);
    let read = read_toml("written.toml", &text).unwrap_or_else(|e| panic!("{}: {e}\n{text}", variant.name)).variant;
    // Field by field, so that a failure can be read.
    for (a, b) in read.kinds.iter().zip(&variant.kinds) {
        assert_eq!(a, b, "{}", variant.name);
    }
    assert_eq!(read, *variant, "{text}");
}

#[test]
fn built_in_games_are_written_as_they_are() {
    for name in names() {
        reads_as_itself(&find(name).unwrap_or_else(|e| panic!("{name}: {e}")).variant);
    }
}

/// All sections that the tests have.
#[test]
fn sections_are_written_as_they_are() {
    let custom = format!("{}/../testdata/pyffish/custom.ini", env!("CARGO_MANIFEST_DIR"));
    let custom = std::fs::read_to_string(custom).expect("the games can be read");
    for text in [&custom, super::ini::GAMES] {
        for name in ini_sections(text) {
            reads_as_itself(&read_ini("games.ini", text, &name).unwrap_or_else(|e| panic!("{name}: {e}")).variant);
        }
    }
}
