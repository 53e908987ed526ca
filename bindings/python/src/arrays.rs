//! NumPy's arrays: those that are made, and those of callers that are read or written. NumPy is needed only by who asks
//! for such arrays, so each of them begins by asking whether it is there ([`numpy()`]).

use crate::error::{BetzaError, remedied};
use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// NumPy.
pub fn numpy(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("numpy").map_err(|error| {
        let refused = PyImportError::new_err("betza.Batch needs NumPy: install the package numpy");
        refused.set_cause(py, Some(error));
        refused
    })
}

/// What is wrong with an array that was given.
pub fn refused(message: &str, remedy: &str) -> PyErr {
    remedied::<BetzaError>("array", &message, remedy)
}

/// A shape as Python writes it.
fn written(shape: &[usize]) -> String {
    let sizes: Vec<String> = shape.iter().map(ToString::to_string).collect();
    format!("({}{})", sizes.join(", "), if sizes.len() == 1 { "," } else { "" })
}

/// The array to be filled: the caller's, which must have this shape and type, or a new one.
pub fn to_fill<'py, T: Element>(
    py: Python<'py>,
    given: Option<&Bound<'py, PyAny>>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let Some(given) = given else { return Ok(PyArrayDyn::zeros(py, shape, false)) };
    let dtype = T::get_dtype(py).to_string();
    let remedy = format!("give numpy.empty({}, numpy.{dtype})", written(shape));
    let array = given
        .cast::<PyArrayDyn<T>>()
        .map_err(|_| refused(&format!("what is to be filled is no array of {dtype}"), &remedy))?;
    if array.shape() != shape {
        let message = format!("the array to be filled has the shape {}", written(array.shape()));
        return Err(refused(&message, &remedy));
    }
    Ok(array.clone())
}

/// The memory of an array for writing: it must be in C order, writable, and not in use.
pub fn writable<'py, T: Element>(array: &Bound<'py, PyArrayDyn<T>>) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    let remedy = "give an array in C order whose flag writeable is set, and that no other thread has given";
    if !array.is_c_contiguous() {
        return Err(refused("the array's memory is not in C order", remedy));
    }
    array.try_readwrite().map_err(|e| refused(&format!("the array cannot be written: {e}"), remedy))
}

/// Numbers as a new array, which owns their memory.
pub fn flat<T: Element>(py: Python<'_>, numbers: Vec<T>) -> Bound<'_, PyArray1<T>> {
    PyArray1::from_vec(py, numbers)
}

/// Integers that a caller gives: anything that NumPy makes a flat array of them of. `types` has the letters of the
/// kinds that are taken (`i`, `u` for integers, `b` for truth values).
pub fn integers<T: Element + Copy>(given: &Bound<'_, PyAny>, types: &str) -> PyResult<Vec<T>> {
    let py = given.py();
    let array = numpy(py)?.call_method1("asarray", (given,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let is_empty = array.getattr("size")?.extract::<usize>()? == 0;
    if !types.contains(&kind) && !is_empty {
        return Err(refused(
            &format!("these are no integers, but {}", array.getattr("dtype")?),
            "give integers, one for each position",
        ));
    }
    let copied = PyDict::new(py);
    copied.set_item("copy", false)?;
    let array = array.call_method("astype", (T::get_dtype(py),), Some(&copied))?;
    let array =
        array.cast::<PyArray1<T>>().map_err(|_| refused("the array is not flat", "give one of one dimension"))?;
    let read =
        array.try_readonly().map_err(|e| refused(&format!("the array cannot be read: {e}"), "wait for its writer"))?;
    Ok(read.as_array().iter().copied().collect())
}
