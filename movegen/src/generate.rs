//! Legal moves, set-wise: a piece, where it stands, and the set of its destinations. A list is made of them only when somebody
//! wants a list; counting adds up bits.

use crate::game::{DropPlan, Game, Mover, Part, landings};
use crate::moves::{Move, MoveType};
use crate::position::Position;
use crate::promotion::PromotionPlan;
use crate::rules::{KindId, PassRule, SeveralRoyals};
use crate::safety::Safety;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;
use betza_compile::ir::Modes;

/// What takes the moves.
pub trait Sink<const N: usize> {
    /// Moves of one piece to each square of a set.
    fn targets(&mut self, kind: MoveType, from: Square, targets: Bitboard<N>);
    /// The same, promoting to each of these kinds.
    fn promotions(&mut self, from: Square, targets: Bitboard<N>, to: &[KindId]);
    /// Drops of one kind on each square of a set.
    fn drops(&mut self, kind: KindId, targets: Bitboard<N>);
    /// One move.
    fn single(&mut self, m: Move);
}

/// Counts moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counter(pub u64);

impl<const N: usize> Sink<N> for Counter {
    #[inline]
    fn targets(&mut self, _: MoveType, _: Square, targets: Bitboard<N>) {
        self.0 += u64::from(targets.count());
    }
    #[inline]
    fn promotions(&mut self, _: Square, targets: Bitboard<N>, to: &[KindId]) {
        self.0 += u64::from(targets.count()) * to.len() as u64;
    }
    #[inline]
    fn drops(&mut self, _: KindId, targets: Bitboard<N>) {
        self.0 += u64::from(targets.count());
    }
    #[inline]
    fn single(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Lists moves.
#[derive(Clone, Debug, Default)]
pub struct MoveList {
    /// The moves.
    pub moves: Vec<Move>,
}

impl MoveList {
    /// Forgets all moves and keeps the room.
    pub fn clear(&mut self) {
        self.moves.clear();
    }
}

impl<const N: usize> Sink<N> for MoveList {
    #[inline]
    fn targets(&mut self, kind: MoveType, from: Square, targets: Bitboard<N>) {
        self.moves.extend(targets.into_iter().map(|to| Move::new(kind, from, to)));
    }
    fn promotions(&mut self, from: Square, targets: Bitboard<N>, to: &[KindId]) {
        for square in targets {
            self.moves.extend(to.iter().map(|&k| Move::with_piece(MoveType::Promotion, from, square, k)));
        }
    }
    fn drops(&mut self, kind: KindId, targets: Bitboard<N>) {
        self.moves.extend(targets.into_iter().map(|to| Move::with_piece(MoveType::Drop, to, to, kind)));
    }
    #[inline]
    fn single(&mut self, m: Move) {
        self.moves.push(m);
    }
}

/// One node's generation: the position and what is asked again and again of it.
struct Node<'a, const N: usize> {
    game: &'a Game<N>,
    position: &'a Position<N>,
    own: Bitboard<N>,
    enemies: Bitboard<N>,
    empty: Bitboard<N>,
    royals: Bitboard<N>,
    safety: Safety<N>,
    /// Every move is tested: there are several royals, or a rule that masks do not express.
    test_all: bool,
}

impl<const N: usize> Game<N> {
    /// Gives all legal moves to the sink.
    #[inline]
    pub fn generate<S: Sink<N>>(&self, position: &Position<N>, sink: &mut S) {
        if !self.ends.is_empty() && self.has_ended(position) {
            return;
        }
        let us = position.turn();
        let own = position.side(us);
        let enemies = position.side(us.other());
        let royals = self.royals(position, us);
        let (safety, test_all) = if royals.is_empty() || !self.variant.royalty.check {
            (Safety::free(), false)
        } else if royals.has_several() {
            (Safety::free(), true)
        } else {
            let royal = royals.first().expect("not empty");
            (Safety::of(self, position, royal), false)
        };
        let plan = &self.sides[us.index()];
        let empty = self.board.without(own | enemies);
        let node = Node { game: self, position, own, enemies, empty, royals, safety, test_all };
        for mover in &plan.movers {
            node.piece_moves(mover, sink);
        }
        for mover in &plan.royals {
            node.royal_moves(mover, sink);
        }
        for drop in &plan.drops {
            node.drops(drop, sink);
        }
        if position.state.castling != 0 {
            node.castlings(sink);
        }
        if self.variant.pass[us.index()] == PassRule::Always && !node.safety.in_check {
            let royal = node.royals.first().unwrap_or(Square::from_index(0));
            sink.single(Move::new(MoveType::Pass, royal, royal));
        }
    }

