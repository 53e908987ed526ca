//! What the targets share: how their input is taken apart.

use betza_notation::Dialect;

/// A dialect, chosen by the first byte, and the rest as a notation.
pub fn notation(input: &[u8]) -> Option<(Dialect, &str, u8)> {
    let (&first, rest) = input.split_first()?;
    let dialect = Dialect::ALL[usize::from(first) % Dialect::ALL.len()];
    Some((dialect, std::str::from_utf8(rest).ok()?, first))
}
