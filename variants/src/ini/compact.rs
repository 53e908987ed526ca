//! Taking kinds out of a game: what is left is renumbered everywhere.

use movegen::rules::{EndRule, KindId, Variant};

/// Keeps the kinds that are marked; lists lose the others. A castling king or a hand's kind that is gone takes its rule with it.
pub(super) fn compact(variant: &mut Variant, keep: &[bool]) {
    let mut next = 0;
    let new: Vec<Option<KindId>> = keep
        .iter()
        .map(|&kept| {
            kept.then(|| {
                next += 1;
                KindId(next - 1)
            })
        })
        .collect();
    let one = |k: KindId| new.get(k.index()).copied().flatten();
    let list = |kinds: &mut Vec<KindId>| *kinds = kinds.iter().filter_map(|&k| one(k)).collect();
    let mut index = 0;
    variant.kinds.retain(|_| {
        index += 1;
        keep[index - 1]
    });
    for kind in &mut variant.kinds {
        if let Some(promotion) = &mut kind.promotion {
            promotion.to.iter_mut().for_each(list);
            promotion.only = promotion.only.iter().filter_map(|&(k, squares)| Some((one(k)?, squares))).collect();
            promotion.limits = promotion.limits.iter().filter_map(|&(k, n)| Some((one(k)?, n))).collect();
        }
        if kind.promotion.as_ref().is_some_and(|p| p.to.iter().all(Vec::is_empty)) {
            kind.promotion = None;
        }
        kind.in_hand = kind.in_hand.and_then(one);
        list(&mut kind.spurns);
    }
    list(&mut variant.royalty.pseudo);
    variant.castling = variant.castling.take().and_then(|mut rule| {
        rule.king = [one(rule.king[0])?, one(rule.king[1])?];
        rule.partners.iter_mut().for_each(list);
        Some(rule)
    });
    variant.en_passant = variant.en_passant.take().and_then(|mut rule| {
        list(&mut rule.captors);
        list(&mut rule.victims);
        (!rule.captors.is_empty() && !rule.victims.is_empty()).then_some(rule)
    });
    if let Some(hands) = &mut variant.hands {
        list(&mut hands.must_drop);
        list(&mut hands.opposite_coloured);
    }
    if let Some(gating) = &mut variant.gating {
        list(&mut gating.kinds);
    }
    if let Some(blast) = &mut variant.blast {
        list(&mut blast.spares);
        list(&mut blast.immune);
    }
    if let Some(trading) = &mut variant.trading {
        list(&mut trading.kinds);
        list(&mut trading.trifles);
    }
    list(&mut variant.royalty.first_moves_lost_to);
    list(&mut variant.petrifies);
    let aftermath = &mut variant.aftermath;
    aftermath.becomes = aftermath.becomes.iter().filter_map(|&(from, to)| Some((one(from)?, one(to)?))).collect();
    aftermath.limits = aftermath.limits.iter().filter_map(|&(k, n)| Some((one(k)?, n))).collect();
    list(&mut aftermath.turncoats);
    list(&mut aftermath.forward_until_capture);
    list(&mut variant.flying_generals);
    list(&mut variant.mutually_immune);
    for end in &mut variant.ends {
        match end {
            EndRule::Extinct { kinds, .. } => list(kinds),
            EndRule::Reached { kinds, .. } => kinds.iter_mut().for_each(list),
            EndRule::Checks(_) | EndRule::Bikjang | EndRule::Passes | EndRule::Bared => {}
        }
    }
    variant.ends.retain(|end| match end {
        EndRule::Extinct { kinds, .. } => !kinds.is_empty(),
        EndRule::Reached { kinds, .. } => kinds.iter().any(|k| !k.is_empty()),
        EndRule::Checks(_) | EndRule::Bikjang | EndRule::Passes | EndRule::Bared => true,
    });
}
