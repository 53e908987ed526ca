//! Tables of single pieces, for engines with bitboards of their own.

pub use betza_compile::single::fixed::Asked;
use betza_compile::single::fixed::FixedPiece;
pub use betza_compile::single::mobility::Mobility;
use std::fmt;
use std::sync::Arc;

/// The tables of a piece of one side on one board, made by [`crate::Piece::compile`]. Clones share them.
///
/// Sets of squares are slices of [`Attacks::words`] words; the bit of a square is `rank * stride + file`. Longer slices
/// are read and written at their beginning, and cleared behind it. A slice that is too short, or a square off the
/// board, gives no squares. Bits off the board are ignored.
///
/// ```
/// let rook = betza::Piece::read("R", betza::Dialect::Betza)?;
/// let attacks = rook.compile((8, 8), betza::Side::White, 8)?;
/// let (occupied, mut out) = ([1 << 3 | 1 << 16], [0]);
/// attacks.attacks(0, &occupied, &mut out);
/// // From a1, with pieces on d1 and a3: b1, c1, d1, a2, a3.
/// assert_eq!(out, [1 << 1 | 1 << 2 | 1 << 3 | 1 << 8 | 1 << 16]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Attacks(pub(crate) Arc<FixedPiece>);

impl Attacks {
    /// How many 64-bit words a set of squares has: 1 to 4.
    #[must_use]
    pub fn words(&self) -> usize {
        self.0.words()
    }

    /// Answers any of the questions below. `false` where those say nothing: the square is off the board, or a slice is
    /// too short; the answer is then no squares. The occupancy does not matter to the questions that do not take it.
    #[inline]
    pub fn ask(&self, asked: Asked, square: u16, occupied: &[u64], out: &mut [u64]) -> bool {
        self.0.ask(asked, square, occupied, out)
    }

    /// The squares that the piece on `from` attacks, whatever stands on them.
    #[inline]
    pub fn attacks(&self, from: u16, occupied: &[u64], out: &mut [u64]) {
        self.ask(Asked::Attacks, from, occupied, out);
    }

    /// The empty squares to which the piece may go.
    #[inline]
    pub fn quiets(&self, from: u16, occupied: &[u64], out: &mut [u64]) {
        self.ask(Asked::Quiets, from, occupied, out);
    }

    /// The occupied squares on which the piece may capture. Whose pieces stand there is for the caller to say.
    #[inline]
    pub fn captures(&self, from: u16, occupied: &[u64], out: &mut [u64]) {
        self.ask(Asked::Captures, from, occupied, out);
    }

    /// The squares from which a piece like this one attacks `to`, whatever stands on them.
    #[inline]
    pub fn attackers(&self, to: u16, occupied: &[u64], out: &mut [u64]) {
        self.ask(Asked::Attackers, to, occupied, out);
    }

    /// The squares whose occupancy decides about the piece's moves from `from`, ends included.
    #[inline]
    pub fn depends_on(&self, from: u16, out: &mut [u64]) {
        self.ask(Asked::DependsOn, from, &[], out);
    }

    /// The squares whose occupancy decides whether the piece on `from` attacks `to`: those that must be empty, and of
    /// hoppers those of which some must be occupied. Where several paths lead there, the squares of all of them. None
    /// if nothing can come between, or the piece never attacks `to` from there. An engine finds pinned pieces with it,
    /// and those that give check by moving away: they stand on these squares.
    pub fn between(&self, from: u16, to: u16, out: &mut [u64]) {
        self.0.between(from, to, out);
    }

    /// The squares to which the piece on `from` goes without capturing, with some occupancy: what engines call
    /// pseudo-moves. For pieces that do not hop, those on the empty board.
    #[inline]
    pub fn may_move(&self, from: u16, out: &mut [u64]) {
        self.ask(Asked::MayMove, from, &[], out);
    }

    /// The squares that the piece on `from` attacks with some occupancy: what engines call pseudo-attacks.
    #[inline]
    pub fn may_attack(&self, from: u16, out: &mut [u64]) {
        self.ask(Asked::MayAttack, from, &[], out);
    }

    /// The squares from which a piece like this one attacks `to` with some occupancy.
    #[inline]
    pub fn may_be_attacked_from(&self, to: u16, out: &mut [u64]) {
        self.ask(Asked::MayBeAttackedFrom, to, &[], out);
    }

    /// Whether the occupancy of other squares decides about what the piece attacks. It does for riders, hoppers and
    /// lame leapers, which pin, and which give check when a piece moves away.
    #[must_use]
    pub fn is_blockable(&self) -> bool {
        self.0.is_blockable()
    }

    /// Whether the occupancy of other squares decides about its moves to empty squares.
    #[must_use]
    pub fn quiets_are_blockable(&self) -> bool {
        self.0.quiets_are_blockable()
    }

    /// Whether a piece that comes between can make it attack a square: whether it hops over others. A check by such a
    /// piece is given, and answered, by moves that are no captures and block nothing.
    #[must_use]
    pub fn is_hopper(&self) -> bool {
        self.0.is_hopper()
    }

    /// How many tables a query of attacks looks up: a Rook's takes two on 8x8 squares, as a Griffon's does. `None` if
    /// it goes along rays and paths, as on boards where such tables would be large.
    #[must_use]
    pub fn lookups(&self) -> Option<usize> {
        self.0.lookups()
    }

    /// How many squares it reaches on average over all squares of the board, if this share of the others is empty (0 to
    /// 1; 0.69 is a common choice). An engine may estimate a piece's value by it. Where several paths lead to a square,
    /// each counts as if it were open by itself.
    #[must_use]
    pub fn mobility(&self, empty: f64) -> Mobility {
        self.0.mobility(empty)
    }

    /// Whether the board has this square. The gaps of a stride are no squares.
    #[inline]
    #[must_use]
    pub fn has(&self, square: u16) -> bool {
        self.0.has(square)
    }

    /// Whether both are the same tables in memory.
    #[must_use]
    pub fn is_shared_with(&self, other: &Attacks) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The bytes that the tables take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

impl fmt::Debug for Attacks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Attacks({} words, {} bytes)", self.words(), self.bytes())
    }
}
