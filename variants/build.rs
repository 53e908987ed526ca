//! Lists games/*.toml, so that a new file is a new built-in game.

use std::fmt::Write as _;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=games");
    let games = Path::new(&std::env::var("CARGO_MANIFEST_DIR")?).join("games");
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&games)? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "toml") {
            names.push(path.file_stem().and_then(|s| s.to_str()).ok_or("a game file's name is not UTF-8")?.to_owned());
        }
    }
    names.sort();
    let mut list = String::from("&[\n");
    for name in names {
        let path = games.join(format!("{name}.toml"));
        writeln!(list, "    ({name:?}, include_str!({:?})),", path.to_str().ok_or("the path is not UTF-8")?)?;
    }
    list.push_str("]\n");
    std::fs::write(Path::new(&std::env::var("OUT_DIR")?).join("games.rs"), list)?;
    Ok(())
}
