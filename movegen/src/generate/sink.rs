//! Sinks, which take the generated moves and count or list them.

#![allow(unsafe_code)]

use crate::position::effects::{Effect, Effects};
use crate::position::list::{FROM, MoveList, TO};
use crate::position::moves::{Move, MoveType};
use crate::units::each_square;
use betza_game::KindId;
use betza_ir::bitboard::{Bitboard, is_large};
use betza_ir::geometry::Square;

/// Takes generated moves.
pub trait Sink<const N: usize> {
    /// Returns how many moves it has taken. Rules that depend on whether there is any move compare it before and after.
    fn given(&self) -> u64;
    /// Takes moves of one piece to each square of a set.
    fn targets(&mut self, kind: MoveType, from: Square, targets: Bitboard<N>);
    /// Takes moves of each piece of a set; `targets` returns its destinations.
    #[inline(always)]
    fn each(&mut self, kind: MoveType, pieces: Bitboard<N>, targets: impl Fn(Square) -> Bitboard<N>)
    where
        Self: Sized,
    {
        each_square!(N, pieces, |from| self.targets(kind, from, targets(from)));
    }
    /// Takes moves to each square of a set, promoting to each of these kinds.
    fn promotions(&mut self, from: Square, targets: Bitboard<N>, to: &[KindId]);
    /// Takes moves to each square of a set, each of the piece that stands `by` indices before the square.
    fn shifted(&mut self, kind: MoveType, by: i32, targets: Bitboard<N>) {
        targets.for_each(|to| self.targets(kind, origin(to, by), Bitboard::of(to)));
    }
    /// Takes moves as [`Sink::shifted`] does, promoting to each of these kinds.
    fn shifted_promotions(&mut self, by: i32, targets: Bitboard<N>, to: &[KindId]) {
        targets.for_each(|square| self.promotions(origin(square, by), Bitboard::of(square), to));
    }
    /// Takes drops of one kind of piece on each square of a set.
    fn drops(&mut self, kind: KindId, targets: Bitboard<N>);
    /// Takes one move.
    fn single(&mut self, m: Move);
    /// Takes a move of a list, with the effects that the list has for it.
    fn listed(&mut self, m: Move, effects: &Effects) {
        if m.kind == MoveType::Chain {
            self.chain(m.origin_on::<N>(), Bitboard::of(m.destination_on::<N>()), m.piece_on::<N>(), &effects.of(m));
        } else if m.has_effects() {
            self.with_effects(m, &effects.of(m));
        } else {
            self.single(m);
        }
    }
    /// Takes one move with these effects instead of its own. A sink that only counts needs no effects.
    fn with_effects(&mut self, m: Move, _: &[Effect]) {
        self.single(m);
    }
    /// Takes moves to one square with the same effects, each of which also places a wall on another square of a set.
    /// `becomes` is the kind to which the mover promotes.
    fn walled(&mut self, from: Square, to: Square, becomes: Option<KindId>, effects: &[Effect], walls: Bitboard<N>) {
        let mut all = effects.to_vec();
        for wall in walls {
            all.push(Effect::Wall(wall));
            self.chain(from, Bitboard::of(to), becomes, &all);
            all.pop();
        }
    }
    /// Takes moves to each square of a set with the same effects ([`MoveType::Chain`]). `becomes` is the kind to which
    /// the mover promotes.
    fn chain(&mut self, from: Square, targets: Bitboard<N>, becomes: Option<KindId>, effects: &[Effect]);
}

/// Hands moves on to any sink. Sinks that rewrite moves for a rule are all given moves through this one type, so that
/// the generator is compiled once for all of them.
pub(crate) struct Forward<'s, const N: usize>(pub &'s mut dyn Sink<N>);

impl<const N: usize> Sink<N> for Forward<'_, N> {
    fn given(&self) -> u64 {
        self.0.given()
    }
    fn targets(&mut self, kind: MoveType, from: Square, targets: Bitboard<N>) {
        self.0.targets(kind, from, targets);
    }
    fn promotions(&mut self, from: Square, targets: Bitboard<N>, to: &[KindId]) {
        self.0.promotions(from, targets, to);
    }
    fn shifted(&mut self, kind: MoveType, by: i32, targets: Bitboard<N>) {
        self.0.shifted(kind, by, targets);
    }
    fn shifted_promotions(&mut self, by: i32, targets: Bitboard<N>, to: &[KindId]) {
        self.0.shifted_promotions(by, targets, to);
    }
    fn drops(&mut self, kind: KindId, targets: Bitboard<N>) {
        self.0.drops(kind, targets);
    }
    fn single(&mut self, m: Move) {
        self.0.single(m);
    }
    fn listed(&mut self, m: Move, effects: &Effects) {
        self.0.listed(m, effects);
    }
    fn with_effects(&mut self, m: Move, effects: &[Effect]) {
        self.0.with_effects(m, effects);
    }
    fn walled(&mut self, from: Square, to: Square, becomes: Option<KindId>, effects: &[Effect], walls: Bitboard<N>) {
        self.0.walled(from, to, becomes, effects, walls);
    }
    fn chain(&mut self, from: Square, targets: Bitboard<N>, becomes: Option<KindId>, effects: &[Effect]) {
        self.0.chain(from, targets, becomes, effects);
    }
}

