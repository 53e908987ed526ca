//! The board of a partial path: what stands on each square, seen with the mover lifted.

use super::Man;
use betza_ir::geometry::Square;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A piece on the board or carried by the path, and its square before the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub man: Man,
    pub from: Square,
}

/// The square before the move identifies the piece.
impl Hash for Token {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.from.hash(hasher);
    }
}

/// The contents of each square. Paths share them until one of them changes them, because most leave the board as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Men {
    /// The exclusive or of the [`key`]s of all changes, kept as they are made: boards of one walk with the same contents have the
    /// same. It makes them quick to hash and to tell apart.
    changes: u64,
    squares: Rc<Vec<Option<Token>>>,
}

impl Men {
    /// The board before the move, from which the mover is lifted (M2).
    pub fn new(men: &[Option<Man>], origin: Square) -> Men {
        let token = |(i, man): (usize, &Option<Man>)| man.map(|man| Token { man, from: Square::from_index(i) });
        let mut squares: Vec<Option<Token>> = men.iter().enumerate().map(token).collect();
        squares[origin.index()] = None;
        Men { changes: 0, squares: Rc::new(squares) }
    }

    /// What stands on a square.
    pub fn on(&self, square: Square) -> Option<Token> {
        self.squares[square.index()]
    }

    /// Puts something on a square, or nothing, and gives what stood there.
    pub fn replace(&mut self, square: Square, token: Option<Token>) -> Option<Token> {
        let before = self.on(square);
        if before != token {
            self.changes ^= key(square, before) ^ key(square, token);
            Rc::make_mut(&mut self.squares)[square.index()] = token;
        }
        before
    }

    /// The contents of each square, from the first one on.
    pub fn squares(&self) -> &[Option<Token>] {
        &self.squares
    }

    /// Each piece on the board and where it stands now.
    pub fn tokens(&self) -> impl Iterator<Item = (Square, Token)> + '_ {
        self.squares.iter().enumerate().filter_map(|(i, token)| token.map(|t| (Square::from_index(i), t)))
    }
}

impl Hash for Men {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.changes.hash(hasher);
    }
}

/// A number for a piece on a square; 0 for none. It mixes both by the finalizer of SplitMix64 (Steele, Lea and Flood 2014).
fn key(square: Square, token: Option<Token>) -> u64 {
    let Some(token) = token else { return 0 };
    let mut z = ((square.index() as u64) << 32 | token.from.index() as u64).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
