//! What becomes of generated moves: they are counted, or listed.

use crate::chains::Room;
use crate::effects::{Effect, Effects};
use crate::moves::{Move, MoveType};
use crate::rules::KindId;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;

/// What takes the moves.
pub trait Sink<const N: usize> {
    /// Moves of one piece to each square of a set.
    fn targets(&mut self, kind: MoveType, from: Square, targets: Bitboard<N>);
    /// The same, promoting to each of these kinds.
    fn promotions(&mut self, from: Square, targets: Bitboard<N>, to: &[KindId]);
    /// Moves of several pieces, each by `by` indices, to each square of a set.
    fn shifted(&mut self, kind: MoveType, by: i32, targets: Bitboard<N>);
    /// The same, promoting to each of these kinds.
    fn shifted_promotions(&mut self, by: i32, targets: Bitboard<N>, to: &[KindId]);
    /// Drops of one kind on each square of a set.
    fn drops(&mut self, kind: KindId, targets: Bitboard<N>);
    /// One move.
    fn single(&mut self, m: Move);
    /// Moves to each square of a set that do the same besides ([`MoveType::Chain`]), as this kind if the mover promotes.
    fn chain(&mut self, from: Square, targets: Bitboard<N>, becomes: Option<KindId>, effects: &[Effect]);
    /// Memory for pieces that move by chains, which generation borrows.
    fn room(&mut self) -> &mut Option<Box<Room<N>>>;
}

/// Counts moves.
#[derive(Debug, Default)]
pub struct Counter<const N: usize> {
    /// How many.
    pub count: u64,
    room: Option<Box<Room<N>>>,
}

impl<const N: usize> Sink<N> for Counter<N> {
    #[inline]
    fn targets(&mut self, _: MoveType, _: Square, targets: Bitboard<N>) {
        self.count += u64::from(targets.count());
    }
    #[inline]
    fn promotions(&mut self, _: Square, targets: Bitboard<N>, to: &[KindId]) {
        self.count += u64::from(targets.count()) * to.len() as u64;
    }
    #[inline]
    fn shifted(&mut self, _: MoveType, _: i32, targets: Bitboard<N>) {
        self.count += u64::from(targets.count());
    }
    #[inline]
    fn shifted_promotions(&mut self, _: i32, targets: Bitboard<N>, to: &[KindId]) {
        self.count += u64::from(targets.count()) * to.len() as u64;
    }
    #[inline]
    fn drops(&mut self, _: KindId, targets: Bitboard<N>) {
        self.count += u64::from(targets.count());
    }
    #[inline]
    fn single(&mut self, _: Move) {
        self.count += 1;
    }
    #[inline]
    fn chain(&mut self, _: Square, targets: Bitboard<N>, _: Option<KindId>, _: &[Effect]) {
        self.count += u64::from(targets.count());
    }
    #[inline]
    fn room(&mut self) -> &mut Option<Box<Room<N>>> {
        &mut self.room
    }
}

/// Lists moves, with their effects in an arena of its own.
#[derive(Debug, Default)]
pub struct MoveList<const N: usize> {
    /// The moves.
    pub moves: Vec<Move>,
    /// What they do besides.
    pub effects: Effects,
    room: Option<Box<Room<N>>>,
}

impl<const N: usize> MoveList<N> {
    /// Forgets all moves and keeps the memory.
    pub fn clear(&mut self) {
        self.moves.clear();
        self.effects.clear();
    }
}

/// The moves of the list.
impl<const N: usize> std::ops::Deref for MoveList<N> {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.moves
    }
}

/// The same moves with the same effects, in the same order.
impl<const N: usize> PartialEq for MoveList<N> {
    fn eq(&self, other: &MoveList<N>) -> bool {
        let same = |(a, b): (&Move, &Move)| a.bare() == b.bare() && self.effects.of(*a) == other.effects.of(*b);
        self.len() == other.len() && self.iter().zip(other.iter()).all(same)
    }
}

impl<const N: usize> Sink<N> for MoveList<N> {
    #[inline]
    fn targets(&mut self, kind: MoveType, from: Square, targets: Bitboard<N>) {
        self.moves.extend(targets.into_iter().map(|to| Move::new(kind, from, to)));
    }
    fn promotions(&mut self, from: Square, targets: Bitboard<N>, to: &[KindId]) {
        for square in targets {
            self.moves.extend(to.iter().map(|&k| Move::with_piece(MoveType::Promotion, from, square, k)));
        }
    }
    #[inline]
    fn shifted(&mut self, kind: MoveType, by: i32, targets: Bitboard<N>) {
        self.moves.extend(targets.into_iter().map(|to| Move::new(kind, origin(to, by), to)));
    }
    fn shifted_promotions(&mut self, by: i32, targets: Bitboard<N>, to: &[KindId]) {
        for square in targets {
            <MoveList<N> as Sink<N>>::promotions(self, origin(square, by), Bitboard::of(square), to);
        }
    }
    fn drops(&mut self, kind: KindId, targets: Bitboard<N>) {
        self.moves.extend(targets.into_iter().map(|to| Move::with_piece(MoveType::Drop, to, to, kind)));
    }
    #[inline]
    fn single(&mut self, m: Move) {
        self.moves.push(m);
    }
    fn chain(&mut self, from: Square, targets: Bitboard<N>, becomes: Option<KindId>, effects: &[Effect]) {
        let number = self.effects.push(effects);
        self.moves.extend(targets.into_iter().map(|to| {
            let m = Move::new(MoveType::Chain, from, to);
            becomes.map_or(m, |kind| Move::with_piece(MoveType::Chain, from, to, kind)).with_effects(number)
        }));
    }
    fn room(&mut self) -> &mut Option<Box<Room<N>>> {
        &mut self.room
    }
}

/// Where a piece that went `by` indices came from.
#[inline]
fn origin(to: Square, by: i32) -> Square {
    Square::from_index((to.index() as i32 - by) as usize)
}
