//! Whether two pieces have the same moves, and a position that shows where they do not.
//!
//! Pieces of equal IR agree. Others are walked on boards with ever more pieces at random; what they agree on there they
//! are taken to agree on.

use betza_compile::walk::{self, Outcome, Scene, WalkError};
use betza_ir::Piece;
use betza_ir::geometry::{Board, Side, Square};

/// Where two pieces part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// In something other than moves: royalty, promotions, castling, drops, immobilization. Named as a noun.
    Mark(&'static str),
    /// In the moves of a position.
    Position(Box<Example>),
    /// One of them depends on what a bare board does not show.
    Unknown,
}

/// A position in which two pieces have different moves. The mover is White's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The board.
    pub board: Board,
    /// Where the mover stands.
    pub at: Square,
    /// Its side's other pieces.
    pub friends: Vec<Square>,
    /// The enemies.
    pub foes: Vec<Square>,
    /// Squares whose piece has moved.
    pub moved: Vec<Square>,
    /// The moves that only the first piece has.
    pub first: Vec<Outcome>,
    /// The moves that only the second has.
    pub second: Vec<Outcome>,
}

/// How many boards with pieces at random are tried.
const BOARDS: u32 = 150;

/// A position to be tried.
#[derive(Clone, Default)]
struct Position {
    at: usize,
    friends: Vec<usize>,
    foes: Vec<usize>,
    moved: Vec<usize>,
}

/// Where two pieces part; `None` if they agree.
#[must_use]
pub fn difference(first: &Piece, second: &Piece) -> Option<Difference> {
    if first == second {
        return None;
    }
    let marks = [
        (first.royal != second.royal, "whether it is royal"),
        (first.promotions != second.promotions, "what it promotes to"),
        (first.castlings != second.castlings, "castling"),
        (first.drops != second.drops, "drops"),
        (first.immobilizes != second.immobilizes, "what it immobilizes"),
    ];
    if let Some((_, what)) = marks.iter().find(|mark| mark.0) {
        return Some(Difference::Mark(what));
    }
    let board = Board::new(8, 8).ok()?;
    let mut random = Random::new(0);
    let mut unseen = None;
    for i in 0..BOARDS {
        let position = random.position(&board, i);
        match parts(first, second, &board, &position) {
            Err(_) => return Some(Difference::Unknown),
            Ok(None) => {}
            Ok(Some(found)) if found.is_unseen() => {
                unseen = Some(Difference::Mark("what it leaves to be captured en passant"));
            }
            Ok(Some(found)) => return Some(Difference::Position(Box::new(least(first, second, found, position)))),
        }
    }
    unseen
}

impl Example {
    /// Whether both pieces have the same moves here, which differ only in the squares that they leave open to en
    /// passant capture.
    fn is_unseen(&self) -> bool {
        let has = |moves: &[Outcome], m: &Outcome| moves.iter().any(|other| other.key() == m.key());
        self.first.iter().all(|m| has(&self.second, m)) && self.second.iter().all(|m| has(&self.first, m))
    }
}

/// The example without the pieces that it does not need.
fn least(first: &Piece, second: &Piece, mut found: Example, mut position: Position) -> Example {
    let board = found.board.clone();
    let lists: [fn(&mut Position) -> &mut Vec<usize>; 3] = [|p| &mut p.friends, |p| &mut p.foes, |p| &mut p.moved];
    for list in lists {
        let mut i = 0;
        while i < list(&mut position).len() {
            let mut fewer = position.clone();
            list(&mut fewer).remove(i);
            match parts(first, second, &board, &fewer) {
                Ok(Some(example)) if !example.is_unseen() => (found, position) = (example, fewer),
                _ => i += 1,
            }
        }
    }
    found
}

/// The example that a position is, if the pieces part there.
fn parts(first: &Piece, second: &Piece, board: &Board, position: &Position) -> Result<Option<Example>, WalkError> {
    let squares = |list: &[usize]| -> Vec<Square> { list.iter().map(|&i| Square::from_index(i)).collect() };
    let at = Square::from_index(position.at);
    let (friends, foes) = (squares(&position.friends), squares(&position.foes));
    let stands = |i: &&usize| **i == position.at || position.friends.contains(i) || position.foes.contains(i);
    let moved: Vec<Square> = position.moved.iter().filter(stands).map(|&i| Square::from_index(i)).collect();
    let scene = Scene::bare(board, Side::White, at, &friends, &foes, &moved);
    let (mut one, mut two) = (walk::moves(first, &scene, at)?, walk::moves(second, &scene, at)?);
    // On which squares the legs end is no difference between moves.
    let same = |a: &Outcome, b: &Outcome| a.key() == b.key() && a.passed == b.passed;
    let all = one.clone();
    one.retain(|o| !two.iter().any(|other| same(o, other)));
    two.retain(|o| !all.iter().any(|other| same(o, other)));
    if one.is_empty() && two.is_empty() {
        return Ok(None);
    }
    Ok(Some(Example { board: board.clone(), at, friends, foes, moved, first: one, second: two }))
}

/// A generator of positions, always the same ones for a seed (xorshift).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        // Zero would stay zero.
        Random(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(2 * seed + 1))
    }

    /// A number below this one.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 33) % n.max(1) as u64).unwrap_or(0)
    }

    /// The first ones are empty boards, the later ones fuller. On the last ones a piece may be hemmed in.
    fn position(&mut self, board: &Board, number: u32) -> Position {
        let area = board.area();
        let central = board.files() * 3 + 3;
        let mut position =
            Position { at: if number.is_multiple_of(3) { central } else { self.below(area) }, ..Position::default() };
        if number < 4 {
            return position;
        }
        let (taken, of) = match number {
            0..40 => (1, 8),
            40..120 => (1, 3),
            _ => (7, 8),
        };
        for square in 0..area {
            if square == position.at {
                continue;
            }
            if self.below(of) < taken {
                let list = if self.below(2) == 0 { &mut position.friends } else { &mut position.foes };
                list.push(square);
            }
        }
        position.moved = (0..area).filter(|_| self.below(4) == 0).collect();
        position
    }
}
