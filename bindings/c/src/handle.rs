//! Handles: pointers to slots that are never given back to the allocator.
//!
//! A slot says in a tag what it holds. Freeing a handle clears the tag and drops what was held; the slot is used again
//! for a later handle, so that what a stale handle points to is always a slot. The low bits of the pointer are the
//! slot's generation, which changes each time, so a stale handle is told from the later one. Slots are reused in the
//! order in which they were freed, and only once many are free: a stale handle is taken for a later one only after its
//! slot has been reused [`GENERATIONS`] times.

use crate::error::{BetzaStatus, Failure};
use std::collections::VecDeque;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// As many as the low bits of a slot's address can tell apart.
const GENERATIONS: usize = align_of::<Slot>();
/// So many slots are free before one is used again.
const RESTING: usize = 256;
/// No handle has a lower address: the first page of memory.
const LOWEST: usize = 4096;

/// Where a handle points.
#[repr(C, align(64))]
struct Slot {
    /// What is held, or 0: the tag of its kind, mixed with the handle, which has the generation.
    tag: AtomicU64,
    value: AtomicPtr<()>,
    /// The generation of the next handle.
    next: AtomicU64,
}

/// The free slots.
static FREE: Mutex<VecDeque<&'static Slot>> = Mutex::new(VecDeque::new());

/// What a type of handle holds.
pub(crate) trait Handle: Sized {
    /// What is behind the handle.
    type Value: Send + Sync;
    /// Eight letters.
    const TAG: &'static [u8; 8];
    /// For messages.
    const NAME: &'static str;

    /// The tag of the slot of a handle of this type.
    fn tag(handle: *const Self) -> u64 {
        u64::from_be_bytes(*Self::TAG) ^ handle.addr() as u64
    }
}

/// A new handle.
pub(crate) fn new<T: Handle>(value: T::Value) -> *mut T {
    let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
    let reused = if free.len() > RESTING { free.pop_front() } else { None };
    drop(free);
    let slot: &'static Slot = reused.unwrap_or_else(|| {
        let (tag, value, next) = (AtomicU64::new(0), AtomicPtr::new(ptr::null_mut()), AtomicU64::new(0));
        Box::leak(Box::new(Slot { tag, value, next }))
    });
    let generation = slot.next.load(Ordering::Relaxed) as usize % GENERATIONS;
    slot.value.store(Box::into_raw(Box::new(value)).cast(), Ordering::Relaxed);
    let handle = ptr::from_ref(slot).cast_mut().map_addr(|address| address | generation).cast();
    slot.tag.store(T::tag(handle), Ordering::Release);
    handle
}

/// The slot of a handle, if it holds what the type says.
///
/// # Safety
/// The pointer is null, a handle made here (freed or not), or an address whose block of 64 bytes, aligned to 64, can be
/// read and is written by nobody meanwhile.
#[inline]
unsafe fn slot<T: Handle>(handle: *const T) -> Result<(&'static Slot, u64), BetzaStatus> {
    let address = handle.addr();
    if address < LOWEST {
        return Err(if address == 0 { BetzaStatus::NullPointer } else { BetzaStatus::BadHandle });
    }
    // SAFETY: the caller's promise; slots are aligned so.
    let slot = unsafe { &*handle.map_addr(|address| address & !(GENERATIONS - 1)).cast::<Slot>() };
    let tag = T::tag(handle);
    if slot.tag.load(Ordering::Acquire) == tag { Ok((slot, tag)) } else { Err(BetzaStatus::BadHandle) }
}

/// What is behind a handle.
///
/// # Safety
/// As [`slot`]. While the reference lives, the handle is not freed, and not changed by [`get_mut`].
#[inline]
pub(crate) unsafe fn get<'a, T: Handle>(handle: *const T) -> Result<&'a T::Value, BetzaStatus> {
    // SAFETY: the tag says that the slot holds this type; the rest is the caller's promise.
    unsafe { slot(handle).map(|(slot, _)| &*slot.value.load(Ordering::Relaxed).cast::<T::Value>()) }
}

/// What is behind a handle, to be changed.
///
/// # Safety
/// As [`get`], and nobody else uses the handle.
pub(crate) unsafe fn get_mut<'a, T: Handle>(handle: *mut T) -> Result<&'a mut T::Value, BetzaStatus> {
    // SAFETY: as in `get`.
    unsafe { slot(handle).map(|(slot, _)| &mut *slot.value.load(Ordering::Relaxed).cast::<T::Value>()) }
}

/// Frees a handle. Null is freed at once; of two who free the same handle, one is refused.
///
/// # Safety
/// As [`slot`], and nobody uses the handle any more.
pub(crate) unsafe fn free<T: Handle>(handle: *mut T) -> Result<(), Failure> {
    if handle.is_null() {
        return Ok(());
    }
    // SAFETY: the caller's promise.
    let (slot, tag) = unsafe { slot(handle) }.map_err(|status| Failure::argument(status, T::NAME))?;
    if slot.tag.compare_exchange(tag, 0, Ordering::AcqRel, Ordering::Relaxed).is_err() {
        return Err(Failure::argument(BetzaStatus::BadHandle, T::NAME));
    }
    slot.next.fetch_add(1, Ordering::Relaxed);
    let value = slot.value.swap(ptr::null_mut(), Ordering::Relaxed).cast::<T::Value>();
    // SAFETY: it was made by `Box::into_raw` of this type, and the exchange gave it to this call alone.
    drop(unsafe { Box::from_raw(value) });
    FREE.lock().unwrap_or_else(PoisonError::into_inner).push_back(slot);
    Ok(())
}
