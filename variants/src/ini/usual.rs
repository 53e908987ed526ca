//! What holds of regions and promotion where a section says nothing else.

use crate::region;
use betza_game::variant::{BySide, Forced, KindId, Promotion, Region, Variant};

/// A region of one rank as White counts, and its mirror image.
pub(super) fn rank_regions(variant: &Variant, rank: usize) -> BySide<Region> {
    let board = &variant.board;
    region::for_both(board, region::read(board, &format!("*{rank}")).unwrap_or(Region::EMPTY))
}

/// Where pieces promote if nothing is said, whatever the board: on the eighth rank of White's side, and the first.
pub(super) fn default_zone(variant: &Variant) -> BySide<Region> {
    let rank = |text| region::read(&variant.board, text).unwrap_or(Region::EMPTY);
    [rank("*8"), rank("*1")]
}

/// Promotion by moves into a zone and nothing else.
pub(super) fn plain_promotion(zone: BySide<Region>, to: BySide<Vec<KindId>>, forced: Forced) -> Promotion {
    Promotion {
        zone,
        from_zone_too: false,
        to,
        forced,
        only_promoted: [Region::EMPTY; 2],
        starting_inside: None,
        by_capture: false,
        in_place: false,
        limits: Vec::new(),
        counted_as: Vec::new(),
        only: Vec::new(),
        from_captured: false,
        from_hand: false,
        remembers: false,
    }
}

/// To the promoted form of the piece itself, rather than to others of the game; `promoted` tells which kinds are such
/// forms.
pub(super) fn in_shogi_style(promotion: &Promotion, promoted: &[bool]) -> bool {
    promotion.from_zone_too || promotion.to.iter().flatten().any(|k| promoted[k.index()])
}

/// Which kinds are promoted forms of others.
pub(super) fn promoted_forms(variant: &Variant) -> Vec<bool> {
    variant.kinds.iter().map(|k| k.id.starts_with('+')).collect()
}

/// How the first kind promotes that does so as pawns do.
pub(super) fn pawns_promotion(variant: &Variant) -> Option<Promotion> {
    let promoted = promoted_forms(variant);
    let all = variant.kinds.iter().filter_map(|k| k.promotion.as_ref());
    all.into_iter().find(|p| !in_shogi_style(p, &promoted)).cloned()
}
