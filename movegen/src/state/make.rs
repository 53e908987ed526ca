//! Making and unmaking moves.
//!
//! Positions are updated in place. `HASHED` says whether the Zobrist key is updated too. Unmaking never updates it,
//! since [`Undo`] has the state from before the move.

use crate::compile::game::Game;
use crate::generate::sink::MoveList;
use crate::rules::asks::Asks;
use crate::state::cell::Cell;
use crate::state::effects::{Effect, Effects};
use crate::state::keys::Aspect;
use crate::state::moves::{Move, MoveType};
use crate::state::position::{Position, State};
use crate::state::trace::Trace;
use crate::units::KindId;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};

/// What unmaking a move needs, the move itself included. It is given back to [`Game::unmake`], moves in the reverse order of
/// making them; whoever keeps the position as it is may drop it.
#[derive(Debug)]
pub struct Undo<const N: usize> {
    pub(crate) m: Move,
    /// The state before the move.
    pub(crate) state: State<N>,
    /// The captured piece; in castling, the partner. Empty if there is none.
    pub(crate) captured: Cell,
    /// The piece that moved, as it was before the move; in castling, the king. Empty for drops, passes and moves with
    /// effects.
    pub(crate) moved: Cell,
    /// The first is where the captured piece stood, if there is one. In castling, both are where king and partner went.
    pub(crate) places: [Square; 2],
    /// What a move with effects has changed; `None` for other moves. PERF: in a box, since what undoes a move is copied when it
    /// is given back.
    pub(crate) trace: Option<Box<Trace<N>>>,
    /// The hash after the move, by which a debug build knows the position again.
    #[cfg(debug_assertions)]
    pub(crate) after: u64,
}

impl<const N: usize> Undo<N> {
    /// For a move that is about to be made.
    #[inline(always)]
    fn before(p: &Position<N>, m: Move) -> Undo<N> {
        Undo {
            m,
            state: p.state,
            captured: Cell::EMPTY,
            moved: Cell::EMPTY,
            places: [Square::from_index(0); 2],
            trace: None,
            #[cfg(debug_assertions)]
            after: 0,
        }
    }

    /// The move that was made.
    #[inline]
    #[must_use]
    pub fn played(&self) -> Move {
        self.m
    }
}

impl<const N: usize> Game<N> {
    /// Makes a legal move of the position.
    ///
    /// A move whose effects are too long for it ([`Move::short_effects`]) is generated again to find them, which takes as
    /// long as a list of the piece's moves; [`Game::make_listed`] finds them in the list.
    ///
    /// # Panics
    /// In a debug build, if the position has no such move to make: no own piece on the origin, a square off the board, a
    /// kind that the game or the hand lacks, and so on. Whether the move leaves a royal in check is not tested.
    #[inline]
    pub fn make(&self, p: &mut Position<N>, m: Move) -> Undo<N> {
        if m.effects.is_key() {
            return self.make_listed(p, m, &self.list_with(p, m));
        }
        debug_assert!(self.fits(p, m, Effects::NONE), "{m:?} is no move of this position");
        self.make_as::<true>(p, m, Effects::NONE)
    }

    /// Makes a legal move of a list of the position's legal moves.
    ///
    /// # Panics
    /// As [`Game::make`]; and if the move has long effects and the list has no such move.
    #[inline]
    pub fn make_listed(&self, p: &mut Position<N>, m: Move, list: &MoveList) -> Undo<N> {
        debug_assert!(self.fits(p, m, &list.effects), "{m:?} is no move of this position");
        self.make_as::<true>(p, m, &list.effects)
    }

    /// [`Game::make_listed`] without updating the hash, for searches that do not ask for it until the move is unmade.
    #[inline]
    pub fn make_unhashed(&self, p: &mut Position<N>, m: Move, list: &MoveList) -> Undo<N> {
        debug_assert!(self.fits(p, m, &list.effects), "{m:?} is no move of this position");
        self.make_as::<false>(p, m, &list.effects)
    }

