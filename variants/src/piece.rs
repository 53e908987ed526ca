//! The tables `[pieces.X]`.

use crate::keys::{
    self,
    words::{FORCED, dialects},
};
use crate::node::{Node, Value};
use crate::problem::ProblemCode;
use crate::region;
use crate::section::{Scope, Section};
use betza_game::variant::{BySide, DropRegion, Forced, Inside, Kind, KindId, Promotion, Region};
use betza_ir::geometry::Side;
use betza_ir::{Condition, Drop, Piece};
use betza_notation::{Dialect, Severity};

/// Reads one piece. `None` if there was an error.
pub(crate) fn read(scope: Scope<'_>, id: &str, node: &Node, default_dialect: Dialect) -> Option<Kind> {
    let title = format!("piece {id}");
    let mut section = Section::titled(scope, Some(node), &keys::PIECE, &title);
    let all = region::all(scope.board);
    let dialect = section.get("dialect").map_or(Some(default_dialect), |n| self::dialect(scope, n));
    let name = section.get("name").and_then(|n| scope.text(n)).unwrap_or(id).to_owned();
    let letters = match section.get("letters") {
        Some(n) => letters(scope, n),
        None if may_stand(id) => Some(letters_of(id)),
        None => {
            let message = format!("'{id}' cannot stand in a FEN");
            scope.findings.error(ProblemCode::BadValue, &node.place, message, "give the piece 'letters'");
            None
        }
    };
    let synonyms = match section.get("synonyms").map(|n| &n.value) {
        Some(Value::List(items)) => items.iter().filter_map(|n| self::letters(scope, n)).collect(),
        Some(_) => {
            scope.mismatch(node.get("synonyms").unwrap_or(node), "a list of letters");
            Vec::new()
        }
        None => Vec::new(),
    };
    let moves_node = section.get("move");
    let royal = section.get("royal").and_then(|n| scope.bool(n));
    let region = match section.get("region") {
        Some(n) => scope.regions(n).map(|r| r.map(Some)),
        None => Some([None, None]),
    };
    let double_step_written = section.get("double_step");
    let double_step = double_step_written.and_then(|n| scope.regions(n)).unwrap_or([Region::EMPTY; 2]);
    let promotion_node = section.table("promotion");
    let in_hand = section.get("in_hand").and_then(|n| scope.kind(n));
    let drop_node = section.get("drop");
    let inside_node = section.table("inside");
    let barriers = section.kinds("spurns");
    let grade = section.number("grade");
    section.finish();

    let moves = moves_node.zip(dialect).and_then(|(n, dialect)| read_moves(scope, n, dialect));
    let promotion = promotion_node.and_then(|n| promotion(scope, n, &title, moves_node.zip(moves.as_ref())));
    let moves_node = moves_node?;
    let notation = scope.by_side(moves_node, |n| scope.text(n).map(str::to_owned))?;
    let moves = moves?;
    if double_step_written.is_none() && moves.iter().any(steps_from_region) {
        let message = format!("{title} has moves from the region of double steps, which is not given");
        let remedy = "add 'double_step = \"rank 2\"', or use a dialect in which 'i' is for unmoved pieces";
        scope.findings.error(ProblemCode::MissingKey, &moves_node.place, message, remedy);
    }
    let inside = inside_node.map_or(Some(Vec::new()), |n| inside(scope, n, dialect?));
    let drop = drop_region(scope, drop_node, &moves, moves_node, [all; 2]);
    Some(Kind {
        id: id.to_owned(),
        letters: letters?,
        synonyms,
        name,
        notation,
        dialect: dialect?,
        royal: royal.unwrap_or_else(|| moves.iter().any(|p| p.royal)),
        moves,
        region: region?,
        double_step_region: double_step,
        promotion,
        in_hand,
        drop: drop?,
        inside: inside?,
        barriers,
        grade: grade?,
    })
}

/// `inside`: a list of tables `{ region, move }`, or one.
fn inside(scope: Scope<'_>, node: &Node, dialect: Dialect) -> Option<Vec<Inside>> {
    let one = |n: &Node| {
        let mut section = Section::new(scope, Some(n), &keys::INSIDE);
        let region = section.get("region").and_then(|r| scope.regions(r));
        let moves = section.get("move");
        let leaves = section.bool("leaves");
        section.finish();
        let notation = scope.by_side(moves?, |m| scope.text(m).map(str::to_owned))?;
        Some(Inside { region: region?, notation, moves: read_moves(scope, moves?, dialect)?, leaves })
    };
    match &node.value {
        Value::List(items) => items.iter().map(one).collect(),
        _ => one(node).map(|inside| vec![inside]),
    }
}

