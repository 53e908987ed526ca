//! Makes include/betza.h of the sources, by cbindgen.
//!
//!     header              writes it
//!     header --check      fails if it is not what would be written

use std::path::Path;
use std::process::ExitCode;

/// The sources with functions and types of the header, in its order.
const SOURCES: [&str; 11] =
    ["version", "error", "text", "piece", "tables", "lookup", "cache", "game", "moves", "position", "outcome"];

fn made(root: &Path) -> String {
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("cbindgen.toml is read");
    let mut builder = cbindgen::Builder::new().with_config(config);
    for file in SOURCES {
        builder = builder.with_src(root.join(format!("src/{file}.rs")));
    }
    let mut header = Vec::new();
    builder.generate().expect("cbindgen reads the sources").write(&mut header);
    // Sections of Rust's documentation.
    String::from_utf8(header).expect("the header is UTF-8").replace("# Safety\n", "What the caller promises:\n")
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let path = root.join("include/betza.h");
    let made = made(&root);
    let is_check = match std::env::args().nth(1).as_deref() {
        None => false,
        Some("--check") => true,
        Some(_) => {
            eprintln!("usage: header [--check]");
            return ExitCode::from(2);
        }
    };
    if !is_check {
        std::fs::write(&path, made).expect("the header can be written");
    } else if std::fs::read_to_string(&path).unwrap_or_default() != made {
        eprintln!("include/betza.h is not what cbindgen makes: run `cargo run -p betza-c-header`");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