    /// Makes a null move: the side to move gives up its turn, which en-passant rights and bans of trades do not outlive. It is no
    /// pass of the game, and is unmade as a move is. In check it leaves a position that cannot come about.
    pub fn make_null(&self, p: &mut Position<N>) -> Undo<N> {
        let nowhere = Square::from_index(0);
        #[allow(unused_mut)]
        let mut undo = Undo::before(p, Move::new(MoveType::Pass, nowhere, nowhere));
        self.begin_move::<true>(p);
        self.forget_trade::<true>(p);
        self.switch_side::<true>(p);
        #[cfg(debug_assertions)]
        (undo.after = p.state.hash);
        undo
    }

    /// A list in which the effects of this move are found, if it is legal.
    #[cold]
    fn list_with(&self, p: &Position<N>, m: Move) -> MoveList {
        let mut list = MoveList::default();
        self.list_moves(p, &mut list);
        assert!(list.contains(&m), "{m:?} is no move of this position");
        list
    }

    /// Makes a legal move, with or without updating the key.
    ///
    /// PERF: it is inlined, so that what undoes the move is written where the caller keeps it; returned from a function it
    /// would be copied.
    #[inline(always)]
    pub(crate) fn make_as<const HASHED: bool>(&self, p: &mut Position<N>, m: Move, effects: &Effects) -> Undo<N> {
        let mut undo = Undo::before(p, m);
        if self.rules.strategy.makes_more {
            self.make_more::<HASHED>(p, effects, &mut undo);
        } else {
            self.make_ordinary::<HASHED>(p, effects, &mut undo);
        }
        #[cfg(debug_assertions)]
        (undo.after = p.state.hash);
        undo
    }

    /// Makes a move in a game whose rules do no more in making one than moving and capturing.
    #[inline(never)]
    fn make_ordinary<const HASHED: bool>(&self, p: &mut Position<N>, effects: &Effects, undo: &mut Undo<N>) {
        self.begin_move::<HASHED>(p);
        self.do_move::<HASHED>(p, effects, undo);
        self.switch_side::<HASHED>(p);
    }

    /// Makes a move in a game whose rules do more in making one than moving and capturing ([`Asks::MAKES_MORE`],
    /// [`Asks::RECORDS_FOR_REPLY`]).
    #[inline(never)]
    fn make_more<const HASHED: bool>(&self, p: &mut Position<N>, effects: &Effects, undo: &mut Undo<N>) {
        self.begin_move::<HASHED>(p);
        let m = undo.m;
        if self.rules.strategy.asks.contains(Asks::RECORDS_FOR_REPLY) {
            self.record_for_reply::<HASHED>(p, m, effects);
        }
        if !self.make_capture_apart::<HASHED>(p, effects, undo) {
            self.do_move::<HASHED>(p, effects, undo);
            if !self.variant.royalty.first_moves_lost_to.is_empty() && undo.moved.is_piece() {
                self.end_first_moves::<HASHED>(p, undo.moved.kind(), m.to());
            }
        }
        self.switch_side::<HASHED>(p);
        if self.rules.ends.counts_checks && self.in_check(p) {
            self.count_check(p);
        }
    }

    /// Begins a move: the en-passant rights of the last move end, and the half-move clock advances.
    #[inline(always)]
    fn begin_move<const HASHED: bool>(&self, p: &mut Position<N>) {
        if !p.state.en_passant.is_empty() {
            self.end_en_passant::<HASHED>(p);
        }
        p.state.halfmoves = p.state.halfmoves.saturating_add(1);
    }

    /// Ends the en-passant rights of the last move.
    #[inline(never)]
    fn end_en_passant<const HASHED: bool>(&self, p: &mut Position<N>) {
        if HASHED {
            for square in p.state.en_passant {
                p.state.hash ^= self.keys.square(Aspect::EnPassant, square);
            }
        }
        p.state.en_passant = Bitboard::EMPTY;
    }

