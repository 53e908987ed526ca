//! betza for the web: pieces by notation and whole games, for JavaScript. What is more than a number or a text is
//! passed as JSON.

#![forbid(unsafe_code)]

#[cfg(feature = "games")]
mod beside;
#[cfg(feature = "games")]
mod check;
#[cfg(feature = "games")]
mod kept;
#[cfg(feature = "games")]
mod opponent;
#[cfg(feature = "games")]
mod pasted;
mod piece;
#[cfg(feature = "games")]
mod play;
#[cfg(feature = "games")]
mod tables;
mod thrown;

use betza::{Diagnostic, Dialect, Fix, Places, Severity, fixes};
use serde::Serialize;
use thrown::Thrown;
use wasm_bindgen::prelude::*;

/// A diagnostic as JavaScript sees it: places count UTF-16 units, as its strings do.
#[derive(Serialize)]
pub(crate) struct Told {
    severity: &'static str,
    code: &'static str,
    from: usize,
    to: usize,
    message: String,
    remedy: String,
    /// Texts to write in the place of a notation, or dialects to read it in, the likeliest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Offered>,
}

/// A notation and its dialect.
#[derive(Serialize)]
struct Offered {
    text: String,
    dialect: &'static str,
}

impl Told {
    /// What is told of a notation, with fixes.
    pub(crate) fn of_notation(text: &str, dialect: Dialect, found: &[Diagnostic]) -> Vec<Told> {
        let offered = |Fix { text, dialect }| Offered { text, dialect: dialect.id() };
        let mut all = Told::all(text, found);
        for (told, d) in all.iter_mut().zip(found) {
            told.fixes = fixes(text, dialect, d).into_iter().map(offered).collect();
        }
        all
    }

    pub(crate) fn all(text: &str, found: &[Diagnostic]) -> Vec<Told> {
        let places = Places::of(text);
        found.iter().map(|d| Told::new(&places, d)).collect()
    }

    pub(crate) fn new(places: &Places<'_>, d: &Diagnostic) -> Told {
        let place = places.utf16(&d.span);
        Told {
            severity: if d.severity == Severity::Error { "error" } else { "warning" },
            code: d.code.as_str(),
            from: place.start,
            to: place.end,
            message: d.message.clone(),
            remedy: d.remedy.clone(),
            fixes: Vec::new(),
        }
    }
}

/// The JSON of an answer.
pub(crate) fn json(value: &impl Serialize) -> Result<String, Thrown> {
    Ok(serde_json::to_string(value)?)
}

/// The version of the library.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The names of the built-in games, as a JSON list.
///
/// # Errors
/// None that can happen.
#[cfg(feature = "games")]
#[wasm_bindgen(js_name = gameNames)]
pub fn game_names() -> Result<String, Thrown> {
    json(&betza::Game::names().collect::<Vec<_>>())
}

/// The sections of a text in the form of `variants.ini`, as a JSON list.
///
/// # Errors
/// None that can happen.
#[cfg(feature = "games")]
#[wasm_bindgen(js_name = iniNames)]
pub fn ini_names(text: &str) -> Result<String, Thrown> {
    json(&betza::Game::ini_names(text))
}
