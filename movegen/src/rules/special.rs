//! Rules about the moves of a position as a whole, or about what a move leads to.

use crate::attack::safety::Safety;
use crate::compile::game::Game;
use crate::generate::Node;
use crate::generate::sink::{MoveList, Sink};
use crate::rules::ends::EndRule;
use crate::rules::forbidden_checks::moves::Checkless;
use crate::rules::judge::Judge;
use crate::rules::pass::PassRule;
use crate::rules::royalty::SeveralRoyals;
use crate::rules::series::SeriesRule;
use crate::rules::transformation::moves::AftermathPlan;
use crate::state::effects::{Effect, Effects};
use crate::state::moves::{Move, MoveType};
use crate::state::position::Position;
use crate::units::KindId;
use crate::variant::Variant;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;

/// The special rules of a game.
#[derive(Default)]
pub(crate) struct Special {
    pub(crate) must_capture: bool,
    /// Some pass for want of moves.
    pub(crate) passes: bool,
    /// Moves are judged one by one.
    pub(crate) judges: bool,
    /// And that only because checks are forbidden.
    pub(crate) only_no_checks: bool,
    /// Royals that face each other must be parted.
    pub(crate) bikjang: bool,
    /// Some promote by a move of their own.
    pub(crate) in_place: bool,
    /// Pieces in hand come onto squares that others leave.
    pub(crate) gating: bool,
    /// Some pieces may not simply be traded.
    pub(crate) trading: bool,
    /// Whether royals are safe is asked after making the move.
    pub(crate) makes: bool,
    /// Captures go on.
    pub(crate) series: Option<SeriesRule>,
    /// Something becomes of pieces that have moved.
    pub(crate) aftermath: Option<AftermathPlan>,
    /// Pieces move as the friend behind them.
    pub(crate) behind: bool,
}

impl Special {
    /// No rule but that safety is seen after each move.
    pub fn by_making() -> Special {
        Special { judges: true, makes: true, ..Special::default() }
    }

    /// Those of a game whose safety depends on more than where pieces stand (`plays_out`), or with pieces that move by chains.
    pub fn new(variant: &Variant, plays_out: bool, moves_by_chains: bool) -> Option<Special> {
        let is_royal = |k: &KindId| variant.kinds[k.index()].royal || variant.royalty.pseudo.contains(k);
        let promotes_to_royal =
            variant.kinds.iter().filter_map(|k| k.promotion.as_ref()).any(|p| p.to.iter().flatten().any(is_royal));
        let hands = variant.hands.as_ref();
        let aftermath = AftermathPlan::new(variant);
        let behind = variant.moves_as_behind;
        let moves_royalty = variant.royalty.several == SeveralRoyals::First;
        let blast = variant.blast.is_some();
        let by_making = (promotes_to_royal && variant.royalty.royal_at_once)
            || plays_out
            || aftermath.is_some()
            || behind
            || moves_royalty;
        let in_place = variant.kinds.iter().filter_map(|k| k.promotion.as_ref()).any(|p| p.in_place);
        let (gating, series) = (variant.gating.is_some(), variant.series.is_some());
        let makes = by_making && variant.royalty.check;
        let judges_otherwise = makes
            || in_place
            || aftermath.is_some()
            || behind
            || (variant.must_capture && (moves_by_chains || variant.no_checks.is_some() || gating))
            || (!variant.mutually_immune.is_empty() && !blast)
            || variant.royalty.stays_in_check
            || variant.royalty.first_moves_only
            || hands.is_some_and(|h| !h.drop_checks || !h.must_drop.is_empty() || !h.opposite_coloured.is_empty());
        let bikjang = variant.ends.contains(&EndRule::Bikjang);
        let passes = variant.pass.contains(&PassRule::Stalemate);
        let whole = variant.must_capture || passes || gating || series || bikjang || variant.trading.is_some();
        // The masks for explosions know no other rule.
        let spares_captors = variant.blast.as_ref().is_some_and(|blast| !blast.captor_too);
        let explodes_besides =
            blast && (judges_otherwise || variant.no_checks.is_some() || whole || moves_by_chains || spares_captors);
        let judges_otherwise = judges_otherwise || explodes_besides;
        let judges = judges_otherwise || variant.no_checks.is_some();
        let makes = makes || (explodes_besides && variant.royalty.check);
        let special = Special {
            only_no_checks: judges && !judges_otherwise && !bikjang && !gating && !series && variant.trading.is_none(),
            must_capture: variant.must_capture,
            passes,
            judges,
            bikjang,
            in_place,
            gating,
            trading: variant.trading.is_some(),
            makes,
            series: variant.series,
            aftermath,
            behind,
        };
        let judges = special.judges || special.bikjang || special.trading;
        let any = special.series.is_some() || special.must_capture || special.passes || judges || special.gating;
        any.then_some(special)
    }

