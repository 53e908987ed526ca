//! Memory that is asked for before it is used.

#![allow(unsafe_code)]

/// Asks the processor to bring the first line of a value into its cache. Nothing is read, and nothing waits for it.
#[inline(always)]
pub(crate) fn ahead<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: all processors of this architecture have the instruction, which changes no memory.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
