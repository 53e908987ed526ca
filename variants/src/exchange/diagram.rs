//! The text of an Interactive Diagram (chessvariants.com): settings `files=10` and pieces `Name:id:XBetza:image:squares`.
//!
//! Read are `files`, `ranks`, `promoZone`, `promoChoice`, `maxPromote`, `promoOffset`, `royal`, `symmetry` (`mirror`, `rotate`, `none` with Black's
//! squares after `,,`) and `holdingsType`; settings of the picture are noted, rules that are not read are told or, where they change the moves,
//! refused. An id that is left out is the name's first letter that is free; moves that are left out are those that players know by the name.

use super::{Definition, Draft, Problems, Written, load, unsaid_rules, xbetza};
use crate::game::Loaded;
use crate::problem::{ProblemCode, Report};
use betza_game::fen;
use betza_game::variant::{KindId, Variant};
use betza_ir::geometry::{Board, Side, Square};
use betza_notation::names::{self, Named};
use betza_notation::{Dialect, Severity};
use std::ops::Range;

/// Settings that this reader takes in.
pub(super) const READ: [&str; 9] =
    ["files", "ranks", "promoZone", "promoChoice", "maxPromote", "promoOffset", "royal", "symmetry", "holdingsType"];

/// Settings that change which moves there are, in ways that are not read: played without them it would be another game.
const UNREAD_MOVES: [(&str, &str); 2] = [
    ("morph", "what a piece becomes on each square"),
    ("captureMatrix", "what each piece may capture, and what comes of it"),
];

/// Settings that are rules, too, but leave the moves of the start as they are.
const UNREAD_RULES: [(&str, &str); 1] =
    [("shuffle", "the start is drawn by lot, and the game has only the one that is shown")];

/// Settings of the picture and of the program that shows it.
const PICTURE: [&str; 14] = [
    "graphicsDir",
    "graphicsType",
    "squareSize",
    "lightShade",
    "darkShade",
    "rimColor",
    "coordColor",
    "startShade",
    "whitePrefix",
    "blackPrefix",
    "satellite",
    "firstRank",
    "useMarkers",
    "newClick",
];

/// The moves of a piece that is left without, by its name: those that players know by it, in `xbetza`. Pawns and kings have
/// their first moves.
fn known(name: &str) -> Option<String> {
    match name.to_lowercase().as_str() {
        "pawn" => return Some("fmWfceFifmnD".to_owned()),
        "king" => return Some("KisO2".to_owned()),
        _ => {}
    }
    let Named(_, _, dialect, text) = names::find(name)?;
    let piece = betza_notation::read(text, dialect).ok()?.piece;
    betza_notation::translate(&piece, Dialect::Xbetza).ok()
}

struct Row<'a> {
    parts: Vec<&'a str>,
    span: Range<usize>,
}

