//! What a side attacks, lookup by lookup; and what it attacks near a royal after a move of its own, from what it attacked there before.

use super::sights::{Watch, look, unseen};
use crate::game::Game;
use crate::plan::{Program, Sort};
use crate::position::Position;
use crate::rules::KindId;
use crate::threats::Threats;
use arrayvec::ArrayVec;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};

/// So many attacks at most are remembered: one for each bit of a word.
const ATTACKS: usize = 64;

/// One lookup, of one piece, or of all of a kind by one vector.
#[derive(Clone, Copy)]
struct Asked<const N: usize> {
    pieces: Bitboard<N>,
    sort: Sort,
    /// What it looks into: a table, or the place of the vector or of the threat.
    place: u32,
}

/// What of its board decides what a side attacks.
struct Scene<'a, const N: usize> {
    game: &'a Game<N>,
    threats: &'a Threats<N>,
    steps: &'a Program<N>,
    position: &'a Position<N>,
    /// What hides: everything but the royals of the side attacked.
    occupied: Bitboard<N>,
    /// Pieces that may make moves of unmoved pieces.
    unmoved: Bitboard<N>,
}

impl<'a, const N: usize> Scene<'a, N> {
    /// `None` where what the side attacks depends on more than who stands where.
    #[inline(always)]
    fn new(game: &'a Game<N>, position: &'a Position<N>, by: Side, royals: Bitboard<N>) -> Option<Scene<'a, N>> {
        let threats = &game.sides[by.index()].threats;
        let steps = threats.steps.as_ref()?;
        let (occupied, unmoved) = (position.occupied().without(royals), position.state.unmoved);
        Some(Scene { game, threats, steps, position, occupied, unmoved })
    }

    /// Gives each lookup of each piece.
    #[inline(always)]
    fn each(&self, mut give: impl FnMut(Asked<N>)) {
        let unmoved = &self.unmoved;
        for (place, step) in self.steps.shifts.iter().enumerate() {
            give(Asked { pieces: step.pieces(self.position, unmoved), sort: Sort::Shift, place: place as u32 });
        }
        let Program { leaps, slots, rays, .. } = self.steps;
        for (sort, steps) in [(Sort::Leap, leaps), (Sort::Slot, slots), (Sort::Ray, rays)] {
            for step in &steps.plain {
                let pieces = step.pieces(self.position, unmoved);
                pieces.for_each(|from| give(Asked { pieces: Bitboard::of(from), sort, place: step.table }));
            }
        }
        for (place, other) in self.threats.others.iter().enumerate().filter(|(_, other)| !other.spurns.is_empty()) {
            let pieces = other.pieces(self.position, self.threats.side);
            let (sort, place) = (Sort::Spurning, place as u32);
            pieces.for_each(|from| give(Asked { pieces: Bitboard::of(from), sort, place }));
        }
    }

    /// What a piece of this kind attacks from here.
    #[inline(always)]
    fn attacked_from(&self, kind: KindId, from: Square) -> Bitboard<N> {
        let (piece, unmoved) = (Bitboard::of(from), &self.unmoved);
        let mut attacked = Bitboard::EMPTY;
        for &(sort, place) in &self.threats.by_kind[kind.index()] {
            let number = place as usize;
            let (pieces, place) = match sort {
                Sort::Shift => (self.steps.shifts[number].counting(piece, unmoved), place),
                Sort::Spurning => (self.threats.others[number].pieces(self.position, self.threats.side) & piece, place),
                Sort::Leap => self.steps.leaps.plain[number].asked(piece, unmoved),
                Sort::Slot => self.steps.slots.plain[number].asked(piece, unmoved),
                Sort::Ray => self.steps.rays.plain[number].asked(piece, unmoved),
            };
            attacked |= self.ask(&Asked { pieces, sort, place }, pieces);
        }
        attacked
    }

    /// What these pieces, some of those of a lookup, attack by it.
    #[inline(always)]
    fn ask(&self, asked: &Asked<N>, pieces: Bitboard<N>) -> Bitboard<N> {
        let Some(from) = pieces.first() else { return Bitboard::EMPTY };
        match asked.sort {
            Sort::Shift => {
                let empty = self.game.board.without(self.occupied);
                self.steps.shifts[asked.place as usize].targets(pieces, &empty)
            }
            Sort::Spurning => {
                let other = &self.threats.others[asked.place as usize];
                other.attacked(&self.game.lookups, self.position, from, &self.occupied)
            }
            sort => look(self.game, self.steps, sort, asked.place, from, &self.occupied),
        }
    }

    /// The squares a change of which may change which of these `squares` a lookup attacks, `answer` being what it attacks now.
    #[inline(always)]
    fn depends(&self, asked: &Asked<N>, answer: Bitboard<N>, squares: Bitboard<N>) -> Bitboard<N> {
        let Some(from) = asked.pieces.first() else { return Bitboard::EMPTY };
        let is_blind = answer.is_disjoint(&squares);
        match asked.sort {
            Sort::Shift => {
                let step = &self.steps.shifts[asked.place as usize];
                if is_blind && step.way.is_empty() { Bitboard::EMPTY } else { step.watched(asked.pieces) }
            }
            Sort::Leap if is_blind => Bitboard::EMPTY,
            Sort::Leap => asked.pieces,
            Sort::Spurning => asked.pieces | self.threats.others[asked.place as usize].watches[from.index()],
            sort => {
                let unseen = unseen(self.game, self.steps, sort, asked.place, from);
                let farthest = || look(self.game, self.steps, sort, asked.place, from, &Bitboard::EMPTY);
                // Of a ride without anything in its way all others are a part.
                let never = is_blind && unseen.is_empty() && farthest().is_disjoint(&squares);
                if never { Bitboard::EMPTY } else { asked.pieces | answer | unseen }
            }
        }
    }
}

