//! The rule of hands, compiled: which drops each side has and on which squares, and what captures bring to the hand.

use crate::compile::component::stuck;
use crate::compile::side::SidePlan;
use crate::position::board::Position;
use betza_compile::lower::PieceTables;
use betza_game::variant::{Kind, Variant};
use betza_game::{BySide, KindId, narrow};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Side;

/// The drops of one kind by one side.
pub(crate) struct DropPlan<const N: usize> {
    /// The kind that the piece is on the board.
    pub kind: KindId,
    /// The kind that is in hand.
    pub held: KindId,
    /// The squares on which it may be dropped if they are empty.
    pub region: Bitboard<N>,
    /// The most pieces of the kind in hand on one file, and the files; `None` if there is no limit.
    pub files: Option<(u8, Vec<Bitboard<N>>)>,
    /// The drop may not give mate.
    pub no_mate: bool,
    /// The drop may change which pieces of its side are royal.
    pub changes_royals: bool,
    /// While it is legal, only drops that come first are ([`betza_game::variant::HandRule::must_drop`]).
    pub comes_first: bool,
    /// The piece is a wall to some moves ([`Kind::barriers`]), so that what it attacks and blocks is not seen by
    /// occupancy alone.
    pub is_barrier: bool,
}

impl<const N: usize> DropPlan<N> {
    /// Compiles all drops of a side. `tables` has the tables of its kinds, by [`KindId::index`].
    #[inline(never)]
    pub fn all(variant: &Variant, side: Side, tables: &[PieceTables<N>]) -> Vec<DropPlan<N>> {
        if !variant.hands.as_ref().is_some_and(|h| h.drops) {
            return Vec::new();
        }
        let board = &variant.board;
        let drop_promoted = variant.hands.as_ref().is_some_and(|h| h.drop_promoted);
        let file = |f: i32| board.squares().filter(|&s| board.file(s) == f).collect();
        let plan = |kind: KindId, held: KindId| {
            // A promoted form is dropped where the unpromoted one may be, but "could never move again" is about the
            // form itself.
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
            let comes_first = variant.hands.as_ref().is_some_and(|h| h.must_drop.contains(&held));
            let is_barrier = variant.kinds.iter().any(|other| other.barriers.contains(&kind));
            let no_mate = dropped.drop.no_mate;
            DropPlan { kind, held, region, files, no_mate, changes_royals, comes_first, is_barrier }
        };
        let mut plans = Vec::new();
        // Where pieces may be dropped promoted, a hand holds only the kinds that captured pieces become in it.
        let is_held = |i: usize| !drop_promoted || betza_game::rules::hands::needs::may_be_held(variant, i);
        for (i, rule) in variant.kinds.iter().enumerate().filter(|(i, _)| is_held(*i)) {
            let held = KindId::from_index(i);
            let promoted = rule.promotion.as_ref().filter(|_| drop_promoted);
            let others = promoted.map_or(&[][..], |p| &p.to[side.index()]);
            plans.extend(std::iter::once(&held).chain(others).map(|&kind| plan(kind, held)));
        }
        plans.retain(|p: &DropPlan<N>| !p.region.is_empty());
        plans
    }

    /// Returns the squares of `empty` on which the piece may be dropped. `there` has the side's pieces of the kind in
    /// hand. Safety of royals and mate are not considered.
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

/// The rule of hands of a game, compiled.
pub(crate) struct HandPlan<const N: usize> {
    /// The drops of each side.
    pub drops: BySide<Vec<DropPlan<N>>>,
    /// What captures bring to a hand; `None` if nothing.
    pub gain: Option<Gain>,
    /// Every kind is in hand at all times.
    pub endless: bool,
    /// How many of a kind a side must hold to drop one: none where hands are endless.
    needed: u8,
    /// The kind that leaves the hand when a kind is dropped, by [`KindId::index`].
    pub held_as: Vec<KindId>,
    /// Drops may grant castling rights.
    pub castles_placed: bool,
    /// Drops may give check.
    pub may_check: bool,
    /// Drops may change which pieces are royal.
    pub brings_royals: bool,
    /// The kinds that must be divided evenly between squares of both colours, and the dark squares.
    coloured: (Vec<KindId>, Bitboard<N>),
}

impl<const N: usize> HandPlan<N> {
    /// Compiles the rule; without hands, a plan without drops.
    #[inline(never)]
    pub fn new(variant: &Variant, sides: &[SidePlan<N>; 2]) -> HandPlan<N> {
        let drops = Side::BOTH.map(|side| DropPlan::all(variant, side, &sides[side.index()].tables));
        let mut held_as: Vec<KindId> = variant.kind_ids().collect();
        for plan in drops.iter().flatten() {
            held_as[plan.kind.index()] = plan.held;
        }
        let rule = variant.hands.as_ref();
        let board = &variant.board;
        let dark = board.squares().filter(|&s| board.is_dark(s)).collect();
        HandPlan {
            coloured: (rule.map_or(Vec::new(), |h| h.opposite_coloured.clone()), dark),
            brings_royals: drops.iter().flatten().any(|plan| plan.changes_royals),
            drops,
            gain: Gain::new(variant),
            endless: rule.is_some_and(|h| h.endless),
            needed: u8::from(!rule.is_some_and(|h| h.endless)),
            held_as,
            castles_placed: rule.is_some_and(|h| h.castling_by_drop),
            may_check: rule.is_none_or(|h| h.drop_checks),
        }
    }

