//! XBoard's lines for games that an engine defines (CECP version 2): `setup (PNBRQKpnbrqk) 8x8+0_fairy FEN`, and for
//! each piece `piece P& fmWfceFifmnD`, a capital for White, a small letter for Black, `&` for both; `choice QRBN` names
//! what pawns promote to.
//!
//! The last letter of each half of the table is the king, the first is the pawn; without a table the letters are
//! XBoard's own. A piece without a line moves as XBoard's piece in its place. Promotion and holdings are those of the
//! parent (parents.rs). A king whose line does not castle castles as in XBoard where the start has rights to.

mod parents;
mod setup;
mod write;

use self::parents::{FERZ, Holdings, Moves, PARENTS, PRINCE, Parent, Promotes, SHOGI, parent};
use self::setup::Setup;
use super::draft::{Choice, Definition, Draft, Problems};
use crate::game::Loaded;
use crate::problem::{ProblemCode, Report, nearest};
use crate::writer::quoted;
use betza_game::KIND_LIMIT;
use betza_ir::geometry::Board;
use betza_ir::sorted;
use betza_notation::{Dialect, Severity};
use std::ops::Range;
pub use write::write;

/// XBoard's pieces in the order of its tables, by their usual letters. The king follows.
const PICTURES: &str = "PNBRQFEACWMOHIJGDVLSU";

/// Whether a line is a setup line, also one in a debug file.
pub(super) fn is_setup(line: &str) -> bool {
    let (line, _) = command(line);
    let rest = line.strip_prefix("setup").filter(|rest| rest.starts_with([' ', '\t'])).map(str::trim_start);
    rest.is_some_and(|rest| rest.contains('/') || rest.starts_with('(') && rest.contains(')'))
}

/// The command of a line, and how many bytes stand before it: a debug file has the time and the sender there,
/// `1234 <first : setup`.
fn command(line: &str) -> (&str, usize) {
    let sent = ["<first", "<second"].into_iter().find_map(|sender| {
        let (before, after) = line.split_once(sender)?;
        let after = after.trim_start().strip_prefix(':')?;
        before.trim().bytes().all(|c| c.is_ascii_digit()).then_some(after)
    });
    let command = sent.unwrap_or(line);
    let trimmed = command.trim_start();
    (trimmed.trim_end(), line.len() - trimmed.len())
}

/// What the lines say.
struct Lines {
    setup: Option<(Setup, Range<usize>)>,
    pieces: Vec<Definition>,
    /// The letters that pawns promote to, with their place.
    choice: Option<(String, Range<usize>)>,
}

/// Reads the lines. `name` names the game. Lines of other commands are noted and left out.
///
/// # Errors
/// All that is wrong, and the warnings.
pub fn read(name: &str, text: &str) -> Result<Loaded, Report> {
    let mut problems = Problems::new(name, text);
    let lines = lines(text, &mut problems);
    let Some((setup, place)) = lines.setup else {
        let remedy = "add one, as in: setup (PNKpnk) 8x8+0_fairy FEN";
        problems.error(ProblemCode::MissingKey, 0..0, "there is no setup line", remedy);
        return Err(problems.report());
    };
    if Board::new(setup.files, setup.ranks).is_err() {
        let message = format!("a board of {}x{} is too large or too small", setup.files, setup.ranks);
        problems.error(ProblemCode::BadValue, place, message, "use up to 36x36");
        return Err(problems.report());
    }
    let known = parent(&setup.parent);
    let own = known.unwrap_or(&PARENTS[0]);
    tell_unread(&setup, known, place.clone(), &mut problems);
    let king = king(&setup, own);
    let mut pieces = without_room(lines.pieces, &setup, &mut problems);
    keep_own(&mut pieces, &setup, known, king.as_deref(), (&place, &mut problems));
    let letters = setup.letters();
    for piece in &mut pieces {
        piece.royal |= king.as_deref() == Some(&piece.id);
        if piece.royal && own.castles && setup.has_rights() {
            castle(piece, &setup);
        }
        let place = letters.iter().find(|(letter, _)| *letter == piece.id).map(|(_, place)| *place);
        let nickname = place.and_then(|place| setup.nickname(place));
        piece.nickname = nickname.filter(|c| letters.iter().all(|(letter, _)| *letter != c.to_string()));
        piece.drop = drop(&piece.notation[0].0, place == Some(0), own, setup.ranks);
    }
    let promoting = promoting(&setup, own, &pieces, lines.choice, &mut problems);
    let (zone, shogi) = match own.promotes {
        Promotes::Pawns(zone) | Promotes::ToFerz(zone) => (zone, false),
        Promotes::Grand => (3, false),
        Promotes::Never => (1, false),
        Promotes::Shogi => ((setup.ranks / 3 + u32::from(setup.ranks == 8)).max(1), true),
    };
    let has_hand = setup.fen.split_whitespace().next().is_some_and(|board| board.contains('['));
    let holds = setup.holdings > 0 || has_hand && !setup.fen.contains("[]") && !setup.fen.contains("[-]");
    let mut tables = own.tables.to_owned();
    if own.holdings == Holdings::Gates && holds {
        tables.push_str(&gating(&setup));
    }
    if pieces.iter().filter(|piece| piece.royal).count() > 1 {
        tables.push_str("\n[royalty]\nseveral = \"one\"\n");
    }
    let has_rights = setup.has_rights();
    let draft = Draft {
        files: setup.files,
        ranks: setup.ranks,
        start: setup.fen,
        promoting,
        zone,
        shogi,
        hands: holds && own.holdings == Holdings::Drops,
        held: holds && own.holdings == Holdings::Partner,
        remembers: setup.parent == "crazyhouse",
        unmoved_field: !own.castles && has_rights,
        tables,
        pieces,
        ..Draft::default()
    };
    draft.load(name, problems)
}

