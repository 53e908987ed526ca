//! Notations as Fairy-Stockfish reads them: letter by letter, passing over what it does not know.
//!
//! Most are read as `fsf` has them. One that Fairy-Stockfish reads otherwise is written anew, so that it says what
//! Fairy-Stockfish does with it. Source: `from_betza` and `Bitboards::init_pieces` of Fairy-Stockfish.

use super::Entry;
use super::values::place;
use crate::problem::{Place, ProblemCode};
use crate::section::Findings;
use betza_ir::{Condition, Link, Modes, Move, Part, Piece};
use betza_notation::{Code, Diagnostic, Dialect, Reading, Severity};
use std::ops::Range;

/// A notation that names its dialect (`xbetza:[F?R]`), which is what Fairy-Stockfish with bindings/fairy-stockfish
/// reads.
pub(super) fn in_named_dialect(text: &str) -> Option<(Dialect, &str)> {
    let (name, notation) = text.split_once(':')?;
    Some((Dialect::ALL.into_iter().find(|dialect| dialect.id() == name)?, notation))
}

/// Reads the notation of a piece, which ends an entry; the piece, and the text that stands for it with its dialect.
pub(super) fn read(entry: &Entry<'_>, text: &str, findings: &Findings) -> Option<(Piece, String, Dialect)> {
    match in_named_dialect(text) {
        Some((dialect, notation)) => {
            let piece = told(entry, notation, betza_notation::read(notation, dialect), findings)?;
            warn_of_stock(entry, text, &piece, findings);
            Some((piece, notation.to_owned(), dialect))
        }
        None => read_fsf(entry, text, findings).map(|(piece, text)| (piece, text, Dialect::Fsf)),
    }
}

/// Warns of a notation with a dialect's name, in which a Fairy-Stockfish without betza reads the name's letters, too.
fn warn_of_stock(entry: &Entry<'_>, text: &str, meant: &Piece, findings: &Findings) {
    let written = Heard::new(text).written();
    if piece(&written).as_ref() == Some(meant) {
        return;
    }
    // Brackets are something else in each version.
    let heard = match (text.contains('['), written.is_empty()) {
        (true, _) => "another piece".to_owned(),
        (false, true) => "a piece without moves".to_owned(),
        (false, false) => format!("another piece, '{written}'"),
    };
    let message = format!(
        "a Fairy-Stockfish that is not linked with betza takes '{text}' for {heard}, and says nothing; betza and one that is linked with it read it"
    );
    let remedy = "link Fairy-Stockfish with betza (bindings/fairy-stockfish), or write moves for which its own notation has words";
    findings.warning(ProblemCode::ReadDifferently, &place_of(entry, text, &(0..text.len())), message, remedy);
}

/// Reads a notation in Fairy-Stockfish's own dialect. First moves of sliders leave the right of en passant capture,
/// with an `n` or without.
fn read_fsf(entry: &Entry<'_>, text: &str, findings: &Findings) -> Option<(Piece, String)> {
    let (piece, text) = heard(entry, text, findings)?;
    let mut leaving = piece.clone();
    leaving.moves.iter_mut().for_each(|m| m.leaves_en_passant |= is_first_slide(m));
    match betza_notation::write(&leaving, Dialect::Fsf) {
        Ok(written) if leaving != piece => Some((leaving, written)),
        _ => Some((piece, text)),
    }
}

/// Whether a move slides over empty squares, without capturing, from where the double steps of its game begin.
fn is_first_slide(m: &Move) -> bool {
    let [Link { part: Part::Leg(leg), joint }] = &m.chain.links[..] else { return false };
    let only_moves = joint.stop.is_some_and(|stop| stop.modes == Modes::MOVE);
    m.condition == Condition::IN_DOUBLE_STEP_REGION && only_moves && leg.is_ride()
}

