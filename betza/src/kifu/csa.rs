//! Games in CSA's format.

use super::Numbered;
use super::diagram::{Diagram, of_csa};
use crate::pgn::parts::{Part, Placed, date, time};
use crate::pgn::{Claimed, Fault, Place};
use betza_ir::geometry::Side;

/// Whether a line is one of the first of such a file.
pub(super) fn begins(line: &str) -> bool {
    let is_version = line.strip_prefix('V').is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()));
    let is_other = ["N+", "N-", "PI", "P1", "P+", "P-", "$"].iter().any(|sign| line.starts_with(sign));
    is_version || is_other || matches!(line, "+" | "-")
}

/// What the format calls what PGN has tags for.
const TAGS: [(&str, &str); 4] =
    [("EVENT", "Event"), ("SITE", "Site"), ("OPENING", "Opening"), ("TIME_LIMIT", "TimeLimit")];

/// The parts of a game.
pub(super) fn parts(lines: &[Numbered], game: u64) -> Vec<Placed> {
    let mut reading = Reading {
        parts: Vec::new(),
        place: Place { game, line: lines.first().map_or(1, |line| line.0), column: 1 },
        diagram: Diagram::start(),
        has_diagram: false,
        turn: Side::White,
        comments: Vec::new(),
        has_begun: false,
    };
    reading.tell(Part::Tag("Variant", "shogi".to_owned()));
    for (number, line) in lines {
        reading.place = Place { game, line: *number, column: 1 };
        reading.line(line.trim_end());
    }
    reading.begin();
    reading.tell(Part::End);
    reading.parts
}

struct Reading {
    parts: Vec<Placed>,
    place: Place,
    diagram: Diagram,
    /// Whether a line has said where pieces stand.
    has_diagram: bool,
    /// The side to move.
    turn: Side,
    /// What is told once the tags are.
    comments: Vec<String>,
    /// Whether the start position has been told.
    has_begun: bool,
}

impl Reading {
    fn tell(&mut self, part: Part) {
        self.parts.push(Placed { place: self.place, part });
    }

    fn fault(&mut self, code: &'static str, message: String, remedy: &str) {
        self.tell(Part::Fault(Fault::error(self.place, code, message, remedy)));
    }

    fn line(&mut self, line: &str) {
        let Some(sign) = line.chars().next() else { return };
        match sign {
            '\'' => {
                if let Some(comment) = line.strip_prefix("'*") {
                    self.comment(comment.trim());
                }
            }
            'V' => {}
            'N' if line.starts_with("N+") => self.tell(Part::Tag("White", line[2..].trim().to_owned())),
            'N' if line.starts_with("N-") => self.tell(Part::Tag("Black", line[2..].trim().to_owned())),
            '$' => self.header(&line[1..]),
            'P' => self.position(line),
            '+' | '-' if line.len() == 1 => self.turn = if sign == '+' { Side::White } else { Side::Black },
            '+' | '-' | '%' | 'T' => line.split(',').for_each(|statement| self.statement(statement.trim())),
            _ => self.fault("tag", format!("'{line}' is no line of CSA's format"), "write a comment with ' before it"),
        }
    }

    fn comment(&mut self, comment: &str) {
        if self.has_begun {
            self.tell(Part::Comment(comment.to_owned()));
        } else {
            self.comments.push(comment.to_owned());
        }
    }

    fn header(&mut self, header: &str) {
        let (name, value) = header.split_once(':').unwrap_or((header, ""));
        match (name, TAGS.iter().find(|(csa, _)| *csa == name)) {
            (_, Some((_, tag))) => self.tell(Part::Tag(tag, value.trim().to_owned())),
            ("START_TIME", _) => date(["Date", "Time"], value).into_iter().for_each(|part| self.tell(part)),
            ("END_TIME", _) => date(["EndDate", "EndTime"], value).into_iter().for_each(|part| self.tell(part)),
            _ => self.comment(&format!("{name}: {value}")),
        }
    }

    /// Reads `PI82HI`, `P1-KY-KE * ...`, `P+77FU00FU` or `P-00AL`.
    fn position(&mut self, line: &str) {
        let is_read = match line.as_bytes().get(1) {
            Some(b'I') => {
                self.diagram = Diagram::start();
                pieces(&line[2..]).is_some_and(|all| all.iter().all(|&(f, r, _)| self.put(f, r, None)))
            }
            Some(&rank @ b'1'..=b'9') => {
                if !self.has_diagram {
                    self.diagram = Diagram::empty();
                }
                self.rank(usize::from(rank - b'1'), &line[2..])
            }
            Some(sign @ (b'+' | b'-')) => {
                if !self.has_diagram {
                    self.diagram = Diagram::empty();
                }
                self.single(if *sign == b'+' { Side::White } else { Side::Black }, &line[2..])
            }
            _ => false,
        };
        self.has_diagram = true;
        if !is_read {
            self.fault("fen", format!("'{line}' says no position"), "write it as in P1-KY-KE or P+77FU");
        }
    }

