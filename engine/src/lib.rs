//! The engine without its protocols: a search of any game of the library, for the program and for others that want an opponent.

#![forbid(unsafe_code)]

pub mod clock;
mod order;
mod score;
pub mod search;
pub mod table;
pub mod think;
pub mod values;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