/// The lines of a text, with those that are wrong told.
fn lines(text: &str, problems: &mut Problems) -> Lines {
    let mut found = Lines { setup: None, pieces: Vec::new(), choice: None };
    let mut others: Vec<(String, Range<usize>)> = Vec::new();
    let mut at = 0;
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(whole) = lines.next() {
        let (line, before) = command(whole);
        let span = at + before..at + before + line.len();
        at += whole.len();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "setup" => {
                // The position may have come to the next line.
                let next = lines.peek().map_or("", |next| command(next).0);
                let is_position = next.split_whitespace().next().is_some_and(|board| board.contains('/'));
                match Setup::read(rest, if is_position { next } else { "" }) {
                    Some(setup) => {
                        if is_position && setup.fen == next {
                            at += lines.next().map_or(0, str::len);
                        }
                        found.setup = Some((setup, span));
                    }
                    None => problems.error(
                        ProblemCode::Syntax,
                        span,
                        "this is no setup line",
                        "write it as in: setup (PNBRQKpnbrqk) 8x8+0_fairy rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1",
                    ),
                }
            }
            "piece" => {
                let (id, notation) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                let notation = notation.trim();
                if !id.trim_start_matches('+').starts_with(|c: char| c.is_ascii_alphabetic()) {
                    let remedy = "write it as in: piece N& NF";
                    problems.error(ProblemCode::Syntax, span, "this is no piece line", remedy);
                } else if notation.is_empty() {
                    let message = format!("the line says no moves of {id}, and XBoard passes over it");
                    let remedy = "write the moves behind the letter, or leave the line out";
                    problems.add(Severity::Warning, ProblemCode::NoEffect, span, message, remedy);
                } else if found.pieces.len() < KIND_LIMIT {
                    define(&mut found.pieces, id, notation, span.end - notation.len()..span.end);
                } else if found.pieces.len() == KIND_LIMIT {
                    let message = format!("a game has at most {KIND_LIMIT} kinds of pieces");
                    problems.error(ProblemCode::BadValue, span, message, "leave out those that are never used");
                    // Told once.
                    found.pieces.push(Definition::new("", "", "", 0..0));
                }
            }
            "choice" if !rest.is_empty() => found.choice = Some((rest.to_owned(), span.end - rest.len()..span.end)),
            _ => others.push((word.to_owned(), span)),
        }
    }
    if let [(first, span), more @ ..] = &others[..] {
        let told = match more.len() {
            0 => "this line is neither setup nor piece".to_owned(),
            n => format!("this line is neither setup nor piece, nor are {n} others ({first}, ...)"),
        };
        problems.note(span.clone(), told);
    }
    found
}

/// `N&`, `N`, `n`, `+P&`.
fn define(pieces: &mut Vec<Definition>, id: &str, notation: &str, span: Range<usize>) {
    let both = id.ends_with(['&', '*']);
    let letters = id.trim_end_matches(['&', '*']);
    let upper = letters.to_uppercase();
    let own = (notation.to_owned(), span.clone());
    match pieces.iter_mut().find(|p| p.id == upper) {
        Some(piece) if both => piece.notation = [own.clone(), own],
        Some(piece) => piece.notation[usize::from(letters != upper)] = own,
        None => pieces.push(Definition::new(&upper, &upper, notation, span)),
    }
}

