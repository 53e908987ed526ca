//! Looks for a way to say each move of a piece, within a limit on how much is tried.

use super::{Rule, SIMPLER, awkwardness, merge, rules};
use crate::{Diagnostic, Dialect, write, writing};
use betza_ir::{Move, Piece};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

/// Lists of more moves are not put together, because that goes pair by pair.
pub(super) const MERGED: usize = 24;
/// How many rules may be applied one after the other to one move.
const DEPTH: usize = 6;
/// The most legs that are written in all. Rules that split long moves lead to ever more moves that no text says.
const LEGS: usize = 1024;

/// The texts of moves in one dialect, each written once, and how much may still be tried.
pub(super) struct Tries {
    dialect: Dialect,
    written: RefCell<HashMap<Move, Result<String, Diagnostic>>>,
    legs: Cell<usize>,
}

impl Tries {
    /// Nothing has been tried.
    pub(super) fn new(dialect: Dialect) -> Tries {
        Tries { dialect, written: RefCell::default(), legs: Cell::new(LEGS) }
    }

    /// The text of one move.
    ///
    /// # Errors
    /// The dialect has none, or all tries are spent.
    fn text(&self, m: &Move) -> Result<String, Diagnostic> {
        if let Some(known) = self.written.borrow().get(m) {
            return known.clone();
        }
        let Some(left) = self.legs.get().checked_sub(m.chain.links.len()) else {
            return Err(writing::cannot(self.dialect, "these moves in any way that was found in reasonable time"));
        };
        self.legs.set(left);
        let text = write(&Piece::of(vec![m.clone()]), self.dialect);
        self.written.borrow_mut().insert(m.clone(), text.clone());
        text
    }

    fn length(&self, m: &Move) -> Option<usize> {
        self.text(m).ok().map(|text| awkwardness(&text, self.dialect))
    }

    /// Moves that the dialect can express and that together are these.
    ///
    /// # Errors
    /// What the dialect cannot say.
    pub(super) fn restated(&self, moves: &[Move]) -> Result<Vec<Move>, Diagnostic> {
        let each = moves.iter().map(|m| self.expressible(m, DEPTH)).collect::<Result<Vec<_>, _>>()?;
        let mut all: Vec<Move> = Vec::new();
        for m in each.into_iter().flatten() {
            if !all.contains(&m) {
                all.push(m);
            }
        }
        Ok(all)
    }

    /// The moves, put together where that is shorter to write.
    pub(super) fn merged(&self, moves: &[Move]) -> Vec<Move> {
        if moves.len() > MERGED {
            return moves.to_vec();
        }
        let shorter = |a: &Move, b: &Move, both: &Move| matches!((self.length(a), self.length(b), self.length(both)), (Some(a), Some(b), Some(both)) if both < a + b);
        let found = merge::merged(moves, &shorter);
        found.iter().map(|m| self.simpler(m).unwrap_or_else(|| m.clone())).collect()
    }

    /// The moves in an order in which those of `W` and `F` that `K` says together stand side by side.
    pub(super) fn side_by_side(&self, moves: Vec<Move>) -> Vec<Move> {
        let texts: Vec<Option<String>> = moves.iter().map(|m| self.text(m).ok()).collect();
        let mut left: Vec<usize> = (0..moves.len()).collect();
        let mut order = Vec::new();
        while !left.is_empty() {
            let i = left.remove(0);
            order.push(i);
            let folded = texts[i].as_deref().map(crate::single::king_of_rooks);
            let partner = left
                .iter()
                .position(|&j| folded.is_some() && texts[j].as_deref().map(crate::single::king_of_bishops) == folded);
            order.extend(partner.map(|at| left.remove(at)));
        }
        order.into_iter().map(|i| moves[i].clone()).collect()
    }

    /// A shorter way to say a move.
    fn simpler(&self, m: &Move) -> Option<Move> {
        let own = self.length(m)?;
        let one = |rule: &Rule| match rule(m)?.as_slice() {
            [one] => Some((self.length(one)?, one.clone())),
            _ => None,
        };
        let found = SIMPLER.iter().filter_map(one).filter(|(length, _)| *length < own);
        found.min_by_key(|(length, _)| *length).map(|f| f.1)
    }

    /// Moves that the dialect can express and that together are this one.
    fn expressible(&self, m: &Move, depth: usize) -> Result<Vec<Move>, Diagnostic> {
        let mut error = match self.text(m) {
            Ok(_) => return Ok(vec![self.simpler(m).unwrap_or_else(|| m.clone())]),
            Err(error) => error,
        };
        if depth > 0 && !m.leaves_en_passant {
            for (rule, splits) in rules(self.dialect) {
                let Some(parts) = rule(m) else { continue };
                let all: Result<Vec<_>, _> = parts.iter().map(|part| self.expressible(part, depth - 1)).collect();
                match all {
                    Ok(all) => return Ok(all.into_iter().flatten().collect()),
                    Err(inner) if splits => error = inner,
                    // What a move is restated as says less about what is missing than the move itself.
                    Err(_) => {}
                }
            }
        }
        Err(error)
    }
}
