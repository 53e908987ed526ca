//! The integration tests of the crate. They are modules of one program, because each further program costs another
//! link.

mod bounds;
mod budgets;
mod cases;
mod sides;
