//! Writes moves as text: UCI as Fairy-Stockfish writes it, and for moves that it does not have, legs joined by `,` as
//! XBoard writes them.
//!
//! - A move with effects is written leg by leg, `c4d5,d5e4`: by the ends of its legs if the game counts paths,
//!   otherwise by the squares on which it captures on the way, in the order of the effects.
//! - A mover that is removed adds a `-`.
//! - If two legal moves still have the same text, the squares on which each captures are added, `c4d5,d5c4xd5`, and
//!   then where it puts other pieces, `c4d5&d5c4`, one from the hand on `a1` by `&a1`.
//! - A promotion is written with the letter of the new kind. If the new kind's letters are the mover's after a `+`, it
//!   is written `+`, and the way back `-`, as in shogi.
//! - Castling to a square to which the king can also move by itself is written as the king taking its partner, and a
//!   pass of a piece that can also return to its square as `0000`.
//! - A move that places a wall has a further leg from its destination to the wall, `e2e4,e4e6`. In games with walls all
//!   other moves have this leg too, to the first square: `e2e4,e4a1`, as Fairy-Stockfish writes them.

use crate::compile::game::Game;
use crate::position::board::Position;
use crate::position::effects::{Effect, Effects};
use crate::position::list::MoveList;
use crate::position::moves::{Move, MoveType};
use betza_game::KindId;
use betza_ir::geometry::{Side, Square};
use std::collections::HashMap;
use std::fmt::Write;

impl<const N: usize> Game<N> {
    /// Returns the texts of all legal moves of a position, in the order of the list. No two are equal.
    #[must_use]
    pub fn move_texts(&self, position: &Position<N>, list: &MoveList) -> Vec<String> {
        self.texts_among(position, &list.moves, &list.effects)
    }

    /// Returns the text of the legal move at a place of the list, as [`Game::move_texts`] does. Only moves from the
    /// same square may have the same short text; those with effects may have it from anywhere.
    #[must_use]
    pub fn move_text(&self, position: &Position<N>, list: &MoveList, index: usize) -> String {
        let m = list[index];
        if m.has_effects() {
            return self.move_texts(position, list).swap_remove(index);
        }
        let before = list[..index].iter().filter(|l| l.from() == m.from()).count();
        self.texts_among(position, &from(list, m.from()), &list.effects).swap_remove(before)
    }

    /// Returns the place in the list of the move with this text, if the text begins with the square that the move comes
    /// from; `None` if there is none.
    #[must_use]
    pub fn find_text(&self, position: &Position<N>, list: &MoveList, text: &str) -> Option<usize> {
        let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let origin = self.variant.board.parse_square(text.get(..1 + digits)?).ok()?;
        let place = self.texts_among(position, &from(list, origin), &list.effects).iter().position(|t| t == text)?;
        (0..list.len()).filter(|&i| list[i].from() == origin).nth(place)
    }

    /// Returns the texts of these legal moves, all that may have the same text as one of them.
    fn texts_among(&self, position: &Position<N>, list: &[Move], all_effects: &Effects) -> Vec<String> {
        let effects = |m: &Move| all_effects.of(*m);
        let mut texts: Vec<String> = list.iter().map(|m| self.short_text(position, *m, &effects(m))).collect();
        self.disambiguate(list, &mut texts);
        if list.iter().all(|m| !m.has_effects()) {
            return texts;
        }
        for suffix in [Game::captures_text, Game::relocations_text] {
            let mut count: HashMap<&str, u32> = HashMap::new();
            for text in &texts {
                *count.entry(text).or_default() += 1;
            }
            let shared: Vec<bool> = texts.iter().map(|text| count[text.as_str()] > 1).collect();
            for ((text, m), _) in texts.iter_mut().zip(list.iter()).zip(shared).filter(|(_, shared)| *shared) {
                *text += &suffix(self, position, *m, &effects(m));
            }
        }
        texts
    }