/// A dialect's id.
pub(crate) fn dialect(scope: Scope<'_>, node: &Node) -> Option<Dialect> {
    scope.word(node, &dialects())
}

/// The letters that an id stands for: capitals for White, small letters for Black. An id with both, `Kn`, is White's as
/// it is written.
pub(crate) fn letters_of(id: &str) -> BySide<String> {
    let is_mixed = id.contains(char::is_uppercase) && id.contains(char::is_lowercase);
    [if is_mixed { id.to_owned() } else { id.to_uppercase() }, id.to_lowercase()]
}

/// Whether a text can stand for a piece in a FEN. What is written on a board must not be taken for a number, a hole, a
/// hand or a mark. A mark behind all else covers a piece, where no promotion is marked so.
fn may_stand(text: &str) -> bool {
    let good = |c: char| c.is_alphabetic() || "+'\"!^=.:&#$%@|".contains(c);
    let plain = text.strip_suffix('~').unwrap_or(text);
    !plain.is_empty() && plain.chars().all(good) && text.chars().count() <= 8
}

fn letters(scope: Scope<'_>, node: &Node) -> Option<BySide<String>> {
    let read = |n: &Node| {
        let text = scope.text(n)?;
        if may_stand(text) {
            return Some(text.to_owned());
        }
        let remedy = "write one to eight letters, '+' and marks such as ' or !";
        scope.findings.error(ProblemCode::BadValue, &n.place, format!("'{text}' cannot stand in a FEN"), remedy);
        None
    };
    match node.value {
        Value::Table(_) => scope.by_side(node, read),
        _ => read(node).map(|text| letters_of(&text)),
    }
}

fn read_moves(scope: Scope<'_>, node: &Node, dialect: Dialect) -> Option<BySide<Piece>> {
    scope.by_side(node, |n| {
        let text = scope.text(n)?;
        if text.is_empty() {
            // A piece that never moves, for which no dialect has a notation.
            return Some(Piece::default());
        }
        let (piece, diagnostics) = match betza_notation::read(text, dialect) {
            Ok(reading) => (Some(reading.piece), reading.warnings),
            Err(diagnostics) => (None, diagnostics),
        };
        for d in diagnostics {
            let place = scope.inside(n, d.span);
            let message = format!("[{}] {}", d.code.as_str(), d.message);
            match d.severity {
                Severity::Error => scope.findings.error(ProblemCode::Notation, &place, message, d.remedy),
                Severity::Warning => scope.findings.warning(ProblemCode::Notation, &place, message, d.remedy),
            }
        }
        piece
    })
}

/// What the notation says that it may become (`=Q,R` of dialect `bex`). `None` if that of a side says nothing, or names
/// what is no piece of the game.
fn noted_promotions(scope: Scope<'_>, node: &Node, moves: &BySide<Piece>) -> Option<BySide<Vec<KindId>>> {
    let of = |piece: &Piece| {
        let named = |name: &String| Node { place: node.place.clone(), value: Value::Text(name.clone()) };
        let names = piece.promotions.as_ref()?.iter().map(named).collect();
        scope.kinds(&Node { place: node.place.clone(), value: Value::List(names) })
    };
    let [white, black] = moves;
    let by_white = of(white)?;
    let by_black = if white.promotions == black.promotions { by_white.clone() } else { of(black)? };
    Some([by_white, by_black])
}

