//! The tests of the library: every function, what it answers to abuse, and random games.

mod abuses;
mod garbage;
mod pieces;
mod random;
mod texts;
