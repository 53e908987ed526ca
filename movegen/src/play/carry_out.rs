//! Making moves with effects, which may change any number of squares, and unmaking them by the trace that they
//! leave.

use crate::compile::game::Game;
use crate::position::board::Position;
use crate::position::cell::Cell;
use crate::position::effects::Effect;
use crate::position::moves::Move;
use crate::position::trace::Trace;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;

impl<const N: usize> Game<N> {
    /// Makes a move with effects, and records in `trace` what it changes. All pieces that move are lifted first; then
    /// captures and walls are carried out; then pieces are put down. So pieces may change places.
    #[inline(never)]
    pub(crate) fn carry_out<const HASHED: bool>(
        &self,
        p: &mut Position<N>,
        m: Move,
        effects: &[Effect],
        trace: &mut Trace<N>,
    ) {
        let promoted_before = p.state.promoted;
        let mover = self.lift_traced::<HASHED>(p, m.origin_on::<N>(), trace);
        let mut stays = true;
        let mut petrifies = false;
        // What the mover is when it arrives.
        let mut arrives =
            m.piece_on::<N>().filter(|_| mover.is_piece()).map_or(mover, |kind| Cell::on::<N>(mover.side(), kind));
        for &effect in effects {
            match effect {
                Effect::Relocate(from, _) => {
                    self.lift_traced::<HASHED>(p, from, trace);
                }
                Effect::Vanish => stays = false,
                Effect::TurnCoat if mover.is_piece() => {
                    arrives = Cell::on::<N>(mover.side().other(), arrives.kind_on::<N>());
                }
                Effect::Petrify => petrifies = true,
                _ => {}
            }
        }
        for &effect in effects {
            if let Effect::Capture(square) = effect {
                self.capture_traced::<HASHED>(p, square, trace);
            }
        }
        if stays && p.cell(m.destination_on::<N>()).is_piece() {
            self.capture_traced::<HASHED>(p, m.destination_on::<N>(), trace);
        }
        self.change_walls::<HASHED>(p, effects, trace);
        for &effect in effects {
            match effect {
                Effect::Relocate(from, to) if trace.before(from).is_piece() => {
                    let promoted = promoted_before.contains(from);
                    self.put_traced::<HASHED>(p, to, trace.before(from), promoted, trace);
                }
                // A square that the same move walls in is never open.
                Effect::Open(square) if p.cell(square) == Cell::EMPTY && self.leaves_rights(mover, arrives) => {
                    self.open_square(p, square)
                }
                _ => {}
            }
        }
        if stays && petrifies {
            trace.record(m.destination_on::<N>(), p.cell(m.destination_on::<N>()));
            p.toggle_wall::<HASHED>(&self.keys, m.destination_on::<N>());
            if self.rules.hands.gain.is_some() {
                // It is lost, as if it had been captured.
                trace.taken.insert(m.origin_on::<N>());
                self.gain::<HASHED>(p, mover, promoted_before.contains(m.origin_on::<N>()), 1);
            }
        } else if stays && mover.is_piece() {
            let promotes = m.piece_on::<N>().is_some_and(|kind| self.remembers(mover.kind_on::<N>(), kind));
            let promoted = promotes || promoted_before.contains(m.origin_on::<N>());
            self.put_traced::<HASHED>(p, m.destination_on::<N>(), arrives, promoted, trace);
        }
        for &effect in effects {
            if let Effect::Enter(square, kind) = effect {
                trace.entered = Cell::on::<N>(p.turn, kind);
                self.change_hands::<HASHED>(p, p.turn, kind, -1);
                self.put_traced::<HASHED>(p, square, Cell::on::<N>(p.turn, kind), false, trace);
                self.close_idle_gates::<HASHED>(p, p.turn);
            }
        }
        if p.state.en_passant != Bitboard::EMPTY {
            p.state.set_passer(m.destination_on::<N>());
            if HASHED {
                p.state.hash ^= self.key_of_rights(&p.state);
            }
        }
        let clock = &self.rules.clock;
        let promotes = m.promotion().is_some() && clock.reset_by_promotions();
        if mover.is_piece() && (promotes || clock.resets(mover, m.origin_on::<N>(), m.destination_on::<N>())) {
            p.state.halfmoves = 0;
        }
    }

    /// Places and removes walls.
    pub(crate) fn change_walls<const HASHED: bool>(
        &self,
        p: &mut Position<N>,
        effects: &[Effect],
        trace: &mut Trace<N>,
    ) {
        for &effect in effects {
            if let Effect::Wall(square) | Effect::Clear(square) = effect {
                trace.record(square, p.cell(square));
                p.toggle_wall::<HASHED>(&self.keys, square);
            }
        }
    }

    /// Unmakes a move with effects: restores the squares and hands by its trace. The caller has restored the state.
    #[inline(never)]
    pub(crate) fn restore(&self, p: &mut Position<N>, trace: &Trace<N>) {
        for square in trace.changed {
            if p.cell(square) == Cell::WALL {
                p.toggle_wall::<false>(&self.keys, square);
            } else if p.cell(square).is_piece() {
                p.lift::<false>(&self.keys, square);
            }
            let cell = trace.before(square);
            if cell.is_piece() {
                p.put::<false>(&self.keys, square, cell);
            } else if cell == Cell::WALL {
                p.toggle_wall::<false>(&self.keys, square);
            }
        }
        for square in trace.taken {
            self.gain::<false>(p, trace.before(square), p.state.promoted.contains(square), -1);
        }
        if trace.lost.0.is_piece() {
            self.gain::<false>(p, trace.lost.0, trace.lost.1, -1);
        }
        if trace.entered.is_piece() {
            self.change_hands::<false>(p, p.turn, trace.entered.kind_on::<N>(), 1);
        }
    }

    /// Lifts the piece on a square, if any, and clears its marks. Returns the former content of the square.
    pub(crate) fn lift_traced<const HASHED: bool>(
        &self,
        p: &mut Position<N>,
        square: Square,
        trace: &mut Trace<N>,
    ) -> Cell {
        let cell = p.cell(square);
        trace.record(square, cell);
        if cell.is_piece() {
            self.clear_marks::<HASHED>(p, square);
            p.lift::<HASHED>(&self.keys, square);
        }
        cell
    }

    /// Puts a piece on an empty square, and marks it if it has promoted.
    pub(crate) fn put_traced<const HASHED: bool>(
        &self,
        p: &mut Position<N>,
        square: Square,
        cell: Cell,
        promoted: bool,
        trace: &mut Trace<N>,
    ) {
        trace.record(square, p.cell(square));
        p.put::<HASHED>(&self.keys, square, cell);
        if promoted && self.rules.promoted.from.is_some() {
            self.toggle_promoted::<HASHED>(p, square);
        }
    }

    /// Removes the captured piece on a square, if any, as [`Game::capture`] does.
    fn capture_traced<const HASHED: bool>(&self, p: &mut Position<N>, square: Square, trace: &mut Trace<N>) {
        if p.cell(square).is_piece() {
            trace.record(square, p.cell(square));
            trace.taken.insert(square);
            self.capture::<HASHED>(p, square);
        }
    }
}
