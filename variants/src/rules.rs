//! The tables of rules: en passant, royalty, hands, gating, blasts, ends.

use crate::keys::{self, When, words};
use crate::node::{Node, Value};
use crate::placing;
use crate::problem::ProblemCode;
use crate::region;
use crate::section::{Scope, Section};
use betza_game::variant::{
    BySide, EnPassantRule, EndRule, ExplosionRule, GatingRule, HandRule, Kind, KindId, Royalty, SeriesRule,
    TradingRule, Transformation,
};
use betza_ir::{Joint, Landing, Link, Modes, Part, Piece};

/// `[royalty]`.
pub(crate) fn royalty(scope: Scope<'_>, node: Option<&Node>) -> Option<Royalty> {
    let mut section = Section::new(scope, node, &keys::ROYALTY);
    let check = section.bool("check");
    let several = section.word("several", &words::SEVERAL_ROYALS);
    let pseudo = section.kinds("pseudo");
    let pseudo_count = section.number("pseudo_count");
    let together = section.get("pseudo_together");
    let pseudo_together = together.map_or_else(Vec::new, |n| pseudo_together(scope, n, &pseudo));
    let royal_at_once = section.bool("royal_at_once");
    let first_moves_in_check = section.bool("first_moves_in_check");
    let first_moves_only = section.bool("first_moves_only");
    let first_moves_lost_to = section.kinds("first_moves_lost_to");
    let stays_in_check = section.bool("stays_in_check");
    section.finish();
    Some(Royalty {
        check,
        several: several?,
        pseudo,
        pseudo_count: pseudo_count?,
        pseudo_together,
        royal_at_once,
        first_moves_in_check,
        first_moves_only,
        first_moves_lost_to,
        stays_in_check,
    })
}

/// `pseudo_together`: whether all of them are counted together, or a list of groups.
fn pseudo_together(scope: Scope<'_>, node: &Node, pseudo: &[KindId]) -> Vec<Vec<KindId>> {
    let Value::List(items) = &node.value else {
        return if scope.bool(node) == Some(true) { vec![pseudo.to_vec()] } else { Vec::new() };
    };
    let mut groups: Vec<Vec<KindId>> = Vec::new();
    for item in items {
        let Some(group) = scope.kinds(item) else { continue };
        if let Some(kind) = group.iter().find(|k| !pseudo.contains(k) || groups.iter().flatten().any(|g| g == *k)) {
            let message = format!("'{}' is no piece of 'pseudo', or is in two groups", scope.ids[kind.index()]);
            scope.findings.error(
                ProblemCode::BadValue,
                &item.place,
                message,
                "name each piece of 'pseudo' at most once",
            );
            continue;
        }
        groups.push(group);
    }
    groups
}

/// A rank of White's, counted from 1; Black's is the same counted from the other end.
pub(crate) fn one_rank(scope: Scope<'_>, node: &Node) -> Option<BySide<u8>> {
    let ranks = scope.board.ranks() as u8;
    let rank = scope.number(node, ranks)?;
    if rank == 0 {
        scope.mismatch(node, &format!("a rank from 1 to {ranks}"));
        return None;
    }
    Some(on_rank(scope, rank))
}

fn on_rank(scope: Scope<'_>, rank: u8) -> BySide<u8> {
    [rank - 1, scope.board.ranks() as u8 - rank]
}

/// En passant as the notation of the pieces has it (`e`, and `n` on double steps, in `xbetza`), `[en_passant]` laid
/// over it.
pub(crate) fn en_passant(scope: Scope<'_>, node: Option<&Node>, kinds: &[Kind]) -> Option<EnPassantRule> {
    let which = |test: &dyn Fn(&Kind) -> bool| -> Vec<KindId> {
        (0..kinds.len()).filter(|&i| test(&kinds[i])).map(KindId::from_index).collect()
    };
    let mut rule = EnPassantRule {
        captors: which(&captures_en_passant),
        victims: which(&leaves_en_passant),
        region: [region::all(scope.board); 2],
    };
    match node {
        Some(node) if matches!(node.value, Value::Bool(false)) => return None,
        Some(node) => {
            let mut section = Section::new(scope, Some(node), &keys::EN_PASSANT);
            for (key, list) in [("captors", &mut rule.captors), ("victims", &mut rule.victims)] {
                if let Some(kinds) = section.get(key).and_then(|n| scope.kinds(n)) {
                    *list = kinds;
                }
            }
            rule.region = section.regions("region", rule.region);
            section.finish();
        }
        None => {}
    }
    (!rule.captors.is_empty() && !rule.victims.is_empty()).then_some(rule)
}

/// Whether the notation of a piece has captures en passant, on some side.
pub(crate) fn captures_en_passant(kind: &Kind) -> bool {
    kind.all_pieces().any(has_en_passant)
}

/// Whether the notation of a piece has steps after which it may be captured en passant, on some side.
pub(crate) fn leaves_en_passant(kind: &Kind) -> bool {
    kind.all_pieces().flat_map(|piece| &piece.moves).any(|m| m.leaves_en_passant)
}

