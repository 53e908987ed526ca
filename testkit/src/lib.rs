//! What the tests of several crates need: [`Random`] numbers from a seed, and work on all cores.

#![forbid(unsafe_code)]

mod cores;
mod random;

pub use cores::{on_all_cores, on_each_core};
pub use random::Random;
