//! What a game's file says without effect, because of what else it says.
//!
//! What a parent has of it is no slip of the file's author, and is not told.

use crate::node::{Node, Value};
use crate::piece::steps_from_region;
use crate::problem::{Place, ProblemCode};
use crate::rules::{captures_en_passant, leaves_en_passant};
use crate::section::Scope;
use betza_game::variant::{EndRule, Kind, KindId, Region, Variant};
use betza_ir::geometry::Side;

/// Tells what has no effect in a game. `top` is its file, and `ends` has the tables of `[[ends]]` with what they say.
pub(crate) fn tell(scope: Scope<'_>, top: &Node, ends: &[(&Node, EndRule)], variant: &Variant) {
    let idle = Idle { scope, variant };
    if let Some(table) = top.get("en_passant").filter(|table| matches!(table.value, Value::Table(_))) {
        idle.en_passant(table);
    }
    if let Some(node) = top.get("castling").and_then(|table| table.get("lands_short"))
        && variant.castling.as_ref().is_some_and(|rule| rule.further.is_none())
    {
        let remedy = "leave it out, or name further_partners";
        idle.told(&node.place, "without further partners 'lands_short' has no effect".to_owned(), remedy);
    }
    if let Some(table) = top.get("hands") {
        idle.hands(table);
    }
    if let Some(table) = top.get("pieces") {
        idle.pieces(table);
    }
    idle.ends(ends);
}

struct Idle<'a> {
    scope: Scope<'a>,
    variant: &'a Variant,
}

