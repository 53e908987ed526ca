//! The words of a text, and its numbers.

use std::ops::Range;

/// A word of the text, with its byte span in the whole text.
#[derive(Clone, Debug)]
pub(crate) struct Token<'a> {
    pub text: &'a str,
    pub span: Range<usize>,
}

/// Returns the words of a text, which blanks separate.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    text.split_ascii_whitespace()
        .map(|word| {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            Token { text: word, span: start..start + word.len() }
        })
        .collect()
}

/// Adds a number to a text.
pub(super) fn push_number(text: &mut String, number: u32) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}
