//! Who stands where, and which pieces may not simply be traded for each other.

use betza_compile::walk::Outcome;
use betza_game::setup::Setup;
use betza_game::variant::{KindId, Variant};
use betza_ir::geometry::{Side, Square};

/// The squares and kinds of a side's pieces.
pub fn men(setup: &Setup, side: Side) -> impl Iterator<Item = (Square, KindId)> + '_ {
    let placed = setup.men.iter().enumerate().filter_map(|(i, p)| p.map(|p| (Square::from_index(i), p)));
    placed.filter(move |(_, p)| p.side == side).map(|(square, p)| (square, p.kind))
}

/// Whether a move captures none that may not simply be traded ([`betza_game::variant::TradingRule`]): by no move but
/// those of its own sort elsewhere than where one was just taken; and from afar only what no enemy attacks, or with
/// something better. `replies` are the moves of the piece on the last square, where one has just captured on the other.
pub fn may_trade(
    variant: &Variant,
    setup: &Setup,
    from: Square,
    m: &Outcome,
    replies: impl Fn(&Setup, Square, Square) -> Vec<Outcome>,
) -> bool {
    let Some(rule) = &variant.trading else { return true };
    let board = &variant.board;
    let is = |square: Square, kinds: &[KindId]| setup.at(square).is_some_and(|p| kinds.contains(&p.kind));
    let side = |square: Square| setup.at(square).map(|p| p.side);
    let enemies: Vec<Square> = m.captures.iter().copied().filter(|&s| side(s) != side(from)).collect();
    enemies.iter().filter(|&&s| is(s, &rule.kinds)).all(|&lion| {
        if !is(from, &rule.kinds) {
            return setup.traded.is_none_or(|square| square == lion);
        }
        let near = (board.file(from) - board.file(lion)).abs() <= 1 && (board.rank(from) - board.rank(lion)).abs() <= 1;
        let others: Vec<Square> = m.captures.iter().copied().filter(|&s| s != lion).collect();
        near || enemies.iter().any(|&s| s != lion && !is(s, &rule.trifles))
            || !is_protected(variant, setup, from, lion, &others, &replies)
    })
}

/// Whether a move takes nothing protected with a piece that may not ([`Variant::spares_protected`]).
pub fn spares_protected(
    variant: &Variant,
    setup: &Setup,
    from: Square,
    m: &Outcome,
    replies: &impl Fn(&Setup, Square, Square) -> Vec<Outcome>,
) -> bool {
    let man = setup.at(from).expect("a man moves");
    let enemies = m.captures.iter().filter(|&&s| setup.at(s).is_some_and(|victim| victim.side != man.side));
    !variant.spares_protected.contains(&man.kind)
        || enemies.into_iter().all(|&on| !is_protected(variant, setup, from, on, &[], replies))
}

/// Whether an enemy could take the piece on `from` if it stood on `on` and nothing on the squares of `others` were in
/// the way; what stands there counts by itself. An enemy that takes nothing protected could if nobody protected that
/// square from it.
fn is_protected(
    variant: &Variant,
    setup: &Setup,
    from: Square,
    on: Square,
    others: &[Square],
    replies: &impl Fn(&Setup, Square, Square) -> Vec<Outcome>,
) -> bool {
    let captor = setup.at(from).expect("a man captures");
    men(setup, captor.side.other()).filter(|m| m.0 != on).any(|(square, kind)| {
        let mut board = setup.clone();
        for gone in others.iter().filter(|&&s| s != square) {
            board.men[gone.index()] = None;
        }
        board.men[on.index()] = board.men[from.index()].take();
        replies(&board, on, square).iter().any(|reply| reply.captures.contains(&on))
            && !(variant.spares_protected.contains(&kind) && is_protected(variant, &board, square, on, &[], replies))
    })
}
