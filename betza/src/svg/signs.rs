//! The characters of shogi, xiangqi and janggi.

use super::shapes::plain_name;
use betza_game::variant::{Flavour, Kind, Variant};
use betza_ir::geometry::Side;

/// The signs as data; the text says how it is read.
const TEXT: &str = include_str!("signs.txt");

/// A family of games whose pieces have characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Shogi,
    Xiangqi,
    Janggi,
}

impl Family {
    /// The family of a game, from its rules and its pieces. Who keeps a royal in a palace plays xiangqi, with barriers
    /// for its cannons janggi; positions in SFEN are those of shogi, and so are generals of gold where pawns step
    /// straight ahead.
    pub(super) fn of(variant: &Variant) -> Option<Family> {
        let has = |name: &str| variant.kinds.iter().any(|kind| kind.name == name);
        if variant.kinds.iter().any(|kind| kind.royal && in_palace(variant, kind)) {
            let is_janggi = variant.kinds.iter().any(|kind| !kind.barriers.is_empty());
            return Some(if is_janggi { Family::Janggi } else { Family::Xiangqi });
        }
        // Chess with a general of gold stays chess.
        let has_pawns_of_chess = variant.kinds.iter().any(|kind| kind.name == "Pawn" && kind.moves[0].moves.len() > 1);
        let is_shogi = variant.flavour == Flavour::Sfen || has("Gold General") && !has_pawns_of_chess;
        is_shogi.then_some(Family::Shogi)
    }

    fn heading(self) -> &'static str {
        match self {
            Family::Shogi => "shogi",
            Family::Xiangqi => "xiangqi",
            Family::Janggi => "janggi",
        }
    }
}

/// Whether a kind is confined to less than a quarter of the board.
pub(super) fn in_palace(variant: &Variant, kind: &Kind) -> bool {
    let squares = variant.board.squares().count() as u32;
    kind.region.iter().all(|region| region.is_some_and(|region| 4 * region.count() < squares))
}

/// A sign: its characters, and whether it is a promoted piece's.
pub(super) struct Sign {
    pub text: String,
    pub is_promoted: bool,
}

/// The sign of a side's kind in a family; `None` if it has none.
pub(super) fn of(family: Family, kind: &Kind, side: Side) -> Option<Sign> {
    let name = plain_name(&kind.name);
    let lines = TEXT.lines().skip_while(|line| *line != family.heading()).skip(1).take_while(|line| !line.is_empty());
    for line in lines {
        // The name ends where the first character that no name has begins.
        let Some(end) = line.find(|c: char| !c.is_ascii()) else { continue };
        if line[..end].trim().to_lowercase() != name {
            continue;
        }
        let signs: Vec<&str> = line[end..].split_whitespace().collect();
        let text = signs.get(side.index()).or(signs.first())?;
        // A Dragon King is promoted in shogi, and not in chu shogi: its id tells.
        let is_promoted = kind.name.ends_with("(promoted)") || kind.id.starts_with('+');
        return Some(Sign { text: (*text).to_owned(), is_promoted });
    }
    None
}
