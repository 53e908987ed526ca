//! Taking kinds out of a game: what is left is renumbered everywhere.

use betza_game::variant::{EndRule, KindId, Promotion, Variant};

/// What becomes of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Kept,
    Gone,
    /// It goes on as another; `from_promotions`: nothing promotes to it any more.
    Becomes {
        kind: usize,
        from_promotions: bool,
    },
}

/// Keeps the kinds that are to be kept; lists, and what `pawns` promote to, lose those that are gone. A castling king
/// or a hand's kind that is gone takes its rule with it. What promotes to nothing any more may yet be given other
/// pieces. Rules about all of the first `old_count` kinds together are about all that there are afterwards; who is the
/// only kind there is, and who may not be lost one by one, is named.
pub(super) fn compact(variant: &mut Variant, pawns: &mut Option<Promotion>, old_count: usize, fates: &[Fate]) {
    if fates.len() == old_count && fates.iter().all(|f| *f == Fate::Kept) {
        return;
    }
    let mut next = 0;
    let new: Vec<Option<KindId>> = fates
        .iter()
        .map(|&fate| {
            (fate == Fate::Kept).then(|| {
                next += 1;
                KindId(next - 1)
            })
        })
        .collect();
    // A kind becomes a later one; so this ends.
    let follow = |k: KindId, promotes: bool| {
        let mut index = k.index();
        while let Some(Fate::Becomes { kind, from_promotions }) = fates.get(index).copied() {
            if promotes && from_promotions {
                return None;
            }
            index = kind;
        }
        new.get(index).copied().flatten()
    };
    let one = |k: KindId| follow(k, false);
    let list = |kinds: &mut Vec<KindId>| *kinds = kinds.iter().filter_map(|&k| one(k)).collect();
    let all = |kinds: &mut Vec<KindId>| {
        if kinds.len() == old_count {
            *kinds = (0..next).map(KindId).collect();
        } else {
            list(kinds);
        }
    };
    let mut index = 0;
    variant.kinds.retain(|_| {
        index += 1;
        fates[index - 1] == Fate::Kept
    });
    let promotes = |promotion: &mut Promotion| {
        let shogi_style = promotion.from_zone_too;
        for kinds in &mut promotion.to {
            *kinds = kinds.iter().filter_map(|&k| follow(k, !shogi_style)).collect();
        }
        promotion.only = promotion.only.iter().filter_map(|&(k, squares)| Some((one(k)?, squares))).collect();
        promotion.counted_as =
            promotion.counted_as.iter().filter_map(|&(k, as_one)| Some((one(k)?, one(as_one)?))).collect();
        promotion.limits = promotion.limits.iter().filter_map(|&(k, n)| Some((one(k)?, n))).collect();
    };
    pawns.iter_mut().for_each(promotes);
    for kind in &mut variant.kinds {
        kind.promotion.iter_mut().for_each(promotes);
        kind.in_hand = kind.in_hand.and_then(one);
        list(&mut kind.barriers);
    }
    variant.grade_range_captures();
    list(&mut variant.royalty.pseudo);
    variant.royalty.pseudo_together.iter_mut().for_each(list);
    variant.royalty.pseudo_together.retain(|group| group.len() > 1);
    variant.castling = variant.castling.take().and_then(|mut rule| {
        rule.king = [one(rule.king[0])?, one(rule.king[1])?];
        rule.partners.iter_mut().for_each(list);
        rule.partners.iter().any(|kinds| !kinds.is_empty()).then_some(rule)
    });
    variant.en_passant = variant.en_passant.take().and_then(|mut rule| {
        list(&mut rule.captors);
        list(&mut rule.victims);
        (!rule.captors.is_empty() && !rule.victims.is_empty()).then_some(rule)
    });
    if let Some(hands) = &mut variant.hands {
        all(&mut hands.must_drop);
        list(&mut hands.opposite_coloured);
    }
    if let Some(gating) = &mut variant.gating {
        gating.kinds = (0..next).map(KindId).collect();
    }
    if let Some(explosion) = &mut variant.explosion {
        list(&mut explosion.spares);
        list(&mut explosion.immune);
    }
    if let Some(trading) = &mut variant.trading {
        list(&mut trading.kinds);
        list(&mut trading.trifles);
    }
    list(&mut variant.royalty.first_moves_lost_to);
    list(&mut variant.petrifies);
    let twins = variant.second_board.iter();
    variant.second_board = twins.filter_map(|&(kind, twin)| Some((one(kind)?, one(twin)?))).collect();
    let transformation = &mut variant.transformation;
    transformation.becomes =
        transformation.becomes.iter().filter_map(|&(from, to)| Some((one(from)?, one(to)?))).collect();
    transformation.limits = transformation.limits.iter().filter_map(|&(k, n)| Some((one(k)?, n))).collect();
    list(&mut transformation.turncoats);
    transformation.contagion =
        transformation.contagion.iter().filter_map(|&(from, to)| Some((one(from)?, one(to)?))).collect();
    list(&mut transformation.immune);
    list(&mut transformation.forward_until_capture);
    list(&mut variant.flying_generals);
    list(&mut variant.mutually_immune);
    list(&mut variant.forces_promotion);
    list(&mut variant.spares_protected);
    variant.results.renumber(one);
    for end in &mut variant.ends {
        match end {
            EndRule::Extinct { kinds, together: true, .. } => all(kinds),
            EndRule::Extinct { kinds, .. } => list(kinds),
            EndRule::Reached { kinds, .. } if old_count > 1 => kinds.iter_mut().for_each(all),
            EndRule::Reached { kinds, .. } => kinds.iter_mut().for_each(list),
            EndRule::Connected(rule) => all(&mut rule.kinds),
            EndRule::Castled(_)
            | EndRule::Checks(_)
            | EndRule::Bikjang
            | EndRule::Passes
            | EndRule::Bared
            | EndRule::FullBoard => {}
        }
    }
    variant.ends.retain(|end| match end {
        EndRule::Extinct { kinds, .. } => !kinds.is_empty(),
        EndRule::Reached { kinds, .. } => kinds.iter().any(|k| !k.is_empty()),
        EndRule::Connected(rule) => !rule.kinds.is_empty(),
        EndRule::Castled(_)
        | EndRule::Checks(_)
        | EndRule::Bikjang
        | EndRule::Passes
        | EndRule::Bared
        | EndRule::FullBoard => true,
    });
}
