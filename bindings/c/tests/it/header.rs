//! The header is what cbindgen makes of the sources. `BLESS=1` writes it.

use std::path::Path;

#[test]
fn the_header_is_made_from_the_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("cbindgen.toml is read");
    let mut builder = cbindgen::Builder::new().with_config(config);
    for file in ["version", "error", "text", "piece", "tables", "lookup", "cache", "game", "moves", "position"] {
        builder = builder.with_src(root.join(format!("src/{file}.rs")));
    }
    let mut made = Vec::new();
    builder.generate().expect("cbindgen reads the sources").write(&mut made);
    // Sections of Rust's documentation.
    let made =
        String::from_utf8(made).expect("the header is UTF-8").replace("# Safety\n", "What the caller promises:\n");
    let path = root.join("include/betza.h");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &made).expect("the header can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == made, "include/betza.h is not what cbindgen makes: run BLESS=1 cargo test header");
}
