//! Compiling a variant into programs and tables for one board width.
//!
//! What runs once for a game is `#[inline(never)]`, here and in `rules/`. Otherwise the compiler inlines every function
//! with a single caller into one huge function, and optimises that function again with each one that it takes in.

pub(crate) mod beside;
pub(crate) mod between;
pub(crate) mod chain_plans;
pub(crate) mod clock;
pub(crate) mod component;
pub(crate) mod confine;
pub(crate) mod error;
pub mod game;
pub(crate) mod landing;
pub(crate) mod lookup;
pub(crate) mod mating_power;
pub(crate) mod mover;
pub(crate) mod names;
pub(crate) mod processor;
pub(crate) mod program;
pub(crate) mod reverse;
pub(crate) mod rules;
pub(crate) mod side;
pub(crate) mod strategy;
pub(crate) mod tables;
pub(crate) mod threats;
