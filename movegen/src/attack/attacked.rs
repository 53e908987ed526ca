//! What a side attacks, lookup by lookup.

use crate::attack::threats::Threats;
use crate::compile::game::Game;
use crate::compile::program::{Program, Sort};
use crate::state::position::Position;
use crate::units::KindId;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};

/// One lookup, of one piece, or of all of a kind by one vector.
#[derive(Clone, Copy)]
pub(crate) struct Query<const N: usize> {
    pub(crate) pieces: Bitboard<N>,
    pub(crate) sort: Sort,
    /// What it looks into: a table, or the place of the vector or of the threat.
    pub(crate) place: u32,
}

/// What of its board decides what a side attacks.
pub(crate) struct Scene<'a, const N: usize> {
    pub(crate) game: &'a Game<N>,
    pub(crate) threats: &'a Threats<N>,
    pub(crate) steps: &'a Program<N>,
    pub(crate) position: &'a Position<N>,
    /// What hides: everything but the royals of the side attacked.
    pub(crate) occupied: Bitboard<N>,
    /// Pieces that may make moves of unmoved pieces.
    pub(crate) unmoved: Bitboard<N>,
}

impl<'a, const N: usize> Scene<'a, N> {
    /// `None` where what the side attacks depends on more than who stands where.
    #[inline(always)]
    pub(crate) fn new(
        game: &'a Game<N>,
        position: &'a Position<N>,
        by: Side,
        royals: Bitboard<N>,
    ) -> Option<Scene<'a, N>> {
        let threats = &game.sides[by.index()].threats;
        let steps = threats.steps.as_ref()?;
        let (occupied, unmoved) = (position.occupied().without(royals), position.state.unmoved);
        Some(Scene { game, threats, steps, position, occupied, unmoved })
    }

    /// Gives each lookup of each piece.
    #[inline(always)]
    pub(crate) fn each(&self, mut give: impl FnMut(Query<N>)) {
        let unmoved = &self.unmoved;
        for (place, step) in self.steps.shifts.iter().enumerate() {
            give(Query { pieces: step.pieces(self.position, unmoved), sort: Sort::Shift, place: place as u32 });
        }
        let Program { leaps, slots, rays, .. } = self.steps;
        for (sort, steps) in [(Sort::Leap, leaps), (Sort::Slot, slots), (Sort::Ray, rays)] {
            for step in &steps.plain {
                let pieces = step.pieces(self.position, unmoved);
                pieces.for_each(|from| give(Query { pieces: Bitboard::of(from), sort, place: step.table }));
            }
        }
        for (place, other) in self.threats.others.iter().enumerate().filter(|(_, other)| !other.barriers.is_empty()) {
            let pieces = other.pieces(self.position, self.threats.side);
            let (sort, place) = (Sort::Barred, place as u32);
            pieces.for_each(|from| give(Query { pieces: Bitboard::of(from), sort, place }));
        }
    }

    /// What a piece of this kind attacks from here.
    #[inline(always)]
    pub(crate) fn attacked_from(&self, kind: KindId, from: Square) -> Bitboard<N> {
        let (piece, unmoved) = (Bitboard::of(from), &self.unmoved);
        let mut attacked = Bitboard::EMPTY;
        for &(sort, place) in &self.threats.by_kind[kind.index()] {
            let number = place as usize;
            let (pieces, place) = match sort {
                Sort::Shift => (self.steps.shifts[number].counting(piece, unmoved), place),
                Sort::Barred => (self.threats.others[number].pieces(self.position, self.threats.side) & piece, place),
                Sort::Leap => self.steps.leaps.plain[number].asked(piece, unmoved),
                Sort::Slot => self.steps.slots.plain[number].asked(piece, unmoved),
                Sort::Ray => self.steps.rays.plain[number].asked(piece, unmoved),
            };
            attacked |= self.ask(&Query { pieces, sort, place }, pieces);
        }
        attacked
    }

    /// What these pieces, some of those of a lookup, attack by it.
    #[inline(always)]
    pub(crate) fn ask(&self, asked: &Query<N>, pieces: Bitboard<N>) -> Bitboard<N> {
        let Some(from) = pieces.first() else { return Bitboard::EMPTY };
        match asked.sort {
            Sort::Shift => {
                let empty = self.game.board.without(self.occupied);
                self.steps.shifts[asked.place as usize].targets(pieces, &empty)
            }
            Sort::Barred => {
                let other = &self.threats.others[asked.place as usize];
                other.attacked(&self.game.lookups, self.position, from, &self.occupied)
            }
            sort => self.steps.look(&self.game.lookups, sort, asked.place, from, &self.occupied),
        }
    }

    /// The squares a change of which may change which of these `squares` a lookup attacks, `answer` being what it attacks now.
    #[inline(always)]
    pub(crate) fn depends(&self, asked: &Query<N>, answer: Bitboard<N>, squares: Bitboard<N>) -> Bitboard<N> {
        let Some(from) = asked.pieces.first() else { return Bitboard::EMPTY };
        let is_blind = answer.is_disjoint(&squares);
        match asked.sort {
            Sort::Shift => {
                let step = &self.steps.shifts[asked.place as usize];
                if is_blind && step.way.is_empty() { Bitboard::EMPTY } else { step.watched(asked.pieces) }
            }
            Sort::Leap if is_blind => Bitboard::EMPTY,
            Sort::Leap => asked.pieces,
            Sort::Barred => asked.pieces | self.threats.others[asked.place as usize].watches[from.index()],
            sort => {
                let unseen = self.steps.depends_besides(&self.game.lookups, sort, asked.place, from);
                let farthest = || self.steps.look(&self.game.lookups, sort, asked.place, from, &Bitboard::EMPTY);
                // Of a ride without anything in its way all others are a part.
                let never = is_blind && unseen.is_empty() && farthest().is_disjoint(&squares);
                if never { Bitboard::EMPTY } else { asked.pieces | answer | unseen }
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
    let scene = Scene::new(game, position, by, royals)?;
    let mut all = Bitboard::EMPTY;
    scene.each(|asked| all |= scene.ask(&asked, asked.pieces));
    Some(all)
}
