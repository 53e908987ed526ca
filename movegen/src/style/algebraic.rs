//! Writes moves in the styles of players: a piece, as much of its origin as is needed, and the destination.

use super::naming::{file, letter, promoted_piece, rank, square, thai_piece};
use super::{Known, Style};
use crate::MoveList;
use crate::door::{AnyGame, AnyPosition};
use crate::position::cell::Cell;
use crate::position::effects::Effect;
use crate::position::moves::{Move, MoveType};
use betza_game::KindId;
use betza_game::variant::{Kind, Variant};
use betza_ir::geometry::{Board, Side, Square};

/// Returns the texts of the legal moves at these places of the list, with as much of the origin as is needed or as is
/// given. All moves that end where one of them does must be among them, except castling.
pub(super) fn texts(known: &Known<'_>, style: Style, origin: Option<Origin>, places: &[usize]) -> Vec<String> {
    let &Known { game, position, list, promoted, pawns, .. } = known;
    let variant = game.variant();
    let (board, us) = (&variant.board, position.turn());
    let mut by_destination = vec![Vec::new(); board.area()];
    places.iter().for_each(|&i| by_destination[list[i].to().index()].push(list[i]));
    let writer = Writer { game, variant, board, position, list, by_destination, promoted, us, style, pawns, origin };
    places.iter().map(|&i| writer.text(list[i], &|| known.uci()[i].clone())).collect()
}

/// How much of the origin is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    None,
    File,
    Rank,
    Square,
}

struct Writer<'a> {
    game: &'a AnyGame,
    variant: &'a Variant,
    board: &'a Board,
    position: &'a AnyPosition,
    list: &'a MoveList,
    /// The moves of the list, by where they end.
    by_destination: Vec<Vec<Move>>,
    /// Where pieces stand that have promoted.
    promoted: &'a [Square],
    us: Side,
    style: Style,
    /// Which kinds are pawns as in chess.
    pawns: &'a [bool],
    /// How much of the origin is written; `None` for as much as is needed.
    origin: Option<Origin>,
}