    /// All legal moves.
    #[must_use]
    pub fn legal_moves(&self, position: &Position<N>) -> Vec<Move> {
        let mut list = MoveList::default();
        self.generate(position, &mut list);
        list.moves
    }

    /// Whether the side to move has a royal that is attacked.
    #[must_use]
    pub fn in_check(&self, position: &Position<N>) -> bool {
        let us = position.turn();
        let occupied = position.occupied();
        let threats = &self.sides[us.other().index()].threats;
        self.royals(position, us).into_iter().any(|r| threats.attacks(position, r, &occupied, &Bitboard::EMPTY))
    }
}

impl<const N: usize> Node<'_, N> {
    #[inline]
    fn piece_moves<S: Sink<N>>(&self, mover: &Mover<N>, sink: &mut S) {
        let set = self.position.pieces(self.position.turn(), mover.kind);
        if set.is_empty() {
            return;
        }
        if !mover.disjoint {
            return self.united_moves(mover, set, sink);
        }
        for part in &mover.parts {
            let fits = self.fits(mover, part);
            for from in part.origins(set, self.position.state.unmoved) {
                let reached = part.table.reach.targets(from, &(self.own | self.enemies));
                if part.table.modes.contains(Modes::EN_PASSANT) {
                    self.en_passant(from, reached, sink);
                }
                let targets = reached & fits & self.safety.allowed(from);
                self.emit(part.move_type(), from, targets, mover.promotion.as_ref(), sink);
            }
        }
    }

    /// The moves of pieces some of whose parts lead to the same squares: united for each piece.
    #[inline(never)]
    fn united_moves<S: Sink<N>>(&self, mover: &Mover<N>, set: Bitboard<N>, sink: &mut S) {
        for from in set {
            let (plain, passing) = self.united_targets(mover, from, sink);
            let allowed = self.safety.allowed(from);
            self.emit(MoveType::Plain, from, plain & allowed, mover.promotion.as_ref(), sink);
            self.emit(MoveType::Passing, from, passing & allowed, mover.promotion.as_ref(), sink);
        }
    }

    /// Where the piece on `from` can go by all its parts: without and with leaving the squares it passes open.
    fn united_targets<S: Sink<N>>(&self, mover: &Mover<N>, from: Square, sink: &mut S) -> (Bitboard<N>, Bitboard<N>) {
        let (mut plain, mut passing, mut ep) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
        for part in &mover.parts {
            if part.origins(Bitboard::of(from), self.position.state.unmoved).is_empty() {
                continue;
            }
            let reached = part.table.reach.targets(from, &(self.own | self.enemies));
            if part.table.modes.contains(Modes::EN_PASSANT) {
                ep |= reached;
            }
            let targets = reached & self.fits(mover, part);
            if part.table.leaves_en_passant { passing |= targets } else { plain |= targets }
        }
        self.en_passant(from, ep, sink);
        (plain.without(passing), passing)
    }

    /// The squares on which a part may land.
    #[inline]
    fn fits(&self, mover: &Mover<N>, part: &Part<N>) -> Bitboard<N> {
        landings(part.table.modes, part.table.victims, self.empty, self.enemies, self.own, self.royals) & mover.region
    }