/// Reads the text. `name` names the game.
///
/// # Errors
/// All that is wrong, and the warnings.
pub fn read(name: &str, text: &str) -> Result<Loaded, Report> {
    let mut problems = Problems::new(name, text);
    let mut settings: Vec<(&str, &str, Range<usize>)> = Vec::new();
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at + (line.len() - line.trim_start().len());
        at += line.len();
        let line = line.trim();
        let span = start..start + line.len();
        match (line.split_once('='), line.contains(':')) {
            _ if line.is_empty() || line.starts_with("//") => {}
            // The element around the text, and comments.
            _ if line.starts_with('<') || line.starts_with("-->") => {}
            (_, true) if line.split(':').count() >= 5 => rows.push(Row { parts: line.split(':').collect(), span }),
            (Some((key, value)), _) => settings.push((key.trim(), value.trim(), span)),
            _ => problems.error(
                ProblemCode::Syntax,
                span,
                "this is neither a setting nor a piece",
                "write key=value or Name:id:XBetza:image:squares, one a line",
            ),
        }
    }
    let number = |key: &str, default: u32| {
        let found = settings.iter().rev().find(|(k, ..)| *k == key);
        found
            .map_or(Some(default), |(_, value, _)| value.parse().ok())
            .ok_or_else(|| found.map_or(0..0, |f| f.2.clone()))
    };
    let mut numbers =
        [("files", 8), ("ranks", 8), ("promoZone", 1), ("maxPromote", 1), ("promoOffset", 0), ("holdingsType", 0)].map(
            |(key, default)| match number(key, default) {
                Ok(n) => n,
                Err(span) => {
                    problems.error(ProblemCode::BadValue, span, format!("{key} is a number"), "write it with digits");
                    default
                }
            },
        );
    let [files, ranks, zone, most, offset, holdings] = &mut numbers;
    for (key, value, span) in settings.iter().filter(|(key, ..)| !READ.contains(key)) {
        let listed = |list: &[(&str, &'static str)]| list.iter().find(|(known, _)| known == key).map(|(_, what)| *what);
        let is_off = value.is_empty() || *value == "0";
        match (listed(&UNREAD_MOVES), listed(&UNREAD_RULES)) {
            (Some(_), _) | (_, Some(_)) if is_off => {}
            (Some(what), _) => problems.error(
                ProblemCode::Unsupported,
                span.clone(),
                format!("'{key}' is a rule that is not read here: {what}"),
                "leave it out if the game may be read without it, or write the game in the native format",
            ),
            (_, Some(what)) => problems.add(
                Severity::Warning,
                ProblemCode::Unsupported,
                span.clone(),
                format!("'{key}' is a rule that is not read here: {what}"),
                "write the game in the native format, which has more words for rules",
            ),
            _ if PICTURE.contains(key) => problems.note(span.clone(), format!("'{key}' is about the picture")),
            _ => problems.note(span.clone(), format!("'{key}' is not known here; if it is a rule, it is not kept")),
        }
    }
    let text_of =
        |key: &str| settings.iter().rev().find(|(k, ..)| *k == key).map(|(_, value, span)| (*value, span.clone()));
    let Ok(board) = Board::new(*files, *ranks) else {
        problems.error(
            ProblemCode::BadValue,
            0..0,
            format!("a board of {files}x{ranks} is too large"),
            "use up to 16x16",
        );
        return Err(problems.report());
    };
    let mut pieces: Vec<Definition> = Vec::new();
    let mut men: Vec<Option<(Side, usize)>> = vec![None; board.area()];
    let symmetry = text_of("symmetry").map_or("mirror", |(value, _)| value);
    let mut holes: Vec<Square> = Vec::new();
    for row in &rows {
        let [title, id, moves, _, squares, ..] = row.parts[..] else { continue };
        let (title, id, moves) = (title.trim(), id.trim(), moves.trim());
        if title.eq_ignore_ascii_case("hole") {
            // The squares that the board lacks are listed as those of a piece of this name.
            let words = squares.split([',', ' ']).filter(|w| !w.is_empty());
            for region in words.filter_map(|word| crate::region::read(&board, word).ok()) {
                holes.extend(board.squares().filter(|s| region.contains(*s)));
            }
            continue;
        }
        let id = if id.is_empty() { free_letter(title, &pieces) } else { id.to_uppercase() };
        let offset = row.span.start + row.parts[..2].iter().map(|p| p.len() + 1).sum::<usize>();
        let place = offset..offset + row.parts[2].len();
        let notation = if moves.is_empty() { known(title) } else { Some(moves.to_owned()) };
        let Some(notation) = notation else {
            problems.error(
                ProblemCode::MissingKey,
                place,
                format!("{title} has no moves, and no piece that is known here has this name"),
                "write them in XBetza after the id",
            );
            continue;
        };
        let own = (notation, place);
        let index = pieces.len();
        pieces.push(Definition { id, name: title.to_owned(), notation: [own.clone(), own], royal: false });
        let (white, black) = squares.split_once(",,").unwrap_or((squares, ""));
        let at = row.span.start + row.parts[..4].iter().map(|p| p.len() + 1).sum::<usize>();
        for (side, list) in [(Side::White, white), (Side::Black, black)] {
            for word in list.split([',', ' ']).filter(|w| !w.is_empty()) {
                let Ok(region) = crate::region::read(&board, word) else {
                    problems.error(
                        ProblemCode::BadValue,
                        at..at + squares.len(),
                        format!("'{word}' is no square of this {board} board"),
                        "write squares and rows of them, as in a1,h1 or a2-h2",
                    );
                    continue;
                };
                for square in board.squares().filter(|s| region.contains(*s)) {
                    men[square.index()] = Some((side, index));
                    let (file, rank) = (board.file(square), board.rank(square));
                    let opposite = match symmetry {
                        "mirror" => board.at(file, board.ranks() as i32 - 1 - rank),
                        "rotate" => Some(board.turned(square)),
                        _ => None,
                    };
                    if let Some(other) = opposite.filter(|_| side == Side::White) {
                        men[other.index()] = Some((Side::Black, index));
                    }
                }
            }
        }
    }
    if pieces.is_empty() {
        problems.error(ProblemCode::MissingKey, 0..0, "there are no pieces", "add lines as Knight:N:N:knight:b1,g1");
        return Err(problems.report());
    }
    royal(&mut pieces, text_of("royal"), &mut problems);
    let choice = text_of("promoChoice")
        .map(|(value, _)| value.chars().map(|c| c.to_uppercase().collect()).collect::<Vec<String>>());
    let others =
        |p: &Definition| pieces.iter().filter(|o| !o.royal && o.id != p.id).map(|o| o.id.clone()).collect::<Vec<_>>();
    let shogi = *offset > 0;
    let promotes = |(i, p): (usize, &Definition)| {
        let to = match (shogi, &choice) {
            (true, _) => pieces.get(i + *offset as usize).map(|o| vec![o.id.clone()]).unwrap_or_default(),
            (_, Some(ids)) => ids.iter().filter(|id| pieces.iter().any(|o| o.id == **id)).cloned().collect(),
            (_, None) => others(p),
        };
        (p.id.clone(), to)
    };
    let promoting = pieces.iter().enumerate().take(*most as usize).map(promotes).collect();
    let draft = Draft {
        files: *files,
        ranks: *ranks,
        start: start(&board, &men, &pieces, &holes),
        holes: holes.iter().map(|&s| board.name(s)).collect(),
        promoting,
        zone: *zone,
        shogi,
        hands: *holdings != 0,
        pieces,
    };
    load(name, &draft, problems)
}

/// `royal=8`: the number of a piece, from 1, or its id; the last piece, if nothing is said.
fn royal(pieces: &mut [Definition], said: Option<(&str, Range<usize>)>, problems: &mut Problems) {
    let Some((value, span)) = said else {
        if let Some(king) = pieces.iter_mut().find(|p| p.name.eq_ignore_ascii_case("king")) {
            king.royal = true;
        } else if let Some(last) = pieces.last_mut() {
            last.royal = true;
        }
        return;
    };
    for word in value.split(',').map(str::trim) {
        let index = word
            .parse::<usize>()
            .ok()
            .and_then(|n| n.checked_sub(1))
            .or_else(|| pieces.iter().position(|p| p.id == word));
        match index.and_then(|i| pieces.get_mut(i)) {
            Some(piece) => piece.royal = true,
            None => problems.error(
                ProblemCode::UnknownPiece,
                span.clone(),
                format!("there is no piece '{word}'"),
                "number the pieces from 1",
            ),
        }
    }
}

fn free_letter(title: &str, pieces: &[Definition]) -> String {
    let letters = title.chars().filter(char::is_ascii_alphabetic).chain('A'..='Z');
    let free = letters.map(|c| c.to_ascii_uppercase().to_string()).find(|id| pieces.iter().all(|p| p.id != *id));
    free.unwrap_or_else(|| title.to_uppercase())
}

/// The start, with rights for the corner pieces of kings that castle by their notation.
fn start(board: &Board, men: &[Option<(Side, usize)>], pieces: &[Definition], holes: &[Square]) -> String {
    let mut rows = Vec::new();
    for rank in (0..board.ranks()).rev() {
        let (mut row, mut empty) = (String::new(), 0);
        for file in 0..board.files() {
            let square = Square::from_index(rank * board.files() + file);
            let man = men[square.index()];
            if man.is_none() && !holes.contains(&square) {
                empty += 1;
                continue;
            }
            if empty > 0 {
                row.push_str(&empty.to_string());
                empty = 0;
            }
            let Some((side, index)) = man else {
                row.push('*');
                continue;
            };
            let id = &pieces[index].id;
            let text = if side == Side::White { id.clone() } else { id.to_lowercase() };
            let plain = text.chars().filter(|c| c.is_alphabetic()).count() == 1;
            row.push_str(&if plain { text } else { format!("({text})") });
        }
        if empty > 0 {
            row.push_str(&empty.to_string());
        }
        rows.push(row);
    }
    format!("{} w {} - 0 1", rows.join("/"), rights(board, men, pieces))
}

/// The rights to castle of a start: of each royal piece whose notation castles, with a piece of its side where the partner
/// must stand, that is on the edge of its rank, or as many squares in from it as the notation says.
fn rights(board: &Board, men: &[Option<(Side, usize)>], pieces: &[Definition]) -> String {
    let mut rights = String::new();
    for side in Side::BOTH {
        let king = board.squares().find_map(|square| {
            let (owner, index) = men[square.index()]?;
            let piece = betza_notation::read(&pieces[index].notation[0].0, Dialect::Xbetza).ok()?.piece;
            let castles = owner == side && pieces[index].royal && !piece.castlings.is_empty();
            castles.then_some((square, piece.castlings))
        });
        let Some((king, castlings)) = king else { continue };
        let partner = |file: i32| {
            let square = board.at(file, board.rank(king)).filter(|s| *s != king);
            square.and_then(|s| men[s.index()]).is_some_and(|(owner, _)| owner == side)
        };
        let last = board.files() as i32 - 1;
        let to_right = castlings.iter().any(|c| c.right && partner(last - i32::from(c.inset)));
        let to_left = castlings.iter().any(|c| c.left && partner(i32::from(c.inset)));
        let letters = if side == Side::White { ['K', 'Q'] } else { ['k', 'q'] };
        rights.extend([to_right, to_left].into_iter().zip(letters).filter(|(has, _)| *has).map(|(_, letter)| letter));
    }
    if rights.is_empty() { "-".to_owned() } else { rights }
}

/// Writes a game's text.
#[must_use]
pub fn write(variant: &Variant) -> Written {
    let mut unsaid = unsaid_rules(variant);
    let board = &variant.board;
    let mut text = format!("files={}\nranks={}\n", board.files(), board.ranks());
    let start = fen::read(variant, &variant.start).ok();
    let squares = |kind: KindId, side: Side| -> Vec<Square> {
        let Some(start) = &start else { return Vec::new() };
        board.squares().filter(|&s| start.at(s).is_some_and(|m| m.kind == kind && m.side == side)).collect()
    };
    let names = |list: &[Square]| list.iter().map(|&s| board.name(s)).collect::<Vec<_>>().join(",");
    text.push_str("symmetry=none\n");
    let royals: Vec<String> =
        variant.kinds.iter().enumerate().filter(|(_, k)| k.royal).map(|(i, _)| (i + 1).to_string()).collect();
    if !royals.is_empty() {
        text.push_str(&format!("royal={}\n", royals.join(",")));
    }
    let first = variant.kinds.first().and_then(|k| k.promotion.as_ref());
    if let Some(promotion) = first.filter(|p| !p.from_zone_too) {
        let depth = (0..board.ranks())
            .filter(|&r| board.at(0, r as i32).is_some_and(|s| promotion.zone[0].contains(s)))
            .count();
        let to: String = promotion.to[0].iter().map(|k| variant.kinds[k.index()].id.as_str()).collect();
        text.push_str(&format!("promoZone={depth}\npromoChoice={to}\n"));
    }
    if variant.kinds.iter().skip(1).any(|k| k.promotion.is_some()) || first.is_some_and(|p| p.from_zone_too) {
        unsaid.push("promotion of other pieces than the first".to_owned());
    }
    if first.is_none() {
        text.push_str("maxPromote=0\n");
    }
    if variant.hands.as_ref().is_some_and(|h| h.captures) {
        text.push_str("holdingsType=1\n");
    }
    for (i, kind) in variant.kinds.iter().enumerate() {
        if kind.moves[0] != kind.moves[1] {
            unsaid.push(format!("that {} moves otherwise for Black", kind.name));
        }
        let Some(moves) = xbetza(&kind.moves[0], &kind.name, &mut unsaid) else { continue };
        let (white, black) = (squares(KindId(i as u8), Side::White), squares(KindId(i as u8), Side::Black));
        let places = if black.is_empty() { names(&white) } else { format!("{},,{}", names(&white), names(&black)) };
        text.push_str(&format!("{}:{}:{moves}:{}:{places}\n", kind.name, kind.id, kind.name.to_lowercase()));
    }
    Written { text, unsaid }
}
