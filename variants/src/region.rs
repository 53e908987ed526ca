//! Sets of squares as text: `rank 8`, `files a-c`, `a1-c3`, `d1 e1 f1`, `*8`, `all except a1 h1`.

use betza_game::variant::{BySide, Region};
use betza_ir::geometry::{Board, Square, split_file};
use std::ops::Range;

/// Why a text is no region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionError {
    /// The bytes of the text.
    pub span: Range<usize>,
    /// A sentence without the full stop.
    pub message: String,
}

/// What to write.
pub(crate) const REMEDY: &str = "write squares (d1 e1), rectangles (a1-c3), 'rank 8', 'ranks 7-8', 'file a', 'files a-c', 'all' or 'none', joined by blanks or commas, \
     and what to leave out after 'except'";

/// Parts a region into the ranks that it has whole, by their indices, and the squares besides.
pub(crate) fn whole_ranks(board: &Board, region: &Region) -> (Vec<usize>, Vec<Square>) {
    let mut left = *region & all(board);
    let mut ranks = Vec::new();
    for rank in 0..board.ranks() {
        let line: Vec<Square> = board.squares().filter(|&s| board.rank(s) == rank as i32).collect();
        if !line.is_empty() && line.iter().all(|&s| left.contains(s)) {
            ranks.push(rank);
            line.into_iter().for_each(|s| left.remove(s));
        }
    }
    (ranks, board.squares().filter(|&s| left.contains(s)).collect())
}

/// A part of a region as people name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Whole ranks, by the indices of the first and the last.
    Ranks(usize, usize),
    /// Whole files, likewise.
    Files(usize, usize),
    /// A rectangle between two squares, which may be one.
    Squares(Square, Square),
}

/// A region in few parts: runs of whole ranks, then of whole files, then rectangles.
pub(crate) fn parts(board: &Board, region: &Region) -> Vec<Part> {
    let runs = |lines: &[usize]| -> Vec<(usize, usize)> {
        lines.chunk_by(|a, b| a + 1 == *b).map(|run| (run[0], run[run.len() - 1])).collect()
    };
    let (ranks, rest) = whole_ranks(board, region);
    let mut parts: Vec<Part> = runs(&ranks).into_iter().map(|(a, b)| Part::Ranks(a, b)).collect();
    let mut left = Region::EMPTY;
    rest.iter().for_each(|&s| left.insert(s));
    let file = |file: usize| board.squares().filter(move |&s| board.file(s) == file as i32);
    let is_whole = |n: &usize| file(*n).next().is_some() && file(*n).all(|s| region.contains(s));
    // Files cross the ranks that are told already.
    let files: Vec<usize> = (0..board.files()).filter(is_whole).collect();
    let adds = |n: &usize| file(*n).any(|s| left.contains(s));
    let files: Vec<usize> = files.into_iter().filter(adds).collect();
    files.iter().for_each(|&n| file(n).for_each(|s| left.remove(s)));
    parts.extend(runs(&files).into_iter().map(|(a, b)| Part::Files(a, b)));
    while let Some(first) = board.squares().find(|&s| left.contains(s)) {
        let (x, y) = (board.file(first), board.rank(first));
        let has = |x: i32, y: i32| board.at(x, y).is_some_and(|s| left.contains(s));
        let right = (x..).take_while(|&x| has(x, y)).last().unwrap_or(x);
        let top = (y..).take_while(|&y| (x..=right).all(|x| has(x, y))).last().unwrap_or(y);
        let last = board.at(right, top).unwrap_or(first);
        board
            .squares()
            .filter(|&s| (x..=right).contains(&board.file(s)) && (y..=top).contains(&board.rank(s)))
            .for_each(|s| left.remove(s));
        parts.push(Part::Squares(first, last));
    }
    parts
}

/// Reads a region of a board; squares that the board lacks are left out of ranks, files and rectangles.
///
/// # Errors
/// The first word that cannot be read.
pub fn read(board: &Board, text: &str) -> Result<Region, RegionError> {
    let mut words = text
        .split(|c: char| c.is_ascii_whitespace() || c == ',')
        .filter(|w| !w.is_empty())
        .map(|w| {
            let start = w.as_ptr() as usize - text.as_ptr() as usize;
            (w, start..start + w.len())
        })
        .peekable();
    let error = |span: Range<usize>, message: String| RegionError { span, message };
    if words.peek().is_none() {
        return Err(error(0..text.len(), "the region is empty".to_owned()));
    }
    let (mut keep, mut drop, mut excepted) = (Region::EMPTY, Region::EMPTY, false);
    while let Some((word, span)) = words.next() {
        let range = match word {
            "except" if !excepted && span.start == 0 => {
                return Err(error(span, "nothing stands before 'except', as 'all' would".to_owned()));
            }
            "except" if !excepted => {
                excepted = true;
                continue;
            }
            "none" => continue,
            "all" => Some(((0, 0), (board.files() as i32 - 1, board.ranks() as i32 - 1))),
            "rank" | "ranks" | "file" | "files" => {
                let (range, at) =
                    words.next().ok_or_else(|| error(span.clone(), format!("'{word}' says not which")))?;
                let which = if word.starts_with('r') { ranks(board, range) } else { files(board, range) };
                Some(which.ok_or_else(|| error(at, format!("'{range}' names no {word} of this {board} board")))?)
            }
            _ => word
                .strip_prefix('*')
                .and_then(|r| ranks(board, r))
                .or_else(|| word.strip_suffix('*').and_then(|f| files(board, f)).or_else(|| rectangle(board, word))),
        };
        let ((f0, r0), (f1, r1)) =
            range.ok_or_else(|| error(span, format!("'{word}' names no squares of this {board} board")))?;
        let target = if excepted { &mut drop } else { &mut keep };
        for rank in r0.min(r1)..=r0.max(r1) {
            for file in f0.min(f1)..=f0.max(f1) {
                if let Some(square) = board.at(file, rank) {
                    target.insert(square);
                }
            }
        }
    }
    Ok(keep.without(drop))
}

