//! The page's gallery of known pieces is written from the names: `BLESS=1` writes it anew.

use betza_notation::names::{self, Named, USED};
use std::fmt::Write as _;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../page/src/gallery.js");

/// A name with its capitals, as the page shows it: as it stands among the names, or with capitals if it is another name
/// of a piece.
fn titled(name: &str, piece: Named) -> String {
    if let Some(title) = piece.titles().find(|title| title.to_lowercase().replace('-', " ") == name) {
        return title.to_owned();
    }
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// All other names that the reader knows for a piece: those of entries with the same moves.
fn other_names(title: &str, piece: Named) -> Vec<String> {
    let moves = |Named(_, _, dialect, notation): Named| betza_notation::read(notation, dialect).unwrap().piece;
    let wanted = moves(piece);
    let title = title.to_lowercase().replace('-', " ");
    let is_other = |name: &String| *name != title && moves(names::find(name).unwrap()) == wanted;
    let mut others: Vec<String> = names::all().filter(is_other).collect();
    others.sort();
    others.dedup();
    others
}

fn gallery() -> String {
    let mut text = String::from(
        "// Known pieces with who uses them. Written from notation/src/names.rs by BLESS=1 cargo test -p betza-notation gallery\n\
         export const GALLERY = [\n",
    );
    for (users, pieces) in USED {
        let _ = writeln!(text, "  [{users:?}, [");
        for piece in *pieces {
            let named = names::find(piece).unwrap();
            let Named(_, _, dialect, notation) = named;
            let title = titled(piece, named);
            let mut row = format!("{title:?}, {notation:?}, {:?}", dialect.id());
            let others = other_names(&title, named);
            if !others.is_empty() {
                let _ = write!(row, ", {others:?}");
            }
            let _ = writeln!(text, "    [{row}],");
        }
        text.push_str("  ]],\n");
    }
    text + "].map(([users, pieces]) => ({ users, pieces: pieces.map(([name, notation, dialect, others = []]) => ({ name, notation, dialect, others })) }));\n"
}

#[test]
fn the_pages_gallery_has_the_names() {
    let text = gallery();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(FILE, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(FILE).unwrap(), text, "run BLESS=1 cargo test -p betza-notation gallery");
}

#[test]
fn the_gallery_is_large_enough_to_find_things_in() {
    let pieces: usize = USED.iter().map(|(_, pieces)| pieces.len()).sum();
    assert!((100..=120).contains(&pieces), "{pieces}");
}
