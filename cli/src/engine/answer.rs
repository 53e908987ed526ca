//! The lines in which programs tell their counts.
//!
//! Stockfish and its family print `MOVE: COUNT` and `Nodes searched: COUNT`; programs for perftree print `MOVE COUNT`
//! and the sum on a line of its own; Sjaak II prints `DEPTH COUNT TIME RATE`.

use super::error::EngineError;
use betza_perft::bisect::Told;
use std::collections::BTreeMap;

/// Reads the answer of one count.
pub(super) struct Reader {
    depth: u32,
    below: BTreeMap<String, u128>,
}

/// What a line was.
pub(super) enum Line {
    /// The count below a move.
    Below,
    /// The sum, which ends the answer.
    Whole(Told),
    /// Nothing that belongs to an answer.
    Other,
}

impl Reader {
    pub(super) fn new(depth: u32) -> Reader {
        Reader { depth, below: BTreeMap::new() }
    }

    /// Reads a line.
    ///
    /// # Errors
    /// A move that was there before, or a sum that is not that of the moves.
    pub(super) fn read(&mut self, line: &str) -> Result<Line, EngineError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |word: &str| word.parse::<u128>().ok();
        match words[..] {
            [one] if number(one).is_some() => self.whole(number(one)),
            [depth, count, _, ..] if number(depth).is_some() && number(count).is_some() => {
                if number(depth) == Some(self.depth.into()) { self.whole(number(count)) } else { Ok(Line::Other) }
            }
            [.., last] if number(last).is_some() => {
                let before = line[..line.len() - last.len()].trim_end().trim_end_matches([':', '=']).trim_end();
                let named = before.to_lowercase();
                if ["nodes", "total", "leaves"].iter().any(|word| named.contains(word)) {
                    return self.whole(number(last));
                }
                if !is_move(before) {
                    return Ok(Line::Other);
                }
                match self.below.insert(before.to_owned(), number(last).unwrap_or(0)) {
                    Some(_) => Err(EngineError::Answer(line.to_owned())),
                    None => Ok(Line::Below),
                }
            }
            _ => Ok(Line::Other),
        }
    }

    fn whole(&mut self, said: Option<u128>) -> Result<Line, EngineError> {
        let nodes = said.unwrap_or(0);
        let below = std::mem::take(&mut self.below);
        let lines = below.values().fold(0, |sum: u128, n| sum.saturating_add(*n));
        // A program that tells no moves; where there are none, it may as well have told them.
        if below.is_empty() && nodes > 0 {
            return Ok(Line::Whole(Told { nodes, below: None }));
        }
        if lines != nodes {
            return Err(EngineError::Sum { lines, said: nodes });
        }
        Ok(Line::Whole(Told { nodes, below: Some(below) }))
    }
}

/// Whether a text may be that of a move: one word with a square in it, castling or a pass.
fn is_move(text: &str) -> bool {
    let has = |c: fn(char) -> bool| text.chars().any(c);
    let is_word = !text.is_empty() && !has(char::is_whitespace) && !text.ends_with(':');
    let names_a_square = has(|c| c.is_ascii_digit()) || has(|c| c == '@');
    is_word && (names_a_square || ["O-O", "O-O-O", "pass", "--"].contains(&text.trim_end_matches(['+', '#'])))
}

#[cfg(test)]
mod tests {
    use super::{Line, Reader};
    use betza_perft::bisect::Told;

    /// What the lines tell; `None` without a sum.
    fn told(depth: u32, text: &str) -> Option<Told> {
        let mut reader = Reader::new(depth);
        text.lines().find_map(|line| match reader.read(line).unwrap() {
            Line::Whole(told) => Some(told),
            _ => None,
        })
    }

    #[test]
    fn each_way_of_telling_is_read() {
        let below = |list: &[(&str, u128)]| Some(list.iter().map(|(m, n)| ((*m).to_owned(), *n)).collect());
        let stockfish = "info string x\ne2e4: 20\nd2d4: 21\n\nNodes searched: 41\n";
        assert_eq!(told(2, stockfish), Some(Told { nodes: 41, below: below(&[("e2e4", 20), ("d2d4", 21)]) }));
        let perftree = "e2e4 20\nO-O 1\n\n21\n";
        assert_eq!(told(2, perftree), Some(Told { nodes: 21, below: below(&[("e2e4", 20), ("O-O", 1)]) }));
        let sjaak = "# New game\n 1   30  0.00   370370.37nps\n 2  900  0.00  1986754.97nps\n";
        assert_eq!(told(2, sjaak), Some(Told { nodes: 900, below: None }));
        assert_eq!(told(1, "Time: 3\nNodes: 0\n"), Some(Told { nodes: 0, below: below(&[]) }));
        assert_eq!(told(3, "Time: 3\nhello\n"), None);
    }

    #[test]
    fn what_contradicts_itself_is_an_error() {
        assert!(Reader::new(1).read("e2e4: 1").is_ok());
        let mut twice = Reader::new(1);
        assert!(twice.read("e2e4: 1").is_ok() && twice.read("e2e4: 1").is_err());
        let mut sum = Reader::new(1);
        assert!(sum.read("e2e4: 1").is_ok() && sum.read("Nodes searched: 2").is_err());
    }
}