/// What Fairy-Stockfish hears in a notation, and the text that stands for it.
fn heard(entry: &Entry<'_>, text: &str, findings: &Findings) -> Option<(Piece, String)> {
    let at = |span: &Range<usize>| place_of(entry, text, span);
    let reading = betza_notation::read(text, Dialect::Fsf);
    // Brackets are left to the dialect: versions of Fairy-Stockfish differ in them.
    if !text.contains(['[', ']']) && !is_read_alike(&reading) {
        let heard = Heard::new(text);
        let again = heard.written();
        if let Some(piece) = piece(&again) {
            for (span, message) in heard.told(text) {
                findings.warning(ProblemCode::ReadDifferently, &at(&span), message, "leave it out");
            }
            if let Ok(Reading { warnings, .. }) = &reading {
                let told = warnings
                    .iter()
                    .filter(|d| !heard.skipped.iter().any(|s| s.start <= d.span.start && d.span.end <= s.end));
                told.for_each(|d| {
                    findings.warning(ProblemCode::Notation, &at(&d.span), message_of(d), d.remedy.clone())
                });
            }
            return Some((piece, again));
        }
    }
    Some((told(entry, text, reading, findings)?, text.to_owned()))
}

/// The place of a part of the notation that ends an entry.
fn place_of(entry: &Entry<'_>, text: &str, span: &Range<usize>) -> Place {
    let start = entry.value_span.end - text.len();
    match span.is_empty() {
        true => place(entry),
        false => Place { source: 0, span: start + span.start..start + span.end },
    }
}

/// Tells what was found in a notation; the piece, if it is one.
fn told(
    entry: &Entry<'_>,
    text: &str,
    reading: Result<Reading, Vec<Diagnostic>>,
    findings: &Findings,
) -> Option<Piece> {
    let (piece, diagnostics) = match reading {
        Ok(reading) => (Some(reading.piece), reading.warnings),
        Err(diagnostics) => (None, diagnostics),
    };
    for d in diagnostics {
        let at = place_of(entry, text, &d.span);
        match d.severity {
            Severity::Error => findings.error(ProblemCode::Notation, &at, message_of(&d), d.remedy),
            Severity::Warning => findings.warning(ProblemCode::Notation, &at, message_of(&d), d.remedy),
        }
    }
    piece
}

fn message_of(d: &Diagnostic) -> String {
    format!("[{}] {}", d.code.as_str(), d.message)
}

/// Whether Fairy-Stockfish takes a notation as the dialect does.
fn is_read_alike(reading: &Result<Reading, Vec<Diagnostic>>) -> bool {
    reading.as_ref().is_ok_and(|r| r.warnings.iter().all(|d| d.code != Code::ReadDifferently))
}

/// The piece of a text that was written anew, which may have no moves.
fn piece(text: &str) -> Option<Piece> {
    if text.is_empty() {
        Some(Piece::default())
    } else {
        betza_notation::read(text, Dialect::Fsf).ok().map(|r| r.piece)
    }
}

/// The moves of Fairy-Stockfish's atoms: the longer and the shorter part of each leap.
fn leaps(letter: char) -> &'static [(i32, i32)] {
    match letter {
        'W' | 'R' => &[(1, 0)],
        'F' | 'B' => &[(1, 1)],
        'K' | 'Q' => &[(1, 0), (1, 1)],
        'D' => &[(2, 0)],
        'N' => &[(2, 1)],
        'A' => &[(2, 2)],
        'H' => &[(3, 0)],
        'L' | 'C' => &[(3, 1)],
        'J' | 'Z' => &[(3, 2)],
        'G' => &[(3, 3)],
        _ => &[],
    }
}

/// What Fairy-Stockfish hears in a notation.
struct Heard {
    atoms: Vec<Atom>,
    /// What it passes over.
    skipped: Vec<Range<usize>>,
    /// There is an `e`, by which the piece takes en passant. It is passed over otherwise.
    en_passant: bool,
}

