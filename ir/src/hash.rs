//! Sets and maps with a fast hash. The standard library's hash resists hostile keys, which do not occur here, and would
//! take most of a walk's time.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A set with a fast hash.
pub type QuickSet<T> = HashSet<T, BuildHasherDefault<QuickHasher>>;

/// A map with a fast hash.
pub type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<QuickHasher>>;

/// Rotate, mix, multiply, word by word (the hash of Firefox and rustc, "FxHash").
#[derive(Clone, Copy, Default)]
pub struct QuickHasher(u64);

impl QuickHasher {
    #[inline]
    fn mix(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for QuickHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.mix(n.into());
    }

    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.mix(n.into());
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.mix(n.into());
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.mix(n);
    }

    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.mix(n as u64);
    }

    /// The product's high bits are the mixed ones; tables look at the low ones first.
    #[inline]
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}
