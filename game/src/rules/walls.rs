//! Walls: each move also places a wall on an empty square (Duck chess, the Game of the Amazons, Isolation), or a side
//! places one instead of moving.

use crate::needs::Needs;
use crate::rules::Rule;
use crate::units::{BySide, Region};

/// The walls that moves place. No piece may enter the square of a wall, and no side owns it.
#[derive(Clone, Debug, PartialEq)]
pub struct Walling {
    /// Which of the empty squares may become a wall.
    pub place: WallPlace,
    /// The squares of each side on which its moves may place walls.
    pub region: BySide<Region>,
    /// Moves place no walls. Instead of moving, a side may place one, by a pass.
    pub instead: bool,
}

/// Where each move places its wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WallPlace {
    /// There is one wall, the duck. Each move puts it on another square that is empty after the move.
    Duck,
    /// After moving, the piece shoots an arrow from its destination: the arrow moves as the piece does without
    /// capturing, and the piece's origin is empty for it. The square on which it lands becomes a wall.
    Arrow,
    /// On any square that is empty after the move.
    Static,
    /// On the edge of the board, or beside a wall or hole, in the direction of a file or rank.
    Edge,
    /// On the square that the piece has left.
    Past,
}

/// Needs to generate moves here. Where royals must be safe, each move is judged by making it: the duck blocks checks.
pub const RULE: Rule = Rule {
    needs: |variant| match &variant.walling {
        Some(_) if variant.royalty.check && variant.royal_kinds().next().is_some() => {
            Needs::PLACES_WALLS | Needs::JUDGED_BY_MAKING
        }
        Some(_) => Needs::PLACES_WALLS,
        None => Needs::empty(),
    },
    refusals: |variant| {
        if variant.walling.is_none() {
            return Vec::new();
        }
        vec![
            (variant.has_hands(), "moves that place walls together with hands"),
            (variant.series.is_some(), "moves that place walls together with captures in series"),
            (variant.annan, "moves that place walls together with pieces that move as the friend behind them"),
            (variant.transforms(), "moves that place walls together with what becomes of movers and captors"),
            (
                variant.kinds.iter().any(|kind| kind.promotes_in_place()),
                "moves that place walls together with promotion in place",
            ),
            (variant.trading.is_some(), "moves that place walls together with pieces that may not be traded"),
        ]
    },
    // Arrows go as tables of one leg say.
    beside_chains: |variant| {
        let shoots = variant.walling.as_ref().is_some_and(|rule| rule.place == WallPlace::Arrow);
        shoots.then_some("arrows together with pieces that move by chains")
    },
};
