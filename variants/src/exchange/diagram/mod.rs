//! The text of an Interactive Diagram (chessvariants.com): settings `files=10` and pieces `Name:id:XBetza:image:squares`.
//!
//! Read are `files`, `ranks`, `promoZone`, `promoChoice`, `maxPromote`, `promoOffset`, `royal` (a line for each), `symmetry` (`mirror`,
//! `rotate`, `none` with Black's squares after `,,`) and `holdingsType=1`; settings of the picture are noted, rules that are not read are told
//! or, where they change the moves, refused. An id that is left out is the name's first letter that is free; moves that are left out are those
//! that players know by the name. Squares are counted from rank 1, or from 0 if `firstRank=0` stands there and a square of rank 0 is named.

mod write;

use super::{Definition, Draft, Problems, load};
use crate::game::Loaded;
use crate::problem::{ProblemCode, Report};
use betza_ir::geometry::{Board, MAX_SIDE, Side, Square};
use betza_notation::names::{self, Named};
use betza_notation::{Dialect, Severity};
use std::ops::Range;
pub use write::write;

/// Settings that this reader takes in.
pub(super) const READ: [&str; 10] = [
    "files",
    "ranks",
    "promoZone",
    "promoChoice",
    "maxPromote",
    "promoOffset",
    "royal",
    "symmetry",
    "holdingsType",
    "firstRank",
];

/// Settings that change which moves there are, in ways that are not read: played without them it would be another game.
const UNREAD_MOVES: [(&str, &str); 2] = [
    ("morph", "what a piece becomes on each square"),
    ("captureMatrix", "what each piece may capture, and what comes of it"),
];

/// Settings that are rules, too, but leave the moves of the start as they are.
const UNREAD_RULES: [(&str, &str); 1] =
    [("shuffle", "the start is drawn by lot, and the game has only the one that is shown")];

/// Settings of the picture and of the program that shows it.
const PICTURE: [&str; 13] = [
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

/// What stands in a line besides the tags and ends of comments at its ends, and how many bytes stand before it.
fn without_tags(line: &str) -> (&str, usize) {
    let mut rest = line.trim_end();
    let all = line.len();
    loop {
        let inside = rest.trim_start();
        let tag = inside.strip_prefix("-->").or_else(|| inside.strip_prefix("<!--"));
        let tag = tag.or_else(|| inside.strip_prefix('<').and_then(|tag| tag.split_once('>')).map(|(_, after)| after));
        match tag {
            Some(after) => rest = after,
            None => {
                rest = inside;
                break;
            }
        }
    }
    let before = all - (line.len() - line.trim_end().len()) - rest.len();
    loop {
        rest = rest.trim_end();
        let tag = rest.strip_suffix("-->").or_else(|| rest.strip_suffix("<!--"));
        match tag.or_else(|| rest.strip_suffix('>').and_then(|tag| tag.rsplit_once('<')).map(|(text, _)| text)) {
            Some(text) => rest = text,
            None => return (rest, before),
        }
    }
}

struct Row<'a> {
    parts: Vec<&'a str>,
    span: Range<usize>,
}

impl Row<'_> {
    /// The place of a part in the text.
    fn place(&self, part: usize) -> Range<usize> {
        let start = self.span.start + self.parts[..part].iter().map(|p| p.len() + 1).sum::<usize>();
        start..start + self.parts[part].len()
    }
}

