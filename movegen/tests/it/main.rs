//! The tests of the crate as a house.

mod floors;
