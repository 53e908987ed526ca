//! What may be dropped from the hand, and where as far as rules and pieces tell; and what comes to a hand.

use crate::compile::component::stuck;
use crate::compile::side::SidePlan;
use crate::rules::asks::Asks;
use crate::rules::room::Room;
use crate::units::{BySide, KindId, narrow};
use crate::variant::{Kind, Variant};
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Side;
use betza_compile::lower::PieceTables;

/// The drops of one kind.
pub(crate) struct DropPlan<const N: usize> {
    /// What it becomes on the board.
    pub kind: KindId,
    /// The kind that is in hand.
    pub held: KindId,
    /// Where it may be dropped.
    pub region: Bitboard<N>,
    /// At most so many of what is held on each of these.
    pub files: Option<(u8, Vec<Bitboard<N>>)>,
    /// The drop may not give mate.
    pub no_mate: bool,
    /// Who is royal may be another after the drop.
    pub changes_royals: bool,
}

impl<const N: usize> DropPlan<N> {
    /// All of a side; `tables` are those of its kinds.
    pub fn all(variant: &Variant, side: Side, tables: &[PieceTables<N>]) -> Vec<DropPlan<N>> {
        if !variant.hands.as_ref().is_some_and(|h| h.drops) {
            return Vec::new();
        }
        let board = &variant.board;
        let drop_promoted = variant.hands.as_ref().is_some_and(|h| h.drop_promoted);
        let file = |f: i32| board.squares().filter(|&s| board.file(s) == f).collect();
        let plan = |kind: KindId, held: KindId| {
            // Where pieces are dropped either side up, both sides have the places of the plain one, but each goes as it is.
            let rule = &variant.kinds[held.index()].drop;
            let dropped = &variant.kinds[kind.index()];
            let mut region: Bitboard<N> = narrow(&rule.region[side.index()]);
            if let Some(confined) = &dropped.region[side.index()] {
                region &= narrow(confined);
            }
            if dropped.drop.not_stuck {
                region = region.without(stuck(board, &tables[kind.index()]));
            }
            let files = rule.per_file.map(|n| (n, (0..board.files() as i32).map(file).collect()));
            let may_be_royal = dropped.royal || variant.royalty.pseudo.contains(&kind);
            let changes_royals = variant.royalty.check && may_be_royal;
            DropPlan { kind, held, region, files, no_mate: dropped.drop.no_mate, changes_royals }
        };
        let mut plans = Vec::new();
        // Where pieces are dropped either side up, those that a hand holds are the plain ones only.
        let is_held = |rule: &Kind| !drop_promoted || rule.in_hand.is_none();
        for (i, rule) in variant.kinds.iter().enumerate().filter(|(_, rule)| is_held(rule)) {
            let held = KindId(i as u8);
            let promoted = rule.promotion.as_ref().filter(|_| drop_promoted);
            let others = promoted.map_or(&[][..], |p| &p.to[side.index()]);
            plans.extend(std::iter::once(&held).chain(others).map(|&kind| plan(kind, held)));
        }
        plans.retain(|p: &DropPlan<N>| !p.region.is_empty());
        plans
    }

    /// The squares of `empty` where the piece may be dropped as far as who stands where tells, `there` being those of its kind.
    #[inline]
    pub fn targets(&self, there: Bitboard<N>, empty: Bitboard<N>) -> Bitboard<N> {
        let mut targets = self.region & empty;
        if let Some((most, files)) = &self.files {
            for file in files {
                let is_full = match most {
                    1 => !there.is_disjoint(file),
                    _ => (there & *file).count() >= u32::from(*most),
                };
                if is_full {
                    targets = targets.without(*file);
                }
            }
        }
        targets
    }
}

/// What comes to the hands, and what may be dropped from them.
pub(crate) struct HandPlan<const N: usize> {
    /// The drops of each side.
    pub drops: BySide<Vec<DropPlan<N>>>,
    /// What becomes of captured pieces, if they come to a hand.
    pub gain: Option<Gain>,
    /// The kind that is in hand where each kind is dropped.
    pub held_as: Vec<KindId>,
    /// Drops may bring about rights to castle.
    pub castles_placed: bool,
    /// Drops may give check.
    pub may_check: bool,
}

impl<const N: usize> HandPlan<N> {
    pub fn new(variant: &Variant, sides: &[SidePlan<N>; 2]) -> HandPlan<N> {
        let drops = Side::BOTH.map(|side| DropPlan::all(variant, side, &sides[side.index()].tables));
        let mut held_as: Vec<KindId> = (0..variant.kinds.len()).map(|k| KindId(k as u8)).collect();
        for plan in drops.iter().flatten() {
            held_as[plan.kind.index()] = plan.held;
        }
        let rule = variant.hands.as_ref();
        HandPlan {
            drops,
            gain: Gain::new(variant),
            held_as,
            castles_placed: rule.is_some_and(|h| h.castling_by_drop),
            may_check: rule.is_none_or(|h| h.drop_checks),
        }
    }
}

/// What captured pieces are in hand.
pub(crate) struct Gain {
    /// The kind in hand of each kind.
    pub kinds: Vec<KindId>,
    /// Promoted pieces stay what they are.
    pub keeps_promoted: bool,
    /// They come to the hand of the side that lost them.
    pub returns: bool,
}

impl Gain {
    /// `None` if captured pieces come to no hand.
    fn new(variant: &Variant) -> Option<Gain> {
        let hands = variant.hands.as_ref().filter(|h| h.captures || h.captures_return)?;
        let in_hand = |(i, k): (usize, &Kind)| k.in_hand.unwrap_or(KindId(i as u8));
        Some(Gain {
            kinds: variant.kinds.iter().enumerate().map(in_hand).collect(),
            keeps_promoted: hands.keeps_promoted,
            returns: hands.captures_return,
        })
    }
}

/// Hands and drops.
pub(crate) const ROOM: Room = Room {
    asks: |variant| {
        let Some(rule) = &variant.hands else { return Asks::empty() };
        let mut asks = Asks::HANDS;
        asks.set(Asks::JUDGED, !rule.drop_checks || !rule.must_drop.is_empty() || !rule.opposite_coloured.is_empty());
        asks.set(Asks::COUNTS_BY_MAKING, rule.captures_return);
        asks
    },
    refusals: |variant| {
        vec![
            (
                Side::BOTH.into_iter().any(|side| drops_in_two_ways(variant, side)),
                "a piece that can be dropped as the promoted form of two others, or of another and as itself",
            ),
            (
                variant.kinds.iter().any(|k| !k.barriers.is_empty()) && variant.hands.is_some(),
                "drops of pieces that are walls to some moves",
            ),
        ]
    },
    ..Room::NONE
};

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
