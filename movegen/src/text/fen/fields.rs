//! The fields of FEN after the board: side, castling and gates, en passant, checks, counters.

use super::{
    FenCode, FenError, Token, board, read_moved, read_number, read_passes, read_traded, read_turn, write_besides,
};
use crate::rules::castling::CastlingRule;
use crate::state::setup::{CastlingRight, Setup};
use crate::variant::Variant;
use betza_compile::geometry::{Side, Square};

/// The fields that may follow the side, in this order; each may be missing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Field {
    Castling,
    EnPassant,
    Halfmoves,
    MoveNumber,
    End,
}

pub(super) fn read(variant: &Variant, text: &str, words: &[Token<'_>], setup: &mut Setup) -> Result<(), FenError> {
    let mut words = words;
    // A hand in a field of its own, as some programs write it.
    if let [word, tail @ ..] = words
        && word.text.starts_with('[')
    {
        board::read_bracket(variant, word, setup)?;
        words = tail;
    }
    setup.turn = read_turn(words.first(), text.len(), 'w')?;
    words = read_hand_field(variant, words, setup)?;
    let mut next = Field::Castling;
    let mut checks = false;
    for (i, word) in words.iter().enumerate().skip(1) {
        let digits = word.text.bytes().all(|b| b.is_ascii_digit());
        // Fairy-Stockfish's own start of cambodian has `0` for no en passant: a number before two other numbers.
        let numbers = words[i..].iter().take_while(|w| w.text.bytes().all(|b| b.is_ascii_digit())).count();
        if let Some(list) = word.text.strip_prefix("moved=") {
            read_moved(variant, word, list, setup)?;
        } else if let Some(number) = word.text.strip_prefix("passes=") {
            read_passes(word, number, setup)?;
        } else if let Some(name) = word.text.strip_prefix("traded=") {
            read_traded(variant, word, name, setup)?;
        } else if word.text.contains('+') && !checks {
            read_checks(variant, word, setup)?;
            checks = true;
            next = next.max(Field::Halfmoves);
        } else if digits && next == Field::EnPassant && numbers == 3 && word.text == "0" {
            next = Field::Halfmoves;
        } else if digits && next <= Field::Halfmoves {
            setup.halfmoves = read_number(word, "number of half moves")?;
            next = Field::MoveNumber;
        } else if digits && next == Field::MoveNumber {
            setup.move_number = read_number(word, "move number")?;
            next = Field::End;
        } else if variant.unmoved_field && next == Field::Castling && !digits {
            read_unmoved(variant, word, setup)?;
            next = Field::EnPassant;
        } else if word.text == "-" && next <= Field::EnPassant {
            next = if next == Field::Castling { Field::EnPassant } else { Field::Halfmoves };
        } else if next == Field::Castling && word.text.chars().all(|c| c.is_ascii_alphabetic()) {
            read_rights(variant, word, setup)?;
            next = Field::EnPassant;
        } else if next <= Field::EnPassant && word.text.starts_with(|c: char| c.is_ascii_lowercase()) {
            read_en_passant(variant, word, setup)?;
            next = Field::Halfmoves;
        } else {
            return Err(FenError::new(
                FenCode::UnknownField,
                word.span.clone(),
                format!("'{}' cannot stand here", word.text),
                "after the side come castling, en passant, the half moves and the move number, as in 'KQkq - 0 1'",
            ));
        }
    }
    Ok(())
}

/// Hands between the side and castling, as cutechess writes them (`w Qn KQkq - 0 1`): there are three fields before the numbers then. What
/// is left, with a word for the side.
fn read_hand_field<'w, 't>(
    variant: &Variant,
    words: &'w [Token<'t>],
    setup: &mut Setup,
) -> Result<&'w [Token<'t>], FenError> {
    let is_other = |w: &&Token<'_>| w.text.contains(['=', '+']) || w.text.bytes().all(|b| b.is_ascii_digit());
    let fields = words.iter().skip(1).take_while(|w| !is_other(w)).count();
    let (true, 3, [_, hand, ..]) = (variant.hands.is_some(), fields, words) else { return Ok(words) };
    board::read_hand(variant, hand.text, hand.span.start, setup)?;
    Ok(&words[1..])
}

