//! Which pieces can ever be on the board or in a hand.

use betza_game::setup::Setup;
use betza_game::variant::{KindId, Variant};

/// The kinds that neither the start has nor any other piece becomes.
pub(crate) fn never(variant: &Variant, setup: &Setup) -> Vec<KindId> {
    let count = variant.kinds.len();
    if variant.hands.as_ref().is_some_and(|hands| hands.endless) {
        return Vec::new();
    }
    let placed = setup.men.iter().flatten().flat_map(|man| std::iter::once(man.kind).chain(man.was));
    let held = setup.hands.iter().flat_map(|hand| (0..count).filter(|&i| hand.get(i).is_some_and(|&n| n > 0)));
    let mut open: Vec<KindId> = placed.chain(held.map(KindId::from_index)).collect();
    let mut reached = vec![false; count];
    while let Some(kind) = open.pop() {
        if std::mem::replace(&mut reached[kind.index()], true) {
            continue;
        }
        let found = &variant.kinds[kind.index()];
        open.extend(found.promotion.iter().flat_map(|promotion| promotion.to.iter().flatten()));
        open.extend(found.in_hand);
        open.extend(variant.twin(kind));
        // Whoever captures it may become the other.
        open.extend(variant.transformation.contagion.iter().filter(|(from, _)| *from == kind).map(|(_, to)| *to));
        open.extend(variant.transformation.becomes.iter().filter(|(from, _)| *from == kind).map(|(_, to)| *to));
    }
    (0..count).filter(|&i| !reached[i]).map(KindId::from_index).collect()
}
