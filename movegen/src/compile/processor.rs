//! Detects at run time which features the processor has, and whether its PEXT (gathering bits) is fast. All code that
//! depends on the processor is chosen through this module: [`for_processor!`] chooses code by features, and
//! [`GathersBits`] decides between tables and rays.

/// Proof that PEXT is fast on this processor, so that tables that need it may be built. Only [`Processor::detect`]
/// makes one, and tests that want the tables on any processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct GathersBits(());

/// Proof that the processor has BMI1, BMI2, POPCNT and LZCNT, for which the hot code is compiled a second time. Only
/// [`Processor::detect`] makes one.
#[derive(Clone, Copy, Debug)]
struct Features(());

/// The processor that a game is compiled for.
#[derive(Clone, Copy, Debug)]
pub struct Processor {
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "only there hot code is compiled twice"))]
    features: Option<Features>,
    gathers_bits: Option<GathersBits>,
}

impl Processor {
    /// Returns the processor on which the program runs.
    ///
    /// On AMD processors before family 19h (Zen 3), PEXT can take hundreds of cycles (A. Fog, "Instruction tables").
    /// These processors look up moves by rays.
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

    /// Returns the same processor, with moves looked up by rays instead of tables.
    #[must_use]
    pub fn without_tables(self) -> Processor {
        Processor { gathers_bits: None, ..self }
    }

    /// Returns a processor without special features. A game compiled for it looks up moves by rays and runs on any
    /// processor of the architecture. It generates the same moves, more slowly.
    #[must_use]
    pub fn portable() -> Processor {
        Processor { features: None, gathers_bits: None }
    }

    /// Returns a processor whose moves are looked up by tables, for tests on any processor.
    #[cfg(test)]
    pub(crate) fn with_tables() -> Processor {
        Processor { features: None, gathers_bits: Some(GathersBits(())) }
    }

    /// Returns how moves are looked up: by `tables` or by `rays`.
    #[must_use]
    pub fn lookup_path(self) -> &'static str {
        if self.gathers_bits.is_some() { "tables" } else { "rays" }
    }

    /// Returns the proof that PEXT is fast; `None` if moves are looked up by rays.
    #[inline(always)]
    pub(crate) fn gathers_bits(self) -> Option<GathersBits> {
        self.gathers_bits
    }

    /// Returns whether [`for_processor!`] runs the code that is compiled for the features. Unit tests always run the
    /// other code.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn has_features(self) -> bool {
        self.features.is_some() && !cfg!(test)
    }
}

/// Defines a function that is compiled twice on x86-64: once with BMI1, BMI2, POPCNT and LZCNT, whatever the target of
/// the build, and once for any processor. The expression after `=>` is the processor; a call runs the version for it.
///
/// PERF: a function that the body calls is compiled with the features only if it is inlined. So hot functions are
/// `#[inline(always)]`, and hot functions too large for that use this macro themselves. A closure written in the body
/// has the features. A closure passed in by a caller lacks them, which made listing moves in chess a third slower.
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
                // SAFETY: `has_features` is true only if `Processor::detect` found all these features.
                #[allow(unsafe_code)]
                return unsafe { with_features($($argument),*) };
            }
            #[cfg(not(target_arch = "x86_64"))]
            let _: $crate::compile::processor::Processor = $processor;
            anywhere($($argument),*)
        }
    };
}
pub(crate) use for_processor;

/// Returns whether the processor belongs to an AMD family with slow PEXT.
#[cfg(target_arch = "x86_64")]
fn gathers_slowly() -> bool {
    use std::arch::x86_64::__cpuid;
    // SAFETY: every x86-64 processor has CPUID.
    #[allow(unsafe_code, unused_unsafe)]
    let (vendor, version) = unsafe { (__cpuid(0), __cpuid(1)) };
    let is_amd = (vendor.ebx, vendor.edx, vendor.ecx) == (0x6874_7541, 0x6974_6e65, 0x444d_4163);
    let family = (version.eax >> 8 & 0xf) + (version.eax >> 20 & 0xff);
    is_amd && family < 0x19
}

/// Returns the bits of `bits` at the set bits of `places`, packed into the low bits (PEXT).
#[cfg(all(target_arch = "x86_64", not(test)))]
#[inline(always)]
#[allow(unsafe_code)]
pub(crate) fn pext(_: GathersBits, bits: u64, places: u64) -> u64 {
    // SAFETY: PEXT needs only BMI2. Outside tests only `Processor::detect` makes a `GathersBits`, after it has found
    // BMI2.
    unsafe { std::arch::x86_64::_pext_u64(bits, places) }
}

/// Returns the bits of `bits` at the set bits of `places`, packed into the low bits. This version works bit by bit.
/// Other architectures and tests use it, so that tests can check the tables on any processor.
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