    /// Whether royals are known to be safe only once each move is made.
    pub fn makes(&self) -> bool {
        self.makes
    }

    /// Whether nothing is special but royals that face each other.
    pub fn is_only_about_facing(&self) -> bool {
        self.bikjang && !self.must_capture && !self.has_others()
    }

    /// Whether nothing is special but that captures are compulsory.
    pub fn is_only_about_captures(&self) -> bool {
        self.must_capture && !self.bikjang && !self.has_others()
    }

    /// Whether nothing is special but that checks are forbidden.
    pub fn is_only_about_checks(&self) -> bool {
        self.only_no_checks && !self.must_capture && !self.passes
    }

    fn has_others(&self) -> bool {
        self.passes || self.gating || self.trading || self.series.is_some() || self.judges
    }
}

/// Passes moves on and notes whether there were any.
struct Watched<'s, S> {
    sink: &'s mut S,
    any: bool,
}

impl<const N: usize, S: Sink<N>> Sink<N> for Watched<'_, S> {
    #[inline]
    fn targets(&mut self, kind: MoveType, from: Square, targets: Bitboard<N>) {
        self.any |= !targets.is_empty();
        self.sink.targets(kind, from, targets);
    }

    #[inline]
    fn promotions(&mut self, from: Square, targets: Bitboard<N>, to: &[KindId]) {
        self.any |= !targets.is_empty();
        self.sink.promotions(from, targets, to);
    }

    #[inline]
    fn shifted(&mut self, kind: MoveType, by: i32, targets: Bitboard<N>) {
        self.any |= !targets.is_empty();
        self.sink.shifted(kind, by, targets);
    }

    #[inline]
    fn shifted_promotions(&mut self, by: i32, targets: Bitboard<N>, to: &[KindId]) {
        self.any |= !targets.is_empty();
        self.sink.shifted_promotions(by, targets, to);
    }

    #[inline]
    fn drops(&mut self, kind: KindId, targets: Bitboard<N>) {
        self.any |= !targets.is_empty();
        self.sink.drops(kind, targets);
    }

    #[inline]
    fn single(&mut self, m: Move) {
        self.any = true;
        self.sink.single(m);
    }

    fn chain(&mut self, from: Square, targets: Bitboard<N>, becomes: Option<KindId>, effects: &[Effect]) {
        self.any |= !targets.is_empty();
        self.sink.chain(from, targets, becomes, effects);
    }
}

impl<const N: usize> Game<N> {
    /// The legal moves of a game with special rules.
    #[inline(never)]
    pub(crate) fn special_moves<S: Sink<N>>(&self, special: &Special, position: &Position<N>, sink: &mut S) {
        self.with_node(position, |node| node.special_moves(special, true, sink));
    }
}

