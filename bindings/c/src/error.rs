//! Status codes and errors.

use crate::handle::{self, Handle};
use betza_rust::{CompileError, Diagnostic, IllegalMove, Severity};
use std::ffi::{CStr, CString, c_char};
use std::mem::offset_of;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

/// What a function answers. 0 is success; everything else is failure, and codes may be added.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetzaStatus {
    /// It was done.
    Ok = 0,
    /// A pointer is NULL that may not be.
    NullPointer = 1,
    /// A handle was freed, or is none of this type.
    BadHandle = 2,
    /// A buffer or a set of squares is too short; where a length is written, it is the one that is needed.
    TooShort = 3,
    /// A text is not UTF-8.
    BadUtf8 = 4,
    /// A number is outside its limits: a side, a dialect, a style, an index, the size of a structure, a move that is
    /// none.
    BadValue = 5,
    /// The board does not have this square.
    BadSquare = 6,
    /// A text is no piece in its dialect, or the piece cannot be written in the dialect.
    Notation = 7,
    /// The piece has no tables for engines with bitboards of their own.
    Compile = 8,
    /// The game cannot be read.
    Load = 9,
    /// The text is no position of the game.
    Position = 10,
    /// The text or the value is no legal move here.
    Move = 11,
    /// There is nothing to take back.
    Nothing = 12,
    /// The library has a bug. The handles of the call should be freed and not be used again.
    Internal = 99,
}

/// How grave a diagnostic is: the values of `severity` in betza_diagnostic.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetzaSeverity {
    /// It was read, but may not mean what its author thinks.
    Warning = 0,
    /// It cannot be read, or not be done.
    Error = 1,
}

/// An error: one or more diagnostics. Functions with a parameter `error` make one when they fail, if that parameter is
/// not NULL, and set it to NULL when they succeed. It is freed by betza_error_free. Several threads may read it at
/// once.
pub struct BetzaError {
    _private: [u8; 0],
}

/// One thing that is wrong. The texts belong to the error and live as long as it does.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BetzaDiagnostic {
    /// The size of this structure in bytes, which the caller sets: sizeof(betza_diagnostic).
    pub size: usize,
    /// A value of betza_severity.
    pub severity: u32,
    /// 0.
    pub reserved: u32,
    /// The first byte of the text that was given that it is about.
    pub start: usize,
    /// The byte behind the last one: equal to `start` where something is missing, and both are 0 if it has no place in
    /// the text.
    pub end: usize,
    /// What kind of error it is, as "unknown-letter". It is stable: programs may match on it.
    pub code: *const c_char,
    /// What is wrong, as a sentence without the full stop.
    pub message: *const c_char,
    /// What to do, as a sentence without the full stop; empty if the message says it.
    pub remedy: *const c_char,
}

/// What an error holds.
pub struct ErrorValue {
    status: BetzaStatus,
    text: CString,
    said: Vec<Said>,
}

struct Said {
    severity: BetzaSeverity,
    span: std::ops::Range<usize>,
    code: CString,
    message: CString,
    remedy: CString,
}

impl Handle for BetzaError {
    type Value = ErrorValue;
    const TAG: &'static [u8; 8] = b"betzaerr";
    const NAME: &'static str = "error";
}

/// Why a function fails.
pub(crate) struct Failure {
    status: BetzaStatus,
    diagnostics: Vec<Diagnostic>,
}

impl Failure {
    /// Something is wrong with an argument.
    pub fn argument(status: BetzaStatus, name: &str) -> Failure {
        let remedy = match status {
            BetzaStatus::NullPointer => "pass a pointer to memory that can be read or written",
            BetzaStatus::BadHandle => "pass a handle of this type that was not freed",
            BetzaStatus::TooShort => "pass a longer buffer",
            _ => "see the function's documentation in betza.h",
        };
        let (code, sentence) = described(status as i32);
        Failure::of(status, code, format!("{}: the argument '{name}'", sentence.to_string_lossy()), remedy)
    }

    /// One diagnostic without a place.
    pub fn of(status: BetzaStatus, code: &'static str, message: String, remedy: &str) -> Failure {
        Failure { status, diagnostics: vec![Diagnostic::error(betza_rust::Code::Other(code), 0..0, message, remedy)] }
    }

    /// The diagnostics of an error of the library.
    pub fn all(status: BetzaStatus, diagnostics: &[Diagnostic]) -> Failure {
        Failure { status, diagnostics: diagnostics.to_vec() }
    }
}

impl From<CompileError> for Failure {
    fn from(e: CompileError) -> Failure {
        Failure::of(BetzaStatus::Compile, e.code(), e.to_string(), "")
    }
}

impl From<IllegalMove> for Failure {
    fn from(e: IllegalMove) -> Failure {
        Failure::of(BetzaStatus::Move, e.code(), e.to_string(), "")
    }
}

