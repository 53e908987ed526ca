//! A place in a text, with the spans that diagnostics need.

use std::ops::Range;

/// Reads a text character by character. Positions are byte offsets.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// At the start of a text.
    #[must_use]
    pub fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, at: 0 }
    }

    /// The byte offset of the next character.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.at
    }

    /// The next character, not taken.
    #[must_use]
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The character after the next one.
    #[must_use]
    pub fn peek_second(&self) -> Option<char> {
        self.rest().chars().nth(1)
    }

    /// The text of a span.
    #[must_use]
    pub fn text(&self, span: Range<usize>) -> &'a str {
        &self.text[span]
    }

    /// What is left.
    #[must_use]
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Whether everything is read.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.at == self.text.len()
    }

    /// Takes the next character.
    pub fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Takes the next character if it is `c`.
    pub fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.bump();
        }
        found
    }

    /// Takes this text if it comes next.
    pub fn eat_str(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Takes characters while they fit, and gives them as text.
    pub fn eat_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let start = self.at;
        while self.peek().is_some_and(&fits) {
            self.bump();
        }
        &self.text[start..self.at]
    }

    /// The span from an offset to here.
    #[must_use]
    pub fn since(&self, start: usize) -> Range<usize> {
        start..self.at
    }

    /// The span of the next character; empty at the end.
    #[must_use]
    pub fn here(&self) -> Range<usize> {
        self.at..self.at + self.peek().map_or(0, char::len_utf8)
    }
}
