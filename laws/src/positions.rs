//! Random positions of any game: sparse and full boards, hands, walls, rights, both sides to move, in check or not.

use betza_game::fen;
use betza_game::setup::{Placed, Setup};
use betza_game::variant::{KindId, Variant};
use betza_ir::geometry::{Side, Square};
use betza_movegen::{AnyGame, AnyPosition};
use betza_testkit::Random;

/// The most pieces of a random position.
const MOST_MEN: usize = 40;

/// The most walls that are placed besides what moves have placed.
const MOST_WALLS: usize = 5;

/// Makes random positions of one game.
pub struct Positions<'a> {
    game: &'a AnyGame,
    variant: &'a Variant,
    start: Setup,
    squares: Vec<Square>,
    /// The kinds that sides hold at the start or may come to hold.
    held: Vec<KindId>,
    /// The kinds of pieces that are placed at random.
    placed: Vec<KindId>,
}

impl<'a> Positions<'a> {
    /// Prepares making positions of a game.
    ///
    /// # Panics
    /// If the game's start is not a position.
    pub fn new(game: &'a AnyGame) -> Positions<'a> {
        let variant = game.variant();
        let start = fen::read(variant, &variant.start).expect("the start is a position");
        let kinds = || variant.kind_ids();
        let captures = variant.hands.as_ref().is_some_and(|hands| hands.captures);
        let is_held = |kind: &KindId| {
            let starts = Side::BOTH.iter().any(|side| start.hands[side.index()][kind.index()] > 0);
            let comes = variant.kinds.iter().any(|k| k.in_hand == Some(*kind)) && captures;
            (starts || comes) && !variant.kinds[kind.index()].royal
        };
        let placed = kinds().filter(|kind| !variant.kinds[kind.index()].royal).collect();
        let held = kinds().filter(is_held).collect();
        Positions { game, variant, squares: variant.board.squares().collect(), held, placed, start }
    }

    /// Returns a random position in which the side to move cannot capture a royal; `None` if chance gave none.
    pub fn any(&self, random: &mut Random) -> Option<(Setup, AnyPosition)> {
        let mut setup = Setup::empty(self.variant);
        if random.one_in(2) {
            setup.turn = Side::Black;
        }
        if random.one_in(4) {
            self.place_castlings(&mut setup, random);
        }
        let free = self.squares.len() - setup.men.iter().flatten().count();
        let most = MOST_MEN.min(free * 2 / 3).max(2);
        // Half of the positions are sparse: in them lines are long, and few pieces stand on them.
        let men = if random.one_in(2) { 2 + random.below(most.min(8)) } else { 2 + random.below(most) };
        for side in Side::BOTH {
            for (k, kind) in self.variant.kinds.iter().enumerate().filter(|(_, kind)| kind.royal) {
                let (id, region) = (KindId::from_index(k), kind.region[side.index()]);
                let is_one = |man: &&Option<Placed>| man.is_some_and(|man| (man.side, man.kind) == (side, id));
                let lacks = |setup: &Setup| {
                    self.start.men.iter().filter(is_one).count() - setup.men.iter().filter(is_one).count()
                };
                for _ in 0..lacks(&setup) {
                    let square = self.free_square(&setup, random, |s| region.is_none_or(|r| r.contains(s)))?;
                    setup.men[square.index()] = Some(Placed { side, kind: id, was: None });
                }
            }
        }
        for _ in 0..men {
            let Some(&kind) = random.pick(&self.placed) else { break };
            let side = Side::BOTH[random.below(2)];
            let region = self.variant.kinds[kind.index()].region[side.index()];
            let Some(square) = self.free_square(&setup, random, |s| region.is_none_or(|r| r.contains(s))) else {
                break;
            };
            setup.men[square.index()] = Some(Placed { side, kind, was: None });
        }
        self.place_beside(&mut setup, random);
        let position = self.game.position(&setup).ok()?;
        (!may_take_royal(self.game, &setup)?).then_some((setup, position))
    }

    /// Returns an empty square of the board that `is_allowed`.
    fn free_square(&self, setup: &Setup, random: &mut Random, is_allowed: impl Fn(Square) -> bool) -> Option<Square> {
        let is_free = |s: &Square| setup.at(*s).is_none() && is_allowed(*s);
        let tried = (0..8).find_map(|_| random.pick(&self.squares).copied().filter(is_free));
        tried.or_else(|| {
            let free: Vec<Square> = self.squares.iter().copied().filter(is_free).collect();
            random.pick(&free).copied()
        })
    }

    /// Places some kings and partners at home, with the rights to castle.
    fn place_castlings(&self, setup: &mut Setup, random: &mut Random) {
        for right in self.start.castling.iter().filter(|_| !random.one_in(4)) {
            let at_home = |square: &Square| self.start.at(*square).is_some_and(|man| man.side == right.side);
            let is_king = |square: &Square| {
                let kind = self.start.at(*square).map(|man| man.kind);
                self.variant.castling.as_ref().is_some_and(|rule| kind == Some(rule.king[right.side.index()]))
            };
            let Some(&king) = self.squares.iter().find(|s| at_home(s) && is_king(s)) else { continue };
            for square in [king, right.partner] {
                setup.men[square.index()] = self.start.at(square);
            }
            setup.castling.push(*right);
        }
    }

    /// Fills hands, places walls, and says what has moved and what has been counted.
    fn place_beside(&self, setup: &mut Setup, random: &mut Random) {
        for side in Side::BOTH {
            for kind in &self.held {
                if random.one_in(3) {
                    setup.hands[side.index()][kind.index()] = 1 + random.below(2) as u16;
                }
            }
        }
        if self.variant.has_walls() {
            for _ in 0..random.below(MOST_WALLS + 1) {
                if let Some(square) = self.free_square(setup, random, |s| !setup.walls.contains(&s)) {
                    setup.walls.push(square);
                }
            }
            setup.walls.sort_unstable();
        }
        if let Some(checks) = self.variant.checks_to_win() {
            setup.checks_left = Some([0, 1].map(|_| 1 + random.below(usize::from(checks)) as u8));
        }
        let is_home = |s: &Square| self.start.at(*s).is_some() && setup.at(*s) == self.start.at(*s);
        let home: Vec<Square> = self.squares.iter().copied().filter(is_home).collect();
        let castles = |s: &Square| setup.castling.iter().any(|right| right.partner == *s);
        if self.variant.gating.is_some() {
            setup.gating =
                home.iter().copied().filter(|s| self.start.gating.contains(s) && !random.one_in(3)).collect();
        } else {
            setup.moved = home.iter().copied().filter(|s| !castles(s) && random.one_in(2)).collect();
        }
    }
}

/// Whether the side to move could capture a royal, in games whose royals must be safe; `None` if the position with the
/// other side to move cannot be set up.
pub(crate) fn may_take_royal(game: &AnyGame, setup: &Setup) -> Option<bool> {
    if !game.variant().royalty.check {
        return Some(false);
    }
    let turned = Setup { turn: setup.turn.other(), en_passant: Vec::new(), en_passant_victim: None, ..setup.clone() };
    Some(game.is_check(&game.position(&turned).ok()?))
}
