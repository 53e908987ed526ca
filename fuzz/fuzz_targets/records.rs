//! The target of this name: `harness/src/targets/` has what it does.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| betza_harness::targets::run("records", input));
