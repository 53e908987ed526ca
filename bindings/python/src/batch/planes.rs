//! Positions as planes of numbers, and moves as places in a mask.

use betza::movegen::AnyPosition;
use betza::movegen::moves::Move;
use betza::{Game, KindId, Side};

/// The letters of castling rights, by their bits.
const RIGHTS: [&str; 4] = ["K", "Q", "k", "q"];

/// Which planes the positions of a game have, in their order, and which places masks have for their moves.
pub struct Planes {
    kinds: usize,
    files: usize,
    ranks: usize,
    has_hands: bool,
    has_walls: bool,
    has_castling: bool,
    has_en_passant: bool,
}

impl Planes {
    pub fn of(game: &Game) -> Planes {
        let variant = game.any().variant();
        Planes {
            kinds: variant.kinds.len(),
            files: variant.board.files(),
            ranks: variant.board.ranks(),
            has_hands: variant.has_hands(),
            has_walls: variant.has_walls(),
            has_castling: variant.castling.is_some(),
            has_en_passant: variant.en_passant.is_some(),
        }
    }

    /// What each plane is of.
    pub fn names(&self, game: &Game) -> Vec<String> {
        let letters =
            || Side::BOTH.into_iter().flat_map(|side| game.kinds().iter().map(move |k| &k.letters[side.index()]));
        let mut names: Vec<String> = letters().cloned().collect();
        if self.has_hands {
            names.extend(letters().map(|letter| format!("hand {letter}")));
        }
        if self.has_walls {
            names.push("walls".to_owned());
        }
        if self.has_castling {
            names.extend(RIGHTS.map(|right| format!("castling {right}")));
        }
        if self.has_en_passant {
            names.push("en passant".to_owned());
        }
        names.push("turn".to_owned());
        names
    }

    fn number(&self) -> usize {
        let pieces = 2 * self.kinds * (1 + usize::from(self.has_hands));
        let castling = RIGHTS.len() * usize::from(self.has_castling);
        pieces + castling + usize::from(self.has_walls) + usize::from(self.has_en_passant) + 1
    }

    /// The squares of the board, holes among them.
    pub fn area(&self) -> usize {
        self.files * self.ranks
    }

    /// The shape of the planes of one position: planes, ranks, files.
    pub fn shape(&self) -> [usize; 3] {
        [self.number(), self.ranks, self.files]
    }

    /// Writes the planes of a position over all of `out`.
    pub fn fill<T: From<u8> + Copy>(&self, position: &AnyPosition, out: &mut [T]) {
        let (area, one) = (self.area(), T::from(1));
        out.fill(T::from(0));
        let plane_of = |side: Side, kind: KindId| side.index() * self.kinds + kind.index();
        position.for_each_piece(|square, cell| out[plane_of(cell.side(), cell.kind()) * area + square.index()] = one);
        let mut out = &mut out[2 * self.kinds * area..];
        if self.has_hands {
            let (hands, rest) = out.split_at_mut(2 * self.kinds * area);
            position.for_each_in_hand(self.kinds, |side, kind, number| {
                hands[plane_of(side, kind) * area..][..area].fill(T::from(number));
            });
            out = rest;
        }
        let mut rest = out.chunks_exact_mut(area);
        let mut next = || rest.next().unwrap_or_default();
        if self.has_walls {
            let plane = next();
            position.walls().into_iter().for_each(|square| plane[square.index()] = one);
        }
        if self.has_castling || self.has_en_passant {
            let state = position.state();
            for right in 0..RIGHTS.len() * usize::from(self.has_castling) {
                let plane = next();
                if state.castling >> right & 1 == 1 {
                    plane.fill(one);
                }
            }
            if self.has_en_passant {
                let plane = next();
                state.en_passant.into_iter().for_each(|square| plane[square.index()] = one);
            }
        }
        if position.turn() == Side::Black {
            next().fill(one);
        }
    }

    /// The shape of the mask of one position: where moves come from, squares where they end.
    pub fn mask_shape(&self) -> [usize; 2] {
        [self.area() + self.kinds * usize::from(self.has_hands), self.area()]
    }

    /// The place of a move in the mask of its position.
    pub fn place(&self, m: Move) -> usize {
        let origin = match m.drop() {
            Some(kind) if self.has_hands => self.area() + kind.index(),
            _ => m.from().index(),
        };
        origin * self.area() + m.to().index()
    }
}
