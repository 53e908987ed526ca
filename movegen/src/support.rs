//! Which rules the generator knows. What it does not is refused when a game is compiled, not ignored when it is played.

use crate::game::CompileError;
use crate::rules::{EndRule, KindId, PassRule, Variant};

pub(crate) fn check(variant: &Variant) -> Result<(), CompileError> {
    let promotion = |test: &dyn Fn(&crate::rules::Promotion) -> bool| {
        variant.kinds.iter().any(|k| k.promotion.as_ref().is_some_and(test))
    };
    let is_royal = |k: &KindId| variant.kinds[k.index()].royal || variant.royalty.pseudo.contains(k);
    let hands = |test: &dyn Fn(&crate::rules::HandRule) -> bool| variant.hands.as_ref().is_some_and(test);
    let end = |rule: &EndRule| variant.ends.contains(rule);
    let unsupported = [
        (variant.must_capture, "compulsory captures"),
        (variant.pass.contains(&PassRule::Stalemate), "passing for want of moves"),
        (variant.royalty.stays_in_check, "royals that stay in check"),
        (variant.kinds.iter().any(|k| !k.spurns.is_empty()), "pieces that are walls to some moves"),
        (promotion(&|p| p.to.iter().flatten().any(is_royal)), "promotion to a royal piece"),
        (promotion(&|p| p.in_place), "promotion in place"),
        (promotion(&|p| p.from_captured), "promotion to captured pieces only"),
        (hands(&|h| !h.must_drop.is_empty()), "compulsory drops"),
        (hands(&|h| h.castling_by_drop), "castling with dropped pieces"),
        (hands(&|h| h.drop_promoted), "drops of promoted pieces"),
        (hands(&|h| !h.drop_checks), "drops that may not give check"),
        (hands(&|h| !h.opposite_coloured.is_empty()), "pieces that may not be dropped on one colour"),
        (end(&EndRule::Bikjang), "bikjang"),
        (end(&EndRule::Bared), "bared royals"),
        (variant.gating.is_some(), "gating"),
        (variant.blast.is_some(), "a blast on capture"),
        (!variant.petrifies.is_empty(), "captors that turn into walls"),
        (variant.no_checks.is_some(), "forbidden checks"),
        (!variant.mutually_immune.is_empty(), "kinds that are immune to each other"),
    ];
    match unsupported.iter().find(|(set, _)| *set) {
        Some((_, rule)) => Err(CompileError::Unsupported((*rule).to_owned())),
        None => Ok(()),
    }
}
