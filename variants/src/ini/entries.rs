//! The entries of a section as Fairy-Stockfish reads them: in its order, those with old names under their new ones.

use super::Entry;
use super::keys::is_read;
use super::model::Model;
use super::pieces::{NAMED, is_piece_key};
use crate::problem::{Place, ProblemCode};
use crate::section::Findings;
use betza_ir::sorted;
use std::collections::{HashMap, HashSet};

/// Names that Fairy-Stockfish wants no more and still reads, and what they are called now.
const OLD: [(&str, &str); 5] = [
    ("whiteFlag", "flagRegionWhite"),
    ("blackFlag", "flagRegionBlack"),
    ("whiteDropRegion", "dropRegionWhite"),
    ("blackDropRegion", "dropRegionBlack"),
    ("castlingRookPiece", "castlingRookPieces"),
];

/// Keys of ranks that are read as regions, and what these are called.
const RANKS: [&str; 3] = ["promotionRank", "doubleStepRank", "doubleStepRankMin"];

/// What `pawnTypes` says at once.
const PAWN_TYPES: [&str; 3] = ["promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"];

/// The rank from 1 that a value says.
fn rank_of(entry: &Entry<'_>) -> Option<usize> {
    super::values::leading_number(&entry.value).filter(|n| (1..=16).contains(n)).map(usize::from)
}

/// Where an entry comes among those of its section: what was made of old keys and of keys for several things at once
/// first, then keys for both sides, then keys for one; pieces last, Fairy-Stockfish's own, those of one's own, the
/// king.
fn order(entry: &Entry<'_>, is_written: bool) -> (usize, usize) {
    if is_piece_key(entry.key) {
        let named = NAMED.iter().position(|(name, _)| *name == entry.key);
        return (
            3,
            match named {
                Some(i) if entry.key != "king" => i,
                Some(_) => usize::MAX,
                None => NAMED.len() + entry.key.trim_start_matches("customPiece").parse().unwrap_or(0),
            },
        );
    }
    // Of the regions of walls those for both sides come last.
    let one_side = entry.key.ends_with("White") || entry.key.ends_with("Black");
    let general = one_side == (entry.key.starts_with("wallingRegion"));
    (if is_written { 2 - usize::from(general) } else { 0 }, 0)
}

impl<'a> Model<'a> {
    /// Takes a section's entries, with what their keys alone say.
    pub fn section(&mut self, entries: &[Entry<'a>], findings: &Findings) {
        self.level += 1;
        let mut taken = Vec::new();
        let last: HashMap<&str, usize> = entries.iter().enumerate().map(|(i, entry)| (entry.key, i)).collect();
        for (i, entry) in entries.iter().enumerate() {
            if findings.is_full() {
                return;
            }
            let mut entry = Entry { level: self.level, ..entry.clone() };
            let key_place = Place { source: 0, span: entry.key_span.clone() };
            if last[entry.key] > i {
                let message = format!("the section has '{}' again below, and the last one counts", entry.key);
                findings.warning(ProblemCode::NoEffect, &key_place, message, "leave this one out");
                continue;
            }
            if let Some((_, new)) = OLD.iter().find(|(old, _)| *old == entry.key) {
                let message = format!("'{}' has been given up by Fairy-Stockfish", entry.key);
                findings.warning(ProblemCode::ReadDifferently, &key_place, message, format!("write '{new}'"));
                entry.key = new;
            }
            if is_piece_key(entry.key) {
                taken.push(entry);
            } else if RANKS.contains(&entry.key) {
                let message = format!("'{}' has been given up by Fairy-Stockfish, which still reads it", entry.key);
                let remedy = "write regions, as in promotionRegionWhite = *8";
                findings.warning(ProblemCode::ReadDifferently, &key_place, message, remedy);
                taken.push(entry);
            } else if is_read(&entry, &key_place, findings) {
                taken.push(entry);
            }
        }
        self.ranks = taken.iter().rfind(|e| e.key == "maxRank").and_then(rank_of).unwrap_or(self.ranks);
        self.regions_of_ranks(&mut taken);
        for entry in taken.clone().iter().filter(|e| e.key == "pawnTypes") {
            taken.extend(PAWN_TYPES.map(|key| Entry { key, ..entry.clone() }));
        }
        taken.retain(|e| e.key != "pawnTypes");
        // Not as they are written, but in the order in which Fairy-Stockfish reads them.
        let written: HashSet<_> = entries.iter().map(|w| (w.key, w.value_span.start)).collect();
        sorted::sort_by_key(&mut taken, |entry| order(entry, written.contains(&(entry.key, entry.value_span.start))));
        self.entries.extend(taken);
    }

    /// Makes regions of the old keys of ranks.
    fn regions_of_ranks(&self, taken: &mut Vec<Entry<'a>>) {
        let last = |key: &str| taken.iter().rfind(|e| e.key == key).cloned();
        let rank = |entry: &Option<Entry<'a>>| entry.as_ref().and_then(rank_of);
        let (promotion, most, least) = (last(RANKS[0]), last(RANKS[1]), last(RANKS[2]));
        let mut regions = Vec::new();
        let mut region = |entry: Option<Entry<'a>>, keys: [&'static str; 2], from: usize, to: usize| {
            let Some(entry) = entry else { return };
            let words = |rank: &dyn Fn(usize) -> usize| -> String {
                let words: Vec<String> = (from..=to).map(|r| format!("*{}", rank(r))).collect();
                words.join(" ")
            };
            let values = [words(&|r| r), words(&|r| (self.ranks + 1).saturating_sub(r))];
            for (key, value) in keys.into_iter().zip(values) {
                regions.push(Entry { key, value: value.into(), ..entry.clone() });
            }
        };
        let from = rank(&promotion).unwrap_or(8);
        region(promotion, ["promotionRegionWhite", "promotionRegionBlack"], from, self.ranks);
        let (from, to) = (rank(&least).unwrap_or(2), rank(&most).unwrap_or(2).min(self.ranks));
        region(most.or(least), ["doubleStepRegionWhite", "doubleStepRegionBlack"], from, to);
        taken.retain(|e| !RANKS.contains(&e.key));
        taken.extend(regions);
    }
}
