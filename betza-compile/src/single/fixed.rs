//! Single pieces whose moves depend on their square and the occupancy alone, for engines with bitboards of their own.
//!
//! Squares are indexed `rank * stride + file`. The stride may be larger than the number of files, as in engines whose
//! bitboards have the same layout for all boards.

use super::mobility::{Mobility, mean_ends};
use super::tabled::{PathTo, Tabled};
use crate::lower::reach::{Lookup, Reach};
use crate::lower::{LowerError, Lowering, PieceTables};
use betza_ir::bitboard::{Bitboard, words};
use betza_ir::geometry::{Board, Side, Square};
use betza_ir::{Modes, Piece, sorted};
use std::fmt;
use std::sync::Arc;

/// Why a piece cannot have such tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FixedError {
    /// The stride is less than the number of files, or over 16.
    Stride {
        /// The files.
        files: usize,
        /// What was given.
        stride: usize,
    },
    /// The moves depend on more than the piece's square and the occupancy.
    DependsOnMore(&'static str),
    /// The piece exceeds a limit.
    Lower(LowerError),
}

impl fmt::Display for FixedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FixedError::Stride { files, stride } => {
                let most = FixedPiece::MOST_SIDE;
                write!(f, "a stride of {stride} is outside the limits: {files} files to {most}")
            }
            FixedError::DependsOnMore(what) => {
                write!(f, "its moves depend on {what}, and not on the occupancy alone: compile a game with the piece")
            }
            FixedError::Lower(error) => write!(f, "{error}: make the piece or the board smaller"),
        }
    }
}

impl std::error::Error for FixedError {}

/// The tables of such a piece of one side on one board.
pub struct FixedPiece(Width);

enum Width {
    One(OfWidth<1>),
    Two(OfWidth<2>),
    Three(OfWidth<3>),
    Four(OfWidth<4>),
}

struct OfWidth<const N: usize> {
    quiets: Vec<Reach<N>>,
    captures: Vec<Reach<N>>,
    /// The same by few lookups, where such tables are small.
    tabled: AllTabled<N>,
    squares: Bitboard<N>,
    /// If the tables are of a board without gaps.
    gaps: Option<Gaps>,
    bytes: usize,
}

/// Few lookups for each question that depends on the occupancy.
#[derive(Default)]
struct AllTabled<const N: usize> {
    quiets: Option<Arc<Tabled<N>>>,
    captures: Option<Arc<Tabled<N>>>,
    attackers: Option<Arc<Tabled<N>>>,
}

/// What leads from a board without gaps to one with a stride, and back.
struct Gaps {
    files: usize,
    stride: usize,
}

/// Which squares a caller wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// All squares that the piece attacks, whatever stands on them.
    Attacks,
    /// The empty squares to which it may go.
    Quiets,
    /// The occupied squares on which it may capture.
    Captures,
    /// The squares from which such a piece attacks the square.
    Attackers,
    /// The squares whose occupancy decides about its moves.
    DependsOn,
    /// The squares to which it goes without capturing, with some occupancy.
    MayMove,
    /// The squares that it attacks with some occupancy.
    MayAttack,
    /// The squares from which such a piece attacks the square with some occupancy.
    MayBeAttackedFrom,
}

/// Runs code on the tables inside.
macro_rules! inside {
    ($piece:expr, |$p:ident| $body:expr) => {
        match &$piece.0 {
            Width::One($p) => $body,
            Width::Two($p) => $body,
            Width::Three($p) => $body,
            Width::Four($p) => $body,
        }
    };
}

impl FixedPiece {
    /// The longest stride, and the most ranks: sets of squares have up to four words.
    pub const MOST_SIDE: usize = 16;

    /// Compiles a piece.
    ///
    /// # Errors
    /// [`FixedError`].
    pub fn new(board: &Board, piece: &Piece, side: Side, stride: usize) -> Result<FixedPiece, FixedError> {
        if stride < board.files() || stride > FixedPiece::MOST_SIDE {
            return Err(FixedError::Stride { files: board.files(), stride });
        }
        if board.ranks() > FixedPiece::MOST_SIDE {
            let (given, limit) = (stride * board.ranks(), FixedPiece::MOST_SIDE * FixedPiece::MOST_SIDE);
            return Err(FixedError::Lower(LowerError::Board { given, limit }));
        }
        let whole = Board::new(stride as u32, board.ranks() as u32).expect("the stride is within the limits");
        let gaps = whole.squares().filter(|&s| board.at(whole.file(s), whole.rank(s)).is_none());
        let strided = whole.clone().with_holes(gaps);
        Ok(FixedPiece(match words(&whole) {
            1 => Width::One(OfWidth::new(board, &strided, piece, side)?),
            2 => Width::Two(OfWidth::new(board, &strided, piece, side)?),
            3 => Width::Three(OfWidth::new(board, &strided, piece, side)?),
            _ => Width::Four(OfWidth::new(board, &strided, piece, side)?),
        }))
    }

