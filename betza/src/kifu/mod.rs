//! Files of shogi games in CSA's and Kakinoki's formats, KIF and KI2.
//!
//! [`Records`] cuts such a file into the same parts as [`crate::pgn::Events`] does PGN, so [`crate::pgn::Reader`] plays
//! it, and [`crate::pgn::write()`] writes it as PGN. Sente, who moves first in games without handicap, is White.
//!
//! ```
//! use betza::kifu::{Format, Records};
//! use betza::pgn::{Claimed, Games, Reader};
//!
//! let text = "V2.2\nN+Aoi\nN-Kaede\nPI\n+\n+7776FU\nT6\n-3334FU\n%TORYO\n";
//! let records = Records::new(text.as_bytes(), Format::of(text).expect("it is one of the formats"));
//! let game = Reader::with(records, Games::new()).next().expect("a game")?;
//! assert!(game.faults.is_empty());
//! assert_eq!(game.tag("White"), Some("Aoi"));
//! assert_eq!(game.line.plies[0].text, "+7776FU");
//! // Sente is to move and resigns.
//! assert_eq!(game.line.result, Some(Claimed::Black));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Sources: CSA's standard file format V2.2 and V3.0 (Computer Shogi Association); the page on the KIF format by its
//! author, Y. Kakinoki. Text is UTF-8: files in Shift_JIS, as KIF files usually are, are decoded before.
//!
//! # What is read
//!
//! - CSA: several games in a file, between lines `/`; positions by `PI`, by ranks and by single pieces; times; comments
//!   for readers (`'*`). Other comments are passed over.
//! - KIF: handicaps by name, positions as diagrams, comments, bookmarks, times, and branches, which become variations.
//!   A branch in place of the game's end, where no move stands, becomes a comment.
//! - KI2: the same without numbers and origins, `▲７六歩 △３四歩`. Pieces are told apart by 右, 左, 上 (行, 入), 引, 寄 and 直;
//!   a piece is dropped where 打 says so, or where none on the board may go.
//! - Times are comments, `[%emt 0:01:07]`, if they are not zero. What the headers say are tags where PGN has them, and
//!   comments before the first move elsewhere.

mod csa;
mod diagram;
mod ki2;
mod kif;
mod moves;

use crate::pgn::parts::Parts;
use crate::pgn::{Event, Fault, Lines, Place, Source, played_as};
use crate::position::{Played, Position};
use crate::text::Style;
use std::io::{self, BufRead};

/// A format of files of shogi games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// That of the Computer Shogi Association: `+7776FU`.
    Csa,
    /// Those of Kifu for Windows: KIF, `７六歩(77)`, and KI2, `▲７六歩`.
    Kif,
}

impl Format {
    /// The format that a file seems to have, by how it begins; `None` if it is neither.
    #[must_use]
    pub fn of(text: &str) -> Option<Format> {
        let text = text.trim_start_matches('\u{feff}');
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('\''));
        for (number, line) in lines.take(LOOKED_AT).enumerate() {
            if kif::begins(line) {
                return Some(Format::Kif);
            }
            if number == 0 && csa::begins(line) {
                return Some(Format::Csa);
            }
            // So begin the lines of PGN.
            if line.starts_with(['[', '{', ';', '%', '1']) {
                return None;
            }
        }
        None
    }
}

/// After so many lines it is known which format a file has.
const LOOKED_AT: usize = 20;

/// The parts of the games of a file.
pub struct Records<R> {
    lines: Lines<R>,
    format: Format,
    /// How many games have been read.
    games: u64,
    parts: Parts,
    has_ended: bool,
}

/// A line and its number, from 1.
type Numbered = (u64, String);

impl<R: BufRead> Records<R> {
    /// The games of a file.
    pub fn new(input: R, format: Format) -> Records<R> {
        Records { lines: Lines::new(input, 0), format, games: 0, parts: Parts::new(), has_ended: false }
    }

    /// Reads the lines of the next game.
    fn next_game(&mut self) -> io::Result<Vec<Numbered>> {
        let mut lines = Vec::new();
        while self.lines.advance()? {
            let text = self.lines.text();
            if self.format == Format::Csa && text.trim_end() == "/" {
                return Ok(lines);
            }
            lines.push((self.lines.number(), text.to_owned()));
        }
        self.has_ended = true;
        Ok(lines)
    }
}

impl<R: BufRead> Source for Records<R> {
    fn advance(&mut self) -> io::Result<bool> {
        while self.parts.is_empty() && !self.has_ended {
            let lines = self.next_game()?;
            let says_nothing = |(_, line): &Numbered| line.trim().is_empty() || line.starts_with('\'');
            if lines.iter().all(says_nothing) {
                continue;
            }
            self.games += 1;
            self.parts.extend(match self.format {
                Format::Csa => csa::parts(&lines, self.games),
                Format::Kif => kif::parts(&lines, self.games),
            });
        }
        Ok(self.parts.advance())
    }

    fn event(&self) -> Event<'_> {
        self.parts.event()
    }

    fn place(&self) -> Place {
        self.parts.place()
    }

    fn find_move(&self, position: &Position, text: &str) -> Result<Played, Fault> {
        let usi = match self.format {
            Format::Csa => moves::of_csa(position, text),
            Format::Kif => moves::of_kif(position, text),
        }?;
        played_as(position, text, &usi, Style::Usi)
    }
}