impl Idle<'_> {
    fn told(&self, place: &Place, message: String, remedy: &str) {
        if place.source == 0 {
            self.scope.findings.warning(ProblemCode::NoEffect, place, message, remedy);
        }
    }

    /// Pieces that are named and have no such moves; else whether nothing is left of the rule.
    fn en_passant(&self, table: &Node) {
        let able = |kind: KindId, captors: bool| match captors {
            true => captures_en_passant(&self.variant.kinds[kind.index()]),
            false => self.may_pass(kind),
        };
        let mut named = false;
        for (key, captors) in [("captors", true), ("victims", false)] {
            for item in table.get(key).map_or(&[][..], items) {
                let Value::Text(id) = &item.value else { continue };
                let Some(kind) = self.variant.kind(id).filter(|&kind| !able(kind, captors)) else { continue };
                let (lacks, remedy) = if captors {
                    ("has no captures en passant", "write 'e' into it, or leave the piece out here")
                } else {
                    ("leaves no squares for en passant", "write 'n' on its double step, or leave the piece out here")
                };
                let message = format!("the notation of {} {lacks}, so that '{id}' has no effect here", self.name(kind));
                self.told(&item.place, message, remedy);
                named = true;
            }
        }
        let rule = self.variant.en_passant.as_ref();
        let some = |captors: bool| {
            let listed = rule.map(|rule| if captors { &rule.captors } else { &rule.victims });
            let all = || self.variant.kind_ids().any(|kind| able(kind, captors));
            listed.map_or_else(all, |kinds| kinds.iter().any(|&kind| able(kind, captors)))
        };
        let is_empty =
            |key: &str| table.get(key).is_some_and(|n| matches!(&n.value, Value::List(items) if items.is_empty()));
        let why = match () {
            () if named => return,
            () if is_empty("captors") => "'captors' is empty",
            () if is_empty("victims") => "'victims' is empty",
            () if !some(true) => "no notation has captures en passant ('e')",
            () if !some(false) => "no notation has a step over squares that are left for en passant ('n')",
            () if rule.is_some_and(|rule| rule.region.iter().all(Region::is_empty)) => "'region' has no square",
            () => return,
        };
        let remedy = "write these moves into notations, or 'en_passant = false'";
        self.told(&table.place, format!("{why}, so that [en_passant] has no effect"), remedy);
    }

    /// Whether a piece may be of this kind right after a step over squares: one of it, or one that turns into it so.
    fn may_pass(&self, kind: KindId) -> bool {
        let becomes = &self.variant.transformation.becomes;
        let turns = |from: KindId| {
            let promotes = self.variant.kinds[from.index()].promotes_to(|to| *to == kind);
            promotes || becomes.contains(&(from, kind)) || self.variant.twin(from) == Some(kind)
        };
        let mut kinds = self.variant.kind_ids().filter(|&from| leaves_en_passant(&self.variant.kinds[from.index()]));
        kinds.any(|from| from == kind || turns(from))
    }

    fn name(&self, kind: KindId) -> &str {
        &self.variant.kinds[kind.index()].name
    }

    /// Leaps that fit nowhere on the board, and regions of double steps of pieces that have no such moves.
    fn pieces(&self, table: &Node) {
        for (key, piece) in table.entries() {
            if let Some(kind) = self.variant.kind(&key.name) {
                let [white, black] = &self.variant.kinds[kind.index()].moves;
                let board = &self.variant.board;
                for [a, b] in white.too_large_for(board).intersection(&black.too_large_for(board)) {
                    let message =
                        format!("piece {} has a leap of ({a},{b}), which fits nowhere on the board", key.name);
                    self.told(&piece.place, message, "leave it out of the notation, or take a larger board");
                }
                self.promotions(&key.name, piece, &self.variant.kinds[kind.index()]);
            }
            let (Some(written), Some(kind)) = (piece.get("double_step"), self.variant.kind(&key.name)) else {
                continue;
            };
            if !self.variant.kinds[kind.index()].moves.iter().any(steps_from_region) {
                let lacks = "has no moves from the region of double steps, so that 'double_step' has no effect";
                let remedy = "leave it out, or write 'i' on a move in the dialect 'fsf'";
                self.told(&written.place, format!("piece {} {lacks}", key.name), remedy);
            }
        }
    }

    /// What its notation says that it may become, where it has no promotion, or one that says otherwise.
    fn promotions(&self, id: &str, node: &Node, kind: &Kind) {
        for side in Side::BOTH {
            let Some(noted) = &kind.moves[side.index()].promotions else { continue };
            let are_those = |becomes: &[KindId]| {
                let is_noted = |to: &KindId| noted.contains(&self.variant.kinds[to.index()].id);
                becomes.len() == noted.len() && becomes.iter().all(is_noted)
            };
            let (why, remedy) = match &kind.promotion {
                None => ("it has no promotion", "add a table 'promotion' with its 'zone', or leave it out"),
                Some(rule) if are_those(&rule.to[side.index()]) => continue,
                Some(_) => ("its promotion has 'to'", "leave one of the two out"),
            };
            let message = format!("{why}, so that '={}' in the notation of piece {id} has no effect", noted.join(","));
            return self.told(&node.place, message, remedy);
        }
    }

    /// Where captured pieces go, of which one place counts, and as what.
    fn hands(&self, table: &Node) {
        let Some(rule) = &self.variant.hands else { return };
        let on = |key: &str| table.get(key).filter(|node| matches!(node.value, Value::Bool(true)));
        let told = |key: &str, why: &str, remedy: &str| {
            if let Some(node) = on(key) {
                self.told(&node.place, format!("{why}, so that '{key}' has no effect"), remedy);
            }
        };
        if rule.endless {
            for key in ["captures", "captures_return"] {
                told(key, "all pieces are in hand at all times ('endless')", "leave one of the two out");
            }
        } else if rule.captures_return {
            told("captures", "captured pieces return to their owner ('captures_return')", "leave one of the two out");
        } else if !rule.captures {
            told("keeps_promoted", "captured pieces go to no hand", "add 'captures = true', or leave it out");
        }
        let remembers = |kind: &Kind| kind.promotion.as_ref().is_some_and(|promotion| promotion.remembers);
        if (rule.captures || rule.captures_return) && !self.variant.kinds.iter().any(remembers) {
            told("keeps_promoted", "no promotion is remembered", "add 'remembers = true' to one, or leave it out");
        }
    }

    /// Ends that stand there already, and a second number of checks.
    fn ends(&self, ends: &[(&Node, EndRule)]) {
        for (i, (node, end)) in ends.iter().enumerate() {
            let earlier = || ends[..i].iter().map(|(_, end)| end);
            if earlier().any(|other| other == end) {
                self.told(
                    &node.place,
                    "the same end stands above, so that this one has no effect".to_owned(),
                    "leave it out",
                );
            } else if matches!(end, EndRule::Checks(_)) && earlier().any(|other| matches!(other, EndRule::Checks(_))) {
                let message = "a number of checks that wins stands above and counts, so that this one has no effect";
                self.told(&node.place, message.to_owned(), "leave one of them out");
            }
        }
    }
}

/// The items of a list; a piece alone is a list of one, and `*` names none.
fn items(node: &Node) -> &[Node] {
    match &node.value {
        Value::List(items) => items,
        Value::Text(_) => std::slice::from_ref(node),
        _ => &[],
    }
}
