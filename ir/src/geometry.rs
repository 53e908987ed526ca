//! Boards, squares and vectors: what every later stage agrees on.
//!
//! A board has up to 36 files and 36 ranks, as Taikyoku Shogi's. A [`Square`] is an index, rank by rank from White's
//! first rank, files from left to right: on 8x8, `a1` is 0, `b1` is 1 and `a2` is 8. Tables are sized to the board, so
//! the index depends on the number of files.

use std::fmt;

/// The most files or ranks that a board may have.
pub const MAX_SIDE: u8 = 36;

/// The most squares that a board may have.
pub const MAX_AREA: usize = MAX_SIDE as usize * MAX_SIDE as usize;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Side {
    /// The player whose forward is towards the higher rank.
    White,
    /// The player who sees the board turned by 180 degrees.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// 0 for White, 1 for Black: the place in arrays that are indexed by side.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side's name: `White` or `Black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Side::White => "White",
            Side::Black => "Black",
        }
    }
}

/// A step on the board, in files to the right and ranks forward, as the owner of the piece sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Vector {
    /// Files to the right.
    pub dx: i16,
    /// Ranks forward.
    pub dy: i16,
}

impl Vector {
    /// The null step.
    pub const ZERO: Vector = Vector::new(0, 0);
    /// One rank forward: the heading in which a first leg is read (docs/notation, D1).
    pub const FORWARD: Vector = Vector::new(0, 1);

    /// The vector of `dx` files to the right and `dy` ranks forward.
    #[must_use]
    pub const fn new(dx: i16, dy: i16) -> Vector {
        Vector { dx, dy }
    }

    /// The cross product, positive if `other` lies counter-clockwise of this vector.
    #[must_use]
    #[inline]
    pub fn cross(self, other: Vector) -> i32 {
        i32::from(self.dx) * i32::from(other.dy) - i32::from(self.dy) * i32::from(other.dx)
    }

    /// The dot product.
    #[must_use]
    #[inline]
    pub fn dot(self, other: Vector) -> i32 {
        i32::from(self.dx) * i32::from(other.dx) + i32::from(self.dy) * i32::from(other.dy)
    }

    /// How many king steps it takes: the larger of the two coordinates (D6b).
    #[must_use]
    #[inline]
    pub fn king_steps(self) -> u16 {
        self.dx.unsigned_abs().max(self.dy.unsigned_abs())
    }

    /// The same vector in the absolute frame of White's board, if `side` owns the piece.
    #[must_use]
    #[inline]
    pub fn for_side(self, side: Side) -> Vector {
        match side {
            Side::White => self,
            Side::Black => -self,
        }
    }

    /// The vector divided by the greatest common divisor of its coordinates; zero stays zero.
    #[must_use]
    #[inline]
    pub fn reduced(self) -> Vector {
        let (mut a, mut b) = (self.dx.unsigned_abs(), self.dy.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let divisor = (a as i16).max(1);
        Vector::new(self.dx / divisor, self.dy / divisor)
    }

    /// Whether it lies along a file or a rank.
    #[must_use]
    #[inline]
    pub fn is_orthogonal(self) -> bool {
        (self.dx == 0) != (self.dy == 0)
    }

    /// Whether it lies along a diagonal.
    #[must_use]
    #[inline]
    pub fn is_diagonal(self) -> bool {
        self.dx != 0 && self.dx.abs() == self.dy.abs()
    }

    /// Whether it is neither zero, nor orthogonal, nor diagonal.
    #[must_use]
    #[inline]
    pub fn is_oblique(self) -> bool {
        self.dx != 0 && self.dy != 0 && self.dx.abs() != self.dy.abs()
    }

    /// The leap's size with the longer coordinate first: (2,1) for every Knight's move. It names the leap's orbit.
    #[must_use]
    #[inline]
    pub fn size(self) -> (u16, u16) {
        let (a, b) = (self.dx.unsigned_abs(), self.dy.unsigned_abs());
        (a.max(b), a.min(b))
    }
}

impl std::ops::Neg for Vector {
    type Output = Vector;
    fn neg(self) -> Vector {
        Vector::new(-self.dx, -self.dy)
    }
}

impl std::ops::Add for Vector {
    type Output = Vector;
    fn add(self, other: Vector) -> Vector {
        Vector::new(self.dx + other.dx, self.dy + other.dy)
    }
}

impl std::ops::Sub for Vector {
    type Output = Vector;
    fn sub(self, other: Vector) -> Vector {
        Vector::new(self.dx - other.dx, self.dy - other.dy)
    }
}

impl fmt::Debug for Vector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.dx, self.dy)
    }
}

