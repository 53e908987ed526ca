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

/// A diagram says little, and so does what is written of it. Castling and en passant are said by its notations.
#[test]
fn only_what_differs_is_written() {
    let rows = "Pawn:P:fmWfceFifmnD:pawn:a2-h2\nRook:R:R:rook:a1,h1\nKing:K:KisO2:king:e1\n";
    let game = betza_variants::exchange::diagram::read("mine", &format!("promoChoice=R\n{rows}")).unwrap().variant;
    let text = write_toml(&game);
    let pieces = &text[text.find("\n[pieces").unwrap()..];
    let expected = "
[pieces.\"P\"]
name = \"Pawn\"
move = \"fmWfceFifmnD\"
dialect = \"xbetza\"
promotion = { zone = \"rank 8\", to = [\"R\"] }

[pieces.\"R\"]
name = \"Rook\"
move = \"R\"
dialect = \"xbetza\"

[pieces.\"K\"]
name = \"King\"
move = \"KisO2\"
dialect = \"xbetza\"
royal = true
";
    assert_eq!(pieces, expected);
    reads_as_itself(&game);
    // What its notation says is kept from holding where the game has it otherwise.
    for rule in ["castling", "en_passant"] {
        let rule_off = format!("\n{rule} = false\n[pieces.\"P\"]");
        let rights = if rule == "castling" { " - " } else { " KQkq " };
        let without = text.replace("\n[pieces.\"P\"]", &rule_off).replace(" KQkq ", rights);
        let without = read_toml("mine", &without);
        let without = without.unwrap_or_else(|e| panic!("{e}")).variant;
        assert!(write_toml(&without).contains(&format!("\n{rule} = false\n")));
        reads_as_itself(&without);
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
