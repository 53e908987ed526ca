//! Tables of single pieces that are asked for again and again.

use crate::attacks::Attacks;
use crate::error::CompileError;
use crate::piece::Piece;
use betza_ir::geometry::Side;
use betza_notation::Dialect;
use std::sync::{Mutex, PoisonError};

/// Keeps tables by notation, side and board, for programs that set up the same game many times. Threads share it.
///
/// ```
/// let cache = betza::TableCache::new(64);
/// let piece = betza::Piece::read("NN", betza::Dialect::Betza)?;
/// let once = cache.compile(&piece, (8, 8), betza::Side::White, 8)?;
/// let again = cache.compile(&piece, (8, 8), betza::Side::White, 8)?;
/// assert!(once.is_shared_with(&again));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TableCache {
    limit: usize,
    /// The one used last is at the end.
    kept: Mutex<Vec<(Key, Attacks)>>,
}

#[derive(Debug, PartialEq, Eq)]
struct Key {
    text: String,
    dialect: Dialect,
    board: (u8, u8),
    side: Side,
    stride: u8,
}

impl TableCache {
    /// Makes a cache that keeps at most so many tables. The one that was not asked for longest makes room.
    #[must_use]
    pub fn new(limit: usize) -> TableCache {
        TableCache { limit, kept: Mutex::default() }
    }

    /// As [`Piece::compile`], or the tables that were made before. Only one thread at a time compiles.
    ///
    /// # Errors
    /// Those of [`Piece::compile`], which are found out again each time.
    pub fn compile(&self, piece: &Piece, board: (u8, u8), side: Side, stride: u8) -> Result<Attacks, CompileError> {
        let key = Key { text: piece.text().to_owned(), dialect: piece.dialect(), board, side, stride };
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = match kept.iter().position(|(k, _)| *k == key) {
            Some(at) => kept.remove(at),
            None => (key, piece.compile(board, side, stride)?),
        };
        let tables = entry.1.clone();
        kept.push(entry);
        if kept.len() > self.limit {
            kept.remove(0);
        }
        Ok(tables)
    }
}