    /// Rewrites castling moves and passes whose text another move has too: castling as the king taking its partner, a
    /// pass with `0000` in place of its squares.
    fn disambiguate(&self, list: &[Move], texts: &mut [String]) {
        for (i, m) in list.iter().enumerate().filter(|(_, m)| matches!(m.kind, MoveType::Castling | MoveType::Pass)) {
            if texts.iter().enumerate().any(|(j, text)| j != i && *text == texts[i]) {
                let ends = self.ends_text(m.from(), m.to());
                texts[i] = match m.kind {
                    MoveType::Castling => ends,
                    _ => texts[i].replacen(&ends, "0000", 1),
                };
            }
        }
    }

    /// Returns the move with this text; `None` if no legal move has it. `list` must have all legal moves of the
    /// position.
    #[must_use]
    pub fn read_move(&self, position: &Position<N>, list: &MoveList, text: &str) -> Option<Move> {
        let found = self.find_text(position, list, text);
        found.or_else(|| self.move_texts(position, list).iter().position(|t| t == text)).map(|i| list[i])
    }

    /// Returns the short text of a move, which another move may share.
    pub(crate) fn short_text(&self, position: &Position<N>, m: Move, effects: &[Effect]) -> String {
        let text = self.text_without_wall(position, m, effects);
        match &self.variant.walling {
            Some(walling) => text + &self.wall_text(position, m, effects, walling.instead),
            None => text,
        }
    }

    /// Returns the short text of a move without the wall that it places.
    fn text_without_wall(&self, position: &Position<N>, m: Move, effects: &[Effect]) -> String {
        let (from, to) = (m.from(), m.to());
        if m.enters() {
            return self.entry_text(m);
        }
        match m.kind {
            // Fairy-Stockfish writes a pass from the royal's square to itself.
            MoveType::Pass if position.cell(from).is_piece() => self.ends_text(from, to),
            MoveType::Pass => "0000".to_owned(),
            MoveType::Castling => {
                let any_files = self.variant.castling.as_ref().is_some_and(|c| c.any_files);
                match position.castling_with(to) {
                    Some(squares) if !any_files => self.ends_text(from, squares.king_to),
                    _ => self.ends_text(from, to),
                }
            }
            MoveType::Promotion => self.ends_text(from, to) + self.promotion_text(position, m),
            MoveType::Chain => {
                match effects.iter().find_map(|e| if let Effect::Enter(s, k) = e { Some((*s, *k)) } else { None }) {
                    Some((entered, kind)) => {
                        let partner =
                            effects.iter().find_map(|e| if let Effect::Relocate(s, _) = e { Some(*s) } else { None });
                        let any_files = self.variant.castling.as_ref().is_some_and(|c| c.any_files);
                        let ends = match partner {
                            // Castling that places a piece on the partner's square is written from that square to the
                            // king's.
                            Some(partner) if entered != from => self.ends_text(partner, from),
                            Some(partner) if any_files => self.ends_text(from, partner),
                            _ => self.ends_text(from, to),
                        };
                        ends + self.promotion_text(position, m)
                            + &self.variant.kinds[kind.index()].letters[Side::Black.index()]
                    }
                    None => self.legs_text(m, effects) + self.promotion_text(position, m),
                }
            }
            _ => self.ends_text(from, to),
        }
    }

    /// Returns the names of two squares, one behind the other.
    fn ends_text(&self, from: Square, to: Square) -> String {
        let mut text = String::with_capacity(8);
        self.variant.board.push_name(&mut text, from);
        self.variant.board.push_name(&mut text, to);
        text
    }

    /// Returns the suffix of a move for the kind that the mover becomes.
    pub(crate) fn promotion_text(&self, position: &Position<N>, m: Move) -> &str {
        let Some(becomes) = m.piece() else { return "" };
        let letters = |k: KindId, side: Side| self.variant.kinds[k.index()].letters[side.index()].as_str();
        let (before, after) = (letters(position.cell(m.from()).kind(), Side::White), letters(becomes, Side::White));
        // Among several such kinds, letters tell the moves apart.
        let others = |kind: &&KindId| letters(**kind, Side::White).starts_with('+');
        let is_the_only_one = || {
            let rule = self.variant.kinds[position.cell(m.from()).kind().index()].promotion.as_ref();
            rule.is_none_or(|rule| rule.to[position.turn().index()].iter().filter(others).count() < 2)
        };
        let goes_on = before.starts_with('+') && after.starts_with('+') && is_the_only_one();
        if goes_on || after.strip_prefix('+') == Some(before) {
            "+"
        } else if before.strip_prefix('+') == Some(after) {
            "-"
        } else {
            letters(becomes, Side::Black)
        }
    }