    /// Moves and captures pieces.
    ///
    /// PERF: most moves touch no piece of which the board remembers that it has promoted. They are made here.
    #[inline(always)]
    fn do_move<const HASHED: bool>(&self, p: &mut Position<N>, effects: &Effects, undo: &mut Undo<N>) {
        let m = undo.m;
        let (from, to) = (m.from(), m.to());
        let is_common = matches!(m.kind, MoveType::Plain | MoveType::DoubleStep);
        if !is_common || from == to || p.state.promoted.contains(from) || p.state.promoted.contains(to) {
            return self.do_uncommon_move::<HASHED>(p, effects, undo);
        }
        let victim = p.cell(to);
        if victim.is_piece() {
            undo.captured = victim;
            undo.places[0] = to;
            p.lift::<HASHED>(&self.keys, to);
            p.state.halfmoves = 0;
            if self.rules.hands.gain.is_some() {
                self.gain::<HASHED>(p, victim, false, 1);
            }
        }
        for square in [from, to] {
            if p.state.unmoved.contains(square) {
                self.end_unmoved::<HASHED>(p, square);
            }
        }
        let ends = p.ends_rights[from.index()] | p.ends_rights[to.index()];
        if ends & p.state.castling != 0 {
            self.end_rights::<HASHED>(p, ends);
        }
        let mover = p.cell(from);
        undo.moved = mover;
        p.shift::<HASHED>(&self.keys, mover, from, to);
        if self.rules.clock.resets(mover, from, to) {
            p.state.halfmoves = 0;
        }
        if m.kind == MoveType::DoubleStep {
            self.open_en_passant::<HASHED>(p, from, to);
        }
    }

    /// Moves and captures pieces, whatever the move.
    #[inline(never)]
    fn do_uncommon_move<const HASHED: bool>(&self, p: &mut Position<N>, effects: &Effects, undo: &mut Undo<N>) {
        let m = undo.m;
        match m.kind {
            MoveType::Plain | MoveType::DoubleStep | MoveType::Promotion => {
                if p.cell(m.to()).is_piece() && m.to() != m.from() {
                    undo.places[0] = m.to();
                    undo.captured = self.capture::<HASHED>(p, m.to());
                }
                undo.moved = self.move_piece::<HASHED>(p, m.from(), m.to(), m.piece());
                if m.kind == MoveType::DoubleStep {
                    self.open_en_passant::<HASHED>(p, m.from(), m.to());
                }
            }
            MoveType::EnPassant => {
                undo.places[0] = p.state.passer;
                undo.captured = self.capture::<HASHED>(p, p.state.passer);
                undo.moved = self.move_piece::<HASHED>(p, m.from(), m.to(), None);
            }
            MoveType::Castling => self.castle::<HASHED>(p, m, undo),
            MoveType::Drop => self.make_drop::<HASHED>(p, m),
            MoveType::Pass => {}
            MoveType::Chain => {
                self.carry_out::<HASHED>(p, m, &effects.of(m), undo.trace.insert(Box::new(Trace::new())));
            }
        }
    }

    /// Ends a move: the other side is to move.
    #[inline(always)]
    fn switch_side<const HASHED: bool>(&self, p: &mut Position<N>) {
        p.turn = p.turn.other();
        if HASHED {
            p.state.hash ^= self.keys.black_to_move;
        }
        // A FEN may give the greatest number.
        p.move_number = p.move_number.wrapping_add(u32::from(p.turn == Side::White));
    }

    /// Records, before a move is made, what the legality of the reply depends on.
    #[inline(never)]
    pub(crate) fn record_for_reply<const HASHED: bool>(&self, p: &mut Position<N>, m: Move, effects: &Effects) {
        if self.rules.ends.counts_passes {
            self.count_pass::<HASHED>(p, m);
        }
        if let Some(plan) = &self.rules.trading {
            self.record_trade::<HASHED>(plan, p, m, &effects.of(m));
        }
    }

