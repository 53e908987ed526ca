//! What the processor does well, asked when the program runs.

/// Whether it gathers bits (PEXT) quickly. Tables that need it are made only then.
///
/// AMD's families before 19h (Zen 3) have the instruction but take some hundred cycles for it (A. Fog, "Instruction tables").
pub(crate) fn gathers_bits() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
            && !gathers_slowly()
    }
    // Tests make the tables everywhere, so that every build checks them.
    #[cfg(not(target_arch = "x86_64"))]
    {
        cfg!(test)
    }
}

/// Whether it is of an AMD family that takes many cycles to gather bits.
#[cfg(target_arch = "x86_64")]
fn gathers_slowly() -> bool {
    use std::arch::x86_64::__cpuid;
    // SAFETY: every x86-64 processor has the instruction.
    #[allow(unused_unsafe)]
    let (vendor, version) = unsafe { (__cpuid(0), __cpuid(1)) };
    let is_amd = (vendor.ebx, vendor.edx, vendor.ecx) == (0x6874_7541, 0x6974_6e65, 0x444d_4163);
    let family = (version.eax >> 8 & 0xf) + (version.eax >> 20 & 0xff);
    is_amd && family < 0x19
}

/// The bits at the places, packed.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn pext(bits: u64, places: u64) -> u64 {
    // SAFETY: BMI2 is all that the instruction needs. It is reached only by way of tables, and `Tables` makes none unless
    // `gathers_bits` has found the processor to have it.
    unsafe { std::arch::x86_64::_pext_u64(bits, places) }
}

/// The bits at the places, packed.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn pext(bits: u64, mut places: u64) -> u64 {
    let (mut packed, mut n) = (0, 0);
    while places != 0 {
        packed |= (bits >> places.trailing_zeros() & 1) << n;
        places &= places - 1;
        n += 1;
    }
    packed
}