    /// Gives the moves to the sink, tested where they must be, promoting where they may.
    #[inline]
    fn emit<S: Sink<N>>(
        &self,
        kind: MoveType,
        from: Square,
        mut targets: Bitboard<N>,
        promotion: Option<&PromotionPlan<N>>,
        sink: &mut S,
    ) {
        if targets.is_empty() {
            return;
        }
        if self.test_all || !self.safety.sensitive.is_empty() {
            targets = self.tested(from, targets);
        }
        match promotion {
            None => sink.targets(kind, from, targets),
            Some(plan) => {
                let split = plan.split(from, targets, self.enemies);
                sink.targets(kind, from, split.plain);
                if !split.promoting.is_empty() {
                    self.promote(from, split.promoting, plan, sink);
                }
            }
        }
    }

    #[inline(never)]
    fn promote<S: Sink<N>>(&self, from: Square, targets: Bitboard<N>, plan: &PromotionPlan<N>, sink: &mut S) {
        if plan.limits.is_empty() {
            sink.promotions(from, targets, &plan.to);
            return;
        }
        let us = self.position.turn();
        let has_room = |k: &KindId| {
            plan.limits.iter().all(|(kind, most)| kind != k || self.position.pieces(us, *k).count() < u32::from(*most))
        };
        for kind in plan.to.iter().filter(|k| has_room(k)) {
            sink.promotions(from, targets, std::slice::from_ref(kind));
        }
    }

    /// The targets that leave every royal safe.
    #[inline(never)]
    fn tested(&self, from: Square, targets: Bitboard<N>) -> Bitboard<N> {
        let suspect = if self.test_all || self.safety.sensitive.contains(from) {
            targets
        } else {
            targets & self.safety.sensitive
        };
        let occupied = self.own | self.enemies;
        let unsafe_ones: Bitboard<N> = suspect
            .into_iter()
            .filter(|&to| {
                let mut after = occupied;
                after.remove(from);
                after.insert(to);
                let gone = Bitboard::of(to);
                let mut royals = self.royals;
                if royals.contains(from) {
                    royals.remove(from);
                    royals.insert(to);
                }
                !self.all_safe(royals, &after, &gone)
            })
            .collect();
        targets.without(unsafe_ones)
    }

    /// Whether the royals are as safe as the variant wants with these squares occupied and these enemies gone.
    fn all_safe(&self, royals: Bitboard<N>, occupied: &Bitboard<N>, gone: &Bitboard<N>) -> bool {
        let threats = &self.game.sides[self.position.turn().other().index()].threats;
        let mut royals = royals.into_iter();
        let safe = |r: Square| !threats.attacks(self.position, r, occupied, gone);
        match self.game.variant.royalty.several {
            SeveralRoyals::All => royals.all(safe),
            SeveralRoyals::One => royals.any(safe),
        }
    }

    #[inline(never)]
    fn en_passant<S: Sink<N>>(&self, from: Square, reached: Bitboard<N>, sink: &mut S) {
        let state = &self.position.state;
        for to in reached & state.en_passant & self.empty {
            let mut after = self.own | self.enemies;
            after.remove(from);
            after.remove(state.passer);
            after.insert(to);
            let gone = Bitboard::of(state.passer);
            let mut royals = self.royals;
            if royals.contains(from) {
                royals.remove(from);
                royals.insert(to);
            }
            let bound = self.test_all || self.safety.royal.is_some();
            if !bound || self.all_safe(royals, &after, &gone) {
                sink.single(Move::new(MoveType::EnPassant, from, to));
            }
        }
    }

    #[inline]
    fn royal_moves<S: Sink<N>>(&self, mover: &Mover<N>, sink: &mut S) {
        if self.safety.royal.is_none() {
            return self.piece_moves(mover, sink);
        }
        for from in self.position.pieces(self.position.turn(), mover.kind) {
            let (plain, passing) = self.united_targets(mover, from, sink);
            self.emit_safe(MoveType::Plain, from, plain, mover.promotion.as_ref(), sink);
            self.emit_safe(MoveType::Passing, from, passing, mover.promotion.as_ref(), sink);
        }
    }