/// A text for C: zeros, which end texts there, are replaced.
pub(crate) fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default()
}

/// A handle with diagnostics.
pub(crate) fn error_of(status: BetzaStatus, diagnostics: &[Diagnostic]) -> *mut BetzaError {
    let said = diagnostics.iter().map(|d| Said {
        severity: if d.severity == Severity::Error { BetzaSeverity::Error } else { BetzaSeverity::Warning },
        span: d.span.clone(),
        code: c_text(d.code.as_str()),
        message: c_text(&d.message),
        remedy: c_text(&d.remedy),
    });
    let lines: Vec<String> = diagnostics.iter().map(line).collect();
    handle::new(ErrorValue { status, text: c_text(&lines.join("\n")), said: said.collect() })
}

/// A diagnostic in one line, without a remedy if there is none.
fn line(d: &Diagnostic) -> String {
    let text = d.to_string();
    if d.remedy.is_empty() { text.trim_end_matches("; ").to_owned() } else { text }
}

/// Runs the body of a function that tells its error.
pub(crate) fn run(error: *mut *mut BetzaError, body: impl FnOnce() -> Result<(), Failure>) -> BetzaStatus {
    let done = catch_unwind(AssertUnwindSafe(|| {
        let failure = body().err();
        let status = failure.as_ref().map_or(BetzaStatus::Ok, |f| f.status);
        (status, failure.filter(|_| !error.is_null()).map(|f| error_of(f.status, &f.diagnostics)))
    }));
    let (status, made) = done.unwrap_or((BetzaStatus::Internal, None));
    if !error.is_null() {
        // SAFETY: the caller's promise about a pointer that is not null.
        unsafe { error.write_unaligned(made.unwrap_or(ptr::null_mut())) };
    }
    status
}

/// Runs the body of a function that tells its status alone.
// Inlined, so that what the body uses stays in registers.
#[inline(always)]
pub(crate) fn quick(body: impl FnOnce() -> Result<(), BetzaStatus>) -> BetzaStatus {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => BetzaStatus::Ok,
        Ok(Err(status)) => status,
        Err(_) => BetzaStatus::Internal,
    }
}

/// Runs the body of a function that answers by its value; `otherwise` is what it answers if it fails.
pub(crate) fn valued<T>(otherwise: T, body: impl FnOnce() -> Result<T, BetzaStatus>) -> T {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(value)) => value,
        _ => otherwise,
    }
}

/// Writes to an out-parameter.
///
/// # Safety
/// The pointer is null or may be written to.
pub(crate) unsafe fn put<T>(out: *mut T, value: T, name: &str) -> Result<(), Failure> {
    if out.is_null() {
        return Err(Failure::argument(BetzaStatus::NullPointer, name));
    }
    // SAFETY: the caller's promise.
    unsafe { out.write_unaligned(value) };
    Ok(())
}

/// Writes a structure whose first field is its size, as far as the caller has it. `least` is its size in the first
/// version, which stays what it was when fields are added.
///
/// # Safety
/// The pointer is null, or as many bytes behind it can be written as its first field says.
pub(crate) unsafe fn put_sized<T: Copy>(out: *mut T, value: &T, least: usize, name: &str) -> Result<(), Failure> {
    if out.is_null() {
        return Err(Failure::argument(BetzaStatus::NullPointer, name));
    }
    // SAFETY: the caller's promise.
    let size = unsafe { out.cast::<usize>().read_unaligned() };
    if size < least {
        let message = format!("the field 'size' of '{name}' is {size}, and the structure has {least} bytes at least");
        return Err(Failure::of(BetzaStatus::BadValue, "bad-value", message, "set it to the size of the structure"));
    }
    let (head, bytes) = (size_of::<usize>(), size.min(size_of::<T>()));
    // SAFETY: behind the size, which stays, there are so many bytes in both.
    unsafe {
        let from = ptr::from_ref(value).cast::<u8>().add(head);
        ptr::copy_nonoverlapping(from, out.cast::<u8>().add(head), bytes - head);
    }
    Ok(())
}

