//! The lines of diagrams in what people paste: the text alone, with its element, or the source of a whole page.

use std::ops::Range;

/// A line without tags, its signs as a browser shows them, and where each of its bytes comes from.
#[derive(Debug, Default)]
pub(super) struct Line {
    text: String,
    /// For each byte, and for the end.
    from: Vec<usize>,
}

/// A part of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    pub(super) text: &'a str,
    line: &'a Line,
    at: usize,
}

impl Line {
    fn add(&mut self, text: &str, mut from: usize, keeps_place: bool) {
        for c in text.chars() {
            for _ in 0..c.len_utf8() {
                self.from.push(from);
            }
            self.text.push(c);
            from += if keeps_place { c.len_utf8() } else { 0 };
        }
    }

    fn end(mut self, at: usize) -> Line {
        self.from.push(at);
        self
    }

    /// The line as a part of itself.
    pub(super) fn all(&self) -> Part<'_> {
        Part { text: &self.text, line: self, at: 0 }.trim()
    }
}

impl<'a> Part<'a> {
    /// The place in the whole text.
    pub(super) fn place(self) -> Range<usize> {
        self.line.from[self.at]..self.line.from[self.at + self.text.len()]
    }

    /// The part of this one with these bytes.
    pub(super) fn part(self, bytes: Range<usize>) -> Part<'a> {
        Part { text: &self.text[bytes.clone()], line: self.line, at: self.at + bytes.start }
    }

    pub(super) fn trim(self) -> Part<'a> {
        let start = self.text.len() - self.text.trim_start().len();
        self.part(start..start + self.text.trim().len())
    }

    /// What stands before and behind the first of these signs.
    pub(super) fn split_once(self, sign: char) -> Option<(Part<'a>, Part<'a>)> {
        let at = self.text.find(sign)?;
        Some((self.part(0..at), self.part(at + sign.len_utf8()..self.text.len())))
    }

    /// What stands between signs for which this holds.
    pub(super) fn split(self, is_between: impl Fn(char) -> bool) -> Vec<Part<'a>> {
        let mut start = 0;
        let mut parts = Vec::new();
        for (at, c) in self.text.char_indices().filter(|(_, c)| is_between(*c)) {
            parts.push(self.part(start..at));
            start = at + c.len_utf8();
        }
        parts.push(self.part(start..self.text.len()));
        parts
    }
}

/// The places of the diagrams in a page's source; the whole text, if it has no element for one.
pub(super) fn diagrams(text: &str) -> Vec<Range<usize>> {
    let found = elements(text);
    if found.is_empty() { std::iter::once(0..text.len()).collect() } else { found }
}

/// The insides of a page's elements of class `idiagram`.
pub(in crate::exchange) fn elements(text: &str) -> Vec<Range<usize>> {
    // In ASCII the lengths stay.
    let lower = text.to_ascii_lowercase();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = lower[at..].find('<').map(|i| at + i) {
        if lower[open..].starts_with("<!--") {
            // Comments begin like tags, and a page may hold a diagram in one.
            at = open + 4;
            continue;
        }
        let Some(close) = lower[open..].find('>').map(|i| open + i) else { break };
        let tag = &lower[open + 1..close];
        let name = tag.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
        at = close + 1;
        if name.is_empty() || !classes(tag).is_some_and(|names| names.split_whitespace().any(|n| n == "idiagram")) {
            continue;
        }
        let end = lower[at..].find(&format!("</{name}")).map_or(text.len(), |i| at + i);
        found.push(at..end);
        at = end;
    }
    found
}

/// The last heading of a page before a place, else the page's title.
pub(super) fn heading(text: &str, before: usize) -> Option<String> {
    let lower = text[..before].to_ascii_lowercase();
    let is_heading = |at: &usize| matches!(lower.as_bytes().get(at + 2), Some(b'1'..=b'6'));
    let heading = lower.rmatch_indices("<h").map(|(at, _)| at).find(is_heading);
    let open = heading.or_else(|| lower.find("<title"))?;
    let start = open + lower[open..].find('>')? + 1;
    let end = start + lower[start..].find("</")?;
    let words: Vec<String> =
        lines(text, start..end).iter().map(|line| line.all().text.to_owned()).filter(|text| !text.is_empty()).collect();
    Some(words.join(" ")).filter(|title| !title.is_empty())
}

/// The value of a tag's attribute `class`.
fn classes(tag: &str) -> Option<&str> {
    let value = tag.split_once("class")?.1.trim_start().strip_prefix('=')?.trim_start();
    match value.chars().next()? {
        quote @ ('"' | '\'') => value[1..].split(quote).next(),
        _ => value.split_whitespace().next(),
    }
}

