//! The keys of pieces: those that a section names, over those that its base has.

use super::Entry;
use super::compact::{Fate, compact};
use super::model::Model;
use super::notation;
use super::pieces::{NAMED, PARENTS_CUSTOMS, is_piece_key, moves, name_of};
use super::values::place;
use crate::piece::{dropped_on, steps_from_region};
use crate::problem::ProblemCode;
use crate::region;
use crate::section::Findings;
use betza_game::variant::{DropRegion, EndRule, Kind, KindId, Region, Variant};
use betza_ir::Piece;
use betza_notation::Dialect;

impl Model<'_> {
    /// What the kinds of a built-in parent are to Fairy-Stockfish.
    pub(super) fn types_of_parent(&mut self) {
        self.types = self.variant.kinds.iter().map(|k| name_of(k).unwrap_or_default().to_owned()).collect();
        for (kind, name) in self.variant.kinds.iter().zip(&mut self.types) {
            // Its sideways moves are those beyond the river.
            if kind.inside.len() == 1 && kind.moves[0] == moves("fW") && kind.inside[0].moves[0] == moves("sW") {
                "soldier".clone_into(name);
            }
        }
        let Some(root) = &self.root else { return };
        let games = PARENTS_CUSTOMS.iter().find(|(games, _)| games.contains(&root.as_str()));
        for (i, letter) in games.map_or("", |(_, letters)| letters).chars().enumerate() {
            if let Some(kind) = self.variant.kind(&letter.to_ascii_uppercase().to_string()) {
                self.types[kind.index()] = format!("customPiece{}", i + 1);
            }
        }
    }

    /// The kinds of a type, those that have become it by promotion too.
    pub(super) fn of_type<'m>(&'m self, name: &'m str) -> impl Iterator<Item = KindId> + 'm {
        let fits = move |(_, t): &(usize, &String)| !name.is_empty() && *t == name;
        self.types.iter().enumerate().filter(fits).map(|(i, _)| KindId::from_index(i))
    }

    /// Whether a kind is of a type.
    pub(super) fn is(&self, kind: usize, name: &str) -> bool {
        self.types.get(kind).is_some_and(|t| t == name)
    }

    /// The keys of pieces, in Fairy-Stockfish's order: a letter goes to the last piece that names it.
    pub(super) fn pieces(&mut self, findings: &Findings) {
        let old_count = self.variant.kinds.len();
        let mut fates = vec![Fate::Kept; old_count];
        self.rosters = vec![self.roster(&fates)];
        for level in 1..=self.level {
            for entry in self.entries.clone().iter().filter(|e| e.level == level) {
                if is_piece_key(entry.key) && !entry.key.starts_with("mobilityRegion") {
                    self.piece(entry, &mut fates, findings);
                }
            }
            self.rosters.push(self.roster(&fates));
        }
        let before = losses(&self.variant);
        let by_loss = self.variant.ends.iter().find(|end| matches!(end, EndRule::Extinct { .. }));
        self.parents_extinction = by_loss.cloned();
        compact(&mut self.variant, &mut self.parents_pawns, old_count, &fates);
        self.lost = losses(&self.variant) < before;
        let mut fates = fates.iter();
        self.types.retain(|_| fates.next() == Some(&Fate::Kept));
    }

    /// The letters there are, with the types that they name.
    fn roster(&self, fates: &[Fate]) -> Vec<(char, String)> {
        let kinds = self.variant.kinds.iter().zip(fates).zip(&self.types);
        let letter = |((kind, fate), name): ((&Kind, &Fate), &String)| match kind.id.as_bytes() {
            [letter] if *fate == Fate::Kept => Some(((*letter as char).to_ascii_lowercase(), name.clone())),
            _ => None,
        };
        kinds.filter_map(letter).collect()
    }

    /// One key of a piece.
    fn piece(&mut self, entry: &Entry<'_>, fates: &mut Vec<Fate>, findings: &Findings) {
        let custom = entry.key.starts_with("customPiece");
        let of_type = |i: &usize| self.types[*i] == entry.key && self.lettered(*i);
        let previous = (0..fates.len()).find(|i| fates[*i] == Fate::Kept && of_type(i));
        if !entry.value.starts_with(|c: char| c.is_ascii_alphabetic()) {
            previous.into_iter().for_each(|i| fates[i] = Fate::Gone);
            if entry.value != "-" {
                let message =
                    format!("'{}' is no letter: Fairy-Stockfish takes {} out of the game", entry.value, entry.key);
                findings.warning(
                    ProblemCode::BadValue,
                    &place(entry),
                    message,
                    "write a letter, or - for no such piece",
                );
            }
            return;
        }
        let Some((letter, text)) = letter_and_notation(entry, custom, findings) else { return };
        let (piece, written, dialect) = match text {
            Some(text) => match notation::read(entry, text, findings) {
                Some(read) => read,
                None => return,
            },
            None if custom => previous.map_or_else(
                || (Piece::default(), String::new(), Dialect::Fsf),
                |i| {
                    let kind = &self.variant.kinds[i];
                    (kind.moves[0].clone(), kind.notation[0].clone(), kind.dialect)
                },
            ),
            None => {
                let text = NAMED.iter().find(|(name, _)| *name == entry.key).map_or("", |(_, text)| text);
                (moves(text), text.to_owned(), Dialect::Fsf)
            }
        };
        let mut from_promotions = previous.is_none();
        for (i, kind) in self.variant.kinds.iter().enumerate() {
            if kind.id == letter && fates[i] == Fate::Kept {
                fates[i] = Fate::Gone;
                from_promotions |= previous == Some(i);
            }
        }
        let mut kind = self.kind(&letter, entry.key, piece, written, dialect);
        // What was taken out comes back with what was said of it, but for promotion to it.
        let before = previous.or_else(|| (0..fates.len()).rfind(|i| fates[*i] == Fate::Gone && of_type(i)));
        if let Some(old) = before.map(|i| &self.variant.kinds[i]) {
            // The piece itself goes on under another letter, or with other moves.
            kind.promotion.clone_from(&old.promotion);
            kind.region = old.region;
            kind.drop.clone_from(&old.drop);
            if !custom {
                kind.inside.clone_from(&old.inside);
            }
            if entry.key == "soldier" {
                // Where it goes sideways is said of all soldiers.
                kind.moves.clone_from(&old.moves);
                kind.notation.clone_from(&old.notation);
                kind.dialect = old.dialect;
            }
        }
        if let Some(i) = before {
            // A piece that is said again with the letter that it has is none to promote to any more, as in
            // Fairy-Stockfish.
            fates[i] = Fate::Becomes { kind: self.variant.kinds.len(), from_promotions };
        }
        self.types.push(entry.key.to_owned());
        fates.push(Fate::Kept);
        self.variant.kinds.push(kind);
    }

    /// Whether a kind has a letter of its own, rather than being the promoted form of another.
    fn lettered(&self, kind: usize) -> bool {
        self.variant.kinds[kind].id.len() == 1
    }

    fn kind(&self, letter: &str, name: &str, piece: Piece, written: String, dialect: Dialect) -> Kind {
        let dropped = self.general_drops();
        let steps = steps_from_region(&piece);
        let rank = |text| region::read(&self.variant.board, text).unwrap_or(Region::EMPTY);
        // As the pieces that it joins; in a game from nothing, on the second rank and on the seventh, whatever the
        // board.
        let like = self.variant.kinds.iter().map(|k| k.double_step_region).find(|r| steps && !r[0].is_empty());
        let usual = if steps && self.from_nothing { [rank("*2"), rank("*7")] } else { [Region::EMPTY; 2] };
        let no_mate = name == "shogiPawn" && self.variant.kinds.iter().any(|k| k.drop.no_mate);
        Kind {
            id: letter.to_owned(),
            letters: [letter.to_owned(), letter.to_lowercase()],
            synonyms: Vec::new(),
            name: name.to_owned(),
            notation: [written.clone(), written],
            dialect,
            moves: [piece.clone(), piece],
            royal: name == "king",
            region: [None, None],
            double_step_region: like.unwrap_or(usual),
            promotion: None,
            in_hand: None,
            drop: DropRegion { no_mate, ..dropped_on(dropped) },
            inside: Vec::new(),
            barriers: Vec::new(),
            grade: 0,
        }
    }
}