/// Counts moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counter(pub u64);

impl<const N: usize> Sink<N> for Counter {
    #[inline]
    fn given(&self) -> u64 {
        self.0
    }
    #[inline]
    fn targets(&mut self, _: MoveType, _: Square, targets: Bitboard<N>) {
        self.0 += u64::from(targets.count());
    }

    /// PERF: the sum stays in a register; added up in memory, piece by piece, each addition would wait for the one
    /// before.
    #[inline(always)]
    fn each(&mut self, _: MoveType, pieces: Bitboard<N>, targets: impl Fn(Square) -> Bitboard<N>) {
        let mut sum = 0;
        each_square!(N, pieces, |from| sum += u64::from(targets(from).count()));
        self.0 += sum;
    }

    #[inline]
    fn promotions(&mut self, _: Square, targets: Bitboard<N>, to: &[KindId]) {
        self.0 += u64::from(targets.count()) * to.len() as u64;
    }

    #[inline]
    fn shifted(&mut self, _: MoveType, _: i32, targets: Bitboard<N>) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn shifted_promotions(&mut self, _: i32, targets: Bitboard<N>, to: &[KindId]) {
        self.0 += u64::from(targets.count()) * to.len() as u64;
    }

    #[inline]
    fn drops(&mut self, _: KindId, targets: Bitboard<N>) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn single(&mut self, _: Move) {
        self.0 += 1;
    }

    #[inline]
    fn walled(&mut self, _: Square, _: Square, _: Option<KindId>, _: &[Effect], walls: Bitboard<N>) {
        self.0 += u64::from(walls.count());
    }
    #[inline]
    fn chain(&mut self, _: Square, targets: Bitboard<N>, _: Option<KindId>, _: &[Effect]) {
        self.0 += u64::from(targets.count());
    }
}

impl<const N: usize> Sink<N> for MoveList {
    #[inline]
    fn given(&self) -> u64 {
        self.moves.len() as u64
    }
    /// PERF: not inlined, it would be compiled for any processor, so that boards of several words list a quarter
    /// slower.
    #[inline(always)]
    fn targets(&mut self, kind: MoveType, from: Square, targets: Bitboard<N>) {
        if is_large(N) {
            return targets.for_each(|to| self.moves.push(Move::of::<N>(kind, from, to)));
        }
        let first = Move::of::<N>(kind, from, Square::from_index(0)).to_bits();
        // SAFETY: only the destination changes.
        unsafe { self.add(first, TO, targets) };
    }

    #[inline(always)]
    fn each(&mut self, kind: MoveType, pieces: Bitboard<N>, targets: impl Fn(Square) -> Bitboard<N>) {
        if is_large(N) {
            return pieces.for_each(|from| Sink::<N>::targets(self, kind, from, targets(from)));
        }
        each_square!(N, pieces, |from| {
            let first = Move::of::<N>(kind, from, Square::from_index(0)).to_bits();
            // SAFETY: only the destination changes.
            unsafe { self.add(first, TO, targets(from)) };
        });
    }

    fn promotions(&mut self, from: Square, targets: Bitboard<N>, to: &[KindId]) {
        for square in targets {
            self.moves.extend(to.iter().map(|&k| Move::of_piece::<N>(MoveType::Promotion, from, square, k)));
        }
    }

    /// PERF: it is called for each shift of pawns; not inlined it costs 3% of listing the moves of Capablanca's chess.
    #[inline(always)]
    fn shifted(&mut self, kind: MoveType, by: i32, targets: Bitboard<N>) {
        if is_large(N) {
            return targets.for_each(|to| self.moves.push(Move::of::<N>(kind, origin(to, by), to)));
        }
        let nowhere = Square::from_index(0);
        let first = Move::of::<N>(kind, nowhere, nowhere).to_bits().wrapping_add_signed(-i64::from(by));
        // SAFETY: the destination is a square, and so is the origin, which is `by` indices before it.
        unsafe { self.add(first, TO | FROM, targets) };
    }

    fn drops(&mut self, kind: KindId, targets: Bitboard<N>) {
        if is_large(N) {
            return targets.for_each(|to| self.moves.push(Move::dropped::<N>(to, kind)));
        }
        let first = Move::dropped::<N>(Square::from_index(0), kind).to_bits();
        // SAFETY: only the square changes, which stands in the move twice.
        unsafe { self.add(first, TO | FROM, targets) };
    }

    #[inline]
    fn single(&mut self, m: Move) {
        self.moves.push(m);
    }

    fn with_effects(&mut self, m: Move, effects: &[Effect]) {
        self.push_with(m, effects);
    }

    fn chain(&mut self, from: Square, targets: Bitboard<N>, becomes: Option<KindId>, effects: &[Effect]) {
        let moves = targets.into_iter().map(|to| {
            let m = Move::of::<N>(MoveType::Chain, from, to);
            becomes.map_or(m, |kind| Move::of_piece::<N>(MoveType::Chain, from, to, kind))
        });
        self.effects.give(effects, moves, &mut self.moves);
    }
}

/// Returns the origin of a piece that moved by `by` indices to `to`.
#[inline]
pub(crate) fn origin(to: Square, by: i32) -> Square {
    Square::from_index((to.index() as i32 - by) as usize)
}
