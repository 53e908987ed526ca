//! The living dialects, `xbetza` and `fsf`: texts that their users have.

use betza_compile::notation::{self, Dialect};
use std::path::PathBuf;

fn strings(file: &str) -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../testdata/cases").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

fn all_read(file: &str, dialect: Dialect) {
    let mut refused = Vec::new();
    for piece in strings(file) {
        if let Err(errors) = notation::read(&piece, dialect) {
            refused.push(format!("{piece}: {errors:?}"));
        }
    }
    assert!(refused.is_empty(), "{dialect}: {}", refused.join("\n"));
}

#[test]
fn what_engines_send_is_read() {
    all_read("betza_strings_seen.txt", Dialect::Xbetza);
}

#[test]
fn what_ini_files_hold_is_read() {
    all_read("betza_strings_fsf_ini.txt", Dialect::Xbetza);
    all_read("betza_strings_fsf_ini.txt", Dialect::Fsf);
}