/// All squares that a side attacks, these royals of the other being away; `None` where that depends on more than who stands where.
#[inline(always)]
pub(super) fn attacked<const N: usize>(
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

/// Which of some squares a side attacks before it moves.
pub(super) struct Attacks<const N: usize> {
    squares: Bitboard<N>,
    /// What attacks some of them, or may once a square changes.
    asked: ArrayVec<Asked<N>, ATTACKS>,
    /// What each of these attacks.
    answers: ArrayVec<Bitboard<N>, ATTACKS>,
    watch: Watch<N>,
    all: Bitboard<N>,
}

impl<const N: usize> Attacks<N> {
    /// None as yet.
    #[inline(always)]
    pub fn new() -> Attacks<N> {
        Attacks {
            squares: Bitboard::EMPTY,
            asked: ArrayVec::new(),
            answers: ArrayVec::new(),
            watch: Watch::new(),
            all: Bitboard::EMPTY,
        }
    }

    /// Finds the attacks on some squares, these royals of the other side being away; false if there are more than can be remembered, or if
    /// they depend on more than who stands where.
    #[inline(always)]
    pub fn find(
        &mut self,
        game: &Game<N>,
        position: &Position<N>,
        by: Side,
        royals: Bitboard<N>,
        squares: Bitboard<N>,
    ) -> bool {
        let Some(scene) = Scene::new(game, position, by, royals) else { return false };
        self.squares = squares;
        let mut has_room = true;
        scene.each(|asked| {
            let answer = scene.ask(&asked, asked.pieces);
            let depends = scene.depends(&asked, answer, squares);
            if depends.is_empty() {
                return;
            }
            has_room &= !self.asked.is_full();
            if has_room {
                self.watch.add(depends, 1 << self.asked.len());
                self.all |= answer & squares;
                self.asked.push(asked);
                self.answers.push(answer);
            }
        });
        has_room
    }

    /// Those of the squares that are attacked.
    #[inline(always)]
    pub fn all(&self) -> Bitboard<N> {
        self.all
    }

    /// Those of the squares that are attacked after a move that changed these squares, these royals of the other side being away.
    #[inline(always)]
    pub fn after(
        &self,
        game: &Game<N>,
        position: &Position<N>,
        by: Side,
        changed: Bitboard<N>,
        royals: Bitboard<N>,
    ) -> Bitboard<N> {
        let Some(scene) = Scene::new(game, position, by, royals) else { return self.squares };
        let mut all = self.of_others(&scene, by, changed);
        // PERF: a closure of its own would be compiled for any processor.
        for from in position.side(by) & changed {
            all |= scene.attacked_from(position.cell(from).kind(), from);
        }
        all & self.squares
    }

    /// The same where the move has not been made: it brings a piece of this kind to a square.
    #[inline(always)]
    pub fn after_unmade(
        &self,
        game: &Game<N>,
        position: &Position<N>,
        by: Side,
        (kind, from, to): (KindId, Square, Square),
        royals: Bitboard<N>,
    ) -> Bitboard<N> {
        let Some(mut scene) = Scene::new(game, position, by, royals) else { return self.squares };
        let (left, come) = (Bitboard::of(from), Bitboard::of(to));
        scene.occupied = scene.occupied.without(left) | come;
        scene.unmoved = scene.unmoved.without(left | come);
        (self.of_others(&scene, by, left | come) | scene.attacked_from(kind, to)) & self.squares
    }

    /// What the pieces attack that stand elsewhere than on the squares that changed; of what is none of the squares, not all.
    #[inline(always)]
    fn of_others(&self, scene: &Scene<'_, N>, by: Side, changed: Bitboard<N>) -> Bitboard<N> {
        let mut stale = self.watch.of(changed);
        if stale == 0 {
            return self.all;
        }
        let answers = self.answers.iter().enumerate();
        let fresh = answers.filter(|&(i, _)| stale >> i & 1 == 0);
        let mut all = fresh.fold(Bitboard::EMPTY, |all, (_, &answer)| all | answer);
        let standing = scene.position.side(by).without(changed);
        while let Some(asked) = self.asked.get(stale.trailing_zeros() as usize) {
            stale &= stale - 1;
            all |= scene.ask(asked, asked.pieces & standing);
        }
        all
    }
}
