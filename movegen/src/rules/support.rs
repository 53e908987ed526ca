//! Which rules the generator knows. What it does not is refused when a game is compiled, not ignored when it is played.

use crate::compile::error::CompileError;
use crate::compile::side::SidePlan;
use crate::rules::explosions::plan::BlastPlan;
use crate::rules::royalty::SeveralRoyals;
use crate::rules::trading::plan::Traded;
use crate::units::KindId;
use crate::variant::{Kind, Variant};
use betza_compile::geometry::{Side, Square};
use betza_compile::lower::PieceTables;

/// Whether a piece could be dropped from the hand as one kind and as another, so that its drop would not say which is gone.
fn drops_in_two_ways(variant: &Variant, side: Side) -> bool {
    if !variant.hands.as_ref().is_some_and(|h| h.drop_promoted) {
        return false;
    }
    let mut dropped = vec![0; variant.kinds.len()];
    for (i, kind) in variant.kinds.iter().enumerate().filter(|(_, kind)| kind.in_hand.is_none()) {
        dropped[i] += 1;
        let promoted = kind.promotion.iter().flat_map(|p| &p.to[side.index()]);
        promoted.for_each(|k| dropped[k.index()] += 1);
    }
    dropped.into_iter().any(|ways| ways > 1)
}

/// What a game's rules alone tell.
pub(crate) fn check(variant: &Variant) -> Result<(), CompileError> {
    let is_royal = |k: &KindId| variant.kinds[k.index()].royal || variant.royalty.pseudo.contains(k);
    let trades_royals = variant.royalty.check && variant.trading.as_ref().is_some_and(|t| t.kinds.iter().any(is_royal));
    let royals: Vec<KindId> = (0..variant.kinds.len()).map(|k| KindId(k as u8)).filter(is_royal).collect();
    let promotes_to = |k: &Kind, test: &dyn Fn(&KindId) -> bool| {
        k.promotion.as_ref().is_some_and(|p| p.to.iter().flatten().any(test))
    };
    let moves_first = |k: &Kind| Side::BOTH.into_iter().any(|side| k.has_first_moves(side));
    let castles = |k: &KindId| {
        variant.castling.as_ref().is_some_and(|c| c.king.contains(k) || c.partners.iter().flatten().any(|p| p == k))
    };
    let in_place = |k: &Kind| k.promotion.as_ref().is_some_and(|p| p.in_place);
    let unsupported = [
        (
            Side::BOTH.into_iter().any(|side| drops_in_two_ways(variant, side)),
            "a piece that can be dropped as the promoted form of two others, or of another and as itself",
        ),
        (
            !variant.flying_generals.iter().all(is_royal)
                || !variant.flying_generals.is_empty() && !variant.royalty.check,
            "flying generals that are not royal",
        ),
        (
            !variant.flying_generals.is_empty() && !royals.iter().all(|k| variant.flying_generals.contains(k)),
            "flying generals together with other royal pieces",
        ),
        (
            !variant.flying_generals.is_empty() && variant.royalty.several != SeveralRoyals::All,
            "flying generals where only one of several royals must be safe",
        ),
        (
            variant.aftermath.becomes.iter().any(|(k, _)| castles(k))
                && (variant.gating.is_some()
                    || variant.castling.as_ref().is_some_and(|c| c.also_to != [vec![], vec![]])),
            "pieces that become others by moving and castle through gates or to a choice of squares",
        ),
        (
            variant.blast.as_ref().is_some_and(|blast| !blast.captor_too)
                && (royals.len() > 1 || variant.kinds.iter().any(|k| promotes_to(k, &is_royal))),
            "captors that survive explosions together with several royal pieces",
        ),
        (
            !variant.aftermath.forward_until_capture.is_empty() && variant.kinds.iter().any(in_place),
            "promotion in place together with pieces that move only forward at first",
        ),
        (
            variant.aftermath.becomes.iter().any(|(k, _)| in_place(&variant.kinds[k.index()])),
            "pieces that become others by moving and promote in place too",
        ),
        (
            variant.kinds.iter().enumerate().any(|(i, k)| in_place(k) && promotes_to(k, &|to| to.index() == i)),
            "pieces that promote in place to what they are",
        ),
        (royals.iter().any(|k| in_place(&variant.kinds[k.index()])), "royal pieces that promote in place"),
        (
            variant.kinds.iter().any(|k| !k.spurns.is_empty()) && variant.hands.is_some(),
            "drops of pieces that are walls to some moves",
        ),
        (variant.trading.is_some() && variant.gating.is_some(), "pieces that may not be traded together with gating"),
        (trades_royals, "royal pieces that may not be traded"),
        (
            variant.trading.is_some() && variant.board.area() > Traded::MOST_SQUARES,
            "pieces that may not be traded on a board of 256 squares",
        ),
        (variant.blast.is_some() && !variant.royalty.pseudo.is_empty(), "a blast on capture among pseudo-royals"),
        (
            variant.blast.is_some() && variant.hands.as_ref().is_some_and(|h| h.captures || h.captures_return),
            "explosions whose victims come to a hand",
        ),
        (
            variant.series.is_some()
                && (variant.kinds.iter().any(|k| k.royal && variant.royalty.check)
                    || !variant.royalty.pseudo.is_empty()
                    || variant.blast.is_some()
                    || variant.hands.is_some()),
            "captures in series together with royals, blasts or hands",
        ),
        (
            variant.moves_as_behind
                && (variant.en_passant.is_some()
                    || variant.castling.is_some()
                    || variant.kinds.iter().any(moves_first)),
            "pieces that move as the friend behind them together with castling, en passant or moves that only unmoved pieces have",
        ),
        (
            variant.moves_as_behind
                && (variant.gating.is_some() || variant.series.is_some() || variant.blast.is_some()),
            "pieces that move as the friend behind them together with gating, captures in series or blasts",
        ),
        (
            variant.series.is_some()
                && (variant.gating.is_some()
                    || variant.trading.is_some()
                    || !variant.aftermath.is_empty()
                    || !variant.petrifies.is_empty()
                    || !variant.mutually_immune.is_empty()
                    || variant.kinds.iter().any(in_place)),
            "captures in series together with gating, trades, what becomes of movers and captors, immunity or promotion in place",
        ),
        (
            variant.moves_as_behind && variant.trading.is_some(),
            "pieces that move as the friend behind them together with pieces that may not be traded",
        ),
        (
            variant.gating.is_some() && !variant.royalty.first_moves_lost_to.is_empty(),
            "gating together with first moves that are lost to an attack",
        ),
        (
            variant.moves_as_behind
                && variant.kinds.iter().any(|k| in_place(k) || k.region.iter().any(Option::is_some)),
            "pieces that move as the friend behind them together with promotion in place or pieces that are confined",
        ),
        (
            variant.royalty.check && variant.kinds.iter().any(|k| k.royal && promotes_to(k, &|to| !is_royal(to))),
            "royal pieces that promote to others",
        ),
        (
            variant.blast.is_none() && variant.mutually_immune.iter().any(is_royal),
            "royal pieces that may not capture each other",
        ),
        (variant.kinds.iter().any(|k| k.spurns.iter().any(is_royal)), "royal pieces that some may not capture"),
        (
            variant
                .aftermath
                .becomes
                .iter()
                .any(|(from, _)| variant.kinds[from.index()].promotion.as_ref().is_some_and(|p| p.remembers)),
            "pieces that become others by moving and whose promotion is remembered",
        ),
        (
            variant.moves_as_behind && variant.kinds.iter().any(|k| !k.spurns.is_empty()),
            "pieces that move as the friend behind them together with pieces that are walls to some moves",
        ),
    ];
    refuse(&unsupported)
}