    /// Returns how many 64-bit words a set of squares has.
    #[must_use]
    pub fn words(&self) -> usize {
        match self.0 {
            Width::One(_) => 1,
            Width::Two(_) => 2,
            Width::Three(_) => 3,
            Width::Four(_) => 4,
        }
    }

    /// Returns the bytes that the tables take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        inside!(self, |piece| piece.bytes)
    }

    /// Returns whether the occupancy of other squares decides about what the piece attacks: riders, hoppers, lame
    /// leapers.
    #[must_use]
    pub fn is_blockable(&self) -> bool {
        inside!(self, |piece| is_blockable(&piece.captures))
    }

    /// Returns the same of its moves to empty squares.
    #[must_use]
    pub fn quiets_are_blockable(&self) -> bool {
        inside!(self, |piece| is_blockable(&piece.quiets))
    }

    /// Returns whether a piece that comes between can make it attack a square: whether it hops over others.
    #[must_use]
    pub fn is_hopper(&self) -> bool {
        inside!(self, |piece| piece.is_hopper())
    }

    /// Returns how many tables a query of attacks looks up; `None` if it goes along rays or paths.
    #[must_use]
    pub fn lookups(&self) -> Option<usize> {
        inside!(self, |piece| if piece.captures.iter().all(|reach| matches!(reach.lookup(), Lookup::Leap(_))) {
            Some(piece.captures.len())
        } else {
            piece.tabled.captures.as_ref().map(|tabled| tabled.lookups())
        })
    }

    /// Returns how many squares it reaches on average, over all squares of the board, if this share of the other
    /// squares is empty (0 to 1).
    #[must_use]
    pub fn mobility(&self, empty: f64) -> Mobility {
        inside!(self, |piece| piece.mobility(empty))
    }

    /// Returns whether the board has this square.
    #[inline]
    #[must_use]
    pub fn has(&self, square: u16) -> bool {
        inside!(self, |piece| piece.has(usize::from(square)))
    }

    /// Writes the squares whose occupancy decides whether a piece on `from` attacks `to`; out and too short slices are
    /// as in [`FixedPiece::ask`].
    pub fn between(&self, from: u16, to: u16, out: &mut [u64]) {
        inside!(self, |piece| piece.between(usize::from(from), usize::from(to), out));
    }

    /// Writes a set of squares to the first words of `out` and clears the others. Clears `out` and returns `false` if
    /// the square is off the board, or a slice is shorter than [`FixedPiece::words`]. The occupancy matters to attacks,
    /// quiet moves, captures and attackers alone.
    // Inlined, so that the value of `asked` is known where the lookups are compiled.
    #[inline(always)]
    pub fn ask(&self, asked: Asked, square: u16, occupied: &[u64], out: &mut [u64]) -> bool {
        inside!(self, |piece| piece.ask(asked, usize::from(square), occupied, out))
    }
}

impl<const N: usize> OfWidth<N> {
    fn new(board: &Board, strided: &Board, piece: &Piece, side: Side) -> Result<OfWidth<N>, FixedError> {
        // Joined edges are those of the board, so that the gaps may not be part of it.
        let wraps = piece.moves.iter().any(|m| m.chain.wraps());
        let gaps =
            (wraps && board.files() != strided.files()).then(|| Gaps { files: board.files(), stride: strided.files() });
        let mut lowering =
            Lowering::<N>::new(if gaps.is_some() { board } else { strided }).map_err(FixedError::Lower)?;
        let tables = lowering.lower(piece, side).map_err(FixedError::Lower)?;
        if let Some(what) = depends_on_more(piece, &tables) {
            return Err(FixedError::DependsOnMore(what));
        }
        let with = |mode: Modes| -> Vec<Reach<N>> {
            let parts = tables.parts.iter().filter(|part| part.modes.contains(mode));
            parts.map(|part| part.reach.clone()).collect()
        };
        let (quiets, captures) = (with(Modes::MOVE), with(Modes::CAPTURE));
        let tabled = AllTabled::new(lowering.board(), &quiets, &captures);
        let bytes = lowering.memory_usage() + tables.own_memory() + tabled.bytes();
        Ok(OfWidth { quiets, captures, tabled, squares: strided.squares().collect(), gaps, bytes })
    }

