//! The keys of pieces: those that a section names, over those that its base has.

use super::Entry;
use super::compact::{Fate, compact};
use super::model::Model;
use super::pieces::{NAMED, PARENTS_CUSTOMS, is_piece_key, moves, name_of};
use super::values::place;
use crate::problem::{Place, ProblemCode};
use crate::region;
use crate::section::Findings;
use betza_compile::ir::{Condition, Piece};
use betza_compile::notation::{self, Dialect, Severity};
use betza_movegen::variant::{DropRegion, Kind, Region};

impl Model<'_> {
    /// The keys of pieces, in Fairy-Stockfish's order: a letter goes to the last piece that names it.
    pub(super) fn pieces(&mut self, findings: &Findings) {
        let old_count = self.variant.kinds.len();
        let mut types: Vec<Option<&'static str>> = self.variant.kinds.iter().map(name_of).collect();
        let mut fates = vec![Fate::Kept; old_count];
        let mut customs: Vec<(String, usize)> = self.parents_customs();
        for &(_, i) in &customs {
            types[i] = None;
        }
        for entry in self.entries.iter().filter(|e| is_piece_key(e.key) && !e.key.starts_with("mobilityRegion")) {
            let custom = entry.key.starts_with("customPiece");
            let previous = match NAMED.iter().find(|(name, _)| *name == entry.key) {
                Some((name, _)) => types
                    .iter()
                    .enumerate()
                    .position(|(i, t)| *t == Some(name) && fates[i] == Fate::Kept && self.lettered(i)),
                None => customs.iter().find(|(key, _)| key == entry.key).map(|(_, i)| *i),
            };
            let previous = previous.filter(|&i| fates[i] == Fate::Kept);
            if entry.value == "-" {
                previous.into_iter().for_each(|i| fates[i] = Fate::Gone);
                continue;
            }
            let Some((letter, text)) = letter_and_notation(entry, custom, findings) else { continue };
            let (piece, written) = match text {
                Some(text) => match read_notation(entry, text, findings) {
                    Some(piece) => (piece, text.to_owned()),
                    None => continue,
                },
                None => {
                    let text = NAMED.iter().find(|(name, _)| *name == entry.key).map_or("", |(_, text)| text);
                    (moves(text), text.to_owned())
                }
            };
            let mut from_promotions = false;
            for (i, kind) in self.variant.kinds.iter().enumerate() {
                if kind.id == letter && fates[i] == Fate::Kept {
                    fates[i] = Fate::Gone;
                    from_promotions |= previous == Some(i);
                }
            }
            let mut kind = self.kind(&letter, entry.key, piece, written);
            if let Some(i) = previous {
                // A piece that is said again with the letter that it has is none to promote to any more, as in Fairy-Stockfish.
                fates[i] = Fate::Becomes { kind: self.variant.kinds.len(), from_promotions };
            }
            if let Some(old) = previous.map(|i| &self.variant.kinds[i]) {
                // The piece itself goes on under another letter, or with other moves.
                kind.promotion.clone_from(&old.promotion);
                kind.region = old.region;
                kind.drop.clone_from(&old.drop);
            }
            types.push(NAMED.iter().find(|(name, _)| *name == entry.key).map(|(name, _)| *name));
            customs.retain(|(key, _)| key != entry.key);
            customs.push((entry.key.to_owned(), self.variant.kinds.len()));
            fates.push(Fate::Kept);
            self.variant.kinds.push(kind);
        }
        compact(&mut self.variant, &mut self.parents_pawns, old_count, &fates);
    }

    /// Whether a kind has a letter of its own, rather than being the promoted form of another.
    fn lettered(&self, kind: usize) -> bool {
        self.variant.kinds[kind].id.len() == 1
    }

    /// The custom pieces of Fairy-Stockfish's game of that name, by their letters here.
    fn parents_customs(&self) -> Vec<(String, usize)> {
        let Some(root) = &self.root else { return Vec::new() };
        let own =
            PARENTS_CUSTOMS.iter().find(|(games, _)| games.contains(&root.as_str())).map_or("", |(_, letters)| letters);
        let kind = |letter: char| self.variant.kind(&letter.to_ascii_uppercase().to_string());
        let slots = own.chars().enumerate();
        slots.filter_map(|(i, letter)| Some((format!("customPiece{}", i + 1), kind(letter)?.index()))).collect()
    }

    fn kind(&self, letter: &str, name: &str, piece: Piece, written: String) -> Kind {
        let dropped = super::drops::general(&self.variant);
        let steps = piece.moves.iter().any(|m| m.condition.contains(Condition::IN_DOUBLE_STEP_REGION));
        let rank = |r: usize| region::read(&self.variant.board, &format!("*{r}")).unwrap_or(Region::EMPTY);
        let region =
            if steps { [rank(2), rank(self.variant.board.ranks().saturating_sub(1))] } else { [Region::EMPTY; 2] };
        // As the pieces that it joins, if they have a region of their own.
        let like = self.variant.kinds.iter().map(|k| k.double_step_region).find(|r| steps && !r[0].is_empty());
        Kind {
            id: letter.to_owned(),
            letters: [letter.to_owned(), letter.to_lowercase()],
            synonyms: Vec::new(),
            name: name.to_owned(),
            notation: [written.clone(), written],
            dialect: Dialect::Fsf,
            moves: [piece.clone(), piece],
            royal: name == "king",
            region: [None, None],
            double_step_region: like.unwrap_or(region),
            promotion: None,
            in_hand: None,
            drop: DropRegion { region: dropped, per_file: None, not_stuck: false, no_mate: false },
            inside: Vec::new(),
            barriers: Vec::new(),
        }
    }
}

/// `n`, `n:NN`; a custom piece needs the notation, of the named ones only the king may have one.
fn letter_and_notation<'e>(entry: &Entry<'e>, custom: bool, findings: &Findings) -> Option<(String, Option<&'e str>)> {
    let (letter, text) = match entry.value.split_once(':') {
        Some((letter, text)) => (letter.trim(), Some(text.trim())),
        None => (entry.value, None),
    };
    let one = letter.len() == 1 && letter.chars().all(|c| c.is_ascii_alphabetic());
    let fits = if custom { text.is_some() } else { text.is_none() || entry.key == "king" };
    if one && fits {
        return Some((letter.to_uppercase(), text));
    }
    let remedy =
        if custom { "write a letter and a notation, as in a:NW" } else { "write a letter, or - for no such piece" };
    let message = format!("'{}' is no value of {}", entry.value, entry.key);
    findings.error(ProblemCode::BadValue, &place(entry), message, remedy);
    None
}

fn read_notation(entry: &Entry<'_>, text: &str, findings: &Findings) -> Option<Piece> {
    let start = entry.value_span.end - text.len();
    let (piece, diagnostics) = match notation::read(text, Dialect::Fsf) {
        Ok(reading) => (Some(reading.piece), reading.warnings),
        Err(diagnostics) => (None, diagnostics),
    };
    for d in diagnostics {
        let place = Place { source: 0, span: start + d.span.start..start + d.span.end };
        let message = format!("[{}] {}", d.code.as_str(), d.message);
        match d.severity {
            Severity::Error => findings.error(ProblemCode::Notation, &place, message, d.remedy),
            Severity::Warning => findings.warning(ProblemCode::Notation, &place, message, d.remedy),
        }
    }
    piece
}
