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
        if let Some(known) = self.attacked_squares.get().filter(|known| on.is_subset(&known.on)) {
            return Some(known.attacked);
        }
        let attacked = self.attacked()?;
        self.attacked_squares.set(Some(KnownAttacks { on: Bitboard::FULL, attacked }));
        Some(attacked)
    }

    /// Finds all attacked squares.
    #[inline(never)]
    fn attacked(&self) -> Option<Bitboard<N>> {
        self.game.processor.run(AllAttacks { node: self })
    }

    /// Those of `targets` on which the royal that comes from `from` is not attacked.
    #[inline]
    pub(crate) fn safe_targets(&self, from: Square, targets: Bitboard<N>) -> Bitboard<N> {
        // Castling needs the attacked squares anyway.
        let is_known = self.attacked_squares.get().is_some();
        if (is_known || targets.count() >= ALL_AT_ONCE || self.position.may_castle(self.us, &self.occupied))
            && let Some(danger) = self.attacked_squares(&targets)
        {
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

/// From this number of destinations on, all attacked squares are found at once.
const ALL_AT_ONCE: u32 = 3;

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