    /// Returns whether a side holds a piece of this kind, to place it by whatever rule.
    #[inline(always)]
    pub fn has(&self, position: &Position<N>, side: Side, held: KindId) -> bool {
        position.in_hand(side, held) >= self.needed
    }

    /// Returns the squares of `empty` on which a side may drop a piece by this plan, so that pieces that must be
    /// divided evenly between squares of both colours still can be
    /// ([`betza_game::variant::HandRule::opposite_coloured`]). `held` gives how many of a kind are in the hand, `there`
    /// the side's pieces of a kind.
    #[inline(always)]
    pub fn targets(
        &self,
        side: Side,
        plan: &DropPlan<N>,
        held: impl Fn(KindId) -> u8,
        there: impl Fn(KindId) -> Bitboard<N>,
        empty: Bitboard<N>,
    ) -> Bitboard<N> {
        if plan.files.is_none() && self.coloured.0.is_empty() {
            return plan.region & empty;
        }
        self.limited_targets(side, plan, held, there, empty)
    }

    /// [`HandPlan::targets`] where more than the region limits them.
    #[inline(never)]
    fn limited_targets(
        &self,
        side: Side,
        plan: &DropPlan<N>,
        held: impl Fn(KindId) -> u8,
        there: impl Fn(KindId) -> Bitboard<N>,
        empty: Bitboard<N>,
    ) -> Bitboard<N> {
        let mut targets = plan.targets(there(plan.held), empty);
        let (coloured, dark) = &self.coloured;
        for &kind in coloured {
            let there = there(kind);
            let all = there.count() + u32::from(held(kind));
            let drops = || self.drops[side.index()].iter().find(|other| other.kind == kind);
            let open = || drops().map_or(Bitboard::EMPTY, |other| other.region & empty);
            for colour in [*dark, !*dark] {
                if plan.kind == kind {
                    if (there & colour).count() >= all.div_ceil(2) {
                        targets = targets.without(colour);
                    }
                    continue;
                }
                let open = open().without(there) & colour;
                match ((there & colour).count() + open.count()).checked_sub(all / 2) {
                    None => targets = Bitboard::EMPTY,
                    Some(0) => targets = targets.without(open),
                    Some(_) => {}
                }
            }
        }
        targets
    }
}

/// What captures bring to a hand.
pub(crate) struct Gain {
    /// The kind in hand of a captured kind, by [`KindId::index`].
    pub kinds: Vec<KindId>,
    /// Promoted pieces stay promoted in the hand.
    pub keeps_promoted: bool,
    /// Captured pieces come to the hand of the side that lost them.
    pub returns: bool,
    /// Captures take pieces of both sides, and each comes to the hand of its enemy.
    pub by_owner: bool,
}

impl Gain {
    /// Compiles what captures bring; `None` if captured pieces come to no hand.
    fn new(variant: &Variant) -> Option<Gain> {
        let hands = variant.hands.as_ref().filter(|h| (h.captures || h.captures_return) && !h.endless)?;
        let in_hand = |(i, k): (usize, &Kind)| k.in_hand.unwrap_or(KindId::from_index(i));
        Some(Gain {
            kinds: variant.kinds.iter().enumerate().map(in_hand).collect(),
            keeps_promoted: hands.keeps_promoted,
            returns: hands.captures_return,
            by_owner: variant.captures_apart() || !variant.petrifies.is_empty(),
        })
    }
}
