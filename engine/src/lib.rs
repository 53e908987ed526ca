//! The engine without its protocols: a search of any game of the library, for the program and for others that want an
//! opponent.

#![forbid(unsafe_code)]

#[cfg(feature = "measures")]
mod bare;
pub mod clock;
#[cfg(feature = "measures")]
pub mod contest;
#[cfg(feature = "measures")]
pub mod mating;
#[cfg(feature = "measures")]
pub mod mobility;
mod order;
pub mod play;
mod score;
pub mod search;
pub mod table;
pub mod think;
pub mod values;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
