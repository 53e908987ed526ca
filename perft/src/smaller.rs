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
    all.extend(without_each(setup, |s| &mut s.walls));
    all.extend(without_each(setup, |s| &mut s.castling));
    all.extend(without_each(setup, |s| &mut s.gating));
    all.extend(without_each(setup, |s| &mut s.moved));
    if !setup.en_passant.is_empty() {
        all.push(Setup { en_passant: Vec::new(), en_passant_victim: None, ..setup.clone() });
    }
    all
}

/// The position without each item of one of its lists in turn.
fn without_each<T>(setup: &Setup, list: fn(&mut Setup) -> &mut Vec<T>) -> Vec<Setup> {
    let count = list(&mut setup.clone()).len();
    let without = |number| {
        let mut smaller = setup.clone();
        list(&mut smaller).remove(number);
        smaller
    };
    (0..count).map(without).collect()
}
