//! Runs lame leaps in the machine: finds what stands on the squares under a single step (docs/notation, L1).

use super::coords::{At, advance};
use super::machine::{Content, Look, Machine, World};
use super::program::LegPlan;
use betza_ir::Footing;
use betza_ir::geometry::Vector;

impl<W: World<N>, const N: usize> Machine<'_, W, N> {
    /// Finds the ways in which a single step is possible (L1), and what the path knows of the board after each.
    pub(super) fn footing(&mut self, leg: &LegPlan, facts: W::Facts, at: At, step: Vector, ways: &mut Vec<W::Facts>) {
        let (long, short) = step.size();
        let diagonal = Vector::new(step.dx.signum(), step.dy.signum());
        let orthogonal = if step.dx.unsigned_abs() > step.dy.unsigned_abs() {
            Vector::new(diagonal.dx, 0)
        } else {
            Vector::new(0, diagonal.dy)
        };
        let way = Remaining { at, diagonals: short, orthogonals: long - short, hurdles: 0, at_end: false };
        match leg.footing {
            _ if long <= 1 => {
                let is_hop = matches!(leg.footing, Footing::Hurdle | Footing::HurdleAtEnd);
                ways.extend((!is_hop).then_some(facts));
            }
            Footing::Leap => ways.push(facts),
            Footing::Clear => self.lattice(leg, facts, way, (diagonal, orthogonal), ways),
            Footing::Hurdle => self.lattice(leg, facts, Remaining { hurdles: 1, ..way }, (diagonal, orthogonal), ways),
            Footing::HurdleAtEnd => {
                self.lattice(leg, facts, Remaining { hurdles: 1, at_end: true, ..way }, (diagonal, orthogonal), ways);
            }
            Footing::OrthogonalFirst => {
                let straight = std::iter::repeat_n(orthogonal, way.orthogonals.into());
                let steps = straight.chain(std::iter::repeat_n(diagonal, way.diagonals.into()));
                let mut at = at;
                let mut facts = facts;
                for step in steps.take(usize::from(long) - 1) {
                    at = advance(self.board, leg.wrap, at, step);
                    let Some(square) = self.square(at) else { return };
                    let Look { found, or } = self.world.look(&mut self.scratch.lists, &facts, square);
                    let empty = std::iter::once(found).chain(or).find(|l| l.0 == Content::Empty);
                    let Some((_, known)) = empty else { return };
                    facts = known;
                }
                ways.push(facts);
            }
        }
    }

    /// Follows the shortest paths of king steps under one leap that meet the required number of pieces.
    fn lattice(
        &mut self,
        leg: &LegPlan,
        facts: W::Facts,
        way: Remaining,
        units: (Vector, Vector),
        ways: &mut Vec<W::Facts>,
    ) {
        if way.diagonals + way.orthogonals == 1 {
            if way.hurdles == 0 && ways.last() != Some(&facts) {
                ways.push(facts);
            }
            return;
        }
        let on_diagonal =
            (way.diagonals > 0).then(|| (units.0, Remaining { diagonals: way.diagonals.wrapping_sub(1), ..way }));
        let on_orthogonal =
            (way.orthogonals > 0).then(|| (units.1, Remaining { orthogonals: way.orthogonals.wrapping_sub(1), ..way }));
        for (unit, rest) in on_diagonal.into_iter().chain(on_orthogonal) {
            let at = advance(self.board, leg.wrap, way.at, unit);
            let Some(square) = self.square(at) else { continue };
            let Look { found, or } = self.world.look(&mut self.scratch.lists, &facts, square);
            for (content, known) in std::iter::once(found).chain(or) {
                let pieces = u8::from(content != Content::Empty);
                if way.at_end && (pieces == 1) != (rest.diagonals + rest.orthogonals == 1) {
                    continue;
                }
                if let Some(hurdles) = rest.hurdles.checked_sub(pieces) {
                    self.lattice(leg, known, Remaining { at, hurdles, ..rest }, units, ways);
                    // On a known board one path is enough.
                    if !ways.is_empty() && !W::FORKS {
                        return;
                    }
                }
            }
        }
    }
}

/// The remaining part of a path under a leap.
#[derive(Clone, Copy)]
struct Remaining {
    at: At,
    diagonals: u16,
    orthogonals: u16,
    hurdles: u8,
    /// The hurdle must stand on the last square before the end.
    at_end: bool,
}
