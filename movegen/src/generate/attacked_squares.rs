//! The squares that the enemy attacks, found at once for a node. This is cheaper than testing square by square as
//! soon as there are a few squares.

use crate::attack::attacked::attacked;
use crate::compile::processor::Work;
use crate::generate::Node;
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
        known.attacked |= self.threats().attacked_among(self.position, squares, &occupied);
        known.on |= squares;
        known
    }

    /// Finds all attacked squares.
    #[inline(never)]
    fn attacked(&self) -> Option<Bitboard<N>> {
        self.game.processor.run(AllAttacks { node: self, lifted: self.royals })
    }

    /// Those of `targets` on which the royal from `from`, one of several, is not attacked. The others stay where they
    /// are.
    pub(crate) fn safe_targets_of_one(&self, from: Square, targets: Bitboard<N>) -> Bitboard<N> {
        let lifted = Bitboard::of(from);
        let cost = if self.threats().has_unusual() { UNUSUAL_COST } else { SQUARE_COST };
        if cost * targets.count() > self.enemies.count()
            && let Some(attacked) = self.game.processor.run(AllAttacks { node: self, lifted })
        {
            return targets.without(attacked);
        }
        self.safe_squares(targets, &self.occupied.without(lifted))
    }

    /// Those of `targets` that the enemy does not attack with this occupancy, each found by looking back from it.
    fn safe_squares(&self, targets: Bitboard<N>, occupied: &Bitboard<N>) -> Bitboard<N> {
        let mut safe = targets;
        targets.for_each(|to| {
            if self.threats().attacks(self.position, to, occupied, &Bitboard::of(to)) {
                safe.remove(to);
            }
        });
        safe
    }

    /// Those of `targets` on which the royal that comes from `from` is not attacked.
    #[inline]
    pub(crate) fn safe_targets(&self, from: Square, targets: Bitboard<N>) -> Bitboard<N> {
        if let Some(danger) = self.attacked_squares(&(targets | self.castling_path())) {
            return targets.without(danger);
        }
        self.safe_squares(targets, &self.occupied.without(Bitboard::of(from)))
    }
}

/// What looking back from a square costs, in lookups of an attacking piece. If this makes it dearer than looking up all
/// pieces of the enemy, all attacked squares are found at once.
const SQUARE_COST: u32 = 2;

/// [`SQUARE_COST`] where there are threats other than leaps and lines.
const UNUSUAL_COST: u32 = 6;

/// The work of finding all squares that the enemy attacks, with some of the own royals lifted off the board.
struct AllAttacks<'a, 'n, const N: usize> {
    node: &'a Node<'n, N>,
    lifted: Bitboard<N>,
}

impl<const N: usize> Work for AllAttacks<'_, '_, N> {
    type Output = Option<Bitboard<N>>;

    #[inline(always)]
    fn run<const FEATURES: bool>(self) -> Option<Bitboard<N>> {
        let node = self.node;
        attacked(node.game, node.position, node.us.other(), self.lifted)
    }
}
