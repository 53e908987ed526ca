//! `[castling]`, laid over what `O` in the notation of the pieces says.

use crate::keys;
use crate::node::{Node, Value};
use crate::problem::ProblemCode;
use crate::rules::one_rank;
use crate::section::{Scope, Section};
use betza_game::setup::{Placed, Setup};
use betza_game::variant::{BySide, CastlingRule, FurtherPartners, Kind, KindId};
use betza_ir::Piece;
use betza_ir::geometry::{Board, Side, split_file};

/// Castling as the notation of the pieces has it (`O` in `xbetza`), `[castling]` laid over it. `start` is the start
/// position.
pub(crate) fn castling(
    scope: Scope<'_>,
    node: Option<&Node>,
    top: &Node,
    kinds: &[Kind],
    start: Option<&Setup>,
) -> Option<CastlingRule> {
    let written = node.filter(|n| !matches!(n.value, Value::Bool(false)));
    if node.is_some() && written.is_none() {
        return None;
    }
    let noted = start.and_then(|setup| noted_castling(scope, top, kinds, setup));
    let Some(node) = written else { return noted };
    let noted = noted.as_ref();
    let mut section = Section::new(scope, Some(node), &keys::CASTLING);
    let [last_file, last_rank] = [scope.board.files(), scope.board.ranks()].map(|n| n as u8 - 1);
    let king = needed(&mut section, "king", noted.map(|r| r.king), |n| scope.by_side(n, |n| scope.kind(n)));
    let partners = noted.map(|r| r.partners.clone());
    let partners = needed(&mut section, "partners", partners, |n| scope.by_side(n, |n| scope.kinds(n)));
    let rank = match section.get("rank") {
        Some(n) => one_rank(scope, n),
        None => Some(noted.map_or([0, last_rank], |r| r.rank)),
    };
    let any_files = section.bool("any_files");
    let ignores_check = section.bool("ignores_check");
    let ends_opposite = section.bool("ends_opposite");
    let king_file = match section.get("king_file") {
        Some(n) => scope.by_side(n, |n| file(scope, n)).map(Some),
        None if any_files => Some(None),
        None => Some(noted.and_then(|r| r.king_file).or_else(|| files_at_start(scope, king?, start?))),
    };
    let king_to = noted.map(|r| r.king_to);
    let king_to = needed(&mut section, "king_to", king_to, |n| files_by_side(scope, n));
    let also_to = match section.get("also_to") {
        Some(n) => lists_by_side(scope, n),
        None => Some(noted.map_or_else(Default::default, |rule| rule.also_to.clone())),
    };
    let partner_file = match section.get("partner_file") {
        Some(n) => files_by_side(scope, n),
        None => Some(noted.map_or([[last_file, 0]; 2], |r| r.partner_file)),
    };
    let further = further_partners(scope, &mut section);
    section.finish();
    let king_to = king_to?;
    Some(CastlingRule {
        king: king?,
        partners: partners?,
        rank: rank?,
        king_file: king_file?,
        king_to,
        also_to: apart_from(also_to?, &king_to),
        partner_file: partner_file?,
        further: further?,
        any_files,
        ignores_check,
        ends_opposite,
    })
}

/// What `further_partners` and `lands_short` say. The outer `None` is for values that are wrong.
fn further_partners(scope: Scope<'_>, section: &mut Section<'_>) -> Option<Option<FurtherPartners>> {
    let short = section.get("lands_short").map_or(Some([0; 2]), |node| two_numbers(scope, node));
    let files = section.get("further_partners").map(|node| lists_by_side(scope, node));
    let Some(files) = files else { return short.map(|_| None) };
    let files = files?;
    let is_empty = files.iter().flatten().all(Vec::is_empty);
    Some((!is_empty).then_some(FurtherPartners { files, short: short? }))
}

/// The value of a key, or what the notation says. It is an error if there is neither.
fn needed<T>(
    section: &mut Section<'_>,
    key: &str,
    noted: Option<T>,
    read: impl FnOnce(&Node) -> Option<T>,
) -> Option<T> {
    match section.get(key) {
        Some(node) => read(node),
        None => {
            if noted.is_none() {
                section.lacks(key);
            }
            noted
        }
    }
}

