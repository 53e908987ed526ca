//! What a player sees in fog of war: the squares of the own pieces, and those that they reach or on which they capture.
//! docs/rules.md, R40 and R41.

use crate::position::Position;
use betza_game::fen;
use betza_game::setup::Setup;
use betza_game::variant::{Flavour, Region, Royalty, Variant};
use betza_ir::geometry::{Side, Square};
use betza_movegen::keys::DEFAULT_SEED;
use betza_movegen::moves::{Move, MoveType};
use betza_movegen::{AnyGame, AnyPosition, MoveList};

impl Position {
    /// The squares that a side sees by the rules of fog of war, ascending: those of its own pieces, and those where
    /// they could move, be dropped or capture if it were its turn, whatever check and compulsory captures forbid, and
    /// where they may go now, which a check allows in some games. The right to capture en passant shows the pawn that
    /// passed, while the side that has it is to move.
    ///
    /// ```
    /// use betza::{Game, Side};
    ///
    /// let position = Game::builtin("chess")?.start();
    /// // The two ranks of White's men, and where pawns and knights may go.
    /// assert_eq!(position.visible(Side::White).len(), 32);
    /// assert_eq!(position.fen_for(Side::White), "********/********/********/********/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1");
    /// # Ok::<(), betza::LoadError>(())
    /// ```
    #[must_use]
    pub fn visible(&self, side: Side) -> Vec<Square> {
        self.seen(side).into_iter().collect()
    }

    /// The position as a side sees it, as a FEN that is safe to be sent to that side: what it does not see is `*`
    /// ([`Position::visible`]). Rights of the other side, what the board would not show of squares it does not see, and
    /// the count of half moves are left out. It has the six fields of a FEN in every game, `w` being [`Side::White`],
    /// also where [`Position::fen`] is SFEN or PDN. Hands, the checks that are counted, and the number of the move are
    /// told to both.
    #[must_use]
    pub fn fen_for(&self, side: Side) -> String {
        let (seen, variant) = (self.seen(side), self.game().variant());
        let mut setup = self.setup();
        let is_seen = |s: &Square| seen.contains(*s);
        let is_own = |s: &Square| self.piece_at(*s).is_some_and(|(of, _)| of == side);
        for square in variant.board.squares().filter(|s| !is_seen(s)) {
            setup.men[square.index()] = None;
            setup.walls.push(square);
        }
        setup.walls.sort_unstable();
        setup.walls.dedup();
        setup.castling.retain(|right| right.side == side);
        setup.gating.retain(is_own);
        setup.moved.retain(is_own);
        if self.turn() != side {
            setup.en_passant.clear();
            setup.en_passant_victim = None;
        }
        setup.en_passant.retain(is_seen);
        setup.traded = setup.traded.filter(is_seen);
        setup.castled &= 0b11 << (2 * side.index());
        setup.counted = None;
        setup.halfmoves = 0;
        fen::write_as(variant, &setup, Flavour::Fen)
    }

    fn seen(&self, side: Side) -> Region {
        let own = self.any().side(side);
        let mut setup = self.setup();
        if setup.turn != side {
            setup.turn = side;
            setup.en_passant.clear();
            setup.en_passant_victim = None;
        }
        let reached = |game: &AnyGame, position: &AnyPosition| {
            let list = game.legal_moves(position);
            list.iter().fold(own, |seen, &m| seen | touched(game, position, &list, m))
        };
        let unchecked = self.game().unchecked(unchecked);
        let seen = unchecked.and_then(|game| Some(reached(game, &game.position(&as_unchecked(setup)).ok()?)));
        // In some games a check is what allows a move.
        let now = if self.turn() == side { reached(self.game().any(), self.any()) } else { own };
        seen.unwrap_or(own) | now
    }
}

/// Where a move puts pieces of its side, and where it captures. What an explosion takes is not seen before.
fn touched(game: &AnyGame, position: &AnyPosition, list: &MoveList, m: Move) -> Region {
    let effects = list.effects.of(m);
    let landings = match m.kind {
        MoveType::Castling => {
            let (king, partner) = position.castling_landing(m.to()).unwrap_or((m.to(), m.to()));
            [king, partner].into_iter().collect()
        }
        MoveType::Pass => Region::EMPTY,
        _ => Region::of(m.to()),
    };
    landings | game.captured(position, m, &effects)
}

/// The rules by which pieces see: those by which they move, without check, compulsory captures and ends of the game.
fn unchecked(of: &Variant) -> Option<AnyGame> {
    let mut variant = of.clone();
    let first_moves_lost_to = std::mem::take(&mut variant.royalty.first_moves_lost_to);
    let first_moves_only = variant.royalty.first_moves_only;
    variant.royalty = Royalty { check: false, first_moves_only, first_moves_lost_to, ..Royalty::default() };
    variant.forbidden_checks = None;
    variant.flying_generals.clear();
    variant.ends.clear();
    variant.must_capture = false;
    if let Some(series) = &mut variant.series {
        series.most = false;
    }
    if let Some(castling) = &mut variant.castling {
        castling.ignores_check = true;
    }
    let start = fen::read(of, &of.start).ok()?;
    AnyGame::compile(&variant, &as_unchecked(start), DEFAULT_SEED).ok()
}

/// A position without what only ends of the game ask.
fn as_unchecked(setup: Setup) -> Setup {
    Setup { checks_left: None, passes: 0, castled: 0, counted: None, ..setup }
}
