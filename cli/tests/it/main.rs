//! The tests of the program.

mod bisect;
mod cases;
mod counting;
mod lsp;
mod program;
mod runs;
mod show;
mod snapshots;
