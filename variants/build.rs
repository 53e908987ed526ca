//! Lists games/*.toml, so that a new file is a new built-in game. In WebAssembly lines of comments are left out, so
//! that less is loaded.

use std::fmt::Write as _;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=games");
    let games = Path::new(&std::env::var("CARGO_MANIFEST_DIR")?).join("games");
    let is_web = std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&games)? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "toml") {
            names.push(path.file_stem().and_then(|s| s.to_str()).ok_or("a game file's name is not UTF-8")?.to_owned());
        }
    }
    names.sort_unstable();
    let mut list = String::from("&[\n");
    for name in names {
        let file = std::fs::read_to_string(games.join(format!("{name}.toml")))?;
        let text: String = file.split_inclusive('\n').filter(|line| !is_web || !line.starts_with('#')).collect();
        writeln!(list, "    ({name:?}, {text:?}),")?;
    }
    list.push_str("]\n");
    std::fs::write(Path::new(&std::env::var("OUT_DIR")?).join("games.rs"), list)?;
    Ok(())
}
