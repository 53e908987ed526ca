//! The integration tests of the crate, as one program: each binary of its own would be linked and optimised anew.

mod betza_and_extended;
mod bex_and_betza2;
mod budgets;
mod cases;
mod decisions;
mod explain_and_diagram;
mod translation;
mod xbetza_and_fsf;
