//! What is read can be written in every dialect that has words for it, and that reads as the same piece.

#![no_main]

use betza_notation::{Dialect, read, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Some((dialect, text, _)) = betza_fuzz::notation(input) else { return };
    let Ok(reading) = read(text, dialect) else { return };
    for other in Dialect::ALL {
        let Ok(written) = write(&reading.piece, other) else { continue };
        let again = read(&written, other).map(|again| again.piece);
        assert_eq!(again.as_ref(), Ok(&reading.piece), "{dialect} {text} is written {written} in {other}");
    }
});
