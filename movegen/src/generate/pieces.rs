//! The moves of pieces that are not royal: all of a kind at once where they move alike, each alone otherwise.

use super::Node;
use crate::game::{Part, landings};
use crate::moves::MoveType;
use crate::plan::{Mover, Shift, shift};
use crate::sink::Sink;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;

impl<const N: usize> Node<'_, N> {
    #[inline]
    pub(super) fn piece_moves<S: Sink<N>>(&self, mover: &Mover<N>, sink: &mut S) {
        let set = self.position.pieces(self.us, mover.kind) & self.free;
        if set.is_empty() {
            return;
        }
        if !self.en_passant.is_empty() && !mover.en_passant.is_empty() {
            self.en_passant(mover, set, sink);
        }
        if !mover.disjoint || self.test_all || !self.safety.sensitive.is_empty() {
            return self.united_moves(mover, set, sink);
        }
        let hurdles = self.safety.hurdles;
        for &i in &mover.singly {
            let part = &mover.parts[i];
            let fits = self.fits(part);
            let kind = part.move_type();
            for from in part.origins(set, self.unmoved) {
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
    pub(super) fn shifted_moves<S: Sink<N>>(&self, mover: &Mover<N>, step: &Shift<N>, free: Bitboard<N>, sink: &mut S) {
        let mut pieces = free & step.sources;
        if step.unmoved {
            pieces &= self.unmoved;
        }
        let mut targets = shift(pieces, step.by) & self.fits[step.fits.index()] & self.safety.allow;
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
    pub(super) fn hurdle_moves<S: Sink<N>>(&self, mover: &Mover<N>, from: Square, sink: &mut S) {
        let allowed = self.safety.allowed(from);
        for (i, part) in mover.parts.iter().enumerate() {
            let counts = !part.origins(Bitboard::of(from), self.unmoved).is_empty();
            if counts && !mover.singly.contains(&i) {
                let targets = part.targets.of(&self.game.data, from, &self.occupied) & self.fits(part) & allowed;
                self.emit(part.move_type(), from, targets, mover.promotion.as_ref(), sink);
            }
        }
    }

    /// The moves of pieces some of whose parts lead to the same squares, or whose moves are tested: united for each piece.
    #[inline(never)]
    pub(super) fn united_moves<S: Sink<N>>(&self, mover: &Mover<N>, set: Bitboard<N>, sink: &mut S) {
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
    pub(super) fn united_targets(&self, mover: &Mover<N>, from: Square) -> (Bitboard<N>, Bitboard<N>) {
        let (mut plain, mut passing) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for part in &mover.parts {
            if part.origins(Bitboard::of(from), self.unmoved).is_empty() {
                continue;
            }
            let mut targets = part.targets.of(&self.game.data, from, &self.occupied) & self.fits(part);
            if !mover.spurns.is_empty() {
                targets = self.without_spurned(mover, part, from, targets);
            }
            if part.table.leaves_en_passant { passing |= targets } else { plain |= targets }
        }
        (plain.without(passing), passing)
    }

    /// The squares on which a part may land.
    #[inline]
    pub(super) fn fits(&self, part: &Part<N>) -> Bitboard<N> {
        match part.fits {
            Some(fits) => self.fits[fits.index()],
            None => {
                let royals = self.royals | self.game.royals(self.position, self.us.other());
                landings(part.table.modes, part.table.victims, &self.fits, royals)
            }
        }
    }
}
