//! The workspace as a house.

mod floors;
