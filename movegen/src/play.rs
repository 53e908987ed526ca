//! Making moves and taking them back.

use crate::effects::{Effect, Effects};
use crate::game::Game;
use crate::keys::Aspect;
use crate::moves::{Move, MoveType};
use crate::position::{Cell, Position, State};
use crate::rules::KindId;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::{Side, Square};

/// What taking a move back needs.
#[derive(Clone, Copy, Debug)]
pub struct Undo<const N: usize> {
    state: State<N>,
    captured: Cell,
    moved: Cell,
    /// Where the captured piece stood, if not on the destination; of castling, where king and partner went.
    places: [Square; 2],
}

impl<const N: usize> Game<N> {
    /// Makes a legal move. `effects` are those of the list that it comes from.
    #[inline]
    pub fn make(&self, p: &mut Position<N>, m: Move, effects: &Effects) -> Undo<N> {
        self.make_as::<true>(p, m, effects)
    }

    /// Makes a legal move and leaves the hash as it is, for searches that do not ask for it until the move is taken back.
    #[inline]
    pub fn make_unhashed(&self, p: &mut Position<N>, m: Move, effects: &Effects) -> Undo<N> {
        self.make_as::<false>(p, m, effects)
    }

    #[inline]
    fn make_as<const HASHED: bool>(&self, p: &mut Position<N>, m: Move, effects: &Effects) -> Undo<N> {
        if self.makes_more {
            return self.make_more::<HASHED>(p, m, effects);
        }
        let mut undo = self.open_move::<HASHED>(p, m);
        self.carry_move::<HASHED>(p, m, effects, &mut undo);
        self.pass_turn::<HASHED>(p);
        undo
    }

    /// The same where more is looked at than what is moved and captured.
    #[inline(never)]
    fn make_more<const HASHED: bool>(&self, p: &mut Position<N>, m: Move, effects: &Effects) -> Undo<N> {
        let mut undo = self.open_move::<HASHED>(p, m);
        if self.takes_notes {
            self.note::<HASHED>(p, m, effects);
        }
        let explodes = self.blast.as_ref().and_then(|plan| {
            let captured = self.captured(p, m, effects.of(m));
            Some((plan, captured, captured.first()?))
        });
        match explodes {
            Some((plan, captured, first)) => {
                undo.captured = p.cell(first);
                self.explode::<HASHED>(plan, p, m, effects.of(m), captured);
            }
            None => {
                self.carry_move::<HASHED>(p, m, effects, &mut undo);
                if !self.variant.royalty.first_moves_lost_to.is_empty() && undo.moved.is_piece() {
                    self.aim::<HASHED>(p, undo.moved.kind(), m.to());
                }
            }
        }
        self.pass_turn::<HASHED>(p);
        if self.counts_checks && self.in_check(p) {
            self.count_check(p);
        }
        undo
    }

    /// Begins a move: what the last one left open is closed.
    #[inline(always)]
    fn open_move<const HASHED: bool>(&self, p: &mut Position<N>, m: Move) -> Undo<N> {
        let undo = Undo { state: p.state, captured: Cell::EMPTY, moved: Cell::EMPTY, places: [m.to(); 2] };
        if HASHED {
            for square in p.state.en_passant {
                p.state.hash ^= self.keys.square(Aspect::EnPassant, square);
            }
        }
        p.state.en_passant = Bitboard::EMPTY;
        p.state.halfmoves = p.state.halfmoves.saturating_add(1);
        undo
    }