    /// Unmakes the move that was made last.
    ///
    /// # Panics
    /// In a debug build, if it is not the move that was made last, or not in this position.
    ///
    /// PERF: it is not inlined. So what undoes the move is read where the caller keeps it; inlined it would be copied first.
    #[inline(never)]
    pub fn unmake(&self, p: &mut Position<N>, undo: Undo<N>) {
        #[cfg(debug_assertions)]
        assert_eq!(undo.after, p.state.hash, "{:?} is not the move that was made last in this position", undo.m);
        p.move_number = p.move_number.wrapping_sub(u32::from(p.turn == Side::White));
        p.turn = p.turn.other();
        p.state = undo.state;
        let m = undo.m;
        if !matches!(m.kind, MoveType::Plain | MoveType::DoubleStep) || undo.trace.is_some() {
            return self.unmake_uncommon(p, &undo);
        }
        p.shift::<false>(&self.keys, undo.moved, m.to(), m.from());
        if undo.captured.is_piece() {
            self.uncapture(p, &undo);
        }
    }

    /// Puts the pieces back, whatever the move.
    #[inline(never)]
    fn unmake_uncommon(&self, p: &mut Position<N>, undo: &Undo<N>) {
        if let Some(trace) = &undo.trace {
            return self.restore(p, trace);
        }
        let m = undo.m;
        match m.kind {
            MoveType::Plain | MoveType::DoubleStep | MoveType::EnPassant => {
                p.shift::<false>(&self.keys, undo.moved, m.to(), m.from());
                if undo.captured.is_piece() {
                    self.uncapture(p, undo);
                }
            }
            MoveType::Promotion => {
                p.lift::<false>(&self.keys, m.to());
                p.put::<false>(&self.keys, m.from(), undo.moved);
                if undo.captured.is_piece() {
                    self.uncapture(p, undo);
                }
            }
            MoveType::Castling => {
                let partner = undo.captured;
                for place in undo.places {
                    p.lift::<false>(&self.keys, place);
                }
                p.put::<false>(&self.keys, m.from(), undo.moved);
                p.put::<false>(&self.keys, m.to(), partner);
            }
            MoveType::Drop => self.unmake_drop(p, m),
            MoveType::Pass | MoveType::Chain => {}
        }
    }

    /// The squares of the pieces that a move captures.
    #[inline]
    pub(crate) fn captured(&self, p: &Position<N>, m: Move, effects: &[Effect]) -> Bitboard<N> {
        match m.kind {
            MoveType::EnPassant => Bitboard::of(p.state.passer),
            // Promotion in place captures nothing.
            MoveType::Promotion if m.to() == m.from() => Bitboard::EMPTY,
            MoveType::Plain | MoveType::DoubleStep | MoveType::Promotion => Bitboard::of(m.to()) & p.occupied(),
            MoveType::Chain => {
                let leaves = |e: &Effect| *e == Effect::Vanish || matches!(e, Effect::Relocate(s, _) if *s == m.to());
                let stands = m.to() != m.from() && !effects.iter().any(leaves);
                let last = if stands { Bitboard::of(m.to()) & p.occupied() } else { Bitboard::EMPTY };
                effects.iter().filter_map(|e| e.captured()).collect::<Bitboard<N>>() | last
            }
            MoveType::Castling | MoveType::Drop | MoveType::Pass => Bitboard::EMPTY,
        }
    }

    /// Removes a captured piece from the board, and adds it to a hand if the game says so. Returns the piece.
    #[inline]
    pub(crate) fn capture<const HASHED: bool>(&self, p: &mut Position<N>, square: Square) -> Cell {
        p.state.halfmoves = 0;
        let was_promoted = self.clear_marks::<HASHED>(p, square);
        let cell = p.lift::<HASHED>(&self.keys, square);
        if self.rules.hands.gain.is_some() {
            self.gain::<HASHED>(p, cell, was_promoted, 1);
        }
        cell
    }