impl Writer<'_> {
    /// Returns the text of a move. `uci` is its text in UCI, which stands for moves that the styles have no words for:
    /// passes, and moves of several legs.
    fn text(&self, m: Move, uci: &dyn Fn() -> String) -> String {
        let effects = self.list.effects.of(m);
        let entered = effects.iter().find_map(|e| if let Effect::Enter(s, k) = e { Some((*s, *k)) } else { None });
        let partner = effects.iter().find_map(|e| if let Effect::Relocate(s, _) = e { Some(*s) } else { None });
        let wall = effects.iter().find_map(|e| if let Effect::Wall(s) = e { Some(*s) } else { None });
        match (m.kind, entered, partner) {
            (MoveType::Pass, ..) if self.kind(m).is_none() => return uci(),
            (MoveType::Castling, ..) => return castling(m.from(), m.to()).to_owned(),
            (MoveType::Chain, Some((entry, kind)), Some(partner)) => {
                let entered = format!("/{}{}", self.letter(kind), self.square(entry));
                return castling(m.from(), partner).to_owned() + &entered;
            }
            (MoveType::Chain, None, Some(partner)) if self.castles(m, partner) => {
                let wall = wall.map_or_else(String::new, |wall| format!(",{}", self.square(wall)));
                return castling(m.from(), partner).to_owned() + &wall;
            }
            (MoveType::Chain, None, None) if wall.is_none() && effects.iter().any(|e| *e != Effect::Petrify) => {
                return uci();
            }
            (MoveType::Chain, None, Some(_)) => return uci(),
            _ => {}
        }
        let is_capture = !self.game.captured(self.position, m, &effects).is_empty();
        let origin = self.origin(m, is_capture, entered.map(|(_, kind)| kind), wall);
        let mut text = self.piece(m);
        if self.style == Style::ThaiLan {
            text.push(' ');
        }
        text += &match origin {
            Origin::None => String::new(),
            Origin::File => file(self.board, m.from(), self.style, self.us),
            Origin::Rank if self.style == Style::Xiangqi => self.tandem(m).to_owned(),
            Origin::Rank => rank(self.board, m.from(), self.style, self.us),
            Origin::Square => self.square(m.from()),
        };
        text += self.sign(m, is_capture, origin, text.is_empty() || origin == Origin::File && self.is_pawn(m));
        text += &self.destination(m);
        text += &self.promotion(m);
        if let Some((_, kind)) = entered {
            text += &format!("/{}", self.letter(kind));
        }
        if let Some(wall) = wall {
            text += &format!(",{}", self.square(wall));
        }
        text
    }

    /// Returns whether a move that shifts another piece castles with it, and the king lands where castling by that wing
    /// leads.
    fn castles(&self, m: Move, partner: Square) -> bool {
        let Some(rule) = &self.variant.castling else { return false };
        let wing = usize::from(partner < m.from());
        let lands = || match &rule.further {
            None => self.position.castling_landing(partner).is_some_and(|(king_to, _)| king_to == m.to()),
            Some(_) => {
                let usual = (i32::from(rule.king_to[self.us.index()][wing]), i32::from(rule.rank[self.us.index()]));
                let right = self.position.state().castling >> (2 * self.us.index() + wing) & 1;
                right != 0 && (self.board.file(m.to()), self.board.rank(m.to())) == usual
            }
        };
        self.kind(m) == Some(rule.king[self.us.index()]) && lands()
    }

    fn square(&self, s: Square) -> String {
        square(self.board, s, self.style, self.us)
    }

    /// Returns the letter of a kind; outside shogi's styles a promoted piece has that of the piece that it moves as.
    fn letter(&self, kind: KindId) -> String {
        let own = letter(self.variant, kind);
        if self.is_shogi() || !own.starts_with('+') {
            return own;
        }
        let moves = |kind: &Kind| [0, 1].map(|side| kind.moves[side].moves.clone());
        let wanted = moves(&self.variant.kinds[kind.index()]);
        let plain = |kind: &&Kind| !kind.letters[Side::White.index()].starts_with('+') && moves(kind) == wanted;
        let twin = self.variant.kinds.iter().find(plain).map(|kind| kind.letters[Side::White.index()].to_uppercase());
        twin.or_else(|| promoted_piece(self.variant, kind).map(str::to_owned)).unwrap_or(own)
    }

    fn is_shogi(&self) -> bool {
        matches!(self.style, Style::ShogiHosking | Style::ShogiHodges | Style::ShogiHodgesNumber)
    }

    fn is_thai(&self) -> bool {
        matches!(self.style, Style::ThaiSan | Style::ThaiLan)
    }

    /// Returns the kind that moves or enters the board.
    fn kind(&self, m: Move) -> Option<KindId> {
        let cell = self.position.cell(m.from());
        m.piece().filter(|_| m.enters()).or_else(|| cell.is_piece().then(|| cell.kind()))
    }

    fn is_pawn(&self, m: Move) -> bool {
        !m.enters() && self.kind(m).is_some_and(|kind| self.pawns[kind.index()])
    }

    /// Returns the own pieces of a kind on a file, from the one that is furthest ahead.
    fn on_file(&self, kind: KindId, of: Square) -> Vec<Square> {
        let own = self.position.pieces(self.us, kind);
        let mut all: Vec<Square> = own.into_iter().filter(|&s| self.board.file(s) == self.board.file(of)).collect();
        if self.us == Side::White {
            all.reverse();
        }
        all
    }

    /// Returns the text of the piece.
    fn piece(&self, m: Move) -> String {
        let Some(kind) = self.kind(m) else { return String::new() };
        if self.is_pawn(m) && matches!(self.style, Style::San | Style::Lan | Style::ThaiSan) {
            return String::new();
        }
        if self.is_thai() {
            let has_promoted = !m.enters() && self.promoted.contains(&m.from());
            return thai_piece(self.variant, kind, self.pawns[kind.index()], has_promoted).to_owned();
        }
        if self.style == Style::Xiangqi && !m.enters() {
            let all = self.on_file(kind, m.from());
            if (all.len() > 2 || all.len() == 2 && self.has_tandems(kind))
                && let Some(place) = all.iter().position(|&s| s == m.from())
            {
                return (place + 1).to_string();
            }
        }
        self.letter(kind)
    }

    /// Returns whether several pieces of a kind stand on each of two files. Their places on the file then say which one
    /// moves.
    fn has_tandems(&self, kind: KindId) -> bool {
        let files: Vec<_> = self.position.pieces(self.us, kind).into_iter().map(|s| self.board.file(s)).collect();
        let several = |file: i32| files.iter().filter(|&&f| f == file).count() > 1;
        (0..self.board.files() as i32).filter(|&file| several(file)).count() > 1
    }

    /// Returns which of two pieces of a kind on a file moves: `+` for the one ahead, `-` for the other.
    fn tandem(&self, m: Move) -> &'static str {
        let is_first = self.kind(m).is_some_and(|kind| self.on_file(kind, m.from()).first() == Some(&m.from()));
        if is_first { "+" } else { "-" }
    }

    /// Returns how much of the origin is written.
    fn origin(&self, m: Move, is_capture: bool, entered: Option<KindId>, wall: Option<Square>) -> Origin {
        let Some(kind) = self.kind(m).filter(|_| !m.enters()) else { return Origin::None };
        if let Some(origin) = self.origin {
            return origin;
        }
        match self.style {
            Style::Lan | Style::ThaiLan | Style::Janggi => return Origin::Square,
            Style::Xiangqi => {
                let all = self.on_file(kind, m.from());
                let by = self.board.vector(m.from(), m.to());
                let other =
                    all.iter().copied().find(|&s| s != m.from()).filter(|_| all.len() == 2 && !self.has_tandems(kind));
                let may_go = other.and_then(|s| self.board.step(s, by)).is_some_and(|to| self.may_stand(kind, to));
                return if may_go { Origin::Rank } else { Origin::File };
            }
            Style::San | Style::ThaiSan if self.is_pawn(m) && is_capture => return Origin::File,
            Style::San if self.is_pawn(m) && m.kind == MoveType::Promotion && self.promotes_in_place(kind) => {
                return if m.from() == m.to() { Origin::None } else { Origin::Square };
            }
            _ => {}
        }
        let wall_of = |e: &Effect| if let Effect::Wall(s) = e { Some(*s) } else { None };
        let entered_of = |e: &Effect| if let Effect::Enter(_, k) = e { Some(*k) } else { None };
        let same = |l: &&Move| {
            l.from() != m.from()
                // If the two pieces become different kinds, that tells the moves apart already.
                && self.becomes(**l) == self.becomes(m)
                && self.is_like(l.from(), kind)
                && match l.kind {
                    MoveType::Plain | MoveType::DoubleStep | MoveType::Promotion => entered.is_none(),
                    // A wall or a piece that a move leaves behind is written after it and tells the moves apart.
                    MoveType::Chain => {
                        let effects = self.list.effects.of(**l);
                        effects.iter().find_map(wall_of) == wall && effects.iter().find_map(entered_of) == entered
                    }
                    _ => false,
                }
        };
        let others: Vec<Square> = self.by_destination[m.to().index()].iter().filter(same).map(|l| l.from()).collect();
        let (f, r) = (self.board.file(m.from()), self.board.rank(m.from()));
        if others.is_empty() {
            Origin::None
        } else if self.is_shogi() {
            Origin::Square
        } else if others.iter().all(|&s| self.board.file(s) != f) {
            Origin::File
        } else if others.iter().all(|&s| self.board.rank(s) != r) {
            Origin::Rank
        } else {
            Origin::Square
        }
    }

    /// Returns whether an own piece on a square has the name of a kind.
    fn is_like(&self, square: Square, kind: KindId) -> bool {
        let cell = self.position.cell(square);
        if !cell.is_piece() || cell == Cell::new(self.us, kind) || self.is_shogi() {
            return cell == Cell::new(self.us, kind);
        }
        // A promoted piece has the letter of the piece that it moves as.
        let is_promoted = |kind: KindId| self.variant.kinds[kind.index()].letters[Side::White.index()].starts_with('+');
        cell.side() == self.us
            && (is_promoted(kind) || is_promoted(cell.kind()))
            && self.letter(cell.kind()) == self.letter(kind)
    }

    /// Returns whether pieces of a kind may stand on a square.
    fn may_stand(&self, kind: KindId, square: Square) -> bool {
        let region = &self.variant.kinds[kind.index()].region[self.us.index()];
        region.as_ref().is_none_or(|region| region.contains(square))
    }

    fn promotes_in_place(&self, kind: KindId) -> bool {
        self.variant.kinds[kind.index()].promotes_in_place()
    }

    /// Returns the sign between piece and destination. `plain` says that a pawn is written without its letter.
    fn sign(&self, m: Move, is_capture: bool, origin: Origin, plain: bool) -> &'static str {
        let ahead = self.board.rank(m.to()) - self.board.rank(m.from());
        let ahead = if self.us == Side::White { ahead } else { -ahead };
        match self.style {
            _ if m.enters() => entry_sign(self.style),
            Style::Xiangqi => ["-", "=", "+"][(ahead.signum() + 1) as usize],
            _ if is_capture => "x",
            Style::ShogiHosking if origin != Origin::Square => "",
            Style::San => "",
            Style::ThaiSan if plain => "",
            _ => "-",
        }
    }

    /// Returns the destination; in xiangqi how far the piece goes along its file, or else the file.
    fn destination(&self, m: Move) -> String {
        let by = self.board.vector(m.from(), m.to());
        match self.style {
            Style::Xiangqi if !m.enters() && by.dx == 0 => by.dy.abs().to_string(),
            Style::Xiangqi if !m.enters() => file(self.board, m.to(), self.style, self.us),
            _ => self.square(m.to()),
        }
    }

    /// Returns what the mover becomes.
    fn becomes(&self, m: Move) -> Becomes {
        let letters = |kind: KindId| self.variant.kinds[kind.index()].letters[Side::White.index()].as_str();
        match (self.kind(m), m.promotion()) {
            (Some(before), Some(after)) if letters(after).strip_prefix('+') == Some(letters(before)) => {
                Becomes::Promoted
            }
            (Some(before), Some(after)) if letters(before).strip_prefix('+') == Some(letters(after)) => {
                Becomes::Unpromoted
            }
            (Some(_), Some(after)) => Becomes::Other(after),
            _ => Becomes::Nothing,
        }
    }

    /// Returns the text of what the mover becomes.
    fn promotion(&self, m: Move) -> String {
        let after = m.promotion().map(|after| match self.is_shogi() {
            true => self.variant.kinds[after.index()].letters[Side::White.index()].clone(),
            false => self.letter(after),
        });
        match (self.becomes(m), after) {
            (Becomes::Promoted, _) if self.is_shogi() => "+".to_owned(),
            (Becomes::Unpromoted, _) if self.is_shogi() => "-".to_owned(),
            (Becomes::Nothing, _) | (_, None) => {
                // In shogi `=` says that a piece does not promote although it may.
                let promotes = |l: &Move| l.promotion().is_some() && l.from() == m.from();
                let declines =
                    self.is_shogi() && !m.enters() && self.by_destination[m.to().index()].iter().any(promotes);
                if declines { "=".to_owned() } else { String::new() }
            }
            (_, Some(after)) => format!("={after}"),
        }
    }
}

/// What a move makes of the mover.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Becomes {
    /// The same piece.
    Nothing,
    /// The piece with a `+` before its letters.
    Promoted,
    /// The piece without that `+`.
    Unpromoted,
    Other(KindId),
}

/// Returns the text of castling, by the wing on which the partner stands.
pub(super) fn castling(king: Square, partner: Square) -> &'static str {
    if partner > king { "O-O" } else { "O-O-O" }
}

/// Returns the sign between piece and square in a drop, in the styles of players.
pub(crate) fn entry_sign(style: Style) -> &'static str {
    match style {
        Style::ShogiHosking => "'",
        Style::ShogiHodges | Style::ShogiHodgesNumber => "*",
        _ => "@",
    }
}
