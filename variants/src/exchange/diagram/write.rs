//! Writes the text of an Interactive Diagram.

use super::array::image_of;
use super::read;
use crate::exchange::difference::Apart;
use crate::exchange::{Written, lost, sayable, xbetza};
use betza_game::fen;
use betza_game::setup::Setup;
use betza_game::variant::{Forced, Kind, KindId, Promotion, Region, Variant};
use betza_ir::geometry::{Side, Square};
use betza_ir::sorted;

/// Writes a game's text.
#[must_use]
pub fn write(variant: &Variant) -> Written {
    let (mut game, mut unsaid) = sayable(variant);
    // One notation serves both sides, which castle otherwise where the king stands beside the middle.
    for kind in game.kinds.iter_mut().filter(|kind| kind.moves[0].castlings != kind.moves[1].castlings) {
        kind.moves.iter_mut().for_each(|piece| piece.castlings.clear());
    }
    let mut pieces: Vec<(KindId, String)> = Vec::new();
    let mut apart = Apart::default();
    for (i, kind) in game.kinds.iter().enumerate() {
        match xbetza(&kind.moves[0], &kind.name, &mut unsaid) {
            Some(moves) => pieces.push((KindId::from_index(i), moves)),
            None => apart.left_out.push(KindId::from_index(i)),
        }
    }
    let text = text(&game, pieces);
    unsaid.extend(lost(&game, read(&game.name, &text), &apart));
    Written { text, unsaid }
}

/// The text of a game with these pieces.
fn text(game: &Variant, mut pieces: Vec<(KindId, String)>) -> String {
    let board = &game.board;
    let mut text = format!("files={}\nranks={}\nsymmetry=none\n", board.files(), board.ranks());
    let start = fen::read(game, &game.start).ok();
    // Promotion is that of the first pieces.
    let promotion = promotion(game, &mut pieces, start.as_ref());
    let kind = |id: KindId| &game.kinds[id.index()];
    let royals = pieces.iter().zip(1..).filter(|((id, _), _)| kind(*id).royal);
    let royals: Vec<String> = royals.map(|(_, number): (_, u32)| number.to_string()).collect();
    if !royals.is_empty() {
        text.push_str(&format!("royal={}\n", royals.join(",")));
    }
    text.push_str(&promotion.lines);
    if game.hands.as_ref().is_some_and(|h| h.captures) {
        text.push_str("holdingsType=-1\n");
    }
    let names = |list: &[Square]| list.iter().map(|&s| board.name(s)).collect::<Vec<_>>().join(",");
    if !board.holes().is_empty() {
        text.push_str(&format!("hole::::{}\n", names(board.holes())));
    }
    let squares = |id: KindId, side: Side| -> Vec<Square> {
        let Some(start) = &start else { return Vec::new() };
        board.squares().filter(|&s| start.at(s).is_some_and(|m| m.kind == id && m.side == side)).collect()
    };
    for (id, moves) in &pieces {
        let (white, black) = (squares(*id, Side::White), squares(*id, Side::Black));
        let places = if black.is_empty() { names(&white) } else { format!("{},,{}", names(&white), names(&black)) };
        let in_hand = start.as_ref().and_then(|start| start.hands[Side::White.index()].get(id.index()).copied());
        let held = promotion.held.iter().find(|(kind, _)| kind == id).map(|(_, count)| *count);
        let held = held.or(in_hand.map(u32::from)).filter(|count| *count > 0);
        let held = held.map_or(String::new(), |count| format!(":{count}"));
        let Kind { name, id, .. } = kind(*id);
        text.push_str(&format!("{name}:{id}:{moves}:{}:{places}{held}\n", image_of(name)));
    }
    text
}

/// The lines about promotion, and what is held for it at the start.
#[derive(Default)]
struct Said {
    lines: String,
    held: Vec<(KindId, u32)>,
}

