//! The line `setup (TABLE) 8x8+0_fairy FEN`, of which the table, the board or both may be left out.

/// A place of the table: one of XBoard's pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// The letter that stands for it, with its mark; empty if there is none, or if it is what another piece promotes
    /// to.
    pub(super) letter: String,
    /// Another letter by which it is known (`=`).
    pub(super) nickname: Option<char>,
    /// The piece becomes a Tokin by promotion (`*`).
    pub(super) to_tokin: bool,
}

/// What a setup line says.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    /// Whether it has a table of its own.
    pub(super) has_table: bool,
    /// The places of White's half and of Black's.
    pub(super) places: [Vec<Place>; 2],
    pub(super) files: u32,
    pub(super) ranks: u32,
    pub(super) holdings: u32,
    pub(super) parent: String,
    pub(super) fen: String,
}

/// Marks behind a letter, which belong to it.
const MARKS: [char; 2] = ['\'', '!'];

impl Setup {
    /// Reads what stands behind `setup`. `next` is the line that follows, on which the position may stand.
    pub(super) fn read(text: &str, next: &str) -> Option<Setup> {
        let (table, rest) = match text.strip_prefix('(') {
            Some(inside) => inside.split_once(')')?,
            None => ("", text),
        };
        let rest = rest.trim();
        let (first, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        // The board is told by its size, or by the position alone.
        let (size, fen) = if first.contains('/') { ("", rest) } else { (first, behind.trim()) };
        let fen = if fen.is_empty() { next.trim() } else { fen };
        let squares = fen.split_whitespace().next().filter(|board| board.contains('/'))?;
        let (size, parent) = size.split_once('_').unwrap_or((size, "fairy"));
        let (size, holdings) = size.split_once('+').unwrap_or((size, "0"));
        let (files, ranks) = match size.split_once('x') {
            Some((files, ranks)) => (files.parse().ok()?, ranks.parse().ok()?),
            None if size.is_empty() => extent(squares),
            None => return None,
        };
        let own = if table.is_empty() {
            format!("{0}K{1}k", super::PICTURES, super::PICTURES.to_lowercase())
        } else {
            table.to_owned()
        };
        Some(Setup {
            has_table: !table.is_empty(),
            places: halves(&places(&own)),
            files,
            ranks,
            holdings: holdings.parse().ok()?,
            parent: parent.to_owned(),
            fen: fen.to_owned(),
        })
    }

    /// The letters of the table in capitals, each once, with its place.
    pub(super) fn letters(&self) -> Vec<(String, usize)> {
        let mut found: Vec<(String, usize)> = Vec::new();
        for half in &self.places {
            for (place, letter) in half.iter().map(|place| place.letter.to_uppercase()).enumerate() {
                if !letter.is_empty() && found.iter().all(|(other, _)| *other != letter) {
                    found.push((letter, place));
                }
            }
        }
        found
    }

    /// The second letter of the piece in this place, in capitals.
    pub(super) fn nickname(&self, place: usize) -> Option<char> {
        self.places.iter().find_map(|half| half.get(place)?.nickname).map(|c| c.to_ascii_uppercase())
    }

    /// The letter in a place of White's half, in capitals.
    pub(super) fn letter(&self, place: usize) -> Option<String> {
        self.places[0].get(place).map(|place| place.letter.to_uppercase()).filter(|letter| !letter.is_empty())
    }

    /// The place of the king: the last one, with what is empty behind it left out.
    pub(super) fn last(&self) -> Option<usize> {
        self.places[0].iter().rposition(|place| !place.letter.is_empty())
    }

    /// Whether a letter stands on the board of the start.
    pub(super) fn stands(&self, letter: &str) -> bool {
        let board = self.fen.split([' ', '[']).next().unwrap_or("").to_uppercase();
        board.match_indices(letter).any(|(at, _)| !board[at + letter.len()..].starts_with(MARKS))
    }

    /// Whether the start names rights to castle, or what stands in their place.
    pub(super) fn has_rights(&self) -> bool {
        let fields = self.fen.split_whitespace().filter(|field| !field.starts_with('['));
        fields.into_iter().nth(2).is_some_and(|rights| rights.chars().all(|c| c.is_ascii_alphabetic()))
    }
}

/// The files and ranks of a board in FEN.
fn extent(board: &str) -> (u32, u32) {
    let board = board.split('[').next().unwrap_or("");
    let width = |rank: &str| {
        let (mut files, mut number) = (0_u32, 0_u32);
        for c in rank.chars() {
            match c.to_digit(10) {
                Some(digit) => number = number.saturating_mul(10).saturating_add(digit),
                None => {
                    files = files
                        .saturating_add(std::mem::take(&mut number))
                        .saturating_add(u32::from(c.is_alphabetic() || c == '*'));
                }
            }
        }
        files.saturating_add(number)
    };
    (board.split('/').map(width).max().unwrap_or(0), board.split('/').count() as u32)
}

/// The places of a table. A sign before a letter says what it promotes to (`^`, `-`: it is what the piece of this
/// letter becomes; `*`: a Tokin), `=` behind it names a second letter, and `/` goes on with the places of promoted
/// pieces.
fn places(table: &str) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    let mut signs = table.chars().peekable();
    while let Some(c) = signs.next() {
        let mut place = Place::default();
        match c {
            '/' => continue,
            '=' => {
                let nickname = signs.next();
                if let Some(place) = places.last_mut() {
                    place.nickname = nickname;
                }
                continue;
            }
            '^' | '-' => {
                signs.next();
                signs.next_if(|c| MARKS.contains(c));
            }
            '*' => {
                place.to_tokin = true;
                place.letter.extend(signs.next());
                place.letter.extend(signs.next_if(|c| MARKS.contains(c)));
            }
            c if c.is_ascii_alphabetic() => {
                place.letter.push(c);
                place.letter.extend(signs.next_if(|c| MARKS.contains(c)));
            }
            // An empty place, or a promoted piece.
            _ => {}
        }
        places.push(place);
    }
    places
}

/// White's places and Black's. Both have as many, and if not, Black's begin with the first small letter.
fn halves(places: &[Place]) -> [Vec<Place>; 2] {
    let is_small = |place: &Place| place.letter.starts_with(|c: char| c.is_ascii_lowercase());
    let middle = places.len() / 2;
    let first = places.iter().position(is_small).unwrap_or(places.len());
    let fits = places.len().is_multiple_of(2) && first >= middle;
    let middle = if fits { middle } else { first };
    let (white, black) = places.split_at(middle);
    [white.to_vec(), black.to_vec()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(table: &str) -> Vec<String> {
        places(table).into_iter().map(|place| place.letter).collect()
    }

    #[test]
    fn tables_have_marks_nicknames_and_promoted_pieces() {
        assert_eq!(letters("PN.A'=B+^C'*D!/-EK"), ["P", "N", "", "A'", "", "", "D!", "", "K"]);
        assert!(places("*D!")[0].to_tokin);
        assert_eq!(places("C=M")[0].nickname, Some('M'));
    }

    #[test]
    fn boards_are_measured() {
        assert_eq!(extent("rnqknr/pppppp/6/6/PPPPPP/RNQKNR"), (6, 6));
        assert_eq!(extent("10/1A'8/10[-]"), (10, 3));
    }
}
