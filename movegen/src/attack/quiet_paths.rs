//! Threats other than leaps and lines, in counting replies to a move that is not made: whether they limit the replies,
//! and which squares the move must touch so that they do.

use crate::compile::between::Form;
use crate::compile::game::Game;
use crate::compile::threats::Threats;
use crate::position::board::Position;
use betza_game::KindId;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;

impl<const N: usize> Threats<N> {
    /// Returns the squares that a move of this side must touch so that its threats other than leaps and lines limit the
    /// replies. The royal of the side that replies stands on `royal`, and `own` has the pieces of that side. Returns
    /// all squares if the threats limit the replies already, or if they depend on more than the occupancy of single
    /// paths. [`Threats::aims_otherwise`] tells whether the piece that moves comes to attack the royal.
    #[inline(never)]
    pub fn unusual_squares(
        &self,
        game: &Game<N>,
        position: &Position<N>,
        own: &Bitboard<N>,
        royal: Square,
    ) -> Bitboard<N> {
        if !self.chains.plans.is_empty() {
            return Bitboard::FULL;
        }
        let occupied = position.occupied();
        let mut squares = Bitboard::EMPTY;
        for threat in &self.paths {
            for from in threat.candidates(position, self.side, royal) {
                let on_path = threat.between.get(from, royal) & occupied;
                let blockers = match threat.form {
                    Form::FixedHurdle => on_path.without(threat.hurdle(from, royal)),
                    Form::Clear | Form::Hop => on_path,
                };
                let is_limit = match (threat.form, blockers.count()) {
                    (_, 0) | (Form::Hop, 1) => true,
                    (Form::Clear | Form::FixedHurdle, 1) | (Form::Hop, 2) => !blockers.is_disjoint(own),
                    _ => false,
                };
                if is_limit {
                    return Bitboard::FULL;
                }
                if blockers.count() <= needed(threat.form) + 2 {
                    squares |= on_path;
                }
            }
        }
        for threat in &self.others {
            for from in threat.candidates(position, self.side, royal) {
                let single =
                    if game.rules.strategy.moves_singly { threat.single(from, royal, &occupied) } else { None };
                match single {
                    None | Some((_, 0 | 1)) => return Bitboard::FULL,
                    Some((path, 2)) => squares |= path,
                    Some(_) => {}
                }
            }
        }
        squares
    }

    /// Returns whether a piece of this kind that comes to `from` might limit the replies, by threats other than leaps
    /// and lines. `occupied` is the occupancy after the move.
    #[inline(never)]
    pub fn aims_otherwise(&self, kind: KindId, from: Square, royal: Square, occupied: Bitboard<N>) -> bool {
        let by_path = self.paths.iter().filter(|t| t.kind == kind && !t.unmoved).any(|threat| {
            let on_path = threat.between.get(from, royal) & occupied;
            let blockers = match threat.form {
                Form::FixedHurdle => on_path.without(threat.hurdle(from, royal)),
                Form::Clear | Form::Hop => on_path,
            };
            threat.sources[royal.index()].contains(from) && blockers.count() <= needed(threat.form) + 1
        });
        by_path || self.others.iter().any(|t| t.kind == kind && t.sources[royal.index()].contains(from))
    }
}

/// Returns how many pieces on a path, besides a hurdle on its own square, let it attack.
fn needed(form: Form) -> u32 {
    match form {
        Form::Clear | Form::FixedHurdle => 0,
        Form::Hop => 1,
    }
}