fn has_en_passant(piece: &Piece) -> bool {
    let lands = |l: &Landing| l.modes.contains(Modes::EN_PASSANT);
    let joint = |j: &Joint| j.stop.as_ref().is_some_and(lands);
    fn any(links: &[Link], test: &dyn Fn(&Joint) -> bool) -> bool {
        links
            .iter()
            .any(|link| test(&link.joint) || matches!(&link.part, Part::Group(group) if any(&group.body.links, test)))
    }
    piece.moves.iter().any(|m| any(&m.chain.links, &joint))
}

/// `[hands]`.
pub(crate) fn hands(scope: Scope<'_>, node: &Node) -> HandRule {
    let mut section = Section::new(scope, Some(node), &keys::HANDS);
    let rule = HandRule {
        captures: section.bool("captures"),
        captures_return: section.bool("captures_return"),
        endless: section.bool("endless"),
        drops: section.bool("drops"),
        must_drop: section.kinds("must_drop"),
        castling_by_drop: section.bool("castling_by_drop"),
        drop_promoted: section.bool("drop_promoted"),
        drop_checks: section.bool("drop_checks"),
        keeps_promoted: section.bool("keeps_promoted"),
        opposite_coloured: section.kinds("opposite_coloured"),
    };
    section.finish();
    rule
}

/// `[gating]`.
pub(crate) fn gating(scope: Scope<'_>, node: &Node) -> Option<GatingRule> {
    let mut section = Section::new(scope, Some(node), &keys::GATING);
    let kinds = section.kinds("pieces");
    let rank = match section.get("rank") {
        Some(n) => one_rank(scope, n),
        None => keys::GATING.number("rank").map(|rank| on_rank(scope, rank)),
    };
    section.finish();
    Some(GatingRule { kinds, rank: rank? })
}

/// `[blast]`.
pub(crate) fn blast(scope: Scope<'_>, node: &Node) -> ExplosionRule {
    let mut section = Section::new(scope, Some(node), &keys::BLAST);
    let rule = ExplosionRule {
        spares: section.kinds("spares"),
        immune: section.kinds("immune"),
        captor_too: section.bool("captor_too"),
        petrifies: section.bool("petrifies"),
    };
    section.finish();
    rule
}

/// `[trading]`.
pub(crate) fn trading(scope: Scope<'_>, node: &Node) -> Option<TradingRule> {
    let mut section = Section::new(scope, Some(node), &keys::TRADING);
    let kinds = section.get("pieces").and_then(|n| scope.kinds(n));
    let trifles = section.kinds("trifles");
    section.finish();
    Some(TradingRule { kinds: kinds?, trifles })
}

/// `[series]`.
pub(crate) fn series(scope: Scope<'_>, node: &Node) -> Option<SeriesRule> {
    let mut section = Section::new(scope, Some(node), &keys::SERIES);
    let promotion = section.word("promotion", &words::SERIES_PROMOTIONS);
    let most = section.bool("most");
    section.finish();
    Some(SeriesRule { promotion: promotion?, most })
}

/// `[aftermath]`.
pub(crate) fn transformation(scope: Scope<'_>, node: &Node) -> Transformation {
    let mut section = Section::new(scope, Some(node), &keys::AFTERMATH);
    let becomes = section.table("becomes").map_or_else(Vec::new, |n| scope.by_kind(n, |value| scope.kind(value)));
    let limits =
        section.table("limits").map_or_else(Vec::new, |n| scope.by_kind(n, |value| scope.number(value, u8::MAX)));
    let turncoats = section.kinds("turncoats");
    let contagion = section.table("contagion").map_or_else(Vec::new, |n| scope.by_kind(n, |value| scope.kind(value)));
    let immune = section.kinds("immune");
    let forward_until_capture = section.kinds("forward_until_capture");
    section.finish();
    Transformation { becomes, limits, turncoats, contagion, immune, forward_until_capture }
}

/// One table of `[[ends]]`.
pub(crate) fn end(scope: Scope<'_>, node: &Node) -> Option<EndRule> {
    let mut section = Section::new(scope, Some(node), &keys::ENDS);
    let when = section.word("when", &keys::WHENS)?;
    section.narrow(when.table());
    let rule = match when {
        When::Extinct => EndRule::Extinct {
            kinds: section.get("pieces").and_then(|n| scope.kinds(n))?,
            count: section.number("count")?,
            together: section.bool("together"),
            opponent: section.number("opponent")?,
            reply: section.bool("reply"),
            worth: section.word("value", &words::WORTHS)?,
        },
        When::Reached => EndRule::Reached {
            kinds: section.get("pieces").and_then(|n| scope.by_side(n, |n| scope.kinds(n)))?,
            region: section.get("region").and_then(|n| scope.regions(n))?,
            reply: section.bool("reply"),
            safe: section.bool("safe"),
            count: section.positive("count")?,
            blocked: section.bool("blocked"),
        },
        When::Castled => {
            EndRule::Castled(section.get("wings").and_then(|n| scope.by_side(n, |n| scope.word(n, &words::WINGS)))?)
        }
        When::Row | When::Line | When::Block | When::Chain => {
            EndRule::Connected(placing::connection(&mut section, when)?)
        }
        When::Checks => EndRule::Checks(section.positive("count")?),
        When::Bikjang => EndRule::Bikjang,
        When::Passes => EndRule::Passes,
        When::Bared => EndRule::Bared,
        When::FullBoard => EndRule::FullBoard,
    };
    section.finish();
    Some(rule)
}
