//! The fixed paths of a move: those whose way is a matter of occupancy alone.

use super::classify::FixedPath;
use super::reach::Path;
use crate::bitboard::Bitboard;
use crate::geometry::{Board, Side};
use crate::ir::{Course, Footing, Landing, Leg, Link, Move, Part, Pass, Sectors, Span, Steps, Wrap};

/// The paths of a move, each component apart (a course of a ride, or all leaps together), by landing. `None`: it is no move of fixed
/// paths.
pub(super) fn paths<const N: usize>(
    m: &Move,
    board: &Board,
    side: Side,
) -> Option<Vec<(Landing, Vec<Vec<FixedPath<N>>>)>> {
    let [Link { part: Part::Leg(leg), joint }] = &m.chain.links[..] else { return None };
    let Steps::Turns(turns) = &leg.steps else { return None };
    let plain = leg.span == Span::Free
        && matches!(leg.footing, Footing::Leap | Footing::Clear)
        && leg.pass == Pass::Clear
        && leg.wrap == Wrap::None
        && !leg.skips_first
        && !leg.avoids_origin
        && !leg.unloads
        && m.sectors == Sectors::ALL;
    if !plain {
        return None;
    }
    let landing = joint.stop?;
    let courses: Vec<&Course> = turns.iter().filter(|t| t.heading.is_none()).flat_map(|t| &t.courses).collect();
    let mut components: Vec<Vec<FixedPath<N>>> = Vec::new();
    for course in courses {
        let mut paths = Vec::new();
        ride(leg, course, board, side, &mut paths);
        match components.last_mut() {
            Some(last) if !leg.is_ride() => last.extend(paths),
            _ => components.push(paths),
        }
    }
    Some(vec![(landing, components)])
}

fn ride<const N: usize>(leg: &Leg, course: &Course, board: &Board, side: Side, out: &mut Vec<FixedPath<N>>) {
    for from in board.squares() {
        let mut way = Vec::new();
        let mut empty = Bitboard::EMPTY;
        let mut at = from;
        let mut been = Vec::new();
        let mut n = 0;
        while leg.count.goes_on(n) {
            let Some(next) = board.step(at, course.step(usize::from(n)).for_side(side)) else { break };
            let place = (usize::from(n) % course.0.len(), next);
            if leg.count.max.is_none() && been.contains(&place) {
                break;
            }
            been.push(place);
            if leg.footing == Footing::Clear {
                let v = course.step(usize::from(n)).for_side(side);
                let unit = v.reduced();
                let mut mid = board.step(at, unit);
                while let Some(m) = mid.filter(|&m| m != next) {
                    empty.insert(m);
                    way.push(m);
                    mid = board.step(m, unit);
                }
            }
            at = next;
            n += 1;
            if leg.count.allows(n) {
                out.push(FixedPath { from, to: at, needs: Path { empty, ..Path::default() }, way: way.clone() });
            }
            if at != from && !empty.contains(at) {
                empty.insert(at);
                way.push(at);
            }
        }
    }
}