/// Tells which rules of the parent are not read.
fn tell_unread(setup: &Setup, known: Option<&Parent>, place: Range<usize>, problems: &mut Problems) {
    let name = &setup.parent;
    let (message, remedy) = match known {
        Some(Parent { unread: None, .. }) => return,
        Some(Parent { unread: Some(rules), .. }) => (
            format!("not read are the rules of XBoard's variant '{name}': {rules}"),
            "write the game in the native format, which has more words for rules".to_owned(),
        ),
        None => {
            let near = nearest(name, PARENTS.iter().map(|parent| parent.name));
            let near = near.map_or(String::new(), |near| format!("name {near} as the parent if that is meant; or "));
            (
                format!("'{name}' is no variant of XBoard whose rules are known here: the game has those of chess"),
                format!("{near}write the game in the native format, which has more words for rules"),
            )
        }
    };
    problems.add(Severity::Warning, ProblemCode::Unsupported, place, message, &remedy);
}

/// The letter of the king.
fn king(setup: &Setup, parent: &Parent) -> Option<String> {
    let place = parent.king.or(setup.last())?;
    let letters = setup.letters();
    let is_k = || letters.iter().find(|(letter, _)| letter == "K").map(|(letter, _)| letter.clone());
    setup.letter(place).or_else(is_k)
}

/// The pieces for which the table has a letter. XBoard knows no others.
fn without_room(pieces: Vec<Definition>, setup: &Setup, problems: &mut Problems) -> Vec<Definition> {
    let letters = setup.letters();
    let has = |id: &str| letters.iter().any(|(letter, _)| letter == id.trim_start_matches('+')) || setup.stands(id);
    let (kept, left): (Vec<Definition>, Vec<Definition>) =
        pieces.into_iter().partition(|piece| !setup.has_table || has(&piece.id));
    for piece in left {
        let message = format!("the table has no place for {}: XBoard passes over its line", piece.id);
        let remedy = "put the letter in a place of both halves of the table, or leave the line out";
        problems.add(Severity::Warning, ProblemCode::NoEffect, piece.notation[0].1.clone(), message, remedy);
    }
    kept
}

/// Adds pieces without a line of their own, which keep XBoard's moves: those on the board, and others of a table that
/// the line gives, as pawns may promote to them.
fn keep_own(
    pieces: &mut Vec<Definition>,
    setup: &Setup,
    known: Option<&Parent>,
    king: Option<&str>,
    (line, problems): (&Range<usize>, &mut Problems),
) {
    let lacking = |pieces: &[Definition], id: &str| pieces.iter().all(|piece| piece.id != id);
    let promotes = setup.letter(0).is_some_and(|pawn| setup.stands(&pawn));
    for (id, place) in setup.letters() {
        let nickname = setup.nickname(place).map(String::from);
        let stands = setup.stands(&id) || nickname.is_some_and(|letter| setup.stands(&letter));
        let is_choice = setup.has_table && promotes && place > 0;
        if !lacking(pieces, &id) || !stands && !is_choice {
            continue;
        }
        let is_king = king == Some(&id);
        let own = known.and_then(|parent| match parent.moves {
            Moves::Places(_) | Moves::King if is_king => Some("K"),
            // On boards of less than eight ranks XBoard's pawns go one step.
            Moves::Places(_) if place == 0 && setup.ranks < 8 => Some("fmWfcF"),
            moves => moves.of(&id, place),
        });
        match own {
            // What is XBoard's own stands nowhere in the text.
            Some(moves) => pieces.push(Definition::new(&id, &id, moves, 0..0)),
            None if !stands => {}
            None => {
                let message = format!(
                    "the piece {id} has no piece line, and which moves XBoard gives it in its variant '{}' is not known here",
                    setup.parent
                );
                problems.error(ProblemCode::MissingKey, line.clone(), message, "add a line for it, as in: piece N& N");
            }
        }
    }
    if known.is_some_and(|parent| parent.moves == Moves::Shogi) {
        // What they promote to has no place in the table that one could leave without a line.
        let own: Vec<String> =
            pieces.iter().filter(|p| p.notation[0].1 == (0..0)).map(|p| format!("+{}", p.id)).collect();
        for (id, moves) in SHOGI.iter().filter(|(id, _)| own.iter().any(|own| own == id)) {
            if lacking(pieces, id) {
                // Who has a prince has lost only when both are lost.
                pieces.push(Definition { royal: *id == PRINCE, ..Definition::new(id, id, moves, 0..0) });
            }
        }
    }
}

