//! Tests of the C interface, called from Rust as C calls it. Those in C are in `tests/c`.

mod garbage;
mod handles;
mod lookups;
