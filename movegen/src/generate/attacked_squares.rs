//! Finds the squares that the enemy attacks. A few squares are tested one by one, by looking back from each for
//! attackers. For more squares it is cheaper to look up the attacks of all enemy pieces at once.

use crate::attack::attacked::attacked;
use crate::compile::processor::for_processor;
use crate::generate::Node;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;

/// The enemy's attacks that have been found so far.
#[derive(Clone, Copy)]
pub(crate) struct KnownAttacks<const N: usize> {
    /// The squares whose attackers have been looked up.
    pub on: Bitboard<N>,
    /// The attacked squares. The set is complete within `on`, and may be incomplete elsewhere.
    pub attacked: Bitboard<N>,
}

impl<const N: usize> Node<'_, N> {
    /// Returns the squares that the enemy attacks when the royals of the side to move are removed from the board, so
    /// that a rider also attacks the squares behind a royal. The set is complete within `on`, and may be incomplete
    /// elsewhere. `None` if all attacks are wanted at once but depend on more than occupancy.
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

    /// Returns whether looking back from each of these squares costs at most as much as looking up all enemy pieces.
    #[inline(always)]
    fn looks_back_from(&self, squares: &Bitboard<N>) -> bool {
        let cost = if self.threats().has_unusual() { UNUSUAL_COST } else { SQUARE_COST };
        cost * squares.count() <= self.enemies.count()
    }

    /// Returns the squares of `targets` on which one of several royals is safe when it moves there from `from`. The
    /// other royals stay on their squares.
    pub(crate) fn safe_targets_of_one(&self, from: Square, targets: Bitboard<N>) -> Bitboard<N> {
        let lifted = Bitboard::of(from);
        if !self.looks_back_from(&targets)
            && let Some(attacked) = all_attacks(self, lifted)
        {
            return targets.without(attacked);
        }
        self.safe_squares(targets, &self.occupied.without(lifted))
    }

    /// Returns the squares of `targets` that are safe from the enemy on this occupancy, looking back from each. A piece
    /// on the square counts as captured.
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

    /// Returns the squares of `targets` on which the only royal is safe when it moves there from `from`.
    #[inline(always)]
    pub(crate) fn safe_targets(&self, from: Square, targets: Bitboard<N>) -> Bitboard<N> {
        if let Some(danger) = self.attacked_squares(&(targets | self.castling_path())) {
            return targets.without(danger);
        }
        self.safe_squares(targets, &self.occupied.without(Bitboard::of(from)))
    }
}

/// The cost of looking back from one square; the unit is one lookup of an enemy piece. All attacked squares are found
/// at once when that is cheaper than looking back.
const SQUARE_COST: u32 = 2;

/// The same cost in games with threats other than leaps and lines.
const UNUSUAL_COST: u32 = 6;

for_processor! {
    /// Adds to `known` which of `squares` are attacked when the royals of the side to move are removed from the board.
    /// It looks back from each square or finds all attacks at once, whichever is cheaper. `None` if it would find all
    /// at once but attacks depend on more than occupancy.
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
    /// Returns all squares that the enemy attacks when the royals on `lifted` are removed from the board; `None` if
    /// attacks depend on more than occupancy.
    fn all_attacks[const N: usize](node: &Node<'_, N>, lifted: Bitboard<N>) -> Option<Bitboard<N>>
        => node.game.processor;
    { attacked(node.game, node.position, node.us.other(), lifted) }
}
