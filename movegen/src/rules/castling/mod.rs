//! Castling: a king and a partner (in chess the rook) move at once, while both have not moved and neither check nor any
//! piece prevents it.
//!
//! Castling is one rule of the game, not a move of the king's notation. This file has the rule as data. `squares.rs`
//! has what one right to castle needs of the board, `rights.rs` how rights come about, and `moves.rs` when castling is
//! legal and how it is made. Sources: the FIDE Laws of Chess, and for Chess960 and X-FEN en.wikipedia.org/wiki/X-FEN.

pub(crate) mod moves;
pub(crate) mod rights;
