//! Promotion as masks: on which destinations a move may promote, and on which it must.

use crate::compile::component::stuck;
use betza_compile::lower::PieceTables;
use betza_game::rules::promotion::Forced;
use betza_game::variant::Kind;
use betza_game::variant::Variant;
use betza_game::{KindId, narrow};
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::{Side, Square};

/// How the pieces of one kind and side promote, compiled.
pub(crate) struct PromotionPlan<const N: usize> {
    /// The promotion zone.
    zone: Bitboard<N>,
    /// Moves that start in the zone may promote, wherever they end.
    from_zone_too: bool,
    /// Such a move promotes only if it captures or ends on one of these squares.
    starting_inside: Option<Bitboard<N>>,
    /// Only captures promote.
    by_capture: bool,
    /// Pieces promote by moves of their own, and not by reaching the zone.
    pub in_place: bool,
    /// The kinds to which pieces may promote.
    pub to: Vec<KindId>,
    /// Destinations on which a move that may promote must.
    forced: Bitboard<N>,
    /// Destinations on which every move must promote, or else is illegal.
    only_promoted: Bitboard<N>,
    /// The number of pieces of a kind on the board at which a promotion to it is no longer legal.
    pub limits: Vec<(KindId, u8)>,
    /// Kinds that are counted as others for the limits.
    counted_as: Vec<(KindId, KindId)>,
    /// The squares on which a kind may be chosen; a kind that is not listed may be chosen everywhere.
    only: Vec<(KindId, Bitboard<N>)>,
    /// Only kinds of which the side holds a piece may be chosen.
    pub from_hand: bool,
}

/// The destinations of a piece's moves, split by promotion.
pub(crate) struct Split<const N: usize> {
    /// Destinations of moves that do not promote.
    pub plain: Bitboard<N>,
    /// Destinations of moves that promote.
    pub promoting: Bitboard<N>,
}

impl<const N: usize> PromotionPlan<N> {
    /// Compiles the rule of a kind; `None` if it does not promote. `at_start` gives the number of pieces of a kind with
    /// which the side starts.
    #[inline(never)]
    pub fn new(
        variant: &Variant,
        side: Side,
        kind: KindId,
        tables: &PieceTables<N>,
        at_start: impl Fn(KindId) -> u32,
    ) -> Option<PromotionPlan<N>> {
        let rule = variant.kinds[kind.index()].promotion.as_ref()?;
        let forced = match &rule.forced {
            Forced::No => Bitboard::EMPTY,
            Forced::Always => Bitboard::FULL,
            Forced::WhenStuck => stuck(&variant.board, tables),
            Forced::OnRegion(regions) => narrow(&regions[side.index()]),
        };
        let mut limits = rule.limits.clone();
        if rule.from_captured {
            // A piece has been captured if there are fewer than at the start.
            let lost = rule.to[side.index()].iter().map(|&k| (k, u8::try_from(at_start(k)).unwrap_or(u8::MAX)));
            limits.extend(lost);
        }
        Some(PromotionPlan {
            zone: narrow(&rule.zone[side.index()]),
            from_zone_too: rule.from_zone_too || rule.starting_inside.is_some(),
            starting_inside: rule.starting_inside.as_ref().map(|onto| narrow(&onto[side.index()])),
            by_capture: rule.by_capture,
            in_place: rule.in_place,
            to: rule.to[side.index()].clone(),
            forced,
            only_promoted: narrow(&rule.only_promoted[side.index()]),
            limits,
            counted_as: rule.counted_as.clone(),
            from_hand: rule.from_hand,
            only: rule.only.iter().map(|(kind, regions)| (*kind, narrow(&regions[side.index()]))).collect(),
        })
    }

    /// Returns whether every kind may be chosen at any time and on every square.
    #[inline]
    pub fn is_free(&self) -> bool {
        self.limits.is_empty() && self.only.is_empty() && !self.from_hand
    }

