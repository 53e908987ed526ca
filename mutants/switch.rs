//! Which mutant runs, by its number in the variable BETZA_MUTANT.

use std::sync::LazyLock;

static CHOSEN: LazyLock<u32> =
    LazyLock::new(|| std::env::var("BETZA_MUTANT").ok().and_then(|number| number.parse().ok()).unwrap_or(0));

/// Whether the mutant with this number runs.
#[inline]
pub fn is(number: u32) -> bool {
    *CHOSEN == number
}
