//! Which rules the generator knows. What it does not is refused when a game is compiled, not ignored when it is played.

use crate::game::CompileError;
use crate::rules::Variant;

pub(crate) fn check(variant: &Variant) -> Result<(), CompileError> {
    let unsupported = [
        (variant.gating.is_some(), "gating"),
        (variant.blast.is_some(), "a blast on capture"),
        (!variant.petrifies.is_empty(), "captors that turn into walls"),
        (!variant.flying_generals.is_empty(), "flying generals"),
        (variant.grid.is_some(), "a grid that moves must cross"),
        (variant.no_checks.is_some(), "forbidden checks"),
        (!variant.mutually_immune.is_empty(), "kinds that are immune to each other"),
    ];
    match unsupported.iter().find(|(set, _)| *set) {
        Some((_, rule)) => Err(CompileError::Unsupported((*rule).to_owned())),
        None => Ok(()),
    }
}
