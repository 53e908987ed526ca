//! The integration tests of the crate. They are modules of one program, because each further program costs another
//! link.

mod betza_and_extended;
mod bex_and_betza2;
mod budgets;
mod cases;
mod decisions;
mod documents;
mod explain_and_diagram;
mod mends;
mod sides;
mod translation;
mod wrong_dialect;
mod xbetza_and_fsf;