    /// Moves and captures.
    #[inline(always)]
    fn carry_move<const HASHED: bool>(&self, p: &mut Position<N>, m: Move, effects: &Effects, undo: &mut Undo<N>) {
        match m.kind {
            MoveType::Plain | MoveType::Passing | MoveType::Promotion => {
                if p.cell(m.to()).is_piece() && m.to() != m.from() {
                    undo.captured = self.capture::<HASHED>(p, m.to());
                }
                undo.moved = self.carry::<HASHED>(p, m.from(), m.to(), m.piece());
                if m.kind == MoveType::Passing {
                    self.open_en_passant::<HASHED>(p, m.from(), m.to());
                }
            }
            MoveType::EnPassant => {
                undo.places[0] = p.state.passer;
                undo.captured = self.capture::<HASHED>(p, p.state.passer);
                undo.moved = self.carry::<HASHED>(p, m.from(), m.to(), None);
            }
            MoveType::Castling => self.castle::<HASHED>(p, m, undo),
            MoveType::Drop => {
                let kind = m.piece().expect("a drop names its piece");
                self.change_hand::<HASHED>(p, p.turn, self.held_as(kind), -1);
                p.put::<HASHED>(self, m.to(), Cell::new(p.turn, kind));
                if self.castles_dropped {
                    self.grant_by_drop::<HASHED>(p, m.to());
                }
            }
            MoveType::Pass => {}
            MoveType::Chain => self.carry_out::<HASHED>(p, m, effects.of(m)),
        }
    }

    /// Gives the rights to castle that a piece dropped on a square brings about.
    #[inline(never)]
    fn grant_by_drop<const HASHED: bool>(&self, p: &mut Position<N>, square: Square) {
        let Some(rule) = &self.variant.castling else { return };
        let us = p.turn;
        let kings = p.pieces(us, rule.king[us.index()]);
        let partners = rule.partners[us.index()].iter().fold(Bitboard::EMPTY, |all, &k| all | p.pieces(us, k));
        let before = p.state.castling;
        for right in 2 * us.index()..2 * us.index() + 2 {
            let Some(squares) = &p.castlings[right] else { continue };
            let touched = square == squares.king || square == squares.partner;
            if touched && kings.contains(squares.king) && partners.contains(squares.partner) {
                p.state.castling |= 1 << right;
            }
        }
        if HASHED {
            p.state.hash ^= self.keys.castling(before) ^ self.keys.castling(p.state.castling);
        }
    }

    /// A piece has come to a square from which it deprives enemy royals in line of the moves of unmoved pieces, if it is of such a kind.
    #[inline(never)]
    fn aim<const HASHED: bool>(&self, p: &mut Position<N>, kind: KindId, to: Square) {
        if !self.variant.royalty.first_moves_lost_to.contains(&kind) {
            return;
        }
        let board = &self.variant.board;
        for royal in self.royals(p, p.turn.other()) & p.state.unmoved {
            if board.file(royal) == board.file(to) || board.rank(royal) == board.rank(to) {
                p.state.unmoved.remove(royal);
                if HASHED {
                    p.state.hash ^= self.keys.square(Aspect::Unmoved, royal);
                }
            }
        }
    }

    /// Ends a move: the other side is to move.
    #[inline(always)]
    fn pass_turn<const HASHED: bool>(&self, p: &mut Position<N>) {
        p.turn = p.turn.other();
        if HASHED {
            p.state.hash ^= self.keys.black_to_move;
        }
        p.move_number += u32::from(p.turn == Side::White);
    }

    /// Notes what later moves depend on, before a move is made.
    #[inline(never)]
    fn note<const HASHED: bool>(&self, p: &mut Position<N>, m: Move, effects: &Effects) {
        if self.counts_passes {
            self.count_pass::<HASHED>(p, m);
        }
        if let Some(plan) = &self.trading {
            self.note_trade::<HASHED>(plan, p, m, effects.of(m));
        }
    }

    /// One pass more in a row, or none.
    fn count_pass<const HASHED: bool>(&self, p: &mut Position<N>, m: Move) {
        let passes = if m.kind == MoveType::Pass { (p.state.passes + 1).min(2) } else { 0 };
        if HASHED {
            p.state.hash ^= self.keys.passes(p.state.passes) ^ self.keys.passes(passes);
        }
        p.state.passes = passes;
    }

    /// The side that has just moved has one check less to give.
    #[inline(never)]
    fn count_check(&self, p: &mut Position<N>) {
        p.state.hash ^= self.keys.checks(p.state.checks_left);
        let left = &mut p.state.checks_left[p.turn.other().index()];
        *left = left.saturating_sub(1);
        p.state.hash ^= self.keys.checks(p.state.checks_left);
    }

