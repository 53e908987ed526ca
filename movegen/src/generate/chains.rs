//! Generates chains, which are moves of several legs, and turn passes.
//!
//! The moves come in groups that differ only in their destinations, and a group is tested for legality as a whole
//! where possible.

use crate::attack::chains::{KindsOf, Scratch, off_walls, with_scratch};
use crate::compile::chain_plans::ChainPlan;
use crate::compile::mover::Mover;
use crate::generate::Node;
use crate::generate::sink::Sink;
use crate::position::effects::Effect;
use crate::position::moves::{Move, MoveType};
use crate::position::trace::Trace;
use betza_compile::lower::MoveGroup;
use betza_compile::walk::EnPassant;
use betza_ir::bitboard::{Bitboard, is_large};
use betza_ir::geometry::Square;

impl<const N: usize> Node<'_, N> {
    /// Returns the destination of the mover, and all other effects, of a move of any type. `effects` are the effects
    /// that the move list keeps for the move.
    pub(crate) fn in_effects(&self, m: Move, effects: &[Effect]) -> (Square, Vec<Effect>) {
        let mut all = effects.to_vec();
        match m.kind {
            // The path has one leg, although the captured piece stands beside it.
            MoveType::EnPassant => {
                all.extend([Effect::Capture(self.position.state.passer()), Effect::Via(m.destination_on::<N>())])
            }
            MoveType::DoubleStep => all.extend(self.passed(m).into_iter().map(Effect::Open)),
            MoveType::Castling => {
                if let Some(squares) = self.position.castling_with(m.destination_on::<N>()) {
                    all.push(Effect::Relocate(squares.partner, squares.partner_to));
                    return (squares.king_to, all);
                }
            }
            _ => {}
        }
        (m.destination_on::<N>(), all)
    }

    /// Returns the squares that a double step passes, which are open to en-passant capture afterwards.
    fn passed(&self, m: Move) -> Bitboard<N> {
        let mover = self.position.cell(m.origin_on::<N>());
        self.game.rules.double_steps.opened(
            self.position,
            mover,
            m.origin_on::<N>(),
            m.destination_on::<N>(),
            self.us.other(),
        )
    }

    /// Generates the chains and turn passes of a kind.
    #[inline(never)]
    pub(crate) fn chain_moves<S: Sink<N>>(&self, plan: &ChainPlan<N>, sink: &mut S) {
        let set = self.position.pieces(self.us, plan.kind) & self.free;
        if set.is_empty() {
            return;
        }
        let side = self.plan();
        let mover = if plan.is_royal { &side.royals[plan.mover] } else { &side.movers[plan.mover] };
        let chains = &side.threats.chains;
        let tables = &chains.tables[plan.kind.index()];
        let state = &self.position.state;
        let kinds = KindsOf { position: self.position, tables: &chains.tables };
        with_scratch(|scratch: &mut Scratch<N>| {
            let Scratch { chain, moves, rights, effects } = scratch;
            rights.clear();
            if self.game.variant.captures_en_passant(plan.kind) {
                rights.extend(state.en_passant.into_iter().map(|square| EnPassant { square, victim: state.passer() }));
            }
            let mut view = chains.view(plan, self.position, self.us, &kinds, rights);
            // PERF: most men of draughts have no enemy beside them.
            let set = set.into_iter().filter(|&from| !tables.lacks_victims(from, &self.enemies));
            for from in set {
                view.mover = plan.conditions(self.position, from);
                let result = tables.each_chain_group(&view, from, chain, moves, |group| {
                    if let Some(group) = off_walls(group, self.position.walls()) {
                        self.group_moves(plan, mover, from, &group, effects, sink);
                    }
                });
                if result.is_err() {
                    self.game.note_overflow();
                }
            }
        });
    }

    /// Returns the destinations of the piece's moves of one leg without effects.
    pub(crate) fn one_leg_targets(&self, mover: &Mover<N>, from: Square) -> Bitboard<N> {
        let (plain, double_steps) = self.united_targets(mover, from);
        plain | double_steps
    }

    /// Returns the destinations of the piece's en-passant captures of one leg.
    pub(crate) fn one_leg_en_passant(&self, mover: &Mover<N>, from: Square) -> Bitboard<N> {
        let mut ends = Bitboard::EMPTY;
        for &i in &mover.en_passant {
            let part = &mover.components[i];
            if !part.origins(Bitboard::of(from), self.position.state.unmoved).is_empty() {
                ends |= self.en_passant & self.game.lookups.targets(&part.targets, from, &self.occupied);
            }
        }
        ends
    }

    /// Generates the legal moves of a group, except those that are also moves of one leg.
    pub(crate) fn group_moves<S: Sink<N>>(
        &self,
        plan: &ChainPlan<N>,
        mover: &Mover<N>,
        from: Square,
        group: &MoveGroup<'_, N>,
        effects: &mut Vec<Effect>,
        sink: &mut S,
    ) {
        let mut ends = group.to & plan.keep(from);
        // A path of one leg is the direct move.
        let is_direct = group.path.is_empty() || group.path.len() == 1;
        let is_plain = is_direct && group.relocations.is_empty() && !group.vanishes;
        if is_plain && group.captures.is_empty() && ends != Bitboard::of(from) {
            ends = ends.without(self.one_leg_targets(mover, from));
        } else if is_plain && group.captures == [self.position.state.passer()] && !self.en_passant.is_empty() {
            ends = ends.without(self.one_leg_en_passant(mover, from));
        }
        let mut ends = self.legal_ends(from, ends, group, true);
        if is_plain && group.captures.is_empty() && group.passed.is_empty() {
            // A move back to the origin passes the turn and stays a chain. The others are plain moves.
            let here = Bitboard::of(from);
            self.emit(MoveType::Plain, from, ends.without(here), mover.promotion.as_ref(), sink);
            ends &= here;
        }
        if is_large(N)
            && is_plain
            && group.passed.is_empty()
            && group.captures == [self.position.state.passer()]
            && !self.en_passant.is_empty()
        {
            // As where pieces have tables: a move of its own type, which does not promote. Elsewhere the piece is
            // captured on the way.
            let captures_so = self.game.variant.captures_en_passant(mover.kind);
            let passed = if captures_so { ends & self.en_passant } else { Bitboard::EMPTY };
            passed.for_each(|to| sink.single(Move::of::<N>(MoveType::EnPassant, from, to)));
            ends = ends.without(passed);
            if ends.is_empty() {
                return;
            }
        }
        effects.clear();
        effects.extend(group.captures.iter().map(|&s| Effect::Capture(s)));
        effects.extend(group.relocations.iter().map(|&(was, now)| Effect::Relocate(was, now)));
        effects.extend(group.passed.into_iter().map(Effect::Open));
        if !is_direct {
            effects.extend(group.path.iter().map(|&s| Effect::Via(s)));
        }
        self.emit_chain(mover, from, ends, effects, sink);
        if group.vanishes && !self.legal_ends(from, Bitboard::of(from), group, false).is_empty() {
            effects.push(Effect::Vanish);
            sink.chain(from, Bitboard::of(from), None, effects);
        }
    }

    /// Gives legal moves with the same effects to the sink, as promotions where the mover may promote.
    pub(crate) fn emit_chain<S: Sink<N>>(
        &self,
        mover: &Mover<N>,
        from: Square,
        ends: Bitboard<N>,
        effects: &[Effect],
        sink: &mut S,
    ) {
        if ends.is_empty() {
            return;
        }
        let Some(plan) = &mover.promotion else { return sink.chain(from, ends, None, effects) };
        let captures = effects.iter().any(|effect| matches!(effect, Effect::Capture(_)));
        let split = plan.split(from, ends, if captures { Bitboard::FULL } else { self.enemies });
        if !split.plain.is_empty() {
            sink.chain(from, split.plain, None, effects);
        }
        if !split.promoting.is_empty() {
            self.choices(plan, split.promoting, &mut |kinds, squares| {
                for &kind in kinds {
                    sink.chain(from, squares, Some(kind), effects);
                }
            });
        }
    }

    /// Returns the destinations of a group's moves that leave the royals safe. If the mover is removed (`stays` is
    /// false), `ends` is its own square, which is returned if the removal is legal.
    pub(crate) fn legal_ends(
        &self,
        from: Square,
        ends: Bitboard<N>,
        group: &MoveGroup<'_, N>,
        stays: bool,
    ) -> Bitboard<N> {
        if ends.is_empty() || !self.guards_royals() {
            return ends;
        }
        if group.relocations.iter().any(|r| self.enemies.contains(r.0)) {
            return ends.into_iter().filter(|&to| self.is_safe_by_making(from, to, group, stays)).collect();
        }
        if group.relocations.is_empty() && stays && self.cannot_open_line(from, group.captures) {
            let suspect = ends & self.safety.sensitive;
            let tested = if suspect.is_empty() { suspect } else { self.tested_ends(from, suspect, group, stays) };
            return ends.without(suspect) | tested;
        }
        self.tested_ends(from, ends, group, stays)
    }

    /// Returns whether no line to the royal opens if the mover leaves `from` and the pieces on `captures` are taken.
    #[inline]
    pub(crate) fn cannot_open_line(&self, from: Square, captures: &[Square]) -> bool {
        let Some(royal) = self.safety.royal.filter(|&royal| royal != from && !self.safety.in_check) else {
            return false;
        };
        let threats = self.threats();
        let blockers = self.blockers.get_or_init(|| threats.nearly_open_blockers(self.position, royal, &self.occupied));
        let fixed = *blockers | self.safety.sensitive;
        let few = captures.len() <= 1;
        few && threats.only_clear && !fixed.contains(from) && captures.iter().all(|&s| !fixed.contains(s))
    }

    /// Returns the destinations of a group's moves that leave the royals safe, tested one by one, or all at once if the
    /// destination does not matter.
    pub(crate) fn tested_ends(
        &self,
        from: Square,
        ends: Bitboard<N>,
        group: &MoveGroup<'_, N>,
        stays: bool,
    ) -> Bitboard<N> {
        let mut occupied = self.occupied;
        let mut royals = self.royals;
        let is_royal = royals.contains(from);
        for square in group.captures.iter().copied().chain([from]) {
            occupied.remove(square);
            royals.remove(square);
        }
        let gone: Bitboard<N> = group.captures.iter().copied().collect();
        let royals_before = royals;
        for &(was, _) in group.relocations {
            occupied.remove(was);
            royals.remove(was);
        }
        for &(was, now) in group.relocations {
            occupied.insert(now);
            if royals_before.contains(was) {
                royals.insert(now);
            }
        }
        let threats = self.threats();
        let is_quiet = threats.only_clear && self.safety.royal.is_some() && self.safety.sensitive.is_empty();
        if is_quiet && !is_royal && self.all_safe(royals, &occupied, &gone) {
            // The royals are safe even without the mover, so they are safe wherever it goes.
            return ends;
        }
        let is_safe = |to: &Square| {
            let (mut occupied, mut royals, mut gone) = (occupied, royals, gone);
            if stays {
                occupied.insert(*to);
                gone.insert(*to);
                royals.remove(*to);
                if is_royal {
                    royals.insert(*to);
                }
            }
            self.all_safe(royals, &occupied, &gone)
        };
        ends.into_iter().filter(is_safe).collect()
    }

    /// Returns whether the royals are safe after a move that relocates enemies, tested by making the move.
    #[inline(never)]
    pub(crate) fn is_safe_by_making(&self, from: Square, to: Square, group: &MoveGroup<'_, N>, stays: bool) -> bool {
        let mut effects: Vec<Effect> = group.captures.iter().map(|&s| Effect::Capture(s)).collect();
        effects.extend(group.relocations.iter().map(|&(was, now)| Effect::Relocate(was, now)));
        effects.extend((!stays).then_some(Effect::Vanish));
        let mut played = self.position.clone();
        let m = Move::of::<N>(MoveType::Chain, from, to);
        self.game.carry_out::<false>(&mut played, m, &effects, &mut Trace::new());
        self.is_safe_after(&played)
    }
}
