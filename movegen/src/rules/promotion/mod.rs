//! Promotion: a piece becomes another kind when it reaches a zone, leaves it, captures, or by a move of its own.
//!
//! Each kind has its own rule ([`betza_game::variant::Kind::promotion`]). `plan.rs` compiles it into masks that split
//! the destinations of a move, `forced.rs` finds captures by which a piece should have promoted, `from_hand.rs` keeps
//! the hands from which pieces are chosen, and `in_place.rs` generates the promotions of sittuyin, which are moves of
//! their own.

pub(crate) mod forced;
pub(crate) mod from_hand;
pub(crate) mod in_place;
pub(crate) mod plan;
