//! The rules about how things are placed on the board: walls, pieces that enter and turn others, pieces in a row.

use crate::keys::{
    self, When,
    words::{ENTERING_PLACES, LINES, Line, WALL_PLACES, WORTHS},
};
use crate::node::{Node, Value};
use crate::region;
use crate::section::{Scope, Section};
use betza_game::variant::{Connection, Directions, EnteringRule, Region, Shape, Walling};

/// `walling`: a word, or a table.
pub(crate) fn walling(scope: Scope<'_>, node: &Node) -> Option<Walling> {
    let everywhere = [region::all(scope.board); 2];
    if matches!(node.value, Value::Text(_)) {
        let place = scope.word(node, &WALL_PLACES)?;
        return Some(Walling { place, region: everywhere, instead: false });
    }
    let mut section = Section::new(scope, Some(node), &keys::WALLING);
    let place = section.word("place", &WALL_PLACES);
    let region = section.regions("region", everywhere);
    let instead = section.bool("instead");
    section.finish();
    Some(Walling { place: place?, region, instead })
}

/// `entering`: a word, or a table.
pub(crate) fn entering(scope: Scope<'_>, node: &Node) -> Option<EnteringRule> {
    if matches!(node.value, Value::Text(_)) {
        let place = scope.word(node, &ENTERING_PLACES)?;
        return Some(EnteringRule { place, opening: Region::EMPTY });
    }
    let mut section = Section::new(scope, Some(node), &keys::ENTERING);
    let place = section.word("place", &ENTERING_PLACES);
    let opening = section.get("opening").map_or(Some(Region::EMPTY), |n| scope.region(n));
    section.finish();
    Some(EnteringRule { place: place?, opening: opening? })
}

/// The rest of a table of `[[ends]]` that is about a connection.
pub(crate) fn connection(section: &mut Section<'_>, when: When) -> Option<Connection> {
    let scope = section.scope;
    let kinds = section.get("pieces").and_then(|n| scope.kinds(n));
    let worth = section.word("value", &WORTHS);
    let count = |section: &mut Section<'_>| section.positive("count");
    let shape = match when {
        When::Block => count(section).map(Shape::Block),
        When::Row => count(section).map(|n| Shape::Row(n, directions(section))),
        When::Line => count(section).map(|n| Shape::Line(n, directions(section))),
        _ => {
            let ends = ["from", "to"].map(|key| section.get(key).and_then(|n| scope.regions(n)));
            let forward = section.bool("forward");
            let directions = directions(section);
            ends[0].zip(ends[1]).map(|(from, to)| Shape::Chain { ends: [from, to], directions, forward })
        }
    };
    Some(Connection { kinds: kinds?, shape: shape?, worth: worth? })
}

fn directions(section: &mut Section<'_>) -> Directions {
    let scope = section.scope;
    let Some(node) = section.get("directions") else { return Directions::ALL };
    let mut found = Directions { horizontal: false, vertical: false, diagonal: false };
    let words = scope.texts(node).unwrap_or_default();
    if matches!(&node.value, Value::List(items) if items.is_empty()) {
        scope.mismatch(node, "a list with some direction");
    }
    for word in words {
        match LINES.iter().find(|known| known.word == word).map(|known| known.value) {
            Some(Line::Horizontal) => found.horizontal = true,
            Some(Line::Vertical) => found.vertical = true,
            Some(Line::Diagonal) => found.diagonal = true,
            None => {
                let words = LINES.iter().map(|known| format!("\"{}\"", known.word)).collect::<Vec<_>>().join(", ");
                scope.mismatch(node, &format!("a list of {words}"));
            }
        }
    }
    found
}
