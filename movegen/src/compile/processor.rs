//! Detects, when the program runs, what the processor does fast. This is the only place that chooses code by it:
//! [`for_processor!`] by its features, [`GathersBits`] between tables and rays.

/// Proof that the processor gathers bits (PEXT) quickly, or that a test wants the tables that need it. Only
/// [`Processor::detect`] and tests make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct GathersBits(());

/// Proof that the processor has the features for which the hot code is compiled separately. Only [`Processor::detect`]
/// makes one.
#[derive(Clone, Copy, Debug)]
struct Features(());

/// The processor that a game is compiled for.
#[derive(Clone, Copy, Debug)]
pub struct Processor {
    features: Option<Features>,
    gathers_bits: Option<GathersBits>,
}

impl Processor {
    /// Returns the processor that runs the program.
    ///
    /// AMD's families before 19h (Zen 3) gather bits, but take some hundred cycles for it (A. Fog, "Instruction
    /// tables"). On them moves are looked up by rays.
    #[must_use]
    pub fn detect() -> Processor {
        #[cfg(target_arch = "x86_64")]
        let (has_features, is_slow) = (
            is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("lzcnt"),
            gathers_slowly(),
        );
        #[cfg(not(target_arch = "x86_64"))]
        let (has_features, is_slow) = (false, true);
        Processor {
            features: has_features.then_some(Features(())),
            gathers_bits: (has_features && !is_slow).then_some(GathersBits(())),
        }
    }

    /// Returns the same processor, but moves are looked up by rays.
    #[must_use]
    pub fn without_tables(self) -> Processor {
        Processor { gathers_bits: None, ..self }
    }

    /// Returns a processor without special features: moves are looked up by rays, and all code runs on any processor of
    /// its architecture. Such a game is slower and has the same moves.
    #[must_use]
    pub fn portable() -> Processor {
        Processor { features: None, gathers_bits: None }
    }

    /// Returns a processor with tables, whatever runs the program.
    #[cfg(test)]
    pub(crate) fn with_tables() -> Processor {
        Processor { features: None, gathers_bits: Some(GathersBits(())) }
    }

    /// Returns how moves are looked up: by `tables` or by `rays`.
    #[must_use]
    pub fn lookup_path(self) -> &'static str {
        if self.gathers_bits.is_some() { "tables" } else { "rays" }
    }

    /// Returns the proof that it gathers bits quickly, if it does.
    #[inline(always)]
    pub(crate) fn gathers_bits(self) -> Option<GathersBits> {
        self.gathers_bits
    }

    /// Returns whether the code of [`for_processor!`] is run that is compiled for the features.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn has_features(self) -> bool {
        self.features.is_some() && !cfg!(test)
    }
}

/// Defines a function that on x86-64 is compiled twice: for processors that count and gather bits fast, whatever the
/// target of the build, and for any processor. A call runs the one for the processor that stands after `=>`.
///
/// PERF: what the body calls is compiled for the features only where it is inlined. So hot functions are
/// `#[inline(always)]`, and those too large for it are defined by this macro again. Closures that are written in the
/// body itself have the features (a closure that a caller passed in would not: it cost lists of chess a third).
macro_rules! for_processor {
    (
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident[$($generics:tt)*]($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)?
            => $processor:expr;
        $body:block
    ) => {
        $(#[$attribute])*
        #[inline(always)]
        $visibility fn $name<$($generics)*>($($argument: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
            #[inline(never)]
            fn with_features<$($generics)*>($($argument: $type),*) $(-> $result)? $body

            #[inline(never)]
            fn anywhere<$($generics)*>($($argument: $type),*) $(-> $result)? $body

            #[cfg(target_arch = "x86_64")]
            if $processor.has_features() {
                // SAFETY: only `Processor::detect` says so, and only of a processor that has these features.
                return unsafe { with_features($($argument),*) };
            }
            anywhere($($argument),*)
        }
    };
}
pub(crate) use for_processor;

/// Returns whether the processor is of an AMD family that takes many cycles to gather bits.
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

/// Returns the bits at the places, packed into the low bits (PEXT).
#[cfg(all(target_arch = "x86_64", not(test)))]
#[inline(always)]
pub(crate) fn pext(_: GathersBits, bits: u64, places: u64) -> u64 {
    // SAFETY: BMI2 is all that the instruction needs, and outside tests only `detect` makes the token.
    unsafe { std::arch::x86_64::_pext_u64(bits, places) }
}

/// Returns the bits at the places, packed into the low bits. This version goes bit by bit. It serves other processors
/// and tests, so that tests check the tables everywhere.
#[cfg(not(all(target_arch = "x86_64", not(test))))]
pub(crate) fn pext(_: GathersBits, bits: u64, mut places: u64) -> u64 {
    let (mut packed, mut n) = (0, 0);
    while places != 0 {
        packed |= (bits >> places.trailing_zeros() & 1) << n;
        places &= places - 1;
        n += 1;
    }
    packed
}
