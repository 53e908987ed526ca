//! The tables of rules: castling, en passant, royalty, hands, gating, blasts, ends.

use crate::keys::{self, When, words};
use crate::node::{Node, Value};
use crate::placing;
use crate::problem::ProblemCode;
use crate::region;
use crate::section::{Scope, Section};
use betza_game::setup::{Placed, Setup};
use betza_game::variant::{
    BySide, CastlingRule, EnPassantRule, EndRule, ExplosionRule, GatingRule, HandRule, Kind, KindId, Royalty,
    SeriesRule, TradingRule, Transformation,
};
use betza_ir::geometry::{Side, split_file};
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

/// Castling as the notation of the pieces has it (`O` in `xbetza`), `[castling]` laid over it. `start` is the start position.
pub(crate) fn castling(
    scope: Scope<'_>,
    node: Option<&Node>,
    top: &Node,
    kinds: &[Kind],
    start: Option<&Setup>,
) -> Option<CastlingRule> {
    let written = node.filter(|n| !matches!(n.value, Value::Bool(false)));
    if node.is_some() && written.is_none() {
        return None;
    }
    let noted = start.and_then(|setup| noted_castling(scope, top, kinds, setup));
    let Some(node) = written else { return noted };
    let mut section = Section::new(scope, Some(node), &keys::CASTLING);
    let rank_of = |side: Side| if side == Side::White { 0 } else { scope.board.ranks() as u8 - 1 };
    let last = scope.board.files() as u8 - 1;
    let king = match (section.get("king"), &noted) {
        (Some(n), _) => scope.by_side(n, |n| scope.kind(n)),
        (None, Some(rule)) => Some(rule.king),
        (None, None) => {
            section.lacks("king");
            None
        }
    };
    let partners = match (section.get("partners"), &noted) {
        (Some(n), _) => scope.by_side(n, |n| scope.kinds(n)),
        (None, Some(rule)) => Some(rule.partners.clone()),
        (None, None) => {
            section.lacks("partners");
            None
        }
    };
    let rank = match section.get("rank") {
        Some(n) => one_rank(scope, n),
        None => Some(noted.as_ref().map_or([rank_of(Side::White), rank_of(Side::Black)], |r| r.rank)),
    };
    let any_files = section.bool("any_files");
    let ignores_check = section.bool("ignores_check");
    let ends_opposite = section.bool("ends_opposite");
    let king_file = match section.get("king_file") {
        Some(n) => Some(scope.by_side(n, |n| file(scope, n))?),
        None if any_files => None,
        None => noted.as_ref().and_then(|r| r.king_file).or_else(|| {
            let [white, black] = Side::BOTH.map(|side| {
                let is_king = |m: &Option<Placed>| {
                    m.is_some_and(|m| m.side == side && Some(m.kind) == king.map(|k| k[side.index()]))
                };
                Some((start?.men.iter().position(is_king)? % scope.board.files()) as u8)
            });
            Some([white?, black.or(white)?])
        }),
    };
    let pair = |n: &Node| {
        let Value::List(items) = &n.value else {
            scope.mismatch(n, "two files, towards the last file first, as in [\"g\", \"c\"]");
            return None;
        };
        let files: Vec<u8> = items.iter().filter_map(|n| file(scope, n)).collect();
        if let [k, q] = files[..] {
            return Some([k, q]);
        }
        scope.mismatch(n, "two files, towards the last file first, as in [\"g\", \"c\"]");
        None
    };
    let king_to = match (section.get("king_to"), &noted) {
        (Some(n), _) => scope.by_side(n, pair),
        (None, Some(rule)) => Some(rule.king_to),
        (None, None) => {
            section.lacks("king_to");
            None
        }
    };
    let wings = |n: &Node| match &n.value {
        Value::List(items) if items.len() == 2 => Some([0, 1].map(|wing| match &items[wing].value {
            Value::List(files) => files.iter().filter_map(|n| file(scope, n)).collect::<Vec<u8>>(),
            _ => file(scope, &items[wing]).into_iter().collect(),
        })),
        _ => {
            scope.mismatch(n, "two lists of files, towards the last file first, as in [[\"h\"], [\"b\"]]");
            None
        }
    };
    let also_to = match section.get("also_to") {
        Some(n) => scope.by_side(n, wings),
        None => Some(noted.as_ref().map_or_else(Default::default, |rule| rule.also_to.clone())),
    };
    let partner_file = match section.get("partner_file") {
        Some(n) => scope.by_side(n, pair),
        None => Some(noted.as_ref().map_or([[last, 0]; 2], |r| r.partner_file)),
    };
    section.finish();
    let (king_to, mut also_to) = (king_to?, also_to?);
    // What the notation has may be where `king_to` says that the king lands.
    for (wings, landings) in also_to.iter_mut().zip(&king_to) {
        for (files, landing) in wings.iter_mut().zip(landings) {
            let mut seen = vec![*landing];
            files.retain(|file| !seen.contains(file) && (seen.push(*file), true).1);
        }
    }
    Some(CastlingRule {
        king: king?,
        partners: partners?,
        rank: rank?,
        king_file,
        king_to,
        also_to,
        partner_file: partner_file?,
        any_files,
        ignores_check,
        ends_opposite,
    })
}

/// A file's letter.
fn file(scope: Scope<'_>, node: &Node) -> Option<u8> {
    let text = scope.text(node)?;
    let file = split_file(text).filter(|(file, rest)| rest.is_empty() && *file < scope.board.files());
    if let Some((file, _)) = file {
        return Some(file as u8);
    }
    let message = format!("'{text}' is no file of this {} board", scope.board);
    scope.findings.error(ProblemCode::BadValue, &node.place, message, "write a file's letter, as in \"g\"");
    None
}

