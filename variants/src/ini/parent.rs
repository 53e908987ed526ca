//! What a built-in parent does that a section inherits, found in its rules before those of the section are laid over
//! them.

use super::usual::rank_regions;
use crate::section::{Findings, Scope};
use betza_game::variant::{BySide, Forced, Kind, Region, Variant};
use betza_ir::geometry::Side;

/// The types of a built-in parent's pieces that capture en passant.
pub(super) fn en_passant_types(variant: &Variant, types: &[String]) -> Vec<String> {
    let captors = variant.en_passant.iter().flat_map(|rule| &rule.captors);
    captors.map(|kind| types[kind.index()].clone()).filter(|name| !name.is_empty()).collect()
}

/// Whether a built-in parent has no en passant although its pieces have moves for it.
pub(super) fn en_passant_is_off(variant: &Variant) -> bool {
    let findings = Findings::new();
    let scope = Scope { findings: &findings, board: &variant.board, ids: &[] };
    variant.en_passant.is_none() && crate::rules::en_passant(scope, None, &variant.kinds).is_some()
}

/// Whether the pieces of a game may not go to where they could never move again. One with hands says so of drops, one
/// without by what must promote.
pub(super) fn immobility_illegal(variant: &Variant) -> bool {
    let must_promote =
        |k: &Kind| k.promotion.as_ref().is_some_and(|p| matches!(p.forced, Forced::OnRegion(_) | Forced::WhenStuck));
    match variant.hands {
        Some(_) => variant.kinds.iter().any(|k| k.drop.not_stuck),
        None => variant.kinds.iter().any(must_promote),
    }
}

/// Where the built-in parent's pawns are dropped, on its own board.
#[derive(Clone, Copy, Default)]
pub(super) struct PawnDrops {
    /// On the first rank.
    pub first_rank: bool,
    /// Where they promote.
    pub zone: bool,
}

impl PawnDrops {
    /// Those of `pawns`, which are the pawns of a game.
    pub fn of<'v>(variant: &'v Variant, pawns: impl Iterator<Item = &'v Kind>) -> PawnDrops {
        let captures = variant.hands.as_ref().is_some_and(|h| h.captures);
        let pawns: Vec<&Kind> = pawns.filter(|_| captures).collect();
        let first = rank_regions(variant, 1);
        let meets = |k: &Kind, part: &BySide<Region>| {
            Side::BOTH.map(Side::index).into_iter().any(|s| !k.drop.region[s].is_disjoint(&part[s]))
        };
        PawnDrops {
            first_rank: pawns.iter().any(|k| meets(k, &first)),
            zone: pawns.iter().any(|k| k.promotion.as_ref().is_some_and(|p| meets(k, &p.zone))),
        }
    }
}
