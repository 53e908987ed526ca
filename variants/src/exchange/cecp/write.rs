//! Writes XBoard's lines.

use super::{PICTURES, read};
use crate::exchange::difference::Apart;
use crate::exchange::{Written, lost, sayable, xbetza};
use betza_game::fen;
use betza_game::setup::Setup;
use betza_game::variant::{Kind, KindId, Variant};
use betza_ir::{Joint, Landing, Move, Piece};
use betza_notation::Dialect;

/// White's half of the table: each letter in the place of the piece that XBoard calls so, which gives the picture;
/// others where there is room.
fn table(variant: &Variant) -> String {
    let (kings, others): (Vec<_>, Vec<_>) = variant.kinds.iter().filter(|k| k.id.len() == 1).partition(|k| k.royal);
    let (known, others): (Vec<_>, Vec<_>) = others.iter().map(|k| k.id.as_str()).partition(|id| PICTURES.contains(id));
    let mut places: Vec<&str> =
        PICTURES.split_terminator("").skip(1).map(|l| if known.contains(&l) { l } else { "." }).collect();
    let mut others = others.into_iter();
    for place in places.iter_mut().skip(1).filter(|place| **place == ".").rev().take(others.len()) {
        *place = others.next_back().unwrap_or(".");
    }
    let mut table = places.concat().trim_end_matches('.').to_owned();
    table.extend(others.chain(kings.iter().map(|k| k.id.as_str())));
    table
}

/// Writes a game's lines.
#[must_use]
pub fn write(variant: &Variant) -> Written {
    let (mut game, mut unsaid) = sayable(variant);
    let mut apart = Apart::default();
    let mut lines = String::new();
    for (i, kind) in game.kinds.iter_mut().enumerate() {
        match piece_lines(kind, &mut unsaid) {
            Some(own) => lines.push_str(&own),
            None => apart.left_out.push(KindId::from_index(i)),
        }
    }
    let table = table(&game);
    let shogi = game.kinds.iter().any(|k| k.promotion.as_ref().is_some_and(|p| p.from_zone_too));
    let captures = game.hands.as_ref().is_some_and(|h| h.captures);
    let remembers = game.kinds.iter().any(|k| k.promotion.as_ref().is_some_and(|p| p.remembers));
    let parent = if shogi {
        "shogi"
    } else if captures && remembers {
        "crazyhouse"
    } else if game.hands.is_some() && !captures {
        // Its holdings are dropped, and none are taken into them on the board.
        "bughouse"
    } else {
        "fairy"
    };
    // XBoard's holdings have a row for each of so many pieces, from the first of the table on; the kings are its last.
    let can_be_held = |kind: &&Kind| !kind.royal && kind.id.len() == 1;
    let holdings = game.hands.as_ref().map_or(0, |_| game.kinds.iter().filter(can_be_held).count());
    let text =
        format!("setup ({table}{}) {}+{holdings}_{parent} {}\n{lines}", table.to_lowercase(), game.board, start(&game));
    unsaid.extend(lost(&game, read(&game.name, &text), &apart));
    Written { text, unsaid }
}

/// The start, without what XBoard's FENs have no field for, and with rights to castle only where kings castle by their
/// notation.
fn start(game: &Variant) -> String {
    let castles = game.kinds.iter().any(|kind| kind.moves.iter().any(|piece| !piece.castlings.is_empty()));
    let plain = Variant {
        castling: game.castling.clone().filter(|_| castles),
        gating: None,
        unmoved_field: false,
        ends: Vec::new(),
        ..game.clone()
    };
    let setup = fen::read(game, &game.start).map(|setup| Setup {
        castling: if castles { setup.castling } else { Vec::new() },
        gating: Vec::new(),
        moved: Vec::new(),
        checks_left: None,
        ..setup
    });
    setup.map_or_else(|_| game.start.clone(), |setup| fen::write(&plain, &setup))
}

/// The lines of a piece, which has its moves as they are written; `None`, with the reason, if they cannot be.
fn piece_lines(kind: &mut Kind, unsaid: &mut Vec<String>) -> Option<String> {
    if !matches!(kind.id.trim_start_matches('+').as_bytes(), [letter] if letter.is_ascii_uppercase()) {
        unsaid.push(format!("the piece {}: XBoard's pieces have single letters", kind.id));
        return None;
    }
    let is_same = kind.moves[0] == kind.moves[1];
    let [white, black] = &mut kind.moves;
    let first = lettered(white, &kind.name, unsaid)?;
    if is_same {
        black.clone_from(white);
        return Some(format!("piece {}& {first}\n", kind.id));
    }
    let second = lettered(black, &kind.name, unsaid)?;
    Some(format!("piece {} {first}\npiece {} {second}\n", kind.id, kind.id.to_lowercase()))
}

/// A notation without brackets, which XBoard does not know. The piece then has other moves that lead to the same
/// squares.
fn lettered(piece: &mut Piece, name: &str, unsaid: &mut Vec<String>) -> Option<String> {
    let text = xbetza(piece, name, unsaid)?;
    if !text.contains('[') {
        return Some(text);
    }
    let parted = parted(piece);
    let written = betza_notation::write(&parted, Dialect::Xbetza).ok().filter(|text| !text.contains('['));
    match written {
        Some(_) => *piece = parted,
        None => unsaid.push(format!("the moves of {name}: XBoard knows no brackets, as in {text}")),
    }
    written
}

/// The piece with moves of their own for all places where one may end on its way: the Griffon's step, and its way along
/// both legs.
fn parted(piece: &Piece) -> Piece {
    let parts = |m: &Move| {
        let links = &m.chain.links;
        let ends = links.iter().enumerate().filter_map(|(i, link)| Some((i, link.joint.stop?)));
        let part = |(last, landing): (usize, Landing)| {
            let mut part = m.clone();
            part.chain.links.truncate(last + 1);
            part.chain.links.iter_mut().for_each(|link| link.joint.stop = None);
            part.chain.links[last].joint = Joint::end(landing);
            part
        };
        ends.map(part).collect::<Vec<Move>>()
    };
    Piece { moves: piece.moves.iter().flat_map(parts).collect(), ..piece.clone() }
}