/// All vectors of the leap `(a,b)`: one for `(0,0)`, four for orthogonal and diagonal leaps, else eight (D7).
#[must_use]
pub fn orbit(a: u16, b: u16) -> Vec<Vector> {
    let (a, b) = (a as i16, b as i16);
    let mut all: Vec<Vector> = [(a, b), (b, a), (b, -a), (a, -b), (-a, -b), (-b, -a), (-b, a), (-a, b)]
        .into_iter()
        .map(|(dx, dy)| Vector::new(dx, dy))
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// A square of some board: its index, rank by rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Square(u16);

impl Square {
    /// The square with this index. Which square that is depends on the board.
    #[must_use]
    pub const fn from_index(index: usize) -> Square {
        debug_assert!(index < MAX_AREA);
        Square(index as u16)
    }

    /// The index, below [`MAX_AREA`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// Why a board cannot be made, or a square not be named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// A side is 0 or over [`MAX_SIDE`].
    Size {
        /// The files asked for.
        files: u32,
        /// The ranks asked for.
        ranks: u32,
    },
    /// The text is not `WxH`.
    Text(String),
    /// The text is not a square of this board.
    Square {
        /// What was given.
        given: String,
        /// The last square of the board.
        last: String,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Size { files, ranks } => {
                write!(f, "a board of {files}x{ranks} is outside the limits: 1x1 to {MAX_SIDE}x{MAX_SIDE} squares")
            }
            BoardError::Text(text) => {
                write!(f, "'{text}' is no board size: write files x ranks, for example 8x8")
            }
            BoardError::Square { given, last } => {
                write!(f, "'{given}' is no square of this board: squares go from a1 to {last}")
            }
        }
    }
}

impl std::error::Error for BoardError {}

/// The shape of a board: files, ranks, and the squares that are missing from it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    files: u8,
    ranks: u8,
    holes: Vec<Square>,
}

impl Board {
    /// A full board.
    ///
    /// # Errors
    /// [`BoardError::Size`] if a side is 0 or more than [`MAX_SIDE`].
    pub fn new(files: u32, ranks: u32) -> Result<Board, BoardError> {
        let limit = 1..=u32::from(MAX_SIDE);
        if !limit.contains(&files) || !limit.contains(&ranks) {
            return Err(BoardError::Size { files, ranks });
        }
        Ok(Board { files: files as u8, ranks: ranks as u8, holes: Vec::new() })
    }

    /// The same board without these squares.
    #[must_use]
    pub fn with_holes(mut self, holes: impl IntoIterator<Item = Square>) -> Board {
        self.holes.extend(holes);
        self.holes.sort_unstable();
        self.holes.dedup();
        self
    }

    /// Reads `8x8`, `12x10`.
    ///
    /// # Errors
    /// [`BoardError::Text`] if it is not two numbers joined by `x`, [`BoardError::Size`] if they are out of range.
    pub fn parse(text: &str) -> Result<Board, BoardError> {
        let parts = text.split_once(['x', 'X']).and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
        let (files, ranks) = parts.ok_or_else(|| BoardError::Text(text.to_owned()))?;
        Board::new(files, ranks)
    }

    /// The number of files.
    #[must_use]
    #[inline]
    pub fn files(&self) -> usize {
        usize::from(self.files)
    }

    /// The number of ranks.
    #[must_use]
    #[inline]
    pub fn ranks(&self) -> usize {
        usize::from(self.ranks)
    }

    /// Files times ranks, holes included: one more than the largest index.
    #[must_use]
    #[inline]
    pub fn area(&self) -> usize {
        self.files() * self.ranks()
    }

    /// The missing squares, in order.
    #[must_use]
    #[inline]
    pub fn holes(&self) -> &[Square] {
        &self.holes
    }

    /// The square at a file and a rank counted from 0, if the board has it.
    #[must_use]
    #[inline]
    pub fn at(&self, file: i32, rank: i32) -> Option<Square> {
        if file < 0 || rank < 0 || file >= self.files() as i32 || rank >= self.ranks() as i32 {
            return None;
        }
        let square = Square::from_index(rank as usize * self.files() + file as usize);
        (self.holes.is_empty() || self.holes.binary_search(&square).is_err()).then_some(square)
    }

    /// The file of a square, from 0.
    #[must_use]
    #[inline]
    pub fn file(&self, square: Square) -> i32 {
        (square.index() % self.files()) as i32
    }

    /// The rank of a square, from 0.
    #[must_use]
    #[inline]
    pub fn rank(&self, square: Square) -> i32 {
        (square.index() / self.files()) as i32
    }

    /// Whether a square is dark, as a1 is.
    #[must_use]
    #[inline]
    pub fn is_dark(&self, square: Square) -> bool {
        (self.file(square) + self.rank(square)) % 2 == 0
    }

