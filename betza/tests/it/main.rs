//! The tests of the library: every function, what it answers to abuse, and random games.

mod pieces;
mod random;
