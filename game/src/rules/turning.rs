//! Turning: enemies that a move encloses or comes next to change sides (Reversi, Ataxx).

use crate::needs::Needs;
use crate::rules::Rule;

/// Which enemies go over to the side that has moved, whatever they are. Passes turn none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turning {
    /// Those in a row, in any of the eight directions, between the piece that has come and another one of its side
    /// (Reversi). The square that it has left counts as one with such a piece.
    Enclosed,
    /// Those next to the piece that has come, also diagonally (Ataxx).
    Around,
    /// The same, but a piece that came from beside the board turns them only if it is next to another one of its side
    /// (Quadwrangle).
    AroundIfJoined,
}

/// Needs for more in making moves, which changes squares anywhere.
pub const RULE: Rule = Rule {
    needs: |variant| match variant.turning {
        None => Needs::empty(),
        Some(_) => {
            let mut needs = Needs::MAKES_MORE | Needs::CHANGES_OTHER_SQUARES | Needs::COUNTS_BY_MAKING;
            // Masks do not see the checks of pieces that have changed sides.
            needs.set(Needs::JUDGED, variant.forbidden_checks.is_some());
            needs
        }
    },
    refusals: |variant| {
        if variant.turning.is_none() {
            return Vec::new();
        }
        vec![
            (
                variant.royalty.check && variant.royal_kinds().next().is_some(),
                "pieces that change sides where they are enclosed together with royal pieces",
            ),
            (
                variant.captures_apart(),
                "pieces that change sides where they are enclosed together with captures that destroy what stands around",
            ),
            (
                variant.series.is_some(),
                "pieces that change sides where they are enclosed together with captures in series",
            ),
            (
                variant.walling.is_some(),
                "pieces that change sides where they are enclosed together with moves that place walls",
            ),
        ]
    },
    ..Rule::NONE
};
