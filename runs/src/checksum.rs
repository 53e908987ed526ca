//! SHA-256 in hexadecimal digits.

use sha2::{Digest, Sha256};

/// The checksum of some bytes.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|b| format!("{b:02x}")).collect()
}

#[cfg(test)]
mod tests {
    /// Source: NIST, FIPS 180-4 examples, "abc".
    #[test]
    fn of_abc() {
        assert_eq!(super::sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