    /// All squares that the board has, in order of index.
    #[inline]
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.area()).map(Square::from_index).filter(|s| self.holes.binary_search(s).is_err())
    }

    /// The vector that leads from one square to another.
    #[must_use]
    #[inline]
    pub fn vector(&self, from: Square, to: Square) -> Vector {
        Vector::new((self.file(to) - self.file(from)) as i16, (self.rank(to) - self.rank(from)) as i16)
    }

    /// The square that a step leads to, if it stays on the board.
    #[must_use]
    #[inline]
    pub fn step(&self, from: Square, vector: Vector) -> Option<Square> {
        self.at(self.file(from) + i32::from(vector.dx), self.rank(from) + i32::from(vector.dy))
    }

    /// The square after turning the board by 180 degrees: where the other player sees this one.
    #[must_use]
    #[inline]
    pub fn turned(&self, square: Square) -> Square {
        Square::from_index(self.area() - 1 - square.index())
    }

    /// The name of a square: the letters of its file and the number of its rank, `a1`, `p16`, `aj36`.
    #[must_use]
    pub fn name(&self, square: Square) -> String {
        let mut name = String::with_capacity(4);
        self.push_name(&mut name, square);
        name
    }

    /// Adds the name of a square to a text.
    pub fn push_name(&self, text: &mut String, square: Square) {
        push_file(text, self.file(square) as usize);
        let rank = self.rank(square) + 1;
        let digits = [rank / 10, rank % 10].map(|digit| char::from(b'0' + digit as u8));
        text.extend(digits.into_iter().skip(usize::from(rank < 10)));
    }

    /// Reads a square's name.
    ///
    /// # Errors
    /// [`BoardError::Square`] if the board has no square of that name.
    pub fn parse_square(&self, text: &str) -> Result<Square, BoardError> {
        let error =
            || BoardError::Square { given: text.to_owned(), last: self.name(Square::from_index(self.area() - 1)) };
        let (file, digits) = split_file(text).ok_or_else(error)?;
        if digits.is_empty() || digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(error());
        }
        let rank: i32 = digits.parse().map_err(|_| error())?;
        self.at(file as i32, rank - 1).ok_or_else(error)
    }
}

/// The letters in a file's name, from `a` to `z`.
const LETTERS: usize = 26;

/// Adds the name of a file to a text, the first file being 0: `a` to `z`, then `aa`, `ab` and so on.
pub fn push_file(text: &mut String, file: usize) {
    let letter = |n: usize| char::from(b'a' + n as u8);
    if let Some(n) = (file / LETTERS).checked_sub(1) {
        text.push(letter(n));
    }
    text.push(letter(file % LETTERS));
}

/// The name of a file, the first file being 0: `a` to `z`, then `aa`, `ab` and so on.
#[must_use]
pub fn file_name(file: usize) -> String {
    let mut name = String::new();
    push_file(&mut name, file);
    name
}

/// Parts the name of a file from the start of a text, and returns the file, which no board need have, and the rest.
/// `None` if the text does not start with one or two small letters.
#[must_use]
pub fn split_file(text: &str) -> Option<(usize, &str)> {
    let length = text.bytes().take_while(u8::is_ascii_lowercase).count();
    let (letters, rest) = text.split_at(length);
    let value = |letter: u8| usize::from(letter - b'a');
    match *letters.as_bytes() {
        [one] => Some((value(one), rest)),
        [first, second] => Some(((value(first) + 1) * LETTERS + value(second), rest)),
        _ => None,
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.files, self.ranks)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self}")?;
        if !self.holes.is_empty() {
            write!(f, " without {}", self.holes.iter().map(|&s| self.name(s)).collect::<Vec<_>>().join(" "))?;
        }
        write!(f, ")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_names_and_turn() {
        let board = Board::new(10, 8).unwrap();
        let j8 = board.parse_square("j8").unwrap();
        assert_eq!(board.name(j8), "j8");
        assert_eq!(board.turned(j8), board.parse_square("a1").unwrap());
        assert_eq!(board.step(j8, Vector::new(1, 0)), None);
        for bad in ["", "k1", "a9", "a0", "a01", "a+1", "A1", "1a"] {
            assert!(board.parse_square(bad).is_err(), "{bad}");
        }
    }

    /// Files after `z` go on as the columns of a spreadsheet do.
    #[test]
    fn files_after_the_26th_have_two_letters() {
        let board = Board::new(36, 36).unwrap();
        for (name, file, rank) in [("z1", 25, 0), ("aa1", 26, 0), ("ab10", 27, 9), ("aj36", 35, 35)] {
            let square = board.at(file, rank).unwrap();
            assert_eq!(board.name(square), name);
            assert_eq!(board.parse_square(name).unwrap(), square);
        }
        for bad in ["ak1", "aj37", "aaa1", "ba1"] {
            assert!(board.parse_square(bad).is_err(), "{bad}");
        }
        assert!(board.squares().all(|square| board.parse_square(&board.name(square)) == Ok(square)));
    }

    #[test]
    fn orbits_have_one_four_or_eight_vectors() {
        assert_eq!(orbit(0, 0).len(), 1);
        assert_eq!(orbit(0, 3).len(), 4);
        assert_eq!(orbit(2, 2).len(), 4);
        assert_eq!(orbit(1, 2).len(), 8);
        assert_eq!(orbit(1, 2), orbit(2, 1));
    }
}