/// `3+3`: checks left; `+1+0`: checks given.
fn read_checks(variant: &Variant, word: &Token<'_>, setup: &mut Setup) -> Result<(), FenError> {
    let error = |message: String| {
        FenError::new(
            FenCode::Counter,
            word.span.clone(),
            message,
            "write the checks that are left, White's first, as in 3+3",
        )
    };
    let Some(all) = variant.checks_to_win() else {
        return Err(error(format!("{} does not count checks", variant.name)));
    };
    let number = |text: &str| text.parse::<u8>().map_err(|_| error(format!("'{}' are no checks", word.text)));
    let left = match word.text.strip_prefix('+').map(|given| given.split_once('+')) {
        Some(Some((white, black))) => {
            let left = |given: u8| {
                all.checked_sub(given).ok_or_else(|| error(format!("{given} checks were given, {all} win the game")))
            };
            [left(number(white)?)?, left(number(black)?)?]
        }
        Some(None) => return Err(error(format!("'{}' are no checks", word.text))),
        None => {
            let (white, black) = word.text.split_once('+').unwrap_or_default();
            [number(white)?, number(black)?]
        }
    };
    setup.checks_left = Some(left);
    Ok(())
}

/// The castling king of a side: on its file if it stands there, else the one on the castling rank (960, and positions of puzzles).
fn castling_king(variant: &Variant, rule: &CastlingRule, setup: &Setup, side: Side) -> Option<Square> {
    let rank = i32::from(rule.rank[side.index()]);
    let is_king = |&s: &Square| setup.at(s).is_some_and(|p| p.side == side && p.kind == rule.king[side.index()]);
    let on_file = |file: u8| variant.board.at(i32::from(file), rank).filter(is_king);
    rule.king_file.and_then(on_file).or_else(|| (0..variant.board.files() as u8).find_map(on_file))
}

/// What `K` (`wing` 0) or `Q` (1) names: the partner on its usual file, or else the outermost one on that side of the king.
fn partner_of_wing(variant: &Variant, rule: &CastlingRule, setup: &Setup, king: Square, wing: usize) -> Option<Square> {
    let side = setup.at(king)?.side;
    let (rank, file, files) = (variant.board.rank(king), variant.board.file(king), variant.board.files() as i32);
    let is_partner = |&s: &Square| {
        setup.at(s).is_some_and(|p| p.side == side && rule.partners[side.index()].contains(&p.kind)) && s != king
    };
    let at = |f: i32| variant.board.at(f, rank).filter(is_partner);
    let usual = i32::from(rule.partner_file[wing]);
    let is_beyond = if wing == 0 { usual > file } else { usual < file };
    let usual = if is_beyond && !rule.any_files { at(usual) } else { None };
    usual.or_else(|| if wing == 0 { (file + 1..files).rev().find_map(at) } else { (0..file).find_map(at) })
}

/// Whether a side has, or may come to have, something to gate.
fn can_gate(variant: &Variant, setup: &Setup, side: Side) -> bool {
    setup.hands[side.index()].iter().any(|&n| n > 0) || variant.hands.as_ref().is_some_and(|h| h.captures)
}

/// Whether the castling field says that a side's king has not moved, by its file or by a wing, or there is nothing left to gate for which
/// its file would be named.
fn king_is_named(variant: &Variant, setup: &Setup, side: Side, word: &Token<'_>) -> bool {
    let king = variant.castling.as_ref().and_then(|rule| castling_king(variant, rule, setup, side));
    let file = king.map(|s| (b'A' + variant.board.file(s) as u8) as char);
    let has = |letter: char| word.text.contains(if side == Side::White { letter } else { letter.to_ascii_lowercase() });
    file.into_iter().chain(['K', 'Q']).any(has) || !can_gate(variant, setup, side)
}

/// The squares of the first ranks where a piece stands as at the start that has moves for being unmoved.
fn tracked(variant: &Variant, setup: &Setup) -> Vec<Square> {
    let Ok(start) = super::placement(variant) else { return Vec::new() };
    let unmoved = |s: &Square| {
        let man = start.at(*s).filter(|_| start.at(*s) == setup.at(*s));
        man.is_some_and(|man| variant.kinds[man.kind.index()].has_first_moves(man.side))
    };
    let last = variant.board.ranks() as i32 - 1;
    variant.board.squares().filter(|&s| [0, last].contains(&variant.board.rank(s))).filter(unmoved).collect()
}

/// The letter that names a square of a first rank: its file, a capital on White's.
fn file_letter(variant: &Variant, square: Square) -> char {
    let letter = (b'a' + variant.board.file(square) as u8) as char;
    let last = variant.board.ranks() as i32 - 1;
    if variant.board.rank(square) == last { letter } else { letter.to_ascii_uppercase() }
}