/// Puts the pieces in the order that their promotion asks for, and says it: each to one other, as in shogi, or the
/// first to any of a choice, as in chess.
fn promotion(game: &Variant, pieces: &mut [(KindId, String)], start: Option<&Setup>) -> Said {
    let of = |id: KindId| game.kinds[id.index()].promotion.as_ref();
    if let Some(pairs) = pairs(game, pieces) {
        let order: Vec<KindId> = pairs.iter().map(|(id, _)| *id).chain(pairs.iter().map(|(_, form)| *form)).collect();
        sorted::sort_by_key(pieces, |(id, _)| order.iter().position(|other| other == id).unwrap_or(order.len()));
        let depth = of(order[0]).map_or(0, |promotion| depth(game, promotion));
        let count = pairs.len();
        let lines = format!("promoZone={depth}\nmaxPromote={count}\npromoOffset={count}\n");
        return Said { lines, ..Said::default() };
    }
    let first = pieces.iter().position(|(id, _)| of(*id).is_some_and(|p| !p.from_zone_too));
    let Some((place, promotion)) = first.and_then(|place| Some((place, of(pieces[place].0)?))) else {
        return Said { lines: "maxPromote=0\n".to_owned(), ..Said::default() };
    };
    pieces[..=place].rotate_right(1);
    choice(game, pieces[0].0, promotion, start)
}

/// The kinds that promote each to a form of its own, with these; `None` if one promotes otherwise, or none does.
fn pairs(game: &Variant, pieces: &[(KindId, String)]) -> Option<Vec<(KindId, KindId)>> {
    let mut pairs: Vec<(KindId, KindId)> = Vec::new();
    for (id, _) in pieces {
        let Some(promotion) = game.kinds[id.index()].promotion.as_ref().filter(|p| !p.to[0].is_empty()) else {
            continue;
        };
        let [form] = promotion.to[0][..] else { return None };
        let is_plain = game.kinds[form.index()].promotion.is_none() && pieces.iter().any(|(other, _)| *other == form);
        if !promotion.from_zone_too || !is_plain || pairs.iter().any(|(_, other)| *other == form) {
            return None;
        }
        pairs.push((*id, form));
    }
    (!pairs.is_empty()).then_some(pairs)
}

/// The choice that a kind has: `!` is not on the last rank, a number only on so many last ranks, `*` only from what its
/// side has lost and what it holds.
fn choice(game: &Variant, id: KindId, promotion: &Promotion, start: Option<&Setup>) -> Said {
    let board = &game.board;
    let depth = depth(game, promotion);
    let mut said = Said::default();
    let mut to = String::new();
    // Who may choose itself need not promote.
    match &promotion.forced {
        Forced::No => to.push_str(&game.kinds[id.index()].id),
        Forced::OnRegion(region) if ranks_of(game, &region[0]) == Some(1) => {
            to.push('!');
            to.push_str(&game.kinds[id.index()].id);
        }
        _ => {}
    }
    let holds = game.hands.is_none();
    for &form in &promotion.to[0] {
        let count = |side: Side| {
            let is_one =
                |s: Square| start.and_then(|start| start.at(s)).is_some_and(|m| m.side == side && m.kind == form);
            board.squares().filter(|&s| is_one(s)).count() as u32
        };
        let limit = promotion.limits.iter().find(|(kind, _)| *kind == form).map(|(_, limit)| u32::from(*limit));
        let limit =
            limit.filter(|limit| holds && count(Side::White) == count(Side::Black) && *limit >= count(Side::White));
        if let Some(limit) = limit {
            to.push('*');
            said.held.push((form, limit - count(Side::White)));
        }
        to.push_str(&game.kinds[form.index()].id);
        let only =
            promotion.only.iter().find(|(kind, _)| *kind == form).and_then(|(_, region)| ranks_of(game, &region[0]));
        if let Some(ranks) = only.filter(|ranks| *ranks < depth) {
            to.push_str(&ranks.to_string());
        }
    }
    said.lines = format!("promoZone={depth}\npromoChoice={to}\n");
    if !said.held.is_empty() {
        said.lines.push_str("holdingsType=1\n");
    }
    said
}

/// The number of White's last ranks that make up a region, if some do.
fn ranks_of(game: &Variant, region: &Region) -> Option<usize> {
    let board = &game.board;
    let ranks = board.ranks() as i32;
    let is_last = |count: i32| board.squares().all(|s| region.contains(s) == (board.rank(s) >= ranks - count));
    (1..=ranks).find(|&count| is_last(count)).map(|count| count as usize)
}

/// The number of ranks of White's zone.
fn depth(game: &Variant, promotion: &Promotion) -> usize {
    let board = &game.board;
    let on_rank = |r: u8| board.squares().any(|s| board.rank(s) == i32::from(r) && promotion.zone[0].contains(s));
    (0..board.ranks() as u8).filter(|&r| on_rank(r)).count()
}