type Corners = ((i32, i32), (i32, i32));

fn ends(text: &str) -> (&str, &str) {
    text.split_once('-').unwrap_or((text, text))
}

fn ranks(board: &Board, text: &str) -> Option<Corners> {
    let one = |t: &str| {
        let n: i32 = t.parse().ok()?;
        (1..=board.ranks() as i32).contains(&n).then_some(n - 1)
    };
    let (a, b) = ends(text);
    Some(((0, one(a)?), (board.files() as i32 - 1, one(b)?)))
}

fn files(board: &Board, text: &str) -> Option<Corners> {
    let one = |t: &str| {
        let (n, rest) = split_file(t)?;
        (rest.is_empty() && n < board.files()).then_some(n as i32)
    };
    let (a, b) = ends(text);
    Some(((one(a)?, 0), (one(b)?, board.ranks() as i32 - 1)))
}

/// The corners need not be squares that the board has.
fn rectangle(board: &Board, text: &str) -> Option<Corners> {
    let full = Board::new(board.files() as u32, board.ranks() as u32).ok()?;
    let one = |t: &str| full.parse_square(t).ok().map(|s| (full.file(s), full.rank(s)));
    let (a, b) = ends(text);
    Some((one(a)?, one(b)?))
}

/// The region as the other player has it: the ranks counted from the other end, the files kept.
#[must_use]
pub fn mirrored(board: &Board, region: &Region) -> Region {
    let mut out = Region::EMPTY;
    for square in board.squares().filter(|s| region.contains(*s)) {
        if let Some(s) = board.at(board.file(square), board.ranks() as i32 - 1 - board.rank(square)) {
            out.insert(s);
        }
    }
    out
}

/// White's region and its mirror image for Black.
#[must_use]
pub fn for_both(board: &Board, region: Region) -> BySide<Region> {
    [region, mirrored(board, &region)]
}

/// All squares of a board.
#[must_use]
pub fn all(board: &Board) -> Region {
    board.squares().collect::<Vec<Square>>().into_iter().fold(Region::EMPTY, |mut r, s| {
        r.insert(s);
        r
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(board: &Board, text: &str) -> String {
        let region = read(board, text).unwrap();
        board.squares().filter(|&s| region.contains(s)).map(|s| board.name(s)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn regions_are_read() {
        let board = Board::new(4, 4).unwrap();
        assert_eq!(names(&board, "rank 4"), "a4 b4 c4 d4");
        assert_eq!(names(&board, "*4"), "a4 b4 c4 d4");
        assert_eq!(names(&board, "files a-b except ranks 2-4"), "a1 b1");
        assert_eq!(names(&board, "c3-d4, a1"), "a1 c3 d3 c4 d4");
        assert_eq!(names(&board, "none"), "");
        for (bad, at) in
            [("rank", 0..4), ("rank 5", 5..6), ("a1 e1", 3..5), ("", 0..0), ("a1 x", 3..4), ("rank 0", 5..6)]
        {
            assert_eq!(read(&board, bad).unwrap_err().span, at, "{bad}");
        }
    }

    #[test]
    fn regions_are_told_in_few_parts() {
        let board = Board::new(9, 10).unwrap();
        let told = |text: &str| parts(&board, &read(&board, text).unwrap());
        let at = |text: &str| board.parse_square(text).unwrap();
        assert_eq!(told("ranks 1-3"), [Part::Ranks(0, 2)]);
        assert_eq!(told("rank 1 rank 3 e5"), [Part::Ranks(0, 0), Part::Ranks(2, 2), Part::Squares(at("e5"), at("e5"))]);
        assert_eq!(told("files a-c rank 10"), [Part::Ranks(9, 9), Part::Files(0, 2)]);
        assert_eq!(told("d1-f3 a10"), [Part::Squares(at("d1"), at("f3")), Part::Squares(at("a10"), at("a10"))]);
        assert_eq!(told("none"), []);
    }

    #[test]
    fn black_has_the_ranks_from_the_other_end() {
        let board = Board::new(8, 8).unwrap();
        let white = read(&board, "d1 e1 b3").unwrap();
        assert_eq!(mirrored(&board, &white), read(&board, "d8 e8 b6").unwrap());
    }
}