    /// Takes back the move that was made last.
    #[inline]
    pub fn unmake(&self, p: &mut Position<N>, m: Move, undo: &Undo<N>) {
        p.move_number -= u32::from(p.turn == Side::White);
        p.turn = p.turn.other();
        match m.kind {
            _ if self.makes_more && self.has_exploded(m, undo) => self.take_back(p),
            MoveType::Plain | MoveType::Passing | MoveType::EnPassant => {
                p.shift::<false>(self, undo.moved, m.to(), m.from());
                if undo.captured.is_piece() {
                    self.give_back(p, undo);
                }
            }
            MoveType::Promotion => {
                p.lift::<false>(self, m.to());
                p.put::<false>(self, m.from(), undo.moved);
                if undo.captured.is_piece() {
                    self.give_back(p, undo);
                }
            }
            MoveType::Castling => {
                let partner = undo.captured;
                for place in undo.places {
                    p.lift::<false>(self, place);
                }
                p.put::<false>(self, m.from(), undo.moved);
                p.put::<false>(self, m.to(), partner);
            }
            MoveType::Drop => {
                p.lift::<false>(self, m.to());
                self.change_hand::<false>(p, p.turn, self.held_as(m.piece().expect("a drop names its piece")), 1);
            }
            MoveType::Pass => {}
            MoveType::Chain => self.take_back(p),
        }
        p.state = undo.state;
    }

    /// Whether the move was a capture that exploded.
    fn has_exploded(&self, m: Move, undo: &Undo<N>) -> bool {
        self.blast.is_some() && undo.captured.is_piece() && m.kind != MoveType::Castling
    }

    /// Where the pieces stand that a move captures.
    #[inline]
    pub(crate) fn captured(&self, p: &Position<N>, m: Move, effects: &[Effect]) -> Bitboard<N> {
        match m.kind {
            MoveType::EnPassant => Bitboard::of(p.state.passer),
            // Promotion in place captures nothing.
            MoveType::Promotion if m.to() == m.from() => Bitboard::EMPTY,
            MoveType::Plain | MoveType::Passing | MoveType::Promotion => Bitboard::of(m.to()) & p.occupied(),
            MoveType::Chain => {
                let leaves = |e: &Effect| *e == Effect::Vanish || matches!(e, Effect::Relocate(s, _) if *s == m.to());
                let stands = m.to() != m.from() && !effects.iter().any(leaves);
                let last = if stands { Bitboard::of(m.to()) & p.occupied() } else { Bitboard::EMPTY };
                effects.iter().filter_map(|e| e.captured()).collect::<Bitboard<N>>() | last
            }
            MoveType::Castling | MoveType::Drop | MoveType::Pass => Bitboard::EMPTY,
        }
    }

    /// Takes a piece off the board, into the captor's hand where the game wants it.
    #[inline]
    pub(crate) fn capture<const HASHED: bool>(&self, p: &mut Position<N>, square: Square) -> Cell {
        p.state.halfmoves = 0;
        let was_promoted = self.forget::<HASHED>(p, square);
        let cell = p.lift::<HASHED>(self, square);
        if let Some(kind) = self.to_hand(cell, was_promoted) {
            let owner = self.hand_owner(p.turn);
            self.change_hand::<HASHED>(p, owner, kind, 1);
        }
        cell
    }

    fn give_back(&self, p: &mut Position<N>, undo: &Undo<N>) {
        p.put::<false>(self, undo.places[0], undo.captured);
        let was_promoted = undo.state.promoted.contains(undo.places[0]);
        if let Some(kind) = self.to_hand(undo.captured, was_promoted) {
            let owner = self.hand_owner(p.turn);
            self.change_hand::<false>(p, owner, kind, -1);
        }
    }

    /// The kind that comes to a hand when this piece is captured.
    #[inline]
    pub(crate) fn to_hand(&self, captured: Cell, was_promoted: bool) -> Option<KindId> {
        let gain = self.gain.as_ref()?;
        let loses_rank = was_promoted && !gain.keeps_promoted;
        if loses_rank { self.promoted_from } else { Some(gain.kinds[captured.kind().index()]) }
    }