/// An atom with the letters before it.
#[derive(Default)]
struct Atom {
    span: Range<usize>,
    letter: char,
    quiet: bool,
    capture: bool,
    initial: bool,
    hopper: bool,
    lame: bool,
    rides: bool,
    /// How far it goes: 0 is any distance.
    distance: u8,
    /// Pairs of direction letters; a letter alone is doubled.
    directions: Vec<(char, char)>,
}

impl Heard {
    fn new(text: &str) -> Heard {
        let chars: Vec<(usize, char)> = text.char_indices().collect();
        let letter = |i: usize| chars.get(i).map_or('\0', |(_, c)| *c);
        let mut heard = Heard { atoms: Vec::new(), skipped: Vec::new(), en_passant: text.contains('e') };
        let (mut atom, mut begun) = (Atom::default(), None);
        let mut i = 0;
        while i < chars.len() {
            let (byte, c) = chars[i];
            i += 1;
            let known = match c {
                'm' => Some(&mut atom.quiet),
                'c' => Some(&mut atom.capture),
                'n' => Some(&mut atom.lame),
                'i' => Some(&mut atom.initial),
                'p' | 'g' => Some(&mut atom.hopper),
                _ => None,
            };
            if let Some(flag) = known {
                *flag = true;
                atom.distance = if c == 'g' { 1 } else { atom.distance };
            } else if is_vertical(c) || is_horizontal(c) {
                let next = letter(i);
                let pairs =
                    next == c || (is_vertical(c) && is_horizontal(next)) || (is_horizontal(c) && is_vertical(next));
                atom.directions.push((c, if pairs { next } else { c }));
                i += usize::from(pairs);
            } else if !leaps(c).is_empty() {
                atom.letter = c;
                atom.rides = matches!(c, 'R' | 'B' | 'Q');
                if letter(i) == c || letter(i).is_ascii_digit() {
                    atom.rides = true;
                    atom.distance = letter(i).to_digit(10).map_or(atom.distance, |digit| digit as u8);
                    i += 1;
                }
                let end = chars.get(i).map_or(text.len(), |(byte, _)| *byte);
                atom.span = begun.take().unwrap_or(byte)..end;
                heard.atoms.push(std::mem::take(&mut atom));
                continue;
            } else {
                heard.skip(byte..byte + c.len_utf8());
                continue;
            }
            begun = begun.or(Some(byte));
        }
        if let Some(begun) = begun {
            // Letters that no atom follows.
            heard.skipped.retain(|s| s.start < begun);
            heard.skip(begun..text.len());
        }
        heard
    }

    fn skip(&mut self, span: Range<usize>) {
        match self.skipped.last_mut().filter(|last| last.end == span.start) {
            Some(last) => last.end = span.end,
            None => self.skipped.push(span),
        }
    }

    /// The notation that says what was heard.
    fn written(&self) -> String {
        let mut text = String::new();
        for (modes, rest) in
            self.atoms.iter().flat_map(|atom| leaps(atom.letter).iter().filter_map(|leap| atom.written(*leap)))
        {
            // A letter behind the same letter would make it a rider.
            let doubles = rest.chars().next().is_some_and(|c| c.is_ascii_uppercase() && text.ends_with(c));
            text += match modes {
                "" if self.en_passant => "mce",
                "c" if self.en_passant => "ce",
                "" if doubles => "mc",
                modes => modes,
            };
            text += &rest;
        }
        text
    }

    /// What is to be said of it, with the place in the text.
    fn told(&self, text: &str) -> Vec<(Range<usize>, String)> {
        let skipped = self
            .skipped
            .iter()
            .map(|s| (s.clone(), format!("Fairy-Stockfish passes over '{}' in a notation", &text[s.clone()])));
        let idle = self.atoms.iter().filter(|a| leaps(a.letter).iter().all(|leap| a.written(*leap).is_none()));
        let idle =
            idle.map(|a| (a.span.clone(), format!("Fairy-Stockfish gives '{}' no moves", &text[a.span.clone()])));
        skipped.chain(idle).collect()
    }
}

fn is_vertical(c: char) -> bool {
    "fbvh".contains(c)
}