/// What the field does not name has moved.
fn read_unmoved(variant: &Variant, word: &Token<'_>, setup: &mut Setup) -> Result<(), FenError> {
    let tracked: Vec<(char, Square)> =
        tracked(variant, setup).into_iter().map(|s| (file_letter(variant, s), s)).collect();
    for (i, letter) in word.text.char_indices().filter(|_| word.text != "-") {
        if !tracked.iter().any(|&(named, _)| named == letter) {
            let span = word.span.start + i..word.span.start + i + letter.len_utf8();
            let message = format!("'{letter}' names no piece that has special moves until it moves and stands there");
            let remedy = "name the files of such pieces that have not moved, in capitals for White, or write '-'";
            return Err(FenError::new(FenCode::Castling, span, message, remedy));
        }
    }
    setup.moved.extend(tracked.iter().filter(|(letter, _)| !word.text.contains(*letter)).map(|&(_, square)| square));
    setup.moved.sort_unstable();
    setup.moved.dedup();
    Ok(())
}

fn write_unmoved(variant: &Variant, setup: &Setup) -> String {
    let unmoved = tracked(variant, setup).into_iter().filter(|s| setup.moved.binary_search(s).is_err());
    let text: String = unmoved.map(|s| file_letter(variant, s)).collect();
    if text.is_empty() { "-".to_owned() } else { text }
}

fn read_rights(variant: &Variant, word: &Token<'_>, setup: &mut Setup) -> Result<(), FenError> {
    let any_files = variant.castling.as_ref().is_some_and(|rule| rule.any_files);
    for (i, letter) in word.text.char_indices() {
        let span = word.span.start + i..word.span.start + i + 1;
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        let wing = match letter.to_ascii_uppercase() {
            _ if variant.castling.is_none() => None,
            'K' => Some(0),
            'Q' => Some(1),
            _ => None,
        };
        let file = i32::from(letter.to_ascii_uppercase() as u8 - b'A');
        if let (Some(gating), None) = (&variant.gating, wing) {
            let own = |&s: &Square| setup.at(s).is_some_and(|p| p.side == side);
            let square = variant.board.at(file, i32::from(gating.rank[side.index()])).filter(own).ok_or_else(|| {
                let message = format!("there is no piece of its side on the square of gate '{letter}'");
                FenError::new(FenCode::Castling, span.clone(), message, "name only files of pieces that have not moved")
            })?;
            setup.gating.push(square);
            // A file names a partner only where nothing is left to gate, and from shuffled starts where the king's file is named as well: as
            // long as there is something to gate the field names all that have not moved.
            let is_partner = variant
                .castling
                .as_ref()
                .is_some_and(|rule| setup.at(square).is_some_and(|p| rule.partners[side.index()].contains(&p.kind)));
            let names_partner =
                if any_files { king_is_named(variant, setup, side, word) } else { !can_gate(variant, setup, side) };
            if !names_partner || !is_partner {
                continue;
            }
        }
        let Some(rule) = &variant.castling else {
            if variant.gating.is_some() {
                continue;
            }
            let message = format!("{} has no castling", variant.name);
            return Err(FenError::new(FenCode::Castling, span, message, "write '-'"));
        };
        let refuse = |message: String| {
            let remedy = "name wings (KQkq) or the partners' files (HAha) of kings and partners on their first rank";
            FenError::new(FenCode::Castling, span.clone(), message, remedy)
        };
        let name = if side == Side::White { "White" } else { "Black" };
        let king = castling_king(variant, rule, setup, side)
            .ok_or_else(|| refuse(format!("{name} has no king on its castling rank")))?;
        let partner = match wing {
            Some(wing) => partner_of_wing(variant, rule, setup, king, wing),
            None => variant.board.at(file, variant.board.rank(king)).filter(|&s| {
                setup.at(s).is_some_and(|p| p.side == side && rule.partners[side.index()].contains(&p.kind))
            }),
        };
        let partner = partner.ok_or_else(|| refuse(format!("{name} has no piece to castle with for '{letter}'")))?;
        setup.castling.push(CastlingRight { side, partner });
        if variant.gating.is_some() {
            setup.gating.extend([king, partner]);
        }
    }
    setup.castling.sort_unstable();
    setup.castling.dedup();
    for side in Side::BOTH {
        if !can_gate(variant, setup, side) {
            setup.gating.retain(|&s| setup.men[s.index()].is_none_or(|p| p.side != side));
        }
    }
    setup.gating.sort_unstable();
    setup.gating.dedup();
    Ok(())
}

