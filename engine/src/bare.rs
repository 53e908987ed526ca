//! Games without all that is not about the moves of pieces: what pieces can do by themselves is measured in them.

use betza::movegen::setup::{Placed, Setup};
use betza::movegen::variant::Variant;
use betza::{KindId, Side, Square};

/// The game without promotions, castling, hands, walls to place, compulsory captures, and without ends other than
/// having no move. Board, pieces, royals and the squares to which pieces are confined stay. Nothing stands at its
/// start, so that every piece counts as moved.
pub fn bare(variant: &Variant) -> Variant {
    let mut bare = variant.clone();
    bare.ends.clear();
    bare.castling = None;
    bare.en_passant = None;
    bare.hands = None;
    bare.entering = None;
    bare.gating = None;
    bare.walling = None;
    bare.must_capture = false;
    bare.kinds.iter_mut().for_each(|kind| kind.promotion = None);
    bare
}

/// Whether pieces of a kind may stand on a square.
pub fn may_stand(variant: &Variant, side: Side, kind: KindId, square: Square) -> bool {
    variant.kinds[kind.index()].region[side.index()].is_none_or(|region| region.contains(square))
}

/// A position with these pieces alone.
pub fn with_men(variant: &Variant, turn: Side, men: &[(Square, Side, KindId)]) -> Setup {
    let mut setup = Setup { turn, ..Setup::empty(variant) };
    for &(square, side, kind) in men {
        setup.men[square.index()] = Some(Placed { side, kind, was: None });
    }
    setup
}