    /// Puts a piece on a square named from 1.
    fn put(&mut self, file: usize, rank: usize, piece: Option<(Side, usize)>) -> bool {
        file > 0 && rank > 0 && self.diagram.put(file - 1, rank - 1, piece)
    }

    /// Reads nine marks of three characters, from the file 9 to the file 1.
    fn rank(&mut self, rank: usize, marks: &str) -> bool {
        // Blanks at the end may be missing.
        let marks = format!("{marks:<27}");
        if !marks.is_ascii() || marks.len() != 27 {
            return false;
        }
        (0..9).all(|i| {
            let mark = &marks[3 * i..3 * i + 3];
            let piece = match mark.as_bytes()[0] {
                b'+' => of_csa(&mark[1..]).map(|kind| (Side::White, kind)),
                b'-' => of_csa(&mark[1..]).map(|kind| (Side::Black, kind)),
                _ => None,
            };
            let is_empty = matches!(mark.trim(), "*" | "");
            (is_empty || piece.is_some()) && self.diagram.put(8 - i, rank, piece)
        })
    }

    /// Reads single pieces of a side; the square `00` is its hand.
    fn single(&mut self, side: Side, text: &str) -> bool {
        let Some(all) = pieces(text) else { return false };
        all.into_iter().all(|(file, rank, kind)| match (file, rank, kind) {
            (0, 0, None) => {
                self.diagram.hold_the_rest(side);
                true
            }
            (0, 0, Some(kind)) => self.diagram.hold(side, kind, 1),
            (_, _, Some(kind)) => self.put(file, rank, Some((side, kind))),
            _ => false,
        })
    }

    /// Tells the start position, once.
    fn begin(&mut self) {
        if self.has_begun {
            return;
        }
        self.has_begun = true;
        self.diagram.tags(self.turn).into_iter().for_each(|part| self.tell(part));
        for comment in std::mem::take(&mut self.comments) {
            self.tell(Part::Comment(comment));
        }
    }

    /// Reads a move, a time, or how the game ends.
    fn statement(&mut self, text: &str) {
        self.begin();
        match text.as_bytes().first() {
            Some(b'+' | b'-') => {
                self.turn = if text.starts_with('+') { Side::Black } else { Side::White };
                self.tell(Part::Move(text.to_owned()));
            }
            Some(b'T') => {
                let seconds = text[1..].split('.').next().unwrap_or_default().parse();
                match seconds {
                    Ok(seconds) => time(seconds).into_iter().for_each(|part| self.tell(part)),
                    Err(_) => self.fault("tag", format!("'{text}' is no time"), "write seconds, as in T12"),
                }
            }
            Some(b'%') => match result(&text[1..], self.turn) {
                Some(claimed) => {
                    self.comment(&text[1..]);
                    self.tell(Part::Result(claimed));
                }
                None => self.fault("tag", format!("'{text}' ends no game"), "write it as in %TORYO"),
            },
            _ => {}
        }
    }
}

/// Reads squares with pieces, `82HI22KA`; the piece `AL` is `None`.
fn pieces(text: &str) -> Option<Vec<(usize, usize, Option<usize>)>> {
    if !text.is_ascii() || !text.len().is_multiple_of(4) {
        return None;
    }
    let digit = |b: u8| b.is_ascii_digit().then(|| usize::from(b - b'0'));
    let one = |bytes: &[u8]| {
        let name = std::str::from_utf8(&bytes[2..]).ok()?;
        let kind = if name == "AL" { None } else { Some(of_csa(name)?) };
        Some((digit(bytes[0])?, digit(bytes[1])?, kind))
    };
    text.as_bytes().chunks(4).map(one).collect()
}

/// What an end means; `turn` is the side to move.
fn result(end: &str, turn: Side) -> Option<Claimed> {
    Some(match end {
        // The side to move gives up, has no time left, is mated, or has made an illegal move.
        "TORYO" | "TIME_UP" | "TSUMI" | "ILLEGAL_MOVE" => Claimed::won_by(turn.other()),
        "KACHI" => Claimed::won_by(turn),
        "+ILLEGAL_ACTION" => Claimed::Black,
        "-ILLEGAL_ACTION" => Claimed::White,
        "SENNICHITE" | "JISHOGI" | "HIKIWAKE" | "MAX_MOVES" => Claimed::Draw,
        "CHUDAN" | "MATTA" | "FUZUMI" | "ERROR" => Claimed::Unknown,
        _ => return None,
    })
}
