//! The tests of the program.

mod bisect;
mod cases;
mod compare;
mod counting;
mod lsp;
mod mixed_ini;
mod pgn;
mod program;
mod readings;
mod runs;
mod show;
mod snapshots;
