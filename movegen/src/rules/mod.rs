//! The rules, one room each.

pub(crate) mod annan;
pub(crate) mod castling;
pub(crate) mod compulsory;
pub(crate) mod en_passant;
pub(crate) mod ends;
pub(crate) mod explosions;
pub(crate) mod facing;
pub(crate) mod forbidden_checks;
pub(crate) mod gating;
pub(crate) mod hands;
pub(crate) mod judge;
pub(crate) mod pass;
pub(crate) mod promotion;
pub(crate) mod royalty;
pub(crate) mod series;
pub(crate) mod special;
pub(crate) mod support;
pub(crate) mod trading;
pub(crate) mod transformation;
