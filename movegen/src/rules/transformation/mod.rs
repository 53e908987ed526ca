//! Transformation: a piece becomes something else by moving, other than by promotion.
//!
//! A captor may turn into a wall (petrified pieces) or change sides (Andernach chess), and a piece may become another
//! kind by every move (gryphon chess). `plan.rs` compiles the rule, and `moves.rs` rewrites the ordinary moves.

pub(crate) mod moves;
pub(crate) mod plan;
