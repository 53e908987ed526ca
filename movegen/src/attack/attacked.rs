//! What a side attacks, lookup by lookup.

use crate::attack::threats::Threats;
use crate::compile::game::Game;
use crate::compile::program::{Method, Program};
use crate::state::position::Position;
use crate::units::KindId;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};

/// One lookup, of one piece, or of all of a kind by one vector.
#[derive(Clone, Copy)]
pub(crate) struct AttackLookup<const N: usize> {
    pub(crate) pieces: Bitboard<N>,
    pub(crate) method: Method,
    /// What it looks into: a table, or the place of the vector or of the threat.
    pub(crate) index: u32,
}

/// What of its board decides what a side attacks.
pub(crate) struct AttackContext<'a, const N: usize> {
    pub(crate) game: &'a Game<N>,
    pub(crate) threats: &'a Threats<N>,
    pub(crate) steps: &'a Program<N>,
    pub(crate) position: &'a Position<N>,
    /// What hides: everything but the royals of the side attacked.
    pub(crate) occupied: Bitboard<N>,
    /// Pieces that may make moves of unmoved pieces.
    pub(crate) unmoved: Bitboard<N>,
}

impl<'a, const N: usize> AttackContext<'a, N> {
    /// `None` where what the side attacks depends on more than who stands where.
    #[inline(always)]
    pub(crate) fn new(
        game: &'a Game<N>,
        position: &'a Position<N>,
        by: Side,
        royals: Bitboard<N>,
    ) -> Option<AttackContext<'a, N>> {
        let threats = &game.sides[by.index()].threats;
        let steps = threats.steps.as_ref()?;
        let (occupied, unmoved) = (position.occupied().without(royals), position.state.unmoved);
        Some(AttackContext { game, threats, steps, position, occupied, unmoved })
    }

    /// Gives each lookup of each piece.
    #[inline(always)]
    pub(crate) fn each_lookup(&self, mut give: impl FnMut(AttackLookup<N>)) {
        let unmoved = &self.unmoved;
        for (index, step) in self.steps.shifts.iter().enumerate() {
            give(AttackLookup {
                pieces: step.pieces(self.position, unmoved),
                method: Method::Shift,
                index: index as u32,
            });
        }
        let Program { leaps, slots, rays, .. } = self.steps;
        for (method, steps) in [(Method::Leap, leaps), (Method::Slot, slots), (Method::Ray, rays)] {
            for step in &steps.plain {
                let pieces = step.pieces(self.position, unmoved);
                pieces.for_each(|from| give(AttackLookup { pieces: Bitboard::of(from), method, index: step.table }));
            }
        }
        for (index, other) in self.threats.others.iter().enumerate().filter(|(_, other)| !other.barriers.is_empty()) {
            let pieces = other.pieces(self.position, self.threats.side);
            let (method, index) = (Method::Barred, index as u32);
            pieces.for_each(|from| give(AttackLookup { pieces: Bitboard::of(from), method, index }));
        }
    }

    /// What a piece of this kind attacks from here.
    #[inline(always)]
    pub(crate) fn attacked_from(&self, kind: KindId, from: Square) -> Bitboard<N> {
        let (piece, unmoved) = (Bitboard::of(from), &self.unmoved);
        let mut attacked = Bitboard::EMPTY;
        for &(method, index) in &self.threats.by_kind[kind.index()] {
            let number = index as usize;
            let (pieces, index) = match method {
                Method::Shift => (self.steps.shifts[number].applicable(piece, unmoved), index),
                Method::Barred => (self.threats.others[number].pieces(self.position, self.threats.side) & piece, index),
                Method::Leap => self.steps.leaps.plain[number].pieces_and_table(piece, unmoved),
                Method::Slot => self.steps.slots.plain[number].pieces_and_table(piece, unmoved),
                Method::Ray => self.steps.rays.plain[number].pieces_and_table(piece, unmoved),
            };
            attacked |= self.attacked_by(&AttackLookup { pieces, method, index }, pieces);
        }
        attacked
    }

    /// What these pieces, some of those of a lookup, attack by it.
    #[inline(always)]
    pub(crate) fn attacked_by(&self, lookup: &AttackLookup<N>, pieces: Bitboard<N>) -> Bitboard<N> {
        let Some(from) = pieces.first() else { return Bitboard::EMPTY };
        match lookup.method {
            Method::Shift => {
                let empty = self.game.board.without(self.occupied);
                self.steps.shifts[lookup.index as usize].targets(pieces, &empty)
            }
            Method::Barred => {
                let other = &self.threats.others[lookup.index as usize];
                other.attacked(&self.game.lookups, self.position, from, &self.occupied)
            }
            method => self.steps.look(&self.game.lookups, method, lookup.index, from, &self.occupied),
        }
    }

    /// The squares a change of which may change which of these `squares` a lookup attacks, `answer` being what it attacks now.
    #[inline(always)]
    pub(crate) fn dependencies(
        &self,
        lookup: &AttackLookup<N>,
        attacked: Bitboard<N>,
        squares: Bitboard<N>,
    ) -> Bitboard<N> {
        let Some(from) = lookup.pieces.first() else { return Bitboard::EMPTY };
        let attacks_none = attacked.is_disjoint(&squares);
        match lookup.method {
            Method::Shift => {
                let step = &self.steps.shifts[lookup.index as usize];
                if attacks_none && step.must_be_empty.is_empty() {
                    Bitboard::EMPTY
                } else {
                    step.watched(lookup.pieces)
                }
            }
            Method::Leap if attacks_none => Bitboard::EMPTY,
            Method::Leap => lookup.pieces,
            Method::Barred => lookup.pieces | self.threats.others[lookup.index as usize].watches[from.index()],
            method => {
                let hidden = self.steps.hidden_dependencies(&self.game.lookups, method, lookup.index, from);
                let farthest = || self.steps.look(&self.game.lookups, method, lookup.index, from, &Bitboard::EMPTY);
                // Of a ride without anything in its way all others are a part.
                let never = attacks_none && hidden.is_empty() && farthest().is_disjoint(&squares);
                if never { Bitboard::EMPTY } else { lookup.pieces | attacked | hidden }
            }
        }
    }
}

/// All squares that a side attacks, these royals of the other being away; `None` where that depends on more than who stands where.
#[inline(always)]
pub(crate) fn attacked<const N: usize>(
    game: &Game<N>,
    position: &Position<N>,
    by: Side,
    royals: Bitboard<N>,
) -> Option<Bitboard<N>> {
    let context = AttackContext::new(game, position, by, royals)?;
    let mut all = Bitboard::EMPTY;
    context.each_lookup(|lookup| all |= context.attacked_by(&lookup, lookup.pieces));
    Some(all)
}
