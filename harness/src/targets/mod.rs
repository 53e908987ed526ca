//! What each target of the fuzzer does with its bytes. A target panics where a law does not hold.

mod games;
mod notations;
mod records;

/// A target: what it is called, and what it does.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 10] = [
    ("read", notations::read_any),
    ("round_trip", notations::round_trip),
    ("walk_tables", notations::walk_tables),
    ("joined", notations::joined),
    ("fen", games::fen),
    ("toml", games::toml),
    ("ini", games::ini),
    ("pasted", games::pasted),
    ("records", records::records),
    ("move_text", records::move_text),
];

/// Runs a target.
///
/// # Panics
/// If there is no target of the name, or a law does not hold.
pub fn run(name: &str, input: &[u8]) {
    let target = TARGETS.iter().find(|(target, _)| *target == name);
    let (_, target) = target.unwrap_or_else(|| panic!("no target is called {name}"));
    target(input);
}
