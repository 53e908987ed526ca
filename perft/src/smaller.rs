//! Positions that have a little less than another one.

use betza_game::setup::Setup;

/// The position with each of its parts taken away in turn: men, pieces in hand, walls, and rights.
#[must_use]
pub fn parts_taken_away(setup: &Setup) -> Vec<Setup> {
    let mut all = Vec::new();
    let mut without = |change: &dyn Fn(&mut Setup)| {
        let mut smaller = setup.clone();
        change(&mut smaller);
        all.push(smaller);
    };
    for (square, _) in setup.men.iter().enumerate().filter(|(_, man)| man.is_some()) {
        without(&|s| {
            s.men[square] = None;
            s.moved.retain(|m| m.index() != square);
            s.gating.retain(|g| g.index() != square);
        });
    }
    for side in 0..2 {
        for (kind, _) in setup.hands[side].iter().enumerate().filter(|(_, count)| **count > 0) {
            without(&|s| s.hands[side][kind] -= 1);
        }
    }
    for number in 0..setup.walls.len() {
        without(&|s| {
            s.walls.remove(number);
        });
    }
    for number in 0..setup.castling.len() {
        without(&|s| {
            s.castling.remove(number);
        });
    }
    for number in 0..setup.gating.len() {
        without(&|s| {
            s.gating.remove(number);
        });
    }
    for number in 0..setup.moved.len() {
        without(&|s| {
            s.moved.remove(number);
        });
    }
    if !setup.en_passant.is_empty() {
        without(&|s| {
            s.en_passant.clear();
            s.en_passant_victim = None;
        });
    }
    all
}
