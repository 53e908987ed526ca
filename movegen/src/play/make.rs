//! Making and unmaking moves.
//!
//! Positions are updated in place. `HASHED` says whether the Zobrist key is updated too. Unmaking restores the key with
//! the rest of the state, which [`Undo`] keeps from before the move.

use crate::compile::clock::Resets;
use crate::compile::game::Game;
use crate::position::board::Position;
use crate::position::cell::Cell;
use crate::position::effects::{Effect, Effects};
use crate::position::keys::Aspect;
use crate::position::list::MoveList;
use crate::position::moves::{Move, MoveType};
use crate::position::trace::Trace;
use crate::position::undo::{Pieces, Record, Undo};
use betza_game::KindId;
use betza_game::needs::Needs;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;

impl<const N: usize> Game<N> {
    /// Makes a legal move of the position.
    ///
    /// A move cannot store long effects ([`Move::short_effects`]). To find them, this function lists all legal moves
    /// again; [`Game::make_listed`] takes them from the list.
    ///
    /// # Panics
    /// In a debug build, if the move cannot be made: the origin holds no piece of the side to move, a square is off the
    /// board, the game or the hand lacks the kind, and so on. In any build, if the move has long effects and is
    /// illegal. A move that leaves a royal in check is not detected otherwise.
    #[inline]
    pub fn make(&self, p: &mut Position<N>, m: Move) -> Undo<N> {
        debug_assert!(m.effects.is_key() || self.fits(p, m, Effects::NONE), "{m:?} is no move of this position");
        self.make_as::<true>(p, m, None)
    }

    /// Makes a move from a list of the position's legal moves.
    ///
    /// # Panics
    /// In a debug build, as [`Game::make`]; in any build, if the move has long effects and is not in the list.
    #[inline]
    pub fn make_listed(&self, p: &mut Position<N>, m: Move, list: &MoveList) -> Undo<N> {
        debug_assert!(self.fits(p, m, &list.effects), "{m:?} is no move of this position");
        self.make_as::<true>(p, m, Some(&list.effects))
    }

    /// Does the same as [`Game::make_listed`] without updating the Zobrist key. It is for searches that do not read the
    /// key before they unmake the move.
    #[inline]
    pub fn make_unhashed(&self, p: &mut Position<N>, m: Move, list: &MoveList) -> Undo<N> {
        debug_assert!(self.fits(p, m, &list.effects), "{m:?} is no move of this position");
        self.make_as::<false>(p, m, Some(&list.effects))
    }

    /// Makes a null move: the side to move gives up its turn. The null move ends the en-passant rights and the ban on a
    /// trade. The rules do not count it as a pass. [`Game::unmake`] unmakes it. A null move in check leads to a
    /// position that no game can reach.
    pub fn make_null(&self, p: &mut Position<N>) -> Undo<N> {
        let nowhere = Square::from_index(0);
        let state = p.state;
        self.begin_move::<true>(p);
        self.forget_trade::<true>(p);
        self.switch_side::<true>(p);
        let (pieces, trace) = Record::of(Move::of::<N>(MoveType::Pass, nowhere, nowhere)).kept();
        Undo {
            state,
            m: Move::of::<N>(MoveType::Pass, nowhere, nowhere),
            pieces,
            trace,
            #[cfg(debug_assertions)]
            after: p.state.hash,
        }
    }

    /// Returns the list of legal moves, which holds the effects of this move. Panics if the move is not in it.
    #[cold]
    fn list_with(&self, p: &Position<N>, m: Move) -> MoveList {
        let mut list = MoveList::default();
        self.list_moves(p, &mut list);
        assert!(list.contains(&m), "{m:?} is no move of this position");
        list
    }

    /// Makes a legal move. `HASHED` says whether the Zobrist key is updated. `effects` holds the effects that are too
    /// long to be stored in the move.
    ///
    /// PERF: inlined, so that the old state is copied directly into the caller's [`Undo`]. The function that it calls
    /// returns its result in registers.
    #[inline(always)]
    pub(crate) fn make_as<const HASHED: bool>(
        &self,
        p: &mut Position<N>,
        m: Move,
        effects: Option<&Effects>,
    ) -> Undo<N> {
        let state = p.state;
        let (pieces, trace) = self.make_move::<HASHED>(p, m, effects);
        Undo {
            state,
            m,
            pieces,
            trace,
            #[cfg(debug_assertions)]
            after: p.state.hash,
        }
    }

