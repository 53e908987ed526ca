//! The engine as programs see it: over its protocols, by the standard input and output.

mod cecp;
mod files;
mod matches;
mod mates;
mod session;
mod uci;
mod usi;
