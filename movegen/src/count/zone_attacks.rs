//! What a side attacks near a royal after a move of its own, from what it attacked there before.

use crate::attack::attacked::{Query, Scene};
use crate::attack::watch::Watch;
use crate::compile::game::Game;
use crate::state::position::Position;
use crate::units::KindId;
use arrayvec::ArrayVec;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};

/// So many attacks at most are remembered: one for each bit of a word.
const ATTACKS: usize = 64;

/// Which of some squares a side attacks before it moves.
pub(crate) struct Attacks<const N: usize> {
    squares: Bitboard<N>,
    /// What attacks some of them, or may once a square changes.
    asked: ArrayVec<Query<N>, ATTACKS>,
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
    pub fn attacked_without_making(
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
        let unpinned = scene.position.side(by).without(changed);
        while let Some(asked) = self.asked.get(stale.trailing_zeros() as usize) {
            stale &= stale - 1;
            all |= scene.ask(asked, asked.pieces & unpinned);
        }
        all
    }
}
