//! The board of a partial path: what stands on each square, seen with the mover lifted.

use super::{Man, Scene};
use betza_ir::geometry::Square;
use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// The squares whose contents a walk has looked at.
#[derive(Debug)]
pub(super) struct Looks {
    /// For each square which look was the first at it, from 1; 0 if there was none.
    first: Vec<Cell<u16>>,
    count: Cell<u16>,
}

impl Looks {
    /// No look yet at a board.
    pub fn at(scene: &Scene<'_>) -> Rc<Looks> {
        Rc::new(Looks { first: vec![Cell::new(0); scene.men.len()], count: Cell::new(0) })
    }

    /// Notes a look.
    pub fn note(&self, square: Square) {
        let first = &self.first[square.index()];
        if first.get() == 0 {
            self.count.set(self.count.get() + 1);
            first.set(self.count.get());
        }
    }

    /// The squares in the order of the first look at each.
    pub fn in_order(&self) -> Vec<Square> {
        let seen = self.first.iter().enumerate().filter(|(_, first)| first.get() > 0);
        let mut squares: Vec<(u16, Square)> = seen.map(|(i, first)| (first.get(), Square::from_index(i))).collect();
        squares.sort_unstable();
        squares.into_iter().map(|(_, square)| square).collect()
    }
}

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
#[derive(Clone, Debug)]
pub(super) struct Men {
    /// The exclusive or of the [`key`]s of all changes, kept as they are made: boards of one walk with the same
    /// contents have the same. It makes them quick to hash and to tell apart.
    changes: u64,
    squares: Rc<Vec<Option<Token>>>,
    /// The looks of the whole walk.
    looks: Rc<Looks>,
}

impl Men {
    /// The board before the move, from which the mover is lifted (M2).
    pub fn new(men: &[Option<Man>], origin: Square, looks: Rc<Looks>) -> Men {
        let token = |(i, man): (usize, &Option<Man>)| man.map(|man| Token { man, from: Square::from_index(i) });
        let mut squares: Vec<Option<Token>> = men.iter().enumerate().map(token).collect();
        squares[origin.index()] = None;
        Men { changes: 0, squares: Rc::new(squares), looks }
    }

    /// What stands on a square.
    #[inline(never)]
    pub fn on(&self, square: Square) -> Option<Token> {
        self.looks.note(square);
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

    /// The men on all squares, for another walk from here, which notes its looks in the same place.
    pub fn for_another_walk(&self) -> (Vec<Option<Man>>, Rc<Looks>) {
        (self.squares.iter().map(|token| token.map(|t| t.man)).collect(), Rc::clone(&self.looks))
    }

    /// Each piece on the board and where it stands now. This is no look: who asks is after pieces that the path has
    /// moved, which it has looked at.
    pub fn tokens(&self) -> impl Iterator<Item = (Square, Token)> + '_ {
        self.squares.iter().enumerate().filter_map(|(i, token)| token.map(|t| (Square::from_index(i), t)))
    }
}

/// The looks do not matter: boards that are compared are of one walk.
impl PartialEq for Men {
    fn eq(&self, other: &Men) -> bool {
        self.squares == other.squares
    }
}

impl Eq for Men {}

impl Hash for Men {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.changes.hash(hasher);
    }
}

/// A number for a piece on a square; 0 for none. It mixes both by the finalizer of SplitMix64 (Steele, Lea and Flood
/// 2014).
fn key(square: Square, token: Option<Token>) -> u64 {
    let Some(token) = token else { return 0 };
    let mut z = ((square.index() as u64) << 32 | token.from.index() as u64).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
