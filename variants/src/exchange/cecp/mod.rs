//! XBoard's lines for games that an engine defines (CECP version 2): `setup (PNBRQKpnbrqk) 8x8+0_fairy FEN`, and for each piece
//! `piece P& fmWfceFifmnD`, a capital for White, a small letter for Black, `&` for both.
//!
//! The last letter of each half of the table is the king, the first is the pawn; without a table the letters are XBoard's own. Pawns promote on the last rank to any other piece that is not royal; with
//! the parent `shogi` a piece X promotes to +X in the last third, and captured pieces come to the hand, as they do with a holdings size over 0.

mod write;

use super::{Definition, Draft, Problems, load};
use crate::game::Loaded;
use crate::problem::{ProblemCode, Report};
use betza_notation::Severity;
pub use write::write;

/// Reads the lines. `name` names the game. Lines of other commands are noted and left out.
///
/// # Errors
/// All that is wrong, and the warnings.
pub fn read(name: &str, text: &str) -> Result<Loaded, Report> {
    let mut problems = Problems::new(name, text);
    let (mut pieces, mut setup): (Vec<Definition>, Option<Setup>) = (Vec::new(), None);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at + (line.len() - line.trim_start().len());
        at += line.len();
        let line = line.trim();
        let span = start..start + line.len();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match line.split_once(char::is_whitespace) {
            Some(("setup", rest)) => match read_setup(rest.trim()) {
                Some(s) => setup = Some(s),
                None => problems.error(
                    ProblemCode::Syntax,
                    span,
                    "this is no setup line",
                    "write it as in: setup (PNBRQKpnbrqk) 8x8+0_fairy rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1",
                ),
            },
            Some(("piece", rest)) => {
                let rest = rest.trim();
                let parts = rest.split_once(char::is_whitespace).map(|(id, notation)| (id, notation.trim()));
                match parts.filter(|(id, _)| id.trim_start_matches('+').starts_with(|c: char| c.is_ascii_alphabetic()))
                {
                    Some((id, notation)) => define(&mut pieces, id, notation, span.end - notation.len()..span.end),
                    None => problems.error(
                        ProblemCode::Syntax,
                        span,
                        "this is no piece line",
                        "write it as in: piece N& NF",
                    ),
                }
            }
            _ => problems.note(span, "this line is neither setup nor piece"),
        }
    }
    let Some(setup) = setup else {
        problems.error(
            ProblemCode::MissingKey,
            0..0,
            "there is no setup line",
            "add one, as in: setup (PNKpnk) 8x8+0_fairy FEN",
        );
        return Err(problems.report());
    };
    if let Some(marked) = &setup.marked {
        problems.error(
            ProblemCode::Unsupported,
            0..0,
            format!("the letter {marked} with its mark is not read here"),
            "give the piece a plain letter of its own, in the table, the start and its line",
        );
        return Err(problems.report());
    }
    // Pieces without a line of their own keep XBoard's moves.
    for (place, id) in setup.letters.iter().enumerate().filter(|(_, id)| !id.is_empty()) {
        let is_king = place + 1 == setup.letters.len();
        let is_used = setup.fen.split_whitespace().next().is_some_and(|board| board.to_uppercase().contains(&**id));
        if !is_used || pieces.iter().any(|piece| piece.id == *id) {
            continue;
        }
        let own = match &setup.parent[..] {
            "shogi" => SHOGI.iter().find(|(other, _)| other == id).map(|(_, moves)| *moves),
            parent if !KNOWN_PARENTS.contains(&parent) && !WITH_LETTERS_OF_CHESS.contains(&parent) => None,
            _ if is_king => Some(king_of(&setup)),
            _ => OWN.get(place).copied().flatten(),
        };
        let Some(notation) = own else {
            let message = format!(
                "the piece {id} has no piece line, and which moves XBoard gives it in its variant '{}' is not known here",
                setup.parent
            );
            problems.error(ProblemCode::MissingKey, 0..0, message, "add a line for it, as in: piece N& N");
            continue;
        };
        // What is XBoard's own stands nowhere in the text.
        let own = (notation.to_owned(), 0..0);
        pieces.push(Definition { id: id.clone(), name: id.clone(), notation: [own.clone(), own], royal: false });
    }
    if setup.parent == "shogi" {
        // What they promote to has no place in the table that one could leave without a line.
        let own: Vec<String> =
            pieces.iter().filter(|p| p.notation[0].1 == (0..0)).map(|p| format!("+{}", p.id)).collect();
        for (id, notation) in SHOGI.iter().filter(|(id, _)| own.iter().any(|own| own == id)) {
            if pieces.iter().all(|piece| piece.id != *id) {
                let own = ((*notation).to_owned(), 0..0);
                let [id, name] = [(*id).to_owned(), (*id).to_owned()];
                pieces.push(Definition { id, name, notation: [own.clone(), own], royal: false });
            }
        }
    }
    if !KNOWN_PARENTS.contains(&&setup.parent[..]) {
        let message =
            format!("the rules of XBoard's variant '{}' are not read: the game has those of chess", setup.parent);
        let remedy = "write the game in the native format, which has more words for rules";
        problems.add(Severity::Warning, ProblemCode::Unsupported, 0..0, message, remedy);
    }
    for piece in &mut pieces {
        let king = setup.letters.last().is_some_and(|l| *l == piece.id);
        piece.royal = king;
    }
    let ids: Vec<String> = pieces.iter().map(|p| p.id.clone()).collect();
    let shogi = setup.parent == "shogi";
    let promoting = if shogi {
        ids.iter().filter(|id| ids.contains(&format!("+{id}"))).map(|id| (id.clone(), vec![format!("+{id}")])).collect()
    } else {
        let to: Vec<String> =
            pieces.iter().filter(|p| !p.royal && Some(&p.id) != setup.letters.first()).map(|p| p.id.clone()).collect();
        setup.letters.first().map(|pawn| vec![(pawn.clone(), to)]).unwrap_or_default()
    };
    let draft = Draft {
        files: setup.files,
        ranks: setup.ranks,
        holes: Vec::new(),
        start: setup.fen,
        pieces,
        promoting,
        zone: if shogi { (setup.ranks / 3).max(1) } else { 1 },
        shogi,
        hands: setup.holdings > 0 || shogi,
        remembers: setup.parent == "crazyhouse",
    };
    load(name, &draft, problems)
}