/// What is seen only once the pieces are lowered.
pub(crate) fn check_plans<const N: usize>(
    variant: &Variant,
    sides: &[SidePlan<N>; 2],
    blast: Option<&BlastPlan<N>>,
) -> Result<(), CompileError> {
    let chains = sides.iter().any(|side| !side.threats.chains.plans.is_empty());
    let in_place = variant.kinds.iter().filter_map(|k| k.promotion.as_ref()).any(|p| p.in_place);
    let reaches_far = |plan: &BlastPlan<N>, side: &SidePlan<N>| {
        let mut tables = side.royals.iter().map(|mover| &side.tables[mover.kind.index()]);
        let beyond = |tables: &PieceTables<N>, s: Square| !tables.may_reach(s).is_subset(&plan.ring[s.index()]);
        tables.any(|tables| variant.board.squares().any(|s| beyond(tables, s)))
    };
    refuse(&[
        (
            chains && (!variant.petrifies.is_empty() || variant.moves_as_behind),
            "captors that turn into walls, or pieces that move as others do, together with pieces that move by chains",
        ),
        (chains && in_place, "promotion in place together with pieces that move by chains"),
        (
            blast.is_some_and(|plan| sides.iter().any(|side| reaches_far(plan, side))),
            "captures that explode together with royal pieces that go farther than a king",
        ),
    ])
}

fn refuse(unsupported: &[(bool, &str)]) -> Result<(), CompileError> {
    match unsupported.iter().find(|(set, _)| *set) {
        Some((_, rule)) => Err(CompileError::Unsupported((*rule).to_owned())),
        None => Ok(()),
    }
}
