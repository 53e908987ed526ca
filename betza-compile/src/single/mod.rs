//! Single pieces on a board of any width, for programs that work with pieces and not with games.
//!
//! Like the generator, the lowering of all widths is compiled here and not again in the crates that call it.

pub mod fixed;
pub mod lowered;
pub mod mobility;
mod tabled;
