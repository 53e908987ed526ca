//! Changes of a text, which may lie in each other, and the marks by which they are found again in what comes of it.

use std::cmp::Reverse;
use std::ops::Range;

/// A part of what stands for a changed place.
#[derive(Clone, Debug)]
pub enum Piece {
    /// New text.
    Text(String),
    /// New text that alone is marked as the change's.
    Marked(String),
    /// A part of the place as it was, with the changes that lie in it.
    Source(Range<usize>),
}

impl Piece {
    /// New text.
    pub fn text(text: impl Into<String>) -> Piece {
        Piece::Text(text.into())
    }

    /// New text that alone is marked as the change's.
    pub fn marked(text: impl Into<String>) -> Piece {
        Piece::Marked(text.into())
    }
}

/// What stands for the bytes of a place.
#[derive(Clone, Debug)]
pub struct Change {
    number: u32,
    whole: Range<usize>,
    pieces: Vec<Piece>,
    is_marked: bool,
}

impl Change {
    /// A change whose whole place is marked with its number.
    #[must_use]
    pub fn new(number: u32, whole: Range<usize>, pieces: Vec<Piece>) -> Change {
        Change { number, whole, pieces, is_marked: true }
    }

    /// A change of which only marked pieces are marked.
    #[must_use]
    pub fn unmarked(number: u32, whole: Range<usize>, pieces: Vec<Piece>) -> Change {
        Change { is_marked: false, ..Change::new(number, whole, pieces) }
    }

    /// The mutant's number.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Whether two changes have bytes in common.
    #[must_use]
    pub fn overlaps(&self, other: &Change) -> bool {
        self.whole.start < other.whole.end && other.whole.start < self.whole.end
    }
}

/// Makes changes, of which any two either lie in each other or have nothing in common. Of two of the same place that
/// which only adds to it comes first.
#[must_use]
pub fn changed(text: &str, mut changes: Vec<Change>) -> String {
    changes.sort_by_key(|change| (change.whole.start, Reverse(change.whole.end), change.is_marked));
    let mut out = String::new();
    write(text, 0..text.len(), &changes, &mut out);
    out
}

/// Writes a part of the text with those of the sorted changes that lie in it.
fn write(text: &str, part: Range<usize>, changes: &[Change], out: &mut String) {
    let mut at = part.start;
    for (i, change) in changes.iter().enumerate() {
        if change.whole.start < at || change.whole.end > part.end {
            continue;
        }
        out.push_str(&text[at..change.whole.start]);
        let (open, close) = (format!("/*<{0}*/", change.number), format!("/*{0}>*/", change.number));
        if change.is_marked {
            *out += &open;
        }
        for piece in &change.pieces {
            match piece {
                Piece::Text(text) => *out += text,
                Piece::Marked(text) => out.extend([&open, text, &close].map(String::as_str)),
                Piece::Source(source) => write(text, source.clone(), &changes[i + 1..], out),
            }
        }
        if change.is_marked {
            *out += &close;
        }
        at = change.whole.end;
    }
    out.push_str(&text[at..part.end]);
}

/// The marked parts of a changed text, each with its number.
#[must_use]
pub fn marked(text: &str) -> Vec<(Range<usize>, u32)> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    for (start, _) in text.match_indices("/*") {
        let Some(length) = text[start + 2..].find("*/") else { break };
        let inner = &text[start + 2..start + 2 + length];
        if let Some(number) = inner.strip_prefix('<').and_then(|n| n.parse::<u32>().ok()) {
            open.push((start, number));
        } else if inner.strip_suffix('>').is_some_and(|n| n.parse::<u32>().is_ok())
            && let Some((from, number)) = open.pop()
        {
            found.push((from..start + length + 4, number));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubled(number: u32, whole: Range<usize>) -> Change {
        Change::new(number, whole.clone(), vec![Piece::Source(whole.clone()), Piece::text("|"), Piece::Source(whole)])
    }

    #[test]
    fn changes_lie_in_each_other() {
        let changes = vec![doubled(2, 1..2), doubled(1, 0..3), doubled(3, 4..5)];
        let text = changed("abc de", changes);
        let two = "/*<2*/b|b/*2>*/";
        assert_eq!(text, format!("/*<1*/a{two}c|a{two}c/*1>*/ /*<3*/d|d/*3>*/e"));
        assert_eq!(marked(&text).iter().map(|(_, number)| *number).collect::<Vec<_>>(), [2, 2, 1, 3]);
    }

    #[test]
    fn one_place_is_changed_by_several() {
        let add = Change::unmarked(7, 0..1, vec![Piece::marked("+"), Piece::Source(0..1)]);
        let text = changed("a", vec![doubled(1, 0..1), add]);
        assert_eq!(text, "/*<7*/+/*7>*//*<1*/a|a/*1>*/");
    }
}