/// Reads the text. `name` names the game.
///
/// # Errors
/// All that is wrong, and the warnings.
pub fn read(name: &str, text: &str) -> Result<Loaded, Report> {
    let mut problems = Problems::new(name, text);
    let (settings, rows) = split(text, &mut problems);
    let number = |key: &str, default: u32| {
        let found = settings.iter().rev().find(|(k, ..)| *k == key);
        found
            .map_or(Some(default), |(_, value, _)| value.parse().ok())
            .ok_or_else(|| found.map_or(0..0, |f| f.2.clone()))
    };
    let numbers =
        [("files", 8), ("ranks", 8), ("promoZone", 1), ("maxPromote", 1), ("promoOffset", 0)].map(|(key, default)| {
            number(key, default).unwrap_or_else(|span| {
                problems.error(ProblemCode::BadValue, span, format!("{key} is a number"), "write it with digits");
                default
            })
        });
    let [files, ranks, zone, most, offset] = numbers;
    tell_unread(&settings, &mut problems);
    let text_of =
        |key: &str| settings.iter().rev().find(|(k, ..)| *k == key).map(|(_, value, span)| (*value, span.clone()));
    let Ok(board) = Board::new(files, ranks) else {
        problems.error(
            ProblemCode::BadValue,
            0..0,
            format!("a board of {files}x{ranks} is too large"),
            &format!("use up to {MAX_SIDE}x{MAX_SIDE}"),
        );
        return Err(problems.report());
    };
    let mut pieces: Vec<Definition> = Vec::new();
    let mut men: Vec<Option<(Side, usize)>> = vec![None; board.area()];
    let symmetry = text_of("symmetry").unwrap_or(("mirror", 0..0));
    if !["mirror", "rotate", "none"].contains(&symmetry.0) {
        let message = format!("'{}' is no symmetry that is known here", symmetry.0);
        problems.error(ProblemCode::BadValue, symmetry.1, message, "write mirror, rotate or none");
    }
    let from_zero = counts_from_zero(&rows, text_of("firstRank"), &mut problems);
    let mut holes: Vec<Square> = Vec::new();
    for row in &rows {
        let [title, id, moves, _, squares, ..] = row.parts[..] else { continue };
        let (title, id, moves) = (title.trim(), id.trim(), moves.trim());
        if title.eq_ignore_ascii_case("hole") {
            // The squares that the board lacks are listed as those of a piece of this name.
            holes.extend(listed(&board, row, squares, from_zero, &mut problems));
            continue;
        }
        let id = if id.is_empty() { free_letter(title, &pieces) } else { id.to_uppercase() };
        if id.is_empty() {
            let message = "the piece has neither an id nor a name, and no letter is free";
            problems.error(ProblemCode::MissingKey, row.place(1), message, "write an id after its name");
            continue;
        }
        let place = row.place(2);
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
        for (side, list) in [(Side::White, white), (Side::Black, black)] {
            for square in listed(&board, row, list, from_zero, &mut problems) {
                men[square.index()] = Some((side, index));
                let (file, rank) = (board.file(square), board.rank(square));
                let opposite = match symmetry.0 {
                    "mirror" => board.at(file, board.ranks() as i32 - 1 - rank),
                    "rotate" => Some(board.turned(square)),
                    _ => None,
                };
                if let Some(other) = opposite.filter(|_| side == Side::White) {
                    men[other.index()] = Some((Side::Black, index));
                }
            }
        }
        if let Some(count) = row.parts.get(5).map(|p| p.trim()).filter(|count| !["", "0"].contains(count)) {
            let message = format!(
                "'{count}' after the squares, how many of {title} are held at the start, is a rule that is not read here"
            );
            problems.add(
                Severity::Warning,
                ProblemCode::Unsupported,
                row.place(5),
                message,
                "write the game in the native format, whose starts have hands",
            );
        }
    }
    if pieces.is_empty() {
        problems.error(ProblemCode::MissingKey, 0..0, "there are no pieces", "add lines as Knight:N:N:knight:b1,g1");
        return Err(problems.report());
    }
    let royals: Vec<_> = settings.iter().filter(|(key, ..)| *key == "royal").collect();
    royal(&mut pieces, &royals, &mut problems);
    let choice = text_of("promoChoice").map(|(value, span)| chosen(value, &span, &pieces, &mut problems));
    let hands = match text_of("holdingsType") {
        None | Some(("0" | "", _)) => false,
        Some(("1", _)) => true,
        Some((value, span)) => {
            let message = format!(
                "which pieces come to the hand where holdingsType is '{value}' is a rule that is not read here"
            );
            problems.error(
                ProblemCode::Unsupported,
                span,
                message,
                "write 1 if captured pieces come to the captor's hand, or the game in the native format",
            );
            false
        }
    };
    let others =
        |p: &Definition| pieces.iter().filter(|o| !o.royal && o.id != p.id).map(|o| o.id.clone()).collect::<Vec<_>>();
    let shogi = offset > 0;
    let promotes = |(i, p): (usize, &Definition)| {
        let to = match (shogi, &choice) {
            (true, _) => pieces.get(i + offset as usize).map(|o| vec![o.id.clone()]).unwrap_or_default(),
            (_, Some(ids)) => ids.clone(),
            (_, None) => others(p),
        };
        (p.id.clone(), to)
    };
    let promoting = pieces.iter().enumerate().take(most as usize).map(promotes).collect();
    let draft = Draft {
        files,
        ranks,
        start: start(&board, &men, &pieces, &holes),
        holes: holes.iter().map(|&s| board.name(s)).collect(),
        promoting,
        zone,
        shogi,
        hands,
        remembers: false,
        pieces,
    };
    load(name, &draft, problems)
}

/// A setting: its key, its value, and its line's place.
type Setting<'a> = (&'a str, &'a str, Range<usize>);

/// The settings and the pieces of a text.
fn split<'a>(text: &'a str, problems: &mut Problems) -> (Vec<Setting<'a>>, Vec<Row<'a>>) {
    let (mut settings, mut rows) = (Vec::new(), Vec::new());
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let line_at = at;
        at += line.len();
        let (line, before) = without_tags(line);
        let start = line_at + before;
        let span = start..start + line.len();
        match (line.split_once('='), line.contains(':')) {
            _ if line.is_empty() || line.starts_with("//") => {}
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
    (settings, rows)
}

/// Tells of settings that are not read: rules each by itself, those of the picture together.
fn tell_unread(settings: &[Setting<'_>], problems: &mut Problems) {
    let mut pictures: Vec<(&str, Range<usize>)> = Vec::new();
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
            _ if PICTURE.contains(key) => pictures.push((key, span.clone())),
            _ => problems.note(span.clone(), format!("'{key}' is not known here; if it is a rule, it is not kept")),
        }
    }
    if let [(first, span), more @ ..] = &pictures[..] {
        let more: String = more.iter().map(|(key, _)| format!(", '{key}'")).collect();
        let verb = if more.is_empty() { "is" } else { "are" };
        problems.note(span.clone(), format!("'{first}'{more} {verb} about the picture"));
    }
}

