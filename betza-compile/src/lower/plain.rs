//! Leaps, straight rides of one leg and leaps to any square, walked from a square without the machine. On large boards,
//! where every move is a program, most moves are such.

use super::PieceTables;
use super::chain::{ChainTable, View};
use super::moves::{ChainMoves, SideEffects};
use super::program::{Op, Program};
use betza_ir::bitboard::{Bitboard, is_large};
use betza_ir::geometry::{Board, Square, Vector};
use betza_ir::{Condition, Count, Landing, Modes, Pass, Sectors};

/// A leap or a straight ride in several directions, or a leap to any square, which leaves everything but its end as it
/// is. Where squares are open to en-passant capture, one that captures so is walked by the machine.
#[derive(Clone, Debug)]
pub(super) struct PlainLeg {
    /// The directions; `None`: it leaps to any square.
    vectors: Option<Vec<Vector>>,
    count: Count,
    /// Pieces on the way are passed.
    leaps_over: bool,
    modes: Modes,
    /// The squares passed are open to en-passant capture.
    leaves_passed: bool,
}

impl PlainLeg {
    /// Returns the only leg of a program, if it is of this form.
    pub fn of<const N: usize>(program: &Program<N>) -> Option<PlainLeg> {
        let [Op::Leg(0), Op::Stop(Some(Landing { modes, victims }))] = program.ops[..] else { return None };
        let leg = &program.legs[0];
        let fits = program.sectors == Sectors::ALL
            && !program.keeps_path
            && victims.is_empty()
            && !modes.contains(Modes::SWAP)
            && matches!(leg.pass, Pass::Clear | Pass::Any)
            && leg.is_simple();
        let (leaps_over, leaves_passed) = (leg.pass == Pass::Any, program.keeps_passed);
        let plain = |vectors| PlainLeg { vectors, count: leg.count, leaps_over, modes, leaves_passed };
        let Some(turns) = &leg.turns else { return (fits && !leaves_passed).then(|| plain(None)) };
        let turn = turns.binary_search_by_key(&None, |t| t.0).ok()?;
        let courses = &program.choices[turns[turn].1.start as usize..turns[turn].1.end as usize];
        let mut vectors = Vec::new();
        for &course in courses {
            let [vector] = program.courses[usize::from(course)].0[..] else { return None };
            vectors.push(vector);
        }
        let moves = vectors.iter().all(|&vector| vector != Vector::ZERO);
        // Such steps pass no square on their way, and no two directions lead to one square.
        let steps_next = || vectors.iter().all(|vector| vector.reduced() == *vector);
        (fits && moves && (!leaves_passed || steps_next())).then(|| plain(Some(vectors)))
    }

    /// Returns whether it needs no machine where these squares are open to en-passant capture.
    pub fn is_enough<const N: usize>(&self, view: &View<'_, N>) -> bool {
        view.en_passant.is_empty() || !self.modes.contains(Modes::EN_PASSANT)
    }

    /// Adds the moves from a square.
    pub fn generate<const N: usize>(&self, board: &Board, view: &View<'_, N>, from: Square, out: &mut ChainMoves<N>) {
        let what = |square: Square| {
            let mode = if view.enemy.contains(square) {
                Modes::CAPTURE
            } else if view.own.contains(square) {
                Modes::DESTROY
            } else {
                Modes::MOVE
            };
            (self.modes.contains(mode), mode != Modes::MOVE)
        };
        if self.leaves_passed {
            let mut passed = Bitboard::EMPTY;
            self.each_square(board, from, what, |steps, square, ends_here| {
                if steps == 1 {
                    passed = Bitboard::EMPTY;
                }
                if ends_here {
                    out.add(Bitboard::of(square), SideEffects::default(), passed);
                }
                passed.insert(square);
            });
            return;
        }
        let ends = self.squares(board, from, what);
        if !ends.is_empty() {
            out.add(ends, SideEffects::default(), Bitboard::EMPTY);
        }
    }