/// A rank of White's, counted from 1; Black's is the same counted from the other end.
fn one_rank(scope: Scope<'_>, node: &Node) -> Option<BySide<u8>> {
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

/// The rule that `O` in the notation of a piece stands for: the king where it starts, the partners on the edge of its rank.
fn noted_castling(scope: Scope<'_>, top: &Node, kinds: &[Kind], start: &Setup) -> Option<CastlingRule> {
    let (index, kind) = kinds.iter().enumerate().find(|(_, k)| k.moves.iter().any(|p| !p.castlings.is_empty()))?;
    let place = top.get("pieces").and_then(|p| p.get(&kind.id)).map_or(&top.place, |n| &n.place);
    let refuse = |message: String| {
        let remedy = "leave 'O' out of the notation and write a [castling] table";
        scope.findings.error(ProblemCode::Conflict, place, message, remedy);
    };
    let king = KindId::from_index(index);
    let board = scope.board;
    let at = |side: Side| {
        let mut all = (0..start.men.len()).filter(|&i| start.men[i].is_some_and(|m| m.side == side && m.kind == king));
        let first = all.next()?;
        all.next().is_none().then_some((first % board.files(), first / board.files()))
    };
    let (Some(white), Some(black)) = (at(Side::White), at(Side::Black)) else {
        refuse(format!("{} castles by its notation, but does not start once for each side", kind.id));
        return None;
    };
    // The steps and the inset of each castling, towards the last file and towards the first, as White and as Black have them.
    let wings = |piece: &Piece, side: Side| {
        let mut wings: [Vec<(usize, usize)>; 2] = [Vec::new(), Vec::new()];
        for castling in &piece.castlings {
            let (last, first) =
                if side == Side::White { (castling.right, castling.left) } else { (castling.left, castling.right) };
            for (wing, has) in wings.iter_mut().zip([last, first]) {
                let found = (usize::from(castling.steps), usize::from(castling.inset));
                if has && !wing.contains(&found) {
                    wing.push(found);
                }
            }
        }
        wings
    };
    let last = board.files() - 1;
    let mut own: Vec<Noted> = Vec::new();
    for (side, (file, rank)) in Side::BOTH.into_iter().zip([white, black]) {
        let wings = wings(&kind.moves[side.index()], side);
        let [Some(&(k, k_inset)), Some(&(q, q_inset))] = [wings[0].first(), wings[1].first()] else {
            refuse(format!("{} castles to one side only", kind.id));
            return None;
        };
        if wings[0].iter().any(|(_, inset)| *inset != k_inset) || wings[1].iter().any(|(_, inset)| *inset != q_inset) {
            refuse(format!("{} castles with several partners of one side", kind.id));
            return None;
        }
        let beyond = wings[0].iter().any(|(k, _)| file + k > last) || wings[1].iter().any(|(q, _)| *q > file);
        if beyond || k_inset > last || q_inset > last {
            refuse(format!("{} would castle beyond the edge", kind.id));
            return None;
        }
        let corners = [last - k_inset, q_inset];
        let at = |file: usize| start.men[rank * board.files() + file].filter(|m| m.side == side).map(|m| m.kind);
        let mut partners: Vec<KindId> = corners.iter().filter_map(|&file| at(file)).collect();
        partners.sort_unstable();
        partners.dedup();
        own.push(Noted {
            partners,
            king_file: file as u8,
            king_to: [(file + k) as u8, (file - q) as u8],
            also_to: [
                wings[0].iter().skip(1).map(|(k, _)| (file + k) as u8).collect(),
                wings[1].iter().skip(1).map(|(q, _)| (file - q) as u8).collect(),
            ],
            partner_file: corners.map(|f| f as u8),
        });
    }
    let [white_own, black_own] = <[Noted; 2]>::try_from(own).ok()?;
    Some(CastlingRule {
        king: [king, king],
        partners: [white_own.partners, black_own.partners],
        rank: [white.1 as u8, black.1 as u8],
        king_file: Some([white_own.king_file, black_own.king_file]),
        king_to: [white_own.king_to, black_own.king_to],
        also_to: [white_own.also_to, black_own.also_to],
        partner_file: [white_own.partner_file, black_own.partner_file],
        any_files: false,
        ignores_check: false,
        ends_opposite: false,
    })
}

/// What `O` says of a side.
struct Noted {
    partners: Vec<KindId>,
    king_file: u8,
    king_to: [u8; 2],
    also_to: [Vec<u8>; 2],
    partner_file: [u8; 2],
}

/// En passant as the notation of the pieces has it (`e`, and `n` on double steps, in `xbetza`), `[en_passant]` laid over it.
pub(crate) fn en_passant(scope: Scope<'_>, node: Option<&Node>, kinds: &[Kind]) -> Option<EnPassantRule> {
    let which = |test: &dyn Fn(&Piece) -> bool| -> Vec<KindId> {
        let has = |k: &Kind| Side::BOTH.into_iter().flat_map(|side| k.pieces(side)).any(test);
        (0..kinds.len()).filter(|&i| has(&kinds[i])).map(KindId::from_index).collect()
    };
    let mut rule = EnPassantRule {
        captors: which(&captures_en_passant),
        victims: which(&|p| p.moves.iter().any(|m| m.leaves_en_passant)),
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

fn captures_en_passant(piece: &Piece) -> bool {
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
