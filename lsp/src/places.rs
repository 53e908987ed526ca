//! Places as the protocol has them: lines from 0, and columns in units of UTF-16.

use lsp_types::{Position, Range};

/// The place of a byte. Bytes behind the end are at the end.
pub(crate) fn position(text: &str, byte: usize) -> Position {
    let byte = (0..=byte.min(text.len())).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
    let before = &text[..byte];
    let line = before.rfind('\n').map_or(0, |newline| newline + 1);
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Position::new(count(before.matches('\n').count()), count(before[line..].encode_utf16().count()))
}

/// The place of a span of bytes.
pub(crate) fn range(text: &str, span: &std::ops::Range<usize>) -> Range {
    Range::new(position(text, span.start), position(text, span.end))
}

/// The byte at a place. Columns behind a line's end are at its end, lines behind the last at the text's.
pub(crate) fn byte(text: &str, at: Position) -> usize {
    let mut start = 0;
    for _ in 0..at.line {
        let Some(newline) = text[start..].find('\n') else { return text.len() };
        start += newline + 1;
    }
    let line = text[start..].split('\n').next().unwrap_or_default();
    let mut units = 0;
    for (i, c) in line.char_indices() {
        if units >= at.character {
            return start + i;
        }
        units += if c.len_utf16() == 2 { 2 } else { 1 };
    }
    start + line.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `ä` is two bytes and one unit, the king's picture four bytes and two units.
    #[test]
    fn columns_count_units_of_utf_16() {
        let text = "W\nä🨀N\n";
        for (at, line, column) in [(0, 0, 0), (1, 0, 1), (2, 1, 0), (4, 1, 1), (8, 1, 3), (9, 1, 4), (10, 2, 0)] {
            assert_eq!(position(text, at), Position::new(line, column), "{at}");
            assert_eq!(byte(text, Position::new(line, column)), at, "{line}:{column}");
        }
        assert_eq!(position(text, 99), Position::new(2, 0));
        assert_eq!(byte(text, Position::new(0, 9)), 1);
        assert_eq!(byte(text, Position::new(9, 0)), 10);
    }
}
