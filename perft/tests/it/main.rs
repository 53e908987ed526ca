//! The tests of counting and of the generator that it counts with.

mod by_rules;
mod chushogi;
mod counting;
mod draughts;
mod engine_queries;
mod laws;
mod lines;
mod mixed;
mod outcomes;
mod placing;
mod positions;
mod processors;
mod pyffish;
mod reference;
mod styles;
mod to_ini;
mod walk_perft;
