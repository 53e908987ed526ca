//! No hostile text costs more than a moment. A process of its own reads them, so that its memory is theirs.

use std::process::Command;

/// The figures of the last line that `cost` prints: texts, milliseconds, mebibytes.
fn figures(texts: &str) -> [u64; 3] {
    let output = Command::new(env!("CARGO_BIN_EXE_cost")).arg(texts).output().expect("it starts");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    let numbers: Vec<u64> = text.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
    println!("{text}");
    // Where the system does not say how much memory there was, none was seen.
    [numbers[0], numbers[1], numbers.get(2).copied().unwrap_or(0)]
}

/// Built for tests, on a machine at work; in a release build it is a fraction.
#[test]
fn hostile_notations_cost_a_moment() {
    let [texts, milliseconds, mebibytes] = figures("notations");
    assert!(texts > 5000, "{texts} texts");
    assert!(milliseconds < 2000, "{milliseconds} ms");
    assert!(mebibytes < 128, "{mebibytes} MiB");
}

/// Lines by the hundred thousand: what is not linear in them takes minutes.
#[test]
fn hostile_files_cost_a_moment() {
    let [texts, milliseconds, mebibytes] = figures("files");
    assert!(texts > 20, "{texts} texts");
    assert!(milliseconds < 20_000, "{milliseconds} ms");
    assert!(mebibytes < 512, "{mebibytes} MiB");
}
