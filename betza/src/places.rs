//! Places in a text as other languages count them.

use std::ops::Range;

/// So many bytes are counted anew for each place.
const STRIDE: usize = 256;

/// Where the bytes of a text stand, counted in characters (Python) and in units of UTF-16 (JavaScript, language
/// servers).
///
/// The text is gone through once. Then each place takes the same short time, wherever it is, so that twenty thousand
/// diagnostics about a long text cost little.
///
/// ```
/// let places = betza::Places::of("é = 𝄞x");
/// assert_eq!(places.characters(&(5..10)), 4..6);
/// assert_eq!(places.utf16(&(5..10)), 4..7);
/// ```
#[derive(Clone, Debug)]
pub struct Places<'a> {
    text: &'a [u8],
    /// What is before each `STRIDE`th byte.
    marks: Vec<Count>,
}

/// What begins in a piece of a text.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    characters: usize,
    utf16: usize,
}

impl Count {
    /// With some more bytes of UTF-8. All but those that go on with a character begin one; those of four bytes are
    /// pairs in UTF-16.
    fn and(self, bytes: &[u8]) -> Count {
        bytes.iter().fold(self, |sum, byte| {
            let begins = usize::from(byte & 0xC0 != 0x80);
            Count { characters: sum.characters + begins, utf16: sum.utf16 + begins + usize::from(*byte >= 0xF0) }
        })
    }
}

impl<'a> Places<'a> {
    /// Those of a text.
    #[must_use]
    pub fn of(text: &'a str) -> Places<'a> {
        let text = text.as_bytes();
        let mut marks = vec![Count::default()];
        let mut sum = Count::default();
        for piece in text.chunks_exact(STRIDE) {
            sum = sum.and(piece);
            marks.push(sum);
        }
        Places { text, marks }
    }

    /// Bytes as characters. One that is not there stands at the end.
    #[must_use]
    pub fn characters(&self, bytes: &Range<usize>) -> Range<usize> {
        self.before(bytes.start).characters..self.before(bytes.end).characters
    }

    /// Bytes as units of UTF-16. One that is not there stands at the end.
    #[must_use]
    pub fn utf16(&self, bytes: &Range<usize>) -> Range<usize> {
        self.before(bytes.start).utf16..self.before(bytes.end).utf16
    }

    fn before(&self, byte: usize) -> Count {
        let byte = byte.min(self.text.len());
        let mark = byte / STRIDE;
        self.marks[mark].and(&self.text[mark * STRIDE..byte])
    }
}

#[cfg(test)]
mod tests {
    use super::{Places, STRIDE};

    /// Every byte of texts of characters of one to four bytes, against the standard library from the start.
    #[test]
    fn places_are_those_that_are_counted_from_the_start() {
        for unit in ["a", "é", "将", "𝄞", "a𝄞é将\n"] {
            let text = unit.repeat(3 * STRIDE / unit.len() + 1);
            let places = Places::of(&text);
            for (byte, _) in text.char_indices().chain([(text.len(), ' ')]) {
                let before = &text[..byte];
                let range = byte..text.len() + 9;
                assert_eq!(places.characters(&range), before.chars().count()..text.chars().count(), "{unit} {byte}");
                assert_eq!(
                    places.utf16(&range),
                    before.encode_utf16().count()..text.encode_utf16().count(),
                    "{unit} {byte}"
                );
            }
        }
        assert_eq!(Places::of("").characters(&(0..1)), 0..0);
        // A byte inside of a character stands behind it.
        assert_eq!((Places::of("é").characters(&(1..1)), Places::of("𝄞").utf16(&(0..1))), (1..1, 0..2));
    }
}