    /// The kind that is in hand where this one is dropped.
    #[inline]
    fn held_as(&self, dropped: KindId) -> KindId {
        self.held_as[dropped.index()]
    }

    #[inline]
    pub(crate) fn hand_owner(&self, captor: Side) -> Side {
        match &self.gain {
            Some(gain) if gain.returns => captor.other(),
            _ => captor,
        }
    }

    /// Forgets what is known of the piece on a square; whether it came about by promotion.
    #[inline]
    pub(crate) fn forget<const HASHED: bool>(&self, p: &mut Position<N>, square: Square) -> bool {
        if HASHED && p.state.unmoved.contains(square) {
            p.state.hash ^= self.keys.square(Aspect::Unmoved, square);
        }
        p.state.unmoved.remove(square);
        let left = p.state.castling & !p.ends_rights[square.index()];
        if HASHED && left != p.state.castling {
            p.state.hash ^= self.keys.castling(p.state.castling) ^ self.keys.castling(left);
        }
        p.state.castling = left;
        let promoted = self.remembers_promotion && p.state.promoted.contains(square);
        if promoted {
            self.toggle_promoted::<HASHED>(p, square);
        }
        promoted
    }

    #[inline]
    pub(crate) fn toggle_promoted<const HASHED: bool>(&self, p: &mut Position<N>, square: Square) {
        p.state.promoted.toggle(square);
        if HASHED {
            p.state.hash ^= self.keys.square(Aspect::Promoted, square);
        }
    }

    /// Puts the piece on `from` on `to`, as another kind if it promotes; gives the piece as it was.
    #[inline]
    fn carry<const HASHED: bool>(
        &self,
        p: &mut Position<N>,
        from: Square,
        to: Square,
        becomes: Option<KindId>,
    ) -> Cell {
        let was_promoted = self.forget::<HASHED>(p, from);
        let cell = p.cell(from);
        match becomes {
            None => p.shift::<HASHED>(self, cell, from, to),
            Some(kind) => {
                p.lift::<HASHED>(self, from);
                p.put::<HASHED>(self, to, Cell::new(cell.side(), kind));
            }
        }
        if self.remembers_promotion && (was_promoted || (becomes.is_some() && self.remembers(cell.kind()))) {
            self.toggle_promoted::<HASHED>(p, to);
        }
        if self.resets_clock[cell.index()] {
            p.state.halfmoves = 0;
        }
        cell
    }

    /// Opens squares to en passant capture, if an enemy could use it.
    #[inline]
    fn open_en_passant<const HASHED: bool>(&self, p: &mut Position<N>, from: Square, to: Square) {
        let opened = self.passing.opened(p, p.cell(to), from, to, p.turn.other());
        p.state.en_passant = opened;
        p.state.passer = to;
        if HASHED {
            for square in opened {
                p.state.hash ^= self.keys.square(Aspect::EnPassant, square);
            }
        }
    }

    #[inline(never)]
    fn castle<const HASHED: bool>(&self, p: &mut Position<N>, m: Move, undo: &mut Undo<N>) {
        let squares = p.castling_with(m.to()).expect("a castling move has its right").clone();
        self.forget::<HASHED>(p, m.from());
        self.forget::<HASHED>(p, m.to());
        undo.moved = p.lift::<HASHED>(self, squares.king);
        undo.captured = p.lift::<HASHED>(self, squares.partner);
        p.put::<HASHED>(self, squares.king_to, undo.moved);
        p.put::<HASHED>(self, squares.partner_to, undo.captured);
        undo.places = [squares.king_to, squares.partner_to];
    }

    #[inline]
    pub(crate) fn change_hand<const HASHED: bool>(&self, p: &mut Position<N>, side: Side, kind: KindId, by: i8) {
        let cell = Cell::new(side, kind);
        let before = p.hands[cell.index()];
        let after = before.wrapping_add_signed(by);
        p.hands[cell.index()] = after;
        if HASHED {
            p.state.hash ^= self.keys.hand(cell, before) ^ self.keys.hand(cell, after);
        }
    }
}