    /// Returns whether there are few enough pieces of a kind for one more. `count` gives the number of a kind's pieces.
    pub fn has_room(&self, kind: KindId, count: impl Fn(KindId) -> u32) -> bool {
        let total = || self.counted_with(kind).map(&count).sum::<u32>();
        let mut limits = self.limits.iter().filter(|(limited, _)| self.class(*limited) == self.class(kind));
        limits.all(|(_, most)| total() < u32::from(*most))
    }

    /// Returns the kind as which a kind is counted for the limits.
    fn class(&self, kind: KindId) -> KindId {
        self.counted_as.iter().find(|(other, _)| *other == kind).map_or(kind, |(_, class)| *class)
    }

    /// Returns the kinds that are counted together with a kind for the limits, itself included.
    pub fn counted_with(&self, kind: KindId) -> impl Iterator<Item = KindId> {
        let class = self.class(kind);
        let others = self.counted_as.iter().filter(move |(_, as_one)| *as_one == class).map(|(other, _)| *other);
        std::iter::once(class).chain(others)
    }

    /// Returns the squares on which a kind may be chosen.
    pub fn squares_of(&self, kind: KindId) -> Bitboard<N> {
        self.only.iter().find(|(k, _)| *k == kind).map_or(Bitboard::FULL, |(_, squares)| *squares)
    }

    /// Splits the destinations of a piece on `from`. A square may be in both parts, where promotion is optional.
    #[inline]
    pub fn split(&self, from: Square, targets: Bitboard<N>, enemies: Bitboard<N>) -> Split<N> {
        let leaves_zone = self.from_zone_too && self.zone.contains(from);
        self.split_where(targets, if leaves_zone { targets } else { Bitboard::EMPTY }, enemies)
    }

    /// Returns whether the rule bears on some of these moves of a piece on `from`: one may promote, or may not be made
    /// without promoting.
    #[inline]
    pub fn bears_on(&self, from: Square, targets: Bitboard<N>, enemies: Bitboard<N>) -> bool {
        let split = self.split(from, targets, enemies);
        !split.promoting.is_empty() || split.plain != targets
    }

    /// Splits the destinations of several pieces that move by one vector; `shift` moves a set of squares by it.
    #[inline]
    pub fn split_set(
        &self,
        pieces: Bitboard<N>,
        shift: impl FnOnce(Bitboard<N>) -> Bitboard<N>,
        targets: Bitboard<N>,
        enemies: Bitboard<N>,
    ) -> Split<N> {
        let leaving = if self.from_zone_too { shift(pieces & self.zone) } else { Bitboard::EMPTY };
        self.split_where(targets, leaving, enemies)
    }

    /// Returns the pieces of a set, all of the kind, that may promote in place: those in the zone, or a single piece
    /// anywhere.
    pub fn promote_in_place(&self, set: Bitboard<N>) -> Bitboard<N> {
        if set.has_several() { set & self.zone } else { set }
    }

    /// Splits destinations. `leaving` has those that are reached from the zone.
    #[inline]
    fn split_where(&self, targets: Bitboard<N>, leaving: Bitboard<N>, enemies: Bitboard<N>) -> Split<N> {
        if self.in_place {
            return Split { plain: targets, promoting: Bitboard::EMPTY };
        }
        let mut promoting = targets & (self.zone | leaving);
        if let Some(onto) = self.starting_inside {
            promoting = promoting.without(leaving.without(enemies | onto));
        }
        if self.by_capture {
            promoting &= enemies;
        }
        Split { plain: targets.without(promoting & self.forced).without(self.only_promoted), promoting }
    }
}

/// Promotions that are remembered on the board, so that a captured piece returns to its former kind.
pub(crate) struct Promoted {
    /// The kind whose promotions are remembered, which is at most one.
    pub from: Option<KindId>,
}

impl Promoted {
    /// Compiles which promotions the game remembers.
    pub fn new(variant: &Variant) -> Promoted {
        let kind = variant.kinds.iter().position(Promoted::is_remembered);
        Promoted { from: kind.map(KindId::from_index) }
    }

    /// Returns whether promotions of a kind are remembered.
    pub fn is_remembered(kind: &Kind) -> bool {
        kind.promotion.as_ref().is_some_and(|p| p.remembers)
    }
}