/// Reads where and how it promotes. `moves` are its moves, with where they are written.
fn promotion(scope: Scope<'_>, node: &Node, owner: &str, moves: Option<(&Node, &BySide<Piece>)>) -> Option<Promotion> {
    let title = format!("the promotion of {owner}");
    let mut section = Section::titled(scope, Some(node), &keys::PROMOTION, &title);
    let zone = section.get("zone").and_then(|n| scope.regions(n));
    let noted = moves.filter(|(_, moves)| moves.iter().all(|piece| piece.promotions.is_some()));
    // What a file's own notation says counts more than what its parent has.
    let own = noted.filter(|(n, _)| n.place.source == 0);
    let to = match (section.get("to").filter(|to| own.is_none() || to.place.source == 0), noted) {
        (Some(n), _) => scope.by_side(n, |n| scope.kinds(n)),
        (None, Some((n, moves))) => noted_promotions(scope, n, moves),
        (None, None) => {
            section.lacks("to");
            None
        }
    };
    let from_zone_too = section.bool("from_zone_too");
    let forced = match section.get("forced") {
        Some(n) if matches!(n.value, Value::Table(_)) => {
            let mut forced = Section::new(scope, Some(n), &keys::FORCED_ON);
            let region = forced.get("region").and_then(|r| scope.regions(r));
            forced.finish();
            region.map(Forced::OnRegion)
        }
        Some(n) => scope.word(n, &FORCED),
        None => keys::PROMOTION.word("forced", &FORCED),
    };
    let only_promoted = section.get("only_promoted").map_or(Some([Region::EMPTY; 2]), |n| scope.regions(n));
    let starting_inside = section.get("starting_inside").map(|n| (n, scope.regions(n)));
    if let Some((n, _)) = starting_inside.as_ref().filter(|_| from_zone_too) {
        let message = format!("{title} has 'starting_inside' and lets all moves promote that start in the zone");
        scope.findings.error(ProblemCode::Conflict, &n.place, message, "leave 'from_zone_too' out, or this");
    }
    let by_capture = section.bool("by_capture");
    let in_place = section.bool("in_place");
    let limits =
        section.table("limits").map_or_else(Vec::new, |n| scope.by_kind(n, |value| scope.number(value, u8::MAX)));
    let only = section.table("only").map_or_else(Vec::new, |n| scope.by_kind(n, |value| scope.regions(value)));
    let counted_as = section.table("counted_as").map_or_else(Vec::new, |n| scope.by_kind(n, |value| scope.kind(value)));
    let from_captured = section.bool("from_captured");
    let from_hand = section.bool("from_hand");
    let remembers = section.bool("remembers");
    section.finish();
    Some(Promotion {
        zone: zone?,
        from_zone_too,
        to: to?,
        forced: forced?,
        only_promoted: only_promoted?,
        starting_inside: starting_inside.and_then(|(_, onto)| onto),
        by_capture,
        in_place,
        limits,
        counted_as,
        only,
        from_captured,
        from_hand,
        remembers,
    })
}

/// Whether a piece has moves from the region of double steps (`i` of dialect `fsf`).
pub(crate) fn steps_from_region(piece: &Piece) -> bool {
    piece.moves.iter().any(|m| m.condition.contains(Condition::IN_DOUBLE_STEP_REGION))
}

/// Drops on these squares that nothing else limits.
pub(crate) fn dropped_on(region: BySide<Region>) -> DropRegion {
    DropRegion { region, per_file: None, not_stuck: false, no_mate: false }
}

/// Where it may be dropped, by the table `drop` or else by `@` in the notation.
fn drop_region(
    scope: Scope<'_>,
    node: Option<&Node>,
    moves: &BySide<Piece>,
    moves_node: &Node,
    everywhere: BySide<Region>,
) -> Option<DropRegion> {
    let mut drop = dropped_on(everywhere);
    for side in Side::BOTH {
        let [noted] = &moves[side.index()].drops[..] else {
            if !moves[side.index()].drops.is_empty() {
                let message = "the notation has several drops";
                scope.findings.error(ProblemCode::Unsupported, &moves_node.place, message, "write one '@'");
                return None;
            }
            continue;
        };
        drop.region[side.index()] = noted_region(scope, noted, side);
        drop.per_file = noted.file_limit;
        if noted.colour_limit.is_some() || noted.board_limit.is_some() {
            let message = "drops limited by square colour or by the number on the board are not known to the rules";
            scope.findings.error(
                ProblemCode::Unsupported,
                &moves_node.place,
                message,
                "leave 's' and 'b' before '@' out",
            );
            return None;
        }
    }
    let Some(node) = node else { return Some(drop) };
    if matches!(node.value, Value::Bool(false)) {
        return Some(DropRegion { region: [Region::EMPTY; 2], ..drop });
    }
    let mut section = Section::new(scope, Some(node), &keys::DROP);
    drop.region = section.regions("region", drop.region);
    if let Some(n) = section.get("per_file") {
        drop.per_file = Some(scope.number(n, u8::MAX)?);
    }
    drop.not_stuck = section.bool("not_stuck");
    drop.no_mate = section.bool("no_mate");
    section.finish();
    Some(drop)
}

fn noted_region(scope: Scope<'_>, drop: &Drop, side: Side) -> Region {
    let ranks = scope.board.ranks() as i32;
    let mut region = Region::EMPTY;
    for square in scope.board.squares() {
        let rank = scope.board.rank(square);
        let depth = if side == Side::White { rank } else { ranks - 1 - rank };
        if drop.ranks.is_none_or(|n| depth < i32::from(n)) && !(drop.spares_back_rank && depth == 0) {
            region.insert(square);
        }
    }
    region
}
