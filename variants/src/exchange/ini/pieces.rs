//! The keys of pieces: Fairy-Stockfish's own where one moves so, else pieces of one's own with their notation.

use super::Section;
use crate::ini::{name_of, named_moves};
use betza_game::variant::{Kind, KindId};
use betza_ir::Piece;
use betza_ir::geometry::Board;
use betza_notation::{Code, Dialect};

/// Fairy-Stockfish knows so many pieces of one's own.
const CUSTOMS: usize = 25;

impl Section {
    /// Writes all pieces that have a letter.
    pub(super) fn pieces(&mut self) {
        let kinds = self.game.kinds.clone();
        self.letters = kinds.iter().map(letter).collect();
        let (mut names, mut customs, mut has_king) = (Vec::new(), 0, false);
        for (i, kind) in kinds.iter().enumerate() {
            let Some(letter) = self.letters[i] else {
                if !self.is_promoted_form(KindId::from_index(i)) {
                    self.unsaid.push(format!("the piece {}: its pieces have no single letter", kind.id));
                    self.left_out.push(KindId::from_index(i));
                }
                continue;
            };
            if kind.moves[0] != kind.moves[1] {
                self.unsaid.push(format!("the moves of Black's {}, which are not White's", kind.id));
            }
            if kind.royal && !has_king {
                has_king = true;
                let own = (kind.moves[0] != named_moves("K")).then(|| Self::notation(kind));
                let own = own.map_or_else(String::new, |text| format!(":{text}"));
                self.put("king", format!("{letter}{own}"));
                continue;
            }
            if kind.royal {
                self.unsaid.push(format!("that {} is royal too: one piece is", kind.id));
            }
            if let Some(rank) = soldier(kind, &self.game.board) {
                self.put("soldier", letter);
                self.put("soldierPromotionRank", rank.to_string());
                continue;
            }
            let name = name_of(&Kind { royal: false, ..kind.clone() }).filter(|name| !names.contains(name));
            match name {
                Some(name) => {
                    names.push(name);
                    self.put(name, letter);
                }
                None => self.custom(&mut customs, letter, kind),
            }
        }
        self.forms(&mut names, &mut customs);
    }

    fn custom(&mut self, customs: &mut usize, letter: char, kind: &Kind) {
        *customs += 1;
        if *customs > CUSTOMS {
            return self.unsaid.push(format!("the piece {}: only {CUSTOMS} may have moves of their own", kind.id));
        }
        let text = Self::notation(kind);
        self.put(&format!("customPiece{customs}"), format!("{letter}:{text}"));
    }

    /// The notation of a kind as Fairy-Stockfish has it, or else in the dialect that it is in, named.
    fn notation(kind: &Kind) -> String {
        let piece = &kind.moves[0];
        // Of what the dialect has, Fairy-Stockfish passes over some.
        let is_heard = |text: &str| {
            betza_notation::read(text, Dialect::Fsf)
                .is_ok_and(|reading| reading.warnings.iter().all(|warning| warning.code != Code::ReadDifferently))
        };
        match betza_notation::write(piece, Dialect::Fsf) {
            Ok(text) if is_heard(&text) => return text,
            _ => {}
        }
        let dialects = [kind.dialect, Dialect::Xbetza, Dialect::Bex, Dialect::Extended];
        let written = dialects.into_iter().filter(|dialect| *dialect != Dialect::Fsf);
        let mut written = written.filter_map(|d| Some((d, betza_notation::write(piece, d).ok()?)));
        let (dialect, text) = written.next().unwrap_or_else(|| (kind.dialect, kind.notation[0].clone()));
        // What a Fairy-Stockfish without betza takes it for is told by reading it.
        format!("{}:{text}", dialect.id())
    }

    /// Whether a kind is what another one promotes to, as in shogi.
    fn is_promoted_form(&self, kind: KindId) -> bool {
        self.game.kinds.iter().any(|k| form_of(k, &self.game.kinds) == Some(kind))
    }

    /// Promotion as in shogi: `promotedPieceType` names a piece that moves as the promoted one. Where there is none,
    /// one is made for it.
    fn forms(&mut self, names: &mut Vec<&'static str>, customs: &mut usize) {
        let kinds = self.game.kinds.clone();
        let mut pairs = Vec::new();
        let mut made: Vec<(Piece, char)> = Vec::new();
        for (i, kind) in kinds.iter().enumerate() {
            let (Some(form), Some(origin)) = (form_of(kind, &kinds), self.letters[i]) else { continue };
            let form = &kinds[form.index()];
            let same = |k: &&Kind| k.moves == form.moves && k.inside == form.inside && !k.royal && letter(k).is_some();
            let like = kinds.iter().find(same).and_then(letter);
            let like = like.or_else(|| made.iter().find(|(piece, _)| *piece == form.moves[0]).map(|(_, c)| *c));
            let like = like.or_else(|| {
                let free = ('a'..='z').find(|c| !self.made.contains(c) && !self.letters.contains(&Some(*c)))?;
                self.made.push(free);
                made.push((form.moves[0].clone(), free));
                match name_of(form).filter(|name| !names.contains(name)) {
                    Some(name) => {
                        names.push(name);
                        self.put(name, free);
                    }
                    None => self.custom(customs, free, form),
                }
                Some(free)
            });
            match like {
                Some(like) => pairs.push(format!("{origin}:{like}")),
                None => self.unsaid.push(format!("the promotion of {}: there is no letter left for it", kind.id)),
            }
        }
        if !pairs.is_empty() {
            self.put("promotedPieceType", pairs.join(" "));
        }
    }
}

/// The letter of a kind in Fairy-Stockfish, in small.
pub(super) fn letter(kind: &Kind) -> Option<char> {
    let [white, black] = &kind.letters;
    match white.as_bytes() {
        [c] if c.is_ascii_uppercase() && *black == white.to_lowercase() => Some(c.to_ascii_lowercase() as char),
        _ => None,
    }
}

/// What a kind promotes to as in shogi: the only kind that there is for it, which is none of those with a letter.
pub(super) fn form_of(kind: &Kind, kinds: &[Kind]) -> Option<KindId> {
    let promotion = kind.promotion.as_ref()?;
    match &promotion.to {
        [white, black] if white == black && white.len() == 1 => {
            Some(white[0]).filter(|form| letter(&kinds[form.index()]).is_none())
        }
        _ => None,
    }
}

/// The rank, from 1, from which a soldier goes sideways, which otherwise goes straight forward.
fn soldier(kind: &Kind, board: &Board) -> Option<usize> {
    let [inside] = &kind.inside[..] else { return None };
    let is_soldier = kind.moves[0] == named_moves("fW") && inside.moves[0] == named_moves("sW");
    let ranks = board.squares().filter(|&square| inside.region[0].contains(square)).map(|square| board.rank(square));
    ranks.min().filter(|_| is_soldier).map(|rank| rank as usize + 1)
}
