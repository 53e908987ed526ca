//! Replies counted without making moves.

pub(crate) mod by_capture;
pub mod leaves;
pub(crate) mod pseudo_legal;
pub(crate) mod replies;
pub mod table;
pub(crate) mod without_making;
pub(crate) mod zone;
pub(crate) mod zone_attacks;
