//! Conversion between a [`Setup`], which is plain data, and a [`Position`], on which moves are made.

use crate::compile::game::Game;
use crate::position::board::{Position, State};
use crate::position::by_index::ByIndex;
use crate::position::cell::{Cell, Cells};
use crate::position::keys::Aspect;
use betza_game::KindId;
use betza_game::rules::trading::Traded;
use betza_game::setup::{Placed, Setup, SetupError};
use betza_ir::bitboard::{Bitboard, is_large};
use betza_ir::geometry::{Side, Square};

impl<const N: usize> Game<N> {
    /// Sets up a position.
    ///
    /// # Errors
    /// A castling right or en-passant square that the board cannot have, a wall in a game without walls, or too many
    /// pieces in the hands. Whether the side that is not to move is in check is not tested.
    pub fn position(&self, setup: &Setup) -> Result<Position<N>, SetupError> {
        let kinds = self.variant.kinds.len();
        let state = State {
            hash: 0,
            unmoved: Bitboard::EMPTY,
            promoted: Bitboard::EMPTY,
            en_passant: Bitboard::EMPTY,
            passer: 0,
            castling: (setup.castled & self.rules.ends.wins_by_castling) << 4,
            checks_left: setup.checks_left.unwrap_or_default(),
            passes: if self.rules.ends.counts_passes { setup.passes.min(2) } else { 0 },
            traded: if self.rules.trading.is_some() { Traded::on(setup.traded) } else { Traded::NONE },
            halfmoves: u16::try_from(setup.halfmoves).unwrap_or(u16::MAX),
        };
        let mut p = Position {
            sets: ByIndex::of_cells(Bitboard::EMPTY),
            sides: [Bitboard::EMPTY; 2],
            cells: Cells::empty(),
            hands: ByIndex::of_cells(0),
            turn: setup.turn,
            state,
            castlings: [const { None }; 4],
            castling_must_be_empty: [Bitboard::EMPTY; 4],
            ends_rights: ByIndex::of_squares(0),
            kinds,
            plies: setup.half_moves(),
        };
        for &square in &setup.walls {
            if !self.variant.has_walls() {
                return Err(SetupError::Wall { square: self.variant.board.name(square) });
            }
            p.toggle_wall::<true>(&self.keys, square);
        }
        let asks_who_has_moved = self.variant.gating.is_some() || self.rules.tracks_unmoved.contains(&true);
        for (i, placed) in setup.men.iter().enumerate() {
            let Some(placed) = placed else { continue };
            let square = Square::from_index(i);
            p.put::<true>(&self.keys, square, Cell::new(placed.side, placed.kind));
            if placed.was.is_some() {
                p.state.promoted.insert(square);
                p.state.hash ^= self.keys.square(Aspect::Promoted, square);
            }
            if asks_who_has_moved && self.is_set_up_unmoved(setup, *placed, square) {
                p.state.unmoved.insert(square);
                p.state.hash ^= self.keys.square(Aspect::Unmoved, square);
            }
        }
        for side in Side::BOTH {
            for (k, &count) in setup.hands[side.index()].iter().enumerate() {
                let count =
                    u8::try_from(count).map_err(|_| SetupError::Held { kind: self.variant.kinds[k].name.clone() })?;
                let cell = Cell::new(side, KindId::from_index(k));
                p.hands[cell] = count;
                p.state.hash ^= self.keys.held(cell, count);
            }
        }
        self.refuse_full_hands(&p)?;
        if self.rules.hands.castles_placed {
            self.prepare_rights(&mut p);
        }
        for right in &setup.castling {
            self.grant(&mut p, right)?;
        }
        p.state.hash ^= self.keys.castling(p.state.castling) ^ self.keys.passes(p.state.passes());
        if let Some(square) = p.state.traded.square() {
            p.state.hash ^= self.keys.square(Aspect::Traded, square);
        }
        self.set_en_passant(&mut p, setup)?;
        if self.rules.ends.counts_checks {
            p.state.hash ^= self.keys.checks(p.state.checks_left);
        }
        if p.turn == Side::Black {
            p.state.hash ^= self.keys.black_to_move;
        }
        Ok(p)
    }

    /// Refuses a position from which captures could bring more pieces of a kind to one hand than it counts. On large
    /// boards, which may have more men than that, no hand gets more of a kind than there are men who come to it as
    /// that.
    fn refuse_full_hands(&self, p: &Position<N>) -> Result<(), SetupError> {
        let Some(gain) = &self.rules.hands.gain else { return Ok(()) };
        let most = u32::from(u8::MAX);
        let hands = Side::BOTH.into_iter().flat_map(|side| self.variant.kind_ids().map(move |kind| (side, kind)));
        let held: u32 = hands.map(|(side, kind)| u32::from(p.in_hand(side, kind))).sum();
        // So many pieces there are, on the board and in hand. Most positions need no count by kinds.
        let men = p.sides.iter().map(Bitboard::count).sum::<u32>() + held;
        if men <= most {
            return Ok(());
        }
        let mut all = vec![0; self.variant.kinds.len()];
        for side in Side::BOTH {
            for kind in self.variant.kind_ids() {
                all[kind.index()] += u32::from(p.in_hand(side, kind));
                all[gain.kinds[kind.index()].index()] += p.pieces(side, kind).count();
            }
        }
        let kind = (0..all.len()).max_by_key(|&k| all[k]).unwrap_or(0);
        if is_large(N) && all[kind] <= most {
            return Ok(());
        }
        Err(SetupError::Held { kind: self.variant.kinds[kind].name.clone() })
    }

    /// Returns the setup of a position. [`Game::position`] makes an equal position of it.
    #[must_use]
    pub fn setup(&self, p: &Position<N>) -> Setup {
        let mut setup = Setup {
            turn: p.turn,
            castling: self.castling_rights(p),
            castled: p.state.castling >> 4,
            en_passant: p.state.en_passant.into_iter().collect(),
            en_passant_victim: (!p.state.en_passant.is_empty()).then_some(p.state.passer()),
            checks_left: self.rules.ends.counts_checks.then_some(p.state.checks_left),
            passes: p.state.passes(),
            traded: p.state.traded.square(),
            counted: None,
            halfmoves: u32::from(p.state.halfmoves),
            ..Setup::empty(&self.variant)
        };
        setup.set_half_moves(p.plies);
        for square in p.occupied() {
            let cell = p.cell(square);
            if cell == Cell::WALL {
                setup.walls.push(square);
                continue;
            }
            let was = p.state.promoted.contains(square).then_some(self.rules.promoted.from).flatten();
            setup.men[square.index()] = Some(Placed { side: cell.side(), kind: cell.kind(), was });
            self.write_unmoved(p, square, &mut setup);
        }
        for side in Side::BOTH {
            for (k, count) in setup.hands[side.index()].iter_mut().enumerate() {
                *count = u16::from(p.hands[Cell::new(side, KindId::from_index(k))]);
            }
        }
        setup
    }
}
