//! A line of a ledger's file.

/// Counted with other position keys and a table of counts, which a collision of keys would betray.
pub const OTHER_KEYS: &str = "other keys";
/// Counted by making every move and visiting each leaf.
pub const EVERY_MOVE_MADE: &str = "every move made";
/// Counted by the second rule book.
pub const RULE_BOOK: &str = "rule book";

/// One count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The plies counted.
    pub depth: u32,
    /// The leaves.
    pub nodes: u128,
    /// How many moves to the leaves are captures, promotions, drops, castlings, checks and mates; `None` if nobody
    /// counted them.
    pub kinds: Option<[u128; 6]>,
    /// In which other ways the same was counted.
    ways: Vec<String>,
}

impl Row {
    /// A count that nothing confirms yet.
    #[must_use]
    pub fn new(depth: u32, nodes: u128) -> Row {
        Row { depth, nodes, kinds: None, ways: Vec::new() }
    }

    /// Reads a line of a file: the position's text, and its count; `None` of the first line, which names the columns.
    #[must_use]
    pub fn read(line: &str) -> Option<(&str, Row)> {
        let columns: Vec<&str> = line.split('\t').collect();
        let [_variant, fen, depth, nodes, kinds @ .., ways] = &columns[..] else { return None };
        let kinds: Option<Vec<u128>> = kinds.iter().map(|number| number.parse().ok()).collect();
        let row = Row {
            depth: depth.parse().ok()?,
            nodes: nodes.parse().ok()?,
            kinds: kinds.and_then(|kinds| kinds.try_into().ok()),
            ways: ways.split(", ").filter(|way| !way.is_empty()).map(str::to_owned).collect(),
        };
        Some((fen, row))
    }

    /// The line of a file. Kinds that were not counted are left empty.
    #[must_use]
    pub fn line(&self, variant: &str, fen: &str) -> String {
        let kinds = self.kinds.map_or_else(|| "\t\t\t\t\t".to_owned(), |kinds| kinds.map(|n| n.to_string()).join("\t"));
        format!("{variant}\t{fen}\t{}\t{}\t{kinds}\t{}\n", self.depth, self.nodes, self.ways.join(", "))
    }

    /// Whether the same was counted this way.
    #[must_use]
    pub fn is_confirmed(&self, way: &str) -> bool {
        self.ways.iter().any(|known| known == way)
    }

    /// Notes that so many leaves were counted in another way.
    ///
    /// # Errors
    /// Another number of leaves.
    pub fn confirm(&mut self, way: &str, nodes: u128) -> Result<(), String> {
        if nodes != self.nodes {
            return Err(format!("{} leaves at depth {}, {nodes} by way of {way}", self.nodes, self.depth));
        }
        if !self.is_confirmed(way) {
            self.ways.push(way.to_owned());
        }
        Ok(())
    }

    /// Adds the ways in which an earlier row confirms the same count, those of other programs among them.
    pub fn keep_ways_of(&mut self, earlier: Row) {
        for way in earlier.ways {
            // Another count confirms nothing.
            let _ = self.confirm(&way, earlier.nodes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_is_written() {
        for line in [
            "chess\tS\t1\t20\t0\t0\t0\t0\t0\t0\tother keys, stockfish 15.1\n",
            "chess\tS\t9\t2439530234167\t\t\t\t\t\t\t\n",
        ] {
            let (fen, row) = Row::read(line.trim_end_matches('\n')).unwrap();
            assert_eq!((fen, row.line("chess", fen)), ("S", line.to_owned()));
        }
        assert_eq!(Row::read(crate::ledger::HEADER), None);
    }

    #[test]
    fn ways_of_other_programs_stay_with_equal_counts() {
        let mut earlier = Row::new(1, 20);
        earlier.confirm("stockfish 15.1", 20).unwrap();
        assert!(earlier.confirm("sjaakii 1.4.1", 21).is_err());
        let mut row = Row::new(1, 20);
        row.confirm(OTHER_KEYS, 20).unwrap();
        row.keep_ways_of(earlier.clone());
        assert!(row.is_confirmed("stockfish 15.1") && !row.is_confirmed("sjaakii 1.4.1"));
        let mut other = Row::new(1, 19);
        other.keep_ways_of(earlier);
        assert!(!other.is_confirmed("stockfish 15.1"));
    }
}
