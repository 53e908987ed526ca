//! Strings that come in and go out.

use crate::error::{BetzaStatus, Failure, put};
use std::ffi::{CStr, c_char};

/// As the length of a text: the text ends at its first zero byte.
pub const BETZA_NUL: usize = usize::MAX;

/// The text of an argument.
///
/// # Safety
/// The pointer is null, or `length` bytes behind it can be read, or it ends with a zero byte if `length` is
/// [`BETZA_NUL`]. They stay so while the text is used.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, length: usize, name: &str) -> Result<&'a str, Failure> {
    if pointer.is_null() {
        // The empty text needs no memory.
        return if length == 0 { Ok("") } else { Err(Failure::argument(BetzaStatus::NullPointer, name)) };
    }
    let bytes = if length == BETZA_NUL {
        // SAFETY: the caller's promise.
        unsafe { CStr::from_ptr(pointer) }.to_bytes()
    } else if length > isize::MAX as usize {
        return Err(Failure::argument(BetzaStatus::BadValue, "length"));
    } else {
        // SAFETY: the caller's promise.
        unsafe { std::slice::from_raw_parts(pointer.cast(), length) }
    };
    std::str::from_utf8(bytes).map_err(|e| {
        let message = format!("the argument '{name}' is not UTF-8 from byte {} on", e.valid_up_to());
        Failure::of(BetzaStatus::BadUtf8, "bad-utf8", message, "convert the text to UTF-8")
    })
}

/// A caller's buffer for a text.
#[derive(Clone, Copy)]
pub(crate) struct Buffer {
    pub start: *mut c_char,
    pub capacity: usize,
    pub length: *mut usize,
}

impl Buffer {
    /// Writes a text with a zero byte behind it, and its length without that.
    ///
    /// # Safety
    /// The buffer is null or has its capacity in bytes; the length is null or can be written.
    pub unsafe fn write(self, text: &str) -> Result<(), Failure> {
        if !self.length.is_null() {
            // SAFETY: the caller's promise.
            unsafe { put(self.length, text.len(), "length")? };
        }
        if self.start.is_null() || self.capacity <= text.len() {
            if !self.start.is_null() && self.capacity > 0 {
                // SAFETY: the caller's promise.
                unsafe { self.start.write(0) };
            }
            let message = format!("the text has {} bytes and needs one more for its end", text.len());
            let message = format!("{message}; the buffer has {}", if self.start.is_null() { 0 } else { self.capacity });
            return Err(Failure::of(BetzaStatus::TooShort, "too-short", message, "pass a buffer of that size"));
        }
        // SAFETY: the capacity is larger than the text.
        unsafe {
            std::ptr::copy_nonoverlapping(text.as_ptr().cast(), self.start, text.len());
            self.start.add(text.len()).write(0);
        }
        Ok(())
    }
}

/// A caller's array, which is filled as far as it goes.
///
/// # Safety
/// `out` is null or has room for `capacity` values; `count` is null or can be written.
pub(crate) unsafe fn fill<T: Copy>(
    values: &[T],
    out: *mut T,
    capacity: usize,
    count: *mut usize,
) -> Result<(), Failure> {
    // SAFETY: the caller's promise.
    unsafe { put(count, values.len(), "count")? };
    if values.is_empty() {
        return Ok(());
    }
    let fits = if out.is_null() { 0 } else { capacity.min(values.len()) };
    if fits > 0 {
        // SAFETY: there is room for so many; bytes need not be aligned.
        unsafe { std::ptr::copy_nonoverlapping(values.as_ptr().cast::<u8>(), out.cast(), fits * size_of::<T>()) };
    }
    if fits < values.len() {
        let message = format!("there are {} of them, and the array has room for {fits}", values.len());
        return Err(Failure::of(BetzaStatus::TooShort, "too-short", message, "pass an array of that length"));
    }
    Ok(())
}