    /// Makes a legal move. Returns what unmaking it needs besides the old state.
    ///
    /// PERF: most moves only move a piece and capture at most one; hands and promoted pieces stay as they are. They are
    /// made here without a call, and the key and the clock stay in registers until the end.
    /// [`Game::make_move_of_any_type`] makes all other moves.
    #[inline(never)]
    fn make_move<const HASHED: bool>(
        &self,
        p: &mut Position<N>,
        m: Move,
        effects: Option<&Effects>,
    ) -> (Pieces, Option<Box<Trace<N>>>) {
        let (from, to) = m.ends::<N>();
        let (one, other) = (Bitboard::of(from), Bitboard::of(to));
        let both = one | other;
        let (mover, victim) = (p.cell(from), p.cell(to));
        let clock = self.rules.clock.of(mover);
        if !matches!(m.kind, MoveType::Plain | MoveType::DoubleStep)
            || !p.state.en_passant.is_empty()
            || clock == Resets::OneWay
            || !self.rules.moves_are_plain && (from == to || self.comes_with_more(p, both, victim))
        {
            return self.make_move_of_any_type::<HASHED>(p, m, effects);
        }
        let mut hash =
            p.state.hash ^ self.keys.piece(mover, from) ^ self.keys.piece(mover, to) ^ self.keys.black_to_move;
        let mut halfmoves = if clock == Resets::Always { 0 } else { p.state.halfmoves.saturating_add(1) };
        if victim.is_piece() {
            p.sets[victim] ^= other;
            p.sides[victim.side().index()] ^= other;
            hash ^= self.keys.piece(victim, to);
            halfmoves = 0;
        }
        p.sets[mover] ^= both;
        p.sides[mover.side().index()] ^= both;
        p.cells.set(from, Cell::EMPTY);
        p.cells.set(to, mover);
        let first_moves = p.state.unmoved & both;
        if !first_moves.is_empty() {
            hash ^= self.keys.unmoved(first_moves);
            p.state.unmoved ^= first_moves;
        }
        let ended = (p.ends_rights[from] | p.ends_rights[to]) & p.state.castling;
        if ended != 0 {
            hash ^= self.keys.castling(p.state.castling) ^ self.keys.castling(p.state.castling ^ ended);
            p.state.castling ^= ended;
        }
        p.state.halfmoves = halfmoves;
        if HASHED {
            p.state.hash = hash;
        }
        p.next_side();
        let pieces = Pieces::on(mover, victim, to);
        if m.kind == MoveType::DoubleStep {
            return self.after_double_step::<HASHED>(p, m, pieces);
        }
        (pieces, None)
    }

    /// Returns whether a move between `both` squares may do more than move a piece and capture the victim. It is called
    /// only in games that have such moves.
    #[inline(always)]
    fn comes_with_more(&self, p: &Position<N>, both: Bitboard<N>, victim: Cell) -> bool {
        self.rules.strategy.makes_more
            || p.state.passes() > 0
            || !p.state.promoted.is_disjoint(&both)
            || self.rules.hands.gain.is_some() && victim.is_piece()
    }

    /// Sets the en-passant rights after a double step.
    #[inline(never)]
    fn after_double_step<const HASHED: bool>(
        &self,
        p: &mut Position<N>,
        m: Move,
        pieces: Pieces,
    ) -> (Pieces, Option<Box<Trace<N>>>) {
        self.open_en_passant::<HASHED>(p, m.origin_on::<N>(), m.destination_on::<N>(), p.turn);
        (pieces, None)
    }

    /// Makes a move of any type, in any game.
    #[inline(never)]
    fn make_move_of_any_type<const HASHED: bool>(
        &self,
        p: &mut Position<N>,
        m: Move,
        effects: Option<&Effects>,
    ) -> (Pieces, Option<Box<Trace<N>>>) {
        let found = if effects.is_none() && m.effects.is_key() { Some(self.list_with(p, m)) } else { None };
        let effects = effects.or(found.as_ref().map(|list| &list.effects)).unwrap_or(Effects::NONE);
        debug_assert!(found.is_none() || self.fits(p, m, effects), "{m:?} is no move of this position");
        let mut record = Record::of(m);
        self.begin_move::<HASHED>(p);
        if self.rules.ends.counts_passes {
            self.count_pass::<HASHED>(p, m);
        }
        if self.rules.strategy.makes_more {
            self.make_with_rule_hooks::<HASHED>(p, effects, &mut record);
        } else {
            self.do_move::<HASHED>(p, effects, &mut record);
            self.switch_side::<HASHED>(p);
        }
        record.kept()
    }

