//! Counts the replies to all moves of a position, mostly without generating them.

pub(crate) mod by_capture;
pub(crate) mod context;
pub(crate) mod entry;
pub(crate) mod guarded;
pub mod leaves;
pub(crate) mod pseudo_legal;
pub(crate) mod replies;
pub(crate) mod rules;
pub mod table;
pub(crate) mod unmade;
pub(crate) mod whole_pieces;
pub(crate) mod without_making;
pub(crate) mod zone;
pub(crate) mod zone_attacks;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