    /// Returns a move with effects, leg by leg.
    pub(crate) fn legs_text(&self, m: Move, effects: &[Effect]) -> String {
        let via = |effect: &Effect| if let Effect::Via(square) = effect { Some(*square) } else { None };
        let captured = |effect: &Effect| if let Effect::Capture(square) = effect { Some(*square) } else { None };
        let mut stations: Vec<Square> = effects.iter().filter_map(via).collect();
        if stations.is_empty() {
            stations.extend(effects.iter().filter_map(captured));
            stations.push(m.to());
        }
        let mut text = String::new();
        let mut at = m.from();
        for next in stations {
            let comma = if text.is_empty() { "" } else { "," };
            let _ = write!(text, "{comma}{}{}", self.variant.board.name(at), self.variant.board.name(next));
            at = next;
        }
        if effects.contains(&Effect::Vanish) {
            text.push('-');
        }
        text
    }

    /// Returns the wall that a move places, as a further leg from the destination. A move that places none gets a leg
    /// to the first square, as Fairy-Stockfish writes it; but a pass gets no leg where walls are placed instead of
    /// moving, as passes with walls begin with the same squares, and one of them may be on the first square.
    fn wall_text(&self, position: &Position<N>, m: Move, effects: &[Effect], instead: bool) -> String {
        let name = |square: Square| self.variant.board.name(square);
        let wall = effects.iter().find_map(|e| if let Effect::Wall(square) = e { Some(*square) } else { None });
        let any_files = self.variant.castling.as_ref().is_some_and(|c| c.any_files);
        let to = match m.kind {
            MoveType::Pass if instead && wall.is_none() => return String::new(),
            MoveType::Castling if !any_files => position.castling_with(m.to()).map_or(m.to(), |c| c.king_to),
            _ => m.to(),
        };
        format!(",{}{}", name(to), name(wall.unwrap_or(Square::from_index(0))))
    }

    /// Returns the squares on which a move captures, each after an `x`.
    pub(crate) fn captures_text(&self, position: &Position<N>, m: Move, effects: &[Effect]) -> String {
        let leaves = |square: Square| {
            let relocated = effects.iter().any(|e| matches!(e, Effect::Relocate(from, _) if *from == square));
            relocated || square == m.from()
        };
        let mut squares: Vec<Square> =
            effects.iter().filter_map(|e| if let Effect::Capture(s) = e { Some(*s) } else { None }).collect();
        let stays = !effects.contains(&Effect::Vanish);
        if stays && position.cell(m.to()).is_piece() && !leaves(m.to()) {
            squares.push(m.to());
        }
        squares.sort_unstable();
        squares.into_iter().map(|s| format!("x{}", self.variant.board.name(s))).collect()
    }

    /// Returns where a move puts other pieces, each after an `&`: from a square to a square, or from the hand to one.
    pub(crate) fn relocations_text(&self, _: &Position<N>, _: Move, effects: &[Effect]) -> String {
        let name = |square: Square| self.variant.board.name(square);
        let text = |e: &Effect| match e {
            Effect::Relocate(from, to) => format!("&{}{}", name(*from), name(*to)),
            Effect::Enter(square, _) => format!("&{}", name(*square)),
            _ => String::new(),
        };
        effects.iter().map(text).collect()
    }
}

impl<const N: usize> Game<N> {
    /// Returns a drop in UCI: the piece's capital letter, `@`, the square.
    pub(crate) fn entry_text(&self, m: Move) -> String {
        let letters = m.piece().map_or("", |k| &self.variant.kinds[k.index()].letters[Side::White.index()]);
        format!("{letters}@{}", self.variant.board.name(m.to()))
    }
}

/// Returns the moves of a list from a square.
fn from(list: &MoveList, square: Square) -> Vec<Move> {
    list.iter().copied().filter(|m| m.from() == square).collect()
}
