//! Leaps, straight rides of one leg and leaps to any square, walked from a square without the machine. On large boards, where every move is
//! a program, most moves are such.

use super::PieceTables;
use super::chain::View;
use super::program::{Op, Program};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Square, Vector};
use betza_ir::{Condition, Count, Landing, Modes, Pass, Sectors};

/// A leap or a straight ride in several directions, or a leap to any square, which leaves everything but its end as it is.
#[derive(Clone, Debug)]
pub(super) struct PlainLeg {
    /// The directions; `None`: it leaps to any square.
    vectors: Option<Vec<Vector>>,
    count: Count,
    /// Pieces on the way are passed.
    leaps_over: bool,
    modes: Modes,
}

impl PlainLeg {
    /// Returns the only leg of a program, if it is of this form.
    pub fn of<const N: usize>(program: &Program<N>) -> Option<PlainLeg> {
        let [Op::Leg(0), Op::Stop(Some(Landing { modes, victims }))] = program.ops[..] else { return None };
        let leg = &program.legs[0];
        let fits = program.sectors == Sectors::ALL
            && !program.keeps_path
            && !program.keeps_passed
            && victims.is_empty()
            && !modes.intersects(Modes::EN_PASSANT | Modes::SWAP)
            && matches!(leg.pass, Pass::Clear | Pass::Any)
            && leg.is_simple();
        let plain = |vectors| PlainLeg { vectors, count: leg.count, leaps_over: leg.pass == Pass::Any, modes };
        let Some(turns) = &leg.turns else { return fits.then(|| plain(None)) };
        let turn = turns.binary_search_by_key(&None, |t| t.0).ok()?;
        let courses = &program.choices[turns[turn].1.start as usize..turns[turn].1.end as usize];
        let mut vectors = Vec::new();
        for &course in courses {
            let [vector] = program.courses[usize::from(course)].0[..] else { return None };
            vectors.push(vector);
        }
        let moves = vectors.iter().all(|&vector| vector != Vector::ZERO);
        (fits && moves).then(|| plain(Some(vectors)))
    }

    /// Returns where it ends from a square.
    pub fn ends<const N: usize>(&self, board: &Board, view: &View<'_, N>, from: Square) -> Bitboard<N> {
        self.squares(board, from, |square| {
            let mode = if view.enemy.contains(square) {
                Modes::CAPTURE
            } else if view.own.contains(square) {
                Modes::DESTROY
            } else {
                Modes::MOVE
            };
            (self.modes.contains(mode), mode != Modes::MOVE)
        })
    }

    /// Returns the squares of its ways on which it may end. `what` says of a square whether it may end there and whether
    /// something stands there.
    fn squares<const N: usize>(
        &self,
        board: &Board,
        from: Square,
        what: impl Fn(Square) -> (bool, bool),
    ) -> Bitboard<N> {
        let Some(vectors) = &self.vectors else {
            return board.squares().filter(|&square| square != from && what(square).0).collect();
        };
        let mut ends = Bitboard::EMPTY;
        let (file, rank) = (board.file(from), board.rank(from));
        for &vector in vectors {
            let (mut steps, mut file, mut rank) = (0, file, rank);
            while self.count.goes_on(steps) {
                (file, rank) = (file + i32::from(vector.dx), rank + i32::from(vector.dy));
                let Some(square) = board.at(file, rank) else { break };
                steps += 1;
                let (ends_here, is_occupied) = what(square);
                if ends_here && self.count.allows(steps) {
                    ends.insert(square);
                }
                if is_occupied && !self.leaps_over {
                    break;
                }
            }
        }
        ends
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
        let chains = self.chains.iter().filter(|chain| mover.contains(chain.condition()));
        let legs = chains.filter_map(|chain| Some((chain, chain.plain.as_ref()?)));
        legs.filter(|(_, leg)| leg.modes.contains(Modes::CAPTURE)).fold(Bitboard::EMPTY, |all, (chain, leg)| {
            all | leg.squares(&chain.board, from, |square| (true, occupied.contains(square)))
        })
    }

    /// Returns an upper bound of the squares whose piece its other chains can capture from here on some position.
    #[must_use]
    pub fn may_capture_otherwise(&self, from: Square) -> Bitboard<N> {
        let chains = self.chains.iter().filter(|chain| chain.plain.is_none());
        chains.fold(Bitboard::EMPTY, |all, chain| all | chain.may_capture(from))
    }
}
