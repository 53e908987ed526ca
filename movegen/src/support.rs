//! Which rules the generator knows. What it does not is refused when a game is compiled, not ignored when it is played.

use crate::game::CompileError;
use crate::generate::special::Special;
use crate::rules::{EndRule, Variant};

pub(crate) fn check(variant: &Variant) -> Result<(), CompileError> {
    let promotion = |test: &dyn Fn(&crate::rules::Promotion) -> bool| {
        variant.kinds.iter().any(|k| k.promotion.as_ref().is_some_and(test))
    };
    let end = |rule: &EndRule| variant.ends.contains(rule);
    let unsupported = [
        (
            variant.kinds.iter().any(|k| !k.spurns.is_empty()) && variant.hands.is_some(),
            "drops of pieces that are walls to some moves",
        ),
        (promotion(&|p| p.from_captured), "promotion to captured pieces only"),
        (end(&EndRule::Bared), "bared royals"),
        (variant.blast.is_some() && !variant.royalty.pseudo.is_empty(), "a blast on capture among pseudo-royals"),
        (
            variant.blast.is_some() && Special::new(variant, false, false).is_some(),
            "a blast on capture with further rules about all moves",
        ),
        (!variant.petrifies.is_empty(), "captors that turn into walls"),
    ];
    match unsupported.iter().find(|(set, _)| *set) {
        Some((_, rule)) => Err(CompileError::Unsupported((*rule).to_owned())),
        None => Ok(()),
    }
}
