//! Making moves with effects, which may change any number of squares, and unmaking them by the trail of traces that
//! they leave.

use crate::compile::game::Game;
use crate::state::cell::Cell;
use crate::state::effects::Effect;
use crate::state::moves::Move;
use crate::state::position::Position;
use crate::state::trace::{Trace, Trail};
use crate::units::KindId;
use betza_compile::bitboard::Bitboard;
use betza_compile::geometry::Square;

impl<const N: usize> Game<N> {
    /// Makes a move with effects. All pieces that move are lifted first; then captures and walls are carried out; then
    /// pieces are put down. So pieces may change places.
    #[inline(never)]
    pub(crate) fn carry_out<const HASHED: bool>(
        &self,
        p: &mut Position<N>,
        m: Move,
        effects: &[Effect],
        trail: &mut Trail,
    ) {
        let promoted_before = p.state.promoted;
        let mover = self.lift_traced::<HASHED>(p, m.from(), trail);
        // The relocated pieces are on the trail from here on, in the order of the effects.
        let lifted = trail.len();
        let mut stays = true;
        let mut petrifies = false;
        let mut turned: Option<Cell> = None;
        for &effect in effects {
            match effect {
                Effect::Relocate(from, _) => {
                    self.lift_traced::<HASHED>(p, from, trail);
                }
                Effect::Vanish => stays = false,
                Effect::TurnCoat if mover.is_piece() => {
                    let kind = m.piece().unwrap_or(mover.kind());
                    turned = Some(Cell::new(mover.side().other(), kind));
                }
                Effect::Petrify => petrifies = true,
                _ => {}
            }
        }
        for &effect in effects {
            if let Effect::Capture(square) = effect {
                self.capture_traced::<HASHED>(p, square, trail);
            }
        }
        if stays && p.cell(m.to()).is_piece() {
            self.capture_traced::<HASHED>(p, m.to(), trail);
        }
        for &effect in effects {
            if let Effect::Wall(square) | Effect::Clear(square) = effect {
                trail.push(Trace::Cell(square, p.cell(square)));
                p.toggle_wall::<HASHED>(&self.keys, square);
            }
        }
        let mut next = lifted;
        for &effect in effects {
            match effect {
                Effect::Relocate(from, to) => {
                    if let Trace::Cell(_, cell) = trail[next]
                        && cell.is_piece()
                    {
                        self.put_traced::<HASHED>(p, to, cell, promoted_before.contains(from), trail);
                    }
                    next += 1;
                }
                // A square that the same move walls in is never open.
                Effect::Open(square) if p.cell(square) == Cell::EMPTY && self.is_en_passant_victim(mover) => {
                    self.open_square::<HASHED>(p, square)
                }
                _ => {}
            }
        }
        if stays && petrifies {
            trail.push(Trace::Cell(m.to(), Cell::EMPTY));
            p.toggle_wall::<HASHED>(&self.keys, m.to());
        } else if stays && mover.is_piece() {
            let becomes = m.piece();
            let cell = turned.unwrap_or(becomes.map_or(mover, |kind| Cell::new(mover.side(), kind)));
            let promotes = becomes.is_some() && self.remembers(mover.kind());
            let promoted = promotes || promoted_before.contains(m.from());
            self.put_traced::<HASHED>(p, m.to(), cell, promoted, trail);
        }
        for &effect in effects {
            if let Effect::Enter(square, kind) = effect {
                let held = Cell::new(p.turn, kind);
                trail.push(Trace::Held(held, p.hands[held.index()]));
                self.change_hands::<HASHED>(p, p.turn, kind, -1);
                self.put_traced::<HASHED>(p, square, Cell::new(p.turn, kind), false, trail);
            }
        }
        if p.state.en_passant != Bitboard::EMPTY {
            p.state.passer = m.to();
        }
        if mover.is_piece() && self.rules.resets_clock[mover.index()] {
            p.state.halfmoves = 0;
        }
    }

    /// Unmakes the last move with effects: restores the squares and hands from its trail. The caller restores the
    /// state.
    #[inline(never)]
    pub(crate) fn take_back(&self, p: &mut Position<N>, trail: &Trail) {
        for &trace in trail.iter().rev() {
            match trace {
                Trace::Cell(square, cell) => {
                    if p.cell(square) == Cell::WALL {
                        p.toggle_wall::<false>(&self.keys, square);
                    } else if p.cell(square).is_piece() {
                        p.lift::<false>(&self.keys, square);
                    }
                    if cell.is_piece() {
                        p.put::<false>(&self.keys, square, cell);
                    } else if cell == Cell::WALL {
                        p.toggle_wall::<false>(&self.keys, square);
                    }
                }
                Trace::Held(held, count) => p.hands[held.index()] = count,
            }
        }
    }

    /// Lifts the piece on a square, if any, and clears its marks. Returns the former content of the square.
    pub(crate) fn lift_traced<const HASHED: bool>(
        &self,
        p: &mut Position<N>,
        square: Square,
        trail: &mut Trail,
    ) -> Cell {
        let cell = p.cell(square);
        trail.push(Trace::Cell(square, cell));
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
        trail: &mut Trail,
    ) {
        trail.push(Trace::Cell(square, p.cell(square)));
        p.put::<HASHED>(&self.keys, square, cell);
        if promoted && self.rules.promoted.from.is_some() {
            self.toggle_promoted::<HASHED>(p, square);
        }
    }

    /// Removes the captured piece on a square, if any, as [`Game::capture`] does.
    pub(crate) fn capture_traced<const HASHED: bool>(&self, p: &mut Position<N>, square: Square, trail: &mut Trail) {
        let cell = p.cell(square);
        if !cell.is_piece() {
            return;
        }
        trail.push(Trace::Cell(square, cell));
        let was_promoted = p.state.promoted.contains(square);
        if let Some(kind) = self.held_when_captured(cell, was_promoted) {
            let held = Cell::new(self.hand_owner(p.turn), kind);
            trail.push(Trace::Held(held, p.hands[held.index()]));
        }
        self.capture::<HASHED>(p, square);
    }

    /// Whether the board remembers promotions of this kind.
    pub(crate) fn remembers(&self, kind: KindId) -> bool {
        self.variant.kinds[kind.index()].promotion.as_ref().is_some_and(|rule| rule.remembers)
    }
}