fn is_horizontal(c: char) -> bool {
    "rlsh".contains(c)
}

impl Atom {
    /// One of its leaps as a notation that can be read in one way only: the letters of its modes, and all others.
    /// `None` if Fairy-Stockfish has no moves for it.
    fn written(&self, leap: (i32, i32)) -> Option<(&'static str, String)> {
        let is_step = leap.0 == 1;
        let has_moves = if self.hopper {
            is_step && (self.rides || !self.lame)
        } else if self.rides {
            is_step || leap == (2, 1)
        } else {
            !self.lame || matches!(leap, (2, _) | (3, 2))
        };
        let (quiet, capture) = if self.quiet || self.capture { (self.quiet, self.capture) } else { (true, true) };
        // Fairy-Stockfish has no captures from the first squares alone.
        let capture = capture && !self.initial;
        let directions = self.directions_of(leap);
        if !has_moves || directions.as_deref() == Some("") {
            return None;
        }
        let modes = match (quiet, capture) {
            (true, true) => "",
            (true, false) => "m",
            (false, true) => "c",
            (false, false) => return None,
        };
        let mut text = String::new();
        let mut add = |on: bool, letters: &str| text.push_str(if on { letters } else { "" });
        add(self.initial, "i");
        add(self.hopper, if self.distance == 1 { "g" } else { "p" });
        add(self.lame && !self.rides && !self.hopper, "n");
        add(directions.is_some(), directions.as_deref().unwrap_or_default());
        let letter = match leap {
            (1, 0) if self.rides || self.hopper => 'R',
            (1, _) if self.rides || self.hopper => 'B',
            (1, 0) => 'W',
            (1, _) => 'F',
            _ => self.letter,
        };
        text.push(letter);
        let limited = self.distance > 0 && !(self.hopper && self.distance == 1);
        match (limited, self.rides && !is_step) {
            (true, _) => text.push_str(&self.distance.to_string()),
            (false, true) => text.push(letter),
            (false, false) => {}
        }
        Some((modes, text))
    }

    /// The letters of its directions; `None` is all.
    fn directions_of(&self, (long, short): (i32, i32)) -> Option<String> {
        let mut given: Vec<String> = Vec::new();
        for (a, b) in &self.directions {
            // Of a pair each part counts on a line of the board, but not on the lines of K and Q.
            let parts = leaps(self.letter).len() == 1 && short == 0 && a != b;
            let pairs = if parts { vec![(a, a), (b, b)] } else { vec![(a, b)] };
            given.extend(pairs.into_iter().map(|(a, b)| format!("{a}{b}")));
        }
        if given.is_empty() {
            return None;
        }
        let has = |pairs: &str| pairs.split(' ').any(|pair| given.iter().any(|g| g == pair));
        let on_line = short == 0;
        let diagonal = long == short;
        // Each direction with the pairs that name it. On lines two have the same leap, and on diagonals too.
        let all = [
            ("rf", "ff vv rf rv fh rh hr"),
            ("lb", "bb vv lb lv bh lh hr"),
            ("br", "rr ss br bs bh rh hr"),
            ("fl", "ll ss fl fs fh lh hr"),
            ("fr", "rr ss fr fs fh rh hl"),
            ("bl", "ll ss bl bs bh lh hl"),
            ("rb", "bb vv rb rv bh rh hl"),
            ("lf", "ff vv lf lv fh lh hl"),
        ];
        let mut found: Vec<&str> = Vec::new();
        for (name, pairs) in all {
            let name = match name {
                _ if !on_line && !diagonal => name,
                "rf" | "fr" if diagonal => "fr",
                "lb" | "bl" if diagonal => "bl",
                "br" | "rb" if diagonal => "br",
                _ if diagonal => "fl",
                "rf" | "lf" => "f",
                "lb" | "rb" => "b",
                "br" | "fr" => "r",
                _ => "l",
            };
            if has(pairs) && !found.contains(&name) {
                found.push(name);
            }
        }
        Some(found.concat())
    }
}
