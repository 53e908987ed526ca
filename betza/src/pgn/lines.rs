//! The lines of a file, one at a time, as UTF-8.

use std::io::{self, BufRead, Read};

/// The longest line in bytes. Whole games on one line are shorter by far.
pub(super) const LONGEST: u64 = 16 << 20;

/// The line that is being read.
pub(crate) struct Lines<R> {
    input: R,
    text: String,
    number: u64,
    is_cut: bool,
}

impl<R: BufRead> Lines<R> {
    /// Lines of which the first has the number behind `before`.
    pub fn new(input: R, before: u64) -> Lines<R> {
        Lines { input, text: String::new(), number: before, is_cut: false }
    }

    /// Goes to the next line; returns false at the end of the file.
    pub fn advance(&mut self) -> io::Result<bool> {
        // The text's own buffer is read into, so that a line of UTF-8 is neither copied nor allocated.
        let mut bytes = std::mem::take(&mut self.text).into_bytes();
        bytes.clear();
        let length = self.input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
        self.is_cut = length as u64 == LONGEST && bytes.last() != Some(&b'\n');
        if self.is_cut {
            self.skip_to_end_of_line()?;
        }
        if length == 0 {
            return Ok(false);
        }
        self.number += 1;
        while matches!(bytes.last(), Some(b'\n' | b'\r')) {
            bytes.pop();
        }
        if self.number == 1 && bytes.starts_with(b"\xef\xbb\xbf") {
            bytes.drain(..3);
        }
        // Each byte of Latin-1 is the character of its number.
        self.text = String::from_utf8(bytes).unwrap_or_else(|e| e.into_bytes().into_iter().map(char::from).collect());
        Ok(true)
    }

    fn skip_to_end_of_line(&mut self) -> io::Result<()> {
        loop {
            let ahead = self.input.fill_buf()?;
            let Some(end) = ahead.iter().position(|&b| b == b'\n') else {
                let length = ahead.len();
                self.input.consume(length);
                if length == 0 {
                    return Ok(());
                }
                continue;
            };
            self.input.consume(end + 1);
            return Ok(());
        }
    }

    /// The line without its end.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its number, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Whether it was longer than is read.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The column of one of its bytes, in characters from 1.
    pub fn column(&self, at: usize) -> usize {
        self.text.char_indices().take_while(|(i, _)| *i < at).count() + 1
    }
}
