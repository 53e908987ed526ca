//! Leaps and straight rides of one leg, walked from a square without the machine. On large boards, where every move is
//! a program, most moves are such.

use super::chain::View;
use super::program::{LegPlan, Op, Program};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Board, Square, Vector};
use betza_ir::{Count, Footing, Landing, Modes, Pass, Sectors, Span, Wrap};

/// A leap or a straight ride in several directions, which leaves everything but its end as it is.
#[derive(Clone, Debug)]
pub(super) struct PlainLeg {
    vectors: Vec<Vector>,
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
            && is_plain(leg);
        let turns = leg.turns.as_ref().filter(|_| fits)?;
        let turn = turns.binary_search_by_key(&None, |t| t.0).ok()?;
        let courses = &program.choices[turns[turn].1.start as usize..turns[turn].1.end as usize];
        let mut vectors = Vec::new();
        for &course in courses {
            let [vector] = program.courses[usize::from(course)].0[..] else { return None };
            vectors.push(vector);
        }
        let moves = vectors.iter().all(|&vector| vector != Vector::ZERO);
        moves.then_some(PlainLeg { vectors, count: leg.count, leaps_over: leg.pass == Pass::Any, modes })
    }

    /// Returns where it ends from a square.
    pub fn ends<const N: usize>(&self, board: &Board, view: &View<'_, N>, from: Square) -> Bitboard<N> {
        let mut ends = Bitboard::EMPTY;
        let (file, rank) = (board.file(from), board.rank(from));
        for &vector in &self.vectors {
            let (mut steps, mut file, mut rank) = (0, file, rank);
            while self.count.goes_on(steps) {
                (file, rank) = (file + i32::from(vector.dx), rank + i32::from(vector.dy));
                let Some(square) = board.at(file, rank) else { break };
                steps += 1;
                let mode = if view.enemy.contains(square) {
                    Modes::CAPTURE
                } else if view.own.contains(square) {
                    Modes::DESTROY
                } else {
                    Modes::MOVE
                };
                if self.modes.contains(mode) && self.count.allows(steps) {
                    ends.insert(square);
                }
                if mode != Modes::MOVE && !self.leaps_over {
                    break;
                }
            }
        }
        ends
    }
}

/// Returns whether a leg depends on nothing but what stands on the squares where its steps end.
fn is_plain(leg: &LegPlan) -> bool {
    leg.footing == Footing::Leap
        && leg.span == Span::Free
        && leg.wrap == Wrap::None
        && matches!(leg.pass, Pass::Clear | Pass::Any)
        && !(leg.skips_first || leg.avoids_origin || leg.unloads || leg.trails || leg.frozen)
}
