//! The kept inputs of every target, which are those that once made it panic, too; and what random changes make of them.

use betza_harness::targets::TARGETS;
use betza_testkit::Random;
use std::fs;
use std::path::Path;

/// The files of a target in `testdata/fuzz`, sorted by name.
fn kept(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/fuzz").join(target);
    let files = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    paths.into_iter().map(|path| fs::read(path).expect("a file")).collect()
}

#[test]
fn every_kept_input_is_answered() {
    for (name, target) in TARGETS {
        let inputs = kept(name);
        assert!(!inputs.is_empty(), "{name} has no inputs");
        inputs.iter().for_each(|input| target(input));
    }
}

/// Bytes changed, taken out, doubled and joined with others. `FUZZ_ROUNDS` is how many there are for each target.
#[test]
fn changed_inputs_are_answered() {
    let rounds = std::env::var("FUZZ_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(100);
    for (number, (name, target)) in TARGETS.into_iter().enumerate() {
        let inputs = kept(name);
        let mut random = Random(number as u64);
        for round in 0..rounds {
            let mut input = random.one_of(&inputs);
            for _ in 0..=random.below(4) {
                let at = random.below(input.len() + 1);
                match random.below(4) {
                    0 => input.insert(at, random.bits() as u8 & 127),
                    1 if at < input.len() => drop(input.remove(at)),
                    2 => {
                        let other = random.one_of(&inputs);
                        let from = random.below(other.len() + 1);
                        input.truncate(at);
                        input.extend_from_slice(&other[from..]);
                    }
                    _ if at < input.len() => input[at] = random.bits() as u8 & 127,
                    _ => {}
                }
            }
            input.truncate(2000);
            let shown = String::from_utf8_lossy(&input).into_owned();
            let answered = std::panic::catch_unwind(|| target(&input));
            assert!(answered.is_ok(), "{name}, round {round}: {shown:?}");
        }
    }
}
