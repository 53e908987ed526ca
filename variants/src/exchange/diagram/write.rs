//! Writes the text of an Interactive Diagram.

use super::read;
use crate::exchange::difference::Apart;
use crate::exchange::{Written, lost, sayable, xbetza};
use betza_game::fen;
use betza_game::variant::{Forced, Kind, KindId, Promotion, Variant};
use betza_ir::geometry::{Side, Square};

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
    // Promotion is that of the first pieces.
    let promotion = promotion(game, &mut pieces);
    let kind = |id: KindId| &game.kinds[id.index()];
    let royals = pieces.iter().zip(1..).filter(|((id, _), _)| kind(*id).royal);
    let royals: Vec<String> = royals.map(|(_, number): (_, u32)| number.to_string()).collect();
    if !royals.is_empty() {
        text.push_str(&format!("royal={}\n", royals.join(",")));
    }
    text.push_str(&promotion);
    if game.hands.as_ref().is_some_and(|h| h.captures) {
        text.push_str("holdingsType=1\n");
    }
    let names = |list: &[Square]| list.iter().map(|&s| board.name(s)).collect::<Vec<_>>().join(",");
    if !board.holes().is_empty() {
        text.push_str(&format!("hole::::{}\n", names(board.holes())));
    }
    let start = fen::read(game, &game.start).ok();
    let squares = |id: KindId, side: Side| -> Vec<Square> {
        let Some(start) = &start else { return Vec::new() };
        board.squares().filter(|&s| start.at(s).is_some_and(|m| m.kind == id && m.side == side)).collect()
    };
    for (id, moves) in &pieces {
        let (white, black) = (squares(*id, Side::White), squares(*id, Side::Black));
        let places = if black.is_empty() { names(&white) } else { format!("{},,{}", names(&white), names(&black)) };
        let Kind { name, id, .. } = kind(*id);
        text.push_str(&format!("{name}:{id}:{moves}:{}:{places}\n", name.to_lowercase()));
    }
    text
}

/// Puts the pieces in the order that their promotion asks for, and says it: each to one other, as in shogi, or the first to any of a
/// choice, as in chess.
fn promotion(game: &Variant, pieces: &mut [(KindId, String)]) -> String {
    let of = |id: KindId| game.kinds[id.index()].promotion.as_ref();
    let forms: Vec<(KindId, KindId)> =
        pieces.iter().filter_map(|(id, _)| Some((*id, of(*id)?.to[0].first().copied()?))).collect();
    let has_one = |(id, form): &(KindId, KindId)| {
        of(*id).is_some_and(|p| p.from_zone_too && p.to[0].len() == 1)
            && of(*form).is_none()
            && pieces.iter().any(|(other, _)| other == form)
    };
    let mut once: Vec<KindId> = forms.iter().map(|(_, form)| *form).collect();
    once.sort_unstable();
    once.dedup();
    if let [(first, _), ..] = forms[..]
        && once.len() == forms.len()
        && forms.iter().all(has_one)
    {
        let order: Vec<KindId> = forms.iter().map(|(id, _)| *id).chain(forms.iter().map(|(_, form)| *form)).collect();
        pieces.sort_by_key(|(id, _)| order.iter().position(|other| other == id).unwrap_or(order.len()));
        let depth = of(first).map_or(0, |promotion| depth(game, promotion));
        let count = forms.len();
        return format!("promoZone={depth}\nmaxPromote={count}\npromoOffset={count}\n");
    }
    let Some(place) = pieces.iter().position(|(id, _)| of(*id).is_some_and(|p| !p.from_zone_too)) else {
        return "maxPromote=0\n".to_owned();
    };
    pieces[..=place].rotate_right(1);
    let id = pieces[0].0;
    let Some(promotion) = of(id) else { return String::new() };
    let text_of = |id: KindId| game.kinds[id.index()].id.as_str();
    let mut to: String = promotion.to[0].iter().map(|&id| text_of(id)).collect();
    // Who may choose itself need not promote.
    if promotion.forced == Forced::No {
        to.push_str(text_of(id));
    }
    format!("promoZone={}\npromoChoice={to}\n", depth(game, promotion))
}

/// The number of ranks of White's zone.
fn depth(game: &Variant, promotion: &Promotion) -> usize {
    let board = &game.board;
    let on_rank = |r: u8| board.squares().any(|s| board.rank(s) == i32::from(r) && promotion.zone[0].contains(s));
    (0..board.ranks() as u8).filter(|&r| on_rank(r)).count()
}