/// Lets a king castle as in XBoard if its own line does not: by two squares, or three on wider boards.
fn castle(king: &mut Definition, setup: &Setup) {
    let castles = |text: &str| {
        betza_notation::read(text, Dialect::Xbetza).is_ok_and(|reading| !reading.piece.castlings.is_empty())
    };
    for (text, _) in &mut king.notation {
        if !castles(text) {
            text.push_str(&format!("isO{}", (setup.files + 2) / 4));
        }
    }
}

/// The limits of drops: in shogi no piece is dropped where it could never move again, and no pawn on a file of another
/// one; elsewhere no pawn on the first and the last rank (XBoard's `LegalDrop`).
fn drop(notation: &str, is_pawn: bool, parent: &Parent, ranks: u32) -> String {
    match (parent.promotes, is_pawn) {
        (Promotes::Shogi, true) => {
            // In tori shogi, on seven ranks, there may be two.
            let limit = 1 + u32::from(ranks == 7);
            let own = if notation.contains('@') { String::new() } else { format!("per_file = {limit}, ") };
            format!("{own}not_stuck = true, no_mate = true")
        }
        (Promotes::Shogi, false) => "not_stuck = true".to_owned(),
        (_, true) if ranks > 2 && !notation.contains('@') => format!("region = \"ranks 2-{}\"", ranks - 1),
        _ => String::new(),
    }
}

/// What promotes to what.
fn promoting(
    setup: &Setup,
    parent: &Parent,
    pieces: &[Definition],
    choice: Option<(String, Range<usize>)>,
    problems: &mut Problems,
) -> Vec<(String, Vec<Choice>)> {
    let has = |id: &str| pieces.iter().any(|piece| piece.id == id);
    let ids = || pieces.iter().map(|piece| piece.id.as_str());
    if parent.promotes == Promotes::Shogi {
        // A star in the table says that a piece becomes a Tokin.
        let to_tokin = |id: &str| setup.places[0].iter().any(|place| place.to_tokin && place.letter == id);
        let form = |id: &str| if to_tokin(id) { "+P".to_owned() } else { format!("+{id}") };
        let promotes = |id: &&str| !id.starts_with('+') && has(&form(id));
        return ids().filter(promotes).map(|id| (id.to_owned(), vec![Choice::always(&form(id))])).collect();
    }
    let Some(pawn) = setup.letter(0).filter(|pawn| has(pawn) && parent.promotes != Promotes::Never) else {
        return Vec::new();
    };
    let mut to: Vec<String> =
        pieces.iter().filter(|p| !p.royal && p.id != pawn && !p.id.starts_with('+')).map(|p| p.id.clone()).collect();
    if matches!(parent.promotes, Promotes::ToFerz(_))
        && let Some(ferz) = setup.letter(FERZ).filter(|ferz| has(ferz))
    {
        to.retain(|id| *id == ferz);
    }
    if let Some((letters, place)) = choice {
        let named: Vec<String> = letters.to_uppercase().chars().map(String::from).collect();
        for letter in named.iter().filter(|letter| !to.contains(letter)) {
            let message = format!("there is no piece {letter} to promote to");
            let remedy = "write letters of the table, one after another, as in: choice QRBN";
            problems.error(ProblemCode::UnknownPiece, place.clone(), message, remedy);
        }
        to.retain(|id| named.contains(id));
    }
    let lost = parent.holdings == Holdings::Lost && setup.holdings > 0;
    let board = setup.fen.split_whitespace().next().unwrap_or("");
    let limit = |id: &str| lost.then(|| board.matches(id).count() as u32);
    let mut to: Vec<Choice> = to.iter().map(|id| Choice { limit: limit(id), ..Choice::always(id) }).collect();
    if parent.promotes == Promotes::Grand {
        // A pawn may stay one, but for the last rank.
        to.push(Choice { not_last: true, ..Choice::always(&pawn) });
    }
    vec![(pawn, to)]
}

/// The tables of the native format for pieces that wait beside the board: those of the start's hands.
fn gating(setup: &Setup) -> String {
    let hand = setup.fen.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map_or("", |(hand, _)| hand);
    let mut pieces: Vec<String> = hand.to_uppercase().chars().map(|c| quoted(&c.to_string())).collect();
    sorted::sort(&mut pieces);
    pieces.dedup();
    format!("\n[hands]\ndrops = false\n\n[gating]\npieces = [{}]\n", pieces.join(", "))
}