    /// Adds a captured piece to a hand `by` times, if the game says so.
    #[inline]
    pub(crate) fn gain<const HASHED: bool>(&self, p: &mut Position<N>, captured: Cell, was_promoted: bool, by: i8) {
        if let Some(kind) = self.held_when_captured(captured, was_promoted) {
            let owner = self.hand_owner(p.turn);
            self.change_hands::<HASHED>(p, owner, kind, by);
        }
    }

    /// Puts a captured piece back on the board, and takes it out of the hand to which it came.
    #[inline]
    fn uncapture(&self, p: &mut Position<N>, undo: &Undo<N>) {
        p.put::<false>(&self.keys, undo.places[0], undo.captured);
        if self.rules.hands.gain.is_none() {
            return;
        }
        let was_promoted = p.state.promoted.contains(undo.places[0]);
        self.gain::<false>(p, undo.captured, was_promoted, -1);
    }

    /// Clears the marks of the piece on a square before it leaves: unmoved, promoted, and the castling rights that end
    /// with it. Returns whether it had promoted.
    #[inline]
    pub(crate) fn clear_marks<const HASHED: bool>(&self, p: &mut Position<N>, square: Square) -> bool {
        if p.state.unmoved.contains(square) {
            self.end_unmoved::<HASHED>(p, square);
        }
        let ends = p.ends_rights[square.index()];
        if ends & p.state.castling != 0 {
            self.end_rights::<HASHED>(p, ends);
        }
        let promoted = self.rules.promoted.from.is_some() && p.state.promoted.contains(square);
        if promoted {
            self.toggle_promoted::<HASHED>(p, square);
        }
        promoted
    }

    /// Clears the mark that the piece on this square has not moved.
    #[inline(never)]
    fn end_unmoved<const HASHED: bool>(&self, p: &mut Position<N>, square: Square) {
        if HASHED {
            p.state.hash ^= self.keys.square(Aspect::Unmoved, square);
        }
        p.state.unmoved.remove(square);
    }

    /// Ends these castling rights.
    #[inline(never)]
    fn end_rights<const HASHED: bool>(&self, p: &mut Position<N>, ends: u8) {
        let left = p.state.castling & !ends;
        if HASHED {
            p.state.hash ^= self.keys.castling(p.state.castling) ^ self.keys.castling(left);
        }
        p.state.castling = left;
    }

    /// Sets or clears the mark that the piece on a square has promoted.
    #[inline]
    pub(crate) fn toggle_promoted<const HASHED: bool>(&self, p: &mut Position<N>, square: Square) {
        p.state.promoted.toggle(square);
        if HASHED {
            p.state.hash ^= self.keys.square(Aspect::Promoted, square);
        }
    }

    /// Moves the piece on `from` to the empty square `to`, as another kind if it promotes. Returns the piece as it was.
    #[inline]
    pub(crate) fn move_piece<const HASHED: bool>(
        &self,
        p: &mut Position<N>,
        from: Square,
        to: Square,
        becomes: Option<KindId>,
    ) -> Cell {
        let was_promoted = self.clear_marks::<HASHED>(p, from);
        let cell = p.cell(from);
        match becomes {
            None => p.shift::<HASHED>(&self.keys, cell, from, to),
            Some(kind) => {
                p.lift::<HASHED>(&self.keys, from);
                p.put::<HASHED>(&self.keys, to, Cell::new(cell.side(), kind));
            }
        }
        if self.rules.promoted.from.is_some() && (was_promoted || (becomes.is_some() && self.remembers(cell.kind()))) {
            self.toggle_promoted::<HASHED>(p, to);
        }
        if self.rules.clock.resets(cell, from, to) || (becomes.is_some() && self.rules.clock.reset_by_promotions()) {
            p.state.halfmoves = 0;
        }
        cell
    }
}
