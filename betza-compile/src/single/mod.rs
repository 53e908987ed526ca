//! Single pieces on a board of any width, for programs that ask about pieces and not about games.
//!
//! Like the generator, the lowering of all widths is compiled here and not again in the crates that call it.

pub mod fixed;
pub mod lowered;
