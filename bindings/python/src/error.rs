//! Errors as exceptions. Each has a code that is stable, the span of the text that it is about, a remedy, and all
//! diagnostics.

use betza::Places;
use pyo3::PyTypeInfo;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fmt::Display;

create_exception!(
    betza,
    BetzaError,
    PyValueError,
    "What is wrong with what was given: `code`, `span`, `remedy`, `diagnostics`."
);
create_exception!(betza, LoadError, BetzaError, "Why a game cannot be read.");
create_exception!(betza, PositionError, BetzaError, "Why a text is no position of a game.");
create_exception!(betza, MoveError, BetzaError, "Why something is no legal move.");
create_exception!(
    betza,
    NotationError,
    BetzaError,
    "Why a text is no piece in its dialect, or cannot be written in one."
);
create_exception!(betza, SquareError, BetzaError, "Why a piece cannot be asked about.");
create_exception!(betza, CompileError, BetzaError, "Why a piece has no tables.");

/// A place in a text, a reason and a remedy.
///
/// >>> import betza
/// >>> try:
/// ...     betza.Piece("W?N", "betza")
/// ... except betza.NotationError as error:
/// ...     error.diagnostics[0].span
/// (1, 2)
#[pyclass(frozen, module = "betza", get_all)]
#[derive(Clone)]
pub struct Diagnostic {
    /// What kind of fault it is: stable, programs may match on it.
    code: String,
    /// `"error"` or `"warning"`.
    severity: &'static str,
    /// Where it begins and ends in the text, in characters.
    span: (usize, usize),
    /// The reason.
    message: String,
    /// What to write instead; may be empty.
    remedy: String,
}

#[pymethods]
impl Diagnostic {
    fn __str__(&self) -> String {
        format!("{} [{}] at {}..{}: {}", self.severity, self.code, self.span.0, self.span.1, self.text())
    }

    fn __repr__(&self) -> String {
        format!("<Diagnostic {}>", self.__str__())
    }
}

impl Diagnostic {
    /// As the library displays it, with the place in characters.
    fn line(&self) -> String {
        format!("{}[{}] at {}: {}", self.severity, self.code, self.span.0, self.text())
    }

    /// The reason and the remedy.
    pub fn text(&self) -> String {
        if self.remedy.is_empty() { self.message.clone() } else { format!("{}; {}", self.message, self.remedy) }
    }
}

/// Diagnostics about a text.
pub fn diagnostics(text: &str, all: &[betza::Diagnostic]) -> Vec<Diagnostic> {
    let places = Places::of(text);
    all.iter().map(|d| diagnostic(&places, d)).collect()
}

/// A diagnostic about a text, its place in characters, which Python counts.
pub fn diagnostic(places: &Places<'_>, d: &betza::Diagnostic) -> Diagnostic {
    let span = places.characters(&d.span);
    Diagnostic {
        code: d.code.as_str().to_owned(),
        severity: if d.severity == betza::Severity::Error { "error" } else { "warning" },
        span: (span.start, span.end),
        message: d.message.clone(),
        remedy: d.remedy.clone(),
    }
}

/// An exception of this type with these diagnostics about a text; the first that is not a warning gives code, span and
/// remedy.
fn exception<E: PyTypeInfo>(py: Python<'_>, message: String, all: Vec<Diagnostic>) -> PyErr {
    let error = PyErr::from_type(E::type_object(py), message);
    let value = error.value(py);
    let first = all.iter().find(|d| d.severity == "error").or(all.first()).cloned();
    // An attribute of an exception can always be set.
    let set = || -> PyResult<()> {
        value.setattr("code", first.as_ref().map_or("error", |d| &d.code))?;
        value.setattr("span", first.as_ref().map_or((0, 0), |d| d.span))?;
        value.setattr("remedy", first.as_ref().map_or("", |d| &d.remedy))?;
        value.setattr("diagnostics", all)
    };
    set().map_or_else(|e| e, |()| error)
}

/// An exception without a text to point into, and without a remedy but what its reason says.
pub fn plain<E: PyTypeInfo>(code: &str, error: &impl Display) -> PyErr {
    remedied::<E>(code, error, "")
}

/// An exception without a text to point into.
pub fn remedied<E: PyTypeInfo>(code: &str, error: &impl Display, remedy: &str) -> PyErr {
    let one = Diagnostic {
        code: code.to_owned(),
        severity: "error",
        span: (0, 0),
        message: error.to_string(),
        remedy: remedy.to_owned(),
    };
    Python::attach(|py| exception::<E>(py, one.text(), vec![one]))
}

macro_rules! raises {
    ($($from:ident as $to:ident,)*) => { $(
        impl Raises for betza::$from {
            fn raise(&self, text: &str) -> PyErr {
                let all = diagnostics(text, self.diagnostics());
                let lines: Vec<String> = all.iter().map(Diagnostic::line).collect();
                Python::attach(|py| exception::<$to>(py, lines.join("\n"), all))
            }
        }
    )* };
}

/// Errors of the library that become exceptions.
pub trait Raises {
    /// The exception; `text` is what was read.
    fn raise(&self, text: &str) -> PyErr;
}

raises! {
    LoadError as LoadError,
    PositionError as PositionError,
    DealError as PositionError,
    MoveTextError as MoveError,
    NotationError as NotationError,
    SquareError as SquareError,
}
