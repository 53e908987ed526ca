//! What is thrown: an `Error` of JavaScript that has the fault's code and its place.

use betza::{Diagnostic, IllegalMove, Places, Severity, SquareError};
use betza_compile::walk::WalkError;
use betza_ir::geometry::BoardError;
use betza_notation::UnknownDialect;
use std::ops::Range;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What the functions here throw. Places are in the text that was given, as `String.prototype.slice` counts. */
export interface BetzaError extends Error {
    /** What kind of fault it is, as `unknown-letter`. It is stable: programs may match on it. */
    code: string;
    /** Where the fault begins. It and `end` are 0 if the fault has no place in a text. */
    start: number;
    /** Where the fault ends: at `start` where something is missing. */
    end: number;
    /** The line of `start`, from 1, in a text of several lines. */
    line?: number;
    /** The place of `start` in its line, from 1, in a text of several lines. */
    column?: number;
}
"#;

#[wasm_bindgen]
extern "C" {
    type Error;
    #[wasm_bindgen(constructor)]
    fn new(message: &str) -> Error;
    #[wasm_bindgen(method, setter)]
    fn set_code(this: &Error, code: &str);
    #[wasm_bindgen(method, setter)]
    fn set_start(this: &Error, start: usize);
    #[wasm_bindgen(method, setter)]
    fn set_end(this: &Error, end: usize);
    #[wasm_bindgen(method, setter)]
    fn set_line(this: &Error, line: usize);
    #[wasm_bindgen(method, setter)]
    fn set_column(this: &Error, column: usize);
}

/// A fault as JavaScript has it. It is made at once, as answers that hold no more than it are smaller.
pub struct Thrown(JsValue);

impl Thrown {
    /// A fault without a place.
    pub(crate) fn new(code: &'static str, message: &str) -> Thrown {
        Thrown::at(code, "", &(0..0), message)
    }

    /// A fault at some bytes of a text; `0..0` if it has no place there.
    pub(crate) fn at(code: &'static str, text: &str, bytes: &Range<usize>, message: &str) -> Thrown {
        let places = Places::of(text);
        let place = places.utf16(bytes);
        let error = Error::new(message);
        error.set_code(code);
        error.set_start(place.start);
        error.set_end(place.end);
        let before = text.get(..bytes.start).filter(|_| text.contains('\n') && *bytes != (0..0));
        if let Some(before) = before {
            let line = before.rfind('\n').map_or(0, |end| end + 1);
            error.set_line(before.matches('\n').count() + 1);
            error.set_column(places.utf16(&(line..bytes.start)).len() + 1);
        }
        Thrown(error.into())
    }

    /// A word that is nothing of its kind.
    pub(crate) fn word(code: &'static str, word: &str, message: &str) -> Thrown {
        Thrown::at(code, word, &(0..word.len()), message)
    }

    /// What is wrong with a text, a line each. The first that is no warning gives code and place.
    pub(crate) fn told(text: &str, found: &[Diagnostic]) -> Thrown {
        Thrown::told_within(text, 0, found)
    }

    /// What is wrong with the part of a text that begins at a byte of it.
    pub(crate) fn told_within(text: &str, start: usize, found: &[Diagnostic]) -> Thrown {
        let places = Places::of(text);
        let bytes = |d: &Diagnostic| d.span.start + start..d.span.end + start;
        // The lines name places too, and count them as the fields do.
        let line = |d: &Diagnostic| Diagnostic { span: places.utf16(&bytes(d)), ..d.clone() }.to_string();
        let message = found.iter().map(line).collect::<Vec<_>>().join("\n");
        match found.iter().find(|d| d.severity == Severity::Error) {
            Some(first) => Thrown::at(first.code.as_str(), text, &bytes(first), &message),
            None => Thrown::new("error", &message),
        }
    }
}

impl From<Thrown> for JsValue {
    fn from(thrown: Thrown) -> JsValue {
        thrown.0
    }
}

impl From<SquareError> for Thrown {
    fn from(e: SquareError) -> Thrown {
        Thrown::told(e.name().unwrap_or_default(), e.diagnostics())
    }
}

impl From<WalkError> for Thrown {
    fn from(e: WalkError) -> Thrown {
        let message = e.to_string();
        Thrown::new(SquareError::from(e).code(), &message)
    }
}

impl From<BoardError> for Thrown {
    fn from(e: BoardError) -> Thrown {
        let message = e.to_string();
        match e {
            BoardError::Square { given, .. } => Thrown::word("square", &given, &message),
            BoardError::Text(given) => Thrown::word("board", &given, &message),
            BoardError::Size { .. } => Thrown::new("board", &message),
        }
    }
}

impl From<UnknownDialect> for Thrown {
    fn from(e: UnknownDialect) -> Thrown {
        Thrown::word("unknown-dialect", &e.0, &e.to_string())
    }
}

impl From<IllegalMove> for Thrown {
    fn from(e: IllegalMove) -> Thrown {
        Thrown::new(e.code(), &e.to_string())
    }
}

/// An answer that cannot be written as JSON, which would be a fault of this crate.
impl From<serde_json::Error> for Thrown {
    fn from(e: serde_json::Error) -> Thrown {
        Thrown::new("internal", &e.to_string())
    }
}
