//! Promotion: a piece becomes another kind when it reaches a zone, leaves it, captures, or by a move of its own.
//!
//! Each kind has its own rule ([`betza_game::variant::Kind::promotion`]). This file has it as data. `plan.rs` compiles it
//! into masks that split the destinations of a move, and `in_place.rs` has the promotion of sittuyin, which is a move
//! of its own. Sources: for shogi's rules en.wikipedia.org/wiki/Shogi; the other games name theirs under `variants/`.

pub(crate) mod in_place;
pub(crate) mod plan;
