//! What strangers' bytes do to the readers of all crates.

#![forbid(unsafe_code)]

pub mod costs;
pub mod hostile;
pub mod targets;
