//! Rules about the moves of a position as a whole, or about what a move leads to: compulsory captures and drops, passing for want of
//! moves, forbidden checks, royals that come about by promotion.
//!
//! Games without such rules never come here. What depends on the whole position takes two passes over the ordinary generator; what
//! depends on what a move leads to is asked by making it.

use super::Node;
use super::aftermath::AftermathPlan;
use super::no_checks::Checkless;
use crate::effects::{Effect, Effects};
use crate::game::{Game, Origins, Part};
use crate::moves::{Move, MoveType};
use crate::position::Position;
use crate::rules::{EndRule, KindId, NoChecks, PassRule, SeriesRule, SeveralRoyals, Variant};
use crate::safety::Safety;
use crate::sink::{MoveList, Sink};
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;

/// The special rules of a game.
#[derive(Default)]
pub(crate) struct Special {
    must_capture: bool,
    /// Some pass for want of moves.
    passes: bool,
    /// Moves are judged one by one.
    judges: bool,
    /// And that only because checks are forbidden.
    only_no_checks: bool,
    /// Royals that face each other must be parted.
    bikjang: bool,
    /// Some promote by a move of their own.
    in_place: bool,
    /// Pieces in hand come onto squares that others leave.
    gating: bool,
    /// Some pieces may not simply be traded.
    trading: bool,
    /// Whether royals are safe is asked after making the move.
    makes: bool,
    /// Captures go on.
    series: Option<SeriesRule>,
    /// Something becomes of pieces that have moved.
    pub(super) aftermath: Option<AftermathPlan>,
    /// Pieces move as the friend behind them.
    behind: bool,
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
}

impl Special {
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
    pub(super) fn special_moves<S: Sink<N>>(&self, special: &Special, position: &Position<N>, sink: &mut S) {
        self.with_node(position, |node| node.special_moves(special, true, sink));
    }
}

