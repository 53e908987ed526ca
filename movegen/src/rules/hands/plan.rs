//! What may be dropped from the hand, and where as far as rules and pieces tell; and what comes to a hand.

use crate::compile::component::stuck;
use crate::units::{KindId, narrow};
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

/// What captured pieces are in hand.
pub(crate) struct Gain {
    /// The kind in hand of each kind.
    pub kinds: Vec<KindId>,
    /// Promoted pieces stay what they are.
    pub keeps_promoted: bool,
    /// They come to the hand of the side that lost them.
    pub returns: bool,
}

pub(crate) fn gain(variant: &Variant) -> Option<Gain> {
    let hands = variant.hands.as_ref().filter(|h| h.captures || h.captures_return)?;
    let in_hand = |(i, k): (usize, &crate::variant::Kind)| k.in_hand.unwrap_or(KindId(i as u8));
    Some(Gain {
        kinds: variant.kinds.iter().enumerate().map(in_hand).collect(),
        keeps_promoted: hands.keeps_promoted,
        returns: hands.captures_return,
    })
}