    #[inline(always)]
    fn ask(&self, asked: Asked, square: usize, occupied: &[u64], out: &mut [u64]) -> bool {
        let occupied = match asked {
            Asked::Attacks | Asked::Quiets | Asked::Captures | Asked::Attackers => occupied.first_chunk(),
            Asked::DependsOn | Asked::MayMove | Asked::MayAttack | Asked::MayBeAttackedFrom => Some(&[0; N]),
        };
        let Some(&occupied) = occupied.filter(|_| out.len() >= N && self.has(square)) else {
            write::<N>(Bitboard::EMPTY, out);
            return false;
        };
        let answer = match &self.gaps {
            None => self.squares(asked, Square::from_index(square), &Bitboard(occupied)),
            Some(gaps) => self.across(gaps, asked, square, Bitboard(occupied) & self.squares),
        };
        write(answer, out);
        true
    }

    /// Returns the same on a board without gaps.
    #[cold]
    fn across(&self, gaps: &Gaps, asked: Asked, square: usize, occupied: Bitboard<N>) -> Bitboard<N> {
        let occupied = moved(occupied, |i| gaps.tight(i));
        gaps.widened(self.squares(asked, Square::from_index(gaps.tight(square)), &occupied))
    }

    #[inline]
    fn has(&self, square: usize) -> bool {
        square < 64 * N && self.squares.contains(Square::from_index(square))
    }

    fn between(&self, from: usize, to: usize, out: &mut [u64]) {
        let mut answer = Bitboard::EMPTY;
        if self.has(from) && self.has(to) {
            let tight = |i: usize| Square::from_index(self.gaps.as_ref().map_or(i, |gaps| gaps.tight(i)));
            let paths = self.captures.iter().flat_map(|reach| reach.paths(tight(from), tight(to)));
            answer = paths.fold(answer, |all, path| all | path.squares());
            if let Some(gaps) = &self.gaps {
                answer = gaps.widened(answer);
            }
        }
        write(answer, out);
    }

    /// Returns the squares of the board of the tables.
    fn all(&self) -> impl Iterator<Item = Square> + '_ {
        let tight = |s: Square| self.gaps.as_ref().map_or(s, |gaps| Square::from_index(gaps.tight(s.index())));
        self.squares.into_iter().map(tight)
    }

    fn is_hopper(&self) -> bool {
        let hops = |reach: &Reach<N>| match reach.lookup() {
            Lookup::Leap(_) | Lookup::Slide(_) | Lookup::Ride(_) => false,
            Lookup::Hop(_) | Lookup::HopOnto(_) => true,
            Lookup::Ways(_) => self
                .all()
                .flat_map(|from| reach.paths_from(from))
                .any(|(_, path)| !(path.occupied | path.one_of).is_empty()),
        };
        self.captures.iter().any(hops)
    }

    fn mobility(&self, empty: f64) -> Mobility {
        let mean = |reaches| {
            let all = self.all().map(|from| mean_ends(reaches, from, empty)).sum::<f64>();
            all / f64::from(self.squares.count())
        };
        Mobility { quiets: mean(&self.quiets), attacks: mean(&self.captures) }
    }

    /// Returns the squares, on the board of the tables.
    #[inline(always)]
    fn squares(&self, asked: Asked, square: Square, occupied: &Bitboard<N>) -> Bitboard<N> {
        let targets = |tabled: &Option<Arc<Tabled<N>>>, reaches: &[Reach<N>]| match tabled {
            Some(tabled) => tabled.at(square, occupied),
            None => union(reaches, |reach| reach.targets(square, occupied)),
        };
        match asked {
            Asked::Attacks => targets(&self.tabled.captures, &self.captures),
            Asked::Quiets => targets(&self.tabled.quiets, &self.quiets).without(*occupied),
            Asked::Captures => targets(&self.tabled.captures, &self.captures) & *occupied,
            Asked::Attackers => match &self.tabled.attackers {
                Some(tabled) => tabled.at(square, occupied),
                None => union(&self.captures, |reach| reach.sources(square, occupied)),
            },
            Asked::DependsOn => {
                let depends = |reach: &Reach<N>| *reach.depends_on(square);
                union(&self.quiets, depends) | union(&self.captures, depends)
            }
            Asked::MayMove => union(&self.quiets, |reach| *reach.may_reach(square)),
            Asked::MayAttack => union(&self.captures, |reach| *reach.may_reach(square)),
            Asked::MayBeAttackedFrom => union(&self.captures, |reach| *reach.may_come_from(square)),
        }
    }
}

