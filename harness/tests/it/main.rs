//! Tests of the whole.

mod costs;
mod replay;
