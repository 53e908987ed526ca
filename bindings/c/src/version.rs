//! Versions.

use std::ffi::c_char;

/// The version of the binary interface that this header describes. It grows by one with every change after which
/// programs must be compiled again. Functions, status codes and fields at the end of sized structures may be added
/// without such a change.
pub const BETZA_ABI_VERSION: u32 = 1;

/// The version of the binary interface that the library has. A program that loads the library at run time compares it
/// with BETZA_ABI_VERSION and goes on only if they are equal.
#[unsafe(no_mangle)]
pub extern "C" fn betza_abi_version() -> u32 {
    BETZA_ABI_VERSION
}

/// The version of the library, as "0.1.0". Never NULL; the text is constant.
#[unsafe(no_mangle)]
pub extern "C" fn betza_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