    /// Gives those moves of the royal to the sink that do not lead it into danger.
    #[inline]
    fn emit_safe<S: Sink<N>>(
        &self,
        kind: MoveType,
        from: Square,
        targets: Bitboard<N>,
        promotion: Option<&PromotionPlan<N>>,
        sink: &mut S,
    ) {
        if targets.is_empty() {
            return;
        }
        let threats = &self.game.sides[self.position.turn().other().index()].threats;
        let mut occupied = self.own | self.enemies;
        occupied.remove(from);
        let mut safe = targets;
        for to in targets {
            if threats.attacks(self.position, to, &occupied, &Bitboard::of(to)) {
                safe.remove(to);
            }
        }
        match promotion {
            None => sink.targets(kind, from, safe),
            Some(plan) => {
                let split = plan.split(from, safe, self.enemies);
                sink.targets(kind, from, split.plain);
                self.promote(from, split.promoting, plan, sink);
            }
        }
    }

    #[inline(never)]
    fn castlings<S: Sink<N>>(&self, sink: &mut S) {
        let us = self.position.turn();
        let Some(rule) = &self.game.variant.castling else { return };
        if self.safety.in_check && !rule.ignores_check {
            return;
        }
        for wing in 0..2 {
            let right = 2 * us.index() + wing;
            if self.position.state.castling >> right & 1 == 0 {
                continue;
            }
            let Some(plan) = self.game.castling_squares(self.position, right) else { continue };
            let mut others = self.own | self.enemies;
            others.remove(plan.king);
            others.remove(plan.partner);
            if !others.is_disjoint(&plan.must_be_empty) {
                continue;
            }
            let threats = &self.game.sides[us.other().index()].threats;
            let checked = self.safety.royal.is_some() || self.test_all;
            let crosses_check = || {
                let on_the_way = plan.king_path.into_iter();
                let mut occupied = self.own | self.enemies;
                occupied.remove(plan.king);
                let mut through = on_the_way.filter(|&s| s != plan.king_to);
                !rule.ignores_check && through.any(|s| threats.attacks(self.position, s, &occupied, &Bitboard::EMPTY))
            };
            let lands_in_check = || {
                let mut after = others;
                after.insert(plan.king_to);
                after.insert(plan.partner_to);
                let mut royals = self.royals;
                royals.remove(plan.king);
                royals.insert(plan.king_to);
                !self.all_safe(royals, &after, &Bitboard::EMPTY)
            };
            if !checked || !(crosses_check() || lands_in_check()) {
                sink.single(Move::new(MoveType::Castling, plan.king, plan.partner));
            }
        }
    }

    #[inline]
    fn drops<S: Sink<N>>(&self, plan: &DropPlan<N>, sink: &mut S) {
        let us = self.position.turn();
        if self.position.in_hand(us, plan.kind) == 0 {
            return;
        }
        let mut targets = plan.region & self.empty & self.safety.allow;
        if let Some((most, files)) = &plan.files {
            let there = self.position.pieces(us, plan.kind);
            for file in files {
                if (there & *file).count() >= u32::from(*most) {
                    targets = targets.without(*file);
                }
            }
        }
        if self.test_all || !self.safety.sensitive.is_empty() {
            let occupied = self.own | self.enemies;
            let suspect = if self.test_all { targets } else { targets & self.safety.sensitive };
            for to in suspect {
                let mut after = occupied;
                after.insert(to);
                if !self.all_safe(self.royals, &after, &Bitboard::EMPTY) {
                    targets.remove(to);
                }
            }
        }
        if plan.no_mate {
            targets = self.game.without_mates(self.position, plan.kind, targets);
        }
        sink.drops(plan.kind, targets);
    }
}