impl<const N: usize> Node<'_, N> {
    /// `asks_checks` says whether checks that are forbidden matter.
    pub(crate) fn special_moves<S: Sink<N>>(&mut self, special: &Special, asks_checks: bool, sink: &mut S) {
        let node = self;
        let mut sink = Watched { sink, any: false };
        let facing = special.bikjang && node.game.royals_face(node.position);
        if special.judges || facing || (special.trading && node.might_trade()) {
            node.judged_moves(special, facing, asks_checks, &mut sink);
        } else if let Some(rule) = special.series {
            node.series_moves(rule, &mut sink);
        } else if special.gating {
            node.gating_moves(&mut sink);
        } else if special.must_capture {
            node.landing.empty = Bitboard::EMPTY;
            node.board_moves(&mut sink);
            if !sink.any {
                node.spare_enemies();
                node.all_moves(&mut sink);
            }
        } else {
            node.all_moves(&mut sink);
        }
        if !sink.any && node.game.variant.pass[node.us.index()] == PassRule::Stalemate && !node.is_in_check() {
            node.pass(&mut sink);
        }
    }

    /// All moves, judged one by one.
    pub(crate) fn judged_moves<S: Sink<N>>(
        &mut self,
        special: &Special,
        facing: bool,
        asks_checks: bool,
        sink: &mut S,
    ) {
        if special.makes {
            let in_check = self.game.in_check(self.position);
            self.safety = Safety::free();
            self.safety.in_check = in_check;
            self.test_all = false;
            self.immune = self.immune_by_touch();
        }
        if special.only_no_checks && !asks_checks {
            return self.all_moves(sink);
        }
        if special.only_no_checks {
            let judge = Judge { node: self, special, facing, asks_checks, effects: &Effects::new(), after: None };
            if let Some(mut checkless) = Checkless::new(self, judge, sink) {
                return self.all_moves(&mut checkless);
            }
        }
        let mut list = MoveList::default();
        if special.behind {
            self.moves_as_behind(&mut list);
        } else if let Some(rule) = special.series {
            self.series_moves(rule, &mut list);
        } else if special.gating {
            self.gating_moves(&mut list);
        } else {
            self.all_moves(&mut list);
        }
        if special.in_place {
            self.promotions_in_place(&mut list);
        }
        if let Some(plan) = &special.aftermath {
            list = self.with_aftermath(plan, &list);
        }
        let MoveList { mut moves, effects } = list;
        if facing && self.safety.in_check && self.game.variant.pass[self.us.index()] == PassRule::Always {
            let mut passes = MoveList::default();
            self.pass(&mut passes);
            moves.append(&mut passes.moves);
        }
        let mut judge = Judge { node: self, special, facing, asks_checks, effects: &effects, after: None };
        moves.retain(|&m| judge.allows(m));
        let captures = |&m: &Move| self.captures(m, &effects);
        let must = |m: &Move| m.kind == MoveType::Drop && self.must_drop(m.piece());
        if moves.iter().any(must) {
            moves.retain(must);
        } else if special.must_capture && moves.iter().any(captures) {
            moves.retain(captures);
        }
        for m in moves {
            sink.listed(m, &effects);
        }
    }

    pub(crate) fn captures(&self, m: Move, effects: &Effects) -> bool {
        match m.kind {
            MoveType::EnPassant => true,
            MoveType::Plain | MoveType::Promotion | MoveType::Passing => self.enemies.contains(m.to()),
            MoveType::Chain => self.enemies.contains(m.to()) || effects.of(m).iter().any(|e| e.captured().is_some()),
            MoveType::Castling | MoveType::Drop | MoveType::Pass => false,
        }
    }

    /// The enemies that pieces of a kind may not capture, being of the same kind.
    pub(crate) fn immune_to(&self, kind: KindId) -> Bitboard<N> {
        if self.game.variant.mutually_immune.contains(&kind) {
            self.position.pieces(self.us.other(), kind)
        } else {
            Bitboard::EMPTY
        }
    }
}

impl<const N: usize> Game<N> {
    /// Whether the side to move has no legal move, rules about giving checks apart: what is mate would else depend on what is mate.
    pub(crate) fn has_no_replies(&self, position: &Position<N>) -> bool {
        // Which drops there are may ask for mates in turn: they are asked last.
        let has_none = |without_drops: bool| {
            let mut list = MoveList::default();
            self.with_node(position, |node| {
                node.without_drops = without_drops;
                match (&self.special, &self.blast) {
                    (Some(special), _) => node.special_moves(special, false, &mut list),
                    (None, Some(plan)) => node.exploding_moves(plan, &mut list),
                    (None, None) => node.all_moves(&mut list),
                }
            });
            list.moves.is_empty()
        };
        has_none(true) && has_none(false)
    }
}