impl<const N: usize> AllTabled<N> {
    fn new(board: &Board, quiets: &[Reach<N>], captures: &[Reach<N>]) -> AllTabled<N> {
        let paths = |reaches: &[Reach<N>]| -> Vec<Vec<PathTo<N>>> {
            let from = |square| reaches.iter().flat_map(|reach| reach.paths_from(square)).collect();
            (0..board.area()).map(|i| from(Square::from_index(i))).map(sorted_paths).collect()
        };
        let made = |reaches: &[Reach<N>], paths: &[Vec<PathTo<N>>]| {
            is_blockable(reaches).then(|| Tabled::new(paths)).flatten().map(Arc::new)
        };
        let ahead = paths(captures);
        let mut back = vec![Vec::new(); board.area()];
        for (i, paths) in ahead.iter().enumerate() {
            paths.iter().for_each(|(to, path)| back[to.index()].push((Square::from_index(i), *path)));
        }
        let back: Vec<_> = back.into_iter().map(sorted_paths).collect();
        let to_capture = made(captures, &ahead);
        let attackers = if back == ahead { to_capture.clone() } else { made(captures, &back) };
        let are_same = quiets.len() == captures.len() && quiets.iter().zip(captures).all(|(a, b)| a.is_shared_with(b));
        let quiets = if are_same { to_capture.clone() } else { made(quiets, &paths(quiets)) };
        AllTabled { quiets, captures: to_capture, attackers }
    }

    /// Returns the bytes; what questions share is counted once.
    fn bytes(&self) -> usize {
        let mut all: Vec<&Arc<Tabled<N>>> =
            [&self.quiets, &self.captures, &self.attackers].into_iter().flatten().collect();
        all.dedup_by(|a, b| Arc::ptr_eq(a, b));
        all.iter().map(|tabled| tabled.bytes()).sum()
    }
}

fn sorted_paths<const N: usize>(mut paths: Vec<PathTo<N>>) -> Vec<PathTo<N>> {
    sorted::sort_by_key(&mut paths, |path| *path);
    paths
}

fn is_blockable<const N: usize>(reaches: &[Reach<N>]) -> bool {
    reaches.iter().any(|reach| !matches!(reach.lookup(), Lookup::Leap(_)))
}

#[inline(always)]
fn union<const N: usize>(reaches: &[Reach<N>], of: impl Fn(&Reach<N>) -> Bitboard<N>) -> Bitboard<N> {
    reaches.iter().fold(Bitboard::EMPTY, |all, reach| all | of(reach))
}

/// Writes a set to the first words of a slice and clears the others. A slice that is too short is cleared.
#[inline]
fn write<const N: usize>(set: Bitboard<N>, out: &mut [u64]) {
    match out.split_first_chunk_mut() {
        Some((first, rest)) => {
            *first = set.0;
            // Most often there are none, and the test saves the call that clears them.
            if !rest.is_empty() {
                rest.fill(0);
            }
        }
        None => out.fill(0),
    }
}

impl Gaps {
    /// Returns the number of a square with the stride, in the numbering without gaps.
    fn tight(&self, i: usize) -> usize {
        i / self.stride * self.files + i % self.stride
    }

    /// Returns a set in the numbering without gaps, with the stride.
    fn widened<const N: usize>(&self, set: Bitboard<N>) -> Bitboard<N> {
        moved(set, |i| i / self.files * self.stride + i % self.files)
    }
}

/// Returns a set with each square put elsewhere.
fn moved<const N: usize>(set: Bitboard<N>, to: impl Fn(usize) -> usize) -> Bitboard<N> {
    set.into_iter().map(|square| Square::from_index(to(square.index()))).collect()
}

/// Returns what the moves depend on besides the occupancy, if they do.
fn depends_on_more<const N: usize>(piece: &Piece, tables: &PieceTables<N>) -> Option<&'static str> {
    let mut parts = tables.parts.iter();
    if !tables.chains.is_empty() {
        Some("paths that have side effects, look at sides, come back or leap anywhere")
    } else if !tables.passes.is_empty() {
        Some("a turn that is passed")
    } else if !piece.castlings.is_empty() || parts.clone().any(|part| !part.condition.is_empty()) {
        Some("what has moved before")
    } else if parts.clone().any(|part| !part.victims.is_empty()) {
        Some("the kinds of its victims")
    } else if parts.clone().any(|part| !(Modes::MOVE | Modes::CAPTURE).contains(part.modes)) {
        Some("whose pieces the others are")
    } else if parts.any(|part| part.leaves_en_passant) {
        Some("en passant")
    } else if tables.immobilizes.is_some() {
        Some("the enemies that it holds in place")
    } else {
        None
    }
}