/// The files on which the kings start; Black's is White's where Black has none.
fn files_at_start(scope: Scope<'_>, king: BySide<KindId>, start: &Setup) -> Option<BySide<u8>> {
    let [white, black] = Side::BOTH.map(|side| {
        let is_king = |man: &Option<Placed>| man.is_some_and(|m| m.side == side && m.kind == king[side.index()]);
        Some((start.men.iter().position(is_king)? % scope.board.files()) as u8)
    });
    Some([white?, black.or(white)?])
}

/// Further landings without those that `king_to` has already, each once.
fn apart_from(mut also_to: BySide<[Vec<u8>; 2]>, king_to: &BySide<[u8; 2]>) -> BySide<[Vec<u8>; 2]> {
    for (wings, landings) in also_to.iter_mut().zip(king_to) {
        for (files, landing) in wings.iter_mut().zip(landings) {
            let mut seen = vec![*landing];
            files.retain(|file| !seen.contains(file) && (seen.push(*file), true).1);
        }
    }
    also_to
}

/// A value for each wing, read from a list of two.
fn two(scope: Scope<'_>, node: &Node, wanted: &str, read: &dyn Fn(&Node) -> Option<u8>) -> Option<[u8; 2]> {
    if let Value::List(items) = &node.value {
        let values: Vec<u8> = items.iter().filter_map(read).collect();
        if let [k, q] = values[..] {
            return Some([k, q]);
        }
    }
    scope.mismatch(node, wanted);
    None
}

/// A file for each wing.
fn two_files(scope: Scope<'_>, node: &Node) -> Option<[u8; 2]> {
    two(scope, node, "two files, towards the last file first, as in [\"g\", \"c\"]", &|n| file(scope, n))
}

/// A number for each wing.
fn two_numbers(scope: Scope<'_>, node: &Node) -> Option<[u8; 2]> {
    two(scope, node, "two numbers, towards the last file first, as in [1, 2]", &|n| scope.number(n, u8::MAX))
}

/// A file for each wing, by side.
fn files_by_side(scope: Scope<'_>, node: &Node) -> Option<BySide<[u8; 2]>> {
    scope.by_side(node, |n| two_files(scope, n))
}

/// A list of files for each wing, by side.
fn lists_by_side(scope: Scope<'_>, node: &Node) -> Option<BySide<[Vec<u8>; 2]>> {
    scope.by_side(node, |n| two_lists(scope, n))
}

/// A list of files for each wing.
fn two_lists(scope: Scope<'_>, node: &Node) -> Option<[Vec<u8>; 2]> {
    match &node.value {
        Value::List(items) if items.len() == 2 => Some([0, 1].map(|wing| match &items[wing].value {
            Value::List(files) => files.iter().filter_map(|n| file(scope, n)).collect::<Vec<u8>>(),
            _ => file(scope, &items[wing]).into_iter().collect(),
        })),
        _ => {
            scope.mismatch(node, "two lists of files, towards the last file first, as in [[\"h\"], [\"b\"]]");
            None
        }
    }
}

/// A file's letter.
fn file(scope: Scope<'_>, node: &Node) -> Option<u8> {
    let text = scope.text(node)?;
    let file = split_file(text).filter(|(file, rest)| rest.is_empty() && *file < scope.board.files());
    if let Some((file, _)) = file {
        return Some(file as u8);
    }
    let message = format!("'{text}' is no file of this {} board", scope.board);
    scope.findings.error(ProblemCode::BadValue, &node.place, message, "write a file's letter, as in \"g\"");
    None
}