/// Whether squares are named from rank 0: the text says `firstRank=0` and names a square that there is only so. With `firstRank` alone
/// they may be meant either way, and are taken to begin at 1, with a warning.
fn counts_from_zero(rows: &[Row<'_>], said: Option<(&str, Range<usize>)>, problems: &mut Problems) -> bool {
    let Some((value, span)) = said.filter(|(value, _)| *value != "1") else { return false };
    let has_rank = |word: &str, rank: &str| {
        word.split('-').any(|square| square.trim_start_matches(|c: char| c.is_ascii_alphabetic()) == rank)
    };
    let words = rows.iter().filter_map(|row| row.parts.get(4)).flat_map(|squares| squares.split([',', ' ']));
    let from_zero = value == "0" && words.into_iter().any(|word| has_rank(word, "0"));
    if !from_zero {
        problems
            .note(span, "'firstRank' is taken for a matter of the picture: the squares of pieces are read from rank 1");
    }
    from_zero
}

/// The squares of a row's list, such as `a1,h1` or `a2-h2`.
fn listed(board: &Board, row: &Row<'_>, list: &str, from_zero: bool, problems: &mut Problems) -> Vec<Square> {
    let mut squares = Vec::new();
    for word in list.split([',', ' ']).filter(|w| !w.is_empty()) {
        let named = if from_zero { a_rank_up(word) } else { word.to_owned() };
        match crate::region::read(board, &named) {
            Ok(region) => squares.extend(board.squares().filter(|s| region.contains(*s))),
            Err(_) => problems.error(
                ProblemCode::BadValue,
                row.place(4),
                format!("'{word}' is no square of this {board} board"),
                "write squares and rows of them, as in a1,h1 or a2-h2",
            ),
        }
    }
    squares
}

/// Squares whose ranks are counted from 0, counted from 1: `a0-c2` is `a1-c3`.
fn a_rank_up(word: &str) -> String {
    let up = |square: &str| {
        let digits = square.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let file = &square[..square.len() - digits.len()];
        digits.parse::<u32>().map_or_else(|_| square.to_owned(), |rank| format!("{file}{}", rank.saturating_add(1)))
    };
    word.split('-').map(up).collect::<Vec<_>>().join("-")
}

/// The ids that `promoChoice` strings together, the longest that fits first. Signs between them are conditions that are not read.
fn chosen(value: &str, span: &Range<usize>, pieces: &[Definition], problems: &mut Problems) -> Vec<String> {
    let value_at = span.end - value.len();
    let (upper, mut at, mut ids, mut signs) = (value.to_ascii_uppercase(), 0, Vec::new(), Vec::new());
    while let Some(first) = upper[at..].chars().next() {
        let fits = pieces.iter().filter(|p| upper[at..].starts_with(&p.id)).max_by_key(|p| p.id.len());
        let length = fits.map_or(first.len_utf8(), |piece| piece.id.len());
        let place = value_at + at..value_at + at + length;
        match fits {
            Some(piece) if ids.contains(&piece.id) => {}
            Some(piece) => ids.push(piece.id.clone()),
            None if first == ',' || first == ' ' => {}
            None if first.is_alphabetic() => problems.error(
                ProblemCode::UnknownPiece,
                place,
                format!("there is no piece '{first}' to promote to"),
                "write the ids of pieces that the text defines, one after another",
            ),
            None => signs.push((first, place)),
        }
        at += length;
    }
    if let Some((_, place)) = signs.first() {
        let mut all: Vec<char> = signs.iter().map(|(sign, _)| *sign).collect();
        all.sort_unstable();
        all.dedup();
        let said: Vec<String> = all.iter().map(|sign| format!("'{sign}'")).collect();
        let (said, verb) = (said.join(", "), if all.len() == 1 { "is a condition" } else { "are conditions" });
        problems.add(
            Severity::Warning,
            ProblemCode::Unsupported,
            place.clone(),
            format!("{said} in promoChoice {verb} of promotion not read here: the pieces may be chosen always"),
            "write the game in the native format, which has 'limits' and 'from_captured'",
        );
    }
    ids
}

/// `royal=8`: the number of a piece, from 1, or its id; the last piece, if nothing is said.
fn royal(pieces: &mut [Definition], said: &[&(&str, &str, Range<usize>)], problems: &mut Problems) {
    if said.is_empty() {
        if let Some(king) = pieces.iter_mut().find(|p| p.name.eq_ignore_ascii_case("king")) {
            king.royal = true;
        } else if let Some(last) = pieces.last_mut() {
            last.royal = true;
        }
    }
    for (word, span) in said.iter().flat_map(|(_, value, span)| value.split(',').map(move |word| (word.trim(), span))) {
        let index = word
            .parse::<usize>()
            .ok()
            .and_then(|n| n.checked_sub(1))
            .or_else(|| pieces.iter().position(|p| p.id == word.to_uppercase()));
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