    /// Makes a move in a game whose rules do more than move and capture ([`Needs::MAKES_MORE`],
    /// [`Needs::RECORDS_FOR_REPLY`]).
    #[inline(never)]
    fn make_with_rule_hooks<const HASHED: bool>(&self, p: &mut Position<N>, effects: &Effects, record: &mut Record<N>) {
        let m = record.m;
        if self.rules.strategy.needs.contains(Needs::RECORDS_FOR_REPLY) {
            self.record_for_reply::<HASHED>(p, m, effects);
        }
        let castled = match self.rules.castling_counts {
            true => self.castles_by(p, m, &effects.of(m)),
            false => None,
        };
        if !self.make_capture_apart::<HASHED>(p, effects, record) {
            self.do_move::<HASHED>(p, effects, record);
        }
        if !self.variant.royalty.first_moves_lost_to.is_empty() {
            self.end_first_moves::<HASHED>(p, record);
        }
        if let Some(plan) = &self.rules.partners {
            self.settle_partners(plan, p);
        }
        if let Some(right) = castled {
            self.note_castling::<HASHED>(p, right);
        }
        if self.rules.turning.is_some() {
            self.turn_over::<HASHED>(p, record);
        }
        if let Some(plan) = &self.rules.alice {
            self.cross_over::<HASHED>(plan, p, record);
        }
        self.switch_side::<HASHED>(p);
        if self.rules.ends.counts_checks && self.is_check(p) {
            self.count_check(p);
        }
    }

    /// Begins a move: ends the en-passant rights from the last move, and advances the half-move clock.
    #[inline(always)]
    fn begin_move<const HASHED: bool>(&self, p: &mut Position<N>) {
        if HASHED {
            p.state.hash ^= self.key_of_rights(&p.state);
        }
        p.state.en_passant = Bitboard::EMPTY;
        p.state.halfmoves = p.state.halfmoves.saturating_add(1);
    }

    /// Moves, captures and places pieces, for a move of any type.
    #[inline(never)]
    fn do_move<const HASHED: bool>(&self, p: &mut Position<N>, effects: &Effects, record: &mut Record<N>) {
        let m = record.m;
        match m.kind {
            MoveType::Plain | MoveType::DoubleStep | MoveType::Promotion => {
                let (from, to) = m.ends::<N>();
                if p.cell(to).is_piece() && to != from {
                    record.places[0] = to;
                    record.captured = self.capture::<HASHED>(p, to);
                }
                record.moved = self.move_piece::<HASHED>(p, from, to, m.piece_on::<N>());
                if m.kind == MoveType::DoubleStep {
                    self.open_en_passant::<HASHED>(p, from, to, p.turn.other());
                }
                if m.kind == MoveType::Promotion && self.rules.promotes_from_hands {
                    self.take_promoted::<HASHED>(p, m, record.moved, -1);
                }
            }
            MoveType::EnPassant => {
                record.places[0] = p.state.passer();
                record.captured = self.capture::<HASHED>(p, p.state.passer());
                record.moved = self.move_piece::<HASHED>(p, m.origin_on::<N>(), m.destination_on::<N>(), None);
            }
            MoveType::Castling => self.castle::<HASHED>(p, m, record),
            MoveType::Drop => self.make_drop::<HASHED>(p, m),
            MoveType::Pass if m.has_effects() => self.wall_in_passing::<HASHED>(p, effects, record),
            MoveType::Pass => {}
            MoveType::Chain => {
                self.carry_out::<HASHED>(p, m, &effects.of(m), record.trace.insert(Box::new(Trace::new())));
            }
        }
    }

    /// Ends a move: gives the turn to the other side.
    #[inline(always)]
    fn switch_side<const HASHED: bool>(&self, p: &mut Position<N>) {
        if HASHED {
            p.state.hash ^= self.keys.black_to_move;
        }
        p.next_side();
    }

    /// Records what the legality of the reply will depend on. It is called before the move is made.
    #[inline(never)]
    pub(crate) fn record_for_reply<const HASHED: bool>(&self, p: &mut Position<N>, m: Move, effects: &Effects) {
        if let Some(plan) = &self.rules.trading {
            self.record_trade::<HASHED>(plan, p, m, &effects.of(m));
        }
    }

    /// Unmakes the move that was made last.
    ///
    /// # Panics
    /// In a debug build, if the position's key is not the key from just after this move: another move was made last, or
    /// the position is another one.
    ///
    /// PERF: inlined, so that the old state is copied directly from the caller's [`Undo`]. The function that it calls
    /// takes its arguments in registers.
    #[inline(always)]
    pub fn unmake(&self, p: &mut Position<N>, undo: Undo<N>) {
        #[cfg(debug_assertions)]
        assert_eq!(undo.after, p.state.hash, "{:?} is not the move that was made last in this position", undo.m);
        p.state = undo.state;
        self.take_back(p, undo.m, undo.pieces, undo.trace);
    }

