//! Pieces for people: in English ([`english`]), as pictures in text and SVG ([`diagram`]), and beside each other
//! ([`compare`]).
//!
//! ```
//! use betza_notation::{Dialect, read};
//!
//! let knight = read("N", Dialect::Betza).expect("the notation is correct").piece;
//! assert!(betza_explain::english::piece(&knight).contains("leap"));
//! ```

#![forbid(unsafe_code)]

pub mod compare;
pub mod diagram;
pub mod english;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
