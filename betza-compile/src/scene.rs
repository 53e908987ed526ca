//! The input and output of move generation: pieces on a board ([`Scene`]), and a move of one of them ([`Outcome`]).

use betza_ir::geometry::{Board, MAX_SIDE, Side, Square};
use betza_ir::{Condition, Piece};

/// A piece on the board, with what can matter to moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// The owner.
    pub side: Side,
    /// It has moved since the game began.
    pub moved: bool,
    /// Its loss ends the game.
    pub royal: bool,
    /// Its type, an index into [`Scene::kinds`], where types are known.
    pub kind: Option<usize>,
}

/// A square that the opponent's last double step passed, and where that piece stands now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnPassant {
    /// The square passed.
    pub square: Square,
    /// The piece that passed it.
    pub victim: Square,
}

/// A board with pieces, as the mover finds it.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    /// The board.
    pub board: &'a Board,
    /// What stands on each square, by index; as long as [`Board::area`].
    pub men: Vec<Option<Man>>,
    /// The en-passant rights.
    pub en_passant: Vec<EnPassant>,
    /// Which conditions other than [`Condition::UNMOVED`] hold of the mover.
    pub mover: Condition,
    /// The notation of each type, where types are known; imitation asks for them.
    pub kinds: Option<&'a [Piece]>,
}

impl<'a> Scene<'a> {
    /// An empty board without rights and without known types.
    #[must_use]
    pub fn empty(board: &'a Board) -> Scene<'a> {
        Scene { board, men: vec![None; board.area()], en_passant: Vec::new(), mover: Condition::empty(), kinds: None }
    }

    /// A mover on `at` among friends and foes, outside of any game: types are unknown and no piece is royal. A piece
    /// whose square is missing from `moved` has not moved, and every [`Condition`] holds of a mover that has not moved
    /// (docs/notation, S11).
    ///
    /// # Panics
    /// If a square does not belong to the board.
    #[must_use]
    pub fn bare(
        board: &'a Board,
        side: Side,
        at: Square,
        friends: &[Square],
        foes: &[Square],
        moved: &[Square],
    ) -> Scene<'a> {
        let mut scene = Scene::empty(board);
        for (side, squares) in [(side, friends), (side.other(), foes), (side, &[at][..])] {
            for square in squares {
                let moved = moved.contains(square);
                scene.men[square.index()] = Some(Man { side, moved, royal: false, kind: None });
            }
        }
        scene.mover = if moved.contains(&at) { Condition::empty() } else { Condition::all() };
        scene
    }
}

/// One move: what it does to the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Outcome {
    /// Where the mover ends; `None` if it is removed.
    pub to: Option<Square>,
    /// The squares whose piece is removed, other than the mover's, in order.
    pub captures: Vec<Square>,
    /// Pieces put elsewhere, as origin and new square, in order. A piece that was captured and put down on its own
    /// square is listed too (`u` in `xbetza`).
    pub relocations: Vec<(Square, Square)>,
    /// The squares where the path's legs ended, the destination last (`--count paths`).
    pub path: Vec<Square>,
    /// The squares that the path passed, if the move leaves en-passant rights there.
    pub passed: Vec<Square>,
}

impl Outcome {
    /// What distinguishes it from other moves (docs/notation, M7): destination, captures, relocations.
    #[must_use]
    pub fn key(&self) -> (Option<Square>, &[Square], &[(Square, Square)]) {
        (self.to, &self.captures, &self.relocations)
    }
}

/// Whether a file and rank are so far off the board that a path is given up there.
pub(crate) fn is_far_off(at: (i32, i32)) -> bool {
    const FAR: std::ops::Range<i32> = -64..64 + MAX_SIDE as i32;
    !FAR.contains(&at.0) || !FAR.contains(&at.1)
}
