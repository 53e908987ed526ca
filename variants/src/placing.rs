//! The rules about how things are placed on the board: walls, pieces that enter and turn others, pieces in a row.

use crate::node::{Node, Value};
use crate::region;
use crate::section::{Scope, Section};
use betza_game::variant::{
    Connection, Directions, EnteringPlace, EnteringRule, Region, Shape, Turning, WallPlace, Walling, Worth,
};

/// Where pieces may enter.
pub(crate) const ENTERING_PLACES: [(&str, EnteringPlace); 5] = [
    ("enclosing", EnteringPlace::Enclosing),
    ("beside-own", EnteringPlace::BesideOwn),
    ("apart", EnteringPlace::Apart),
    ("edges", EnteringPlace::Edges),
    ("top", EnteringPlace::Top),
];

/// Which enemies a move turns.
pub(crate) const TURNINGS: [(&str, Turning); 3] =
    [("enclosed", Turning::Enclosed), ("around", Turning::Around), ("around-if-joined", Turning::AroundIfJoined)];

/// Where a wall may be placed.
pub(crate) const WALL_PLACES: [(&str, WallPlace); 5] = [
    ("duck", WallPlace::Duck),
    ("arrow", WallPlace::Arrow),
    ("static", WallPlace::Static),
    ("edge", WallPlace::Edge),
    ("past", WallPlace::Past),
];

/// `walling`: a word, or a table.
pub(crate) fn walling(scope: Scope<'_>, node: &Node) -> Option<Walling> {
    let everywhere = [region::all(scope.board); 2];
    if matches!(node.value, Value::Text(_)) {
        let place = scope.word(node, &WALL_PLACES)?;
        return Some(Walling { place, region: everywhere, instead: false });
    }
    let mut section = Section::new(scope, node, "walling");
    let place = section.required("place").and_then(|n| scope.word(n, &WALL_PLACES));
    let region = section.regions("region", everywhere);
    let instead = section.bool("instead", false);
    section.finish();
    Some(Walling { place: place?, region, instead })
}

/// `entering`: a word, or a table.
pub(crate) fn entering(scope: Scope<'_>, node: &Node) -> Option<EnteringRule> {
    if matches!(node.value, Value::Text(_)) {
        let place = scope.word(node, &ENTERING_PLACES)?;
        return Some(EnteringRule { place, opening: Region::EMPTY });
    }
    let mut section = Section::new(scope, node, "entering");
    let place = section.required("place").and_then(|n| scope.word(n, &ENTERING_PLACES));
    let opening = section.get("opening").map_or(Some(Region::EMPTY), |n| scope.region(n));
    section.finish();
    Some(EnteringRule { place: place?, opening: opening? })
}

/// What pieces in a row or otherwise together have to do with each other.
#[derive(Clone, Copy)]
pub(crate) enum Together {
    Row,
    Line,
    Block,
    Chain,
}

/// The rest of a table of `[[ends]]` that is about a connection.
pub(crate) fn connection(section: &mut Section<'_>, how: Together, worths: &[(&str, Worth)]) -> Option<Connection> {
    let scope = section.scope;
    let kinds = section.required("pieces").and_then(|n| scope.kinds(n));
    let worth = section.get("value").map_or(Some(Worth::Win), |n| scope.word(n, worths));
    let count = |section: &mut Section<'_>| {
        let node = section.required("count")?;
        let count = scope.number(node, u8::MAX)?;
        if count == 0 {
            scope.mismatch(node, "a number from 1");
        }
        (count > 0).then_some(count)
    };
    let shape = match how {
        Together::Block => count(section).map(Shape::Block),
        Together::Row => count(section).map(|n| Shape::Row(n, directions(section))),
        Together::Line => count(section).map(|n| Shape::Line(n, directions(section))),
        Together::Chain => {
            let ends = ["from", "to"].map(|key| section.required(key).and_then(|n| scope.regions(n)));
            let forward = section.bool("forward", false);
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
    for word in scope.texts(node).unwrap_or_default() {
        match word.as_str() {
            "horizontal" => found.horizontal = true,
            "vertical" => found.vertical = true,
            "diagonal" => found.diagonal = true,
            _ => scope.mismatch(node, "a list of \"horizontal\", \"vertical\", \"diagonal\""),
        }
    }
    found
}
