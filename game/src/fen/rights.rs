//! The castling field of FEN: castling rights, gates, and in some games the pieces that have not moved.

use super::{FenCode, FenError, Token};
use crate::rules::castling::CastlingRule;
use crate::setup::{CastlingRight, Setup};
use crate::variant::Variant;
use betza_ir::geometry::{Side, Square};
use betza_ir::sorted;

/// Returns the king of a side that castles: the one on the king's file, or otherwise the first on the castling rank
/// (Chess960, and puzzles).
fn castling_king(variant: &Variant, rule: &CastlingRule, setup: &Setup, side: Side) -> Option<Square> {
    let rank = i32::from(rule.rank[side.index()]);
    let is_king = |&s: &Square| setup.at(s).is_some_and(|p| p.side == side && p.kind == rule.king[side.index()]);
    let on_file = |file: u8| variant.board.at(i32::from(file), rank).filter(is_king);
    rule.king_file
        .and_then(|files| on_file(files[side.index()]))
        .or_else(|| (0..variant.board.files() as u8).find_map(on_file))
}

/// Returns whether a piece stands on a square with which the king of a side may castle.
fn is_partner(rule: &CastlingRule, setup: &Setup, side: Side, square: Square) -> bool {
    setup.at(square).is_some_and(|p| p.side == side && rule.partners[side.index()].contains(&p.kind))
}

/// Returns the partner that `K` (wing 0) or `Q` (wing 1) names: the one on its usual file, or otherwise the outermost
/// one on that side of the king.
fn partner_of_wing(variant: &Variant, rule: &CastlingRule, setup: &Setup, king: Square, wing: usize) -> Option<Square> {
    let side = setup.at(king)?.side;
    let (rank, file, files) = (variant.board.rank(king), variant.board.file(king), variant.board.files() as i32);
    let at = |f: i32| variant.board.at(f, rank).filter(|&s| is_partner(rule, setup, side, s) && s != king);
    let usual = i32::from(rule.partner_file[side.index()][wing]);
    let is_beyond = if wing == 0 { usual > file } else { usual < file };
    let usual = if is_beyond && !rule.any_files { at(usual) } else { None };
    usual.or_else(|| if wing == 0 { (file + 1..files).rev().find_map(at) } else { (0..file).find_map(at) })
}

/// Returns whether a side has a piece to gate, or may still get one.
fn can_gate(variant: &Variant, setup: &Setup, side: Side) -> bool {
    variant.may_gate(|kind| setup.hands[side.index()][kind.index()] > 0)
}

/// Returns whether the castling field says, by its file or by a wing, that a side's king has not moved. Also true if
/// there is nothing left to gate, since the file of the king need not be named then.
fn king_is_named(variant: &Variant, setup: &Setup, side: Side, word: &Token<'_>) -> bool {
    let king = variant.castling.as_ref().and_then(|rule| castling_king(variant, rule, setup, side));
    let file = king.map(|s| (b'A' + variant.board.file(s) as u8) as char);
    let has = |letter: char| word.text.contains(if side == Side::White { letter } else { letter.to_ascii_lowercase() });
    file.into_iter().chain(['K', 'Q']).any(has) || !can_gate(variant, setup, side)
}

/// Returns the squares on both first ranks whose piece stands there at the start of the game too and has moves that
/// only unmoved pieces have.
pub(super) fn tracked(variant: &Variant, setup: &Setup) -> Vec<Square> {
    let Ok(start) = super::placement(variant) else { return Vec::new() };
    let unmoved = |s: &Square| {
        let man = start.at(*s).filter(|_| start.at(*s) == setup.at(*s));
        man.is_some_and(|man| variant.kinds[man.kind.index()].has_first_moves(man.side))
    };
    let last = variant.board.ranks() as i32 - 1;
    variant.board.squares().filter(|&s| [0, last].contains(&variant.board.rank(s))).filter(unmoved).collect()
}

/// Returns the letter of a square of a first rank: its file, as a capital on White's.
fn file_letter(variant: &Variant, square: Square) -> char {
    let letter = (b'a' + variant.board.file(square) as u8) as char;
    let last = variant.board.ranks() as i32 - 1;
    if variant.board.rank(square) == last { letter } else { letter.to_ascii_uppercase() }
}

