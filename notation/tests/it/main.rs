//! The six dialects: read, written, mended and translated. What they mean is asked of the walk.

mod betza_and_extended;
mod bex_and_betza2;
mod decisions;
mod documents;
mod gallery;
mod mends;
mod translation;
mod wrong_dialect;
mod xbetza_and_fsf;