/// Each status with its code and its sentence.
const STATUSES: [(BetzaStatus, &str, &CStr); 14] = [
    (BetzaStatus::Ok, "ok", c"it was done"),
    (BetzaStatus::NullPointer, "null-pointer", c"a pointer is NULL"),
    (BetzaStatus::BadHandle, "bad-handle", c"a handle was freed, or is none of this type"),
    (BetzaStatus::TooShort, "too-short", c"a buffer is too short"),
    (BetzaStatus::BadUtf8, "bad-utf8", c"a text is not UTF-8"),
    (BetzaStatus::BadValue, "bad-value", c"a number is outside its limits"),
    (BetzaStatus::BadSquare, "square", c"the board does not have this square"),
    (BetzaStatus::Notation, "notation", c"the text is no piece, or the piece cannot be written so"),
    (BetzaStatus::Compile, "compile", c"the piece has no tables for engines with bitboards of their own"),
    (BetzaStatus::Load, "load", c"the game cannot be read"),
    (BetzaStatus::Position, "position", c"the text is no position of the game"),
    (BetzaStatus::Move, "illegal-move", c"it is no legal move here"),
    (BetzaStatus::Nothing, "nothing-to-undo", c"there is nothing to take back"),
    (BetzaStatus::Internal, "internal", c"the library has a bug"),
];

/// The code and the sentence of a status.
fn described(status: i32) -> (&'static str, &'static CStr) {
    let known = STATUSES.iter().find(|s| s.0 as i32 == status);
    known.map_or(("unknown", c"a status that this version does not know"), |&(_, code, text)| (code, text))
}

/// A status in English, as "a pointer is NULL". Never NULL; the text is constant.
#[unsafe(no_mangle)]
pub extern "C" fn betza_status_text(status: i32) -> *const c_char {
    described(status).1.as_ptr()
}

/// Frees an error. NULL is no error.
///
/// # Safety
/// `error` is NULL or a handle, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_error_free(error: *mut BetzaError) -> BetzaStatus {
    // SAFETY: the caller's promise.
    run(ptr::null_mut(), || unsafe { handle::free(error) })
}

/// The status of the call that made the error; BETZA_STATUS_OK for warnings, BETZA_STATUS_BAD_HANDLE or
/// BETZA_STATUS_NULL_POINTER if it is no error.
///
/// # Safety
/// `error` is NULL or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_error_status(error: *const BetzaError) -> BetzaStatus {
    // SAFETY: the caller's promise.
    unsafe { handle::get(error) }.map_or_else(|status| status, |e| e.status)
}

/// All diagnostics, a line each: severity, code, place, what is wrong, what to do. Never NULL; empty if it is no error.
/// The text belongs to the error.
///
/// # Safety
/// `error` is NULL or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_error_text(error: *const BetzaError) -> *const c_char {
    // SAFETY: the caller's promise.
    unsafe { handle::get(error) }.map_or(c"".as_ptr(), |e| e.text.as_ptr())
}

/// The number of diagnostics: at least 1, and 0 if it is no error.
///
/// # Safety
/// `error` is NULL or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_error_count(error: *const BetzaError) -> usize {
    // SAFETY: the caller's promise.
    unsafe { handle::get(error) }.map_or(0, |e| e.said.len())
}

/// Tells one diagnostic; they are in the order of the text. BETZA_STATUS_BAD_VALUE if `index` is too large or
/// `out->size` too small.
///
/// # Safety
/// `error` is NULL or a handle; `out` is NULL or can be written as its size says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn betza_error_at(
    error: *const BetzaError,
    index: usize,
    out: *mut BetzaDiagnostic,
) -> BetzaStatus {
    run(ptr::null_mut(), || {
        // SAFETY: the caller's promise.
        let value = unsafe { handle::get(error) }.map_err(|status| Failure::argument(status, "error"))?;
        let said = value.said.get(index).ok_or_else(|| Failure::argument(BetzaStatus::BadValue, "index"))?;
        let told = BetzaDiagnostic {
            size: 0,
            severity: said.severity as u32,
            reserved: 0,
            start: said.span.start,
            end: said.span.end,
            code: said.code.as_ptr(),
            message: said.message.as_ptr(),
            remedy: said.remedy.as_ptr(),
        };
        // SAFETY: the caller's promise.
        unsafe { put_sized(out, &told, offset_of!(BetzaDiagnostic, remedy) + size_of::<*const c_char>(), "out") }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_are_answered_and_do_not_leave() {
        let mut error = ptr::dangling_mut();
        assert_eq!(run(&mut error, || panic!("a bug")), BetzaStatus::Internal);
        assert!(error.is_null());
        assert_eq!(quick(|| panic!("a bug")), BetzaStatus::Internal);
        assert_eq!(valued(7, || panic!("a bug")), 7);
    }

    /// Programs that were compiled with the first version of the interface have structures of these sizes.
    #[test]
    #[cfg(target_pointer_width = "64")]
    fn structures_are_as_large_as_they_were() {
        let sizes = [
            size_of::<BetzaDiagnostic>(),
            size_of::<crate::BetzaGameInfo>(),
            size_of::<crate::BetzaKindInfo>(),
            size_of::<crate::BetzaMoveInfo>(),
            size_of::<crate::BetzaOutcome>(),
        ];
        assert_eq!(sizes, [56, 24, 24, 24, 16]);
    }
}
