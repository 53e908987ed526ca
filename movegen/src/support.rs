//! Which rules the generator knows. What it does not is refused when a game is compiled, not ignored when it is played.

use crate::game::CompileError;
use crate::rules::{EndRule, KindId, Variant};
use crate::trading::Traded;

pub(crate) fn check(variant: &Variant) -> Result<(), CompileError> {
    let promotion = |test: &dyn Fn(&crate::rules::Promotion) -> bool| {
        variant.kinds.iter().any(|k| k.promotion.as_ref().is_some_and(test))
    };
    let end = |rule: &EndRule| variant.ends.contains(rule);
    let is_royal = |k: &KindId| variant.kinds[k.index()].royal || variant.royalty.pseudo.contains(k);
    let trades_royals = variant.royalty.check && variant.trading.as_ref().is_some_and(|t| t.kinds.iter().any(is_royal));
    let unsupported = [
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
        (promotion(&|p| p.from_captured), "promotion to captured pieces only"),
        (end(&EndRule::Bared), "bared royals"),
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
            variant.moves_as_behind && (variant.en_passant.is_some() || variant.castling.is_some()),
            "pieces that move as the friend behind them together with castling or en passant",
        ),
        (
            variant.moves_as_behind
                && (variant.gating.is_some() || variant.series.is_some() || variant.blast.is_some()),
            "pieces that move as the friend behind them together with gating, captures in series or blasts",
        ),
        (variant.gating.is_some() && variant.series.is_some(), "gating together with captures in series"),
        (
            variant.moves_as_behind && variant.kinds.iter().any(|k| !k.spurns.is_empty()),
            "pieces that move as the friend behind them together with pieces that are walls to some moves",
        ),
    ];
    match unsupported.iter().find(|(set, _)| *set) {
        Some((_, rule)) => Err(CompileError::Unsupported((*rule).to_owned())),
        None => Ok(()),
    }
}
