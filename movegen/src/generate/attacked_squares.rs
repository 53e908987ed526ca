//! Finds the squares that the enemy attacks, all at once for a node. For more than a few squares this is cheaper than
//! testing them one by one.

use crate::attack::attacked::attacked;
use crate::compile::processor::for_processor;
use crate::generate::Node;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;

/// The enemy's attacks, as far as they are known.
#[derive(Clone, Copy)]
pub(crate) struct KnownAttacks<const N: usize> {
    /// The squares for which attacks are known.
    pub on: Bitboard<N>,
    /// The attacked squares: the set is complete on `on`, and may lack squares elsewhere.
    pub attacked: Bitboard<N>,
}

impl<const N: usize> Node<'_, N> {
    /// Returns the squares that the enemy attacks once the own royals are lifted off the board; `None` if attacks
    /// depend on more than occupancy. The set is complete on `on`, and may lack squares elsewhere.
    #[inline(always)]
    pub(crate) fn attacked_squares(&self, on: &Bitboard<N>) -> Option<Bitboard<N>> {
        let nothing = KnownAttacks { on: Bitboard::EMPTY, attacked: Bitboard::EMPTY };
        let known = self.attacked_squares.get().unwrap_or(nothing);
        let unknown = on.without(known.on);
        if unknown.is_empty() {
            return Some(known.attacked);
        }
        let known = more_attacks(self, unknown, known)?;
        self.attacked_squares.set(Some(known));
        Some(known.attacked)
    }

    /// Returns whether it is cheaper to look back from these squares than to look up all pieces of the enemy.
    #[inline(always)]
    fn looks_back_from(&self, squares: &Bitboard<N>) -> bool {
        let cost = if self.threats().has_unusual() { UNUSUAL_COST } else { SQUARE_COST };
        cost * squares.count() <= self.enemies.count()
    }

    /// Returns the squares of `targets` on which one of several royals, coming from `from`, is not attacked. The other
    /// royals stay where they are.
    pub(crate) fn safe_targets_of_one(&self, from: Square, targets: Bitboard<N>) -> Bitboard<N> {
        let lifted = Bitboard::of(from);
        if !self.looks_back_from(&targets)
            && let Some(attacked) = all_attacks(self, lifted)
        {
            return targets.without(attacked);
        }
        self.safe_squares(targets, &self.occupied.without(lifted))
    }

    /// Returns the squares of `targets` that the enemy does not attack with this occupancy, looking back from each.
    #[inline(never)]
    fn safe_squares(&self, targets: Bitboard<N>, occupied: &Bitboard<N>) -> Bitboard<N> {
        let mut safe = targets;
        targets.for_each(|to| {
            if self.threats().attacks(self.position, to, occupied, &Bitboard::of(to)) {
                safe.remove(to);
            }
        });
        safe
    }

    /// Returns the squares of `targets` on which the royal that comes from `from` is not attacked.
    #[inline(always)]
    pub(crate) fn safe_targets(&self, from: Square, targets: Bitboard<N>) -> Bitboard<N> {
        if let Some(danger) = self.attacked_squares(&(targets | self.castling_path())) {
            return targets.without(danger);
        }
        self.safe_squares(targets, &self.occupied.without(Bitboard::of(from)))
    }
}

/// The cost of looking back from a square, in lookups of an attacking piece. If looking back costs more than looking up
/// all pieces of the enemy, all attacked squares are found at once.
const SQUARE_COST: u32 = 2;

/// [`SQUARE_COST`] where there are threats other than leaps and lines.
const UNUSUAL_COST: u32 = 6;

for_processor! {
    /// Adds to `known` which of `squares` are attacked, with the own royals lifted off the board: by looking back from
    /// each, or all at once. The result is `None` if attacks depend on more than occupancy.
    fn more_attacks[const N: usize](node: &Node<'_, N>, squares: Bitboard<N>, known: KnownAttacks<N>)
        -> Option<KnownAttacks<N>>
        => node.game.processor;
    {
        if !node.looks_back_from(&squares) {
            let attacked = all_attacks(node, node.royals)?;
            return Some(KnownAttacks { on: Bitboard::FULL, attacked });
        }
        let occupied = node.occupied.without(node.royals);
        let attacked = node.threats().attacked_among(node.position, squares, &occupied);
        Some(KnownAttacks { on: known.on | squares, attacked: known.attacked | attacked })
    }
}

for_processor! {
    /// Returns all squares that the enemy attacks, with the own royals on `lifted` off the board.
    fn all_attacks[const N: usize](node: &Node<'_, N>, lifted: Bitboard<N>) -> Option<Bitboard<N>>
        => node.game.processor;
    { attacked(node.game, node.position, node.us.other(), lifted) }
}