/// Squares without blanks between them, `e3`, `d6c5`.
fn read_en_passant(variant: &Variant, word: &Token<'_>, setup: &mut Setup) -> Result<(), FenError> {
    let error = |span, message: String, remedy: &str| FenError::new(FenCode::EnPassant, span, message, remedy);
    let Some(rule) = &variant.en_passant else {
        let message = format!("{} has no en passant", variant.name);
        return Err(error(word.span.clone(), message, "write '-'"));
    };
    let mut marked = None;
    let mut rest = word.text;
    while !rest.is_empty() {
        let start = word.span.end - rest.len();
        let length = rest.char_indices().skip(1).find(|(_, c)| !c.is_ascii_digit()).map_or(rest.len(), |(i, _)| i);
        let (name, tail) = rest.split_at(length);
        let span = start..start + length;
        let square = variant
            .board
            .parse_square(name)
            .map_err(|e| error(span.clone(), e.to_string(), "write the squares that were passed, as in e3"))?;
        match setup.at(square) {
            None => setup.en_passant.push(square),
            Some(man) if man.side != setup.turn && rule.victims.contains(&man.kind) && marked.is_none() => {
                marked = Some(square);
            }
            Some(_) => {
                let message = format!("nothing can have passed {name}: it is occupied");
                return Err(error(span, message, "write '-', or the empty squares that were passed"));
            }
        }
        rest = tail;
    }
    setup.en_passant.sort_unstable();
    setup.en_passant.dedup();
    setup.en_passant_victim = marked.or_else(|| victim_behind(variant, setup));
    if setup.en_passant_victim.is_none() || setup.en_passant.is_empty() {
        let message = format!("no piece of {} can have passed {} just now", variant.name, word.text);
        return Err(error(
            word.span.clone(),
            message,
            "write '-', or the square behind a pawn of the side that has just moved",
        ));
    }
    Ok(())
}

/// The victim if the text does not name it: the nearest piece behind the passed squares, as the side to move sees them, if it is an
/// enemy that can be captured so.
fn victim_behind(variant: &Variant, setup: &Setup) -> Option<Square> {
    let rule = variant.en_passant.as_ref()?;
    let back = if setup.turn == Side::White { -1 } else { 1 };
    let nearest = |&from: &Square| {
        let (file, rank) = (variant.board.file(from), variant.board.rank(from));
        let squares = (1..).map_while(|i| variant.board.at(file, rank + i * back));
        squares.take(variant.board.ranks()).find(|&s| setup.at(s).is_some())
    };
    let can_be = |&s: &Square| setup.at(s).is_some_and(|p| p.side != setup.turn && rule.victims.contains(&p.kind));
    setup.en_passant.iter().find_map(nearest).filter(can_be)
}

/// The letters of castling and gating rights, `-` if there are none.
fn write_rights(variant: &Variant, setup: &Setup) -> String {
    let mut text = String::new();
    for side in Side::BOTH {
        let case = |c: char| if side == Side::White { c } else { c.to_ascii_lowercase() };
        let letter = |s: Square| case((b'A' + variant.board.file(s) as u8) as char);
        let mut gates: Vec<Square> = match &variant.gating {
            Some(rule) => {
                let rank = i32::from(rule.rank[side.index()]);
                setup.gating.iter().copied().filter(|&s| variant.board.rank(s) == rank).collect()
            }
            None => Vec::new(),
        };
        if let Some(rule) = &variant.castling
            && let Some(king) = castling_king(variant, rule, setup, side)
        {
            let mut rights: Vec<Square> = setup.castling.iter().filter(|r| r.side == side).map(|r| r.partner).collect();
            rights.sort_by_key(|&s| (s < king, s));
            for partner in rights {
                let wing = usize::from(partner < king);
                let usual = partner_of_wing(variant, rule, setup, king, wing) == Some(partner);
                text.push(if usual && !rule.any_files { case(['K', 'Q'][wing]) } else { letter(partner) });
                gates.retain(|&s| s != partner && (rule.any_files || s != king));
            }
        }
        text.extend(gates.into_iter().map(letter));
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

pub(super) fn write(variant: &Variant, setup: &Setup) -> String {
    let mut text = board::write(variant, setup);
    if variant.hands.is_some() || variant.gating.is_some() {
        text.push_str(&format!("[{}]", board::write_hands(variant, setup, false)));
    }
    let turn = if setup.turn == Side::White { 'w' } else { 'b' };
    let rights = if variant.unmoved_field { write_unmoved(variant, setup) } else { write_rights(variant, setup) };
    text.push_str(&format!(" {turn} {rights} "));
    if setup.en_passant.is_empty() {
        text.push('-');
    }
    for &square in &setup.en_passant {
        text.push_str(&variant.board.name(square));
    }
    if let Some(victim) = setup.en_passant_victim.filter(|&v| victim_behind(variant, setup) != Some(v)) {
        text.push_str(&variant.board.name(victim));
    }
    if let Some([white, black]) = setup.checks_left {
        text.push_str(&format!(" {white}+{black}"));
    }
    text.push_str(&format!(" {} {}", setup.halfmoves, setup.move_number));
    let named = if variant.unmoved_field { tracked(variant, setup) } else { Vec::new() };
    text + &write_besides(variant, setup, &named)
}