/// How many kinds a side may not lose, by number.
fn losses(variant: &Variant) -> usize {
    let ends = variant.ends.iter().map(|end| match end {
        EndRule::Extinct { kinds, together: false, .. } => kinds.len(),
        _ => 0,
    });
    variant.royalty.pseudo.len() + ends.sum::<usize>()
}

/// `n`, `n:NN`: the first letter, and what follows after one more; of the named pieces only the king may have it.
fn letter_and_notation<'e>(
    entry: &'e Entry<'_>,
    custom: bool,
    findings: &Findings,
) -> Option<(String, Option<&'e str>)> {
    let value: &str = &entry.value;
    let letter = value[..1].to_uppercase();
    let told = |message: String, remedy: &str| {
        findings.warning(ProblemCode::BadValue, &place(entry), message, remedy);
    };
    match value[1..].strip_prefix(':') {
        Some(text) if custom || entry.key == "king" => return Some((letter, Some(text.trim_start()))),
        Some(_) => told(
            format!("of '{value}' Fairy-Stockfish reads the letter alone: {} has its own moves", entry.key),
            "give pieces with other moves the key customPiece1",
        ),
        None if value.len() > 1 => {
            let message = format!("'{value}' is no value of {}", entry.key);
            let remedy = "write a letter, or a letter and a notation, as in a:NW";
            findings.error(ProblemCode::BadValue, &place(entry), message, remedy);
            return None;
        }
        None if custom => told(
            format!("{} has no notation: it keeps the moves that a parent gives it, if there are any", entry.key),
            "write a letter and a notation, as in a:NW",
        ),
        None => {}
    }
    Some((letter, None))
}