/// The rule that `O` in the notation of a piece stands for: the king where it starts, the partners on the edge of its
/// rank.
fn noted_castling(scope: Scope<'_>, top: &Node, kinds: &[Kind], start: &Setup) -> Option<CastlingRule> {
    let (index, kind) = kinds.iter().enumerate().find(|(_, k)| k.moves.iter().any(|p| !p.castlings.is_empty()))?;
    let place = top.get("pieces").and_then(|p| p.get(&kind.id)).map_or(&top.place, |n| &n.place);
    let refuse = |message: String| {
        let remedy = "leave 'O' out of the notation and write a [castling] table";
        scope.findings.error(ProblemCode::Conflict, place, message, remedy);
    };
    let king = KindId::from_index(index);
    let board = scope.board;
    let at = |side: Side| {
        let mut all = (0..start.men.len()).filter(|&i| start.men[i].is_some_and(|m| m.side == side && m.kind == king));
        let first = all.next()?;
        all.next().is_none().then_some((first % board.files(), first / board.files()))
    };
    let (Some(white), Some(black)) = (at(Side::White), at(Side::Black)) else {
        refuse(format!("{} castles by its notation, but does not start once for each side", kind.id));
        return None;
    };
    let noted = |side: Side, from: (usize, usize)| match Noted::of(&kind.moves[side.index()], side, from, start, board)
    {
        Ok(noted) => Some(noted),
        Err(why) => {
            refuse(format!("{} {why}", kind.id));
            None
        }
    };
    let white_own = noted(Side::White, white)?;
    let black_own = noted(Side::Black, black)?;
    Some(CastlingRule {
        king: [king, king],
        partners: [white_own.partners, black_own.partners],
        rank: [white.1 as u8, black.1 as u8],
        king_file: Some([white_own.king_file, black_own.king_file]),
        king_to: [white_own.king_to, black_own.king_to],
        also_to: [white_own.also_to, black_own.also_to],
        partner_file: [white_own.partner_file, black_own.partner_file],
        further: None,
        any_files: false,
        ignores_check: false,
        ends_opposite: false,
    })
}

/// What `O` says of a side.
struct Noted {
    partners: Vec<KindId>,
    king_file: u8,
    king_to: [u8; 2],
    also_to: [Vec<u8>; 2],
    partner_file: [u8; 2],
}

impl Noted {
    /// What it says of a king on this file and rank, or why it says nothing that the rule has words for.
    fn of(
        king: &Piece,
        side: Side,
        (file, rank): (usize, usize),
        start: &Setup,
        board: &Board,
    ) -> Result<Noted, &'static str> {
        let wings = wings(king, side);
        let [Some(&(k, k_inset)), Some(&(q, q_inset))] = [wings[0].first(), wings[1].first()] else {
            return Err("castles to one side only");
        };
        if wings[0].iter().any(|(_, inset)| *inset != k_inset) || wings[1].iter().any(|(_, inset)| *inset != q_inset) {
            return Err("castles with several partners of one side");
        }
        let last = board.files() - 1;
        let beyond = wings[0].iter().any(|(k, _)| file + k > last) || wings[1].iter().any(|(q, _)| *q > file);
        if beyond || k_inset > last || q_inset > last {
            return Err("would castle beyond the edge");
        }
        let corners = [last - k_inset, q_inset];
        let at = |file: usize| start.men[rank * board.files() + file].filter(|m| m.side == side).map(|m| m.kind);
        let mut partners: Vec<KindId> = corners.iter().filter_map(|&file| at(file)).collect();
        partners.sort_unstable();
        partners.dedup();
        Ok(Noted {
            partners,
            king_file: file as u8,
            king_to: [(file + k) as u8, (file - q) as u8],
            also_to: [
                wings[0].iter().skip(1).map(|(k, _)| (file + k) as u8).collect(),
                wings[1].iter().skip(1).map(|(q, _)| (file - q) as u8).collect(),
            ],
            partner_file: corners.map(|f| f as u8),
        })
    }
}

/// The steps and the inset of each castling, towards the last file and towards the first, as a side has them.
fn wings(piece: &Piece, side: Side) -> [Vec<(usize, usize)>; 2] {
    let mut wings: [Vec<(usize, usize)>; 2] = [Vec::new(), Vec::new()];
    for castling in &piece.castlings {
        let (last, first) =
            if side == Side::White { (castling.right, castling.left) } else { (castling.left, castling.right) };
        for (wing, has) in wings.iter_mut().zip([last, first]) {
            let found = (usize::from(castling.steps), usize::from(castling.inset));
            if has && !wing.contains(&found) {
                wing.push(found);
            }
        }
    }
    wings
}
