//! Any text is read, or refused with a place inside it, a reason and a remedy.

#![no_main]

use betza_notation::read;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Some((dialect, text, _)) = betza_fuzz::notation(input) else { return };
    let (refused, notes) = match read(text, dialect) {
        Ok(reading) => (false, reading.warnings),
        Err(errors) => (true, errors),
    };
    assert!(!(refused && notes.is_empty()));
    for note in notes {
        assert!(
            text.get(note.span.clone()).is_some() && !note.message.is_empty() && !note.remedy.is_empty(),
            "{note:?}"
        );
    }
});