/// The lines of a part of a text. Tags are left out, the signs around comments too; `<br>` ends a line.
pub(super) fn lines(text: &str, part: Range<usize>) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut line = Line::default();
    let (mut at, end) = (part.start, part.end);
    while at < end {
        let rest = &text[at..end];
        let Some(c) = rest.chars().next() else { break };
        let length = match c {
            '\n' => {
                lines.push(std::mem::take(&mut line).end(at));
                1
            }
            '<' => match tag(rest) {
                Some(length) => {
                    let name = rest[1..length].trim_start_matches('/').to_ascii_lowercase();
                    let ends = |tag: &str| {
                        name.strip_prefix(tag).is_some_and(|r| !r.starts_with(|c: char| c.is_ascii_alphanumeric()))
                    };
                    if ["br", "p", "div", "pre", "li", "tr"].iter().any(|tag| ends(tag)) {
                        lines.push(std::mem::take(&mut line).end(at));
                    }
                    length
                }
                None => {
                    line.add("<", at, true);
                    1
                }
            },
            '-' if rest.starts_with("-->") => 3,
            '&' => match entity(rest) {
                Some((sign, length)) => {
                    line.add(sign.encode_utf8(&mut [0; 4]), at, false);
                    length
                }
                None => {
                    line.add("&", at, true);
                    1
                }
            },
            c => {
                line.add(c.encode_utf8(&mut [0; 4]), at, true);
                c.len_utf8()
            }
        };
        at += length;
    }
    lines.push(line.end(end));
    lines
}

/// The length of what a text begins with: a tag, a remark, or the sign of a comment around the diagram.
fn tag(text: &str) -> Option<usize> {
    if text.starts_with("<!--") {
        // A remark ends in its line and has neither settings nor pieces.
        let line = text.split('\n').next().unwrap_or_default();
        let remark = line.split_once("-->").map(|(remark, _)| remark).filter(|remark| !remark.contains(['=', ':']));
        return Some(remark.map_or(4, |remark| remark.len() + 3));
    }
    let is_tag = text[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!');
    // Tags that people write are short, and a text without any is looked through once.
    let end = text.bytes().take(2000).position(|b| b == b'>' || b == b'\n')?;
    (is_tag && text.as_bytes()[end] == b'>').then_some(end + 1)
}

/// The sign that a text begins with as an entity of HTML, and the entity's length.
fn entity(text: &str) -> Option<(char, usize)> {
    let name = &text[1..text.bytes().take(10).position(|b| b == b';')?];
    let sign = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "colon" => ':',
        "equals" => '=',
        "comma" => ',',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            let sign = char::from_u32(code)?;
            if sign == '\u{a0}' { ' ' } else { sign }
        }
    };
    Some((sign, name.len() + 2))
}

/// The functions in a page's scripts that change the rules of its diagrams, by their names and places.
pub(super) fn hooks(text: &str) -> Vec<(&str, Range<usize>)> {
    let functions = text.match_indices("function ").map(|(at, word)| at + word.len());
    let named = functions.filter_map(|at| {
        let rest = text[at..].trim_start();
        let start = text.len() - rest.len();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        Some((&rest[..end], start..start + end))
            .filter(|(name, _)| ["BadZone", "WeirdPromotion"].contains(name) || name.ends_with("Tinker"))
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_source() {
        let text = "<p>A page</p>\n<DIV id=x class='wide idiagram'><!--\nfiles=8<br>Silver &amp; Gold:S:W::a1\n--></DIV><p>files=9</p>";
        let found = diagrams(text);
        assert_eq!(found.len(), 1);
        let lines = lines(text, found[0].clone());
        let texts: Vec<&str> = lines.iter().map(|line| line.all().text).filter(|text| !text.is_empty()).collect();
        assert_eq!(texts, ["files=8", "Silver & Gold:S:W::a1"]);
        let row = lines.iter().find(|line| line.all().text.contains(':')).unwrap();
        let id = row.all().split(|c| c == ':')[1];
        assert_eq!((id.text, &text[id.place()]), ("S", "S"));
        let name = row.all().split(|c| c == ':')[0];
        assert_eq!(&text[name.place()], "Silver &amp; Gold");
    }

    #[test]
    fn headings_are_those_before_a_diagram() {
        let text = "<title>All</title><div></div><h2 class=x>Rock &amp;<br>Roll</h2><head></head><div></div>";
        let places: Vec<usize> = text.match_indices("<div").map(|(at, _)| at).collect();
        assert_eq!(heading(text, places[0]).as_deref(), Some("All"));
        assert_eq!(heading(text, places[1]).as_deref(), Some("Rock & Roll"));
        assert_eq!(heading("<h1></h1> files=8", 10), None);
    }

    #[test]
    fn entities_of_no_meaning_stay() {
        assert_eq!(entity("&bogus;"), None);
        assert_eq!(entity("&#x41;b"), Some(('A', 6)));
        assert_eq!(entity("& b;"), None);
    }
}
