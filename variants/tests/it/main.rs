//! The tests of the built-in games and of the readers of game files.

mod any_text;
mod as_played;
mod exchange;
mod exchange_games;
mod fen;
mod games;
mod idle;
mod ini;
mod keys;
mod page_keys;
mod results;
mod rulebook;
mod rulebook_keys;
mod sections_over;
mod table_of_keys;
mod to_ini;
mod trading;
mod wide;
mod writer;