    /// Returns the squares of its ways on which it may end. `what` says of a square whether it may end there and
    /// whether something stands there.
    fn squares<const N: usize>(
        &self,
        board: &Board,
        from: Square,
        what: impl Fn(Square) -> (bool, bool),
    ) -> Bitboard<N> {
        if self.vectors.is_none() {
            return board.squares().filter(|&square| square != from && what(square).0).collect();
        }
        let mut ends = Bitboard::EMPTY;
        self.each_square(board, from, what, |_, square, ends_here| {
            if ends_here {
                ends.insert(square);
            }
        });
        ends
    }

    /// Returns whether it may end on `to`, where something stands, over a board with these squares occupied.
    fn reaches<const N: usize>(&self, board: &Board, from: Square, to: Square, occupied: &Bitboard<N>) -> bool {
        let Some(vectors) = &self.vectors else { return from != to };
        let both = |v: Vector| [i32::from(v.dx), i32::from(v.dy)];
        let whole = both(board.vector(from, to));
        vectors.iter().any(|&vector| {
            let step = both(vector);
            let axis = usize::from(step[0] == 0);
            let steps = whole[axis] / step[axis];
            if steps < 1 || step.map(|along| along * steps) != whole || !self.count.allows(steps as u16) {
                return false;
            }
            let mut way = std::iter::successors(board.step(from, vector), |square| board.step(*square, vector));
            let is_free = |square| self.leaps_over || !occupied.contains(square);
            (1..steps).all(|_| way.next().is_some_and(is_free))
        })
    }

    /// Walks each of its ways. `visit` gets the number of steps, the square, and whether it may end there.
    #[inline]
    fn each_square(
        &self,
        board: &Board,
        from: Square,
        what: impl Fn(Square) -> (bool, bool),
        mut visit: impl FnMut(u16, Square, bool),
    ) {
        let (file, rank) = (board.file(from), board.rank(from));
        for &vector in self.vectors.iter().flatten() {
            let (mut steps, mut file, mut rank) = (0, file, rank);
            while self.count.goes_on(steps) {
                (file, rank) = (file + i32::from(vector.dx), rank + i32::from(vector.dy));
                let Some(square) = board.at(file, rank) else { break };
                steps += 1;
                let (ends_here, is_occupied) = what(square);
                visit(steps, square, ends_here && self.count.allows(steps));
                if is_occupied && !self.leaps_over {
                    break;
                }
            }
        }
    }
}

impl<const N: usize> PieceTables<N> {
    /// Returns whether [`PieceTables::plain_attacks`] finds all that its chains capture.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.chains.iter().all(|chain| chain.plain.is_some())
    }

    /// Returns the squares on which an enemy would be captured by a leap or a straight ride from here, on large boards.
    /// `mover` is what holds of the mover.
    #[must_use]
    pub fn plain_attacks(&self, mover: Condition, from: Square, occupied: &Bitboard<N>) -> Bitboard<N> {
        if !is_large(N) {
            return Bitboard::EMPTY;
        }
        let chains = self.chains.iter().filter(|chain| mover.contains(chain.condition()));
        let legs = chains.filter_map(|chain| Some((chain, chain.plain.as_ref()?)));
        legs.filter(|(_, leg)| leg.modes.contains(Modes::CAPTURE)).fold(Bitboard::EMPTY, |all, (chain, leg)| {
            all | leg.squares(&chain.board, from, |square| (true, occupied.contains(square)))
        })
    }

    /// Returns whether `to` is one of the squares of [`PieceTables::plain_attacks`].
    #[must_use]
    pub fn plainly_attacks(&self, mover: Condition, from: Square, to: Square, occupied: &Bitboard<N>) -> bool {
        let captures = |chain: &ChainTable<N>| {
            mover.contains(chain.condition())
                && chain.plain.as_ref().is_some_and(|leg| {
                    leg.modes.contains(Modes::CAPTURE) && leg.reaches(&chain.board, from, to, occupied)
                })
        };
        is_large(N) && self.chains.iter().any(captures)
    }

    /// Returns an upper bound of the squares whose piece its other chains can capture from here on some position.
    #[must_use]
    pub fn may_capture_otherwise(&self, from: Square) -> Bitboard<N> {
        let chains = self.chains.iter().filter(|chain| chain.plain.is_none());
        chains.fold(Bitboard::EMPTY, |all, chain| all | chain.may_capture(from))
    }
}