impl<const N: usize> Node<'_, N> {
    /// `asks_checks` says whether checks that are forbidden matter.
    fn special_moves<S: Sink<N>>(&mut self, special: &Special, asks_checks: bool, sink: &mut S) {
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
    pub(super) fn judged_moves<S: Sink<N>>(
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

    pub(super) fn captures(&self, m: Move, effects: &Effects) -> bool {
        match m.kind {
            MoveType::EnPassant => true,
            MoveType::Plain | MoveType::Promotion | MoveType::Passing => self.enemies.contains(m.to()),
            MoveType::Chain => self.enemies.contains(m.to()) || effects.of(m).iter().any(|e| e.captured().is_some()),
            MoveType::Castling | MoveType::Drop | MoveType::Pass => false,
        }
    }

    /// The enemies that pieces of a kind may not capture, being of the same kind.
    pub(super) fn immune_to(&self, kind: KindId) -> Bitboard<N> {
        if self.game.variant.mutually_immune.contains(&kind) {
            self.position.pieces(self.us.other(), kind)
        } else {
            Bitboard::EMPTY
        }
    }

    /// Whether this piece must be dropped before anything else is done.
    fn must_drop(&self, piece: Option<KindId>) -> bool {
        let hands = self.game.variant.hands.as_ref();
        hands.is_some_and(|h| piece.is_some_and(|k| h.must_drop.contains(&k)))
    }
}

/// Judges the moves of one node.
pub(super) struct Judge<'a, 'n, const N: usize> {
    pub node: &'a Node<'n, N>,
    special: &'a Special,
    /// The royals face each other.
    facing: bool,
    asks_checks: bool,
    effects: &'a Effects,
    /// The position, to make moves in, once one is made.
    after: Option<Box<Position<N>>>,
}

impl<const N: usize> Judge<'_, '_, N> {
    pub fn allows(&mut self, m: Move) -> bool {
        let node = self.node;
        let variant = &node.game.variant;
        if variant.royalty.stays_in_check && variant.royalty.check && !self.stays(m) {
            return false;
        }
        if self.special.trading && !node.may_trade(m, self.effects) {
            return false;
        }
        if variant.royalty.first_moves_only && !self.is_first_move(m) {
            return false;
        }
        let is_drop = m.kind == MoveType::Drop;
        let kind = node.position.cell(m.from()).kind();
        let captured = || node.game.captured(node.position, m, self.effects.of(m));
        if !variant.mutually_immune.is_empty() && !is_drop && !node.immune_to(kind).is_disjoint(&captured()) {
            return false;
        }
        if is_drop && !self.leaves_colours(m) {
            return false;
        }
        // A piece that promotes by a move of its own may not give check by it.
        let in_place = || variant.kinds[kind.index()].promotion.as_ref().is_some_and(|p| p.in_place);
        let no_check = self.asks_checks
            && (variant.no_checks.is_some()
                || (self.special.in_place && m.kind == MoveType::Promotion && in_place() && variant.royalty.check)
                || (is_drop && variant.hands.as_ref().is_some_and(|h| !h.drop_checks)));
        let parts = self.facing && m.kind != MoveType::Pass;
        if !self.special.makes && !no_check && !parts {
            return true;
        }
        let mut after = self.after.take().unwrap_or_else(|| Box::new(node.position.clone()));
        let undo = node.game.make_unhashed(&mut after, m, self.effects);
        let forbidden = (no_check && self.checks_in_vain(&after)) || (parts && node.game.royals_face(&after));
        let in_danger = self.special.makes && !self.royals_are_safe(&after, m);
        node.game.unmake(&mut after, m, &undo);
        self.after = Some(after);
        !in_danger && !forbidden
    }

    /// Whether the side that has moved has left its royals safe.
    fn royals_are_safe(&self, after: &Position<N>, m: Move) -> bool {
        let game = self.node.game;
        let effects = self.effects.of(m);
        let mut royals = game.royals(after, self.node.us);
        if !game.variant.royalty.royal_at_once && self.promotes(m) {
            royals.remove(m.to());
        }
        if self.special.behind {
            let them = self.node.us.other();
            return royals.is_empty()
                || self.node.as_safe_as_wanted(royals, |royal| !game.attacks_as_behind(after, them, royal));
        }
        if game.blast.is_some()
            && let Some(is_safe) = self.after_explosion(after, royals)
        {
            return is_safe;
        }
        // What comes through a gate blocks no check.
        let gated = effects.iter().filter_map(|e| if let Effect::Gate(square, _) = e { Some(*square) } else { None });
        let royals = game.without_touching(after, royals, self.node.us);
        royals.is_empty() || self.node.all_safe_in(after, royals, &after.occupied().without(gated.collect()))
    }

    /// Whether a move promotes; what a piece becomes by any move of its own is no promotion.
    fn promotes(&self, m: Move) -> bool {
        let by_moving = |kind| self.special.aftermath.as_ref().and_then(|plan| plan.successor(kind));
        m.kind != MoveType::Drop
            && m.piece().is_some()
            && m.piece() != by_moving(self.node.position.cell(m.from()).kind())
    }

    /// Whether a move is allowed because of what exploded, if that decides it; `royals` are those that are left.
    fn after_explosion(&self, after: &Position<N>, royals: Bitboard<N>) -> Option<bool> {
        let (node, game) = (self.node, self.node.game);
        let them = node.us.other();
        let may_lose = game.variant.royalty.several == SeveralRoyals::One && !royals.is_empty();
        if royals.count() < node.royals.count() && !may_lose {
            return Some(false);
        }
        let has_won = game.royals(after, them).is_empty() && !game.royals(node.position, them).is_empty();
        has_won.then_some(true)
    }

    /// Whether the move that was made gives a check that is forbidden.
    fn checks_in_vain(&self, after: &Position<N>) -> bool {
        let game = self.node.game;
        game.in_check(after) && !(game.variant.no_checks == Some(NoChecks::UnlessMate) && game.has_no_replies(after))
    }

    /// A royal that has not moved goes to empty squares only as it cannot later, unless it is in check; or castles.
    fn is_first_move(&self, m: Move) -> bool {
        let node = self.node;
        let is_step = matches!(m.kind, MoveType::Plain | MoveType::Passing | MoveType::Promotion);
        let attacked = || !node.royals.has_several() || node.threats().attacks_now(node.position, m.from());
        let is_free = (node.safety.in_check && attacked()) || node.enemies.contains(m.to());
        if !is_step || is_free || !(node.royals & node.position.state.unmoved).contains(m.from()) {
            return true;
        }
        let kind = node.position.cell(m.from()).kind();
        let mover = node.plan().royals.iter().find(|mover| mover.kind == kind);
        let parts = mover.into_iter().flat_map(|mover| &mover.parts);
        let first: Vec<&Part<N>> = parts.filter(|part| matches!(part.from, Origins::Unmoved)).collect();
        let reaches =
            |part: &&Part<N>| node.game.lookups.targets(&part.targets, m.from(), &node.occupied).contains(m.to());
        first.is_empty() || first.iter().any(reaches)
    }

    /// A piece of a royal kind that is in check may only take what gives it.
    fn stays(&self, m: Move) -> bool {
        let node = self.node;
        let (game, them) = (node.game, node.us.other());
        let kind = node.position.cell(m.from()).kind();
        let is_royal = || node.royals.contains(m.from()) && game.variant.kinds[kind.index()].royal;
        let is_attacked = || match self.special.behind {
            true => game.attacks_as_behind(node.position, them, m.from()),
            false => node.threats().attacks_now(node.position, m.from()),
        };
        if m.kind == MoveType::Drop || !is_royal() || !is_attacked() {
            return true;
        }
        node.captures(m, self.effects)
            && !node.threats().attacks(node.position, m.from(), &node.occupied, &Bitboard::of(m.to()))
    }

    /// Whether after a drop the pieces that go on squares of both colours can still be divided evenly between them.
    fn leaves_colours(&self, m: Move) -> bool {
        let node = self.node;
        let Some(hands) = &node.game.variant.hands else { return true };
        let board = &node.game.variant.board;
        let dark: Bitboard<N> = board.squares().filter(|&s| board.is_dark(s)).collect();
        hands.opposite_coloured.iter().all(|&kind| {
            let there = node.position.pieces(node.us, kind);
            let all = there.count() + u32::from(node.position.in_hand(node.us, kind));
            if m.piece() == Some(kind) {
                let colour = if dark.contains(m.to()) { dark } else { !dark };
                return (there & colour).count() < all.div_ceil(2);
            }
            let plan = node.plan().drops.iter().find(|d| d.kind == kind);
            let open = plan.map_or(Bitboard::EMPTY, |d| d.region) & node.empty.without(Bitboard::of(m.to()));
            [dark, !dark].iter().all(|colour| ((there | open) & *colour).count() >= all / 2)
        })
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
