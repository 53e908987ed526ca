//! The tests of the program.

mod bisect;
mod cases;
mod counting;
mod program;
mod runs;
mod show;
mod snapshots;