/// Reads a field that names unmoved pieces. Those that it does not name have moved.
pub(super) fn read_unmoved(variant: &Variant, word: &Token<'_>, setup: &mut Setup) -> Result<(), FenError> {
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

/// Adds the letters of unmoved pieces to a text.
pub(super) fn write_unmoved(text: &mut String, variant: &Variant, setup: &Setup) {
    let unmoved = tracked(variant, setup).into_iter().filter(|s| setup.moved.binary_search(s).is_err());
    text.extend(unmoved.map(|s| file_letter(variant, s)));
}

/// Reads castling rights and gates.
pub(super) fn read_rights(variant: &Variant, word: &Token<'_>, setup: &mut Setup) -> Result<(), FenError> {
    let any_files = variant.castling.as_ref().is_some_and(|rule| rule.any_files);
    let several = variant.castling.as_ref().filter(|rule| rule.further.is_some());
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
        // Among several partners a letter that may be a partner's file is that file.
        let is_partner_file = several.is_some_and(|rule| {
            let square = variant.board.at(file, i32::from(rule.rank[side.index()]));
            square.is_some_and(|s| is_partner(rule, setup, side, s))
        });
        let wing = wing.filter(|_| !is_partner_file);
        if let (Some(gating), None) = (&variant.gating, wing) {
            let own = |&s: &Square| setup.at(s).is_some_and(|p| p.side == side);
            let square = variant.board.at(file, i32::from(gating.rank[side.index()])).filter(own).ok_or_else(|| {
                let message = format!("there is no piece of its side on the square of gate '{letter}'");
                FenError::new(FenCode::Castling, span.clone(), message, "name only files of pieces that have not moved")
            })?;
            setup.gating.push(square);
            // As long as there is something to gate, the field names every unmoved piece of the rank. So a file names a
            // castling partner only where nothing is left to gate or, from shuffled starts, where the king's file is
            // named as well.
            let is_partner = variant
                .castling
                .as_ref()
                .is_some_and(|rule| setup.at(square).is_some_and(|p| rule.partners[side.index()].contains(&p.kind)));
            let names_partner =
                if any_files { king_is_named(variant, setup, side, word) } else { !can_gate(variant, setup, side) };
            // Without a king on the rank, the file is that of a gate whose piece has not moved.
            let may_castle =
                variant.castling.as_ref().is_some_and(|rule| castling_king(variant, rule, setup, side).is_some());
            if !names_partner || !is_partner || !may_castle {
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
        let name = side.name();
        let king = castling_king(variant, rule, setup, side)
            .ok_or_else(|| refuse(format!("{name} has no king on its castling rank")))?;
        let partner = match wing {
            Some(wing) => partner_of_wing(variant, rule, setup, king, wing),
            None => variant.board.at(file, variant.board.rank(king)).filter(|&s| is_partner(rule, setup, side, s)),
        };
        let partner = partner.ok_or_else(|| refuse(format!("{name} has no piece to castle with for '{letter}'")))?;
        let right = CastlingRight { side, partner };
        // A field may name a right as often as it likes: each is kept once, so that long fields are read in no time.
        if !setup.castling.contains(&right) {
            let is_beyond = |s: Square| (s < king) == (partner < king);
            let second = setup.castling.iter().any(|other| other.side == side && is_beyond(other.partner));
            if second && rule.further.is_none() {
                return Err(refuse(format!("'{letter}' names a second piece on the same side of the king")));
            }
            setup.castling.push(right);
        }
        if variant.gating.is_some() {
            setup.gating.extend([king, partner]);
        }
    }
    sorted::sort(&mut setup.castling);
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

/// Adds the letters of castling rights and gates to a text.
pub(super) fn write_rights(text: &mut String, variant: &Variant, setup: &Setup) {
    for side in Side::BOTH {
        let case = |c: char| if side == Side::White { c } else { c.to_ascii_lowercase() };
        let letter = |s: Square| case((b'A' + variant.board.file(s) as u8) as char);
        let mut gates: Vec<Square> = match &variant.gating {
            Some(rule) if can_gate(variant, setup, side) => {
                let rank = i32::from(rule.rank[side.index()]);
                setup.gating.iter().copied().filter(|&s| variant.board.rank(s) == rank).collect()
            }
            _ => Vec::new(),
        };
        if let Some(rule) = &variant.castling
            && let Some(king) = castling_king(variant, rule, setup, side)
        {
            for wing in [0, 1] {
                let of_wing = |right: &&CastlingRight| right.side == side && (right.partner < king) == (wing == 1);
                for &CastlingRight { partner, .. } in setup.castling.iter().filter(of_wing) {
                    let by_wing = !rule.any_files
                        && rule.further.is_none()
                        && partner_of_wing(variant, rule, setup, king, wing) == Some(partner);
                    text.push(if by_wing { case(['K', 'Q'][wing]) } else { letter(partner) });
                    gates.retain(|&s| s != partner && (rule.any_files || s != king));
                }
            }
        }
        text.extend(gates.into_iter().map(letter));
    }
}
