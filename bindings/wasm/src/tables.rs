//! What a piece compiles to. Pieces alone go without it: the lowering is a quarter of their WebAssembly.

use crate::json;
use crate::piece::Request;
use crate::thrown::Thrown;
use betza_compile::single::lowered;
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[derive(Serialize)]
struct Compiled {
    tables: Vec<Table>,
    bytes: Option<usize>,
    reason: Option<String>,
}

/// One table: the kind of lookup, its entries (masks, rays, squares, paths; of a chain its instructions), its bytes.
#[derive(Serialize)]
struct Table {
    kind: &'static str,
    entries: usize,
    bytes: usize,
}

/// What a piece compiles to, `{tables, bytes, reason}`: each table, and the bytes of all, or the reason why it does not
/// compile. Tables that others share are counted once in all.
///
/// # Errors
/// As [`piece_moves`](crate::piece::piece_moves).
#[wasm_bindgen(js_name = pieceTables)]
pub fn piece_tables(request: &str) -> Result<String, Thrown> {
    let request = Request::of(request)?;
    let reading = request.reading()?;
    json(&match lowered::report(&request.board()?, &[(&reading.piece, request.side()?)]) {
        Ok(report) => Compiled {
            tables: report
                .tables
                .iter()
                .flatten()
                .map(|t| Table { kind: t.kind, entries: t.entries, bytes: t.bytes })
                .collect(),
            bytes: Some(report.bytes),
            reason: None,
        },
        Err(e) => Compiled { tables: Vec::new(), bytes: None, reason: Some(e.to_string()) },
    })
}
