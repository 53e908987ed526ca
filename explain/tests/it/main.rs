//! English and pictures of pieces.

mod explain_and_diagram;
