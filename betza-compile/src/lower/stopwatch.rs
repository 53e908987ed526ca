//! The time that tables take to build.

use std::time::Duration;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use std::time::Instant;

/// Measures from when it is started. WebAssembly on the web has no clock in its standard library: there it says zero.
#[derive(Clone, Copy)]
pub(super) struct Stopwatch {
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    started: Instant,
}

impl Stopwatch {
    /// Starts it.
    pub fn start() -> Stopwatch {
        Stopwatch {
            #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
            started: Instant::now(),
        }
    }

    /// The time since it was started.
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    pub fn elapsed(self) -> Duration {
        self.started.elapsed()
    }

    /// The time since it was started, which cannot be measured.
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    pub fn elapsed(self) -> Duration {
        Duration::ZERO
    }
}