    /// Makes a legal move, and writes what undoes it to where it is kept.
    ///
    /// PERF: built elsewhere and copied there, it would wait for the bytes just written (a fifth of playing a move).
    #[inline(always)]
    pub(crate) fn make_in_place(&self, p: &mut Position<N>, m: Move, effects: Option<&Effects>, undo: &mut Undo<N>) {
        debug_assert!(effects.is_none_or(|effects| self.fits(p, m, effects)), "{m:?} is no move of this position");
        undo.state = p.state;
        undo.m = m;
        (undo.pieces, undo.trace) = self.make_move::<true>(p, m, effects);
        #[cfg(debug_assertions)]
        {
            undo.after = p.state.hash;
        }
    }

    /// Unmakes the move that was made last, and leaves what undid it without its trace.
    #[inline(always)]
    pub(crate) fn unmake_in_place(&self, p: &mut Position<N>, undo: &mut Undo<N>) {
        #[cfg(debug_assertions)]
        assert_eq!(undo.after, p.state.hash, "{:?} is not the move that was made last in this position", undo.m);
        p.state = undo.state;
        self.take_back(p, undo.m, undo.pieces, undo.trace.take());
    }

    /// Unmakes a move. The caller has restored the state.
    #[inline(never)]
    fn take_back(&self, p: &mut Position<N>, m: Move, pieces: Pieces, trace: Option<Box<Trace<N>>>) {
        p.last_side();
        let is_common = matches!(m.kind, MoveType::Plain | MoveType::DoubleStep | MoveType::EnPassant);
        if !is_common || trace.is_some() {
            return self.take_back_any(p, m, pieces, trace);
        }
        self.go_back(p, m, pieces);
    }

    /// Puts the mover and the captured piece back.
    #[inline(always)]
    fn go_back(&self, p: &mut Position<N>, m: Move, pieces: Pieces) {
        let (from, to) = m.ends::<N>();
        p.shift::<false>(&self.keys, pieces.moved(), to, from);
        if pieces.captured().is_piece() {
            self.uncapture(p, pieces);
        }
    }

    /// Returns whether a trace may have only what a rule changes besides the move.
    fn traces_more(&self) -> bool {
        self.rules.turning.is_some() || self.rules.alice.is_some()
    }

    /// Puts the pieces back after a move of any type.
    #[inline(never)]
    fn take_back_any(&self, p: &mut Position<N>, m: Move, pieces: Pieces, trace: Option<Box<Trace<N>>>) {
        if let Some(trace) = trace {
            self.restore(p, &trace);
            // In games that turn pieces over, the trace of a move without effects records only the turned pieces; on
            // two boards, only that pieces went over.
            if !self.traces_more() || m.kind == MoveType::Chain {
                return;
            }
        }
        match m.kind {
            MoveType::Promotion => {
                p.lift::<false>(&self.keys, m.destination_on::<N>());
                p.put::<false>(&self.keys, m.origin_on::<N>(), pieces.moved());
                if pieces.captured().is_piece() {
                    self.uncapture(p, pieces);
                }
                if self.rules.promotes_from_hands {
                    self.take_promoted::<false>(p, m, pieces.moved(), 1);
                }
            }
            MoveType::Castling => {
                for place in pieces.places() {
                    p.lift::<false>(&self.keys, place);
                }
                p.put::<false>(&self.keys, m.origin_on::<N>(), pieces.moved());
                p.put::<false>(&self.keys, m.destination_on::<N>(), pieces.captured());
            }
            MoveType::Drop => self.unmake_drop(p, m),
            MoveType::Plain | MoveType::DoubleStep | MoveType::EnPassant => self.go_back(p, m, pieces),
            // A plain pass moves no piece. The trace, restored above, undoes a chain and a pass that places a wall.
            MoveType::Pass | MoveType::Chain => {}
        }
    }

