//! Whether a move can be made without breaking the position. Debug builds test this of every move that a caller makes.

use crate::compile::game::Game;
use crate::position::board::Position;
use crate::position::cell::Cell;
use crate::position::effects::{Effect, Effects};
use crate::position::moves::{Move, MoveType};
use betza_game::KindId;
use betza_ir::bitboard::Bitboard;
use betza_ir::geometry::Square;

impl<const N: usize> Game<N> {
    /// Returns whether making a move moves, captures and places only what is there, and puts no two pieces on one
    /// square.
    pub(crate) fn fits(&self, p: &Position<N>, m: Move, effects: &Effects) -> bool {
        let on_board = |square: Square| square.index() < 64 * N && self.board.contains(square);
        if m.kind == MoveType::Pass && !m.has_effects() {
            return true;
        }
        if !on_board(m.from()) || !on_board(m.to()) || m.piece().is_some_and(|kind| !self.knows(kind)) {
            return false;
        }
        let mover = p.cell(m.from());
        let is_own = mover.is_piece() && mover.side() == p.turn;
        match m.kind {
            MoveType::Plain | MoveType::DoubleStep => is_own && p.cell(m.to()) != Cell::WALL,
            MoveType::Promotion => is_own && m.piece().is_some() && p.cell(m.to()) != Cell::WALL,
            MoveType::EnPassant => {
                let victim = p.state.passer();
                is_own && p.state.en_passant.contains(m.to()) && p.cell(victim).is_piece() && victim != m.from()
            }
            MoveType::Castling => p.castling_with(m.to()).is_some_and(|squares| squares.king == m.from()),
            MoveType::Chain => {
                let short = m.short_effects();
                let listed = short.as_deref().or_else(|| effects.get(m));
                is_own && listed.is_some_and(|effects| self.effects_fit(p, m, effects))
            }
            MoveType::Pass => self.walls_fit(p, m, effects),
            _ => self.drop_fits(p, m),
        }
    }

    /// Returns whether the game has this kind.
    fn knows(&self, kind: KindId) -> bool {
        kind.index() < self.variant.kinds.len()
    }

    /// Returns whether a pass only removes walls that are there, and places others on empty squares.
    fn walls_fit(&self, p: &Position<N>, m: Move, effects: &Effects) -> bool {
        let short = m.short_effects();
        let listed = short.as_deref().or_else(|| effects.get(m)).unwrap_or(&[]);
        listed.iter().all(|effect| match effect {
            Effect::Wall(square) => self.board.contains(*square) && p.cell(*square) == Cell::EMPTY,
            Effect::Clear(square) => p.cell(*square) == Cell::WALL,
            _ => false,
        })
    }

    /// Returns whether effects take off only what is there, and put what they place on squares that are then empty.
    fn effects_fit(&self, p: &Position<N>, m: Move, effects: &[Effect]) -> bool {
        let mut occupied = p.occupied();
        let mut placed = Bitboard::<N>::EMPTY;
        let mut fits = true;
        let stays = !effects.contains(&Effect::Vanish);
        occupied.remove(m.from());
        for &effect in effects {
            match effect {
                Effect::Capture(square) => occupied.remove(square),
                Effect::Relocate(from, _) => {
                    fits &= p.cell(from).is_piece() && from != m.from();
                    occupied.remove(from);
                }
                Effect::Clear(square) => {
                    fits &= p.cell(square) == Cell::WALL;
                    occupied.remove(square);
                }
                _ => {}
            }
        }
        if stays {
            fits &= p.cell(m.to()) != Cell::WALL;
            occupied.remove(m.to());
            placed.insert(m.to());
        }
        for &effect in effects {
            if let Effect::Relocate(_, square) | Effect::Wall(square) | Effect::Enter(square, _) = effect {
                fits &= self.board.contains(square) && !placed.contains(square) && !occupied.contains(square);
                placed.insert(square);
            }
            if let Effect::Enter(_, kind) = effect {
                fits &= self.knows(kind) && self.rules.hands.has(p, p.turn, kind);
            }
        }
        fits
    }
}
