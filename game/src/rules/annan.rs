//! Annan: a piece that has a friend right behind it, as its side sees the board, moves as that friend does instead of
//! by its own moves. It keeps its own promotion.
//!
//! Source: en.wikipedia.org/wiki/Annan_shogi; shogiops, `annanshogi.ts`.

use crate::needs::{Needs, Rule};
use crate::variant::Kind;

/// Attacks depend on which friends stand behind the attackers, which no mask of pins and checks knows. So the rule
/// generates the moves, and each one is made to judge it.
pub const RULE: Rule = Rule {
    needs: |variant| match variant.annan {
        true if variant.royalty.check => Needs::JUDGED_BY_MAKING | Needs::BORROWS_MOVES,
        true => Needs::JUDGED | Needs::BORROWS_MOVES,
        false => Needs::empty(),
    },
    refusals: |variant| {
        if !variant.annan {
            return Vec::new();
        }
        let kinds = &variant.kinds;
        vec![
            (
                variant.en_passant.is_some()
                    || variant.castling.is_some()
                    || kinds.iter().any(Kind::ever_has_first_moves),
                "pieces that move as the friend behind them together with castling, en passant or moves that only unmoved pieces have",
            ),
            (variant.series.is_some(), "pieces that move as the friend behind them together with captures in series"),
            (
                variant.forbids_captures(),
                "pieces that move as the friend behind them together with captures forbidden one by one (trades, protected pieces, forced promotion)",
            ),
            (
                kinds.iter().any(|k| k.promotes_in_place() || k.region.iter().any(Option::is_some)),
                "pieces that move as the friend behind them together with promotion in place or pieces that are confined",
            ),
            (
                kinds.iter().any(|k| !k.barriers.is_empty()),
                "pieces that move as the friend behind them together with pieces that are walls to some moves",
            ),
        ]
    },
    beside_chains: |variant| {
        let behind = variant.annan;
        behind.then_some("pieces that move as the friend behind them together with pieces that move by chains")
    },
};