    /// Returns the squares of the pieces that a move captures.
    ///
    /// PERF: it is called in many places, none of them in the games whose speed matters most, and is large.
    #[inline(never)]
    pub(crate) fn captured(&self, p: &Position<N>, m: Move, effects: &[Effect]) -> Bitboard<N> {
        match m.kind {
            MoveType::EnPassant => Bitboard::of(p.state.passer()),
            // Promotion in place captures nothing.
            MoveType::Promotion if m.destination_on::<N>() == m.origin_on::<N>() => Bitboard::EMPTY,
            MoveType::Plain | MoveType::DoubleStep | MoveType::Promotion => {
                Bitboard::of(m.destination_on::<N>()) & p.occupied()
            }
            MoveType::Chain => {
                let leaves = |e: &Effect| {
                    *e == Effect::Vanish || matches!(e, Effect::Relocate(s, _) if *s == m.destination_on::<N>())
                };
                let stands = m.destination_on::<N>() != m.origin_on::<N>() && !effects.iter().any(leaves);
                let last = if stands { Bitboard::of(m.destination_on::<N>()) & p.occupied() } else { Bitboard::EMPTY };
                effects.iter().filter_map(|e| e.captured()).collect::<Bitboard<N>>() | last
            }
            MoveType::Castling | MoveType::Drop | MoveType::Pass => Bitboard::EMPTY,
        }
    }

    /// Removes a captured piece from the board, resets the half-move clock, and adds the piece to a hand if the game
    /// has that rule. Returns the piece.
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

    /// Adds `by` pieces to the hand that gains the captured piece, if the game has that rule. Unmaking passes -1.
    #[inline]
    pub(crate) fn gain<const HASHED: bool>(&self, p: &mut Position<N>, captured: Cell, was_promoted: bool, by: i8) {
        if let Some(kind) = self.held_when_captured(captured, was_promoted) {
            let owner = self.hand_owner(p.turn, captured);
            self.change_hands::<HASHED>(p, owner, kind, by);
        }
    }

    /// Puts the captured piece back on its square, and takes it out of the hand that gained it.
    #[inline(always)]
    fn uncapture(&self, p: &mut Position<N>, pieces: Pieces) {
        let square = pieces.places()[0];
        p.put::<false>(&self.keys, square, pieces.captured());
        if self.rules.hands.gain.is_some() {
            self.give_back(p, pieces.captured(), square);
        }
    }

    /// Takes a captured piece out of the hand that gained it. The piece is already back on its square.
    #[inline(never)]
    fn give_back(&self, p: &mut Position<N>, captured: Cell, square: Square) {
        let was_promoted = p.state.promoted.contains(square);
        self.gain::<false>(p, captured, was_promoted, -1);
    }

    /// Clears the marks of the piece on a square before the piece leaves: the unmoved mark, the promoted mark, and the
    /// castling rights that end with it. Returns whether it had the promoted mark.
    #[inline]
    pub(crate) fn clear_marks<const HASHED: bool>(&self, p: &mut Position<N>, square: Square) -> bool {
        if p.state.unmoved.contains(square) {
            self.end_unmoved::<HASHED>(p, square);
        }
        let ends = p.ends_rights[square];
        if ends & p.state.castling != 0 {
            self.end_rights::<HASHED>(p, ends);
        }
        let promoted = self.rules.promoted.from.is_some() && p.state.promoted.contains(square);
        if promoted {
            self.toggle_promoted::<HASHED>(p, square);
        }
        promoted
    }

    /// Clears the unmoved mark of the piece on a square.
    #[inline(never)]
    fn end_unmoved<const HASHED: bool>(&self, p: &mut Position<N>, square: Square) {
        if HASHED {
            p.state.hash ^= self.keys.square(Aspect::Unmoved, square);
        }
        p.state.unmoved.remove(square);
    }

    /// Removes these castling rights.
    #[inline(never)]
    pub(crate) fn end_rights<const HASHED: bool>(&self, p: &mut Position<N>, ends: u8) {
        let left = p.state.castling & !ends;
        if HASHED {
            p.state.hash ^= self.keys.castling(p.state.castling) ^ self.keys.castling(left);
        }
        p.state.castling = left;
    }

    /// Flips the promoted mark of the piece on a square.
    #[inline]
    pub(crate) fn toggle_promoted<const HASHED: bool>(&self, p: &mut Position<N>, square: Square) {
        p.state.promoted.toggle(square);
        if HASHED {
            p.state.hash ^= self.keys.square(Aspect::Promoted, square);
        }
    }

    /// Moves the piece on `from` to the empty square `to`; if it promotes, it becomes another kind. Returns the piece
    /// as it was before the move.
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
                p.put::<HASHED>(&self.keys, to, Cell::on::<N>(cell.side(), kind));
            }
        }
        if self.rules.promoted.from.is_some()
            && (was_promoted || becomes.is_some_and(|kind| self.remembers(cell.kind_on::<N>(), kind)))
        {
            self.toggle_promoted::<HASHED>(p, to);
        }
        if self.rules.clock.resets(cell, from, to) || (becomes.is_some() && self.rules.clock.reset_by_promotions()) {
            p.state.halfmoves = 0;
        }
        cell
    }
}
