//! The squares that the enemy attacks, found at once for a node. This is cheaper than testing square by square as
//! soon as there are a few squares.

use crate::attack::attacked::attacked;
use crate::compile::processor::Work;
use crate::generate::Node;
use crate::units::each_square;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;

/// Which of some squares the enemy attacks.
#[derive(Clone, Copy)]
pub(crate) struct KnownAttacks<const N: usize> {
    /// The squares for which it is known.
    pub on: Bitboard<N>,
    /// The attacked squares: all of those in `on`, and perhaps others.
    pub attacked: Bitboard<N>,
}

impl<const N: usize> Node<'_, N> {
    /// The squares that the enemy attacks once the own royals are lifted off the board: all of those in `on`, and
    /// perhaps others; `None` if attacks depend on more than occupancy.
    #[inline]
    pub(crate) fn attacked_squares(&self, on: &Bitboard<N>) -> Option<Bitboard<N>> {
        let nothing = KnownAttacks { on: Bitboard::EMPTY, attacked: Bitboard::EMPTY };
        let known = self.attacked_squares.get().unwrap_or(nothing);
        let unknown = on.without(known.on);
        if unknown.is_empty() {
            return Some(known.attacked);
        }
        let cost = if self.threats().has_unusual() { UNUSUAL_COST } else { SQUARE_COST };
        let known = if cost * unknown.count() <= self.enemies.count() {
            self.attacked_of(unknown, known)
        } else {
            KnownAttacks { on: Bitboard::FULL, attacked: self.attacked()? }
        };
        self.attacked_squares.set(Some(known));
        Some(known.attacked)
    }

    /// Finds which of a few more squares are attacked, each by looking back from it.
    #[inline(never)]
    fn attacked_of(&self, squares: Bitboard<N>, mut known: KnownAttacks<N>) -> KnownAttacks<N> {
        let occupied = self.occupied.without(self.royals);
        each_square!(squares, |square| {
            if self.threats().attacks(self.position, square, &occupied, &Bitboard::EMPTY) {
                known.attacked.insert(square);
            }
        });
        known.on |= squares;
        known
    }

    /// Finds all attacked squares.
    #[inline(never)]
    fn attacked(&self) -> Option<Bitboard<N>> {
        self.game.processor.run(AllAttacks { node: self })
    }

    /// Those of `targets` on which the royal that comes from `from` is not attacked.
    #[inline]
    pub(crate) fn safe_targets(&self, from: Square, targets: Bitboard<N>) -> Bitboard<N> {
        if let Some(danger) = self.attacked_squares(&targets) {
            return targets.without(danger);
        }
        let mut occupied = self.occupied;
        occupied.remove(from);
        let mut safe = targets;
        targets.for_each(|to| {
            if self.threats().attacks(self.position, to, &occupied, &Bitboard::of(to)) {
                safe.remove(to);
            }
        });
        safe
    }
}

/// What looking back from a square costs, in lookups of an attacking piece. If this makes it dearer than looking up all
/// pieces of the enemy, all attacked squares are found at once.
const SQUARE_COST: u32 = 2;

/// [`SQUARE_COST`] where there are threats other than leaps and lines.
const UNUSUAL_COST: u32 = 6;

/// The work of finding all squares that the enemy attacks, with the own royals lifted off the board.
struct AllAttacks<'a, 'n, const N: usize> {
    node: &'a Node<'n, N>,
}

impl<const N: usize> Work for AllAttacks<'_, '_, N> {
    type Output = Option<Bitboard<N>>;

    #[inline(always)]
    fn run<const TABLES: bool>(self) -> Option<Bitboard<N>> {
        let node = self.node;
        attacked(node.game, node.position, node.us.other(), node.royals)
    }
}