/// XBoard's own moves of the pieces in the order of [`PICTURES`], where they are known.
const OWN: [Option<&str>; 17] = [
    Some("fmWfceFifmnD"),
    Some("N"),
    Some("B"),
    Some("R"),
    Some("Q"),
    Some("F"),
    Some("A"),
    Some("BN"),
    Some("RN"),
    Some("W"),
    Some("K"),
    Some("mRcpR"),
    Some("NN"),
    Some("BW"),
    Some("RF"),
    Some("gQ"),
    Some("FfW"),
];

/// The moves of the pieces of shogi, by their letters.
const SHOGI: [(&str, &str); 14] = [
    ("P", "fW"),
    ("L", "fR"),
    ("N", "ffN"),
    ("S", "FfW"),
    ("G", "WfF"),
    ("B", "B"),
    ("R", "R"),
    ("K", "K"),
    ("+P", "WfF"),
    ("+L", "WfF"),
    ("+N", "WfF"),
    ("+S", "WfF"),
    ("+B", "BW"),
    ("+R", "RF"),
];

/// Variants of XBoard whose rules are those that are read.
const KNOWN_PARENTS: [&str; 6] = ["fairy", "normal", "chess", "shogi", "crazyhouse", "capablanca"];

/// XBoard's own moves of a king: where the start has rights to castle, two squares to a side, or three on wide boards.
fn king_of(setup: &Setup) -> &'static str {
    let rights = setup.fen.split_whitespace().nth(2).unwrap_or("-");
    match rights.chars().any(char::is_alphabetic) {
        false => "K",
        true if setup.files < 10 => "KisO2",
        true => "KisO3",
    }
}

/// Variants of XBoard with other rules, whose letters are those of chess and its large boards.
const WITH_LETTERS_OF_CHESS: [&str; 14] = [
    "seirawan",
    "atomic",
    "suicide",
    "giveaway",
    "losers",
    "3check",
    "fischerandom",
    "wildcastle",
    "nocastle",
    "twokings",
    "bughouse",
    "capahouse",
    "gothic",
    "caparandom",
];

struct Setup {
    /// White's half of the table, a place for each of XBoard's pieces; empty where no piece stands for it.
    letters: Vec<String>,
    /// A letter with a mark behind it.
    marked: Option<String>,
    files: u32,
    ranks: u32,
    holdings: u32,
    parent: String,
    fen: String,
}

fn read_setup(text: &str) -> Option<Setup> {
    let (table, rest) = match text.strip_prefix('(') {
        Some(inside) => inside.split_once(')')?,
        None => ("", text),
    };
    let (board, fen) = rest.trim().split_once(char::is_whitespace)?;
    let (board, parent) = board.split_once('_').unwrap_or((board, "fairy"));
    let (board, holdings) = board.split_once('+').unwrap_or((board, "0"));
    let (files, ranks) = board.split_once('x')?;
    let table = if table.is_empty() { format!("{PICTURES}K") } else { table.to_owned() };
    // A mark behind a letter belongs to it, and the two are one piece's text.
    let is_mark = |c: char| "'!\"".contains(c);
    let marked = table.find(is_mark).map(|at| {
        let mark = &table[at..=at];
        format!("{}{mark}", table[..at].chars().next_back().unwrap_or(' '))
    });
    let places = table.chars().take_while(|c| !c.is_ascii_lowercase()).filter(|c| !is_mark(*c));
    let letters = places.map(|c| if c.is_ascii_uppercase() { c.to_string() } else { String::new() });
    let mut letters: Vec<String> = letters.collect();
    // The table has both halves of one length, so that places behind the king have nothing.
    while letters.last().is_some_and(String::is_empty) {
        letters.pop();
    }
    Some(Setup {
        letters,
        marked,
        files: files.parse().ok()?,
        ranks: ranks.parse().ok()?,
        holdings: holdings.parse().ok()?,
        parent: parent.to_owned(),
        fen: fen.trim().to_owned(),
    })
}

/// `N&`, `N`, `n`, `+P&`.
fn define(pieces: &mut Vec<Definition>, id: &str, notation: &str, span: std::ops::Range<usize>) {
    let both = id.ends_with('&') || id.ends_with('*');
    let letters = id.trim_end_matches(['&', '*']);
    let upper = letters.to_uppercase();
    let own = (notation.to_owned(), span);
    match pieces.iter_mut().find(|p| p.id == upper) {
        Some(piece) if both => piece.notation = [own.clone(), own],
        Some(piece) => piece.notation[usize::from(letters != upper)] = own,
        None => {
            let name = upper.clone();
            pieces.push(Definition { id: upper, name, notation: [own.clone(), own], royal: false });
        }
    }
}

/// XBoard's pieces in the order of its tables, by their usual letters. The king follows.
const PICTURES: &str = "PNBRQFEACWMOHIJGDVLSU";
