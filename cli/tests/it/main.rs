//! The tests of the program.

mod bench;
mod bisect;
mod bisect_planted;
mod bpgn;
mod cases;
mod compare;
mod counting;
mod lsp;
mod mixed_ini;
mod pgn;
mod program;
mod proxy;
mod readings;
mod runs;
mod show;
mod snapshots;
mod suite;
mod worth;
