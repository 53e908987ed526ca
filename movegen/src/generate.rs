//! Legal moves, set-wise: a piece, where it stands, and the set of its destinations. A list is made of them only when somebody
//! wants a list; counting adds up bits.

use crate::game::{DropPlan, Game, Part, landings};
use crate::moves::{Move, MoveType};
use crate::plan::{Fits, Mover, Shift, shift};
use crate::position::Position;
use crate::promotion::PromotionPlan;
use crate::rules::{KindId, PassRule, SeveralRoyals};
use crate::safety::Safety;
pub use crate::sink::{Counter, MoveList, Sink};
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};

/// One node's generation: the position and what is asked again and again of it.
struct Node<'a, const N: usize> {
    game: &'a Game<N>,
    position: &'a Position<N>,
    us: Side,
    own: Bitboard<N>,
    enemies: Bitboard<N>,
    occupied: Bitboard<N>,
    empty: Bitboard<N>,
    royals: Bitboard<N>,
    fits: [Bitboard<N>; Fits::CLASSES],
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
        let occupied = own | enemies;
        let empty = self.board.without(occupied);
        let royals = self.royals(position, us);
        let mut node = Node {
            game: self,
            position,
            us,
            own,
            enemies,
            occupied,
            empty,
            royals,
            fits: Fits::table(empty, enemies, own),
            safety: Safety::free(),
            test_all: false,
        };
        if self.variant.royalty.check && !royals.is_empty() {
            if royals.has_several() || !self.variant.royalty.pseudo.is_empty() {
                node.test_all = true;
            } else {
                node.safety.find(self, position, occupied, royals.first().expect("not empty"));
            }
        }
        let plan = &self.sides[us.index()];
        for mover in &plan.movers {
            node.piece_moves(mover, sink);
        }
        for mover in &plan.royals {
            node.royal_moves(mover, sink);
        }
        for drop in &plan.drops {
            node.drops(drop, sink);
        }
        if position.state.castling >> (2 * us.index()) & 3 != 0 {
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
        let set = self.position.pieces(self.us, mover.kind);
        if set.is_empty() {
            return;
        }
        if !self.position.state.en_passant.is_empty() && !mover.en_passant.is_empty() {
            self.en_passant(mover, set, sink);
        }
        if !mover.disjoint || self.test_all || !self.safety.sensitive.is_empty() {
            return self.united_moves(mover, set, sink);
        }
        let hurdles = self.safety.hurdles;
        for &i in &mover.singly {
            let part = &mover.parts[i];
            let fits = self.fits(mover, part);
            let kind = part.move_type();
            for from in part.origins(set, self.position.state.unmoved) {
                let targets = part.targets.of(&self.game.data, from, &self.occupied) & fits & self.safety.allowed(from);
                match &mover.promotion {
                    None => sink.targets(kind, from, targets),
                    Some(plan) => self.give(kind, from, targets, plan, sink),
                }
            }
        }
        if mover.shifts.is_empty() {
            return;
        }
        let free = set.without(hurdles);
        for step in &mover.shifts {
            self.shifted_moves(mover, step, free, sink);
        }
        for from in set & hurdles {
            self.hurdle_moves(mover, from, sink);
        }
    }

    /// The moves of all pieces of a set by one vector.
    #[inline]
    fn shifted_moves<S: Sink<N>>(&self, mover: &Mover<N>, step: &Shift<N>, free: Bitboard<N>, sink: &mut S) {
        let mut pieces = free & step.sources;
        if step.unmoved {
            pieces &= self.position.state.unmoved;
        }
        let mut targets = shift(pieces, step.by) & self.fits[step.fits.index()] & mover.region & self.safety.allow;
        for &offset in &step.way {
            targets &= shift(self.empty, offset);
        }
        match &mover.promotion {
            None => sink.shifted(step.move_type, step.by, targets),
            Some(plan) => {
                let split = plan.split_set(pieces, |set| shift(set, step.by), targets, self.enemies);
                sink.shifted(step.move_type, step.by, split.plain);
                if !split.promoting.is_empty() {
                    self.choices(plan, |to| sink.shifted_promotions(step.by, split.promoting, to));
                }
            }
        }
    }

    /// The moves that shifts leave out, of a piece with limits of its own.
    #[inline(never)]
    fn hurdle_moves<S: Sink<N>>(&self, mover: &Mover<N>, from: Square, sink: &mut S) {
        let allowed = self.safety.allowed(from);
        for (i, part) in mover.parts.iter().enumerate() {
            let counts = !part.origins(Bitboard::of(from), self.position.state.unmoved).is_empty();
            if counts && !mover.singly.contains(&i) {
                let targets = part.targets.of(&self.game.data, from, &self.occupied) & self.fits(mover, part) & allowed;
                self.emit(part.move_type(), from, targets, mover.promotion.as_ref(), sink);
            }
        }
    }

    /// The moves of pieces some of whose parts lead to the same squares, or whose moves are tested: united for each piece.
    #[inline(never)]
    fn united_moves<S: Sink<N>>(&self, mover: &Mover<N>, set: Bitboard<N>, sink: &mut S) {
        for from in set {
            let (plain, passing) = self.united_targets(mover, from);
            let allowed = self.safety.allowed(from);
            for (kind, targets) in [(MoveType::Plain, plain), (MoveType::Passing, passing)] {
                let targets = self.tested(from, targets & allowed);
                self.emit(kind, from, targets, mover.promotion.as_ref(), sink);
            }
        }
    }

    /// Where the piece on `from` can go by all its parts: without and with leaving the squares it passes open.
    #[inline]
    fn united_targets(&self, mover: &Mover<N>, from: Square) -> (Bitboard<N>, Bitboard<N>) {
        let (mut plain, mut passing) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for part in &mover.parts {
            if part.origins(Bitboard::of(from), self.position.state.unmoved).is_empty() {
                continue;
            }
            let targets = part.targets.of(&self.game.data, from, &self.occupied) & self.fits(mover, part);
            if part.table.leaves_en_passant { passing |= targets } else { plain |= targets }
        }
        (plain.without(passing), passing)
    }

    /// The squares on which a part may land.
    #[inline]
    fn fits(&self, mover: &Mover<N>, part: &Part<N>) -> Bitboard<N> {
        let class = match part.fits {
            Some(fits) => self.fits[fits.index()],
            None => {
                let royals = self.royals | self.game.royals(self.position, self.us.other());
                landings(part.table.modes, part.table.victims, self.empty, self.enemies, self.own, royals)
            }
        };
        class & mover.region
    }

    /// Gives legal moves to the sink, promoting where they may.
    #[inline]
    fn emit<S: Sink<N>>(
        &self,
        kind: MoveType,
        from: Square,
        targets: Bitboard<N>,
        promotion: Option<&PromotionPlan<N>>,
        sink: &mut S,
    ) {
        match promotion {
            _ if targets.is_empty() => {}
            None => sink.targets(kind, from, targets),
            Some(plan) => self.give(kind, from, targets, plan, sink),
        }
    }

    /// Gives legal moves of a piece that may promote.
    #[inline]
    fn give<S: Sink<N>>(
        &self,
        kind: MoveType,
        from: Square,
        targets: Bitboard<N>,
        plan: &PromotionPlan<N>,
        sink: &mut S,
    ) {
        let split = plan.split(from, targets, self.enemies);
        sink.targets(kind, from, split.plain);
        if !split.promoting.is_empty() {
            self.choices(plan, |to| sink.promotions(from, split.promoting, to));
        }
    }

    /// Gives the kinds to which a piece can promote now.
    #[inline(never)]
    fn choices(&self, plan: &PromotionPlan<N>, mut give: impl FnMut(&[KindId])) {
        if plan.limits.is_empty() {
            return give(&plan.to);
        }
        let has_room = |k: &KindId| {
            let count = self.position.pieces(self.us, *k).count();
            plan.limits.iter().all(|(kind, most)| kind != k || count < u32::from(*most))
        };
        for kind in plan.to.iter().filter(|k| has_room(k)) {
            give(std::slice::from_ref(kind));
        }
    }

    /// The targets that leave every royal safe.
    #[inline]
    fn tested(&self, from: Square, targets: Bitboard<N>) -> Bitboard<N> {
        if targets.is_empty() || (!self.test_all && self.safety.sensitive.is_empty()) {
            return targets;
        }
        let suspect = if self.test_all || self.safety.sensitive.contains(from) {
            targets
        } else {
            targets & self.safety.sensitive
        };
        let occupied = self.occupied;
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
        let threats = &self.game.sides[self.us.other().index()].threats;
        let mut royals = royals.into_iter();
        let safe = |r: Square| !threats.attacks(self.position, r, occupied, gone);
        match self.game.variant.royalty.several {
            SeveralRoyals::All => royals.all(safe),
            SeveralRoyals::One => royals.any(safe),
        }
    }

    #[inline(never)]
    fn en_passant<S: Sink<N>>(&self, mover: &Mover<N>, set: Bitboard<N>, sink: &mut S) {
        let state = &self.position.state;
        for to in state.en_passant & self.empty & mover.region {
            let mut captors = Bitboard::<N>::EMPTY;
            for &i in &mover.en_passant {
                let part = &mover.parts[i];
                let near = part.origins(set, state.unmoved) & *part.table.reach.may_come_from(to);
                let reaches = |f: &Square| part.targets.of(&self.game.data, *f, &self.occupied).contains(to);
                captors |= near.into_iter().filter(reaches).collect::<Bitboard<N>>();
            }
            for from in captors {
                let mut after = self.occupied;
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
    }

    #[inline]
    fn royal_moves<S: Sink<N>>(&self, mover: &Mover<N>, sink: &mut S) {
        if self.safety.royal.is_none() {
            return self.piece_moves(mover, sink);
        }
        let set = self.position.pieces(self.us, mover.kind);
        if !self.position.state.en_passant.is_empty() && !mover.en_passant.is_empty() {
            self.en_passant(mover, set, sink);
        }
        for from in set {
            let (plain, passing) = self.united_targets(mover, from);
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
        let threats = &self.game.sides[self.us.other().index()].threats;
        let mut occupied = self.occupied;
        occupied.remove(from);
        let mut safe = targets;
        for to in targets {
            if threats.attacks(self.position, to, &occupied, &Bitboard::of(to)) {
                safe.remove(to);
            }
        }
        self.emit(kind, from, safe, promotion, sink);
    }

    #[inline(never)]
    fn castlings<S: Sink<N>>(&self, sink: &mut S) {
        let us = self.us;
        let Some(rule) = &self.game.variant.castling else { return };
        if self.safety.in_check && !rule.ignores_check {
            return;
        }
        for wing in 0..2 {
            let right = 2 * us.index() + wing;
            if self.position.state.castling >> right & 1 == 0 {
                continue;
            }
            let Some(plan) = &self.position.castlings[right] else { continue };
            let mut others = self.occupied;
            others.remove(plan.king);
            others.remove(plan.partner);
            if !others.is_disjoint(&plan.must_be_empty) {
                continue;
            }
            let threats = &self.game.sides[us.other().index()].threats;
            let checked = self.safety.royal.is_some() || self.test_all;
            let crosses_check = || {
                let on_the_way = plan.king_path.into_iter();
                let mut occupied = self.occupied;
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
        let us = self.us;
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
            let occupied = self.occupied;
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
