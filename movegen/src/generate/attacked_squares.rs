//! The squares that the enemy attacks, found once for a node: cheaper than asking square by square as soon as there are a few of them.

use crate::attack::attacked::attacked;
use crate::compile::processor::Work;
use crate::generate::Node;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;

/// Which of some squares are attacked.
#[derive(Clone, Copy)]
pub(crate) struct KnownAttacks<const N: usize> {
    /// Of these it is known.
    pub on: Bitboard<N>,
    pub attacked: Bitboard<N>,
}

impl<const N: usize> Node<'_, N> {
    /// Squares on which a single royal would be attacked, itself being away from where it stands: all that these have of them, and perhaps
    /// others; `None` where that depends on more than what is occupied.
    #[inline]
    pub(crate) fn attacked_squares(&self, on: &Bitboard<N>) -> Option<Bitboard<N>> {
        if let Some(known) = self.attacked_squares.get().filter(|known| on.is_subset(&known.on)) {
            return Some(known.attacked);
        }
        let attacked = self.attacked()?;
        self.attacked_squares.set(Some(KnownAttacks { on: Bitboard::FULL, attacked }));
        Some(attacked)
    }

    #[inline(never)]
    fn attacked(&self) -> Option<Bitboard<N>> {
        self.game.processor.run(AllAttacks { node: self })
    }

    /// The squares of a set on which the royal that goes there from `from` is not attacked.
    #[inline]
    pub(crate) fn safe_targets(&self, from: Square, targets: Bitboard<N>) -> Bitboard<N> {
        // Castling asks for it anyway.
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

/// From so many squares on all are found at once.
const ALL_AT_ONCE: u32 = 3;

/// All squares that the enemy attacks, the royals of a node being away.
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
