//! Games with one more piece, and arrays in which pieces stand for others.

use crate::failure::Failure;
use crate::readings::Chosen;
use betza_game::variant::{KIND_LIMIT, Kind, KindId, Region, Variant};
use betza_ir::geometry::Board;

/// A game of two kings on an empty board of this size.
pub fn of_kings(board: &Board) -> Result<Variant, Failure> {
    let (files, ranks) = (board.files(), board.ranks());
    let row = |king: &str, before: usize| match before {
        0 => king.to_owned(),
        n => format!("{n}{king}"),
    };
    let first = if files == 1 { "K".to_owned() } else { format!("K{}", files - 1) };
    let mut rows = vec![row("k", files - 1)];
    rows.extend((2..ranks).map(|_| files.to_string()));
    rows.push(first);
    if ranks == 1 {
        let remedy = "give a board of at least two ranks";
        return Err(Failure::Usage(format!("board: {files}x{ranks} has no room for two kings: {remedy}")));
    }
    let text = format!(
        "format = 1\nname = \"kings\"\ntitle = \"Kings\"\nboard = \"{files}x{ranks}\"\ndialect = \"xbetza\"\nstart = \"{} w - - 0 1\"\n\
         [pieces.K]\nname = \"King\"\nmove = \"K\"\nroyal = true\n",
        rows.join("/")
    );
    Ok(betza_variants::read_toml("kings", &text).map_err(Failure::Game)?.variant)
}

/// The game with one more kind, which stands nowhere yet, may go everywhere, and neither promotes nor is promoted to.
///
/// # Errors
/// Why the game takes no such kind.
pub fn with_piece(variant: &Variant, piece: &Chosen) -> Result<(Variant, KindId), Failure> {
    let refused = |why: &str, remedy: &str| Failure::Input(format!("{}: {why}: {remedy}", piece.text));
    if piece.reading.piece.royal {
        return Err(refused(
            "the notation says that the piece is royal",
            "leave that out: what cannot be lost has no value",
        ));
    }
    if variant.kinds.len() >= KIND_LIMIT {
        let why = format!("{} has {KIND_LIMIT} kinds of pieces, which is the limit", variant.title);
        return Err(refused(&why, "name another game with --game"));
    }
    let Some(letter) = free_letter(variant) else {
        return Err(refused(&format!("{} has no letter left for it", variant.title), "name another game with --game"));
    };
    let Some(first) = variant.kinds.first() else {
        return Err(refused("the game has no pieces", "name another game with --game"));
    };
    let mut moves = piece.reading.piece.clone();
    moves.promotions = None;
    let kind = Kind {
        id: letter.to_string(),
        letters: [letter.to_string(), letter.to_ascii_lowercase().to_string()],
        synonyms: Vec::new(),
        name: piece.text.clone(),
        notation: [piece.text.clone(), piece.text.clone()],
        dialect: piece.dialect,
        moves: [moves.clone(), moves],
        royal: false,
        region: [None, None],
        double_step_region: [Region::EMPTY; 2],
        promotion: None,
        in_hand: None,
        drop: first.drop.clone(),
        inside: Vec::new(),
        barriers: Vec::new(),
        grade: 0,
    };
    let mut variant = variant.clone();
    let id = KindId::from_index(variant.kinds.len());
    variant.kinds.push(kind);
    Ok((variant, id))
}

/// The piece of a game that this is the name or the letter of.
///
/// # Errors
/// If it is royal.
pub fn piece_of(variant: &Variant, text: &str) -> Result<Option<KindId>, Failure> {
    let is_it = |kind: &Kind| kind.id == text || kind.name.eq_ignore_ascii_case(text.trim());
    let Some(found) = variant.kinds.iter().position(is_it) else { return Ok(None) };
    let kind = KindId::from_index(found);
    if variant.may_be_royal(kind) {
        return Err(Failure::Input(format!(
            "{text}: the piece is royal in {}: what cannot be lost has no value; name another one. {}",
            variant.title,
            pieces(variant)
        )));
    }
    Ok(Some(kind))
}

/// The pieces of a game that can be measured.
pub fn pieces(variant: &Variant) -> String {
    let measured = (0..variant.kinds.len()).filter(|&k| !variant.may_be_royal(KindId::from_index(k)));
    let names: Vec<String> =
        measured.map(|k| &variant.kinds[k]).map(|kind| format!("{} ({})", kind.name, kind.id)).collect();
    format!("The pieces of {} are: {}.", variant.title, names.join(", "))
}

/// A capital that no piece of the game has.
fn free_letter(variant: &Variant) -> Option<char> {
    let is_taken = |letter: &char| {
        let has = |text: &String| text.contains([*letter, letter.to_ascii_lowercase()]);
        variant
            .kinds
            .iter()
            .any(|kind| has(&kind.id) || kind.letters.iter().any(has) || kind.synonyms.iter().flatten().any(has))
    };
    ('A'..='Z').rev().find(|letter| !is_taken(letter))
}
