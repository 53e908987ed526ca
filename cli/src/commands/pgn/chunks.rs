//! A file of games cut into pieces, each with whole games.

use std::io::{self, BufRead};

/// The least size of a piece in bytes: some hundred games.
const SIZE: usize = 1 << 18;

/// A piece of a file.
pub struct Chunk {
    pub text: Vec<u8>,
    pub lines_before: u64,
}

/// The pieces of a file. One ends before a line `[Event ...` behind a blank line, where any game ends that is open.
pub struct Chunks<R> {
    input: R,
    lines: u64,
    /// The first line of the next piece.
    first: Vec<u8>,
}

impl<R: BufRead> Chunks<R> {
    pub fn new(input: R) -> Chunks<R> {
        Chunks { input, lines: 0, first: Vec::new() }
    }

    fn read(&mut self) -> io::Result<Option<Chunk>> {
        let mut text = std::mem::take(&mut self.first);
        // The first line has been counted already.
        let lines_before = self.lines - u64::from(!text.is_empty());
        let mut is_after_blank = false;
        loop {
            let start = text.len();
            if self.input.read_until(b'\n', &mut text)? == 0 {
                return Ok((!text.is_empty()).then_some(Chunk { text, lines_before }));
            }
            self.lines += 1;
            let line = text[start..].trim_ascii();
            if start >= SIZE && is_after_blank && line.starts_with(b"[Event ") {
                self.first = text.split_off(start);
                return Ok(Some(Chunk { text, lines_before }));
            }
            is_after_blank = line.is_empty();
        }
    }
}

impl<R: BufRead> Iterator for Chunks<R> {
    type Item = io::Result<Chunk>;

    fn next(&mut self) -> Option<io::Result<Chunk>> {
        self.read().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_end_where_games_do_and_nothing_is_lost() {
        let game = "[Event \"a\"]\n[Site \"b\"]\n\n{[Event \"in a comment\"]} 1. e4 *\n\n";
        let text = game.repeat(20_000);
        let chunks: Vec<Chunk> = Chunks::new(text.as_bytes()).collect::<io::Result<_>>().unwrap();
        assert!(chunks.len() > 2);
        let mut lines = 0;
        for chunk in &chunks {
            assert!(chunk.text.starts_with(b"[Event \"a\"]\n[Site") && chunk.text.ends_with(b"*\n\n"));
            assert_eq!(chunk.lines_before, lines);
            lines += chunk.text.iter().filter(|&&b| b == b'\n').count() as u64;
        }
        assert_eq!(chunks.iter().flat_map(|chunk| chunk.text.clone()).collect::<Vec<u8>>(), text.as_bytes());
    }
}
